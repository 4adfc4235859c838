use super::*;

fn sh(script: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", script]);
    command
}

fn text(mut pipe: impl Read) -> String {
    let mut text = String::new();
    pipe.read_to_string(&mut text).unwrap();
    text
}

fn within(seconds: f64) -> Limits {
    Limits {
        stop: crate::base::stop::Stop::after(Duration::from_secs_f64(seconds)),
        ..Limits::default()
    }
}

/// Returns true if the process of this number ends soon. An orphan may stay a zombie for as long as
/// init pleases.
fn ends(number: &str) -> bool {
    let stat = format!("/proc/{}/stat", number.trim());
    let is_gone = || match std::fs::read_to_string(&stat) {
        Ok(stat) => stat.contains(") Z") || stat.contains(") X"),
        Err(_) => true,
    };
    let until = Instant::now() + Duration::from_secs(5);
    while !is_gone() && Instant::now() < until {
        thread::sleep(Duration::from_millis(5));
    }
    is_gone()
}

#[test]
fn output_errors_and_exit_code_come_back() {
    let script = "echo out; echo err >&2; cat; exit 20";
    let ended = run(sh(script), &Limits::default(), text, |_| false).unwrap();
    assert_eq!(ended.status.unwrap().code(), Some(20));
    assert_eq!(ended.output.unwrap(), "out\n");
    assert_eq!(ended.errors, "err\n");
}

#[test]
fn a_program_is_killed_with_its_children_and_children_do_not_outlive_it() {
    let deaf = "trap '' TERM; sleep 100 & echo $!; while :; do sleep 1; done";
    for (script, code) in [(deaf, None), ("sleep 100 & echo $!; exit 10", Some(10))] {
        let limits = code.map_or_else(|| within(0.3), |_| Limits::default());
        let ended = run(sh(script), &limits, text, |_| false).unwrap();
        assert_eq!(ended.status.map(|status| status.code().unwrap()), code);
        assert!(ends(&ended.output.unwrap()), "{script}");
    }
}

#[test]
fn nothing_that_has_been_run_stays_a_zombie() {
    for script in [
        "echo $$",
        "echo $$; kill -KILL $$",
        "echo $$; exec sleep 100",
    ] {
        let ended = run(sh(script), &within(0.3), text, |_| false).unwrap();
        let process = format!("/proc/{}", ended.output.unwrap().trim());
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
    let script = "echo x; exec sleep 100";
    let ended = run(sh(script), &Limits::default(), first, |&byte| byte == b'x').unwrap();
    assert!(ended.status.is_none() && ended.output == Some(b'x'));
    assert!(begun.elapsed() < Duration::from_secs(50));
}

#[test]
fn only_the_end_of_many_errors_is_kept() {
    let script = "yes no | head -c 10000000 >&2; echo yes >&2";
    let ended = run(sh(script), &Limits::default(), text, |_| false).unwrap();
    assert!(ended.errors.ends_with("yes\n") && ended.errors.len() == ERRORS_KEPT);
}

#[test]
fn what_cannot_be_started_is_an_error() {
    let command = Command::new("/nowhere/solver");
    let error = run(command, &Limits::default(), text, |_| false).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::NotFound);
}
