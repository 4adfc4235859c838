//! Deadlines and signals take effect while formulas are laid out, checked, counted and drawn;
//! oversized ones are refused first. Bounds are generous: they hold on a loaded machine, and hours
//! would pass without the deadline.

use crate::common::{program, waiting};

use knightsat::cnf::Clauses;
use knightsat::cnf::sink::ClauseSink;
use knightsat::encoding::{Formula, FormulaError, Name};
use knightsat::stop::{Stop, Stopped};
use knightsat::tour::board::Board;
use knightsat::tour::{Kind, Problem};
use knightsat_solver::{Solver, SolverError, portfolio};
use program::{error, run, run_with, signalled, write};
use rustix::process::Signal;
use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::Duration;
use waiting::{interrupted, soon};

fn open(board: &str) -> Problem {
    let board: Board = board.parse().unwrap();
    Problem::new(board.graph(), Kind::Open, None, None).unwrap()
}

#[test]
fn formulas_are_given_up_while_they_are_sized() {
    let problem = open("60x60");
    let style = Name::Elimination.style();
    let stop = Stop::after(Duration::from_millis(100));
    let found = soon("sizing", || Formula::within(&problem, style, &stop));
    assert_eq!(found.unwrap_err(), FormulaError::Stopped(Stopped::Late));
    let small = open("5x5");
    let over = Stop::after(Duration::ZERO);
    let found = Formula::within(&small, style, &over);
    assert_eq!(found.unwrap_err(), FormulaError::Stopped(Stopped::Late));
    let [whole, limited] = [Stop::default(), Stop::after(Duration::from_secs(3600))]
        .map(|stop| Formula::within(&small, style, &stop).unwrap().size());
    assert_eq!(whole, limited);
}

