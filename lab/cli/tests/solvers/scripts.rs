//! Every script runs once on a tiny input, here or elsewhere. It finds the programs where its
//! documentation builds them.
#![cfg(target_os = "linux")]

use crate::common::{program, required};

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// The program of the core, as scripts find it: without the commands and options of the lab.
const CORE: &str = r#"#!/bin/sh
case "$*" in
  compare*|split*|work*|join*|count*" --split "*|prove*" --proof-format "*|prove*" --textbook"*)
    echo "only knightsat-lab has this: $*" >&2
    exit 2 ;;
esac
exec "${0%/*}/knightsat-lab" "$@"
"#;

/// A crate in the place of this repository, for bench-build and walk.
const CRATE: [(&str, &str); 5] = [
    (
        "Cargo.toml",
        "[package]\nname = \"knightsat\"\nedition = \"2024\"\n[workspace]\n",
    ),
    (
        "Cargo.lock",
        "version = 4\n[[package]]\nname = \"knightsat\"\nversion = \"0.0.0\"\n",
    ),
    ("src/main.rs", "fn main() {}\n"),
    ("src/lib.rs", "#[test]\nfn is_true() {}\n"),
    (
        ".ci/run",
        "#!/bin/sh\nprintf '| step | s |\\n| --- | --- |\\n| `true` | 1 |\\n'\n",
    ),
];

