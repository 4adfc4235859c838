//! Comparisons: every run in a process of its own, whatever the solver does. Their grids, the
//! contents of rows, and foreign formulas.
#![cfg(target_os = "linux")]

use crate::common::cases::is_like;
use crate::common::fakes::{Fakes, Outcome};
use crate::common::program::{bare, document, error, output, root, run, write};
use crate::common::waiting::wait_until;

use itertools::Itertools;
use knightsat_compare::row::{COLUMNS, Row, RunVerdict};
use knightsat_compare::{plot, row, table};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Child;
use tempfile::TempDir;

/// The rows in a folder of a comparison; none if there is no such file.
fn rows(folder: &Path) -> Vec<Row> {
    let text = fs::read_to_string(folder.join("rows.jsonl")).unwrap_or_default();
    let rows = text.lines().map(|line| serde_json::from_str(line).unwrap());
    rows.collect()
}

/// Says that there is a tour, and which, of 5x5 as it is written.
const RIGHT: &str = "cat $MODEL; exit 10";

/// Compares a script, and keeps the rows in a folder.
struct Comparison {
    fakes: Fakes,
    solver: String,
    dir: TempDir,
}

impl Comparison {
    fn of(script: &str) -> Comparison {
        let (fakes, dir) = (Fakes::new(), TempDir::new().unwrap());
        let solver = fakes.liar(script);
        Comparison { fakes, solver, dir }
    }

    fn folder(&self) -> PathBuf {
        self.dir.path().join("rows")
    }

    /// Compares on 5x5.
    fn run(&self, options: &str) -> Outcome {
        self.run_with(&format!("5x5 {options}"), &self.solver, |_| {})
    }

    fn run_with(&self, grid: &str, solver: &str, meanwhile: impl FnOnce(&Child)) -> Outcome {
        let folder = self.folder().display().to_string();
        let mut args = vec!["compare", "-o", &folder, "--solver", solver];
        args.extend(grid.split_whitespace());
        let outcome = self.fakes.signalled(&args, meanwhile);
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
        rows(&self.folder())
    }
}

/// Scripts with their options; the exit code of the comparison, the verdict and its reason.
const VERDICTS: &str = include_str!("tables/verdicts.txt");

/// Crashes and nonsense are failures and no answers; the limit is one of CPU time, also of the
/// process that reads an endless output; an answer that comes too late is none. An encoder has the
/// limits of a solver: the last formula would take hours to write, and its writer is killed.
#[test]
fn every_run_has_its_verdict_whatever_the_solver_does() {
    for line in VERDICTS.lines().filter(|line| !line.is_empty()) {
        let fields = line.split(" |").map(str::trim).collect_vec();
        let (code, verdict) = fields[2].split_once(' ').unwrap();
        let compared = Comparison::of(fields[0]);
        let outcome = match fields[0] {
            "varisat" => compared.run_with(fields[1], "varisat", |_| {}),
            _ => compared.run(fields[1]),
        };
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
        // A right answer is a row with its figures.
        let measured = &row.measured;
        if verdict == "tour" {
            let sizes = [measured.variables, measured.clauses, measured.bytes];
            let sizes = sizes.into_iter().chain([measured.peak_kb]);
            assert!(sizes.flatten().all(|size| size > 100), "{row:?}");
            assert!(measured.wall_seconds.unwrap() > 0.0);
            assert_eq!((row.run.vertices, row.run.amo.as_str()), (25, "product"));
        }
        assert_eq!(row.checked, verdict == "tour", "{line}");
        // Nothing is run again, and a fault is shown every time.
        if fields[1].is_empty() {
            assert_eq!(compared.run("").code, code, "{line}");
            assert_eq!(compared.rows().len(), 1, "{line}");
        }
    }
}

#[test]
fn a_refutation_of_what_another_row_has_is_wrong_whichever_came_first() {
    let compared = Comparison::of("echo 's UNSATISFIABLE'; exit 20");
    let ring = "p edge 5 5\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 1\n";
    let grid = format!("--graph {}", write(compared.dir.path(), "ring", ring));
    let first = compared.run_with(&grid, &compared.solver, |_| {});
    assert_eq!(first.code, Some(0));
    assert_eq!(compared.rows()[0].verdict, RunVerdict::None);
    let outcome = compared.run_with(&grid, "varisat", |_| {});
    assert_eq!(outcome.code, Some(1), "{outcome:?}");
    assert!(outcome.err.contains("has a verified tour"), "{outcome:?}");
    let verdicts: Vec<RunVerdict> = compared.rows().iter().map(|row| row.verdict).collect();
    assert_eq!(verdicts, [RunVerdict::Wrong, RunVerdict::Tour]);
    let csv = compared.read("rows.csv");
    assert!(csv.contains(",wrong,") && !csv.contains(",none,"));
}

