//! Proofs that no tour has the given steps, symmetry or sums, accepted and refused by VeriPB.

use crate::common::clues;
use crate::common::crosses;
use crate::common::graphs;

use crate::checker::{Tally, attempt, check, derived, is_usable, refused};
use knightsat::search::prove::ProveError;
use knightsat::tour::board::Board;
use knightsat::tour::given::{Clue, Given};
use knightsat::tour::tour::Tour;
use knightsat::tour::{Kind, Problem, Verdict};
use knightsat_tour::table::{self, Backend};
use knightsat_veripb::{PROBLEM, PROOF, ProofContent};
use std::fs;

fn board(ranks: u32, files: u32, (a, b): (u32, u32)) -> Board {
    let board = Board::new(ranks, files).unwrap();
    board.with_leaper(a, b).unwrap()
}

/// Problems without a tour are proved, with and without short reasons; the tours were found by
/// exhaustive search.
#[test]
fn what_no_tour_fits_is_proved() {
    if !is_usable() {
        return;
    }
    let mut tally = Tally::default();
    let mut by_steps = 0;
    for (place, kind, problem, all) in clues::samples() {
        for shortcuts in [true, false] {
            let what = format!("{place} {kind} {:?}", problem.given());
            let has_tour = tally.take(&problem, shortcuts, &what);
            assert_eq!(has_tour, !all.is_empty(), "{what}");
            by_steps += u32::from(
                !has_tour && !shortcuts && !Backend::CutProof.supports(problem.demands()),
            );
        }
    }
    assert!(
        by_steps > 50 && tally.of("Clash") > 40,
        "{by_steps} {tally:?}"
    );
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
            let has_tour = tally.take(problem, false, what);
            assert_eq!(has_tour, !sample.numberings.is_empty(), "{what}");
        }
    }
    assert!(refused > 5, "{refused}");
    assert!(
        !is_usable || tally.proofs() > 5 && tally.of("tour") > 50,
        "{tally:?}"
    );
}

#[test]
fn clashes_are_proved() {
    if !is_usable() {
        return;
    }
    let mut tally = Tally::default();
    let at = |step, vertex| Clue::At { step, vertex };
    let not_at = |step, vertex| Clue::NotAt { step, vertex };
    for (kind, clues) in [
        // Contrary, twice a step, twice a vertex, too far, too far the other way round, the wrong
        // colour.
        (Kind::Open, [at(3, 7), not_at(3, 7)]),
        (Kind::Open, [at(3, 7), at(3, 8)]),
        (Kind::Closed, [at(3, 7), at(9, 7)]),
        (Kind::Open, [at(3, 0), at(6, 35)]),
        (Kind::Closed, [at(2, 0), at(36, 35)]),
        (Kind::Closed, [at(2, 0), at(22, 1)]),
        (Kind::Open, [at(1, 0), at(36, 7)]),
    ] {
        let base = Problem::new(board(6, 6, (1, 2)).graph(), kind, None, None).unwrap();
        let problem = base.with_given(Given::new(clues)).unwrap();
        tally.take(&problem, true, &format!("{kind} {clues:?}"));
    }
    assert_eq!(tally.of("Clash") + tally.of("EndColours"), 7, "{tally:?}");
}

