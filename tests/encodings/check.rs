//! The regression kit: right formulas pass, wrong ones are caught with the right counterexample.

use knightsat::cnf::Lit;
use knightsat::cnf::dimacs::read::Comment;
use knightsat::cnf::gadget::amo::{Amo, Amos};
use knightsat::cnf::sink::ClauseGroup;
use knightsat::cnf::sink::ClauseSink;
use knightsat::encoding::meaning::{self, Fact, Meaning};
use knightsat::tour::board::Board;
use knightsat::tour::given::{Clue, Given};
use knightsat::tour::graph::Graph;
use knightsat::tour::place::Place;
use knightsat::tour::rule::{Atom, Literal, Rule};
use knightsat::tour::symmetry::Turn;
use knightsat::tour::{Kind, Problem};
use knightsat_check::{
    self as check, BOARDS, Collected, Options, Report, Status, Wrong, inspect, map,
};
use knightsat_encoding::{Formula, Name, Style, position};

/// The report on every board of the kit.
fn on_all_boards(inspect: impl Fn(&Place, &Problem) -> Report) {
    for &(kind, board) in BOARDS {
        let place = check::place(board);
        let problem = Problem::new(place.graph(), kind, None, None).unwrap();
        let report = inspect(&place, &problem);
        assert!(report.is_good(), "{kind} {board}\n{report}");
    }
}

#[test]
fn our_encodings_are_right() {
    for style in [Style::DEFAULT, Style::TEXTBOOK] {
        on_all_boards(|place, problem| {
            let formula = Formula::new(problem, style).unwrap();
            inspect(place, problem, &formula, &Options::default()).unwrap()
        });
    }
    on_all_boards(|place, problem| {
        let lazy = Formula::new(problem, Name::Lazy.style()).unwrap();
        inspect(place, problem, &lazy, &Options::default()).unwrap()
    });
}

#[test]
fn fixed_ends_directions_and_graphs_are_checked_too() {
    let board: Board = "3x4".parse().unwrap();
    let vertex = |name: &str| board.vertex(name.parse().unwrap()).unwrap();
    let place = Place::Board(board.clone());
    let petersen: Vec<[u32; 2]> = (0..5)
        .flat_map(|v| [[v, (v + 1) % 5], [v, v + 5], [v + 5, (v + 2) % 5 + 5]])
        .collect();
    let petersen = Place::Graph(Graph::from_edges(10, &petersen));
    let one = Style::position(position::Options {
        directions: position::Directions::One,
        amo: Amos {
            steps: Amo::Ladder,
            ..Amos::default()
        },
        ..position::Options::DEFAULT
    });
    for (place, kind, start, end, tours) in [
        (&place, Kind::Open, Some("a1"), None, 2),
        (&place, Kind::Open, None, Some("a1"), 2),
        (&place, Kind::Open, Some("a1"), Some("d3"), 1),
        (&petersen, Kind::Closed, None, None, 0),
        (&petersen, Kind::Open, None, None, 240),
    ] {
        let [start, end] = [start, end].map(|name| name.map(vertex));
        let problem = Problem::new(place.graph(), kind, start, end).unwrap();
        for style in [Style::DEFAULT, one] {
            let formula = Formula::new(&problem, style).unwrap();
            let report = inspect(place, &problem, &formula, &Options::default()).unwrap();
            assert!(report.is_good(), "{report}");
            let is_free = start.is_none() && end.is_none();
            let halved = is_free && (style == one || kind == Kind::Open);
            let found = report.models * if halved { 2 } else { 1 };
            assert_eq!(found, tours, "{report}");
        }
        let lazy = Formula::new(&problem, Name::Lazy.style()).unwrap();
        let report = inspect(place, &problem, &lazy, &Options::default()).unwrap();
        assert!(report.is_good(), "{report}");
    }
}

