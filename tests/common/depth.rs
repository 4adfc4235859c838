//! The depth of the tests: `KNIGHTSAT_DEPTH=full` runs all cases of the tests that take longest.

/// Returns the number for the full depth, or the one for a quick run.
pub fn depth(full: usize, quick: usize) -> usize {
    match std::env::var("KNIGHTSAT_DEPTH").as_deref() {
        Ok("full") => full,
        Ok("quick") | Err(_) => quick,
        Ok(other) => panic!("KNIGHTSAT_DEPTH={other}: full or quick"),
    }
}
