//! Tours as pseudo-Boolean constraints: written files are read again, and their solutions are the
//! tours.

use crate::common;
use crate::common::clues;

use common::graphs::{Digraph, graph, problems, words};
use common::pseudo::Pseudo;
use knightsat::cnf::sink::ClauseSink;
use knightsat::cnf::{Answer, Lit, Model};
use knightsat::search::{Verdict, lazy};
use knightsat::solver::incremental::{Assuming, Incremental, Limits};
use knightsat::solver::varisat::Varisat;
use knightsat::stop::Stop;
use knightsat::tour::board::Board;
use knightsat::tour::given::{Clue, Given};
use knightsat::tour::graph::{Coordinates, Graph};
use knightsat::tour::symmetry::Turn;
use knightsat::tour::tour::Tour;
use knightsat::tour::{Kind, Problem};
use knightsat_cnf::dimacs::opb::{
    Constraint, OpbReader, Relation, Size, Writer, clauses, read_answer,
};
use knightsat_encoding::flow::Flow;

/// Returns the file of a problem.
fn written(flow: &Flow) -> String {
    let mut writer = Writer::new(Vec::new(), flow.size(), &["a tour".into()]);
    flow.constraints(|constraint| {
        writer.constraint(constraint);
        true
    });
    String::from_utf8(writer.finish().unwrap()).unwrap()
}

/// Reads a text.
fn read(text: &str) -> Result<(Size, Vec<Constraint>), String> {
    let reader = OpbReader::new(text.as_bytes(), "t.opb");
    let mut reader = reader.map_err(|error| error.to_string())?;
    let mut all = Vec::new();
    let mut constraint = Constraint::default();
    while reader
        .next(&mut constraint)
        .map_err(|error| error.to_string())?
    {
        all.push(constraint.clone());
    }
    Ok((reader.size(), all))
}

/// Number of sets of edges that solve what is written.
fn count(problem: &Problem) -> u64 {
    let flow = Flow::new(problem, &Stop::default()).unwrap();
    let edges = 0..flow.edges().len() as u32;
    solutions(
        &flow,
        &edges.map(|edge| flow.taken(edge)).collect::<Vec<_>>(),
    )
}

/// Number of numberings that solve what is written, where it has steps.
fn count_numberings(problem: &Problem) -> u64 {
    let flow = Flow::new(problem, &Stop::default()).unwrap();
    let steps = 1..=flow.steps();
    let places = steps.flat_map(|step| (0..flow.steps()).map(move |vertex| (step, vertex)));
    let on: Vec<Lit> = places.map(|(step, vertex)| flow.on(step, vertex)).collect();
    assert!(!on.is_empty());
    solutions(&flow, &on)
}

/// Number of assignments to the variables shown that solve what is written.
fn solutions(flow: &Flow, shown: &[Lit]) -> u64 {
    let (size, constraints) = read(&written(flow)).unwrap();
    assert_eq!(size, flow.size());
    assert_eq!(flow.ids(), {
        let equal = |constraint: &&Constraint| constraint.relation == Relation::Equal;
        (constraints.len() + constraints.iter().filter(equal).count()) as u64
    });
    // The highest bits first, so that the others follow.
    let edges = 0..flow.edges().len() as u32;
    let bits = edges
        .clone()
        .flat_map(|edge| (0..flow.bits()).rev().map(move |bit| (edge, bit)));
    let bits = bits.map(|(edge, bit)| flow.bit(edge, bit));
    let others = edges.map(|edge| flow.taken(edge)).chain(flow.back());
    let others: Vec<Lit> = others.chain(bits).collect();
    Pseudo::new(size.variables, &constraints).count(shown, &others)
}

#[test]
fn directed_graphs_have_steps() {
    let mut words = words(5);
    for _ in 0..60 {
        let mut below = |bound: u64| (words.next().unwrap() >> 20) % bound;
        let len = 3 + below(2) as u32;
        let digraph = Digraph::random(len, 60, || below(100));
        let graph = digraph.graph();
        if !graph.is_directed() {
            continue;
        }
        for problem in problems(&graph) {
            let ends = [problem.start(), problem.end()];
            let expected = digraph.tours(problem.kind(), ends, None).len();
            assert_eq!(count_numberings(&problem), expected as u64, "{problem:?}");
        }
    }
}

