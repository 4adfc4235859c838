//! The pages show what the program does: their commands run in order, each page in a separate
//! folder. Outputs in `console` blocks are compared; after an intended change: BLESS=1 cargo test
//! --test solvers pages, and read the difference.

use crate::common::{program, required};

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

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
    fs::read_to_string(program::root().join(page)).unwrap()
}

/// Runs a command in a shell that finds the program.
fn shell(folder: &Path, line: &str) -> Output {
    let mut path = OsString::from(program::folder());
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap());
    let mut shell = Command::new("bash");
    let shell = shell.args(["-c", line]).env("PATH", path);
    let shell = shell.current_dir(folder).stdin(Stdio::null());
    shell.output().unwrap()
}

/// Returns true if the lines agree; a line `…` matches any lines.
fn fits(shown: &[&str], printed: &[&str]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((&"…", rest)) => (0..=printed.len()).any(|skipped| fits(rest, &printed[skipped..])),
        Some((line, rest)) => printed.first() == Some(line) && fits(rest, &printed[1..]),
    }
}

/// A page as it should be: files are written, commands run, and what they print is put below them.
fn shown(text: &str, folder: &Path) -> (String, usize) {
    let (mut page, mut commands) = (Vec::new(), 0);
    let mut lines = text.lines().peekable();
    let mut language = None;
    while let Some(line) = lines.next() {
        page.push(line.to_string());
        if let Some(opened) = line.strip_prefix("```") {
            language = language.is_none().then_some(opened);
            // A program begins with the name of its file.
            let name = lines.peek().and_then(|line| line.strip_prefix("# "));
            if let (Some("python"), Some(name)) = (language, name) {
                let body: Vec<&str> = lines.clone().take_while(|line| *line != "```").collect();
                fs::write(folder.join(name), body.join("\n") + "\n").unwrap();
            }
        }
        let command = line.strip_prefix("$ ");
        let Some(command) = command.filter(|_| language == Some("console")) else {
            continue;
        };
        commands += 1;
        let output = shell(folder, &format!("exec 2>&1; {command}"));
        assert_ne!(output.status.code(), Some(127), "{command}: {output:?}");
        let printed = String::from_utf8(output.stdout).unwrap();
        let printed: Vec<&str> = printed.lines().collect();
        let mut before = Vec::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("$ ") && *line != "```") {
            before.push(line);
        }
        let is_right = fits(&before, &printed);
        let kept = if is_right { before } else { printed };
        page.extend(kept.into_iter().map(String::from));
    }
    (page.join("\n") + "\n", commands)
}

/// Runs pages in one folder if their programs are there; each has at least so many commands.
fn are_true(programs: &[&str], pages: &[(&str, usize)]) {
    let is_there = |name: &str| Command::new(name).arg("--help").output().is_ok();
    let mut programs = programs.iter();
    if !programs.all(|name| required::is_usable(is_there(name), name)) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for (page, least) in pages {
        let path = program::root().join("docs").join(page);
        let text = fs::read_to_string(&path).unwrap();
        let (now, commands) = shown(&text, folder.path());
        assert!(commands >= *least, "{page}: {commands} commands");
        if std::env::var_os("BLESS").is_some() {
            fs::write(&path, &now).unwrap();
        }
        let differ = text.lines().zip(now.lines()).find(|(was, is)| was != is);
        assert!(text == now, "{page}: {differ:?}");
    }
}

#[test]
fn the_example_works_as_its_page_shows() {
    are_true(&[], &[("how-it-works.md", 15)]);
}

#[test]
fn the_first_tour_is_as_the_page_shows() {
    are_true(&["minisat"], &[("first-tour.md", 20)]);
}

/// The exercises for teachers continue in the folder of the homework.
#[test]
fn homework_and_exercises_are_marked_as_the_pages_show() {
    are_true(
        &["python3", "minisat"],
        &[("homework.md", 30), ("teaching.md", 8)],
    );
}

#[test]
fn formulas_are_marked_and_rules_kept_as_the_pages_show() {
    are_true(&[], &[("check.md", 7)]);
    are_true(&[], &[("usage.md", 6)]);
    are_true(&[], &[("puzzles.md", 5)]);
}

/// The lines of each block in the language `sh`.
fn blocks(text: &str) -> Vec<Vec<&str>> {
    let blocks = text.split("```sh\n").skip(1);
    let blocks = blocks.map(|block| block.split("```").next().unwrap());
    blocks.map(|block| block.lines().collect()).collect()
}

