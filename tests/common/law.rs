//! The law of `check`: what it calls proved is true. Formulas of every kind lose a tour, or get a
//! model that is no tour; then they are never proved. Without a change they are never wrong.

use itertools::Itertools;
use knightsat_check::base::random::Rng;
use knightsat_check::cnf::gadget::amo::Amo;
use knightsat_check::cnf::sink::{ClauseSink, Cnf};
use knightsat_check::cnf::{Lit, Model, Var, Vars};
use knightsat_check::encoding::{Formula, Name, Style};
use knightsat_check::solver::{Assuming, InProcess};
use knightsat_check::tour::constraint::Property;
use knightsat_check::tour::graph::Graph;
use knightsat_check::tour::place::Place;
use knightsat_check::tour::spec::TourSpec;
use knightsat_check::tour::tour::Tour;
use knightsat_check::tour::{Kind, Problem};
use knightsat_check::{Meaning, Options, Report, Status, inspect};
use knightsat_count::search::{Directions, Search};
use std::ops::Range;

/// The boards, with their sides joined and their pieces. Graphs follow them.
const BOARDS: [(&str, &str, &str); 9] = [
    ("4x5", "", ""),
    ("5x5", "", ""),
    ("4x6", "", ""),
    ("3x8", "", ""),
    ("5x6", "", ""),
    ("4x4", "both", ""),
    ("3x5", "files", ""),
    ("2x3x4", "", ""),
    ("3x4", "", "king"),
];
/// The tours from a start among which one is chosen.
const TOURS: usize = 300;

/// Numbers of formulas.
#[derive(Debug, Default)]
pub struct Score {
    /// Unchanged formulas, and those that are proved complete.
    pub unchanged: [usize; 2],
    /// Changed formulas, and those whose fault is found.
    pub changed: [usize; 2],
}

/// A formula in memory.
type Collected = (Cnf, Meaning);

/// Returns one of these.
fn pick<T: Clone>(rng: &mut Rng, items: &[T]) -> T {
    items[rng.below(items.len())].clone()
}

/// Returns so many of these, or all.
fn some<T: Clone>(rng: &mut Rng, items: &[T], most: usize) -> Vec<T> {
    let mut items = items.to_vec();
    rng.shuffle(&mut items);
    items.truncate(most);
    items
}

fn place(rng: &mut Rng) -> (Place, TourSpec) {
    let mut spec = TourSpec::default();
    let number = rng.below(BOARDS.len() + 3);
    let Some((board, wrap, piece)) = BOARDS.get(number) else {
        // A cycle through all vertices, and random edges or arcs.
        let len = 8 + rng.below(3) as u32;
        let ring = (0..len).map(|v| [v, (v + 1) % len]);
        let others = (0..len).map(|_| [0, 0].map(|_| rng.below(len as usize) as u32));
        let pairs = ring.chain(others.filter(|[a, b]| a != b));
        let graph = if number == BOARDS.len() {
            let edges = pairs.map(|[a, b]| [a.min(b), a.max(b)]);
            Graph::from_edges(len, &edges.unique().collect_vec())
        } else {
            Graph::try_from_arcs(len, &pairs.unique().collect_vec()).unwrap()
        };
        return (Place::Graph(graph), spec);
    };
    if !wrap.is_empty() {
        spec.wrap = Some(wrap.parse().unwrap());
    }
    if !piece.is_empty() {
        spec.leaper = Some(piece.parse().unwrap());
    }
    spec.settled(board.parse().unwrap()).unwrap()
}

/// Returns a tour of a problem with this start, among the first ones.
fn tour(rng: &mut Rng, problem: &Problem) -> Option<Vec<u32>> {
    let search = Search::new(problem, Directions::Both).with_nodes(1 << 18);
    let tours = search.take(1 + rng.below(TOURS)).collect_vec();
    tours.last().cloned()
}

/// Adds demands that a tour satisfies, most about its ends.
fn demand(rng: &mut Rng, place: &Place, tour: &[u32], spec: &mut TourSpec) {
    let name = |vertex: u32| place.name(vertex);
    let len = tour.len();
    let step_name = |step: usize, vertex: u32| format!("{step}={}", name(vertex)).parse().unwrap();
    let edges = tour.windows(2).map(|pair| [pair[0], pair[1]]).collect_vec();
    for _ in 0..rng.below(3) {
        match rng.below(9) {
            0 => spec.start = Some(name(tour[0])),
            1 => spec.end = Some(name(tour[len - 1])),
            2 => spec.at.push(step_name(1, tour[0])),
            3 => spec.at.push(step_name(len, tour[len - 1])),
            4 => {
                let place = rng.below(len);
                spec.at.push(step_name(place + 1, tour[place]));
            }
            5 => {
                let step = [1, len, 1 + rng.below(len)][rng.below(3)];
                let vertex = rng.below(len);
                if tour[step - 1] != vertex as u32 {
                    spec.not_at.push(step_name(step, vertex as u32));
                }
            }
            6 => {
                let [a, b] = pick(rng, &edges);
                spec.require
                    .push(format!("{}-{}", name(a), name(b)).parse().unwrap());
            }
            7 => {
                let graph = place.graph();
                let is_taken = |edge: &[u32; 2]| {
                    let closing = [tour[len - 1], tour[0]];
                    let mut taken = edges.iter().chain([&closing]);
                    taken.any(|&[a, b]| [a, b] == *edge || [b, a] == *edge)
                };
                let free = graph.edges().filter(|edge| !is_taken(edge)).collect_vec();
                if !free.is_empty() {
                    let [a, b] = pick(rng, &free);
                    spec.forbid
                        .push(format!("{}-{}", name(a), name(b)).parse().unwrap());
                }
            }
            _ => spec.only = vec![pick(rng, &Property::all().collect_vec())],
        }
    }
}

