//! `knightsat sat`: varisat as a solver of the SAT competitions, with proofs and assumptions.

use crate::common::program;

use crate::common::compression::{compress, endings, plain};
use program::{error, run, run_with, write};
use std::collections::BTreeSet;
use std::fs;
use tempfile::TempDir;

/// One pigeon more than holes.
fn pigeons(holes: i32) -> String {
    let var = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
    let mut clauses = Vec::new();
    for pigeon in 0..=holes {
        let lits = (0..holes).map(|hole| var(pigeon, hole).to_string());
        clauses.push(lits.collect::<Vec<_>>().join(" ") + " 0");
        for other in 0..pigeon {
            let both = |hole| format!("-{} -{} 0", var(pigeon, hole), var(other, hole));
            clauses.extend((0..holes).map(both));
        }
    }
    let variables = (holes + 1) * holes;
    format!(
        "p cnf {variables} {}\n{}\n",
        clauses.len(),
        clauses.join("\n")
    )
}

fn clauses(cnf: &str) -> Vec<Vec<i32>> {
    let lines = cnf.lines().filter(|line| !line.starts_with(['c', 'p']));
    let numbers = lines.flat_map(str::split_ascii_whitespace);
    let numbers: Vec<i32> = numbers.map(|word| word.parse().unwrap()).collect();
    let mut clauses: Vec<Vec<i32>> = numbers.split(|&n| n == 0).map(<[i32]>::to_vec).collect();
    clauses.pop();
    clauses
}

/// Returns true if the formula and the negation of the clause contradict each other by unit
/// propagation.
fn follows(clauses: &[Vec<i32>], clause: &[i32]) -> bool {
    let mut is_true: BTreeSet<i32> = clause.iter().map(|&lit| -lit).collect();
    loop {
        let before = is_true.len();
        for clause in clauses {
            if clause.iter().any(|lit| is_true.contains(lit)) {
                continue;
            }
            let mut open = clause.iter().filter(|&&lit| !is_true.contains(&-lit));
            match (open.next(), open.next()) {
                (None, _) => return true,
                (Some(&unit), None) => {
                    is_true.insert(unit);
                }
                _ => {}
            }
        }
        if is_true.len() == before {
            return false;
        }
    }
}

/// Checks a DRAT proof all of whose lemmas follow by unit propagation: steps are whether it is a
/// deletion, and the literals.
fn assert_refutes(cnf: &str, steps: &[(bool, Vec<i32>)]) {
    let sorted = |clause: &[i32]| {
        let mut clause = clause.to_vec();
        clause.sort_unstable();
        clause
    };
    let mut known: Vec<Vec<i32>> = clauses(cnf).iter().map(|clause| sorted(clause)).collect();
    for (is_deletion, clause) in steps {
        let clause = sorted(clause);
        if *is_deletion {
            let place = known.iter().position(|other| *other == clause);
            known.swap_remove(place.expect("only what is there is deleted"));
        } else {
            assert!(follows(&known, &clause), "{clause:?} does not follow");
            known.push(clause);
        }
    }
    assert_eq!(
        steps.last(),
        Some(&(false, vec![])),
        "the empty clause ends a refutation"
    );
}

fn text_steps(proof: &str) -> Vec<(bool, Vec<i32>)> {
    let step = |line: &str| {
        let rest = line.strip_prefix("d ");
        let words = rest.unwrap_or(line).split_ascii_whitespace();
        let mut lits: Vec<i32> = words.map(|word| word.parse().unwrap()).collect();
        assert_eq!(lits.pop(), Some(0));
        (rest.is_some(), lits)
    };
    proof.lines().map(step).collect()
}

fn binary_steps(proof: &[u8]) -> Vec<(bool, Vec<i32>)> {
    let mut bytes = proof.iter().copied();
    let mut steps = Vec::new();
    while let Some(kind) = bytes.next() {
        assert!([b'a', b'd'].contains(&kind));
        let mut lits = Vec::new();
        loop {
            let (mut code, mut shift) = (0, 0);
            loop {
                let byte = bytes.next().unwrap();
                code |= i32::from(byte & 127) << shift;
                shift += 7;
                if byte < 128 {
                    break;
                }
            }
            match code {
                0 => break,
                code if code % 2 == 0 => lits.push(code / 2),
                code => lits.push(-(code / 2)),
            }
        }
        steps.push((kind == b'd', lits));
    }
    steps
}