/// Returns true if all solvers of the line are on PATH. `veripb.rs` runs the checkers of proofs.
fn has_its_solvers(line: &str) -> bool {
    let known = knightsat::solver::installed::installed();
    let asked = |name: &str| line.split([' ', ',', ';']).any(|word| word == name);
    let mut asked = known.iter().filter(|solver| asked(solver.name));
    !line.starts_with("veripb")
        && asked.all(|solver| required::is_usable(solver.path.is_some(), solver.name))
}

#[test]
fn the_commands_of_the_readme_and_the_guide_work() {
    for (page, least) in PAGES {
        let folder = tempfile::tempdir().unwrap();
        let text = read(page);
        let blocks = blocks(&text);
        assert!(blocks.iter().flatten().count() >= least, "{page}");
        // A line may read the answer of a solver above it.
        let usable = |block: &Vec<&'_ str>| {
            block
                .iter()
                .take_while(|line| has_its_solvers(line))
                .count()
        };
        for line in blocks.iter().flat_map(|block| &block[..usable(block)]) {
            // MiniSat alone reports a model by 10.
            let is_minisat_alone = line.starts_with("minisat ") && !line.contains([';', '|']);
            let code = if is_minisat_alone { 10 } else { 0 };
            let output = shell(folder.path(), line);
            assert_eq!(
                output.status.code(),
                Some(code),
                "{page}: {line}: {output:?}"
            );
        }
    }
}

#[test]
fn the_first_screen_shows_the_output_of_its_command() {
    let readme = read("README.md");
    assert!(readme.lines().count() <= 120);
    assert!(readme.contains("## Development\n```console\n$ cargo test\n"));
    let first_screen: Vec<&str> = readme.lines().take(40).collect();
    let first_screen = first_screen.join("\n");
    assert!(first_screen.contains("$ cargo run --release -- solve 8x8\n"));
    let board = program::run("solve 8x8").1;
    assert!(first_screen.contains(board.trim_end()), "{board}");
}

/// The pages of the book, of the core and of the lab.
fn pages_of_the_book() -> Vec<PathBuf> {
    let folders = ["docs", "lab/docs"].map(|folder| program::root().join(folder));
    let entries = folders
        .iter()
        .flat_map(|folder| fs::read_dir(folder).unwrap());
    let paths = entries.map(|entry| entry.unwrap().path());
    let is_page = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "md");
    paths.filter(is_page).collect()
}

/// Links lead to files, and to titles, that are there. The table of contents of a folder has every
/// page, and a page of the core begins with a command: a reader finds it before anything else.
#[test]
fn the_book_has_every_page_and_every_link_leads_somewhere() {
    let readme = program::root().join("README.md");
    for page in pages_of_the_book().into_iter().chain([readme]) {
        let what = page.display();
        let (folder, text) = (page.parent().unwrap(), fs::read_to_string(&page).unwrap());
        let links = text.split("](").skip(1);
        let links = links.map(|link| link.split(')').next().unwrap());
        for link in links.filter(|link| !link.contains("://")) {
            let (file, section) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() {
                page.clone()
            } else {
                folder.join(file)
            };
            assert!(target.exists(), "{what}: {link}");
            let text = fs::read_to_string(target).unwrap_or_default();
            let titles = text.lines().filter(|line| line.starts_with("##"));
            let mut titles = titles.map(|line| line.trim_start_matches('#').trim());
            let is_word = |letter: &char| letter.is_alphanumeric() || " -_".contains(*letter);
            let anchor = |title: &str| -> String {
                let letters = title.chars().filter(is_word);
                letters.collect::<String>().to_lowercase().replace(' ', "-")
            };
            let is_title = |title: &str| anchor(title) == section;
            assert!(section.is_empty() || titles.any(is_title), "{what}: {link}");
        }
        let name = page.file_name().unwrap().to_str().unwrap();
        if ["SUMMARY.md", "README.md"].contains(&name) {
            continue;
        }
        let summary = fs::read_to_string(folder.join("SUMMARY.md")).unwrap();
        assert!(summary.contains(&format!("]({name})")), "{what}");
        // The glossary has no command.
        if folder.ends_with("lab/docs") || name == "glossary.md" {
            continue;
        }
        let is_command = |line: &str| line.starts_with("```") || line.starts_with("    knightsat ");
        let first = text.lines().position(is_command);
        assert!(first.is_some_and(|line| line < 12), "{what}");
    }
}
