//! The table of known solvers: their commands, exit codes and output.
//!
//! ```
//! use knightsat_solver::table::{Exits, known};
//!
//! let kissat = known("kissat").unwrap();
//! assert_eq!((kissat.program, Exits::COMPETITION.satisfiable), ("kissat", &[10][..]));
//! ```
//!
//! A command is a list of words. `{cnf}`, `{result}`, `{proof}` and `{seconds}` stand for the names
//! of files and for the limit. `{quiet}` stands for the words that suppress statistics. Custom
//! commands have the same syntax.

/// A known solver. The rows are tested with the versions of Debian 12 and with kissat 4.0.4. The
/// row of glucose follows the source of its version 4.2.1 and is not tested.
#[derive(Debug)]
pub struct KnownSolver {
    /// The name on the command line.
    pub name: &'static str,
    /// The name of its program.
    pub program: &'static str,
    /// The arguments. Without `{result}` the answer is on the standard output.
    pub arguments: &'static str,
    /// The arguments that suppress its statistics, in the place of `{quiet}`.
    pub quiet: &'static str,
    /// The arguments that set its own time limit. We stop it earlier; its own limit applies if this
    /// process is killed.
    pub time_limit: &'static str,
    /// The arguments that request a proof in DRAT as text, if it can write one, with `{proof}`.
    pub drat: Option<&'static str>,
    /// Its exit codes.
    pub exits: Exits,
    /// True if its values end in 0, as the competitions require.
    pub closes_values: bool,
    /// The arguments that print its version. MiniSat and glucose have no such option.
    pub version: Option<&'static str>,
}

/// The exit codes of each answer.
#[derive(Clone, Copy, Debug)]
pub struct Exits {
    /// The codes with a model.
    pub satisfiable: &'static [i32],
    /// The codes with a refutation.
    pub unsatisfiable: &'static [i32],
    /// The codes with neither.
    pub unknown: &'static [i32],
}

impl Exits {
    /// The codes of the SAT competitions.
    pub const COMPETITION: Exits = Exits::new(&[10], &[20], &[0]);

    const fn new(
        satisfiable: &'static [i32],
        unsatisfiable: &'static [i32],
        unknown: &'static [i32],
    ) -> Exits {
        Exits {
            satisfiable,
            unsatisfiable,
            unknown,
        }
    }
}

/// Returns a solver without proofs that follows the rules of the SAT competitions. Its program has
/// its name.
const fn usual(
    name: &'static str,
    arguments: &'static str,
    time_limit: &'static str,
) -> KnownSolver {
    KnownSolver {
        name,
        program: name,
        arguments,
        quiet: "",
        time_limit,
        drat: None,
        exits: Exits::COMPETITION,
        closes_values: true,
        version: Some("--version"),
    }
}

/// All known programs. varisat runs in process and is not in the table.
pub static TABLE: [KnownSolver; 8] = [
    KnownSolver {
        quiet: "-verb=0",
        version: None,
        ..usual("minisat", "{quiet} {cnf} {result}", "-cpu-lim={seconds}")
    },
    KnownSolver {
        // The options exclude fresh variables, whose steps do not follow by unit propagation (RAT).
        // Tested with 4.0.4. If a kissat rejects the option, the error quotes its message.
        drat: Some("--no-binary --no-factor {proof}"),
        quiet: "-q",
        ..usual("kissat", "{quiet} {cnf}", "--time={seconds}")
    },
    KnownSolver {
        drat: Some("--no-binary {proof}"),
        quiet: "-q",
        ..usual("cadical", "{quiet} {cnf}", "-t {seconds}")
    },
    KnownSolver {
        program: "cryptominisat5",
        exits: Exits::new(&[10], &[20], &[0, 15]),
        ..usual("cryptominisat", "--verb 0 {cnf}", "--maxtime {seconds}")
    },
    // Debian compiles it without proofs.
    usual("picosat", "{cnf}", "-L {seconds}"),
    KnownSolver {
        drat: Some("-certified -certified-output={proof}"),
        quiet: "-verb=0",
        version: None,
        ..usual("glucose", "{quiet} -model {cnf}", "-cpu-lim={seconds}")
    },
    KnownSolver {
        // Its proofs contain steps outside DRAT.
        exits: Exits::new(&[0], &[0], &[0]),
        closes_values: false,
        ..usual("z3", "-dimacs {cnf}", "-T:{seconds}")
    },
    KnownSolver {
        // 30: the model is the only one, or all requested models were found.
        exits: Exits::new(&[10, 30], &[20], &[0, 1]),
        ..usual(
            "clasp",
            "--verbose=0 --outf=1 {cnf}",
            "--time-limit={seconds}",
        )
    },
];

/// Returns the solver of this name.
pub fn known(name: &str) -> Option<&'static KnownSolver> {
    TABLE.iter().find(|known| known.name == name)
}
