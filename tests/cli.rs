//! The command line as a person meets it.

use assert_cmd::Command;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::Stdio;
use tempfile::TempDir;

fn knightsat(args: &str) -> Command {
    let mut command = Command::cargo_bin("knightsat").unwrap();
    command.args(args.split_ascii_whitespace());
    command
}

/// Exit code, standard output, standard error.
fn run(args: &str) -> (i32, String, String) {
    run_with(args, "")
}

fn run_with(args: &str, input: &str) -> (i32, String, String) {
    let output = knightsat(args).write_stdin(input).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// The message of a command that fails with exit code 2: one line on standard error, nothing on
/// standard output.
fn error(args: &str) -> String {
    let (code, out, err) = run(args);
    assert_eq!((code, out.as_str()), (2, ""), "{args}: {err}");
    assert_eq!(err.lines().count(), 1, "{args}: {err}");
    err.trim_end()
        .strip_prefix("knightsat: ")
        .unwrap()
        .to_string()
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
            "no closed knight's tour of 5x5: moves change colour, and the colours have 13 and 12 squares\n",
        ),
        (
            "3x3",
            "no open knight's tour of 3x3: b2 has 0 of the 1 moves that a tour needs there\n",
        ),
        (
            "2x4",
            "no open knight's tour of 2x4: a1, b1 and c1 have one move each, and a tour has only two ends\n",
        ),
        (
            "1x1 --closed",
            "no closed knight's tour of 1x1: a closed tour has at least three squares\n",
        ),
        (
            "5x5 --start b1",
            "no open knight's tour of 5x5: moves change colour, the colours have 13 and 12 squares, and the fixed start and end have the wrong colours for that, start b1\n",
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
    assert_eq!(
        (code, out.as_str(), err.as_str()),
        (
            3,
            "unknown: no open knight's tour of 40x40 found in time\n",
            ""
        )
    );
    let (code, out, _) =
        run("solve 9x9 --textbook --closed --start a1 --end b3 --timeout 1 --format json");
    assert!(code == 3 || code == 1, "{out}");
    assert!(start.elapsed().as_secs() < 60, "the timeouts were not kept");
}

#[test]
fn encode_writes_the_same_to_a_file_and_to_standard_output() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("t.cnf");
    for args in ["6x6 --textbook", "5x6 --closed", "4x5 --three-cnf --end a1"] {
        let (code, out, err) = run(&format!("encode {args}"));
        assert_eq!((code, err.as_str()), (0, ""));
        knightsat(&format!("encode {args} -o {}", file.display()))
            .assert()
            .success()
            .stdout("");
        assert_eq!(fs::read_to_string(&file).unwrap(), out);
        assert!(
            out.lines()
                .take_while(|line| line.starts_with('c'))
                .all(|line| line.len() < 80)
        );
    }
    let files = fs::read_dir(dir.path()).unwrap().count();
    assert_eq!(files, 1, "temporary files are left over");
}

#[test]
fn encode_and_solve_prints_the_tour_where_the_formula_is_not() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("t.cnf");
    let (code, tour, err) = run(&format!(
        "encode 6x6 --textbook --solve --format moves -o {}",
        file.display()
    ));
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(run_with("verify 6x6 -", &tour).0, 0);
    let (code, formula, tour) = run("encode 6x6 --textbook --solve --format moves");
    assert_eq!(code, 0);
    assert_eq!(formula, fs::read_to_string(&file).unwrap());
    assert_eq!(run_with("verify 6x6 -", &tour).0, 0);
    assert_eq!(run("encode 4x4 --solve -o /dev/null").0, 1);
}

