//! Tours with a symmetry, and with rules about moves, by the lazy engine. Verdicts are those of the
//! formula with steps.

use crate::common;

use common::graphs::words;
use common::is_satisfiable;
use knightsat::encoding::Style;
use knightsat::stop::Stop;
use knightsat::tour::fact::Fact;
use knightsat::tour::given::{Clue, Given};
use knightsat::tour::place::Place;
use knightsat::tour::rule::{Atom, Literal, Rule};
use knightsat::tour::symmetry::Turn;
use knightsat::tour::{Kind, Problem, Verdict};
use knightsat_search::lazy::{LazyError, Options, solve};
use knightsat_tour::table::Backend;
use std::time::Duration;

/// Returns a problem on a board of this many ranks and files, with these holes.
fn problem(
    sides: [u32; 2],
    leaper: [u32; 2],
    turn: Turn,
    is_hole: impl Fn(u32, u32) -> bool,
) -> Option<Problem> {
    let cell = |rank, file| if is_hole(rank, file) { '#' } else { '.' };
    let line = |rank| (0..sides[1]).map(|file| cell(rank, file)).collect();
    let lines: Vec<String> = (0..sides[0]).map(line).collect();
    let place: Place = lines.join("\n").parse().ok()?;
    let board = place
        .board()?
        .clone()
        .with_leaper(leaper[0], leaper[1])
        .ok()?;
    let symmetry = board.symmetry(turn).ok()?;
    let problem = Place::from(board).problem(Kind::Closed, None, None).ok()?;
    problem.with_symmetry(symmetry).ok()
}

/// Returns a problem with random holes and random clues.
fn random(words: &mut impl Iterator<Item = u64>) -> Option<Problem> {
    let mut draw = |most: usize| (words.next().unwrap() >> 20) as usize % most;
    let turn = Turn::ALL[draw(4)];
    let ranks = 3 + draw(4) as u32;
    let files = if turn == Turn::Rot90 {
        ranks
    } else {
        3 + draw(5) as u32
    };
    let leaper = [[1, 2], [1, 2], [0, 1], [1, 1]][draw(4)];
    // The squares that stay are holes.
    let squares = (0..ranks).flat_map(|rank| (0..files).map(move |file| [rank, file]));
    let [middle, centre] = [ranks, files].map(|side| (side % 2 == 1).then_some(side / 2));
    let stays = |&[rank, file]: &[u32; 2]| {
        let on = [Some(rank) == middle, Some(file) == centre];
        match turn {
            Turn::Rot180 | Turn::Rot90 => on == [true; 2],
            Turn::FlipRanks => on[0],
            Turn::FlipFiles => on[1],
        }
    };
    let mut holes: Vec<[u32; 2]> = squares.filter(stays).collect();
    if draw(2) == 0 {
        let mut hole = [ranks, files].map(|side| draw(side as usize) as u32);
        for _ in 0..4 {
            holes.push(hole);
            hole = match turn {
                Turn::Rot180 => [ranks - 1 - hole[0], files - 1 - hole[1]],
                Turn::Rot90 => [files - 1 - hole[1], hole[0]],
                Turn::FlipRanks => [ranks - 1 - hole[0], hole[1]],
                Turn::FlipFiles => [hole[0], files - 1 - hole[1]],
            };
        }
    }
    let problem = problem([ranks, files], leaper, turn, |rank, file| {
        holes.contains(&[rank, file])
    })?;
    let edges: Vec<[u32; 2]> = problem.graph().edges().collect();
    if edges.is_empty() {
        return None;
    }
    let mut any = || edges[draw(edges.len())];
    let clues = [Clue::Move(any()), Clue::Move(any()), Clue::NoMove(any())];
    let first = draw(4);
    problem
        .with_given(Given::new(clues.into_iter().skip(first)))
        .ok()
}

/// Returns true if the engine and the formula of steps both find a tour, false if neither does.
fn agreed(problem: &Problem) -> bool {
    let has_tour = match solve(problem, Options::default()).unwrap() {
        Verdict::Tour(_) => true,
        Verdict::None(_) => false,
        Verdict::Unknown(_) => panic!("there is no deadline"),
    };
    let expected = is_satisfiable(problem, Style::DEFAULT);
    assert_eq!(has_tour, expected, "{problem:?}");
    has_tour
}

