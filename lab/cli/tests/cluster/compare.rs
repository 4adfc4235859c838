//! Comparisons: every run in a process of its own, whatever the solver does.
#![cfg(target_os = "linux")]

use crate::common::fakes;
use crate::common::program;

use fakes::{Fakes, Outcome, wait_until};
use knightsat_compare::row::{COLUMNS, Row, RunVerdict};
use program::{error, write};
use rustix::process::{Pid, Signal, kill_process};
use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;
use std::process::Child;
use tempfile::TempDir;

/// Says that there is a tour, and which, of 5x5 as it is written.
const RIGHT: &str = "cat $MODEL; exit 10";
const NO: &str = "echo 's UNSATISFIABLE'; exit 20";

/// Compares a script on 5x5, and keeps the rows in a folder.
struct Comparison {
    fakes: Fakes,
    solver: String,
    dir: TempDir,
}

impl Comparison {
    fn of(script: &str) -> Comparison {
        let fakes = Fakes::new();
        let solver = fakes.liar(script);
        Comparison {
            fakes,
            solver,
            dir: TempDir::new().unwrap(),
        }
    }

    fn folder(&self) -> PathBuf {
        self.dir.path().join("rows")
    }

    fn run(&self, options: &str) -> Outcome {
        self.run_with(options, |_| {})
    }

    fn run_with(&self, options: &str, meanwhile: impl FnOnce(&Child)) -> Outcome {
        let folder = self.folder().display().to_string();
        let mut args = vec!["compare", "5x5", "-o", &folder, "--solver", &self.solver];
        args.extend(options.split_whitespace());
        let outcome = self.fakes.run_with(&args, meanwhile);
        if outcome.code.is_none() {
            // A process killed between two runs leaves its folder behind.
            self.fakes.assert_nothing_runs();
            self.fakes.clear();
        }
        self.fakes.assert_nothing_left();
        outcome
    }

    fn lines(&self) -> String {
        fs::read_to_string(self.folder().join("rows.jsonl")).unwrap_or_default()
    }

    fn rows(&self) -> Vec<Row> {
        let lines = self.lines();
        let rows = lines
            .lines()
            .map(|line| serde_json::from_str(line).unwrap());
        rows.collect()
    }

    /// The verdict of the only run, and why.
    fn verdict(&self) -> (RunVerdict, String) {
        let rows = self.rows();
        assert_eq!(rows.len(), 1);
        (rows[0].verdict, rows[0].word.clone())
    }
}

fn file(name: &str) -> PathBuf {
    crate::common::program::root()
        .join("fixtures/compare")
        .join(name)
}

#[test]
fn a_right_answer_is_a_row_with_its_figures() {
    let compared = Comparison::of(RIGHT);
    let outcome = compared.run("--memory 4000");
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    let row = compared.rows().remove(0);
    assert!(row.verdict == RunVerdict::Tour && row.checked);
    assert_eq!(row.run.vertices, 25);
    assert_eq!(row.run.amo, "product");
    let measured = &row.measured;
    let sizes = [measured.variables, measured.clauses, measured.bytes];
    assert!(sizes.iter().all(|size| size.is_some_and(|size| size > 100)));
    assert!(measured.wall_seconds.unwrap() > 0.0 && measured.cpu_seconds.unwrap() < 5.0);
    assert!(measured.peak_kb.unwrap() > 100);
    assert!(outcome.out.contains("1/1"), "{}", outcome.out);
    for chart in ["cactus.svg", "scaling.svg"] {
        let text = fs::read_to_string(compared.folder().join(chart)).unwrap();
        assert!(text.starts_with("<svg") && text.ends_with("</svg>\n"));
    }
}

