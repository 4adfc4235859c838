//! The encodings as a person uses them: written to a file, solved by others, decoded; cut as they
//! come; sized, checked, counted; and what is refused.

use crate::common::program;
use crate::common::solvers;

use knightsat::cnf::Answer;
use knightsat::encoding::Name;
use knightsat::solver::incremental::Limits;
use program::{error, run, solved, write};
use solvers::{ask, read, solvers};
use tempfile::TempDir;

/// Those whose every model is a tour.
fn exact() -> impl Iterator<Item = Name> {
    Name::ALL.into_iter().filter(|&name| name != Name::Lazy)
}

#[test]
fn what_any_solver_finds_is_decoded() {
    let dir = TempDir::new().unwrap();
    let solvers = solvers();
    for name in exact() {
        for tour in ["6x6 --closed", "5x5 --start a1", "3x4 --start a1 --end d3"] {
            let takes_long = [Name::Position, Name::Textbook, Name::Binary].contains(&name);
            if tour.ends_with("closed") && takes_long {
                continue;
            }
            let cnf = dir.path().join("t.cnf");
            let path = cnf.display().to_string();
            let (code, _, err) = run(&format!("encode {tour} --encoding {name} -o {path}"));
            assert_eq!(code, 0, "{name} {tour}: {err}");
            let mut answers = vec![("varisat", solved(&path))];
            for solver in &solvers {
                let Answer::Satisfiable(model) = ask(&read(&cnf), solver, &Limits::default())
                else {
                    panic!("{solver} finds no {tour} by {name}");
                };
                let vars = knightsat::cnf::Vars::new(1, read(&cnf).variables());
                let value = |var: knightsat::cnf::Var| match model.value(var) {
                    Some(true) => var.pos(),
                    _ => var.neg(),
                };
                let values: Vec<String> = vars.iter().map(|v| format!("{:?}", value(v))).collect();
                answers.push((*solver, format!("SAT\n{} 0\n", values.join(" "))));
            }
            for (solver, answer) in answers {
                let result = write(dir.path(), "result", &answer);
                let (code, out, err) = run(&format!("decode {path} {result} --format moves"));
                assert_eq!((code, err.as_str()), (0, ""), "{name} {solver} {tour}");
                let moves = write(dir.path(), "moves", &out);
                let (code, _, err) = run(&format!("verify {tour} {moves}"));
                assert_eq!(
                    (code, err.as_str()),
                    (0, ""),
                    "{name} {solver} {tour}: {out}"
                );
            }
        }
    }
}

#[test]
fn relaxations_are_cut_until_they_have_a_tour() {
    for options in [
        "--encoding lazy --variables arcs",
        "--encoding lazy --variables edges",
        "--encoding crt --modulus 3",
        "--encoding crt --modulus 2 --directions one",
    ] {
        for tour in ["6x6 --closed", "5x6", "5x5 --start a1 --end e5"] {
            let (code, out, err) = run(&format!("solve {tour} {options}"));
            assert_eq!((code, err.as_str()), (0, ""), "{tour} {options}: {out}");
        }
        let none = "solve 5x5 --start a1 --end b3 --format moves";
        let (code, ..) = run(&format!("{none} {options}"));
        assert_eq!(code, 1, "{options}");
    }
    for solver in solvers() {
        for options in ["--encoding lazy", "--encoding crt --modulus 3"] {
            let (code, out, err) = run(&format!("solve 6x6 --closed {options} --solver {solver}"));
            assert_eq!((code, err.as_str()), (0, ""), "{solver} {options}: {out}");
        }
    }
}

#[test]
fn every_encoding_counts_alike() {
    for name in Name::ALL {
        for (board, count) in [
            ("3x4", "16 open"),
            ("1x1", "1 open"),
            ("3x4 --start a1", "2 open"),
        ] {
            let (code, out, err) = run(&format!("count {board} --encoding {name}"));
            assert_eq!((code, err.as_str()), (0, ""), "{name}: {out}");
            assert!(out.starts_with(count), "{name} {board}: {out}");
        }
    }
    for options in [
        "--encoding crt --modulus 3",
        "--encoding lazy --variables arcs",
    ] {
        let (code, out, _) = run(&format!("count 3x4 {options}"));
        assert!(code == 2 || out.starts_with("16 open"), "{options}: {out}");
    }
}

