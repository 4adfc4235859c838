//! The page that plays tours; scripts/check-player tests it in a browser.

use crate::common::program;

use program::{error, run, run_with};
use serde_json::Value;
use std::fs;

const TOUR: &str = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3";

fn scenes(page: &str) -> Vec<Value> {
    let (_, rest) = page.split_once("type=\"application/json\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

fn moves(scene: &Value) -> Vec<String> {
    let moves = scene["paths"][0]["moves"].as_array().unwrap().iter();
    moves.map(|name| name.as_str().unwrap().into()).collect()
}

#[test]
fn a_page_holds_the_tour_and_nothing_of_elsewhere() {
    let (code, page, _) = run_with("render 3x4 - --html -", TOUR);
    assert_eq!(code, 0);
    assert_eq!(moves(&scenes(&page)[0]).join(" "), TOUR);
    let addresses = page.matches("//www.w3.org/2000/svg").count();
    assert_eq!(page.matches("://").count(), addresses);
    assert!(page.contains("default-src 'none'"));
    assert_eq!(run_with("render 3x4 - --html -", TOUR).1, page);
}

#[test]
fn two_tours_make_one_page_and_one_picture() {
    let dir = tempfile::tempdir().unwrap();
    let [first, second] = ["first", "second"].map(|name| dir.path().join(name));
    fs::write(&first, TOUR).unwrap();
    let back: Vec<&str> = TOUR.split(' ').rev().collect();
    fs::write(&second, back.join(" ")).unwrap();
    let both = format!("render 3x4 {} {}", first.display(), second.display());

    let (code, page, err) = run(&format!("{both} --html -"));
    assert_eq!((code, err.as_str()), (0, ""));
    let found = scenes(&page);
    assert_eq!(found.len(), 2);
    assert_eq!(moves(&found[1]), back);

    let (_, text, _) = run(&both);
    assert_eq!(text.matches('┌').count(), 2);

    let picture = dir.path().join("picture.png");
    let message = error(&format!("{both} --png {}", picture.display()));
    let expected = if cfg!(feature = "png") {
        "PNG shows one tour"
    } else {
        "--features png"
    };
    assert!(message.contains(expected), "{message}");
    assert!(!picture.exists());
    let (_, picture, _) = run(&format!("{both} --svg -"));
    let document = roxmltree::Document::parse(&picture).unwrap();
    let boards = document
        .root_element()
        .children()
        .filter(|node| node.has_tag_name("svg"));
    assert_eq!(boards.count(), 2);
    let message = error("render 3x4 - - --html -");
    assert!(
        message.contains("both come from standard input"),
        "{message}"
    );
}