/// Number of tours, by trying all paths; of closed ones without direction and start.
fn tours(problem: &Problem) -> u64 {
    let len = problem.graph().len();
    let first = match problem.kind() {
        Kind::Closed => problem.start().map_or(0..1, |start| start..start + 1),
        Kind::Open => 0..len,
    };
    let mut found = std::collections::BTreeSet::new();
    let mut paths: Vec<Vec<u32>> = first.map(|vertex| vec![vertex]).collect();
    while let Some(path) = paths.pop() {
        if path.len() == len as usize {
            let mut steps = path.clone();
            // Closed from the start; where there is none the end says where it begins.
            if problem.kind() == Kind::Closed
                && problem.start().is_none()
                && let Some(end) = problem.end()
            {
                let place = steps.iter().position(|&v| v == end).unwrap();
                steps.rotate_left(place + 1);
            }
            if Tour::verify(problem, steps).is_ok() {
                let mut edges: Vec<[u32; 2]> = path
                    .windows(2)
                    .map(|p| [p[0].min(p[1]), p[0].max(p[1])])
                    .collect();
                if problem.kind() == Kind::Closed {
                    let (a, b) = (path[0], path[path.len() - 1]);
                    edges.push([a.min(b), a.max(b)]);
                }
                edges.sort_unstable();
                found.insert(edges);
            }
        }
        let next = problem.graph().neighbours(path[path.len() - 1]).iter();
        let next = next.filter(|vertex| !path.contains(vertex));
        paths.extend(next.map(|&vertex| [&path[..], &[vertex]].concat()));
    }
    found.len() as u64
}

#[test]
fn the_solutions_are_the_tours_of_small_graphs() {
    let mut with_tours = 0;
    for len in 1..=5_u32 {
        let pairs = len * (len - 1) / 2;
        for bits in words(3).take(6) {
            for problem in problems(&graph(len, bits & ((1 << pairs) - 1))) {
                let tours = tours(&problem);
                assert_eq!(count(&problem), tours, "{problem:?}");
                with_tours += u32::from(tours > 0);
            }
        }
    }
    assert!(with_tours > 100, "{with_tours}");
}

/// Open tours are counted without direction: half the published numbers. For the leaper (0,1) they
/// are the cycles of a grid.
#[test]
fn the_solutions_are_as_many_as_published() {
    for (ranks, files, leaper, kind, expected) in [
        (1, 1, (1, 2), Kind::Open, 1),
        (3, 3, (1, 2), Kind::Open, 0),
        (3, 4, (1, 2), Kind::Open, 8),
        (3, 4, (1, 2), Kind::Closed, 0),
        (4, 4, (1, 2), Kind::Open, 0),
        (3, 4, (0, 1), Kind::Closed, 2),
        (4, 4, (0, 1), Kind::Closed, 6),
    ] {
        let board = Board::new(ranks, files).unwrap();
        let graph = board.with_leaper(leaper.0, leaper.1).unwrap().graph();
        let problem = Problem::new(graph, kind, None, None).unwrap();
        assert_eq!(count(&problem), expected, "{ranks}x{files} {kind}");
    }
}

