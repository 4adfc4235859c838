//! Certificates of random problems, by the library: every one that is written is true.

use knightsat::certificate::{Names, ProofError, Verified, verify};
use knightsat::search::lazy::{Options, solve};
use knightsat::search::prove::{Task, prove};
use knightsat::tour::graph::Graph;
use knightsat::tour::{Kind, Problem, Verdict};
use std::fs;
use std::path::Path;

/// Numbers that look random: the high bits of a linear congruential generator.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        let factor = 6364136223846793005_u64;
        self.0 = self
            .0
            .wrapping_mul(factor)
            .wrapping_add(1442695040888963407);
        ((self.0 >> 33) % u64::from(bound)) as u32
    }
}

/// A graph of up to `most` vertices, now and then with an end fixed.
fn problem(random: &mut Random, most: u32) -> Option<Problem> {
    let len = 1 + random.below(most);
    let percent = [20, 35, 50, 80][random.below(4) as usize];
    let is_bipartite = random.below(3) == 0;
    let mut edges = Vec::new();
    for b in 0..len {
        for a in 0..b {
            if random.below(100) < percent && !(is_bipartite && (a + b) % 2 == 0) {
                edges.push([a, b]);
            }
        }
    }
    let graph = Graph::from_lists(len, &Default::default(), |vertex, out| {
        for &[a, b] in &edges {
            out.extend((a == vertex).then_some(b));
            out.extend((b == vertex).then_some(a));
        }
    })
    .unwrap();
    let mut end = || Some(random.below(3 * len)).filter(|&v| v < len);
    let (start, last) = (end(), end());
    let kind = [Kind::Open, Kind::Closed][random.below(2) as usize];
    Problem::new(graph, kind, start, last).ok()
}

fn with_numbers<T>(call: impl FnOnce(Names) -> T) -> T {
    let of = |vertex: u32| (vertex + 1).to_string();
    let vertex = |word: &str| word.parse::<u32>().ok()?.checked_sub(1);
    call(Names {
        of: &of,
        vertex: &vertex,
    })
}

fn run(problem: &Problem, shortcuts: bool, folder: &Path) -> Verdict<Verified> {
    with_numbers(|names| {
        let task = Task {
            folder,
            solver: None,
            problem,
            claim: "no tour",
            names,
            shortcuts,
            options: Options::default(),
        };
        prove(&task, &mut |_| ()).unwrap()
    })
}

/// With short reasons and without, what is proven is what the search finds; nothing that proves one
/// problem's want of a tour passes for one with a tour.
#[test]
fn random_problems_have_a_tour_or_a_certificate() {
    let mut random = Random(7);
    let folder = tempfile::tempdir().unwrap();
    let (mut tours, mut reasons, mut refutations) = (0, 0, 0);
    let mut with_tour = Vec::new();
    for _ in 0..1500 {
        let Some(problem) = problem(&mut random, 10) else {
            continue;
        };
        let has_tour = match solve(&problem, Options::default()).unwrap() {
            Verdict::Tour(_) => true,
            Verdict::None(_) => false,
            Verdict::Unknown(_) => panic!("unknown without a deadline"),
        };
        for shortcuts in [true, false] {
            let proved = run(&problem, shortcuts, folder.path());
            assert_eq!(matches!(proved, Verdict::Tour(_)), has_tour, "{problem:?}");
            if has_tour {
                continue;
            }
            let is_formula = fs::exists(folder.path().join("formula.cnf")).unwrap();
            *(if is_formula {
                &mut refutations
            } else {
                &mut reasons
            }) += 1;
            for other in with_tour.iter().rev().take(20) {
                let accepted = with_numbers(|names| {
                    verify(folder.path(), other, "no tour", names, &Default::default())
                });
                let rejected = matches!(accepted, Err(ProofError::Wrong { .. }));
                assert!(rejected, "{other:?}\n{problem:?}");
            }
            for entry in fs::read_dir(folder.path()).unwrap() {
                fs::remove_file(entry.unwrap().path()).unwrap();
            }
        }
        tours += u32::from(has_tour);
        if has_tour {
            with_tour.push(problem);
        }
    }
    let seen = [tours, reasons, refutations];
    assert!(seen.iter().all(|&count| count > 200), "{seen:?}");
}

