//! Tours as pseudo-Boolean constraints: what is written is read again, and its solutions are the tours.

mod common {
    pub mod graphs;
    pub mod pseudo;
}

use common::graphs::{graph, problems, words};
use common::pseudo::Pseudo;
use knightsat::cnf::{Answer, Lit, Model};
use knightsat::dimacs::opb::{Constraint, OpbReader, Relation, Size, Writer, read_answer};
use knightsat::encoding::flow::{Flow, FlowError};
use knightsat::problem::tour::Tour;
use knightsat::problem::{Kind, Problem};
use knightsat::spec::board::Board;
use knightsat::stop::Stop;

/// What is written of a problem.
fn written(flow: &Flow) -> String {
    let mut writer = Writer::new(Vec::new(), flow.size(), &["a tour".into()]);
    flow.constraints(|constraint| {
        writer.constraint(constraint);
        true
    });
    String::from_utf8(writer.finish().unwrap()).unwrap()
}

/// What is read from a text.
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
    let (size, constraints) = read(&written(&flow)).unwrap();
    assert_eq!(size, flow.size());
    // The highest bits first, so that the others follow.
    let edges = 0..flow.edges().len() as u32;
    let bits = edges.flat_map(|edge| (0..flow.bits()).rev().map(move |bit| (edge, bit)));
    let bits: Vec<Lit> = bits.map(|(edge, bit)| flow.bit(edge, bit)).collect();
    Pseudo::new(size.variables, &constraints).count(flow.tour_variables(), &bits)
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

/// Open tours are counted without direction: half the published numbers. Of the leaper (0,1) they are the
/// cycles of a grid.
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

#[test]
fn symmetric_tours_are_refused() {
    let board = Board::new(6, 6).unwrap();
    let problem = Problem::new(board.graph(), Kind::Closed, None, None).unwrap();
    let turn = "rot180".parse().unwrap();
    let problem = problem
        .with_symmetry(board.symmetry(turn).unwrap())
        .unwrap();
    let refused = Flow::new(&problem, &Stop::default()).err();
    assert_eq!(refused, Some(FlowError::Symmetry));
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
            "t.opb:2:1: the first line says 1 constraints, and there are 0",
        ),
        ("min: 1 x1 ;", "t.opb:2:1: an objective: "),
        (
            "1 x1",
            "t.opb:2:3: the file ends where another term, '>=' or '=' is expected",
        ),
        (
            "1 x1 >=",
            "t.opb:2:6: the file ends where the bound is expected",
        ),
        (
            "1 x1 >= 1",
            "t.opb:2:9: the file ends where ';' is expected",
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
            "t.opb:3:11: a constraint more than the 1 of the first line",
        ),
    ] {
        let text = match text.starts_with('*') || expected.starts_with("t.opb:1:") {
            true => text.to_string(),
            false => begin.to_string() + text,
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
            "r:2:1: 'x4' is beyond the formula's 3 variables",
        ),
        (
            "s SATISFIABLE\nv 1 2\n",
            "r:2:1: '1' is not a literal such as x1",
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
