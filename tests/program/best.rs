//! The best tours, on the command line.

use crate::common::program;

use program::{error, knightsat, run, run_with, write};
use serde_json::Value;
use std::fs;
use std::time::Instant;
use tempfile::TempDir;

#[test]
fn the_best_tour_is_printed_and_its_bounds_are_noted() {
    let (code, tour, err) = run("solve 6x6 --closed --minimize turns --format moves");
    assert_eq!(code, 0, "{err}");
    let last = err.lines().last().unwrap();
    assert_eq!(last, "knightsat: turns: 32, optimal");
    assert_eq!(err.matches("optimal").count(), 1, "{err}");
    assert!(err.contains("at least"), "{err}");
    let (code, ..) = run_with("verify 6x6 --closed -", &tour);
    assert_eq!(code, 0);
}

#[test]
fn objectives_keep_the_order_of_their_options() {
    let first = "solve 5x6 --closed --format json --minimize crossings --maximize turns";
    let second = "solve 5x6 --closed --format json --maximize turns --minimize crossings";
    let documents = [first, second].map(|args| {
        let (code, out, err) = run(args);
        assert_eq!(code, 0, "{err}");
        serde_json::from_str::<Value>(&out).unwrap()
    });
    let names = documents.each_ref().map(|document| {
        let objectives = document["objectives"].as_array().unwrap();
        let name = |objective: &Value| {
            assert_eq!(objective["optimal"], true);
            assert_eq!(objective["best"], objective["bound"]);
            format!("{} {}", objective["objective"], objective["statistic"])
        };
        objectives.iter().map(name).collect::<Vec<String>>()
    });
    let expected = ["\"minimize\" \"crossings\"", "\"maximize\" \"turns\""];
    assert_eq!(names[0], expected);
    assert!(names[1].iter().eq(expected.iter().rev()));
    // The first objective is at least as good as in the other order.
    let best = |document: &Value, index: usize| document["objectives"][index]["best"].as_i64();
    assert!(best(&documents[0], 0) <= best(&documents[1], 1));
    assert!(best(&documents[1], 0) >= best(&documents[0], 1));
}

#[test]
fn weights_come_from_a_file() {
    let dir = TempDir::new().unwrap();
    let graph = write(dir.path(), "k4.txt", "1 2\n1 3\n1 4\n2 3\n2 4\n3 4\n");
    let weights = write(
        dir.path(),
        "weights.txt",
        "1 2 5 # a comment\n3 4 5\n1 3 1\n2 4 -2\n",
    );
    let args =
        format!("solve --graph {graph} --closed --format json --minimize weights({weights})");
    let (code, out, err) = run(&args);
    assert_eq!(code, 0, "{err}");
    let document: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(document["objectives"][0]["best"], -1);
}

#[test]
fn a_timeout_prints_the_best_tour_and_both_bounds() {
    let (code, out, err) =
        run("solve 12x12 --closed --minimize crossings --timeout 2 --format json");
    assert_eq!(code, 3, "{err}");
    let document: Value = serde_json::from_str(&out).unwrap();
    let objective = &document["objectives"][0];
    assert_eq!(document["result"], "tour");
    assert_eq!(objective["optimal"], false);
    assert!(objective["bound"].as_i64() < objective["best"].as_i64());
    let last = err.lines().last().unwrap();
    assert!(last.contains(": gap "), "{err}");
    let (code, ..) = run_with("verify 12x12 --closed -", &out);
    assert_eq!(code, 0);
}

#[test]
fn bounds_are_noted_once_a_second() {
    let begun = Instant::now();
    let (_, _, err) = run("solve 8x8 --maximize crossings --timeout 3");
    let seconds = begun.elapsed().as_secs() as usize;
    // One before the first second, and the standing at the end.
    assert!(err.lines().count() <= seconds + 3, "{seconds} s: {err}");
}

#[test]
fn a_better_tour_is_refuted_with_a_proof() {
    let dir = TempDir::new().unwrap();
    let folder = dir.path().join("best");
    let name = folder.display();
    let (code, out, err) = run(&format!("prove 6x6 --closed --minimize turns -o {name}"));
    assert_eq!(code, 0, "{err}");
    assert!(out.starts_with("turns: 32, optimal (closed"), "{out}");
    assert!(out.contains("refuted in"), "{out}");
    let message = error(&format!("verify --certificate {name} 6x6 --closed"));
    let expected = format!(
        "{name}: proves that tour.txt is a best tour, which --certificate does not check: check the \
         tour with verify BOARD {name}/tour.txt, and write a proof of the optimum for VeriPB with \
         prove --proof-format pbp"
    );
    assert_eq!(message, expected);
    for file in ["formula.cnf", "proof.lrat", "proof.drat"] {
        assert!(folder.join(file).metadata().unwrap().len() > 0, "{file}");
    }
    let tour = std::fs::read_to_string(folder.join("tour.txt")).unwrap();
    assert_eq!(run_with("verify 6x6 --closed -", &tour).0, 0);
    let (code, out, _) = run(&format!("sat {name}/formula.cnf"));
    assert_eq!(code, 20, "{out}");
    // A folder that is not empty is refused before the search.
    let args = format!("prove 50x50 --closed --minimize turns -o {name}");
    let (code, _, err) = run(&args);
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("not empty"), "{err}");
    // Without any tour, that is proved.
    let (code, out, err) = run(&format!("prove 4x4 --minimize turns -o {name}-none"));
    assert_eq!(code, 0, "{err}");
    assert!(out.starts_with("no open knight's tour of 4x4"), "{out}");
    let (code, ..) = run(&format!(
        "prove 12x12 --closed --minimize turns --timeout 1 -o {name}-late"
    ));
    assert_eq!(code, 3);
    assert!(!dir.path().join("best-late").exists());
}

