//! Comparisons: their grids, the contents of rows, and foreign formulas.
#![cfg(target_os = "linux")]

use crate::common::program;

use knightsat_compare::row::Row;
use program::{error, run, run_with, write};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};
use tempfile::TempDir;

fn rows(folder: &Path) -> Vec<Row> {
    let lines = fs::read_to_string(folder.join("rows.jsonl")).unwrap();
    let rows = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    rows.collect()
}

/// Compares with -o, and returns standard output and standard error.
fn compare(folder: &Path, args: &str, code: i32) -> (String, String) {
    let (found, out, err) = run(&format!("compare {args} -o {}", folder.display()));
    assert_eq!(found, code, "{args}: {out}{err}");
    (out, err)
}

#[test]
fn the_document_begins_with_its_version_and_kind() {
    let (code, out, err) = run("compare 3x4 --format json");
    assert_eq!(code, 0, "{err}");
    assert!(out.starts_with("{\n  \"version\": 1,\n  \"kind\": \"compare\",\n  \"rows\": ["));
    let document: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(document["scores"][0]["tour"], "open");
}

#[test]
fn what_is_asked_for_is_part_of_a_run() {
    let dir = TempDir::new().unwrap();
    let folder = dir.path();
    let with = "5x5 --encoding position,order --start a1";
    let (out, _) = compare(folder, &format!("{with} --end c3"), 0);
    assert!(out.contains("open from a1 to c3"), "{out}");
    // Other ends are other runs, the same ends are the same.
    let (_, err) = compare(folder, &format!("{with} --end c3"), 0);
    assert!(err.contains("2 of 2 rows exist already"), "{err}");
    let (_, err) = compare(folder, with, 0);
    assert!(!err.contains("rows exist already"), "{err}");
    compare(folder, "5x5 --leaper 0,1 --encoding order", 0);
    let (_, err) = compare(
        folder,
        "6x6 --closed --symmetric rot180 --encoding position,order",
        0,
    );
    assert!(!err.contains("left out"), "{err}");
    let rows = rows(folder);
    let asked: Vec<String> = rows.iter().map(|row| row.run.asked.to_string()).collect();
    let [ends, start] = ["open from a1 to c3", "open from a1"];
    let leap = "open 0,1-leaper";
    let turned = "closed rot180";
    assert_eq!(asked, [ends, ends, start, start, leap, turned, turned]);
    assert!(
        rows.iter()
            .all(|row| row.checked && row.verdict.is_solved())
    );
    let csv = fs::read_to_string(folder.join("rows.csv")).unwrap();
    assert!(
        csv.lines().nth(5).unwrap().contains(",\"0,1\",,,,"),
        "{csv}"
    );
    for (args, message) in [
        ("3x3 --start d1", "--start: d1 is not on the 3x3 board"),
        (
            "3x3 5x6 --closed --symmetric rot90",
            "3x3: rot90: it leaves b2 where it is",
        ),
        ("5x5 --start a1 --end a1", "5x5: start and end are the same"),
        (
            "6x6 --closed --magic --encoding order",
            "does not support equal sums of steps: use --encoding position",
        ),
    ] {
        let found = error(&format!("compare {args}"));
        assert!(found.contains(message), "{args}: {found}");
    }
}