/// Every option changes the formula, and each formula still gives tours.
#[test]
fn every_option_has_its_effect() {
    let header = |args: &str| {
        let text = run(&format!("encode 6x6 {args}")).1;
        text.lines()
            .find(|line| line.starts_with("p cnf"))
            .unwrap_or_else(|| panic!("{args}"))
            .to_string()
    };
    let mut seen = std::collections::HashMap::new();
    for args in [
        "",
        "--closed",
        "--textbook",
        "--textbook --closed",
        "--three-cnf",
        "--start a1",
        "--end b1",
        "--directions both",
        "--closed --directions one",
        "--closed --arcs no",
        "--closed --symmetric rot180",
        "--closed --symmetric rot90",
        "--closed --amo pairwise",
        "--closed --amo ladder",
        "--closed --amo sequential",
        "--closed --amo product,pairwise",
        "--closed --amo pairwise,product",
        "--closed --amo commander",
        "--closed --amo bimander",
        "--closed --amo bitwise",
    ] {
        if let Some(other) = seen.insert(header(args), args) {
            panic!("'{args}' and '{other}' have formulas of the same size");
        }
        if args.contains("textbook") {
            continue;
        }
        let (code, tour, err) = run(&format!("solve 6x6 {args} --format moves"));
        assert_eq!((code, err.as_str()), (0, ""), "{args}");
        let tour_options = [
            "--closed",
            "--start a1",
            "--end b1",
            "--symmetric rot180",
            "--symmetric rot90",
        ];
        let asked: Vec<&str> = tour_options
            .into_iter()
            .filter(|option| args.contains(option))
            .collect();
        let (code, _, err) = run_with(&format!("verify 6x6 - {}", asked.join(" ")), &tour);
        assert_eq!((code, err.as_str()), (0, ""), "{args}: {tour}");
    }
    assert_eq!(header("--amo auto --closed"), header("--closed"));
    // An asymmetric tour is no symmetric one.
    let tour = run("solve 8x8 --closed --format moves").1;
    let (code, _, err) = run_with("verify 8x8 - --closed --symmetric rot180", &tour);
    assert_eq!(code, 1);
    assert!(
        err.contains("the tour is not symmetric: step 33 is on"),
        "{err}"
    );
}

#[test]
fn boards_with_holes_are_read_from_a_file_and_carried_through() {
    let dir = TempDir::new().unwrap();
    let dir = dir.path();
    let mask = write(dir, "ring.txt", "...\n.#.\n...\n");
    // The eight squares around the hole are a ring: one closed tour.
    for args in [
        "--closed",
        "--start b1",
        "--closed --amo pairwise --arcs no",
    ] {
        for format in ["board", "moves", "json"] {
            let (code, tour, err) = run(&format!("solve {mask} {args} --format {format}"));
            assert_eq!((code, err.as_str()), (0, ""), "{args}");
            let options = args.replace(" --amo pairwise --arcs no", "");
            let (code, out, err) = run_with(&format!("verify {mask} - {options}"), &tour);
            assert_eq!((code, err.as_str()), (0, ""), "{tour}");
            assert!(out.ends_with("tour of 3x3 with a hole, 8 steps\n"), "{out}");
        }
    }
    let json = run(&format!("solve {mask} --format json")).1;
    assert!(
        run_with("verify 3x3 -", &json)
            .2
            .contains("a board with other holes")
    );
    assert_eq!(error(&format!("solve {mask} --start b2")), "b2 is a hole");

    // The file describes its holes, so decode needs nothing but the two files.
    let cnf = write(dir, "ring.cnf", &run(&format!("encode {mask} --closed")).1);
    let result = write(dir, "result", &solved(&cnf));
    assert_eq!(run(&format!("decode {cnf} {result}")).0, 0);

    let ragged = write(dir, "ragged", "...\n..\n");
    let message = error(&format!("solve {ragged}"));
    assert!(
        message.contains("ragged:2:3: this rank has 2 files, and the first one has 3"),
        "{message}"
    );
    assert!(error("solve board.txt").contains("or name a file that draws the board"));
}

#[test]
fn other_leapers_have_tours_of_their_own() {
    for args in [
        "10x10 --leaper 1,4 --closed",
        "3x3 --leaper 0,1",
        "4x4 --closed --leaper 1,0",
        "5x7 --leaper 0,1 --start c3",
    ] {
        let (code, tour, err) = run(&format!("solve {args} --format json"));
        assert_eq!((code, err.as_str()), (0, ""), "{args}");
        let (board, options) = args.split_once(' ').unwrap();
        assert_eq!(
            run_with(&format!("verify {board} - {options}"), &tour).0,
            0,
            "{args}"
        );
        assert_eq!(run_with(&format!("verify {board} -"), &tour).0, 2, "{args}");
    }
    let (code, out, _) = run("solve 4x4 --leaper 1,1");
    assert_eq!(code, 1);
    assert!(
        out.starts_with("no open (1,1)-leaper's tour of 4x4: "),
        "{out}"
    );
    assert_eq!(
        error("solve 8x8 --leaper 0,0"),
        "the 0,0 leaper stands still: it has no moves"
    );
    assert_eq!(
        error("solve 8x8 --leaper 3,8"),
        "the 3,8 leaper has no move on 8x8: the leap is larger than the board"
    );
    assert!(error("solve 8x8 --leaper 3").contains("write the two parts of the leap, such as 1,2"));
}

