//! Every backend of the table with every constraint, every pair of constraints, and random ones. It
//! answers right, or refuses with the sentence of the table, and only what the table refuses.
//!
//! tests/solvers has z3 for SMT-LIB, and the lab OPB and VeriPB.

use crate::common::certificates::{checked, decide, task};
use crate::common::crosses::{Sample, random, samples};
use crate::common::prelude::*;
use crate::common::solvers::read;
use knightsat::cnf::dimacs::write::write_formula;
use knightsat::search::SolveError;
use knightsat::search::optimum::{Objective, Optimum, Sense, optimize};
use knightsat::search::prove::{Ground, look};
use knightsat::search::{Uniqueness, unique};
use knightsat::search::{Verdict, find_by_formula, lazy};
use knightsat::tour;
use knightsat_count::frontier::{self, FrontierError, Options};
use knightsat_search::heuristic::backtrack;
use knightsat_search::heuristic::warnsdorff;
use knightsat_search::optimum::BetterTours;
use knightsat_search::unique::parting;
use knightsat_search::unsat_core;
use knightsat_tour::blocks::Blocks;
use knightsat_tour::lower::Unlowered;
use knightsat_tour::table::{self, Backend, Refusal};

type Asked<T = ()> = Result<T, Refusal>;

/// Returns the answer of a backend, or its refusal from the function.
macro_rules! answered {
    ($answer:expr, $refused:pat => $refusal:expr, $what:expr) => {
        match $answer {
            Err($refused) => return Err($refusal),
            answer => answer.unwrap_or_else(|error| panic!("{}: {error}", $what)),
        }
    };
}

/// So many tours are compared by solvers, on boards and graphs of so many vertices.
const MOST: usize = 5;
const LARGEST: u32 = 9;

fn check(sample: &Sample, verdict: &Verdict, by: &str) {
    let is_known = !matches!(verdict, Verdict::Unknown(_));
    assert!(is_known, "{by}: {}", sample.what);
    sample.assert_found(verdict.tour().map(Tour::steps), by);
}

/// Returns true if solvers compare all tours.
fn is_small(sample: &Sample) -> bool {
    sample.problem.graph().len() <= LARGEST && sample.tours().len() <= MOST
}

/// Returns the formula of an encoding.
fn formula(sample: &Sample, name: Name) -> Asked<Formula<'_>> {
    let formula = Formula::new(&sample.problem, name.style());
    Ok(answered!(formula, FormulaError::Refused(by) => by, sample.what))
}

/// Returns the default encoding, since positions do not support blocks.
fn usual(sample: &Sample) -> Name {
    match sample.problem.get::<std::sync::Arc<Blocks>>() {
        Some(_) => Name::Elimination,
        None => Name::Position,
    }
}

fn by_encoding(sample: &Sample, name: Name) -> Asked {
    let formula = formula(sample, name)?;
    let solvers = [Solver::from(InProcess::varisat())];
    let mut report = |error| panic!("{name}: {}: {error}", sample.what);
    let limits = Default::default();
    let verdict = find_by_formula(&sample.problem, &formula, &solvers, &limits, &mut report);
    check(sample, &verdict.unwrap(), name.as_str());
    if formula.is_exact() && is_small(sample) {
        let tours = Tours::by_models(&sample.problem, &formula, &Stop::default());
        all(sample, tours, name.as_str())?;
    }
    Ok(())
}

fn by_engine(sample: &Sample) -> Asked {
    for shortcuts in [true, false] {
        let options = default_with(|options: &mut lazy::Options| options.shortcuts = shortcuts);
        let verdict = lazy::solve(&sample.problem, options);
        let verdict = answered!(verdict, SolveError::Refused(by) => by, sample.what);
        check(sample, &verdict, "the engine");
    }
    Ok(())
}

/// Collects tours, and compares them.
fn all(sample: &Sample, tours: Tours, by: &str) -> Asked {
    let found: Result<Vec<Tour>, SolveError> = tours.collect();
    let found = found.unwrap_or_else(|error| panic!("{by}: {}: {error}", sample.what));
    let found = found.iter().map(|tour| tour.steps().to_vec());
    sample.assert_tours(&found.collect_vec(), by);
    Ok(())
}

