//! CI repeats, with solvers, exactly the tests that need them.

use itertools::Itertools;
use std::fs;
use std::path::Path;
use walkdir::WalkDir;

/// Others fail without the program, as CI runs them first without solvers.
#[test]
fn every_test_that_looks_for_a_program_is_among_those_run_with_solvers() {
    let lookups = [
        "is_usable(",
        "installed()",
        "external::find",
        "REQUIRE_SOLVERS",
    ];
    let files = ["tests", "lab/cli/tests"].map(|root| WalkDir::new(root).into_iter());
    for file in files.into_iter().flatten() {
        let path = file.unwrap().into_path();
        let mut folders = ["solvers", "common", "project/ci.rs"].into_iter();
        let text = fs::read_to_string(&path).unwrap_or_default();
        let is_test = path.extension().is_some_and(|ending| ending == "rs");
        let looks = is_test && lookups.iter().any(|lookup| text.contains(lookup));
        let is_run = folders.any(|part| path.to_string_lossy().contains(&format!("/{part}")));
        assert!(
            is_run || !looks,
            "{}: move it to tests/solvers",
            path.display()
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