#[test]
fn a_solution_is_a_tour_with_the_ends_asked_for() {
    let graph = Board::new(3, 4).unwrap().graph();
    // a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3
    let path = [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11];
    for ends in [
        (None, None),
        (Some(0), None),
        (None, Some(0)),
        (Some(11), Some(0)),
    ] {
        let problem = Problem::new(graph.clone(), Kind::Open, ends.0, ends.1).unwrap();
        let flow = Flow::new(&problem, &Stop::default()).unwrap();
        let is_step = |[a, b]: [u32; 2]| {
            let is_end = |v| v == path[0] || v == path[11];
            path.windows(2).any(|step| step == [a, b] || step == [b, a]) || b == 12 && is_end(a)
        };
        let taken = (0..).zip(flow.edges()).map(|(edge, &ends)| {
            let lit = flow.taken(edge);
            if is_step(ends) { lit } else { !lit }
        });
        let model = Model::from_lits(&taken.collect::<Vec<_>>()).unwrap();
        let tour = flow.decode(&model).unwrap();
        let steps = tour.steps();
        assert!(ends.0.is_none_or(|start| steps[0] == start), "{ends:?}");
        assert!(ends.1.is_none_or(|end| steps[11] == end), "{ends:?}");
    }
}

/// On every graph of a few, the literals of each tour satisfy all constraints.
#[test]
fn every_tour_has_a_flow() {
    let mut tours = 0;
    for bits in words(5).take(6) {
        for problem in problems(&graph(5, bits | bits >> 10)) {
            let Verdict::Tour(tour) = lazy::solve(&problem, lazy::Options::default()).unwrap()
            else {
                continue;
            };
            tours += 1;
            let flow = Flow::new(&problem, &Stop::default()).unwrap();
            let model = Model::from_lits(&flow.solution(&tour)).unwrap();
            flow.constraints(|constraint| {
                assert!(constraint.holds(&model), "{constraint:?} of {problem:?}");
                true
            });
            assert_eq!(flow.decode(&model).unwrap().steps().len(), 5);
        }
    }
    assert!(tours > 20, "{tours}");
}

/// Clues of all kinds, contradictory ones included: the numberings that fit were found by trying.
#[test]
fn the_solutions_are_the_numberings_that_fit_what_is_given() {
    let [mut with_steps, mut with_tours] = [0; 2];
    for (place, kind, problem, all) in clues::samples() {
        let what = format!("{place} {kind} {:?}", problem.given());
        if problem.has_given_steps() {
            assert_eq!(count_numberings(&problem), all.len() as u64, "{what}");
            with_steps += 1;
            with_tours += u32::from(!all.is_empty());
        } else {
            assert_eq!(count(&problem) > 0, !all.is_empty(), "{what}");
        }
    }
    assert!(
        with_steps > 100 && with_tours > 50,
        "{with_steps} {with_tours}"
    );
}

/// All cycles of small grids that a half turn or a quarter turn maps to themselves, compared with
/// exhaustive search.
#[test]
fn the_solutions_are_the_symmetric_tours() {
    let mut found = Vec::new();
    for (ranks, files, leaper, turn) in [
        (2, 2, (0, 1), "rot180"),
        (3, 4, (0, 1), "rot180"),
        (4, 4, (0, 1), "rot180"),
        (2, 2, (0, 1), "rot90"),
        (4, 4, (0, 1), "rot90"),
        (4, 3, (1, 2), "rot180"),
    ] {
        let board = Board::new(ranks, files).unwrap();
        let board = board.with_leaper(leaper.0, leaper.1).unwrap();
        let problem = Problem::new(board.graph(), Kind::Closed, None, None).unwrap();
        let turn = board.symmetry(turn.parse().unwrap()).unwrap();
        let problem = problem.with_symmetry(turn).unwrap();
        let expected = symmetric(&problem);
        assert_eq!(count(&problem), expected, "{ranks}x{files} {leaper:?}");
        found.push(expected);
    }
    assert_eq!(found, FOUND);
}

