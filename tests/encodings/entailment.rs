//! Proofs by entailment: foreign encoders, right and wrong, as others would write them. An
//! exhaustive search over all assignments decides which mutants are wrong.

use crate::common::mutants;

use knightsat::check::{self, Options, Report, Wrong, inspect};
use knightsat::cnf::sink::{ClauseSink, Cnf};
use knightsat::cnf::{Lit, Vars};
use knightsat::encoding::meaning::{Fact, FactStyle, Meaning};
use knightsat::encoding::{Formula, Name};
use knightsat::tour::given::{Clue, Given};
use knightsat::tour::graph::Graph;
use knightsat::tour::place::Place;
use knightsat::tour::rule::Atom;
use knightsat::tour::spec::TourSpec;
use knightsat::tour::symmetry::Symmetry;
use knightsat::tour::{Kind, Problem};
use knightsat_tour::definition::{Definition, Law};
use mutants::{Score, attack, tell};
use std::collections::HashMap;

/// The foreign encoders.
const FOREIGN: [&str; 10] = [
    "steps", "squares", "twins", "round", "split", "ladder", "moves", "bits", "order", "edges",
];

/// Writes a formula as somebody else would.
fn foreign(name: &str, problem: &Problem, sink: &mut dyn ClauseSink) -> Meaning {
    match name {
        "order" => order(problem, sink),
        "edges" => edges(problem, sink),
        "bits" => bits(problem, sink),
        _ => positions(name, problem, sink),
    }
}

fn positions(name: &str, problem: &Problem, sink: &mut dyn ClauseSink) -> Meaning {
    let graph = problem.graph();
    let n = graph.len();
    let is_closed = problem.kind() == Kind::Closed;
    let vars = sink.new_vars(n * n);
    let x = |step: u32, vertex: u32| vars.get((step - 1) % n * n + vertex).pos();
    let mut meaning = Meaning::new();
    let all = (1..=n).flat_map(|step| (0..n).map(move |vertex| (step, vertex)));
    all.clone()
        .for_each(|(step, vertex)| meaning.at(step, vertex, x(step, vertex)));
    let by_step = |step| (0..n).map(|vertex| x(step, vertex)).collect::<Vec<_>>();
    let by_square = |vertex| (1..=n).map(|step| x(step, vertex)).collect::<Vec<_>>();
    let one = |lits: &[Lit], sink: &mut dyn ClauseSink| match name {
        "ladder" => {
            // z[i]: one of the first i literals is true.
            let z = sink.new_vars(lits.len() as u32);
            for (at, &lit) in lits.iter().enumerate() {
                let here = z.get(at as u32).pos();
                sink.clause(&[!lit, here]);
                if at > 0 {
                    let before = z.get(at as u32 - 1).pos();
                    sink.clause(&[!before, here]);
                    sink.clause(&[!before, !lit]);
                }
            }
        }
        _ => sink.pairwise(lits),
    };
    let last = if is_closed { n } else { n - 1 };
    if name == "squares" {
        // Some step for every square, one square at a step, and moves backwards.
        for v in 0..n {
            sink.clause(&by_square(v));
        }
        for step in 1..=n {
            one(&by_step(step), sink);
        }
        for (step, v) in all.filter(|&(step, _)| step <= last) {
            let mut clause = vec![!x(step + 1, v)];
            clause.extend(graph.predecessors(v).iter().map(|&w| x(step, w)));
            sink.clause(&clause);
        }
    } else {
        for step in 1..=n {
            match &by_step(step)[..] {
                [a, b, rest @ ..] if name == "split" && !rest.is_empty() => {
                    let z = sink.new_var().pos();
                    sink.clause(&[*a, *b, z]);
                    sink.clause(&[&[!z], rest].concat());
                }
                lits => sink.clause(lits),
            }
        }
        for v in 0..n {
            one(&by_square(v), sink);
        }
        for (step, v) in all.filter(|&(step, _)| step <= last) {
            if name == "moves" {
                // A variable for each move at each step.
                let mut clause = vec![!x(step, v)];
                for &w in graph.successors(v) {
                    let taken = sink.new_var().pos();
                    sink.clause(&[!taken, x(step, v)]);
                    sink.clause(&[!taken, x(step + 1, w)]);
                    sink.clause(&[taken, !x(step, v), !x(step + 1, w)]);
                    clause.push(taken);
                }
                sink.clause(&clause);
                continue;
            }
            for w in (0..n).filter(|&w| w != v && !graph.has_arc(v, w)) {
                sink.clause(&[!x(step, v), !x(step + 1, w)]);
            }
        }
    }
    if is_closed && n < 3 {
        sink.clause(&[]);
    }
    match name {
        // Every fact of the first step has a second variable.
        "twins" => {
            let twins = sink.new_vars(n);
            for (v, twin) in (0..n).zip(twins.iter()) {
                sink.clause(&[!x(1, v), twin.pos()]);
                sink.clause(&[x(1, v), twin.neg()]);
                meaning.at(1, v, twin.pos());
            }
        }
        // The step after the last is the first again.
        "round" if is_closed => {
            let again = sink.new_vars(n);
            for (v, again) in (0..n).zip(again.iter()) {
                sink.clause(&[!x(1, v), again.pos()]);
                sink.clause(&[x(1, v), again.neg()]);
                meaning.at(n + 1, v, again.pos());
            }
        }
        _ => {}
    }
    meaning
}

