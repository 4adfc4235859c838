//! Fake solvers: scripts in a separate folder, and the outcomes of runs with them.

use super::program::solved;
use super::waiting::wait_until;
use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A folder with fakes, and an empty folder for temporary files. The name of the latter marks every
/// process started from here.
pub struct Fakes {
    dir: TempDir,
    temporary: PathBuf,
}

/// The end of a run.
#[derive(Debug)]
pub struct Outcome {
    /// `None` if a signal ended it.
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
    pub time: Duration,
    /// Peak resident memory in bytes.
    pub memory: u64,
}

impl Fakes {
    pub fn new() -> Fakes {
        let dir = TempDir::new().unwrap();
        let temporary = dir.path().join("temporary");
        fs::create_dir(&temporary).unwrap();
        let fakes = Fakes { dir, temporary };
        let cnf = fakes.path("5x5.cnf");
        let encoded = fakes.run(&format!("encode 5x5 -o {cnf}"));
        assert_eq!(encoded.code, Some(0), "{encoded:?}");
        let values = solved(&cnf).replace("SAT\n", "s SATISFIABLE\nv ");
        fs::write(fakes.path("model"), values).unwrap();
        fakes
    }

    fn path(&self, name: &str) -> String {
        self.dir.path().join(name).display().to_string()
    }

    /// The file that scripts make as `$READY`.
    pub fn ready(&self) -> String {
        self.path("ready")
    }

    /// The command that runs the last script, for `--solver`.
    pub fn command(&self, arguments: &str) -> String {
        format!("sh {} {arguments}", self.path("liar.sh"))
    }

    /// Writes a script; its command for `--solver`. `$MODEL` is a file with a right answer for 5x5.
    pub fn liar(&self, script: &str) -> String {
        fs::write(self.path("liar.sh"), script).unwrap();
        self.command("{cnf}")
    }

