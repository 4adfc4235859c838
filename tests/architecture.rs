//! Dependencies point one way. Reads the paths in the sources, so that the picture cannot drift.

use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The rooms of the house, lowest first: each uses only rooms above its line.
const ROOMS: [&str; 16] = [
    "stop", "text", "problem", "spec", "cnf", "dimacs", "solver", "encoding", "lazy", "proof",
    "render", "count", "check", "solve", "compare", "cli",
];

/// Arrows between rooms that there may be at most.
const ARROWS: usize = 90;

/// The code of all files of a room, without tests and comments.
fn source(room: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = vec![root.join(format!("{room}.rs"))];
    let mut folders = vec![root.join(room)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path)
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                files.push(path)
            }
        }
    }
    let read = |path| fs::read_to_string(path).unwrap_or_default();
    let code = |text: String| {
        let code = text.split("#[cfg(test)]").next().unwrap();
        let lines = code.lines();
        lines
            .filter(|line| !line.trim_start().starts_with("//"))
            .join("\n")
    };
    files.into_iter().map(read).map(code).join("\n")
}

/// The rooms that a room uses.
fn used(room: &str) -> BTreeSet<String> {
    let text = source(room);
    assert!(!text.is_empty(), "there is no room {room}");
    // The program is another crate.
    let own = if room == "cli" {
        "knightsat::"
    } else {
        "crate::"
    };
    let name = |part: &str| -> String {
        let is_part = |c: &char| c.is_alphanumeric() || *c == '_';
        part.chars().take_while(is_part).collect()
    };
    let names = text.split(own).skip(1).map(name);
    names
        .filter(|name| name != room && ROOMS.contains(&name.as_str()))
        .collect()
}

fn arrows() -> BTreeMap<&'static str, BTreeSet<String>> {
    ROOMS.iter().map(|&room| (room, used(room))).collect()
}

#[test]
fn every_room_has_its_place() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let entries = fs::read_dir(root).unwrap();
    let names = entries.map(|entry| entry.unwrap().path());
    let stems = names.map(|path| path.file_stem().unwrap().to_str().unwrap().to_string());
    let found: BTreeSet<String> = stems
        .filter(|name| name != "lib" && name != "main")
        .collect();
    let known: BTreeSet<String> = ROOMS.iter().map(ToString::to_string).collect();
    assert_eq!(found, known);
}

#[test]
fn rooms_use_only_rooms_below_them() {
    let all = arrows();
    for (place, room) in ROOMS.iter().enumerate() {
        for other in &all[room] {
            let is_below = ROOMS[..place].contains(&other.as_str());
            assert!(is_below, "{room} uses {other}");
        }
    }
    let count: usize = all.values().map(BTreeSet::len).sum();
    assert!(count <= ARROWS, "{count} arrows");
}

/// The checker of certificates shares nothing with what makes them, nor the verifier with formulas.
#[test]
fn checkers_share_nothing_with_what_they_check() {
    let proof: Vec<String> = used("proof").into_iter().collect();
    assert_eq!(proof, ["problem", "stop", "text"]);
    let problem: Vec<String> = used("problem").into_iter().collect();
    assert_eq!(problem, ["stop", "text"]);
}

/// What runs where there may be no clock asks [`knightsat::stop::clock`]; the others need a system anyway.
#[test]
fn only_the_clock_and_what_needs_processes_ask_for_the_time() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = [
        "stop/clock.rs",
        "text/input/file.rs",
        "solver/external.rs",
        "solver/process/",
        "compare/",
        "cli/",
    ];
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap_or_default();
            let name = path.strip_prefix(&root).unwrap().to_str().unwrap();
            let may = files.iter().any(|file| name.starts_with(file));
            let calls = ["Instant::now", "SystemTime::now"];
            let asks = calls.iter().any(|call| text.contains(call));
            assert!(may || !asks, "{name} asks for the time");
        }
    }
}
