use super::*;

fn error(choice: &str, path: Option<&str>) -> String {
    External::new(choice, path.map(Path::new))
        .unwrap_err()
        .to_string()
}

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
    assert!(error("kisat", None).starts_with("'kisat' is not a solver: name varisat, minisat, "));
    assert!(error("{cnf}", None).contains("is not a solver"));
    assert!(error("", None).contains("is not a solver"));
    assert_eq!(error("'x {cnf}", None), "'x {cnf}: a quote is not closed");
    let nowhere = error("minisat", Some("/nowhere/minisat"));
    assert_eq!(nowhere, "/nowhere/minisat: no such program");
    assert!(error("x {cnf}", Some("/bin/sh")).contains("not a known solver"));
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

const BAD: Result<Answer, &str> = Err("line 3: cut off");

fn say(answer: Result<Answer, &str>, wait_status: i32) -> Result<Answer, String> {
    let status = ExitStatus::from_raw(wait_status);
    let answer = answer.map_err(str::to_string);
    judge(
        Exits::COMPETITION,
        Some(status),
        answer,
        "\nx\n no file \n\n",
    )
}

#[test]
fn an_exit_code_must_fit_the_answer() {
    let model = || Answer::Satisfiable(Default::default());
    assert_eq!(say(Ok(model()), 10 << 8), Ok(model()));
    assert_eq!(
        say(Ok(Answer::Unsatisfiable), 20 << 8),
        Ok(Answer::Unsatisfiable)
    );
    assert_eq!(say(Ok(Answer::Unknown), 0), Ok(Answer::Unknown));
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
    let error = "was killed by signal 11, SIGSEGV";
    assert_eq!(say(Ok(Answer::Unsatisfiable), 11), Err(error.into()));
    assert_eq!(say(BAD, 11), Err(error.into()));
    assert!(
        say(BAD, 9)
            .unwrap_err()
            .ends_with("has the memory run out?")
    );
    assert_eq!(
        say(BAD, 13),
        Err("gives no usable answer: line 3: cut off; it complains: no file".into())
    );
    let error = "gives no usable answer and exits with 1: line 3: cut off; it complains: no file";
    assert_eq!(say(BAD, 1 << 8), Err(error.into()));
    let stopped = judge(Exits::COMPETITION, None, BAD.map_err(str::to_string), "");
    assert_eq!(
        stopped,
        Err("gives no usable answer: line 3: cut off".into())
    );
}
