//! Formulas besides their models: what unit propagation knows, which variables a tour determines,
//! what short cuts decide, and which assignments are no tours.

use crate::common::brute::propagate;
use crate::common::depth::is_full;
use crate::common::graphs::graph;
use crate::common::prelude::*;
use crate::common::styles::{self, collect, in_both_directions, on_arcs, with};
use knightsat::encoding::meaning::Fact;
use knightsat_search::enumerate::{Models, Projection};

fn path(len: u32) -> Graph {
    let edges = (1..len).map(|v| [v - 1, v]).collect_vec();
    Graph::from_edges(len, &edges)
}

#[test]
fn impossible_boards_need_no_search() {
    let ring = |from: u32, len: u32| (0..len).map(move |v| [from + v, from + (v + 1) % len]);
    let tail = ring(0, 4).chain([[0, 4]]).collect_vec();
    let rings = ring(0, 4).chain(ring(4, 4)).collect_vec();
    let bow_tie = ring(0, 3).chain([[2, 3], [3, 4], [2, 4]]).collect_vec();
    let (open, closed) = (Kind::Open, Kind::Closed);
    let graphs = [
        (Graph::from_edges(5, &tail), closed),
        (Graph::from_edges(5, &ring(0, 4).collect_vec()), open),
        (Graph::from_edges(8, &rings), open),
        (Graph::from_edges(8, &rings), closed),
        (Graph::from_edges(5, &bow_tie), closed),
        (Graph::from_edges(4, &[[0, 1], [0, 2], [0, 3]]), open),
        (path(4), closed),
        (path(2), closed),
        (path(1), closed),
    ];
    let graphs = graphs.map(|(graph, kind)| Problem::new(graph, kind, None, None).unwrap());
    let boards = "5x5 --closed|3x3 --closed|3x3|3x4 --closed|4x4 --closed".split('|');
    for problem in graphs.into_iter().chain(boards.map(|board| asked(board).1)) {
        for style in styles::all().into_iter().filter(styles::is_pruned) {
            let conflict = propagate(&collect(&problem, style), &[]).is_none();
            assert!(conflict, "{style:?} {problem:?}");
        }
    }
}

#[test]
fn on_a_path_everything_is_known() {
    for len in 2..=7 {
        let problem = Problem::new(path(len), Kind::Open, Some(0), Some(len - 1)).unwrap();
        // Binary excludes the other squares of a step one by one, which gives no unit for its bits.
        let is_known = |style: &Style| styles::is_pruned(style) && style.name != Name::Binary;
        for style in styles::all().into_iter().filter(is_known) {
            let formula = Formula::new(&problem, style).unwrap();
            let values = propagate(&collect(&problem, style), &[]).expect("there is a tour");
            let is_known = |lit: &Lit| values.contains(lit) || values.contains(&!*lit);
            assert!(formula.projection().iter().all(is_known), "{len} {style:?}");
            let model = Model::from_lits(&values.into_iter().collect_vec()).unwrap();
            let found = formula.decode(&model).unwrap();
            assert_eq!(found.steps(), (0..len).collect_vec());
        }
    }
}

/// Once all arcs of a tour are chosen, unit propagation decides whether the given steps hold.
#[test]
fn a_tour_that_is_late_conflicts_by_unit_propagation() {
    let [mut right, mut late] = [0; 2];
    for (board, clues, apart) in [
        ("5x6", "1=a1,8=b3", 37),
        ("5x6", "4=a1,9=b3", 37),
        ("5x6 --closed", "1=a1,8=b3", 1),
    ] {
        let (_, problem) = asked(&format!("{board} --at {clues}"));
        let (graph, start) = (problem.graph().clone(), problem.start());
        let free = Problem::new(graph, problem.kind(), start, None).unwrap();
        let tours = Search::new(&free, Directions::Both);
        let tours = tours.step_by(apart).take(40).collect_vec();
        let styles = [Name::Lazy, Name::Order].map(on_arcs).into_iter();
        for style in styles.chain([Name::Adder, Name::Crt].map(Name::style)) {
            let style = in_both_directions(style);
            let clauses = collect(&problem, style);
            let meaning = Formula::new(&problem, style).unwrap().meaning();
            for steps in &tours {
                let fits = |&(step, vertex): &(u32, u32)| steps[step as usize - 1] == vertex;
                let fits = problem.at().iter().all(fits);
                // An arc that is known not to be taken has no literal.
                let lits = meaning.literals_of(&problem, steps);
                let is_possible = lits.is_ok_and(|lits| propagate(&clauses, &lits).is_some());
                assert_eq!(is_possible, fits, "{board} {clues} {style:?} {steps:?}");
                *if fits { &mut right } else { &mut late } += 1;
            }
        }
    }
    assert!(right > 0 && late > 20, "{right} {late}");
}

