//! The solvers in process of this build: their answers are compared with all assignments of small
//! random formulas, and their limits tried.

use crate::base::random::Rng;
use crate::base::stop::Stop;
use crate::varisat::Varisat;
use crate::{Assuming, InProcess, Incremental, Limits, SolverError};

use knightsat_cnf::sink::{ClauseSink, Cnf};
use knightsat_cnf::{Answer, Lit, Model, Var, Vars};
use std::time::{Duration, Instant};

const FORMULAS: u64 = 200;
const VARIABLES: usize = 9;
/// The time after which an endless search must stop, and the time that it may take for that.
const PATIENCE: Duration = Duration::from_millis(100);
const GRACE: Duration = Duration::from_secs(5);

/// Returns true if the clauses have a model that makes these literals true.
fn has_model(clauses: &Cnf, lits: &[Lit]) -> bool {
    (0_u32..1 << clauses.variables()).any(|values| {
        let holds = |lit: &Lit| (values >> (lit.var().number() - 1) & 1 == 1) == lit.is_positive();
        let mut clauses = clauses.clauses();
        lits.iter().all(holds) && clauses.all(|clause| clause.iter().any(holds))
    })
}

/// Solves under these assumptions, and compares the answer with all assignments. Models are checked
/// by [`InProcess::new`].
fn ask(solver: &mut dyn Incremental, clauses: &Cnf, assumed: &[Lit]) {
    let what = format!(
        "{:?} under {assumed:?}",
        clauses.clauses().collect::<Vec<_>>()
    );
    let expected = has_model(clauses, assumed);
    match solver.solve_assuming(assumed).unwrap() {
        Assuming::Satisfiable(_) => assert!(expected, "{what}"),
        Assuming::Failed(failed) => assert!(!expected && !has_model(clauses, &failed), "{what}"),
        Assuming::Unknown => panic!("gives up without a limit: {what}"),
    }
}

/// Returns the same solvers, whose models and failed assumptions are checked.
fn audited() -> impl Iterator<Item = InProcess> {
    let audited = |solver: InProcess| {
        let name = solver.name().to_string();
        InProcess::new(&name, move |limits| solver.start(limits))
    };
    InProcess::all().into_iter().map(audited)
}

/// Formulas around the threshold of satisfiability, a third of their clauses at a time.
#[test]
fn solvers_agree_with_all_assignments() {
    for (kind, seed) in
        audited().flat_map(|kind| (0..FORMULAS).map(move |seed| (kind.clone(), seed)))
    {
        let (mut rng, mut clauses) = (Rng::new(seed, 0), Cnf::default());
        let mut solver = kind.start(Limits::default());
        for _ in 0..3 {
            let count = 1 + rng.below(VARIABLES / 3) as u32;
            clauses.new_vars(count);
            solver.new_vars(count);
            let variables = clauses.variables() as usize;
            let mut lits = |most: usize| {
                let lits = (0..most).map(|_| {
                    let number = 1 + rng.below(variables) as i32;
                    let sign = if rng.below(2) == 0 { 1 } else { -1 };
                    Lit::from_dimacs(sign * number).unwrap()
                });
                lits.collect::<Vec<Lit>>()
            };
            // Repeated literals and tautologies occur.
            for nth in 0..2 * variables {
                let clause = lits(1 + nth % 3);
                clauses.clause(&clause);
                solver.clause(&clause);
            }
            (0..4).for_each(|most| ask(&mut *solver, &clauses, &lits(most)));
        }
    }
}

/// No variables, no clauses, the empty clause, and contradictory assumptions.
#[test]
fn solvers_agree_in_corner_cases() {
    for kind in audited() {
        let (mut solver, mut clauses) = (kind.start(Limits::default()), Cnf::default());
        ask(&mut *solver, &clauses, &[]);
        clauses.new_vars(2);
        solver.new_vars(2);
        let [a, b] = [1, 2].map(|number| Lit::from_dimacs(number).unwrap());
        ask(&mut *solver, &clauses, &[a, b, !a]);
        ask(&mut *solver, &clauses, &[a, a]);
        for (clause, assumed) in [(&[a][..], &[b, !a][..]), (&[], &[b]), (&[], &[])] {
            clauses.clause(clause);
            solver.clause(clause);
            ask(&mut *solver, &clauses, assumed);
        }
    }
}

/// Twelve pigeons in eleven holes, which no solver decides soon by resolution.
#[test]
fn solvers_stop_at_their_deadline_for_good() {
    for (kind, patience) in InProcess::all()
        .iter()
        .flat_map(|kind| [Duration::ZERO, PATIENCE].map(|patience| (kind, patience)))
    {
        let mut solver = kind.start(Stop::after(patience).into());
        let mut holes = vec![Vec::new(); 11];
        for _ in 0..12 {
            let vars = solver.new_vars(11);
            let lits: Vec<Lit> = vars.iter().map(Var::pos).collect();
            solver.clause(&lits);
            holes
                .iter_mut()
                .zip(lits)
                .for_each(|(hole, lit)| hole.push(lit));
        }
        holes.iter().for_each(|pigeons| solver.pairwise(pigeons));
        for _ in 0..2 {
            let begun = Instant::now();
            assert_eq!(solver.solve().unwrap(), Answer::Unknown, "{}", kind.name());
            assert!(begun.elapsed() < patience + GRACE, "{}", kind.name());
        }
    }
}

/// A solver that makes everything true.
struct Liar(Varisat);

impl ClauseSink for Liar {
    fn new_vars(&mut self, count: u32) -> Vars {
        self.0.new_vars(count)
    }
    fn clause(&mut self, _: &[Lit]) {}
}

impl Incremental for Liar {
    fn solve_assuming(&mut self, _: &[Lit]) -> Result<Assuming, SolverError> {
        let lits: Vec<Lit> = (1..=9).filter_map(Lit::from_dimacs).collect();
        Ok(Assuming::Satisfiable(Model::from_lits(&lits).unwrap()))
    }
}

#[test]
fn a_wrong_model_is_an_error_that_names_the_solver() {
    let liar = InProcess::new("liar", |limits| Liar(Varisat::unchecked(limits)));
    let mut solver = liar.start(Limits::default());
    let lit = solver.new_vars(1).get(0).neg();
    for (assumed, fault) in [
        (&[lit][..], "without the assumption"),
        (&[], "that violates clause 1"),
    ] {
        let error = solver.solve_assuming(assumed).unwrap_err().to_string();
        assert!(
            error.starts_with("liar gives a model ") && error.contains(fault),
            "{error}"
        );
        solver.clause(&[lit]);
    }
}
