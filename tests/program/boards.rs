//! Options of the tour and of the formula.

use crate::common::program::output;
use crate::common::transcript::transcript;
use std::collections::HashMap;

fn header(formula: &str) -> String {
    let mut lines = formula.lines();
    lines.find(|line| line.starts_with("p cnf")).unwrap().into()
}

/// Every option changes the formula, and each formula still gives tours.
#[test]
fn every_option_has_its_effect() {
    let encode = |options: &str| header(&output(&format!("encode 6x6 {options}")));
    let amo =
        "pairwise|ladder|sequential|product,pairwise|pairwise,product|commander|bimander|bitwise";
    let amo = amo.split('|').map(|amo| format!("--closed !--amo {amo}"));
    let others = "!--textbook|--closed !--textbook|!|!--three-cnf|!--directions both|--start a1 !\
        |--end b1 !|--closed --symmetric rot180 !|--closed --symmetric rot90 !|--closed !\
        |--closed !--directions one|--closed !--arcs no";
    let mut seen = HashMap::new();
    for row in others.split('|').map(str::to_string).chain(amo) {
        let (tour, option) = row.split_once('!').unwrap();
        if let Some(other) = seen.insert(encode(&format!("{tour} {option}")), row.clone()) {
            panic!("'{row}' and '{other}' have formulas of the same size");
        }
        if option != "--textbook" {
            let solve = format!("solve 6x6 {tour} {option} --format moves");
            transcript(&format!("{solve} || 0 verify 6x6 - {tour}"));
        }
    }
    assert_eq!(encode("--amo auto --closed"), encode("--closed"));
}
