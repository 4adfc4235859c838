//! External solver programs: finds them, calls them and reads their answers.
//!
//! ```
//! # mod knightsat { pub use knightsat_solver as solver; }
//! use knightsat::solver::external::External;
//!
//! // A path of a program that there is not.
//! assert!(External::new("minisat", Some("no/such/program".as_ref())).is_err());
//! ```

use super::table::{self, Exits, KnownSolver, TABLE};
use super::{Limits, Program, SolverError, process};
use crate::base::input::Input;
use crate::base::system;
use crate::base::text::{OptionName, quote};
use itertools::Itertools;
use knightsat_cnf::Answer;
use knightsat_cnf::dimacs::{ReadError, result};
use rustix::io::Errno;
use signal_hook::consts::{SIGKILL, SIGPIPE};
use signal_hook::low_level::signal_name;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Read};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Command, ExitStatus};
use std::time::Instant;

/// An external solver.
#[derive(Clone, Debug)]
pub struct External {
    /// The name in messages: of a known solver its name, of another its command.
    name: String,
    program: PathBuf,
    /// The arguments with placeholders.
    arguments: Vec<String>,
    known: Option<&'static KnownSolver>,
}

/// A reader of the output of a solver.
#[doc(hidden)]
pub type OutputReader = Box<dyn FnOnce(ChildStdout) -> Box<dyn Read> + Send>;

/// The word of the table for the words that suppress statistics.
const QUIET: &str = "{quiet}";

const SOLVER_PATH: OptionName = OptionName("solver_path");

impl External {
    /// Returns the known solver of this name, or else a command with `{cnf}` and perhaps
    /// `{result}`. `path` is the program of a known solver; without it the program is searched on
    /// PATH.
    ///
    /// A command is split into words as in a shell, with quotes and backslashes. There is no shell:
    /// no expansion, no pipes. Without `{result}` the answer is on the standard output. The exit
    /// codes must be those of the SAT competitions.
    pub fn new(choice: &str, path: Option<&Path>) -> Result<External, SolverError> {
        match table::known(choice) {
            Some(known) => External::known(known, path),
            None if path.is_some() => Err(SolverError::Choice(format!(
                "'{choice}' is not a known solver, so {SOLVER_PATH} does not apply: write its path into the command"
            ))),
            None => External::custom(choice),
        }
    }

    fn known(known: &'static KnownSolver, path: Option<&Path>) -> Result<External, SolverError> {
        // A path stays one, without a folder too.
        let path = path.map(|path| Path::new(".").join(path));
        let program = path.unwrap_or_else(|| known.program.into());
        Ok(External {
            name: known.name.to_string(),
            program: locate(&program, &format!("say where it is with {SOLVER_PATH}"))?,
            arguments: split_line(known.arguments),
            known: Some(known),
        })
    }

    fn custom(command: &str) -> Result<External, SolverError> {
        let Some(words) = shlex::split(command) else {
            let message = format!("{command}: a quote is not closed");
            return Err(SolverError::Choice(message));
        };
        if !words.iter().skip(1).any(|word| word.contains("{cnf}")) {
            let names = TABLE.iter().map(|known| known.name).format(", ");
            let message = format!(
                "'{command}' is not a solver: name varisat, {names}, or give a command with {{cnf}} \
                 where the formula's file goes"
            );
            return Err(SolverError::Choice(message));
        }
        Ok(External {
            name: format!("'{command}'"),
            program: locate(Path::new(&words[0]), "write its path into the command")?,
            arguments: words[1..].to_vec(),
            known: None,
        })
    }

