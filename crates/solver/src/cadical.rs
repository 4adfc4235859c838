//! CaDiCaL in process, incremental (Biere, Faller, Fazekas, Fleury, Froleyks and Pollitt, CaDiCaL
//! 2.0, CAV 2024; the `cadical` crate carries version 1.9.5). It is optional because it is C++.
//!
//! CaDiCaL writes no proof here. If a refutation must be checked, varisat finds it again and checks
//! it.
//!
//! The crate `cadical-sys` 0.8.0 carries version 3.0.1 and needs only a C++ compiler too. It is not
//! used: the lazy engine starts many small solvers, and in a trial these took more than twice as
//! long with it.

use super::{Assuming, BYTES_A_CONFLICT, Incremental, Limits, SolverError};
use cadical::{Callbacks, Solver};
use knightsat_cnf::sink::ClauseSink;
use knightsat_cnf::{Lit, Model, Vars};

/// A CaDiCaL solver. It accepts clauses through [`ClauseSink`], also between calls.
pub struct Cadical {
    solver: Solver<Terminator>,
    limits: Limits,
    variables: u32,
    /// The factor of every literal on its way in and out. CaDiCaL tries true first, and this
    /// binding does not offer its option `phase`. To try false first, this module negates every
    /// variable.
    sign: i32,
    /// True once an earlier call reached the work limit. It then stays true, as with varisat.
    is_over: bool,
}

/// The limits that the solver polls.
struct Terminator(Limits);

impl Callbacks for Terminator {
    fn terminate(&mut self) -> bool {
        self.0.is_over()
    }
}

impl Cadical {
    /// Returns a solver within limits that tries false first, as varisat does.
    pub fn false_first(limits: Limits) -> Cadical {
        Cadical {
            sign: -1,
            ..Cadical::new(limits)
        }
    }

    /// Returns a solver within limits that tries true first.
    pub fn new(limits: Limits) -> Cadical {
        let config = if limits.expects_model {
            "sat"
        } else {
            "default"
        };
        let mut solver = Solver::with_config(config).expect("CaDiCaL has this configuration");
        solver.set_callbacks(Some(Terminator(limits.clone())));
        Cadical {
            solver,
            limits,
            variables: 0,
            sign: 1,
            is_over: false,
        }
    }

    /// Returns the version of the library.
    pub fn version() -> String {
        let signature = Solver::<Terminator>::new().signature().to_string();
        signature.trim_start_matches("cadical-").to_string()
    }

    /// Returns the model of the last call, whose values are those of DIMACS literals.
    fn model(&self) -> Model {
        let variables = 1..=i32::try_from(self.variables).unwrap_or(i32::MAX);
        let lits = variables.filter_map(|number| match self.solver.value(number) {
            Some(true) => Lit::from_dimacs(self.sign * number),
            Some(false) => Lit::from_dimacs(-self.sign * number),
            None => None,
        });
        let lits: Vec<Lit> = lits.collect();
        Model::from_lits(&lits).expect("one value a variable")
    }
}

impl Incremental for Cadical {
    fn solve_assuming(&mut self, assumptions: &[Lit]) -> Result<Assuming, SolverError> {
        if self.is_done() {
            return Ok(Assuming::Unknown);
        }
        if let Some(work) = self.limits.work {
            let conflicts = i32::try_from(work / BYTES_A_CONFLICT).unwrap_or(i32::MAX);
            self.solver
                .set_limit("conflicts", conflicts)
                .expect("CaDiCaL counts conflicts");
        }
        let sign = self.sign;
        let number = |lit: &Lit| sign * lit.to_dimacs();
        Ok(
            match self.solver.solve_with(assumptions.iter().map(number)) {
                Some(true) => Assuming::Satisfiable(self.model()),
                Some(false) => {
                    let failed = |lit: &&Lit| self.solver.failed(number(lit));
                    Assuming::Failed(assumptions.iter().filter(failed).copied().collect())
                }
                None => {
                    self.is_over = true;
                    Assuming::Unknown
                }
            },
        )
    }
}

impl ClauseSink for Cadical {
    fn new_vars(&mut self, count: u32) -> Vars {
        let vars = Vars::take(&mut self.variables, count);
        self.solver
            .reserve(i32::try_from(self.variables).unwrap_or(i32::MAX));
        vars
    }

    fn clause(&mut self, lits: &[Lit]) {
        if !self.is_over {
            let sign = self.sign;
            let lits = lits.iter().map(|lit| sign * lit.to_dimacs());
            self.solver.add_clause(lits);
        }
    }

    fn is_done(&self) -> bool {
        self.is_over || self.limits.is_over()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use knightsat_cnf::Answer;

    fn clause(cadical: &mut Cadical, lits: &[i32]) {
        let lits: Vec<Lit> = lits
            .iter()
            .filter_map(|&lit| Lit::from_dimacs(lit))
            .collect();
        cadical.clause(&lits);
    }

    #[test]
    fn the_value_asked_for_is_tried_first() {
        let count_true = |mut cadical: Cadical| {
            cadical.new_vars(30);
            // Neither all true nor all false.
            clause(&mut cadical, &(1..=30).collect::<Vec<i32>>());
            clause(&mut cadical, &(1..=30).map(|n| -n).collect::<Vec<i32>>());
            let Answer::Satisfiable(model) = cadical.solve().unwrap() else {
                panic!("it is satisfiable");
            };
            let is_true = |&n: &i32| model.satisfies(Lit::from_dimacs(n).unwrap());
            (1..=30).filter(is_true).count()
        };
        assert_eq!(count_true(Cadical::new(Limits::default())), 29);
        assert_eq!(count_true(Cadical::false_first(Limits::default())), 1);
    }

    /// Eight pigeons in seven holes take more than one conflict.
    #[test]
    fn a_limit_of_work_ends_it_for_good() {
        for work in [Some(BYTES_A_CONFLICT), None] {
            let mut cadical = Cadical::new(Limits {
                work,
                ..Limits::default()
            });
            cadical.new_vars(56);
            for pigeon in 0..8 {
                let at = |pigeon, hole| 7 * pigeon + hole;
                clause(
                    &mut cadical,
                    &(1..=7).map(|hole| at(pigeon, hole)).collect::<Vec<_>>(),
                );
                for (other, hole) in (0..pigeon).flat_map(|other| (1..=7).map(move |h| (other, h)))
                {
                    clause(&mut cadical, &[-at(pigeon, hole), -at(other, hole)]);
                }
            }
            let expected = work.map_or(Answer::Unsatisfiable, |_| Answer::Unknown);
            assert_eq!(cadical.solve().unwrap(), expected);
            assert_eq!(cadical.solve().unwrap(), expected);
            assert_eq!(cadical.is_done(), work.is_some());
        }
    }
}