#[test]
fn verdicts_on_random_boards_are_those_of_the_formula_with_steps() {
    let mut words = words(1);
    let (mut tours, mut none, mut refused) = (0, 0, 0);
    while tours + none < 900 {
        let Some(problem) = random(&mut words) else {
            continue;
        };
        if !Backend::Engine.supports(problem.demands()) {
            refused += 1;
            assert!(matches!(
                solve(&problem, Options::default()),
                Err(LazyError::Refused(_))
            ));
            continue;
        }
        let has_tour = agreed(&problem);
        tours += usize::from(has_tour);
        none += usize::from(!has_tour);
    }
    assert!(
        tours > 50 && none > 50 && refused > 0,
        "{tours} {none} {refused}"
    );
}

#[test]
fn large_boards_have_symmetric_tours() {
    for (sides, turn, hole) in [
        ([40, 40], Turn::Rot180, 0),
        ([40, 40], Turn::Rot180, 3),
        ([40, 40], Turn::Rot180, 8),
        ([25, 26], Turn::Rot180, 0),
        ([30, 30], Turn::Rot90, 0),
        ([29, 29], Turn::Rot90, 1),
    ] {
        let is_near = |place: u32, side: u32| (2 * place + 1).abs_diff(side) <= hole;
        let is_hole = |rank, file| hole > 0 && is_near(rank, sides[0]) && is_near(file, sides[1]);
        let problem = problem(sides, [1, 2], turn, is_hole).unwrap();
        let verdict = solve(&problem, Options::default()).unwrap();
        assert!(
            matches!(verdict, Verdict::Tour(_)),
            "{sides:?} {turn} {hole}"
        );
    }
}

#[test]
fn a_deadline_ends_the_search() {
    let problem = problem([100, 100], [1, 2], Turn::Rot180, |_, _| false).unwrap();
    let options = Options::from(Stop::after(Duration::ZERO));
    assert!(matches!(solve(&problem, options), Ok(Verdict::Unknown(_))));
}

/// Returns rules about moves: each has up to three random literals, perhaps the same ones.
fn rules(edges: &[[u32; 2]], count: usize, words: &mut impl Iterator<Item = u64>) -> Vec<Rule> {
    let mut draw = |most: usize| (words.next().unwrap() >> 20) as usize % most;
    let mut literal = || {
        let [a, b] = edges[draw(edges.len())];
        Literal {
            atom: Atom::Fact(Fact::edge(b, a)),
            is_positive: draw(2) == 0,
        }
    };
    let rule = |nth| {
        let mut literals: Vec<Literal> = (0..1 + nth % 3).map(|_| literal()).collect();
        if nth % 7 == 0 {
            literals.push(literals[0].clone());
        }
        Rule(literals)
    };
    (0..count).map(rule).collect()
}

#[test]
fn verdicts_with_rules_about_moves_are_those_of_the_formula_with_steps() {
    let mut words = words(3);
    let (mut tours, mut none) = (0, 0);
    for nth in 0..150 {
        let (board, kind) = [
            ("3x4", Kind::Open),
            ("5x5", Kind::Open),
            ("5x6", Kind::Closed),
            ("6x6", Kind::Closed),
        ][nth % 4];
        let place: Place = board.parse().unwrap();
        let plain = place.problem(kind, None, None).unwrap();
        let edges: Vec<[u32; 2]> = plain.graph().edges().collect();
        let rules = rules(&edges, 3 + nth % 12, &mut words);
        let problem = plain.with_rules(rules).unwrap();
        let has_tour = agreed(&problem);
        tours += usize::from(has_tour);
        none += usize::from(!has_tour);
    }
    assert!(tours > 20 && none > 20, "{tours} {none}");
    let place: Place = "40x40".parse().unwrap();
    let plain = place.problem(Kind::Closed, None, None).unwrap();
    let edges: Vec<[u32; 2]> = plain.graph().edges().collect();
    let problem = plain.with_rules(rules(&edges, 100, &mut words)).unwrap();
    let verdict = solve(&problem, Options::default()).unwrap();
    assert!(matches!(verdict, Verdict::Tour(_)));
}
