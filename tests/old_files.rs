//! Formulas that version 0.1.0 has written stay readable, under options that have other names by now.

#[path = "common/program.rs"]
mod program;

use program::{run, run_with, solved};
use std::fs;
use std::path::{Path, PathBuf};

/// The old file, and how the same formula is written today.
const FILES: [(&str, &str); 3] = [
    ("1x1-textbook", "encode 1x1 --textbook"),
    (
        "3x4-commander-bimander",
        "encode 3x4 --amo commander,bimander --directions both",
    ),
    ("6x6-rot90", "encode 6x6 --closed --symmetric rot90"),
];

fn old(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    root.join(format!("fixtures/old/{name}.cnf"))
}

#[test]
fn models_of_old_files_are_tours() {
    for (name, _) in FILES {
        let path = old(name).display().to_string();
        let moves = format!("decode {path} - --format moves");
        let (code, tour, err) = run_with(&moves, &solved(&path));
        assert_eq!(code, 0, "{name}: {err}");
        let (board, _) = name.split_once('-').unwrap();
        let closed = if name == "6x6-rot90" {
            " --closed --symmetric rot90"
        } else {
            ""
        };
        let (code, _, err) = run_with(&format!("verify {board} -{closed}"), &tour);
        assert_eq!(code, 0, "{name}: {tour}{err}");
    }
}

#[test]
fn old_files_have_the_clauses_of_today() {
    let body = |text: &str| {
        let lines = text.lines().filter(|line| !line.starts_with('c'));
        lines.map(String::from).collect::<Vec<_>>()
    };
    for (name, args) in FILES {
        let text = fs::read_to_string(old(name)).unwrap();
        assert!(
            text.contains("c knightsat step-amo ") && text.contains("c knightsat one-direction ")
        );
        assert!(body(&text) == body(&run(args).1), "{name}");
    }
}

#[test]
fn what_was_the_cycle_of_crt_is_its_modulus() {
    let asked = "encode 6x6 --closed --encoding crt --modulus 420";
    let (_, today, _) = run(asked);
    assert_eq!(run(&asked.replace("modulus", "cycle")).1, today);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.cnf").display().to_string();
    fs::write(
        &path,
        today.replace("knightsat modulus 420", "knightsat cycle 420"),
    )
    .unwrap();
    assert_ne!(fs::read_to_string(&path).unwrap(), today);
    let (code, _, err) = run_with(&format!("decode {path} -"), &solved(&path));
    assert_eq!((code, err.as_str()), (0, ""));
}
