//! Clues, rules and symmetries on the command line: every command respects them and mentions them.
//! tests/encodings/rules.rs compares rules with an exhaustive enumeration.

use crate::common::cases::cases;
use crate::common::depth::{self, depth};
use crate::common::program::{bare, document, output, output_with, run, run_with, write};
use crate::common::transcript::{transcript, transcript_in};
use itertools::Itertools;
use knightsat::tour::rule::Atom;
use serde_json::Value;
use std::fs;
use tempfile::TempDir;

const CLUES: &str = "--require a1-b3 --forbid c3-d5 --at 7=e5";

/// The last row is another claim about the same tour.
#[test]
fn tours_are_found_checked_and_drawn() {
    let hows = "|--closed|--closed --encoding adder|--encoding lazy|--closed --encoding lazy\
        |--method backtrack|--method backtrack --leaps 12345678";
    for how in hows.split('|') {
        let kind = ["", "--closed"][usize::from(how.starts_with("--closed"))];
        let noted = ["", " ! …"][usize::from(how.contains("backtrack"))];
        let dir = transcript(&format!(
            "0 solve 6x6 {how} {CLUES} > tour => …[ 7]…{noted}
            0 verify 6x6 {kind} {CLUES} tour --svg t.svg
            1 verify 6x6 {kind} --at 8=e5 tour => ! …step 8…"
        ));
        let drawn = fs::read_to_string(dir.path().join("t.svg")).unwrap();
        for class in ["required", "forbidden", "given"] {
            let (used, styled) = (format!("<path class=\"{class}\""), format!(".{class}{{"));
            assert!(drawn.contains(&used) && drawn.contains(&styled), "{class}");
        }
        let words = "Given: the move a1-b3, no move c3-d5, e5 at step 7.";
        assert!(drawn.contains(words), "{drawn}");
    }
}

#[test]
fn pictures_have_the_clues_alone_and_are_of_a_tour_only_if_it_fits() {
    let plain = output_with("render 3x4 - --svg -", TOUR);
    assert!(!plain.contains("required") && !plain.contains("Given"));
    transcript(&format!(
        r#"tour = a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3
        0 render 3x4 tour --require a1-c2 --at 3=a3 --svg - => …class="required"…class="given"…
        0 render 3x4 tour --at 4=a3 => …[ 3]… ! …not an open knight's tour of 3x4…
        solve 6x6 {CLUES} --method warnsdorff => Warnsdorff's rule does not support required moves…
        0 solve 6x6 {CLUES} --not-at 9=c3 --format json > t => …"require":["a1-b3"],\
            "forbid":["c3-d5"],"at":["7=e5"],"not_at":["9=c3"],…
        0 verify 6x6 {CLUES} --not-at 9=c3 t"#
    ));
}

/// No published number is about such tours.
#[test]
fn counts_say_what_they_are_of() {
    for (args, expected) in cases(
        "5x5 --require a1-b3 => frontier: 1424 open tours with a1-b3, directed
        6x6 --closed --forbid b1-c3 --require c1-d3 => frontier: 1066 closed tours with c1-d3 \
            without b1-c3, undirected
        5x5 --at 13=c3 => search: 256 open tours at 13=c3, directed
        5x5 --at 1=a1,25=e5 => frontier: 56 open tours at 1=a1,25=e5, directed
        3x10 --closed --at 2=a1 --not-at 4=c2 => search: 32 closed tours at 2=a1 not at 4=c2, \
            numbered",
    ) {
        let (method, what) = expected.split_once(": ").unwrap();
        let board = args.split(' ').next().unwrap();
        transcript(&format!(
            "0 count {args} => {what} (knight, {board}, by {method})
            0 count {args} --method search => {what} (knight, {board}, by search)"
        ));
    }
}

/// The published number of 5x5 is of more tours than those with clues.
#[test]
fn checks_hold_all_encodings_against_what_is_given() {
    let table = "0 check 3x4 --require a1-c2 --at 3=a3 --encoding all => …position…
        0 check 4x5 --closed --forbid a1-b3 --encoding all => …position…
        0 check 3x4 --forbid a1-b3 --not-at 5=c1 --encoding all => …position…
        0 sizes 3x4 {--require a1-c2 --at 3=a3|--forbid a1-b3 --not-at 5=c1} --format csv \
            => …given …
        0 sizes 4x5 --closed --forbid a1-b3 --format csv
        0 check 5x5 --start a1 --require a1-b3 --at 3=a5 --encoding position
        count 5x5 --at 13=c3 --method frontier => the frontier method does not support squares \
            at steps…";
    transcript(table);
}