#[test]
fn a_wrong_model_is_shown_loudly() {
    let compared = Comparison::of("echo 's SATISFIABLE'; echo 'v 0'; exit 10");
    let outcome = compared.run("");
    assert_eq!(outcome.code, Some(1), "{outcome:?}");
    assert!(outcome.err.contains("WRONG: 5x5 open position"));
    assert!(outcome.out.contains("1 WRONG, 0/1"), "{}", outcome.out);
    let (verdict, word) = compared.verdict();
    assert_eq!(verdict, RunVerdict::Wrong);
    assert!(word.contains("the model violates clause"), "{word}");
    // And every time that the rows are looked at.
    assert_eq!(compared.run("").code, Some(1));
}

#[test]
fn a_refutation_of_what_others_have_counted_is_wrong() {
    let compared = Comparison::of(NO);
    assert_eq!(compared.run("").code, Some(1));
    let (verdict, word) = compared.verdict();
    assert_eq!(verdict, RunVerdict::Wrong);
    assert!(
        word.starts_with("reports no tour, but 1728 are known"),
        "{word}"
    );
}

#[test]
fn a_refutation_of_what_another_row_has_is_wrong_whichever_came_first() {
    let compared = Comparison::of(NO);
    let graph = "p edge 5 5\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 1\n";
    let graph = write(compared.dir.path(), "ring", graph);
    let folder = compared.folder().display().to_string();
    let args = ["compare", "--graph", &graph, "-o", &folder, "--solver"];
    let run = |solver: &str| {
        let args = [&args[..], &[solver]].concat();
        compared.fakes.run_with(&args, |_| {})
    };
    assert_eq!(run(&compared.solver).code, Some(0));
    assert_eq!(compared.verdict().0, RunVerdict::None);
    let outcome = run("varisat");
    assert_eq!(outcome.code, Some(1), "{outcome:?}");
    assert!(outcome.err.contains("has a verified tour"), "{outcome:?}");
    let verdicts: Vec<RunVerdict> = compared.rows().iter().map(|row| row.verdict).collect();
    assert_eq!(verdicts, [RunVerdict::Wrong, RunVerdict::Tour]);
    let csv = fs::read_to_string(compared.folder().join("rows.csv")).unwrap();
    assert!(csv.contains(",wrong,") && !csv.contains(",none,"));
}

#[test]
fn a_crash_and_nonsense_are_failures_and_no_answers() {
    for (script, why) in [
        ("kill -SEGV $$", "SIGSEGV"),
        ("echo 's SATISFIABLE'; exit 20", "gives no usable answer"),
        ("echo 's UNKNOWN'; exit 0", "gave up before the deadline"),
        ("yes 's MAYBE'", "gives no usable answer: line 1"),
    ] {
        let compared = Comparison::of(script);
        let outcome = compared.run("");
        assert_eq!(outcome.code, Some(2), "{outcome:?}");
        let (verdict, word) = compared.verdict();
        assert!(
            verdict == RunVerdict::Failed && word.contains(why),
            "{word}"
        );
        assert!(outcome.err.contains("failed: 5x5"), "{outcome:?}");
        let figures = ["0/1", "> 60"];
        assert!(figures.iter().all(|figure| outcome.out.contains(figure)));
    }
}

#[test]
fn a_solver_that_hangs_is_stopped_with_what_it_has_started() {
    let compared = Comparison::of("trap '' TERM; sleep 1000 & while :; do sleep 1; done");
    let outcome = compared.run("--timeout 0.5");
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    assert_eq!(compared.verdict().0, RunVerdict::Timeout);
    assert!(outcome.time.as_secs() < 30);
}

