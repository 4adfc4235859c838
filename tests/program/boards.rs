//! Options of the tour and of the formula, boards with holes, other leapers and the baselines of
//! `--method`, end to end.

use crate::common::program::{output, run};
use crate::common::transcript::transcript;
use std::collections::HashMap;

fn header(formula: &str) -> String {
    let mut lines = formula.lines();
    lines.find(|line| line.starts_with("p cnf")).unwrap().into()
}

/// Every option changes the formula, and each formula still gives tours.
#[test]
fn every_option_has_its_effect() {
    let encode = |options: &str| header(&output(&format!("encode 6x6 {options}")));
    let amo =
        "pairwise|ladder|sequential|product,pairwise|pairwise,product|commander|bimander|bitwise";
    let amo = amo.split('|').map(|amo| format!("--closed !--amo {amo}"));
    let others = "!--textbook|--closed !--textbook|!|!--three-cnf|!--directions both|--start a1 !\
        |--end b1 !|--closed --symmetric rot180 !|--closed --symmetric rot90 !|--closed !\
        |--closed !--directions one|--closed !--arcs no";
    let mut seen = HashMap::new();
    for row in others.split('|').map(str::to_string).chain(amo) {
        let (tour, option) = row.split_once('!').unwrap();
        if let Some(other) = seen.insert(encode(&format!("{tour} {option}")), row.clone()) {
            panic!("'{row}' and '{other}' have formulas of the same size");
        }
        if option != "--textbook" {
            let solve = format!("solve 6x6 {tour} {option} --format moves");
            transcript(&format!("{solve} || 0 verify 6x6 - {tour}"));
        }
    }
    assert_eq!(encode("--amo auto --closed"), encode("--closed"));
}

/// The eight squares around the hole are a ring: one closed tour. A formula describes its holes, so
/// that decode needs nothing but two files. An asymmetric tour is no symmetric one.
#[test]
fn holes_leapers_and_symmetries_are_those_of_the_tour() {
    let table = r"ring = ...\n.#.\n...\n
        solve ring --closed {|--amo pairwise --arcs no} --format {board|moves|json} \
            || 0 verify ring - --closed => …tour of 3x3 with a hole, 8 steps
        solve ring --start b1 --format {board|moves|json} || 0 verify ring - --start b1 \
            => …tour of 3x3 with a hole, 8 steps
        solve ring --format json || verify 3x3 - => …a board with other holes…
        0 encode ring --closed -o t.cnf
        10 sat t.cnf || 0 decode t.cnf -
        solve ring --start b2 => --start: b2 is a hole
        0 solve ring --start b1 --format moves > open
        0 stats ring open => … ! open: its ends are a move apart: --closed?
        0 stats ring open --closed
        ragged = ...\n..\n
        solve ragged => ragged:2:3: this rank has 2 files, and the first one has 3…
        solve board.txt => …or name a file that draws the board…
        0 solve 10x10 --leaper 1,4 --closed --format json > 10x10
        0 solve 3x3 --leaper 0,1 --format json > 3x3
        0 solve 4x4 --leaper 1,0 --closed --format json > 4x4
        0 solve 5x7 --leaper 0,1 --start c3 --format json > 5x7
        0 verify {10x10 ./10x10 --leaper 1,4 --closed|3x3 ./3x3 --leaper 0,1}
        0 verify {4x4 ./4x4 --leaper 1,0 --closed|5x7 ./5x7 --leaper 0,1 --start c3}
        verify {10x10 ./10x10|3x3 ./3x3|4x4 ./4x4|5x7 ./5x7} => …this document is about …
        1 solve 4x4 --leaper 1,1 => no open (1,1)-leaper's tour of 4x4:…
        solve 8x8 --leaper 0,0 => …the 0,0 leaper stands still: it has no moves…
        solve 8x8 --leaper 3 => …write the two distances of the leap, such as 1,2…
        solve 8x8 --closed --format moves || 1 verify 8x8 - --closed --symmetric rot180 => ! …the \
            tour is not symmetric: step 33 is on…";
    transcript(table);
}

