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

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder().join(name)).unwrap_or_default()
    }

    fn rows(&self) -> Vec<Row> {
        let text = self.read("rows.jsonl");
        let row = |line| serde_json::from_str(line).unwrap();
        text.lines().map(row).collect()
    }
}

/// Scripts with their options; the exit code of the comparison, the verdict and its reason.
const VERDICTS: &str = r#"
cat $MODEL; exit 10                                 | --memory 4000  | 0 tour |
echo 's SATISFIABLE'; echo 'v 0'; exit 10           |                | 1 wrong | the model violates clause
echo 's UNSATISFIABLE'; exit 20                     |                | 1 wrong | reports no tour, but 1728 are known
kill -SEGV $$                                       |                | 2 failed | SIGSEGV
echo 's SATISFIABLE'; exit 20                       |                | 2 failed | gives no usable answer
echo 's UNKNOWN'; exit 0                            |                | 2 failed | gave up before the deadline
yes 's MAYBE'                                       |                | 2 failed | gives no usable answer: line 1
trap '' TERM; sleep 999 & while :; do sleep 1; done | --timeout 0.5  | 0 timeout |
while :; do :; done                                 | --timeout 1    | 0 timeout |
while :; do echo c; done                            | --timeout 1    | 0 timeout |
exec yes c                                          | --timeout 1    | 0 timeout |
i=0; while test $i -lt 400000; do i=$((i+1)); done; cat $MODEL; exit 10 | --timeout 0.05 | 0 timeout |
tail -n 1 /dev/zero; exit 1                         | --memory 200   | 0 memory |
"#;

/// Crashes and nonsense are failures and no answers; the limit is one of CPU time, also of the
/// process that reads an endless output; an answer that comes too late is none.
#[test]
fn every_run_has_its_verdict_whatever_the_solver_does() {
    for line in VERDICTS.lines().filter(|line| !line.is_empty()) {
        let fields: Vec<&str> = line.split(" |").map(str::trim).collect();
        let (code, verdict) = fields[2].split_once(' ').unwrap();
        let compared = Comparison::of(fields[0]);
        let outcome = compared.run(fields[1]);
        let code = Some(code.parse().unwrap());
        assert_eq!(outcome.code, code, "{line}: {outcome:?}");
        let rows = compared.rows();
        let row = &rows[0];
        let found = (rows.len(), row.verdict.to_string());
        assert_eq!(found, (1, verdict.to_string()), "{line}: {}", row.word);
        assert!(row.word.contains(fields[3]), "{line}: {}", row.word);
        let time = row.measured.cpu_seconds.unwrap_or_default();
        assert!((0.0..2.5).contains(&time), "{line}: {time}");
        let (complaint, score) = match verdict {
            "tour" => ("", "1/1"),
            "wrong" => ("WRONG: 5x5 open position", "1 WRONG, 0/1"),
            "failed" => ("failed: 5x5", "> 60"),
            _ => ("", "0/1"),
        };
        assert!(outcome.err.contains(complaint), "{line}: {outcome:?}");
        assert!(outcome.out.contains(score), "{line}: {outcome:?}");
        // Nothing is run again, and a fault is shown every time.
        if fields[1].is_empty() {
            assert_eq!(compared.run("").code, code, "{line}");
            assert_eq!(compared.rows().len(), 1, "{line}");
        }
    }
}

#[test]
fn a_right_answer_is_a_row_with_its_figures() {
    let compared = Comparison::of(RIGHT);
    compared.run("");
    let row = compared.rows().remove(0);
    assert!(row.checked);
    assert_eq!((row.run.vertices, row.run.amo.as_str()), (25, "product"));
    let measured = &row.measured;
    let sizes = [measured.variables, measured.clauses, measured.bytes];
    assert!(sizes.iter().all(|size| size.is_some_and(|size| size > 100)));
    assert!(measured.wall_seconds.unwrap() > 0.0 && measured.peak_kb.unwrap() > 100);
    for chart in ["cactus.svg", "scaling.svg"] {
        let text = compared.read(chart);
        assert!(text.starts_with("<svg") && text.ends_with("</svg>\n"));
    }
}

