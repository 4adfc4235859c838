//! Published packages are complete: the crate, the Python module, and the references to packages.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use walkdir::{DirEntry, WalkDir};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap()
}

/// The files of a crate of the workspace, as it would be published.
fn packaged(name: &str) -> BTreeSet<PathBuf> {
    let mut list = Command::new(env!("CARGO"));
    let args = "package --list --allow-dirty --offline -p";
    let output = list
        .current_dir(root())
        .args(args.split(' '))
        .arg(name)
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(PathBuf::from).collect()
}

/// All files below a folder of the sources.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = WalkDir::new(folder).into_iter().map(Result::unwrap);
    let files = entries.filter(|entry| entry.file_type().is_file());
    files.map(DirEntry::into_path).collect()
}

/// The path without its detours, relative to the top.
fn plain(path: &Path) -> PathBuf {
    let path = path.canonicalize().unwrap();
    path.strip_prefix(root().canonicalize().unwrap())
        .unwrap()
        .to_path_buf()
}

/// The crates of the workspace, with their folders: the root and the members that are published.
fn crates() -> Vec<(String, PathBuf)> {
    let folders = ["crates", "lab"].map(|folder| fs::read_dir(root().join(folder)).unwrap());
    let members = folders
        .into_iter()
        .flatten()
        .map(|entry| entry.unwrap().path());
    let all = members.chain([root().to_path_buf()]).filter_map(|folder| {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).ok()?;
        let name = value(&manifest, "[package]", "name").to_string();
        (name != "knightsat-family").then_some((name, folder))
    });
    all.collect()
}

#[test]
fn crates_have_what_they_are_built_from_and_no_tests() {
    for (name, folder) in crates() {
        let packaged = packaged(&name);
        let has = |path: &Path| packaged.contains(path.strip_prefix(&folder).unwrap());
        for file in files(&folder.join("src")) {
            let is_test = file.ends_with("tests.rs");
            assert_eq!(has(&file), !is_test, "{}", file.display());
            if is_test {
                continue;
            }
            let text = fs::read_to_string(&file).unwrap_or_default();
            let macros = ["include_str!(\"", "include_bytes!(\""];
            for included in macros.iter().flat_map(|begin| text.split(begin).skip(1)) {
                let included = included.split('"').next().unwrap();
                let included = file.with_file_name(included);
                let is_there = packaged.contains(&plain(&included)) || has(&included);
                assert!(is_there, "{name}: {}", included.display());
            }
        }
        let is_test = |path: &&PathBuf| path.starts_with("tests") || path.starts_with("fuzz");
        assert_eq!(packaged.iter().find(is_test), None);
    }
    let root = packaged("knightsat");
    for file in ["LICENSE-MIT", "LICENSE-APACHE", "CHANGELOG.md", "README.md"] {
        assert!(root.contains(Path::new(file)), "{file}");
    }
}

/// The value of the first line `KEY = "VALUE"` after a line.
fn value<'t>(text: &'t str, section: &str, key: &str) -> &'t str {
    let after = text.split(&format!("{section}\n")).nth(1).expect(section);
    let begin = format!("{key} = \"");
    let line = after.lines().find_map(|line| line.strip_prefix(&begin));
    line.expect(key).trim_end_matches('"')
}

#[test]
fn the_python_module_is_of_the_same_version_and_built_from_the_same_crates() {
    let (ours, theirs) = (read("Cargo.toml"), read("python/Cargo.toml"));
    for key in ["version", "edition", "rust-version", "license"] {
        let same = value(&ours, "[workspace.package]", key);
        assert_eq!(same, value(&theirs, "[package]", key), "{key}");
    }
    let [ours, theirs] = ["Cargo.lock", "python/Cargo.lock"].map(|lock| {
        let lock = read(lock);
        let crates = lock.split("[[package]]\nname = \"").skip(1).map(|text| {
            let (name, rest) = text.split_once("\"\nversion = \"").unwrap();
            let (version, _) = rest.split_once('"').unwrap();
            (name.to_string(), version.to_string())
        });
        crates.collect::<BTreeSet<_>>()
    });
    let names: BTreeSet<&String> = ours.iter().map(|(name, _)| name).collect();
    let mut other = theirs
        .difference(&ours)
        .filter(|(name, _)| names.contains(name));
    assert_eq!(other.next(), None);
    assert!(theirs.iter().any(|(name, _)| name == "varisat"));
}

#[test]
fn the_packager_and_the_project_name_one_version_of_maturin() {
    let script = read("scripts/build-packages");
    let version = script.split("maturin_version=").nth(1).unwrap();
    let version = version.lines().next().unwrap();
    let project = read("python/pyproject.toml");
    assert!(project.contains(&format!("\"maturin=={version}\"")));
}

/// Modules without an example, with the reason.
const NO_EXAMPLE: &str = "
crates/solver/src/cadical.rs: examples are run without its feature; tests/cadical/cadical.rs runs it
lab/compare/src/one.rs: it sets limits of the whole process; tests/cluster/compare.rs runs it
";

#[test]
fn every_public_module_opens_with_an_example() {
    let mut modules = 0;
    let folders = ["crates", "lab"]
        .iter()
        .flat_map(|folder| files(&root().join(folder)));
    for file in folders {
        let text = fs::read_to_string(&file).unwrap_or_default();
        let folder = if file.ends_with("mod.rs") || file.ends_with("lib.rs") {
            file.with_file_name("")
        } else {
            file.with_extension("")
        };
        let lines = text
            .lines()
            .filter_map(|line| line.strip_prefix("pub mod "));
        for module in lines.filter_map(|line| line.strip_suffix(';')) {
            let places = [format!("{module}.rs"), format!("{module}/mod.rs")];
            let mut paths = places.iter().map(|place| folder.join(place));
            let path = paths.find(|path| path.exists()).unwrap();
            let text = fs::read_to_string(&path).unwrap();
            let mut opening = text.lines().take_while(|line| line.starts_with("//!"));
            let path = path.strip_prefix(root()).unwrap().display();
            let is_excepted = NO_EXAMPLE.contains(&format!("\n{path}: "));
            assert_ne!(opening.any(|line| line == "//! ```"), is_excepted, "{path}");
            modules += 1;
        }
    }
    assert!(modules > 100, "{modules}");
}
