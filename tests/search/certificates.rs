//! Certificates that no tour exists: valid for their own problem alone, and line by line; written
//! atomically by the program; accepted by other checkers.

use crate::common::brute::propagate;
use crate::common::cases::{assert_message, cases};
use crate::common::certificates::{REASONS, WHOLE, checked, decide, files, prove, verify, without};
use crate::common::crosses::{Sample, random, samples};
use crate::common::prelude::*;
use crate::common::program::{error, run, write};
use crate::common::solvers::read;
use std::path::Path;

/// A certificate for a problem passes for no problem with a tour in the same place.
#[test]
fn a_certificate_is_for_its_problem_alone() {
    let samples = [samples(), random(depth(2000, 500))].concat();
    let place = |sample: &&Sample| (sample.place.to_string(), sample.problem.kind());
    let by_place = samples.iter().into_group_map_by(place);
    let has_none = |sample: &&Sample| sample.numberings.is_empty();
    let [mut tried, mut proved] = [0; 2];
    for samples in by_place.into_values() {
        let (without, with): (Vec<_>, Vec<_>) = samples.into_iter().partition(has_none);
        for (nth, sample) in without.into_iter().enumerate() {
            let folder = TempDir::new().unwrap();
            decide(&sample.problem, nth % 2 == 0, folder.path());
            let is_accepted = |by: &Sample| checked(&by.problem, folder.path()).is_some();
            assert!(is_accepted(sample), "{}", sample.what);
            proved += 1;
            for other in with.iter().skip(nth % 5).step_by(depth(1, 5)) {
                assert!(!is_accepted(other), "{}: {}", sample.what, other.what);
                tried += 1;
            }
        }
    }
    assert!(proved > 200 && tried > 1000, "{proved} {tried}");
}

/// Checks that no clause of the formula in this folder can be left out, doubled or changed. Returns
/// their number.
fn check_every_line(problem: &Problem, folder: &Path) -> usize {
    let path = folder.join(knightsat_certificate::FORMULA);
    let text = fs::read_to_string(&path).unwrap();
    let (comments, formula) = text.split_once("p cnf ").unwrap();
    let (header, clauses) = formula.split_once('\n').unwrap();
    let (variables, _) = header.split_once(' ').unwrap();
    let clauses: Vec<&str> = clauses.lines().collect();
    for (place, line) in clauses.iter().enumerate() {
        let flipped = line.strip_prefix('-');
        let flipped = flipped.map_or_else(|| format!("-{line}"), str::to_string);
        let mut puts: Vec<Vec<&str>> = vec![vec![], vec![&flipped], vec!["0"], vec!["1 0"]];
        puts.extend([*line, "0", "1 0"].map(|other| vec![*line, other]));
        for put in puts {
            let mut changed = clauses.clone();
            changed.splice(place..=place, put);
            if changed != clauses {
                let (number, body) = (changed.len(), changed.join("\n"));
                let text = format!("{comments}p cnf {variables} {number}\n{body}\n");
                fs::write(&path, text).unwrap();
                assert!(checked(problem, folder).is_none(), "{line}");
            }
        }
    }
    fs::write(&path, &text).unwrap();
    assert!(checked(problem, folder).is_some());
    clauses.len()
}

/// Formulas of cuts, of steps and of rules.
#[test]
fn no_clause_of_a_formula_can_be_changed() {
    for (args, clauses) in cases(
        "4x4 => 50
        3x8 --closed => 50
        2x3 --leaper 0,1 --at 2=a1,4=a1 => 100
        2x3 --leaper 0,1 --with a1-b1 + b1-c1 + a2-b2 >= 2; a1-b1 + b1-c1 + a2-b2 = 1 => 30
        2x3 --leaper 0,1 --with a1->b1 or after(b2, c1); a1-b1 + b1-c1 + a2-b2 - b1@2 >= 2; \
            a1-b1 + b1-c1 + a2-b2 = 1 => 200",
    ) {
        let (_, problem) = asked(&args);
        let folder = TempDir::new().unwrap();
        decide(&problem, false, folder.path());
        let lines = check_every_line(&problem, folder.path());
        assert!(lines > clauses.parse().unwrap(), "{lines}: {args}");
    }
}

