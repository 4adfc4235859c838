//! The pages for beginners are exact: their commands run in order, each page in a separate folder,
//! and their outputs are compared. After an intended change: BLESS=1 cargo test --test solvers
//! book, and read the difference.

use crate::common::required;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn docs() -> PathBuf {
    crate::common::program::root().join("docs")
}

/// Returns the output of a command, errors included, in a shell that finds the program.
fn run(folder: &Path, line: &str) -> String {
    let mut path = OsString::from(crate::common::program::folder());
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap());
    let mut shell = Command::new("bash");
    let shell = shell.args(["-c", &format!("exec 2>&1; {line}")]);
    let shell = shell.env("PATH", path).current_dir(folder);
    let output = shell.stdin(Stdio::null()).output().unwrap();
    assert_ne!(output.status.code(), Some(127), "{line}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
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
    let (mut page, mut commands) = (String::new(), 0);
    let mut lines = text.lines().peekable();
    let mut language = None;
    while let Some(line) = lines.next() {
        page += line;
        page.push('\n');
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
        let printed = run(folder, command);
        let printed: Vec<&str> = printed.lines().collect();
        let mut before = Vec::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("$ ") && *line != "```") {
            before.push(line);
        }
        let kept = if fits(&before, &printed) {
            before
        } else {
            printed
        };
        for line in kept {
            page += line;
            page.push('\n');
        }
    }
    (page, commands)
}

/// Runs a page, which has at least so many commands.
fn is_true(page: &str, least: usize) {
    is_true_in(tempfile::tempdir().unwrap().path(), page, least);
}

fn is_true_in(folder: &Path, page: &str, least: usize) {
    let path = docs().join(page);
    let text = fs::read_to_string(&path).unwrap();
    let (now, commands) = shown(&text, folder);
    assert!(commands >= least, "{page}: {commands} commands");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &now).unwrap();
    }
    let differ = text.lines().zip(now.lines()).find(|(was, is)| was != is);
    assert!(text == now, "{page}: {differ:?}");
}

fn are_usable(programs: &[&str]) -> bool {
    let is_there = |name: &str| Command::new(name).arg("--help").output().is_ok();
    let mut programs = programs.iter().copied();
    programs.all(|name| required::is_usable(is_there(name), name))
}

#[test]
fn the_example_works_as_its_page_shows() {
    is_true("how-it-works.md", 15);
}

#[test]
fn the_first_tour_is_as_the_page_shows() {
    if are_usable(&["minisat"]) {
        is_true("first-tour.md", 20);
    }
}

/// The exercises for teachers continue in the folder of the homework.
#[test]
fn homework_and_exercises_are_marked_as_the_pages_show() {
    if are_usable(&["python3", "minisat"]) {
        let folder = tempfile::tempdir().unwrap();
        is_true_in(folder.path(), "homework.md", 30);
        is_true_in(folder.path(), "teaching.md", 8);
    }
}

#[test]
fn formulas_of_many_are_marked_as_the_page_shows() {
    is_true("check.md", 7);
}

#[test]
fn rules_are_kept_as_the_pages_show() {
    is_true("usage.md", 6);
    is_true("puzzles.md", 5);
}

/// A reader finds the command that most came for before anything else. The glossary has no command.
#[test]
fn every_page_begins_with_a_command() {
    for entry in fs::read_dir(docs()).unwrap() {
        let path = entry.unwrap().path();
        let is_page = path.extension().is_some_and(|ending| ending == "md");
        if !is_page || path.ends_with("SUMMARY.md") || path.ends_with("glossary.md") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let is_command =
            |line: &&str| line.starts_with("```") || line.starts_with("    knightsat ");
        let first = text.lines().position(|line| is_command(&line));
        assert!(first.is_some_and(|line| line < 12), "{}", path.display());
    }
}

/// The folders of the book: pages of the core and of the lab.
fn folders() -> [PathBuf; 2] {
    ["docs", "lab/docs"].map(|folder| crate::common::program::root().join(folder))
}

/// Every page is in the table of contents of its folder, and nothing else is.
#[test]
fn the_book_has_every_page() {
    for folder in folders() {
        let summary = fs::read_to_string(folder.join("SUMMARY.md")).unwrap();
        let links = summary.split("](").skip(1);
        let mut listed: Vec<&str> = links.map(|link| link.split(')').next().unwrap()).collect();
        let entries = fs::read_dir(&folder).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut pages: Vec<String> = names
            .filter(|name| name.ends_with(".md") && name != "SUMMARY.md")
            .collect();
        listed.sort_unstable();
        pages.sort_unstable();
        assert_eq!(listed, pages, "{}", folder.display());
    }
}

/// Links of all pages lead to files that are there.
#[test]
fn links_of_the_book_lead_somewhere() {
    for folder in folders() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|ending| ending != "md") {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            for link in text.split("](").skip(1) {
                let link = link.split([')', '#']).next().unwrap();
                if !link.is_empty() && !link.contains("://") {
                    assert!(folder.join(link).exists(), "{}: {link}", path.display());
                }
            }
        }
    }
}
