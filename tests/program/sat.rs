//! `knightsat sat`: varisat as a solver of the SAT competitions, with proofs and assumptions.

use crate::common::compression::plain;
use crate::common::program::{run, run_with, write};
use crate::common::transcript::transcript_in;
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
    let (variables, len) = ((holes + 1) * holes, clauses.len());
    format!("p cnf {variables} {len}\n{}\n", clauses.join("\n"))
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
    assert_eq!(steps.last(), Some(&(false, vec![])), "the last clause");
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
    let dir = TempDir::new().unwrap();
    write(dir.path(), "hard.cnf", &pigeons(12));
    let table = r"
10 sat - < p cnf 2 2\n1 2 0 -1 0\n => s SATISFIABLE | v -1 2 0
10 sat - < p cnf 0 0\n => s SATISFIABLE | v 0
10 sat - < c nothing is said of 2\np cnf 2 1\n1 0\n => s SATISFIABLE | v 1 -2 0
20 sat - < p cnf 1 2\n1 0 -1 0\n => s UNSATISFIABLE
20 sat - < p cnf 0 1\n0\n => s UNSATISFIABLE
0 sat hard.cnf --timeout 0.3 => s UNKNOWN
sat - < p cnf 1 1\n1 2 0\n => standard input:2:3: literal 2 is beyond the header's 1 variable
0 sat hard.cnf --timeout 0.3 --proof proof --proof-format {drat|lrat} => c no proof is \
    written: the formula is not refuted | s UNKNOWN
10 sat - --proof proof --proof-format {drat|lrat} < p cnf 1 1\n1 0\n => c no proof is \
    written: the formula is not refuted | s SATISFIABLE | v 1 0
";
    transcript_in(dir.path(), table);
    assert!(!dir.path().join("proof").exists());
}

#[test]
fn values_are_wrapped_under_80_columns_and_all_there() {
    let lits = (1..=3000).map(|n| if n % 3 == 0 { n } else { -n });
    let units: String = lits.clone().map(|lit| format!("{lit} 0\n")).collect();
    let (code, out, _) = run_with("sat -", &format!("p cnf 3000 3000\n{units}"));
    assert_eq!(code, 10);
    let values = out.strip_prefix("s SATISFIABLE\n").unwrap();
    let mut lines = values.lines();
    assert!(lines.all(|line| line.len() < 80 && line.starts_with("v ")));
    let words = values.split_whitespace().filter(|&word| word != "v");
    let values = words.map(|word| word.parse::<i32>().unwrap());
    assert!(values.eq(lits.chain([0])));
}

#[test]
fn drat_proofs_refute_step_by_step() {
    let dir = TempDir::new().unwrap();
    for cnf in refutations() {
        let file = write(dir.path(), "t.cnf", &cnf);
        for name in ["proof", "proof.gz"] {
            let proof = dir.path().join(name);
            let args = format!("sat {file} --proof {}", proof.display());
            let (code, out, _) = run(&args);
            assert_eq!((code, out.as_str()), (20, "s UNSATISFIABLE\n"), "{cnf}");
            let text = String::from_utf8(plain(&proof)).unwrap();
            assert_refutes(&cnf, &text_steps(&text));
        }
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
                    let number: usize = number.parse().unwrap();
                    assert!(known[number].take().is_some(), "{line}");
                }
                continue;
            }
            let numbers: Vec<i32> = words.iter().map(|word| word.parse().unwrap()).collect();
            let parts: Vec<&[i32]> = numbers[1..].split(|&number| number == 0).collect();
            let hints = parts[1].iter();
            let hints = hints.map(|&hint| known[hint as usize].clone().unwrap());
            assert!(follows(&hints.collect::<Vec<_>>(), parts[0]), "{line}");
            assert!(numbers[0] as usize >= known.len(), "{line}");
            known.resize(numbers[0] as usize, None);
            last = parts[0].to_vec();
            known.push(Some(last.clone()));
        }
        assert!(last.is_empty(), "{cnf}");
    }
}

