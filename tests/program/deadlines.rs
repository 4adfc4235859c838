//! Promises of time: deadlines and signals take effect in every command, whatever it is doing, and
//! what is too large is refused first. Strips of any length have a tour or a reason soon.
//!
//! The bounds are generous: they hold for a debug build on a busy machine, and hours would pass
//! without the deadline.
#![cfg(target_os = "linux")]

use crate::common::cases::{cases, is_like, lines};
use crate::common::compression::packed;
use crate::common::program::{has, run, signalled};
use crate::common::transcript::{transcript, transcript_in};
use crate::common::waiting::{interrupt, interrupted, soon};
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Commands that would take far too long, and what they print at a short deadline.
const LATE: &str = r"
solve 4000x4000 => unknown: no open knight's tour of 4000x4000 found: time limit reached…
solve 4000x4000 --closed --format json => …unknown…time limit reached…
solve 2000x2000 --closed => unknown…time limit reached…
solve 4096x4096 --no-shortcuts => unknown…time limit reached…
solve 4000x4000 --method warnsdorff => unknown…
solve 1000x1000 --method backtrack => unknown…
solve 7x7 --start b1 --method backtrack => unknown: no open knight's tour of 7x7 found: time limit reached \
    ! … nodes, … backtracks
solve 10x10 --leaper 1,4 --method backtrack --closed => unknown: no closed (1,4)-leaper's tour…
solve 40x40 --textbook => unknown: no open knight's tour of 40x40 found: time limit reached…
prove 4000x4000 --closed -o new => unknown…time limit reached…
split 700x700 --parts 20 -o new => unknown…
check 50x50 --encoding elimination => …time limit reached…
check 16x16 --encoding position --amo product => …time limit reached…
check 12x12 --encoding order --closed => …time limit reached…
check 30x30 --encoding position --amo product --memory 1000000 => …time limit reached…
count 3x300000 => unknown: …time limit reached…
count 12x12 --force => unknown: …time limit reached…
puzzle 12x12 --givens 40 => …unknown: no puzzle was made and checked: time limit reached";

#[test]
fn every_command_keeps_its_deadline_and_leaves_nothing() {
    let dir = TempDir::new().unwrap();
    for row in lines(LATE) {
        let row = row.replacen(" =>", " --timeout 0.4 =>", 1);
        soon(&row, || transcript_in(dir.path(), &format!("3 {row}")));
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0, "{row}");
    }
    // What is refused before the clock is asked is refused in time, too.
    let (code, out, err) = run("solve 2000x2000 --encoding position --timeout 1");
    assert!([2, 3].contains(&code), "{out}{err}");
    transcript("3 solve 4000x4000 --timeout 0.1 => …laying out the moves…");
}

#[test]
fn a_check_ends_after_so_many_conflicts() {
    transcript(
        "3 check 4x5 --encoding order --work 1 => …undecided with limited work…
        0 check 4x5 --encoding order --work 1000000
        check 4x5 --work 0 => --work 0: …",
    );
}

/// Commands that a signal ends, and what they print then.
const INTERRUPTED: &str = "
solve 4000x4000 => …stopped by a signal…
solve 2000x2000 --closed => …stopped by a signal…
solve 3x3000000 --no-shortcuts => …stopped by a signal…
solve 31x31 --encoding position => unknown: no …stopped by a signal…
solve 12x12 --at 1=a1 --closed --textbook => …interrupted…
solve 7x7 --start b1 --method backtrack => … nodes, …stopped by a signal…
prove 3000x3000 --closed -o new => …stopped by a signal…
puzzle 12x12 --givens 40 => …interrupted…
check 16x16 --encoding position --amo product => …interrupted…
count 12x12 --closed --force => …unknown…
count 10x10 --method search => …at least…
sizes 5x5 100x100 --encoding elimination => …5x5 …1 of 2 formulas is sized…";

