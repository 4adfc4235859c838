//! The best tours: files for MaxSAT solvers.

use crate::common::program::{run_with, write};
use crate::common::transcript::{transcript, transcript_in};
use itertools::Itertools;
use std::fs;

/// The numbers of a line.
fn numbers(line: &str) -> Vec<i32> {
    let words = line.split_whitespace();
    words.filter_map(|word| word.parse().ok()).collect()
}

#[test]
fn a_maxsat_file_has_the_costs_of_tours_and_its_answer_is_decoded() {
    for (option, name, sign) in [("minimize", "crossings", 1), ("maximize", "slope+2", -1)] {
        let encode = "0 encode 5x6 --closed --format wcnf";
        let dir = transcript(&format!("{encode} --{option} {name} > t.wcnf"));
        let text = fs::read_to_string(dir.path().join("t.wcnf")).unwrap();
        let hard = text.lines().filter_map(|line| line.strip_prefix("h "));
        let hard = hard.collect_vec();
        let literals = hard.iter().flat_map(|line| numbers(line));
        let variables = literals.map(i32::abs).max().unwrap();
        let cnf = format!("p cnf {variables} {}\n{}\n", hard.len(), hard.join("\n"));
        let answer = run_with("sat -", &cnf).1;
        let values = answer.lines().filter(|line| line.starts_with('v'));
        let values = values.flat_map(numbers).collect_vec();
        let soft = text.lines().filter(|line| !line.starts_with(['c', 'h']));
        let violated = soft.map(numbers).filter(|line| !values.contains(&line[1]));
        let cost: i32 = violated.map(|line| line[0]).sum();
        // The comment has the constant before two words that are no numbers.
        let mut comments = text.lines().filter(|line| line.contains("The value of"));
        let constant = comments.next().unwrap().split(' ').nth_back(2).unwrap();
        let value = constant.parse::<i32>().unwrap() + sign * cost;
        // As MaxSAT solvers print values.
        let bits = (1..=variables).map(|var| i32::from(values.contains(&var)));
        let answer = format!("o {cost}\ns OPTIMUM FOUND\nv {}\n", bits.format(""));
        write(dir.path(), "answer", &answer);
        let steps = format!(
            r#"decode t.wcnf answer || 0 stats 5x6 --closed --format json - => …"{name}":{value},…"#
        );
        transcript_in(dir.path(), &steps);
    }
    // A formula without a clause.
    let table = r"0 encode 1x1 --encoding order --format wcnf --minimize turns > one.wcnf
        0 decode one.wcnf - --format moves < s OPTIMUM FOUND\no 0\nv \n => a1";
    let one = transcript(table);
    let one = fs::read_to_string(one.path().join("one.wcnf")).unwrap();
    assert!(one.lines().all(|line| line.starts_with('c')), "{one}");
}
