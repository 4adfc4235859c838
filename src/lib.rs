//! Knight's tours, and Hamiltonian paths and cycles of any graph, by SAT: encode, solve, decode,
//! verify, prove, count.
//!
//! One import, [`prelude`], is enough for most programs:
//!
//! ```
//! use knightsat::prelude::*;
//!
//! let stop = Stop::default();
//! let spec = "8x8".parse::<FormulaSpec>()?.closed().require("a1-c2")?.encoding("crt")?;
//! println!("{}", spec.solve(&stop)?); // a tour, or why there is none
//! let file = spec.write(Vec::new(), &stop)?; // in DIMACS, for any solver
//! let mut solver = Varisat::new(None);
//! spec.encode(&mut solver, &stop)?;
//! let Answer::Satisfiable(model) = solver.solve()? else { panic!("there are closed tours") };
//! assert_eq!(spec.decode(&model, &stop)?.steps().len(), 64); // a verified tour
//! # assert!(file.starts_with(b"c A tour as a formula."));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What can be requested of a tour is in [`Requesting`](tour::Requesting), and what can be
//! asked about it in [`Ask`](search::Ask).
//!
//! Each module is a part of a crate of its own: its names for other programs. Data flows through
//! them in this order: [`tour`] (boards, graphs, clues, problems) → [`encoding`] → clauses
//! ([`cnf`], [`cnf::dimacs`]) → [`solver`] → model → [verified tour](tour::Tour) → [`render`].
//! [`encoding::formula_spec`] joins a board or graph and its formula. [`mod@search`] goes the whole
//! way, by a formula or by the [lazy engine](search::lazy). If no tour exists, [`search::prove()`]
//! writes a certificate, and [`certificate`] checks it. [`count`] counts tours, [`check`] compares
//! an encoding with independently found tours, and [`lint`] finds faults in files.
//!
//! # Features
//!
//! `cli` is the program, and on by default. `processes` adds external solvers, and `compression`
//! `.gz`, `.zst` and `.xz`. `cadical` is CaDiCaL in process.

#![warn(missing_docs)]

#[cfg(feature = "cli")]
extern crate self as knightsat;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
pub mod prelude;

pub use knightsat_base::stop;

/// Requests and other values in JSON, read with faults in a line of their own.
pub mod json {
    pub use knightsat_base::json::{Fault, read};
}

/// Boards, graphs, clues and problems; tours and their verifier.
pub mod tour {
    pub use knightsat_base::text::{OptionName, ParseError};
    pub use knightsat_place::board::{Board, BoardError, DrawnDemands};
    pub use knightsat_place::geometry::{NoDirection, Piece, Wrap};
    pub use knightsat_place::outline::{Outline, Square};
    pub use knightsat_place::{Kind, place};
    pub use knightsat_tour::blocks::{BlockSize, BlocksError, Joints};
    pub use knightsat_tour::constraint::Property;
    pub use knightsat_tour::spec::{MoveName, Request, Requesting, SpecError, StepName, TourSpec};
    pub use knightsat_tour::statistic::{Angle, Edge, Setting, Slope, Statistic, StatisticError};
    pub use knightsat_tour::statistic::{Sum, Weights};
    pub use knightsat_tour::tour::{Tour, TourError};
    pub use knightsat_tour::{
        Obstruction, Problem, ProblemError, Verdict, fact, given, magic::Unmagic, rule,
        succession::Succession, symmetry, table::Refusal,
    };

    /// Boards, drawn in text.
    pub mod mask {
        pub use knightsat_place::mask::{MaskError, parse};
    }

    /// A simple graph, undirected or directed, and its formats.
    pub mod graph {
        pub use knightsat_place::graph::{
            Coordinates, EdgeError, Graph, Layout, Names, Words, read,
        };
    }
}

/// Variables, clauses and gadgets; DIMACS, read and written.
pub mod cnf {
    pub use knightsat_cnf::limits::TooLarge;
    pub use knightsat_cnf::{Answer, Clauses, Contradiction, Lit, Model, Term, Var, Vars};

