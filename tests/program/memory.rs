//! Encoding takes constant memory, however large the formula. Reading takes memory for the existing
//! data only, whatever a header claims.
#![cfg(target_os = "linux")]

use crate::common::depth::depth;
use crate::common::program;

use std::fs;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

fn start(args: &str) -> Child {
    let mut command = Command::new(program::path());
    command.args(args.split(' ')).stdin(Stdio::piped());
    let command = command.stdout(Stdio::piped()).stderr(Stdio::null());
    command.spawn().unwrap()
}

/// The largest resident size so far of a process that runs.
fn peak_kib(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let (_, peak) = status.split_once("\nVmHWM:")?;
    peak.split_ascii_whitespace().next()?.parse().ok()
}

/// Less than a process needs to start would mean that nothing was measured.
fn assert_within(mib: u64, peak: u64, args: &str) {
    assert!((1 << 10..mib << 10).contains(&peak), "{args}: {peak} KiB");
}

/// The memory is measured within the first `limit` bytes. The writer cannot have ended, or the
/// reader would have met the end.
#[test]
fn encode_takes_memory_for_the_board_and_none_for_the_formula() {
    let most = 1 << depth(28, 26);
    for (args, limit) in [
        ("encode 13x13 --textbook", u64::MAX),
        ("encode 20x20 --textbook", most),
        ("encode 60x60 --textbook", most),
        ("encode 60x60 --closed", most),
    ] {
        let mut child = start(args);
        let mut pipe = child.stdout.take().unwrap();
        let mut block = vec![0; 1 << 20];
        let (mut seen, mut peak, mut count) = (0, 0, 1);
        while seen < limit && count > 0 {
            count = pipe.read(&mut block).unwrap();
            seen += count as u64;
            peak = peak_kib(child.id()).unwrap_or(peak);
        }
        drop(pipe);
        child.wait().unwrap();
        assert!(seen >= limit.min(1 << 26), "only {seen} bytes of {args}");
        assert_within(16, peak, args);
    }
}

#[test]
fn what_is_read_takes_memory_by_its_variables_whatever_the_header_claims() {
    let dir = TempDir::new().unwrap();
    let result = program::write(dir.path(), "result", "s SATISFIABLE\nv 1 2 3 0\n");
    let decode = format!("decode - {result} --board 3x4");
    let header = "p cnf 2147483647 18446744073709551615\n";
    let clauses = "1 -2 0\n3 2 0\n".repeat(3);
    let odd = "1 -2147483647 0\n2 0 2147483647 1 1 -1 0\tx 7\nc y\n+1 1000000000 0\n";
    for (args, header, text, mib) in [
        ("lint -", header, &*clauses, 16),
        // The clean file is in memory.
        ("lint --fix -", header, &clauses, 80),
        (&decode, header, &clauses, 16),
        ("lint -", "", odd, 20),
    ] {
        let mut child = start(args);
        let mut output = child.stdout.take().unwrap();
        std::thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
        let mut pipe = child.stdin.take().unwrap();
        pipe.write_all(header.as_bytes()).unwrap();
        let block = text.repeat(1000);
        for _ in 0..1000 {
            pipe.write_all(block.as_bytes()).unwrap();
        }
        // The pipe holds less than was written, so the header and most of the rest have been read.
        let peak = peak_kib(child.id()).unwrap();
        drop(pipe);
        child.wait().unwrap();
        assert_within(mib, peak, args);
    }
}