/// Looks for a certificate, which is verified. `by_cuts` is true if it needs no steps.
fn by_proof(sample: &Sample, by_cuts: bool) -> Asked {
    let what = &sample.what;
    let folder = tempdir().unwrap();
    if by_cuts {
        let ground = look(&task(&sample.problem, false, folder.path()), &mut |_| ()).unwrap();
        sample.assert_found(ground.tour().map(Tour::steps), "a proof by cuts");
        let is_right = !matches!(ground, tour::Verdict::None(Ground::Steps));
        assert!(is_right, "a proof by cuts needs steps: {what}");
    }
    let proved = decide(&sample.problem, !by_cuts, folder.path());
    assert!(!matches!(proved, tour::Verdict::Unknown(_)), "{what}");
    sample.assert_found(proved.tour().map(Tour::steps), "a proof");
    if let tour::Verdict::None(verified) = proved {
        let is_refuted = matches!(verified, Verified::Refutation { .. });
        assert!(!by_cuts || is_refuted, "{what}");
        let again = checked(&sample.problem, folder.path());
        assert_eq!(again, Some(verified), "{what}");
    }
    Ok(())
}

/// Optimizes the statistic.
fn best(sample: &Sample) -> Asked<Optimum> {
    let (sense, statistic) = (Sense::Minimize, sample.statistic.clone());
    let objectives = [Objective { sense, statistic }];
    let options = Default::default();
    let optimum = optimize(&sample.problem, &objectives, &options, &mut |_| ());
    Ok(answered!(optimum, SolveError::NotOptimized(by) => by, sample.what))
}

fn by_optimum(sample: &Sample) -> Asked {
    let optimum = best(sample)?;
    check(sample, &optimum.verdict, "the best tour");
    let values = sample.numberings.iter().map(|steps| sample.value(steps));
    let least = values.min();
    assert_eq!(optimum.standings[0].best, least, "{}", sample.what);
    assert!(least.is_none() || optimum.is_optimal(), "{}", sample.what);
    Ok(())
}

fn by_optimality_proof(sample: &Sample) -> Asked {
    let stop = Stop::default();
    // Problems that this proof does not support have an optimum, too.
    let optimum = best(sample)?;
    if !matches!(optimum.verdict, Verdict::Tour(_)) {
        return table::reductions(&sample.problem, Backend::OptimalityProof).map(|_| ());
    }
    let better = BetterTours::new(&sample.problem, &optimum, &stop);
    let mut better = answered!(better, SolveError::NotOptimized(by) => by, sample.what);
    let folder = tempdir().unwrap();
    let certified = better.certify(folder.path(), &[], &stop).unwrap();
    assert!(
        matches!(certified, knightsat::tour::Verdict::None(_)),
        "{}",
        sample.what
    );
    Ok(())
}

/// Counts by the frontier method, in parts or at once.
fn by_frontier(sample: &Sample, in_parts: bool) -> Asked {
    let problem = &sample.problem;
    let folder = tempdir().unwrap();
    let folder = folder.path().to_path_buf();
    let options = default_with(|options: &mut Options| {
        // Not the memory of a machine that others use, too.
        (options.threads, options.memory) = (1, 1 << 30);
        options.scratch = in_parts.then_some(folder);
    });
    if in_parts {
        let parts = unless_busy(|| {
            let parts = frontier::parts(problem, &options)?;
            let sweep = |part| frontier::sweep_part(problem, &options, part, &mut |_| {});
            (0..parts).try_for_each(sweep).map(|()| parts)
        });
        let parts = answered!(parts, FrontierError::Refused(by) => by, sample.what);
        // A single vertex is counted without any.
        let has_none = sample.numberings.is_empty() || problem.graph().len() == 1;
        assert!(parts > 0 || has_none, "{}", sample.what);
    }
    let count = unless_busy(|| frontier::count(problem, options.clone()));
    let count = answered!(count, FrontierError::Refused(by) => by, sample.what);
    assert_eq!(count, sample.tours().len().into(), "{}", sample.what);
    Ok(())
}

/// Calls again while a folder is locked: a child that another test starts inherits the lock until
/// it executes its program.
fn unless_busy<T>(call: impl Fn() -> Result<T, FrontierError>) -> Result<T, FrontierError> {
    loop {
        match call() {
            Err(FrontierError::Busy(..)) => std::thread::yield_now(),
            result => return result,
        }
    }
}

/// Counts classes, which `tests/count/classes.rs` compares with orbits.
fn by_classes(sample: &Sample) -> Asked {
    let options = default_with(|options: &mut Options| options.threads = 1);
    let found = frontier::classes(&sample.problem, &options, &mut |_| {});
    let found = answered!(found, FrontierError::Refused(by) => by, sample.what);
    assert_eq!(found.tours, sample.tours().len().into(), "{}", sample.what);
    let is_bounded =
        found.classes <= found.tours && found.tours <= &found.classes * found.symmetries;
    assert!(is_bounded, "{}: {found:?}", sample.what);
    Ok(())
}

