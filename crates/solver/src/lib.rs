//! SAT solvers: they receive clauses and return an answer. This crate is independent of graphs.
//!
//! ```
//! # mod knightsat {
//! #     pub use knightsat_cnf as cnf;
//! #     pub mod solver { pub use knightsat_solver::{*, varisat::*}; }
//! # }
//! use knightsat::cnf::Answer;
//! use knightsat::cnf::sink::ClauseSink;
//! use knightsat::solver::Incremental;
//! use knightsat::solver::Varisat;
//!
//! let mut solver = Varisat::new(None);
//! let vars = solver.new_vars(2);
//! solver.clause(&[vars.get(0).pos(), vars.get(1).pos()]);
//! solver.clause(&[vars.get(0).neg()]);
//! let Answer::Satisfiable(model) = solver.solve()? else {
//!     panic!("it has a model");
//! };
//! assert_eq!(model.value(vars.get(1)), Some(true));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! To plug in a solver, implement [`ClauseSink`] and [`Incremental`] and name it with
//! [`InProcess::new`]. `find`, the lazy engine, portfolios, `check` and `prove` then accept it.
//! varisat and CaDiCaL are implementations like any other.
//!
//! ```
//! # mod knightsat {
//! #     pub use knightsat_cnf as cnf;
//! #     pub mod solver { pub use knightsat_solver::{*, varisat::*}; }
//! # }
//! use knightsat::cnf::Answer;
//! use knightsat::solver::InProcess;
//! use knightsat::solver::{Assuming, Incremental, Limits};
//!
//! let mut solver = InProcess::varisat().start(Limits::default());
//! let var = solver.new_vars(1).get(0);
//! solver.clause(&[var.pos()]);
//! assert_eq!(solver.solve_assuming(&[var.neg()])?, Assuming::Failed(vec![var.neg()]));
//! assert!(matches!(solver.solve()?, Answer::Satisfiable(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use knightsat_cnf::base;

pub mod anew;
mod audited;
#[cfg(feature = "cadical")]
pub mod cadical;
#[cfg(all(test, feature = "processes"))]
#[path = "../../../tests/common/cases.rs"]
mod cases;
pub mod certify;
pub mod elaborate;
mod error;
#[cfg(feature = "processes")]
pub mod external;
#[cfg(feature = "processes")]
pub mod file;
#[cfg(feature = "processes")]
pub mod installed;
pub mod portfolio;
#[cfg(feature = "processes")]
pub mod process;
pub mod refute;
pub mod table;
pub mod varisat;

#[cfg(feature = "cadical")]
use self::cadical::Cadical;
#[cfg(feature = "processes")]
use self::external::External;
use self::varisat::Varisat;
use crate::base::stop::Stop;
use crate::base::text::OptionName;
use knightsat_cnf::sink::ClauseSink;
use knightsat_cnf::{Answer, Lit, Model};
use std::fmt;
use std::ops::{ControlFlow, DerefMut};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

pub use error::SolverError;
pub use portfolio::Decision;

const SOLVER: OptionName = OptionName("solver");

/// The bytes of a varisat proof that correspond to one conflict. With this factor a limit of work
/// means about the same for all solvers.
const BYTES_A_CONFLICT: u64 = 128;

/// Work for several calls, whose clones share it.
#[derive(Clone, Debug)]
pub struct Allowance(Arc<AtomicU64>);

impl Allowance {
    /// Returns the work of about this many conflicts.
    pub fn of_conflicts(conflicts: u64) -> Allowance {
        let bytes = conflicts.saturating_mul(BYTES_A_CONFLICT);
        Allowance(Arc::new(AtomicU64::new(bytes)))
    }

    /// Returns true if nothing is left.
    pub fn is_used_up(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }

    /// Takes this many bytes of varisat's proof, or the rest.
    fn take(&self, bytes: u64) {
        let less = |left: u64| Some(left.saturating_sub(bytes));
        let taken = self
            .0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        taken.expect("always some");
    }
}

/// The limits of a search. By default there are none.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The deadline and the stop flag.
    pub stop: Stop,
    /// The most work in one call of [`Incremental::solve_assuming`], in bytes of varisat's proof.
    /// This measure does not depend on the machine, and searches limited by it are reproducible.
    pub work: Option<u64>,
    /// The work of all calls together. varisat observes it.
    pub allowance: Option<Allowance>,
    /// True if a model is more likely than a refutation. A solver may then choose other heuristics.
    pub expects_model: bool,
}

