//! Puzzles on a page and in a picture.

use crate::common::program::{assert_contains, document, output};
use itertools::Itertools;
use roxmltree::{Document, Node};
use serde_json::{Value, json};

/// The numbers of a board file.
fn numbers(drawn: &str) -> Vec<&str> {
    let cells = drawn.split_whitespace();
    cells
        .filter(|&cell| cell != "." && cell != "closed")
        .collect()
}

/// The page has nothing of elsewhere. The picture of a puzzle has its numbers.
#[test]
fn the_page_of_a_puzzle_holds_it_and_the_picture_its_numbers() {
    let page = output("puzzle 5x6 --closed --seed 2 --html -");
    let puzzle = document(0, "puzzle 5x6 --closed --seed 2 --format json");
    let (_, data) = page.split_once("type=\"application/json\">").unwrap();
    let data: Value = serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap();
    assert_eq!(data["solution"], puzzle["moves"]);
    let givens = data["givens"].as_array().unwrap().iter();
    let given = |given: &Value| format!("{}={}", given[0], given[1].as_str().unwrap());
    assert_eq!(json!(givens.map(given).collect_vec()), puzzle["givens"]);
    assert_eq!(data["closed"], true);
    assert_eq!(page.matches("://").count(), 0);
    assert_contains(&page, "default-src 'none'");
    assert!(!page.contains("unsafe"));
    assert_eq!(page.matches("<script").count(), 2);

    let puzzle = |args| output(&format!("puzzle 5x5 --seed 7 {args}"));
    let [drawn, picture] = ["", "--svg -"].map(puzzle);
    let picture = Document::parse(&picture).unwrap();
    let is_group = |node: &Node| node.attribute("class") == Some("number");
    let group = picture.descendants().find(is_group).unwrap();
    let texts = group.children().filter_map(|node| node.text());
    let texts = texts.map(str::trim).filter(|text| !text.is_empty());
    assert!(texts.sorted().eq(numbers(&drawn).into_iter().sorted()));
}
