//! `encode --format opb`, a pseudo-Boolean solver of others, and `decode`.

#[path = "common/program.rs"]
mod program;
#[path = "common/required.rs"]
mod required;

use knightsat::solver::external::find;
use program::{error, run};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Writes the problem, and gives the file.
fn encode(dir: &Path, args: &str) -> String {
    let file = dir.join("t.opb").display().to_string();
    let (code, out, err) = run(&format!("encode {args} --format opb -o {file}"));
    assert_eq!((code, out.as_str(), err.as_str()), (0, "", ""), "{args}");
    file
}

#[test]
fn a_pseudo_boolean_solver_finds_tours() {
    if !required::is_usable(find("exact-opb").is_some(), "exact-opb") {
        return;
    }
    for (args, expected) in [
        ("6x6", 0),
        ("6x6 --closed", 0),
        ("8x8", 0),
        ("8x8 --closed", 0),
        ("5x5 --start a1 --end c3", 0),
        ("3x4 --end a1", 0),
        ("6x6 --closed --start a1 --end c2", 0),
        ("6x6 --require a1-b3 --forbid c1-d3", 0),
        ("1x1", 0),
        ("3x4 --closed", 1),
        ("1x1 --closed", 1),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let file = encode(dir.path(), args);
        let answer = Command::new("exact-opb")
            .args([&file, "300"])
            .output()
            .unwrap();
        assert!(answer.status.success(), "{args}: {answer:?}");
        let result = dir.path().join("result");
        fs::write(&result, answer.stdout).unwrap();
        let decode = format!("decode {file} {} --format moves", result.display());
        let (code, out, err) = run(&decode);
        assert_eq!((code, err.as_str()), (expected, ""), "{args}: {out}");
    }
}

#[test]
fn a_wrong_answer_is_blamed_on_the_result() {
    let dir = tempfile::tempdir().unwrap();
    let file = encode(dir.path(), "3x4");
    let result = dir.path().join("result").display().to_string();
    let decode = format!("decode {file} {result}");
    let variables = |sign: &str| -> String { (1..=130).map(|v| format!(" {sign}x{v}")).collect() };
    fs::write(&result, format!("s SATISFIABLE\nv{}\n", variables("-"))).unwrap();
    let message = error(&decode);
    let expected = format!("{result}: no model of {file}: constraint 1 does not hold");
    assert_eq!(message, expected);
    fs::write(&result, "s SATISFIABLE\nv x1\n").unwrap();
    let message = error(&decode);
    assert!(
        message.contains("and constraint 1 does not hold"),
        "{message}"
    );
    fs::write(&result, format!("s SATISFIABLE\nv{} x131\n", variables(""))).unwrap();
    assert!(error(&decode).contains("'x131' is beyond the formula's 130 variables"));
    fs::write(&result, "s UNKNOWN\n").unwrap();
    assert_eq!(run(&decode).0, 3);
}

#[test]
fn a_file_of_another_board_is_told_apart() {
    let dir = tempfile::tempdir().unwrap();
    let file = encode(dir.path(), "3x4");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("board 3x4", "board 3x5")).unwrap();
    let result = dir.path().join("result").display().to_string();
    fs::write(&result, "s SATISFIABLE\nv x1\n").unwrap();
    let message = error(&format!("decode {file} {result}"));
    assert!(
        message.contains("130 variables, and the constraints of this tour have "),
        "{message}"
    );
}

#[test]
fn what_opb_cannot_say_is_refused() {
    for (args, expected) in [
        (
            "encode 3x4 --format opb --encoding order",
            "--format opb is one formula",
        ),
        ("encode 3x4 --format opb --map m", "--map is for DIMACS"),
        (
            "encode 3x4 --format opb --solve",
            "--format opb is for pseudo-Boolean solvers",
        ),
    ] {
        let message = error(args);
        assert!(message.starts_with(expected), "{args}: {message}");
    }
}

#[test]
fn lint_reads_opb_too() {
    let dir = tempfile::tempdir().unwrap();
    let file = encode(dir.path(), "3x4 --closed");
    assert_eq!(
        run(&format!("lint {file}")),
        (0, String::new(), String::new())
    );
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replacen("= 2 ;", "= 2", 1)).unwrap();
    let (code, out, _) = run(&format!("lint {file}"));
    assert_eq!(code, 1);
    assert!(
        out.contains(": error: opb: expected ';', found '1'"),
        "{out}"
    );
    let message = error(&format!("lint --fix {file}"));
    assert!(
        message.ends_with("--fix and --format json are for DIMACS, not for OPB"),
        "{message}"
    );
}

/// The steps of another solver are derived, too.
#[test]
fn another_solver_refutes_what_veripb_checks() {
    for solver in ["cadical", "kissat"] {
        let both = find(solver).is_some() && find("veripb").is_some();
        if !required::is_usable(both, "veripb and a solver that writes DRAT") {
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("proof");
        let prove = format!("prove 3x8 --closed --proof-format pbp --solver {solver}");
        let (code, out, err) = run(&format!("{prove} -o {}", folder.display()));
        assert_eq!((code, err.as_str()), (0, ""), "{solver}: {out}");
        assert!(
            out.contains("cuts derived and refuted, as VeriPB has checked"),
            "{out}"
        );
        let files = fs::read_dir(&folder).unwrap();
        assert_eq!(files.count(), 2, "only problem.opb and proof.pbp are left");
    }
}

#[test]
fn prove_writes_for_veripb_and_says_who_has_checked() {
    let dir = tempfile::tempdir().unwrap();
    let word = match find("veripb") {
        Some(_) => "as VeriPB has checked",
        None => "not checked, as veripb is not installed",
    };
    for (name, args, expected) in [
        (
            "reason",
            "5x5 --closed --proof-format pbp",
            "every move changes colour, but there are 13 of one colour and 12 of the other",
        ),
        (
            "cuts",
            "3x8 --closed --proof-format pbp",
            "cuts derived and refuted",
        ),
        (
            "counting",
            "5x5 --start a2 --textbook",
            "the textbook formula, refuted by counting squares",
        ),
    ] {
        let folder = dir.path().join(name);
        let (code, out, err) = run(&format!("prove {args} -o {}", folder.display()));
        assert_eq!((code, err.as_str()), (0, ""), "{args}: {out}");
        assert!(out.contains(&format!("{expected}, {word}; see ")), "{out}");
        assert!(folder.join("proof.pbp").exists(), "{args}");
    }
    let problem = fs::read_to_string(dir.path().join("reason/problem.opb")).unwrap();
    assert!(problem.contains("* knightsat board 5x5\n"), "{problem}");
    let folder = dir.path().join("textbook");
    let prove = format!("prove 5x5 --closed --textbook -o {}", folder.display());
    let (code, out, _) = run(&prove);
    assert_eq!(code, 0, "{out}");
    assert!(
        out.contains("the textbook formula, 17350 clauses, refuted in 127 steps"),
        "{out}"
    );
    let refused = error("prove 5x5 --closed --textbook --proof-format pbp -o /not/there");
    assert!(refused.contains("cannot be used with"), "{refused}");
}
