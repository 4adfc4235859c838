//! Files for existing schedulers, which run the parts.
//!
//! `jobs.txt` has a command a line, for GNU parallel and xargs; `job.sbatch` is an array for Slurm.
//! Each command does one part, and can be repeated: finished parts are left alone.
//!
//! ```
//! use knightsat_cluster::jobs::{JOBS, command, write};
//!
//! let home = tempfile::tempdir()?;
//! let command = command("knightsat".as_ref(), home.path())?;
//! write(home.path(), &command, 2)?;
//! let jobs = std::fs::read_to_string(home.path().join(JOBS))?;
//! assert!(jobs.lines().last().unwrap().ends_with(" 2"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{PartsError, Result, ensure};
use crate::prelude::*;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

/// A command a line.
pub const JOBS: &str = "jobs.txt";
/// The array for Slurm.
pub const SBATCH: &str = "job.sbatch";
/// The batch script of Slurm, with marks for its numbers and the command.
const SCRIPT: &str = include_str!("job.sbatch");
/// The most tasks of an array: Slurm's default `MaxArraySize` is 1001, and an index is below it.
pub const LARGEST_ARRAY: u32 = 1000;

/// Returns the command that does a part, `PROGRAM work FOLDER K`, for a shell and without K. Takes
/// the program as it was called, and the future path of the folder. A program called by its name
/// is found by it again; other paths become absolute.
pub fn command(called: &OsStr, folder: &Path) -> Result<Vec<u8>> {
    let absolute = |path: &Path| std::path::absolute(path).map_err(PartsError::io(path));
    let is_name = !called.as_bytes().contains(&b'/');
    let program = if is_name {
        called.into()
    } else {
        absolute(Path::new(called))?
    };
    let [program, folder] = [quoted(&program)?, quoted(&absolute(folder)?)?];
    Ok([&program[..], b" work ", &folder, b" "].concat())
}

/// Quotes a path as a word for a shell.
fn quoted(path: &Path) -> Result<Vec<u8>> {
    let bytes = path.as_os_str().as_bytes();
    let message = "has a line end in its name, and jobs are written one a line";
    ensure(!bytes.contains(&b'\n'), path, message)?;
    let quoted = shlex::bytes::try_quote(bytes);
    Ok(quoted.expect("paths have no zero byte").into_owned())
}

/// Writes the files for this number of parts into `draft`, the temporary path of the folder.
pub fn write(draft: &Path, command: &[u8], parts: u32) -> Result<()> {
    for (name, text) in [
        (JOBS, job_list(command, parts)),
        (SBATCH, sbatch(command, parts)),
    ] {
        let path = draft.join(name);
        fs::write(&path, text).map_err(PartsError::io(&path))?;
    }
    Ok(())
}

/// Returns the contents of [`JOBS`].
fn job_list(command: &[u8], parts: u32) -> Vec<u8> {
    let line = |part| [command, format!("{part}\n").as_bytes()].concat();
    (1..=parts).flat_map(line).collect()
}

/// Returns the contents of [`SBATCH`].
fn sbatch(command: &[u8], parts: u32) -> Vec<u8> {
    let tasks = parts.min(LARGEST_ARRAY);
    let share = parts.div_ceil(tasks.max(1));
    let numbers = [("[parts]", parts), ("[tasks]", tasks), ("[share]", share)];
    let script = numbers
        .iter()
        .fold(SCRIPT.to_string(), |script, (mark, number)| {
            script.replace(mark, &number.to_string())
        });
    let (head, tail) = script
        .split_once("[command]")
        .expect("the script has the mark");
    [head.as_bytes(), command, tail.as_bytes()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(called: &str, folder: &str) -> Vec<u8> {
        command(OsStr::new(called), Path::new(folder)).unwrap()
    }

    #[test]
    fn commands_run_from_any_folder() {
        let here = std::env::current_dir().unwrap();
        let line = |called: &str, folder: &str| {
            String::from_utf8(job_list(&of(called, folder), 1)).unwrap()
        };
        assert_eq!(line("knightsat", "/a"), "knightsat work /a 1\n");
        let here = here.display();
        let absolute = format!("{here}/bin/knightsat work {here}/a 1\n");
        let words = shlex::split(&line("bin/knightsat", "a")).unwrap();
        assert_eq!(words, shlex::split(&absolute).unwrap());
        let odd = "/it's a \"folder\" of $HOME; `id`\t*\\";
        let words = shlex::split(&line("knightsat", odd)).unwrap();
        assert_eq!(words, ["knightsat", "work", odd, "1"]);
        let error = command(OsStr::new("knightsat"), Path::new("/a\nb")).unwrap_err();
        assert!(error.to_string().contains("line end"), "{error}");
    }

    /// Runs a script for the tasks of these numbers in one shell: this tests the loop, not Slurm.
    fn run(script: &[u8], tasks: &str) -> std::process::Output {
        let script = std::str::from_utf8(script).unwrap();
        let all = format!("for SLURM_ARRAY_TASK_ID in {tasks}; do (\n{script}\n); done");
        let mut bash = std::process::Command::new("bash");
        bash.args(["-c", &all]).output().unwrap()
    }

    #[test]
    fn an_array_stays_below_the_largest_and_does_every_part_once() {
        for parts in [1, 2, 999, 1000, 1001, 2500] {
            let script = sbatch(&of("echo", "/a b"), parts);
            let text = String::from_utf8(script.clone()).unwrap();
            let range = text.split("--array=1-").nth(1).unwrap();
            let tasks: u32 = range.lines().next().unwrap().parse().unwrap();
            assert!(tasks <= LARGEST_ARRAY);
            let output = run(&script, &format!("$(seq {tasks})"));
            let output = String::from_utf8(output.stdout).unwrap();
            let part = |line: &str| line.strip_prefix("work /a b ").unwrap().parse().unwrap();
            let mut done: Vec<u32> = output.lines().map(part).collect();
            done.sort_unstable();
            assert_eq!(done, (1..=parts).collect::<Vec<u32>>());
        }
    }

    #[test]
    fn a_task_fails_if_one_of_its_parts_does_and_does_the_others() {
        let output = run(&sbatch(&of("false", "/a"), 1500), "7");
        assert_eq!(output.status.code(), Some(1));
    }
}
