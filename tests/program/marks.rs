//! `check` for a class: a row, points and feedback for each student, results for Gradescope,
//! generators of formulas, and pictures of counterexamples.

use crate::common::homework::{FAULTS, Homework};
use crate::common::program::{assert_contains, error, output, run, write};
use crate::common::transcript::transcript_in;
use itertools::Itertools;
use knightsat_base::text::escape;
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const MAP: &str = "((i-1)*m+(j-1))*n+k";
const NAMES: [&str; 26] = [
    "ada", "bob", "cyd", "dan", "eve", "fay", "gus", "hal", "ivy", "jon", "kim", "lea", "max",
    "nia", "oli", "pat", "quy", "ron", "sue", "tom", "uma", "vic", "wes", "xia", "yan", "zoe",
];

/// The formula of 3x4 with one of the planted faults; that after the last is right.
fn planted(number: usize) -> (Homework, Option<&'static str>) {
    let mut work = Homework::new(3, 4);
    let fault = FAULTS.get(number % (FAULTS.len() + 1));
    let words = fault.map(|(change, words)| {
        change(&mut work);
        *words
    });
    (work, words)
}

fn folder(parent: &Path, name: &str) -> std::path::PathBuf {
    let path = parent.join(name);
    fs::create_dir(&path).unwrap();
    path
}

#[test]
fn a_class_has_a_row_with_its_planted_fault_for_each_student() {
    let dir = TempDir::new().unwrap();
    let class = folder(dir.path(), "class");
    for (number, name) in NAMES.iter().enumerate() {
        let text = planted(number).0.text();
        if number % 2 == 0 {
            write(&class, &format!("{name}-3x4.cnf"), &text);
        } else {
            write(&folder(&class, name), "tour.cnf", &text);
        }
    }
    write(&class, "zz-3x4.cnf", "no formula\n");
    write(&class, "notes <1>.txt", "");
    let points = write(
        dir.path(),
        "points",
        "right 10 # of ten\nwrong 4\nmissing-moves -1.5\n",
    );
    let page = dir.path().join("marks.html");
    let args = format!(
        "check 3x4 --map {MAP} --cnf {} --html {} --points {points} --format csv",
        class.display(),
        page.display()
    );
    let (code, out, err) = run(&args);
    assert_eq!(code, 1, "{err}");
    let page = fs::read_to_string(page).unwrap();
    let rows = page.split("<tr ").skip(1).collect_vec();
    assert_eq!(rows.len(), 27, "{page}");
    for (number, name) in NAMES.iter().enumerate() {
        let (_, words) = planted(number);
        let line = out.lines().find(|line| line.ends_with(&format!(",{name}")));
        let line = line.unwrap_or_else(|| panic!("{name}: {out}"));
        let row = rows
            .iter()
            .find(|row| row.contains(&format!(">{name}</a>")))
            .unwrap();
        let feedback = dir.path().join(format!("marks-{name}.html"));
        let feedback = fs::read_to_string(feedback).unwrap();
        match words {
            Some(words) => {
                // A quote is doubled in a field.
                assert_contains(line, words);
                assert_contains(line, ",wrong,");
                assert_contains(row, &escape(words));
                assert_contains(&feedback, &escape(words));
                assert_contains(&feedback, "<svg");
                let is_missing = words.contains("lack it");
                assert_contains(
                    row,
                    if is_missing {
                        ">2.5 of 10<"
                    } else {
                        ">4 of 10<"
                    },
                );
            }
            None => {
                assert_contains(line, ",right,");
                assert_contains(row, ">10 of 10<");
                assert!(!feedback.contains("<li>"), "{feedback}");
            }
        }
    }
    // The worst verdict comes first.
    assert_contains(rows[0], ">zz</a>");
    assert_contains(rows[26], "class=\"right\"");
    assert_contains(&page, "<h2>Files left out</h2>");
    assert_contains(&page, "notes &lt;1&gt;.txt");
    assert_contains(&page, "<h2>Unreadable files</h2>");
    // Fifteen kinds for 26 students: ada and pat have the same clauses.
    let copies = "3x4: the submissions of ada, pat agree, clause by clause, in the same order";
    assert_contains(&err, copies);
    assert_contains(&page, copies);
}

