//! Full disks and closed pipes: one line that names the file, or none at all, and no partial file.
#![cfg(target_os = "linux")]

use crate::common::compression::endings;
use crate::common::program;
use crate::common::required;

use assert_cmd::cargo::cargo_bin;
use itertools::Itertools;
use program::write;
use rustix::process::Signal;
use std::fs;
use std::io::{PipeWriter, pipe};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A disk of its own, mounted on a folder.
struct Disk(TempDir);

impl Disk {
    /// Mounts a disk of this many KiB, which requires root. Other users get a note, unless the
    /// solvers are required: root must not skip the test.
    fn new(kib: u32) -> Option<Disk> {
        let dir = TempDir::new().unwrap();
        let size = format!("size={kib}k");
        let mut mount = Command::new("mount");
        mount
            .args(["-t", "tmpfs", "-o", &size, "tmpfs"])
            .arg(dir.path());
        let output = mount.output();
        if output.as_ref().is_ok_and(|output| output.status.success()) {
            return Some(Disk(dir));
        }
        // Others than root cannot be required to.
        if rustix::process::geteuid().is_root() {
            required::is_usable(false, &format!("a tmpfs: {output:?}"));
        }
        None
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0.path()).status();
    }
}

fn run(args: &str) -> Output {
    let mut command = Command::new(cargo_bin!("knightsat"));
    command
        .args(args.split_ascii_whitespace())
        .stdin(Stdio::null());
    command.output().unwrap()
}

/// The command fails with one line, which names the file and the fault.
fn assert_full(args: &str, output: &Output, file: &str) {
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args}: {message}");
    assert_eq!(message.lines().count(), 1, "{args}: {message}");
    let starts = format!("knightsat: {file}: ");
    assert!(message.starts_with(&starts), "{args}: {message}");
    assert!(message.contains(": the disk is full"), "{args}: {message}");
    assert!(output.stdout.is_empty(), "{args}: {output:?}");
}

/// Names of everything in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.sorted().collect()
}

/// One pigeon more than holes: a formula with a long proof.
fn pigeons(holes: i32) -> String {
    let at = |pigeon: i32, hole: i32| pigeon * holes + hole;
    let rows = (0..=holes).map(|pigeon| (1..=holes).map(|hole| at(pigeon, hole)).join(" "));
    let pairs = (0..=holes).array_combinations();
    let pairs = pairs.cartesian_product(1..=holes);
    let pairs =
        pairs.map(|([one, other], hole)| format!("-{} -{}", at(one, hole), at(other, hole)));
    let clauses = rows
        .chain(pairs)
        .map(|clause| clause + " 0\n")
        .collect_vec();
    format!(
        "p cnf {} {}\n{}",
        holes * (holes + 1),
        clauses.len(),
        clauses.concat()
    )
}

#[test]
fn on_a_full_disk_nothing_appears() {
    let Some(disk) = Disk::new(16) else { return };
    let elsewhere = TempDir::new().unwrap();
    let cnf = write(elsewhere.path(), "t.cnf", &pigeons(7));
    let mut commands = Vec::new();
    let mut add = |args: String, name: String| {
        let file = disk.path(&name);
        commands.push((format!("{args} {file}"), file));
    };
    for ending in endings() {
        add(
            "encode 12x12 --textbook -o".into(),
            format!("t.cnf.{ending}"),
        );
        add(
            format!("sat {cnf} --proof-format lrat --proof"),
            format!("proof.{ending}"),
        );
    }
    add("encode 8x8 --textbook -o".into(), "t.cnf".into());
    for (format, name) in [
        ("drat", "proof"),
        ("binary-drat", "proof"),
        ("lrat", "proof"),
        ("drat", "proof.gz"),
    ] {
        add(
            format!("sat {cnf} --proof-format {format} --proof"),
            name.into(),
        );
    }
    let bad = write(elsewhere.path(), "bad.cnf", &"1 -2 3 0\n".repeat(9000));
    add(format!("lint --fix {bad} -o"), "fixed.cnf".into());
    for (args, file) in commands {
        assert_full(&args, &run(&args), &file);
        assert_eq!(names(disk.0.path()), [""; 0], "{args}");
    }
}

#[test]
fn a_certificate_is_whole_or_not_there_however_much_fits() {
    let mut failed = 0;
    for kib in [4, 8, 16, 24, 32, 48, 64] {
        let Some(disk) = Disk::new(kib) else { return };
        let folder = disk.path("certificate");
        let args = format!("prove 4x9 --closed --no-shortcuts -o {folder}");
        let output = run(&args);
        if output.status.code() == Some(0) {
            assert_eq!(names(disk.0.path()), ["certificate"]);
            assert_eq!(names(Path::new(&folder)).len(), 4);
            continue;
        }
        failed += 1;
        assert_full(&args, &output, &folder);
        assert_eq!(names(disk.0.path()), [""; 0], "{kib} KiB");
    }
    assert!((1..7).contains(&failed), "{failed} failed");
}

#[test]
fn a_file_whose_fix_does_not_fit_stays_as_it_is() {
    let Some(disk) = Disk::new(48) else { return };
    let text = "1 -2 3 0\n".repeat(3000);
    let file = write(disk.0.path(), "t.cnf", &text);
    let args = format!("lint --fix {file}");
    assert_full(&args, &run(&args), &file);
    assert_eq!(names(disk.0.path()), ["t.cnf"]);
    assert_eq!(fs::read_to_string(file).unwrap(), text);
}

