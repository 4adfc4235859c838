//! Solvers in process that can be asked again, with more clauses each time.
//!
//! ```
//! use knightsat_cnf::Answer;
//! use knightsat_solver::incremental::InProcess;
//! use knightsat_solver::varisat::Limits;
//!
//! let mut solver = InProcess::Varisat.unchecked(Limits::default());
//! let var = solver.new_vars(1).get(0);
//! solver.clause(&[var.pos()]);
//! assert!(matches!(solver.solve()?, Answer::Satisfiable(_)));
//! solver.clause(&[var.neg()]);
//! assert_eq!(solver.solve()?, Answer::Unsatisfiable);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "cadical")]
use super::cadical::Cadical;
use super::varisat::{Limits, Varisat, VarisatError};
use knightsat_cnf::sink::{ClauseSink, Group};
use knightsat_cnf::{Answer, Lit, Vars};

/// A solver that receives clauses, also after it has solved.
pub trait Incremental: ClauseSink {
    /// Decides the clauses received so far. Once a limit has stopped it, it knows nothing for
    /// ever. Only varisat can fail.
    fn solve(&mut self) -> Result<Answer, VarisatError>;
}

impl Incremental for Varisat {
    fn solve(&mut self) -> Result<Answer, VarisatError> {
        Varisat::solve(self)
    }
}

#[cfg(feature = "cadical")]
impl Incremental for Cadical {
    fn solve(&mut self) -> Result<Answer, VarisatError> {
        Ok(Cadical::solve(self))
    }
}

impl ClauseSink for Box<dyn Incremental> {
    fn group(&mut self, group: &'static Group) {
        (**self).group(group);
    }

    fn new_vars(&mut self, count: u32) -> Vars {
        (**self).new_vars(count)
    }

    fn clause(&mut self, lits: &[Lit]) {
        (**self).clause(lits);
    }

    fn is_done(&self) -> bool {
        (**self).is_done()
    }
}

/// Which solver in process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InProcess {
    /// varisat.
    #[default]
    Varisat,
    /// CaDiCaL.
    #[cfg(feature = "cadical")]
    Cadical,
}

impl InProcess {
    /// Those of this build.
    pub const ALL: &[InProcess] = &[
        InProcess::Varisat,
        #[cfg(feature = "cadical")]
        InProcess::Cadical,
    ];

    /// A solver within limits that tries false first, and whose refutations nobody checks.
    pub fn unchecked(self, limits: Limits) -> Box<dyn Incremental> {
        match self {
            InProcess::Varisat => Box::new(Varisat::unchecked(limits)),
            #[cfg(feature = "cadical")]
            InProcess::Cadical => Box::new(Cadical::false_first(limits)),
        }
    }
}
