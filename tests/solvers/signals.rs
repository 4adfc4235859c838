//! Signals at any moment: no partial file under its final name, no temporary one, no process left.
#![cfg(target_os = "linux")]

use crate::common::fakes;
use crate::common::required;

use crate::common::waiting::wait_until;
use assert_cmd::cargo::cargo_bin;
use fakes::processes;
use knightsat::solver::external::find;
use rustix::process::{Pid, Signal, kill_process, set_child_subreaper};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use walkdir::WalkDir;

const SIGNALS: [Signal; 3] = [Signal::INT, Signal::TERM, Signal::HUP];
/// Interruptions of each command.
const RUNS: u64 = 20;
/// The latest moment of one.
const LATEST: Duration = Duration::from_millis(200);

/// Folders for one command: for its outputs, and for its temporary files. The name of the latter
/// marks every process that it starts, and so do the sessions of its runs.
struct Place {
    dir: TempDir,
    work: PathBuf,
    temporary: PathBuf,
    sessions: RefCell<Vec<String>>,
}

impl Place {
    fn new() -> Place {
        let dir = TempDir::new().unwrap();
        let [work, temporary] = ["work", "temporary"].map(|name| {
            let folder = dir.path().join(name);
            fs::create_dir(&folder).unwrap();
            folder
        });
        Place {
            dir,
            work,
            temporary,
            sessions: RefCell::default(),
        }
    }

    /// Starts a run in a session of its own, so that its orphans differ from those of other tests.
    fn start(&self, args: &str) -> Child {
        let mut command = Command::new("setsid");
        // Whoever runs the tests may have them ignored, as a shell does in the background.
        command.args(["env", "--default-signal=INT,HUP,TERM"]);
        command
            .arg(cargo_bin!("knightsat"))
            .args(args.split_ascii_whitespace());
        command
            .current_dir(&self.work)
            .env("TMPDIR", &self.temporary);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let child = command.spawn().unwrap();
        self.sessions.borrow_mut().push(child.id().to_string());
        child
    }

    fn assert_nothing_left(&self, run: &str) {
        let marker = self.temporary.as_os_str().as_encoded_bytes();
        wait_until("a process", || {
            processes(marker).is_empty() && self.orphans().is_empty()
        });
        let left = processes(marker);
        assert!(left.is_empty(), "{run}: still running: {left:?}");
        let left = self.orphans();
        assert!(left.is_empty(), "{run}: {left:?}");
        let files = contents(&self.temporary);
        assert!(files.is_empty(), "{run}: {:?}", files.keys());
        assert_eq!(fs::read_dir(self.dir.path()).unwrap().count(), 2, "{run}");
    }

    /// Processes of ended runs, zombies included: their parent has died, and we are the next one.
    fn orphans(&self) -> Vec<String> {
        let stats = fs::read_dir("/proc").unwrap().flatten();
        let stats = stats.filter_map(|entry| fs::read_to_string(entry.path().join("stat")).ok());
        let is_orphan = |stat: &String| {
            let session = |rest: &str| rest.split(' ').nth(3).map(str::to_owned);
            let session = stat.rsplit_once(") ").and_then(|(_, rest)| session(rest));
            session.is_some_and(|session| self.sessions.borrow().contains(&session))
        };
        stats.filter(is_orphan).collect()
    }
}

/// All files below a folder, and its folders without content.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = WalkDir::new(folder).min_depth(1).into_iter();
    let paths = entries.map(|entry| entry.unwrap().into_path());
    let files = paths.map(|path| (path.clone(), fs::read(path).unwrap_or_default()));
    files.collect()
}

/// Moments that look random, the same ones every time.
fn moments(mut state: u64, latest: Duration) -> impl Iterator<Item = Duration> {
    std::iter::repeat_with(move || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1);
        latest.mul_f64((state >> 40) as f64 / f64::from(1 << 24))
    })
}

/// Returns the result of a command that received a signal after `moment`.
fn interrupted(place: &Place, args: &str, moment: Duration, signal: Signal) -> Output {
    let child = place.start(args);
    thread::sleep(moment);
    // It may have ended, but is not reaped yet: the number is still its own.
    let _ = kill_process(Pid::from_child(&child), signal);
    child.wait_with_output().unwrap()
}

/// Interrupts a command repeatedly. Besides its undisturbed exit code it may return 3; its output
/// must be complete or missing.
fn assert_survives(args: &str, seed: u64) {
    set_child_subreaper(Some(rustix::process::getpid())).unwrap();
    let place = Place::new();
    let begun = Instant::now();
    let undisturbed = place.start(args);
    let undisturbed = undisturbed.wait_with_output().unwrap();
    let latest = begun.elapsed().mul_f64(1.1).min(LATEST);
    let whole = contents(&place.work);
    let is_right = whole.is_empty() != args.contains(" -o ");
    let is_right = is_right && undisturbed.status.code() != Some(2);
    assert!(is_right, "{args}: {undisturbed:?}");
    place.assert_nothing_left(args);
    let mut disturbed = 0;
    for (run, moment) in (0..RUNS).zip(moments(seed, latest)) {
        fs::remove_dir_all(&place.work).unwrap();
        fs::create_dir(&place.work).unwrap();
        let signal = SIGNALS[run as usize % SIGNALS.len()];
        let output = interrupted(&place, args, moment, signal);
        let name = format!("{args}: {signal:?} after {moment:?}: {output:?}");
        let is_usual = output.status.code() == undisturbed.status.code();
        let by_signal = output.status.signal() == Some(signal.as_raw());
        let is_other = output.status.code() == Some(3);
        assert!(is_usual || by_signal || is_other, "{name}");
        disturbed += u64::from(!is_usual || is_other);
        let left = contents(&place.work);
        let is_whole = left == whole || left.is_empty() && !is_usual;
        assert!(is_whole, "{name}: {:?}", left.keys());
        place.assert_nothing_left(&name);
    }
    assert!(disturbed > 0, "{args}: it always ended before the signal");
}

/// Returns true if a program can be called.
fn is_there(program: &str) -> bool {
    required::is_usable(find(program).is_some(), program)
}

#[test]
fn encode_leaves_a_whole_file_or_none() {
    assert_survives("encode 10x10 --textbook -o t.cnf", 1);
    assert_survives("encode 14x14 -o t.cnf.gz", 2);
    assert_survives("encode 14x14 -o t.cnf.zst", 5);
}

#[test]
fn solve_leaves_nothing() {
    assert_survives("solve 60x60 --closed", 3);
    assert_survives("solve 8x8 --encoding position", 4);
    for (solver, seed) in [("minisat", 5), ("kissat", 6)] {
        if is_there(solver) {
            let args = format!("solve 12x12 --encoding position --solver {solver}");
            assert_survives(&args, seed);
        }
    }
}

#[test]
fn prove_leaves_a_whole_folder_or_none() {
    let prove = "prove 4x31 --closed --no-shortcuts -o certificate";
    assert_survives(prove, 7);
    if is_there("kissat") {
        assert_survives(&format!("{prove} --solver kissat"), 8);
    }
}

#[test]
fn count_leaves_nothing() {
    assert_survives("count 5x5 --method enumerate --timeout 2", 9);
    if is_there("minisat") {
        assert_survives("count 5x5 --solver minisat --timeout 2", 10);
    }
}
