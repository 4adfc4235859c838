//! `check --cnf` with several files: a row each, whatever the others are.

use crate::common::program;

use crate::common::compression::packed;
use knightsat_base::text::harmless;
use program::{error, knightsat, run, write};
use serde_json::Value;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const MAP: &str = "((i-1)*m+(j-1))*n+k";

/// The textbook formula of 3x4, without comments.
fn textbook() -> String {
    let (code, out, _) = run("encode 3x4 --textbook --three-cnf no --no-shortcuts -o -");
    assert_eq!(code, 0);
    let lines = out.lines().filter(|line| !line.starts_with('c'));
    lines.map(|line| format!("{line}\n")).collect()
}

/// Returns the formula with more pigeons than holes in fresh variables, which no solver in process
/// can refute in time.
fn endless(formula: &str) -> String {
    const HOLES: usize = 14;
    let var = |pigeon: usize, hole: usize| 145 + pigeon * HOLES + hole;
    let mut clauses: Vec<String> = formula.lines().skip(1).map(String::from).collect();
    for pigeon in 0..=HOLES {
        let somewhere: Vec<String> = (0..HOLES)
            .map(|hole| var(pigeon, hole).to_string())
            .collect();
        clauses.push(somewhere.join(" ") + " 0");
        for other in 0..pigeon {
            let apart = |hole| format!("-{} -{} 0", var(pigeon, hole), var(other, hole));
            clauses.extend((0..HOLES).map(apart));
        }
    }
    let variables = var(HOLES, HOLES) - 1;
    format!(
        "p cnf {variables} {}\n{}\n",
        clauses.len(),
        clauses.join("\n")
    )
}

/// A formula that has more clauses than there is memory for, in a small file.
fn bomb(path: &Path) {
    let head = packed(b"p cnf 144 67108864\n");
    let clauses = packed(&b"1 0\n".repeat(1 << 20)).repeat(64);
    fs::write(path, [head, clauses].concat()).unwrap();
}

/// A folder of submissions for 3x4, and the verdict on each in order.
fn submissions(folder: &Path) -> Vec<(&'static str, &'static str)> {
    let right = textbook();
    write(folder, "a right.cnf", &right);
    // That the tour is somewhere at its first step.
    let somewhere = (1..=12).map(|var| format!("{var} ")).collect::<String>() + "0\n";
    assert!(right.contains(&somewhere));
    let wrong = right.replace(" 1728\n", " 1727\n").replace(&somewhere, "");
    write(folder, "b.cnf", &wrong);
    write(folder, "c.cnf", &right[..right.len() / 2]);
    write(folder, "d.cnf", "");
    write(folder, "e.cnf", &endless(&right));
    symlink("nowhere", folder.join("f.cnf")).unwrap();
    rustix::fs::mkfifoat(rustix::fs::CWD, folder.join("g.cnf"), 0o600.into()).unwrap();
    fs::write(folder.join("h.cnf"), [0, 159, 146, 150, 10, 200]).unwrap();
    write(
        folder,
        "i.cnf",
        "p cnf 4294967295 18446744073709551615\n1 0\n",
    );
    bomb(&folder.join("j.cnf.gz"));
    fs::write(folder.join("k.cnf.gz"), [0x1f, 0x8b, 8, 0, 0]).unwrap();
    fs::create_dir(folder.join("l")).unwrap();
    write(&folder.join("l"), "\u{1b}]0;\n.dimacs", &right);
    // Neither is a submission.
    write(folder, "formula.py", "");
    write(folder, "._a right.cnf", "");
    vec![
        ("a right.cnf", "right"),
        ("b.cnf", "wrong"),
        ("c.cnf", "wrong"),
        ("d.cnf", "unreadable"),
        ("e.cnf", "unknown"),
        ("f.cnf", "unreadable"),
        ("g.cnf", "unreadable"),
        ("h.cnf", "unreadable"),
        ("i.cnf", "unreadable"),
        ("j.cnf.gz", "unknown"),
        ("k.cnf.gz", "unreadable"),
        ("l/\u{1b}]0;\n.dimacs", "right"),
    ]
}

