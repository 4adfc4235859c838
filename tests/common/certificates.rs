//! Certificates, written and verified by the library and by the program.

use super::{default_with, program::run};
use knightsat::certificate::{self, Verified};
use knightsat::search::lazy;
use knightsat::search::prove::{self, Task};
use knightsat::tour::graph::Graph;
use knightsat::tour::{Problem, Request, TourSpec, Verdict};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use tempfile::TempDir;

/// A request for the names of vertices, which are numbers from 1.
pub static NUMBERED: LazyLock<Request> = LazyLock::new(|| {
    let place = Graph::from_edges(100_000, &[]).into();
    Request::new(place, TourSpec::default()).unwrap()
});

/// Returns the task to prove in this folder that there is no tour.
pub fn task<'t>(problem: &'t Problem, shortcuts: bool, folder: &'t Path) -> Task<'t> {
    Task {
        folder,
        problem,
        request: &NUMBERED,
        solver: None,
        options: default_with(|options: &mut lazy::Options| options.shortcuts = shortcuts),
    }
}

/// Proves in the folder that there is no tour, unless there is one.
pub fn decide(problem: &Problem, shortcuts: bool, folder: &Path) -> Verdict<Verified> {
    prove::prove(&task(problem, shortcuts, folder), &mut |_| ()).unwrap()
}

/// Verifies the certificate in the folder.
pub fn checked(problem: &Problem, folder: &Path) -> Option<Verified> {
    let (place, claim) = (&NUMBERED.place, NUMBERED.claim());
    certificate::verify(folder, problem, place, &claim, &Default::default()).ok()
}

/// Proves, and returns the folder and the output.
pub fn prove(dir: &TempDir, args: &str) -> (PathBuf, String) {
    let folder = dir.path().join("certificate");
    let (code, out, err) = run(&format!("prove {args} -o {}", folder.display()));
    assert_eq!((code, err.as_str()), (0, ""), "{args}: {out}");
    (folder, out)
}

pub fn verify(folder: &Path, args: &str) -> (i32, String, String) {
    run(&format!("verify --certificate {} {args}", folder.display()))
}

pub fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

pub const WHOLE: [&str; 4] = [
    "certificate.json",
    "formula.cnf",
    "proof.drat",
    "proof.lrat",
];

/// Problems, and the reason in the certificate.
pub const REASONS: &str = include_str!("tables/reasons.txt");