/// The step of every square in binary.
fn bits(problem: &Problem, sink: &mut dyn ClauseSink) -> Meaning {
    let graph = problem.graph();
    let n = graph.len();
    let width = u32::BITS - (n - 1).leading_zeros();
    let vars = sink.new_vars(n * width);
    let at = |step: u32, vertex: u32| -> Vec<Lit> {
        let bit = |bit: u32| {
            let var = vars.get(vertex * width + bit);
            if (step - 1) >> bit & 1 == 1 {
                var.pos()
            } else {
                var.neg()
            }
        };
        (0..width).map(bit).collect()
    };
    let mut meaning = Meaning::new();
    let not_both =
        |a: &[Lit], b: &[Lit]| -> Vec<Lit> { a.iter().chain(b).map(|&lit| !lit).collect() };
    for v in 0..n {
        for step in 1..=1 << width {
            if step > n {
                sink.clause(&not_both(&at(step, v), &[]));
                continue;
            }
            meaning.add(Fact::At { step, vertex: v }, &at(step, v));
            for w in 0..n {
                if v < w {
                    sink.clause(&not_both(&at(step, v), &at(step, w)));
                }
                let follows = step < n || problem.kind() == Kind::Closed;
                if v != w && follows && !graph.has_arc(v, w) {
                    sink.clause(&not_both(&at(step, v), &at(step % n + 1, w)));
                }
            }
        }
    }
    if problem.kind() == Kind::Closed && n < 3 {
        sink.clause(&[]);
    }
    meaning
}

/// Arcs, and a transitive order of the squares that grows along them.
fn order(problem: &Problem, sink: &mut dyn ClauseSink) -> Meaning {
    let graph = problem.graph();
    let n = graph.len();
    let is_open = problem.kind() == Kind::Open;
    let mut meaning = Meaning::of(FactStyle::Arcs);
    let arcs: Vec<[u32; 2]> = graph.arcs().collect();
    let vars = sink.new_vars(arcs.len() as u32);
    let arcs: Vec<([u32; 2], Lit)> = arcs
        .into_iter()
        .zip(vars.iter().map(|var| var.pos()))
        .collect();
    for &([from, to], lit) in &arcs {
        meaning.add(Fact::Arc { from, to }, &[lit]);
    }
    for side in 0..2 {
        let mut ends = Vec::new();
        for vertex in 0..n {
            let here = arcs.iter().filter(|(arc, _)| arc[side] == vertex);
            let mut lits: Vec<Lit> = here.map(|&(_, lit)| lit).collect();
            if is_open {
                let end = sink.new_var().pos();
                lits.push(end);
                ends.push(end);
            }
            sink.clause(&lits);
            sink.pairwise(&lits);
        }
        if is_open {
            sink.clause(&ends);
            sink.pairwise(&ends);
        }
    }
    let before = sink.new_vars(n * n);
    let before = |u: u32, v: u32| before.get(u * n + v).pos();
    for &([from, to], lit) in &arcs {
        if is_open || to != 0 {
            sink.clause(&[!lit, before(from, to)]);
        }
    }
    for u in 0..n {
        sink.clause(&[!before(u, u)]);
        for v in 0..n {
            for w in 0..n {
                sink.clause(&[!before(u, v), !before(v, w), before(u, w)]);
            }
        }
    }
    if !is_open && n < 3 {
        sink.clause(&[]);
    }
    meaning
}

