//! Comparisons: their grids, the contents of rows, formulas that are kept, and foreign formulas.
#![cfg(target_os = "linux")]

use crate::common::fakes::Fakes;
use crate::common::program;

use knightsat_compare::row::Row;
use program::{error, run, run_with, write};
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn rows(folder: &Path) -> Vec<Row> {
    let lines = fs::read_to_string(folder.join("rows.jsonl")).unwrap();
    let rows = lines.lines();
    rows.map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Compares with -o, and returns standard output and standard error.
fn compare(folder: &Path, args: &str, code: i32) -> (String, String) {
    let (found, out, err) = run(&format!("compare {args} -o {}", folder.display()));
    assert_eq!(found, code, "{args}: {out}{err}");
    (out, err)
}

fn csv(folder: &Path) -> Vec<String> {
    let csv = fs::read_to_string(folder.join("rows.csv")).unwrap();
    csv.lines().map(String::from).collect()
}

/// Problems with the encodings that do them, the omitted ones, the name in the rows, and the last
/// columns there.
const ASKED: &str = r#"
5x5 --start a1 --end c3 --encoding position,order              | | open from a1 to c3 | ,,,,,,,,
5x5 --start a1 --encoding position,order                       | | open from a1       | ,,,,,,,,
5x5 --leaper 0,1 --encoding order                              | | open 0,1-leaper    | ,,,,,,,,
6x6 --closed --symmetric rot180 --encoding position,order      | | closed rot180      | ,,,,,,,,
5x5 --require a1-b3,c1-d3 --forbid b1-c3 --at 9=c3 --encoding position,adder,lazy | lazy (no support for squares at steps) | open | ,a1-b3 c1-d3,b1-c3,9=c3,,,,,
6x6 --closed --blocks auto --joints free --encoding crt,lazy   | lazy (no support for blocks with free joints or ends) | closed | ,,,,,,,,
12x12 --closed --blocks auto --joints free --encoding crt,lazy | lazy (no support for blocks with free joints or ends) | closed | ,5x5,free,
"#;

/// The request is part of a run: the same again is there, and anything else is another run.
#[test]
fn what_is_asked_for_is_part_of_a_run() {
    let dir = TempDir::new().unwrap();
    let folder = dir.path();
    let mut before = 0;
    for line in ASKED.lines().filter(|line| !line.is_empty()) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [args, left_out, name, columns] = fields[..] else {
            panic!("{line}")
        };
        let (out, err) = compare(folder, args, 0);
        assert!(out.contains(name), "{line}: {out}");
        assert!(!err.contains("exist"), "{line}: {err}");
        let found = err.split("left out: ").nth(1).unwrap_or_default();
        assert!(
            found.starts_with(left_out) && found.is_empty() == left_out.is_empty(),
            "{err}"
        );
        let (rows, lines) = (rows(folder), csv(folder));
        let new = &rows[before..];
        assert!(!new.is_empty(), "{line}");
        for (row, line_of_csv) in new.iter().zip(&lines[before + 1..]) {
            assert!(row.checked && row.verdict.is_solved(), "{line}");
            assert!(
                row.run.asked.to_string().starts_with(name),
                "{line}: {}",
                row.run.asked
            );
            assert!(line_of_csv.ends_with(columns), "{line}: {line_of_csv}");
        }
        let (_, err) = compare(folder, args, 0);
        let count = new.len();
        assert!(
            err.contains(&format!("{count} of {count} row")),
            "{line}: {err}"
        );
        assert_eq!(csv(folder), lines);
        before = rows.len();
    }
    let columns = ",require,forbid,at,not-at,magic,blocks,joints,only";
    let lines = csv(folder);
    assert!(lines[0].ends_with(columns) && lines[0].contains(",host,cpu,"));
    assert!(lines[5].contains(",\"0,1\",,,,"), "{}", lines[5]);
}

/// Arguments, and the message.
const REFUSED: &str = r#"
3x3 --start d1                               => --start: d1 is not on the 3x3 board
3x3 5x6 --closed --symmetric rot90           => 3x3: rot90: it leaves b2 where it is
5x5 --start a1 --end a1                      => 5x5: start and end are the same
6x6 --closed --magic --encoding order        => does not support equal sums of steps: use --encoding position
8x8 --magic --encoding adder                 => does not support equal sums of steps: use --encoding position, textbook or binary
12x12 --closed --blocks 6x6 --joints free --encoding lazy => the lazy engine does not support blocks with free joints or ends: use --encoding position
12x12 --closed --blocks 2x2 --encoding crt   => choose larger ones
                                             => missing: <BOARDS>...