#[test]
fn every_command_ends_at_the_first_signal_which_is_no_deadline() {
    let dir = TempDir::new().unwrap();
    let mut table = INTERRUPTED.to_string();
    if cfg!(feature = "png") {
        table += "\nsolve 200x200 --png tour.png --size 4096 => …interrupted…";
    }
    for (number, (args, expected)) in cases(&table).into_iter().enumerate() {
        let signal = [Signal::TERM, Signal::INT][number % 2];
        let mut command = signalled();
        command.stdin(Stdio::null());
        command.current_dir(dir.path());
        let output = interrupted(command, &args, signal);
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert_eq!(output.status.code(), Some(3), "{args}: {text}");
        assert!(is_like(&text, &expected), "{args}: {text}");
        assert!(!text.contains("time limit reached"), "{args}: {text}");
        let is_whole = args.starts_with("sizes") && text.contains("100x100 ");
        assert!(!is_whole, "{text}");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0, "{args}");
    }
}

#[test]
fn a_command_whose_output_nobody_takes_ends_at_the_first_signal() {
    let mut command = signalled();
    command.args(["solve", "300x300", "--format", "json"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // The pipe fills up: the document has more than a megabyte.
    let stat = format!("/proc/{}/wchan", child.id());
    let begun = Instant::now();
    while !fs::read_to_string(&stat).is_ok_and(|what| what.contains("pipe")) {
        // Without this file, some time has to do.
        if begun.elapsed() > Duration::from_secs(10) {
            break;
        }
        thread::sleep(Duration::from_millis(20));
    }
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    let status = child.wait().unwrap();
    let words = std::io::read_to_string(child.stderr.take().unwrap()).unwrap();
    assert_eq!(status.code(), Some(3), "{words}");
    assert!(words.contains("stopped by a signal"), "{words}");
}

/// The pipe has a writer that writes nothing. A file has four gigabytes of one member after
/// another.
#[test]
fn a_file_that_does_not_come_is_given_up_at_the_deadline() {
    let dir = transcript("t.cnf = p cnf 144 1\\n1 0\\n\n0 $ mkfifo pipe");
    let blanks = packed(&vec![b' '; 1 << 20]).repeat(1 << 12);
    fs::write(dir.path().join("blanks.gz"), blanks).unwrap();
    let mut table =
        "3 $ exec 3<>pipe; $0 {solve|check 3x4 --cnf} pipe --timeout 0.4 => …time limit reached…
        3 check 3x4 --cnf blanks.gz --timeout 0.4 => …time limit reached…
        0 $ $0 sat - --timeout 0.4 <>pipe => s UNKNOWN\n"
            .to_string();
    let readers = "solve -|solve - --unique|solve --graph -|count -|check -|check 3x4 --cnf -\
        |check 3x4 --cnf t.cnf --map -|prove - -o new|puzzle -\
        |split - --parts 2 -o new";
    for args in readers.split('|').filter(|args| has(args)) {
        table += &format!("3 $ $0 {args} --timeout 0.4 <>pipe => …time limit reached…\n");
    }
    for row in lines(&table) {
        soon(&row, || transcript_in(dir.path(), &row));
    }
}

#[test]
fn strips_of_any_length_have_a_tour_or_a_reason_soon() {
    let all = "3x100000|3x100000 --closed|3x100000 --start a1|100000x3 --start a1 --end b1";
    for args in all.split('|') {
        let from = ["", "a1 "][usize::from(args.contains("--start a1"))];
        let (code, out, err) = soon(args, || run(&format!("solve {args} --format moves")));
        assert_eq!(code, 0, "{args}: {err}");
        assert!(out.starts_with(from), "{args}");
        assert_eq!(out.split_whitespace().count(), 300_000, "{args}");
    }
    let table = "1 solve {4x100000 --closed|100000x4 --closed --start a2} => …the rest falls into…
        1 solve 5x100001 --closed => …every move changes colour…
        1 solve 1x100000 => …has no moves, and a tour needs at least one…
        1 solve 2x100000 => …have one move each…
        0 count {1x100000|2x100000|2x100000 --closed} => 0 …
        0 prove 4x20000 --closed -o no-tour => …falls into 20001 pieces…
        0 verify --certificate no-tour 4x20000 --closed
        1 verify --certificate no-tour 6x20000 --closed";
    let dir = TempDir::new().unwrap();
    for row in lines(table) {
        soon(&row, || transcript_in(dir.path(), &row));
    }
}

#[test]
fn what_is_too_large_is_refused_soon() {
    let table = r"
moves = a1 b3
encode 2049x2048 => …is too large for this formula…
encode 2050x2050 --closed --encoding order => …is too large for this formula…
encode 3000x3000 --textbook => …is too large for this formula…
encode 300x300 {|--textbook} => …DIMACS readers take at most 2147483647…
encode 16000x16000 --closed => …its formula would have more than 256000000²/4 variables…
solve 82x82 --encoding textbook --portfolio varisat,varisat => varisat takes at most 268435456 …
check 30x30 --encoding position --amo product => …GB of memory…without --memory…
check 14x14 --encoding position --amo product --memory 100 => …0.1 GB that --memory allows…
render {2000x2000 moves --svg picture|16000x16000 moves --svg picture|16000x16000 moves} \
    => …too large to draw…
";
    let dir = soon("refusals", || transcript(table));
    if cfg!(feature = "png") {
        let size = "render 300x300 moves --png t --size 16384 => …at most 4096 pixels…";
        let late = "3 solve 8x8 --png t --size 12000 --timeout 1 => …64… ! …not drawn…";
        let rows = format!("{size}\n{late}");
        soon("pictures", || transcript_in(dir.path(), &rows));
    }
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
}

#[test]
fn checks_of_several_formulas_count_those_that_are_left() {
    // Nobody checks 16x16 to its end.
    let args = "check 3x4 16x16 --encoding position --amo product --timeout 2";
    let (code, out, err) = soon(args, || run(args));
    assert_eq!(code, 3, "{out}{err}");
    let left = if out.contains(": 1 right") { 1 } else { 2 };
    let expected = format!("…time limit reached: …{left} of 2 formulas …not checked to the end…");
    assert!(is_like(&err, &expected), "{err}");

    let large = "check 3x4 300x300 --encoding textbook";
    transcript(&format!(
        "3 {large} => …3x4 …right…300x300 …unknown…is too large for this formula…2 formulas: 1 \
            right, 1 unknown"
    ));
    let document = run(&format!("{large} --format json")).1;
    let document: serde_json::Value = serde_json::from_str(&document).unwrap();
    let is_too_large = |row: usize| &document["rows"][row]["is_too_large"];
    assert_eq!([is_too_large(0), is_too_large(1)], [false, true]);
}

#[test]
fn a_count_that_will_not_fit_is_told_of() {
    transcript(
        "2 count 12x12 --closed --memory 1000 => ! …the states of the frontier will take about… \
            --force…",
    );
    let mut forced = signalled();
    forced.args(["count", "12x12", "--closed", "--force"]);
    forced.stdout(Stdio::null()).stderr(Stdio::piped());
    let mut forced = forced.spawn().unwrap();
    let errors = BufReader::new(forced.stderr.take().unwrap());
    let mut lines = errors.lines().map(Result::unwrap);
    assert!(lines.any(|line| line.contains("the states may not fit")));
    forced.kill().unwrap();
    forced.wait().unwrap();
    transcript("0 count 6x6 --closed");
}

#[test]
fn a_silent_standard_input_is_named() {
    let mut lint = signalled();
    let lint = lint.args(["lint", "-"]).stdin(Stdio::piped());
    let mut child = lint.stderr(Stdio::piped()).spawn().unwrap();
    let input = child.stdin.take().unwrap();
    let mut line = String::new();
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    errors.read_line(&mut line).unwrap();
    let expected = "knightsat: reading standard input for 10 s, continuing\n";
    assert_eq!(line, expected);
    drop(input);
    child.wait().unwrap();
}

#[test]
fn a_signal_ends_a_reader_with_the_code_of_an_unknown_result() {
    for (args, signal) in [
        ("lint -", Signal::INT),
        ("verify 3x4 -", Signal::TERM),
        ("stats 3x4 -", Signal::HUP),
        ("render 3x4 -", Signal::INT),
        ("decode - /dev/null --board 3x4", Signal::TERM),
    ] {
        let mut command = signalled();
        command.args(args.split(' ')).stdin(Stdio::piped());
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        // Open to the end.
        let _input = child.stdin.take();
        interrupt(&child, signal);
        let output = soon(args, || child.wait_with_output().unwrap());
        let errors = String::from_utf8(output.stderr).unwrap();
        let found = (output.status.code(), &*errors);
        assert_eq!(
            found,
            (Some(3), "knightsat: stopped by a signal\n"),
            "{args}"
        );
    }
}
