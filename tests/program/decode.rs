//! decode: every formula and answer becomes a verified tour, or the guilty file is named.

use crate::common::{program, transcript};

use program::{error, run, run_with, solved, write};
use tempfile::TempDir;
use transcript::check;

const TOUR: [i32; 12] = [1, 7, 9, 2, 8, 10, 3, 5, 11, 4, 6, 12];

/// Returns a formula without its comments.
fn plain(cnf: &str) -> String {
    let lines = cnf.split_inclusive('\n');
    lines.filter(|line| !line.starts_with('c')).collect()
}

#[test]
fn every_formula_that_is_solved_decodes_to_its_tour() {
    let dir = TempDir::new().unwrap();
    let path = dir.path();
    let rule = "a1-b3 + a1-c2 + b1-a3 + b1-c3 + b1-d2 + c1-a2 + c1-b3 <= 5\n";
    let rules = write(path, "rules", rule);
    let graph = write(path, "towns", "Екатеринбург B\nB C\nC Екатеринбург\n");
    let problems = [
        format!("3x4 --with {rules}"),
        format!("--graph {graph} --closed"),
        "3x4 --start a1".into(),
    ];
    let cnf = path.join("t.cnf").display().to_string();
    for problem in &problems {
        for encoding in ["position", "order", "textbook"] {
            let encoded = run(&format!("encode {problem} --encoding {encoding} -o {cnf}"));
            assert_eq!(encoded.0, 0, "{encoded:?}");
            let answer = write(path, "answer", &run(&format!("sat {cnf}")).1);
            let decoded = run(&format!("decode {cnf} {answer} --format moves"));
            assert_eq!(decoded.0, 0, "{problem} {encoding}: {decoded:?}");
            // Without its comments, the formula needs the options.
            write(
                path,
                "plain.cnf",
                &plain(&std::fs::read_to_string(&cnf).unwrap()),
            );
            let options = if problem.starts_with("--") {
                problem
            } else {
                &format!("--board {problem}")
            };
            let args = format!("{options} --encoding {encoding} --format moves");
            let again = run(&format!(
                "decode {}/plain.cnf {answer} {args}",
                path.display()
            ));
            assert_eq!(again, decoded, "{problem} {encoding}");
            let verified = run_with(&format!("verify {problem} -"), &decoded.1);
            assert_eq!(verified.0, 0, "{problem} {encoding}: {verified:?}");
        }
    }
}

