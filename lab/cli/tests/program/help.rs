//! Help is short, true and the same everywhere; completions and manual pages come from it.

use crate::common::program;

use program::{error, knightsat, output, shell};
use std::collections::BTreeMap;
use std::fs;
use tempfile::TempDir;

/// Returns the output of the program on a terminal of 80 columns.
fn help(args: &str) -> String {
    let mut command = knightsat(args);
    let output = command.env("COLUMNS", "80").output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
    String::from_utf8(output.stdout).unwrap()
}

/// The lines of a help after one that begins with `title`, up to an empty one.
fn section<'t>(text: &'t str, title: &'t str) -> impl Iterator<Item = &'t str> {
    let is_before = move |line: &&str| !line.starts_with(title);
    let lines = text.lines().skip_while(is_before);
    lines.skip(1).take_while(|line| !line.is_empty())
}

/// The commands with their descriptions in the first help.
fn commands() -> Vec<(String, String)> {
    let text = help("--help");
    let lines = section(&text, "Make a formula:").filter(|line| line.starts_with("  "));
    let parts = lines.map(|line| line.trim().split_once(' ').unwrap());
    let parts = parts.map(|(name, about)| (name.to_string(), about.trim().to_string()));
    parts.collect()
}

/// The whole help of every command.
fn helps() -> impl Iterator<Item = (String, String)> {
    commands().into_iter().map(|(name, _)| {
        let text = help(&format!("{name} --help"));
        (name, text)
    })
}

#[test]
fn the_first_help_fits_on_a_screen_and_agrees_with_those_of_the_commands() {
    let text = help("--help");
    assert_eq!(text, help("-h"));
    let commands = commands();
    assert_eq!(commands.len(), 19, "{text}");
    let mut short = vec![text];
    for (name, about) in commands {
        let own = help(&format!("{name} -h"));
        assert_eq!(own.split([':', '\n']).next().unwrap(), about, "{name}");
        short.push(own);
    }
    let are_short = short.iter().all(|text| text.lines().count() <= 42);
    assert!(are_short, "{short:?}");
    for text in helps().map(|(_, text)| text).chain(short) {
        let is_narrow = text.lines().all(|line| line.chars().count() <= 80);
        assert!(is_narrow, "{text}");
    }
}

#[test]
fn the_examples_of_help_work_and_end_with_a_listed_code() {
    let (text, folder) = (help("--help"), TempDir::new().unwrap());
    let words = ["64", "36", "valid: no open knight's tour"];
    assert_eq!(section(&text, "Examples:").count(), words.len());
    for (line, words) in section(&text, "Examples:").zip(words) {
        let found = shell(folder.path(), line);
        let out = String::from_utf8(found.stdout).unwrap();
        let is_good = found.status.code() == Some(0) && found.stderr.is_empty();
        assert!(is_good && out.contains(words), "{line}: {out}");
    }
    for (name, text) in helps() {
        let folder = TempDir::new().unwrap();
        let codes = section(&text, "Exit codes:").map(|line| line.trim().split(' ').next());
        let codes: Vec<i32> = codes.map(|code| code.unwrap().parse().unwrap()).collect();
        let examples = section(&text, "Examples:").filter(|line| !line.starts_with("   "));
        let mut count = 0;
        for line in examples {
            count += 1;
            assert!(line.contains(&format!("knightsat {name} ")), "{line}");
            let output = shell(folder.path(), line);
            let code = output.status.code().unwrap();
            let is_listed = codes.contains(&code) && ![2, 3].contains(&code);
            assert!(is_listed, "{line}: {output:?}");
        }
        assert!(count > 0, "{name}");
    }
}

#[test]
fn manual_pages_have_all_that_help_has() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("man");
    fs::create_dir(&path).unwrap();
    program::write(&path, "other.1", "another page");
    let write = || {
        assert_eq!(output(&format!("--man {}", path.display())), "");
        let paths = fs::read_dir(&path).unwrap();
        let paths = paths.map(|entry| entry.unwrap().path());
        let pages = paths.map(|path| (path.clone(), fs::read_to_string(path).unwrap()));
        pages.collect::<BTreeMap<_, _>>()
    };
    let pages = write();
    assert_eq!(write(), pages);
    assert_eq!(pages.len(), 21, "{:?}", pages.keys());
    for (name, text) in helps() {
        let page = &pages[&path.join(format!("knightsat-{name}.1"))];
        let page = page.replace('\\', "");
        let lines = text.lines().filter(|line| line.starts_with(' '));
        for line in lines.filter(|line| line.trim_start().starts_with('-')) {
            let options = line
                .split([' ', ',', '['])
                .filter(|word| word.starts_with("--"));
            let is_there = options.take(1).all(|option| page.contains(option));
            assert!(is_there, "{name}: {line}");
        }
        let titles = "NAME,SYNOPSIS,DESCRIPTION,OPTIONS,EXAMPLES,\"EXIT STATUS\"";
        for title in titles.split(',') {
            assert!(page.contains(&format!(".SH {title}\n")), "{name}: {title}");
        }
    }
    let line = "! command -v groff >groff || for page in man/knightsat*; do \
                groff -K utf8 -man -ww -Tutf8 -z $page || exit 1; done";
    let found = shell(folder.path(), line);
    let is_good = found.status.success() && found.stderr.is_empty();
    assert!(is_good, "{found:?}");
    let file = program::write(folder.path(), "file", "");
    assert!(error(&format!("--man {file}")).contains("file"));
}

#[test]
fn the_short_help_of_solve_names_options_that_only_the_long_one_has() {
    let [short, long] = ["solve -h", "solve --help"].map(help);
    let (listed, more) = short.split_once("More with --help: ").unwrap();
    let names = more.trim_end().trim_end_matches(" …").split(", ");
    let names: Vec<&str> = names.collect();
    assert!(names.len() > 5, "{more}");
    for name in names {
        let mut lines = long.lines().map(str::trim_start);
        let is_explained = lines.any(|line| line.split(' ').next() == Some(name));
        assert!(!listed.contains(name) && is_explained, "{name}");
    }
}
