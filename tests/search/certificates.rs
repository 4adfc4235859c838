//! Certificates that no tour exists: valid for their own problem alone, and line by line; written
//! atomically by the program; accepted by other checkers.

use crate::common::brute::propagate;
use crate::common::cases::{cases, lines};
use crate::common::certificates::{REASONS, WHOLE, checked, decide, files, prove, verify};
use crate::common::crosses::{Sample, random, samples};
use crate::common::prelude::*;
use crate::common::program::write;
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

#[test]
fn refutations_are_written_whole_and_verified() {
    for args in lines(include_str!("tables/refuted.txt")) {
        let dir = TempDir::new().unwrap();
        let (folder, said) = prove(&dir, &args);
        assert_eq!(files(&folder), WHOLE, "{args}");
        assert_eq!(files(dir.path()), ["certificate"], "{args}");
        let args = args.replace(" --no-shortcuts", "");
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
        let text = fs::read_to_string(folder.join("certificate.json")).unwrap();
        let ground = format!("\"ground\":{{\"reason\":{reason}}}");
        assert!(text.contains(&ground), "{args}: {text}");
        assert_eq!(files(&folder), ["certificate.json"], "{args}");
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
fn a_certificate_contains_its_rules_and_sums() {
    let dir = TempDir::new().unwrap();
    let rules = |text: &str| write(dir.path(), "rules.txt", text);
    let with = rules("a1@6 or d1@6\nnot a1-b3\n");
    let (folder, said) = prove(&dir, &format!("3x4 --with {with}"));
    let claim = "no open knight's tour of 3x4, under 2 rules";
    assert!(said.starts_with(&format!("{claim}: ")), "{said}");
    assert_eq!(files(&folder), WHOLE);
    let path = folder.join("certificate.json");
    let text = fs::read_to_string(&path).unwrap();
    let claim = format!("{claim}: a1@6 or d1@6; not a1-b3");
    assert!(text.contains(&claim), "{text}");
    let args = format!("3x4 --with {with}");
    assert_eq!(verify(&folder, &args).0, 0);
    // Other rules, with the claim of these and with their own.
    for other in ["a1@6 or d1@6\nnot a1-c2\n", "a1@5 or d1@6\nnot a1-b3\n"] {
        rules(other);
        let (code, _, err) = verify(&folder, &args);
        let (expected, _) = err.split_once("': the certificate").unwrap();
        let (_, expected) = expected.split_once("expected the claim '").unwrap();
        assert_eq!(code, 1, "{err}");
        fs::write(&path, text.replace(&claim, expected)).unwrap();
        let (code, out, err) = verify(&folder, &args);
        assert_eq!((code, out.as_str()), (1, ""), "{other}: {err}");
        assert!(!err.contains("another problem"), "{other}");
        fs::write(&path, &text).unwrap();
    }
}
