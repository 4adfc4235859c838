//! Methods of `knightsat-hamilton`. Graphs of small treewidth defeat the solver, whereas a tree
//! decomposition decides them at once. The pieces of a graph that two vertices hold together are
//! searched one after the other.

use super::edge_vars::EdgeVars;
use super::{Found, Options, Progress, Search, SearchRun, Shape};
use crate::tour::graph::Graph;
use crate::tour::reduce::Fate;
use crate::tour::{AugmentedGraph, Problem};
use knightsat_hamilton::{Decided, Known, Pieces, decide, numbered};
use knightsat_solver::SolverError;
use std::collections::BTreeMap;

/// The most pairs of rows for a first tree decomposition, and after other methods have failed.
pub(super) const QUICK: u64 = 30_000_000;
pub(super) const THOROUGH: u64 = 200_000_000;

impl Search<'_> {
    /// Returns the cycle that a tree decomposition finds with little work.
    pub(super) fn quickly_decided(&self, run: &mut SearchRun) -> Option<Vec<u32>> {
        self.decided(&self.edges(), QUICK, run)
    }

    /// Tries a tree decomposition after some of the attempts.
    pub(super) fn decomposed(&self, attempt: u64, run: &mut SearchRun) -> Option<Vec<u32>> {
        let work = match attempt {
            0 if self.shape != Shape::Hub => QUICK,
            2 => THOROUGH,
            _ => return None,
        };
        self.decided(&self.edges(), work, run)
    }

    /// Returns all edges, and whether they are forced by the problem.
    pub(super) fn edges(&self) -> Vec<Known> {
        let edges = EdgeVars::all(&self.augmented, 0);
        let known = |&[a, b]: &[u32; 2]| ([a, b], self.augmented.is_forced(a, b));
        edges.edges().iter().map(known).collect()
    }

    /// Returns the edges that a tour may take, and whether all tours do.
    pub(super) fn left(&self, known: &BTreeMap<[u32; 2], Fate>) -> Vec<Known> {
        let edges = EdgeVars::all(&self.augmented, 0);
        let fates = edges.edges().iter().map(|&[a, b]| {
            let fate = known.get(&[a.min(b), a.max(b)]).copied();
            ([a, b], fate.unwrap_or_default())
        });
        let left = fates.filter(|(_, fate)| *fate != Fate::Forbidden);
        left.map(|(e, fate)| (e, fate == Fate::Forced)).collect()
    }

    /// Returns a cycle of these edges if a tree decomposition finds one with this much work. If it
    /// shows that there is none, the graph is hopeless: the solver has to refute it, since a table
    /// is no proof.
    pub(super) fn decided(
        &self,
        edges: &[Known],
        work: u64,
        run: &mut SearchRun,
    ) -> Option<Vec<u32>> {
        match decide(self.augmented.len(), edges, work, &self.options.stop) {
            Decided::Cycle(cycle) if self.accepts(&cycle) => return Some(cycle),
            Decided::None => run.findings.is_hopeless = true,
            Decided::Cycle(_) | Decided::TooWide => {}
        }
        None
    }

    /// Searches piece by piece, if there are several pieces. `left` contains the edges that a tour
    /// may take, and whether all tours do. A contradiction in a piece is one of the graph.
    pub(super) fn in_pieces(
        &self,
        left: &[Known],
        run: &mut SearchRun,
    ) -> Result<Found, SolverError> {
        let len = self.augmented.len();
        // Edges that no tour takes may belong to a symmetry.
        let mut pieces = Pieces::new(len, &self.edges(), &self.options.stop);
        if pieces.edges.len() < 2 {
            pieces = Pieces::new(len, left, &self.options.stop);
        }
        if pieces.edges.len() < 2 || self.is_late() {
            return Ok(Found::Nothing);
        }
        let mut tours = Vec::new();
        for edges in &pieces.edges {
            match self.piece(edges, run)? {
                Found::Cycle(cycle) => tours.push(cycle),
                other => return Ok(other),
            }
        }
        Ok(Found::Cycle(pieces.join(tours)))
    }

    /// Searches a graph of these edges. Its cuts are kept.
    fn piece(&self, edges: &[[u32; 2]], run: &mut SearchRun) -> Result<Found, SolverError> {
        let (names, edges) = numbered(edges);
        let graph = Graph::from_pairs(names.len() as u32, &edges);
        let problem = Problem::cycle(graph);
        let Ok(augmented) = AugmentedGraph::coloured(&problem, &self.options.stop) else {
            return Ok(Found::Nothing);
        };
        let options = Options {
            shortcuts: false,
            ..self.options.clone()
        };
        let (mut search, mut inner) =
            Search::new((&problem).into(), augmented, options, run.report);
        let len = self.augmented.len();
        let joints = (0..).zip(&names).filter(|&(_, &name)| name >= len);
        search.joints = joints.map(|(vertex, _)| vertex).collect();
        let outer = &mut run.findings;
        inner.findings.begin = outer.begin;
        inner.findings.progress = Progress {
            piece: Some(names.len() as u32),
            ..outer.progress
        };
        let found = search.run(&mut inner)?;
        outer.progress = Progress {
            piece: outer.progress.piece,
            ..inner.findings.progress
        };
        for cut in inner.findings.cuts {
            let cut: Vec<u32> = cut
                .into_iter()
                .map(|vertex| names[vertex as usize])
                .filter(|&vertex| vertex < len)
                .collect();
            if (1..len as usize).contains(&cut.len()) {
                outer.cuts.push(cut);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::stop::Stop;
    use knightsat_family as family;

    /// Two wide graphs are joined by two edges, each in place of one of theirs.
    #[test]
    fn reports_name_the_piece() {
        let [half, other] = [1, 2].map(|seed| family::random_cubic(300, seed));
        let moved = |ends: [u32; 2]| ends.map(|vertex| vertex + half.len());
        let mut edges: Vec<[u32; 2]> = half.edges().skip(1).collect();
        edges.extend(other.edges().skip(1).map(moved));
        let [a, b] = half.edges().next().unwrap();
        let [c, d] = moved(other.edges().next().unwrap());
        edges.extend([[a, c], [b, d]]);
        let problem = Problem::cycle(Graph::from_edges(600, &edges));
        let left: Vec<Known> = edges.into_iter().map(|ends| (ends, false)).collect();
        let augmented = AugmentedGraph::coloured(&problem, &Stop::default()).unwrap();
        let mut named = Vec::new();
        let report = &mut |progress: Progress| named.push(progress.piece);
        let (search, mut run) =
            Search::new((&problem).into(), augmented, Options::default(), report);
        let found = search.in_pieces(&left, &mut run);
        assert!(matches!(found, Ok(Found::Cycle(_))));
        assert_eq!(run.findings.progress.piece, None);
        named.dedup();
        assert_eq!(named, [Some(302)]);
    }
}