/// Edges, and a clause for every set of vertices that a cycle could miss.
fn edges(problem: &Problem, sink: &mut dyn ClauseSink) -> Meaning {
    let graph = problem.graph();
    let n = graph.len();
    let is_open = problem.kind() == Kind::Open;
    let mut meaning = Meaning::of(FactStyle::Edges);
    let ends: Vec<[u32; 2]> = graph.edges().collect();
    let vars = sink.new_vars(ends.len() as u32);
    let edges: Vec<([u32; 2], Lit)> = ends
        .into_iter()
        .zip(vars.iter().map(|var| var.pos()))
        .collect();
    for &([a, b], lit) in &edges {
        meaning.add(Fact::edge(a, b), &[lit]);
    }
    // An open tour is closed by one more vertex.
    let mut all: Vec<([u32; 2], Lit)> = edges.clone();
    if is_open {
        let apex = sink.new_vars(n);
        all.extend((0..n).zip(apex.iter()).map(|(v, var)| ([v, n], var.pos())));
    }
    for vertex in 0..n + u32::from(is_open) {
        let here = all.iter().filter(|(ends, _)| ends.contains(&vertex));
        let lits: Vec<Lit> = here.map(|&(_, lit)| lit).collect();
        for at in 0..lits.len() {
            let others = [&lits[..at], &lits[at + 1..]].concat();
            sink.clause(&others);
            for second in at + 1..lits.len() {
                for &third in &lits[second + 1..] {
                    sink.clause(&[!lits[at], !lits[second], !third]);
                }
            }
        }
        if lits.is_empty() {
            sink.clause(&[]);
        }
    }
    let count = n + u32::from(is_open);
    for set in 1..1_u32 << (count - 1) {
        let is_inside = |v: u32| v > 0 && set >> (v - 1) & 1 == 1;
        let leaving = all
            .iter()
            .filter(|(ends, _)| is_inside(ends[0]) != is_inside(ends[1]));
        sink.clause(&leaving.map(|&(_, lit)| lit).collect::<Vec<_>>());
    }
    if !is_open && n < 3 {
        sink.clause(&[]);
    }
    meaning
}

fn without(len: u32, left_out: &[[u32; 2]]) -> Graph {
    let pairs = (0..len).flat_map(|a| (a + 1..len).map(move |b| [a, b]));
    let edges: Vec<[u32; 2]> = pairs.filter(|pair| !left_out.contains(pair)).collect();
    Graph::from_edges(len, &edges)
}

fn proved(place: &Place, problem: &Problem, subject: &dyn check::Subject) -> Report {
    let options = Options {
        most: 0,
        ..Options::default()
    };
    inspect(place, problem, subject, &options).unwrap()
}

#[test]
fn foreign_encoders_and_their_mutants_are_judged_as_by_exhaustion() {
    let mut total = Score::default();
    for name in FOREIGN {
        let mut score = Score::default();
        for kind in [Kind::Open, Kind::Closed] {
            for (len, left_out) in [(4, &[][..]), (4, &[[0, 1]]), (5, &[[0, 1], [2, 3]])] {
                if len == 5 && ["ladder", "moves", "order"].contains(&name) {
                    continue;
                }
                let place = Place::Graph(without(len, left_out));
                let problem = Problem::new(place.graph(), kind, None, None).unwrap();
                let subject = |sink: &mut dyn ClauseSink| foreign(name, &problem, sink);
                attack(&place, &problem, name, &subject, &mut score);
            }
        }
        tell(name, score, &mut total);
    }
    assert!(total.mutants > 500 && total.changed > 200);
    assert!(
        total.open * 4 < total.mutants,
        "{} of {}",
        total.open,
        total.mutants
    );
}