/// Quarter turns that may lead back: the solutions are the numberings that the verifier accepts.
#[test]
fn the_solutions_are_the_tours_that_a_quarter_turn_leads_either_way() {
    // Wazirs on a board without its corners.
    let corners = ["a1", "d1", "a4", "d4"].map(|name| name.parse().unwrap());
    let board = "4x4"
        .parse::<Board>()
        .unwrap()
        .with_holes(&corners)
        .unwrap();
    let board = board.with_leaper(0, 1).unwrap();
    let turn = board.symmetry(Turn::Rot90).unwrap();
    let all = clues::expected(&board.graph(), Kind::Closed, &[]);
    let rotations = all.into_iter().flat_map(|steps| {
        (0..12).map(move |by| {
            let mut steps = steps.clone();
            steps.rotate_left(by);
            steps
        })
    });
    let rotations: Vec<Vec<u32>> = rotations.collect();
    let mut total = 0;
    for (step, vertex) in itertools::iproduct!([2, 4, 9, 12], [1, 3, 5, 7]) {
        let base = Problem::new(board.graph(), Kind::Closed, Some(0), None).unwrap();
        let base = base.with_symmetry(turn.clone()).unwrap();
        let given = Given::new([Clue::At { step, vertex }]);
        let problem = base.with_given(given).unwrap();
        let is_numbered = problem.is_numbered();
        assert_eq!(is_numbered, step < 12);
        let is_tour = |steps: &&Vec<u32>| Tour::verify(&problem, (*steps).clone()).is_ok();
        let expected = rotations.iter().filter(is_tour).count() as u64;
        assert_eq!(count_numberings(&problem), expected, "{step} {vertex}");
        total += expected;
    }
    assert!(total > 2, "{total}");
}

/// Number of closed tours, without direction, that the verifier accepts.
fn symmetric(problem: &Problem) -> u64 {
    let all = clues::expected(problem.graph(), Kind::Closed, &[]);
    let is_symmetric = |steps: &Vec<u32>| Tour::verify(problem, steps.clone()).is_ok();
    let flow = Flow::new(problem, &Stop::default()).unwrap();
    let mut cycles = std::collections::BTreeSet::new();
    for steps in all.into_iter().filter(is_symmetric) {
        let on = (1..)
            .zip(&steps)
            .map(|(step, &vertex)| flow.on(step, vertex));
        let model = Model::from_lits(&on.collect::<Vec<_>>()).unwrap();
        assert_eq!(flow.decode(&model).unwrap().steps(), steps);
        let mut back = steps.clone();
        back[1..].reverse();
        cycles.insert(steps.min(back));
    }
    cycles.len() as u64
}

/// Magic tours of small leapers, against trying all.
#[test]
fn the_solutions_are_the_magic_tours() {
    let mut found = Vec::new();
    for (ranks, files, leapers, kind) in [
        (2, 2, [(0, 1)].as_slice(), Kind::Open),
        (3, 3, &[(0, 1)], Kind::Open),
        (3, 3, &[(0, 1), (1, 1)], Kind::Open),
        (3, 3, &[(0, 1), (1, 1), (1, 2)], Kind::Open),
        (3, 3, &[(0, 1), (1, 1), (1, 2)], Kind::Closed),
        (2, 4, &[(0, 1), (1, 1)], Kind::Open),
        (2, 3, &[(0, 1), (1, 1)], Kind::Open),
    ] {
        let problem = magic(ranks, files, leapers, kind);
        let all = clues::expected(problem.graph(), Kind::Open, &[]);
        let is_magic = |steps: &&Vec<u32>| Tour::verify(&problem, (*steps).clone()).is_ok();
        let expected = all.iter().filter(is_magic).count() as u64;
        let counted = count_numberings(&problem);
        assert_eq!(counted, expected, "{ranks}x{files} {leapers:?}");
        found.push(expected);
    }
    assert_eq!(found, MAGIC);
}

/// Numbers of tours of the tests above, so that they do not only compare nothing with nothing.
const FOUND: [u64; 6] = [1, 0, 2, 1, 0, 0];
const MAGIC: [u64; 7] = [0, 0, 0, 8, 0, 4, 0];

