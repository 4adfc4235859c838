//! What a test needs and not every machine has. Nothing else reads REQUIRE_SOLVERS, so
//! The tests in tests/solvers use it.

/// Whether a test that needs `what` can run; if not it is skipped, or fails with REQUIRE_SOLVERS=1.
pub fn is_usable(is_there: bool, what: &str) -> bool {
    let is_required = std::env::var("REQUIRE_SOLVERS").as_deref() == Ok("1");
    assert!(is_there || !is_required, "missing: {what}");
    if !is_there {
        eprintln!("skipped: missing {what}, see scripts/install-solvers");
    }
    is_there
}