fn refutations() -> [String; 5] {
    [
        pigeons(5),
        "p cnf 1 2\n1 0\n-1 0\n".into(),
        "p cnf 0 1\n0\n".into(),
        "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n".into(),
        "p cnf 3 2\n1 2 3 0\n0\n".into(),
    ]
}

#[test]
fn answers_are_those_of_the_competitions() {
    for (cnf, code, answer) in [
        ("p cnf 2 2\n1 2 0 -1 0\n", 10, "s SATISFIABLE\nv -1 2 0\n"),
        ("p cnf 0 0\n", 10, "s SATISFIABLE\nv 0\n"),
        (
            "c nothing is said of 2\np cnf 2 1\n1 0\n",
            10,
            "s SATISFIABLE\nv 1 -2 0\n",
        ),
        ("p cnf 1 2\n1 0 -1 0\n", 20, "s UNSATISFIABLE\n"),
        ("p cnf 0 1\n0\n", 20, "s UNSATISFIABLE\n"),
    ] {
        let expected = (code, answer.to_string(), String::new());
        assert_eq!(run_with("sat -", cnf), expected, "{cnf}");
    }
    let hard = pigeons(12);
    let expected = (0, "s UNKNOWN\n".to_string(), String::new());
    assert_eq!(run_with("sat - --timeout 0.3", &hard), expected);
}

#[test]
fn values_are_wrapped_under_80_columns_and_all_there() {
    let units: String = (1..=3000)
        .map(|n| format!("{} 0\n", if n % 3 == 0 { n } else { -n }))
        .collect();
    let (code, out, _) = run_with("sat -", &format!("p cnf 3000 3000\n{units}"));
    assert_eq!(code, 10);
    let mut lines = out.lines();
    assert_eq!(lines.next(), Some("s SATISFIABLE"));
    let mut values = String::new();
    for line in lines {
        assert!(line.len() < 80, "{line}");
        values += line.strip_prefix('v').unwrap();
    }
    let values: Vec<i32> = values
        .split_whitespace()
        .map(|word| word.parse().unwrap())
        .collect();
    let expected = (1..=3000)
        .map(|n| if n % 3 == 0 { n } else { -n })
        .chain([0]);
    assert!(values.into_iter().eq(expected));
}

#[test]
fn formulas_may_be_compressed() {
    let dir = TempDir::new().unwrap();
    for ending in endings() {
        let path = dir.path().join(format!("t.cnf.{ending}"));
        compress(&path, pigeons(4).as_bytes());
        assert_eq!(run(&format!("sat {}", path.display())).0, 20, "{ending}");
    }
}

#[test]
fn what_is_no_formula_is_refused_with_its_place() {
    let dir = TempDir::new().unwrap();
    let bad = write(dir.path(), "bad.cnf", "p cnf 1 1\n1 2 0\n");
    assert_eq!(
        error(&format!("sat {bad}")),
        format!("{bad}:2:3: literal 2 is beyond the header's 1 variable")
    );
    assert!(error("sat /nowhere.cnf").starts_with("/nowhere.cnf: no such file"));
}

#[test]
fn assumptions_hold_or_the_failed_ones_are_named() {
    let dir = TempDir::new().unwrap();
    let cnf = write(dir.path(), "t.cnf", "p cnf 4 2\n1 2 0\n-3 4 0\n");
    let out = |assume: &str| {
        let (code, out, err) = run(&format!("sat {cnf} --assume {assume}"));
        assert_eq!(err, "");
        (code, out)
    };
    assert_eq!(out("-2,3"), (10, "s SATISFIABLE\nv 1 -2 3 4 0\n".into()));
    let (code, text) = out("-1,3,-2");
    let failed = text.strip_suffix("\ns UNSATISFIABLE\n").unwrap();
    let failed = failed.strip_prefix("c failed assumptions: ").unwrap();
    let mut failed: Vec<&str> = failed.split(' ').collect();
    failed.sort_unstable();
    assert_eq!((code, failed), (20, vec!["-1", "-2", "0"]));
    let no = write(dir.path(), "no.cnf", "p cnf 2 2\n1 0\n-1 0\n");
    let (code, text, _) = run(&format!("sat {no} --assume 2"));
    assert_eq!(code, 20);
    assert_eq!(
        text,
        "c unsatisfiable without the assumptions\ns UNSATISFIABLE\n"
    );
    for bad in ["5", "0", "x", "-5"] {
        let message = error(&format!("sat {cnf} --assume {bad}"));
        let expected = format!("--assume {bad}: the literals of this formula are ±1 to ±4");
        assert_eq!(message, expected);
    }
    let proof = error(&format!("sat {cnf} --assume 1 --proof p"));
    assert!(proof.contains("cannot be used with"), "{proof}");
}