#[test]
fn the_limit_is_one_of_cpu_time() {
    // The process that reads an endless output takes time too.
    for script in [
        "while :; do :; done",
        "while :; do echo c; done",
        "exec yes c",
    ] {
        let compared = Comparison::of(script);
        let outcome = compared.run("--timeout 1");
        assert_eq!(outcome.code, Some(0), "{outcome:?}");
        let row = compared.rows().remove(0);
        assert_eq!(row.verdict, RunVerdict::Timeout, "{}", row.word);
        let time = row.measured.cpu_seconds.unwrap();
        assert!((0.0..2.5).contains(&time), "{time}");
    }
    // An answer that comes too late is none.
    let late = "i=0; while test $i -lt 400000; do i=$((i+1)); done; ".to_string() + RIGHT;
    let compared = Comparison::of(&late);
    assert_eq!(compared.run("--timeout 0.05").code, Some(0));
    let (verdict, word) = compared.verdict();
    assert_eq!(verdict, RunVerdict::Timeout, "{word}");
}

#[test]
fn a_solver_that_wants_too_much_memory_is_told_so() {
    // A last line of any length is kept whole.
    let compared = Comparison::of("tail -n 1 /dev/zero; exit 1");
    let outcome = compared.run("--memory 200 --timeout 60");
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    let (verdict, word) = compared.verdict();
    assert_eq!(verdict, RunVerdict::Memory, "{word}");
}

#[test]
fn an_encoder_is_told_so_too() {
    let compared = Comparison::of("exit 1");
    let folder = compared.folder().display().to_string();
    let args = format!("compare 40x40 --amo pairwise --memory 130 -o {folder}");
    let outcome = compared.fakes.run(&args);
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    assert_eq!(
        compared.verdict().0,
        RunVerdict::Memory,
        "{:?}",
        compared.rows()
    );
    compared.fakes.assert_nothing_left();
}

#[test]
fn what_was_killed_goes_on_where_it_was() {
    let log = TempDir::new().unwrap();
    let log = log.path().join("log");
    // Renamed models are beyond it: shuffles fail, which is as good.
    let script = format!("echo x >> {}; sleep 0.2; {RIGHT}", log.display());
    let compared = Comparison::of(&script);
    fs::create_dir_all(log.parent().unwrap()).unwrap();
    let options = "--shuffles 6 --encoding position,textbook --jobs 2";
    let rows = compared.folder().join("rows.jsonl");
    let count = || {
        fs::read_to_string(&rows)
            .unwrap_or_default()
            .lines()
            .count()
    };
    let outcome = compared.run_with(options, |child| {
        wait_until(|| count() >= 2);
        kill_process(Pid::from_child(child), Signal::KILL).unwrap();
    });
    assert_eq!(outcome.code, None);
    let kept = compared.lines();
    assert!((2..12).contains(&kept.lines().count()));
    fs::write(&rows, format!("{kept}{}", &kept[..100])).unwrap();
    let before = fs::read_to_string(&log).unwrap().lines().count();
    let outcome = compared.run(options);
    assert_eq!(outcome.code, Some(1), "{outcome:?}");
    assert!(outcome.err.contains("the last row was cut off"));
    assert!(compared.lines().starts_with(&kept));
    let runs: Vec<_> = compared.rows().into_iter().map(|row| row.run).collect();
    assert_eq!(runs.len(), 12);
    assert_eq!(runs.into_iter().collect::<HashSet<_>>().len(), 12);
    let after = fs::read_to_string(&log).unwrap().lines().count();
    assert_eq!(after - before, 12 - kept.lines().count());
    let csv = fs::read_to_string(compared.folder().join("rows.csv")).unwrap();
    assert_eq!(csv.lines().count(), 13);
    assert_eq!(csv.lines().next().unwrap(), COLUMNS);
}

#[test]
fn an_interrupt_keeps_what_is_there_and_says_how_to_go_on() {
    let compared = Comparison::of("test -e $READY && sleep 1000; echo > $READY; exit 1");
    let ready = compared.folder();
    let folder = ready.display().to_string();
    let args = format!("compare 5x5 --shuffles 4 -o {folder} --solver");
    let mut args: Vec<&str> = args.split_whitespace().collect();
    args.push(&compared.solver);
    let outcome = compared.fakes.signalled(&args, |child| {
        wait_until(|| compared.rows().len() == 1);
        kill_process(Pid::from_child(child), Signal::INT).unwrap();
    });
    assert_eq!(outcome.code, Some(3), "{outcome:?}");
    assert!(
        outcome
            .err
            .contains("stopped by a signal: 1 of 4 rows is in")
    );
    assert!(outcome.err.contains("resumes from there"));
    assert!(outcome.time.as_secs() < 60);
    compared.fakes.assert_nothing_left();
    assert_eq!(compared.rows().len(), 1);
}