/// A copy of the scripts with the folders of a build, and their inputs.
fn clone() -> &'static Path {
    static CLONE: OnceLock<PathBuf> = OnceLock::new();
    CLONE.get_or_init(|| {
        let clone = Path::new(env!("CARGO_TARGET_TMPDIR")).join("clone");
        let _ = fs::remove_dir_all(&clone);
        copy(&program::root().join("scripts"), &clone.join("scripts"));
        copy(
            &program::root().join("fixtures/golden"),
            &clone.join("fixtures/golden"),
        );
        let lint = "crates/lint/src";
        copy(&program::root().join(lint), &clone.join(lint));
        for profile in ["debug", "release"] {
            let folder = clone.join("target").join(profile);
            fs::create_dir_all(&folder).unwrap();
            symlink(program::path(), folder.join("knightsat-lab")).unwrap();
            write(&folder.join("knightsat"), CORE);
            for tool in TOOLS {
                symlink(built(tool), folder.join(tool)).unwrap();
            }
        }
        for (file, text) in CRATE {
            write(&clone.join("crate").join(file), text);
        }
        let author = [
            "-c",
            "user.name=nobody",
            "-c",
            "user.email=nobody@localhost",
        ];
        for args in ["init -q", "add .", "commit -qm Begin"] {
            let mut git = Command::new("git");
            git.args(author)
                .args(args.split(' '))
                .current_dir(clone.join("crate"));
            // Without git, bench-build is skipped.
            let _ = git.status();
        }
        let mut rustc = Command::new("rustc");
        rustc.args(["-g", "-o"]).arg(clone.join("crate/program"));
        let _ = rustc.arg(clone.join("crate/src/main.rs")).status();
        write(
            &clone.join("graphs/graph1.col"),
            "p edge 3 3\ne 1 2\ne 2 3\ne 3 1\n",
        );
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

/// Writes an executable file, and its folder.
fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Copies a folder with all files, which keep their permissions.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let (from, to) = {
            let entry = entry.unwrap();
            (entry.path(), to.join(entry.file_name()))
        };
        if from.is_dir() {
            copy(&from, &to);
        } else {
            fs::copy(&from, &to).unwrap();
        }
    }
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

/// Runs a script, and returns its output.
fn run(script: &str, args: &str) -> String {
    let output = command(script, args).output().unwrap();
    assert!(output.status.success(), "{script} {args}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns true if a program can be called.
fn has(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output();
    required::is_usable(found.is_ok(), program)
}

/// Returns true if the scripts can run.
fn has_python() -> bool {
    has("python3")
}

/// The scripts that run here: arguments, the programs that they call, and what they print at least.
const RUNS: [(&str, &str, &str, &str); 21] = [
    ("bench-baselines", "--tiny 5", "", "| 5x5 | 13 |"),
    ("bench-best", "--tiny", "", "| `acute <= 3` | 0 |"),
    (
        "bench-build",
        "--tiny --clone-of crate size first test features ci",
        "cargo git",
        "| `true` | 1 |",
    ),
    (
        "bench-count",
        "5x6+closed",
        "",
        "| 5x6 | closed, undirected | 8 |",
    ),
    ("bench-fhcp", "graphs 1", "", "1 of 1 have a tour."),
    (
        "bench-formulas",
        "--tiny",
        "minisat kissat cadical",
        "| Beverley, 40 given | cadical |",
    ),
    (
        "bench-lazy",
        "--tiny",
        "",
        "| petersen 63 2 | 126 | 3 | tour |",
    ),
    (
        "bench-parts",
        "--parts 2 4x12",
        "",
        "| `4x12 --closed`, lazy |",
    ),
    ("bench-proofs", "--tiny", "veripb", "| 5x5 --closed | 1"),
    ("bench-puzzles", "2", "", "| closed | 1 |"),
    ("bench-write", "1 6x6", "bash", "6x6 --textbook: "),
    ("draw-gallery", "3x4", "bash cadical", ""),
    ("record-results", "", "bash minisat", "minisat -verb=0"),
    (
        "try-code",
        "--list --area lint --each 2",
        "",
        "crates/lint/src/",
    ),
    ("try-check", "--rounds 8", "minisat", "--most 1 right: "),
    ("try-check", "3x4 --each 1 --only order", "kissat", "all: "),
    (
        "try-deadlines",
        "--timeout 60 --only 1x100000",
        "",
        "| count 1x100000 |",
    ),
    ("try-graphs", "--rounds 40", "", " right"),
    ("try-kills", "1", "", "1 killed, nothing lost"),
    ("try-problems", "--rounds 2", "", ", 0 faults"),
    (
        "trace-files",
        "crate/program",
        "rustc valgrind",
        "crate/src/main.rs: ",
    ),
];

/// The scripts that run elsewhere, and a file that runs them.
const ELSEWHERE: [(&str, &str); 26] = [
    ("benchmarks", "lab/cli/tests/solvers/benchmarks.rs"),
    ("build-book", "scripts/release"),
    ("build-wasm", "scripts/build-page"),
    ("check-crate", ".ci/run"),
    ("check-packages", "scripts/release"),
    ("check-page", ".ci/run"),
    ("check-player", ".ci/run"),
    ("check-wasm.mjs", "scripts/release"),
    ("chinese-remainder", "scripts/bench-formulas"),
    ("exact-opb", "tests/solvers/opb_program.rs"),
    ("fuzz", "scripts/release"),
    ("ganak-count", "tests/solvers/counters.rs"),
    ("check-structure", ".ci/run"),
    ("install-browser", ".ci/run"),
    ("install-coq", ".ci/run"),
    ("install-packagers", "scripts/release"),
    ("install-slurm", ".ci/run"),
    ("install-solvers", ".ci/run"),
    ("install-wasm", ".ci/run"),
    ("build-packages", "scripts/release"),
    ("build-page", ".ci/run"),
    ("check-prose", ".ci/run"),
    ("release", ".github/workflows/release.yml"),
    ("try-cluster", ".ci/run"),
    ("verified", ".ci/run"),
    ("without-solvers", ".ci/run"),
];

#[test]
fn every_script_runs_here_or_elsewhere() {
    let root = program::root();
    let entries = fs::read_dir(root.join("scripts")).unwrap();
    let files = entries.filter(|entry| entry.as_ref().unwrap().file_type().unwrap().is_file());
    let names = files.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut scripts: Vec<String> = names.filter(|name| !name.ends_with(".py")).collect();
    let here = RUNS.iter().map(|&(name, ..)| name);
    let mut listed: Vec<&str> = here
        .chain(ELSEWHERE.iter().map(|&(name, _)| name))
        .collect();
    scripts.sort_unstable();
    listed.sort_unstable();
    listed.dedup();
    assert_eq!(scripts, listed);
    for (name, caller) in ELSEWHERE {
        let text = fs::read_to_string(root.join(caller)).unwrap();
        let lines = text
            .lines()
            .filter(|line| !line.trim_start().starts_with('#'));
        let mut words = lines.flat_map(|line| line.split([' ', '"', '\'', ',', '(', ')', '/']));
        assert!(
            words.any(|word| word == name),
            "{caller} does not run {name}"
        );
    }
}

/// Runs the scripts whose names begin so.
fn run_all(start: &str) {
    let mut count = 0;
    for (script, args, programs, printed) in RUNS {
        if !script.starts_with(start) {
            continue;
        }
        count += 1;
        let mut programs = programs.split_ascii_whitespace();
        if !has_tools() || !has_python() || !programs.all(has) {
            continue;
        }
        let output = run(script, args);
        assert!(output.contains(printed), "{script} {args}: {output}");
    }
    assert!(count > 0, "{start}");
}

#[test]
fn measurements_run() {
    run_all("bench-");
}

#[test]
fn random_tests_run() {
    run_all("try-");
}

#[test]
fn pictures_and_records_are_made() {
    run_all("draw-gallery");
    run_all("record-results");
}

#[test]
fn the_files_that_a_program_runs_are_listed() {
    run_all("trace-files");
}

#[test]
fn the_page_alone_has_no_links_and_that_of_the_book_leads_to_documents() {
    if !has_python() {
        return;
    }
    let script = "import runpy, sys
page = runpy.run_path('scripts/build-page')
linked = page['assembled']('', 'rustc')
sys.stdout.write(page['standalone'](linked) + chr(0) + linked)";
    let mut python = Command::new("python3");
    let python = python.args(["-c", script]).current_dir(program::root());
    let output = python.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let pages = String::from_utf8(output.stdout).unwrap();
    let (alone, linked) = pages.split_once('\0').unwrap();
    assert!(!alone.contains(" href=") && !alone.contains(".md"));
    let links: Vec<&str> = linked.split("<a href=\"").skip(1).collect();
    assert!(links.len() > 4);
    for link in links {
        let link = link.split('"').next().unwrap();
        assert!(program::root().join("docs").join(link).exists(), "{link}");
    }
}
