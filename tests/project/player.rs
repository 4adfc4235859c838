//! The page that plays tours; scripts/check-player tests it in a browser.

use crate::common::{program, transcript};

use program::{output, output_with, write};
use serde_json::{Value, json};
use tempfile::TempDir;
use transcript::transcript;

const TOUR: &str = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3";

/// The moves of the scenes of a page.
fn moves(page: &str) -> Vec<Value> {
    let (_, rest) = page.split_once("type=\"application/json\">").unwrap();
    let scenes = serde_json::from_str(rest.split_once("</script>").unwrap().0);
    let scenes: Vec<Value> = scenes.unwrap();
    scenes
        .iter()
        .map(|scene| scene["paths"][0]["moves"].clone())
        .collect()
}

#[test]
fn a_page_holds_the_tour_and_nothing_of_elsewhere() {
    let page = output_with("render 3x4 - --html -", TOUR);
    let tour: Vec<&str> = TOUR.split(' ').collect();
    assert_eq!(moves(&page), [json!(tour)]);
    let addresses = page.matches("//www.w3.org/2000/svg").count();
    assert_eq!(page.matches("://").count(), addresses);
    assert!(page.contains("default-src 'none'"));
    assert_eq!(output_with("render 3x4 - --html -", TOUR), page);
}

#[test]
fn a_page_draws_every_place_that_the_picture_draws() {
    for (problem, squares) in [
        ("2x3x4 --closed", 24),
        ("4x4x4", 64),
        ("6x6 --wrap both --closed", 36),
        ("5x8 --wrap files", 40),
    ] {
        let dir = TempDir::new().unwrap();
        let file = dir.path().join("page");
        let picture = output(&format!(
            "solve {problem} --html {} --svg -",
            file.display()
        ));
        let page = std::fs::read_to_string(&file).unwrap();
        assert_eq!(
            moves(&page)[0].as_array().unwrap().len(),
            squares,
            "{problem}"
        );
        let line = |text: &str| {
            let (_, rest) = text.split_once("<path class=\"path p0\"").unwrap();
            rest.split_once("/>").unwrap().0.to_string()
        };
        assert_eq!(line(&page), line(&picture), "{problem}");
    }
}

#[test]
fn two_tours_make_one_page_and_one_picture() {
    let dir = TempDir::new().unwrap();
    let back: Vec<&str> = TOUR.split(' ').rev().collect();
    let first = write(dir.path(), "first", TOUR);
    let second = write(dir.path(), "second", &back.join(" "));
    let both = format!("render 3x4 {first} {second}");
    let found = moves(&output(&format!("{both} --html -")));
    assert_eq!((found.len(), &found[1]), (2, &json!(back)));
    assert_eq!(output(&both).matches('┌').count(), 2);
    let picture = output(&format!("{both} --svg -"));
    let document = roxmltree::Document::parse(&picture).unwrap();
    let boards = document.root_element().children();
    assert_eq!(boards.filter(|node| node.has_tag_name("svg")).count(), 2);
    transcript("render 3x4 - - --html - => …both come from standard input…");
}
