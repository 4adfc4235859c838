//! Proofs that there is no tour, accepted and refused by VeriPB, which shares no code with us.

use crate::common;
use knightsat_family as family;

use crate::checker::{Tally, attempt, check, is_usable, refused};
use common::graphs::{problems, words};
use knightsat::cnf::Answer;
use knightsat::search::{Evidence, lazy};
use knightsat::stop::Stop;
use knightsat::tour::board::Board;
use knightsat::tour::graph::Graph;
use knightsat::tour::{Kind, Problem, Verdict};
use knightsat_cnf::dimacs::opb::Writer;
use knightsat_solver::refute::refute;
use knightsat_veripb::derivation::{PbRefutation, Prover};
use knightsat_veripb::encoding::flow::Flow;
use knightsat_veripb::{PROBLEM, PROOF};
use std::collections::BTreeSet;
use std::fs;

fn board(ranks: u32, files: u32) -> Board {
    Board::new(ranks, files).unwrap()
}

fn problem(graph: Graph, kind: Kind, start: Option<u32>, end: Option<u32>) -> Problem {
    Problem::new(graph, kind, start, end).unwrap()
}

/// Open, closed, and open from every corner.
fn each_tour(board: &Board) -> Vec<Problem> {
    let graph = board.graph();
    let (len, width) = (graph.len(), board.files());
    let mut all = vec![problem(graph.clone(), Kind::Closed, None, None)];
    let corners = BTreeSet::from([0, width - 1, len - width, len - 1]);
    let starts = [None].into_iter().chain(corners.into_iter().map(Some));
    all.extend(starts.map(|start| problem(graph.clone(), Kind::Open, start, None)));
    all
}

/// Describes the board and the problem.
fn what(board: &Board, problem: &Problem) -> String {
    let (kind, ends) = (problem.kind(), [problem.start(), problem.end()]);
    format!("{board:?} {kind} {ends:?}")
}

#[test]
fn small_boards_without_tours_are_proved() {
    if !is_usable() {
        return;
    }
    let mut tally = Tally::default();
    for ranks in 1..=4 {
        for files in ranks..=16 / ranks {
            let board = board(ranks, files);
            for problem in each_tour(&board) {
                tally.take(&problem, true, &what(&board, &problem));
            }
        }
    }
    assert_eq!(tally.proofs(), SMALL_BOARDS, "{tally:?}");
}

/// Boards of up to 16 squares, open, closed and from each corner: those without a tour.
const SMALL_BOARDS: u32 = 122;

#[test]
fn refutations_of_small_boards_are_proved() {
    if !is_usable() {
        return;
    }
    let mut tally = Tally::default();
    for (ranks, files) in [(1, 2), (2, 3), (3, 3), (2, 4), (3, 4), (3, 5), (4, 4)] {
        let board = board(ranks, files);
        for problem in each_tour(&board) {
            // Colours are what a solver cannot count.
            let is_odd = problem.kind() == Kind::Closed && ranks * files % 2 == 1;
            tally.take(&problem, is_odd, &what(&board, &problem));
        }
    }
    assert!(tally.of("refutation") > 20, "{tally:?}");
}

/// Ends with a choice of many squares of one colour, of each colour, or of any two squares:
/// counters.
#[test]
fn refutations_with_counters_are_proved() {
    if !is_usable() {
        return;
    }
    let mut tally = Tally::default();
    for (ranks, files) in [(3, 6), (3, 7)] {
        // A hole more than there may be, near a corner.
        let holes = ["b1", "b2"].map(|name| name.parse().unwrap());
        for holes in [&holes[..], &holes[..1], &[]] {
            let board = board(ranks, files).with_holes(holes).unwrap();
            let problem = problem(board.graph(), Kind::Open, None, None);
            tally.take(&problem, false, &what(&board, &problem));
        }
    }
    let mut open = |graph: &Graph, what: &str| {
        tally.take(&problem(graph.clone(), Kind::Open, None, None), false, what);
    };
    // Three triangles at a path of two, and a star of paths.
    let edges = [
        [0, 1],
        [1, 2],
        [2, 0],
        [3, 4],
        [4, 5],
        [5, 3],
        [6, 7],
        [7, 8],
        [8, 6],
    ];
    let hub = [[9, 0], [9, 3], [9, 6]];
    open(
        &Graph::from_edges(10, &[&edges[..], &hub].concat()),
        "triangles",
    );
    assert!(tally.of("refutation") >= 4, "{tally:?}");
}

