//! Cuts of one edge and of two, all at once.

use crate::graph::Graph;

/// Edges that disconnect the graph, and the components that are left without them.
pub(super) struct Cut {
    pub edges: Vec<u32>,
    pub sides: Vec<Vec<u32>>,
}

/// Single edges that disconnect the graph, and classes of edges any two of which do, as many sides
/// as edges. Only classes with an edge that `is_news` are given. `None` if the graph is not
/// connected.
///
/// Two edges are in a class if the same cycles go through them. So every edge outside a spanning
/// tree gets a word, a tree edge the sum of those whose cycles it is on, and equal words are
/// looked for (Pritchard and Thurimella, Fast computation of small cuts via cycle space sampling,
/// ACM Transactions on Algorithms 7, 2011). Words of 64 bits could be equal by chance, so the sides
/// are counted.
pub(super) fn small_cuts(
    len: u32,
    edges: &[[u32; 2]],
    is_news: impl Fn(u32) -> bool,
) -> Option<Vec<Cut>> {
    let word = cycle_words(len, edges)?;
    let mut by_word: Vec<(u64, u32)> = word.into_iter().zip(0..).collect();
    by_word.sort_unstable();
    let of_word = |class: &[(u64, u32)]| class.iter().map(|&(_, edge)| edge).collect();
    // On no cycle.
    let (bridges, others) = by_word.split_at(by_word.partition_point(|&(word, _)| word == 0));
    let bridges = bridges.iter().map(|&(_, edge)| (vec![edge], 2));
    let classes = others.chunk_by(|a, b| a.0 == b.0);
    let classes = classes.filter(|class| class.len() > 1);
    let classes = classes.map(|class| -> Vec<u32> { of_word(class) });
    let classes = classes.filter(|class| class.iter().any(|&edge| is_news(edge)));
    let classes = classes.map(|class| (class.len(), class));
    let cuts = bridges.chain(classes.map(|(sides, class)| (class, sides)));
    let cuts = cuts.filter_map(|(edges_of, count)| {
        let sides = components(len, edges, &edges_of);
        (sides.len() == count).then_some(Cut {
            edges: edges_of,
            sides,
        })
    });
    let mut cuts: Vec<Cut> = cuts.collect();
    cuts.sort_unstable_by(|a, b| a.edges.cmp(&b.edges));
    Some(cuts)
}

/// The word of every edge; `None` if the graph is not connected.
fn cycle_words(len: u32, edges: &[[u32; 2]]) -> Option<Vec<u64>> {
    let mut incident = vec![Vec::new(); len as usize];
    for (edge, ends) in (0..).zip(edges) {
        ends.iter()
            .for_each(|&end| incident[end as usize].push(edge));
    }
    // The tree edge to every vertex, and the order in which they are reached.
    let mut reached_by = vec![None; len as usize];
    let mut order = vec![0_u32];
    let mut done = 0;
    while let Some(&vertex) = order.get(done) {
        done += 1;
        for &edge in &incident[vertex as usize] {
            let [a, b] = edges[edge as usize];
            let next = a ^ b ^ vertex;
            if next != 0 && reached_by[next as usize].is_none() {
                reached_by[next as usize] = Some(edge);
                order.push(next);
            }
        }
    }
    if order.len() < len as usize {
        return None;
    }
    let mut word = vec![0; edges.len()];
    let mut at = vec![0_u64; len as usize];
    for (edge, &[a, b]) in (0_u32..).zip(edges) {
        let is_tree = [a, b]
            .iter()
            .any(|&end| reached_by[end as usize] == Some(edge));
        if !is_tree {
            word[edge as usize] = mixed(u64::from(edge));
            at[a as usize] ^= word[edge as usize];
            at[b as usize] ^= word[edge as usize];
        }
    }
    // Leaves first: what leaves a subtree does so by its tree edge, up to what stays inside.
    for &vertex in order.iter().skip(1).rev() {
        if let Some(edge) = reached_by[vertex as usize] {
            let [a, b] = edges[edge as usize];
            word[edge as usize] = at[vertex as usize];
            at[(a ^ b ^ vertex) as usize] ^= at[vertex as usize];
        }
    }
    Some(word)
}

/// The components without these edges, which are in order.
fn components(len: u32, edges: &[[u32; 2]], without: &[u32]) -> Vec<Vec<u32>> {
    let left = (0_u32..).zip(edges);
    let left = left.filter(|(edge, _)| without.binary_search(edge).is_err());
    let left: Vec<[u32; 2]> = left.map(|(_, &ends)| ends).collect();
    let graph = Graph::from_edges(len, &left);
    let mut seen = vec![false; len as usize];
    let mut sides = Vec::new();
    for start in 0..len {
        if std::mem::replace(&mut seen[start as usize], true) {
            continue;
        }
        let mut side = vec![start];
        let mut done = 0;
        while let Some(&vertex) = side.get(done) {
            done += 1;
            for &next in graph.neighbours(vertex) {
                if !std::mem::replace(&mut seen[next as usize], true) {
                    side.push(next);
                }
            }
        }
        sides.push(side);
    }
    sides
}

/// The mixing function of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
