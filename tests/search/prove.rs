//! Certificates that no tour exists: they are written atomically, and other checkers accept them.

use crate::common;

use common::certificates::{REASONS, WHOLE, files, prove, verify, without};
use common::program::{error, run};
use std::fs;
use std::path::Path;

/// Boards without tours whose certificate is a formula: every kind of clause is in one of them.
const REFUTED: [&str; 21] = [
    "4x4",
    "3x8 --closed",
    "3x6 --closed --no-shortcuts",
    "4x6 --closed --no-shortcuts",
    "3x5 --no-shortcuts",
    // An empty clause, and two unit clauses that contradict each other.
    "3x3 --no-shortcuts",
    "1x2 --no-shortcuts",
    "1x2 --start a1 --end b1 --no-shortcuts",
    "1x1 --closed --no-shortcuts",
    "2x2 --closed --leaper 0,1 --start a1 --end b2 --no-shortcuts",
    // Disconnected, so that a cut has no edges.
    "4x4 --leaper 1,1 --closed --no-shortcuts",
    "5x6 --leaper 1,1 --no-shortcuts",
    // Ends: both, one of the larger class, one of the smaller, one of equal classes, neither.
    "4x4 --start a1 --end a2 --no-shortcuts",
    "3x5 --start a1 --no-shortcuts",
    "3x5 --start b1 --no-shortcuts",
    "4x4 --start a1 --no-shortcuts",
    "4x4 --end c3 --no-shortcuts",
    "4x4 --closed --start a1 --end b3 --no-shortcuts",
    "11x11 --leaper 1,4 --no-shortcuts",
    // Symmetries have a formula of steps.
    "8x8 --closed --symmetric rot90 --no-shortcuts",
    "2x2 --leaper 0,1 --closed --symmetric rot180 --at 1=a1,2=b2 --no-shortcuts",
];

#[test]
fn refutations_are_written_whole_and_verified() {
    for args in REFUTED {
        let dir = tempfile::tempdir().unwrap();
        let (folder, said) = prove(&dir, args);
        assert_eq!(files(&folder), WHOLE, "{args}");
        assert_eq!(files(dir.path()), ["certificate"], "{args}");
        let (code, out, err) = verify(&folder, &without(args, "--no-shortcuts"));
        assert_eq!((code, err.as_str()), (0, ""), "{args}");
        let words = said.split("; see").next().unwrap();
        assert_eq!(out, format!("valid: {words}\n"));
    }
}

/// The checker of varisat's own, and a solver that reads the formula alone, agree.
#[test]
fn the_formula_has_no_model_by_another_reader_too() {
    for args in ["4x4", "3x8 --closed", "11x11 --leaper 1,4 --no-shortcuts"] {
        let dir = tempfile::tempdir().unwrap();
        let (folder, _) = prove(&dir, args);
        let mut solver = varisat::Solver::new();
        solver.enable_self_checking();
        let formula = fs::File::open(folder.join("formula.cnf")).unwrap();
        solver.add_dimacs_cnf(formula).unwrap();
        assert!(!solver.solve().unwrap(), "{args}");
        check_drat(&folder);
    }
}

/// Forward checking of the DRAT proof as its definition says, slowly: each lemma follows by unit
/// propagation from the clauses that are there.
fn check_drat(folder: &Path) {
    let clause = |line: &str| -> Vec<i32> {
        let mut lits: Vec<i32> = line.split(' ').map(|word| word.parse().unwrap()).collect();
        assert_eq!(lits.pop(), Some(0));
        lits.sort_unstable();
        lits
    };
    let formula = fs::read_to_string(folder.join("formula.cnf")).unwrap();
    let is_clause = |line: &&str| !line.starts_with(['c', 'p']);
    let mut clauses: Vec<Vec<i32>> = formula.lines().filter(is_clause).map(clause).collect();
    let proof = fs::read_to_string(folder.join("proof.drat")).unwrap();
    // Only so many steps of long proofs: this is slow.
    for line in proof.lines().take(600) {
        if let Some(gone) = line.strip_prefix("d ") {
            let gone = clause(gone);
            let place = clauses.iter().position(|clause| *clause == gone);
            clauses.swap_remove(place.unwrap());
        } else {
            let lemma = clause(line);
            assert!(is_implied(&clauses, &lemma), "{line}");
            clauses.push(lemma);
        }
    }
    assert_eq!(proof.lines().last(), Some("0"));
}