9y9                                          => BOARDS: '9y9'
5x5 --encoding positron                      => 'positron' is not an encoding to compare: write one of position,
5x5 --amo pairwise,x                         => 'x' is not an at-most-one encoding: write one of pairwise,
5x5 --encoding textbook --amo pairwise,x     => 'x' is not an at-most-one encoding: write one of pairwise,
5x5 --encoding crt --amo ladder+product      => --amo ladder+product: 'ladder,product' names two at-most-one encodings: one is used for
5x5 --solver varisat,kisat                   => 'kisat' is not a solver
5x5 --timeout -1                             => --timeout -1: write a number of seconds above 0
5x5 --timeout nan                            => --timeout NaN: write a number of seconds above 0
5x5 --shuffles 0                             => --shuffles 0: 
5x5 --memory 1                               => --memory 1: 
5x5 -o /dev/null                             => /dev/null: 
5x5 --graph /nowhere                         => /nowhere: no such file
--run-one /nowhere                           => /nowhere: no such file
3x4 --keep-formulas /dev/null                => /dev/null: exists already
3x4 3x5 --cnf THEIRS                         => a formula is about one board: name just one
--cnf THEIRS                                 => name the BOARD
3x4 --cnf THEIRS                             => its comments name no variables
3x4 --cnf -                                  => every run reads the formula again, so name a file
--cnf OURS --start a1                        => describes itself
3x5 --cnf THEIRS --map (i-1)*N+v             => would be variable 145
"#;

#[test]
fn what_cannot_be_compared_is_told_in_one_line() {
    let dir = TempDir::new().unwrap();
    let theirs = write(dir.path(), "theirs.cnf", "p cnf 144 1\n1 0\n");
    let ours = write(dir.path(), "ours.cnf", &run("encode 3x4 --start a1").1);
    for line in REFUSED.lines().filter(|line| !line.is_empty()) {
        let (args, message) = line.split_once(" => ").unwrap();
        let args = args.replace("THEIRS", &theirs).replace("OURS", &ours);
        let found = error(&format!("compare {args}"));
        assert!(found.contains(message), "{line}: {found}");
    }
    let fakes = Fakes::new();
    let solver = fakes.liar("exit 1");
    let args = ["compare", "5x5", "--encoding", "lazy", "--solver", &solver];
    let outcome = fakes.run_with(&args, |_| {});
    assert_eq!(outcome.code, Some(2));
    let message = "nothing to run: the lazy engine needs a solver in process";
    assert!(outcome.err.contains(message), "{outcome:?}");
    let mut command = program::knightsat("compare 3x4 --solver kissat");
    let output = command.env("PATH", "/nowhere").output().unwrap();
    let advice = "kissat is not on PATH: name it as a command, --solver 'FOLDER/kissat {cnf}'";
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(err.contains(advice), "{err}");
    assert!(!run("compare --help").1.contains("--solver-path"));
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
    for column in "leaper start end symmetric formula host cpu".split(' ') {
        let removed = row.as_object_mut().unwrap().remove(column);
        assert!(removed.is_some(), "{column}");
    }
    fs::write(&path, format!("{row}\n")).unwrap();
    let (out, err) = compare(folder, "3x4", 0);
    assert!(err.contains("1 of 1 row exists already"), "{err}");
    assert!(out.contains("machine: an unknown machine"), "{out}");
}