    /// Writes a script that can be run by its path.
    pub fn program(&self, script: &str) -> String {
        let path = self.path("program");
        // First under another name, since a file that is open for writing cannot be run.
        fs::write(self.path("new"), format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(self.path("new"), PermissionsExt::from_mode(0o755)).unwrap();
        fs::rename(self.path("new"), &path).unwrap();
        path
    }

    /// Solves 5x5 with a script.
    pub fn solve(&self, script: &str, options: &str) -> Outcome {
        self.solve_with(script, "{cnf}", options)
    }

    /// Solves 5x5 with a script that has these arguments.
    pub fn solve_with(&self, script: &str, arguments: &str, options: &str) -> Outcome {
        self.liar(script);
        let command = self.command(arguments);
        let mut args = vec!["solve", "5x5", "--format", "moves", "--solver", &command];
        args.extend(options.split_whitespace());
        self.run_with(&args, |_| {})
    }

    /// Solves 5x5 with a script that makes the file `$READY`. Then sends the signals, with a pause
    /// between them, to a program whose parent may have ignored one, as nohup does.
    pub fn interrupted(&self, script: &str, ignored: &str, signals: &[&str]) -> Outcome {
        let solver = self.liar(script);
        let ready = self.dir.path().join("ready");
        let mut command = Command::new("sh");
        let trap = format!("trap '' {ignored}; exec \"$@\"");
        let plain = "exec env --default-signal=INT,HUP,TERM \"$@\"";
        // The parent of the tests may ignore them, as a shell does in the background.
        command.args(["-c", if ignored.is_empty() { plain } else { &trap }, "sh"]);
        command.arg(crate::common::program::path());
        command.args(["solve", "5x5", "--solver", &solver]);
        self.run_command(command, |child| {
            wait_until("the script", || ready.exists());
            for signal in signals {
                let number = child.id().to_string();
                let mut kill = Command::new("kill");
                kill.args(["-s", signal, &number]).status().unwrap();
                thread::sleep(Duration::from_millis(250));
            }
        })
    }

    /// Runs the program.
    pub fn run(&self, args: &str) -> Outcome {
        let args: Vec<&str> = args.split_whitespace().collect();
        self.run_with(&args, |_| {})
    }

    /// Runs the program; `meanwhile` is given the process.
    pub fn run_with(&self, args: &[&str], meanwhile: impl FnOnce(&Child)) -> Outcome {
        let mut command = Command::new(crate::common::program::path());
        command.args(args);
        self.run_command(command, meanwhile)
    }

    /// Runs the program with default signals, whatever the parent of the tests has set.
    pub fn signalled(&self, args: &[&str], meanwhile: impl FnOnce(&Child)) -> Outcome {
        let mut command = super::program::signalled();
        command.args(args);
        self.run_command(command, meanwhile)
    }

    fn run_command(&self, mut command: Command, meanwhile: impl FnOnce(&Child)) -> Outcome {
        let _ = fs::remove_file(self.path("ready"));
        let begun = Instant::now();
        let mut child = command
            .env("TMPDIR", &self.temporary)
            .env("MODEL", self.dir.path().join("model"))
            .env("READY", self.dir.path().join("ready"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        meanwhile(&child);
        let mut stderr = child.stderr.take().unwrap();
        let errors = thread::spawn(move || text(&mut stderr));
        let mut memory = 0;
        let mut stdout = child.stdout.take().unwrap();
        let output = thread::spawn(move || text(&mut stdout));
        let status = loop {
            memory = memory.max(peak(child.id()));
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            thread::sleep(Duration::from_millis(2));
        };
        Outcome {
            code: status.code(),
            out: output.join().unwrap(),
            err: errors.join().unwrap(),
            time: begun.elapsed(),
            memory,
        }
    }

    /// No process is left.
    pub fn assert_nothing_runs(&self) {
        let marker = self.temporary.as_os_str().as_encoded_bytes();
        wait_until("the end of processes", || processes(marker).is_empty());
    }

    /// Returns the bytes of all temporary files; a dangling link has 0.
    pub fn temporary_bytes(&self) -> u64 {
        let entries = |path: PathBuf| fs::read_dir(path).into_iter().flatten().flatten();
        let all = entries(self.temporary.clone()).flat_map(|entry| {
            let inside = entries(entry.path()).map(|entry| entry.path());
            inside.chain([entry.path()]).collect::<Vec<_>>()
        });
        let files = all.filter_map(|path| fs::metadata(path).ok());
        let files = files.filter(fs::Metadata::is_file);
        files.map(|data| data.len()).sum()
    }

    /// Removes temporary files.
    pub fn clear(&self) {
        fs::remove_dir_all(&self.temporary).unwrap();
        fs::create_dir(&self.temporary).unwrap();
    }

    /// Neither a process nor a temporary file is left.
    pub fn assert_nothing_left(&self) {
        self.assert_nothing_runs();
        let files: Vec<_> = fs::read_dir(&self.temporary).unwrap().collect();
        assert!(files.is_empty(), "{files:?}");
    }
}

fn text(pipe: &mut impl Read) -> String {
    let mut text = String::new();
    pipe.read_to_string(&mut text).unwrap();
    text
}

/// Peak resident memory so far; 0 once the process is gone.
fn peak(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let words = line.map(|line| line.split_whitespace());
    let kib = words.and_then(|mut words| words.next()?.parse::<u64>().ok());
    kib.unwrap_or(0) << 10
}

/// Returns numbers and commands of the running processes with the marker in their environment. A
/// zombie has no marker.
pub fn processes(marker: &[u8]) -> Vec<String> {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let has_marker = |path: &PathBuf| {
        let environment = fs::read(path.join("environ")).unwrap_or_default();
        environment.windows(marker.len()).any(|part| part == marker)
    };
    let paths = entries.map(|entry| entry.path());
    let command = |path: PathBuf| {
        let command = fs::read(path.join("cmdline")).unwrap_or_default();
        format!("{}: {}", path.display(), String::from_utf8_lossy(&command))
    };
    paths.filter(has_marker).map(command).collect()
}
