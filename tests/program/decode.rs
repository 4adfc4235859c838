//! decode and verify: what they read and whom they blame.

use crate::common::program;

use program::{error, run, run_with, solved, write};
use std::fs;
use tempfile::TempDir;

#[test]
fn decode_names_who_is_at_fault() {
    let dir = TempDir::new().unwrap();
    let dir = dir.path();
    let cnf = write(dir, "t.cnf", &run("encode 3x4 --textbook --start a1").1);
    let plain = fs::read_to_string(&cnf).unwrap();
    let plain: String = plain
        .lines()
        .filter(|line| !line.starts_with('c'))
        .map(|line| line.to_string() + "\n")
        .collect();
    let plain = write(dir, "plain.cnf", &plain);
    let open = write(
        dir,
        "open.cnf",
        "c knightsat board = '1x2'\np cnf 4 1\n1 0\n",
    );
    let odd = write(
        dir,
        "odd.cnf",
        "c knightsat board = '3x4'\nc knightsat hue = 'blue'\np cnf 144 0\n",
    );
    let result = |name: &str, text: &str| write(dir, name, text);
    let cases = [
        (
            &cnf,
            result("empty", ""),
            "empty:1:1: no verdict and no values",
        ),
        (
            &cnf,
            result("cut", "s SATISFIABLE\nv 1 2"),
            "cut:3:1: the values end without their closing 0",
        ),
        (
            &cnf,
            result("other", "v 1 9999 0"),
            "other:1:5: literal 9999 is beyond the formula's",
        ),
        (&cnf, result("wrong", "v 1 -2 -3 0"), "wrong: no model of "),
        (
            &cnf,
            result("both", "v 1 2 0"),
            "it violates clause 1: -1 -2 0",
        ),
        (&cnf, "/nowhere".into(), "/nowhere: no such file"),
        (
            &plain,
            result("any", "SAT\n1 0\n"),
            "plain.cnf does not describe itself: name its problem, with --board",
        ),
        (
            &open,
            result("two", "v 1 4 0"),
            "open.cnf: not the formula of the open knight's tour of 1x2: the result satisfies every clause: the model is not a tour: from step 1 to 2, a1 to b1 is not a move",
        ),
        (
            &open,
            result("none", "v 1 0"),
            "the model has no square for step 2",
        ),
        (
            &open,
            result("double", "v 1 2 3 0"),
            "the model has two squares for step 1",
        ),
        (
            &odd,
            result("any2", "UNSAT"),
            "odd.cnf:2:1: 'hue' is unknown here",
        ),
        (
            &cnf,
            result("nine", "v 1 2 x 0"),
            "nine:1:7: 'x' is not a literal",
        ),
    ];
    for (cnf, result, expected) in cases {
        let message = error(&format!("decode {cnf} {result}"));
        assert!(message.contains(expected), "{message}\n{expected}");
    }
    let sat = result("sat", "SAT\n1 0\n");
    assert!(
        error(&format!("decode {plain} {sat} --board 8x8 --textbook"))
            .contains("is it a formula of another board")
    );
    // A right formula with the variable (i-1)*N+v for square v at step i, and a tour.
    let mut own = "p cnf 144 144\n".to_string();
    let tour = [1, 7, 9, 2, 8, 10, 3, 5, 11, 4, 6, 12];
    let lits = (0..)
        .zip(tour)
        .flat_map(|(step, v)| (1..=12).map(move |w| (step * 12 + w) * if v == w { 1 } else { -1 }));
    let lits: Vec<i32> = lits.collect();
    lits.iter().for_each(|lit| own += &format!("{lit} 0\n"));
    let own = result("own.cnf", &own);
    let values: Vec<String> = lits.iter().map(i32::to_string).collect();
    let values = result("own", &format!("SAT\n{} 0\n", values.join(" ")));
    let message = error(&format!("decode {own} {values} --board 3x4"));
    assert!(
        message.ends_with("name it, as in --map '(i-1)*12+v'"),
        "{message}"
    );
    let (code, out, err) = run(&format!(
        "decode {own} {values} --board 3x4 --map (i-1)*12+v"
    ));
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(error(&format!("decode {cnf} {sat} --board 8x8")).contains("describes itself"));
    let unsat = result("unsat", "UNSAT\n");
    let small = dir.join("4x4.cnf").display().to_string();
    run(&format!("encode 4x4 -o {small}"));
    let (code, out, _) = run(&format!("decode {small} {unsat}"));
    assert_eq!(code, 1);
    assert_eq!(
        out,
        format!(
            "no open knight's tour of 4x4: the formula is unsatisfiable (unverified answer of {unsat})\n"
        )
    );
    assert_eq!(
        error(&format!("decode {cnf} {unsat}")),
        format!(
            "no open knight's tour of 3x4 (unverified answer of {unsat}): this is wrong, 2 such tours are known (computed)"
        )
    );
    let (code, out, _) = run(&format!(
        "decode {cnf} {}",
        result("unknown", "s UNKNOWN\n")
    ));
    assert_eq!(
        (code, out.as_str()),
        (
            3,
            "unknown: no open knight's tour of 3x4 found: the solver answered unknown\n"
        )
    );
}

