//! A solver of one's own is accepted wherever varisat is, and its lies are caught.

use crate::common::prelude::*;
use crate::common::styles::with;
use knightsat::search::find_by_formula;
use knightsat::search::optimum::{Objective, Sense, optimize};
use knightsat_tour::statistic::Statistic;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The lie of a solver.
#[derive(Clone, Copy)]
enum Lie {
    Never,
    /// It negates its models.
    Model,
    /// It refutes all assumptions.
    Refutation,
}

/// varisat under another name, which counts its calls and may lie.
struct Own {
    solver: Varisat,
    calls: Arc<AtomicUsize>,
    lie: Lie,
}

impl ClauseSink for Own {
    fn new_vars(&mut self, count: u32) -> Vars {
        self.solver.new_vars(count)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.solver.clause(lits);
    }
}

impl Incremental for Own {
    fn solve_assuming(&mut self, assumptions: &[Lit]) -> Result<Assuming, SolverError> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        if let (Lie::Refutation, [_, ..]) = (self.lie, assumptions) {
            return Ok(Assuming::Failed(assumptions.to_vec()));
        }
        Ok(match (self.lie, self.solver.solve_assuming(assumptions)?) {
            (Lie::Model, Assuming::Satisfiable(model)) => {
                let lits: Vec<Lit> = model.lits().map(|lit| !lit).collect();
                Assuming::Satisfiable(Model::from_lits(&lits).expect("one value a variable"))
            }
            (_, answer) => answer,
        })
    }
}

/// The solver, and the count of its calls.
fn own(lie: Lie) -> (InProcess, Arc<AtomicUsize>) {
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = calls.clone();
    let start = move |limits| {
        let (solver, calls) = (Varisat::unchecked(limits), counted.clone());
        Own { solver, calls, lie }
    };
    (InProcess::new("own", start), calls)
}

/// Two specs: the engine solves the first, and a formula the second.
fn specs() -> [FormulaSpec; 2] {
    let mut given: FormulaSpec = "6x6".parse().unwrap();
    given.tour.at = vec!["20=d4".parse().unwrap()];
    ["20x20".parse().unwrap(), given]
}

#[test]
fn it_is_asked_by_the_engine_by_formulas_and_for_proofs() {
    let (solver, calls) = own(Lie::Never);
    let asked_for = |what: &str| assert_ne!(calls.swap(0, Ordering::Relaxed), 0, "{what}");
    for spec in specs() {
        let verdict = find(&spec, solver.clone()).unwrap();
        let problem = spec.problem(&Default::default()).unwrap();
        Tour::verify(&problem, verdict.tour().unwrap().steps().to_vec()).unwrap();
        asked_for("find");
    }

    let (_, problem) = asked("3x3");
    let formula = Formula::new(&problem, with("shortcuts", false, Style::default())).unwrap();
    let (solvers, limits) = ([Solver::from(solver.clone())], Limits::default());
    let verdict = find_by_formula(&problem, &formula, &solvers, &limits, &mut |_| ()).unwrap();
    let word = "own says so, unchecked".to_string();
    assert_eq!(verdict, Verdict::None(Evidence::Refutation(word)));
    asked_for("portfolio");

    // The Petersen graph: no cheap reason, so that cuts are searched for.
    let edges = (0..5).flat_map(|v| [[v, (v + 1) % 5], [v, v + 5], [v + 5, (v + 2) % 5 + 5]]);
    let graph = Graph::try_from_edges(10, &edges.collect::<Vec<[u32; 2]>>()).unwrap();
    let spec =
        FormulaSpec::new(Place::Graph(graph), TourSpec::default(), Style::default()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let proved = prove(&spec.closed(), folder.path(), solver).unwrap();
    assert!(matches!(proved, Verdict::None(_)));
    asked_for("proof");
}

#[test]
fn a_wrong_model_is_an_error_that_names_it() {
    for spec in specs() {
        let error = find(&spec, own(Lie::Model).0).unwrap_err().to_string();
        let expected = "own gives a model that violates clause";
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn the_bound_of_a_lying_solver_is_unverified_or_refuted() {
    let (sense, statistic) = (Sense::Minimize, Statistic::named("crossings").unwrap());
    let objective = Objective { sense, statistic };
    let solver = own(Lie::Refutation).0;
    let options = solver.into();
    let (_, problem) = asked("6x6 --closed");
    // The lie is noticed where annealing is slower than the bound and then better than it.
    let shown = match optimize(&problem, &[objective], &options, &mut |_| ()) {
        Ok(optimum) => optimum.standings[0].to_string(),
        Err(error @ SolveError::WrongBound(_)) => error.to_string(),
        Err(error) => panic!("{error}"),
    };
    assert!(shown.contains("(own says so, unchecked)"), "{shown}");
}
