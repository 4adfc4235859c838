//! Statistics and versions of real solvers in the rows of comparisons.
#![cfg(target_os = "linux")]

use crate::common::program::document;
use crate::common::required::is_usable;

use knightsat_solver::external::find;
use serde_json::Value;

/// A solver may refute without a conflict, but not without propagation.
#[test]
fn solvers_print_their_conflicts_and_propagations() {
    for solver in ["minisat", "cadical", "kissat"] {
        let true = is_usable(find(solver).is_some(), solver) else {
            continue;
        };
        let args = format!("compare 4x6 --closed --encoding order --solver {solver} --format json");
        let row = &document(0, &args)["rows"][0];
        assert_eq!(row["verdict"], "none", "{row}");
        assert!(row["conflicts"].is_u64(), "{row}");
        assert!(row["propagations"].as_u64() > Some(0), "{row}");
        // MiniSat has no option for it.
        let version = row["solver_version"].as_str().unwrap();
        assert_eq!(version.starts_with("sha256:"), solver == "minisat", "{row}");
    }
}

/// Models are read as without statistics.
#[test]
fn statistics_do_not_disturb_answers() {
    for solver in ["minisat", "cadical", "kissat"] {
        let true = is_usable(find(solver).is_some(), solver) else {
            continue;
        };
        let args = format!("compare 6x6 8x8 --encoding crt --solver {solver} --format json");
        let rows = document(0, &args);
        let is_tour = |row: &Value| row["verdict"] == "tour" && row["checked"] == true;
        assert!(
            rows["rows"].as_array().unwrap().iter().all(is_tour),
            "{rows}"
        );
    }
}
