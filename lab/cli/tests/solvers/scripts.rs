//! Every script runs once on a tiny input, here or elsewhere. It finds the programs where its
//! documentation builds them.
#![cfg(target_os = "linux")]

use crate::common::{program, required};

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// Makes a copy of the scripts with the folders of a build and their inputs. The program of the
/// core has no commands and options of the lab. The crate is in the place of this repository;
/// without git or rustc, the scripts that call them are skipped.
const CLONE: &str = include_str!("tables/clone.sh");

/// The folder of the copy.
fn clone() -> &'static Path {
    static MADE: OnceLock<PathBuf> = OnceLock::new();
    MADE.get_or_init(|| {
        let clone = Path::new(env!("CARGO_TARGET_TMPDIR")).join("clone");
        let mut shell = Command::new("sh");
        shell.args(["-c", CLONE]).env("CLONE", &clone);
        shell.env("ROOT", program::root()).env("BUILT", built(""));
        assert!(shell.status().unwrap().success());
        clone
    })
}

/// The programs of scripts/tools that scripts call.
const TOOLS: [&str; 3] = ["graphs", "mutation_sites", "two_factor"];

/// The path of a program that the tests of scripts/tools build.
fn built(tool: &str) -> PathBuf {
    program::path().with_file_name(tool)
}

fn has_tools() -> bool {
    let is_there = TOOLS.iter().all(|tool| built(tool).exists());
    required::is_usable(is_there, "graphs: run cargo build -p knightsat-tools")
}

/// Returns the command of a script with the programs of [`clone`].
pub fn command(script: &str, args: &str) -> Command {
    let mut command = Command::new(clone().join("scripts").join(script));
    command.args(args.split_ascii_whitespace());
    command.current_dir(clone()).stdin(Stdio::null());
    command.env_remove("KNIGHTSAT");
    command.env_remove("CARGO_TARGET_DIR");
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    command.env("MUTATION_SITES", built("mutation_sites"));
    command
}

/// Returns true if a program can be called.
fn has(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output();
    required::is_usable(found.is_ok(), program)
}

/// Returns true if the scripts can run.
pub fn has_python() -> bool {
    has("python3")
}

/// The scripts that run here with their arguments, in parentheses the programs that they call, and
/// what they print at least.
const RUNS: &str = include_str!("tables/scripts.txt");

/// Files, and the scripts that they run.
const ELSEWHERE: &str = include_str!("tables/elsewhere.txt");

#[test]
fn every_script_runs_here_or_elsewhere() {
    let root = program::root();
    let entries = fs::read_dir(root.join("scripts")).unwrap();
    let files = entries.map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.is_file());
    let names = files.map(|path| path.file_name().unwrap().to_str().unwrap().to_string());
    let scripts: BTreeSet<String> = names.collect();
    let here = RUNS.lines().map(|line| line.split(' ').next().unwrap());
    let mut listed: BTreeSet<String> = here.map(String::from).collect();
    for line in ELSEWHERE.lines() {
        let (caller, names) = line.split_once(": ").unwrap();
        let text = fs::read_to_string(root.join(caller)).unwrap();
        let is_code = |line: &&str| !line.trim_start().starts_with('#');
        let code = text.lines().filter(is_code);
        let words = code.flat_map(|line| line.split([' ', '"', '\'', ',', '(', ')', '/']));
        let words: BTreeSet<&str> = words.collect();
        for name in names.split(' ') {
            assert!(words.contains(name), "{caller} does not run {name}");
            assert!(listed.insert(name.into()), "{name} is listed twice");
        }
    }
    assert_eq!(scripts, listed);
}

/// Runs the scripts whose names begin so.
fn run_all(start: &str) {
    let runs = RUNS.lines().filter(|line| line.starts_with(start));
    let runs: Vec<&str> = runs.collect();
    assert!(!runs.is_empty(), "{start}");
    for line in runs {
        let (run, printed) = line.split_once(" =>").unwrap();
        let (run, programs) = run.split_once(" (").unwrap_or((run, ""));
        let mut programs = programs.trim_end_matches(')').split_ascii_whitespace();
        if !has_tools() || !has_python() || !programs.all(has) {
            continue;
        }
        let (script, args) = run.split_once(' ').unwrap_or((run, ""));
        let output = command(script, args).output().unwrap();
        assert!(output.status.success(), "{line}: {output:?}");
        let output = String::from_utf8(output.stdout).unwrap();
        assert!(output.contains(printed.trim()), "{line}: {output}");
    }
}

#[test]
fn measurements_run() {
    run_all("bench ");
}

#[test]
fn pictures_and_lists_are_made() {
    let scripts = ["draw-gallery", "trace-files", "try-code"];
    scripts.into_iter().for_each(run_all);
}

/// Fails if the page of the program alone has links, or that of the book has a broken link.
const LINKS: &str = "
import re, runpy
page = runpy.run_path('scripts/build-page')
linked = page['assembled']('', 'rustc')
alone = page['standalone'](linked)
assert ' href=' not in alone and '.md' not in alone
links = re.findall('<a href=\"([^\"]*)', linked)
assert len(links) > 4
for link in links: open('docs/' + link)";

#[test]
fn the_page_alone_has_no_links_and_that_of_the_book_leads_to_documents() {
    if has_python() {
        let mut python = Command::new("python3");
        let python = python.args(["-c", LINKS]).current_dir(program::root());
        let output = python.output().unwrap();
        assert!(output.status.success(), "{output:?}");
    }
}
