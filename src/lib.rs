//! Knight's tours, and Hamiltonian paths and cycles of any graph, by SAT: encode, solve, decode,
//! verify, prove, count.
//!
//! One import, [`prelude`], is enough for most programs:
//!
//! ```
//! use knightsat::prelude::*;
//!
//! let spec = "8x8".parse::<FormulaSpec>()?.closed().encoding("crt")?;
//! let file = spec.write(Vec::new())?; // in DIMACS, for any solver
//! let mut solver = Varisat::new(None);
//! spec.encode(&mut solver)?;
//! let Answer::Satisfiable(model) = solver.solve()? else { panic!("there are closed tours") };
//! assert_eq!(spec.decode(&model)?.steps().len(), 64); // a verified tour
//! # assert!(file.starts_with(b"c A tour as a formula."));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Without a formula of one's own, [`search::find`] finds a tour or the reason why there is none.
//!
//! Each module is a part of a crate of its own: its names for other programs. Data flows through
//! them in this order: [`tour`] (boards, graphs, clues, problems) → [`encoding`] → clauses
//! ([`cnf`], [`cnf::dimacs`]) → [`solver`] → model → [verified tour](tour::tour) → [`render`].
//! [`encoding::formula_spec`] joins a board or graph and its formula. [`mod@search`] goes the whole
//! way, by a formula or by the [lazy engine](search::lazy). If no tour exists, [`search::prove()`]
//! writes a certificate, and [`certificate`] checks it. [`count`] counts tours, [`check`] compares
//! an encoding with independently found tours, and [`lint`] finds faults in files.
//!
//! # Features
//!
//! `cli` is the program, and on by default. `processes` adds external solvers, and `compression`
//! `.gz`; both together add `.zst` and `.xz`. `manual` adds completions and manual pages, `png`
//! pictures. `cadical` is CaDiCaL in process. `rustsat` adds conversions, and the solvers of that
//! library.

#![warn(missing_docs)]

#[cfg(feature = "cli")]
extern crate self as knightsat;

#[cfg(feature = "cli")]
pub mod cli;
pub mod prelude;

pub use knightsat_base::stop;

/// Boards, graphs, clues and problems; tours and their verifier.
pub mod tour {
    pub use knightsat_tour::{
        Kind, Obstruction, Problem, ProblemError, Verdict, blocks, board, fact, given, graph,
        known, magic, mask, place, rule, spec, split, square, statistic, symmetry, tour,
    };
}

/// Variables, clauses, gadgets; DIMACS and OPB, read and written.
pub mod cnf {
    pub use knightsat_cnf::{
        Answer, Clauses, Extended, Lit, Model, Var, Vars, dimacs, gadget, limits, shuffle, sink,
    };
}

/// The encodings: tours as clauses, and models as tours.
pub mod encoding {
    pub use knightsat_encoding::{
        Encoder, Encoding, Formula, FormulaError, Name, Style, Task, UnknownName, binary, counter,
        flow, formula_spec, literals, meaning, options, position, sizes, successor,
    };
}

/// Solvers: in process, one's own, or any program.
pub mod solver {
    #[cfg(feature = "cadical")]
    pub use knightsat_solver::cadical;
    #[cfg(feature = "rustsat")]
    pub use knightsat_solver::rustsat;
    pub use knightsat_solver::{
        Decision, IN_PROCESS, InProcess, Program, Solver, SolverError, incremental, kit, portfolio,
        refute, varisat,
    };
    #[cfg(feature = "processes")]
    pub use knightsat_solver::{external, installed};
}

/// From a spec to a verified tour, or to the reason why there is none.
pub mod search {
    pub use knightsat_search::{
        Engine, Evidence, SolveError, Unknown, Verdict, conclude, enumerate, explain, find,
        find_by_formula, heuristic, lazy, optimum, prove, puzzle, tours, unique, unsat_core,
        verify,
    };
}

/// The checker of certificates, which shares no code with what makes them.
pub mod certificate {
    pub use knightsat_certificate::{
        CERTIFICATE, DRAT, FORMULA, LINES, LRAT, Names, ProofError, SUMMARY, Verified, certificate,
        verify, verify_formula,
    };
}

/// Counts of tours: by search, and by the frontier dynamic programme.
pub mod count {
    pub use knightsat_count::{frontier, search};
}

/// The regression kit for encodings.
pub mod check {
    pub use knightsat_check::{
        BOARDS, CheckResult, Collected, Counterexample, Expression, LARGER_BOARDS, Options, Report,
        Status, Subject, Violated, Wrong, assert_right, bytes, description, foreign, from_comments,
        inspect, map, place,
    };
}

/// Faults in DIMACS and OPB files.
pub mod lint {
    pub use knightsat_lint::{Finding, LintReport, fix, lint, names};
}

/// Text, JSON, SVG, PNG and HTML.
pub mod render {
    #[cfg(feature = "png")]
    pub use knightsat_render::png;
    pub use knightsat_render::{
        About, Document, DocumentCore, DocumentKind, DocumentObjective, DocumentResult, GraphSize,
        Pieces, Terminal, TourText, TourTextError, board, document, grid, html, longest, moves,
        path, puzzle, read, read_pieces, scene, side_by_side, svg, terminal, write_path,
        write_terminal,
    };
}

// Their examples are tests.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../README.md")]
    mod readme {}
    #[doc = include_str!("../docs/library.md")]
    mod library {}
}
