//! The command line as a person meets it: arguments, answers, exit codes.

use crate::common::{program, waiting};

use program::{error, has, run, run_with};
use rustix::process::Signal;
use waiting::interrupted;

#[test]
fn bad_arguments_are_told_in_one_line() {
    for (args, expected) in [
        (
            "solve 8",
            "BOARD: '8' is not a board: write RANKSxFILES, for example 8x8, or name a file that draws the board (see --help)",
        ),
        (
            "solve 0x8",
            "BOARD 0x8: a 0x8 board has no squares (see --help)",
        ),
        ("solve", "missing: <BOARD> (see --help)"),
        (
            "solve 8x8 --start j1",
            "--start: j1 is not on the 8x8 board",
        ),
        ("encode 8x8 --end a9", "--end: a9 is not on the 8x8 board"),
        (
            "solve 8x8 --start a1 --end a1",
            "start and end are the same, but a tour of 64 steps needs two different ones",
        ),
        (
            "solve 8x8 --start x",
            "--start: 'x' is not a square: write a file and a rank such as a1, or rank,file such as 1,1",
        ),
        (
            "solve 8x8 --opened",
            "unexpected argument '--opened' found; a similar argument exists: '--seed' (see --help)",
        ),
        (
            "sizs 8x8",
            "unrecognized subcommand 'sizs'; a similar subcommand exists: 'sizes' (see --help)",
        ),
        (
            "solve 8x8 --timeout -1",
            "--timeout -1: write a number of seconds",
        ),
        (
            "solve 8x8 --timeout 1e300",
            "--timeout 1e300: write a number of seconds from 0 to 1e9",
        ),
        (
            "solve 8x8 --timeout 1,5",
            "--timeout 1,5: write a number (see --help)",
        ),
        (
            "solve 8x8 --memory 3",
            "--memory 3: write a number from 64 to 1073741824 (see --help)",
        ),
        (
            "solve 5x5 --threads 99999999999999999999",
            "--threads 99999999999999999999: write a number from 1 to 1024 (see --help)",
        ),
        (
            "solve 8x8 --seed x",
            "--seed x: write a whole number (see --help)",
        ),
        (
            "encode 8x8 --encoding crt --modulus x",
            "--modulus x: write a product such as 21, or exact",
        ),
        ("verify 8x8 /nowhere/tour", "/nowhere: no such folder"),
        (
            "encode 8x8 --amo best",
            "--amo best: 'best' is not an at-most-one encoding: write one of pairwise, ladder, ",
        ),
        (
            "encode 8x8 --amo all",
            "--amo all is for sizes, check and compare: name one encoding, or two",
        ),
        (
            "encode 8x8 --textbook --amo product",
            "the argument '--textbook' cannot be used with '--amo <NAME>' (see --help)",
        ),
        (
            "encode 8x8 --symmetric rot90",
            "missing: --closed (see --help)",
        ),
        (
            "encode 8x8 --closed --symmetric rot90",
            "no tour of 8x8 has the symmetry rot90: every move changes colour; the turn takes a1 to a8, and 16 moves between them do not fit their colours",
        ),
        (
            "encode 6x8 --closed --symmetric rot90",
            "rot90: a quarter turn of a 6x8 board is another board",
        ),
        (
            "solve 7x7 --closed --symmetric rot180",
            "rot180: it leaves d4 where it is, a tour does not",
        ),
        (
            "solve 6x6 --closed --symmetric rot45",
            "--symmetric: 'rot45' is no symmetry: write rot180 or rot90 or flip-ranks or flip-files or rot180-reversed or flip-ranks-reversed or flip-files-reversed (see --help)",
        ),
        (
            "solve 6x6 --closed --symmetric rot90-reversed",
            "--symmetric: 'rot90-reversed' is no symmetry: write rot180 or",
        ),
        (
            "solve 3x10 --symmetric rot180-reversed",
            "missing: --closed",
        ),
        (
            "solve 5x6 --closed --symmetric flip-ranks-reversed",
            "flip-ranks-reversed: it leaves a3, b3 and c3 where they are, and a tour that it reverses has at most two such squares",
        ),
        (
            "count 3x10 --closed --symmetric bergholtian --method frontier",
            "the frontier method does not support a symmetry that reverses the tour: use --method search or enumerate",
        ),
        (
            "encode 8x8 --arcs maybe",
            "--arcs maybe: write yes or no (see --help)",
        ),
        (
            "solve 16000x16000",
            "16000x16000 would take about 25 GB of memory: the limit is 67108864 squares (8192x8192) or vertices",
        ),
        ("sizes", "missing: <BOARDS>... (see --help)"),
        (
            "decode - -",
            "the formula and the result cannot both come from standard input",
        ),
    ] {
        let found = error(args);
        assert!(found.starts_with(expected), "{args}\n{found}\n{expected}");
    }
}

