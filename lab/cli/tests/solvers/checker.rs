//! Proofs, and what VeriPB says of them.

use crate::common::required;
use knightsat::certificate::Names;
use knightsat::search::lazy;
use knightsat::search::prove::{Ground, Proved, Task, look};
use knightsat::solver::external::find;
use knightsat::tour::{Problem, Verdict};
use knightsat_veripb::{PROBLEM, PROOF, ProofContent, derive};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Returns true if the program is installed.
pub fn is_usable() -> bool {
    required::is_usable(find("veripb").is_some(), "veripb")
}

/// Has VeriPB check these files of a folder; its words if it does not accept.
pub fn check_files(folder: &Path, files: [&str; 2]) -> Result<(), String> {
    let mut command = Command::new("veripb");
    let output = command.args(files.map(|file| folder.join(file))).output();
    let output = output.unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() && said.contains("s VERIFIED UNSATISFIABLE") {
        return Ok(());
    }
    Err(said + &String::from_utf8_lossy(&output.stderr))
}

/// Has VeriPB check a proof about a problem in constraints.
pub fn check(folder: &Path) -> Result<(), String> {
    check_files(folder, [PROBLEM, PROOF])
}

/// Runs with the task to prove that the problem has no tour.
pub fn with_task<T>(
    problem: &Problem,
    shortcuts: bool,
    folder: &Path,
    run: impl FnOnce(&Task) -> T,
) -> T {
    let name = |vertex: u32| vertex.to_string();
    let vertex = |word: &str| word.parse().ok();
    run(&Task {
        folder,
        problem,
        claim: "no tour",
        names: Names {
            of: &name,
            vertex: &vertex,
        },
        shortcuts,
        solver: None,
        options: lazy::Options::default(),
    })
}

/// Derives a proof for a problem if it has no tour, without looking for a reason.
pub fn derived(problem: &Problem, folder: &Path) -> Proved<ProofContent> {
    with_task(problem, false, folder, |task| {
        derive(task, &["no tour".into()], &Ground::Steps)
    })
}

pub fn attempt(problem: &Problem, shortcuts: bool, folder: &Path) -> Verdict<ProofContent> {
    let proved = with_task(problem, shortcuts, folder, |task| {
        let ground = look(task, &mut |_| ())?;
        ground.and_then(|ground| derive(task, &["no tour".into()], &ground))
    });
    proved.unwrap()
}

/// The grounds of the proofs, with their numbers.
#[derive(Debug, Default)]
pub struct Tally(BTreeMap<String, u32>);

impl Tally {
    /// Proves the problem if possible; every proof must be accepted. Returns true if a tour exists.
    pub fn take(&mut self, problem: &Problem, shortcuts: bool) -> bool {
        let folder = tempfile::tempdir().unwrap();
        let kind = match attempt(problem, shortcuts, folder.path()) {
            Verdict::Tour(_) => "tour".to_string(),
            Verdict::Unknown(_) => panic!("unknown: {problem:?}"),
            Verdict::None(rests) => {
                if let Err(said) = check(folder.path()) {
                    let folder = folder.keep();
                    panic!("{rests:?}: {said}, see {}: {problem:?}", folder.display());
                }
                match rests {
                    ProofContent::Refutation { .. } => "refutation".into(),
                    ProofContent::Reason(reason) => {
                        let words = format!("{reason:?}");
                        words.split([' ', '(', '{']).next().unwrap().to_string()
                    }
                }
            }
        };
        let has_tour = kind == "tour";
        *self.0.entry(kind).or_default() += 1;
        has_tour
    }

    pub fn of(&self, kind: &str) -> u32 {
        self.0.get(kind).copied().unwrap_or(0)
    }

    pub fn proofs(&self) -> u32 {
        self.0.values().sum::<u32>() - self.of("tour")
    }
}

/// Puts a text in the place of a file for a while, and has VeriPB refuse it.
pub fn refused(folder: &Path, name: &str, text: &str, what: &str) {
    let kept = fs::read_to_string(folder.join(name)).unwrap();
    assert_ne!(kept, text, "{what} changes nothing");
    fs::write(folder.join(name), text).unwrap();
    assert!(check(folder).is_err(), "{what} is accepted");
    fs::write(folder.join(name), kept).unwrap();
}

/// Returns a text without the line of this number.
pub fn without(text: &str, line: usize) -> String {
    let lines = text.lines().enumerate().filter(|&(at, _)| at != line);
    lines.map(|(_, line)| format!("{line}\n")).collect()
}
