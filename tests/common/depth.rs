//! The depth of the tests: `KNIGHTSAT_DEPTH=full` runs all cases of the tests that take longest.

/// Returns true for the full depth, and false for a quick run.
pub fn is_full() -> bool {
    match std::env::var("KNIGHTSAT_DEPTH").as_deref() {
        Ok("full") => true,
        Ok("quick") | Err(_) => false,
        Ok(other) => panic!("KNIGHTSAT_DEPTH={other}: full or quick"),
    }
}

/// Returns the number for the full depth, or the one for a quick run.
pub fn depth(full: usize, quick: usize) -> usize {
    if is_full() { full } else { quick }
}
