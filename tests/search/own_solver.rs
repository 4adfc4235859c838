//! A solver of one's own is accepted wherever varisat is, and its lies are caught.

use knightsat::check::{self, inspect};
use knightsat::prelude::*;
use knightsat::search::find_by_formula;
use knightsat::search::optimum::{self, Objective, Sense, optimize};
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
    let start = move |limits| Own {
        solver: Varisat::unchecked(limits),
        calls: counted.clone(),
        lie,
    };
    (InProcess::new("own", start), calls)
}

fn problem(board: &str) -> Problem {
    board
        .parse::<FormulaSpec>()
        .unwrap()
        .problem(&Default::default())
        .unwrap()
}

#[test]
fn it_is_asked_by_the_engine_by_formulas_and_for_proofs() {
    let (solver, calls) = own(Lie::Never);
    let asked = |what: &str| assert_ne!(calls.swap(0, Ordering::Relaxed), 0, "{what}");

    let spec: FormulaSpec = "20x20".parse().unwrap();
    assert!(find(&spec, solver.clone()).unwrap().tour().is_some());
    asked("find by the lazy engine");

    let mut given: FormulaSpec = "6x6".parse().unwrap();
    given.tour.at = vec!["20=d4".parse().unwrap()];
    let verdict = find(&given, solver.clone()).unwrap();
    assert_eq!(
        verdict.tour().unwrap().steps()[19],
        given.place.vertex("d4").unwrap()
    );
    asked("find by a formula");

    let problem = problem("3x3");
    let bare = Style {
        shortcuts: false,
        ..Style::DEFAULT
    };
    let formula = Formula::new(&problem, bare).unwrap();
    let (solvers, limits) = ([Solver::from(solver.clone())], Limits::default());
    let verdict = find_by_formula(&problem, &formula, &solvers, &limits, &mut |_| ()).unwrap();
    let word = "own says so, unchecked".to_string();
    assert_eq!(verdict, Verdict::None(Evidence::Refutation(word)));
    asked("portfolio");

    let place = check::place("3x4");
    let problem = Problem::new(place.graph(), Kind::Open, None, None).unwrap();
    let formula = Formula::new(&problem, Style::DEFAULT).unwrap();
    let options = check::Options {
        solver: solver.clone(),
        ..check::Options::default()
    };
    assert!(
        inspect(&place, &problem, &formula, &options)
            .unwrap()
            .is_good()
    );
    // Small formulas are compared with all tours, which needs no solver.
    calls.store(0, Ordering::Relaxed);

    let folder = tempfile::tempdir().unwrap();
    // The Petersen graph: no cheap reason, so that cuts are searched for.
    let edges = (0..5).flat_map(|v| [[v, (v + 1) % 5], [v, v + 5], [v + 5, (v + 2) % 5 + 5]]);
    let graph = Graph::try_from_edges(10, &edges.collect::<Vec<[u32; 2]>>()).unwrap();
    let spec = FormulaSpec::new(Place::Graph(graph), TourSpec::default(), Style::DEFAULT).unwrap();
    let proved = prove(&spec.closed(), folder.path(), solver).unwrap();
    assert!(matches!(proved, Verdict::None(_)));
}

#[test]
fn a_wrong_model_is_an_error_that_names_it() {
    let (liar, _) = own(Lie::Model);
    let mut given: FormulaSpec = "6x6".parse().unwrap();
    let by_engine = find(&"20x20".parse().unwrap(), liar.clone())
        .unwrap_err()
        .to_string();
    given.tour.at = vec!["20=d4".parse().unwrap()];
    let by_formula = find(&given, liar).unwrap_err().to_string();
    for error in [by_engine, by_formula] {
        assert!(
            error.starts_with("own gives a model that violates clause"),
            "{error}"
        );
    }
}

#[test]
fn the_bound_of_a_lying_solver_is_unverified() {
    let objective = Objective {
        sense: Sense::Minimize,
        statistic: Statistic::named("crossings").unwrap(),
    };
    let options = optimum::Options {
        solvers: vec![own(Lie::Refutation).0.into()],
        ..Default::default()
    };
    let problem = check::place("6x6").problem(Kind::Closed, None, None);
    let optimum = optimize(&problem.unwrap(), &[objective], &options, &mut |_| ()).unwrap();
    let standing = &optimum.standings[0];
    assert_eq!(standing.word.as_deref(), Some("own says so, unchecked"));
    let shown = standing.to_string();
    assert!(shown.ends_with("(own says so, unchecked)"), "{shown}");
}
