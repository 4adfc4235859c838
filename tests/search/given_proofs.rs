//! Certificates that no tour satisfies the clues: written, verified, and valid for no other
//! problem.

use crate::common;
use crate::common::clues;

use clues::samples;
use common::certificates::{WHOLE, files, prove as prove_by_program, verify as verify_by_program};
use knightsat::certificate::{Names, Verified};
use knightsat::search::prove::{Task, prove};
use knightsat::tour::place::Place;
use knightsat::tour::{Problem, Verdict};
use knightsat_search::lazy::Options;
use knightsat_tour::table::Backend;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const CLAIM: &str = "no tour";

fn with_names<T>(call: impl FnOnce(Names) -> T) -> T {
    let of = |vertex: u32| format!("v{vertex}");
    let vertex = |word: &str| word.strip_prefix('v')?.parse().ok();
    call(Names {
        of: &of,
        vertex: &vertex,
    })
}

/// Proves in the folder that there is no tour, unless there is one.
pub fn decide(problem: &Problem, shortcuts: bool, folder: &Path) -> Verdict<Verified> {
    with_names(|names| {
        let task = Task {
            folder,
            problem,
            claim: CLAIM,
            names,
            shortcuts,
            solver: None,
            options: Options::default(),
        };
        prove(&task, &mut |_| ()).unwrap()
    })
}

pub fn is_accepted(problem: &Problem, folder: &Path) -> bool {
    with_names(|names| {
        knightsat::certificate::verify(folder, problem, CLAIM, names, &Default::default())
    })
    .is_ok()
}

/// A problem, where it is, and whether it has a tour.
type Sample = (Place, Problem, bool);

fn all() -> Vec<Sample> {
    let samples = samples().into_iter();
    let samples = samples.map(|(place, _, problem, all)| (place, problem, !all.is_empty()));
    samples.collect()
}

#[test]
fn what_no_tour_fits_is_proved_and_nothing_else_is() {
    let [mut by_edges, mut by_steps, mut by_reasons] = [0; 3];
    for (place, problem, has_tour) in all() {
        for shortcuts in [false, true] {
            let folder = TempDir::new().unwrap();
            let what = format!("{place} {:?}", problem.given());
            match decide(&problem, shortcuts, folder.path()) {
                Verdict::Tour(_) => assert!(has_tour, "{what}"),
                Verdict::Unknown(_) => panic!("{what}"),
                Verdict::None(Verified::Reason(_)) => {
                    assert!(!has_tour && shortcuts, "{what}");
                    by_reasons += 1;
                }
                Verdict::None(Verified::Refutation { .. }) => {
                    assert!(!has_tour, "{what}");
                    if Backend::CutProof.supports(problem.demands()) {
                        by_edges += 1
                    } else {
                        by_steps += 1
                    }
                }
            }
        }
    }
    let counts = [by_edges, by_steps, by_reasons];
    assert!(counts.into_iter().all(|count| count > 30), "{counts:?}");
}

/// A certificate for a problem passes for no problem with a tour, other clues on the same board
/// included.
#[test]
fn a_certificate_is_for_its_clues_alone() {
    let samples = all();
    let mut tried = 0;
    for (place, problem, has_tour) in &samples {
        if *has_tour {
            continue;
        }
        let kind = problem.kind();
        let others = samples.iter().filter(|(other, others, has_tour)| {
            *has_tour && others.kind() == kind && other == place
        });
        for shortcuts in [false, true] {
            let folder = TempDir::new().unwrap();
            decide(problem, shortcuts, folder.path());
            assert!(is_accepted(problem, folder.path()));
            for (_, other, _) in others.clone() {
                let what = || format!("{place} {:?} {:?}", problem.given(), other.given());
                assert!(!is_accepted(other, folder.path()), "{}", what());
                tried += 1;
            }
        }
    }
    assert!(tried > 300, "{tried}");
}

/// No line of a formula of steps can be left out, doubled or changed.
#[test]
fn a_formula_of_steps_is_whole() {
    let folder = TempDir::new().unwrap();
    let wanted = |(_, problem, has_tour): &Sample| {
        !has_tour && problem.has_given_steps() && problem.graph().len() == 5
    };
    let (_, problem, _) = all().into_iter().find(wanted).unwrap();
    decide(&problem, false, folder.path());
    assert!(check_every_line(&problem, folder.path()) > 100);
}

