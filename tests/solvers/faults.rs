//! Full disks and closed pipes: one line that names the file, or none at all, and no partial file.
#![cfg(target_os = "linux")]

use crate::common::certificates::{WHOLE, files};
use crate::common::compression::ENDINGS;
use crate::common::program::{fault, knightsat, path, solved, write};
use crate::common::required;
use crate::common::solvers::pigeons;
use crate::common::transcript::transcript_in;
use knightsat::cnf::dimacs::write::write_formula;
use rustix::process::Signal;
use std::fs::{self, File};
use std::io::pipe;
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
        mount.args(["-t", "tmpfs", "-o", &size, "tmpfs"]);
        let output = mount.arg(dir.path()).output();
        if output.as_ref().is_ok_and(|output| output.status.success()) {
            return Some(Disk(dir));
        }
        // Others than root cannot be required to.
        if rustix::process::geteuid().is_root() {
            required::is_usable(false, &format!("a tmpfs: {output:?}"));
        }
        None
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0.path()).status();
    }
}

/// Runs the program in a folder.
fn run_in(folder: &Path, args: &str) -> Output {
    let mut command = Command::new(path());
    command.args(args.split_ascii_whitespace());
    command.current_dir(folder).stdin(Stdio::null());
    command.output().unwrap()
}

/// The command fails with one line, which names the file and the fault.
fn assert_full(args: &str, output: &Output, file: &str) {
    let message = fault(output, args);
    let is_named = message.starts_with(&format!("{file}: "));
    let is_right = is_named && message.contains(": the disk is full");
    assert!(is_right, "{args}: {message}");
}

/// Writes a formula of pigeons.
fn write_pigeons(path: &Path, holes: u32) {
    write_formula(File::create(path).unwrap(), &pigeons(holes), &[]).unwrap();
}

#[test]
fn on_a_full_disk_nothing_appears() {
    let Some(disk) = Disk::new(16) else { return };
    let elsewhere = TempDir::new().unwrap();
    let cnf = elsewhere.path().join("t.cnf");
    write_pigeons(&cnf, 7);
    let bad = write(elsewhere.path(), "bad.cnf", &"1 -2 3 0\n".repeat(9000));
    let cnf = cnf.display();
    let proof = format!("sat {cnf} --proof-format");
    let formats = ["drat", "lrat"].map(|format| format!("{proof} {format}"));
    let proofs = formats.map(|command| format!("{command} --proof proof"));
    let packed = format!("{proof} drat --proof proof.gz");
    let lint = format!("lint --fix {bad} -o fixed.cnf");
    let smt = "encode 8x8 --textbook --format smt2 -o t.smt2".to_string();
    let plain = [smt, packed, lint].into_iter();
    let plain = plain.chain(proofs);
    let packed = ENDINGS.into_iter().flat_map(|ending| {
        let encode = format!("encode 12x12 --textbook -o t.cnf.{ending}");
        [encode, format!("{proof} lrat --proof proof.{ending}")]
    });
    for args in packed.chain(plain) {
        let file = args.rsplit(' ').next().unwrap();
        assert_full(&args, &run_in(disk.0.path(), &args), file);
        assert_eq!(files(disk.0.path()), [""; 0], "{args}");
    }
    // The least length of a plain formula is known before its first byte.
    let args = "encode 8x8 --textbook -o t.cnf";
    let message = fault(&run_in(disk.0.path(), args), args);
    let is_refused = message.starts_with("t.cnf: the disk has 16384 bytes free, too few for ");
    assert!(is_refused, "{message}");
    assert_eq!(files(disk.0.path()), [""; 0], "{args}");
}

#[test]
fn a_certificate_is_whole_or_not_there_however_much_fits() {
    let args = "prove 4x9 --closed --no-shortcuts -o certificate";
    let mut failed = 0;
    for kib in [4, 8, 16, 24, 32, 48, 64] {
        let Some(disk) = Disk::new(kib) else { return };
        let output = run_in(disk.0.path(), args);
        if output.status.code() == Some(0) {
            assert_eq!(files(disk.0.path()), ["certificate"]);
            assert_eq!(files(&disk.0.path().join("certificate")), WHOLE);
            continue;
        }
        failed += 1;
        assert_full(args, &output, "certificate");
        assert_eq!(files(disk.0.path()), [""; 0], "{kib} KiB");
    }
    assert!((1..7).contains(&failed), "{failed} failed");
}

#[test]
fn a_file_whose_fix_does_not_fit_stays_as_it_is() {
    let Some(disk) = Disk::new(48) else { return };
    let text = "1 -2 3 0\n".repeat(3000);
    let file = write(disk.0.path(), "t.cnf", &text);
    let args = "lint --fix t.cnf";
    assert_full(args, &run_in(disk.0.path(), args), "t.cnf");
    assert_eq!(files(disk.0.path()), ["t.cnf"]);
    assert_eq!(fs::read_to_string(file).unwrap(), text);
}

