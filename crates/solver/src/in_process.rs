//! Names and constructors of solvers in process.

#[cfg(feature = "cadical")]
use super::cadical::Cadical;
use super::incremental::{Assuming, Incremental, Limits};
use super::varisat::Varisat;
use super::{SolverError, portfolio::audit};
use knightsat_cnf::sink::{ClauseSink, Cnf};
use knightsat_cnf::{Lit, Vars};
use std::fmt;
use std::sync::Arc;

/// Starts a solver within limits; `true` if only its models count.
type Start = dyn Fn(Limits, bool) -> Box<dyn Incremental> + Send + Sync;

/// A solver in process: its name and its constructor. Two of the same name are equal.
///
/// ```
/// use knightsat_solver::InProcess;
/// use knightsat_solver::varisat::Varisat;
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
    /// Returns a custom solver that this function starts. Each of its models is checked against a
    /// copy of all clauses. A wrong model is an error that names the solver.
    pub fn new<S: Incremental + 'static>(
        name: &str,
        start: impl Fn(Limits) -> S + Send + Sync + 'static,
    ) -> InProcess {
        let called: Arc<str> = name.into();
        let audited = move |limits| Audited {
            name: called.clone(),
            solver: start(limits),
            clauses: Cnf::default(),
        };
        InProcess::built_in(name, None, move |limits, _| Box::new(audited(limits)))
    }

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

/// An untrusted solver and a copy of its clauses, against which its models are checked.
struct Audited<S> {
    name: Arc<str>,
    solver: S,
    clauses: Cnf,
}

impl<S: Incremental> ClauseSink for Audited<S> {
    fn new_vars(&mut self, count: u32) -> Vars {
        self.clauses.new_vars(count);
        self.solver.new_vars(count)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.clauses.clause(lits);
        self.solver.clause(lits);
    }

    fn is_done(&self) -> bool {
        self.solver.is_done()
    }
}

impl<S: Incremental> Incremental for Audited<S> {
    fn solve_assuming(&mut self, assumptions: &[Lit]) -> Result<Assuming, SolverError> {
        let answer = self.solver.solve_assuming(assumptions)?;
        match audit(&self.clauses, assumptions, &answer) {
            Some(what) => Err(SolverError::fault(&self.name, what)),
            None => Ok(answer),
        }
    }
}