#[test]
fn symmetric_tours_are_checked_too() {
    let board: Board = "6x6".parse().unwrap();
    let symmetry = board.symmetry(Turn::Rot90).unwrap();
    let problem = Problem::new(board.graph(), Kind::Closed, None, None).unwrap();
    let problem = problem.with_symmetry(symmetry).unwrap();
    let formula = Formula::new(&problem, Style::DEFAULT).unwrap();
    let place = Place::Board(board);
    let report = inspect(&place, &problem, &formula, &Options::default()).unwrap();
    assert!(report.is_good(), "{report}");
    assert_eq!(report.models, 10);
}

#[test]
fn of_too_many_tours_none_is_compared() {
    let place = check::place("5x5");
    let problem = Problem::new(place.graph(), Kind::Open, None, None).unwrap();
    let formula = Formula::new(&problem, Style::TEXTBOOK).unwrap();
    let options = Options {
        most: 50,
        ..Options::default()
    };
    let report = inspect(&place, &problem, &formula, &options).unwrap();
    assert!(report.is_good() && !report.is_open, "{report}");
    assert_eq!(report.expected, None);
    let text = report.to_string();
    assert!(text.contains("proved: every tour is a model"), "{text}");
}

#[test]
fn a_missing_move_is_named() {
    let place = check::place("3x4");
    let problem = Problem::new(place.graph(), Kind::Open, None, None).unwrap();
    let vertex = |name: &str| place.vertex(name).unwrap();
    let ends = [vertex("d3"), vertex("c1")];
    let both = [ends, [ends[1], ends[0]]];
    for (left_out, expected) in [
        (&both[..1], "no model moves from d3 to c1"),
        (&both[..], "no model moves between c1 and d3"),
    ] {
        let subject = |sink: &mut dyn ClauseSink| {
            let meaning = faulty(&problem, sink, "none");
            let x = |step: u32, v: u32| {
                knightsat::cnf::Var::new((step - 1) * 12 + v + 1)
                    .unwrap()
                    .pos()
            };
            for (step, &[from, to]) in
                (1..12).flat_map(|step| left_out.iter().map(move |ends| (step, ends)))
            {
                sink.clause(&[!x(step, from), !x(step + 1, to)]);
            }
            meaning
        };
        let report = inspect(&place, &problem, &subject, &Options::default()).unwrap();
        let found = report.counterexample.unwrap();
        assert!(found.why.contains(expected), "{found}");
    }
}

/// The textbook formula of 6x6 without the moves from a1 to b3 has more tours than are compared.
#[test]
fn a_formula_that_is_wrong_is_not_open() {
    let place = check::place("6x6");
    let problem = Problem::new(place.graph(), Kind::Open, None, None).unwrap();
    let formula = Formula::new(&problem, Style::TEXTBOOK).unwrap();
    let mut whole = check::Collected::default();
    let meaning = check::Subject::encode(&formula, &mut whole);
    let at = |step: u32, name: &str| {
        let vertex = place.vertex(name).unwrap();
        let facts = meaning.facts().iter();
        let mut found = facts.filter(|&&(fact, _)| fact == Fact::At { step, vertex });
        found.next().unwrap().1[0]
    };
    let subject = |sink: &mut dyn ClauseSink| {
        let _ = sink.new_vars(whole.cnf.variables());
        whole.cnf.clauses().for_each(|clause| sink.clause(clause));
        for step in 1..36 {
            sink.clause(&[!at(step, "a1"), !at(step + 1, "b3")]);
        }
        meaning.clone()
    };
    let report = inspect(&place, &problem, &subject, &Options::default()).unwrap();
    assert_eq!(report.status("complete"), Some(Status::Wrong), "{report}");
    assert_eq!(
        (report.verdict(), report.is_open),
        ("wrong", false),
        "{report}"
    );
}

/// Nobody has counted the groups of a formula from elsewhere.
#[test]
fn checks_without_a_subject_are_left_out() {
    let report = report("none");
    assert_eq!(report.status("sizes"), None);
    assert!(!report.to_string().contains("sizes"), "{report}");
}