/// lab/docs/hard.md: closed textbook formulas of odd boards are refuted by so many short lemmas.
#[test]
fn closed_odd_boards_are_refuted_by_a_lemma_for_every_square_and_step() {
    let mut cnf = collect(&asked("3x5 --closed").1, Name::Textbook.style());
    assert!(propagate(&cnf, &[]).is_some());
    let x = |step: i32, square: i32| Lit::from_dimacs((step - 1) * 15 + square + 1).unwrap();
    // With an odd number of files neighbours by number have different colours.
    for (start, step) in iproduct!(0..15, 2..=16) {
        let is_due = |square: &i32| (square - start).rem_euclid(2) == (step - 1) % 2;
        let due = (0..15).filter(is_due).filter(|_| step < 16);
        let due = due.map(|square| x(step, square));
        let lemma = due.chain([!x(1, start)]).collect_vec();
        let refuted = lemma.iter().map(|&lit| !lit).collect_vec();
        assert_eq!(propagate(&cnf, &refuted), None, "{lemma:?}");
        cnf.clause(&lemma);
    }
    assert_eq!(propagate(&cnf, &[]), None);
}

/// Returns the number of models on a projection, at most `most`, each decoded and verified.
fn count(formula: &Formula, projection: Projection, most: u64) -> u64 {
    let mut solver = Varisat::unchecked(Limits::default());
    formula.encode(&mut solver);
    let models = Models::new(solver, projection);
    let tours = models.map(|model| formula.tour(&model.unwrap()).unwrap());
    tours.take(most as usize).count() as u64
}

/// Plain model counters may count a parsimonious formula without a projection.
#[test]
fn a_tour_determines_every_variable_where_that_is_said() {
    let boards = "3x4|.../.#./...|#..##/.#.../...##/#...#|....#/#..../#....".split('|');
    let boards = boards.map(|board| check::place(board).graph());
    // All edges of four and five vertices, a ladder, and a path.
    let dense = [(3, 7), (4, u64::MAX), (5, u64::MAX), (5, 0b10_1101_1101)];
    let dense = dense.map(|(len, bits)| graph(len, bits));
    let styles = Vec::from_iter(styles::all().into_iter().filter(styles::is_pruned));
    let mut open = BTreeSet::new();
    let graphs = boards.chain(dense).collect_vec();
    let ends = iproduct!([None, Some(0)], [None, Some(1)]);
    let cases = iproduct!(&graphs, [Kind::Open, Kind::Closed], ends);
    for (number, (graph, kind, (start, end))) in cases.enumerate() {
        let problem = Problem::new(graph.clone(), kind, start, end).unwrap();
        let step = depth(1, 24);
        let others = styles.iter().skip(11 + number % step).step_by(step);
        for &style in styles[..11].iter().chain(others) {
            let formula = Formula::new(&problem, style).unwrap();
            if !formula.is_exact() {
                assert!(!formula.is_parsimonious());
                continue;
            }
            let tours = count(&formula, Projection::of(&formula), u64::MAX);
            let all = Vars::new(1, formula.header().variables);
            let all = Projection::Values(all.iter().map(|var| var.pos()).collect());
            let found = count(&formula, all, tours + 1);
            let is_right = found == tours || found > tours && !formula.is_parsimonious();
            assert!(is_right, "{style:?} {problem:?}");
            if found > tours {
                open.insert(style.name.as_str());
            }
        }
    }
    let expected = [Name::Binary, Name::Order, Name::Elimination].map(Name::as_str);
    assert!(expected.iter().all(|name| open.contains(name)), "{open:?}");
}