/// Checks that no clause of the formula in this folder can be left out, doubled or changed. Returns
/// their number.
pub fn check_every_line(problem: &Problem, folder: &Path) -> usize {
    let path = folder.join(knightsat_certificate::FORMULA);
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let is_clause = |line: &&&str| !line.starts_with(['c', 'p']);
    for (place, line) in lines.iter().enumerate().filter(|(_, line)| is_clause(line)) {
        let flipped = match line.strip_prefix('-') {
            Some(rest) => rest.to_string(),
            None => format!("-{line}"),
        };
        for put in [vec![], vec![*line, *line], vec![&*flipped], vec!["0"]] {
            let mut changed = lines.clone();
            changed.splice(place..=place, put);
            if changed == lines {
                continue;
            }
            let clauses = changed.iter().filter(is_clause).count();
            let header = format!("p cnf {} {clauses}", variables(&lines));
            let changed = changed.iter().map(|line| {
                if line.starts_with('p') {
                    format!("{header}\n")
                } else {
                    format!("{line}\n")
                }
            });
            fs::write(&path, changed.collect::<String>()).unwrap();
            assert!(!is_accepted(problem, folder), "{line}");
        }
    }
    fs::write(&path, &text).unwrap();
    assert!(is_accepted(problem, folder));
    lines.iter().filter(is_clause).count()
}

fn variables<'l>(lines: &[&'l str]) -> &'l str {
    let header = lines.iter().find_map(|line| line.strip_prefix("p cnf "));
    header.unwrap().split(' ').next().unwrap()
}

/// Both kinds of formulas and the reason, by the program: options, and files.
const PROVED: [(&str, &[&str]); 8] = [
    (
        "6x6 --closed --require a1-b3,c2-b4 --forbid a1-c2",
        &["certificate.txt"],
    ),
    (
        "4x4 --require a1-b3,b2-d3 --forbid b1-c3 --no-shortcuts",
        &WHOLE,
    ),
    (
        "6x6 --closed --require a1-b3 --forbid a1-c2 --no-shortcuts",
        &WHOLE,
    ),
    ("6x6 --at 5=c3,9=c4", &["certificate.txt"]),
    ("6x6 --at 5=c3,9=c4 --no-shortcuts", &WHOLE),
    ("6x6 --closed --at 1=a1,18=b6 --no-shortcuts", &WHOLE),
    ("6x6 --closed --at 5=a1,7=b4 --not-at 6=c2", &WHOLE),
    ("5x5 --at 3=a1,5=b5 --no-shortcuts", &WHOLE),
];

#[test]
fn the_program_proves_and_verifies_what_is_given() {
    for (args, expected) in PROVED {
        let dir = TempDir::new().unwrap();
        let (folder, said) = prove_by_program(&dir, args);
        assert_eq!(files(&folder), expected, "{args}: {said}");
        let args = args.replace("--no-shortcuts", "");
        assert_eq!(verify_by_program(&folder, &args).0, 0, "{args}");
        // The same board with nothing given, and with less.
        let board = args.split(" --").next().unwrap();
        let closed = if args.contains("--closed") {
            "--closed"
        } else {
            ""
        };
        let less = args.rsplit_once(',').map(|(less, _)| less);
        for other in [Some(&*format!("{board} {closed}")), less]
            .into_iter()
            .flatten()
        {
            let (code, out, err) = verify_by_program(&folder, other);
            assert_eq!((code, out.as_str()), (1, ""), "{other}: {err}");
        }
    }
}

/// Repeated clues, in any order, do not change the problem.
#[test]
fn the_claim_names_what_is_given() {
    let dir = TempDir::new().unwrap();
    let (folder, said) = prove_by_program(&dir, "6x6 --at 5=c3,9=c4");
    assert!(
        said.starts_with("no open knight's tour of 6x6, at 5=c3 9=c4: "),
        "{said}"
    );
    let lines = fs::read_to_string(folder.join("certificate.txt")).unwrap();
    let names: BTreeSet<&str> = lines.split([' ', '\n']).collect();
    assert!(
        names.contains("clash") && names.contains("c3") && names.contains("c4"),
        "{lines}"
    );
}