#[test]
fn one_is_counted_in_the_singular() {
    assert_eq!(
        run_with("verify 1x1 -", "a1").1,
        "valid: open knight's tour of 1x1, 1 step\n"
    );
    let count = "1 open tour, directed (knight, 1x1, by search)\n";
    assert!(run("count 1x1 --method search").1.starts_with(count));
    let edge = "the graph with 2 vertices and 1 edge";
    let (_, out, _) = run_with("sizes --graph -", "p edge 2 1\ne 1 2\n");
    assert!(out.contains(edge), "{out}");
    let (code, _, err) = run_with("verify 3x4 -", "a1");
    assert_eq!(
        (code, err.ends_with(": 1 step, and a tour has 12\n")),
        (1, true),
        "{err}"
    );
}

#[test]
fn solve_prints_a_board_that_verify_accepts() {
    for args in [
        "8x8",
        "8x8 --closed",
        "5x5 --start c3",
        "6x7 --start 1,1 --end b3",
        "3x10 --closed",
        "1x1",
    ] {
        for format in ["board", "moves", "json"] {
            let (code, tour, err) = run(&format!("solve {args} --format {format}"));
            assert_eq!((code, err.as_str()), (0, ""), "{args}");
            let (board, options) = args.split_once(' ').unwrap_or((args, ""));
            let (code, _, err) = run_with(&format!("verify {board} - {options}"), &tour);
            assert_eq!((code, err.as_str()), (0, ""), "{args} {format}\n{tour}");
        }
    }
}

