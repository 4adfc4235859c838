use super::*;
use crate::cases::{assert_message, cases};

#[test]
fn placeholders_are_filled_wherever_they_stand() {
    let places = [
        ("{cnf}", Some(Path::new("/a b/t.cnf"))),
        ("{result}", Some(Path::new("r"))),
        ("{proof}", None),
    ];
    for (word, filled) in cases(
        "
        {cnf} => /a b/t.cnf
        --in={cnf},{result}! => --in=/a b/t.cnf,r!
        {result}{cnf} => r/a b/t.cnf
        {proof}{} => {proof}{}
        =>
        ",
    ) {
        assert_eq!(fill(&word, &places), OsString::from(filled), "{word}");
    }
}

#[test]
fn a_command_is_split_as_a_shell_would() {
    let custom = External::new("'/bin/'sh -a 'b c' \"{cnf}\" $HOME", None).unwrap();
    assert_eq!(custom.program, Path::new("/bin/sh"));
    assert_eq!(custom.arguments, ["-a", "b c", "{cnf}", "$HOME"]);
    for (choice, expected) in cases(include_str!("../../tests/commands.txt")) {
        let (name, path) = match choice.split_once(" AT ") {
            Some((name, path)) => (name, Some(Path::new(path))),
            None => (&*choice, None),
        };
        let error = External::new(name, path).unwrap_err().to_string();
        assert_message(&error, &expected, &choice);
    }
}

#[test]
fn a_known_solver_is_told_the_limit_before_and_the_proof_after_the_formula() {
    let mut kissat = External::new("kissat", Some(Path::new("/bin/sh"))).unwrap();
    kissat.program = "k".into();
    let limits = Limits {
        stop: crate::base::stop::Stop::after(std::time::Duration::from_millis(7900)),
        ..Limits::default()
    };
    let places = [("{cnf}", "f"), ("{proof}", "p")].map(|(word, to)| (word, Some(Path::new(to))));
    for (is_quiet, expected) in [
        (true, "--time=9 -q f --no-binary --no-factor p"),
        (false, "--time=9 f --no-binary --no-factor p"),
    ] {
        let command = kissat.command(&places, is_quiet, &limits);
        let words: Vec<_> = command.get_args().collect();
        let expected: Vec<_> = expected.split(' ').collect();
        assert!(words.iter().eq(&expected), "{words:?}");
    }
}

/// Answers, or what is wrong with an output, and the status of its process as in `wait`. Codes of
/// exits are in the upper byte.
#[test]
fn an_exit_code_must_fit_the_answer_and_a_crash_is_none() {
    let answer = |word: &str| match word {
        "SAT" => Ok(Answer::Satisfiable(Default::default())),
        "UNSAT" => Ok(Answer::Unsatisfiable),
        "UNKNOWN" => Ok(Answer::Unknown),
        _ => Err("line 3: cut off".to_string()),
    };
    for (ended, expected) in cases(include_str!("../../tests/exits.txt")) {
        let [word, code, signal] = ended.split(' ').collect::<Vec<_>>()[..] else {
            panic!("an answer, an exit code and a signal: {ended}")
        };
        let [code, signal] = [code, signal].map(|number| number.parse::<i32>().unwrap());
        let status = Some(ExitStatus::from_raw(code << 8 | signal));
        let errors = "\nx\n no file \n\n";
        match judge(Exits::COMPETITION, status, answer(word), errors) {
            Ok(found) => assert_eq!((Ok(found), &*expected), (answer(word), ""), "{ended}"),
            Err(error) => assert_message(&error, &expected, &ended),
        }
    }
    let stopped = judge(Exits::COMPETITION, None, answer("cut"), "");
    let expected = "gives no usable answer: line 3: cut off";
    assert_eq!(stopped, Err(expected.into()));
}