#[test]
fn solvers_are_asked_what_they_take_before_anything_is_written() {
    // The clauses are counted for the header, and none is written.
    let message = error("encode 82x82 --encoding textbook --solve -o /dev/null");
    assert!(
        message.contains("varisat takes at most 268435456 variables"),
        "{message}"
    );
    assert!(message.ends_with("kissat and cadical take it"), "{message}");
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
fn of_several_solvers_those_that_refuse_are_told_of() {
    let solvers = [Solver::default(), Solver::default()];
    let mut report = |_| panic!("there is nobody else");
    let refused = portfolio::decide(&Huge, &solvers, &Stop::default().into(), &mut report);
    assert!(matches!(refused, Err(SolverError::TooLarge(_))));
}

#[test]
fn checks_end_in_time_and_begin_only_if_they_fit() {
    for args in [
        "check 50x50 --encoding elimination --timeout 1",
        "check 16x16 --encoding position --amo product --timeout 1",
        "check 12x12 --encoding order --closed --timeout 1",
    ] {
        let (code, out, err) = soon(args, || run(args));
        assert_eq!(code, 3, "{args}: {out}");
        assert!(err.contains("time is up"), "{args}: {err}");
    }
    let message = soon("30x30", || {
        error("check 30x30 --encoding position --amo product")
    });
    assert!(message.contains("GB of memory"), "{message}");
}

/// Checks that a command prints this with exit code 3 soon after TERM.
fn hears_term(args: &str, word: &str) {
    let mut command = signalled();
    command.stdin(Stdio::null());
    let output = interrupted(command, args, Signal::TERM);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let out = text(output.stdout) + &text(output.stderr);
    assert_eq!(output.status.code(), Some(3), "{args}: {out}");
    assert!(out.contains(word), "{args}: {out}");
    assert!(!out.contains("time is up"), "{args}: {out}");
}

#[test]
fn an_interruption_is_not_called_a_deadline() {
    let dir = tempfile::tempdir().unwrap();
    let picture = dir.path().join("tour.png");
    let picture = picture.display();
    hears_term("puzzle 12x12 --givens 40", "interrupted");
    hears_term("solve 12x12 --at 1=a1 --closed --textbook", "interrupted");
    if cfg!(feature = "png") {
        hears_term(
            &format!("solve 200x200 --png {picture} --size 4096"),
            "interrupted",
        );
    }
}

#[test]
fn a_check_that_is_cut_short_counts_what_is_left() {
    // Nobody checks 16x16 to its end.
    let args = "check 3x4 16x16 --encoding position --amo product --timeout 2";
    let (code, out, err) = soon(args, || run(args));
    assert_eq!(code, 3, "{out}{err}");
    let total = " of 2 formulas checked, none of them wrong";
    let checked = out.lines().find_map(|line| line.strip_suffix(total));
    assert!(["0", "1"].contains(&checked.unwrap()), "{out}");
    assert!(err.contains("time is up: "), "{err}");
    let left = 2 - checked.unwrap().parse::<u32>().unwrap();
    assert!(
        err.contains(&format!("{left} of 2 formulas ")) && err.contains("not checked to the end"),
        "{err}"
    );
}

#[test]
fn the_first_signal_ends_a_check_and_a_count() {
    hears_term(
        "check 16x16 --encoding position --amo product",
        "interrupted",
    );
    hears_term("count 12x12 --closed --force", "unknown");
    hears_term("count 10x10 --method search", "at least");
}

#[test]
fn boards_in_pieces_have_no_tours_at_once() {
    for board in ["1x100000", "2x100000", "2x100000 --closed"] {
        let args = format!("count {board}");
        let (code, out, _) = soon(&args, || run(&args));
        assert!(code == 0 && out.starts_with("0 "), "{args}: {out}");
    }
}

#[test]
fn counts_end_in_time_while_they_are_planned_and_while_they_run() {
    for args in [
        "count 3x300000 --timeout 1",
        "count 12x12 --force --timeout 1",
    ] {
        let (code, out, _) = soon(args, || run(args));
        assert!(code == 3 && out.starts_with("unknown: "), "{args}: {out}");
    }
}

#[test]
fn a_count_that_will_not_fit_is_told_of() {
    let (code, out, err) = run("count 12x12 --closed --memory 1000");
    assert_eq!((code, out.as_str()), (2, ""), "{err}");
    let error = err.lines().last().unwrap();
    assert!(
        error.contains("the states of the frontier will take about"),
        "{err}"
    );
    assert!(error.contains("--force"), "{err}");
    let mut forced = signalled();
    forced.args(["count", "12x12", "--closed", "--force"]);
    forced.stdout(Stdio::null()).stderr(Stdio::piped());
    let mut forced = forced.spawn().unwrap();
    let errors = BufReader::new(forced.stderr.take().unwrap());
    let mut lines = errors.lines().map(Result::unwrap);
    assert!(lines.any(|line| line.contains("the states may not fit")));
    forced.kill().unwrap();
    forced.wait().unwrap();
    let (_, _, err) = run("count 6x6 --closed");
    assert_eq!(err, "");
}

#[test]
fn pictures_that_are_too_large_are_refused_first() {
    let dir = tempfile::tempdir().unwrap();
    let file = write(dir.path(), "moves", "a1 b3");
    let picture = dir.path().join("picture").display().to_string();
    for (board, option, why) in [
        ("2000x2000", "--svg", "too large to draw"),
        ("2000x2000", "--html", "too large to draw"),
        ("16000x16000", "--svg", "too large to draw"),
    ] {
        let args = format!("render {board} {file} {option} {picture}");
        let message = soon(&args, || error(&args));
        assert!(message.contains(why), "{message}");
    }
    let args = format!("render 16000x16000 {file}");
    let message = soon(&args, || error(&args));
    assert!(message.contains("too large to draw"), "{message}");
}

#[cfg(feature = "png")]
#[test]
fn pixels_are_limited_and_drawn_until_it_is_time() {
    let dir = tempfile::tempdir().unwrap();
    let file = write(dir.path(), "moves", "a1 b3");
    let picture = dir.path().join("picture");
    let name = picture.display();
    let args = format!("render 300x300 {file} --png {name} --size 16384");
    let message = soon(&args, || error(&args));
    assert!(message.contains("at most 4096 pixels"), "{message}");
    let args = format!("solve 8x8 --png {name} --size 12000 --timeout 1");
    let (code, out, err) = soon(&args, || run(&args));
    assert!(code == 3 && out.contains("64"), "{out}{err}");
    assert!(err.contains("not drawn"), "{err}");
    assert!(!picture.exists());
}

#[test]
fn variables_that_are_in_no_clause_are_named() {
    let dir = tempfile::tempdir().unwrap();
    let cnf = write(dir.path(), "f.cnf", "p cnf 5 1\n1 0\n");
    let check = |map: &str| {
        let map = write(dir.path(), "map", map);
        run_with(&format!("check 1x1 --cnf {cnf} --map {map}"), "").1
    };
    let out = check("1 1 a1\n");
    assert!(out.contains("without a meaning: variables 2..5"), "{out}");
    let dir = tempfile::tempdir().unwrap();
    let cnf = write(dir.path(), "f.cnf", "p cnf 4 1\n1 0\n");
    let map = write(dir.path(), "map", "1 1 a1\n3 2 b1\n");
    let (_, out, _) = run(&format!("check 1x2 --cnf {cnf} --map {map}"));
    assert!(
        out.contains("with a meaning, but in no clause: variable 3, so"),
        "{out}"
    );
    assert!(out.contains("without a meaning: variables 2, 4,"), "{out}");
}