fn style(rng: &mut Rng) -> Style {
    let mut style = pick(rng, &Name::ALL).style();
    let amo = pick(rng, &Amo::ALL).name();
    let options = [
        ("amo", amo.into()),
        ("variables", "arcs".into()),
        ("directions", pick(rng, &["one", "both"]).into()),
        ("three-cnf", true.into()),
        ("shortcuts", false.into()),
        ("prune", false.into()),
    ];
    for (option, value) in options {
        let value: serde_json::Value = value;
        if rng.below(3) == 0 {
            // Some encodings lack this option.
            let _ = style.set(option, value);
        }
    }
    style
}

/// Returns a model of a formula under assumptions, if it has one.
fn model((cnf, _): &Collected, assumed: &[Lit]) -> Option<Model> {
    let mut solver = InProcess::default().start(Default::default());
    let _: Vars = solver.new_vars(cnf.variables());
    cnf.clauses().for_each(|clause| solver.clause(clause));
    match solver.solve_assuming(assumed).unwrap() {
        Assuming::Satisfiable(model) => Some(model),
        Assuming::Failed(_) => None,
        Assuming::Unknown => panic!("unknown without a limit"),
    }
}

/// Returns a model of one of the sequences of a tour and, if one direction suffices, its reverse.
fn model_of(formula: &Collected, problem: &Problem, tour: &[u32]) -> Option<(Vec<Lit>, Model)> {
    let meaning = &formula.1;
    let back = meaning.reversed(problem, tour);
    let back = meaning.is_one_direction.then_some(back);
    let turned = |steps: Vec<u32>| {
        (0..steps.len()).map(move |turn| [&steps[turn..], &steps[..turn]].concat())
    };
    let is_tour = |steps: &Vec<u32>| Tour::verify(problem, steps.clone()).is_ok();
    let back = back.into_iter().flat_map(turned).filter(is_tour);
    let sequences = meaning.rotations(problem, tour).into_iter();
    let mut sequences = sequences.chain(back).unique();
    sequences.find_map(|steps| {
        let taken = meaning.literals_of(problem, &steps).ok()?;
        let is_taken = |lit: &&Lit| !taken.contains(lit);
        let single = meaning.facts().iter().filter(|(_, lits)| lits.len() == 1);
        let others = single.map(|(_, lits)| &lits[0]).filter(is_taken);
        let assumed = taken.iter().copied().chain(others.map(|&lit| !lit));
        let model = model(formula, &assumed.collect_vec())?;
        Some((taken.into_iter().unique().collect(), model))
    })
}

/// Returns the formula with clauses that exclude a tour with these literals and this model.
fn without(rng: &mut Rng, formula: &Collected, taken: &[Lit], model: &Model) -> Collected {
    let (mut cnf, meaning) = formula.clone();
    let meant = meaning.projection();
    let value = |lit: Lit| if model.satisfies(lit) { lit } else { !lit };
    let all = (1..=cnf.variables()).filter_map(|number| Some(value(Var::new(number)?.pos())));
    let auxiliary = all
        .filter(|lit| !meant.contains(&lit.var().pos()))
        .collect_vec();
    let others = meant
        .iter()
        .map(|&lit| value(lit))
        .filter(|lit| !taken.contains(lit));
    let others = others.collect_vec();
    let few = 2 + rng.below(3);
    let mut excluded: Vec<Lit> = match rng.below(6) {
        0 => taken.to_vec(),
        1 | 2 => some(rng, taken, few),
        3 => some(rng, &others, 3 * few),
        4 => [some(rng, taken, few), some(rng, &auxiliary, 1)].concat(),
        _ => {
            // One literal of a clause is true.
            let satisfied = |clause: &&[Lit]| {
                let mut satisfied = clause.iter().filter(|&&lit| model.satisfies(lit));
                satisfied.next().is_some() && satisfied.next().is_none()
            };
            let clauses = cnf.clauses().filter(satisfied).map(<[Lit]>::to_vec);
            let clause = some(rng, &clauses.collect_vec(), 1).concat();
            clause.into_iter().map(value).collect()
        }
    };
    excluded.iter_mut().for_each(|lit| *lit = !*lit);
    if rng.below(2) == 0 {
        cnf.clause(&excluded);
    } else {
        let fresh = cnf.new_var().pos();
        cnf.clause(&[&excluded[..], &[fresh]].concat());
        cnf.clause(&[&excluded[..], &[!fresh]].concat());
    }
    (cnf, meaning)
}

