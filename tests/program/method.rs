//! `solve --method`: what the baselines print.

use crate::common::{program, transcript};

use program::{run, write};
use tempfile::TempDir;
use transcript::check;

#[test]
fn baselines_find_a_tour_or_say_where_they_are_stuck() {
    let dir = TempDir::new().unwrap();
    write(
        dir.path(),
        "ring",
        "p edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 4 1\n",
    );
    check(
        dir.path(),
        r#"
3 solve 8x8 --method warnsdorff --start f8 --leaps 12785634 => unknown: Warnsdorff's rule from f8 is
    stuck at step 62 on b1, 2 of 64 squares left
3 solve 8x8 --method warnsdorff --start f8 --leaps 12785634 --format json => …"unknown"…from f8
    is stuck at step 62 on b1, 2 of 64 squares left…
3 solve 1000x1000 --method warnsdorff => unknown: Warnsdorff's rule from a1 is stuck at step 956024
    on tv997, 43976 of 1000000 squares left
3 solve 8x8 --method warnsdorff --closed => unknown: Warnsdorff's rule from a1 visits all 64
    squares, but ends on e8, from where the path cannot be closed
3 solve 1x1 --method warnsdorff --closed => unknown…
0 solve 1x1 --method warnsdorff --format moves => a1
0 solve --graph DIR/ring --method warnsdorff --closed => 1 2 3 4
1 solve --graph DIR/ring --method backtrack --start 1 --end 3 => no …! …
solve --graph DIR/ring --method warnsdorff --leaps 12345678 => …--leaps…
solve 8x8 --method warnsdorff --leaps 12345677 => …write the digits 1 to 8 in some order…
solve 8x8 --method warnsdorff --amo ladder => --amo is for --method sat, not for warnsdorff
solve 8x8 --method backtrack --three-cnf => --three-cnf is for --method sat, not for backtrack
solve 8x8 --method backtrack --encoding lazy => --encoding is for --method sat, not for backtrack
solve 8x8 --method warnsdorff --solver minisat => --solver is for --method sat, not for warnsdorff
solve 8x8 --method warnsdorff --portfolio varisat,minisat => --portfolio is for --method sat, not
    for warnsdorff
solve 8x8 --method backtrack --no-shortcuts => --no-shortcuts is for --method sat, not for backtrack
solve 8x8 --method warnsdorff --closed --symmetric rot180 => --symmetric is for --method sat, not
    for warnsdorff
solve 8x8 --method backtrack --seed 1 => --seed is for --method sat and --tie random: nothing else
    is chosen at random
solve 8x8 --method backtrack --tie first => --tie is for --method warnsdorff, not for backtrack
solve 8x8 --method warnsdorff --dead-ends => --dead-ends is for --method backtrack, not for
    warnsdorff
solve 8x8 --method sat --leaps 12345678 => --leaps is for --method warnsdorff and backtrack, not
    for sat
"#,
    );
}

#[test]
fn tours_of_baselines_keep_their_ends() {
    for (args, begin, end) in [
        ("8x8 --method warnsdorff --start f8", "f8 ", ""),
        (
            "8x8 --method warnsdorff --start f8 --leaps 12785634 --tie look-ahead",
            "f8 ",
            "",
        ),
        (
            "6x6 --method warnsdorff --closed --leaps 21876543 --start b1",
            "b1 ",
            "",
        ),
        ("6x6 --method warnsdorff --start a1 --end b1", "a1 ", " b1"),
        ("6x6 --method backtrack --end b1", "", " b1"),
        ("6x6 --method backtrack --start a1 --end b1", "a1 ", " b1"),
    ] {
        let (code, out, _) = run(&format!("solve {args} --format moves"));
        assert_eq!(code, 0, "{args}: {out}");
        let moves = out.trim_end();
        assert!(
            moves.starts_with(begin) && moves.ends_with(end),
            "{args}: {out}"
        );
        let squares = if args.starts_with('8') { 64 } else { 36 };
        assert_eq!(moves.split(' ').count(), squares, "{args}");
    }
}

#[test]
fn an_exhausted_search_counts_its_nodes() {
    let (code, out, err) = run("solve 4x4 --method backtrack");
    assert_eq!(code, 1);
    let nodes = err.trim_end().strip_prefix("knightsat: ").unwrap();
    let nodes = nodes.split(' ').next().unwrap();
    assert_eq!(
        err,
        format!("knightsat: {nodes} nodes, {nodes} backtracks\n")
    );
    let expected = "no open knight's tour of 4x4: the search has tried everything";
    assert_eq!(out, format!("{expected}, {nodes} nodes\n"));
}