#[test]
fn jobs_run_at_once() {
    // Each waits until another is there.
    let script = "echo > $READY.$$; for i in $(seq 100); do \
                  test $(ls $READY.* | wc -l) -ge 2 && exit 0; sleep 0.1; done; kill -SEGV $$";
    let compared = Comparison::of(script);
    let outcome = compared.run("--shuffles 2 --jobs 2");
    // It answers nothing.
    assert_eq!(outcome.code, Some(2), "{outcome:?}");
    let words: Vec<String> = compared.rows().into_iter().map(|row| row.word).collect();
    assert!(words.iter().all(|word| !word.contains("SEGV")), "{words:?}");
}

#[test]
fn rows_under_other_limits_are_not_mixed() {
    let compared = Comparison::of(RIGHT);
    assert_eq!(compared.run("--timeout 20").code, Some(0));
    let outcome = compared.run("--timeout 30 --memory 1000");
    assert_eq!(outcome.code, Some(2));
    let message = "its rows were made with --timeout 20 and no --memory, \
                   not with --timeout 30 and --memory 1000: give the same limits, or name another folder";
    assert!(outcome.err.contains(message), "{outcome:?}");
    assert_eq!(outcome.err.lines().count(), 1);
    // Another grid adds. The model is of another formula.
    assert_eq!(compared.run("--timeout 20 --amo pairwise").code, Some(2));
    assert_eq!(compared.rows().len(), 2);
}

#[test]
fn a_broken_row_is_named_with_its_place() {
    let compared = Comparison::of(RIGHT);
    assert_eq!(compared.run("").code, Some(0));
    let path = compared.folder().join("rows.jsonl");
    fs::write(&path, format!("{}{{\"version\":}}\n", compared.lines())).unwrap();
    let outcome = compared.run("");
    assert_eq!(outcome.code, Some(2));
    assert!(
        outcome.err.contains("rows.jsonl:2:12: no row"),
        "{outcome:?}"
    );
    let row = compared.lines().lines().next().unwrap().to_string() + "\n";
    fs::write(&path, row.replace("\"version\":1,", "\"version\":9,")).unwrap();
    let outcome = compared.run("");
    assert!(
        outcome
            .err
            .contains("rows.jsonl:1:1: a row of version 9, expected 1")
    );
}

#[test]
fn a_folder_has_one_writer() {
    let compared = Comparison::of("sleep 1000");
    let folder = compared.folder().display().to_string();
    compared.run_with("--timeout 60", |child| {
        wait_until(|| compared.folder().join("rows.csv").exists());
        let message = error(&format!("compare 5x5 -o {folder}"));
        assert!(message.ends_with("another comparison is writing into this folder"));
        kill_process(Pid::from_child(child), Signal::TERM).unwrap();
    });
}

#[test]
fn encodings_and_solvers_agree_in_process() {
    let dir = TempDir::new().unwrap();
    let folder = dir.path().display();
    let args = "compare 3x4 4x5 --encoding all --amo auto,pairwise --shuffles 2 --timeout 100 --format json";
    let (code, out, err) = program::run(&format!("{args} -o {folder}"));
    assert_eq!(code, 0, "{err}");
    let all: serde_json::Value = serde_json::from_str(&out).unwrap();
    let rows = all["rows"].as_array().unwrap();
    assert!(rows.len() >= 2 * 2 * 12, "{}", rows.len());
    assert!(
        rows.iter()
            .all(|row| row["verdict"] == "tour" && row["checked"] == true)
    );
    assert_eq!(all["scores"].as_array().unwrap().len(), rows.len() / 2);
    let (code, out, _) = program::run("compare 3x3 5x5 --closed --encoding textbook,lazy");
    assert_eq!(code, 0);
    assert!(out.contains("1/1") && !out.contains("WRONG"), "{out}");
}

