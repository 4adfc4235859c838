//! Findings of lint in bad and good files, and its fixes. After an intended change: BLESS=1 cargo
//! test --test program lint, and read the difference.

use crate::common::program;

use knightsat::cnf::dimacs::read::CnfReader;
use knightsat_lint::names::{FindingKind, FindingName, Severity};
use program::{error, knightsat, run, run_with, write};
use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

fn fixtures(folder: &str) -> Vec<PathBuf> {
    let root = crate::common::program::root().join("fixtures");
    let entries = fs::read_dir(root.join(folder)).unwrap();
    let files = entries.map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files
        .filter(|file| file.extension().is_some_and(|ending| ending == "cnf"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

/// Lints with the fixture's folder as the current one, so that names are short.
fn lint(file: &Path, args: &[&str]) -> (i32, String) {
    let mut command = knightsat("lint");
    command.current_dir(file.parent().unwrap()).args(args);
    let output = command.arg(file.file_name().unwrap()).output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(err, "", "{}", file.display());
    let out = String::from_utf8(output.stdout).unwrap();
    (output.status.code().unwrap(), out)
}

fn named(file: &Path) -> &'static FindingName {
    let stem = file.file_stem().unwrap().to_str().unwrap();
    let name = stem.split('.').next().unwrap();
    let mut names = FindingName::ALL.iter();
    names.find(|known| known.as_str() == name).expect(name)
}

#[test]
fn each_bad_file_has_the_fault_it_is_named_after() {
    let files = fixtures("cnf/bad");
    let stems: BTreeSet<String> = files
        .iter()
        .map(|file| file.file_stem().unwrap().to_str().unwrap().to_string())
        .collect();
    assert_eq!(stems, FindingKind::all().map(FindingKind::key).collect());
    for file in files {
        let (code, out) = lint(&file, &["--deep"]);
        let name = named(&file);
        let (severity, name) = (name.severity(), name.as_str());
        assert!(out.contains(&format!(": {severity}: {name}: ")), "{out}");
        assert_eq!(code, i32::from(severity != Severity::Note), "{name}: {out}");
        let golden = file.with_extension("txt");
        if std::env::var_os("BLESS").is_some() {
            fs::write(&golden, &out).unwrap();
        }
        assert_eq!(out, fs::read_to_string(golden).unwrap(), "{name}");
    }
}

#[test]
fn good_files_and_what_we_write_are_clean() {
    let good = fixtures("cnf/good");
    for file in [good.clone(), fixtures("golden")].concat() {
        // Of what we write on the smallest boards, a few short clauses repeat others.
        let deep = good.contains(&file);
        let (code, out) = lint(&file, if deep { &["--deep"] } else { &[] });
        assert_eq!(code, 0, "{out}");
        assert!(
            !out.contains(": error:") && !out.contains(": warning:"),
            "{out}"
        );
    }
}

/// Number of variables and the models of a small formula, as bit sets.
fn models(text: &str, variables: u32) -> BTreeSet<u32> {
    let mut reader = CnfReader::new(text.as_bytes(), "f", "").unwrap();
    assert!(reader.header().variables <= variables);
    let (mut clauses, mut clause) = (Vec::new(), Vec::new());
    while reader.next_clause(&mut clause).unwrap() {
        clauses.push(clause.clone());
    }
    let holds = |model: u32| {
        clauses.iter().all(|clause| {
            let mut lits = clause.iter();
            lits.any(|lit| (model >> (lit.var().number() - 1) & 1 == 1) == lit.is_positive())
        })
    };
    (0..1 << variables).filter(|&model| holds(model)).collect()
}

#[test]
fn what_is_fixed_is_clean_and_has_the_models_that_were_meant() {
    // Both sets of clauses that the bad files are made of.
    let one = models("p cnf 3 3\n1 0\n-1 2 0\n-2 -3 0\n", 3);
    let mut unclear = Vec::new();
    let dir = TempDir::new().unwrap();
    for file in fixtures("cnf/bad") {
        let stem = file.file_stem().unwrap().to_str().unwrap();
        let copy = dir.path().join(file.file_name().unwrap());
        fs::copy(&file, &copy).unwrap();
        let before = fs::read(&copy).unwrap();
        let (code, out) = lint(&copy, &["--deep", "--fix"]);
        if out.contains("not fixed, since the meaning is unclear") {
            assert_eq!((code, fs::read(&copy).unwrap()), (1, before), "{stem}");
            unclear.push(stem.to_string());
            continue;
        }
        assert_eq!(code, 0, "{stem}: {out}");
        let text = fs::read_to_string(&copy).unwrap();
        let notes = named(&file).severity() == Severity::Note;
        if before != text.as_bytes() {
            assert!(out.contains(": fixed: "), "{stem} changed silently");
        } else {
            assert!(notes, "{stem} was not changed");
        }
        let (code, out) = lint(&copy, &["--deep"]);
        assert_eq!(code, 0, "{stem}: {out}");
        let expected = match stem {
            "header-missing" | "header-not-first" | "empty-clause" => BTreeSet::new(),
            "final-newline" => (0..8).collect(),
            _ => one.clone(),
        };
        match stem {
            "unused-variables" => assert!(text.starts_with("p cnf 9 3\n")),
            _ => assert_eq!(models(&text, 3), expected, "{stem}: {text}"),
        }
    }
    assert_eq!(
        unclear,
        [
            "clause-unterminated",
            "header-malformed.capitals",
            "header-malformed.other-format",
            "not-a-number.between-clauses",
            "not-a-number",
            "not-a-number.form-feed",
            "number-too-large"
        ]
    );
}

#[test]
fn comments_outlive_a_fix() {
    let dir = TempDir::new().unwrap();
    let text = "c one\np cnf 2 9\n1 c two\n-2 0\nc three --opt\n2 0 c p cnf\n c p show 1 0\n";
    let file = write(dir.path(), "f.cnf", text);
    let (code, out, err) = run(&format!("lint --fix {file} -o -"));
    let fixed = "c one\nc two\nc three - -opt\nc p-cnf\nc p show 1 0\np cnf 2 2\n1 -2 0\n2 0\n";
    assert_eq!((code, out.as_str()), (0, fixed));
    assert!(
        err.contains("fixed: 1 × number of clauses corrected"),
        "{err}"
    );
    assert_eq!(fs::read_to_string(file).unwrap(), text);
}

#[test]
fn a_file_that_is_cut_off_or_of_another_format_is_not_fixed() {
    let dir = TempDir::new().unwrap();
    for (text, why) in [
        ("p cnf 3 9\n1 0\n-1 2", "the file is cut off"),
        // Perhaps just the last 0 is missing, perhaps literals are missing too.
        ("p cnf 3 2\n1 0\n-1 2\n", "or the file is cut off"),
        ("1 0\n-1 2", "or the file is cut off"),
        // Cut off behind a clause, inside the header and before it.
        ("p cnf 3 3\n1 0\n-1 2 0", "its last line has no end"),
        ("p cnf 3 12", "its last line has no end"),
        ("p cnf 3", "its last line has no end"),
        ("c a comment", "its last line has no end"),
        ("c a comment\nc x", "its last line has no end"),
        ("p wcnf 3 1 9\n1 2 0\n", "the header of another format"),
        ("p cnf 1 1\n1 0\np cnf 2 1\n1 2 0\n", "are these two files?"),
        ("p cnf 1 1\n1 0\n%\n1 0\n", "after the '%' trailer"),
        ("p cnf 2 1\n1\n%\n0\n", "inside a clause"),
    ] {
        let file = write(dir.path(), "f.cnf", text);
        let (code, out, _) = run(&format!("lint --fix {file}"));
        let last = out.lines().last().unwrap();
        assert!(
            code == 1 && last.contains("not fixed") && last.contains(why),
            "{out}"
        );
        assert_eq!(fs::read_to_string(file).unwrap(), text);
    }
}

#[test]
fn the_published_file_is_told_what_is_wrong_with_it() {
    let root = crate::common::program::root().join("fixtures/published");
    let (code, out) = lint(&root.join("assignment-program-4x4.dimacs"), &[]);
    assert_eq!(code, 1);
    for line in [
        ":1:1: error: clause-count: the header promises 2 clauses, and the file has 2374: 2372 too many",
        ":2:1: error: variable-beyond-header: literal -111 is beyond the header's 1 variable",
        ": error: variable-beyond-header: and 5036 more",
        ":1:1: note: unused-variables: ",
        ":1:1: note: pure-variables: ",
    ] {
        assert!(out.contains(line), "{line} not in {out}");
    }
}

#[test]
fn streams_compressed_files_and_json() {
    let (code, out, err) = run_with("lint --fix -", "1 2 0\n");
    assert_eq!((code, out.as_str()), (0, "p cnf 2 1\n1 2 0\n"));
    assert!(
        err.starts_with("standard input:1:1: error: header-missing: "),
        "{err}"
    );

    let dir = TempDir::new().unwrap();
    let file = write(dir.path(), "f.cnf", "p cnf 2 1\n1 2 2 0\n");
    let zipped = dir.path().join("g.cnf.gz");
    let zipped = zipped.display();
    assert_eq!(run(&format!("lint --fix {file} -o {zipped}")).0, 0);
    assert_eq!(fs::read(format!("{zipped}")).unwrap()[..2], [0x1f, 0x8b]);
    let (code, out, _) = run(&format!("lint --format json {zipped} {file}"));
    assert_eq!(code, 1);
    let documents: Vec<serde_json::Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(documents[0]["clean"], true);
    assert_eq!(documents[0]["literals"], 2);
    let finding = &documents[1]["findings"][0];
    assert_eq!(finding["name"], "pure-variables");
    let finding = &documents[1]["findings"][1];
    assert_eq!(
        (&finding["name"], &finding["line"]),
        (&"repeated-literal".into(), &2.into())
    );
    assert_eq!(finding["column"], 5);
    assert_eq!(documents[1]["counts"]["repeated-literal"], 1);
}

#[test]
fn usage_errors_are_told() {
    assert_eq!(
        error("lint --fix a.cnf b.cnf -o c.cnf"),
        "-o takes one FILE; without it, each is replaced by its clean version"
    );
    assert_eq!(error("lint no-such-file"), "no-such-file: no such file");
    let dir = tempfile::TempDir::new().unwrap();
    let good = program::write(dir.path(), "good.cnf", "p cnf 1 1\n1 0\n");
    let bad = program::write(dir.path(), "bad.cnf", "p cnf 1 1\n2 0\n");
    let (code, out, err) = run(&format!("lint {good} no-such-file {bad}"));
    assert_eq!(
        (code, &err[..]),
        (2, "knightsat: no-such-file: no such file\n")
    );
    assert!(
        out.contains("bad.cnf:2:1: error: variable-beyond-header"),
        "{out}"
    );
    assert!(error("lint x -o y").contains("--fix"));
}

#[test]
fn a_formula_too_large_for_a_known_solver_is_noted_and_clean() {
    let dir = tempfile::TempDir::new().unwrap();
    let file = program::write(dir.path(), "t.cnf", "p cnf 2000000000 1\n2000000000 1 0\n");
    let (_, out, _) = run(&format!("lint {file}"));
    let note =
        "note: solvers: size: kissat takes at most 1073741823 variables, this has 2000000000";
    assert!(out.contains(note), "{out}");
    let (_, out, _) = run(&format!("lint {file} --format json"));
    assert!(out.contains("\"too_large\":[\"kissat takes"), "{out}");
    let file = program::write(dir.path(), "s.cnf", "p cnf 2 1\n2 1 0\n");
    assert!(!run(&format!("lint {file}")).1.contains("takes at most"));
    assert!(
        run(&format!("lint {file} --format json"))
            .1
            .contains("\"too_large\":[]")
    );
}

#[test]
fn a_pipe_without_an_end_is_named() {
    let mut lint = Command::new(program::path());
    let lint = lint.args(["lint", "-"]).stdin(Stdio::piped());
    let mut child = lint.stderr(Stdio::piped()).spawn().unwrap();
    let input = child.stdin.take().unwrap();
    let mut line = String::new();
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    errors.read_line(&mut line).unwrap();
    assert_eq!(
        line,
        "knightsat: reading standard input for 10 s, continuing\n"
    );
    drop(input);
    child.wait().unwrap();
}

#[test]
fn lines_of_other_formats_are_no_findings() {
    let dir = TempDir::new().unwrap();
    let plus = write(dir.path(), "plus.cnf", "p cnf+ 3 2\n1 -2 0\n1 2 3 <= 1\n");
    let message = "a file in CNF+ of PySAT, which has at-most constraints besides clauses: encode \
                   these as clauses, for example with pysat.card";
    let (code, out, _) = run(&format!("lint {plus}"));
    let finding = format!("{plus}:1:1: error: header-malformed: {message}");
    assert_eq!(code, 1);
    assert_eq!(out.lines().next(), Some(&*finding), "{out}");
    assert!(
        !out.contains("pure-variables") && !out.contains("not-a-number"),
        "{out}"
    );
    let found = error(&format!("sat {plus}"));
    assert!(found.contains(message), "{found}");
}
