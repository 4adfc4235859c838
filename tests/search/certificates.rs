//! Certificates that no tour exists: valid for their own problem alone, and line by line; written
//! atomically by the program; accepted by other checkers.

use crate::common::certificates::{REASONS, WHOLE, checked, decide, files, prove, verify, without};
use crate::common::crosses::{random, samples};
use crate::common::depth::depth;
use crate::common::graphs::graph;
use crate::common::program::{error, has, run, write};
use itertools::Itertools;
use knightsat::tour::place::Place;
use knightsat::tour::spec::TourSpec;
use knightsat::tour::{Kind, Problem, rule};
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A certificate for a problem passes for no problem with a tour in the same place.
#[test]
fn a_certificate_is_for_its_problem_alone() {
    let samples = [samples(), random(depth(2000, 500))].concat();
    let by_place = samples
        .iter()
        .map(|sample| ((sample.place.to_string(), sample.problem.kind()), sample))
        .into_group_map();
    let [mut tried, mut proved] = [0; 2];
    for (place, samples) in by_place {
        let (without, with): (Vec<_>, Vec<_>) = samples
            .into_iter()
            .partition(|sample| sample.numberings.is_empty());
        for (nth, sample) in without.into_iter().enumerate() {
            let folder = TempDir::new().unwrap();
            decide(&sample.problem, nth % 2 == 0, folder.path());
            assert!(
                checked(&sample.problem, folder.path()).is_some(),
                "{}",
                sample.what
            );
            proved += 1;
            for other in with.iter().skip(nth % 5).step_by(depth(1, 5)) {
                let is_accepted = checked(&other.problem, folder.path()).is_some();
                assert!(
                    !is_accepted,
                    "{place:?}: {} for {}",
                    sample.what, other.what
                );
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
    let lines: Vec<&str> = text.lines().collect();
    let is_clause = |line: &&&str| !line.starts_with(['c', 'p']);
    let header = lines.iter().find_map(|line| line.strip_prefix("p cnf "));
    let variables = header.unwrap().split(' ').next().unwrap();
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
            let header = format!("p cnf {variables} {clauses}");
            let changed = changed.into_iter().map(|line| match line {
                line if line.starts_with('p') => &header,
                line => line,
            });
            fs::write(
                &path,
                changed.map(|line| format!("{line}\n")).collect::<String>(),
            )
            .unwrap();
            assert!(checked(problem, folder).is_none(), "{line}");
        }
    }
    fs::write(&path, &text).unwrap();
    assert!(checked(problem, folder).is_some());
    lines.iter().filter(is_clause).count()
}

#[test]
fn a_formula_of_steps_or_rules_is_whole() {
    let place = Place::Graph(graph(5, 0b11_1111_1111));
    for (at, rules, clauses) in [
        (&["2=1", "4=1"][..], "", 100),
        (
            &[],
            "1->2 or after(3, 4)\n1-2 + 2-3 + 3-4 - 2@2 >= 2\n1-2 + 2-3 + 3-4 = 1\n",
            200,
        ),
        (&[], "1-2 + 2-3 + 3-4 >= 2\n1-2 + 2-3 + 3-4 = 1\n", 50),
    ] {
        let spec = TourSpec {
            at: at.iter().map(|clue| clue.parse().unwrap()).collect(),
            with: rule::read(rules, &place).unwrap(),
            ..TourSpec::from(Kind::Open)
        };
        let problem = spec.problem(&place, &Default::default()).unwrap();
        let folder = TempDir::new().unwrap();
        decide(&problem, false, folder.path());
        let lines = check_every_line(&problem, folder.path());
        assert!(lines > clauses, "{lines}: {at:?} {rules}");
    }
}

/// Boards without tours whose certificate is a formula: every kind of clause is in one of them.
const REFUTED: &[&str] = &[
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

/// Asserts that the certificate is for a board with these options, and none for another problem.
fn assert_other(folder: &Path, other: &str) {
    let (code, out, err) = verify(folder, other);
    assert_eq!((code, out.as_str()), (1, ""), "{other}: {err}");
}

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
            assert_other(&folder, less);
        }
    }
}

#[test]
fn cheap_reasons_are_certificates_without_a_formula() {
    let contrary = "6x6 --closed --require a1-b3,c2-b4 --forbid a1-c2";
    for (args, reason) in REASONS.into_iter().chain([(contrary, "degree a1 1 2")]) {
        let dir = TempDir::new().unwrap();
        let (folder, said) = prove(&dir, args);
        let text = fs::read_to_string(folder.join("certificate.txt")).unwrap();
        let line = text.lines().nth(2).unwrap();
        assert_eq!(line, format!("reason {reason}"), "{args}");
        assert_eq!(files(&folder), ["certificate.txt"], "{args}");
        assert_eq!(verify(&folder, args).0, 0, "{args}");
        let claim = "no open knight's tour of 6x6, at 5=c3 9=c4: ";
        assert_eq!(
            args == "6x6 --at 5=c3,9=c4",
            said.starts_with(claim),
            "{said}"
        );
    }
}

