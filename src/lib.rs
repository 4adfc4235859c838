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
//! What can be requested of a tour is in [`Requesting`](tour::spec::Requesting), and what can be
//! asked about it in [`Ask`](search::ask::Ask).
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
//! `.gz`, `.zst` and `.xz`. `png` adds pictures. `cadical` is CaDiCaL in process. `rustsat` adds
//! conversions, and the solvers of that library.

#![warn(missing_docs)]

#[cfg(feature = "cli")]
extern crate self as knightsat;

#[cfg(feature = "cli")]
pub mod cli;
pub mod prelude;

pub use knightsat_base::stop;

/// Boards, graphs, clues and problems; tours and their verifier.
pub mod tour {
    pub use knightsat_place::{Kind, board, outline, place, turn};
    pub use knightsat_tour::{
        Obstruction, Problem, ProblemError, Verdict, fact, given, rule, symmetry, tour,
    };

    /// Boards, drawn in text.
    pub mod mask {
        pub use knightsat_place::mask::{MaskError, parse};
    }

    /// Properties that a tour may be required to have.
    pub mod constraint {
        pub use knightsat_tour::constraint::{NotAProperty, Property};
    }

    /// Statistics of tours: angles, crossings, slopes and weights.
    pub mod statistic {
        pub use knightsat_tour::statistic::{Statistic, StatisticError, Weights};
    }

    /// The specification of a tour.
    pub mod spec {
        pub use knightsat_tour::spec::{Request, Requesting, SpecError, TourSpec};
    }

    /// A simple graph, undirected or directed, and its formats.
    pub mod graph {
        pub use knightsat_place::graph::{Coordinates, EdgeError, Graph, read};
    }
}

/// Variables, clauses and gadgets; DIMACS, read and written.
pub mod cnf {
    pub use knightsat_cnf::{Answer, Clauses, Extended, Lit, Model, Var, Vars};

    /// Constraints as clauses.
    pub mod gadget {
        pub use knightsat_cnf::gadget::{amo, exactly};

        /// Literals with perhaps known values.
        pub mod term {
            pub use knightsat_cnf::sink::clause;
            pub use knightsat_cnf::{Term, implies_xor, xor};
        }
    }

    /// DIMACS, read and written.
    pub mod dimacs {
        #[cfg(feature = "compression")]
        pub use knightsat_cnf::dimacs::compress;
        pub use knightsat_cnf::dimacs::{ReadError, read, result, write};
    }

    /// Sinks: what clauses are written to.
    pub mod sink {
        pub use knightsat_cnf::sink::{
            ClauseGroup, ClauseSink, Cnf, Size, SizeTally, ThreeCnf, Until,
        };
    }
}

/// The encodings: tours as clauses, and models as tours.
pub mod encoding {
    pub use knightsat_encoding::{
        Encoding, Formula, FormulaError, Name, Style, UnknownName, formula_spec, meaning,
    };
}

/// Solvers: in process, one's own, or any program.
pub mod solver {
    #[cfg(feature = "cadical")]
    pub use knightsat_solver::cadical;
    #[cfg(feature = "rustsat")]
    pub use knightsat_solver::rustsat;
    pub use knightsat_solver::{InProcess, Program, Solver, SolverError, kit, varisat};
    #[cfg(feature = "processes")]
    pub use knightsat_solver::{external, installed};

    /// Solvers that take clauses between solves.
    pub mod incremental {
        pub use knightsat_solver::{Assuming, Incremental, Limits};
    }
}

/// From a spec to a verified tour, or to the reason why there is none.
pub mod search {
    pub use knightsat_search::{
        Engine, Evidence, SolveError, Unknown, Verdict, ask, conclude, explain, find,
        find_by_formula, prove, puzzle, tours, unique, verify,
    };

    /// The best tours.
    pub mod optimum {
        pub use knightsat_search::optimum::{
            Objective, Optimum, OptimumError, Options, Sense, Standing, optimize,
        };
    }

    /// The lazy engine.
    pub mod lazy {
        pub use knightsat_search::lazy::{LazyError, Options, Progress, solve, solve_with};
    }
}

/// The checker of certificates, which shares no code with what makes them.
pub mod certificate {
    pub use knightsat_certificate::{Names, ProofError, Verified, verify};
}

/// Counts of tours: by search, and by the frontier dynamic programme.
pub mod count {
    pub use knightsat_count::search;

    /// Counts by the frontier dynamic programme.
    pub mod frontier {
        pub use knightsat_count::frontier::{
            BigUint, Count, FrontierError, Options, Progress, Scratch, count, count_with,
        };
    }
}

/// The regression kit for encodings.
pub mod check {
    pub use knightsat_check::{
        BOARDS, Collected, Expression, Options, Report, Status, Subject, Violated, Wrong,
        assert_right, description, inspect, place,
    };
}

/// Faults in DIMACS and OPB files.
pub mod lint {
    pub use knightsat_lint::{Finding, LintReport, fix, lint};
}

/// Text, JSON, SVG, PNG and HTML.
pub mod render {
    #[cfg(feature = "png")]
    pub use knightsat_render::png;
    pub use knightsat_render::{
        About, Document, DocumentCore, DocumentObjective, DocumentResult, Terminal, board,
        document, html, moves, scene, terminal,
    };

    /// SVG, which every browser shows.
    pub mod svg {
        pub use knightsat_render::svg::{Look, PictureStyle, Theme, svg};
    }
}

// Their examples are tests.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../README.md")]
    mod readme {}
    #[doc = include_str!("../docs/library.md")]
    mod library {}
}
