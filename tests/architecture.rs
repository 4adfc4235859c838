//! Dependencies point one way. Reads the `use crate::` lines, so that the picture cannot drift.

use std::fs;
use std::path::Path;

/// What each module may use, lowest first: itself and everything named for it.
const MAY_USE: &[(&str, &[&str])] = &[
    ("columns", &[]),
    ("stop", &[]),
    ("quote", &[]),
    ("square", &["quote"]),
    ("input", &[]),
    ("graph", &["quote", "stop"]),
    ("symmetry", &["graph"]),
    ("board", &["quote", "stop", "graph", "square", "symmetry"]),
    ("mask", &["board", "square"]),
    ("problem", &["stop", "graph", "symmetry"]),
    ("tour", &["graph", "problem"]),
    (
        "place",
        &["quote", "stop", "board", "graph", "square", "problem"],
    ),
    // The checker of certificates shares nothing with what makes them.
    ("proof", &["quote", "input", "stop", "graph", "problem"]),
    (
        "prove",
        &[
            "stop", "problem", "tour", "proof", "sink", "dimacs", "encoding", "solver",
        ],
    ),
    ("known", &["board", "problem", "square"]),
    ("cnf", &[]),
    ("sink", &["cnf", "stop"]),
    ("shuffle", &["cnf", "sink"]),
    ("dimacs", &["quote", "cnf", "sink"]),
    ("gadget", &["cnf", "sink"]),
    (
        "encoding",
        &[
            "place", "stop", "quote", "cnf", "sink", "gadget", "graph", "problem", "tour",
            "dimacs", "solver",
        ],
    ),
    (
        "solver",
        &["stop", "quote", "input", "cnf", "sink", "dimacs"],
    ),
    (
        "count",
        &[
            "stop", "cnf", "sink", "dimacs", "graph", "problem", "tour", "encoding", "solver",
        ],
    ),
    (
        "heuristic",
        &["stop", "board", "graph", "problem", "tour", "count"],
    ),
    (
        "render",
        &[
            "quote", "board", "graph", "place", "square", "tour", "problem",
        ],
    ),
    (
        "recipe",
        &[
            "stop", "board", "place", "symmetry", "problem", "encoding", "dimacs",
        ],
    ),
    (
        "check",
        &[
            "stop", "quote", "board", "mask", "graph", "square", "problem", "tour", "place",
            "known", "cnf", "sink", "dimacs", "encoding", "solver", "count", "render", "columns",
            "recipe",
        ],
    ),
    (
        "compare",
        &[
            "stop", "input", "place", "problem", "known", "cnf", "sink", "shuffle", "dimacs",
            "gadget", "encoding", "solver", "solve", "columns", "recipe", "check", "symmetry",
            "board",
        ],
    ),
];

/// The non-test part of every file of a module.
fn sources(module: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = vec![root.join(format!("{module}.rs"))];
    let mut folders = vec![root.join(module)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path)
            } else {
                files.push(path)
            }
        }
    }
    let read = |path| fs::read_to_string(path).unwrap_or_default();
    let texts = files.into_iter().map(read);
    texts
        .map(|text| text.split("#[cfg(test)]").next().unwrap().to_string())
        .collect()
}

#[test]
fn modules_use_only_what_is_below_them() {
    for &(module, allowed) in MAY_USE {
        let text = sources(module);
        assert!(!text.is_empty(), "there is no module {module}");
        for part in text.split("crate::").skip(1) {
            let used: String = part
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect();
            let known = used == module || allowed.contains(&used.as_str());
            assert!(known, "{module} uses {used}");
        }
    }
}

/// What runs where there may be no clock asks [`knightsat::stop::clock`]; the others need a system anyway.
#[test]
fn only_the_clock_and_what_needs_processes_ask_for_the_time() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = [
        "stop/clock.rs",
        "input/file.rs",
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
            let asks = ["Instant::now", "SystemTime::now"]
                .iter()
                .any(|call| text.contains(call));
            assert!(may || !asks, "{name} asks for the time");
        }
    }
}