#[test]
fn right_foreign_encoders_are_proved_where_tours_are_many() {
    for (board, kind) in [("5x5", Kind::Open), ("6x6", Kind::Closed)] {
        let place = check::place(board);
        let problem = Problem::new(place.graph(), kind, None, None).unwrap();
        for name in [
            "steps", "squares", "twins", "round", "split", "ladder", "moves",
        ] {
            let subject = |sink: &mut dyn ClauseSink| foreign(name, &problem, sink);
            let report = proved(&place, &problem, &subject);
            assert!(
                report.is_good() && !report.is_open,
                "{name} {board}\n{report}"
            );
        }
    }
}

/// One tour of very many is excluded, or one model of very many is no tour.
#[test]
fn a_rare_fault_is_found_without_enumeration() {
    let place = check::place("6x6");
    let problem = Problem::new(place.graph(), Kind::Open, None, None).unwrap();
    for (fault, wrong) in [
        ("early", Wrong::NoModel),
        ("pair", Wrong::NoModel),
        ("ladders", Wrong::NoModel),
        ("jump", Wrong::NoTour),
    ] {
        let subject = |sink: &mut dyn ClauseSink| {
            let graph = problem.graph();
            let jump = (fault == "jump").then(|| {
                let edges: Vec<[u32; 2]> = graph.edges().chain([[0, 1]]).collect();
                Problem::new(Graph::from_edges(36, &edges), Kind::Open, None, None).unwrap()
            });
            let name = if fault == "ladders" {
                "ladder"
            } else {
                "steps"
            };
            let meaning = positions(name, jump.as_ref().unwrap_or(&problem), sink);
            let lit = |number| knightsat::cnf::Var::new(number).unwrap().pos();
            let x = |step: u32, v: u32| lit((step - 1) * 36 + v + 1);
            // The square is at one of the first steps.
            let z = |step: u32, v: u32| lit(36 * 36 + v * 36 + step);
            match fault {
                "early" => sink.clause(&[!x(7, 14)]),
                "pair" => sink.clause(&[!x(7, 14), !x(29, 4)]),
                "ladders" => sink.clause(&[!z(3, 0), !z(3, 8)]),
                _ => {}
            }
            meaning
        };
        let report = proved(&place, &problem, &subject);
        let found = report.counterexample.as_ref().map(|found| found.wrong);
        assert!(found == Some(wrong), "{fault}\n{report}");
        // The compared tours have few moves, and the models all.
        assert!(!report.to_string().contains("no model moves"), "{report}");
    }
}

/// At one step the formula allows jumps between squares of one colour. Then the colours of the
/// steps do not add up to those of the board.
#[test]
fn jumps_that_colours_exclude_are_proved_impossible() {
    const STEP: u32 = 15;
    let place = check::place("5x6");
    let problem = Problem::new(place.graph(), Kind::Open, None, None).unwrap();
    let subject = |sink: &mut dyn ClauseSink| {
        let mut steps = Cnf::default();
        let meaning = positions("steps", &problem, &mut steps);
        let at = |lit: &Lit| (lit.var().number() - 1) / 30 + 1;
        let vertex = |lit: &Lit| (lit.var().number() - 1) % 30;
        let colour = |lit: &Lit| (vertex(lit) / 6 + vertex(lit) % 6) % 2;
        let is_jump = |lits: &[Lit]| match lits {
            [a, b] => {
                let steps = [at(a), at(b)] == [STEP, STEP + 1];
                steps && colour(a) == colour(b) && vertex(a) != vertex(b)
            }
            _ => false,
        };
        let _: Vars = sink.new_vars(steps.variables());
        let kept = steps.clauses().filter(|lits| !is_jump(lits));
        kept.for_each(|lits| sink.clause(lits));
        meaning
    };
    let report = proved(&place, &problem, &subject);
    assert!(report.is_good() && !report.is_open, "{report}");
}

