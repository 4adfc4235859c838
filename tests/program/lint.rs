//! Findings of lint in bad and good files, and its fixes. After an intended change: BLESS=1 cargo
//! test --test program lint, and read the difference.

use crate::common::cases::cases;
use crate::common::program::{self, knightsat, write};
use crate::common::transcript::transcript_in;
use knightsat::cnf::dimacs::read::CnfReader;
use knightsat_lint::names::{FindingName, Severity};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

fn fixtures(folder: &str) -> Vec<PathBuf> {
    let root = program::root().join("fixtures");
    let entries = fs::read_dir(root.join(folder)).unwrap();
    let files = entries.map(|entry| entry.unwrap().path());
    let is_cnf = |file: &PathBuf| file.extension().is_some_and(|ending| ending == "cnf");
    let mut files: Vec<PathBuf> = files.filter(is_cnf).collect();
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
    let mut names = FindingName::ALL.iter();
    names.find(|known| known.as_str() == stem).expect(stem)
}

#[test]
fn each_bad_file_has_the_fault_it_is_named_after() {
    let files = fixtures("cnf/bad");
    let stem = |file: &PathBuf| file.file_stem().unwrap().to_str().unwrap().to_string();
    let stems: BTreeSet<String> = files.iter().map(stem).collect();
    let names = FindingName::ALL
        .iter()
        .map(|name| name.as_str().to_string());
    assert_eq!(stems, names.collect());
    for file in files {
        let (code, out) = lint(&file, &[]);
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
    for file in [fixtures("cnf/good"), fixtures("golden")].concat() {
        let (code, out) = lint(&file, &[]);
        assert_eq!(code, 0, "{out}");
        let is_clean = !out.contains(": error:") && !out.contains(": warning:");
        assert!(is_clean, "{out}");
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
        let (code, out) = lint(&copy, &["--fix"]);
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
        let (code, out) = lint(&copy, &[]);
        assert_eq!(code, 0, "{stem}: {out}");
        let expected = match stem {
            "header-missing" | "header-not-first" | "empty-clause" => BTreeSet::new(),
            _ => one.clone(),
        };
        match stem {
            "unused-variables" => assert!(text.starts_with("p cnf 9 3\n")),
            _ => assert_eq!(models(&text, 3), expected, "{stem}: {text}"),
        }
    }
    let expected = "clause-unterminated not-a-number number-too-large";
    assert_eq!(unclear.join(" "), expected);
}

#[test]
fn a_file_that_is_cut_off_or_of_another_format_is_not_fixed() {
    let dir = TempDir::new().unwrap();
    for (text, why) in cases(include_str!("tables/unclear.txt")) {
        let file = write(dir.path(), "f.cnf", &text);
        let lint = format!("1 lint --fix f.cnf => …not fixed…{why}…");
        transcript_in(dir.path(), &lint);
        assert_eq!(fs::read_to_string(file).unwrap(), text);
    }
}

/// `lint` has one finding about it, and `sat` and `decode` fail with the same words.
#[test]
fn other_formats_are_named_by_their_first_line_and_not_read() {
    let dir = TempDir::new().unwrap();
    for (text, name) in cases(include_str!("tables/formats.txt")) {
        let file = write(dir.path(), "f.cnf", &text);
        let (at, name) = name.split_at(3);
        let finding = match &name[2..] {
            article if article.starts_with("a ") => article.to_string(),
            name => format!("a file in {name}"),
        };
        let (code, out) = lint(Path::new(&file), &[]);
        let start = format!("f.cnf:{at}: error: header-malformed: {finding}");
        let is_alone = out.starts_with(&start) && out.lines().count() == 1;
        assert!(code == 1 && is_alone, "{text}: {out}");
        let mut table = format!(
            "1 lint --fix f.cnf => …not fixed…{finding}…\nsat f.cnf => f.cnf:{at}: {finding}…"
        );
        if text.starts_with("p ") && at != "3:1" {
            table += &format!("\ndecode f.cnf - < s UNKNOWN\\n => f.cnf:{at}: {finding}…");
        }
        transcript_in(dir.path(), &table);
    }
}
