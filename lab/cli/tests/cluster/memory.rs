//! No process exceeds the memory limit.
#![cfg(target_os = "linux")]

use crate::common::fakes::Fakes;

#[test]
fn the_limit_of_memory_is_kept() {
    let fakes = Fakes::new();
    for (args, code, told) in [
        // SIGABRT.
        (
            "solve 1500x1500 --memory 100",
            None,
            "memory allocation of ",
        ),
        (
            "count 12x12 --memory 100",
            Some(2),
            "allow more with --memory",
        ),
    ] {
        let outcome = fakes.run(args);
        assert_eq!(outcome.code, code, "{args}: {outcome:?}");
        let is_told = outcome.err.contains(told);
        assert!(is_told, "{args}: {outcome:?}");
        // The program itself, which a backtrace reads, is no data.
        let used = outcome.memory >> 20;
        assert!((10..=200).contains(&used), "{args}: {outcome:?}");
        fakes.assert_nothing_runs();
    }
    let fakes = Fakes::new();
    let outcome = fakes.run("solve 8x8 --memory 100 --format moves");
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    // A solver has the same limit.
    let script = "test $(ulimit -d) -le 204800 && cat $MODEL; exit 10";
    assert_eq!(fakes.solve(script, "--memory 200").code, Some(0));
    assert_eq!(fakes.solve(script, "").code, Some(2));
}