impl Limits {
    /// Returns true if the deadline has passed or the stop flag is set.
    pub fn is_over(&self) -> bool {
        self.stop.is_over()
    }
}

impl From<Stop> for Limits {
    fn from(stop: Stop) -> Limits {
        Limits {
            stop,
            ..Limits::default()
        }
    }
}

/// The answer of a solver to clauses together with assumptions.
///
/// ```
/// # mod knightsat {
/// #     pub use knightsat_cnf as cnf;
/// #     pub mod solver { pub use knightsat_solver::{*, varisat::*}; }
/// # }
/// use knightsat::cnf::Model;
/// use knightsat::solver::Assuming;
///
/// let answer = Assuming::Satisfiable(Model::default());
/// assert_ne!(answer, Assuming::Unknown);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Assuming {
    /// A model of the clauses that makes the assumptions true. Variables in no clause may lack a
    /// value.
    Satisfiable(Model),
    /// Assumptions that the clauses contradict; none if the clauses alone have no model. Some may
    /// be superfluous.
    Failed(Vec<Lit>),
    /// Undecided: a limit ended the search.
    Unknown,
}

/// A solver that receives clauses, also after it has solved.
///
/// ```
/// # mod knightsat {
/// #     pub use knightsat_cnf as cnf;
/// #     pub mod solver { pub use knightsat_solver::{*, varisat::*}; }
/// # }
/// use knightsat::cnf::sink::ClauseSink;
/// use knightsat::solver::{Assuming, Incremental};
/// use knightsat::solver::Varisat;
///
/// fn has_model(solver: &mut impl Incremental) -> bool {
///     matches!(solver.solve_assuming(&[]), Ok(Assuming::Satisfiable(_)))
/// }
///
/// let mut solver = Varisat::new(None);
/// assert!(has_model(&mut solver));
/// solver.clause(&[]);
/// assert!(!has_model(&mut solver));
/// ```
pub trait Incremental: ClauseSink {
    /// Decides the clauses received so far under these assumptions, which hold for this call only.
    /// Returns [`Assuming::Unknown`] soon after a limit of [`Limits`] is reached, and in every
    /// later call.
    fn solve_assuming(&mut self, assumptions: &[Lit]) -> Result<Assuming, SolverError>;

    /// Decides the clauses received so far.
    fn solve(&mut self) -> Result<Answer, SolverError> {
        Ok(match self.solve_assuming(&[])? {
            Assuming::Satisfiable(model) => Answer::Satisfiable(model),
            Assuming::Failed(_) => Answer::Unsatisfiable,
            Assuming::Unknown => Answer::Unknown,
        })
    }

    /// Returns the source of the last answer if that is an unverified refutation, as in `minisat
    /// says so, unchecked`, and if the source is known.
    fn unverified(&self) -> Option<&str> {
        None
    }
}

/// The end of [`refine`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refined<T> {
    /// A model was accepted.
    Accepted(T),
    /// The clauses have no model, under the assumptions.
    Contradiction,
    /// A limit of the solver was reached, or the rounds were used up.
    Unknown,
}

/// Solves and cuts in turn, at most `rounds` times. `judge` accepts a model, or adds clauses to the
/// solver that exclude it.
///
/// ```
/// use knightsat_solver::{InProcess, Limits, Refined, SolverError, refine};
/// use std::ops::ControlFlow;
///
/// let mut solver = InProcess::varisat().start(Limits::default());
/// let vars = solver.new_vars(3);
/// // Counts the models by excluding each.
/// let mut models = 0;
/// let end = refine(&mut solver, u64::MAX, |model, solver| {
///     models += 1;
///     let lits = (0..3).map(|nth| vars.get(nth).pos());
///     let other: Vec<_> = lits.map(|lit| if model.satisfies(lit) { !lit } else { lit }).collect();
///     solver.clause(&other);
///     Ok::<_, SolverError>(ControlFlow::<()>::Continue(()))
/// })?;
/// assert_eq!((models, end), (8, Refined::Contradiction));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn refine<S: Incremental, T, E: From<SolverError>>(
    solver: &mut S,
    rounds: u64,
    judge: impl FnMut(Model, &mut S) -> Result<ControlFlow<T>, E>,
) -> Result<Refined<T>, E> {
    refine_assuming(solver, &[], rounds, judge)
}

