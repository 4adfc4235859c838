//! External requirements of tests. Nothing else reads REQUIRE_SOLVERS, so tests with such
//! requirements belong to tests/solvers.

/// Returns true if a test that needs `what` can run. If not, the test is skipped, or fails with
/// REQUIRE_SOLVERS=1.
pub fn is_usable(is_there: bool, what: &str) -> bool {
    let is_required = std::env::var("REQUIRE_SOLVERS").as_deref() == Ok("1");
    assert!(is_there || !is_required, "missing: {what}");
    if !is_there {
        eprintln!("skipped: missing {what}, see scripts/install-solvers");
    }
    is_there
}