#[test]
fn sizes_are_those_of_the_files() {
    for args in [
        "8x8 --textbook",
        "5x6 --closed --amo bitwise --three-cnf",
        "6x6 --closed --symmetric rot90",
        "7x7 --start a1 --arcs no",
        "5x5 --closed",
        "1x1",
    ] {
        let text = run(&format!("encode {args}")).1;
        let header = text.lines().find(|line| line.starts_with("p cnf")).unwrap();
        let json = run(&format!("sizes {args} --format json")).1;
        let rows: serde_json::Value = serde_json::from_str(&json).unwrap();
        let row = &rows[0];
        assert_eq!(
            format!("p cnf {} {}", row["variables"], row["clauses"]),
            header
        );
        assert_eq!(row["bytes"], text.len(), "{args}");
        let groups = row["groups"].as_array().unwrap();
        let clauses: u64 = groups
            .iter()
            .map(|group| group["clauses"].as_u64().unwrap())
            .sum();
        assert_eq!(row["clauses"], clauses);
        let body = text.lines().filter(|line| !line.starts_with(['c', 'p']));
        let zeros = body
            .flat_map(str::split_ascii_whitespace)
            .filter(|&word| word == "0")
            .count();
        assert_eq!(row["clauses"], zeros);
    }
}

#[test]
fn sizes_warn_of_solvers_that_refuse_and_count_what_cannot_be_written() {
    let (code, out, err) = run("sizes 200x200 300x300 --closed");
    assert_eq!(code, 0);
    assert_eq!(out.lines().count(), 3);
    assert!(
        err.contains("200x200 position product: varisat takes at most 268435456 variables"),
        "{err}"
    );
    assert!(
        err.contains("300x300 position product: every DIMACS reader takes at most 2147483647"),
        "{err}"
    );
    let lines: Vec<Vec<String>> = run("sizes 8x8 20x20 --amo all --encoding all --format csv")
        .1
        .lines()
        .map(|line| line.split(',').map(str::to_string).collect())
        .collect();
    assert!(lines.iter().all(|line| line.len() == lines[0].len()));
    assert_eq!(lines.iter().filter(|line| line[6] == "all").count(), 2 * 8);
}