/// A formula that contains the clues or lacks them. Those of arcs and of edges do not have the
/// numbering of a closed tour.
#[test]
fn foreign_formulas_are_checked() {
    let (open, closed) = ("--require a1-c2 --at 3=a3", "--at 4=c3 --not-at 5=e4");
    for (problem, clues, encoding, code) in [
        ("3x4", open, "position --directions both", 1),
        ("3x4", open, "adder --directions both", 1),
        ("3x4", open, "order", 1),
        ("5x6 --closed", closed, "adder --directions both", 0),
        ("5x6 --closed", closed, "order", 0),
    ] {
        transcript(&format!(
            "0 encode {problem} {clues} --encoding {encoding} --map given.map -o given.cnf
            0 check {problem} {clues} --cnf given.cnf --map given.map
            0 encode {problem} --encoding {encoding} --map plain.map -o plain.cnf
            {code} check {problem} {clues} --cnf plain.cnf --map plain.map"
        ));
    }
}

/// A solver may deny tours of a problem without a known count.
#[test]
fn files_remember_what_is_given() {
    let table = r"0 encode 5x5 --require a1-b3 --at 5=c5 --not-at 7=e4 -o t.cnf
        0 lint t.cnf
        10 sat t.cnf > answer
        decode t.cnf answer --format moves \
            || 0 verify 5x5 --require a1-b3 --at 5=c5 --not-at 7=e4 -
        0 decode t.cnf answer => …[ 5]…
        graph = p edge 4 5\ne 1 2\ne 2 3\ne 3 4\ne 4 1\ne 1 3\n
        0 encode --graph graph --require 1-3 --at 2=3 --forbid 1-2 -o t.cnf
        0 lint t.cnf
        10 sat t.cnf > answer
        decode t.cnf answer --format moves \
            || 0 verify --graph graph --require 1-3 --at 2=3 --forbid 1-2 -
        0 encode 6x6 --closed --forbid a1-b3 --no-shortcuts -o t.cnf
        1 decode t.cnf - < UNSAT\n";
    transcript(table);
}

const TOUR: &str = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3";

/// The rule of steps has no variables in an order.
#[test]
fn tours_that_keep_rules_are_found_counted_and_verified() {
    let table = r#"with = after(a1, d3) # d3 first\nnot a1-c2 or d3@1\n
        order = after(a1, d3)\nnot b1-d2\n
        0 solve 3x4 --with order --encoding order || 0 verify 3x4 --with order - => valid: open \
            knight's tour of 3x4, 12 steps
        solve 3x4 --with with {|--encoding textbook} || 0 verify 3x4 --with with -
        0 solve 3x4 --with with --method backtrack || 0 verify 3x4 --with with -
        1 verify 3x4 --with with - < TOUR => ! standard input: not an open knight's tour of 3x4: \
            rule 1 is violated: after(a1, d3)
        1 verify 3x4 --with with --format json - < TOUR => …"reason":"rule 1 is violated: after(a1, \
            d3)"…
        count 3x4 --with with --method frontier => the frontier method does not support rules about…
        solve 3x4 --with with --method warnsdorff => Warnsdorff's rule…
        steps = a1-c2 or d3@1\nnot b1->d2\n
        0 count 3x4 --with steps --method {search|enumerate|enumerate --encoding binary|enumerate \
            --encoding textbook} => 10 open tours under 2 rules, directed…
        moves = cross(a1-c2, b1-a3)\nnot acute(b1) or a1-b3\n
        0 count 3x4 --with moves --method {search|enumerate} => 12 open tours under 2 rules, \
            directed…
        count 3x4 --with moves --method frontier => …rules about moves…use --method search…"#;
    transcript(&table.replace("TOUR", TOUR));
}

