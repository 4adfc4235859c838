//! All ways of sharing: `split` with each engine, counts by search and by sweep. Without a fault,
//! the joint result is that of the command in one piece, however many workers there are and
//! whatever has been killed. With any fault, `join` refuses the folder in one line that names the
//! file. Then locks, limits, and refusals.
#![cfg(target_os = "linux")]

use crate::common::program;
use crate::common::transcript::transcript_in;
use crate::common::waiting::wait_until;

use itertools::Itertools;
use program::{document, error, output, run, run_with};
use rustix::process::{Pid, Signal, kill_process_group};
use std::fs::{self, File};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// A folder of parts, as users make, fill, spoil and join it.
struct Parts {
    home: TempDir,
    folder: String,
    number: usize,
}

impl Parts {
    /// Makes the folder by `split` or `count --split`.
    fn of(command: &str) -> Parts {
        let home = TempDir::new().unwrap();
        let folder = home.path().join("parts").display().to_string();
        let (code, out, err) = run(&format!("{command} -o {folder}"));
        assert_eq!((code, err.as_str()), (0, ""), "{command}: {out}");
        let number = out.split_once(" part").unwrap().0.parse().unwrap();
        Parts {
            home,
            folder,
            number,
        }
    }

    /// Runs `work` on this part.
    fn work(&self, part: u32) -> String {
        let (code, out, err) = self.run("work", &part.to_string());
        assert_eq!(code, 0, "work {part}: {out}{err}");
        out
    }

    /// Starts so many workers, which share the parts, in a group of processes.
    fn workers(&self, number: u32) -> Child {
        let mut command = Command::new("sh");
        let script = r#"seq "$1" | xargs -n 1 -P "$2" "$3" work "$4""#;
        let numbers = [self.number.to_string(), number.to_string()];
        command.args(["-c", script, "sh"]).args(numbers);
        command.arg(program::path()).arg(&self.folder);
        command
            .process_group(0)
            .stdout(Stdio::null())
            .spawn()
            .unwrap()
    }

    fn join(&self, options: &str) -> (i32, String, String) {
        self.run("join", options)
    }

    /// Runs `work` or `join`.
    fn run(&self, command: &str, options: &str) -> (i32, String, String) {
        run(&format!("{command} {} {options}", self.folder))
    }

    /// The message of a command that fails, with `DIR` for the folder.
    fn error(&self, command: &str, options: &str) -> String {
        let message = error(&format!("{command} {} {options}", self.folder));
        message.replace(&self.folder, "DIR")
    }