#[test]
fn our_encodings_are_proved() {
    let whole = [Name::Position, Name::Textbook, Name::Binary];
    let open = [&whole[..], &[Name::Elimination]].concat();
    for (board, kind, names) in [
        ("6x6", Kind::Open, &open[..]),
        (
            "6x6",
            Kind::Closed,
            &[Name::Binary, Name::Distance, Name::Elimination],
        ),
        ("8x8", Kind::Open, &[Name::Textbook]),
    ] {
        let place = check::place(board);
        let problem = Problem::new(place.graph(), kind, None, None).unwrap();
        for &name in names {
            let formula = Formula::new(&problem, name.style()).unwrap();
            let report = proved(&place, &problem, &formula);
            let text = report.to_string();
            assert!(
                text.contains("proved: every model is a tour"),
                "{name} {board}\n{text}"
            );
            assert!(report.is_good(), "{name} {board}\n{text}");
            assert!(
                !report.is_open || !whole.contains(&name),
                "{name} {board}\n{text}"
            );
        }
    }
}

/// The formulas promise one direction, and contain variables of moves.
#[test]
fn formulas_of_one_direction_are_proved_complete() {
    for (board, kind) in [("3x4", Kind::Open), ("4x5", Kind::Open)] {
        let place = check::place(board);
        let problem = Problem::new(place.graph(), kind, None, None).unwrap();
        let formula = Formula::new(&problem, Name::Position.style()).unwrap();
        let report = proved(&place, &problem, &formula);
        assert!(report.is_good() && !report.is_open, "{board}\n{report}");
    }
}

/// Writes the definition, with a formula of somebody else that excludes second cycles.
fn defined(problem: &Problem, style: FactStyle, sink: &mut dyn ClauseSink) -> Meaning {
    let definition = Definition::new(problem, style, None);
    let meaning = match style {
        FactStyle::Positions => {
            let facts = definition.facts();
            let vars = sink.new_vars(facts.len() as u32);
            let mut meaning = Meaning::of(style);
            for (fact, var) in facts.into_iter().zip(vars.iter()) {
                meaning.add(fact, &[var.pos()]);
            }
            meaning
        }
        FactStyle::Arcs => order(problem, sink),
        FactStyle::Edges => edges(problem, sink),
    };
    let lits: HashMap<Fact, Lit> = meaning
        .facts()
        .iter()
        .map(|(fact, lits)| (*fact, lits[0]))
        .collect();
    for law in Law::ALL {
        definition.clauses(law, &mut |clause| {
            let lits = clause.iter().filter_map(|literal| {
                let Atom::Fact(fact) = literal.atom else {
                    panic!("a fact")
                };
                let lit = lits.get(&fact).copied();
                let lit = if literal.is_positive {
                    lit
                } else {
                    lit.map(|lit| !lit)
                };
                assert!(lit.is_some(), "{fact:?}");
                lit
            });
            sink.clause(&lits.collect::<Vec<_>>());
        });
    }
    meaning
}

/// The definition has the tours that an independent search finds, and is proved by itself.
#[test]
fn the_definition_covers_symmetries_and_blocks() {
    let turned = |len: u32, order: u32, clues: &[Clue]| {
        let graph = without(len, &[]);
        let image = (0..len).map(|v| (v + len / order) % len).collect();
        let symmetry = Symmetry::new(&graph, image, order);
        let problem = Problem::new(graph.clone(), Kind::Closed, Some(0), None).unwrap();
        let problem = problem.with_symmetry(symmetry).unwrap();
        let given = Given::new(clues.to_vec());
        (Place::Graph(graph), problem.with_given(given).unwrap())
    };
    let blocks = |board: &str, size: &str, kind: Kind| {
        let tour = TourSpec {
            blocks: Some(size.parse().unwrap()),
            ..kind.into()
        };
        let (place, tour) = tour.settled(board.parse().unwrap()).unwrap();
        let problem = tour.problem(&place, &Default::default()).unwrap();
        (place, problem)
    };
    let quarter = [Clue::At { step: 4, vertex: 3 }];
    let all = [FactStyle::Positions, FactStyle::Arcs, FactStyle::Edges];
    for ((place, problem), styles) in [
        (turned(6, 2, &[]), &all[..]),
        (turned(8, 2, &[]), &all[..1]),
        (turned(8, 4, &[]), &all[..]),
        (turned(8, 4, &quarter), &all[..1]),
        (blocks("3x8", "3x4", Kind::Open), &all[..2]),
    ] {
        for &style in styles {
            let subject = |sink: &mut dyn ClauseSink| defined(&problem, style, sink);
            let tour = place.tour(problem.kind());
            let compared = inspect(&place, &problem, &subject, &Options::default()).unwrap();
            assert!(
                compared.is_good() && !compared.is_open,
                "{style:?} {tour}\n{compared}"
            );
            let report = proved(&place, &problem, &subject);
            assert!(
                report.is_good() && !report.is_open,
                "{style:?} {tour}\n{report}"
            );
        }
    }
}

