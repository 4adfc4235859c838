//! Scripts that call commands of the lab find its program where their documentation builds it.
#![cfg(target_os = "linux")]

use crate::common::{program, required};

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// A copy of the scripts beside the folders of a build that contain the lab's program alone.
fn clone() -> &'static Path {
    static CLONE: OnceLock<PathBuf> = OnceLock::new();
    CLONE.get_or_init(|| {
        let clone = Path::new(env!("CARGO_TARGET_TMPDIR")).join("clone");
        let _ = fs::remove_dir_all(&clone);
        copy(&program::root().join("scripts"), &clone.join("scripts"));
        for profile in ["debug", "release"] {
            let folder = clone.join("target").join(profile);
            fs::create_dir_all(&folder).unwrap();
            std::os::unix::fs::symlink(program::path(), folder.join("knightsat-lab")).unwrap();
        }
        clone
    })
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
    command
}

/// Runs a script, and returns its output.
fn run(script: &str, args: &str, variables: &[(&str, &str)]) -> String {
    let mut command = command(script, args);
    command.envs(variables.iter().copied());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{script}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns true if the scripts can run.
fn has_python() -> bool {
    let python = Command::new("python3").arg("--version").output();
    required::is_usable(python.is_ok(), "python3")
}

#[test]
fn scripts_run_the_program_of_the_lab_for_its_commands() {
    if !has_python() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("runs").display().to_string();
    let grid = [
        ("BOARDS", "3x4"),
        ("ENCODINGS", "order"),
        ("SOLVERS", "varisat"),
        ("SHUFFLES", "1"),
        ("TIMEOUT", "60"),
    ];
    let table = run("bench-encodings", &folder, &grid);
    assert!(table.contains("| 3x4 | order |"), "{table}");
    let table = run("bench-parts", "--parts 2 4x12", &[]);
    assert!(table.contains("`4x12 --closed`, lazy"), "{table}");
    let ended = run("try-kills", "1", &[]);
    assert!(ended.contains("1 killed, nothing lost"), "{ended}");
    let table = run("try-deadlines", "--timeout 60 --only 5x100001", &[]);
    assert!(table.contains("| solve 5x100001 --closed |"), "{table}");
}

/// Commands that only the lab's program has.
const COMMANDS: [&str; 4] = ["compare", "split", "work", "join"];

/// Returns the places in a script where it passes such a command to a program by `knightsat`,
/// which is that of the core in Python.
fn calls_of_core(text: &str) -> Vec<&str> {
    let calls = |line: &&str| {
        COMMANDS.iter().any(|command| {
            let calls = ["knightsat(", "[KNIGHTSAT, "].map(|call| format!("{call}\"{command}\""));
            calls.iter().any(|call| line.contains(call))
        })
    };
    text.lines().filter(calls).collect()
}

#[test]
fn no_script_calls_a_command_of_the_lab_in_the_program_of_the_core() {
    let scripts = program::root().join("scripts");
    let mut seen = 0;
    for entry in fs::read_dir(scripts).unwrap() {
        let path = entry.unwrap().path();
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        seen += 1;
        assert_eq!(calls_of_core(&text), [""; 0], "{}", path.display());
        let calls = COMMANDS.map(|command| format!("\"$knightsat\" {command} "));
        let is_caller = calls.iter().any(|call| text.contains(call));
        assert!(
            !is_caller || text.contains("release/knightsat-lab"),
            "{}",
            path.display()
        );
    }
    assert!(seen > 40, "{seen}");
}

#[test]
fn the_page_alone_has_no_links_and_that_of_the_book_leads_to_documents() {
    if !has_python() {
        return;
    }
    let script = "import runpy, sys
page = runpy.run_path('scripts/page')
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