    /// Returns the arguments that request a proof, if the solver can write one.
    pub fn proof(&self) -> Option<&'static str> {
        self.known.and_then(|known| known.drat)
    }

    /// Returns the path of its program.
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// Returns the command for these files, which prints no statistics if it `is_quiet`.
    fn command(
        &self,
        places: &[(&str, Option<&Path>)],
        is_quiet: bool,
        limits: &Limits,
    ) -> Command {
        let mut arguments = self.arguments.clone();
        if let Some(known) = self.known {
            if let Some(place) = arguments.iter().position(|word| word == QUIET) {
                let quiet = if is_quiet { known.quiet } else { "" };
                arguments.splice(place..=place, split_line(quiet));
            }
            if let Some(deadline) = limits.stop.deadline {
                // Later than our own deadline, which is the one that counts.
                let left = deadline.saturating_duration_since(Instant::now());
                let seconds = left.as_secs().saturating_add(2).min(1 << 30);
                let limit = known.time_limit.replace("{seconds}", &seconds.to_string());
                arguments.splice(0..0, split_line(&limit));
            }
            let is_proof = |&(name, path): &(&str, Option<_>)| name == "{proof}" && path.is_some();
            if places.iter().any(is_proof) {
                arguments.extend(split_line(
                    self.proof().expect("a solver that writes proofs"),
                ));
            }
        }
        let mut command = Command::new(&self.program);
        command.args(arguments.iter().map(|word| fill(word, places)));
        command
    }
}

impl Program for External {
    fn name(&self) -> &str {
        &self.name
    }

    /// # Panics
    /// If a proof is requested from a solver that writes none, see [`External::proof`].
    fn ask(
        &self,
        cnf: &Path,
        proof: Option<&Path>,
        variables: u32,
        limits: &Limits,
    ) -> Result<Answer, SolverError> {
        self.ask_through(cnf, proof, variables, limits, None)
    }
}

impl External {
    /// Returns the answer to a formula, as `ask` does. With a `reader`, the solver prints its
    /// statistics, and its output comes through that reader.
    #[doc(hidden)]
    pub fn ask_through(
        &self,
        cnf: &Path,
        proof: Option<&Path>,
        variables: u32,
        limits: &Limits,
        reader: Option<OutputReader>,
    ) -> Result<Answer, SolverError> {
        let writes_result = self.arguments.iter().any(|word| word.contains("{result}"));
        // Unknown programs may reject a file without a name.
        let needs_name = self.known.is_none() && cnf.extension().is_none();
        let folder = (writes_result || needs_name)
            .then(|| tempfile::Builder::new().prefix("knightsat-").tempdir());
        let folder = folder.transpose().map_err(system::without_text);
        let folder = folder.map_err(SolverError::File)?;
        let inside = |name| folder.as_ref().map(|folder| folder.path().join(name));
        let link = inside("formula.cnf").filter(|_| needs_name);
        if let Some(link) = &link {
            let made = std::path::absolute(cnf).and_then(|cnf| symlink(cnf, link));
            made.map_err(SolverError::File)?;
        }
        let result = inside("result").filter(|_| writes_result);
        let places = [
            ("{cnf}", Some(link.as_deref().unwrap_or(cnf))),
            ("{result}", result.as_deref()),
            ("{proof}", proof),
        ];
        let closes_values = self.known.is_none_or(|known| known.closes_values);
        let is_quiet = reader.is_none();
        let read = move |output: ChildStdout| {
            let mut output: Box<dyn Read> = match reader {
                Some(reader) => reader(output),
                None => Box::new(output),
            };
            if writes_result {
                // An unread pipe would fill up and block the solver.
                let _ = io::copy(&mut output, &mut io::sink());
                return Ok(None);
            }
            read_answer(output, closes_values, variables).map(Some)
        };
        let command = self.command(&places, is_quiet, limits);
        let ended = process::run(command, limits, read, Result::is_err).map_err(|error| {
            let why = match error.raw_os_error().map(Errno::from_raw_os_error) {
                Some(Errno::NOENT) => "the interpreter in its '#!' line is missing".into(),
                _ => system::message(&error),
            };
            SolverError::fault(&self.name, format!("cannot be started: {why}"))
        })?;
        if ended.status.is_none() && limits.is_over() {
            return Ok(Answer::Unknown);
        }
        let answer = match (ended.output, &result) {
            (Some(Ok(None)), Some(path)) => match result_in(path, variables, limits) {
                Err(_) if limits.is_over() => return Ok(Answer::Unknown),
                answer => answer,
            },
            (Some(Ok(Some(answer))), _) => Ok(answer),
            (Some(Err(why)), _) => Err(why),
            _ => Err("a process that it left behind holds its output".to_string()),
        };
        let exits = self.known.map_or(Exits::COMPETITION, |known| known.exits);
        judge(exits, ended.status, answer, &ended.errors)
            .map_err(|what| SolverError::fault(&self.name, what))
    }
}

