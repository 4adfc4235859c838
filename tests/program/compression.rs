//! zstd and xz: libraries in the lab's program, and programs for that of the core.

use crate::common::program;

use program::{is_lab, knightsat};
use std::fs;

#[test]
fn without_the_programs_only_the_lab_packs_and_unpacks() {
    let dir = tempfile::tempdir().unwrap();
    for (ending, name, magic) in [
        ("zst", "zstd", &b"\x28\xb5\x2f\xfd...."[..]),
        ("xz", "xz", b"\xfd7zXZ\0...."),
    ] {
        let file = dir.path().join(format!("t.cnf.{ending}"));
        let run = |args: &str| {
            let mut command = knightsat(args);
            // No program is there.
            let output = command.arg(&file).env("PATH", dir.path()).output();
            let output = output.unwrap();
            let err = String::from_utf8(output.stderr).unwrap();
            (output.status.code().unwrap(), err)
        };
        let written = run("encode 3x4 -o");
        if is_lab() {
            assert_eq!(written, (0, String::new()));
            assert!(fs::read(&file).unwrap().starts_with(&magic[..4]));
            assert_eq!(run("sat"), (10, String::new()));
            continue;
        }
        let remedy = |remedy: &str| (2, format!("knightsat: {}: {remedy}\n", file.display()));
        let install = format!("the program {name} is not installed: install it, or");
        assert_eq!(written, remedy(&format!("{install} end the name in .gz")));
        assert!(!file.exists());
        fs::write(&file, magic).unwrap();
        let read = format!("compressed with {name}, and {install} unpack the file first");
        assert_eq!(run("sat"), remedy(&read));
    }
}