#[test]
fn solve_says_why_there_is_no_tour() {
    for (args, expected) in [
        (
            "4x4",
            "no open knight's tour of 4x4: the formula is unsatisfiable (varisat, refutation checked)\n",
        ),
        (
            "5x5 --closed",
            "no closed knight's tour of 5x5: every move changes colour, but there are 13 of one colour and 12 of the other\n",
        ),
        (
            "3x3",
            "no open knight's tour of 3x3: b2 has no moves, and a tour needs at least one there\n",
        ),
        (
            "2x4",
            "no open knight's tour of 2x4: a1, b1 and c1 have one move each, but a tour has only two ends\n",
        ),
        (
            "1x1 --closed",
            "no closed knight's tour of 1x1: a closed tour has at least three steps\n",
        ),
        (
            "5x5 --start b1",
            "no open knight's tour of 5x5: every move changes colour, so that a tour of 25 steps starts and ends on the colour that has 13 of them (start b1)\n",
        ),
    ] {
        let (code, out, err) = run(&format!("solve {args}"));
        assert_eq!(
            (code, out.as_str(), err.as_str()),
            (1, expected, ""),
            "{args}"
        );
    }
    let (code, out, _) = run("solve 4x4 --format json");
    assert_eq!(code, 1);
    assert!(
        out.contains(r#""result":"none""#) && out.contains("unsatisfiable"),
        "{out}"
    );
}

#[test]
fn a_timeout_is_unknown_and_soon() {
    let start = std::time::Instant::now();
    let (code, out, err) = run("solve 40x40 --textbook --timeout 0.3");
    let unknown = "unknown: no open knight's tour of 40x40 found: time is up\n";
    assert_eq!((code, out.as_str()), (3, unknown));
    // A slow machine is still counting the clauses.
    let is_preparing = err == "knightsat: preparing the formula\n";
    assert!(err.is_empty() || is_preparing, "{err}");
    let (code, out, _) =
        run("solve 9x9 --textbook --closed --start a1 --end b3 --timeout 1 --format json");
    assert!(code == 3 || code == 1, "{out}");
    assert!(start.elapsed().as_secs() < 60, "the timeouts were not kept");
}

#[test]
fn the_engine_is_chosen_and_the_seed_decides() {
    for encoding in ["auto", "position", "lazy"] {
        let args = format!("solve 6x6 --closed --encoding {encoding} --format moves");
        let (code, tour, _) = run(&args);
        assert_eq!(code, 0, "{encoding}");
        assert_eq!(run_with("verify 6x6 - --closed", &tour).0, 0, "{encoding}");
    }
    let tour = |seed| run(&format!("solve 40x40 --seed {seed} --format moves")).1;
    assert_eq!(tour(1), tour(1));
    assert_ne!(tour(1), tour(2));
    let options = "--closed --symmetric rot180";
    let tour = |seed| {
        run(&format!(
            "solve 40x40 {options} --seed {seed} --format moves"
        ))
        .1
    };
    assert_ne!(tour(1), tour(2));
    let verified = run_with(&format!("verify 40x40 - {options}"), &tour(1));
    assert_eq!(verified.0, 0, "{verified:?}");
    // Two orbits are too few for the engine.
    let ring = run_with("solve - --closed --symmetric rot90", "...\n.#.\n...\n");
    assert_eq!(ring.0, 0, "{ring:?}");
    assert_eq!(
        error("count 6x6 --closed --symmetric rot180 --at 5=c3 --encoding order"),
        "the encoding order does not support a symmetry together with squares at steps: use \
         --encoding position, textbook or binary"
    );
    for options in ["--threads 2", "--threads 3 --solver varisat --closed"] {
        let (code, tour, _) = run(&format!("solve 12x12 {options} --format moves"));
        assert_eq!(code, 0, "{options}");
        let closed = if options.contains("closed") {
            "--closed"
        } else {
            ""
        };
        assert_eq!(run_with(&format!("verify 12x12 - {closed}"), &tour).0, 0);
    }
    for other in ["--textbook", "--method warnsdorff"] {
        assert_eq!(
            error(&format!("solve 8x8 {other} --threads 2")),
            "--threads is for --encoding lazy in process: use --portfolio for several solvers"
        );
    }
    assert_eq!(
        error("solve 8x8 --textbook --seed 1"),
        "--seed is for --encoding lazy in process: with a formula nothing is chosen at random"
    );
}

#[test]
fn help_and_version_are_there() {
    let (code, help, _) = run("--help");
    assert!(
        code == 0
            && ["encode", "solve", "decode", "verify", "exit codes"]
                .iter()
                .all(|word| help.contains(word))
    );
    assert_eq!(
        run("--version").1,
        format!("knightsat {}\n", env!("CARGO_PKG_VERSION"))
    );
    assert_eq!(run("").0, 2);
}

#[test]
fn a_search_that_is_interrupted_ends_with_what_is_known() {
    let args = "solve 31x31 --encoding position";
    let output = interrupted(program::signalled(), args, Signal::INT);
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert_eq!(output.status.code(), Some(3), "{err}");
    assert!(out.starts_with("unknown: no "), "{out}");
    assert!(err.contains("knightsat: stopped by a signal\n"), "{err}");
}

/// Options that would change nothing, and a part of the message.
const WITHOUT_EFFECT: &str = "\
solve 3x4 --theme dark: --svg <FILE>|--png <FILE>
render 3x4 DIR/tour --theme dark --html DIR/new: --svg <FILE>|--png <FILE>
solve 3x4 --color always --format json: --color
solve 3x4 --color never --format moves: --color
decode DIR/t.cnf DIR/tour --color always --format json: --color
render 3x4 DIR/tour --color always --svg DIR/new: --color
verify 3x4 DIR/tour --color always: --color
solve 3x4 --unique --tie random: --tie
solve 3x4 --unique --dead-ends: --dead-ends
solve 3x4 --unique --leaps 12345678: --leaps
solve 3x4 --portfolio varisat,varisat --solver-path /bin/sh: --solver-path
check 3x4 --map i --encoding position: --map
check --cnf DIR/t.cnf --no-shortcuts: --no-shortcuts
check 3x4 --encoding order,position --modulus 3: --modulus is for --encoding crt
sizes 3x4 --encoding order,lazy --amo product: not for order, lazy
sizes 3x4 --encoding order --amo all: not for order
sizes 3x4 --opb --exact: --exact
encode 3x4 --format words --count-projected: --count-projected
prove 4x4 --textbook --seed 1 -o DIR/new: --seed
prove 4x4 --textbook --no-shortcuts -o DIR/new: --no-shortcuts
prove 4x4 --textbook --minimize turns -o DIR/new: --minimize
prove 4x4 --at 1=a1,3=a2 --seed 1 -o DIR/new: --seed
prove 6x6 --closed --symmetric rot90 --seed 1 -o DIR/new: --seed
join DIR/parts --timeout 3: --wait
join DIR/count --format moves: --format moves
join DIR/rows --format moves: --format moves
work DIR/parts 1 --split-again 2 --solver varisat: --solver
count 3x4 --known --memory 100: --memory
count 3x4 --known --solver-path /bin/sh: --solver-path
count 3x4 --known -o DIR/new: --output
sat DIR/t.cnf --assume 1 --proof-format lrat: --proof-format
lint --deep DIR/t.opb: --deep
compare 3x4 --encoding order --amo product: --amo is for --encoding position
compare --cnf DIR/t.cnf --amo product: --amo is for --encoding";

#[test]
fn options_without_effect_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let inside = |args: &str| args.replace("DIR", &dir.path().display().to_string());
    for made in [
        "encode 3x4 -o DIR/t.cnf",
        "encode 3x4 --format opb -o DIR/t.opb",
        "split 4x4 --parts 2 -o DIR/parts",
        "count 3x4 --split 2 -o DIR/count",
        "compare 3x4 --split -o DIR/rows",
    ] {
        if has(made) {
            assert_eq!(run(&inside(made)).0, 0, "{made}");
        }
    }
    std::fs::write(dir.path().join("tour"), run("solve 3x4").1).unwrap();
    for line in WITHOUT_EFFECT.lines() {
        let (args, wanted) = line.split_once(": ").unwrap();
        if !has(args) {
            continue;
        }
        let told = error(&inside(args));
        assert!(told.contains(wanted), "{args}: {told}");
    }
    assert!(!dir.path().join("new").exists());
}