/// The formula has no variables for steps of the second half, and none for squares that a step
/// cannot have.
#[test]
fn rules_of_symmetric_tours_are_checked() {
    let board: Board = "6x6".parse().unwrap();
    let [a1, c2, b2] = ["a1", "c2", "b2"].map(|name| Place::from(board.clone()).vertex(name));
    let [a1, c2, b2] = [a1, c2, b2].map(Result::unwrap);
    for atom in [
        Atom::Fact(Fact::edge(a1, c2)),
        Atom::Fact(Fact::Arc { from: a1, to: c2 }),
        Atom::Fact(Fact::At {
            step: 31,
            vertex: b2,
        }),
        Atom::After(b2, c2),
    ] {
        let symmetry = board.symmetry(Turn::Rot180).unwrap();
        let problem = Problem::new(board.graph(), Kind::Closed, Some(a1), None).unwrap();
        let problem = problem.with_symmetry(symmetry).unwrap();
        let rule = Rule(vec![Literal {
            atom: atom.clone(),
            is_positive: true,
        }]);
        let problem = problem.with_rules(vec![rule]).unwrap();
        let formula = Formula::new(&problem, Name::Position.style()).unwrap();
        let place = Place::from(board.clone());
        let report = inspect(&place, &problem, &formula, &Options::default()).unwrap();
        assert!(report.is_good() && report.models > 0, "{atom:?}\n{report}");
    }
}

#[test]
fn contradictory_clues_contradict_every_encoding() {
    let place = check::place("3x4");
    let vertex = |name: &str| place.vertex(name).unwrap();
    let ends = [vertex("c1"), vertex("d3")];
    let given = Given::new([Clue::Move(ends), Clue::NoMove(ends)]);
    let problem = Problem::new(place.graph(), Kind::Open, None, None).unwrap();
    let problem = problem.with_given(given).unwrap();
    for name in Name::ALL {
        let style = Style {
            shortcuts: false,
            ..name.style()
        };
        let formula = Formula::new(&problem, style).unwrap();
        let report = inspect(&place, &problem, &formula, &Options::default()).unwrap();
        assert!(report.is_good(), "{name}\n{report}");
    }
}

/// Local conditions decide whether models are tours: no search refutes everything else.
#[test]
fn formulas_of_steps_are_checked_with_little_work() {
    let place = check::place("4x5");
    let problem = Problem::new(place.graph(), Kind::Open, None, None).unwrap();
    let mut options = Options::default();
    options.limits.work = Some(1 << 16);
    for style in [Style::TEXTBOOK, Style::DEFAULT, Name::Binary.style()] {
        let formula = Formula::new(&problem, style).unwrap();
        let report = inspect(&place, &problem, &formula, &options).unwrap();
        assert!(report.is_good() && !report.is_late, "{style:?}\n{report}");
        let is_halved = style == Style::DEFAULT;
        assert_eq!(report.models, if is_halved { 82 } else { 164 }, "{style:?}");
        let checks = report.findings.iter().map(|finding| &*finding.check);
        let checks: Vec<&str> = checks.collect();
        assert_eq!(
            checks.join(" "),
            "sizes header verdict sound complete count"
        );
    }
}

/// The conditions hold at every step, and still both directions are models.
#[test]
fn a_tour_counted_twice_is_found_without_enumeration() {
    let place = check::place("3x4");
    let problem = Problem::new(place.graph(), Kind::Open, None, None).unwrap();
    let subject = |sink: &mut dyn ClauseSink| binary(&problem, sink).in_one_direction();
    let report = inspect(&place, &problem, &subject, &Options::default()).unwrap();
    assert_eq!(report.models, 16, "{report}");
    assert_eq!(report.counterexample.unwrap().wrong, Wrong::Twice);
}