/// Exit code, output and messages of a check of a folder for 3x4.
fn mark(folder: &Path, options: &str) -> (i32, String, String) {
    let args = format!("check 3x4 --map {MAP} {options} --cnf");
    let output = knightsat(&args).arg(folder).output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    let lines = err.split_inclusive('\n');
    let err = lines
        .filter(|line| !line.ends_with(", continuing\n"))
        .collect();
    (output.status.code().unwrap(), out, err)
}

#[test]
fn every_submission_has_its_row_and_costs_its_own_time_only() {
    let dir = TempDir::new().unwrap();
    let expected = submissions(dir.path());
    let begun = Instant::now();
    let (code, out, err) = mark(dir.path(), "--timeout 15 --memory 96");
    assert!(begun.elapsed() < Duration::from_secs(100), "{out}");
    assert_eq!(code, 1, "{out}");
    assert!(err.contains("left out: formula.py (to check"), "{err}");
    assert_eq!(err.lines().count(), 1, "{err}");
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].starts_with("file ") && lines[0].ends_with("models  first fault"));
    for ((name, verdict), line) in expected.iter().zip(&lines[1..]) {
        let shown = harmless(name);
        let rest = line
            .split_once(&*shown)
            .unwrap_or_else(|| panic!("{name}: {out}"))
            .1;
        assert!(rest.trim_start().starts_with(verdict), "{name}: {out}");
    }
    for (line, what) in [
        (2, "sound: a model that is not a tour: no square at step 1"),
        (3, "header: "),
        (6, ": no such file"),
        (10, "out of memory"),
    ] {
        assert!(lines[line].contains(what), "{what}: {out}");
    }
    let summary = "12 submissions: 2 right, 2 wrong, 6 unreadable, 2 unknown";
    assert_eq!(lines[13..], [summary], "{out}");
}

#[test]
fn rows_come_as_csv_as_json_and_as_junit() {
    let dir = TempDir::new().unwrap();
    let right = textbook();
    write(dir.path(), "a,b.cnf", &right);
    let none = right.replace("p cnf 144 1728", "p cnf 144 1729") + "0\n";
    write(dir.path(), "none.cnf", &none);
    let (code, out, err) = mark(dir.path(), "--format csv");
    assert_eq!(code, 1, "{out}{err}");
    let summary = "knightsat: 2 submissions: 1 right, 1 wrong\n";
    assert_eq!(err, summary);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 3, "{out}");
    let right = format!(
        "3x4,open,\"{}/a,b.cnf\",,right,144,1728,3752,16,16,",
        dir.path().display()
    );
    assert!(
        lines[1].starts_with(&right) && lines[1].ends_with(",,"),
        "{out}"
    );
    let wrong = ",verdict: \"unsatisfiable, although there are tours\",a1 ";
    assert!(
        lines[2]
            .replace("\"verdict: ", "verdict: \"")
            .contains(wrong),
        "{out}"
    );

    let (code, out, err) = mark(dir.path(), "--format json");
    assert_eq!((code, err.as_str()), (1, summary));
    let documents: Vec<Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let rows = documents.iter().map(|document| &document["rows"][0]);
    let verdict = |row: &Value| (row["verdict"].clone(), row["good"].clone());
    let verdicts: Vec<_> = rows.map(verdict).collect();
    let expected = [("right", true), ("wrong", false)];
    assert_eq!(
        verdicts,
        expected.map(|(verdict, good)| (verdict.into(), good.into()))
    );
    assert_eq!(
        documents[1]["rows"][0]["counterexample"]["wrong"],
        "no-model"
    );

    write(dir.path(), "slow.cnf", &endless(&textbook()));
    let (code, out, _) = mark(dir.path(), "--format junit --timeout 2");
    assert_eq!(code, 1);
    assert!(
        out.contains("tests=\"3\" failures=\"1\"") && out.contains("<skipped message=\"time is up")
    );
}