/// A torus, a cylinder, a box or a piece of several leaps is a place like a board: solved, counted,
/// written to files that describe it, and verified.
#[test]
fn boards_with_joined_sides_layers_and_several_leaps_are_places() {
    let table = r"
        0 count {4x4 --wrap both --closed|4x4 --closed --wrap both --encoding crt} => …1344 closed…
        0 count 2x2 --leaper king --closed => 3 closed…
        0 count {3x4 --leaper 1,2|3x4 --leaper 1,2/1,2} => 16 open…
        0 solve 5x5 --wrap both --closed --format json > torus
        0 solve 6x6 --wrap files --closed --format json > cylinder
        0 solve 4x4x4 --closed --format json > cube
        0 solve 8x8 --leaper king --format json > king
        0 verify {5x5 ./torus --wrap both|6x6 ./cylinder --wrap files|4x4x4 ./cube} --closed
        0 verify 8x8 ./king --leaper {king|0,1/1,1|1,0/1,1}
        verify {5x5 ./torus|5x5 ./torus --wrap files|6x6 ./cylinder|8x8 ./king} => …this document is about …
        verify 4x4 ./cube => …this document is about the knight on 4x4x4, not about …
        1 solve 4x4 --wrap {files|ranks} --closed => no closed knight's tour of the 4x4 cylinder of joined …
        0 encode {6x6 --leaper 1,2/0,1|4x4x4|5x5 --wrap both} --closed --encoding crt -o t.cnf
        10 sat t.cnf || 0 decode t.cnf - --format moves
        numbered = 1 . .\n. . .\n. . 9\n
        0 solve numbered --leaper king --format moves => a3 … c1
        0 solve numbered --leaper king --wrap both --format moves => a3 … c1
        0 solve 2x3x2 --leaper 0,1 --start Aa1 --end Ba1 --format moves
        0 solve 2x2x3 --leaper 0,1 => A |…| B |…
        0 solve 5x5 --wrap both --closed > drawn
        0 verify 5x5 --wrap both --closed drawn
        0 solve 3x4x2 --only reentrant > drawn
        0 verify 3x4x2 drawn
        0 render 3x4x2 drawn --svg drawn.svg => ! …: its ends are a move apart: --closed?
        verify 3x4x3 drawn => drawn:1:1: 'A' is not a vertex…
        swapped = A\n1 2\n4 3\nB\n6 5\n7 9\n
        1 verify 2x2x2 --leaper 0,1 swapped => ! swapped: …
        0 solve 6x6 --leaper king --closed --minimize crossings --format moves => … ! …
        0 stats 8x8 ./king --leaper king => open king's tour of 8x8, 64 steps…symmetries: …
        stats 4x4x4 ./cube --statistic crossings => …
        few = turns <= 10\n
        0 solve 5x3 --wrap ranks --closed --minimize turns --format moves > least => … ! …turns: 10, optimal
        0 stats 5x3 ./least --wrap ranks --closed => …| turns      10 | straight    5 |…| bent …| slope-2…
        0 count 5x3 --wrap ranks --closed --by turns {|--method frontier} => 276 …|    10     32 | …
        0 count 5x3 --wrap ranks --closed --with few {|--encoding crt} => 32 closed…
        0 render 5x3 ./least --wrap ranks --closed --mark turns --svg - => …, turns: 10<…
        {solve 5x5 --minimize|count 5x5 --by} crossings --wrap both => …crossings are between moves that cross no joined side…
        {solve|count} 4x4 --wrap both --closed --only turning => …on the 4x4 torus, leaps in different directions lead to the same square…
        solve {6x6 --wrap both|4x4x4|6x6 --leaper king} --closed --symmetric rot180 => …does not support a symmetry: use a flat board with a piece of one leap, such as the knight
        solve 6x6 --wrap up => …'up' is no side: write files, ranks or both…
        solve 8x8 --leaper kng => …no piece 'kng': write its leaps, such as 1,3 or 0,1/1,1, …
        solve 300x300x300 => …300x300x300 is too large: the limit …
        solve --graph cube --wrap both => …";
    transcript(table);
}

