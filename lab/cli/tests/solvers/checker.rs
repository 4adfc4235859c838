//! Problems in one line, proofs, and what VeriPB says of them.

use crate::common::certificates::task;
use crate::common::required;
use clap::Parser;
use knightsat::search::prove::{Ground, Proved, look};
use knightsat::solver::external::find;
use knightsat::tour::{Problem, Verdict};
use knightsat::tour::{Request, TourSpec};
use knightsat_solver::Limits;
use knightsat_veripb::checker::{Checked, Claim, check};
use knightsat_veripb::{PROBLEM, PROOF, ProofContent, derive};
use std::fs;
use std::path::Path;

/// The files of a proof about a problem in constraints.
pub const FILES: [&str; 2] = [PROBLEM, PROOF];

/// Returns true if the program is installed.
pub fn is_usable() -> bool {
    required::is_usable(find("veripb").is_some(), "veripb")
}

/// A folder, the files of a formula and its proof there, and what they prove.
pub type Proof<'p> = (&'p Path, [&'p str; 2], Claim);

/// Returns true if VeriPB accepts the proof.
pub fn accepts((folder, files, claim): Proof) -> bool {
    let [formula, proof] = files.map(|file| folder.join(file));
    match check(&formula, &proof, claim, &Limits::default()).unwrap() {
        Checked::Accepted => true,
        Checked::Rejected(_) => false,
        other => panic!("{other:?}"),
    }
}

/// Returns true if VeriPB accepts the proof after this change of a file, which is undone.
pub fn accepts_changed(proof: Proof, name: &str, change: impl FnOnce(&str) -> String) -> bool {
    let path = proof.0.join(name);
    let text = fs::read_to_string(&path).unwrap();
    let changed = change(&text);
    assert_ne!(changed, text, "{name} is not changed");
    fs::write(&path, changed).unwrap();
    let is_accepted = accepts(proof);
    fs::write(path, text).unwrap();
    is_accepted
}

/// The statement that a problem in constraints has no solution.
pub fn unsatisfiable(folder: &Path) -> Proof<'_> {
    (folder, FILES, Claim::Unsatisfiable)
}

/// Derives a proof for a problem if it has no tour, without a search.
pub fn derived(problem: &Problem, folder: &Path) -> Proved<ProofContent> {
    let task = task(problem, false, folder);
    derive(&task, &["no tour".into()], &Ground::Steps)
}

/// Proves a problem if it has no tour.
pub fn attempt(problem: &Problem, shortcuts: bool, folder: &Path) -> Verdict<ProofContent> {
    let task = task(problem, shortcuts, folder);
    let ground = look(&task, &mut |_| ()).unwrap();
    let proved = ground.and_then(|ground| derive(&task, &["no tour".into()], &ground));
    proved.unwrap()
}

/// Proves the problem if it has no tour; VeriPB must accept the proof. Returns the ground of the
/// proof, or `tour`.
pub fn ground(problem: &Problem, shortcuts: bool) -> String {
    let folder = tempfile::tempdir().unwrap();
    let content = match attempt(problem, shortcuts, folder.path()) {
        Verdict::None(content) => content,
        Verdict::Tour(_) => return "tour".into(),
        Verdict::Unknown(_) => panic!("unknown: {problem:?}"),
    };
    let is_accepted = accepts(unsatisfiable(folder.path()));
    assert!(is_accepted, "{content:?}: {problem:?}");
    match content {
        ProofContent::Refutation { .. } => "refutation".into(),
        ProofContent::Reason(reason) => {
            let words = format!("{reason:?}");
            words.split([' ', '(', '{']).next().unwrap().to_string()
        }
    }
}

/// A board and a tour, as on the command line: `4x4 --closed` or `#../.../... --start a1`.
#[derive(Parser)]
#[command(no_binary_name = true)]
struct Line {
    board: String,
    /// Options of the tour exclude it.
    #[arg(id = "graph", long)]
    _graph: Option<String>,
    #[command(flatten)]
    tour: TourSpec,
}

/// Reads a board, drawn or by its size, and the options of the tour.
pub fn request(line: &str) -> Request {
    let line = Line::parse_from(line.split_ascii_whitespace());
    Request::new(line.board.parse().unwrap(), line.tour).unwrap()
}

/// Reads the problem of a line.
pub fn problem(line: &str) -> Problem {
    request(line).problem(&Default::default()).unwrap()
}
