//! Graphs that two vertices hold together, taken apart there.
//!
//! A tour passes all that is behind two vertices at once, between them. So it is a tour of one side, where a path over
//! a new vertex joins the two, and one of the other side likewise; and any two of those make one of the whole
//! (the pieces are those of Hopcroft and Tarjan, Dividing a graph into triconnected components, SIAM
//! Journal on Computing 2, 1973). Each piece is searched by itself: luck in one is not lost by bad luck in another.

mod pair;

use super::{Found, Options, Progress, Search};
use knightsat_base::stop::Stop;
use knightsat_solver::varisat::VarisatError;
use knightsat_tour::graph::Graph;
use knightsat_tour::{AugmentedGraph, Kind, Problem};
use pair::{Behind, numbered, pair};

impl Search<'_> {
    /// Searches piece by piece, if there are several. Edges are those that a tour may take, and whether all
    /// tours do. A contradiction is one in a piece.
    pub(super) fn in_pieces(&mut self, left: &[([u32; 2], bool)]) -> Result<Found, VarisatError> {
        let len = self.augmented.len();
        let pieces = Pieces::new(len, left, &self.limits.stop);
        if pieces.edges.len() < 2 || self.is_late() {
            return Ok(Found::Nothing);
        }
        let mut tours = Vec::new();
        for edges in &pieces.edges {
            match self.piece(edges)? {
                Found::Cycle(cycle) => tours.push(cycle),
                other => return Ok(other),
            }
        }
        let mut cycle = pieces.join(tours);
        cycle.retain(|&vertex| vertex < len);
        Ok(Found::Cycle(cycle))
    }

    /// The same search in a graph of these edges. Its cuts are kept.
    fn piece(&mut self, edges: &[[u32; 2]]) -> Result<Found, VarisatError> {
        let (names, edges) = numbered(edges);
        let graph = Graph::from_pairs(names.len() as u32, &edges);
        let Ok(problem) = Problem::new(graph, Kind::Closed, None, None) else {
            return Ok(Found::Nothing);
        };
        let Ok(augmented) = AugmentedGraph::coloured_within(&problem, &self.limits.stop) else {
            return Ok(Found::Nothing);
        };
        let options = Options {
            seed: self.seed,
            solver: self.solver,
            stop: self.limits.stop.clone(),
            ..Options::default()
        };
        let mut search = Search::new(&problem, augmented, options, self.report);
        search.is_piece = true;
        (search.begin, search.progress) = (self.begin, self.progress);
        search.progress.piece = Some(names.len() as u32);
        let found = search.run()?;
        let piece = self.progress.piece;
        self.progress = Progress {
            piece,
            ..search.progress
        };
        let len = self.augmented.len();
        for cut in search.cuts {
            let cut = cut.into_iter().map(|vertex| names[vertex as usize]);
            let cut: Vec<u32> = cut.filter(|&vertex| vertex < len).collect();
            if (1..len as usize).contains(&cut.len()) {
                self.cuts.push(cut);
            }
        }
        Ok(match found {
            Found::Cycle(cycle) => {
                Found::Cycle(cycle.into_iter().map(|v| names[v as usize]).collect())
            }
            Found::Obstruction(_) => Found::Contradiction,
            other => other,
        })
    }
}

/// The pieces of a graph.
struct Pieces {
    /// The edges of each. What must be taken is next to a vertex with two edges.
    edges: Vec<Vec<[u32; 2]>>,
    /// The vertex that has been put between the two, in the piece at the first place and that at the second.
    joints: Vec<(u32, usize, usize)>,
    vertices: u32,
}

impl Pieces {
    fn new(len: u32, left: &[([u32; 2], bool)], stop: &Stop) -> Pieces {
        let mut degree = vec![0; len as usize];
        for &vertex in left.iter().flat_map(|(ends, _)| ends) {
            degree[vertex as usize] += 1;
        }
        let mut pieces = Pieces {
            edges: Vec::new(),
            joints: Vec::new(),
            vertices: len,
        };
        let mut edges = Vec::new();
        for &([a, b], is_forced) in left {
            if is_forced && degree[a as usize] > 2 && degree[b as usize] > 2 {
                let middle = pieces.vertex();
                edges.extend([[a, middle], [middle, b]]);
            } else {
                edges.push([a, b]);
            }
        }
        pieces.edges.push(edges);
        let mut piece = 0;
        while piece < pieces.edges.len() {
            match pair(&pieces.edges[piece], stop) {
                Ok(Some(behind)) => pieces.split(piece, &behind),
                Ok(None) => piece += 1,
                Err(_) => break,
            }
        }
        pieces
    }