/// A position encoding with the step in binary at every square: facts of several literals.
fn binary(problem: &Problem, sink: &mut dyn ClauseSink) -> Meaning {
    let graph = problem.graph();
    let n = graph.len();
    let bits = u32::BITS - (n - 1).leading_zeros();
    let vars = sink.new_vars(n * bits);
    let at = |step: u32, vertex: u32| -> Vec<_> {
        let bit = |bit: u32| {
            let var = vars.get(vertex * bits + bit);
            if (step - 1) >> bit & 1 == 1 {
                var.pos()
            } else {
                var.neg()
            }
        };
        (0..bits).map(bit).collect()
    };
    let mut meaning = Meaning::new();
    for vertex in 0..n {
        for step in 1..=1 << bits {
            let not_here = at(step, vertex).into_iter().map(|lit| !lit);
            let not_here: Vec<_> = not_here.collect();
            if step > n {
                sink.clause(&not_here);
                continue;
            }
            meaning.add(Fact::At { step, vertex }, &at(step, vertex));
            for other in 0..n {
                let is_move = graph.has_edge(vertex, other);
                let is_last = step == n;
                let closes = problem.kind() == Kind::Closed;
                let mut banned = Vec::new();
                if vertex < other {
                    banned.push(step);
                }
                if !is_move && vertex != other && (!is_last || closes) {
                    banned.push(step % n + 1);
                }
                for banned in banned {
                    let there = at(banned, other).into_iter().map(|lit| !lit);
                    let clause: Vec<_> = not_here.iter().copied().chain(there).collect();
                    sink.clause(&clause);
                }
            }
        }
    }
    if problem.kind() == Kind::Closed && n < 3 {
        sink.clause(&[]);
    }
    meaning
}

#[test]
fn facts_may_take_several_literals() {
    check::assert_right(binary);
}

/// The textbook formula in short, with something wrong.
fn faulty(problem: &Problem, sink: &mut dyn ClauseSink, fault: &str) -> Meaning {
    let graph = problem.graph();
    let n = graph.len();
    let vars = sink.new_vars(n * n);
    let x = |step: u32, vertex: u32| vars.get((step - 1) * n + vertex).pos();
    let free = (fault == "twice").then(|| sink.new_var().pos());
    let mut meaning = Meaning::new();
    sink.group(const { &ClauseGroup::named("steps") });
    for step in 1..=n {
        let squares: Vec<_> = (0..n).map(|vertex| x(step, vertex)).collect();
        sink.clause(&squares);
        sink.pairwise(&squares);
        for vertex in 0..n {
            meaning.at(step, vertex, x(step, vertex));
        }
    }
    sink.group(const { &ClauseGroup::named("squares") });
    for vertex in (0..n).filter(|_| fault != "squares") {
        let steps: Vec<_> = (1..=n).map(|step| x(step, vertex)).collect();
        sink.pairwise(&steps);
    }
    sink.group(const { &ClauseGroup::named("moves") });
    for step in 1..n {
        for vertex in 0..n {
            let mut clause = vec![!x(step, vertex)];
            clause.extend(graph.neighbours(vertex).iter().map(|&w| x(step + 1, w)));
            sink.clause(&clause);
        }
    }
    match (fault, free) {
        ("corner", _) => {
            sink.group(const { &ClauseGroup::named("a slip") });
            sink.clause(&[!x(n, 0)]);
        }
        ("together", _) => {
            // Two clauses that rule a tour out together, neither alone.
            let helper = sink.new_var().pos();
            sink.clause(&[!x(n, 0), helper]);
            sink.clause(&[!x(n, 0), !helper]);
        }
        ("twice", Some(free)) => {
            meaning.add(Fact::At { step: 1, vertex: 0 }, &[x(1, 0), free]);
        }
        ("subtour", _) => {
            sink.clause(&[x(1, 0), knightsat::cnf::Var::new(n * n + 7).unwrap().pos()])
        }
        _ => {}
    }
    meaning
}