#[test]
fn decode_takes_flags_where_the_file_is_silent_and_reads_gzip() {
    let dir = TempDir::new().unwrap();
    let dir = dir.path();
    let text = run("encode 3x4 --textbook --start a1").1;
    let plain: String = text
        .lines()
        .filter(|line| !line.starts_with('c'))
        .map(|line| line.to_string() + "\n")
        .collect();
    let tour = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3";
    let numbers = tour.split(' ').enumerate().map(|(step, name)| {
        let (file, rank) = name.split_at(1);
        let file = u32::from(file.as_bytes()[0] - b'a');
        step as u32 * 12 + (rank.parse::<u32>().unwrap() - 1) * 4 + file + 1
    });
    let numbers: Vec<u32> = numbers.collect();
    let lits = (1..=144).map(|v| {
        if numbers.contains(&v) {
            v.to_string()
        } else {
            format!("-{v}")
        }
    });
    // The fresh variables of split clauses are found by a solver: units fix the tour.
    let units: String = lits.map(|lit| format!("{lit} 0\n")).collect();
    let (head, body) = plain.split_once('\n').unwrap();
    let clauses: u32 = head.rsplit(' ').next().unwrap().parse().unwrap();
    let fixed = head.replace(&clauses.to_string(), &(clauses + 144).to_string());
    let fixed = write(dir, "fixed.cnf", &format!("{fixed}\n{body}{units}"));
    let result = solved(&fixed);

    let zip = |name: &str, text: &str| {
        let mut encoder = flate2::write::GzEncoder::new(
            fs::File::create(dir.join(name)).unwrap(),
            flate2::Compression::fast(),
        );
        std::io::Write::write_all(&mut encoder, text.as_bytes()).unwrap();
        encoder.finish().unwrap();
        dir.join(name).display().to_string()
    };
    let plain_file = write(dir, "plain.cnf", &plain);
    let result_file = write(dir, "result", &result);
    for (cnf, result) in [
        (plain_file, result_file),
        (zip("plain.cnf.gz", &plain), zip("result.gz", &result)),
    ] {
        let flags = "--board 3x4 --textbook --start a1 --format moves";
        let (code, out, err) = run(&format!("decode {cnf} {result} {flags}"));
        assert_eq!((code, out.trim_end(), err.as_str()), (0, tour, ""));
    }
}

#[test]
fn verify_tells_good_from_bad() {
    let tour = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3";
    let (code, out, _) = run_with("verify 3x4 -", tour);
    let valid = "valid: open knight's tour of 3x4, 12 steps\n";
    assert_eq!((code, out.as_str()), (0, valid));
    for (args, text, expected) in [
        (
            "verify 3x4 - --closed",
            tour,
            "from step 12 to 1, d3 to a1 is not a move",
        ),
        (
            "verify 3x4 - --start b1",
            tour,
            "step 1 is on a1 and should be on b1",
        ),
        ("verify 4x3 -", "a1 b3", "2 steps, and a tour has 12"),
        ("verify 3x4 -", "a1 c2 a1", "steps 1 and 3 are both on a1"),
    ] {
        let (code, out, err) = run_with(args, text);
        assert_eq!((code, out.as_str()), (1, ""), "{args}");
        assert!(err.contains(expected) && err.lines().count() == 1, "{err}");
    }
    for (text, expected) in [
        ("", "standard input:1:1: no tour here"),
        ("a1 e9", "standard input:1:4: e9 is not on the 3x4 board"),
    ] {
        let (code, out, err) = run_with("verify 3x4 -", text);
        assert_eq!((code, out.as_str()), (2, ""));
        assert!(err.contains(expected), "{err}");
    }
}

/// A formula of others: square v, numbered from 1, at step i is variable 100·i + v.
fn foreign_3x4() -> String {
    let mut clauses = Vec::new();
    let x = |i: i32, v: i32| 100 * i + v;
    let square = |v: i32| ((v - 1) / 4, (v - 1) % 4);
    let is_move = |v: i32, w: i32| {
        let ((a, b), (c, d)) = (square(v), square(w));
        ((a - c) * (b - d)).abs() == 2
    };
    for i in 1..=12 {
        clauses.push((1..=12).map(|v| x(i, v)).collect::<Vec<i32>>());
        for v in 1..=12 {
            clauses.extend((v + 1..=12).map(|w| vec![-x(i, v), -x(i, w)]));
            clauses.extend((i + 1..=12).map(|j| vec![-x(i, v), -x(j, v)]));
            let mut next = vec![-x(i, v)];
            next.extend((1..=12).filter(|&w| is_move(v, w)).map(|w| x(i + 1, w)));
            clauses.extend((i < 12).then_some(next));
        }
    }
    let line = |clause: &Vec<i32>| {
        let numbers: Vec<String> = clause.iter().map(i32::to_string).collect();
        numbers.join(" ") + " 0\n"
    };
    let body: String = clauses.iter().map(line).collect();
    format!("p cnf 1212 {}\n{body}", clauses.len())
}