    fn path(&self, name: &str) -> PathBuf {
        Path::new(&self.folder).join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// The number of entries of a folder in the folder.
    fn count(&self, name: &str) -> usize {
        fs::read_dir(self.path(name)).unwrap().count()
    }

    /// Spoils a file, has `join` refuse the folder, and puts the file back. The change is `A -> B`,
    /// `< FILE` for a copy, `= TEXT`, `lines 2 1`, `drop 1`, or `gone`.
    fn refused(&self, file: &str, change: &str) -> String {
        let (path, kept) = (self.path(file), self.read(file));
        let lines: Vec<&str> = kept.lines().collect();
        let line = |word: &str| lines[word.parse::<usize>().unwrap() - 1].to_string() + "\n";
        let spoiled = match change.split_once(' ') {
            None => None,
            Some(("<", other)) => Some(self.read(other)),
            Some(("=", text)) => Some(text.to_string()),
            Some(("drop", number)) => Some(kept.replacen(&line(number), "", 1)),
            Some(("lines", numbers)) => Some(numbers.split(' ').map(line).collect()),
            _ => {
                let (from, to) = change.split_once(" -> ").unwrap();
                Some(kept.replacen(from, to, 1))
            }
        };
        assert_ne!(spoiled.as_ref(), Some(&kept), "{file}: {change}");
        match spoiled {
            Some(text) => fs::write(&path, text).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
        let message = self.error("join", "");
        fs::write(path, kept).unwrap();
        message
    }
}

/// The entries of the folder of drafts.
fn drafts(parts: &Parts) -> Vec<PathBuf> {
    let entries = fs::read_dir(parts.path("drafts")).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

/// Kills workers and their jobs, and waits for the end of their locks.
fn kill(parts: &Parts, mut workers: Child) {
    let group = Pid::from_child(&workers);
    kill_process_group(group, Signal::KILL).unwrap();
    workers.wait().unwrap();
    let is_free = |path: &PathBuf| path.is_dir() || File::open(path).unwrap().try_lock().is_ok();
    wait_until("the end of the locks", || drafts(parts).iter().all(is_free));
}

/// Kills a worker as soon as it has begun, and has two do all parts.
fn work(parts: &Parts) {
    let killed = parts.workers(1);
    wait_until("work", || parts.count("parts") + parts.count("drafts") > 0);
    kill(parts, killed);
    let done = parts.workers(2).wait().unwrap();
    assert!(done.success());
    // A part that is not done after a tour may keep the draft of a killed worker.
    let is_done = parts.count("parts") >= parts.number;
    assert!(!is_done || drafts(parts).iter().all(|path| path.is_file()));
}

/// Problems without a tour, and the number of their parts, with proofs.
const PROVED: &str = include_str!("tables/proved.txt");

/// The graph of Petersen; edges in no order, whose comments name them in theirs.
const PETERSEN: &str = "p edge 10 15\ne 3 4\ne 2 3\ne 1 2\ne 5 1\ne 4 5\ne 6 1\ne 7 2\ne 8 3\n\
                        e 9 4\ne 10 5\ne 8 6\ne 10 8\ne 7 10\ne 9 7\ne 6 9\n";

#[test]
fn a_refutation_in_parts_is_one_proof() {
    let home = TempDir::new().unwrap();
    let graph = program::write(home.path(), "petersen.col", PETERSEN);
    for line in PROVED.replace("GRAPH", &graph).lines() {
        let parts = Parts::of(&format!("split {line} --no-shortcuts --proof"));
        work(&parts);
        let (code, out, err) = parts.join("");
        assert_eq!((code, err.as_str()), (1, ""), "{line}: {out}");
        assert!(out.contains(", joined to one proof and checked"), "{out}");
        let problem = line.split(" --encoding").next().unwrap();
        let verify = format!("verify {problem} --certificate {}/joined", parts.folder);
        assert!(output(&verify).starts_with("valid: no "), "{line}");
    }
    let word = "4 parts, unverified answers of varisat";
    let (solved, known) = (
        "4x7 --closed --no-shortcuts --parts 4",
        "3x4 --closed --parts 1",
    );
    for (command, reason) in [(solved, word), (known, "found by preprocessing")] {
        let parts = Parts::of(&format!("split {command}"));
        work(&parts);
        let (code, out, _) = parts.join("");
        assert!(code == 1 && out.contains(reason), "{out}");
    }
}

#[test]
fn a_tour_in_a_part_is_a_tour() {
    let problems = "6x6 --closed|5x5 --start a1 --encoding position|7x7 --encoding lazy".split('|');
    for (problem, proof) in problems.cartesian_product(["", " --proof"]) {
        let command = format!("split {problem} --parts 6{proof}");
        let parts = Parts::of(&command);
        work(&parts);
        let (code, out, err) = parts.join("--format moves");
        assert_eq!(code, 0, "{command}: {err}");
        let asked = problem.split(" --encoding").next().unwrap();
        let verified = run_with(&format!("verify {asked} -"), &out);
        assert_eq!(verified.0, 0, "{command}: {}", verified.2);
        let (_, part) = err.split_once("part ").unwrap();
        let part = part.split(' ').next().unwrap();
        let result = format!("parts/{part}/result.json");
        let message = parts.refused(&result, r#""tour":[ -> "tour":["a1","#);
        let wanted = format!("DIR/parts/{part}: the tour of part {part} is invalid: ");
        assert!(message.starts_with(&wanted), "{message}");
        let said = parts.work(1);
        let is_over = said.ends_with("has a tour, so nothing is left to do\n");
        assert!(is_over || said == "part 1: done before\n", "{said}");
    }
}

/// Counts, and the numbers of parts, asked for and made.
const COUNTS: &str = include_str!("tables/counts.txt");

#[test]
fn a_count_in_parts_is_that_in_one_piece() {
    let primes = "--primes 101,1000003,2305843009213693951";
    for line in COUNTS.replace("PRIMES", primes).lines() {
        let (parts, problem) = line.split_once(' ').unwrap();
        let (asked, parts) = parts.split_once('=').unwrap_or((parts, parts));
        let folder = Parts::of(&format!("count {problem} --split {asked}"));
        assert_eq!(folder.number.to_string(), parts, "{problem}");
        let is_sweep = problem.contains("frontier");
        let (code, out, err) = folder.join("");
        let begin = ["at least 0", "no number of"][usize::from(is_sweep)];
        assert!(code == 3 && out.contains(begin), "{problem}: {out}");
        let progress = format!("0 of {parts} part");
        assert!(err.contains(&progress), "{problem}: {err}");
        work(&folder);
        let joined = folder.join("");
        let whole = output(&format!("count {problem}"));
        assert_eq!(joined, (0, whole, String::new()), "{problem}");
        // A second join finds the states in the folder.
        if is_sweep {
            let again = document(0, &format!("join {} --format json", folder.folder));
            let whole = document(0, &format!("count {problem} --format json"));
            assert_eq!(again["residues"], whole["residues"], "{problem}");
        }
    }
}

/// Folders that are spoiled: their short names and commands.
const FOLDERS: &str = "\
lazy: split 4x7 --closed --no-shortcuts --parts 4 --proof
order: split 4x7 --closed --no-shortcuts --encoding order --parts 4 --proof
word: split 3x8 --closed --parts 4
count: count 6x6 --closed --method search --split 4
sweep: count 5x6 --method frontier --split 2 --primes 101,1000003";

/// Faults: the folders, the file, its change, and the message.
const FAULTS: &str = include_str!("tables/faults.txt");

#[test]
fn every_fault_is_refused_in_one_line() {
    for folder in FOLDERS.lines() {
        let (name, command) = folder.split_once(": ").unwrap();
        let parts = Parts::of(command);
        for part in (1..=4).rev() {
            let said = parts.work(part);
            assert!(said.starts_with(&format!("part {part}: ")), "{said}");
            let again = parts.work(part);
            assert_eq!(again, format!("part {part}: done before\n"));
        }
        assert_eq!(parts.number, 4, "{command}");
        let message = error(&format!("{command} -o {}", parts.folder));
        assert!(message.starts_with(&parts.folder), "{message}");
        let whole = parts.join("");
        for fault in FAULTS.lines().filter(|line| line.contains('|')) {
            let fields = fault.split(" | ").map(str::trim).collect_array();
            let [names, file, change, message] = fields.unwrap();
            if names == "*" || names.split(' ').any(|word| word == name) {
                let found = parts.refused(file, change);
                assert!(found.contains(message), "{name} {file} {change}: {found}");
            }
        }
        assert_eq!(parts.join(""), whole, "{name}");
        for part in ["parts/2", "parts/3"] {
            fs::remove_dir_all(parts.path(part)).unwrap();
        }
        let (code, out, err) = parts.join("");
        let is_left = err.ends_with("2 of 4 parts done, 2 left\n");
        assert!(code == 3 && is_left, "{name}: {err}");
        let is_bound = out.starts_with("at least ") && out.contains("not yet contradicted");
        assert!(name != "count" || is_bound, "{out}");
    }
}

/// Two workers on one part would write the same states, or make the same tours twice.
#[test]
fn a_part_in_work_is_refused() {
    for split in [
        "split 4x7 --closed --no-shortcuts --parts 3",
        "count 6x6 --closed --method search --split 3",
        "count 3x10 --closed --method frontier --split 3 --primes 101,103,107",
    ] {
        let parts = Parts::of(split);
        parts.work(3);
        let lock = File::create(parts.path("drafts/1.lock")).unwrap();
        lock.lock().unwrap();
        let rows = "work parts 1 => …part 1 is in work by another worker: wait for it, or stop it\n\
                    3 join parts => …1 of 3 parts done, 2 left…";
        transcript_in(parts.home.path(), rows);
        drop(lock);
        parts.work(1);
    }
}

#[test]
fn a_part_that_is_not_done_in_time_leaves_nothing() {
    for (command, seconds) in [
        ("split 8x8 --closed --parts 2 --encoding lazy", 0.0),
        ("split 8x8 --closed --parts 2 --encoding order", 0.0),
        ("count 8x8 --closed --method search --split 2", 0.5),
        ("count 8x8 --closed --method frontier --split 2", 0.5),
    ] {
        let parts = Parts::of(command);
        let (code, out, err) = parts.run("work", &format!("1 --timeout {seconds}"));
        let is_late = out.contains("unknown: ") && out.ends_with(": time limit reached\n");
        assert!(code == 3 && is_late, "{command}: {out}{err}");
        assert_eq!(parts.count("parts"), 0, "{command}");
        assert!(
            drafts(&parts).iter().all(|path| path.is_file()),
            "{command}"
        );
    }
}

#[test]
fn a_killed_sweep_continues_with_its_states() {
    let parts = Parts::of("count 7x7 --split 1");
    let journal = || fs::read_to_string(parts.path("states/run-0-0")).unwrap_or_default();
    let mut kept = String::new();
    for _ in 0..2 {
        let worker = parts.workers(1);
        let states = |text: &str| text.matches("checksum").count();
        // On a busy machine it may have ended before it is killed.
        let has_more = || states(&journal()) > states(&kept) || parts.count("parts") > 0;
        wait_until("another state", has_more);
        kill(&parts, worker);
        let now = journal();
        assert!(now.starts_with(&kept));
        let end = now.rfind('\n').map_or(0, |end| end + 1);
        kept = now[..end].to_string();
    }
}
