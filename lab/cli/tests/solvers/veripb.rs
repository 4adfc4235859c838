//! Every kind of statement without a tour is proved, VeriPB, which shares no code with us, accepts
//! the proof, and refuses it after any change.

use crate::checker::{Tally, attempt, check, derived, is_usable, refused, without};
use crate::common::graphs::{self, problems, words};
use crate::common::{clues, crosses};
use knightsat_family as family;

use knightsat::cnf::Answer;
use knightsat::search::prove::ProveError;
use knightsat::search::{Evidence, lazy};
use knightsat::stop::Stop;
use knightsat::tour::board::Board;
use knightsat::tour::given::{Clue, Given};
use knightsat::tour::graph::Graph;
use knightsat::tour::{Kind, Problem, Verdict};
use knightsat_cnf::dimacs::opb::Writer;
use knightsat_solver::refute::refute;
use knightsat_tour::table::{self, Backend};
use knightsat_veripb::derivation::{PbRefutation, Prover};
use knightsat_veripb::encoding::flow::Flow;
use knightsat_veripb::{PROBLEM, PROOF, ProofContent};
use std::collections::BTreeSet;
use std::fs;

const KNIGHT: (u32, u32) = (1, 2);

fn board(ranks: u32, files: u32, (a, b): (u32, u32)) -> Board {
    let board = Board::new(ranks, files).unwrap();
    board.with_leaper(a, b).unwrap()
}

fn problem(graph: Graph, kind: Kind, start: Option<u32>, end: Option<u32>) -> Problem {
    Problem::new(graph, kind, start, end).unwrap()
}

fn open(graph: Graph) -> Problem {
    problem(graph, Kind::Open, None, None)
}

fn closed(graph: Graph) -> Problem {
    problem(graph, Kind::Closed, None, None)
}

fn with(problem: Problem, clues: impl IntoIterator<Item = Clue>) -> Problem {
    problem.with_given(Given::new(clues)).unwrap()
}

/// Open, closed, and open from every corner.
fn each_tour(board: &Board) -> Vec<Problem> {
    let graph = board.graph();
    let (len, width) = (graph.len(), board.files());
    let corners = BTreeSet::from([0, width - 1, len - width, len - 1]);
    let starts = corners
        .into_iter()
        .map(|start| problem(graph.clone(), Kind::Open, Some(start), None));
    let all = [closed(graph.clone()), open(graph.clone())];
    all.into_iter().chain(starts).collect()
}

/// Boards of up to 16 squares, open, closed and from each corner: those without a tour.
const SMALL_BOARDS: u32 = 122;

#[test]
fn small_boards_without_tours_are_proved() {
    if !is_usable() {
        return;
    }
    let (mut tally, mut refuted) = (Tally::default(), Tally::default());
    for ranks in 1..=4 {
        for files in ranks..=16 / ranks {
            for problem in each_tour(&board(ranks, files, KNIGHT)) {
                tally.take(&problem, true);
                // Colours are what a solver cannot count.
                let is_odd = problem.kind() == Kind::Closed && ranks * files % 2 == 1;
                let is_long = ranks == 1 && files > 2 || ranks == 2 && files > 4;
                if !is_odd && !is_long {
                    refuted.take(&problem, false);
                }
            }
        }
    }
    assert_eq!(tally.proofs(), SMALL_BOARDS, "{tally:?}");
    assert!(refuted.of("refutation") > 20, "{refuted:?}");
}

/// Ends with a choice of many squares of one colour, of each colour, or of any two squares:
/// counters.
#[test]
fn refutations_with_counters_are_proved() {
    if !is_usable() {
        return;
    }
    let mut tally = Tally::default();
    // A hole more than there may be, near a corner.
    let holes = ["b1", "b2"].map(|name| name.parse().unwrap());
    for files in [6, 7] {
        for holes in [&holes[..], &holes[..1], &[]] {
            let board = board(3, files, KNIGHT).with_holes(holes).unwrap();
            tally.take(&open(board.graph()), false);
        }
    }
    // Three triangles at a hub.
    let triangle = |a: u32| [[a, a + 1], [a + 1, a + 2], [a + 2, a], [9, a]];
    let edges = [0, 3, 6].map(triangle).concat();
    tally.take(&open(Graph::from_edges(10, &edges)), false);
    assert!(tally.of("refutation") >= 4, "{tally:?}");
}

/// Every short reason but those of clues, symmetry and sums, and refutations.
const REASONS: &str =
    "Colours Degree Disconnected EndColours Pieces ThreeEnds TwoFactor refutation";

