//! The solvers we know: one table of how each is called and what it says.
//!
//! ```
//! use knightsat_solver::table::{Exits, known};
//!
//! let kissat = known("kissat").unwrap();
//! assert_eq!((kissat.program, Exits::COMPETITION.satisfiable), ("kissat", &[10][..]));
//! ```
//!
//! A command is words with `{cnf}`, `{result}`, `{proof}` and `{seconds}` where the names of files and
//! the limit go, the same language in which a person writes a command of their own.

/// How a known solver is called. The rows are tested with the versions of Debian 12 and with kissat
/// 4.0.4; that of glucose follows the source of its 4.2.1 and is not tested.
#[derive(Debug)]
pub struct Known {
    /// What it is called on our command line.
    pub name: &'static str,
    /// What its program is called.
    pub program: &'static str,
    /// Its arguments. Without `{result}` the answer is what it prints.
    pub arguments: &'static str,
    /// Arguments that make it give up by itself. We stop it earlier; this is for the day when we have
    /// been killed and cannot.
    pub time_limit: &'static str,
    /// How it writes a proof, if it can.
    pub proof: Option<ProofOption>,
    /// Its exit codes.
    pub exits: Exits,
    /// Whether its values end in 0, as they must in the competitions.
    pub closes_values: bool,
    /// Arguments that make it print its version. MiniSat and glucose know of none.
    pub version: Option<&'static str>,
}

/// How a proof is asked for.
#[derive(Clone, Copy, Debug)]
pub struct ProofOption {
    /// Arguments to add, with `{proof}`.
    pub arguments: &'static str,
    /// What is written.
    pub format: ProofFormat,
}

/// Formats of refutations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofFormat {
    /// DRAT, as text.
    Drat,
    /// FRAT, as text: what elaborators make LRAT of.
    Frat,
}

/// The exit codes that go with an answer.
#[derive(Clone, Copy, Debug)]
pub struct Exits {
    /// With a model.
    pub satisfiable: &'static [i32],
    /// With a refutation.
    pub unsatisfiable: &'static [i32],
    /// With neither.
    pub unknown: &'static [i32],
}

impl Exits {
    /// As in the SAT competitions.
    pub const COMPETITION: Exits = Exits {
        satisfiable: &[10],
        unsatisfiable: &[20],
        unknown: &[0],
    };
}

const DRAT_AFTER_FORMULA: ProofOption = ProofOption {
    arguments: "--no-binary {proof}",
    format: ProofFormat::Drat,
};

/// A solver without proofs that keeps to the rules of the SAT competitions.
const USUAL: Known = Known {
    name: "",
    program: "",
    arguments: "{cnf}",
    time_limit: "",
    proof: None,
    exits: Exits::COMPETITION,
    closes_values: true,
    version: Some("--version"),
};

/// All of them; varisat runs in process and is not in the table.
pub static TABLE: [Known; 8] = [
    Known {
        name: "minisat",
        program: "minisat",
        arguments: "-verb=0 {cnf} {result}",
        time_limit: "-cpu-lim={seconds}",
        version: None,
        ..USUAL
    },
    Known {
        name: "kissat",
        program: "kissat",
        arguments: "-q {cnf}",
        time_limit: "--time={seconds}",
        // Without fresh variables, which take steps that are no unit propagation (RAT). Tried
        // with 4.0.4; a kissat that does not know the option is blamed with its own words.
        proof: Some(ProofOption {
            arguments: "--no-binary --no-factor {proof}",
            format: ProofFormat::Drat,
        }),
        ..USUAL
    },
    Known {
        name: "cadical",
        program: "cadical",
        arguments: "-q {cnf}",
        time_limit: "-t {seconds}",
        proof: Some(DRAT_AFTER_FORMULA),
        ..USUAL
    },
    Known {
        name: "cryptominisat",
        program: "cryptominisat5",
        arguments: "--verb 0 {cnf}",
        time_limit: "--maxtime {seconds}",
        proof: Some(ProofOption {
            arguments: "{proof}",
            format: ProofFormat::Frat,
        }),
        exits: Exits {
            unknown: &[0, 15],
            ..Exits::COMPETITION
        },
        ..USUAL
    },
    Known {
        name: "picosat",
        program: "picosat",
        arguments: "{cnf}",
        time_limit: "-L {seconds}",
        // Debian compiles it without proofs.
        ..USUAL
    },
    Known {
        name: "glucose",
        program: "glucose",
        arguments: "-verb=0 -model {cnf}",
        time_limit: "-cpu-lim={seconds}",
        proof: Some(ProofOption {
            arguments: "-certified -certified-output={proof}",
            format: ProofFormat::Drat,
        }),
        version: None,
        ..USUAL
    },
    Known {
        name: "z3",
        program: "z3",
        arguments: "-dimacs {cnf}",
        time_limit: "-T:{seconds}",
        // Its proofs have steps that are not all DRAT's.
        exits: Exits {
            satisfiable: &[0],
            unsatisfiable: &[0],
            unknown: &[0],
        },
        closes_values: false,
        ..USUAL
    },
    Known {
        name: "clasp",
        program: "clasp",
        arguments: "--verbose=0 --outf=1 {cnf}",
        time_limit: "--time-limit={seconds}",
        exits: Exits {
            // 30: the model is the only one, or all that was asked for.
            satisfiable: &[10, 30],
            unsatisfiable: &[20],
            unknown: &[0, 1],
        },
        ..USUAL
    },
];

/// The solver of this name.
pub fn known(name: &str) -> Option<&'static Known> {
    TABLE.iter().find(|known| known.name == name)
}