/// Writes the formula as DIMACS, and reads it again.
fn by_dimacs(sample: &Sample) -> Asked {
    let formula = formula(sample, usual(sample))?;
    let folder = tempdir().unwrap();
    let path = folder.path().join("t.cnf");
    write_formula(File::create(&path).unwrap(), &formula, &[]).unwrap();
    let mut solver = Varisat::new(None);
    let cnf = read(&path);
    solver.new_vars(cnf.variables());
    cnf.replay(&mut solver);
    let found = match solver.solve().unwrap() {
        Answer::Satisfiable(model) => Some(formula.decode(&model).unwrap()),
        _ => None,
    };
    sample.assert_found(found.as_ref().map(Tour::steps), "DIMACS");
    Ok(())
}

/// Decides uniqueness.
fn by_uniqueness(sample: &Sample) {
    let tours = match unique(&sample.problem, &Stop::default()).unwrap() {
        Uniqueness::None(_) => vec![],
        Uniqueness::One(tour) => vec![tour],
        Uniqueness::Several(both) => {
            assert!(parting(&both).is_some(), "{}", sample.what);
            both.to_vec()
        }
        Uniqueness::Unknown(_) => panic!("{}", sample.what),
    };
    assert_eq!(tours.len(), sample.tours().len().min(2), "{}", sample.what);
    for tour in &tours {
        sample.assert_found(Some(tour.steps()), "uniqueness");
    }
}

/// Searches depth first.
fn by_backtracking(sample: &Sample) -> Asked {
    let (verdict, effort) = backtrack::search(&sample.problem, &Default::default()).unwrap();
    check(sample, &verdict, "backtracking");
    if let Verdict::None(evidence) = verdict {
        assert_eq!(evidence, Evidence::Exhaustion(effort.nodes));
        assert_eq!(effort.nodes, effort.backtracks, "{}", sample.what);
    }
    Ok(())
}

/// Walks by the rule, which may be stuck.
fn by_rule(sample: &Sample) -> Asked {
    let walk = warnsdorff::walk(&sample.problem, &Stop::default());
    let walk = walk.map_err(|error| match error {
        Unlowered::Refused(refusal) => refusal,
        error => panic!("{error}"),
    });
    if let (Verdict::Tour(tour), _) = walk? {
        sample.assert_found(Some(tour.steps()), "the rule");
    }
    Ok(())
}

/// Looks for contradictory clues.
fn by_clue_fault(sample: &Sample) -> Asked {
    let fault = unsat_core::unsat_core(&sample.problem, &Stop::default()).unwrap();
    table::reductions(&sample.problem, Backend::ClueFault)?;
    assert!(
        fault.is_none() || sample.numberings.is_empty(),
        "{}",
        sample.what
    );
    Ok(())
}

/// Asks a backend; returns its refusal.
fn ask(sample: &Sample, backend: Backend) -> Asked {
    let problem = &sample.problem;
    let stop = Stop::default();
    let is_it = |name: &Name| Backend::named("encoding", name.as_str()) == Some(backend);
    if let Some(name) = Name::ALL.into_iter().find(is_it) {
        return by_encoding(sample, name);
    }
    match backend {
        Backend::Engine => by_engine(sample),
        // Proofs by steps take its place elsewhere.
        Backend::CutProof => {
            table::reductions(problem, backend).and_then(|_| by_proof(sample, true))
        }
        Backend::StepProof => by_proof(sample, false),
        Backend::Optimum => by_optimum(sample),
        Backend::OptimalityProof => by_optimality_proof(sample),
        Backend::Frontier => by_frontier(sample, false),
        Backend::FrontierParts => by_frontier(sample, true),
        Backend::Classes => by_classes(sample),
        Backend::Search => all(sample, Tours::by_search(problem, &stop), "the search"),
        Backend::Models => {
            let formula = formula(sample, usual(sample))?;
            all(sample, Tours::by_models(problem, &formula, &stop), "models")
        }
        Backend::Dimacs => by_dimacs(sample),
        Backend::Backtrack => by_backtracking(sample),
        Backend::Warnsdorff => by_rule(sample),
        Backend::ClueFault => by_clue_fault(sample),
        // The lab, `check` and the places ask the others.
        _ => table::reductions(problem, backend).map(|_| ()),
    }
}

#[test]
fn every_backend_answers_every_constraint_and_pair_right_or_as_the_table_refuses() {
    let (mut answered, mut refused, mut with_tours) = (0, 0, 0);
    for sample in samples().into_iter().chain(random(depth(1200, 360))) {
        with_tours += usize::from(!sample.numberings.is_empty());
        for backend in Backend::ALL {
            let expected = table::reductions(&sample.problem, backend).map(|_| ());
            let found = ask(&sample, backend);
            assert_eq!(found, expected, "{backend:?}: {}", sample.what);
            answered += usize::from(found.is_ok());
            refused += usize::from(found.is_err());
        }
        by_uniqueness(&sample);
    }
    let counts = [answered > 3000, refused > 700, with_tours > 150];
    assert_eq!(counts, [true; 3], "{answered} {refused} {with_tours}");
}
