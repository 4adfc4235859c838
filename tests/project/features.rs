//! Features omit their parts, and cost the dependencies in `docs/library.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Returns names and versions of the crates that the library is built with, without those of the
/// workspace.
fn crates(features: &str) -> BTreeSet<String> {
    let mut tree = Command::new(env!("CARGO"));
    let args = "tree --locked --quiet --edges normal,build -p knightsat --prefix none \
                --target x86_64-unknown-linux-gnu --no-default-features --features";
    tree.current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = tree.args(args.split(' ')).arg(features).output().unwrap();
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

#[test]
fn a_build_without_a_feature_has_nothing_of_it_nor_needs_a_compiler_of_c() {
    let system = "clap flate2 indicatif lzma-rust2 nix rustix ruzstd shlex signal-hook tempfile cc";
    for (features, names) in [("", system), ("cli", "cc cmake bindgen pkg-config")] {
        let crates = crates(features);
        let found: BTreeSet<&str> = crates
            .iter()
            .filter_map(|line| line.split(' ').next())
            .collect();
        assert!(found.contains("itertools"));
        for name in names.split(' ') {
            assert!(!found.contains(name), "{features:?}: {name}");
        }
    }
}

#[test]
fn the_table_of_features_is_complete_and_its_numbers_are_right() {
    let [page, manifest] = ["docs/library.md", "Cargo.toml"].map(|file| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        fs::read_to_string(path).unwrap()
    });
    // The first cells of each line.
    let rows = page.lines().filter_map(|line| {
        let (name, rest) = line.strip_prefix("| `")?.split_once("` | ")?;
        Some((name, rest.split(' ').next()?.parse().unwrap()))
    });
    let rows: BTreeMap<&str, usize> = rows.collect();
    let section = manifest.split("[features]\n").nth(1).unwrap();
    let section = section.split("\n[").next().unwrap();
    let features = section
        .lines()
        .filter_map(|line| Some(line.split_once(" = ")?.0));
    let features: BTreeSet<&str> = features.filter(|&name| name != "default").collect();
    assert!(rows.keys().eq(&features), "{rows:?} {features:?}");
    let alone = crates("");
    for (feature, count) in rows {
        let more = crates(feature).difference(&alone).count();
        assert_eq!(more, count, "{feature}");
    }
    let size = format!(
        "Without any feature the library takes {} crates",
        alone.len()
    );
    assert!(page.replace('\n', " ").contains(&size), "{size}");
}