#[test]
fn leapers_ends_and_holes_are_proved() {
    if !is_usable() {
        return;
    }
    let mut tally = Tally::default();
    for leaper in [(0, 1), (0, 2), (1, 1), (1, 3), (1, 4), (2, 3), (3, 4)] {
        for (ranks, files) in [(4, 6), (5, 5), (6, 8)] {
            for problem in each_tour(&board(ranks, files, leaper)) {
                tally.take(&problem, true);
            }
        }
    }
    for (ranks, files, kind, ends) in [
        (
            4,
            4,
            Kind::Open,
            &[(0, 1), (0, 2), (0, 15), (5, 10), (1, 4)][..],
        ),
        (6, 6, Kind::Open, &[(0, 2), (0, 5), (0, 11)]),
        (3, 4, Kind::Closed, &[(0, 2), (0, 5), (0, 11)]),
    ] {
        let graph = board(ranks, files, KNIGHT).graph();
        for &(start, end) in ends {
            let problem = problem(graph.clone(), kind, Some(start), Some(end));
            tally.take(&problem, true);
        }
    }
    tally.take(&open(board(4, 4, KNIGHT).graph()), true);
    for kind in REASONS.split(' ') {
        assert!(tally.of(kind) > 0, "no {kind}: {tally:?}");
    }
    let mut tally = Tally::default();
    for (seed, holes) in (1..=40).zip((0..5).cycle()) {
        let all = board(4, 5, KNIGHT);
        let holes = words(seed)
            .take(holes)
            .map(|word| all.square((word >> 20) as u32 % 20));
        let holes: BTreeSet<_> = holes.collect();
        let holes: Vec<_> = holes.into_iter().collect();
        let graph = all.clone().with_holes(&holes).unwrap().graph();
        tally.take(&closed(graph.clone()), true);
        tally.take(&open(graph), true);
    }
    assert!(tally.proofs() > 40, "{tally:?}");
}

#[test]
fn graphs_without_tours_are_proved() {
    if !is_usable() {
        return;
    }
    let mut tally = Tally::default();
    for len in 1..=5_u32 {
        let pairs = len * (len - 1) / 2;
        for bits in words(7).take(4) {
            let graph = graphs::graph(len, bits & ((1 << pairs) - 1) & bits.rotate_left(7));
            for problem in problems(&graph) {
                tally.take(&problem, true);
                tally.take(&problem, false);
            }
        }
    }
    assert!(tally.of("refutation") > 100, "{tally:?}");
    let mut tally = Tally::default();
    let sparse = (0..12).map(|seed| family::random_sparse(11, 17, seed));
    let known = [
        family::petersen(5, 2),
        family::petersen(11, 2),
        family::flower_snark(5),
        family::flower_snark(7),
        family::tutte(),
    ];
    for graph in known.into_iter().chain(sparse) {
        tally.take(&closed(graph.clone()), true);
        tally.take(&open(graph), true);
    }
    let has_both = tally.of("refutation") >= 5 && tally.of("tour") > 0;
    assert!(has_both, "{tally:?}");
}

/// Problems with clues are proved, with and without short reasons; the tours were found by
/// exhaustive search.
#[test]
fn what_no_tour_fits_is_proved() {
    if !is_usable() {
        return;
    }
    let (mut tally, mut by_steps) = (Tally::default(), 0);
    for (_, _, problem, all) in clues::samples() {
        for shortcuts in [true, false] {
            let has_tour = tally.take(&problem, shortcuts);
            assert_eq!(has_tour, !all.is_empty(), "{problem:?}");
            let needs_steps = !shortcuts && !Backend::CutProof.supports(problem.demands());
            by_steps += u32::from(needs_steps && !has_tour);
        }
    }
    let has_both = by_steps > 50 && tally.of("Clash") > 40;
    assert!(has_both, "{by_steps} {tally:?}");
}

#[test]
fn every_constraint_and_pair_is_proved_or_the_table_refuses_it() {
    let is_usable = is_usable();
    let (mut tally, mut refused) = (Tally::default(), 0);
    for sample in crosses::samples() {
        let (problem, what) = (&sample.problem, &sample.what);
        let folder = tempfile::tempdir().unwrap();
        if let Err(refusal) = table::reductions(problem, Backend::PbProof) {
            let Err(ProveError::Refused(found)) = derived(problem, folder.path()) else {
                panic!("{what} is not refused");
            };
            assert_eq!(found, refusal, "{what}");
            refused += 1;
        } else if problem.is_magic() {
            // Sums exclude all tours only where a short reason does.
            let is_right = match derived(problem, folder.path()) {
                Ok(Verdict::Tour(tour)) => sample.numberings.contains(tour.steps()),
                Ok(Verdict::None(_)) => sample.numberings.is_empty(),
                Err(ProveError::Sums) => true,
                _ => false,
            };
            assert!(is_right, "{what}");
        } else if is_usable {
            let has_tour = tally.take(problem, false);
            assert_eq!(has_tour, !sample.numberings.is_empty(), "{what}");
        }
    }
    assert!(refused > 5, "{refused}");
    let has_both = tally.proofs() > 5 && tally.of("tour") > 50;
    assert!(!is_usable || has_both, "{tally:?}");
}