/// Every formula that is compared is the one that `encode` writes, which describes itself.
#[test]
fn formulas_are_kept_under_names_that_say_what_they_are() {
    let dir = TempDir::new().unwrap();
    let folder = dir.path().join("kept");
    let ring = write(dir.path(), "ring", "...\n.#.\n...\n");
    let options = format!("--shuffles 2 --keep-formulas {}", folder.display());
    let grid = format!("4x5 {ring} --encoding all --amo auto,pairwise");
    let (code, out, err) = run(&format!("compare {grid} {options} --format json"));
    assert_eq!(code, 0, "{err}");
    let document: Value = serde_json::from_str(&out).unwrap();
    let [rows, scores] = ["rows", "scores"].map(|key| document[key].as_array().unwrap());
    assert_eq!(scores.len(), rows.len() / 2);
    let has_tour = |row: &Value| row["verdict"] == "tour" && row["checked"] == true;
    assert!(rows.iter().all(has_tour));
    // None of lazy, which has no formula.
    let has_formula = |row: &&Value| row["encoding"] != "lazy";
    let formulas = rows.iter().filter(has_formula).count();
    assert!(formulas >= 2 * 2 * 11, "{formulas}");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), formulas);
    let of_board = |row: &&Value| row["board"] == "4x5" && has_formula(row);
    for row in rows.iter().filter(of_board) {
        let [encoding, amo] = ["encoding", "amo"].map(|key| row[key].as_str().unwrap());
        let amo = match amo {
            "-" => String::new(),
            amo => format!("-{amo}"),
        };
        let shuffle = row["shuffle"].as_u64().unwrap();
        let kept = folder.join(format!("4x5-open-{encoding}{amo}-shuffle{shuffle}.cnf"));
        let kept = kept.display().to_string();
        let shuffled = if shuffle > 0 { "--shuffle 1" } else { "" };
        let chosen = amo
            .strip_prefix("-pairwise")
            .map_or("", |_| "--amo pairwise");
        let style = format!("--encoding {encoding} {chosen} --no-shortcuts {shuffled}");
        let text = fs::read_to_string(&kept).unwrap();
        assert!(text == run(&format!("encode 4x5 {style}")).1, "{kept}");
        let header = format!("p cnf {} {}\n", row["variables"], row["clauses"]);
        assert!(text.contains(&header), "{kept}");
        let answer = run(&format!("sat {kept}")).1;
        let (code, out, err) = run_with(&format!("decode {kept} -"), &answer);
        assert!(code == 0 && out.contains("20"), "{kept}: {err}");
    }
}

/// The page on comparisons has the sizes of these formulas.
#[test]
fn sizes_of_the_page_are_those_of_the_formulas() {
    let (code, out, err) = run("compare 4x6 --closed --encoding crt,order,position --format json");
    assert_eq!(code, 0, "{err}");
    let document: Value = serde_json::from_str(&out).unwrap();
    let rows = document["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 3);
    for row in rows {
        let page = include_str!("../../../docs/compare.md");
        assert!(
            row["verdict"] == "none" && page.contains(&row["clauses"].to_string()),
            "{row}"
        );
    }
    let start = "{\n  \"version\": 1,\n  \"kind\": \"compare\",\n  \"rows\": [";
    assert!(out.starts_with(start), "{out}");
    assert_eq!(document["scores"][0]["tour"], "closed");
    let (code, out, _) = run("compare 3x3 5x5 --closed --encoding textbook,lazy");
    assert!(
        code == 0 && out.contains("1/1") && !out.contains("WRONG"),
        "{out}"
    );
}

#[test]
fn formulas_of_others_are_run_and_their_tours_verified() {
    let dir = TempDir::new().unwrap();
    let text = run("encode 3x4 --textbook").1;
    let plain = text.lines().filter(|line| !line.starts_with('c'));
    let plain: String = plain.map(|line| format!("{line}\n")).collect();
    let cnf = write(dir.path(), "theirs.cnf", &plain);
    let folder = dir.path().join("rows");
    let args = format!("3x4 --cnf {cnf} --map (i-1)*N+v");
    let (out, _) = compare(&folder, &format!("{args} --encoding order --shuffles 2"), 0);
    assert!(out.contains("theirs.cnf") && out.contains("order"), "{out}");
    let found = rows(&folder);
    assert_eq!(found.len(), 4);
    let is_tour = |row: &Row| row.checked && row.verdict.to_string() == "tour";
    assert!(found.iter().all(is_tour));
    assert_eq!(found[0].run.encoding, cnf);
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
        let text = run(&format!("encode 5x6 --start a1 {encode}")).1;
        let ours = write(dir.path(), "ours.cnf", &text);
        let (code, out, err) = run(&format!("compare --cnf {ours} --format json"));
        assert_eq!(code, 0, "{err}");
        let document: Value = serde_json::from_str(&out).unwrap();
        let row = &document["rows"][0];
        let found = [&row["board"], &row["start"], &row["verdict"]];
        assert_eq!(found, ["5x6", "a1", "tour"], "{encode}");
    }
}
