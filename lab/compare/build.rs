//! Names the commit for records of comparisons.

use std::path::Path;
use std::process::Command;

/// Returns what git says, without the last newline.
fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok()?;
    let said = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| said.trim_end().to_string())
}

fn main() {
    println!("cargo:rerun-if-env-changed=KNIGHTSAT_COMMIT");
    println!("cargo:rerun-if-changed=build.rs");
    let mut commit = std::env::var("KNIGHTSAT_COMMIT").ok();
    // A packed crate may lie in a foreign repository.
    if commit.is_none() && Path::new("../../.git").exists() {
        // Each commit and checkout adds a line to the log.
        let log = git(&["rev-parse", "--git-path", "logs/HEAD"]);
        let sources = ["../../src", "../../crates", "..", "../../Cargo.lock"].map(String::from);
        for path in sources.into_iter().chain(log) {
            println!("cargo:rerun-if-changed={path}");
        }
        commit = git(&[
            "describe",
            "--always",
            "--dirty",
            "--abbrev=40",
            "--exclude=*",
        ]);
    }
    if let Some(commit) = commit {
        println!("cargo:rustc-env=KNIGHTSAT_COMMIT={commit}");
    }
}
