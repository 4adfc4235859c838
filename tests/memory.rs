//! Encoding takes the same little memory, however large the formula.
#![cfg(target_os = "linux")]

use assert_cmd::cargo::cargo_bin;
use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};

/// The largest resident size so far of a process that runs.
fn peak_kib(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_ascii_whitespace().next()?.parse().ok()
}

/// Encodes into a pipe and gives the peak as it was last seen within the first `limit` bytes: the
/// writer cannot have ended, or the reader would have met the end.
fn peak_of_encode(args: &str, limit: u64) -> u64 {
    let mut command = Command::new(cargo_bin!("knightsat"));
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
    assert!(child.wait().unwrap().success());
    assert!(seen >= limit.min(1 << 26), "only {seen} bytes of {args}");
    peak
}

#[test]
fn encode_stays_within_16_mib() {
    for (args, limit) in [
        ("13x13 --textbook", u64::MAX),
        ("20x20 --textbook", 1 << 28),
        ("100x100 --textbook", 1 << 28),
        ("200x200 --closed", 1 << 28),
    ] {
        let peak = peak_of_encode(args, limit);
        // Less than a process needs to start would mean that nothing was measured.
        assert!((1 << 10..16 << 10).contains(&peak), "{args}: {peak} KiB");
    }
}