/// Pieces that move like any of these leapers.
fn magic(ranks: u32, files: u32, leapers: &[(u32, u32)], kind: Kind) -> Problem {
    let board = Board::new(ranks, files).unwrap();
    let moves = leapers.iter().flat_map(|&(a, b)| {
        let graph = board.clone().with_leaper(a, b).unwrap().graph();
        graph.edges().collect::<Vec<_>>()
    });
    let graph = Graph::from_edges(ranks * files, &moves.collect::<Vec<_>>());
    let places = (0..ranks * files).map(|v| [v / files, v % files]).collect();
    let problem = Problem::new(graph, kind, None, None).unwrap();
    let problem = problem.with_coordinates(Coordinates::new([ranks, files], places));
    problem.with_magic().unwrap()
}

#[test]
fn files_are_read_as_the_format_says() {
    let text = "* #variable= 3 #constraint= 2 equal= 1\n* more\n+2 x1 -1 ~x3\n >= -1;\n* between\n\n1 x2 = 1 ;";
    let (size, constraints) = read(text).unwrap();
    assert_eq!((size.variables, size.constraints), (3, 2));
    let lit = |number| Lit::from_dimacs(number).unwrap();
    let first = Constraint {
        terms: vec![(2, lit(1)), (-1, lit(-3))],
        relation: Relation::AtLeast,
        bound: -1,
    };
    let second = Constraint {
        terms: vec![(1, lit(2))],
        relation: Relation::Equal,
        bound: 1,
    };
    assert_eq!(constraints, [first, second]);
}

#[test]
fn an_objective_is_skipped() {
    let lit = |number| Lit::from_dimacs(number).unwrap();
    let size = Size {
        variables: 3,
        constraints: 1,
    };
    let mut writer = Writer::new(Vec::new(), size, &[]);
    writer.objective([(2, lit(1)), (1, lit(-3))]);
    let constraint = Constraint::clause([lit(2)]);
    writer.constraint(&constraint);
    let text = String::from_utf8(writer.finish().unwrap()).unwrap();
    assert!(text.contains("\nmin: 2 x1 1 ~x3 ;\n"), "{text}");
    assert_eq!(read(&text), Ok((size, vec![constraint])));
}

