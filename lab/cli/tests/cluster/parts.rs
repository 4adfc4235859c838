//! Problems in parts: split, done, joined; and what is refused.
#![cfg(target_os = "linux")]

use crate::common::program;

use itertools::Itertools;
use program::{error, run};
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Splits a problem in a new folder; returns the folder and the output.
fn split(args: &str) -> (TempDir, String, String) {
    let home = TempDir::new().unwrap();
    let folder = home.path().join("parts").display().to_string();
    let (code, out, err) = run(&format!("split {args} -o {folder}"));
    assert_eq!(code, 0, "{args}: {err}");
    (home, folder, out)
}

/// Splits a problem, and does all parts.
fn done(args: &str) -> (TempDir, String) {
    let (home, folder, _) = split(args);
    let (code, _, err) = run(&format!("work {folder}"));
    assert_eq!(code, 0, "{args}: {err}");
    (home, folder)
}

fn read(folder: &str, file: &str) -> String {
    fs::read_to_string(Path::new(folder).join(file)).unwrap()
}

/// Changes a file of the folder.
fn change(folder: &str, file: &str, with: impl Fn(&str) -> String) {
    let text = read(folder, file);
    let changed = with(&text);
    assert_ne!(text, changed, "{file}");
    fs::write(Path::new(folder).join(file), changed).unwrap();
}

fn numbers(line: &str) -> Vec<i64> {
    line.split_ascii_whitespace()
        .map(|word| word.parse().unwrap())
        .collect()
}

/// Follows the hints of an LRAT proof from numbered clauses; the clause of its last lemma.
fn derive(clauses: &mut HashMap<i64, Vec<i64>>, proof: &str) -> Vec<i64> {
    let mut last = Vec::new();
    for line in proof.lines() {
        if let Some((_, gone)) = line.split_once(" d ") {
            numbers(gone).iter().for_each(|id| {
                clauses.remove(id);
            });
            continue;
        }
        let line = numbers(line);
        let end = line.iter().position(|&number| number == 0).unwrap();
        let (lemma, hints) = (line[1..end].to_vec(), &line[end + 1..line.len() - 1]);
        let mut is_false = lemma.clone();
        let mut is_refuted = false;
        for hint in hints {
            let open = clauses[hint]
                .iter()
                .filter(|lit| !is_false.contains(lit))
                .collect_vec();
            match open[..] {
                [] => is_refuted = true,
                [unit] => is_false.push(-unit),
                _ => panic!("{line:?}: {hint} does not propagate"),
            }
        }
        assert!(is_refuted, "{line:?}");
        clauses.insert(line[0], lemma.clone());
        last = lemma;
    }
    last
}

/// Checks the one proof and the lines of the summary without the code that wrote them.
fn check_joined(folder: &str) {
    let joined = |file: &str| read(folder, &format!("joined/{file}"));
    let formula = joined("formula.cnf");
    let lines = formula.lines().filter(|line| !line.starts_with(['c', 'p']));
    let clause = |line: &str| {
        let mut clause = numbers(line);
        assert_eq!(clause.pop(), Some(0));
        clause
    };
    let given: HashMap<i64, Vec<i64>> = (1..).zip(lines.map(clause)).collect();
    assert!(derive(&mut given.clone(), &joined("proof.lrat")).is_empty());
    let mut before = given;
    let mut last = vec![0];
    for (number, line) in (1..).zip(joined("summary.txt").lines()) {
        let wanted = clause(line);
        let mut with = before.clone();
        let found = derive(&mut with, &joined(&format!("lines/{number}.lrat")));
        assert_eq!(
            found.iter().sorted().collect_vec(),
            wanted.iter().sorted().collect_vec()
        );
        before.insert(before.len() as i64 + 1, wanted.clone());
        last = wanted;
    }
    assert!(last.is_empty());
}

#[test]
fn what_has_no_tour_has_none_in_parts() {
    let problems = [
        "4x7 --closed --no-shortcuts --encoding lazy --parts 5",
        "4x7 --closed --no-shortcuts --encoding position --parts 8",
        "4x7 --closed --no-shortcuts --encoding order --parts 3",
        "4x4 --no-shortcuts --encoding lazy --parts 6",
        "4x4 --no-shortcuts --encoding distance --parts 4",
        "4x4 --no-shortcuts --encoding binary --parts 4",
        "3x6 --no-shortcuts --start a1 --encoding textbook --parts 1",
        "5x5 --start a1 --end e1 --at 3=c5 --forbid c3-e4 --encoding position --no-shortcuts --parts 7",
    ];
    for problem in problems {
        let (_home, folder) = done(&format!("{problem} --proof"));
        let (code, out, err) = run(&format!("join {folder}"));
        if problem.starts_with("5x5") && code == 0 {
            continue;
        }
        assert_eq!(code, 1, "{problem}: {err}");
        assert!(
            out.contains(", joined to one proof and checked"),
            "{problem}: {out}"
        );
        check_joined(&folder);
        let asked = problem
            .split(" --encoding")
            .next()
            .unwrap()
            .replace(" --no-shortcuts", "");
        let (code, out, err) = run(&format!("verify {asked} --certificate {folder}/joined"));
        assert_eq!(code, 0, "{problem}: {err}");
        assert!(out.starts_with("valid: no "), "{out}");
    }
}

