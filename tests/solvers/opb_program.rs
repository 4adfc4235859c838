//! `encode --format opb`, a pseudo-Boolean solver of others, and `decode`.

use crate::common::program;
use crate::common::required;

use knightsat::cnf::Lit;
use knightsat::cnf::sink::ClauseSink;
use knightsat::solver::external::find;
use knightsat::solver::incremental::{Assuming, Incremental, Limits};
use knightsat::solver::varisat::Varisat;
use knightsat_base::text::counted;
use knightsat_cnf::dimacs::opb::{Constraint, OpbReader, clauses};
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
        ("5x6 --closed", 0),
        ("5x5 --start a1 --end c3", 0),
        ("3x4 --end a1", 0),
        ("6x6 --closed --start a1 --end c2", 0),
        ("6x6 --require a1-b3 --forbid c1-d3", 0),
        ("1x1", 0),
        ("3x4 --closed", 1),
        ("1x1 --closed", 1),
        ("5x5 --at 2=c3", 1),
        ("5x5 --at 4=b1 --not-at 9=c2", 0),
        ("6x6 --closed --symmetric rot180", 0),
        ("6x6 --closed --symmetric rot90", 0),
        ("2x3 --leaper 0,1 --magic", 1),
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

/// The files of `--with` and their verdicts.
#[test]
fn a_pseudo_boolean_solver_finds_tours_that_keep_rules() {
    if !required::is_usable(find("exact-opb").is_some(), "exact-opb") {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    for (args, rules, expected) in [
        (
            "6x6 --closed",
            "a1-c2\nnot c3-e4 or turn(e4)\nturns <= 33\n",
            0,
        ),
        ("5x5", "a1@9 or not c3-e4\nafter(b3, e5)\nc1->e2\n", 0),
        ("5x6 --closed --start a1", "e1@3\nafter(b3, e4)\n", 0),
        ("3x4", "not a1-c2\nnot a1-b3\n", 1),
        ("3x4", "crossings <= 2\n", 1),
    ] {
        let with = program::write(dir.path(), "rules.txt", rules);
        let file = encode(dir.path(), &format!("{args} --with {with}"));
        let answer = Command::new("exact-opb").args([&file, "300"]).output();
        let answer = answer.unwrap();
        assert!(answer.status.success(), "{rules}: {answer:?}");
        let result = dir.path().join("result");
        fs::write(&result, answer.stdout).unwrap();
        let decode = format!("decode {file} {} --format moves", result.display());
        let (code, out, err) = run(&decode);
        assert_eq!((code, err.as_str()), (expected, ""), "{rules}: {out}");
        if expected == 0 {
            let verify = format!("verify {args} --with {with} -");
            assert_eq!(program::run_with(&verify, &out).0, 0, "{rules}");
        }
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
    assert!(error(&decode).contains("literal x131 is beyond the formula's 130 variables"));
    fs::write(&result, "s UNKNOWN\n").unwrap();
    assert_eq!(run(&decode).0, 3);
}

#[test]
fn a_file_of_another_board_is_told_apart() {
    let dir = tempfile::tempdir().unwrap();
    let file = encode(dir.path(), "3x4");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("board = \"3x4\"", "board = \"3x5\"")).unwrap();
    let result = dir.path().join("result").display().to_string();
    fs::write(&result, "s SATISFIABLE\nv x1\n").unwrap();
    let message = error(&format!("decode {file} {result}"));
    assert!(
        message.contains("130 variables, and the constraints of this tour have "),
        "{message}"
    );
}

#[test]
fn a_file_of_ours_is_checked_with_and_without_its_board() {
    let dir = tempfile::tempdir().unwrap();
    let opb = encode(dir.path(), "3x4 --start a1");
    let cnf = dir.path().join("t.cnf").display().to_string();
    assert_eq!(run(&format!("encode 3x4 --start a1 -o {cnf}")).0, 0);
    for file in [opb, cnf] {
        for asked in ["", "3x4 --start a1"] {
            let (code, out, err) = run(&format!("check {asked} --cnf {file}"));
            assert_eq!((code, err.as_str()), (0, ""), "{asked}: {out}");
        }
        for (asked, but) in [
            ("3x4 --closed", "the closed knight's tour of 3x4"),
            ("3x5 --start a1", "the open knight's tour of 3x5"),
            ("3x4", "other options of the tour"),
        ] {
            let message = error(&format!("check {asked} --cnf {file}"));
            let expected = format!(
                "{file}: it describes itself as the open knight's tour of 3x4, and the command line \
                 names {but}: leave the BOARD and the options of the tour out"
            );
            assert_eq!(message, expected);
        }
    }
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

/// A solver's answer to the file, by the clauses that its constraints become.
fn answer(file: &str) -> String {
    let input = fs::File::open(file).unwrap();
    let mut reader = OpbReader::new(input, file).unwrap();
    let variables = reader.size().variables;
    let mut solver = Varisat::unchecked(Limits::default());
    solver.new_vars(variables);
    let mut constraint = Constraint::default();
    while reader.next(&mut constraint).unwrap() {
        assert!(clauses(&constraint, 1 << 20, &mut solver));
    }
    match solver.solve_assuming(&[]).unwrap() {
        Assuming::Satisfiable(model) => {
            let lits = (1..=variables as i32).map(|number| Lit::from_dimacs(number).unwrap());
            let values = lits.map(|lit| {
                if model.satisfies(lit) {
                    format!(" x{}", lit.var().number())
                } else {
                    format!(" -x{}", lit.var().number())
                }
            });
            format!("s SATISFIABLE\nv{}\n", values.collect::<String>())
        }
        _ => "s UNSATISFIABLE\n".into(),
    }
}

/// Given steps, symmetries and sums are read again with the rest.
#[test]
fn steps_are_decoded() {
    for (args, expected) in [
        ("3x4 --at 4=b1 --not-at 7=c2", 0),
        ("3x4 --at 2=d3", 1),
        ("1x1 --not-at 1=a1", 1),
        ("4x4 --leaper 0,1 --closed --symmetric rot180", 0),
        ("4x4 --leaper 0,1 --closed --at 3=b2 --at 6=c4", 0),
        ("2x4 --leaper 0,1 --magic", 1),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let file = encode(dir.path(), args);
        let result = dir.path().join("result").display().to_string();
        fs::write(&result, answer(&file)).unwrap();
        let (code, out, err) = run(&format!("decode {file} {result} --format moves"));
        assert_eq!((code, err.as_str()), (expected, ""), "{args}: {out}");
    }
}

#[test]
fn check_reads_opb_too() {
    for (args, models) in [
        ("3x4", 8),
        ("3x4 --closed", 0),
        ("3x4 --at 4=b1 --not-at 7=c2", 2),
        ("4x4 --leaper 0,1 --closed --symmetric rot180", 4),
        ("1x1", 1),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let file = encode(dir.path(), args);
        let (code, out, err) = run(&format!("check --cnf {file}"));
        assert_eq!((code, err.as_str()), (0, ""), "{args}: {out}");
        assert!(
            out.contains(&format!("sound     good   {}", counted(models, "model"))),
            "{args}: {out}"
        );
    }
    let dir = tempfile::tempdir().unwrap();
    let file = encode(dir.path(), "3x4");
    let text = fs::read_to_string(&file).unwrap();
    // Without the sums of the flow every two-factor is a model.
    let is_balance = |line: &&str| line.starts_with(['-', '1']) && line.ends_with(" >= 1 ;");
    let without = text.lines().map(|line| {
        if is_balance(&line) {
            "1 x1 >= 0 ;\n".to_string()
        } else {
            format!("{line}\n")
        }
    });
    fs::write(&file, without.collect::<String>()).unwrap();
    let (code, out, _) = run(&format!("check --cnf {file}"));
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("a model that is not a tour: "), "{out}");
    // The last one says that the first edge of a corner is not taken.
    let (first, more) = text.split_once(" #constraint= 52\n").unwrap();
    fs::write(
        &file,
        format!("{first} #constraint= 53\n{more}2 ~x1 +1 x2 >= 2 ;\n"),
    )
    .unwrap();
    let (code, out, _) = run(&format!("check --cnf {file}"));
    assert_eq!(code, 1, "{out}");
    assert!(
        out.contains("a tour that is not a model: it violates a constraint\n"),
        "{out}"
    );
    assert!(out.contains("  constraint 53: 2 ~x1 1 x2 >= 2\n"), "{out}");
}

/// One vertex at a step is not enough for a path of three; a map gives the meaning of the
/// variables.
#[test]
fn check_reads_constraints_of_others() {
    let dir = tempfile::tempdir().unwrap();
    let [file, map, graph] = ["t.opb", "map", "graph"].map(|name| dir.path().join(name));
    fs::write(&graph, "p edge 3 2\ne 1 2\ne 2 3\n").unwrap();
    let meant = (0..9).map(|k| format!("x{} {} {}\n", k + 1, k / 3 + 1, k % 3 + 1));
    fs::write(&map, meant.collect::<String>()).unwrap();
    let sum = |places: [u32; 3]| format!("{} = 1 ;\n", places.map(|k| format!("1 x{k}")).join(" "));
    let rows = (0..3).map(|i| sum([3 * i + 1, 3 * i + 2, 3 * i + 3]));
    let columns = (0..3).map(|i| sum([i + 1, i + 4, i + 7]));
    let sums = rows.chain(columns).collect::<String>();
    let middle = "1 x5 >= 1 ;\n";
    for (count, more, expected) in [(6, "", 1), (7, middle, 0)] {
        let text = format!("* #variable= 9 #constraint= {count}\n{sums}{more}");
        fs::write(&file, text).unwrap();
        let [file, map, graph] = [&file, &map, &graph].map(|path| path.display());
        let (code, out, _) = run(&format!("check --graph {graph} --cnf {file} --map {map}"));
        assert_eq!(code, expected, "{out}");
    }
}

#[test]
fn sizes_are_those_of_the_file() {
    let dir = tempfile::tempdir().unwrap();
    for args in ["3x4", "5x5 --closed --at 3=c3", "3x4 --magic", "1x1"] {
        let file = encode(dir.path(), args);
        let text = fs::read_to_string(&file).unwrap();
        let (code, out, err) = run(&format!("sizes {args} --opb --format csv"));
        assert_eq!((code, err.as_str()), (0, ""), "{args}");
        let total: Vec<&str> = out.lines().last().unwrap().split(',').collect();
        let literals = text.lines().filter(|line| !line.starts_with('*'));
        let literals = literals
            .map(|line| line.matches('x').count())
            .sum::<usize>();
        let header = text.lines().next().unwrap();
        let expected = format!("* #variable= {} #constraint= {}", total[7], total[8]);
        assert_eq!(header, expected, "{args}");
        // A sum of nothing is written as 0 x1.
        let empty = text.matches("\n0 x1 ").count();
        assert_eq!(total[9], (literals - empty).to_string(), "{args}");
        assert_eq!(total[10], text.len().to_string(), "{args}");
    }
    assert!(error("sizes 3x4 --opb --encoding order").starts_with("--opb is one formula"));
}