#[test]
fn what_is_wrong_in_a_file_is_named_with_its_place() {
    let begin = "* #variable= 3 #constraint= 1\n";
    for (text, expected) in [
        (
            "1 x1 >= 1 ;",
            "t.opb:1:1: expected the first line '* #variable= ",
        ),
        ("* a\n", "t.opb:1:1: expected the first line"),
        (
            "* #variable= 3 #constraint= 1\n",
            "t.opb:2:1: the first line states 1 constraint, and there are 0",
        ),
        (
            "max: 1 x1 ;",
            "t.opb:2:1: an objective is supported as 'min:' before the constraints only",
        ),
        (
            "min: 1 x1",
            "t.opb:2:10: the file ends where a term or ';' is expected",
        ),
        (
            "min: 1 x4 ;",
            "t.opb:2:8: expected one of the 3 variables, found 'x4'",
        ),
        (
            "1 x1",
            "t.opb:2:5: the file ends where another term, '>=' or '=' is expected",
        ),
        (
            "1 x1 >=",
            "t.opb:2:8: the file ends where the bound is expected",
        ),
        (
            "1 x1 >= 1",
            "t.opb:2:10: the file ends where ';' is expected",
        ),
        ("1 x1 >= 1 1 ;", "t.opb:2:11: expected ';', found '1'"),
        (
            "1 x4 >= 1 ;",
            "t.opb:2:3: expected one of the 3 variables, found 'x4'",
        ),
        (
            "1 x0 >= 1 ;",
            "t.opb:2:3: expected a literal such as x1 or ~x1, found 'x0'",
        ),
        (
            "1 x1 x2 >= 1 ;",
            "t.opb:2:6: expected a number below 2^63, '>=' or '=', found 'x2'",
        ),
        (
            "9223372036854775808 x1 >= 1 ;",
            "t.opb:2:1: expected a number below 2^63",
        ),
        (
            "1 x1 <= 1 ;",
            "t.opb:2:6: expected a number below 2^63, '>=' or '=', found '<='",
        ),
        (
            "1 x1 >= 1 ;\n1 x1 >= 1 ;",
            "t.opb:3:11: one constraint more than the 1 of the first line",
        ),
    ] {
        let text = if text.starts_with('*') || expected.starts_with("t.opb:1:") {
            text.to_string()
        } else {
            begin.to_string() + text
        };
        let error = read(&text).unwrap_err();
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn answers_are_read_as_solvers_give_them() {
    let answer =
        |text: &str| read_answer(text.as_bytes(), "r", 3).map_err(|error| error.to_string());
    let Ok(Answer::Satisfiable(model)) = answer("c o\no -3\ns SATISFIABLE\nv x1 -x2\nv ~x3 \n")
    else {
        panic!("a model");
    };
    let lits = [1, -2, -3].map(|number| Lit::from_dimacs(number).unwrap());
    assert!(lits.iter().all(|&lit| model.satisfies(lit)));
    assert_eq!(answer("s UNSATISFIABLE\n"), Ok(Answer::Unsatisfiable));
    assert_eq!(answer("s UNKNOWN\n"), Ok(Answer::Unknown));
    for (text, expected) in [
        ("c\n", "r:2:1: no verdict"),
        (
            "s SATISFIABLE\n",
            "r:2:1: satisfiable, but the values are missing",
        ),
        (
            "s SATISFIABLE\nv x4\n",
            "r:2:3: literal x4 is beyond the formula's 3 variables",
        ),
        (
            "s SATISFIABLE\nv 1 2\n",
            "r:2:3: '1' is not a literal such as x1",
        ),
        (
            "s SATISFIABLE\nv x1 -x1\n",
            "r:3:1: variable 1 is both true and false",
        ),
        (
            "s SATISFIABLE\ns UNKNOWN\n",
            "r:2:1: contradicts an earlier verdict",
        ),
        ("s perhaps\n", "r:1:1: expected 's SATISFIABLE'"),
    ] {
        let error = answer(text).unwrap_err();
        assert!(error.starts_with(expected), "{error}");
    }
}

/// Constraints of up to five literals with small factors, every assignment tried.
#[test]
fn clauses_say_what_a_constraint_says() {
    let mut words = words(5);
    let mut draw = |most: u64| (words.next().unwrap() >> 20) % most;
    for _ in 0..150 {
        let mut terms = Vec::new();
        for _ in 0..=draw(5) {
            let number = 1 + draw(5) as i32;
            let lit = if draw(2) == 0 { number } else { -number };
            terms.push((draw(9) as i64 - 4, Lit::from_dimacs(lit).unwrap()));
        }
        let relation = match draw(3) {
            0 => Relation::Equal,
            _ => Relation::AtLeast,
        };
        let bound = draw(11) as i64 - 4;
        let constraint = Constraint {
            terms,
            relation,
            bound,
        };
        let mut solver = Varisat::unchecked(Limits::default());
        solver.new_vars(5);
        assert!(clauses(&constraint, 1000, &mut solver));
        for bits in 0..32 {
            let number = |var: i32| {
                if bits >> var & 1 == 1 {
                    var + 1
                } else {
                    -var - 1
                }
            };
            let lits = (0..5).map(|var| Lit::from_dimacs(number(var)).unwrap());
            let lits: Vec<Lit> = lits.collect();
            let model = Model::from_lits(&lits).unwrap();
            let answer = solver.solve_assuming(&lits).unwrap();
            let is_satisfiable = matches!(answer, Assuming::Satisfiable(_));
            assert_eq!(
                is_satisfiable,
                constraint.holds(&model),
                "{constraint:?} {lits:?}"
            );
        }
    }
}

#[test]
fn a_constraint_with_too_many_rests_is_given_up() {
    let lit = |number| Lit::from_dimacs(number).unwrap();
    let terms = (1..=20).map(|k| (1 << k, lit(k))).collect();
    let constraint = Constraint {
        terms,
        relation: Relation::Equal,
        bound: 1 << 20,
    };
    let mut solver = Varisat::unchecked(Limits::default());
    solver.new_vars(20);
    assert!(!clauses(&constraint, 5, &mut solver));
}
