//! CI repeats, with solvers, exactly the tests that need them; a test with a wrong name would never
//! run.

use itertools::Itertools;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use walkdir::WalkDir;

/// Programs that scripts/install-solvers puts in place, and the Python that the tests call.
const PROGRAMS: &str = "minisat kissat cadical cryptominisat cryptominisat5 picosat z3 clasp veripb \
                        valgrind python3";

/// Files that write such a name and need no such program, with the reason.
const NEED_NONE: [(&str, &str); 5] = [
    ("cluster/compare", "an empty PATH is the point"),
    ("program/boards", "the option is refused"),
    ("cluster/sharing", "the option is refused"),
    ("program/puzzle_program", "the option is refused"),
    ("project/ci", "this file"),
];

/// The text of every file of tests, by its test program and name. Each test program has a main.rs,
/// without a test.
fn tests() -> BTreeMap<String, String> {
    let mut tests = BTreeMap::new();
    for root in ["tests", "lab/cli/tests"] {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(root);
        let entries = WalkDir::new(&root).min_depth(2).max_depth(2).into_iter();
        for path in entries.map(|entry| entry.unwrap().into_path()) {
            let name = path.strip_prefix(&root).unwrap().with_extension("");
            if path.extension().is_some_and(|ending| ending == "rs") && !name.starts_with("common")
            {
                let text = fs::read_to_string(&path).unwrap();
                tests.insert(name.to_str().unwrap().to_string(), text);
            }
        }
    }
    tests
}

/// Returns the text in a test that looks for a program or starts one.
fn needs(text: &str) -> Option<String> {
    let lookups = ["installed()", "env::var(\"REQUIRE_SOLVERS"].map(String::from);
    let called = PROGRAMS.split(' ').flat_map(|program| {
        [
            format!("Command::new(\"{program}\""),
            format!("Solver::new(\"{program}\""),
            format!("External::new(\"{program}\""),
            format!("is_there(\"{program}\""),
            format!("--solver {program}"),
        ]
    });
    let found = |pattern: &String| {
        let mut after = text.match_indices(pattern.as_str());
        // cadical-lib is built in.
        after.any(|(at, _)| !text[at + pattern.len()..].starts_with("-lib"))
    };
    let listed = |line: &&str| {
        let names = line.split("--portfolio ").nth(1).unwrap_or_default();
        let names = names.split([' ', '"']).next().unwrap_or_default();
        names
            .split(',')
            .any(|name| PROGRAMS.split(' ').contains(&name))
    };
    let asked = lookups.into_iter().chain(called).find(found);
    asked.or_else(|| text.lines().find(listed).map(String::from))
}

#[test]
fn every_test_that_needs_a_solver_is_among_those_run_with_solvers() {
    let tests = tests();
    assert!(tests.len() > 80, "{}", tests.len());
    for (name, text) in tests {
        let need = needs(&text);
        let is_run = name.starts_with("solvers/");
        let is_excepted = NEED_NONE.iter().any(|(file, _)| *file == name);
        assert!(
            need.is_none() || is_run || is_excepted,
            "tests/{name}.rs has {need:?}: move it to tests/solvers, or add it to NEED_NONE"
        );
        assert!(
            !is_excepted || (need.is_some() && !is_run),
            "tests/{name}.rs needs no exception"
        );
        let reads_it = text.contains("env::var(\"REQUIRE_SOLVERS");
        assert!(
            name == "project/ci" || !reads_it,
            "tests/{name}.rs: leave it to tests/common/required.rs"
        );
    }
}

#[test]
fn ci_begins_as_a_stranger_would() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let ci = fs::read_to_string(folder.join(".ci/run")).unwrap();
    let readme = fs::read_to_string(folder.join("README.md")).unwrap();
    let commands = readme.lines().filter_map(|line| line.strip_prefix("$ "));
    let first = commands
        .map(|line| format!("scripts/without-solvers {line}"))
        .collect_vec();
    assert_eq!(first.len(), 2);
    let steps = ci.lines().filter(|line| line.starts_with("scripts/"));
    assert_eq!(steps.take(2).collect_vec(), first);
    for packages in ["--locked", "\"${lab[@]}\""] {
        let step = format!("\nREQUIRE_SOLVERS=1 cargo test {packages} --test solvers\n");
        assert!(ci.contains(&step), "{step}");
    }
}