#[test]
fn a_killed_comparison_continues() {
    // Renamed models are beyond it: shuffles fail, which is as good.
    let compared = Comparison::of("");
    let log = compared.dir.path().join("log");
    let script = format!("echo x >> {}; sleep 0.2; {RIGHT}", log.display());
    compared.fakes.liar(&script);
    let options = "--shuffles 6 --encoding position,textbook --jobs 2";
    let outcome = compared.run_with(&format!("5x5 {options}"), &compared.solver, |child| {
        wait_until("a process", || {
            compared.read("rows.jsonl").lines().count() >= 2
        });
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
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!((lines.len(), lines[0]), (13, COLUMNS));
}

#[test]
fn an_interrupt_keeps_the_rows_and_says_how_to_continue() {
    let compared = Comparison::of("test -e $READY && sleep 1000; echo > $READY; exit 1");
    let outcome = compared.run_with("5x5 --shuffles 4", &compared.solver, |child| {
        wait_until("a process", || compared.rows().len() == 1);
        kill_process(Pid::from_child(child), Signal::INT).unwrap();
    });
    assert_eq!(outcome.code, Some(3), "{outcome:?}");
    let words = "…stopped by a signal: 1 of 4 rows is in…resumes from there…";
    assert!(is_like(&outcome.err, words), "{outcome:?}");
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

/// Other limits, and broken rows, with their messages.
#[test]
fn rows_that_do_not_belong_together_are_refused() {
    let compared = Comparison::of(RIGHT);
    assert_eq!(compared.run("--timeout 20").code, Some(0));
    // Another grid adds. The model is of another formula.
    assert_eq!(compared.run("--timeout 20 --amo pairwise").code, Some(2));
    assert_eq!(compared.rows().len(), 2);
    let whole = compared.read("rows.jsonl");
    let row = whole.lines().next().unwrap();
    let broken = format!("{row}\n{{\"version\":}}\n");
    let new = row.replace("\"version\":1,", "\"version\":9,") + "\n";
    let limits = "its rows were made with --timeout 20 and no --memory, not with --timeout 30 and \
                  --memory 1000: give the same limits, or name another folder";
    for (rows, options, message) in [
        (&whole, "--timeout 30 --memory 1000", limits),
        (&broken, "", "rows.jsonl:2:12: no row"),
        (&new, "", "rows.jsonl:1:1: a row of version 9, expected 1"),
    ] {
        fs::write(compared.folder().join("rows.jsonl"), rows).unwrap();
        let outcome = compared.run(options);
        assert_eq!(outcome.code, Some(2), "{outcome:?}");
        assert!(outcome.err.contains(message), "{outcome:?}");
        assert_eq!(outcome.err.lines().count(), 1, "{outcome:?}");
    }
}

#[test]
fn a_folder_has_one_writer() {
    let compared = Comparison::of("sleep 1000");
    let folder = compared.folder().display().to_string();
    compared.run_with("5x5 --timeout 60", &compared.solver, |child| {
        wait_until("a process", || {
            compared.folder().join("rows.jsonl").exists()
        });
        let message = error(&format!("compare 5x5 -o {folder}"));
        assert!(message.ends_with("another comparison is writing into this folder"));
        kill_process(Pid::from_child(child), Signal::TERM).unwrap();
    });
}

#[test]
fn tables_and_charts_of_fixed_rows_are_as_before() {
    let folder = root().join("fixtures/compare");
    let rows = rows(&folder);
    let lines: String = rows.iter().map(|row| row.json() + "\n").collect();
    for (name, found) in [
        ("rows.jsonl", lines),
        ("rows.csv", row::csv(&rows)),
        ("table.txt", table::table(&rows, None)),
        ("cactus.svg", plot::cactus(&rows)),
        ("scaling.svg", plot::scaling(&rows)),
    ] {
        let file = folder.join(name);
        if std::env::var_os("BLESS").is_some() {
            fs::write(&file, &found).unwrap();
        }
        let expected = fs::read_to_string(file).unwrap();
        assert!(found == expected, "{name}: BLESS=1 and read the difference");
    }
    assert_eq!(table::complaints(&rows).len(), 2);
}

/// Prints no answer but statistics, as CaDiCaL does.
#[test]
fn conflicts_and_propagations_are_those_that_the_solver_prints() {
    let script = "echo 'c conflicts: 12 1.0 per second'; cat $MODEL; exit 10";
    let compared = Comparison::of(script);
    let outcome = compared.run("--encoding position");
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    let head = outcome.out.lines().next().unwrap();
    assert!(head.ends_with("memory MB  conflicts"), "{head}");
    let row = compared.rows().remove(0);
    let measured = &row.measured;
    assert_eq!(
        (measured.conflicts, measured.propagations),
        (Some(12), None)
    );
    // It has no version, so its checksum tells it apart.
    let checksum = row.solver_version.unwrap();
    let digits = checksum.strip_prefix("sha256:").unwrap();
    assert!(digits.len() == 64 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
    assert!(
        outcome
            .out
            .contains(&format!("{} sha256:{}\n", compared.solver, &digits[..12]))
    );
    compared.fakes.liar("exit 0");
    let outcome = compared.run("");
    let changed = format!(
        "it has rows made by {} {checksum}, and this is sha256:",
        compared.solver
    );
    assert!(outcome.err.contains(&changed), "{outcome:?}");
    // Solvers in process print none, and so does a table of them.
    let outcome = compared.run_with("3x4", "varisat", |_| {});
    let row = compared.rows().remove(1);
    assert_eq!(
        (row.measured.conflicts, row.measured.propagations),
        (None, None)
    );
    assert!(outcome.code.is_some());
    assert!(!output("compare 3x4").contains("conflicts"));
}

/// Compares with -o, and returns standard output and standard error.
fn compare(folder: &Path, args: &str, code: i32) -> (String, String) {
    let (found, out, err) = run(&format!("compare {args} -o {}", folder.display()));
    assert_eq!(found, code, "{args}: {out}{err}");
    (out, err)
}

/// Problems with the encodings that do them, the omitted ones, the name in the rows, and the last
/// columns there.
const ASKED: &str = include_str!("tables/asked.txt");

/// The request is part of a run: the same again is there, and anything else is another run.
#[test]
fn the_request_is_part_of_a_run() {
    let dir = TempDir::new().unwrap();
    let folder = dir.path();
    let csv = || fs::read_to_string(folder.join("rows.csv")).unwrap();
    let mut before = 0;
    for line in ASKED.lines().filter(|line| !line.is_empty()) {
        let fields = line.split('|').map(str::trim).collect_array();
        let [args, left_out, name, columns] = fields.unwrap();
        let (out, err) = compare(folder, args, 0);
        let is_new = out.contains(name) && !err.contains("exist");
        assert!(is_new, "{line}: {out}{err}");
        let found = err.split("left out: ").nth(1).unwrap_or_default();
        let is_right = found.starts_with(left_out) && found.is_empty() == left_out.is_empty();
        assert!(is_right, "{line}: {err}");
        let (rows, csv_before) = (rows(folder), csv());
        let new = &rows[before..];
        assert!(!new.is_empty(), "{line}");
        for (row, columns_of_row) in new.iter().zip(csv_before.lines().skip(before + 1)) {
            let is_solved = row.checked && row.verdict.is_solved();
            let is_named = row.run.asked.to_string().starts_with(name);
            assert!(is_solved && is_named, "{row:?}");
            // No sides are joined.
            let others = columns_of_row.strip_suffix(',').unwrap_or_default();
            let is_right = others.ends_with(columns);
            assert!(is_right, "{line}: {columns_of_row}");
        }
        let (_, err) = compare(folder, args, 0);
        let progress = format!("{0} of {0} row", new.len());
        assert!(err.contains(&progress), "{line}: {err}");
        assert_eq!(csv(), csv_before);
        before = rows.len();
    }
    let csv = csv();
    let title = csv.lines().next().unwrap();
    let is_right = title.ends_with(",require,forbid,at,not-at,magic,blocks,joints,only,wrap");
    assert!(is_right && title.contains(",host,cpu,"), "{title}");
    let has_leaper = csv.lines().nth(5).unwrap().contains(",\"0,1\",,,,");
    assert!(has_leaper, "{csv}");
}

/// Every format has the same contenders, against the chosen baseline.
#[test]
fn a_baseline_is_compared_with_the_others_in_every_format() {
    let dir = TempDir::new().unwrap();
    let folder = dir.path().join("rows");
    let grid = "3x4 4x5 --encoding crt,order --shuffles 2 --baseline";
    let mut texts = Vec::new();
    for (baseline, other) in [("crt", "order"), ("order varisat", "crt")] {
        let folder = folder.display();
        let args = format!("compare {grid} \"{baseline}\" -o {folder} --format");
        let found = document(0, &format!("{args} json"));
        let pairs = found["pairs"].as_array().unwrap();
        assert_eq!(pairs.len(), 1);
        assert_eq!(pairs[0]["encoding"], other);
        let named = baseline.split(' ').next().unwrap();
        assert_eq!(pairs[0]["baseline"]["encoding"], named);
        let [all, faster, slower] = ["pairs", "faster", "slower"].map(|key| pairs[0][key].as_u64());
        assert_eq!(all, Some(4));
        assert!(faster.unwrap() + slower.unwrap() <= 4);
        let [amo, name] = match named {
            "crt" => ["-", "crt auto varisat"],
            _ => ["auto", "order varisat"],
        };
        let cells = format!("{other} {amo} varisat {name} 4 ");
        let (_, table, _) = run(&format!("{args} table"));
        let words = table.split_whitespace().join(" ");
        assert!(words.contains(&cells), "{table}");
        texts.push(table);
    }
    // The rest does not depend on the baseline.
    let scores = |text: &str| text.rsplit_once("\nencoding").unwrap().0.to_string();
    assert_eq!(scores(&texts[0]), scores(&texts[1]));
}

/// The page on comparisons has the sizes of these formulas.
#[test]
fn sizes_of_the_page_are_those_of_the_formulas() {
    let grid = "4x6 --closed --encoding crt,order,position";
    let document = document(0, &format!("compare {grid} --format json"));
    let page = include_str!("../../../docs/compare.md");
    for row in document["rows"].as_array().unwrap() {
        assert!(page.contains(&row["clauses"].to_string()), "{row}");
    }
}

#[test]
fn formulas_of_others_are_run_and_their_tours_verified() {
    let dir = TempDir::new().unwrap();
    let text = bare(&output("encode 3x4 --textbook"));
    let cnf = write(dir.path(), "theirs.cnf", &text);
    let folder = dir.path().join("rows");
    let args = format!("3x4 --cnf {cnf} --map (i-1)*N+v");
    let (out, _) = compare(&folder, &format!("{args} --encoding order --shuffles 2"), 0);
    assert!(out.contains("theirs.cnf") && out.contains("order"), "{out}");
    let found = rows(&folder);
    assert_eq!((found.len(), &found[0].run.encoding[..]), (4, &cnf[..]));
    let is_tour = |row: &Row| row.checked && row.verdict.to_string() == "tour";
    assert!(found.iter().all(is_tour));
    assert!(found[0].run.formula.is_some() && found[1].run.formula.is_none());
    // The same again is there; another file of that name is another formula.
    let (_, err) = compare(&folder, &args, 0);
    assert!(err.contains("1 of 1 row exists already"), "{err}");
    write(dir.path(), "theirs.cnf", "p cnf 144 1\n1 0\n");
    let (_, err) = compare(&folder, &args, 1);
    let wrong = "theirs.cnf or its map is wrong: no square at step 2";
    assert!(err.contains(wrong), "{err}");
    // A file of ours describes itself.
    for encode in ["--encoding adder", "--closed --shuffle 5"] {
        let text = output(&format!("encode 5x6 --start a1 {encode}"));
        let ours = write(dir.path(), "ours.cnf", &text);
        let document = document(0, &format!("compare --cnf {ours} --format json"));
        let row = &document["rows"][0];
        let found = [&row["board"], &row["start"], &row["verdict"]];
        assert_eq!(found, ["5x6", "a1", "tour"], "{encode}");
    }
}

/// The ranking and the baseline are of those that ran on every board, and the table names the rest.
#[test]
fn a_command_is_one_encoding_over_many_boards() {
    let dir = TempDir::new().unwrap();
    for board in ["3x4", "5x5"] {
        let text = bare(&output(&format!("encode {board} --textbook")));
        write(dir.path(), board, &text);
    }
    let command = format!("cat {}/{{m}}x{{n}}", dir.path().display());
    let own = format!("--submission \"{command}\" --map (i-1)*N+v");
    let args = format!("compare 3x4 4x5 5x5 {own} --encoding order");
    let found = document(0, &format!("{args} --format json"));
    let rows = found["rows"].as_array().unwrap();
    let is_tour = |row: &&Value| row["verdict"] == "tour" && row["checked"] == true;
    assert_eq!(rows.iter().filter(is_tour).count(), 5);
    let is_own = |row: &&Value| row["encoding"] == command[..];
    let boards = rows.iter().filter(is_own).map(|row| &row["board"]);
    assert_eq!(boards.collect_vec(), ["3x4", "5x5"]);
    let pair = &found["pairs"][0];
    let pair = [&pair["encoding"], &pair["baseline"]["encoding"]];
    assert_eq!(pair, [&command[..], "order"]);
    assert_eq!(found["pairs"][0]["pairs"], 2);
    let (code, out, err) = run(&args);
    assert!(code == 0 && out.contains("\n2 of 3"), "{out}");
    assert!(err.contains("/4x5 (exit status: 1: cat: "), "{err}");
}
