//! `encode --format opb`, a pseudo-Boolean solver of others, and `decode`.

use crate::common::program::{error, run, run_with, write};
use crate::common::required;
use itertools::Itertools;
use knightsat::cnf::Lit;
use knightsat::cnf::sink::ClauseSink;
use knightsat::solver::external::find;
use knightsat::solver::incremental::{Assuming, Incremental, Limits};
use knightsat::solver::varisat::Varisat;
use knightsat_base::text::counted;
use knightsat_cnf::dimacs::opb::{Constraint, OpbReader, clauses};
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

/// The last column has the file of `--with`. Given steps, symmetries and sums are read again with
/// the rest. The answers come from exact-opb, and from varisat by the clauses that the constraints
/// become.
#[test]
fn answers_are_decoded_as_tours_with_every_option() {
    let is_there = required::is_usable(find("exact-opb").is_some(), "exact-opb");
    let all = r"
        6x6 =>
        6x6 --closed =>
        8x8 =>
        5x5 --start a1 --end c3 =>
        3x4 --end a1 =>
        6x6 --closed --start a1 --end c2 =>
        6x6 --require a1-b3 --forbid c1-d3 =>
        1x1 =>
        3x4 --closed => none
        1x1 --closed => none
        5x5 --at 2=c3 => none
        5x5 --at 4=b1 --not-at 9=c2 =>
        6x6 --closed --symmetric rot180 =>
        6x6 --closed --symmetric rot90 =>
        2x3 --leaper 0,1 --magic => none
        6x6 --closed --with a1-c2\nnot c3-e4 or turn(e4)\nturns<=33 =>
        5x5 --with a1@9 or not c3-e4\nafter(b3,e5)\nc1->e2 =>
        5x6 --closed --start a1 --with e1@3\nafter(b3,e4) =>
        3x4 --with not a1-c2\nnot a1-b3 => none
        3x4 --with crossings<=2 => none
        3x4 --at 4=b1 --not-at 7=c2 => small
        3x4 --at 2=d3 => none small
        1x1 --not-at 1=a1 => none small
        4x4 --leaper 0,1 --closed --symmetric rot180 => small
        4x4 --leaper 0,1 --closed --at 3=b2 --at 6=c4 => small
        2x4 --leaper 0,1 --magic => none small";
    let dir = tempfile::tempdir().unwrap();
    for line in all.trim().lines() {
        let (args, end) = line.trim().split_once(" =>").unwrap();
        let (mut args, expected) = (args.to_string(), i32::from(end.contains("none")));
        if let Some((before, rules)) = line.trim().split_once(" --with ") {
            let rules = rules.split(" =>").next().unwrap().replace(r"\n", "\n");
            args = format!("{before} --with {}", write(dir.path(), "rules.txt", &rules));
        }
        let file = encode(dir.path(), &args);
        let answer = match end.contains("small") {
            true => answer(&file),
            false if is_there => {
                let output = Command::new("exact-opb")
                    .args([&file, "300"])
                    .output()
                    .unwrap();
                assert!(output.status.success(), "{args}: {output:?}");
                String::from_utf8(output.stdout).unwrap()
            }
            false => continue,
        };
        let result = write(dir.path(), "result", &answer);
        let (code, out, err) = run(&format!("decode {file} {result} --format moves"));
        assert_eq!((code, err.as_str()), (expected, ""), "{args}: {out}");
        let is_tour = expected == 1 || run_with(&format!("verify {args} -"), &out).0 == 0;
        assert!(is_tour, "{args}: {out}");
    }
}

