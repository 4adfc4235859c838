//! Encoding takes constant memory, however large the formula. Reading takes memory for the existing
//! data only, whatever a header claims.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};

const SIGPIPE: i32 = 13;

/// The largest resident size so far of a process that runs.
fn peak_kib(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_ascii_whitespace().next()?.parse().ok()
}

/// Encodes into a pipe, and returns the peak memory within the first `limit` bytes. The writer
/// cannot have ended, or the reader would have met the end.
fn peak_of_encode(args: &str, limit: u64) -> u64 {
    let mut command = Command::new(crate::common::program::path());
    command.arg("encode").args(args.split_ascii_whitespace());
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut pipe = child.stdout.take().unwrap();
    let mut block = vec![0; 1 << 20];
    let (mut seen, mut peak) = (0, 0);
    while seen < limit {
        let count = pipe.read(&mut block).unwrap();
        if count == 0 {
            break;
        }
        seen += count as u64;
        peak = peak_kib(child.id()).unwrap_or(peak);
    }
    drop(pipe);
    let status = child.wait().unwrap();
    // A stream that is cut off dies by the signal.
    assert!(
        status.success() || status.signal() == Some(SIGPIPE),
        "{status}"
    );
    assert!(seen >= limit.min(1 << 26), "only {seen} bytes of {args}");
    peak
}

#[test]
fn encode_takes_memory_for_the_board_and_none_for_the_formula() {
    for (args, limit, mib) in [
        ("13x13 --textbook", u64::MAX, 16),
        ("20x20 --textbook", 1 << 28, 16),
        ("60x60 --textbook", 1 << 28, 16),
        ("60x60 --closed", 1 << 28, 16),
    ] {
        let peak = peak_of_encode(args, limit);
        // Less than a process needs to start would mean that nothing was measured.
        let expected = 1 << 10..mib << 10;
        assert!(expected.contains(&peak), "{args}: {peak} KiB");
    }
}

/// Feeds `text` again and again to a command that reads a formula from standard input, and gives
/// its peak before its input ends.
fn peak_of_reading(args: &[&str], header: &str, text: &str, times: u32) -> u64 {
    let mut command = Command::new(crate::common::program::path());
    command.args(args).stdin(Stdio::piped());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    pipe.write_all(header.as_bytes()).unwrap();
    let block = text.repeat(1000);
    for _ in 0..times {
        pipe.write_all(block.as_bytes()).unwrap();
    }
    // The pipe holds less than was written, so the header and most of the rest have been read.
    let peak = peak_kib(child.id()).unwrap();
    drop(pipe);
    child.wait().unwrap();
    peak
}

#[test]
fn a_header_that_claims_everything_costs_nothing() {
    let header = "p cnf 2147483647 18446744073709551615\n";
    let result = tempfile::NamedTempFile::new().unwrap();
    let result = result.path().to_str().unwrap();
    fs::write(result, "s SATISFIABLE\nv 1 2 3 0\n").unwrap();
    for args in [
        &["lint", "-"][..],
        &["lint", "--fix", "-"],
        &["decode", "-", result, "--board", "3x4"],
    ] {
        let peak = peak_of_reading(args, header, "1 -2 0\n3 2 0\n", 3000);
        assert!((1 << 10..16 << 10).contains(&peak), "{args:?}: {peak} KiB");
    }
}

#[test]
fn lint_takes_memory_by_the_variables_that_occur() {
    let text = "1 -2147483647 0\n2 0 2147483647 1 1 -1 0\tx 7\nc y\n+1 1000000000 0\n";
    let peak = peak_of_reading(&["lint", "-"], "", text, 1000);
    assert!((1 << 10..20 << 10).contains(&peak), "{peak} KiB");
}