#[test]
fn without_a_tour_the_reason_is_given() {
    let (code, out, err) = run("solve 4x4 --minimize turns");
    assert_eq!(code, 1, "{err}");
    assert!(out.starts_with("no open knight's tour of 4x4: "), "{out}");
}

#[test]
fn the_bound_of_another_solver_is_unverified() {
    let dir = TempDir::new().unwrap();
    let liar = write(dir.path(), "solver", "echo s UNSATISFIABLE; exit 20");
    let (_, out, err) =
        program::knightsat("solve 6x6 --closed --minimize turns --format json --solver")
            .arg(format!("sh {liar} {{cnf}}"))
            .output()
            .map(|output| {
                let text = |bytes| String::from_utf8(bytes).unwrap();
                (
                    output.status.code(),
                    text(output.stdout),
                    text(output.stderr),
                )
            })
            .unwrap();
    let document: Value = serde_json::from_str(&out).unwrap();
    let word = document["objectives"][0]["unverified"].as_str().unwrap();
    assert!(word.ends_with("says so, unchecked"), "{err}");
    assert!(err.contains("says so, unchecked)"), "{err}");
}

#[test]
fn a_file_for_any_solver_has_a_bound() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("t.cnf").display().to_string();
    for (bound, code) in [("turns 31", 20), ("turns 32", 10)] {
        let mut encode = program::knightsat("encode 6x6 --closed --at-most");
        encode.args([bound, "-o", &file]).assert().success();
        let (found, answer, _) = run(&format!("sat {file}"));
        assert_eq!(found, code, "{bound}");
        let (found, tour, err) = run_with(&format!("decode {file} - --format moves"), &answer);
        assert_eq!(found, i32::from(code == 20), "{err}");
        if found == 0 {
            let (_, out, _) = run_with("stats 6x6 --closed -", &tour);
            assert!(out.contains("turns      32"), "{out}");
        }
    }
    for (option, bound, expected) in [
        ("--at-most", "turns", "write a statistic and a number"),
        ("--at-most", "turns x", "'x' is not a whole number"),
        ("--at-least", "tuns 4", "'tuns' is not a statistic"),
        ("--at-least", "weights(none.txt) 4", "none.txt"),
    ] {
        let mut encode = program::knightsat("encode 5x5");
        let output = encode.args([option, bound]).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(err.contains(option) && err.contains(expected), "{err}");
    }
}

#[test]
fn another_solver_also_gets_the_windows_of_a_large_board() {
    let dir = TempDir::new().unwrap();
    // It counts the moves that a formula fixes.
    let log = dir.path().join("log");
    let text = format!(
        "grep -c '^-*[0-9]* 0$' $1 >>{}; echo s UNKNOWN\n",
        log.display()
    );
    let solver = write(dir.path(), "solver", &text);
    let mut solve = knightsat("solve 10x10 --closed --minimize turns --solver");
    let output = solve.arg(format!("sh {solver} {{cnf}}")).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let fixed = fs::read_to_string(log).unwrap();
    let fixed = fixed.lines().map(|line| line.parse::<u32>().unwrap());
    assert!(fixed.filter(|&fixed| fixed > 40).count() > 20);
}

#[test]
fn readers_of_dimacs_name_a_maxsat_file_and_decode_names_its_faults() {
    let dir = TempDir::new().unwrap();
    let file = write(dir.path(), "t.wcnf", "c a\nh 1 0\n3 -1 0\n");
    for command in ["lint", "lint --fix", "lint --format json", "sat"] {
        let (code, out, err) = run(&format!("{command} {file}"));
        assert_eq!((code, out.as_str()), (2, ""), "{command}: {err}");
        assert_eq!(err.lines().count(), 1, "{command}: {err}");
        assert!(
            err.contains("for MaxSAT solvers: give it to one"),
            "{command}: {err}"
        );
    }
    let old = write(dir.path(), "old.wcnf", "p wcnf 1 1 9\n9 1 0\n");
    assert!(run(&format!("sat {old}")).2.contains("for MaxSAT solvers"));
    for (text, fault) in [
        ("c a\nh 1 x 0\n", "2:5: expected a literal"),
        ("h 1 0\n0 1 0\n", "2:1: expected h or the weight"),
        ("h 1 0\n1 -1", "2:5: the file ends in a clause"),
        ("h 4294967296 0\n", "1:3: number beyond 2147483647"),
    ] {
        let file = write(dir.path(), "bad.wcnf", text);
        let (code, out, err) = run_with(&format!("decode {file} -"), "s UNKNOWN\n");
        assert_eq!((code, out.as_str()), (2, ""), "{text}");
        assert!(err.contains(&format!("{file}:{fault}")), "{text}: {err}");
    }
}

