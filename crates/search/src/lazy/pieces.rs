//! The search of a graph piece by piece, where small sets of vertices separate it.

use super::{AttemptResult, Options, Progress, Search, SearchRun};
use crate::tour::Problem;
use crate::tour::given::{Clue, Given};
use crate::tour::graph::Graph;
use crate::tour::lower::lower;
use crate::tour::table::Backend;
use knightsat_hamilton::{Pieces, numbered};
use knightsat_solver::Refined;

impl Search<'_> {
    /// Searches piece by piece. A contradiction in a piece is one of the graph. Cuts are kept.
    pub(super) fn pieces(&self, pieces: &Pieces, run: &mut SearchRun) -> AttemptResult {
        let mut tours = Vec::new();
        for edges in &pieces.edges {
            let (names, edges) = numbered(edges);
            let (ends, marks): (Vec<[u32; 2]>, Vec<bool>) = edges.into_iter().unzip();
            let forced = ends.iter().zip(marks).filter(|&(_, is_forced)| is_forced);
            let given = Given::new(forced.map(|(&ends, _)| Clue::Move(ends)));
            let plain = Problem::cycle(Graph::from_pairs(names.len() as u32, &ends));
            let problem = plain.with(given).expect("moves along edges");
            let named = |vertices: Vec<u32>| -> Vec<u32> {
                let names = vertices.into_iter().map(|vertex| names[vertex as usize]);
                names.collect()
            };
            let options = Options {
                shortcuts: false,
                ..self.options.clone()
            };
            let Ok(lowered) = lower(&problem, Backend::Engine, &options.stop) else {
                return Ok(Refined::Unknown);
            };
            let (search, mut inner) = Search::new(lowered.leaves()[0], options, run.report);
            inner.progress = Progress {
                piece: Some(names.len() as u32),
                ..run.progress
            };
            let found = search.run(&mut inner)?;
            run.progress = Progress {
                piece: run.progress.piece,
                ..inner.progress
            };
            run.with_matchings |= inner.with_matchings;
            let cuts = inner.cuts.into_iter();
            run.cuts.extend(cuts.map(named));
            match found {
                Refined::Accepted(cycle) => tours.push(named(cycle)),
                other => return Ok(other),
            }
        }
        Ok(Refined::Accepted(pieces.join(tours)))
    }
}
