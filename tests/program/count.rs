//! `encode --count-projected`: formulas for model counters.

use crate::common::program::{output, output_with, projected_models, solved, write};
use itertools::Itertools;
use tempfile::TempDir;

#[test]
fn model_counters_are_told_what_to_project_on() {
    let dir = TempDir::new().unwrap();
    for options in "--directions both|--textbook|--directions both --amo ladder".split('|') {
        let text = output(&format!("encode 3x4 {options} --count-projected"));
        let comments = text.lines().take_while(|line| line.starts_with('c'));
        let (shown, others): (Vec<&str>, Vec<&str>) =
            comments.partition(|line| line.starts_with("c p show "));
        assert!(others.contains(&"c t pmc") && others.iter().all(|line| line.len() < 80));
        // Model counters refuse a second line.
        let shown = shown.into_iter().exactly_one().unwrap();
        let shown = shown["c p show ".len()..].strip_suffix(" 0").unwrap();
        let len = shown.split(' ').count();
        assert_eq!(shown, (1..=len).join(" "));
        assert_eq!(projected_models(&text), 16, "{options}");
        let file = write(dir.path(), "t.cnf", &text);
        output_with(&format!("decode {file} -"), &solved(&file));
    }
}