/// Without short cuts the solver refutes the problem, not preprocessing.
#[test]
fn nothing_but_too_few_squares_is_a_contradiction_at_once() {
    let (_, problem) = asked("4x6 --closed");
    // A refutation of the binary encoding takes as long as all others together.
    let is_due = |name: &Name| *name != Name::Binary || is_full();
    for name in Name::ALL.into_iter().filter(is_due) {
        let long = collect(&problem, with("shortcuts", false, name.style()));
        let short = collect(&problem, name.style()).len();
        let is_short = name == Name::Textbook || short == 1;
        assert!(long.len() > 100 && is_short, "{name} {short}");
        let mut solver = Varisat::new(None);
        solver.new_vars(long.variables());
        long.replay(&mut solver);
        let is_refuted = solver.solve().unwrap() == Answer::Unsatisfiable;
        assert!(is_refuted || name == Name::Lazy, "{name}");
    }
}

/// Returns the error of a model with these moves.
fn error_of(problem: &Problem, style: Style, moves: &[[u32; 2]]) -> FormulaError {
    let formula = Formula::new(problem, style).unwrap();
    let mut lits = Vec::new();
    for (fact, said) in formula.meaning().facts() {
        let facts = |[from, to]: [u32; 2]| [Fact::Arc { from, to }, Fact::edge(from, to)];
        let is_told = moves.iter().any(|&ends| facts(ends).contains(fact));
        lits.extend(said.iter().map(|&lit| if is_told { lit } else { !lit }));
    }
    let model = Model::from_lits(&lits).unwrap();
    let error = formula.decode(&model).unwrap_err();
    assert_eq!(error.to_string().lines().count(), 1, "{error}");
    assert!(formula.tour(&model).is_err());
    error
}

#[test]
fn moves_that_are_no_tour_are_named() {
    let problem = Problem::new(graph(6, u64::MAX), Kind::Closed, None, None).unwrap();
    let tour = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0]];
    let more = [&tour[..], &[[2, 4]]].concat();
    let triangles = [[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3]];
    let to_and_fro = [[0, 1], [1, 0], [2, 3], [3, 4], [4, 5], [5, 2]];
    let without_moves = [Name::Position, Name::Textbook, Name::Binary];
    let has_moves = |style: &Style| !without_moves.contains(&style.name);
    for style in styles::all().into_iter().filter(has_moves) {
        let error = |moves: &[[u32; 2]]| error_of(&problem, style, moves);
        assert_eq!(error(&more), FormulaError::TwoMoves(2));
        assert_eq!(error(&tour[1..]), FormulaError::NoMove(0));
        assert_eq!(error(&triangles), FormulaError::Cycles(vec![3, 3]));
        if style.has("directions") {
            assert_eq!(error(&[]), FormulaError::NoMove(0));
            assert_eq!(error(&to_and_fro), FormulaError::Cycles(vec![2, 4]));
        }
    }
}

/// The closed tour around a hole in bits, as it is and with a step elsewhere.
#[test]
fn bits_that_are_no_tour_are_named() {
    let (_, problem) = asked(".../.#./... --closed");
    let formula = Formula::new(&problem, Name::Binary.style()).unwrap();
    let ring = Search::new(&problem, Directions::Both).next().unwrap();
    let honest = formula.meaning().literals_of(&problem, &ring).unwrap();
    assert_eq!(honest.len() as u32, formula.tour_variables());
    let decode = |lits: &[Lit]| formula.decode(&Model::from_lits(lits).unwrap());
    assert_eq!(decode(&honest).unwrap().steps(), ring);
    let lie = |step: usize, rank: u32, file: u32| {
        // Two bits of the rank, then two of the file, lowest first.
        let said = (0..4).map(|bit| (rank | file << 2) >> bit & 1 == 1);
        let mut lits = honest.clone();
        for (lit, is_one) in lits[4 * (step - 1)..].iter_mut().zip(said) {
            *lit = [lit.var().neg(), lit.var().pos()][usize::from(is_one)];
        }
        decode(&lits)
    };
    for (step, rank, file) in [(3, 3, 0), (2, 0, 3), (8, 1, 1)] {
        let error = lie(step, rank, file).unwrap_err();
        assert_eq!(error, FormulaError::NoVertex(step as u32));
    }
    // All squares are on the tour already.
    let jumps = [lie(1, 0, 0), lie(1, 2, 2)];
    let is_known = |jump: &Result<_, _>| matches!(jump, Err(FormulaError::NoTour(_)));
    assert!(jumps.iter().any(is_known), "{jumps:?}");
    let (_, problem) = asked("1x1");
    let formula = Formula::new(&problem, Name::Binary.style()).unwrap();
    let tour = formula.decode(&Model::default()).unwrap();
    assert_eq!((formula.tour_variables(), tour.steps()), (0, &[0][..]));
}