/// Reads the answer that a solver has written to a file.
fn result_in(path: &Path, variables: u32, limits: &Limits) -> Result<Answer, String> {
    match Input::open(path, &limits.stop) {
        Ok(file) => read_answer(file, true, variables),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err("it wrote no result".to_string())
        }
        Err(error) => {
            let why = system::message(&error);
            Err(format!("its result file cannot be read: {why}"))
        }
    }
}

/// Reads the output of a solver. If it never `closes` its values with a 0, adds one.
fn read_answer(output: impl Read, closes: bool, variables: u32) -> Result<Answer, String> {
    let missing: &[u8] = if closes { b"" } else { b"\nv 0\n" };
    result::read_closed(output.chain(missing), "", variables).map_err(|error| match error {
        ReadError::Syntax { line, message, .. } => format!("line {line}: {message}"),
        ReadError::Io { error, .. } => system::message(&error),
        ReadError::Stopped { stopped, .. } => stopped.to_string(),
        other => other.to_string(),
    })
}

/// Returns the answer, if it is complete and fits the exit code. Otherwise the error describes the
/// solver's fault, in the third person. Without `status`, the solver was stopped for its output.
fn judge(
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
        let guess = match signal {
            SIGKILL => ": has the memory run out?",
            _ => "",
        };
        return Err(format!("was killed by signal {signal}, {name}{guess}"));
    }
    let code = status.and_then(|status| status.code());
    // A shell reports the signal of its last program like this.
    let code = code.filter(|&code| answer.is_ok() || code != 128 + SIGPIPE);
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
            let fitting = fitting.iter().format(" or ");
            Err(format!(
                "prints {said} but exits with {code} instead of {fitting}"
            ))
        }
        _ => Ok(answer),
    }
}

/// Returns the last line of the errors that contains words.
fn complaint(errors: &str) -> Option<String> {
    let mut lines = errors.lines().map(str::trim);
    lines.rfind(|line| !line.is_empty()).map(quote)
}

/// Returns the words of a line of the table.
fn split_line(line: &str) -> Vec<String> {
    line.split_ascii_whitespace().map(str::to_string).collect()
}

/// Replaces the placeholders of a word by the names of files, which may be any bytes.
fn fill(word: &str, places: &[(&str, Option<&Path>)]) -> OsString {
    let first = places.iter().filter_map(|&(name, path)| {
        let at = word.find(name)?;
        Some((at, name, path?))
    });
    let Some((at, name, path)) = first.min_by_key(|&(at, ..)| at) else {
        return word.into();
    };
    let mut filled = OsString::from(&word[..at]);
    filled.push(path);
    filled.push(fill(&word[at + name.len()..], places));
    filled
}

/// Returns the path of a program on PATH.
pub fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let mut places = std::env::split_paths(&path).map(|folder| folder.join(program));
    places.find(|place| is_program(place))
}

/// Returns a program with this path, or with this name on PATH.
fn locate(program: &Path, remedy: &str) -> Result<PathBuf, SolverError> {
    let name = program.display();
    let (found, missing) = if program.components().count() > 1 {
        let found = is_program(program).then(|| std::path::absolute(program));
        (found.and_then(Result::ok), no_program(program))
    } else {
        let found = program.to_str().and_then(find);
        (found, format!("{name} is not on PATH: {remedy}"))
    };
    found.ok_or(SolverError::Choice(missing))
}

/// Returns the fault of a path that is no program.
fn no_program(path: &Path) -> String {
    let name = path.display();
    match fs::metadata(path) {
        Ok(data) if data.is_dir() => format!("{name}: a folder, not a program"),
        Ok(_) => format!("{name}: not executable: run chmod +x on it"),
        Err(_) => format!("{name}: no such program"),
    }
}

fn is_program(path: &Path) -> bool {
    let data = fs::metadata(path);
    data.is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests;
