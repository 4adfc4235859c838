//! Encoding takes constant memory, however large the formula. Reading takes memory for the existing
//! data only, whatever a header claims.
#![cfg(target_os = "linux")]

use crate::common::depth::depth;
use crate::common::program;

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
    let mut command = Command::new(program::path());
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
    let most = 1 << depth(28, 26);
    for (args, limit, mib) in [
        ("13x13 --textbook", u64::MAX, 16),
        ("20x20 --textbook", most, 16),
        ("60x60 --textbook", most, 16),
        ("60x60 --closed", most, 16),
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
    let mut command = Command::new(program::path());
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
fn what_is_read_takes_memory_by_its_variables_whatever_the_header_claims() {
    let header = "p cnf 2147483647 18446744073709551615\n";
    let result = tempfile::NamedTempFile::new().unwrap();
    let result = result.path().to_str().unwrap();
    fs::write(result, "s SATISFIABLE\nv 1 2 3 0\n").unwrap();
    let clauses = "1 -2 0\n3 2 0\n".repeat(3);
    let odd = "1 -2147483647 0\n2 0 2147483647 1 1 -1 0\tx 7\nc y\n+1 1000000000 0\n";
    for (args, header, text, mib) in [
        (&["lint", "-"][..], header, &*clauses, 16),
        (&["lint", "--fix", "-"], header, &clauses, 16),
        (
            &["decode", "-", result, "--board", "3x4"],
            header,
            &clauses,
            16,
        ),
        (&["lint", "-"], "", odd, 20),
    ] {
        let peak = peak_of_reading(args, header, text, 1000);
        assert!((1 << 10..mib << 10).contains(&peak), "{args:?}: {peak} KiB");
    }
}