fn magic(ranks: u32, files: u32, leaper: (u32, u32)) -> Problem {
    let board = board(ranks, files, leaper);
    let problem = open(board.graph()).with_coordinates(board.coordinates());
    problem.with_magic().unwrap()
}

const fn at(step: u32, vertex: u32) -> Clue {
    Clue::At { step, vertex }
}

const fn not_at(step: u32, vertex: u32) -> Clue {
    Clue::NotAt { step, vertex }
}

/// Contrary, twice a step, twice a vertex, too far, too far the other way round, the wrong colour.
#[test]
fn clashes_symmetry_and_sums_are_proved() {
    if !is_usable() {
        return;
    }
    let mut tally = Tally::default();
    let graph = board(6, 6, KNIGHT).graph();
    for (kind, clues) in [
        (Kind::Open, [at(3, 7), not_at(3, 7)]),
        (Kind::Open, [at(3, 7), at(3, 8)]),
        (Kind::Closed, [at(3, 7), at(9, 7)]),
        (Kind::Open, [at(3, 0), at(6, 35)]),
        (Kind::Closed, [at(2, 0), at(36, 35)]),
        (Kind::Closed, [at(2, 0), at(22, 1)]),
        (Kind::Open, [at(1, 0), at(36, 7)]),
    ] {
        tally.take(&with(problem(graph.clone(), kind, None, None), clues), true);
    }
    let clashes = tally.of("Clash") + tally.of("EndColours");
    assert_eq!(clashes, 7, "{tally:?}");
    for (ranks, files, leaper, turn) in [
        (3, 4, (0, 1), "rot180"),
        (4, 4, (0, 1), "rot90"),
        (5, 8, KNIGHT, "rot180"),
        (8, 8, KNIGHT, "rot90"),
        (3, 6, KNIGHT, "rot180"),
        (2, 6, (0, 1), "rot180"),
        (4, 4, (0, 1), "rot180"),
    ] {
        let board = board(ranks, files, leaper);
        let turn = board.symmetry(turn.parse().unwrap()).unwrap();
        let problem = closed(board.graph()).with_symmetry(turn).unwrap();
        tally.take(&problem, true);
        // What colours rule out is long for a solver.
        if ranks * files <= 16 {
            tally.take(&problem, false);
        }
        // With a direction a quarter turn may lead back.
        tally.take(&with(problem, [at(1, 0), not_at(2, 5)]), true);
    }
    let has_both = tally.of("Symmetry") >= 4 && tally.of("refutation") >= 2;
    assert!(has_both, "{tally:?}");
    for (ranks, files, leaper) in [
        (2, 3, (0, 1)),
        (3, 4, KNIGHT),
        (5, 6, KNIGHT),
        (3, 3, (0, 1)),
        (5, 5, KNIGHT),
        (5, 7, KNIGHT),
        (2, 2, (0, 1)),
        (2, 6, (0, 1)),
        (6, 6, KNIGHT),
    ] {
        tally.take(&magic(ranks, files, leaper), true);
    }
    assert_eq!(tally.of("Magic"), 9, "{tally:?}");
    let has_tour = tally.take(&with(magic(4, 4, (0, 1)), [at(2, 0), at(4, 3)]), false);
    assert!(!has_tour);
}

/// Required moves that close a cycle early. One cut is derived, whatever the search tried, and the
/// number of lines does not grow with the board.
#[test]
fn an_early_cycle_is_a_few_lines() {
    if !is_usable() {
        return;
    }
    for side in [8, 20] {
        let board = board(side, side, KNIGHT);
        let vertex = |name: &str| board.vertex(name.parse().unwrap()).unwrap();
        let moves = [["a1", "b3"], ["b3", "d4"], ["d4", "c2"], ["c2", "a1"]];
        let moves = moves.map(|ends| Clue::Move(ends.map(vertex)));
        let folder = tempfile::tempdir().unwrap();
        let proved = attempt(&with(closed(board.graph()), moves), true, folder.path());
        let one = matches!(
            proved,
            Verdict::None(ProofContent::Refutation { cuts: 1, .. })
        );
        assert!(one, "{side}: {proved:?}");
        assert_eq!(check(folder.path()), Ok(()));
        let proof = fs::read_to_string(folder.path().join(PROOF)).unwrap();
        assert!(proof.lines().count() < 30, "{side}");
    }
}