#[test]
fn drat_proofs_refute_step_by_step() {
    let dir = TempDir::new().unwrap();
    for cnf in refutations() {
        let file = write(dir.path(), "t.cnf", &cnf);
        let proof = dir.path().join("proof");
        let (code, out, _) = run(&format!("sat {file} --proof {}", proof.display()));
        assert_eq!((code, out.as_str()), (20, "s UNSATISFIABLE\n"), "{cnf}");
        assert_refutes(&cnf, &text_steps(&fs::read_to_string(&proof).unwrap()));
        let binary = format!(
            "sat {file} --proof-format binary-drat --proof {}",
            proof.display()
        );
        assert_eq!(run(&binary).0, 20, "{cnf}");
        assert_refutes(&cnf, &binary_steps(&fs::read(&proof).unwrap()));
    }
}

#[test]
fn lrat_proofs_propagate_along_their_hints() {
    let dir = TempDir::new().unwrap();
    for cnf in refutations() {
        let file = write(dir.path(), "t.cnf", &cnf);
        let proof = dir.path().join("proof");
        let args = format!("sat {file} --proof-format lrat --proof {}", proof.display());
        assert_eq!(run(&args).0, 20, "{cnf}");
        let mut known: Vec<Option<Vec<i32>>> = vec![None];
        known.extend(clauses(&cnf).into_iter().map(Some));
        let mut last = Vec::new();
        for line in fs::read_to_string(&proof).unwrap().lines() {
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            if words[1] == "d" {
                for number in &words[2..words.len() - 1] {
                    assert!(
                        known[number.parse::<usize>().unwrap()].take().is_some(),
                        "{line}"
                    );
                }
                continue;
            }
            let numbers: Vec<i32> = words.iter().map(|word| word.parse().unwrap()).collect();
            let parts: Vec<&[i32]> = numbers[1..].split(|&number| number == 0).collect();
            let hints = parts[1]
                .iter()
                .map(|&hint| known[hint as usize].clone().unwrap());
            assert!(follows(&hints.collect::<Vec<_>>(), parts[0]), "{line}");
            assert!(numbers[0] as usize >= known.len(), "{line}");
            known.resize(numbers[0] as usize, None);
            last = parts[0].to_vec();
            known.push(Some(last.clone()));
        }
        assert!(last.is_empty(), "{cnf}");
    }
}

#[test]
fn a_proof_appears_whole_and_only_where_there_is_one() {
    let dir = TempDir::new().unwrap();
    let no = write(dir.path(), "no.cnf", &pigeons(4));
    let yes = write(dir.path(), "yes.cnf", "p cnf 1 1\n1 0\n");
    let hard = write(dir.path(), "hard.cnf", &pigeons(12));
    let names = || fs::read_dir(dir.path()).unwrap().count();
    for format in ["drat", "binary-drat", "lrat"] {
        let proof = dir.path().join("proof");
        let options = format!("--proof {} --proof-format {format}", proof.display());
        for (cnf, more, code, answer) in [
            (&yes, "", 10, "s SATISFIABLE\nv 1 0\n"),
            (&hard, "--timeout 0.3", 0, "s UNKNOWN\n"),
        ] {
            let (found, out, _) = run(&format!("sat {cnf} {options} {more}"));
            let told = "c no proof is written: the formula is not refuted\n";
            assert_eq!((found, out), (code, format!("{told}{answer}")));
            assert_eq!(names(), 3, "{format}");
        }
        let full = format!("sat {no} --proof /dev/full --proof-format {format}");
        assert!(error(&full).starts_with("/dev/full: "), "{format}");
    }
    assert!(
        error(&format!("sat {no} --proof {no}"))
            .ends_with("the proof would overwrite the formula: name another file")
    );
    assert!(error(&format!("sat {no} --proof -")).contains("name a file for the proof"));
    assert_eq!(fs::read_to_string(&no).unwrap(), pigeons(4));
}

#[test]
fn a_proof_is_compressed_by_its_name() {
    let dir = TempDir::new().unwrap();
    let cnf = write(dir.path(), "t.cnf", &pigeons(5));
    let proof = dir.path().join("proof.gz");
    assert_eq!(run(&format!("sat {cnf} --proof {}", proof.display())).0, 20);
    assert!(fs::read(&proof).unwrap().starts_with(&[0x1f, 0x8b]));
    assert_refutes(
        &pigeons(5),
        &text_steps(&String::from_utf8(plain(&proof)).unwrap()),
    );
}