#[test]
fn bad_arguments_are_told_in_one_line() {
    for (args, expected) in [
        (
            "solve 8",
            "invalid value '8' for '<BOARD>': '8' is no board: write RANKSxFILES, for example 8x8, or name a file that draws the board (see --help)",
        ),
        (
            "solve 0x8",
            "invalid value '0x8' for '<BOARD>': a 0x8 board has no squares (see --help)",
        ),
        (
            "solve",
            "the following required arguments were not provided: <BOARD> (see --help)",
        ),
        ("solve 8x8 --start j1", "j1 is not on the 8x8 board"),
        ("encode 8x8 --end a9", "a9 is not on the 8x8 board"),
        (
            "solve 8x8 --start a1 --end a1",
            "start and end are the same square, and the tour has 64 squares to visit",
        ),
        (
            "solve 8x8 --start x",
            "invalid value 'x' for '--start <SQUARE>': 'x' is no square: write a file and a rank such as a1, or rank,file such as 1,1 (see --help)",
        ),
        (
            "solve 8x8 --opened",
            "unexpected argument '--opened' found; a similar argument exists: '--seed' (see --help)",
        ),
        (
            "slove 8x8",
            "unrecognized subcommand 'slove'; a similar subcommand exists: 'solve' (see --help)",
        ),
        (
            "solve 8x8 --timeout -1",
            "--timeout -1: not a number of seconds",
        ),
        (
            "verify 8x8 /nowhere/tour",
            "/nowhere/tour: No such file or directory (os error 2)",
        ),
        (
            "encode 8x8 --amo best",
            "invalid value 'best' for '--amo <NAME>': 'best' is no at-most-one encoding: write one of pairwise, ladder, sequential, product, commander, bimander, bitwise (see --help)",
        ),
        (
            "encode 8x8 --amo all",
            "--amo all is for sizes only: name one encoding, or two",
        ),
        (
            "encode 8x8 --textbook --amo product",
            "the argument '--textbook' cannot be used with '--amo <NAME>' (see --help)",
        ),
        (
            "encode 8x8 --symmetric rot90",
            "the following required arguments were not provided: --closed (see --help)",
        ),
        (
            "encode 8x8 --closed --symmetric rot90",
            "no tour of 8x8 has the symmetry rot90: moves change colour, the turn takes a1 to a8, and 16 moves between them do not fit their colours",
        ),
        (
            "encode 6x8 --closed --symmetric rot90",
            "rot90: a quarter turn of a 6x8 board is another board",
        ),
        (
            "solve 7x7 --closed --symmetric rot180",
            "rot180: the turn leaves d4 where it is, a tour does not",
        ),
        (
            "solve 6x6 --closed --symmetric rot45",
            "invalid value 'rot45' for '--symmetric <rot180|rot90>': 'rot45' is no turn: write rot180 or rot90 (see --help)",
        ),
        (
            "encode 8x8 --arcs maybe",
            "invalid value 'maybe' for '--arcs <yes|no>': write yes or no (see --help)",
        ),
        (
            "sizes",
            "the following required arguments were not provided: <BOARDS>... (see --help)",
        ),
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
fn a_formula_too_large_is_refused_before_the_first_byte() {
    for args in ["300x300 --textbook", "300x300", "16000x16000 --closed"] {
        let message = error(&format!("encode {args}"));
        let limit = "DIMACS readers take at most 2147483647";
        let squared = "its formula has more variables than 256000000 squared / 4";
        assert!(
            message.contains(limit) || message.contains(squared),
            "{message}"
        );
        let fits = message
            .split(", ")
            .nth(1)
            .unwrap()
            .split(' ')
            .next()
            .unwrap()
            .to_string();
        // What is said to fit does: the largest such board gives no error about its size, and the
        // next one does.
        let side: u32 = fits.split('x').next().unwrap().parse().unwrap();
        let options = args.split_once(' ').map_or("", |(_, options)| options);
        let larger = side + if options.contains("closed") { 2 } else { 1 };
        assert!(error(&format!("encode {larger}x{larger} {options}")).contains("too large"));
        let dir = TempDir::new().unwrap();
        let nowhere = dir.path().join("no/such/folder/t.cnf");
        let message = error(&format!("encode {fits} {options} -o {}", nowhere.display()));
        assert!(message.contains("no/such/folder"), "{message}");
    }
}

#[test]
fn an_unwritable_or_full_target_is_an_error_and_leaves_nothing() {
    let dir = TempDir::new().unwrap();
    let missing = dir.path().join("missing/t.cnf");
    let message = error(&format!("encode 8x8 -o {}", missing.display()));
    assert_eq!(message, format!("{}: entity not found", missing.display()));
    let message = error("encode 8x8 -o /dev/full");
    assert_eq!(message, "/dev/full: No space left on device (os error 28)");
    let folder = dir.path().display().to_string();
    assert!(error(&format!("encode 8x8 -o {folder}")).starts_with(&folder));
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("knightsat"));
    let output = command
        .args(["encode", "8x8"])
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
}

#[test]
fn an_existing_file_survives_a_failure_and_is_replaced_by_a_success() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("t.cnf");
    fs::write(&file, "old").unwrap();
    error(&format!("encode 300x300 -o {}", file.display()));
    assert_eq!(fs::read_to_string(&file).unwrap(), "old");
    knightsat(&format!("encode 1x1 -o {}", file.display()))
        .assert()
        .success();
    assert!(fs::read_to_string(&file).unwrap().contains("p cnf 1 "));
}

#[test]
fn a_closed_pipe_ends_quietly_and_soon() {
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("knightsat"));
    command
        .args(["encode", "100x100", "--textbook"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut first)
        .unwrap();
    assert!(first.starts_with("c "));
    let mut errors = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut errors)
        .unwrap();
    assert_eq!(
        (child.wait().unwrap().code(), errors.as_str()),
        (Some(0), "")
    );
}