/// Boards without tours whose certificate is a formula: every kind of clause is in one of them.
const REFUTED: [&str; 26] = [
    "4x4",
    "3x8 --closed",
    "3x6 --closed --no-shortcuts",
    "3x5 --no-shortcuts",
    // An empty clause, and two unit clauses that contradict each other.
    "3x3 --no-shortcuts",
    "1x2 --no-shortcuts",
    "1x2 --start a1 --end b1 --no-shortcuts",
    "1x1 --closed --no-shortcuts",
    "2x2 --closed --leaper 0,1 --start a1 --end b2 --no-shortcuts",
    // Disconnected, so that a cut has no edges.
    "4x4 --leaper 1,1 --closed --no-shortcuts",
    // Ends: both, one of the larger class, one of the smaller, one of equal classes, neither.
    "4x4 --start a1 --end a2 --no-shortcuts",
    "3x5 --start a1 --no-shortcuts",
    "3x5 --start b1 --no-shortcuts",
    "4x4 --start a1 --no-shortcuts",
    "4x4 --end c3 --no-shortcuts",
    "4x4 --closed --start a1 --end b3 --no-shortcuts",
    "11x11 --leaper 1,4 --no-shortcuts",
    // Symmetries, clues, rules and sums have a formula of steps.
    "8x8 --closed --symmetric rot90 --no-shortcuts",
    "2x2 --leaper 0,1 --closed --symmetric rot180 --at 1=a1,2=b2 --no-shortcuts",
    "4x4 --require a1-b3,b2-d3 --forbid b1-c3 --no-shortcuts",
    "6x6 --closed --require a1-b3 --forbid a1-c2 --no-shortcuts",
    "6x6 --at 5=c3,9=c4 --no-shortcuts",
    "6x6 --closed --at 1=a1,18=b6 --no-shortcuts",
    "6x6 --closed --at 5=a1,7=b4 --not-at 6=c2",
    "5x5 --at 3=a1,5=b5 --no-shortcuts",
    "2x4 --leaper 0,1 --magic",
];

#[test]
fn refutations_are_written_whole_and_verified() {
    for args in REFUTED {
        let dir = TempDir::new().unwrap();
        let (folder, said) = prove(&dir, args);
        assert_eq!(files(&folder), WHOLE, "{args}");
        assert_eq!(files(dir.path()), ["certificate"], "{args}");
        let args = without(args, " --no-shortcuts");
        let (code, out, err) = verify(&folder, &args);
        assert_eq!((code, err.as_str()), (0, ""), "{args}");
        let words = said.split("; see").next().unwrap();
        assert_eq!(out, format!("valid: {words}\n"));
        // The same board with a clue less.
        if let Some((less, _)) = args.rsplit_once(',').filter(|_| args.contains("--at")) {
            let (code, out, err) = verify(&folder, less);
            assert_eq!((code, out.as_str()), (1, ""), "{less}: {err}");
        }
    }
}

#[test]
fn cheap_reasons_are_certificates_without_a_formula() {
    for (args, reason) in cases(REASONS) {
        let args = &*args;
        let dir = TempDir::new().unwrap();
        let (folder, said) = prove(&dir, args);
        let text = fs::read_to_string(folder.join("certificate.txt")).unwrap();
        let line = text.lines().nth(2).unwrap();
        assert_eq!(line, format!("reason {reason}"), "{args}");
        assert_eq!(files(&folder), ["certificate.txt"], "{args}");
        assert_eq!(verify(&folder, args).0, 0, "{args}");
        let is_claimed = said.starts_with("no open knight's tour of 6x6, at 5=c3 9=c4: ");
        assert_eq!(args == "6x6 --at 5=c3,9=c4", is_claimed, "{said}");
    }
}

#[test]
fn proofs_are_right_by_the_definition_of_drat_too() {
    for args in ["4x4", "3x8 --closed", "11x11 --leaper 1,4 --no-shortcuts"] {
        let dir = TempDir::new().unwrap();
        check_drat(&prove(&dir, args).0);
    }
}

/// Forward checking, slowly: each lemma follows by unit propagation from the clauses that are
/// there.
fn check_drat(folder: &Path) {
    let formula = read(&folder.join("formula.cnf"));
    let sorted = |lits: &[Lit]| lits.iter().copied().sorted().collect_vec();
    let mut clauses = formula.clauses().map(sorted).collect_vec();
    let proof = fs::read_to_string(folder.join("proof.drat")).unwrap();
    let lit = |number: &str| Lit::from_dimacs(number.parse().unwrap()).unwrap();
    // Only so many steps of long proofs.
    for line in proof.lines().take(depth(600, 60)) {
        let gone = line.strip_prefix("d ");
        let numbers = gone.unwrap_or(line).strip_suffix('0').unwrap();
        let lits = numbers.split_whitespace().map(lit).sorted().collect_vec();
        if gone.is_some() {
            let place = clauses.iter().position(|clause| *clause == lits);
            clauses.swap_remove(place.unwrap());
            continue;
        }
        let mut cnf = Cnf::default();
        cnf.new_vars(formula.variables());
        clauses.iter().for_each(|clause| cnf.clause(clause));
        let negated = lits.iter().map(|&lit| !lit).collect_vec();
        assert_eq!(propagate(&cnf, &negated), None, "{line}");
        clauses.push(lits);
    }
    assert_eq!(proof.lines().last(), Some("0"));
}