fn report(fault: &str) -> Report {
    let place = check::place("3x4");
    let problem = Problem::new(place.graph(), Kind::Open, None, None).unwrap();
    let subject = |sink: &mut dyn ClauseSink| faulty(&problem, sink, fault);
    inspect(&place, &problem, &subject, &Options::default()).unwrap()
}

#[test]
fn each_sort_of_fault_gives_its_counterexample() {
    let right = report("none");
    assert!(right.is_good() && right.counterexample.is_none(), "{right}");
    assert_eq!(right.models, 16);

    let found = report("squares").counterexample.unwrap();
    assert_eq!(found.wrong, Wrong::NoTour);
    assert!(found.why.contains("are both on"), "{found}");
    assert!(found.drawing.contains(','), "{found}");

    let found = report("corner").counterexample.unwrap();
    assert_eq!(found.wrong, Wrong::NoModel);
    assert!(found.moves.unwrap().ends_with(" a1"));
    let [clause] = &found.clauses[..] else {
        panic!("{:?}", found.clauses)
    };
    assert_eq!(
        (clause.group.as_deref(), &clause.text[..]),
        (Some("a slip"), "¬x[12][a1]")
    );

    let found = report("together").counterexample.unwrap();
    let texts: Vec<&str> = found
        .clauses
        .iter()
        .map(|clause| &clause.text[..])
        .collect();
    assert_eq!(texts, ["¬x[12][a1] ∨ z145", "¬x[12][a1] ∨ ¬z145"]);

    let subtour = report("subtour");
    assert_eq!(subtour.status("header"), Some(Status::Wrong), "{subtour}");
    let twice = report("twice");
    let differ = "two variables mean x[1][a1], and they differ";
    assert!(twice.to_string().contains(differ), "{twice}");
}

#[test]
fn a_tour_counted_twice_is_shown() {
    // A formula that promises one of a tour and its reverse, and has both.
    let place = check::place("3x4");
    let problem = Problem::new(place.graph(), Kind::Open, None, None).unwrap();
    let subject = |sink: &mut dyn ClauseSink| faulty(&problem, sink, "none").in_one_direction();
    let report = inspect(&place, &problem, &subject, &Options::default()).unwrap();
    let found = report.counterexample.unwrap();
    assert_eq!(found.wrong, Wrong::Twice);
    assert!(found.why.contains("its reverse is a model too"), "{found}");
}