#[test]
fn wrong_answers_and_files_are_told_apart() {
    let dir = tempfile::tempdir().unwrap();
    let file = encode(dir.path(), "3x4");
    let decode = |answer: &str| {
        let result = write(dir.path(), "result", answer);
        run(&format!("decode {file} {result}"))
    };
    let variables = |sign: &str| {
        (1..=130)
            .map(|v| format!(" {sign}x{v}"))
            .format("")
            .to_string()
    };
    let beyond = "literal x131 is beyond the formula's 130 variables";
    for (values, expected) in [
        (
            variables("-"),
            format!("result: no model of {file}: constraint 1 does not hold"),
        ),
        (" x1".into(), "and constraint 1 does not hold".into()),
        (variables("") + " x131", beyond.into()),
    ] {
        let (code, _, err) = decode(&format!("s SATISFIABLE\nv{values}\n"));
        assert!(code == 2 && err.contains(&expected), "{err}");
    }
    assert_eq!(decode("s UNKNOWN\n").0, 3);
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("board = \"3x4\"", "board = \"3x5\"")).unwrap();
    let (_, _, message) = decode("s SATISFIABLE\nv x1\n");
    let expected = "130 variables, and the constraints of this tour have ";
    assert!(message.contains(expected), "{message}");
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
fn what_opb_cannot_say_is_refused_and_its_faults_are_linted() {
    let all = "
        encode 3x4 --format opb --encoding order => --format opb is one formula
        encode 3x4 --format opb --map m => --map is for DIMACS
        encode 3x4 --format opb --solve => --format opb is for pseudo-Boolean solvers
        sizes 3x4 --opb --encoding order => --opb is one formula";
    for line in all.trim().lines() {
        let (args, expected) = line.trim().split_once(" => ").unwrap();
        assert!(error(args).starts_with(expected), "{args}");
    }
    let dir = tempfile::tempdir().unwrap();
    let file = encode(dir.path(), "3x4 --closed");
    let lint = format!("lint {file}");
    assert_eq!(run(&lint), (0, String::new(), String::new()));
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replacen("= 2 ;", "= 2", 1)).unwrap();
    let (code, out, _) = run(&lint);
    assert!(
        code == 1 && out.contains(": error: opb: expected ';', found '1'"),
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
                let sign = if model.satisfies(lit) { "" } else { "-" };
                format!(" {sign}x{}", lit.var().number())
            });
            format!("s SATISFIABLE\nv{}\n", values.format(""))
        }
        _ => "s UNSATISFIABLE\n".into(),
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
        let sound = format!("sound     good   {}", counted(models, "model"));
        assert!(out.contains(&sound), "{args}: {out}");
    }
    let dir = tempfile::tempdir().unwrap();
    let file = encode(dir.path(), "3x4");
    let text = fs::read_to_string(&file).unwrap();
    // Without the sums of the flow every two-factor is a model.
    let is_balance = |line: &str| line.starts_with(['-', '1']) && line.ends_with(" >= 1 ;");
    let mut without = text.lines().map(|line| {
        if is_balance(line) {
            "1 x1 >= 0 ;"
        } else {
            line
        }
    });
    let without = without.join("\n") + "\n";
    // The last one says that the first edge of a corner is not taken.
    let (first, more) = text.split_once(" #constraint= 52\n").unwrap();
    let more = format!("{first} #constraint= 53\n{more}2 ~x1 +1 x2 >= 2 ;\n");
    let violated = "a tour that is not a model: it violates a constraint\n";
    for (text, expected) in [
        (&without, "a model that is not a tour: "),
        (&more, violated),
        (&more, "  constraint 53: 2 ~x1 1 x2 >= 2\n"),
    ] {
        fs::write(&file, text).unwrap();
        let (code, out, _) = run(&format!("check --cnf {file}"));
        assert!(code == 1 && out.contains(expected), "{out}");
    }
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
        let lines = text.lines().filter(|line| !line.starts_with('*'));
        let literals: usize = lines.map(|line| line.matches('x').count()).sum();
        let header = text.lines().next().unwrap();
        let expected = format!("* #variable= {} #constraint= {}", total[7], total[8]);
        assert_eq!(header, expected, "{args}");
        // A sum of nothing is written as 0 x1.
        let empty = text.matches("\n0 x1 ").count();
        assert_eq!(total[9], (literals - empty).to_string(), "{args}");
        assert_eq!(total[10], text.len().to_string(), "{args}");
    }
}