#[test]
fn formulas_of_others_are_decoded_by_their_map() {
    let dir = TempDir::new().unwrap();
    let dir = dir.path();
    let cnf = write(dir, "t.cnf", &foreign_3x4());
    let model = solved(&cnf);
    let result = write(dir, "t.out", &model);
    let map = write(dir, "t.map", "100*i+v\n");
    let numbers = model.trim_start_matches("SAT\n").trim_end_matches(" 0\n");
    let list = write(
        dir,
        "t.list",
        &format!("[{}]\n", numbers.replace(' ', ", ")),
    );
    for args in [
        format!("decode --map 100*i+v --board 3x4 {cnf} {result}"),
        format!("decode --map {map} --board 3x4 {cnf} {list}"),
        format!("decode --map - --board 3x4 {cnf} {result}"),
    ] {
        let (code, out, err) = run_with(&format!("{args} --format moves"), "100*i+v\n");
        assert_eq!(code, 0, "{args}: {err}");
        assert_eq!(out.split_whitespace().count(), 12);
        assert_eq!(run_with("verify 3x4 -", &out).0, 0);
    }
    let none = write(dir, "none", "None\n");
    for (args, message) in [
        (
            format!("--map 100*i+v {cnf} {result}"),
            "name the board of the formula too",
        ),
        (
            format!("--map 100*i+v --board 3x5 {cnf} {result}"),
            "would be variable 1213",
        ),
        (
            format!("--map 100*i+v --board 3x4 --closed {cnf} {result}"),
            "not the formula of the closed knight's tour of 3x4, or not this map: ",
        ),
        (
            format!("--map x.map --board 3x4 {cnf} {result}"),
            "no such file, and no valid expression",
        ),
        (
            format!("--map 100*i+v --board 3x4 --encoding order {cnf} {result}"),
            "leave out the options of our formulas",
        ),
        (
            format!("--map - --board 3x4 {cnf} -"),
            "- stands for standard input twice",
        ),
    ] {
        let found = error(&format!("decode {args}"));
        assert!(found.contains(message), "{args}: {found}");
    }
    let (code, out, _) = run(&format!("decode --map 100*i+v --board 3x4 {cnf} {none}"));
    assert!(code == 3 && out.starts_with("unknown"), "{out}");
    let last = numbers
        .split(' ')
        .find(|n| n.parse::<i32>().unwrap() > 1200);
    let last = last.unwrap();
    let short = write(dir, "short", &model.replace(&format!(" {last} "), " "));
    let found = error(&format!("decode --map 100*i+v --board 3x4 {cnf} {short}"));
    assert!(
        found.contains(&format!("variable {last} has no value")),
        "{found}"
    );
}

#[test]
fn missing_values_are_no_violated_clauses() {
    let dir = TempDir::new().unwrap();
    let dir = dir.path();
    let cnf = "c knightsat board = '1x1'\nc knightsat encoding = 'position'\np cnf 3 2\n1 2 0\n-1 2 3 0\n";
    let cnf = write(dir, "t.cnf", cnf);
    let fault = |text: &str| {
        let result = write(dir, "r", text);
        error(&format!("decode {cnf} {result}"))
    };
    let missing = fault("v 1 0");
    assert!(
        missing.contains("variables 2, 3 have no value, so clause 2 is undecided: -1 2 3 0"),
        "{missing}"
    );
    assert!(fault("v 1 -2 -3 0").contains("it violates clause 2: -1 2 3 0"));
    assert!(fault("v 1 -2 0").contains("variable 3 has no value"));
}

#[test]
fn files_in_the_wrong_order_are_named() {
    let dir = tempfile::tempdir().unwrap();
    let cnf = write(dir.path(), "t.cnf", &run("encode 3x4").1);
    let opb = write(dir.path(), "t.opb", &run("encode 3x4 --format opb").1);
    let answer = write(dir.path(), "answer", &solved(&cnf));
    let bare = write(dir.path(), "bare", "1 -2 -3 0\n");
    for (formula, answer) in [(&cnf, &answer), (&opb, &answer)] {
        let message = error(&format!("decode {answer} {formula}"));
        let expected = format!(
            "{answer}: a solver's answer, not a formula: write the formula first: decode {formula} \
             {answer}"
        );
        assert_eq!(message, expected);
    }
    let message = error(&format!("decode {bare} {cnf}"));
    let expected = format!(
        "{cnf}: a formula, not a solver's answer: write the formula first: decode {cnf} {bare}"
    );
    assert_eq!(message, expected);
    // Other faults keep their message.
    for args in [format!("{cnf} {cnf}"), format!("missing {cnf}")] {
        let message = error(&format!("decode {args}"));
        assert!(!message.contains("formula first"), "{message}");
    }
}