#[test]
fn a_map_beside_a_submission_is_its_own() {
    let dir = TempDir::new().unwrap();
    // The two open tours of two squares a wazir's move apart, numbered in two ways.
    let clauses = "p cnf 4 6\n1 2 0\n-1 -2 0\n3 4 0\n-3 -4 0\n-1 -3 0\n-2 -4 0\n";
    let one = write(dir.path(), "one.cnf", clauses);
    let two = write(dir.path(), "two.cnf", clauses);
    write(dir.path(), "one.map", "2*(i-1)+v\n");
    write(dir.path(), "two.map", "1 2 a1\n2 2 b1\n3 1 a1\n4 1 b1\n");
    let args = "check 1x2 --leaper 0,1 --cnf";
    let (code, out, err) = run(&format!("{args} {one} {two}"));
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.ends_with("2 submissions: 2 right\n"), "{out}");
    // One file, checked alone, has the same map; another map comes first.
    assert_eq!(run(&format!("{args} {two}")).0, 0);
    let (code, out, _) = run(&format!("{args} {two} --map 2*(2-i)+3-v --format csv"));
    assert_eq!(code, 0, "{out}");
    // The map of all submissions is for those without one of their own, or comments.
    let comments = "c 1 x(2,b1)\nc 2 x(2,a1)\nc 3 x(1,b1)\nc 4 x(1,a1)\n";
    let three = write(dir.path(), "three.cnf", &format!("{comments}{clauses}"));
    let (code, out, _) = run(&format!("{args} {one} {two} {three} --map i+v+7"));
    assert_eq!(code, 0, "{out}");
    write(dir.path(), "two.map", "1 2 z9\n");
    let (code, out, _) = run(&format!("{args} {}", dir.path().display()));
    assert_eq!(code, 1);
    assert!(
        out.contains("two.map:1:5: z9 is not on the 1x2 board"),
        "{out}"
    );
}

#[test]
fn endings_count_in_any_case_and_other_files_are_named() {
    let dir = TempDir::new().unwrap();
    let formula = "p cnf 1 1\n1 0\n";
    for name in ["A.CNF", "b.cnf", "C.Opb.GZ", "kim.txt", "b.map", "d.MAP"] {
        write(dir.path(), name, formula);
    }
    write(dir.path(), "b.map", "i\n");
    fs::write(
        dir.path().join("C.Opb.GZ"),
        packed(b"* #variable= 1 #constraint= 1\n+1 x1 >= 1 ;\n"),
    )
    .unwrap();
    for number in 0..6 {
        write(dir.path(), &format!("n{number}.doc"), "");
    }
    let folder = dir.path().display();
    let (code, out, err) = run(&format!("check 1x1 --map i --cnf {folder}"));
    assert_eq!(code, 0, "{out}{err}");
    assert!(out.ends_with("3 submissions: 3 right\n"), "{out}");
    let expected = format!(
        "knightsat: {folder}: 7 files without the ending .cnf, .dimacs or .opb left out: kim.txt, \
         n0.doc, n1.doc, n2.doc, n3.doc and 2 more (to check such a file, name it after --cnf)\n"
    );
    assert_eq!(err, expected);
    // Any file that is named is checked.
    let kim = dir.path().join("kim.txt");
    let (code, out, err) = run(&format!(
        "check 1x1 --map i --cnf {folder} {}",
        kim.display()
    ));
    assert_eq!(code, 0, "{err}");
    assert!(out.ends_with("4 submissions: 4 right\n"), "{out}");
}