#[test]
fn decode_names_who_is_at_fault() {
    let dir = TempDir::new().unwrap();
    let cnf = write(
        dir.path(),
        "t.cnf",
        &run("encode 3x4 --textbook --start a1").1,
    );
    // A right formula with a numbering of its own, and a tour.
    let steps = (0..).zip(TOUR);
    let lits = steps
        .flat_map(|(step, v)| (1..=12).map(move |w| (step * 12 + w) * if v == w { 1 } else { -1 }));
    let lits: Vec<String> = lits.map(|lit| lit.to_string()).collect();
    let own = format!("p cnf 144 144\n{} 0\n", lits.join(" 0\n"));
    let position = "c knightsat board = '1x1'\nc knightsat encoding = 'position'\n";
    for (name, text) in [
        (
            "plain.cnf",
            &*plain(&std::fs::read_to_string(&cnf).unwrap()),
        ),
        ("open.cnf", "c knightsat board = '1x2'\np cnf 4 1\n1 0\n"),
        (
            "odd.cnf",
            "c knightsat board = '3x4'\nc knightsat hue = 'blue'\np cnf 144 0\n",
        ),
        (
            "three.cnf",
            &format!("{position}p cnf 3 2\n1 2 0\n-1 2 3 0\n"),
        ),
        ("4x4.cnf", &run("encode 4x4").1),
        ("t.opb", &run("encode 3x4 --format opb").1),
        ("own.cnf", &own),
        ("own", &format!("SAT\n{} 0\n", lits.join(" "))),
        ("sat", "SAT\n1 0\n"),
        ("unsat", "UNSAT\n"),
        ("bare", "1 -2 -3 0\n"),
    ] {
        write(dir.path(), name, text);
    }
    check(
        dir.path(),
        r"
decode DIR/t.cnf - < s SATISFIABLE\nv 1 2 => …:3:1: the values end without their closing 0…
decode DIR/t.cnf - < v 1 9999 0 => …:1:5: literal 9999 is beyond the formula's…
decode DIR/t.cnf - < v 1 2 x 0 => …:1:7: 'x' is not a literal…
decode DIR/t.cnf - < 0 1 -2 3 => …variables are counted from 1…
decode DIR/t.cnf - < v 1 -2 -3 0 => standard input: no model of …
decode DIR/t.cnf - < v 1 2 0 => …it violates clause 1: -1 -2 0…
decode DIR/plain.cnf DIR/sat => DIR/plain.cnf does not describe itself: name its problem, with
    --board …
decode DIR/plain.cnf DIR/sat --board 8x8 --textbook => …is it a formula of another board…
decode DIR/t.cnf DIR/sat --board 8x8 => …describes itself…
decode DIR/open.cnf - < v 1 4 0 => DIR/open.cnf: not the formula of the open knight's tour of 1x2:
    the result satisfies every clause: the model is not a tour: from step 1 to 2, a1 to b1 is not a
    move
decode DIR/open.cnf - < v 1 0 => …the model has no square for step 2…
decode DIR/open.cnf - < v 1 2 3 0 => …the model has two squares for step 1…
decode DIR/odd.cnf DIR/unsat => DIR/odd.cnf:2:1: 'hue' is unknown here…
decode DIR/three.cnf - < v 1 0 => …variables 2, 3 have no value, so clause 2 is undecided: -1 2 3 0
decode DIR/three.cnf - < v 1 -2 -3 0 => …it violates clause 2: -1 2 3 0
decode DIR/three.cnf - < v 1 -2 0 => …variable 3 has no value…
decode DIR/own.cnf DIR/own --board 3x4 => …name it, as in --map '(i-1)*12+v'
0 decode DIR/own.cnf DIR/own --board 3x4 --map (i-1)*12+v --format moves => a1 c2 a3 …
1 decode DIR/4x4.cnf DIR/unsat => no open knight's tour of 4x4: the formula is unsatisfiable
    (unverified answer of DIR/unsat)
decode DIR/t.cnf DIR/unsat => no open knight's tour of 3x4 (unverified answer of DIR/unsat): this is
    wrong, 2 such tours are known (computed)
3 decode DIR/t.cnf - < s UNKNOWN => unknown: no open knight's tour of 3x4 found: the solver answered
    unknown
decode DIR/sat DIR/t.cnf => DIR/sat: a solver's answer, not a formula: write the formula first:
    decode DIR/t.cnf DIR/sat
decode DIR/sat DIR/t.opb => DIR/sat: a solver's answer, not a formula: write the formula first:
    decode DIR/t.opb DIR/sat
decode DIR/bare DIR/t.cnf => DIR/t.cnf: a formula, not a solver's answer: write the formula first:
    decode DIR/t.cnf DIR/bare
decode DIR/t.cnf DIR/t.cnf => …expected a verdict, values or a list…
decode missing DIR/t.cnf => missing: no such file
",
    );
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
    let path = dir.path();
    let cnf = write(path, "t.cnf", &foreign_3x4());
    let model = solved(&cnf);
    let numbers = model.trim_start_matches("SAT\n").trim_end_matches(" 0\n");
    let last = numbers
        .split(' ')
        .find(|n| n.parse::<i32>().unwrap() > 1200)
        .unwrap();
    write(path, "t.out", &model);
    write(path, "t.map", "100*i+v\n");
    write(
        path,
        "t.list",
        &format!("[{}]\n", numbers.replace(' ', ", ")),
    );
    write(path, "short", &model.replace(&format!(" {last} "), " "));
    let name = path.display();
    for args in [
        format!("100*i+v --board 3x4 {cnf} {name}/t.out"),
        format!("{name}/t.map --board 3x4 {cnf} {name}/t.list"),
        format!("- --board 3x4 {cnf} {name}/t.out"),
    ] {
        let decoded = run_with(&format!("decode --format moves --map {args}"), "100*i+v\n");
        assert_eq!(decoded.0, 0, "{args}: {decoded:?}");
        assert_eq!(
            run_with("verify 3x4 -", &decoded.1).0,
            0,
            "{args}: {decoded:?}"
        );
    }
    check(
        path,
        r"
decode --map 100*i+v DIR/t.cnf DIR/t.out => …name the board of the formula too…
decode --map 100*i+v --board 3x5 DIR/t.cnf DIR/t.out => …would be variable 1213…
decode --map 100*i+v --board 3x4 --closed DIR/t.cnf DIR/t.out => …not the formula of the closed
    knight's tour of 3x4, or not this map: …
decode --map x.map --board 3x4 DIR/t.cnf DIR/t.out => …no such file, and no valid expression…
decode --map 100*i+v --board 3x4 --encoding order DIR/t.cnf DIR/t.out => …leave out the options of
    our formulas…
decode --map - --board 3x4 DIR/t.cnf - => …- stands for standard input twice…
3 decode --map 100*i+v --board 3x4 DIR/t.cnf - < None => unknown…
",
    );
    let found = error(&format!(
        "decode --map 100*i+v --board 3x4 {cnf} {name}/short"
    ));
    assert!(
        found.contains(&format!("variable {last} has no value")),
        "{found}"
    );
}

#[test]
fn a_check_names_variables_without_a_clause_or_a_meaning() {
    let dir = TempDir::new().unwrap();
    for (name, text) in [
        ("5.cnf", "p cnf 5 1\n1 0\n"),
        ("4.cnf", "p cnf 4 1\n1 0\n"),
        ("1.map", "1 1 a1\n"),
        ("2.map", "1 1 a1\n3 2 b1\n"),
    ] {
        write(dir.path(), name, text);
    }
    check(
        dir.path(),
        r"
0 check 1x1 --cnf DIR/5.cnf --map DIR/1.map => …without a meaning: variables 2..5…
1 check 1x2 --cnf DIR/4.cnf --map DIR/2.map => …with a meaning, but in no clause: variable 3, so…
1 check 1x2 --cnf DIR/4.cnf --map DIR/2.map => …without a meaning: variables 2, 4,…
",
    );
}
