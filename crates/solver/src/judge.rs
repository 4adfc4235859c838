//! Consistency of a solver's output with its exit code.

use super::table::Exits;
use crate::base::text::quote;
use knightsat_cnf::Answer;
use signal_hook::consts::{SIGKILL, SIGPIPE};
use signal_hook::low_level::signal_name;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

/// Returns the answer, if it is complete and fits the exit code. Otherwise the error describes the
/// solver's fault, in the third person. Without `status`, the solver was stopped for its output.
pub fn judge(
    exits: Exits,
    status: Option<ExitStatus>,
    answer: Result<Answer, String>,
    errors: &str,
) -> Result<Answer, String> {
    let signal = status.and_then(|status| status.signal());
    // After unusable output the pipe is closed, and SIGPIPE ends a solver that prints more.
    let is_ours = signal == Some(SIGPIPE) && answer.is_err();
    if let Some(signal) = signal.filter(|_| !is_ours) {
        let name = signal_name(signal).unwrap_or("unnamed");
        let guess = if signal == SIGKILL {
            ": has the memory run out?"
        } else {
            ""
        };
        return Err(format!("was killed by signal {signal}, {name}{guess}"));
    }
    let code = status.and_then(|status| status.code());
    let answer = answer.map_err(|why| {
        let exit = code.map(|code| format!(" and exits with {code}"));
        let complaint = complaint(errors).map(|line| format!("; it complains: {line}"));
        let (exit, complaint) = (exit.unwrap_or_default(), complaint.unwrap_or_default());
        format!("gives no usable answer{exit}: {why}{complaint}")
    })?;
    let (said, fitting) = match &answer {
        Answer::Satisfiable(_) => ("SATISFIABLE", exits.satisfiable),
        Answer::Unsatisfiable => ("UNSATISFIABLE", exits.unsatisfiable),
        Answer::Unknown => ("UNKNOWN", exits.unknown),
    };
    match code {
        Some(code) if !fitting.contains(&code) => {
            let fitting: Vec<String> = fitting.iter().map(i32::to_string).collect();
            let fitting = fitting.join(" or ");
            Err(format!(
                "says {said} and exits with {code}, which should be {fitting}"
            ))
        }
        _ => Ok(answer),
    }
}

/// Returns the last line of the errors that contains words.
fn complaint(errors: &str) -> Option<String> {
    let line = errors
        .lines()
        .rev()
        .map(str::trim)
        .find(|line| !line.is_empty())?;
    Some(quote(line))
}

#[cfg(test)]
mod tests {
    use super::*;

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
                "says SATISFIABLE and exits with 20, which should be 10",
            ),
            (
                model(),
                0,
                "says SATISFIABLE and exits with 0, which should be 10",
            ),
            (
                Answer::Unsatisfiable,
                10,
                "says UNSATISFIABLE and exits with 10, which should be 20",
            ),
            (
                Answer::Unknown,
                1,
                "says UNKNOWN and exits with 1, which should be 0",
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
        let error =
            "gives no usable answer and exits with 1: line 3: cut off; it complains: no file";
        assert_eq!(say(BAD, 1 << 8), Err(error.into()));
        let stopped = judge(Exits::COMPETITION, None, BAD.map_err(str::to_string), "");
        assert_eq!(
            stopped,
            Err("gives no usable answer: line 3: cut off".into())
        );
    }
}