#[test]
fn a_refutation_of_what_another_row_has_is_wrong_whichever_came_first() {
    let compared = Comparison::of("echo 's UNSATISFIABLE'; exit 20");
    let graph = "p edge 5 5\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 1\n";
    let graph = write(compared.dir.path(), "ring", graph);
    let folder = compared.folder().display().to_string();
    let run = |solver: &str| {
        let args = format!("compare --graph {graph} -o {folder} --solver");
        let args: Vec<&str> = args.split(' ').chain([solver]).collect();
        compared.fakes.run_with(&args, |_| {})
    };
    assert_eq!(run(&compared.solver).code, Some(0));
    assert_eq!(compared.rows()[0].verdict, RunVerdict::None);
    let outcome = run("varisat");
    assert_eq!(outcome.code, Some(1), "{outcome:?}");
    assert!(outcome.err.contains("has a verified tour"), "{outcome:?}");
    let verdicts: Vec<RunVerdict> = compared.rows().iter().map(|row| row.verdict).collect();
    assert_eq!(verdicts, [RunVerdict::Wrong, RunVerdict::Tour]);
    let csv = compared.read("rows.csv");
    assert!(csv.contains(",wrong,") && !csv.contains(",none,"));
}

/// The second formula would take hours to write; its writer is killed ten seconds after it should
/// have ended.
#[test]
fn an_encoder_has_the_limits_of_a_solver() {
    for (args, verdict, word) in [
        ("40x40 --amo pairwise --memory 130", RunVerdict::Memory, ""),
        (
            "60x60 --encoding elimination --timeout 0.5",
            RunVerdict::Timeout,
            "the formula was not written in time",
        ),
    ] {
        let compared = Comparison::of("exit 1");
        let folder = compared.folder().display().to_string();
        let outcome = compared.fakes.run(&format!("compare {args} -o {folder}"));
        assert_eq!(outcome.code, Some(0), "{outcome:?}");
        let rows = compared.rows();
        assert_eq!(rows[0].verdict, verdict, "{rows:?}");
        assert!(rows[0].word.contains(word), "{rows:?}");
        compared.fakes.assert_nothing_left();
    }
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
    let outcome = compared.run_with(options, |child| {
        wait_until(|| compared.read("rows.jsonl").lines().count() >= 2);
        kill_process(Pid::from_child(child), Signal::KILL).unwrap();
    });
    assert_eq!(outcome.code, None);
    let kept = compared.read("rows.jsonl");
    assert!((2..12).contains(&kept.lines().count()));
    let half = format!("{kept}{}", &kept[..100]);
    fs::write(compared.folder().join("rows.jsonl"), half).unwrap();
    let runs = || fs::read_to_string(&log).unwrap().lines().count();
    let before = runs();
    let outcome = compared.run(options);
    assert_eq!(outcome.code, Some(1), "{outcome:?}");
    assert!(outcome.err.contains("the last row was cut off"));
    assert!(compared.read("rows.jsonl").starts_with(&kept));
    let rows = compared.rows();
    let different: HashSet<_> = rows.iter().map(|row| &row.run).collect();
    assert_eq!((rows.len(), different.len()), (12, 12));
    assert_eq!(runs() - before, 12 - kept.lines().count());
    let csv = compared.read("rows.csv");
    assert_eq!(csv.lines().count(), 13);
    assert_eq!(csv.lines().next().unwrap(), COLUMNS);
}

#[test]
fn an_interrupt_keeps_what_is_there_and_says_how_to_go_on() {
    let compared = Comparison::of("test -e $READY && sleep 1000; echo > $READY; exit 1");
    let folder = compared.folder().display().to_string();
    let args = format!("compare 5x5 --shuffles 4 -o {folder} --solver");
    let mut args: Vec<&str> = args.split_whitespace().collect();
    args.push(&compared.solver);
    let outcome = compared.fakes.signalled(&args, |child| {
        wait_until(|| compared.rows().len() == 1);
        kill_process(Pid::from_child(child), Signal::INT).unwrap();
    });
    assert_eq!(outcome.code, Some(3), "{outcome:?}");
    let err = &outcome.err;
    assert!(
        err.contains("stopped by a signal: 1 of 4 rows is in"),
        "{err}"
    );
    assert!(err.contains("resumes from there"), "{err}");
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
    let row = compared.read("rows.jsonl");
    let other = row.replace("\"version\":1,", "\"version\":9,");
    for (rows, message) in [
        (row + "{\"version\":}\n", "rows.jsonl:2:12: no row"),
        (other, "rows.jsonl:1:1: a row of version 9, expected 1"),
    ] {
        fs::write(compared.folder().join("rows.jsonl"), rows).unwrap();
        let outcome = compared.run("");
        assert_eq!(outcome.code, Some(2));
        assert!(outcome.err.contains(message), "{outcome:?}");
    }
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
fn tables_and_charts_of_fixed_rows_come_out_as_ever() {
    use knightsat_compare::{plot, row, table};
    let folder = crate::common::program::root().join("fixtures/compare");
    let file = |name: &str| folder.join(name);
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