    fn vertex(&mut self) -> u32 {
        self.vertices += 1;
        self.vertices - 1
    }

    /// Makes what is behind two vertices a piece of its own.
    fn split(&mut self, piece: usize, behind: &Behind) {
        let Behind { inside, pair } = behind;
        let middle = self.vertex();
        let edges = std::mem::take(&mut self.edges[piece]);
        let is_inside = |ends: &[u32; 2]| ends.iter().any(|end| inside.binary_search(end).is_ok());
        let (mut inner, mut outer): (Vec<_>, Vec<_>) = edges.into_iter().partition(is_inside);
        // Both sides would be a cycle each with it.
        outer.retain(|&[a, b]| [a, b] != *pair && [b, a] != *pair);
        for edges in [&mut inner, &mut outer] {
            edges.extend(pair.map(|end| [end, middle]));
        }
        self.edges[piece] = outer;
        self.joints.push((middle, piece, self.edges.len()));
        self.edges.push(inner);
    }

    /// The tour of all, from one of every piece.
    fn join(&self, mut tours: Vec<Vec<u32>>) -> Vec<u32> {
        for &(middle, outer, inner) in self.joints.iter().rev() {
            let [mut outside, mut inside] =
                [outer, inner].map(|piece| std::mem::take(&mut tours[piece]));
            for tour in [&mut outside, &mut inside] {
                let place = tour.iter().position(|&vertex| vertex == middle);
                tour.rotate_left(place.unwrap_or(0));
            }
            // Both are without the vertex between the two now, and lead from one of them to the other.
            inside.remove(0);
            outside.remove(0);
            if inside.first() == outside.first() {
                inside.reverse();
            }
            outside.extend(&inside[1..inside.len() - 1]);
            tours[outer] = outside;
        }
        tours.swap_remove(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lazy::frontier::{self, Searched};
    use knightsat_base::random::Rng;
    use knightsat_family as family;

    /// Whether there is a tour: by sweeping, which knows no pieces.
    fn tour(edges: &[[u32; 2]]) -> Option<Vec<u32>> {
        let (names, edges) = numbered(edges);
        let edges: Vec<_> = edges.into_iter().map(|ends| (ends, false)).collect();
        match frontier::search(names.len() as u32, &edges, &Stop::default()) {
            Searched::Cycle(cycle) => Some(cycle.into_iter().map(|v| names[v as usize]).collect()),
            Searched::None => None,
            Searched::TooWide => panic!("the graph is too wide"),
        }
    }

    /// Paths of 24 vertices with chords in a ring, each joined to the first vertex of the next by two edges, without
    /// one of the edges, perhaps; and one edge may be forced.
    fn ring(count: u32, rng: &mut Rng) -> Vec<([u32; 2], bool)> {
        let mut edges = Vec::new();
        for nth in 0..count {
            let first = 24 * nth;
            let next = 24 * ((nth + 1) % count);
            edges.extend((first..first + 23).map(|vertex| [vertex, vertex + 1]));
            let mut any = || first + rng.below(24) as u32;
            let chords: Vec<[u32; 2]> = (0..10).map(|_| [any(), any()]).collect();
            edges.extend(chords.into_iter().filter(|[a, b]| a != b));
            edges.extend([[first + 23, next], [first + 12, next]]);
        }
        let mut edges: Vec<[u32; 2]> = edges
            .into_iter()
            .map(|[a, b]| [a.min(b), a.max(b)])
            .collect();
        edges.sort_unstable();
        edges.dedup();
        edges.remove(rng.below(edges.len()));
        let forced = rng.below(2 * edges.len());
        let flag = |(nth, ends)| (ends, nth == forced);
        edges.into_iter().enumerate().map(flag).collect()
    }

    /// What a search in pieces says of a graph; one in a single piece, that there is no cycle.
    fn is_found(left: &[([u32; 2], bool)]) -> bool {
        let ends: Vec<[u32; 2]> = left.iter().map(|&(ends, _)| ends).collect();
        let graph = Graph::from_edges(72, &ends);
        let problem = Problem::new(graph, Kind::Closed, None, None).unwrap();
        let augmented = AugmentedGraph::coloured(&problem);
        let report = &mut |_| ();
        let mut search = Search::new(&problem, augmented, Options::default(), report);
        let found = search.in_pieces(left).unwrap();
        assert!(
            search
                .cuts
                .iter()
                .all(|cut| cut.is_sorted() && cut.len() < 72)
        );
        match found {
            Found::Cycle(cycle) => cycle.len() == 72,
            Found::Contradiction => false,
            _ => panic!("the graph is one piece, or the search was stopped"),
        }
    }

    #[test]
    fn pieces_have_tours_where_the_whole_has() {
        let (mut toured, mut split) = (0, 0);
        for seed in 0..60 {
            let mut rng = Rng::new(seed, 0);
            let left = ring(3, &mut rng);
            let pieces = Pieces::new(72, &left, &Stop::default());
            split += pieces.edges.len() - 1;
            let tours: Option<Vec<Vec<u32>>> =
                pieces.edges.iter().map(|edges| tour(edges)).collect();
            let whole: Vec<[u32; 2]> = left
                .iter()
                .flat_map(|&([a, b], is_forced)| match is_forced {
                    true => vec![[a, 999], [999, b]],
                    false => vec![[a, b]],
                })
                .collect();
            assert_eq!(tours.is_some(), tour(&whole).is_some(), "seed {seed}");
            assert_eq!(is_found(&left), tours.is_some(), "seed {seed}");
            let Some(tours) = tours else { continue };
            toured += 1;
            let mut cycle = pieces.join(tours);
            cycle.retain(|&vertex| vertex < 72);
            let ends = |nth: usize| [cycle[nth], cycle[(nth + 1) % cycle.len()]];
            let taken: Vec<[u32; 2]> = (0..cycle.len()).map(ends).collect();
            let is_taken = |[a, b]: [u32; 2]| taken.contains(&[a, b]) || taken.contains(&[b, a]);
            for &[a, b] in &taken {
                let is_edge = |(ends, _): &([u32; 2], bool)| *ends == [a, b] || *ends == [b, a];
                assert!(left.iter().any(is_edge), "seed {seed}: {a} {b}");
            }
            assert!(
                left.iter()
                    .all(|&(ends, is_forced)| !is_forced || is_taken(ends))
            );
            cycle.sort_unstable();
            assert!(cycle.into_iter().eq(0..72), "seed {seed}");
        }
        assert!((10..50).contains(&toured), "{toured}");
        assert!(split >= 60, "{split}");
    }

    #[test]
    fn reports_name_the_piece() {
        // Two wide graphs, an edge of each exchanged for two between them.
        let (half, other) = (family::random_cubic(300, 1), family::random_cubic(300, 2));
        let mut edges: Vec<[u32; 2]> = half.edges().skip(1).collect();
        edges.extend(other.edges().skip(1).map(|ends| ends.map(|v| v + 300)));
        let [[a, b], [c, d]] = [half, other].map(|half| half.edges().next().unwrap());
        edges.extend([[a, c + 300], [b, d + 300]]);
        let left: Vec<_> = edges.iter().map(|&ends| (ends, false)).collect();
        let graph = Graph::from_edges(600, &edges);
        let problem = Problem::new(graph, Kind::Closed, None, None).unwrap();
        let augmented = AugmentedGraph::coloured(&problem);
        let mut named = Vec::new();
        let report = &mut |progress: Progress| named.push(progress.piece);
        let mut search = Search::new(&problem, augmented, Options::default(), report);
        assert!(matches!(search.in_pieces(&left), Ok(Found::Cycle(_))));
        assert_eq!(search.progress.piece, None);
        named.dedup();
        assert_eq!(named, [Some(302)]);
    }
}