#[test]
fn all_encodings_are_sized_and_checked_at_once() {
    let (code, out, err) = run("sizes 6x6 --closed --encoding all");
    assert_eq!((code, err.as_str()), (0, ""));
    for name in Name::ALL {
        let is_there = |line: &str| line.split_whitespace().any(|word| word == name.to_string());
        assert!(out.lines().any(is_there), "{name}: {out}");
    }
    for check in [
        "check 3x4 --encoding all",
        "check 3x4 --encoding lazy,order --variables arcs",
        "check 3x4 --encoding crt --modulus 3",
        "check 4x5 --start a1 --encoding lazy",
        "check 4x5 --start a1 --encoding order,adder,crt --directions one",
    ] {
        let (code, out, err) = run(check);
        assert_eq!((code, err.as_str()), (0, ""), "{check}: {out}");
    }
    let (code, out, err) = run("check --start a1 --encoding order");
    assert_eq!(code, 0, "{out}{err}");
    let note = "2 of the 13 default boards do not fit the options (--start: a1 is a hole): name a BOARD for others";
    assert_eq!(err, format!("knightsat: {note}\n"));
    let none = error("check --start z9 --encoding order");
    assert!(
        none.ends_with(": no default board fits the options, so name a BOARD"),
        "{none}"
    );
}

#[test]
fn what_does_not_fit_is_refused_in_one_line() {
    for (args, what) in [
        (
            "encode 6x6 --closed --encoding crt --modulus 11",
            "--modulus 11",
        ),
        (
            "encode 6x6 --closed --encoding crt --modulus 0",
            "--modulus 0",
        ),
        (
            "encode 6x6 --closed --encoding crt --modulus 1",
            "--modulus 1",
        ),
        (
            "encode 6x6 --closed --encoding crt --modulus 9",
            "--modulus 9",
        ),
        ("encode 6x6 --encoding crt --modulus 4096", "--modulus 4096"),
        ("encode 6x6 --encoding adder --modulus 3", "crt"),
        ("encode 6x6 --variables edges --encoding lfsr", "lfsr"),
        (
            "encode 6x6 --variables arcs --encoding position",
            "order and lazy",
        ),
        (
            "encode 6x6 --closed --symmetric rot90 --at 5=c3 --encoding adder",
            "does not support a symmetry",
        ),
        (
            "encode 6x6 --closed --symmetric rot90 --at 5=c3 --encoding lazy",
            "does not support a symmetry",
        ),
        (
            "check 6x6 --closed --symmetric rot90 --at 5=c3 --encoding lazy",
            "does not support a symmetry",
        ),
        ("encode 6x6 --arcs no --encoding lfsr", "position"),
        ("encode 6x6 --encoding lfsr,adder", "name just one"),
        ("encode 6x6 --encoding all", "name just one"),
        ("encode 6x6 --encoding adler", "'adler' is not an encoding"),
        ("encode 6x6 --encoding order --amo product", "--amo"),
        (
            "encode 6x6 --encoding lfsr --amo ladder,product",
            "names two at-most-one encodings",
        ),
        ("encode 6x6 --encoding order --different selector", "binary"),
        (
            "encode 300x300 --encoding order",
            "too large for this formula",
        ),
        (
            "encode 6x6 --encoding lazy --count-projected",
            "is a relaxation",
        ),
    ] {
        let message = error(args);
        assert!(message.contains(what), "{args}: {message}");
    }
}

/// A relaxation is written as it is, and the decoder says what its models may be.
#[test]
fn a_model_of_several_cycles_is_named() {
    let dir = TempDir::new().unwrap();
    let mut codes = Vec::new();
    for board in ["6x6", "8x8", "10x10", "12x12"] {
        let cnf = dir.path().join("t.cnf").display().to_string();
        assert_eq!(
            run(&format!("encode {board} --closed --encoding lazy -o {cnf}")).0,
            0
        );
        let result = write(dir.path(), "result", &solved(&cnf));
        let (code, out, err) = run(&format!("decode {cnf} {result}"));
        if code != 0 {
            assert_eq!((err.lines().count(), out.as_str()), (1, ""), "{err}");
            assert!(err.contains("cycles, of"), "{err}");
        }
        codes.push(code);
    }
    assert!(codes.contains(&2) || codes.contains(&1), "{codes:?}");
}

/// Formulas are checked at the same time, and their rows come in the order of the command.
#[test]
fn rows_of_a_check_come_in_the_order_of_the_command() {
    let (code, out, err) = run("check 3x4 3x3 1x1 --encoding all --format json");
    assert_eq!((code, err.as_str()), (0, ""));
    let document: serde_json::Value = serde_json::from_str(&out).unwrap();
    let rows = document["rows"].as_array().unwrap();
    let mut boards: Vec<&str> = rows
        .iter()
        .map(|row| row["board"].as_str().unwrap())
        .collect();
    boards.dedup();
    assert_eq!(boards, ["3x4", "3x3", "1x1"]);
    let of = |board: &str| -> Vec<[&str; 2]> {
        let rows = rows.iter().filter(|row| row["board"] == board);
        let names = rows.map(|row| ["encoding", "amo"].map(|key| row[key].as_str().unwrap()));
        names.collect()
    };
    assert!(of("3x4") == of("3x3") && of("3x4") == of("1x1"));
    let mut names: Vec<&str> = of("3x4").iter().map(|names| names[0]).collect();
    names.dedup();
    assert_eq!(names, Name::ALL.map(Name::as_str));
}
