//! The grid: boards × encodings × solvers × shuffles.
//!
//! ```
//! use knightsat_compare::grid::Instance;
//!
//! let instance = Instance::new("3x4".into(), &"3x4".parse()?);
//! assert_eq!(instance.place.len(), 12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::method::{LAZY, Method, NO_AMO};
use super::row::Run;
use super::task::Theirs;
use crate::base::text;
use crate::tour::place::Place;
use crate::tour::spec::Request;
use crate::tour::spec::TourSpec;
use itertools::{Itertools, iproduct};
use std::path::PathBuf;

/// A board or graph with its name in rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// RANKSxFILES, or the name of a file.
    pub name: String,
    /// The board or graph.
    pub place: Place,
    /// The required tour.
    pub asked: TourSpec,
    /// A foreign formula to compare, about this tour.
    pub foreign: Option<Foreign>,
}

impl Instance {
    /// Takes the board or graph of a request, under this name.
    pub fn new(name: String, request: &Request) -> Instance {
        Instance {
            name,
            place: request.place.clone(),
            asked: request.tour.clone().with_piece_of(&request.place),
            foreign: None,
        }
    }
}

/// A foreign formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foreign {
    /// Its file on this machine.
    pub path: PathBuf,
    /// Its description for processes.
    pub theirs: Theirs,
    /// Its [checksum](Theirs::sum).
    pub sum: String,
}

/// A solver with its name on the command line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SolverEntry {
    /// The name for [`Solver::new`](crate::solver::Solver::new).
    pub name: String,
    /// Its version on this machine, if known.
    pub version: Option<String>,
    /// True if it runs in process, without a file.
    pub is_in_process: bool,
}

/// The runs to compare.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// The boards and graphs.
    pub instances: Vec<Instance>,
    /// The methods.
    pub methods: Vec<Method>,
    /// The solvers.
    pub solver_entries: Vec<SolverEntry>,
    /// Number of shuffles of each formula; the first one is the formula itself.
    pub shuffles: u64,
}

/// A run with its board or graph and its solver.
#[derive(Clone, Debug)]
pub struct Job<'g> {
    /// Its key.
    pub run: Run,
    /// The board or graph.
    pub place: &'g Place,
    /// The foreign formula, if the run is about one.
    pub foreign: Option<&'g Foreign>,
    /// The solver.
    pub solver_entry: &'g SolverEntry,
}

impl Grid {
    /// Returns all runs, each once. A first shuffle of everything precedes any second shuffle, so
    /// that an interrupted comparison is still meaningful. The lazy engine runs with solvers in
    /// process only; its other jobs are omitted.
    pub fn job_list(&self) -> Vec<Job<'_>> {
        let places = self.instances.iter().map(|instance| {
            let graph = instance.place.graph();
            let (vertices, edges) = (graph.len(), graph.edges().count() as u64);
            (instance, sum(&instance.place), vertices, edges)
        });
        let places = places.collect_vec();
        let ours = self.methods.iter().map(|method| (method.clone(), None));
        let places = iproduct!(0..self.shuffles, &places);
        let all = places.flat_map(|(shuffle, place)| {
            let theirs = place.0.foreign.iter().map(|foreign| {
                let (encoding, amo) = (foreign.theirs.name.clone(), NO_AMO.to_string());
                (Method { encoding, amo }, Some(foreign))
            });
            let ways = theirs.chain(ours.clone());
            let ways = ways.cartesian_product(&self.solver_entries);
            ways.map(move |(way, solver_entry)| (shuffle, place, way, solver_entry))
        });
        let possible = all.filter(|(_, _, (method, foreign), solver_entry)| {
            foreign.is_some() || is_possible(method, solver_entry)
        });
        let job_list = possible.map(
            |(shuffle, (instance, sum, vertices, edges), (method, foreign), solver_entry)| Job {
                run: Run {
                    board: instance.name.clone(),
                    place: sum.clone(),
                    vertices: *vertices,
                    edges: *edges,
                    asked: instance.asked.clone(),
                    encoding: method.encoding.clone(),
                    amo: method.amo.clone(),
                    formula: foreign.map(|foreign| foreign.sum.clone()),
                    solver: solver_entry.name.clone(),
                    shuffle,
                },
                place: &instance.place,
                foreign,
                solver_entry,
            },
        );
        job_list.unique_by(|job| job.run.clone()).collect()
    }

    /// Returns the solvers with which the lazy engine cannot run, if it is among the methods.
    pub fn left_out(&self) -> Vec<&str> {
        let lazy = self.methods.iter().find(|method| method.encoding == LAZY);
        let is_left_out = |entry: &&SolverEntry| lazy.is_some_and(|lazy| !is_possible(lazy, entry));
        let others = self.solver_entries.iter().filter(is_left_out);
        others.map(|entry| entry.name.as_str()).collect()
    }
}

fn is_possible(method: &Method, solver_entry: &SolverEntry) -> bool {
    method.encoding != LAZY || solver_entry.is_in_process
}

/// Returns a checksum of a place.
fn sum(place: &Place) -> String {
    let place = serde_json::to_vec(place).expect("text, numbers and lists");
    text::of_words([&place[..]])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tour::Kind;
    use crate::tour::board::Board;

    fn instance(board: &str) -> Instance {
        Instance {
            name: board.into(),
            place: board.parse::<Board>().unwrap().into(),
            asked: Kind::Open.into(),
            foreign: None,
        }
    }

    fn solver_entry(name: &str, is_in_process: bool) -> SolverEntry {
        SolverEntry {
            name: name.into(),
            version: None,
            is_in_process,
        }
    }

    fn grid(encodings: &[&str]) -> Grid {
        let method = |encoding: &&str| Method {
            encoding: encoding.to_string(),
            amo: "-".into(),
        };
        Grid {
            instances: vec![instance("5x5"), instance("6x6"), instance("5x5")],
            methods: encodings.iter().map(method).collect(),
            solver_entries: vec![
                solver_entry("varisat", true),
                solver_entry("minisat", false),
            ],
            shuffles: 2,
        }
    }

    #[test]
    fn every_run_comes_once_and_one_shuffle_of_all_comes_first() {
        let grid = grid(&["position", "textbook"]);
        let job_list = grid.job_list();
        assert_eq!(job_list.len(), 2 * 2 * 2 * 2);
        assert!(job_list[..8].iter().all(|job| job.run.shuffle == 0));
        assert!(job_list.iter().map(|job| &job.run).all_unique());
        assert_eq!(job_list[0].run.vertices, 25);
        assert_eq!(job_list[0].run.edges, 48);
    }

    #[test]
    fn the_lazy_engine_goes_with_solvers_in_process() {
        let grid = grid(&["lazy"]);
        assert_eq!(grid.job_list().len(), 2 * 2);
        assert_eq!(grid.left_out(), ["minisat"]);
    }

    #[test]
    fn another_board_has_another_checksum() {
        let [one, other] = ["5x5", "5x6"].map(|board| sum(&instance(board).place));
        assert_ne!(one, other);
        assert_eq!(text::of_words([&b"a"[..]]), "089be207b544f1e4");
    }
}
