//! Replays the corpus that fuzzing left in fixtures/fuzz, through the very functions that are
//! fuzzed. scripts/fuzz does the fuzzing.

#[path = "../../fuzz/src/lib.rs"]
mod targets;

use std::fs;
use std::path::Path;

#[test]
fn what_fuzzing_kept_still_holds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/fuzz");
    for (name, target) in targets::TARGETS {
        let files = fs::read_dir(root.join(name)).unwrap();
        let mut count = 0;
        for file in files {
            let path = file.unwrap().path();
            let data = fs::read(&path).unwrap();
            let held = std::panic::catch_unwind(|| target(&data));
            assert!(held.is_ok(), "{}", path.display());
            count += 1;
        }
        assert!(count > 5, "{name}: only {count} files");
    }
}

#[test]
fn every_target_is_fuzzed_and_replayed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = fs::read_dir(root.join("fuzz/fuzz_targets")).unwrap();
    let mut found: Vec<String> = files
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    found.sort();
    let expected = targets::TARGETS.map(|(name, _)| format!("{name}.rs"));
    assert_eq!(found, expected);
}
