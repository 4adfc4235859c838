//! All encodings on random boards and graphs: they agree with each other, with a search, and with
//! exhaustive assignment. Simple cases are decided without a search, and liars are detected.

use crate::common::brute;
use crate::common::depth::depth;
use crate::common::graphs;
use crate::common::styles;

use brute::Brute;
use graphs::{graph, problems, words};
use knightsat::check::{self, inspect};
use knightsat::cnf::sink::Cnf;
use knightsat::cnf::{Lit, Model};
use knightsat::count::search::{Directions, Search};
use knightsat::encoding::meaning::Fact;
use knightsat::encoding::{Formula, FormulaError, Name, Style};
use knightsat::tour::graph::Graph;
use knightsat::tour::place::Place;
use knightsat::tour::{Kind, Problem};
use std::collections::HashMap;
use styles::{collect, on_arcs};

fn assert_right(place: &Place, problem: &Problem, style: Style) {
    let formula = Formula::new(problem, style).unwrap();
    let report = inspect(place, problem, &formula, &check::Options::default()).unwrap();
    assert!(report.is_good(), "{place} {style:?} {problem:?}\n{report}");
}

#[test]
fn all_encodings_agree_with_the_search_on_random_graphs() {
    let mut styles = styles::all().into_iter().cycle();
    for len in 1..=7 {
        for bits in words(u64::from(len) + 1).take(depth(8, 3)) {
            let graph = graph(len, bits | bits >> 17);
            let place = Place::Graph(graph.clone());
            for problem in problems(&graph) {
                for style in styles.by_ref().take(5) {
                    assert_right(&place, &problem, style);
                }
            }
        }
    }
}

#[test]
fn all_encodings_agree_with_the_search_on_random_boards() {
    for (word, ranks) in words(5).take(depth(10, 4)).zip((3..=4).cycle()) {
        let draw = |cell: u32| {
            if word >> (2 * cell) & 7 == 7 {
                '#'
            } else {
                '.'
            }
        };
        let rank = |rank: u32| (0..5).map(|file| draw(5 * rank + file)).collect::<String>();
        let mask: Vec<String> = (0..ranks).map(rank).collect();
        let place = check::place(&mask.join("/"));
        let graph = place.graph();
        let [a, b] = [word >> 48, word >> 56].map(|end| (end % u64::from(graph.len())) as u32);
        for kind in [Kind::Open, Kind::Closed] {
            for (start, end) in [(None, None), (Some(a), None), (Some(a), Some(b))] {
                let Ok(problem) = Problem::new(graph.clone(), kind, start, end) else {
                    continue;
                };
                // Without pruning there is nothing to be had on larger boards, and the solver needs
                // minutes to refute that a selector chooses a vertex twice.
                let selector = styles::with("different", "selector", Name::Binary.style());
                let slow = [Name::Textbook.style(), selector].map(styles::in_both_directions);
                let is_fast = |style: &Style| !slow.contains(style) || graph.len() < 13;
                for style in styles::all().into_iter().filter(is_fast) {
                    assert_right(&place, &problem, style);
                }
            }
        }
    }
}

/// No solver and no code of the check: all assignments are tried.
#[test]
fn trying_all_assignments_finds_every_tour() {
    for len in 3..=5 {
        for bits in words(u64::from(len)).take(6) {
            let graph = graph(len, bits | bits >> 9);
            for (at, problem) in problems(&graph).into_iter().enumerate() {
                if at % 5 != 0 {
                    continue;
                }
                let directed = Search::new(&problem, Directions::Both).count() as u64;
                for style in styles::all() {
                    let formula = Formula::new(&problem, style).unwrap();
                    let is_slow = [Name::Textbook, Name::Binary].contains(&style.name());
                    if is_slow && len > 4 || !formula.is_exact() {
                        continue;
                    }
                    let [models, tours] = formula.models_of_tours().map(u64::from);
                    let both = problem.start().is_some() && problem.end().is_some();
                    let expected = match problem.kind() {
                        Kind::Closed if !both => directed / 2,
                        _ => directed,
                    };
                    let mut found = 0;
                    let cnf = collect(&problem, style);
                    Brute::new(&cnf, &formula.projection()).each_model(&mut |_| {
                        found += 1;
                        true
                    });
                    let what = format!("{style:?} {problem:?}");
                    assert_eq!(found * tours, expected * models, "{what}");
                }
            }
        }
    }
}

/// Returns the values by variable after unit propagation; `None` at a conflict.
fn propagate(cnf: &Cnf) -> Option<HashMap<u32, Lit>> {
    let mut values: HashMap<u32, Lit> = HashMap::new();
    loop {
        let before = values.len();
        for clause in cnf.clauses() {
            let value = |lit: &Lit| values.get(&lit.var().number()).copied();
            if clause.iter().any(|lit| value(lit) == Some(*lit)) {
                continue;
            }
            let mut open: Vec<Lit> = clause.to_vec();
            open.retain(|lit| value(lit).is_none());
            match open[..] {
                [] => return None,
                [lit] => {
                    values.insert(lit.var().number(), lit);
                }
                _ => {}
            }
        }
        if values.len() == before {
            return Some(values);
        }
    }
}

fn path(len: u32) -> Graph {
    let edges: Vec<[u32; 2]> = (1..len).map(|v| [v - 1, v]).collect();
    Graph::from_edges(len, &edges)
}

