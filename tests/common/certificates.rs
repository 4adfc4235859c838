//! Certificates, written and verified by the library and by the program.

use super::program::run;
use knightsat::certificate::{self, Names, Verified};
use knightsat::search::lazy;
use knightsat::search::prove::{self, Task};
use knightsat::tour::{Problem, Verdict};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

pub const CLAIM: &str = "no tour";

/// Vertices are numbered from 1.
pub const NAMES: Names = Names {
    of: &|vertex| (vertex + 1).to_string(),
    vertex: &|name| name.parse::<u32>().ok()?.checked_sub(1),
};

/// Returns the task to prove in this folder that there is no tour.
pub fn task<'t>(problem: &'t Problem, shortcuts: bool, folder: &'t Path) -> Task<'t> {
    Task {
        folder,
        problem,
        claim: CLAIM,
        names: NAMES,
        shortcuts,
        solver: None,
        options: lazy::Options::default(),
    }
}

/// Proves in the folder that there is no tour, unless there is one.
pub fn decide(problem: &Problem, shortcuts: bool, folder: &Path) -> Verdict<Verified> {
    prove::prove(&task(problem, shortcuts, folder), &mut |_| ()).unwrap()
}

/// Verifies the certificate in the folder.
pub fn checked(problem: &Problem, folder: &Path) -> Option<Verified> {
    certificate::verify(folder, problem, CLAIM, NAMES, &Default::default()).ok()
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

pub const WHOLE: [&str; 4] = ["certificate.txt", "formula.cnf", "proof.drat", "proof.lrat"];

/// Problems, and the reason in the certificate.
pub const REASONS: &str = r#"
    1x1 --closed => "too-small"
    2x3 => {"degree":{"degree":0,"needed":1,"vertex":["b1"]}}
    3x3 --closed => {"degree":{"degree":0,"needed":2,"vertex":["b2"]}}
    3x4 --closed => {"pieces":{"joined":3,"pieces":4,"removed":["b1","c2","b3"]}}
    1x4 --leaper 0,1 --start b1 --end c1 => {"degree":{"degree":1,"needed":2,"vertex":["a1"]}}
    4x4 --leaper 1,1 => {"three-ends":["a1","d1","a4"]}
    4x6 --leaper 0,2 => {"disconnected":["a1","b1"]}
    5x5 --closed => {"colours":{"even":13,"odd":12}}
    5x5 --start b1 => {"end-colours":{"even":13,"odd":12}}
    6x6 --start a1 --end c1 => {"end-colours":{"even":18,"odd":18}}
    1x4 --leaper 0,1 --start b1 => {"pieces":{"joined":1,"pieces":2,"removed":["b1"]}}
    3x5 => {"pieces":{"joined":6,"pieces":7,"removed":["b1","d1","c2","b3","d3"]}}
    4x6 --closed => {"pieces":{"joined":6,"pieces":7,"removed":["a2","c2","e2","b3","d3","f3"]}}
    6x8 --leaper 2,3 --start a1 =>\
        {"two-factor":{"given":2,"giving":["e4"],"needed":3,"needing":["g1","b2","h2"],"spared":0}}
    6x8 --leaper 2,3 => {"two-factor":{"given":4,"giving":["d3","e4"],"needed":6,\
        "needing":["a1","g1","b2","h2","a5"],"spared":1}}
    8x8 --closed --symmetric rot90 => {"symmetry":{"image":["a8"],"steps":16,"vertex":["a1"]}}
    5x5 --magic => {"magic":"odd-sides"}
    6x6 --at 5=c3,9=c4 => {"clash":{"clues":[{"at":{"step":5,"vertex":["c3"]}},\
        {"at":{"step":9,"vertex":["c4"]}}],"why":{"colours":{"steps":4}}}}
    6x6 --at 5=a1,6=f6 => {"clash":{"clues":[{"at":{"step":5,"vertex":["a1"]}},\
        {"at":{"step":6,"vertex":["f6"]}}],"why":{"too-far":{"moves":4,"steps":1}}}}
    6x6 --at 5=a1,5=b1 => {"clash":{"clues":[{"at":{"step":5,"vertex":["a1"]}},\
        {"at":{"step":5,"vertex":["b1"]}}],"why":"twice"}}
    6x6 --require a1-b3 --forbid a1-b3 =>\
        {"clash":{"clues":[{"move":["a1","b3"]},{"no-move":["a1","b3"]}],"why":"contrary"}}"#;

pub fn without(args: &str, option: &str) -> String {
    args.replace(option, "")
}