#[test]
fn points_are_of_all_boards_and_a_table_of_points_is_checked() {
    let dir = TempDir::new().unwrap();
    let class = folder(dir.path(), "class");
    write(&class, "ada-3x4.cnf", &planted(14).0.text());
    write(&class, "ada 3X3.cnf", &Homework::new(3, 3).text());
    write(&class, "bob_3x4.cnf", &planted(14).0.text());
    let page = dir.path().join("m.html");
    let check = format!(
        "check 3x4 3x3 --map {MAP} --cnf {} --html {}",
        class.display(),
        page.display()
    );
    assert_eq!(run(&check).0, 0);
    let page = fs::read_to_string(page).unwrap();
    let rows = page.split("<tr ").skip(1).collect_vec();
    assert_contains(
        rows[0],
        "bob</a><td>missing<td>1 of 2<td>3x4: right<br>3x3: missing",
    );
    assert_contains(rows[1], "ada</a><td>right<td>2 of 2");
    for (text, words) in [
        ("wrong 1\n", "the table has no points for 'right'"),
        ("right\n", ":1: write a verdict or a kind of faults"),
        (
            "right 1\nfast 2\n",
            ":2: 'fast' is no verdict and no kind of faults",
        ),
        ("right 1\nright 2\n", ":2: 'right' has points already"),
    ] {
        let points = write(dir.path(), "points", text);
        assert_contains(&error(&format!("{check} --points {points}")), words);
    }
    assert_contains(
        &error(&format!(
            "check 1x1 --map i --cnf {} --points p",
            class.display()
        )),
        "--points: points are shown by --html and by --format gradescope",
    );
}

/// Reads results.json by the names and values under "Output format" in Gradescope's "Autograder
/// Specifications", <https://gradescope-autograders.readthedocs.io/en/latest/specs/>.
fn assert_results(results: &Value) {
    let visibility = ["hidden", "after_due_date", "after_published", "visible"];
    let formats = ["text", "html", "simple_format", "md", "ansi"];
    let is_text = |value: &Value, of: &[&str]| of.contains(&value.as_str().unwrap_or_default());
    let is_whole = |(name, value): (&String, &Value)| match &name[..] {
        "score" | "max_score" => value.is_number(),
        "execution_time" => value.as_f64().is_some_and(|seconds| seconds >= 0.0),
        "output" | "name" | "number" => value.is_string(),
        "output_format" | "name_format" => is_text(value, &formats),
        "visibility" | "stdout_visibility" => is_text(value, &visibility),
        "status" => is_text(value, &["passed", "failed"]),
        "tests" => value.is_array(),
        _ => false,
    };
    let whole = results.as_object().unwrap();
    assert!(whole.iter().all(is_whole), "{results}");
    assert!(!whole.contains_key("status") && !whole.contains_key("max_score"));
    for test in results["tests"].as_array().unwrap() {
        let test = test.as_object().unwrap();
        assert!(test.iter().all(is_whole), "{results}");
        assert!(!test.contains_key("tests") && !test.contains_key("stdout_visibility"));
        assert!(test["score"].as_f64() <= test["max_score"].as_f64());
    }
}

#[test]
fn gradescope_reads_the_results_of_one_student() {
    let dir = TempDir::new().unwrap();
    let folder = folder(dir.path(), "submission");
    write(&folder, "tour-3x4.cnf", &planted(0).0.text());
    let check = format!("check 3x4 3x3 --map {MAP} --format gradescope --cnf");
    let (code, out, _) = run(&format!("{check} {}", folder.display()));
    let results: Value = serde_json::from_str(&out).unwrap();
    assert_results(&results);
    assert_eq!((code, results["score"].as_f64()), (1, Some(0.0)));
    let outputs = results["tests"]
        .as_array()
        .unwrap()
        .iter()
        .map(|test| &test["output"]);
    let [wrong, missing] = outputs.collect_vec()[..] else {
        panic!("{out}")
    };
    assert_contains(wrong.as_str().unwrap(), FAULTS[0].1);
    assert_eq!(missing, "no file for 3x3");
    write(&folder, "other-3x4.cnf", &planted(14).0.text());
    let words = "the results of one student, and there are 2: other, tour";
    assert_contains(&error(&format!("{check} {}", folder.display())), words);
}