#[test]
fn rules_about_moves_are_refuted_by_cuts() {
    let dir = TempDir::new().unwrap();
    let with = write(dir.path(), "rules.txt", "turns <= 31\n");
    let args = format!("6x6 --closed --with {with}");
    let (folder, _) = prove(&dir, &args);
    let path = folder.join("certificate.txt");
    let text = fs::read_to_string(&path).unwrap();
    let last = text.lines().last().unwrap();
    let numbers = last.strip_prefix("rules ").unwrap();
    let (first, end) = numbers.split_once(' ').unwrap();
    for changed in [
        String::new(),
        format!("rules {first} {first}\n"),
        format!("rules {end} {end}\n"),
        format!("{last}\n{last}\n"),
        format!("{last}\ncut {end} a1\n"),
    ] {
        fs::write(&path, text.replace(&format!("{last}\n"), &changed)).unwrap();
        assert_eq!(verify(&folder, &args).0, 1, "{changed}");
    }
    fs::write(&path, &text).unwrap();
    assert_eq!(verify(&folder, &args).0, 0);
    write(dir.path(), "rules.txt", "turns <= 32\n");
    fs::write(&path, text.replace("turns <= 31", "turns <= 32")).unwrap();
    assert_eq!(verify(&folder, &args).0, 1);
}

#[test]
fn a_certificate_contains_its_rules_and_sums() {
    let dir = TempDir::new().unwrap();
    let rules = |text: &str| write(dir.path(), "rules.txt", text);
    let with = rules("a1@6 or d1@6\nnot a1-b3\n");
    let (folder, said) = prove(&dir, &format!("3x4 --with {with}"));
    let claim = "no open knight's tour of 3x4, under 2 rules";
    assert!(said.starts_with(&format!("{claim}: ")), "{said}");
    assert_eq!(files(&folder), WHOLE);
    let path = folder.join("certificate.txt");
    let text = fs::read_to_string(&path).unwrap();
    let line = format!("claim {claim}: a1@6 or d1@6; not a1-b3");
    assert_eq!(text.lines().nth(1), Some(&*line));
    let args = format!("3x4 --with {with}");
    assert_eq!(verify(&folder, &args).0, 0);
    // Other rules, with the claim of these and with their own.
    for other in ["a1@6 or d1@6\nnot a1-c2\n", "a1@5 or d1@6\nnot a1-b3\n"] {
        rules(other);
        let (code, _, err) = verify(&folder, &args);
        let (expected, _) = err.split_once("': the certificate").unwrap();
        let (_, expected) = expected.split_once("expected '").unwrap();
        assert_eq!(code, 1, "{err}");
        fs::write(&path, text.replace(&line, expected)).unwrap();
        let (code, out, err) = verify(&folder, &args);
        assert_eq!((code, out.as_str()), (1, ""), "{other}: {err}");
        assert!(!err.contains("another problem"), "{other}");
        fs::write(&path, &text).unwrap();
    }
}

#[test]
fn where_there_is_no_time_nothing_is_written() {
    let dir = TempDir::new().unwrap();
    let folder = dir.path().join("certificate");
    // Its colours differ by one, and resolution cannot count.
    let hard = "7x7 --closed --no-shortcuts --timeout 0.3";
    let prove = format!("prove {hard} -o {}", folder.display());
    for args in [prove, format!("solve {hard}")] {
        let (code, out, _) = run(&args);
        assert_eq!((code, out.starts_with("unknown: ")), (3, true), "{out}");
    }
    assert!(files(dir.path()).is_empty());
}

#[test]
fn a_folder_with_something_in_it_is_left_alone() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().display().to_string();
    let (code, out, err) = run(&format!("prove 4x4 -o {path}"));
    assert_eq!((code, err.as_str()), (0, ""), "an empty one is used: {out}");
    assert_eq!(files(dir.path()), WHOLE);
    let before = fs::read(dir.path().join("proof.lrat")).unwrap();
    for (args, expected) in cases(
        "
        prove 4x4 -o DIR => DIR: the folder is not empty: name a new one
        prove 4x4 -o DIR/proof.lrat => …proof.lrat: …
        prove 4x4 -o - => …name a folder…
        prove 4x4 => missing…
        prove 40x40 --at 7=a1 -o certificate => \
            a proof by steps is for up to 1024 squares or vertices, and there are 1600…
        verify 4x4 => name a TOUR, or a folder…
        verify => name a BOARD, or a graph…
        verify 4x4 tour --certificate . => tour: name a tour or a certificate, not both…",
    ) {
        let [args, expected] = [args, expected].map(|text| text.replace("DIR", &path));
        assert_message(&error(&args), &expected, &args);
    }
    assert_eq!(fs::read(dir.path().join("proof.lrat")).unwrap(), before);
    assert!(!Path::new("-").exists());
}

#[cfg(unix)]
#[test]
fn a_signal_leaves_no_folder_behind() {
    use std::process::{Command, Stdio};
    use std::time::Duration;
    let dir = TempDir::new().unwrap();
    let args = "prove 9x9 --closed --no-shortcuts -o certificate";
    let mut command = crate::common::program::signalled();
    command.args(args.split(' ')).current_dir(dir.path());
    let mut child = command.stdout(Stdio::null()).spawn().unwrap();
    while files(dir.path()).is_empty() {
        assert_eq!(child.try_wait().unwrap(), None, "no folder is made");
        std::thread::sleep(Duration::from_millis(5));
    }
    let id = child.id().to_string();
    let killed = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(killed.success());
    assert_eq!(child.wait().unwrap().code(), Some(3), "nothing is known");
    assert!(files(dir.path()).is_empty(), "{:?}", files(dir.path()));
}
