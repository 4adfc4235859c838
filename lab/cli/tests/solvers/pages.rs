//! The pages show what the program does: their commands run in order, each page in a separate
//! folder. Outputs in `console` blocks are compared; after an intended change: BLESS=1 cargo test
//! --test solvers pages, and read the difference.

use crate::common::{program, required};

use itertools::Itertools;
use knightsat_solver::installed::installed;
use program::shell;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use tempfile::TempDir;

fn read(page: &str) -> String {
    fs::read_to_string(program::root().join(page)).unwrap()
}

/// Returns true if the lines agree; a line `…` matches any lines.
fn fits(shown: &[&str], printed: &[&str]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((&"…", rest)) => (0..=printed.len()).any(|skipped| fits(rest, &printed[skipped..])),
        Some((line, rest)) => printed.first() == Some(line) && fits(rest, &printed[1..]),
    }
}

/// Runs the `console` blocks of a page; returns the page with their outputs, and the number of
/// commands.
fn shown(text: &str, folder: &TempDir) -> (String, usize) {
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
                fs::write(folder.path().join(name), body.join("\n") + "\n").unwrap();
            }
        }
        let command = line.strip_prefix("$ ");
        let Some(command) = command.filter(|_| language == Some("console")) else {
            continue;
        };
        commands += 1;
        let output = shell(folder.path(), &format!("exec 2>&1; {command}"));
        assert_ne!(output.status.code(), Some(127), "{command}: {output:?}");
        let printed = String::from_utf8(output.stdout).unwrap();
        let printed: Vec<&str> = printed.lines().collect();
        let is_output = |line: &&str| !line.starts_with("$ ") && *line != "```";
        let before: Vec<&str> = std::iter::from_fn(|| lines.next_if(is_output)).collect();
        let is_right = fits(&before, &printed);
        let kept = if is_right { before } else { printed };
        page.extend(kept.into_iter().map(String::from));
    }
    (page.join("\n") + "\n", commands)
}

/// Compares the console blocks of a page of `docs`, if its programs are there. A row has the least
/// number of commands and the programs.
fn assert_consoles(row: &str) {
    let folder = TempDir::new().unwrap();
    let mut words = row.split(' ');
    let (page, least) = (words.next().unwrap(), words.next().unwrap());
    let is_there = |name: &str| Command::new(name).arg("--help").output().is_ok();
    if !words.all(|name| required::is_usable(is_there(name), name)) {
        return;
    }
    let page = format!("docs/{page}");
    let text = read(&page);
    let (now, commands) = shown(&text, &folder);
    assert!(commands >= least.parse().unwrap(), "{page}: {commands}");
    if std::env::var_os("BLESS").is_some() {
        fs::write(program::root().join(&page), &now).unwrap();
    }
    let differ = text.lines().zip(now.lines()).find(|(was, is)| was != is);
    assert!(text == now, "{page}: {differ:?}");
}

#[test]
fn console_blocks_show_what_their_commands_print() {
    let rows = "homework.md 25 python3 minisat;how-it-works.md 12;first-tour.md 20 minisat;\
                usage.md 3;puzzles.md 4;counts.md 1";
    rows.split(';').for_each(assert_consoles);
}

/// Pages whose shell blocks are run, with the least number of commands in them.
const PAGES: &str = "README.md 8,docs/usage.md 8,docs/recreation.md 15,lab/docs/clusters.md 8,docs/encodings.md 2,\
                     lab/docs/lazy.md 3,lab/docs/position.md 3,lab/docs/proofs.md 1";

/// Returns true if all solvers of the line are on PATH. `veripb.rs` runs the checkers of proofs.
fn has_its_solvers(line: &str) -> bool {
    let known = installed();
    let asked = |name: &str| line.split([' ', ',', ';']).any(|word| word == name);
    let mut asked = known.iter().filter(|solver| asked(solver.name));
    !line.starts_with("veripb")
        && asked.all(|solver| required::is_usable(solver.path.is_some(), solver.name))
}

#[test]
fn the_commands_of_the_readme_and_the_guide_work() {
    for page in PAGES.split(',') {
        let (page, least) = page.split_once(' ').unwrap();
        let (folder, text) = (TempDir::new().unwrap(), read(page));
        let blocks = text.split("```sh\n").skip(1);
        let mut count = 0;
        for block in blocks.map(|block| block.split("```").next().unwrap()) {
            count += block.lines().count();
            // A line may read the answer of a solver above it.
            for line in block.lines().take_while(|line| has_its_solvers(line)) {
                // MiniSat alone reports a model by 10.
                let is_minisat_alone = line.starts_with("minisat ") && !line.contains([';', '|']);
                let code = if is_minisat_alone { 10 } else { 0 };
                let output = shell(folder.path(), line);
                let is_right = output.status.code() == Some(code);
                assert!(is_right, "{page}: {line}: {output:?}");
            }
        }
        assert!(count >= least.parse().unwrap(), "{page}");
    }
}

#[test]
fn the_first_screen_shows_the_output_of_its_command() {
    let readme = read("README.md");
    assert!(readme.lines().count() <= 120);
    assert!(readme.contains("## Development\n```console\n$ cargo test\n"));
    let first_screen = readme.lines().take(40).join("\n");
    assert!(first_screen.contains("$ cargo run --release -- solve 8x8\n"));
    let board = program::run("solve 8x8").1;
    assert!(first_screen.contains(board.trim_end()), "{board}");
}

/// Links lead to files, and to titles, that exist. The table of contents of a folder has every
/// page, and a page of the core begins with a command: a reader finds it before anything else.
#[test]
fn the_book_has_every_page_and_every_link_leads_somewhere() {
    let folders = ["docs", "lab/docs"].map(|folder| program::root().join(folder));
    let entries = folders
        .iter()
        .flat_map(|folder| fs::read_dir(folder).unwrap());
    let paths = entries.map(|entry| entry.unwrap().path());
    let pages = paths.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    for page in pages.chain([program::root().join("README.md")]) {
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
            let leads_there = section.is_empty() || has_title(target, section);
            assert!(leads_there, "{what}: {link}");
        }
        let name = page.file_name().unwrap().to_str().unwrap();
        if ["SUMMARY.md", "README.md"].contains(&name) {
            continue;
        }
        let summary = fs::read_to_string(folder.join("SUMMARY.md")).unwrap();
        assert!(summary.contains(&format!("]({name})")), "{what}");
        let is_command = |line: &str| line.starts_with("```") || line.starts_with("    knightsat ");
        let begins = text.lines().take(12).any(is_command);
        let needs_none =
            folder.ends_with("lab/docs") || ["glossary.md", "handout.md"].contains(&name);
        assert!(begins || needs_none, "{what}");
    }
}

/// Returns true if a title of the page has this anchor.
fn has_title(page: PathBuf, anchor: &str) -> bool {
    let text = fs::read_to_string(page).unwrap();
    let titles = text.lines().filter(|line| line.starts_with("##"));
    let mut anchors = titles.map(|line| {
        let title = line.trim_start_matches('#').trim();
        let is_word = |letter: &char| letter.is_alphanumeric() || " -_".contains(*letter);
        let letters: String = title.chars().filter(is_word).collect();
        letters.to_lowercase().replace(' ', "-")
    });
    anchors.any(|found| found == anchor)
}