fn write(dir: &Path, name: &str, text: &str) -> String {
    let path = dir.join(name);
    fs::write(&path, text).unwrap();
    path.display().to_string()
}

/// What MiniSat would write to its result file for a satisfiable formula.
fn solved(cnf: &str) -> String {
    let mut solver = varisat::Solver::new();
    let file = fs::File::open(cnf).unwrap();
    solver.add_dimacs_cnf(file).unwrap();
    assert!(solver.solve().unwrap());
    let model = solver.model().unwrap();
    let values = model.iter().map(|lit| lit.to_dimacs().to_string());
    let values: Vec<String> = values.collect();
    format!("SAT\n{} 0\n", values.join(" "))
}

#[test]
fn decode_names_who_is_at_fault() {
    let dir = TempDir::new().unwrap();
    let dir = dir.path();
    let cnf = write(dir, "t.cnf", &run("encode 3x4 --textbook --start a1").1);
    let plain = fs::read_to_string(&cnf).unwrap();
    let plain: String = plain
        .lines()
        .filter(|line| !line.starts_with('c'))
        .map(|line| line.to_string() + "\n")
        .collect();
    let plain = write(dir, "plain.cnf", &plain);
    let open = write(dir, "open.cnf", "c knightsat board 1x2\np cnf 4 1\n1 0\n");
    let odd = write(
        dir,
        "odd.cnf",
        "c knightsat board 3x4\nc knightsat hue blue\np cnf 144 0\n",
    );
    let result = |name: &str, text: &str| write(dir, name, text);
    let cases = [
        (
            &cnf,
            result("empty", ""),
            "empty:1:1: no verdict and no values",
        ),
        (
            &cnf,
            result("cut", "s SATISFIABLE\nv 1 2"),
            "cut:3:1: the values end without their closing 0",
        ),
        (
            &cnf,
            result("other", "v 1 9999 0"),
            "other:1:5: literal 9999 is beyond the formula's",
        ),
        (&cnf, result("wrong", "v 1 -2 -3 0"), "wrong: no model of "),
        (
            &cnf,
            result("both", "v 1 2 0"),
            "it violates clause 1: -1 -2 0",
        ),
        (
            &cnf,
            "/nowhere".into(),
            "/nowhere: No such file or directory",
        ),
        (
            &plain,
            result("any", "SAT\n1 0\n"),
            "plain.cnf does not describe itself: say what it encodes, with --board",
        ),
        (
            &open,
            result("two", "v 1 4 0"),
            "open.cnf: the result satisfies every clause, so this is not the formula of the open tour of 1x2: the model is no tour: from step 1 to 2, a1 to b1 is no move",
        ),
        (
            &open,
            result("none", "v 1 0"),
            "the model has no square for step 2",
        ),
        (
            &open,
            result("double", "v 1 2 3 0"),
            "the model has two squares for step 1",
        ),
        (
            &odd,
            result("any2", "UNSAT"),
            "odd.cnf:2:1: 'hue' is unknown here",
        ),
        (
            &cnf,
            result("nine", "v 1 2 x 0"),
            "nine:1:7: 'x' is no literal",
        ),
    ];
    for (cnf, result, expected) in cases {
        let message = error(&format!("decode {cnf} {result}"));
        assert!(message.contains(expected), "{message}\n{expected}");
    }
    let sat = result("sat", "SAT\n1 0\n");
    assert!(
        error(&format!("decode {plain} {sat} --board 8x8 --textbook"))
            .contains("is it a formula of another board")
    );
    assert!(error(&format!("decode {cnf} {sat} --board 8x8")).contains("describes itself"));
    let (code, out, _) = run(&format!("decode {cnf} {}", result("unsat", "UNSAT\n")));
    assert_eq!(
        (code, out.as_str()),
        (
            1,
            "no open knight's tour of 3x4: the formula is unsatisfiable (as the solver says), start a1\n"
        )
    );
    let (code, out, _) = run(&format!(
        "decode {cnf} {}",
        result("unknown", "s UNKNOWN\n")
    ));
    assert_eq!(
        (code, out.as_str()),
        (3, "unknown: no open knight's tour of 3x4 found in time\n")
    );
}

