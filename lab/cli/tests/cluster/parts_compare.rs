//! Comparisons in parts: each run by itself, the rows of all; and what is refused.
#![cfg(target_os = "linux")]

use crate::common::program;

use knightsat_compare::row::{Row, RunVerdict};
use program::{error, run, write};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A comparison that was split.
struct Split {
    home: TempDir,
    folder: String,
}

impl Split {
    fn of(args: &str) -> Split {
        Split::within(TempDir::new().unwrap(), args)
    }

    fn within(home: TempDir, args: &str) -> Split {
        let folder = home.path().join("parts").display().to_string();
        let (code, out, err) = run(&format!("compare {args} --split -o {folder}"));
        assert_eq!(code, 0, "{args}: {err}");
        assert!(out.contains(" to do, a run each"), "{out}");
        Split { home, folder }
    }

    fn work(&self, part: &str) -> String {
        let (code, out, err) = run(&format!("work {} {part}", self.folder));
        assert_eq!(code, 0, "{part}: {out} {err}");
        out
    }

    fn file(&self, name: &str) -> PathBuf {
        Path::new(&self.folder).join(name)
    }

    fn join(&self) -> (i32, String, String) {
        run(&format!("join {}", self.folder))
    }

    fn refused(&self) -> String {
        error(&format!("join {}", self.folder))
    }
}

/// The rows in a folder, but for what differs from run to run.
fn rows(folder: &Path) -> Vec<Row> {
    let text = fs::read_to_string(folder.join("rows.jsonl")).unwrap();
    let row = |line: &str| {
        let mut row: Row = serde_json::from_str(line).unwrap();
        let measured = &mut row.measured;
        (measured.encode_seconds, measured.cpu_seconds) = (None, None);
        (measured.wall_seconds, measured.peak_kb) = (None, None);
        row
    };
    text.lines().map(row).collect()
}

const GRID: &str = "5x5 3x4 --encoding position,lazy --shuffles 2 --timeout 30";

#[test]
fn rows_of_parts_are_those_of_a_comparison_in_one_piece() {
    let split = Split::of(GRID);
    assert_eq!(
        fs::read_to_string(split.file("jobs.txt"))
            .unwrap()
            .lines()
            .count(),
        8
    );
    let first = split.work("1");
    assert!(
        first.starts_with("part 1: 5x5 open position") && first.contains(": tour"),
        "{first}"
    );
    assert_eq!(split.work("").lines().count(), 7);
    let (code, out, err) = split.join();
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("2/2"), "{out}");
    let whole = split.home.path().join("whole");
    assert_eq!(run(&format!("compare {GRID} -o {}", whole.display())).0, 0);
    assert_eq!(rows(Path::new(&split.folder)), rows(&whole));
    for name in ["rows.csv", "cactus.svg", "scaling.svg"] {
        assert!(split.file(name).exists(), "{name}");
    }
    // Joining can be repeated, and a joined comparison can be continued.
    assert_eq!(split.join().1, out);
    let (code, _, err) = run(&format!("compare {GRID} -o {}", split.folder));
    assert_eq!(code, 0);
    assert!(err.contains("8 of 8 rows exist already"), "{err}");
}

#[test]
fn the_folder_is_whole_without_the_files_that_it_was_made_of() {
    let home = TempDir::new().unwrap();
    let cnf = home.path().join("tour.cnf").display().to_string();
    assert_eq!(run(&format!("encode 5x5 --encoding order -o {cnf}")).0, 0);
    let split = Split::within(home, &format!("--cnf {cnf} --timeout 30"));
    fs::remove_file(&cnf).unwrap();
    split.work("1");
    assert_eq!(split.join().0, 0);
    let row = rows(Path::new(&split.folder)).remove(0);
    assert_eq!((row.verdict, row.checked), (RunVerdict::Tour, true));
    fs::write(split.file("foreign.cnf"), "p cnf 1 1\n1 0\n").unwrap();
    let refused = split.refused();
    assert!(
        refused.contains("foreign.cnf: has been changed"),
        "{refused}"
    );

    let home = TempDir::new().unwrap();
    let ring = "p edge 5 5\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 1\n";
    let graph = write(home.path(), "ring", ring);
    let split = Split::within(home, &format!("--graph {graph} --closed --encoding order"));
    fs::remove_file(&graph).unwrap();
    assert!(split.work("1").contains("ring"));
    assert_eq!(split.join().0, 0);
}

