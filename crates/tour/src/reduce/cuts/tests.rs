use super::*;

/// Returns classes found by trying every edge and every pair; an edge that is a cut alone is in
/// none.
fn by_trying(len: u32, edges: &[[u32; 2]]) -> Vec<Vec<u32>> {
    let count = |without: &[u32]| sides(len, edges, without).len();
    let numbers = 0..edges.len() as u32;
    let is_bridge = |&edge: &u32| count(&[edge]) == 2;
    let (bridges, others): (Vec<u32>, Vec<u32>) = numbers.partition(is_bridge);
    let mut cuts: Vec<Vec<u32>> = bridges.into_iter().map(|edge| vec![edge]).collect();
    for (nth, &first) in others.iter().enumerate() {
        let partners = others.iter().filter(|&&other| other != first);
        let is_cut = |&&other: &&u32| count(&[first.min(other), first.max(other)]) == 2;
        let partners: Vec<u32> = partners.filter(is_cut).copied().collect();
        // Each class once, from its first edge.
        if !partners.is_empty() && !others[..nth].iter().any(|edge| partners.contains(edge)) {
            cuts.push([vec![first], partners].concat());
        }
    }
    cuts.sort_unstable();
    cuts
}

#[test]
fn classes_are_those_that_trying_all_pairs_finds() {
    let mut sizes = [0; 3];
    for seed in 0..400 {
        let n = 3 + seed as u32 % 10;
        let edges = (n + seed as u32 % 5) as usize;
        let graph = knightsat_family::random_sparse(n, edges, seed);
        let edges: Vec<[u32; 2]> = graph.edges().collect();
        match small_cuts(n, &edges, |_| true, &Stop::default()).unwrap() {
            None => assert!(sides(n, &edges, &[]).len() > 1, "{edges:?}"),
            Some(cuts) => {
                assert_eq!(cuts, by_trying(n, &edges), "{edges:?}");
                cuts.iter().for_each(|cut| sizes[cut.len().min(3) - 1] += 1);
            }
        }
    }
    assert!(sizes.iter().all(|&count| count > 50), "{sizes:?}");
}

#[test]
fn equal_words_of_edges_that_are_no_class_are_seen_through() {
    // Two triangles that share a vertex: three words each, and no edge of the one is in a class
    // with one of the other.
    let edges = [[0, 1], [1, 2], [0, 2], [2, 3], [3, 4], [2, 4]];
    let tree = Tree::new(5, &edges, &Stop::default()).unwrap().unwrap();
    let covers = tree.covers(&edges);
    let is_same = |a: u32, b: u32| tree.is_same(&covers, a, b);
    assert!(is_same(1, 2) && is_same(3, 4));
    for higher in [1, 2] {
        for lower in [3, 4] {
            assert!(!is_same(higher, lower));
        }
    }
}

#[test]
fn the_cuts_of_a_long_ladder_are_found_at_once() {
    // Every pair of rails is a class, but for the first and the last, which share one with a
    // rung.
    let rungs = 20_000;
    let rung = |at: u32| [2 * at, 2 * at + 1];
    let rails = |at: u32| [[2 * at, 2 * at + 2], [2 * at + 1, 2 * at + 3]];
    let mut edges: Vec<[u32; 2]> = (0..rungs).map(rung).collect();
    edges.extend((0..rungs - 1).flat_map(rails));
    let cuts = small_cuts(2 * rungs, &edges, |_| true, &Stop::default());
    let cuts = cuts.unwrap().unwrap();
    assert_eq!(cuts.len() as u32, rungs - 1);
    let threes = cuts.iter().filter(|cut| cut.len() == 3).count();
    assert_eq!(threes, 2);
}
