//! Transcripts: tables of runs of the program in a folder, in the lines of [`cases`](super::cases).
//!
//! A row is `CODE ARGUMENTS > FILE < INPUT => OUTPUT`; only the arguments are needed. Without a
//! code, the run fails with exit code 2: it prints nothing but one line on standard error. The
//! output is all of standard output and, after `!`, of standard error; ` | ` joins its lines, and
//! `…` stands for any text. `@FILE` is the text of a file. With exit code 0, only a row with `!`
//! has errors.
//!
//! In `A || B`, B reads the output of A, which succeeds without errors unless it names its code.
//! `{A|B}` in a command makes a row of each. `NAME = TEXT` writes a file. In `$ SCRIPT` for the
//! shell, the program is `$0`, and `$FIXTURES` the folder of the fixtures. Rows about commands that
//! the program does not have are skipped. Every row ends within [`PATIENCE`].

use super::cases::{is_like, lines, unescaped};
use super::depth;
use super::program::{ended, has, knightsat, path, root};
use super::waiting::PATIENCE;
use assert_cmd::Command;
use std::fs;
use std::path::Path;
use std::time::Instant;
use tempfile::TempDir;

/// Runs the sections of a file of rows, each in a new folder. A section begins with `# TITLE`;
/// `# Full depth: TITLE` is one for the full depth only. With a first row `for NAME in A ¦ B`, the
/// others are run for each of these values of the name.
#[track_caller]
pub fn sections(file: &str) {
    for section in format!("\n{file}").split("\n# ") {
        let (title, table) = section.split_once('\n').unwrap_or_default();
        if title.starts_with("Full depth:") && !depth::is_full() {
            continue;
        }
        println!("# {title}");
        let rows = lines(table);
        let Some(list) = rows.first().and_then(|row| row.strip_prefix("for ")) else {
            transcript(table);
            continue;
        };
        let (name, values) = list.split_once(" in ").expect("for NAME in A ¦ B");
        for value in values.split(" ¦ ") {
            transcript(&rows[1..].join("\n").replace(name, value));
        }
    }
}

/// Runs all rows in a new folder, and panics with those that differ.
#[track_caller]
pub fn transcript(table: &str) -> TempDir {
    let dir = TempDir::new().unwrap();
    transcript_in(dir.path(), table);
    dir
}

/// Runs all rows in this folder, and panics with those that differ.
#[track_caller]
pub fn transcript_in(folder: &Path, table: &str) {
    let rows = lines(table).into_iter().flat_map(|row| variants(&row));
    let faults: Vec<String> = rows.filter_map(|row| fault(folder, &row)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Returns a row for each of the parts `{A|B}` of a command.
fn variants(row: &str) -> Vec<String> {
    let command = row.split(" =").next().unwrap_or_default();
    let group = command.match_indices('{').find_map(|(begin, _)| {
        let end = begin + command[begin..].find('}')?;
        command[begin..end].contains('|').then_some((begin, end))
    });
    let Some((begin, end)) = group else {
        return vec![row.to_string()];
    };
    let (before, after) = (&row[..begin], &row[end + 1..]);
    let parts = row[begin + 1..end].split('|');
    let rows = parts.map(|part| variants(&format!("{before}{part}{after}")));
    rows.flatten().collect()
}

/// Returns the code of a command, and the rest.
fn coded(command: &str) -> (Option<i32>, &str) {
    let (word, rest) = command.split_once(' ').unwrap_or((command, ""));
    match word.parse() {
        Ok(code) => (Some(code), rest.trim_start()),
        Err(_) => (None, command),
    }
}

fn shell(script: &str) -> Command {
    let mut shell = Command::new("bash");
    shell.arg("-c").arg(script).arg(path());
    shell.env("FIXTURES", root().join("fixtures"));
    shell
}

/// Runs a row, and returns it with its output if they differ.
fn fault(folder: &Path, row: &str) -> Option<String> {
    let begun = Instant::now();
    let is_name = |(name, _): &(&str, &str)| !name.contains(' ');
    if let Some((name, text)) = row.split_once(" = ").filter(is_name) {
        fs::write(folder.join(name), unescaped(text)).unwrap();
        return None;
    }
    let (command, expected) = row.split_once(" =>").unwrap_or((row, "…"));
    let (code, (found, out, err)) = match coded(command) {
        (code, script) if script.starts_with("$ ") => {
            (code, ended(shell(&script[2..]).current_dir(folder), ""))
        }
        _ => {
            let (command, input) = command.split_once(" < ").unwrap_or((command, ""));
            let (command, file) = command.split_once(" > ").unwrap_or((command, ""));
            let (mut last, mut run) = (None, (0, unescaped(input), String::new()));
            for (place, stage) in command.split(" || ").enumerate() {
                let is_wrong = run.0 != last.unwrap_or(0) || last.is_none() && !run.2.is_empty();
                if place > 0 && is_wrong {
                    return Some(format!("{row}\n    {run:?}"));
                }
                let (code, args) = coded(stage.trim());
                if !has(args) {
                    return None;
                }
                run = ended(knightsat(args).current_dir(folder), &run.1);
                last = code;
            }
            if !file.is_empty() {
                fs::write(folder.join(file), &run.1).unwrap();
            }
            (last, run)
        }
    };
    let flat = |text: &str| text.trim_end().replace('\n', " | ");
    let [out, errors] = [out, err.replace("knightsat: ", "")].map(|text| flat(&text));
    let output = match errors.as_str() {
        "" => out.clone(),
        errors => format!("{out} ! {errors}").trim_start().to_string(),
    };
    let expected = match expected.trim().strip_prefix('@') {
        Some(file) => flat(&fs::read_to_string(folder.join(file)).unwrap()),
        None => expected.trim().to_string(),
    };
    let is_good = match code {
        None => out.is_empty() && !errors.contains(" | ") && is_like(&errors, &expected),
        Some(0) if !errors.is_empty() && !expected.contains('!') => false,
        Some(_) => is_like(&output, &expected),
    };
    let is_good = is_good && found == code.unwrap_or(2) && begun.elapsed() < PATIENCE;
    (!is_good).then(|| format!("{row}\n    {found}: {output}"))
}
