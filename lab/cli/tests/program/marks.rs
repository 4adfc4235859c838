//! `mark`: points and feedback for each student of a class, copies, and results for Gradescope.

use crate::common::homework::{FAULTS, Homework, sentence};
use crate::common::program::{assert_contains, root, run, run_with, shell, write};
use itertools::Itertools;
use knightsat_base::text::escape;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const MAP: &str = "((i-1)*m+(j-1))*n+k";
const NAMES: [&str; 26] = [
    "ada", "bob", "cyd", "dan", "eve", "fay", "gus", "hal", "ivy", "jon", "kim", "lea", "max",
    "nia", "oli", "pat", "quy", "ron", "sue", "tom", "uma", "vic", "wes", "xia", "yan", "zoe",
];

/// The formula of 3x4 with one of the planted faults; that after the last is right.
fn planted(number: usize) -> (Homework, Option<String>) {
    let mut work = Homework::new(3, 4);
    let fault = FAULTS.get(number % (FAULTS.len() + 1));
    let words = fault.map(|(change, words)| {
        change(&mut work);
        sentence(words, &work)
    });
    (work, words)
}

fn folder(parent: &Path, name: &str) -> std::path::PathBuf {
    let path = parent.join(name);
    fs::create_dir(&path).unwrap();
    path
}

/// Checks the files of a class; returns the rows in JSON.
fn rows(class: &Path, boards: &str) -> String {
    let class = class.display();
    run(&format!(
        "check {boards} --map {MAP} --cnf {class} --format json"
    ))
    .1
}

#[test]
fn a_class_has_its_points_and_pages_with_the_planted_faults() {
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
    write(&class, "zz 1&2-3x4.cnf", "no formula\n");
    let table = "right 10 # of ten\nwrong 4\nmissing-moves -1.5\n";
    let points = write(dir.path(), "points", table);
    let rows = rows(&class, "3x4");
    let page = dir.path().join("marks.html");
    let args = format!("mark --html {} --points {points}", page.display());
    let (code, out, err) = run_with(&args, &rows);
    assert_eq!(code, 0, "{err}");
    let page = fs::read_to_string(page).unwrap();
    let rows = page.split("<tr ").skip(1).collect_vec();
    assert_eq!((rows.len(), out.lines().count()), (27, 28), "{page}{out}");
    for (number, name) in NAMES.iter().enumerate() {
        let (_, words) = planted(number);
        let cell = format!(">{name}</a>");
        let row = rows.iter().find(|row| row.contains(&cell)).unwrap();
        let feedback = dir.path().join(format!("marks-{name}.html"));
        let feedback = fs::read_to_string(feedback).unwrap();
        let (verdict, points) = match &words {
            Some(words) if words.contains("lack it") => ("wrong", "2.5"),
            Some(_) => ("wrong", "4"),
            None => ("right", "10"),
        };
        assert_contains(&out, &format!("\n{name},{verdict},{points},10,{points}\n"));
        assert_contains(row, &format!(">{points} of 10<"));
        match words {
            Some(words) => {
                assert_contains(row, &escape(&words));
                assert_contains(&feedback, &escape(&words));
                assert_contains(&feedback, "<svg");
            }
            None => assert!(!feedback.contains("<li>"), "{feedback}"),
        }
    }
    // The worst verdict comes first, and zero points have no sign.
    assert!(out.starts_with("student,verdict,points,most,3x4\nzz 1&2,unreadable,0,10,0\n"));
    assert_contains(rows[0], ">zz 1&amp;2</a><td>unreadable<td>0 of 10<");
    assert_contains(rows[26], "class=\"right\"");
    // Fifteen kinds for 26 students: ada and pat have the same clauses.
    let copies = "3x4: the submissions of ada, pat agree up to renaming and order";
    assert_contains(&err, copies);
    assert_contains(&page, copies);
}

