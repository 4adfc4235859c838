//! The README and the guide show what the program does.

use crate::common::required;

use assert_cmd::Command;
use std::ffi::OsString;
use std::fs;
use std::process::Stdio;

/// Pages whose shell blocks are run, with the least number of commands in them.
const PAGES: [(&str, usize); 7] = [
    ("README.md", 8),
    ("docs/usage.md", 8),
    ("lab/docs/clusters.md", 8),
    ("docs/encodings.md", 2),
    ("docs/lazy.md", 3),
    ("docs/position.md", 3),
    ("lab/docs/proofs.md", 1),
];

fn read(page: &str) -> String {
    fs::read_to_string(crate::common::program::root().join(page)).unwrap()
}

/// The lines of each block in the language `sh`.
fn blocks(text: &str) -> Vec<Vec<&str>> {
    let blocks = text.split("```sh\n").skip(1);
    blocks
        .map(|block| block.split("```").next().unwrap().lines().collect())
        .collect()
}

/// The exit code of a line that works: MiniSat alone reports a model by 10.
fn success(line: &str) -> i32 {
    let is_minisat_alone = line.starts_with("minisat ") && !line.contains([';', '|']);
    if is_minisat_alone { 10 } else { 0 }
}

/// Returns true if all solvers of the line are on PATH. `veripb.rs` runs the checkers of proofs.
fn has_its_solvers(line: &str) -> bool {
    if line.starts_with("veripb") {
        return false;
    }
    let known = knightsat::solver::installed::installed();
    let asked = |name: &str| line.split([' ', ',', ';']).any(|word| word == name);
    let mut asked = known.iter().filter(|solver| asked(solver.name));
    asked.all(|solver| required::is_usable(solver.path.is_some(), solver.name))
}

#[test]
fn the_commands_of_the_readme_and_the_guide_work() {
    for (page, least) in PAGES {
        let folder = tempfile::tempdir().unwrap();
        let text = read(page);
        let blocks = blocks(&text);
        assert!(blocks.iter().flatten().count() >= least, "{page}");
        // A line may read the answer of a solver above it.
        let usable = blocks
            .iter()
            .flat_map(|block| block.iter().take_while(|line| has_its_solvers(line)));
        for line in usable {
            let mut path = OsString::from(crate::common::program::folder());
            path.push(":");
            path.push(std::env::var_os("PATH").unwrap());
            let mut shell = std::process::Command::new("bash");
            let shell = shell.args(["-c", line]).env("PATH", path);
            let output = shell.current_dir(folder.path()).stdin(Stdio::null());
            let output = output.output().unwrap();
            let code = Some(success(line));
            assert_eq!(output.status.code(), code, "{page}: {line}: {output:?}");
        }
    }
}

#[test]
fn the_readme_is_short_and_its_links_lead_somewhere() {
    assert!(read("README.md").lines().count() <= 120);
    for (page, _) in PAGES {
        let text = read(page);
        let folder = crate::common::program::root().join(page);
        let folder = folder.parent().unwrap();
        for link in text.split("](").skip(1) {
            let link = link.split(')').next().unwrap();
            if link.starts_with("https:") {
                continue;
            }
            let (file, section) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page } else { file };
            let target = if file.is_empty() {
                crate::common::program::root().join(target)
            } else {
                folder.join(target)
            };
            assert!(target.exists(), "{page}: {link}");
            let text = fs::read_to_string(target).unwrap_or_default();
            let titles = text.lines().filter(|line| line.starts_with("##"));
            let mut titles = titles.map(|line| line.trim_start_matches('#').trim());
            let is_title = |title: &str| title.to_lowercase().replace(' ', "-") == section;
            assert!(section.is_empty() || titles.any(is_title), "{page}: {link}");
        }
    }
}

#[test]
fn the_table_of_exit_codes_has_the_codes_of_every_help() {
    let text = read("docs/usage.md");
    let section = text.split("## Exit codes").nth(1).unwrap();
    let rows: Vec<Vec<&str>> = section
        .lines()
        .filter(|line| line.starts_with('|') && !line.starts_with("| ---"))
        .map(|line| line.split('|').map(str::trim).collect())
        .collect();
    let first = Command::new(crate::common::program::path())
        .arg("--help")
        .output();
    let first = String::from_utf8(first.unwrap().stdout).unwrap();
    let commands = first
        .split("Options:")
        .next()
        .unwrap()
        .lines()
        .filter_map(|line| line.strip_prefix("  "));
    let commands = commands.map(|line| line.split_whitespace().next().unwrap());
    for command in commands.filter(|&command| command != "sat") {
        let name = format!("`{command}`");
        let row = rows.iter().find(|row| row[1] == name).expect(command);
        let filled = (2..row.len()).filter(|&column| !row[column].is_empty());
        let told: Vec<&str> = filled.map(|column| rows[0][column]).collect();
        let output = Command::new(crate::common::program::path())
            .args([command, "--help"])
            .output();
        let help = String::from_utf8(output.unwrap().stdout).unwrap();
        let codes = help.split("Exit codes:\n").nth(1).unwrap().lines();
        let codes: Vec<&str> = codes
            .map(|line| line.split_whitespace().next().unwrap())
            .collect();
        assert_eq!(told, codes, "{command}");
    }
}

#[test]
fn the_first_screen_shows_the_output_of_its_command() {
    let readme = include_str!("../../../../README.md");
    let first_screen: Vec<&str> = readme.lines().take(40).collect();
    let first_screen = first_screen.join("\n");
    assert!(first_screen.contains("$ cargo run --release -- solve 8x8\n"));
    assert!(readme.contains("## Development\n```console\n$ cargo test\n"));
    let mut command = Command::new(crate::common::program::path());
    let output = command.args(["solve", "8x8"]).output().unwrap();
    let board = String::from_utf8(output.stdout).unwrap();
    assert!(first_screen.contains(board.trim_end()), "{board}");
}