/// A successor encoding: arcs, and an order of the squares that grows along them.
fn successor(problem: &Problem, sink: &mut dyn ClauseSink) -> Meaning {
    let graph = problem.graph();
    let n = graph.len();
    let mut meaning = Meaning::of(meaning::FactStyle::Arcs);
    let mut arcs = Vec::new();
    for from in 0..n {
        for &to in graph.neighbours(from) {
            let lit = sink.new_var().pos();
            meaning.add(Fact::Arc { from, to }, &[lit]);
            arcs.push((from, to, lit));
        }
    }
    let before = sink.new_vars(n * n);
    let before = |u: u32, v: u32| before.get(u * n + v).pos();
    let is_open = problem.kind() == Kind::Open;
    let mut ends = [Vec::new(), Vec::new()];
    for vertex in 0..n {
        for (outwards, ends) in ends.iter_mut().enumerate() {
            let of = |&&(from, to, _): &&(u32, u32, Lit)| [to, from][outwards] == vertex;
            let mut lits: Vec<Lit> = arcs.iter().filter(of).map(|&(_, _, lit)| lit).collect();
            if is_open {
                let end = sink.new_var().pos();
                lits.push(end);
                ends.push(end);
            }
            sink.clause(&lits);
            sink.pairwise(&lits);
        }
    }
    for ends in ends.iter().filter(|_| is_open) {
        sink.clause(ends);
        sink.pairwise(ends);
    }
    for &(from, to, lit) in &arcs {
        // The arc that closes the tour leads back to vertex 0.
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

#[test]
fn an_encoding_by_arcs_is_right_too() {
    check::assert_right(successor);
}

#[test]
fn a_prescribed_step_needs_no_variables() {
    let place = check::place("3x4");
    let problem = Problem::new(place.graph(), Kind::Open, Some(0), None).unwrap();
    let subject = |sink: &mut dyn ClauseSink| {
        let whole = faulty(&problem, sink, "none");
        let mut rest = Meaning::new();
        for (fact, lits) in whole.facts() {
            match *fact {
                Fact::At { step: 1, vertex: 0 } => sink.clause(lits),
                Fact::At { step: 1, .. } => {}
                fact => rest.add(fact, lits),
            }
        }
        rest
    };
    let report = inspect(&place, &problem, &subject, &Options::default()).unwrap();
    assert!(report.is_good() && report.models > 0, "{report}");
}

#[test]
fn maps_read_back() {
    let same = |meaning: &Meaning, place: &Place, problem: &Problem| {
        let text = map::write(meaning, place);
        let back = map::parse(&text, place, problem).unwrap();
        assert_eq!(back.facts(), meaning.facts(), "{text}");
        assert_eq!(back.first, meaning.first);
        assert_eq!(back.is_one_direction, meaning.is_one_direction);
    };
    let square = Graph::from_edges(4, &[[0, 1], [0, 3], [1, 2], [2, 3]]);
    for place in [check::place("5x6"), Place::Graph(square)] {
        for kind in [Kind::Open, Kind::Closed] {
            let problem = Problem::new(place.graph(), kind, None, None).unwrap();
            for directions in [position::Directions::Both, position::Directions::One] {
                let style = Style::position(position::Options {
                    directions,
                    negate: directions == position::Directions::One,
                    ..position::Options::DEFAULT
                });
                let formula = Formula::new(&problem, style).unwrap();
                same(&formula.meaning(), &place, &problem);
            }
            // Bits: several literals together.
            let formula = Formula::new(&problem, Name::Binary.style()).unwrap();
            same(&formula.meaning(), &place, &problem);
            let encode = |encode: &dyn Fn(&mut dyn ClauseSink) -> Meaning| {
                same(&encode(&mut Collected::default()), &place, &problem);
            };
            encode(&|sink| successor(&problem, sink));
        }
    }
}

#[test]
fn no_text_makes_the_readers_of_maps_panic() {
    let place = check::place("3x4");
    let problem = Problem::new(place.graph(), Kind::Open, None, None).unwrap();
    let parts = [
        "1",
        "-2",
        "0",
        "99999999999",
        "a1",
        "d3",
        "z9",
        "3,4",
        "a1-b3",
        "i",
        "*",
        "+",
        "(",
        ")",
        "-",
        "x[1][2][3]",
        "x[0]",
        "x(1,b2)",
        "s[a1][b3]",
        "e[1][2][3][4]",
        "y_1_2",
        "=",
        ":",
        "arcs",
        "first",
        "directions",
        "one",
        "\n",
        "#",
        "é",
        "\u{feff}",
        "varname",
    ];
    let mut state = 7_u64;
    let mut below = |n: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % n
    };
    let mut read = 0;
    for _ in 0..20_000 {
        let words: Vec<&str> = (0..1 + below(6))
            .map(|_| parts[below(parts.len())])
            .collect();
        let text = words.join(if below(4) == 0 { "" } else { " " });
        let comments = [Comment {
            line: 1,
            text: text.clone(),
        }];
        let found = [
            map::parse(&text, &place, &problem).ok(),
            check::from_comments(&comments, None, &place).ok().flatten(),
        ];
        for meaning in found.into_iter().flatten() {
            read += usize::from(!meaning.facts().is_empty());
            let _ = meaning.fault(&problem, &place);
        }
    }
    assert!(read > 100, "{read}");
}