#[test]
fn points_are_of_all_boards() {
    let dir = TempDir::new().unwrap();
    let class = folder(dir.path(), "class");
    write(&class, "ada-3x4.cnf", &planted(14).0.text());
    write(&class, "ada 3X3.cnf", &Homework::new(3, 3).text());
    write(&class, "bob_3x4.cnf", &planted(14).0.text());
    let page = dir.path().join("m.html");
    let rows = rows(&class, "3x4 3x3");
    let out = run_with(&format!("mark --html {}", page.display()), &rows).1;
    let table = "student,verdict,points,most,3x3,3x4\nbob,missing,1,2,0,1\nada,right,2,2,1,1\n";
    assert_eq!(out, table);
    let page = fs::read_to_string(page).unwrap();
    assert_contains(
        &page,
        "bob</a><td>missing<td>1 of 2<td>3x4: right<br>3x3: missing",
    );
    let out = run_with("mark - --boards 3X4 4x4", &rows).1;
    assert_contains(&out, "\nada,missing,2,3,1,0\n");
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
    for test in results["tests"].as_array().into_iter().flatten() {
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
    let mark = "mark --boards 3x4 3x3 --format gradescope";
    let (code, out, _) = run_with(mark, &rows(&folder, "3x4 3x3"));
    let results: Value = serde_json::from_str(&out).unwrap();
    assert_results(&results);
    assert_eq!((code, &results["score"]), (0, &json!(0.0)));
    assert!(!out.contains("-0"), "{out}");
    let outputs = results["tests"]
        .as_array()
        .unwrap()
        .iter()
        .map(|test| &test["output"]);
    let [wrong, missing] = outputs.collect_vec()[..] else {
        panic!("{out}")
    };
    assert_contains(wrong.as_str().unwrap(), &planted(0).1.unwrap());
    assert_eq!(missing, "no file for 3x3");
    write(&folder, "other-3x4.cnf", &planted(14).0.text());
    let (code, _, err) = run_with(mark, &rows(&folder, "3x4 3x3"));
    let words = "the results of one student, and there are 2: tour, other";
    assert_eq!(code, 2);
    assert_contains(&err, words);
}

/// Files that a student hands in, the score, and words of the output.
const HANDED_IN: [(&str, &str, f64, &str); 4] = [
    ("gen.py", "print('p cnf')", 0.0, "No formula"),
    ("x-4x4.cnf", "no formula", 0.0, "unreadable"),
    ("tour-3x4.cnf", "p cnf 144 1\n1 0\n", 0.0, "wrong"),
    ("3x4.cnf", "", 1.0, "no file for 4x4"),
];

/// The scripts of the page, in a folder of Gradescope's shape.
#[test]
fn the_autograder_of_the_page_writes_results() {
    let page = fs::read_to_string(root().join("docs/homework.md")).unwrap();
    let blocks = page.split("```sh\n").skip(1);
    let scripts = blocks.map(|block| block.split("```").next().unwrap());
    let scripts = scripts
        .filter(|block| block.starts_with("#!"))
        .collect_vec();
    let names = scripts.iter().map(|script| script.lines().nth(1).unwrap());
    assert_eq!(names.collect_vec(), ["# setup.sh", "# run_autograder"]);
    for (name, text, score, words) in HANDED_IN {
        let home = TempDir::new().unwrap();
        for name in ["source", "results"] {
            folder(home.path(), name);
        }
        write(&home.path().join("source"), "x.map", MAP);
        let right = planted(FAULTS.len()).0.text();
        let text = if text.is_empty() { &right } else { text };
        write(&folder(home.path(), "submission"), name, text);
        let script = scripts[1].replace("/autograder", &home.path().display().to_string());
        let output = shell(home.path(), &script);
        assert!(output.status.success(), "{name}: {output:?}");
        let results = fs::read_to_string(home.path().join("results/results.json")).unwrap();
        assert_contains(&results, words);
        let results: Value = serde_json::from_str(&results).unwrap();
        assert_results(&results);
        assert_eq!(results["score"].as_f64(), Some(score), "{name}");
    }
}