#[test]
fn rows_say_where_and_by_whom_they_were_made() {
    let dir = TempDir::new().unwrap();
    let folder = dir.path();
    let (out, err) = compare(folder, "3x4", 0);
    assert_eq!(err, "");
    let row = rows(folder).remove(0);
    let lock = include_str!("../../../../Cargo.lock");
    let version = row.solver_version.clone().unwrap();
    assert!(lock.contains(&format!("name = \"varisat\"\nversion = \"{version}\"")));
    let mut unknown = row.clone();
    (unknown.run.solver, unknown.solver_version) = ("minisat".into(), None);
    let table = knightsat_compare::table::table(&[unknown]);
    assert!(
        table.contains("solvers: minisat (version unknown)\n"),
        "{table}"
    );
    let (host, cpu) = (row.machine.host.unwrap(), row.machine.cpu.unwrap());
    let named = fs::read_to_string("/proc/sys/kernel/hostname").unwrap();
    assert_eq!(host, named.trim());
    assert!(out.ends_with(&format!(
        "solvers: varisat {version}\nmachine: {host} ({cpu})\n"
    )));
    let csv = fs::read_to_string(folder.join("rows.csv")).unwrap();
    assert!(csv.lines().next().unwrap().contains(",host,cpu,"));
    // Rows from another machine or another version are reported.
    let path = folder.join("rows.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let text = text.replace(&format!("\"host\":\"{host}\""), "\"host\":\"elsewhere\"");
    fs::write(&path, text.replace(&format!("\"{version}\""), "\"0.0.1\"")).unwrap();
    let (out, err) = compare(folder, "3x4", 0);
    assert!(err.contains(&format!(
        "it has rows made on elsewhere ({cpu}), and this is {host}"
    )));
    assert!(
        err.contains(&format!("made by varisat 0.0.1, and this is {version}")),
        "{err}"
    );
    assert!(out.contains("machine: elsewhere ("));
}

#[test]
fn rows_of_the_first_version_are_still_read() {
    let dir = TempDir::new().unwrap();
    let folder = dir.path();
    compare(folder, "3x4", 0);
    let path = folder.join("rows.jsonl");
    let mut row: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    for column in [
        "leaper",
        "start",
        "end",
        "symmetric",
        "formula",
        "host",
        "cpu",
    ] {
        assert!(
            row.as_object_mut().unwrap().remove(column).is_some(),
            "{column}"
        );
    }
    fs::write(&path, format!("{row}\n")).unwrap();
    let (out, err) = compare(folder, "3x4", 0);
    assert!(err.contains("1 of 1 row exists already"), "{err}");
    assert!(out.contains("machine: an unknown machine"), "{out}");
}

#[test]
fn formulas_are_kept_under_names_that_say_what_they_are() {
    let dir = TempDir::new().unwrap();
    let folder = dir.path().join("kept");
    let kept = folder.display();
    let ring = write(dir.path(), "ring", "...\n.#.\n...\n");
    let args = format!(
        "compare 4x5 {ring} --encoding order,lazy,position --shuffles 2 --keep-formulas {kept}"
    );
    let (code, _, err) = run(&args);
    assert_eq!(code, 0, "{err}");
    let names = fs::read_dir(&folder).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    // None of lazy, which has no formula.
    assert_eq!(names.len(), 2 * 2 * 2, "{names:?}");
    for name in [
        "4x5-open-order-shuffle0.cnf",
        "4x5-open-position-product-shuffle1.cnf",
    ] {
        assert!(names.iter().any(|found| found == name), "{names:?}");
    }
    // As it is written, it is the file that encode writes, which describes itself.
    let plain = folder.join("4x5-open-position-product-shuffle0.cnf");
    let plain = plain.display();
    let encoded = run("encode 4x5 --no-shortcuts").1;
    assert!(fs::read_to_string(plain.to_string()).unwrap() == encoded);
    let answer = run(&format!("sat {plain}")).1;
    let (code, out, err) = run_with(&format!("decode {plain} -"), &answer);
    assert!(code == 0 && out.contains("20"), "{err}");
    let shuffled = folder
        .join("4x5-open-order-shuffle1.cnf")
        .display()
        .to_string();
    let encoded = run("encode 4x5 --encoding order --no-shortcuts --shuffle 1").1;
    assert!(fs::read_to_string(&shuffled).unwrap() == encoded);
    let answer = run(&format!("sat {shuffled}")).1;
    let (code, out, err) = run_with(&format!("decode {shuffled} -"), &answer);
    assert!(code == 0 && out.contains("20"), "{err}");
    assert_eq!(
        error("compare 3x4 --keep-formulas /dev/null"),
        "/dev/null: exists already"
    );
}