#[test]
fn a_tour_ends_it() {
    for problem in [
        "6x6 --closed",
        "5x5 --start a1 --encoding position",
        "7x7 --encoding lazy",
    ] {
        for proof in ["", " --proof"] {
            let (_home, folder) = done(&format!("{problem} --parts 6{proof}"));
            let (code, out, err) = run(&format!("join {folder} --format moves"));
            assert_eq!(code, 0, "{problem}: {err}");
            let asked = problem.split(" --encoding").next().unwrap();
            let (code, _, err) = program::run_with(&format!("verify {asked} -"), &out);
            assert_eq!(code, 0, "{problem}: {err}");
            let (_, out, _) = run(&format!("work {folder}"));
            assert!(
                out.ends_with("has a tour, so nothing is left to do\n")
                    || out.starts_with("nothing"),
                "{out}"
            );
        }
    }
}

#[test]
fn it_says_how_far_it_is() {
    let (_home, folder, out) = split("4x7 --closed --no-shortcuts --parts 4");
    assert!(
        out.starts_with("4 parts to do (closed knight's tour of 4x7)"),
        "{out}"
    );
    let (code, _, err) = run(&format!("join {folder}"));
    assert_eq!(
        (code, err.as_str()),
        (3, "knightsat: 0 of 4 parts done, 0 running, 4 left\n")
    );
    assert_eq!(run(&format!("work {folder} 3")).0, 0);
    assert_eq!(run(&format!("work {folder} 3")).1, "part 3: done before\n");
    let (code, _, err) = run(&format!("join {folder}"));
    assert_eq!(
        (code, err.as_str()),
        (3, "knightsat: 1 of 4 parts done, 0 running, 3 left\n")
    );
    assert_eq!(run(&format!("work {folder} 2 --timeout 0")).0, 3);
    assert!(
        error(&format!("work {folder} 5")).ends_with("there is no part 5: the parts are 1 to 4")
    );
    assert!(error(&format!("work {folder} 3.1")).ends_with("there is no part 3.1"));
    assert!(error(&format!("work {folder} x")).contains("not the name of a part"));
    assert_eq!(run(&format!("work {folder}")).0, 0);
    let (code, out, _) = run(&format!("join {folder} --wait"));
    assert_eq!(code, 1);
    assert!(
        out.contains("4 parts, unverified answers of varisat"),
        "{out}"
    );
}

#[test]
fn a_part_can_be_split_again() {
    for encoding in ["lazy", "position"] {
        let args = format!("4x7 --closed --no-shortcuts --encoding {encoding} --parts 2 --proof");
        let (_home, folder, _) = split(&args);
        let (code, out, err) = run(&format!("work {folder} 1 --split-again 3"));
        assert_eq!(
            (code, out.as_str()),
            (0, "part 1 is 1.1 to 1.3 now\n"),
            "{err}"
        );
        let (_, out, _) = run(&format!("work {folder} 1 --split-again 3"));
        assert_eq!(out, "part 1 is split already, into 3 parts\n");
        assert_eq!(run(&format!("work {folder} 1.2 --split-again 2")).0, 0);
        // All of what part 1 is now.
        assert_eq!(run(&format!("work {folder} 1")).1.lines().count(), 4);
        assert_eq!(run(&format!("join {folder}")).0, 3);
        assert_eq!(run(&format!("work {folder}")).1.lines().count(), 1);
        let (code, out, _) = run(&format!("join {folder}"));
        assert_eq!(code, 1);
        assert!(out.contains("5 parts, joined"), "{out}");
        check_joined(&folder);
    }
}

