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
    for (text, expected) in groups(
        r#"
        [1, -2, 3]
        - SAT\n1 -2 3 0\n ¦ SAT\r\n1 -2 3 0\r\n
        - c hello\ns SATISFIABLE\nv 1 -2\nc more\nv 3\nv 0\nc bye\n ¦ v 1 -2 3 0\ns SATISFIABLE\n
        - s SATISFIABLE\nv 3 1 -2 0\n ¦ 1 -2 3 0 ¦ 1 -2\n3\n ¦ [1, -2, 3] ¦ [1,-2,3]\n
        - \u{20}[ 1 -2\n  3 ]\r\n\n ¦ [\n1,\n-2,\n3\n]\n ¦ True\n[1, -2, 3]\n ¦ True [1, -2, 3]\n
        - [np.int64(1), np.int64(-2), np.int64(3)]\n ¦ [np.int64(1),\n int(-2),\n Integer(3)]\n
        - array([ 1, -2,  3])\n ¦ array([ 1, -2,\n        3], dtype=int32)\n
        - \u{1b}[34ms SATISFIABLE\u{1b}[0m\n\u{1b}[35mv 1 -2 3 0\u{1b}[0m\n
        - \u{1b}[1;32mSAT\u{1b}[0m\n1 -2 3 0\n
        []
        - s SATISFIABLE\nv 0\n ¦ []
        Unsatisfiable
        - UNSAT\n ¦ s UNSATISFIABLE\n ¦ c\ns UNSATISFIABLE\nc x\n ¦ UNSATISFIABLE ¦ False\n
        - False None\n ¦ False\nNone\n
        Unknown
        - None\n ¦ INDET\n ¦ s UNKNOWN\n ¦ INDETERMINATE ¦ c UNKNOWN\n ¦ c hello\nc s UNKNOWN\n
        "#,
    ) {
        let answer = read_text(&text).unwrap_or_else(|error| panic!("{error}: {text:?}"));
        assert_eq!(in_words(&answer), expected, "{text:?}");
    }
}

#[test]
fn each_fault_is_named_with_its_place() {
    for (text, expected) in cases(
        r"
        => r:1:1: no verdict and no values: is this a solver's output?
        s SATISFIABLE\n => r:2:1: satisfiable, but the values are missing
        s SATISFIABLE\nv 1 2\n => r:3:1: the values end without their closing 0: the output is cut off
        SAT\n1 2\n => r:3:1: the values end without their closing 0: the file is cut off
        v 1 2 0 3\n => r:1:9: values continue after the closing 0: if these are two answers, keep one of them
        v 1 x 0\n => r:1:5: 'x' is not a literal
        v 1 10 0\n => r:1:5: literal 10 is beyond the formula's 9 variables: is this the result of another formula?
        v 1 -1 0\n => r:2:1: variable 1 is both true and false
        s UNSATISFIABLE\nv 1 0\n => r:3:1: values, although the verdict is not satisfiable
        SAT\nUNSAT\n => r:2:1: contradicts an earlier verdict
        s SATISFIABLE\nv 1 0\ns SATISFIABLE\nv -1 0\n => r:3:1: a second answer begins here: keep one of the two
        SAT\n1 2\nv 3 0\n => r:3:3: values with and without 'v' are mixed
        s MAYBE\n => r:1:1: expected 's SATISFIABLE', 's UNSATISFIABLE' or 's UNKNOWN'
        hello world\n => r:1:1: expected a verdict, values or a list such as [1, -2], found 'hello world': keep only the solver's own output
        ====[ Problem Statistics ]==== => …minisat FILE.cnf RESULT…
        [1, -2 => r:2:1: the list ends without its closing ]: it is cut off
        [1, x] => r:1:5: 'x' is not a literal
        [np.int64(x)] => r:1:2: 'np.int64(x)' is not a literal
        [1, ..., 9] => r:1:5: '...' is not a literal
        [1] 2 => r:1:5: expected nothing after the closing ]
        [1]\n2 => r:2:1: values continue after the closing 0: if these are two answers, keep one of them
        1\n[2] => r:2:1: a list in brackets after other values
        (1, -2) => r:1:1: expected a verdict, values or a list such as [1, -2], found '(1, -2)': …
        False [1] => r:2:1: values, although the verdict is not satisfiable
        True None => r:2:1: satisfiable, but the values are missing
        [0, 1, -2] => r:1:2: FROM_ZERO
        v 0 1 -2 0 => r:1:5: FROM_ZERO
        0 1 2 => r:1:3: FROM_ZERO
        ",
    ) {
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
