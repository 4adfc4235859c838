//! Each row and each large number of docs/questions.md comes from `scripts/questions`, which
//! records its answers, or from the record in docs/best.md.

use std::collections::BTreeMap;

const PAGE: &str = include_str!("../../docs/questions.md");
const RECORD: &str = include_str!("../../docs/best.md");
const ANSWERS: &str = include_str!("../../fixtures/questions/answers.json");

/// Returns the numbers of a text with at least five digits and commas, without commas. Names such
/// as A001230 are no numbers.
fn numbers(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != ',');
    let words = words.map(|word| word.trim_matches(','));
    let is_number = |word: &&str| word.chars().all(|c| c.is_ascii_digit() || c == ',');
    let large = words.filter(|word| word.len() >= 5).filter(is_number);
    large.map(|word| word.replace(',', "")).collect()
}

#[test]
fn every_row_and_number_of_the_page_came_out_of_the_script() {
    let answers: BTreeMap<String, Vec<String>> = serde_json::from_str(ANSWERS).unwrap();
    let rows: Vec<&str> = answers.values().flatten().map(String::as_str).collect();
    for row in &rows {
        assert!(
            PAGE.lines().any(|line| line == *row),
            "not on the page: {row}"
        );
    }
    let mut fenced = false;
    let mut above = "";
    for line in PAGE.lines() {
        fenced ^= line.starts_with("```");
        let is_rule = line.starts_with("| ---");
        let is_body = line.starts_with('|') && above.starts_with('|') && !is_rule;
        assert!(
            fenced || !is_body || rows.contains(&line),
            "not an answer: {line}"
        );
        above = line;
    }
    let known = [numbers(&rows.join("\n")), numbers(RECORD)].concat();
    for number in numbers(PAGE) {
        assert!(known.contains(&number), "not an answer: {number}");
    }
}