#[test]
fn a_maxsat_file_has_the_costs_of_tours_and_its_answer_is_decoded() {
    let dir = TempDir::new().unwrap();
    for (args, sign) in [("--minimize crossings", 1), ("--maximize slope+2", -1)] {
        let (code, text, err) = run(&format!("encode 5x6 --closed --format wcnf {args}"));
        assert_eq!((code, err.as_str()), (0, ""));
        let file = write(dir.path(), "t.wcnf", &text);
        let hard = text.lines().filter_map(|line| line.strip_prefix("h "));
        let hard = hard.collect::<Vec<_>>().join("\n");
        let variables = hard
            .split_whitespace()
            .map(|word| word.parse::<i32>().unwrap());
        let variables = variables.map(i32::abs).max().unwrap();
        let header = format!("p cnf {variables} {}\n", hard.lines().count());
        let cnf = write(dir.path(), "hard.cnf", &(header + &hard + "\n"));
        let answer = run(&format!("sat {cnf}")).1;
        let values = answer.lines().filter_map(|line| line.strip_prefix("v "));
        let values = values.flat_map(str::split_whitespace);
        let values = values.map(|word| word.parse::<i32>().unwrap());
        let values: Vec<i32> = values.filter(|&value| value != 0).collect();
        let is_true = |lit: i32| values.contains(&lit);
        let soft = text.lines().filter(|line| !line.starts_with(['c', 'h']));
        let cost = soft.map(|line| {
            let numbers: Vec<i32> = line.split(' ').map(|word| word.parse().unwrap()).collect();
            if is_true(numbers[1]) { 0 } else { numbers[0] }
        });
        let cost: i32 = cost.sum();
        // As MaxSAT solvers print values.
        let bits = (1..=variables).map(|var| if is_true(var) { '1' } else { '0' });
        let answer = format!(
            "o {cost}\ns OPTIMUM FOUND\nv {}\n",
            bits.collect::<String>()
        );
        let (code, tour, err) = run_with(&format!("decode {file} - --format moves"), &answer);
        assert_eq!(code, 0, "{err}");
        let (_, out, _) = run_with("stats 5x6 --closed --format json -", &tour);
        let document: Value = serde_json::from_str(&out).unwrap();
        let name = args.split(' ').nth(1).unwrap();
        let value = document["statistics"][name].as_i64().unwrap();
        let comment = text
            .lines()
            .find(|line| line.contains("The value of"))
            .unwrap();
        let constant = comment
            .split(' ')
            .rev()
            .nth(2)
            .unwrap()
            .parse::<i64>()
            .unwrap();
        assert_eq!(value, constant + sign * i64::from(cost), "{comment}");
    }
}

#[test]
fn mistakes_are_named_on_one_line() {
    for (args, expected) in [
        ("solve 5x5 --minimize turn", "'turn' is not a statistic"),
        (
            "solve 5x5 --minimize turns --unique",
            "--unique has no effect",
        ),
        (
            "solve 5x5 --minimize turns --encoding order",
            "--encoding has no effect",
        ),
        (
            "prove 5x5 --minimize turns --at 5=c3 -o no",
            "squares at steps",
        ),
        (
            "prove 6x6 --closed --symmetric rot180 --minimize turns -o no",
            "a proof of optimality does not support a symmetry: leave that out",
        ),
        (
            "solve 5x5 --minimize weights(none.txt)",
            "--minimize: none.txt: no such file or folder\n",
        ),
        (
            "solve 5x5 --minimize turns --threads 2",
            "--threads has no effect on --minimize and --maximize: leave --threads out\n",
        ),
        ("encode 5x5 --minimize turns", "--format wcnf"),
        ("encode 5x5 --format wcnf", "--minimize or --maximize once"),
        ("encode 5x5 --at-most turns", "a statistic and a number"),
        (
            "encode 5x5 --format opb --at-least turns",
            "a statistic and a number",
        ),
    ] {
        let (code, out, err) = run(args);
        assert_eq!((code, out.as_str()), (2, ""), "{args}: {err}");
        assert_eq!(err.lines().count(), 1, "{args}: {err}");
        assert!(err.contains(expected), "{args}: {err}");
    }
}

#[test]
fn a_formula_for_maxsat_without_a_clause_is_decoded() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("one.wcnf").display().to_string();
    let (code, _, err) = run(&format!(
        "encode 1x1 --encoding order --format wcnf --minimize turns -o {file}"
    ));
    assert_eq!(code, 0, "{err}");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.lines().all(|line| line.starts_with('c')), "{text}");
    let answer = "s OPTIMUM FOUND\no 0\nv \n";
    let (code, out, err) = run_with(&format!("decode {file} - --format moves"), answer);
    assert_eq!((code, out.as_str()), (0, "a1\n"), "{err}");
}
