//! Features omit their parts, and cost the dependencies in `docs/library.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Returns names and versions of the crates that the library is built with, without those of the
/// workspace.
fn crates(features: &str) -> BTreeSet<String> {
    let mut tree = Command::new(env!("CARGO"));
    tree.current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["tree", "--locked", "--quiet", "--edges", "normal,build"])
        .args(["-p", "knightsat"])
        .args(["--target", "x86_64-unknown-linux-gnu", "--prefix", "none"])
        .args(["--no-default-features", "--features", features]);
    let output = tree.output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{features}: {error}");
    let text = String::from_utf8(output.stdout).unwrap();
    // Behind name and version come notes, such as one that the crate was there before.
    let name = |line: &str| line.split(' ').take(2).collect::<Vec<_>>().join(" ");
    let crates = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with("knightsat"));
    crates.map(name).collect()
}

fn read(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap()
}

/// Cells of the lines of the first table of `docs/library.md`.
fn rows(page: &str) -> BTreeMap<&str, usize> {
    let rows = page.lines().filter_map(|line| {
        let (name, rest) = line.strip_prefix("| `")?.split_once("` | ")?;
        Some((name, rest.split(' ').next()?.parse().unwrap()))
    });
    rows.collect()
}

#[test]
fn without_features_nothing_of_the_system_is_left() {
    let alone = crates("");
    for name in [
        "cc",
        "clap",
        "flate2",
        "indicatif",
        "liblzma",
        "nix",
        "resvg",
        "rustix",
        "shlex",
        "signal-hook",
        "tempfile",
        "zstd",
    ] {
        let found = alone
            .iter()
            .find(|line| line.split(' ').next() == Some(name));
        assert_eq!(found, None);
    }
}

#[test]
fn the_program_is_built_without_a_compiler_of_c() {
    let program = crates("cli");
    let name = |line: &str| line.split(' ').next().unwrap().to_string();
    let names: Vec<String> = program.iter().map(|line| name(line)).collect();
    for builder in ["cc", "cmake", "bindgen", "pkg-config"] {
        assert!(!names.contains(&builder.to_string()), "{builder}");
    }
}

#[test]
fn the_table_of_features_is_complete_and_its_numbers_are_right() {
    let page = read("docs/library.md");
    let rows = rows(&page);
    let manifest = read("Cargo.toml");
    let section = manifest.split("[features]\n").nth(1).unwrap();
    let section = section.split("\n[").next().unwrap();
    let features = section.lines().filter_map(|line| line.split_once(" = "));
    let features = features
        .map(|(name, _)| name)
        .filter(|&name| name != "default");
    let features: BTreeSet<&str> = features.collect();
    assert_eq!(rows.keys().copied().collect::<BTreeSet<_>>(), features);
    let alone = crates("");
    for (feature, count) in rows {
        assert_eq!(
            crates(feature).difference(&alone).count(),
            count,
            "{feature}"
        );
    }
    let sentence = format!(
        "Without any feature the library takes {} crates",
        alone.len()
    );
    assert!(page.replace('\n', " ").contains(&sentence), "{sentence}");
}