#[test]
fn leapers_and_ends_are_proved() {
    if !is_usable() {
        return;
    }
    let mut tally = Tally::default();
    for (a, b) in [(0, 1), (0, 2), (1, 1), (1, 3), (1, 4), (2, 3), (3, 4)] {
        for (ranks, files) in [(4, 6), (5, 5), (6, 8)] {
            let board = board(ranks, files).with_leaper(a, b).unwrap();
            for problem in each_tour(&board) {
                tally.take(&problem, true, &what(&board, &problem));
            }
        }
    }
    let knight = board(4, 4).graph();
    tally.take(
        &problem(knight.clone(), Kind::Open, None, None),
        true,
        "4x4",
    );
    for (start, end) in [(0, 1), (0, 2), (0, 15), (5, 10), (1, 4)] {
        let problem = problem(knight.clone(), Kind::Open, Some(start), Some(end));
        tally.take(&problem, true, &format!("4x4 {start} {end}"));
    }
    for (start, end) in [(0, 2), (0, 5), (0, 11)] {
        let problem = problem(board(6, 6).graph(), Kind::Open, Some(start), Some(end));
        tally.take(&problem, true, &format!("6x6 {start} {end}"));
        let problem = self::problem(board(3, 4).graph(), Kind::Closed, Some(start), Some(end));
        tally.take(&problem, true, &format!("3x4 {start} {end}"));
    }
    for kind in REASONS {
        assert!(tally.of(kind) > 0, "no {kind}: {tally:?}");
    }
}

/// Every short reason but those that small boards have, and refutations.
const REASONS: [&str; 8] = [
    "Colours",
    "Degree",
    "Disconnected",
    "EndColours",
    "Pieces",
    "ThreeEnds",
    "TwoFactor",
    "refutation",
];

#[test]
fn boards_with_holes_are_proved() {
    if !is_usable() {
        return;
    }
    let mut tally = Tally::default();
    for (seed, holes) in (1..=40).zip((0..5).cycle()) {
        let all = board(4, 5);
        let mut words = words(seed);
        let holes = (0..holes).map(|_| all.square((words.next().unwrap() >> 20) as u32 % 20));
        let holes: BTreeSet<_> = holes.collect();
        let board = all
            .clone()
            .with_holes(&holes.into_iter().collect::<Vec<_>>())
            .unwrap();
        for kind in [Kind::Closed, Kind::Open] {
            let problem = problem(board.graph(), kind, None, None);
            tally.take(&problem, true, &what(&board, &problem));
        }
    }
    assert!(tally.proofs() > 40, "{tally:?}");
}

#[test]
fn small_graphs_without_tours_are_proved() {
    if !is_usable() {
        return;
    }
    let mut tally = Tally::default();
    for len in 1..=5_u32 {
        let pairs = len * (len - 1) / 2;
        for bits in words(7).take(4) {
            let graph = common::graphs::graph(len, bits & ((1 << pairs) - 1) & bits.rotate_left(7));
            for problem in problems(&graph) {
                for shortcuts in [true, false] {
                    tally.take(&problem, shortcuts, &format!("{len} {bits:x} {problem:?}"));
                }
            }
        }
    }
    assert!(tally.of("refutation") > 100, "{tally:?}");
}

#[test]
fn sparse_graphs_without_tours_are_proved() {
    if !is_usable() {
        return;
    }
    let mut tally = Tally::default();
    let mut take = |graph: &Graph, what: &str| {
        for kind in [Kind::Closed, Kind::Open] {
            let problem = problem(graph.clone(), kind, None, None);
            tally.take(&problem, true, &format!("{what} {kind}"));
        }
    };
    take(&family::petersen(5, 2), "Petersen");
    take(&family::petersen(11, 2), "GP(11,2)");
    take(&family::flower_snark(5), "J5");
    take(&family::flower_snark(7), "J7");
    take(&family::tutte(), "Tutte");
    for seed in 0..12 {
        take(
            &family::random_sparse(11, 17, seed),
            &format!("sparse {seed}"),
        );
    }
    assert!(
        tally.of("refutation") >= 5 && tally.of("tour") > 0,
        "{tally:?}"
    );
}

