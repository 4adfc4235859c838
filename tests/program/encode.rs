//! The outputs of encode and sizes, and formulas without short cuts.

use crate::common::{program, transcript};

use knightsat::cnf::gadget::amo::Amo;
use knightsat::encoding::Name;
use program::{run, run_with, solved};
use serde_json::Value;
use std::fs;
use tempfile::TempDir;

fn header(cnf: &str) -> &str {
    cnf.lines().find(|line| line.starts_with("p cnf")).unwrap()
}

fn json(args: &str) -> Value {
    let (code, out, err) = run(&format!("{args} --format json"));
    assert_eq!(code, 0, "{args}: {out}{err}");
    serde_json::from_str(&out).unwrap()
}

#[test]
fn encode_and_solve_prints_the_tour_where_the_formula_is_not() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("t.cnf").display().to_string();
    let args = "encode 6x6 --textbook --solve --format moves";
    let (code, tour, err) = run(&format!("{args} -o {file}"));
    assert_eq!((code, err.as_str()), (0, ""));
    let (code, formula, other) = run(args);
    assert_eq!((code, formula), (0, fs::read_to_string(&file).unwrap()));
    for tour in [tour, other] {
        assert_eq!(run_with("verify 6x6 -", &tour).0, 0);
    }
    assert_eq!(run("encode 4x4 --solve -o /dev/null").0, 1);
}

#[test]
fn textbook_formulas_that_are_known_to_be_hard_come_with_an_alternative() {
    for (args, is_hard) in [
        ("8x8 --textbook", true),
        ("7x8 --encoding textbook --closed", true),
        ("6x6 --textbook", false),
        ("7x7 --textbook", false),
        ("9x9 --textbook --closed", false),
        ("8x8 --textbook --closed --symmetric rot180", false),
        ("8x8", false),
        ("8x8 --textbook --format words", false),
    ] {
        let (code, _, err) = run(&format!("encode {args}"));
        assert_eq!(code, 0, "{args}: {err}");
        assert_eq!(
            err.contains("use --encoding position"),
            is_hard,
            "{args}: {err}"
        );
        assert_eq!(err.lines().count(), usize::from(is_hard), "{args}: {err}");
    }
}

/// `--three-cnf` has one meaning for every encoding, and files record it.
#[test]
fn clauses_are_split_if_asked_and_of_textbook_unless_refused() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("t.cnf").display().to_string();
    let encoded = |args: &str| {
        let (code, _, err) = run(&format!("encode 3x4 {args} -o {file}"));
        assert_eq!(code, 0, "{args}: {err}");
        let (code, _, err) = run_with(&format!("decode {file} -"), &solved(&file));
        assert_eq!(code, 0, "{args}: {err}");
        let text = fs::read_to_string(&file).unwrap();
        let is_split = text.contains("c knightsat three-cnf = true");
        (header(&text).to_string(), is_split)
    };
    let options = ["", "--three-cnf", "--three-cnf yes", "--three-cnf no"];
    for textbook in ["--textbook", "--encoding textbook"] {
        let found = options.map(|option| encoded(&format!("{textbook} {option}")));
        let split = ("p cnf 296 1880".to_string(), true);
        let plain = ("p cnf 144 1728".to_string(), false);
        assert_eq!(
            found,
            [split.clone(), split.clone(), split, plain],
            "{textbook}"
        );
    }
    let [none, flag, yes, no] =
        options.map(|option| encoded(&format!("--encoding order {option}")));
    assert!(none == no && yes == flag && !no.1 && yes.1);
}

#[test]
fn sizes_are_those_of_the_files() {
    let plain = Name::ALL.into_iter().filter(|&name| name != Name::Lazy);
    let plain = plain.map(|name| format!("4x6 --closed --encoding {name} --no-shortcuts"));
    let others = [
        "8x8 --textbook",
        "5x6 --closed --amo bitwise --three-cnf",
        "6x6 --closed --symmetric rot90",
        "7x7 --start a1 --arcs no",
        "5x5 --closed",
        "1x1",
    ];
    for args in others.map(str::to_string).into_iter().chain(plain) {
        let text = run(&format!("encode {args}")).1;
        let mut comments = text.lines().take_while(|line| line.starts_with('c'));
        assert!(comments.all(|line| line.len() < 80), "{args}");
        let row = &json(&format!("sizes {args}"))["rows"][0];
        let promised = format!("p cnf {} {}", row["variables"], row["clauses"]);
        assert_eq!(promised, header(&text), "{args}");
        assert_eq!(row["bytes"], text.len(), "{args}");
        let groups = row["groups"].as_array().unwrap().iter();
        let sizes = groups.map(|group| group["clauses"].as_u64().unwrap());
        assert_eq!(row["clauses"], sizes.sum::<u64>(), "{args}");
        let body = text.lines().filter(|line| !line.starts_with(['c', 'p']));
        let words = body.flat_map(str::split_ascii_whitespace);
        assert_eq!(
            row["clauses"],
            words.filter(|&word| word == "0").count(),
            "{args}"
        );
        // Preparation knows that there is no such tour.
        assert!(
            !args.starts_with("4x6") || row["clauses"].as_u64() > Some(500),
            "{args}"
        );
    }
    assert_eq!(
        header(&run("encode 4x6 --closed --encoding crt").1),
        "p cnf 0 1"
    );
}

#[test]
fn solve_and_check_refute_the_formula_itself_without_short_cuts() {
    for encoding in ["crt", "order", "position"] {
        let args = format!("4x6 --closed --encoding {encoding}");
        transcript::check_all(&format!(
            "1 solve {args} => …falls into 7 pieces…
1 solve {args} --no-shortcuts => …the formula is unsatisfiable (varisat…"
        ));
        let clauses = |args: &str| json(args)["rows"][0]["size"]["clauses"].as_u64().unwrap();
        assert_eq!(clauses(&format!("check {args}")), 1);
        assert!(clauses(&format!("check {args} --no-shortcuts")) > 500);
    }
}

#[test]
fn sizes_warn_of_solvers_that_refuse_and_count_what_cannot_be_written() {
    let (code, out, err) = run("sizes 8x8 300x300 --closed");
    assert_eq!((code, out.lines().count()), (0, 3));
    for warning in [
        "300x300 position product: varisat takes at most 268435456 variables",
        "300x300 position product: every DIMACS reader takes at most 2147483647",
    ] {
        assert!(err.contains(warning), "{err}");
    }
    let table = run("sizes 8x8 10x10 --amo all --encoding all --format csv").1;
    let lines: Vec<Vec<&str>> = table
        .lines()
        .map(|line| line.split(',').collect())
        .collect();
    assert!(lines.iter().all(|line| line.len() == lines[0].len()));
    let ways = |name: Name| {
        if name.encoding().has("amo") {
            Amo::ALL.len()
        } else {
            1
        }
    };
    let formulas: usize = Name::ALL.into_iter().map(ways).sum();
    let all = lines.iter().filter(|line| line[6] == "all");
    assert_eq!(all.count(), 2 * formulas);
}
