//! Certificates of random problems, by the library: every one that is written is true.

use crate::common::graphs::words;
use crate::common::has_tour;

use itertools::{Itertools, iproduct};
use knightsat::certificate::{Names, ProofError, Verified, verify};
use knightsat::search::lazy::Options;
use knightsat::search::prove::{Task, prove};
use knightsat::tour::graph::Graph;
use knightsat::tour::{Kind, Problem, Verdict};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Numbers that look random, below a bound.
struct Random(Box<dyn Iterator<Item = u64>>);

impl Random {
    fn new(seed: u64) -> Random {
        Random(Box::new(words(seed)))
    }

    fn below(&mut self, bound: u32) -> u32 {
        ((self.0.next().unwrap() >> 33) % u64::from(bound)) as u32
    }
}

/// A graph of up to `most` vertices, now and then with an end fixed.
fn problem(random: &mut Random, most: u32) -> Option<Problem> {
    let len = 1 + random.below(most);
    let percent = [20, 35, 50, 80][random.below(4) as usize];
    let is_bipartite = random.below(3) == 0;
    let mut edges: Vec<[u32; 2]> = (0..len).array_combinations().collect();
    edges.retain(|[a, b]| random.below(100) < percent && !(is_bipartite && (a + b) % 2 == 0));
    let graph = Graph::from_edges(len, &edges);
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

fn check(folder: &Path, problem: &Problem) -> Result<Verified, ProofError> {
    with_numbers(|names| verify(folder, problem, "no tour", names, &Default::default()))
}

/// With short reasons and without, what is proven is what the search finds; nothing that proves one
/// problem's want of a tour passes for one with a tour.
#[test]
fn random_problems_have_a_tour_or_a_certificate() {
    let mut random = Random::new(7);
    let (mut reasons, mut refutations) = (0, 0);
    let mut with_tour = Vec::new();
    for _ in 0..1500 {
        let Some(problem) = problem(&mut random, 10) else {
            continue;
        };
        let has_tour = has_tour(&problem, 0);
        for shortcuts in [true, false] {
            let dir = TempDir::new().unwrap();
            let proved = run(&problem, shortcuts, dir.path());
            assert_eq!(matches!(proved, Verdict::Tour(_)), has_tour, "{problem:?}");
            if has_tour {
                continue;
            }
            match dir.path().join("formula.cnf").exists() {
                true => refutations += 1,
                false => reasons += 1,
            }
            for other in with_tour.iter().rev().take(20) {
                let is_rejected = matches!(check(dir.path(), other), Err(ProofError::Wrong { .. }));
                assert!(is_rejected, "{other:?}\n{problem:?}");
            }
        }
        with_tour.extend(has_tour.then_some(problem));
    }
    let seen = [with_tour.len(), reasons, refutations];
    assert!(seen.iter().all(|&count| count > 200), "{seen:?}");
}

/// Graphs that only the set finders see through: what they say is checked like any other reason.
#[test]
fn sets_that_leave_too_many_pieces_are_found() {
    // Three paths between two vertices.
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
    // Vertices of degree three that meet in too few others. An edge between two of those, so that
    // there are no two colours.
    let mut meeting: Vec<[u32; 2]> = iproduct!(3..7, 0..3).map(|(v, hub)| [hub, v]).collect();
    meeting.push([0, 1]);
    for (len, edges, expected) in [
        (8, &theta[..], "3 2 without 1 2"),
        (7, &meeting, "4 3 without 1 2 3"),
    ] {
        let graph = Graph::from_edges(len, edges);
        let problem = Problem::new(graph, Kind::Closed, None, None).unwrap();
        let folder = TempDir::new().unwrap();
        assert!(matches!(
            run(&problem, true, folder.path()),
            Verdict::None(_)
        ));
        let text = fs::read_to_string(folder.path().join("certificate.txt")).unwrap();
        assert!(
            text.contains(&format!("\nreason pieces {expected}\n")),
            "{text}"
        );
    }
}

/// Random bytes in the place of others, in any file: on a problem with a tour nothing is accepted,
/// and nothing panics.
#[test]
fn random_damage_proves_nothing() {
    let mut random = Random::new(11);
    let problems = std::iter::repeat_with(|| problem(&mut random, 7)).flatten();
    let problems = problems
        .filter(|problem| problem.graph().len() == 7)
        .take(80);
    let (with, without): (Vec<_>, Vec<_>) = problems.partition(|problem| has_tour(problem, 0));
    let mut random = Random::new(12);
    let pairs = with.iter().zip(&without).take(12);
    assert_eq!(pairs.len(), 12);
    for (nth, (with, without)) in pairs.enumerate() {
        let written = TempDir::new().unwrap();
        run(without, nth % 2 == 0, written.path());
        for round in 0..250 {
            let damaged = TempDir::new().unwrap();
            for entry in fs::read_dir(written.path()).unwrap() {
                let name = entry.unwrap().file_name();
                let mut bytes = fs::read(written.path().join(&name)).unwrap();
                for _ in 0..random.below(4) {
                    damage(&mut bytes, &mut random, round);
                }
                fs::write(damaged.path().join(&name), bytes).unwrap();
            }
            assert!(check(damaged.path(), with).is_err(), "{with:?} {damaged:?}");
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