#[test]
fn a_solver_whose_formula_does_not_fit_is_not_asked() {
    let Some(disk) = Disk::new(16) else { return };
    for args in ["solve 8x8 --encoding position", "count 8x8"] {
        let mut command = knightsat(&format!("{args} --solver \"/bin/false {{cnf}}\""));
        let output = command.env("TMPDIR", disk.0.path()).output().unwrap();
        assert_full(args, &output, "cannot write a temporary file");
        assert_eq!(files(disk.0.path()), [""; 0], "{args}");
    }
}

#[test]
fn a_full_device_is_named() {
    let dir = commands_folder();
    write_pigeons(&dir.path().join("t.cnf"), 4);
    for args in [
        "encode 5x5 -o /dev/full",
        "sat t.cnf --proof /dev/full",
        "sat t.cnf --proof-format lrat --proof /dev/full",
        "lint --fix found.cnf -o /dev/full",
    ] {
        assert_full(args, &run_in(dir.path(), args), "/dev/full");
    }
    for args in commands() {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = start(dir.path(), args, full.into(), Stdio::piped());
        assert_last(args, &output, "standard output: the disk is full");
    }
}

/// Every command, such that it writes to standard output.
const COMMANDS: &str = "
    prove 4x4 -o certificate ¦ sat 5x5.cnf ¦ decode 5x5.cnf 5x5.out ¦ verify 5x5 tour
    render 5x5 tour ¦ lint found.cnf ¦ lint found.cnf --format json ¦ lint found.cnf --fix -o -
    encode 5x5 ¦ sizes 5x5 ¦ sizes 5x5 --format json ¦ solve 5x5
    solve 4x4 ¦ solve 5x5 --unique ¦ solve 6x6 --closed --at 1=a1,3=f6 ¦ solve 4x4 --format json
    check 3x4 --encoding position --amo pairwise ¦ puzzle 5x5
    solve 5x5 --format json ¦ solve 5x5 --solver list ¦ count 5x5 ¦ count 3x4 --enumerate
    count 3x4 --encoding position ¦ --help ¦ --version ¦ count --help";

fn commands() -> impl Iterator<Item = &'static str> {
    let lines = COMMANDS.trim().lines();
    lines.flat_map(|line| line.trim().split(" ¦ "))
}

/// Returns a folder with the files of the commands.
fn commands_folder() -> TempDir {
    let dir = TempDir::new().unwrap();
    transcript_in(
        dir.path(),
        "0 encode 5x5 > 5x5.cnf
         0 solve 5x5 --format moves > tour
         found.cnf = 1 -2 3 0\\n",
    );
    let result = solved(&dir.path().join("5x5.cnf").display().to_string());
    write(dir.path(), "5x5.out", &result);
    dir
}

fn start(folder: &Path, args: &str, stdout: Stdio, stderr: Stdio) -> Output {
    let mut command = Command::new(path());
    command.args(args.split_ascii_whitespace());
    command.current_dir(folder).stdin(Stdio::null());
    command.stdout(stdout).stderr(stderr);
    command.spawn().unwrap().wait_with_output().unwrap()
}

/// The command fails, and this is its last line.
fn assert_last(args: &str, output: &Output, expected: &str) {
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args}: {message}");
    let expected = format!("knightsat: {expected}");
    assert_eq!(message.lines().last(), Some(&expected[..]), "{args}");
}

/// Returns a pipe without a reader.
fn closed() -> Stdio {
    pipe().unwrap().1.into()
}

#[test]
fn a_closed_pipe_ends_every_command_quietly_and_with_its_verdict() {
    let [read, unread] = [commands_folder(), commands_folder()];
    for args in commands() {
        let verdict = start(read.path(), args, Stdio::null(), Stdio::null());
        let output = start(unread.path(), args, closed(), Stdio::piped());
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(message, "", "{args}");
        // A stream without a verdict is cut off by the signal.
        let mut streams = ["encode 5x5", "--enumerate", "-o -"].into_iter();
        let [signal, code] = if streams.any(|end| args.ends_with(end)) {
            [Some(Signal::PIPE.as_raw()), None]
        } else {
            [None, verdict.status.code()]
        };
        let status = output.status;
        assert_eq!([status.signal(), status.code()], [signal, code], "{args}");
    }
}

#[test]
fn nobody_to_complain_to_is_no_reason_to_panic() {
    let dir = commands_folder();
    let wrong = "solve 5x5 --solver kisat|solve 5x5 --no-such-option|lint --fix /nowhere/t.cnf|";
    for args in commands().chain(wrong.split('|')) {
        let output = start(dir.path(), args, Stdio::null(), closed());
        // A panic would be 101.
        let code = output.status.code();
        assert!(matches!(code, Some(0..=4 | 10)), "{args}: {code:?}");
    }
}