#[test]
fn decode_takes_flags_where_the_file_is_silent_and_reads_gzip() {
    let dir = TempDir::new().unwrap();
    let dir = dir.path();
    let text = run("encode 3x4 --textbook --start a1").1;
    let plain: String = text
        .lines()
        .filter(|line| !line.starts_with('c'))
        .map(|line| line.to_string() + "\n")
        .collect();
    let tour = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3";
    let numbers = tour.split(' ').enumerate().map(|(step, name)| {
        let (file, rank) = name.split_at(1);
        let file = u32::from(file.as_bytes()[0] - b'a');
        step as u32 * 12 + (rank.parse::<u32>().unwrap() - 1) * 4 + file + 1
    });
    let numbers: Vec<u32> = numbers.collect();
    let lits = (1..=144).map(|v| {
        if numbers.contains(&v) {
            v.to_string()
        } else {
            format!("-{v}")
        }
    });
    // The fresh variables of split clauses are found by a solver: units fix the tour.
    let units: String = lits.map(|lit| format!("{lit} 0\n")).collect();
    let (head, body) = plain.split_once('\n').unwrap();
    let clauses: u32 = head.rsplit(' ').next().unwrap().parse().unwrap();
    let fixed = head.replace(&clauses.to_string(), &(clauses + 144).to_string());
    let fixed = write(dir, "fixed.cnf", &format!("{fixed}\n{body}{units}"));
    let result = solved(&fixed);

    let zip = |name: &str, text: &str| {
        let mut encoder = flate2::write::GzEncoder::new(
            fs::File::create(dir.join(name)).unwrap(),
            flate2::Compression::fast(),
        );
        std::io::Write::write_all(&mut encoder, text.as_bytes()).unwrap();
        encoder.finish().unwrap();
        dir.join(name).display().to_string()
    };
    let plain_file = write(dir, "plain.cnf", &plain);
    let result_file = write(dir, "result", &result);
    for (cnf, result) in [
        (plain_file, result_file),
        (zip("plain.cnf.gz", &plain), zip("result.gz", &result)),
    ] {
        let flags = "--board 3x4 --textbook --start a1 --format moves";
        let (code, out, err) = run(&format!("decode {cnf} {result} {flags}"));
        assert_eq!((code, out.trim_end(), err.as_str()), (0, tour, ""));
    }
}

#[test]
fn verify_tells_good_from_bad() {
    let tour = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3";
    let (code, out, _) = run_with("verify 3x4 -", tour);
    let valid = "valid: open knight's tour of 3x4, 12 steps\n";
    assert_eq!((code, out.as_str()), (0, valid));
    for (args, text, expected) in [
        (
            "verify 3x4 - --closed",
            tour,
            "from step 12 to 1, d3 to a1 is no move",
        ),
        (
            "verify 3x4 - --start b1",
            tour,
            "step 1 is on a1 and should be on b1",
        ),
        (
            "verify 4x3 -",
            "a1 b3",
            "2 steps, and there are 12 squares to visit",
        ),
        (
            "verify 3x4 -",
            "a1 c2 a1",
            "steps 1 and 3 are on the same square, a1",
        ),
    ] {
        let (code, out, err) = run_with(args, text);
        assert_eq!((code, out.as_str()), (1, ""), "{args}");
        assert!(err.contains(expected) && err.lines().count() == 1, "{err}");
    }
    for (text, expected) in [
        ("", "standard input:1:1: no tour here"),
        ("a1 e9", "standard input:1:4: e9 is not on the 3x4 board"),
    ] {
        let (code, out, err) = run_with("verify 3x4 -", text);
        assert_eq!((code, out.as_str()), (2, ""));
        assert!(err.contains(expected), "{err}");
    }
}

#[test]
fn help_and_version_are_there() {
    let (code, help, _) = run("--help");
    assert!(
        code == 0
            && ["encode", "solve", "decode", "verify", "Exit codes"]
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
    assert_eq!(
        error("solve 6x6 --closed --symmetric rot180 --encoding lazy"),
        "--symmetric is for --encoding position, not for lazy"
    );
    assert_eq!(
        error("solve 8x8 --three-cnf --encoding lazy"),
        "--three-cnf is for --encoding position, not for lazy"
    );
    assert_eq!(
        error("solve 8x8 --textbook --seed 1"),
        "--seed is for --encoding lazy, the position encoding has no choices to make"
    );
}