#[test]
fn what_is_left_is_named() {
    let split = Split::of(GRID);
    for part in [1, 2, 4, 6, 7, 8] {
        split.work(&part.to_string());
    }
    let (code, out, err) = split.join();
    assert_eq!(code, 3, "{out}");
    assert!(err.contains("2 of 8 runs are left: 3, 5"), "{err}");
    assert_eq!(rows(Path::new(&split.folder)).len(), 6);
    let wrong = error(&format!("work {} 9", split.folder));
    assert_eq!(wrong, "there is no part 9: the parts are 1 to 8");
    let wrong = error(&format!("work {} 3.1", split.folder));
    assert_eq!(wrong, "a run has no parts: name it 3");
    let wrong = error(&format!("work {} 3 --solver varisat", split.folder));
    assert!(wrong.starts_with("--solver: "), "{wrong}");
    let wrong = error(&format!("work {} 3 --split-again 2", split.folder));
    assert_eq!(wrong, "--split-again: a run has no parts");
    let wrong = error(&format!("work {} 3 --timeout 1", split.folder));
    assert!(
        wrong.ends_with("contains the time limit of a run: leave the option out"),
        "{wrong}"
    );
}

#[test]
fn rows_that_are_not_those_of_their_parts_are_refused_by_name() {
    let split = Split::of("5x5 --encoding position,order --timeout 30");
    split.work("");
    let part = |number: u32| split.file(&format!("parts/{number}/result.json"));
    let kept = fs::read_to_string(part(2)).unwrap();
    let put = |text: &str| fs::write(part(2), text).unwrap();
    put(&kept.replacen("verdict\\\":\\\"tour", "verdict\\\":\\\"none", 1));
    assert!(
        split.refused().contains("part 2 has been changed since"),
        "{}",
        split.refused()
    );
    fs::copy(part(1), part(2)).unwrap();
    assert!(split.refused().contains("part 2 is the result of part 1"));
    let other = Split::of("5x5 --encoding position,order --timeout 31");
    other.work("2");
    fs::copy(other.file("parts/2/result.json"), part(2)).unwrap();
    assert!(
        split
            .refused()
            .contains("part 2 is the result of another folder")
    );
    put(&kept);
    assert_eq!(split.join().0, 0);
}

#[test]
fn rows_of_several_machines_are_told_apart() {
    let split = Split::of("5x5 --encoding position,order --timeout 30");
    split.work("");
    // As if the second had been made elsewhere.
    let path = split.file("parts/2/result.json");
    let mut result: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let mut row: Row = serde_json::from_str(result["row"].as_str().unwrap()).unwrap();
    row.machine.host = Some("elsewhere".into());
    let text = row.json();
    result["sum"] = knightsat_base::text::of_words([text.as_bytes()]).into();
    result["row"] = text.into();
    fs::write(&path, result.to_string()).unwrap();
    let (code, _, err) = split.join();
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("1 row was made on elsewhere"), "{err}");
    assert!(
        err.contains("times of different machines are not comparable"),
        "{err}"
    );
}

#[test]
fn options_of_runs_made_here_are_refused() {
    let (code, _, err) = run("compare 5x5 --split");
    assert!(code == 2 && err.contains("--output"), "{err}");
    let (code, _, err) = run("compare 5x5 --split -o somewhere --jobs 2");
    assert!(code == 2 && err.contains("--jobs"), "{err}");
}