/// The checker of varisat's own, and a solver that reads the formula alone, agree.
#[test]
fn the_formula_has_no_model_by_another_reader_too() {
    for args in ["4x4", "3x8 --closed", "11x11 --leaper 1,4 --no-shortcuts"] {
        let dir = TempDir::new().unwrap();
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
    // Only so many steps of long proofs.
    for line in proof.lines().take(depth(600, 60)) {
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
    let mut is_false: HashSet<i32> = lemma.iter().copied().collect();
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
    let rules = "a1@6 or d1@6\nnot a1-b3\n";
    let with = write(dir.path(), "rules.txt", rules);
    let (folder, said) = prove(&dir, &format!("3x4 --with {with}"));
    let claim = "no open knight's tour of 3x4, under 2 rules";
    assert!(said.starts_with(&format!("{claim}: ")), "{said}");
    assert_eq!(files(&folder), WHOLE);
    let path = folder.join("certificate.txt");
    let text = fs::read_to_string(&path).unwrap();
    let line = format!("claim {claim}: a1@6 or d1@6; not a1-b3");
    assert_eq!(text.lines().nth(1), Some(&*line));
    assert_eq!(verify(&folder, &format!("3x4 --with {with}")).0, 0);
    // Other rules, with the claim of these and with their own.
    for other in ["", "a1@6 or d1@6\nnot a1-c2\n", "a1@5 or d1@6\nnot a1-b3\n"] {
        let with = match other {
            "" => String::new(),
            other => format!("--with {}", write(dir.path(), "other.txt", other)),
        };
        let other = format!("3x4 {with}");
        let (code, _, err) = verify(&folder, &other);
        let (expected, _) = err.split_once("': the certificate").unwrap();
        let (_, expected) = expected.split_once("expected '").unwrap();
        assert_eq!(code, 1, "{err}");
        fs::write(&path, text.replace(&line, expected)).unwrap();
        assert_other(&folder, &other);
        assert!(
            !verify(&folder, &other).2.contains("another problem"),
            "{other}"
        );
        fs::write(&path, &text).unwrap();
    }
    let pbp = format!("prove 3x4 --with {with} --proof-format pbp -o /not/there");
    if has(&pbp) {
        let expected = "a proof for VeriPB does not support rules about moves, as in rule 2: use \
                        --proof-format lrat";
        write(dir.path(), "rules.txt", "after(b3, c1)\nnot a1-b3\n");
        assert_eq!(error(&pbp), expected);
    }
    let dir = TempDir::new().unwrap();
    let (folder, _) = prove(&dir, "2x4 --leaper 0,1 --magic");
    let path = folder.join("certificate.txt");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace(", magic", "")).unwrap();
    assert_other(&folder, "2x4 --leaper 0,1");
}

#[test]
fn where_there_is_a_tour_or_no_time_nothing_is_written() {
    let dir = TempDir::new().unwrap();
    let folder = dir.path().join("certificate");
    let (code, out, err) = run(&format!("prove 6x6 --closed -o {}", folder.display()));
    assert_eq!((code, err.as_str()), (1, ""));
    let expected = "nothing to prove: there is a tour (closed knight's tour of 6x6)\n";
    assert_eq!(out, expected);
    // Its colours differ by one, and resolution cannot count.
    let hard = "7x7 --closed --no-shortcuts --timeout 0.3";
    for args in [
        format!("prove {hard} -o {}", folder.display()),
        format!("solve {hard}"),
    ] {
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
    for (folder, expected) in [
        (
            path.clone(),
            format!("{path}: the folder is not empty: name a new one"),
        ),
        (format!("{path}/proof.lrat"), "proof.lrat: ".into()),
        (format!("{path}/not/there"), ": no such folder".into()),
        ("-".into(), "name a folder".into()),
    ] {
        let message = error(&format!("prove 4x4 -o {folder}"));
        assert!(message.contains(&expected), "{folder}: {message}");
    }
    assert_eq!(fs::read(dir.path().join("proof.lrat")).unwrap(), before);
    assert!(!Path::new("-").exists());
}

#[test]
fn what_cannot_be_asked_is_an_error() {
    for (args, expected) in [
        (
            "verify --certificate /not/there 4x4",
            "/not: no such folder",
        ),
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