fn is_implied(clauses: &[Vec<i32>], lemma: &[i32]) -> bool {
    let mut is_false: std::collections::HashSet<i32> = lemma.iter().copied().collect();
    loop {
        let before = is_false.len();
        for clause in clauses {
            if clause.iter().any(|lit| is_false.contains(&-lit)) {
                continue;
            }
            let mut open = clause.iter().filter(|lit| !is_false.contains(lit));
            match (open.next(), open.next()) {
                (None, _) => return true,
                (Some(unit), None) => drop(is_false.insert(-unit)),
                _ => {}
            }
        }
        if is_false.len() == before {
            return false;
        }
    }
}

#[test]
fn cheap_reasons_are_certificates_without_a_formula() {
    for (args, reason) in REASONS {
        let dir = tempfile::tempdir().unwrap();
        let (folder, _) = prove(&dir, args);
        let text = fs::read_to_string(folder.join("certificate.txt")).unwrap();
        let line = text.lines().nth(2).unwrap();
        assert_eq!(line, format!("reason {reason}"), "{args}");
        assert_eq!(files(&folder), ["certificate.txt"], "{args}");
        assert_eq!(verify(&folder, args).0, 0, "{args}");
    }
}

#[test]
fn where_there_is_a_tour_nothing_is_written() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("certificate");
    let (code, out, err) = run(&format!("prove 6x6 --closed -o {}", folder.display()));
    assert_eq!((code, err.as_str()), (1, ""));
    assert_eq!(
        out,
        "nothing to prove: there is a tour (closed knight's tour of 6x6)\n"
    );
    assert!(files(dir.path()).is_empty());
}

#[test]
fn a_timeout_is_unknown_and_leaves_nothing_behind() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("certificate");
    // Its colours differ by one, and resolution cannot count.
    let args = format!(
        "prove 7x7 --closed --no-shortcuts --timeout 0.3 -o {}",
        folder.display()
    );
    let (code, out, err) = run(&args);
    assert_eq!((code, err.as_str()), (3, ""), "{out}");
    assert!(out.starts_with("unknown: "), "{out}");
    assert!(files(dir.path()).is_empty());
    let (code, out, _) = run("solve 7x7 --closed --no-shortcuts --timeout 0.3");
    assert_eq!((code, out.starts_with("unknown: ")), (3, true), "{out}");
}

#[test]
fn a_folder_with_something_in_it_is_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().display().to_string();
    let (code, out, err) = run(&format!("prove 4x4 -o {path}"));
    assert_eq!((code, err.as_str()), (0, ""), "an empty one is used: {out}");
    assert_eq!(files(dir.path()), WHOLE);
    let before = fs::read(dir.path().join("proof.lrat")).unwrap();
    let message = error(&format!("prove 4x4 -o {path}"));
    assert_eq!(
        message,
        format!("{path}: the folder is not empty: name a new one")
    );
    assert_eq!(fs::read(dir.path().join("proof.lrat")).unwrap(), before);
    let message = error(&format!("prove 4x4 -o {path}/proof.lrat"));
    assert!(message.contains("proof.lrat: "), "{message}");
    let message = error(&format!("prove 4x4 -o {path}/not/there"));
    assert!(message.ends_with(": no such folder"), "{message}");
    let stream = error("prove 4x4 -o -");
    assert!(stream.contains("name a folder"), "{stream}");
    assert!(!Path::new("-").exists());
}

#[test]
fn what_cannot_be_asked_is_an_error() {
    let missing = error("verify --certificate /not/there 4x4");
    assert_eq!(missing, "/not: no such folder");
    for (args, expected) in [
        ("verify 4x4", "name a TOUR, or a folder"),
        ("verify", "name a BOARD, or a graph"),
        (
            "verify 4x4 tour --certificate .",
            "tour: name a tour or a certificate, not both",
        ),
        ("prove 4x4", "missing"),
        (
            "prove 40x40 --at 7=a1 -o certificate",
            "a proof by steps is for up to 1024 squares or vertices, and there are 1600",
        ),
    ] {
        let message = error(args);
        assert!(message.starts_with(expected), "{args}: {message}");
    }
}

#[cfg(unix)]
#[test]
fn a_signal_leaves_no_folder_behind() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    let dir = tempfile::tempdir().unwrap();
    let mut child = common::program::signalled()
        .args([
            "prove",
            "9x9",
            "--closed",
            "--no-shortcuts",
            "-o",
            "certificate",
        ])
        .current_dir(dir.path())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let start = Instant::now();
    while files(dir.path()).is_empty() {
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "no folder is made"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(child.wait().unwrap().code(), Some(3), "nothing is known");
    assert!(files(dir.path()).is_empty(), "{:?}", files(dir.path()));
}
