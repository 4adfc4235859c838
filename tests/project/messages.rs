//! The formula in words, and the words of libraries.

use crate::common::program::output;
use itertools::Itertools;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn every_group_of_every_formula_is_put_into_words() {
    let all = "
        3x4 --textbook --start a1 --end d3 ¦ 3x4 --directions one ¦ 5x6 --closed --directions one
        6x6 --closed --symmetric rot90 ¦ 5x5 --closed ¦ 1x2 --closed --textbook
        5x6 --closed --encoding binary --start a1 --end b3
        6x6 --closed --symmetric rot180 --encoding binary ¦ 4x5 --encoding order --variables arcs
        4x5 --encoding order ¦ 4x5 --encoding distance
        6x6 --closed --encoding adder --directions one ¦ 6x6 --closed --encoding lfsr
        6x6 --encoding crt ¦ 6x6 --encoding elimination ¦ 3x4 --encoding lazy";
    for args in all.trim().split(['\n', '¦']) {
        let out = output(&format!("encode {} --format words", args.trim()));
        // The size of the whole, then those of the groups, each with its meaning in the next line.
        let mut lines = out.lines().peekable();
        let mut sizes = Vec::new();
        while let Some(line) = lines.next() {
            let Some((before, _)) = line.split_once(" clause") else {
                continue;
            };
            if line.contains(" literal") {
                let size = before.rsplit(' ').next().unwrap();
                sizes.push(size.parse::<u64>().unwrap());
            }
            if sizes.len() > 1 && line.contains(": ") && !line.starts_with(' ') {
                let what = lines.next().unwrap_or_default();
                let is_meaning = what.starts_with("  ") && what.ends_with(':');
                assert!(is_meaning, "{args}\n{out}");
            }
        }
        assert!(sizes.len() > 1, "{args}\n{out}");
        assert_eq!(sizes[0], sizes[1..].iter().sum::<u64>(), "{args}\n{out}");
    }
}

/// Adds the sources of a folder.
fn sources(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, all);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            all.push(path);
        }
    }
}

/// Returns the lines of code below these folders in order, without tests and comments.
fn lines_of(folders: &[&str]) -> Vec<(PathBuf, String)> {
    let mut all = Vec::new();
    for folder in folders {
        sources(Path::new(folder), &mut all);
    }
    assert!(all.len() > 100);
    all.sort();
    let is_test = |path: &PathBuf| {
        path.iter()
            .any(|part| part == "tests" || part == "tests.rs")
    };
    all.retain(|path| !is_test(path));
    let lines = all.into_iter().flat_map(|path| {
        let text = fs::read_to_string(&path).unwrap();
        let (code, _) = text.split_once("#[cfg(test)]\nmod").unwrap_or((&text, ""));
        let lines = code.lines().map(str::trim);
        let lines = lines.filter(|line| !line.starts_with("//"));
        lines
            .map(|line| (path.clone(), line.to_string()))
            .collect_vec()
    });
    lines.collect()
}

/// The table makes one sentence about all that a backend, a place or a definition does not support.
/// The other sentences are about numbers and other options. Each has one source. To list those that
/// are meant, set BLESS=1.
#[test]
fn every_refusal_has_one_source() {
    let phrases = [
        "support ",
        "supported ",
        " go with ",
        " is for ",
        " are for ",
        " not for ",
        "cannot be divided",
        "cannot contain",
    ];
    let mut found = String::new();
    for (path, line) in lines_of(&["crates", "src", "lab"]) {
        let texts = line.split('"').skip(1).step_by(2);
        for text in texts.filter(|text| phrases.iter().any(|phrase| text.contains(phrase))) {
            found += &format!("{}: {text}\n", path.display());
        }
    }
    let listed = "tests/project/refusals.txt";
    if env::var_os("BLESS").is_some() {
        fs::write(listed, &found).unwrap();
    }
    assert_eq!(found, fs::read_to_string(listed).unwrap());
}

/// A library does not know whether its caller has a command line: its messages name options by
/// `OptionName`.
#[test]
fn messages_of_libraries_contain_no_flags() {
    // Options of cargo, and of solvers.
    let others = ["--features", "--keep"];
    let mut found = Vec::new();
    for (path, line) in lines_of(&["crates"]) {
        let is_exempt = path.ends_with("solver/src/table.rs");
        let mut flags = line.split("--").skip(1);
        if !is_exempt
            && !others.iter().any(|other| line.contains(other))
            && flags.any(|flag| flag.starts_with(|first: char| first.is_ascii_lowercase()))
        {
            found.push(format!("{}: {line}", path.display()));
        }
    }
    // The title of a formula in words is a line of the command.
    found.retain(|line| !line.contains("formula_spec.rs: "));
    assert!(found.is_empty(), "{}", found.iter().format("\n"));
}