    /// Constraints as clauses.
    pub mod gadget {
        pub use knightsat_cnf::gadget::{
            amo,
            exactly::{at_least_two, exactly},
        };
    }

    /// DIMACS, read and written.
    pub mod dimacs {
        #[cfg(feature = "compression")]
        pub use knightsat_cnf::dimacs::compress;
        pub use knightsat_cnf::dimacs::{ReadError, read, result, write};
    }

    /// Sinks: what clauses are written to.
    pub mod sink {
        pub use knightsat_cnf::sink::{ClauseGroup, ClauseSink, Cnf};
        pub use knightsat_cnf::sink::{Size, SizeTally, ThreeCnf, Until};
    }
}

/// The encodings: tours as clauses, and models as tours.
pub mod encoding {
    pub use knightsat_encoding::counter::CrtOptions;
    pub use knightsat_encoding::position::PositionOptions;
    pub use knightsat_encoding::sizes::{GroupSize, SizeRow, predict};
    pub use knightsat_encoding::successor::EitherOptions;
    pub use knightsat_encoding::{Formula, FormulaError, Name, Options, SetError, Style};
    pub use knightsat_encoding::{circuit, formula_spec, meaning};
    pub use knightsat_tour::prepare::Directions;
}

/// Solvers: in process, one's own, or any program.
pub mod solver {
    #[cfg(feature = "cadical")]
    pub use knightsat_solver::cadical::Cadical;
    #[cfg(feature = "processes")]
    pub use knightsat_solver::external;
    pub use knightsat_solver::varisat::Varisat;
    pub use knightsat_solver::{Allowance, Assuming, Incremental, Limits};
    pub use knightsat_solver::{InProcess, Program, Solver, SolverError};
}

/// From a spec to a verified tour, or to the reason why there is none.
pub mod search {
    pub use knightsat_search::ask::{Ask, Best, Found, FoundBest};
    pub use knightsat_search::explain::{reason, sentence, shortened};
    pub use knightsat_search::heuristic::warnsdorff::Stuck;
    pub use knightsat_search::tours::{Tours, histogram};
    pub use knightsat_search::unique::{Uniqueness, unique};
    pub use knightsat_search::{Evidence, SolveError, Unknown, Verdict};
    pub use knightsat_search::{conclude, find, find_by_formula, prove};
    pub use knightsat_search::{prove_with, puzzle, verify};
    pub use knightsat_solver::refute::RefuteError;

    /// The best tours.
    pub mod optimum {
        pub use knightsat_search::optimum::{Objective, Optimum, Sense, Standing, optimize};
    }

    /// The lazy engine.
    pub mod lazy {
        pub use knightsat_search::lazy::{Options, Progress, Refutation};
        pub use knightsat_search::lazy::{solve, solve_with};
    }
}

/// The checker of certificates, which shares no code with what makes them.
pub mod certificate {
    pub use knightsat_certificate::{ProofError, Verified, verify};
}

/// Counts of tours, by the frontier dynamic programme.
pub mod count {
    pub use knightsat_count::frontier::{BigUint, Classes, Count, FrontierError, Options};
    pub use knightsat_count::frontier::{Progress, classes, count, count_with};
}

/// The regression kit for encodings.
pub mod check {
    pub use knightsat_check::map::parse as parse_map;
    pub use knightsat_check::{CheckResult, Counterexample, Fault, FaultKind, Options};
    pub use knightsat_check::{Report, Status, Subject, Violated, Wrong, assert_right, inspect};
}

/// Faults in DIMACS and OPB files.
pub mod lint {
    pub use knightsat_lint::names::{FindingName, Reaction, Severity};
    pub use knightsat_lint::{Finding, LintReport, fix::Fixer, lint};
}

/// Text, SVG, TikZ and HTML.
pub mod render {
    pub use knightsat_base::text::{counted, escape};
    pub use knightsat_render::svg::{Look, PictureStyle, svg};
    pub use knightsat_render::{html::page, scene};
}

// Their examples are tests.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../README.md")]
    mod readme {}
    #[doc = include_str!("../docs/library.md")]
    mod library {}
}