#[test]
fn symmetric_tours_are_ruled_out() {
    if !is_usable() {
        return;
    }
    let mut tally = Tally::default();
    for (ranks, files, leaper, turn) in [
        (3, 4, (0, 1), "rot180"),
        (4, 4, (0, 1), "rot90"),
        (5, 8, (1, 2), "rot180"),
        (8, 8, (1, 2), "rot90"),
        (3, 6, (1, 2), "rot180"),
        (2, 6, (0, 1), "rot180"),
        (4, 4, (0, 1), "rot180"),
    ] {
        let board = board(ranks, files, leaper);
        let turn = board.symmetry(turn.parse().unwrap()).unwrap();
        let base = Problem::new(board.graph(), Kind::Closed, None, None).unwrap();
        let problem = base.with_symmetry(turn).unwrap();
        for shortcuts in [true, false] {
            // What colours rule out is long for a solver.
            if shortcuts || ranks * files <= 16 {
                tally.take(&problem, shortcuts, &format!("{board:?} {shortcuts}"));
            }
        }
        // With a direction a quarter turn may lead back.
        let given = Given::new([
            Clue::At { step: 1, vertex: 0 },
            Clue::NotAt { step: 2, vertex: 5 },
        ]);
        tally.take(
            &problem.with_given(given).unwrap(),
            true,
            &format!("{board:?} directed"),
        );
    }
    assert!(
        tally.of("Symmetry") >= 4 && tally.of("refutation") >= 2,
        "{tally:?}"
    );
}

/// Symmetric tours with a given square, contradictory or not: the verifier finds exactly these
/// tours.
#[test]
fn symmetric_tours_with_given_steps_are_proved() {
    if !is_usable() {
        return;
    }
    let mut tally = Tally::default();
    let board = board(4, 4, (0, 1));
    let all = clues::expected(&board.graph(), Kind::Closed, &[]);
    let turned = all.iter().flat_map(|steps| {
        (0..16).map(|by| {
            let mut steps = steps.clone();
            steps.rotate_left(by);
            steps
        })
    });
    let turned: Vec<Vec<u32>> = turned.collect();
    for (nth, word) in graphs::words(11).take(24).enumerate() {
        let draw = |most: u64| (word >> (7 * nth % 40)) % most;
        let [step, vertex, later, other] =
            [draw(16), draw(13), draw(11), draw(15)].map(|number| number as u32);
        let clues = [
            Clue::At {
                step: step + 1,
                vertex,
            },
            match nth % 3 {
                0 => Clue::NotAt {
                    step: later + 1,
                    vertex: other,
                },
                _ => Clue::At {
                    step: later + 1,
                    vertex: other,
                },
            },
        ];
        let base = Problem::new(board.graph(), Kind::Closed, None, None).unwrap();
        let turn = ["rot180", "rot90"][nth / 3 % 2].parse().unwrap();
        let turn = board.symmetry(turn).unwrap();
        let problem = base.with_symmetry(turn).unwrap();
        let problem = problem.with_given(Given::new(clues)).unwrap();
        let is_tour = |steps: &Vec<u32>| Tour::verify(&problem, steps.clone()).is_ok();
        let expected = turned.iter().any(is_tour);
        for shortcuts in [true, false] {
            let has_tour = tally.take(&problem, shortcuts, &format!("{clues:?}"));
            assert_eq!(has_tour, expected, "{clues:?}");
        }
    }
    assert!(tally.proofs() > 5 && tally.of("tour") > 5, "{tally:?}");
}

/// Required moves that close a cycle early. One cut is derived, whatever the search tried, and the
/// number of lines does not grow with the board.
#[test]
fn an_early_cycle_is_a_few_lines() {
    if !is_usable() {
        return;
    }
    let mut lines = Vec::new();
    for side in [8, 20] {
        let board = board(side, side, (1, 2));
        let base = Problem::new(board.graph(), Kind::Closed, None, None).unwrap();
        let vertex = |name: &str| board.vertex(name.parse().unwrap()).unwrap();
        let moves = [["a1", "b3"], ["b3", "d4"], ["d4", "c2"], ["c2", "a1"]];
        let moves = moves.map(|ends| Clue::Move(ends.map(vertex)));
        let problem = base.with_given(Given::new(moves)).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let proved = attempt(&problem, true, folder.path());
        let is_one = matches!(
            proved,
            Verdict::None(ProofContent::Refutation { cuts: 1, .. })
        );
        assert!(is_one, "{side}: {proved:?}");
        assert_eq!(check(folder.path()), Ok(()));
        let proof = fs::read_to_string(folder.path().join(PROOF)).unwrap();
        lines.push(proof.lines().count());
    }
    assert!(lines.iter().all(|&count| count < 30), "{lines:?}");
}