/// Files in every format contain their rules, and `decode` needs nothing else.
#[test]
fn a_file_contains_its_rules() {
    let rule = "c2-a1 or not d3@12 or b3->c1 or after(b3, a1) or d1@4 or d1@6 or d1@8 or d1@2";
    let dir = transcript(&format!(
        r"with = {rule}\nnot a1-b3\n
        sums = {rule}\nturns <= 9\n"
    ));
    let file = dir.path().join("t");
    for encoding in ["position", "textbook", "binary", "distance"] {
        let table = format!(
            "0 encode 3x4 --with with --encoding {encoding} -o t
            0 lint t =>
            10 sat t || decode t - --format moves || 0 verify 3x4 --with with -
            0 check --cnf t"
        );
        transcript_in(dir.path(), &table);
        let text = fs::read_to_string(&file).unwrap();
        let mut comments = text.lines().filter(|line| line.starts_with("c "));
        assert!(comments.all(|line| line.len() < 80));
        assert!(text.contains("\nc knightsat with = [[\"a1-c2\",\"not d3@12\","));
    }
    let encode = "0 encode 3x4 --with sums --format smt2 --at-least \"turns 5\" -o t";
    transcript_in(dir.path(), encode);
    let text = fs::read_to_string(&file).unwrap();
    for rule in ["[\"a1-c2\",\"not d3@12\"", "turns <= 9", "turns >= 5"] {
        assert!(text.contains(rule), "{rule}");
    }
}

/// The formula of all tours, which calls itself one of tours under rules.
#[test]
fn a_decoded_tour_is_held_against_the_rules_in_the_file() {
    let table = r"0 encode 3x4 --encoding textbook -o t.cnf
        10 sat t.cnf > answer
        0 decode t.cnf answer --format moves > tour";
    let dir = transcript(table);
    let read = |name| fs::read_to_string(dir.path().join(name)).unwrap();
    let (text, tour) = (read("t.cnf"), read("tour"));
    let taken = format!("not {}", tour.split_whitespace().take(2).join("-"));
    let no_fact = "liar.cnf:8:1: with: 'a1+b1' is not a fact of a tour…";
    for (rule, message) in [
        (&taken[..], "…rule 1 is violated: not …"),
        ("a1-b1", "…a1-b1 is not a move of the knight on 3x4…"),
        ("a1+b1", no_fact),
    ] {
        let claim = format!("c knightsat with = [[\"{rule}\"]]\np cnf");
        write(dir.path(), "liar.cnf", &text.replacen("p cnf", &claim, 1));
        transcript_in(dir.path(), &format!("decode liar.cnf answer => {message}"));
    }
}

/// A formula of all tours has models that violate the rules. The first rules about a formula in an
/// order are not in it. A rule may name the later square of a move first.
#[test]
fn check_compares_formulas_with_tours_that_keep_the_rules() {
    let table = r"with = not b1-d2 or a1@3\n
        0 check 3x4 --with with => …position…textbook…binary…order…distance…crt…
        0 encode 3x4 --encoding order -o order.cnf --map order.map
        0 encode 3x4 --encoding textbook --three-cnf no -o t.cnf
        rule = not b3-d2
        1 check 3x4 --cnf order.cnf {|--most 3} --with rule
        0 check 3x4 --encoding order --with rule
        rule = not d2-b3
        1 check 3x4 --cnf order.cnf --with rule
        rule = not b3-d2 or a1-b3
        1 check 3x4 --cnf order.cnf --most 3 --with rule
        rule = b3-d2
        0 check 3x4 --encoding order --with rule
        rule = a1->b3 or d2-b3
        0 check 3x4 --encoding order --with rule";
    let dir = transcript(table);
    let text = fs::read_to_string(dir.path().join("t.cnf")).unwrap();
    write(dir.path(), "bare.cnf", &bare(&text));
    let table = "0 check 3x4 --cnf bare.cnf --map (i-1)*N+v
        1 check 3x4 --cnf bare.cnf --map (i-1)*N+v --with with => …rule 1 is violated: not b1-d2 \
            or a1@3…";
    transcript_in(dir.path(), table);
    let crosses = ["cross(a1-c2, b1-b3)", "cross(c2-a1, b3-b1)"].map(|text| {
        let text: Atom<String> = text.parse().unwrap();
        let numbers = ["a1", "b1", "c2", "b3"];
        let number = |name: &String| numbers.iter().position(|&other| other == name);
        text.try_map(|name| number(name).map(|number| number as u32).ok_or(()))
    });
    assert!(crosses.iter().all_equal());
}