/// The lazy engine asks a solver in process, and proofs need one that writes some.
#[test]
fn a_solver_that_cannot_do_the_parts_is_refused() {
    let (_home, folder, _) = split("4x4 --no-shortcuts --parts 4");
    let mut work = program::knightsat(&format!("work {folder} --solver"));
    let output = work.arg("false {cnf}").output().unwrap();
    assert_eq!(
        (output.status.code(), &output.stdout[..]),
        (Some(2), &[][..])
    );
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        told.contains("cannot do these parts, as the lazy engine asks a solver in process"),
        "{told}"
    );
    let home = TempDir::new().unwrap();
    let new = home.path().join("parts").display().to_string();
    let able = "ask varisat, kissat, cadical, glucose";
    for encoding in ["lazy", "position"] {
        let args = format!("4x4 --no-shortcuts --parts 2 --proof --encoding {encoding}");
        for solver in ["minisat", "cadical-lib"] {
            let told = error(&format!("split {args} --solver {solver} -o {new}"));
            assert_eq!(told, format!("{solver} writes no proof: {able}"));
            assert!(!Path::new(&new).exists());
        }
        let (_home, folder, _) = split(&args);
        let told = error(&format!(
            "work {folder} --solver picosat --solver-path /bin/sh"
        ));
        assert_eq!(told, format!("picosat writes no proof: {able}"));
    }
}

#[test]
fn a_tour_of_the_lazy_engine_is_not_the_work_of_the_solver_that_refutes() {
    let (_home, folder, _) = split("6x6 --closed --parts 1 --proof --solver kissat");
    let (code, out, err) = run(&format!(
        "work {folder} --solver kissat --solver-path /bin/sh"
    ));
    assert_eq!(code, 0, "{err}");
    assert!(out.starts_with("part 1: a tour (varisat, "), "{out}");
    assert!(read(&folder, "parts/1/result.json").contains("\"by\":\"varisat\""));
}

#[test]
fn reasons_of_preprocessing_are_no_word_of_a_solver() {
    let (_home, folder) = done("3x4 --closed --parts 1");
    let (code, out, _) = run(&format!("join {folder}"));
    assert_eq!(code, 1);
    assert!(out.contains("found by preprocessing"), "{out}");
}

#[test]
fn what_does_not_belong_is_refused_by_name() {
    let problem = "4x7 --closed --no-shortcuts --parts 4 --proof";
    let refused = |spoil: &dyn Fn(&str)| {
        let (_home, folder) = done(problem);
        spoil(&folder);
        let told = error(&format!("join {folder}"));
        told.replace(&folder, "DIR")
    };
    let line = |text: &str, number: usize| text.lines().nth(number - 1).unwrap().to_string();
    let without_a_cube = refused(&|folder| {
        change(folder, "cubes.txt", |text| {
            text.lines().skip(1).join("\n") + "\n"
        });
    });
    assert_eq!(
        without_a_cube,
        "DIR/cubes.txt: has 3 cubes, and the folder has 4 parts"
    );
    let other_literal = refused(&|folder| {
        change(folder, "cubes.txt", |text| {
            let first = line(text, 1);
            text.replacen(
                &first,
                &first.replacen(|c: char| c.is_ascii_digit(), "7", 1),
                1,
            )
        });
    });
    assert!(
        other_literal.starts_with("DIR/cubes.txt: "),
        "{other_literal}"
    );
    let same_cube = refused(&|folder| {
        change(folder, "cubes.txt", |text| {
            text.replacen(&line(text, 1), &line(text, 2), 1)
        });
    });
    assert!(
        same_cube.starts_with("DIR/cubes.txt: part 1 overlaps other parts")
            || same_cube.contains("no part covers"),
        "{same_cube}"
    );
    let proof_of_another = refused(&|folder| {
        let copy = read(folder, "parts/2/proof.lrat");
        change(folder, "parts/3/proof.lrat", |_| copy.clone());
    });
    assert!(
        proof_of_another.starts_with("DIR/parts/3/proof.lrat: "),
        "{proof_of_another}"
    );
    assert!(
        proof_of_another.contains("not that part 3 is impossible"),
        "{proof_of_another}"
    );
    let no_proof = refused(&|folder| {
        fs::remove_file(Path::new(folder).join("parts/2/proof.lrat")).unwrap();
    });
    assert!(
        no_proof.starts_with("DIR/parts/2/proof.lrat: "),
        "{no_proof}"
    );
    let folder_of_another = refused(&|folder| {
        for file in ["result.json", "proof.lrat"] {
            let copy = read(folder, &format!("parts/1/{file}"));
            change(folder, &format!("parts/4/{file}"), |_| copy.clone());
        }
    });
    assert_eq!(
        folder_of_another,
        "DIR/parts/4/result.json: part 4 is the result of part 1"
    );
    let of_another_folder = refused(&|folder| {
        let (_home, other) = done("4x6 --closed --no-shortcuts --parts 4 --proof");
        let copy = read(&other, "parts/4/result.json");
        change(folder, "parts/4/result.json", |_| copy.clone());
    });
    assert_eq!(
        of_another_folder,
        "DIR/parts/4/result.json: part 4 is the result of another folder"
    );
    let cut_of_everything = refused(&|folder| {
        let all = (0..28).join(",");
        change(folder, "parts/2/result.json", |text| {
            let (begin, end) = text.rsplit_once('}').unwrap();
            let begin = begin.replace("\"cuts\":", "\"others\":");
            format!("{begin},\"cuts\":[[{all}]]}}{end}")
        });
    });
    assert!(
        cut_of_everything.ends_with("part 2 has a cut without edges that leave it"),
        "{cut_of_everything}"
    );
    let other_problem = refused(&|folder| {
        change(folder, "split.json", |text| text.replace("4x7", "4x6"));
    });
    assert_eq!(
        other_problem,
        "DIR/split.json: has been changed since it was written"
    );
}

