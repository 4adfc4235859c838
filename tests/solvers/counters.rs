//! Formulas for model counters: ganak, projected on the `c p show` line, counts the models that the
//! comments promise.

use crate::common::program;
use crate::common::required;

use knightsat::encoding::Name;
use program::run;
use std::fs;
use std::process::Command;
use tempfile::TempDir;

/// Returns the number of models that ganak counts; `None` without ganak.
fn ganak(file: &str) -> Option<String> {
    let output = Command::new("ganak-count").arg(file).output();
    if !required::is_usable(output.is_ok(), "ganak-count") {
        return None;
    }
    let output = output.unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{file}: {errors}");
    let text = String::from_utf8(output.stdout).unwrap();
    let number = text.lines().find_map(|line| line.strip_prefix("s exact "));
    Some(number.expect(&text).to_string())
}

#[test]
fn ganak_counts_the_promised_models_of_every_encoding() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("t.cnf").display().to_string();
    let is_exact = |name: &&Name| **name != Name::Lazy;
    // ganak takes minutes for these with five times as many moves.
    let is_fast = |name: &&Name| ![Name::Textbook, Name::Binary].contains(name);
    let small = Name::ALL
        .iter()
        .filter(is_exact)
        .map(|name| ("3x4", 16, name));
    let larger = Name::ALL.iter().filter(is_exact).filter(is_fast);
    let larger = larger.map(|name| ("5x6 --closed", 8, name));
    for (tour, tours, name) in small.chain(larger) {
        let args = format!("encode {tour} --encoding {name} --count-projected -o {file}");
        assert_eq!(run(&args).0, 0, "{args}");
        let text = fs::read_to_string(&file).unwrap();
        let mut promises = text.lines().filter_map(|line| {
            let (models, rest) = line.strip_prefix("c Projected: ")?.split_once(" model")?;
            let factors = rest.split_once("for ")?.1.split_once(" tour")?.0;
            Some((models.parse::<u32>().ok()?, factors.parse::<u32>().ok()?))
        });
        let (models, per) = promises.next().expect(&text);
        let expected = tours * models / per;
        let Some(count) = ganak(&file) else { return };
        assert_eq!(count, expected.to_string(), "{args}");
    }
}