#[test]
fn impossible_boards_need_no_search() {
    let ring = |from: u32, len: u32| (0..len).map(move |v| [from + v, from + (v + 1) % len]);
    let ring_with = |more: &[[u32; 2]], len| {
        let edges: Vec<[u32; 2]> = ring(0, 4).chain(more.iter().copied()).collect();
        Graph::from_edges(len, &edges)
    };
    let two_rings: Vec<[u32; 2]> = ring(0, 4).chain(ring(4, 4)).collect();
    let bow_tie: Vec<[u32; 2]> = ring(0, 3).chain([[2, 3], [3, 4], [2, 4]]).collect();
    let board = |board: &str| check::place(board).graph();
    let (open, closed) = (Kind::Open, Kind::Closed);
    let impossible = [
        (ring_with(&[[0, 4]], 5), closed),
        (ring_with(&[], 5), open),
        (Graph::from_edges(8, &two_rings), open),
        (Graph::from_edges(8, &two_rings), closed),
        (Graph::from_edges(5, &bow_tie), closed),
        (Graph::from_edges(4, &[[0, 1], [0, 2], [0, 3]]), open),
        (path(4), closed),
        (path(2), closed),
        (path(1), closed),
        (board("5x5"), closed),
        (board("3x3"), closed),
        (board("3x3"), open),
        (board("3x4"), closed),
        (board("4x4"), closed),
    ];
    for (graph, kind) in impossible {
        let problem = Problem::new(graph, kind, None, None).unwrap();
        for style in styles::all() {
            if style.name() != Name::Textbook {
                let conflict = propagate(&collect(&problem, style)).is_none();
                assert!(conflict, "{style:?} {problem:?}");
            }
        }
    }
}

#[test]
fn on_a_path_everything_is_known() {
    for len in 2..=7 {
        let problem = Problem::new(path(len), Kind::Open, Some(0), Some(len - 1)).unwrap();
        for style in styles::all() {
            // Binary excludes the other squares of a step one by one, which gives no unit for its
            // bits.
            if [Name::Textbook, Name::Binary].contains(&style.name()) {
                continue;
            }
            let formula = Formula::new(&problem, style).unwrap();
            let values = propagate(&collect(&problem, style)).expect("there is a tour");
            let tour = formula.projection();
            let is_known = |lit: &Lit| values.contains_key(&lit.var().number());
            assert!(tour.iter().all(is_known), "{len} {style:?}");
            let lits: Vec<Lit> = values.into_values().collect();
            let found = formula.decode(&Model::from_lits(&lits).unwrap()).unwrap();
            assert_eq!(found.steps(), (0..len).collect::<Vec<_>>());
        }
    }
}

/// The arcs or edges of a model of all edges between six vertices, as a closed tour.
fn error_of(problem: &Problem, style: Style, moves: &[[u32; 2]]) -> FormulaError {
    let formula = Formula::new(problem, style).unwrap();
    let meaning = formula.meaning();
    let mut lits = Vec::new();
    for (fact, said) in meaning.facts() {
        let is_told = moves.iter().any(|&[a, b]| {
            let arc = Fact::Arc { from: a, to: b };
            *fact == arc || *fact == Fact::edge(a, b)
        });
        lits.extend(said.iter().map(|&lit| if is_told { lit } else { !lit }));
    }
    let model = Model::from_lits(&lits).unwrap();
    let error = formula.decode(&model).unwrap_err();
    assert_eq!(error.to_string().lines().count(), 1, "{error}");
    assert!(formula.tour(&model).is_err());
    error
}

#[test]
fn liars_are_caught() {
    let graph = graph(6, u64::MAX);
    let problem = Problem::new(graph, Kind::Closed, None, None).unwrap();
    let tour = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0]];
    let with = |more: [u32; 2]| [&tour[..], &[more]].concat();
    let triangles = [[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3]];
    let on_arcs = [
        on_arcs(Name::Lazy),
        on_arcs(Name::Order),
        Name::Distance.style(),
        Name::Adder.style(),
        Name::Lfsr.style(),
        Name::Crt.style(),
        Name::Elimination.style(),
    ];
    for style in on_arcs {
        let told = |moves: &[[u32; 2]]| error_of(&problem, style, moves);
        assert_eq!(told(&with([2, 4])), FormulaError::TwoMoves(2));
        assert_eq!(told(&tour[1..]), FormulaError::NoMove(0));
        assert_eq!(told(&[]), FormulaError::NoMove(0));
        let lengths = vec![3, 3];
        assert_eq!(told(&triangles), FormulaError::Cycles(lengths));
        // To and fro.
        let lengths = vec![2, 4];
        let short = [[0, 1], [1, 0], [2, 3], [3, 4], [4, 5], [5, 2]];
        assert_eq!(told(&short), FormulaError::Cycles(lengths));
    }
    for style in [Name::Lazy.style(), Name::Order.style()] {
        let told = |moves: &[[u32; 2]]| error_of(&problem, style, moves);
        assert_eq!(told(&with([2, 4])), FormulaError::TwoMoves(2));
        assert_eq!(told(&tour[1..]), FormulaError::NoMove(0));
        let lengths = vec![3, 3];
        assert_eq!(told(&triangles), FormulaError::Cycles(lengths));
    }
}
