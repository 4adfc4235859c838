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
    let custom = External::new("'my solver' -a 'b c' \"{cnf}\" $HOME", None).unwrap();
    assert_eq!(custom.program, Path::new("my solver"));
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
