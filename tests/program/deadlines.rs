//! Promises of time: deadlines and signals take effect in every command, whatever it is doing, and
//! what is too large is refused first. Strips of any length have a tour or a reason soon.
//!
//! The bounds are generous: they hold for a debug build on a busy machine, and hours would pass
//! without the deadline.
#![cfg(target_os = "linux")]

use crate::common::{compression, program, transcript, waiting};

use compression::packed;
use knightsat::cnf::Clauses;
use knightsat::cnf::sink::ClauseSink;
use knightsat::encoding::{Formula, FormulaError, Name};
use knightsat::stop::{Stop, Stopped};
use knightsat::tour::board::Board;
use knightsat::tour::{Kind, Problem};
use knightsat_solver::{Solver, SolverError, portfolio};
use program::{has, run, signalled, write};
use rustix::process::{Pid, Signal, kill_process};
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use transcript::{is_like, rows};
use waiting::{interrupted, soon};

/// Commands that would take far too long, and what they print at a short deadline.
const LATE: &str = "
solve 4000x4000 => unknown: no open knight's tour of 4000x4000 found: time is up…
solve 4000x4000 --closed --format json => …unknown…time is up…
solve 2000x2000 --closed => unknown…time is up…
solve 4096x4096 --no-shortcuts => unknown…time is up…
solve 4000x4000 --method warnsdorff => unknown…
solve 1000x1000 --method backtrack => unknown…
solve 7x7 --start b1 --method backtrack => unknown: no open knight's tour of 7x7 found: time is up
    ! … nodes, … backtracks
solve 10x10 --leaper 1,4 --method backtrack --closed => unknown: no closed (1,4)-leaper's tour…
solve 40x40 --textbook => unknown: no open knight's tour of 40x40 found: time is up…
prove 4000x4000 --closed -o DIR/new => unknown…time is up…
split 700x700 --parts 20 -o DIR/new => unknown…
encode 60x60 --encoding elimination --solve -o DIR/new => …time is up: the formula is incomplete
encode 60x60 --encoding distance --solve -o DIR/new => …time is up: the formula is incomplete
check 50x50 --encoding elimination => …time is up…
check 16x16 --encoding position --amo product => …time is up…
check 12x12 --encoding order --closed => …time is up…
check 30x30 --encoding position --amo product --memory 1000000 => …time is up…
count 3x300000 => unknown: …time is up…
count 12x12 --force => unknown: …time is up…
puzzle 12x12 --givens 40 => …unknown: no puzzle was made and checked: time is up";

#[test]
fn every_command_keeps_its_deadline_and_leaves_nothing() {
    let dir = TempDir::new().unwrap();
    for row in rows(&LATE.replace("DIR", dir.path().to_str().unwrap())) {
        let (args, expected) = row.split_once(" => ").unwrap();
        if !has(args) {
            continue;
        }
        let (code, out, err) = soon(args, || run(&format!("{args} --timeout 0.4")));
        assert_eq!(code, 3, "{args}: {out}{err}");
        let text = format!("{out}! {err}")
            .replace("\n", " ")
            .replace("  ", " ");
        let text = text.trim_end().trim_end_matches(" !");
        assert!(is_like(text, expected), "{row}\n{text}");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0, "{args}");
    }
    // What is refused before the clock is asked is refused in time, too.
    let (code, out, err) = run("solve 2000x2000 --encoding position --timeout 1");
    assert!([2, 3].contains(&code), "{out}{err}");
    let (code, out, err) = run("solve 4000x4000 --timeout 0.1");
    assert_eq!(code, 3, "{out}{err}");
    assert!(err.contains("laying out the moves"), "{err}");
}