/// A negated formula has its clauses with opposite signs of the tour's variables, and an equal set
/// of tours.
#[test]
fn negated_formulas_have_the_same_tours() {
    let formula = |option: &str| output(&format!("encode 3x4 --start a1 --amo pairwise {option}"));
    let (plain, negated) = (formula(""), formula("--negate"));
    assert_eq!(header(&plain), header(&negated));
    // The first group is all pairs of squares of a step.
    let first = |text: &str| {
        let mut clauses = text.lines().filter(|line| !line.starts_with(['c', 'p']));
        clauses.next().unwrap().to_string()
    };
    assert_eq!(first(&plain).replace('-', ""), first(&negated));
    let table = "solve 6x6 --closed --negate --format moves || 0 verify 6x6 - --closed
        1 solve 4x4 --negate";
    transcript(table);
}

#[test]
fn baselines_find_a_tour_or_say_where_they_are_stuck() {
    let table = r#"
ring = p edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 4 1\n
3 solve 8x8 --method warnsdorff --start f8 --leaps 12785634 => unknown: Warnsdorff's rule from f8 is \
    stuck at step 62 on b1, 2 of 64 squares left
3 solve 8x8 --method warnsdorff --start f8 --leaps 12785634 --format json => …"unknown"…from f8 \
    is stuck at step 62 on b1, 2 of 64 squares left…
3 solve 1000x1000 --method warnsdorff => unknown: Warnsdorff's rule from a1 is stuck at step 956024 \
    on tv997, 43976 of 1000000 squares left
3 solve 8x8 --method warnsdorff --closed => unknown: Warnsdorff's rule from a1 visits all 64 \
    squares, but ends on e8, from where the path cannot be closed
3 solve 1x1 --method warnsdorff --closed => unknown…
0 solve 1x1 --method warnsdorff --format moves => a1
0 solve --graph ring --method warnsdorff --closed => 1 2 3 4
1 solve --graph ring --method backtrack --start 1 --end 3 => no …! …
solve --graph ring --method warnsdorff --leaps 12345678 => …--leaps…
solve 8x8 --method warnsdorff --leaps 12345677 => …write the digits 1 to 8 in some order…
solve 8x8 --method warnsdorff {--amo ladder|--solver minisat|--portfolio varisat,minisat} => --… is \
    for --method sat
solve 8x8 --method warnsdorff --closed --symmetric rot180 => Warnsdorff's rule does not support a \
    symmetry: use --method backtrack or sat
solve 8x8 --method backtrack {--three-cnf|--encoding lazy|--no-shortcuts} => --… is for --method sat
solve 8x8 --method backtrack --seed 1 => --seed is for --method sat and --tie random: nothing else \
    is chosen at random
solve 8x8 --method backtrack --tie first => --tie is for --method warnsdorff
solve 8x8 --method warnsdorff --dead-ends => --dead-ends is for --method backtrack
"#;
    transcript(table);
}

#[test]
fn tours_of_baselines_keep_their_ends_and_an_exhausted_search_counts_its_nodes() {
    let table = "solve 8x8 --method warnsdorff --start f8 {|--leaps 12785634 --tie look-ahead} \
            --format moves || 0 verify 8x8 --start f8 -
        0 solve 6x6 --method warnsdorff --closed --leaps 21876543 --start b1 --format moves > t \
            => b1 …
        0 verify 6x6 --closed t
        0 solve 6x6 --method {warnsdorff|backtrack} --start a1 --end b1 --format moves \
            || 0 verify 6x6 --start a1 --end b1 -
        0 solve 6x6 --method backtrack --end b1 --format moves || 0 verify 6x6 --end b1 -";
    transcript(table);
    let (code, out, err) = run("solve 4x4 --method backtrack");
    let nodes = err.split(' ').nth(1).unwrap();
    let expected = format!("knightsat: {nodes} nodes, {nodes} backtracks\n");
    assert!(code == 1 && err == expected, "{err}");
    let expected = "no open knight's tour of 4x4: the search has tried everything";
    assert_eq!(out, format!("{expected}, {nodes} nodes\n"));
}