/// Moves are those of the piece.
#[test]
fn faults_of_rules_are_told_with_file_line_and_column() {
    let dir = TempDir::new().unwrap();
    write(dir.path(), "long", &"#".repeat((1 << 22) + 1));
    let table = r"far = a1-c2\n  not a9@3\n
        solve 3x4 --with far => far:2:7: a9 is not on the 3x4 board (did you mean a3?)
        leap = a1-d2\n
        encode 5x5 --with leap => leap:1:1: a1-d2 is not a move of the knight on 5x5 (did you mean \
            a1-c2?)
        0 encode 5x5 --leaper 1,3 --with leap
        solve 3x4 --with no-such-file => no-such-file: no such file…
        solve 3x4 --with - => --with -: name a file…
        step = d1@3\n
        count 3x4 --method frontier --with step => …the frontier method does not support rules \
            about steps, as in rule 1: use --method search…
        {solve|puzzle} 5x6 --closed --with step => a closed tour has no first step…
        other = e1@3\n
        0 solve 5x6 --closed --start a1 --with other --format moves
        check --with step => --with: name the BOARD too…
        solve 3x4 --with long => …any list of rules…
        both = a1@1\nnot a1@1\n
        1 puzzle 4x5 --with both => …under 2 rules…";
    transcript_in(dir.path(), table);
}

#[test]
fn a_puzzle_has_one_solution_that_keeps_its_rules() {
    let dir = TempDir::new().unwrap();
    let texts = |value: &Value, between: &str| {
        let names = value.as_array().unwrap().iter();
        names.map(|name| name.as_str().unwrap()).join(between)
    };
    let open = ("4x5", "after(a1, e4) or a1@3\nnot b2-d3\n");
    for (board, text) in [open, ("5x6 --closed", "a1-b3\nnot c3-e4 or d1-f2\n")] {
        let with = write(dir.path(), "rules.txt", text);
        let board = format!("{board} --with {with}");
        let json = document(0, &format!("puzzle {board} --format json"));
        assert_eq!(json["with"].as_array().unwrap().len(), 2, "{json}");
        let at = texts(&json["givens"], ",");
        let mut table = format!(
            "0 count {board} --at {at} => 1 …
            0 solve {board} --at {at} --unique\n"
        );
        let witnesses = json["witnesses"].as_array().unwrap().iter();
        for tour in witnesses.chain([&json]) {
            let moves = texts(&tour["moves"], " ");
            table += &format!("0 verify {board} - < {moves}\n");
        }
        transcript(&table);
        let page = output(&format!("puzzle {board} --html -"));
        for line in text.lines() {
            let item = format!("<li><code>{line}</code></li>");
            assert!(page.contains(&item), "{line}");
        }
    }
}

/// Even a redundant step besides the ends makes a numbering.
#[test]
fn steps_that_repeat_an_end_do_not_number_a_closed_tour() {
    let repeated = "{|--start a1|--at 1=a1|--start a1 --at 1=a1|--start a1 --at 1=a1,1=a1|\
        --at 30=b3|--end b3 --at 30=b3|--start a1 --end b3|--start a1 --end b3 --at 1=a1,30=b3}";
    // The binary encoding takes longest.
    let methods = "|--method search|--encoding position|--encoding binary";
    for method in methods.split('|').take(depth(4, 3)) {
        transcript(&format!(
            "0 count 5x6 --closed {repeated} {method} => 8 …undirected…
            0 count 5x6 --closed --start a1 --not-at 2=a1 {method} => 16 …numbered…
            0 count 5x6 --closed {{--start a1 --at 2=b3|--at 2=b3,30=c2}} {method} => 8 …numbered…
            0 count 5x6 --closed --start a1 --at 1=b3 {method} => 0 …numbered…"
        ));
    }
}

/// A half turn has a fixed square on an odd board. A named method counts in any case. Clues are no
/// reason to say that no tour of the board has the symmetry.
#[test]
fn what_has_no_tour_gives_the_reason_at_once_or_is_written_without_short_cuts() {
    let table = "0 count 41x41 --closed => 0 closed…841 of one colour and 840 of the other…
        0 count 9x9 --closed => …41 of one colour and 40 of the other…
        0 count 9x9 --closed --symmetric rot180 --start b1 => 0 …: it leaves e5 where it is, …
        0 count 3x200 --start a1 --at 3=a2 => …cannot both hold…
        0 count 5x5 --closed --limit 3 => …colour…
        0 count 5x5 --closed --method search => …by search)…
        0 count 5x5 --closed --encoding position => …by enumerate)…
        0 encode 8x8 --closed --symmetric rot90 => …p cnf 0 1 | 0
        0 encode 6x6 --closed --symmetric rot90 --at 1=a1,2=b1
        encode {3x4 --closed --symmetric rot180|4x4 --closed --symmetric rot90} \
            --encoding {position|textbook|binary} --no-shortcuts || 20 sat -";
    transcript(table);
}

