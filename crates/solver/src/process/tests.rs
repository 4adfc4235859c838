use super::*;

/// Runs a script of the shell, for so many seconds, or longer if it has printed nothing by then.
fn sh(script: &str, seconds: f64) -> Ended<String> {
    let mut command = Command::new("sh");
    command.args(["-c", script]);
    let limits = Limits {
        stop: crate::base::stop::Stop::after(Duration::from_secs_f64(seconds)),
        ..Limits::default()
    };
    let ended = run_for_text(command, &limits, u64::MAX).unwrap();
    let is_silent = ended.output.as_ref().is_none_or(String::is_empty);
    if is_silent && ended.status.is_none() {
        return sh(script, 2.0 * seconds);
    }
    ended
}

/// Returns true if the process of this number ends soon. An orphan may stay a zombie for as long as
/// init pleases.
fn ends(number: &str) -> bool {
    let stat = format!("/proc/{}/stat", number.trim());
    let is_gone = || match std::fs::read_to_string(&stat) {
        Ok(stat) => stat.contains(") Z") || stat.contains(") X"),
        Err(_) => true,
    };
    let until = Instant::now() + Duration::from_secs(50);
    while !is_gone() && Instant::now() < until {
        thread::sleep(Duration::from_millis(5));
    }
    is_gone()
}

#[test]
fn output_errors_and_exit_code_come_back() {
    let ended = sh("echo out; echo err >&2; cat; exit 20", 600.0);
    assert_eq!(ended.status.unwrap().code(), Some(20));
    assert_eq!(
        (ended.output.as_deref(), &*ended.errors),
        (Some("out\n"), "err\n")
    );
    // Of many errors the end is kept.
    let ended = sh("yes no | head -c 10000000 >&2; echo yes >&2", 600.0);
    assert!(ended.errors.ends_with("yes\n") && ended.errors.len() == ERRORS_KEPT);
}

#[test]
fn a_program_is_killed_with_its_children_and_children_do_not_outlive_it() {
    let deaf = "trap '' TERM; sleep 100 & echo $!; while :; do sleep 1; done";
    for (script, seconds, code) in [
        (deaf, 0.3, None),
        ("sleep 100 & echo $!; exit 10", 600.0, Some(10)),
    ] {
        let ended = sh(script, seconds);
        assert_eq!(ended.status.map(|status| status.code().unwrap()), code);
        assert!(ends(&ended.output.unwrap()), "{script}");
    }
    // None of them stays a zombie.
    for script in [
        "echo $$",
        "echo $$; kill -KILL $$",
        "echo $$; exec sleep 100",
    ] {
        let process = format!("/proc/{}", sh(script, 0.3).output.unwrap().trim());
        assert!(!std::path::Path::new(&process).exists(), "{script}");
    }
}

#[test]
fn a_program_is_stopped_once_its_output_is_enough() {
    let first = |mut pipe: ChildStdout| {
        let mut byte = [0];
        pipe.read_exact(&mut byte).unwrap();
        byte[0]
    };
    let begun = Instant::now();
    let mut command = Command::new("sh");
    command.args(["-c", "echo x; exec sleep 100"]);
    let ended = run(command, &Limits::default(), first, |&byte| byte == b'x').unwrap();
    assert!(ended.status.is_none() && ended.output == Some(b'x'));
    assert!(begun.elapsed() < Duration::from_secs(50));
}

#[test]
fn what_cannot_be_started_is_an_error() {
    let command = Command::new("/nowhere/solver");
    let error = run_for_text(command, &Limits::default(), 9).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::NotFound);
}
