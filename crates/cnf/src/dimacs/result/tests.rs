//! The forms of answers, and faults of some.

use super::*;
use crate::cases::{assert_message, cases, groups};

fn read_text(text: &str) -> Result<Answer, String> {
    read(text.as_bytes(), "r", 9).map_err(|error| error.to_string())
}

fn in_words(answer: &Answer) -> String {
    let Answer::Satisfiable(model) = answer else {
        return format!("{answer:?}");
    };
    format!("{:?}", model.lits().collect::<Vec<_>>())
}

#[test]
fn all_forms_of_answers_are_read() {
    for (text, expected) in groups(include_str!("../../../tests/answers.txt")) {
        let answer = read_text(&text).unwrap_or_else(|error| panic!("{error}: {text:?}"));
        assert_eq!(in_words(&answer), expected, "{text:?}");
    }
}

#[test]
fn each_fault_is_named_with_its_place() {
    for (text, expected) in cases(include_str!("../../../tests/answer-faults.txt")) {
        let expected = expected.replace("FROM_ZERO", super::values::FROM_ZERO);
        assert_message(&read_text(&text).unwrap_err(), &expected, &text);
    }
}

#[test]
fn comments_and_lines_may_have_any_size_and_number() {
    let long = format!("c {}\nv 1 0\n", "x".repeat(1 << 20));
    let many = "c 1\n".repeat(1 << 18) + "v 1 0\n";
    for text in [long, many] {
        assert_eq!(in_words(&read_text(&text).unwrap()), "[1]");
    }
    let lines: String = (1..=99_999).map(|n| format!("v {}\n", -n)).collect();
    let answer = read((lines + "v 0\n").as_bytes(), "r", 99_999);
    assert!(matches!(answer, Ok(Answer::Satisfiable(_))));
}

#[test]
fn more_than_a_model_is_refused_without_being_kept() {
    let most = (OTHERS + 1000 * VALUE) as usize + (1 << 17);
    for line in ["v 1 1 1 1", "v 1\n", "1 ", "cc", "\n"] {
        let text = line.repeat(2 * most / line.len());
        let mut rest = text.as_bytes();
        let error = read(&mut rest, "r", 1000).unwrap_err().to_string();
        let is_told = error.ends_with("more than a model of 1000 variables takes");
        assert!(is_told, "{error}");
        assert!(text.len() - rest.len() <= most);
    }
}
