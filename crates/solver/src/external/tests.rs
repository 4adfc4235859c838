use super::*;
use crate::cases::assert_message;

#[test]
fn placeholders_are_filled_wherever_they_stand() {
    let places = [
        ("{cnf}", Some(Path::new("/a b/t.cnf"))),
        ("{result}", Some(Path::new("r"))),
        ("{proof}", None),
    ];
    for (word, filled) in [
        ("{cnf}", "/a b/t.cnf"),
        ("--in={cnf},{result}!", "--in=/a b/t.cnf,r!"),
        ("{result}{cnf}", "r/a b/t.cnf"),
        ("{proof}{}", "{proof}{}"),
        ("", ""),
    ] {
        assert_eq!(fill(word, &places), OsString::from(filled), "{word}");
    }
}

#[test]
fn a_command_is_split_as_a_shell_would() {
    let custom = External::new("'/bin/'sh -a 'b c' \"{cnf}\" $HOME", None).unwrap();
    assert_eq!(custom.program, Path::new("/bin/sh"));
    assert_eq!(custom.arguments, ["-a", "b c", "{cnf}", "$HOME"]);
}

#[test]
fn what_is_no_solver_is_refused() {
    for (choice, path, expected) in [
        (
            "kisat",
            None,
            "'kisat' is not a solver: name varisat, minisat, …",
        ),
        ("{cnf}", None, "…is not a solver…"),
        ("", None, "…is not a solver…"),
        ("'x {cnf}", None, "'x {cnf}: a quote is not closed"),
        (
            "minisat",
            Some("/nowhere/minisat"),
            "/nowhere/minisat: no such program",
        ),
        ("x {cnf}", Some("/bin/sh"), "…not a known solver…"),
    ] {
        let error = External::new(choice, path.map(Path::new)).unwrap_err();
        assert_message(&error.to_string(), expected, choice);
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
    let places = [
        ("{cnf}", Some(Path::new("f"))),
        ("{proof}", Some(Path::new("p"))),
    ];
    let command = kissat.command(&places, &limits);
    let words: Vec<_> = command.get_args().collect();
    assert_eq!(
        words,
        ["--time=9", "-q", "f", "--no-binary", "--no-factor", "p"]
    );
}

fn say(answer: Result<Answer, &str>, wait_status: i32) -> Result<Answer, String> {
    let status = ExitStatus::from_raw(wait_status);
    let answer = answer.map_err(str::to_string);
    let errors = "\nx\n no file \n\n";
    judge(Exits::COMPETITION, Some(status), answer, errors)
}

#[test]
fn an_exit_code_must_fit_the_answer() {
    let model = || Answer::Satisfiable(Default::default());
    for (answer, right) in [
        (model(), 10),
        (Answer::Unsatisfiable, 20),
        (Answer::Unknown, 0),
    ] {
        assert_eq!(say(Ok(answer.clone()), right << 8), Ok(answer));
    }
    for (answer, code, error) in [
        (
            model(),
            20,
            "prints SATISFIABLE but exits with 20 instead of 10",
        ),
        (
            model(),
            0,
            "prints SATISFIABLE but exits with 0 instead of 10",
        ),
        (
            Answer::Unsatisfiable,
            10,
            "prints UNSATISFIABLE but exits with 10 instead of 20",
        ),
        (
            Answer::Unknown,
            1,
            "prints UNKNOWN but exits with 1 instead of 0",
        ),
    ] {
        assert_eq!(say(Ok(answer), code << 8), Err(error.into()));
    }
}

#[test]
fn a_crash_is_no_answer_whatever_was_said() {
    let bad = Err("line 3: cut off");
    for (answer, wait_status, error) in [
        (
            Ok(Answer::Unsatisfiable),
            11,
            "was killed by signal 11, SIGSEGV",
        ),
        (bad.clone(), 11, "was killed by signal 11, SIGSEGV"),
        (bad.clone(), 9, "…has the memory run out?"),
        (
            bad.clone(),
            13,
            "gives no usable answer: line 3: cut off; it complains: no file",
        ),
        (
            bad,
            1 << 8,
            "gives no usable answer and exits with 1: line 3: cut off; it complains: …",
        ),
    ] {
        assert_message(&say(answer, wait_status).unwrap_err(), error, "a crash");
    }
    let stopped = judge(Exits::COMPETITION, None, Err("line 3: cut off".into()), "");
    assert_eq!(
        stopped,
        Err("gives no usable answer: line 3: cut off".into())
    );
}