/// The problem in constraints.
fn written(flow: &Flow) -> String {
    let mut writer = Writer::new(Vec::new(), flow.size(), &[]);
    flow.constraints(|constraint| {
        writer.constraint(constraint);
        true
    });
    String::from_utf8(writer.finish().unwrap()).unwrap()
}

/// Proofs that rest on matchings, in an even and in an odd host: they are derived from the flow.
#[test]
fn matchings_are_derived() {
    if !is_usable() {
        return;
    }
    let stop = Stop::default();
    let petersen = family::petersen(5, 2);
    let knight = board(3, 5, KNIGHT).graph();
    for problem in [
        closed(petersen.clone()),
        problem(petersen, Kind::Open, Some(0), Some(1)),
        open(knight.clone()),
        problem(knight, Kind::Open, Some(0), None),
    ] {
        let options = lazy::Options {
            shortcuts: false,
            ..lazy::Options::default()
        };
        let Ok(Verdict::None(Evidence::Cuts(found))) = lazy::solve(&problem, options) else {
            panic!("{problem:?}");
        };
        let flow = Flow::new(&problem, &stop).unwrap();
        let mut proof = Vec::new();
        let prover = Prover::new(&flow, &problem, &stop, &mut proof);
        let mut refutation = PbRefutation::new(prover, found.cuts(), true).unwrap();
        let clauses = refutation.clauses().clone();
        let answer = refute(&clauses, &stop, &mut refutation, std::io::sink()).unwrap();
        assert_eq!(answer, Answer::Unsatisfiable, "{problem:?}");
        refutation.finish().unwrap();
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(PROBLEM), written(&flow)).unwrap();
        fs::write(folder.path().join(PROOF), proof).unwrap();
        assert_eq!(check(folder.path()), Ok(()), "{problem:?}");
    }
}

/// Without a line that it needs no proof is left, and it is for its problem alone.
#[test]
fn tampering_is_refused() {
    if !is_usable() {
        return;
    }
    let rook = open(board(4, 4, (0, 1)).graph());
    let steps = with(rook, [at(2, 0), at(4, 3), at(9, 10)]);
    let knight = open(board(4, 4, KNIGHT).graph());
    for (name, problem, shortcuts) in [
        ("steps", steps, false),
        ("sums", magic(5, 5, KNIGHT), true),
        ("cuts", knight, false),
    ] {
        let folder = tempfile::tempdir().unwrap();
        attempt(&problem, shortcuts, folder.path());
        assert_eq!(check(folder.path()), Ok(()));
        let [opb, pbp] =
            [PROBLEM, PROOF].map(|name| fs::read_to_string(folder.path().join(name)).unwrap());
        let refused = |name: &str, text: &str, what: &str| refused(folder.path(), name, text, what);
        match name {
            // One sum of a line is what the proof rests on: all of them are another's.
            "sums" => refused(PROBLEM, &opb.replace(" = 65 ;", " = 64 ;"), "other sums"),
            // The last constraint is a given step.
            "steps" => {
                let last = opb.lines().next_back().unwrap();
                refused(PROBLEM, &opb.replace(last, "1 x1 >= 0 ;"), "a step less");
            }
            _ => {
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
                let tour = self::problem(board(3, 4, KNIGHT).graph(), Kind::Open, Some(0), None);
                let flow = Flow::new(&tour, &Stop::default()).unwrap();
                refused(PROBLEM, &written(&flow), "another board's formula");
            }
        }
        let places = |is_wanted: &dyn Fn(&str) -> bool| -> Vec<usize> {
            let lines = pbp.lines().enumerate();
            lines
                .filter(|(_, line)| is_wanted(line))
                .map(|(at, _)| at)
                .collect()
        };
        for begin in ["pol ", "rup ", "red "] {
            let lines = match name {
                // Not every line is needed.
                "cuts" if begin == "pol " => {
                    places(&|line| line.starts_with("pol") && line.contains('d'))
                }
                "cuts" => places(&|line| line.starts_with("rup") && line.contains('~')),
                _ => places(&|line| line.starts_with(begin)),
            };
            let tried = if name == "cuts" { 1 } else { 3 };
            for nth in [0, lines.len() / 2, lines.len().saturating_sub(1)]
                .into_iter()
                .take(tried)
            {
                if let Some(&line) = lines.get(nth) {
                    refused(PROOF, &without(&pbp, line), "a line less");
                }
            }
        }
        assert_eq!(check(folder.path()), Ok(()));
    }
}
