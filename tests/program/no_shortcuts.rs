//! `--no-shortcuts`: the formula itself, where preparation alone knows that there is no tour.
#![cfg(target_os = "linux")]

use crate::common::program;

use program::{error, run};

/// There is no such tour, which preparation sees.
const NONE: &str = "4x6 --closed";
/// All that have a choice.
const ENCODINGS: [&str; 9] = [
    "position",
    "textbook",
    "binary",
    "order",
    "distance",
    "adder",
    "lfsr",
    "crt",
    "elimination",
];

fn header(cnf: &str) -> &str {
    cnf.lines().find(|line| line.starts_with("p cnf")).unwrap()
}

#[test]
fn encode_and_sizes_leave_no_formula_out() {
    for encoding in ENCODINGS {
        let args = format!("{NONE} --encoding {encoding}");
        let formula = run(&format!("encode {args} --no-shortcuts")).1;
        let header = header(&formula);
        let clauses: u32 = header.split(' ').next_back().unwrap().parse().unwrap();
        assert!(clauses > 500, "{encoding}: {header}");
        let sizes = run(&format!("sizes {args} --no-shortcuts --format json")).1;
        let sizes: serde_json::Value = serde_json::from_str(&sizes).unwrap();
        assert_eq!(sizes["rows"][0]["clauses"], clauses, "{encoding}");
        assert_eq!(sizes["rows"][0]["bytes"], formula.len(), "{encoding}");
    }
    let short = run(&format!("encode {NONE} --encoding crt")).1;
    assert_eq!(header(&short), "p cnf 0 1");
}

#[test]
fn solve_and_check_take_the_formula_at_its_word() {
    for encoding in ["crt", "order", "position"] {
        let (code, answer, _) = run(&format!(
            "solve {NONE} --encoding {encoding} --no-shortcuts"
        ));
        assert_eq!(code, 1, "{encoding}: {answer}");
        assert!(
            answer.contains("the formula is unsatisfiable (varisat"),
            "{answer}"
        );
        let (_, short, _) = run(&format!("solve {NONE} --encoding {encoding}"));
        assert!(short.contains("falls into 7 pieces"), "{short}");
        let check = format!("check {NONE} --encoding {encoding} --format json");
        let clauses = |args: &str| {
            let (code, out, err) = run(args);
            assert_eq!(code, 0, "{args}: {out}{err}");
            let report: serde_json::Value = serde_json::from_str(&out).unwrap();
            report["rows"][0]["size"]["clauses"].as_u64().unwrap()
        };
        assert_eq!(clauses(&check), 1, "{encoding}");
        assert!(
            clauses(&format!("{check} --no-shortcuts")) > 500,
            "{encoding}"
        );
    }
    let message = error("count 4x4 --method search --no-shortcuts");
    assert!(message.contains("--method enumerate"), "{message}");
}