#[test]
fn formulas_of_others_are_run_and_their_tours_verified() {
    let dir = TempDir::new().unwrap();
    let text = run("encode 3x4 --textbook").1;
    let plain: Vec<&str> = text.lines().filter(|line| !line.starts_with('c')).collect();
    let cnf = write(dir.path(), "theirs.cnf", &(plain.join("\n") + "\n"));
    let folder = dir.path().join("rows");
    let args = format!("3x4 --cnf {cnf} --map (i-1)*N+v");
    let (out, _) = compare(&folder, &format!("{args} --encoding order --shuffles 2"), 0);
    assert!(out.contains("theirs.cnf") && out.contains("order"), "{out}");
    let found = rows(&folder);
    assert_eq!(found.len(), 4);
    assert!(
        found
            .iter()
            .all(|row| row.checked && row.verdict.to_string() == "tour")
    );
    assert_eq!(found[0].run.encoding, cnf);
    assert!(found[0].run.formula.is_some() && found[1].run.formula.is_none());
    // The same again is there; another file of that name is another formula.
    let (_, err) = compare(&folder, &args, 0);
    assert!(err.contains("1 of 1 row exists already"), "{err}");
    let loose = "p cnf 144 1\n1 0\n";
    write(dir.path(), "theirs.cnf", loose);
    let (_, err) = compare(&folder, &args, 1);
    assert!(
        err.contains("theirs.cnf or its map is wrong: no square at step 2"),
        "{err}"
    );
    // A file of ours describes itself.
    let ours = write(
        dir.path(),
        "ours.cnf",
        &run("encode 5x5 --start a1 --encoding adder").1,
    );
    let (code, out, err) = run(&format!("compare --cnf {ours} --format json"));
    assert_eq!(code, 0, "{err}");
    let document: Value = serde_json::from_str(&out).unwrap();
    let row = &document["rows"][0];
    assert_eq!(
        [&row["board"], &row["start"], &row["verdict"]],
        ["5x5", "a1", "tour"]
    );
    for (args, message) in [
        (
            format!("3x4 3x5 --cnf {cnf}"),
            "a formula is about one board: name just one",
        ),
        (format!("--cnf {cnf}"), "name the BOARD"),
        (format!("3x4 --cnf {cnf}"), "its comments name no variables"),
        (
            "3x4 --cnf -".into(),
            "every run reads the formula again, so name a file",
        ),
        (format!("--cnf {ours} --start a1"), "describes itself"),
        (
            format!("3x5 --cnf {cnf} --map (i-1)*N+v"),
            "would be variable 145",
        ),
    ] {
        let found = error(&format!("compare {args}"));
        assert!(found.contains(message), "{args}: {found}");
    }
}

#[test]
fn a_formula_that_takes_too_long_to_write_is_given_up() {
    let begun = Instant::now();
    let (code, out, err) = run("compare 60x60 --encoding elimination --timeout 0.5 --format json");
    assert_eq!(code, 0, "{err}");
    let document: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(document["rows"][0]["verdict"], "timeout");
    assert_eq!(
        document["rows"][0]["word"],
        "the formula was not written in time"
    );
    // Two seconds are due; ten more would be the time until it is killed.
    assert!(begun.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_solver_that_is_not_there_comes_with_advice_that_helps() {
    let output = program::knightsat("compare 3x4 --solver kissat")
        .env("PATH", "/nowhere")
        .output();
    let err = String::from_utf8(output.unwrap().stderr).unwrap();
    let advice = "kissat is not on PATH: name it as a command, --solver 'FOLDER/kissat {cnf}'";
    assert!(err.contains(advice), "{err}");
    assert!(!run("compare --help").1.contains("--solver-path"));
}