/// A generator runs for each board in each folder of a student; a failed or a slow one is
/// unreadable.
#[test]
fn a_generator_is_run_for_each_board() {
    let dir = TempDir::new().unwrap();
    let class = folder(dir.path(), "class");
    let ada = folder(&class, "ada");
    let bob = folder(&class, "bob");
    for (ranks, files) in [(3, 3), (3, 4)] {
        write(
            &ada,
            &format!("{ranks}x{files}"),
            &Homework::new(ranks, files).text(),
        );
    }
    write(&bob, "3x4", &planted(0).0.text());
    let (code, out, err) = run(&format!(
        "check 3x3 3x4 --map {MAP} --cnf {} --submission \"cat {{m}}x{{n}}\"",
        class.display()
    ));
    assert_eq!(code, 1, "{out}{err}");
    let lines = out.lines().skip(1).collect_vec();
    assert!(lines[0].starts_with("ada: cat 3x3  right"), "{out}");
    assert!(lines[1].starts_with("ada: cat 3x4  right"), "{out}");
    assert!(lines[2].starts_with("bob: cat 3x3  unreadable"), "{out}");
    assert_contains(lines[2], "exit status: 1: cat: ");
    assert!(lines[3].starts_with("bob: cat 3x4  wrong"), "{out}");
    assert_contains(lines[3], FAULTS[0].1);
    let slow = "check 1x1 --map i --timeout 1 --submission \"sleep 600\"";
    assert_contains(&run(slow).1, "not finished after 1 s");
    let missing = "check 1x1 --map i --submission ./no-such-program";
    assert_contains(&run(missing).1, "./no-such-program: ");
    assert_contains(&error("check --map i --submission gen"), "name the boards");
}

#[test]
fn a_formula_is_described_by_kind_and_its_counterexample_drawn() {
    let dir = TempDir::new().unwrap();
    let file = write(dir.path(), "t.cnf", &planted(0).0.text());
    let picture = dir.path().join("t.svg");
    let (code, out, _) = run(&format!(
        "check 3x4 --map {MAP} --cnf {file} --format words --svg {}",
        picture.display()
    ));
    assert_eq!(code, 1);
    for words in [
        "at least one square at a step: 12 clauses\n    x[1][a1] ∨ x[1][b1]",
        "at most one square at a step: 792 clauses\n    ¬x[1][a1] ∨ ¬x[1][b1]\n",
        "moves to the next step: 132 clauses\n",
        "… and 128 more\n",
        "\nwrong:\n- at most one step a square is missing for all 12 squares\n",
    ] {
        assert_contains(&out, words);
    }
    let picture = fs::read_to_string(picture).unwrap();
    assert!(roxmltree::Document::parse(&picture).is_ok(), "{picture}");
    assert_contains(&picture, "a model that is not a tour");
    assert_contains(
        &error("check 3x4 --format words"),
        "--format words describes one formula",
    );
}

/// A two-factor of 3x4 is no tour: its cycles are drawn.
#[test]
fn decode_draws_the_cycles_of_a_two_factor() {
    let dir = TempDir::new().unwrap();
    let encode = "encode 6x6 --closed --encoding lazy -o";
    let cnf = write(dir.path(), "t.cnf", &output(&format!("{encode} -")));
    let answer = write(dir.path(), "t.out", &run(&format!("sat {cnf}")).1);
    let table = "2 decode t.cnf t.out --svg t.svg => …";
    let picture = dir.path().join("t.svg");
    let (code, _, err) = run(&format!(
        "decode {cnf} {answer} --svg {}",
        picture.display()
    ));
    if code == 0 {
        // By chance the two-factor is a single cycle.
        return transcript_in(dir.path(), &table.replacen('2', "0", 1));
    }
    assert_eq!(code, 2, "{err}");
    let picture = fs::read_to_string(picture).unwrap();
    assert!(roxmltree::Document::parse(&picture).is_ok(), "{picture}");
    assert_contains(&picture, "a model that is not a tour");
}