/// Solves and cuts in turn under assumptions, as [`refine`].
pub fn refine_assuming<S: Incremental, T, E: From<SolverError>>(
    solver: &mut S,
    assumptions: &[Lit],
    rounds: u64,
    mut judge: impl FnMut(Model, &mut S) -> Result<ControlFlow<T>, E>,
) -> Result<Refined<T>, E> {
    for _ in 0..rounds {
        match solver.solve_assuming(assumptions)? {
            Assuming::Satisfiable(model) => {
                if let ControlFlow::Break(found) = judge(model, solver)? {
                    return Ok(Refined::Accepted(found));
                }
            }
            Assuming::Failed(_) => return Ok(Refined::Contradiction),
            Assuming::Unknown => break,
        }
    }
    Ok(Refined::Unknown)
}

impl<P: DerefMut<Target: Incremental>> Incremental for P {
    fn solve_assuming(&mut self, assumptions: &[Lit]) -> Result<Assuming, SolverError> {
        (**self).solve_assuming(assumptions)
    }

    fn solve(&mut self) -> Result<Answer, SolverError> {
        (**self).solve()
    }

    fn unverified(&self) -> Option<&str> {
        (**self).unverified()
    }
}

/// Starts a solver within limits; `true` if only its models count.
type Start = dyn Fn(Limits, bool) -> Box<dyn Incremental> + Send + Sync;

/// A solver in process: its name and its constructor. Two of the same name are equal.
///
/// ```
/// # mod knightsat { pub mod solver { pub use knightsat_solver::{*, varisat::*}; } }
/// use knightsat::solver::InProcess;
/// use knightsat::solver::Varisat;
///
/// let mine = InProcess::new("mine", Varisat::unchecked);
/// assert_eq!(mine.name(), "mine");
/// assert_ne!(mine, InProcess::varisat());
/// ```
#[derive(Clone)]
pub struct InProcess {
    name: Arc<str>,
    version: Option<String>,
    checks_refutations: bool,
    start: Arc<Start>,
}

impl InProcess {
    fn built_in(
        name: &str,
        version: Option<String>,
        start: impl Fn(Limits, bool) -> Box<dyn Incremental> + Send + Sync + 'static,
    ) -> InProcess {
        InProcess {
            name: name.into(),
            version,
            checks_refutations: false,
            start: Arc::new(start),
        }
    }

    /// Returns varisat, which checks its refutations.
    pub fn varisat() -> InProcess {
        let start = |limits, only_models| -> Box<dyn Incremental> {
            Box::new(if only_models {
                Varisat::unchecked(limits)
            } else {
                Varisat::checked(limits)
            })
        };
        let version = Varisat::VERSION.to_string();
        InProcess {
            checks_refutations: true,
            ..InProcess::built_in("varisat", Some(version), start)
        }
    }

    /// Returns CaDiCaL. If only models count it tries false first, as varisat does.
    #[cfg(feature = "cadical")]
    pub fn cadical() -> InProcess {
        let start = |limits, only_models| -> Box<dyn Incremental> {
            Box::new(if only_models {
                Cadical::false_first(limits)
            } else {
                Cadical::new(limits)
            })
        };
        InProcess::built_in("cadical-lib", Some(Cadical::version()), start)
    }

    /// Returns the solvers of this build.
    pub fn all() -> Vec<InProcess> {
        vec![
            InProcess::varisat(),
            #[cfg(feature = "cadical")]
            InProcess::cadical(),
        ]
    }

    /// Returns its name in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the version of the library, if it is known.
    pub fn version(&self) -> Option<&str> {
        self.version.as_deref()
    }

    /// Returns true if it checks its refutations while it finds them.
    pub fn checks_refutations(&self) -> bool {
        self.checks_refutations
    }

    /// Starts a solver within limits.
    pub fn start(&self, limits: Limits) -> Box<dyn Incremental> {
        (self.start)(limits, false)
    }

    /// Starts a solver within limits whose refutations are unchecked. Use it if only models count.
    pub fn unchecked(&self, limits: Limits) -> Box<dyn Incremental> {
        (self.start)(limits, true)
    }
}