/// The problem in constraints.
fn written(flow: &Flow) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), flow.size(), &[]);
    flow.constraints(|constraint| {
        writer.constraint(constraint);
        true
    });
    writer.finish().unwrap()
}

/// Proofs that rest on matchings, in an even and in an odd host: they are derived from the flow.
#[test]
fn matchings_are_derived() {
    if !is_usable() {
        return;
    }
    let stop = Stop::default();
    let petersen = family::petersen(5, 2);
    let knight = board(3, 5).graph();
    for (graph, kind, start, end) in [
        (&petersen, Kind::Closed, None, None),
        (&petersen, Kind::Open, Some(0), Some(1)),
        (&knight, Kind::Open, None, None),
        (&knight, Kind::Open, Some(0), None),
    ] {
        let problem = problem(graph.clone(), kind, start, end);
        let options = lazy::Options {
            shortcuts: false,
            ..lazy::Options::default()
        };
        let Ok(Verdict::None(Evidence::Cuts(found))) = lazy::solve(&problem, options) else {
            panic!("{kind} {start:?}");
        };
        let flow = Flow::new(&problem, &stop).unwrap();
        let cuts = found.cuts();
        let mut proof = Vec::new();
        let prover = Prover::new(&flow, &problem, &stop, &mut proof);
        let mut refutation = PbRefutation::new(prover, cuts, true).unwrap();
        let clauses = refutation.clauses().clone();
        let answer = refute(&clauses, &stop, &mut refutation, std::io::sink()).unwrap();
        assert_eq!(answer, Answer::Unsatisfiable, "{kind} {start:?}");
        refutation.finish().unwrap();
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(PROBLEM), written(&flow)).unwrap();
        fs::write(folder.path().join(PROOF), proof).unwrap();
        assert_eq!(check(folder.path()), Ok(()), "{kind} {start:?}");
    }
}

/// Changes in a proof and in the problem that VeriPB must see.
#[test]
fn tampering_is_refused() {
    if !is_usable() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let problem = problem(board(4, 4).graph(), Kind::Open, None, None);
    attempt(&problem, false, folder.path());
    assert_eq!(check(folder.path()), Ok(()));
    let [opb, pbp] =
        [PROBLEM, PROOF].map(|name| fs::read_to_string(folder.path().join(name)).unwrap());
    let refused = |name: &str, text: &str, what: &str| refused(folder.path(), name, text, what);
    let first = |text: &str, is_wanted: &dyn Fn(&str) -> bool| -> usize {
        text.lines().position(is_wanted).unwrap()
    };
    let without = |text: &str, line: usize| -> String {
        let lines = text.lines().enumerate().filter(|&(place, _)| place != line);
        lines.map(|(_, line)| format!("{line}\n")).collect()
    };
    let is_sum = |line: &str| line.starts_with("pol") && line.contains('d');
    refused(PROOF, &without(&pbp, first(&pbp, &is_sum)), "a dropped sum");
    let is_lemma = |line: &str| line.starts_with("rup") && line.contains('~');
    refused(
        PROOF,
        &without(&pbp, first(&pbp, &is_lemma)),
        "a dropped lemma",
    );
    refused(
        PROOF,
        &pbp.replace("pol 1 ", "pol 2 "),
        "another bound in sums",
    );
    refused(PROBLEM, &opb.replacen("= 2 ;", "= 1 ;", 1), "another bound");
    refused(
        PROBLEM,
        &opb.replacen("1 x1 ", "2 x1 ", 1),
        "another factor",
    );
    let tour = self::problem(board(3, 4).graph(), Kind::Open, Some(0), None);
    let flow = Flow::new(&tour, &Stop::default()).unwrap();
    let text = String::from_utf8(written(&flow)).unwrap();
    refused(PROBLEM, &text, "another board's formula");
    assert_eq!(check(folder.path()), Ok(()));
}
