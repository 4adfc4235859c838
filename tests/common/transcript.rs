//! Transcripts: tables of runs of the program as text.
//!
//! A row is `CODE ARGUMENTS < INPUT => OUTPUT`. Indented lines continue it. Without a code, the run
//! fails with exit code 2: it prints nothing but one line on standard error. The output is all of
//! standard output and, after `!`, of standard error; lines are joined by ` | `. In it, `…` stands
//! for any text. `DIR` is a folder, and `\n` in the input ends a line. Rows about commands that the
//! program does not have are skipped.

use super::program::{has, run_with};
use std::path::Path;

/// Runs all rows, and panics with those that differ.
pub fn check(dir: &Path, table: &str) {
    let folder = dir.display().to_string();
    let rows = rows(table).map(|row| row.replace("DIR", &folder));
    let faults: Vec<String> = rows.filter_map(|row| fault(&row)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Runs rows that need no files.
pub fn check_all(table: &str) {
    check(Path::new("/nowhere"), table);
}

/// Returns the rows of a table.
pub fn rows(table: &str) -> impl Iterator<Item = String> {
    let text = table.replace("\n    ", " ");
    let rows: Vec<String> = text.trim().lines().map(str::to_string).collect();
    rows.into_iter()
}

/// Runs a row, and returns it with its output if they differ.
fn fault(row: &str) -> Option<String> {
    let (command, expected) = row.split_once(" => ").expect(row);
    let (command, input) = command.split_once(" < ").unwrap_or((command, ""));
    let code = command.split(' ').next().and_then(|word| word.parse().ok());
    let args = code.map_or(command, |code: i32| &command[code.to_string().len() + 1..]);
    if !has(args) {
        return None;
    }
    let (found, out, err) = run_with(args, &input.replace("\\n", "\n"));
    let [out, err] = [out, err].map(|text| text.trim_end().replace('\n', " | "));
    let output = match err.as_str() {
        "" => out,
        err => format!("{out} ! {}", err.replace("knightsat: ", "")),
    };
    let expected = match code {
        Some(_) => expected.to_string(),
        None => format!(" ! {expected}"),
    };
    let is_good = found == code.unwrap_or(2) && is_like(&output, expected.trim_start());
    let is_line = code.is_some() || !err.contains(" | ");
    (!is_good || !is_line).then(|| format!("{row}\n    {found}: {output}"))
}

/// Returns true if the text is the pattern, in which `…` stands for any text.
pub fn is_like(text: &str, pattern: &str) -> bool {
    let text = text.trim_start();
    let mut parts = pattern.split('…');
    let Some(mut rest) = text.strip_prefix(parts.next().unwrap_or_default()) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, inner)) = parts.split_last() else {
        return rest.is_empty();
    };
    for part in inner {
        let Some(place) = rest.find(part) else {
            return false;
        };
        rest = &rest[place + part.len()..];
    }
    rest.ends_with(last)
}