impl Default for InProcess {
    fn default() -> InProcess {
        InProcess::varisat()
    }
}

impl PartialEq for InProcess {
    fn eq(&self, other: &InProcess) -> bool {
        self.name == other.name
    }
}

impl Eq for InProcess {}

impl fmt::Debug for InProcess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("InProcess").field(&self.name).finish()
    }
}

/// The names of the solvers in process, whether or not this build has them.
pub const IN_PROCESS: [&str; 2] = ["varisat", "cadical-lib"];

/// A solver: in process, or a program.
///
/// ```
/// # mod knightsat { pub use knightsat_solver as solver; }
/// use knightsat::solver::Solver;
///
/// assert_eq!(Solver::new("varisat", None)?.name(), "varisat");
/// assert!(Solver::new("no such solver", None).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Solver {
    /// A solver in process, which may be a custom one.
    InProcess(InProcess),
    /// A program.
    #[cfg(feature = "processes")]
    External(External),
}

impl Default for Solver {
    fn default() -> Solver {
        InProcess::default().into()
    }
}

impl From<InProcess> for Solver {
    fn from(solver: InProcess) -> Solver {
        Solver::InProcess(solver)
    }
}

impl Solver {
    /// Returns the solver of this name, or the command: see [`External::new`].
    pub fn new(choice: &str, path: Option<&Path>) -> Result<Solver, SolverError> {
        if IN_PROCESS.contains(&choice) {
            if path.is_some() {
                let message = format!("{choice} runs in process: it has no path");
                return Err(SolverError::Choice(message));
            }
            let mut built_in = InProcess::all().into_iter();
            let named = built_in.find(|solver| solver.name() == choice);
            return named.map(Solver::from).ok_or_else(|| {
                let message = "cadical-lib: this knightsat was built without CaDiCaL: cargo build \
                               --features cadical";
                SolverError::Choice(message.to_string())
            });
        }
        #[cfg(feature = "processes")]
        return External::new(choice, path).map(Solver::External);
        #[cfg(not(feature = "processes"))]
        Err(SolverError::Choice(format!(
            "'{choice}' is no solver here, as this knightsat was built without external ones: name varisat, or \
             build with --features processes"
        )))
    }

    /// Returns its name in messages.
    pub fn name(&self) -> &str {
        match self {
            Solver::InProcess(solver) => solver.name(),
            #[cfg(feature = "processes")]
            Solver::External(external) => external.name(),
        }
    }

    /// Returns the solver in process, unless it is a program.
    pub fn in_process(&self) -> Option<&InProcess> {
        match self {
            Solver::InProcess(solver) => Some(solver),
            #[cfg(feature = "processes")]
            Solver::External(_) => None,
        }
    }

    /// Returns the origin of a refutation by this solver, for [`Decision::word`].
    pub fn word(&self) -> String {
        if self.checks_refutations() {
            format!("{}, refutation checked", self.name())
        } else {
            format!("{} says so, unchecked", self.name())
        }
    }

    /// Returns true if it checks its refutations.
    pub fn checks_refutations(&self) -> bool {
        self.in_process().is_some_and(InProcess::checks_refutations)
    }

    /// Returns the error for this fault of the solver.
    fn fault(&self, what: String) -> SolverError {
        SolverError::fault(self.name(), what)
    }
}

/// A solver that reads a formula from a file, and may write a proof to another one.
pub trait Program {
    /// Returns its name in messages.
    fn name(&self) -> &str;

    /// Fails unless the program writes DRAT proofs as text. Known programs are looked up by name.
    fn can_prove(&self) -> Result<(), SolverError> {
        certify::can_certify(self.name())
    }

    /// Solves the formula of `variables` variables in the file `cnf`. If `proof` is some file,
    /// writes a refutation there. At the limits the program is stopped with all its descendants;
    /// `work` has no effect here.
    ///
    /// Incomplete output, or output that contradicts the exit code, is an error. The caller checks
    /// the model.
    fn ask(
        &self,
        cnf: &Path,
        proof: Option<&Path>,
        variables: u32,
        limits: &Limits,
    ) -> Result<Answer, SolverError>;
}

#[cfg(test)]
mod tests;