/// Commands that a signal ends, and what they print then.
const INTERRUPTED: &str = "
solve 4000x4000 => …stopped by a signal…
solve 2000x2000 --closed => …stopped by a signal…
solve 3x3000000 --no-shortcuts => …stopped by a signal…
solve 31x31 --encoding position => unknown: no …stopped by a signal…
solve 12x12 --at 1=a1 --closed --textbook => …interrupted…
solve 7x7 --start b1 --method backtrack => … nodes, …stopped by a signal…
prove 3000x3000 --closed -o DIR/new => …stopped by a signal…
puzzle 12x12 --givens 40 => …interrupted…
check 16x16 --encoding position --amo product => …interrupted…
count 12x12 --closed --force => …unknown…
count 10x10 --method search => …at least…
sizes 5x5 100x100 --encoding elimination => …5x5 …1 of 2 formulas is sized…";

#[test]
fn every_command_ends_at_the_first_signal_which_is_no_deadline() {
    let dir = TempDir::new().unwrap();
    let mut table = INTERRUPTED.replace("DIR", dir.path().to_str().unwrap());
    if cfg!(feature = "png") {
        let picture = dir.path().join("tour.png");
        let picture = picture.display();
        let args = format!("solve 200x200 --png {picture} --size 4096");
        table += &format!("\n{args} => …interrupted…");
    }
    for (number, row) in rows(&table).enumerate() {
        let (args, expected) = row.split_once(" => ").unwrap();
        let signal = [Signal::TERM, Signal::INT][number % 2];
        let mut command = signalled();
        command.stdin(Stdio::null());
        let output = interrupted(command, args, signal);
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert_eq!(output.status.code(), Some(3), "{args}: {text}");
        assert!(is_like(&text, expected), "{args}: {text}");
        assert!(!text.contains("time is up"), "{args}: {text}");
        assert!(
            !args.starts_with("sizes") || !text.contains("100x100 "),
            "{text}"
        );
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

/// Arguments that read a file, `@`, which does not come.
const SILENT: &str = "\
solve @
solve @ --unique
solve --graph @
count @
check @
check 3x4 --cnf @
check 3x4 --cnf DIR/t.cnf --map @
prove @ -o DIR/new
puzzle @
split @ --parts 2 -o DIR/new
encode @ --solve
sat @";

#[test]
fn a_file_that_does_not_come_is_given_up_at_the_deadline() {
    let dir = TempDir::new().unwrap();
    write(dir.path(), "t.cnf", "p cnf 144 1\n1 0\n");
    let pipe = dir.path().join("pipe");
    rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, 0o600.into()).unwrap();
    // A writer that writes nothing.
    let both = File::options().read(true).write(true).open(&pipe).unwrap();
    // Four gigabytes of one member after another.
    let blanks = packed(&vec![b' '; 1 << 20]).repeat(1 << 12);
    fs::write(dir.path().join("blanks.gz"), blanks).unwrap();
    let table = SILENT.replace("DIR", dir.path().to_str().unwrap());
    let table = table.lines().filter(|row| has(row));
    let piped = ["solve @", "check 3x4 --cnf @"].map(|args| (args, pipe.clone()));
    let blank = ("check 3x4 --cnf @", dir.path().join("blanks.gz"));
    let rows = table.map(|args| (args, "-".into()));
    for (args, file) in rows.chain(piped).chain([blank]) {
        let args = args.replace('@', file.to_str().unwrap()) + " --timeout 0.4";
        let mut command = signalled();
        command.args(args.split(' ')).stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let silent = child.stdin.take();
        let output = soon(&args, || child.wait_with_output().unwrap());
        drop(silent);
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        if args.starts_with("sat") {
            assert_eq!(
                (output.status.code(), text.as_str()),
                (Some(0), "s UNKNOWN\n")
            );
            continue;
        }
        assert_eq!(output.status.code(), Some(3), "{args}: {text}");
        assert!(text.contains("time is up"), "{args}: {text}");
    }
    drop(both);
}

#[test]
fn strips_of_any_length_have_a_tour_or_a_reason_soon() {
    for (args, from) in [
        ("3x100000", ""),
        ("3x100000 --closed", ""),
        ("3x100000 --start a1", "a1 "),
        ("100000x3 --start a1 --end b1", "a1 "),
    ] {
        let (code, out, err) = soon(args, || run(&format!("solve {args} --format moves")));
        assert_eq!(code, 0, "{args}: {err}");
        assert!(out.starts_with(from), "{args}");
        assert_eq!(out.split_whitespace().count(), 300_000, "{args}");
    }
    for (args, reason) in [
        ("4x100000 --closed", "the rest falls into"),
        ("100000x4 --closed --start a2", "the rest falls into"),
        ("5x100001 --closed", "every move changes colour"),
        ("1x100000", "has no moves, and a tour needs at least one"),
        ("2x100000", "have one move each"),
    ] {
        let (code, out, err) = soon(args, || run(&format!("solve {args}")));
        assert_eq!(code, 1, "{args}: {err}");
        assert!(out.contains(reason), "{args}: {out}");
    }
    for board in ["1x100000", "2x100000", "2x100000 --closed"] {
        let (code, out, _) = soon(board, || run(&format!("count {board}")));
        assert!(code == 0 && out.starts_with("0 "), "{board}: {out}");
    }
}

#[test]
fn the_reason_of_a_long_strip_makes_a_certificate() {
    let dir = TempDir::new().unwrap();
    let folder = dir.path().join("no-tour");
    let folder = folder.display();
    let args = format!("prove 4x20000 --closed -o {folder}");
    let (code, out, err) = soon(&args, || run(&args));
    assert!(
        code == 0 && out.contains("falls into 20001 pieces"),
        "{out}{err}"
    );
    let verify = |board| run(&format!("verify --certificate {folder} {board} --closed"));
    assert_eq!(verify("4x20000").0, 0);
    // It says nothing of a board that has tours.
    assert_eq!(verify("6x20000").0, 1);
}

#[test]
fn what_is_too_large_is_refused_soon() {
    let dir = TempDir::new().unwrap();
    write(dir.path(), "moves", "a1 b3");
    let mut table = "
encode 2049x2048 => …is too large for this formula…
encode 2050x2050 --closed --encoding order => …is too large for this formula…
encode 3000x3000 --textbook => …is too large for this formula…
encode 300x300 --textbook => …DIMACS readers take at most 2147483647…
encode 300x300 => …DIMACS readers take at most 2147483647…
encode 16000x16000 --closed => …its formula would have more than 256000000²/4 variables…
encode 82x82 --encoding textbook --solve -o /dev/null => …varisat takes at most 268435456
    variables…kissat and cadical take it
check 30x30 --encoding position --amo product => …GB of memory…without --memory…
check 14x14 --encoding position --amo product --memory 100 => …0.1 GB that --memory allows…
render 2000x2000 DIR/moves --svg DIR/picture => …too large to draw…
render 2000x2000 DIR/moves --html DIR/picture => …too large to draw…
render 16000x16000 DIR/moves --svg DIR/picture => …too large to draw…
render 16000x16000 DIR/moves => …too large to draw…
"
    .to_string();
    if cfg!(feature = "png") {
        table += "render 300x300 DIR/moves --png DIR/picture --size 16384 => …at most 4096 pixels…";
    }
    soon("refusals", || transcript::check(dir.path(), &table));
    if cfg!(feature = "png") {
        let picture = dir.path().join("picture");
        let name = picture.display();
        let args = format!("solve 8x8 --png {name} --size 12000 --timeout 1");
        let (code, out, err) = soon(&args, || run(&args));
        assert!(code == 3 && out.contains("64"), "{out}{err}");
        assert!(err.contains("not drawn") && !picture.exists(), "{err}");
    }
}

#[test]
fn checks_of_several_formulas_count_those_that_are_left() {
    // Nobody checks 16x16 to its end.
    let args = "check 3x4 16x16 --encoding position --amo product --timeout 2";
    let (code, out, err) = soon(args, || run(args));
    assert_eq!(code, 3, "{out}{err}");
    let total = " of 2 formulas checked, none of them wrong";
    let checked = out
        .lines()
        .find_map(|line| line.strip_suffix(total))
        .unwrap();
    assert!(["0", "1"].contains(&checked), "{out}");
    let left = 2 - checked.parse::<u32>().unwrap();
    let expected = format!("…time is up: …{left} of 2 formulas …not checked to the end…");
    assert!(is_like(&err, &expected), "{err}");

    let large = "check 3x4 300x300 --encoding textbook";
    transcript::check_all(&format!(
        "3 {large} => …3x4 …good…300x300 …too large…2 formulas, none of them wrong, 1 too large
    ! …is too large for this formula…"
    ));
    let document = run(&format!("{large} --format json")).1;
    let document: serde_json::Value = serde_json::from_str(&document).unwrap();
    let is_too_large = |row: usize| &document["rows"][row]["is_too_large"];
    assert_eq!([is_too_large(0), is_too_large(1)], [false, true]);
}

#[test]
fn a_count_that_will_not_fit_is_told_of() {
    let (code, out, err) = run("count 12x12 --closed --memory 1000");
    assert_eq!((code, out.as_str()), (2, ""), "{err}");
    let error = err.lines().last().unwrap();
    let expected = "…the states of the frontier will take about…--force…";
    assert!(is_like(error, expected), "{err}");
    let mut forced = signalled();
    forced.args(["count", "12x12", "--closed", "--force"]);
    forced.stdout(Stdio::null()).stderr(Stdio::piped());
    let mut forced = forced.spawn().unwrap();
    let errors = BufReader::new(forced.stderr.take().unwrap());
    let mut lines = errors.lines().map(Result::unwrap);
    assert!(lines.any(|line| line.contains("the states may not fit")));
    forced.kill().unwrap();
    forced.wait().unwrap();
    assert_eq!(run("count 6x6 --closed").2, "");
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
    assert_eq!(
        line,
        "knightsat: reading standard input for 10 s, continuing\n"
    );
    drop(input);
    child.wait().unwrap();
}

#[test]
fn formulas_are_given_up_while_they_are_sized() {
    let sized = |board: &str, stop: Stop| {
        let board: Board = board.parse().unwrap();
        let problem = Problem::new(board.graph(), Kind::Open, None, None).unwrap();
        let formula = Formula::within(&problem, Name::Elimination.style(), &stop);
        formula.map(|formula| formula.size())
    };
    let late = FormulaError::Stopped(Stopped::Late);
    let stop = Stop::after(Duration::from_millis(100));
    assert_eq!(soon("sizing", || sized("60x60", stop)).unwrap_err(), late);
    assert_eq!(sized("5x5", Stop::after(Duration::ZERO)).unwrap_err(), late);
    let limited = sized("5x5", Stop::after(Duration::from_secs(3600)));
    assert_eq!(limited, sized("5x5", Stop::default()));
}

/// Says that it is huge, and must not be written.
struct Huge;

impl Clauses for Huge {
    fn header(&self) -> knightsat::cnf::dimacs::read::Header {
        knightsat::cnf::dimacs::read::Header {
            variables: 1 << 30,
            clauses: 1,
        }
    }

    fn write<S: ClauseSink>(&self, _: &mut S) {
        panic!("somebody takes it");
    }
}

#[test]
fn solvers_that_refuse_a_formula_are_told_of_before_it_is_written() {
    let solvers = [Solver::default(), Solver::default()];
    let mut report = |_| panic!("there is nobody else");
    let refused = portfolio::decide(&Huge, &solvers, &Stop::default().into(), &mut report);
    assert!(matches!(refused, Err(SolverError::TooLarge(_))));
}
