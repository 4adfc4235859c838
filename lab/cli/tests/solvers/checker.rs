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

/// Returns true if the programs are installed.
pub fn is_usable() -> bool {
    required::is_usable(find("veripb").is_some(), "veripb")
}

/// Has VeriPB check what is in a folder; its words if it does not accept.
pub fn check(folder: &Path) -> Result<(), String> {
    let mut command = Command::new("veripb");
    let command = command.args([folder.join(PROBLEM), folder.join(PROOF)]);
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    if output.status.success() && said.contains("s VERIFIED UNSATISFIABLE") {
        Ok(())
    } else {
        Err(said + &errors)
    }
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

fn with_task<T>(
    problem: &Problem,
    shortcuts: bool,
    folder: &Path,
    run: impl FnOnce(&Task) -> T,
) -> T {
    let name = |vertex: u32| vertex.to_string();
    let vertex = |word: &str| word.parse().ok();
    let task = Task {
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
    };
    run(&task)
}

/// The grounds of the proofs, with their numbers.
#[derive(Debug, Default)]
pub struct Tally(BTreeMap<String, u32>);

impl Tally {
    /// Proves the problem if possible; every proof must be accepted. Returns true if a tour exists.
    pub fn take(&mut self, problem: &Problem, shortcuts: bool, what: &str) -> bool {
        let folder = tempfile::tempdir().unwrap();
        let kind = match attempt(problem, shortcuts, folder.path()) {
            Verdict::Tour(_) => "tour".to_string(),
            Verdict::Unknown(_) => panic!("{what}: unknown"),
            Verdict::None(rests) => {
                let kept = folder.path();
                if let Err(said) = check(kept) {
                    let folder = folder.keep();
                    panic!("{what}, {rests:?}: {said}, see {}", folder.display());
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
    let kept = fs::read(folder.join(name)).unwrap();
    assert_ne!(kept, text.as_bytes(), "{what} changes nothing");
    fs::write(folder.join(name), text).unwrap();
    assert!(check(folder).is_err(), "{what} is accepted");
    fs::write(folder.join(name), kept).unwrap();
}