fn magic(ranks: u32, files: u32, leaper: (u32, u32), given: &[Clue]) -> Problem {
    let board = board(ranks, files, leaper);
    let problem = Problem::new(board.graph(), Kind::Open, None, None).unwrap();
    let problem = problem.with_coordinates(board.coordinates());
    let problem = problem.with_magic().unwrap();
    problem
        .with_given(Given::new(given.iter().copied()))
        .unwrap()
}

#[test]
fn magic_tours_are_ruled_out() {
    if !is_usable() {
        return;
    }
    let mut tally = Tally::default();
    for (ranks, files, leaper) in [
        (2, 3, (0, 1)),
        (3, 4, (1, 2)),
        (5, 6, (1, 2)),
        (3, 3, (0, 1)),
        (5, 5, (1, 2)),
        (5, 7, (1, 2)),
        (2, 2, (0, 1)),
        (2, 6, (0, 1)),
        (6, 6, (1, 2)),
    ] {
        let problem = magic(ranks, files, leaper, &[]);
        tally.take(&problem, true, &format!("{ranks}x{files}"));
    }
    assert_eq!(tally.of("Magic"), 9, "{tally:?}");
    let given = [
        Clue::At { step: 2, vertex: 0 },
        Clue::At { step: 4, vertex: 3 },
    ];
    let problem = magic(4, 4, (0, 1), &given);
    tally.take(&problem, false, "4x4 with steps");
    assert_eq!(tally.of("refutation"), 1, "{tally:?}");
}

/// Without a line that it needs no proof is left, and it is for its problem alone.
#[test]
fn tampering_is_refused() {
    if !is_usable() {
        return;
    }
    let at = |step, vertex| Clue::At { step, vertex };
    let base = Problem::new(board(4, 4, (0, 1)).graph(), Kind::Open, None, None).unwrap();
    let given = Given::new([at(2, 0), at(4, 3), at(9, 10)]);
    let steps = base.with_given(given).unwrap();
    for (problem, shortcuts) in [(steps, false), (magic(5, 5, (1, 2), &[]), true)] {
        let folder = tempfile::tempdir().unwrap();
        attempt(&problem, shortcuts, folder.path());
        assert_eq!(check(folder.path()), Ok(()));
        let [opb, pbp] =
            [PROBLEM, PROOF].map(|name| fs::read_to_string(folder.path().join(name)).unwrap());
        let lines: Vec<&str> = opb.lines().collect();
        // The last constraint is a given step or a sum.
        let without = [&lines[..lines.len() - 1], &["1 x1 >= 0 ;"]]
            .concat()
            .join("\n")
            + "\n";
        if shortcuts {
            // One sum of a line is what the proof rests on: all of them are another's.
            let others = opb.replace(" = 65 ;", " = 64 ;");
            refused(folder.path(), PROBLEM, &others, "other sums");
        } else {
            refused(folder.path(), PROBLEM, &without, "a step less");
        }
        for beginning in ["pol ", "rup ", "red "] {
            let count = pbp
                .lines()
                .filter(|line| line.starts_with(beginning))
                .count();
            for nth in [0, count / 2, count.saturating_sub(1)] {
                let places = pbp.lines().enumerate();
                let mut places = places.filter(|(_, line)| line.starts_with(beginning));
                let Some((place, _)) = places.nth(nth) else {
                    continue;
                };
                let kept = pbp.lines().enumerate().filter(|&(other, _)| other != place);
                let text: String = kept.map(|(_, line)| format!("{line}\n")).collect();
                refused(folder.path(), PROOF, &text, "a line less");
            }
        }
        assert_eq!(check(folder.path()), Ok(()));
    }
}