/// If any line of a part's proof is dropped or changed, the proof is refused, unless the line was
/// not needed.
#[test]
fn proofs_that_were_tampered_with_are_refused_where_they_are_wrong() {
    let (_home, folder) = done("4x7 --closed --no-shortcuts --parts 3 --proof");
    let file = "parts/2/proof.lrat";
    let whole = read(&folder, file);
    let mut refused = 0;
    for number in 0..whole.lines().count() {
        let lines = whole.lines().enumerate().filter(|(at, _)| *at != number);
        let dropped = lines.map(|(_, line)| format!("{line}\n")).join("");
        fs::write(Path::new(&folder).join(file), dropped).unwrap();
        let (code, _, err) = run(&format!("join {folder}"));
        if code == 2 {
            assert!(err.contains("parts/2/proof.lrat: "), "{err}");
            refused += 1;
        }
    }
    assert!(refused > 3, "{refused}");
    fs::write(Path::new(&folder).join(file), &whole).unwrap();
    assert_eq!(run(&format!("join {folder}")).0, 1);
}

#[test]
fn what_cannot_be_split_is_told() {
    let home = TempDir::new().unwrap();
    let folder = home.path().join("parts").display().to_string();
    let told = error(&format!(
        "split 6x6 --parts 2 --portfolio varisat,minisat -o {folder}"
    ));
    assert!(told.contains("--portfolio"), "{told}");
    assert_eq!(run(&format!("split 6x6 --parts 0 -o {folder}")).0, 2);
    assert!(!Path::new(&folder).exists());
    let other = home.path().display();
    for command in ["join", "work"] {
        let told = error(&format!("{command} {folder}"));
        assert_eq!(told, format!("{folder}: no such folder"));
        let told = error(&format!("{command} {other}"));
        let wanted = format!("{other}: has no split.json: name a folder that split has written");
        assert_eq!(told, wanted);
    }
    let (code, out, _) = run(&format!(
        "split 100x100 --closed --parts 100 --timeout 0 -o {folder}"
    ));
    assert_eq!(code, 3, "{out}");
    assert!(!Path::new(&folder).exists());
}

#[test]
fn a_refutation_of_the_textbook_formula_is_checked_from_its_comments() {
    let home = TempDir::new().unwrap();
    let folder = home.path().join("proof").display().to_string();
    let (code, _, err) = run(&format!("prove 3x5 --closed --textbook -o {folder}"));
    assert_eq!(code, 0, "{err}");
    let verify = |asked: &str| run(&format!("verify {asked} --certificate {folder}"));
    let (code, out, err) = verify("3x5 --closed");
    assert_eq!(code, 0, "{err}");
    assert!(
        out.starts_with("valid: no closed knight's tour of 3x5"),
        "{out}"
    );
    let (code, _, err) = verify("3x6 --closed");
    assert_eq!(code, 2);
    assert!(err.contains("is the formula of another problem"), "{err}");
    change(&folder, "formula.cnf", |text| {
        let last = text.lines().last().unwrap();
        text.replace(&format!("\n{last}\n"), "\n1 0\n")
    });
    let (code, _, err) = verify("3x5 --closed");
    assert_eq!(code, 1, "{err}");
}

/// A file may name edges in any order, and comments name them in theirs.
#[test]
fn a_graph_whose_edges_are_in_no_order_is_split_like_any_other() {
    let home = TempDir::new().unwrap();
    let petersen = "p edge 10 15\ne 3 4\ne 2 3\ne 1 2\ne 5 1\ne 4 5\ne 6 1\ne 7 2\ne 8 3\ne 9 4\n\
                    e 10 5\ne 8 6\ne 10 8\ne 7 10\ne 9 7\ne 6 9\n";
    let graph = program::write(home.path(), "petersen.col", petersen);
    for encoding in ["position", "order", "distance", "lazy"] {
        let args = format!("--graph {graph} --closed --no-shortcuts --encoding {encoding}");
        let (_home, folder) = done(&format!("{args} --parts 3 --proof"));
        assert_eq!(run(&format!("join {folder}")).0, 1, "{encoding}");
        let verify = format!("verify --graph {graph} --closed --certificate {folder}/joined");
        let (code, _, err) = run(&verify);
        assert_eq!(code, 0, "{encoding}: {err}");
    }
}