/// The formula of docs/usage.md.
const TWO: &str = r"p cnf 2 4\n-1 2 0\n-1 -2 0\n1 2 0\n1 -2 0\n";

/// Returns the block of a page, without its fence, that begins with this line.
fn block(page: &'static str, line: &str) -> &'static str {
    let begin = page.find(&format!("```text\n{line}")).expect(line) + "```text\n".len();
    page[begin..].split_once("```").unwrap().0
}

#[test]
fn traces_are_those_of_the_documentation() {
    let dir = TempDir::new().unwrap();
    let page = include_str!("../../docs/usage.md");
    let text = block(page, "c   1 decide 1");
    let (_, event) = page.split_once("`{\"event\":").unwrap();
    let (event, _) = event.split_once('`').unwrap();
    let table = format!(
        r#"
t.cnf = {TWO}
20 sat t.cnf --trace t.jsonl => s UNSATISFIABLE
0 $ cat t.jsonl => {{"version":1,"kind":"trace","file":"t.cnf",…{{"event":{event}…"unsatisfiable"…
20 sat t.cnf --trace - => c 2 variables, 4 clauses, level cdcl | c each step begins with the \
    number of decisions | {}…c   0 unsatisfiable | s UNSATISFIABLE
20 sat t.cnf --trace - --level dpll => …c   0 backjump | c   0 flip -1…s UNSATISFIABLE
20 $ $0 sat t.cnf --trace /dev/stdout | head -n 1; exit ${{PIPESTATUS[0]}} => c 2 variables…
0 sat t.cnf --trace - --level propagation => …c   0 stuck | c the steps of the trace leave the \
    answer open | s UNKNOWN
0 sat t.cnf --trace - --steps 2 => …c   1 propagate 2, clause 1: -1 2 0 | c   1 limit | …s UNKNOWN
0 sat t.cnf --trace short.jsonl --steps 2 --level dpll => …s UNKNOWN
0 $ tail -n 1 short.jsonl => {{"event":"limit","decision_level":1}}
10 sat - --trace - < p cnf 2 2\n1 -2 0\n-1 2 2 0\n => …c   1 propagate 2, clause 2: -1 2 0 | c   1 \
    satisfiable | s SATISFIABLE | v 1 2 0
20 sat - --trace - --level propagation < p cnf 1 2\n1 0\n-1 0\n => …c   0 conflict, clause 2: -1 0 | …
sat t.cnf --trace - --format json => …name a file for the trace
sat t.cnf --trace x --proof y => …cannot be used with…
sat t.cnf {{--level dpll|--steps 3}} => missing: --trace…
0 $ ls => short.jsonl | t.cnf | t.jsonl
"#,
        text.trim_end().replace('\n', " | "),
    );
    transcript_in(dir.path(), &table);
}

#[test]
fn a_trace_ends_in_time() {
    let dir = TempDir::new().unwrap();
    let file = write(dir.path(), "hard.cnf", &pigeons(12));
    let trace = dir.path().join("hard.jsonl");
    let args = format!("sat {file} --steps 1000000000 --timeout 0.5 --trace");
    let (code, out, _) = run(&format!("{args} {}", trace.display()));
    let comment = "c the steps of the trace leave the answer open";
    assert_eq!((code, out), (0, format!("{comment}\ns UNKNOWN\n")));
    let text = fs::read_to_string(&trace).unwrap();
    let lines: Vec<serde_json::Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines[0]["clauses"], 13 * 12 / 2 * 12 + 13);
    assert_eq!(lines.last().unwrap()["event"], "timeout");
    let count = |event: &str| lines.iter().filter(|line| line["event"] == event).count();
    for event in [
        "decide",
        "propagate",
        "conflict",
        "learn",
        "backjump",
        "restart",
    ] {
        assert!(count(event) > 1, "{event}");
    }
    let row = "141 $ set -o pipefail; $0 sat hard.cnf --trace - | head -1 => c 156 variables…";
    transcript_in(dir.path(), row);
}