/// Graphs that only the set finders see through: what they say is checked like any other reason.
#[test]
fn sets_that_leave_too_many_pieces_are_found() {
    // Three paths between two vertices, and vertices of degree three that meet in too few others.
    let theta = [
        [0, 2],
        [2, 3],
        [3, 1],
        [0, 4],
        [4, 5],
        [5, 1],
        [0, 6],
        [6, 7],
        [7, 1],
    ];
    // An edge between two of those, so that there are no two colours.
    let mut meeting: Vec<[u32; 2]> = (3..7)
        .flat_map(|v| (0..3).map(move |hub| [hub, v]))
        .collect();
    meeting.push([0, 1]);
    let expected = ["3 2 without 1 2", "4 3 without 1 2 3"];
    for (edges, expected) in [theta.to_vec(), meeting].iter().zip(expected) {
        let len = 1 + edges.iter().flatten().max().unwrap();
        let graph = Graph::from_lists(len, &Default::default(), |vertex, out| {
            for &[a, b] in edges {
                out.extend((a == vertex).then_some(b));
                out.extend((b == vertex).then_some(a));
            }
        })
        .unwrap();
        let problem = Problem::new(graph, Kind::Closed, None, None).unwrap();
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(
            run(&problem, true, folder.path()),
            Verdict::None(_)
        ));
        let text = fs::read_to_string(folder.path().join("certificate.txt")).unwrap();
        let reason = format!("\nreason pieces {expected}\n");
        assert!(text.contains(&reason), "{text}");
    }
}

/// Random bytes in the place of others, in any file: on a problem with a tour nothing is accepted,
/// and nothing panics.
#[test]
fn random_damage_proves_nothing() {
    let mut random = Random(11);
    let folder = tempfile::tempdir().unwrap();
    let mut pairs = Vec::new();
    let (mut with, mut without) = (None, None);
    while pairs.len() < 12 {
        let Some(problem) = problem(&mut random, 7) else {
            continue;
        };
        if problem.graph().len() != 7 {
            continue;
        }
        match solve(&problem, Options::default()).unwrap() {
            Verdict::Tour(_) => with = Some(problem),
            _ => without = Some(problem),
        }
        if let Some(pair) = with.take_if(|_| without.is_some()).zip(without.take()) {
            pairs.push(pair);
        }
    }
    for (nth, (with, without)) in pairs.iter().enumerate() {
        let written = tempfile::tempdir().unwrap();
        run(without, nth % 2 == 0, written.path());
        for round in 0..250 {
            for entry in fs::read_dir(written.path()).unwrap() {
                let name = entry.unwrap().file_name();
                let mut bytes = fs::read(written.path().join(&name)).unwrap();
                for _ in 0..random.below(4) {
                    damage(&mut bytes, &mut random, round);
                }
                // Some file systems wait for the disk where a file is written over.
                let _ = fs::remove_file(folder.path().join(&name));
                fs::write(folder.path().join(&name), bytes).unwrap();
            }
            let accepted = with_numbers(|names| {
                verify(folder.path(), with, "no tour", names, &Default::default())
            });
            assert!(accepted.is_err(), "{with:?} {:?}", folder.path());
        }
        for entry in fs::read_dir(folder.path()).unwrap() {
            fs::remove_file(entry.unwrap().path()).unwrap();
        }
    }
}

fn damage(bytes: &mut Vec<u8>, random: &mut Random, round: u32) {
    if bytes.is_empty() {
        return;
    }
    let place = random.below(bytes.len() as u32) as usize;
    match round % 4 {
        0 => bytes[place] = random.below(256) as u8,
        1 => bytes[place] = b"0123456789- \nd"[random.below(14) as usize],
        2 => drop(bytes.remove(place)),
        _ => {
            // A line, gone or twice.
            let mut lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
            let line = random.below(lines.len() as u32) as usize;
            match random.below(2) {
                0 => drop(lines.remove(line)),
                _ => lines.insert(line, lines[line]),
            }
            *bytes = lines.concat();
        }
    }
}