#[test]
fn only_what_no_submission_is_to_blame_for_is_an_error() {
    let dir = TempDir::new().unwrap();
    let empty = dir.path().display().to_string();
    let message = format!("{empty}: the folder has no file that ends in .cnf, .dimacs or .opb");
    assert_eq!(error(&format!("check 3x4 --cnf {empty}")), message);
    let one = write(dir.path(), "one.cnf", "p cnf 1 1\n1 0\n");
    for (args, message) in [
        (
            format!("3x4 --cnf {one} {one} --map 10*i+"),
            "--map 10*i+: no such file",
        ),
        (
            format!("3x4 --cnf {one} -"),
            "--cnf -: of several formulas each",
        ),
        (
            format!("3x4 --cnf {one} {one} --map -"),
            "-: every check of several",
        ),
        (format!("3x4 --start c9 --cnf {one} {one}"), "c9"),
        (
            format!("3x4 --cnf {one} {one} --timeout -1"),
            "--timeout -1: write a number",
        ),
        (
            format!("3x4 --cnf {one} {one} --amo ladder"),
            "--amo is for formulas",
        ),
    ] {
        let found = error(&format!("check {args}"));
        assert!(found.contains(message), "{args}: {found}");
    }
    // A file that does not exist has not been handed in.
    let (code, out, _) = run(&format!("check 1x1 --map i --cnf {one} {empty}/two.cnf"));
    assert_eq!(code, 1);
    assert!(
        out.contains("unreadable") && out.ends_with(": 1 right, 1 unreadable\n"),
        "{out}"
    );
    // A board may follow the files.
    assert_eq!(run(&format!("check --map i --cnf {one} {one} 1x1")).0, 0);
}

#[test]
fn the_path_of_a_submission_names_one_of_several_boards() {
    let dir = TempDir::new().unwrap();
    fs::create_dir(dir.path().join("4x4")).unwrap();
    let right = textbook();
    write(dir.path(), "ADA3X4.CNF", &right);
    write(dir.path(), "bob13x4.cnf", &right);
    write(&dir.path().join("4x4"), "eve-3x4.cnf", &right);
    write(&dir.path().join("4x4"), "none.cnf", "p cnf 256 1\n0\n");
    let folder = dir.path().display();
    let (code, out, _) = run(&format!(
        "check 3x4 4x4 --map {MAP} --format csv --cnf {folder}"
    ));
    assert_eq!(code, 1, "{out}");
    let verdicts: Vec<[&str; 2]> = out
        .lines()
        .skip(1)
        .map(|line| line.split(',').collect::<Vec<_>>())
        .map(|fields| [fields[0], fields[4]])
        .collect();
    let expected = [
        ["3x4", "right"],
        ["4x4", "right"],
        ["3x4", "right"],
        ["-", "unreadable"],
    ];
    let mut found = verdicts.clone();
    found.sort_unstable();
    let mut expected = expected;
    expected.sort_unstable();
    assert_eq!(found, expected, "{out}");
    assert!(out.contains("names none of 3x4, 4x4"), "{out}");
}

#[test]
fn a_map_of_too_many_steps_is_refused_at_once() {
    let dir = TempDir::new().unwrap();
    let one = write(dir.path(), "one.cnf", "p cnf 1 1\n1 0\n");
    let (code, out, _) = run(&format!("check 300x300 --cnf {one} {one} --map i"));
    assert_eq!(code, 1);
    assert!(
        out.contains("numbers 90000 steps on 90000 squares, and the formula has 1 variable"),
        "{out}"
    );
}

#[test]
fn a_submission_without_a_verdict_is_not_good() {
    let dir = TempDir::new().unwrap();
    write(dir.path(), "slow.cnf", &endless(&textbook()));
    write(dir.path(), "right.cnf", &textbook());
    let (code, out, _) = mark(dir.path(), "--format json --timeout 2");
    assert_eq!(code, 3, "{out}");
    let good = |line: &str| {
        let document: Value = serde_json::from_str(line).unwrap();
        document["rows"][0]["good"].as_bool().unwrap()
    };
    assert_eq!(out.lines().map(good).collect::<Vec<_>>(), [true, false]);
}