#[test]
fn variables_with_one_meaning_must_agree() {
    let place = check::place("3x4");
    let problem = Problem::new(place.graph(), Kind::Open, None, None).unwrap();
    let subject = |sink: &mut dyn ClauseSink| {
        let mut meaning = positions("steps", &problem, sink);
        meaning.at(1, 0, sink.new_var().pos());
        meaning
    };
    let report = inspect(&place, &problem, &subject, &Options::default()).unwrap();
    let found = report.counterexample.unwrap();
    assert_eq!(found.why, "two variables mean x[1][a1], and they differ");
}

/// Returns why a tour is missing if the formula demands these steps and directions.
fn hint(board: &str, kind: Kind, promises: bool, restrict: fn(u32, &mut dyn ClauseSink)) -> String {
    let place = check::place(board);
    let problem = Problem::new(place.graph(), kind, None, None).unwrap();
    let subject = |sink: &mut dyn ClauseSink| {
        let mut meaning = positions("steps", &problem, sink);
        meaning.is_one_direction = promises;
        restrict(problem.graph().len(), sink);
        meaning
    };
    let report = inspect(&place, &problem, &subject, &Options::default()).unwrap();
    report.counterexample.expect("a tour is missing").why
}

#[test]
fn hints_propose_what_the_models_promise() {
    fn at(n: u32, step: u32, vertex: u32) -> Lit {
        knightsat::cnf::Var::new((step - 1) * n + vertex + 1)
            .unwrap()
            .pos()
    }
    /// The vertex at one step has the greater number.
    fn greater(n: u32, [greater, less]: [u32; 2], sink: &mut dyn ClauseSink) {
        for v in 0..n {
            (v + 1..n).for_each(|w| sink.clause(&[!at(n, greater, v), !at(n, less, w)]));
        }
    }
    let half = |n, sink: &mut dyn ClauseSink| greater(n, [1, n], sink);
    let start = |n, sink: &mut dyn ClauseSink| sink.clause(&[at(n, 1, 0)]);
    let start_and_half = |n, sink: &mut dyn ClauseSink| {
        sink.clause(&[at(n, 1, 0)]);
        greater(n, [2, n], sink);
    };
    let fact = |n, sink: &mut dyn ClauseSink| sink.clause(&[!at(n, 2, 6)]);
    let half_and_fact = |n, sink: &mut dyn ClauseSink| {
        greater(n, [1, n], sink);
        sink.clause(&[!at(n, 2, 6)]);
    };
    let (open, closed) = (("3x4", Kind::Open), ("5x6", Kind::Closed));
    for ((board, kind), promises, restrict, expected) in [
        (
            open,
            false,
            half as fn(u32, &mut dyn ClauseSink),
            "promise one direction only",
        ),
        (open, false, fact, ""),
        (open, true, half_and_fact, ""),
        (closed, false, start, "promise this start"),
        (
            closed,
            false,
            start_and_half,
            "promise this start and one direction",
        ),
        (closed, true, start_and_half, "promise this start"),
    ] {
        let why = hint(board, kind, promises, restrict);
        let is_expected = match expected {
            "" => !why.contains("promise"),
            _ => why.ends_with(expected),
        };
        assert!(is_expected, "{board} {promises} {expected:?}: {why}");
    }
}