#[test]
fn a_solver_whose_formula_does_not_fit_is_not_asked() {
    let Some(disk) = Disk::new(16) else { return };
    for command in ["solve 8x8 --encoding position", "count 8x8"] {
        let mut solver = Command::new(cargo_bin!("knightsat"));
        solver
            .args(command.split(' '))
            .args(["--solver", "/bin/false {cnf}"]);
        let output = solver.env("TMPDIR", disk.0.path()).output().unwrap();
        assert_full(command, &output, "cannot write a temporary file");
        assert_eq!(names(disk.0.path()), [""; 0], "{command}");
    }
}

#[test]
fn a_full_device_is_named() {
    let dir = TempDir::new().unwrap();
    let bad = write(dir.path(), "bad.cnf", "1 -2 3 0\n");
    let cnf = write(dir.path(), "t.cnf", &pigeons(4));
    for args in [
        "encode 5x5 -o /dev/full".to_string(),
        format!("sat {cnf} --proof /dev/full"),
        format!("sat {cnf} --proof-format lrat --proof /dev/full"),
        format!("lint --fix {bad} -o /dev/full"),
    ] {
        assert_full(&args, &run(&args), "/dev/full");
    }
    for args in commands(dir.path()) {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = start(&args, full.into(), Stdio::piped());
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args}: {message}");
        let last = message.lines().last().unwrap_or_default();
        let expected = "knightsat: standard output: the disk is full";
        assert_eq!(last, expected, "{args}: {message}");
    }
}

/// Every command, such that it writes to standard output.
fn commands(folder: &Path) -> Vec<String> {
    let cnf = folder.join("5x5.cnf").display().to_string();
    let encoded = run(&format!("encode 5x5 -o {cnf}"));
    assert_eq!(encoded.status.code(), Some(0), "{encoded:?}");
    let result = write(folder, "5x5.out", &program::solved(&cnf));
    let tour = String::from_utf8(run("solve 5x5 --format moves").stdout).unwrap();
    let tour = write(folder, "tour", &tour);
    let bad = write(folder, "found.cnf", "1 -2 3 0\n");
    let certificate = folder.join("certificate").display().to_string();
    let all = format!(
        "prove 4x4 -o {certificate}
        sat {cnf}
        decode {cnf} {result}
        verify 5x5 {tour}
        render 5x5 {tour}
        lint {bad}
        lint {bad} --format json
        lint {bad} --fix -o -
        encode 5x5
        encode 5x5 -o /dev/null --solve
        sizes 5x5
        sizes 5x5 --format json
        solve 5x5
        solve 4x4
        solve 5x5 --unique
        solve 6x6 --closed --at 1=a1,3=f6
        solve 4x4 --format json
        check 3x4 --encoding position --amo pairwise
        puzzle 5x5 --givens 25
        solve 5x5 --format json
        solve 5x5 --solver list
        count 5x5
        count 3x4 --enumerate
        count 3x4 --encoding position
        count --known
        --help
        --version
        count --help"
    );
    all.lines().map(|line| line.trim().to_string()).collect()
}

fn start(args: &str, stdout: Stdio, stderr: Stdio) -> Output {
    let mut command = Command::new(cargo_bin!("knightsat"));
    command.args(args.split_ascii_whitespace());
    command.stdin(Stdio::null()).stdout(stdout).stderr(stderr);
    command.spawn().unwrap().wait_with_output().unwrap()
}

/// Returns a pipe without a reader.
fn closed() -> PipeWriter {
    pipe().unwrap().1
}

#[test]
fn a_closed_pipe_ends_every_command_quietly_and_with_its_verdict() {
    let [dir, other] = [TempDir::new().unwrap(), TempDir::new().unwrap()];
    let [read, unread] = [&dir, &other].map(|dir| commands(dir.path()));
    for (read, args) in read.iter().zip(unread) {
        let verdict = start(read, Stdio::null(), Stdio::null()).status.code();
        let output = start(&args, closed().into(), Stdio::piped());
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(message, "", "{args}");
        // A stream without a verdict is cut off by the signal.
        let is_stream = ["encode 5x5", "--enumerate", "-o -"];
        let is_stream = is_stream.iter().any(|end| args.ends_with(end));
        if is_stream {
            assert_eq!(
                output.status.signal(),
                Some(Signal::PIPE.as_raw()),
                "{args}"
            )
        } else {
            assert_eq!(output.status.code(), verdict, "{args}")
        }
    }
}

#[test]
fn a_closed_standard_output_is_an_error() {
    let dir = TempDir::new().unwrap();
    for args in commands(dir.path())
        .into_iter()
        .chain(["encode 8x8".into()])
    {
        let mut shell = Command::new("sh");
        let script = format!("exec \"$0\" {args} >&-");
        shell.arg("-c").arg(script).arg(cargo_bin!("knightsat"));
        let output = shell.stdin(Stdio::null()).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args}: {message}");
        let expected = "knightsat: standard output: closed: redirect it to a file";
        assert_eq!(message.lines().last(), Some(expected), "{args}");
    }
    let file = dir.path().join("t.cnf").display().to_string();
    let script = format!("exec \"$0\" encode 5x5 -o {file} >&-");
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(script).arg(cargo_bin!("knightsat"));
    // What writes nothing to it does not need it.
    assert!(shell.status().unwrap().success());
}

#[test]
fn nobody_to_complain_to_is_no_reason_to_panic() {
    let dir = TempDir::new().unwrap();
    let wrong = [
        "solve 5x5 --solver kisat",
        "solve 5x5 --no-such-option",
        "lint --fix /nowhere/t.cnf",
        "",
    ];
    for args in commands(dir.path())
        .into_iter()
        .chain(wrong.map(String::from))
    {
        let output = start(&args, Stdio::null(), closed().into());
        // A panic would be 101.
        let code = output.status.code();
        assert!(matches!(code, Some(0..=4 | 10)), "{args}: {code:?}");
    }
}