/// Returns the formula with a further model: this one, in which variables of the map have the other
/// value.
fn with_another(rng: &mut Rng, (cnf, meaning): &Collected, model: &Model) -> Collected {
    // An odd number of changes never leads to another tour.
    let odd = 1 + 2 * rng.below(2);
    let changed = some(rng, &meaning.projection(), odd);
    let mut other = Cnf::default();
    let vars: Vars = other.new_vars(cnf.variables());
    let is_other = other.new_var().pos();
    for clause in cnf.clauses() {
        other.clause(&[clause, &[is_other]].concat());
    }
    for var in vars.iter() {
        let is_changed = changed.iter().any(|lit| lit.var() == var);
        let lit = if model.satisfies(var.pos()) != is_changed {
            var.pos()
        } else {
            var.neg()
        };
        other.clause(&[!is_other, lit]);
    }
    (other, meaning.clone())
}

fn report(
    place: &Place,
    problem: &Problem,
    (cnf, meaning): &Collected,
    options: &Options,
) -> Report {
    let subject = |sink: &mut dyn ClauseSink| {
        let _: Vars = sink.new_vars(cnf.variables());
        cnf.clauses().for_each(|clause| sink.clause(clause));
        meaning.clone()
    };
    inspect(place, problem, &subject, options).unwrap()
}

/// Checks the law for formulas of random problems, one for each seed, in random encodings.
///
/// # Panics
/// If it does not hold.
pub fn check_law(seeds: Range<u64>, options: &Options) -> Score {
    let mut score = Score::default();
    let options = Options {
        most: 1,
        work: Some(1 << 12),
        ..options.clone()
    };
    seeds.for_each(|seed| _ = hold(seed, &options, &mut score));
    score
}

/// Checks formulas of a random problem: unchanged, without a tour, and with a further model.
/// Returns nothing if the seed gives no problem or no formula.
fn hold(seed: u64, options: &Options, score: &mut Score) -> Option<()> {
    let rng = &mut Rng::new(seed, 0);
    let (place, mut spec) = place(rng);
    if rng.below(3) == 0 {
        spec.kind = Kind::Closed;
        if rng.below(4) == 0 {
            spec.symmetric = Some("rot180".parse().unwrap());
        }
    }
    let start = rng.below(place.len() as usize) as u32;
    let base = TourSpec {
        start: Some(place.name(start)),
        ..spec.clone()
    };
    let steps = tour(rng, &base.problem(&place, &Default::default()).ok()?)?;
    demand(rng, &place, &steps, &mut spec);
    let problem = spec.problem(&place, &Default::default()).ok()?;
    Tour::verify(&problem, steps.clone()).ok()?;
    let style = style(rng);
    let formula = Formula::new(&problem, style).ok()?;
    if !formula.is_exact() {
        return None;
    }
    let mut cnf = Cnf::default();
    formula.encode(&mut cnf);
    let formula = (cnf, formula.meaning());
    let what = format!(
        "seed {seed}: {} {} {style:?}",
        place.tour(spec.kind),
        serde_json::to_string(&spec).unwrap()
    );
    let unchanged = report(&place, &problem, &formula, options);
    assert!(unchanged.is_good(), "{what}\n{unchanged}");
    score.unchanged[0] += 1;
    score.unchanged[1] += usize::from(unchanged.status("complete") == Some(Status::Good));
    let found = model_of(&formula, &problem, &steps);
    let (taken, model) = found.unwrap_or_else(|| panic!("{what}: {steps:?} has no model"));
    for _ in 0..2 {
        let changed = without(rng, &formula, &taken, &model);
        if model_of(&changed, &problem, &steps).is_none() {
            let report = report(&place, &problem, &changed, options);
            let is_proved = |check| report.status(check) == Some(Status::Good);
            let is_false = is_proved("complete") || is_proved("count");
            assert!(!is_false, "{what}: no model of {steps:?}\n{report}");
            score.changed[0] += 1;
            score.changed[1] += usize::from(!report.is_good());
        }
    }
    if formula.1.projection().len() < 3 {
        return None;
    }
    let changed = with_another(rng, &formula, &model);
    let report = report(&place, &problem, &changed, options);
    let is_proved = |check| report.status(check) == Some(Status::Good);
    assert!(
        !is_proved("sound") && !is_proved("count"),
        "{what}: a further model\n{report}"
    );
    score.changed[0] += 1;
    score.changed[1] += usize::from(!report.is_good());
    Some(())
}