/// Without the contradiction the certificate of a single square is refused.
#[test]
fn formulas_of_unsorted_graphs_are_those_of_their_graphs() {
    let args = "--graph graph --closed --start 2";
    transcript(&format!(
        r"graph = p edge 5 8\ne 5 3\ne 2 1\ne 4 3\ne 3 1\ne 2 3\ne 5 4\ne 5 1\ne 4 2\n
        0 encode {args} --encoding order -o t.cnf
        0 check {args} --cnf t.cnf
        0 encode {args} -o t.cnf
        0 check {args} --cnf t.cnf
        0 prove 1x1 --at 1=a1 --not-at 1=a1 -o proof
        0 verify 1x1 --at 1=a1 --not-at 1=a1 --certificate proof => valid…
        1 verify 1x1 --certificate proof"
    ));
}

#[test]
fn a_tour_that_a_half_turn_reverses_is_named() {
    let (_, tours, _) = run("count 3x10 --closed --enumerate");
    let verify = |name: &str, tour: &str| {
        let args = format!("verify 3x10 - --closed --symmetric {name}");
        let (code, _, err) = run_with(&args, tour);
        let is_told =
            err.contains("is not symmetric") || err.contains("maps the tour to its reverse");
        assert!(code == 0 || is_told, "{err}");
        (code == 0, err.contains("to its reverse"))
    };
    let count = |name, expected| {
        let found = tours.lines().filter(|tour| verify(name, tour) == expected);
        found.count()
    };
    assert_eq!(count("rot180", (true, false)), 0);
    assert_eq!(count("rot180", (false, true)), 4);
    // The same four, by the symmetry that demands the reverse.
    for name in ["rot180-reversed", "bergholtian"] {
        assert_eq!(count(name, (true, false)), 4);
    }
}

#[test]
fn a_symmetry_that_no_tour_has_is_an_answer() {
    let fixed = "it leaves a2, b2 and c2 where they are, and a tour that it \
        reverses has at most two such squares";
    let reversed = "rot180 must keep the direction: rot180-reversed is for tours that it \
        maps to their reverse";
    transcript(&format!(
        "1 solve 3x10 --closed --symmetric flip-ranks-reversed{{| --unique| --minimize turns}} => \
            no closed knight's tour of 3x10 with the symmetry flip-ranks-reversed: {fixed}…
        1 solve 3x10 --closed --symmetric flip-ranks --format json => …\"reason\":\"it leaves a2 …
        0 count 3x10 --closed --symmetric flip-ranks-reversed => 0 closed tours with the symmetry \
            flip-ranks-reversed, undirected (knight, 3x10): {fixed}
        1 solve 3x10 --closed --symmetric rot180 => … ! …{reversed}…
        0 count 3x10 --closed --symmetric rot180 => 0 closed … ! …{reversed}…
        0 count 3x10 --closed --symmetric rot180-reversed => 4 closed …"
    ));
}

#[test]
fn large_boards_have_reversed_tours_and_others_none() {
    let table = "0 solve 41x50 --closed --symmetric rot180-reversed --format moves > tour
        0 verify 41x50 tour --closed --symmetric bergholtian
        0 stats 41x50 tour --closed => …rot180 (reverses the tour)…
        1 solve 6x6 --closed --symmetric rot180-reversed
        solve 6x6 --closed --symmetric eulerian --format moves \
            || 1 verify 6x6 - --closed --symmetric rot180-reversed => ! …the symmetry keeps the \
            direction of the tour: this --symmetric demands its reverse…";
    transcript(table);
}

/// The last check takes longest.
#[test]
fn our_formulas_of_quarter_turns_are_right_whatever_fixes_the_direction() {
    let ends = "{|--start a1|--end b3|--start a1 --end b3}";
    let quarter = "6x6 --closed --symmetric rot90";
    transcript(&format!(
        "0 solve {quarter} {ends}
        0 check {quarter} {ends} --encoding {{position|binary}}
        0 solve {quarter} --at 1=a1,2=b3
        0 check {quarter} --at 1=a1,2=b3 --encoding position"
    ));
    if depth::is_full() {
        let check = format!("0 check {quarter} --at 1=a1,2=b3 --encoding binary");
        transcript(&check);
    }
}