#[test]
fn formulas_compared_are_those_that_are_written() {
    let names = "position,textbook,binary,order,distance,adder,lfsr,crt,elimination";
    let sizes = |command: &str, of: &str| {
        let args = format!("{command} 5x6 --closed --encoding {names} --format json");
        let (code, out, err) = program::run(&args);
        assert_eq!(code, 0, "{err}");
        let document: serde_json::Value = serde_json::from_str(&out).unwrap();
        let rows = document[of].as_array().unwrap().iter();
        let size = |row: &serde_json::Value| {
            let text = |key: &str| row[key].to_string();
            (text("encoding"), text("variables"), text("clauses"))
        };
        rows.map(size).collect::<HashSet<_>>()
    };
    let found = sizes("compare --solver varisat --timeout 1", "rows");
    assert_eq!(found.len(), 9);
    assert_eq!(found, sizes("sizes", "rows"));
}

#[test]
fn what_cannot_be_compared_is_told_in_one_line() {
    for (args, message) in [
        ("", "missing: <BOARDS>..."),
        ("9y9", "BOARDS: '9y9'"),
        (
            "5x5 --encoding positron",
            "'positron' is not an encoding to compare: write one of position,",
        ),
        (
            "5x5 --amo pairwise,x",
            "'x' is not an at-most-one encoding: write one of pairwise,",
        ),
        ("5x5 --solver varisat,kisat", "'kisat' is not a solver"),
        (
            "5x5 --timeout -1",
            "--timeout -1: write a number of seconds above 0",
        ),
        (
            "5x5 --timeout nan",
            "--timeout NaN: write a number of seconds above 0",
        ),
        ("5x5 --shuffles 0", "--shuffles 0: "),
        ("5x5 --memory 1", "--memory 1: "),
        ("5x5 -o /dev/null", "/dev/null: "),
        ("5x5 --graph /nowhere", "/nowhere: no such file"),
        ("--run-one /nowhere", "/nowhere: no such file"),
    ] {
        let found = error(&format!("compare {args}"));
        assert!(found.contains(message), "{args}: {found}");
    }
    let fakes = Fakes::new();
    let solver = fakes.liar(RIGHT);
    let args = ["compare", "5x5", "--encoding", "lazy", "--solver", &solver];
    let outcome = fakes.run_with(&args, |_| {});
    assert_eq!(outcome.code, Some(2));
    assert!(
        outcome
            .err
            .contains("nothing to run: the lazy engine needs a solver in process")
    );
}

#[test]
fn tables_and_charts_of_fixed_rows_come_out_as_ever() {
    use knightsat_compare::{plot, row, table};
    let text = fs::read_to_string(file("rows.jsonl")).unwrap();
    let rows = text.lines().map(|line| serde_json::from_str(line).unwrap());
    let rows: Vec<Row> = rows.collect();
    let again: String = rows.iter().map(|row| row.json() + "\n").collect();
    assert_eq!(again, text);
    for (name, found) in [
        ("rows.csv", row::csv(&rows)),
        ("table.txt", table::table(&rows)),
        ("cactus.svg", plot::cactus(&rows)),
        ("scaling.svg", plot::scaling(&rows)),
    ] {
        if std::env::var_os("BLESS").is_some() {
            fs::write(file(name), &found).unwrap();
        }
        let expected = fs::read_to_string(file(name)).unwrap();
        assert!(found == expected, "{name}: BLESS=1 and read the difference");
    }
    assert_eq!(table::complaints(&rows).len(), 2);
}
