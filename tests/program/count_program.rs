//! `knightsat count` and `encode --count-projected`, as a person meets them.

use crate::common;
use crate::common::program;

use common::problem;
use itertools::Itertools;
use knightsat::tour::Kind;
use knightsat::tour::board::Board;
use knightsat::tour::tour::Tour;
use program::{error, knightsat, run, solved, write};
use tempfile::TempDir;
use varisat::ExtendFormula;

#[test]
fn the_number_comes_with_what_was_counted_and_the_published_one() {
    let (code, out, err) = run("count 6x6");
    let expected = "6637920 open tours, directed (knight, 6x6, by frontier)\n\
                    known: 6637920, OEIS A165134(6): agrees\n";
    assert_eq!((code, out.as_str(), err.as_str()), (0, expected, ""));
    let json = |args: &str| -> serde_json::Value {
        let (code, out, err) = run(&format!("count {args} --format json"));
        assert_eq!((code, err.as_str()), (0, ""), "{args}");
        serde_json::from_str(&out).unwrap()
    };
    for (args, method) in [
        ("3x10 --closed", "frontier"),
        ("3x10 --closed --start c2 --method search", "search"),
        ("10x3 --closed --encoding lazy", "enumerate"),
        (
            "3x10 --closed --encoding position --amo ladder",
            "enumerate",
        ),
    ] {
        let document = json(args);
        assert_eq!(document["count"], "16", "{args}");
        assert_eq!(document["known"], "16", "{args}");
        assert_eq!(document["agrees"], true, "{args}");
        assert_eq!(document["complete"], true, "{args}");
        assert_eq!(document["method"], method, "{args}");
        let what = document["what"].as_str().unwrap();
        assert!(what.starts_with("closed tours") && what.ends_with(", undirected"));
    }
    // Known for a6, the mirror image.
    assert_eq!(json("6x6 --start f1")["known"], "524486");
    assert_eq!(
        json("6x6 --start f1 --end e1")["known"],
        serde_json::Value::Null
    );
    assert_eq!(json("1x1 --closed --method search")["count"], "0");
}

#[test]
fn limits_make_a_lower_bound_and_time_an_unknown() {
    let (code, out, _) = run("count 5x5 --limit 10");
    assert!(
        code == 0 && out.starts_with("at least 10 open tours"),
        "{out}"
    );
    let (code, out, _) = run("count 5x5 --limit 1728");
    assert!(code == 0 && out.starts_with("1728 open tours"), "{out}");
    let (code, out, _) = run("count 8x8 --method search --timeout 0.1");
    assert!(code == 3 && out.starts_with("at least "), "{out}");
    let (code, out, _) = run("count 8x8 --timeout 0.1");
    assert!(
        code == 3 && out.starts_with("unknown: no number of open tours"),
        "{out}"
    );
    let (code, out, _) = run("count 8x8 --encoding position --timeout 0.5");
    assert!(code == 3 && out.starts_with("at least "), "{out}");
    assert!(error("count 8x8 --method frontier --limit 3").contains("use search or enumerate"));
    assert!(error("count 8x8 --method search --amo ladder").contains("--method enumerate"));
    assert!(error("count 40x40").contains("more than 35 vertices"));
    assert!(error("count").contains("BOARD"));
}

#[test]
fn listed_tours_are_distinct_tours() {
    for route in [
        "",
        "--encoding lazy",
        "--encoding position",
        "--method search",
    ] {
        let (code, out, err) = run(&format!("count 4x5 --start a1 --enumerate {route}"));
        let tours: Vec<&str> = out.lines().collect();
        assert_eq!((code, tours.len()), (0, 32), "{route}");
        assert!(tours.iter().all_unique());
        assert!(err.starts_with("32 open tours from a1"), "{err}");
        let board: Board = "4x5".parse().unwrap();
        let problem = problem(&board, Kind::Open, Some("a1"), None);
        for tour in tours {
            let vertices = tour
                .split(' ')
                .map(|name| board.vertex(name.parse().unwrap()));
            let steps = vertices.collect::<Result<_, _>>().unwrap();
            Tour::verify(&problem, steps).unwrap();
        }
    }
}

#[test]
fn what_is_known_is_printed() {
    let (code, out, _) = run("count --known");
    assert_eq!((code, out.lines().count()), (0, 294));
    let (_, out, _) = run("count --known 6x6");
    assert!(out.contains("6637920  OEIS A165134(6)"), "{out}");
    let (_, out, _) = run("count --known 6x6 --format json");
    let document: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(document["rows"].as_array().unwrap().len(), 3);
    for (board, numbers) in [
        ("8x8", &["13267364410532", "19591828170979904"][..]),
        ("7x7", &["165575218320"]),
    ] {
        let (_, out, _) = run(&format!("count --known {board}"));
        assert!(numbers.iter().all(|number| out.contains(number)), "{out}");
        assert!(out.contains("OEIS"), "{out}");
    }
    let (_, out, _) = run("count --known --closed 6x6");
    assert_eq!(out.lines().count(), 1, "{out}");
    assert!(out.contains("closed tours, undirected"), "{out}");
    assert!(error("count --known --start a1").contains("leave"));
}

#[test]
fn model_counters_are_told_what_to_project_on() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("t.cnf").display().to_string();
    for options in [
        "--directions both",
        "--textbook",
        "--directions both --amo ladder",
    ] {
        let args = format!("encode 3x4 {options} --count-projected -o {file}");
        assert_eq!(run(&args).0, 0);
        let text = std::fs::read_to_string(&file).unwrap();
        let comments: Vec<&str> = text
            .lines()
            .take_while(|line| line.starts_with('c'))
            .collect();
        assert!(comments.contains(&"c t pmc"));
        let (shown, others): (Vec<&str>, Vec<&str>) = comments
            .iter()
            .partition(|line| line.starts_with("c p show "));
        assert!(others.iter().all(|line| line.len() < 80));
        // Model counters refuse a second line.
        let [shown] = shown[..] else {
            panic!("{shown:?}")
        };
        let shown = shown.strip_prefix("c p show ").unwrap();
        let shown = shown.strip_suffix(" 0").unwrap().split(' ');
        let shown: Vec<u32> = shown.map(|number| number.parse().unwrap()).collect();
        assert!(shown.iter().copied().eq(1..=shown.len() as u32));
        // Count as a model counter would, by the file alone.
        let mut solver = varisat::Solver::new();
        solver.add_dimacs_cnf(text.as_bytes()).unwrap();
        let mut count = 0;
        while solver.solve().unwrap() {
            let model = solver.model().unwrap();
            let shown = model.iter().filter(|lit| lit.index() < shown.len());
            let blocking: Vec<varisat::Lit> = shown.map(|&lit| !lit).collect();
            solver.add_clause(&blocking);
            count += 1;
        }
        assert_eq!(count, 16, "{options}");
        let result = write(dir.path(), "r", &solved(&file));
        assert_eq!(run(&format!("decode {file} {result}")).0, 0);
    }
}

#[test]
fn a_closed_pipe_ends_the_list_quietly() {
    use rustix::process::Signal;
    use std::io::{BufRead, BufReader, Read};
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Command, Stdio};
    let program = knightsat("count 8x8 --enumerate");
    let mut child = Command::new(program.get_program())
        .args(["count", "8x8", "--enumerate"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    reader.read_line(&mut line).unwrap();
    drop(reader);
    let mut err = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut err)
        .unwrap();
    assert_eq!(child.wait().unwrap().signal(), Some(Signal::PIPE.as_raw()));
    assert_eq!((line.split(' ').count(), err.as_str()), (64, ""));
}

#[test]
fn tours_are_counted_by_a_statistic() {
    let histogram = |args: &str| {
        let (code, out, err) = run(&format!("count {args}"));
        assert_eq!((code, err.as_str()), (0, ""), "{args}");
        let rows = out.lines().skip(2);
        let rows = rows.take_while(|line| !line.starts_with("known"));
        let rows = rows.map(|line| {
            let mut numbers = line.split_whitespace().map(|word| word.parse().unwrap());
            [numbers.next().unwrap(), numbers.next().unwrap()]
        });
        rows.collect::<Vec<[i64; 2]>>()
    };
    let turns = [[32, 18], [33, 344], [34, 1816], [35, 4504], [36, 3180]];
    assert_eq!(histogram("6x6 --closed --by turns"), turns);
    let obtuse = histogram("6x6 --closed --by obtuse");
    assert_eq!((obtuse[0], obtuse[obtuse.len() - 1]), ([9, 8], [24, 2]));
    let crossings = histogram("6x6 --closed --by crossings");
    let last = crossings[crossings.len() - 1];
    assert_eq!((crossings[0], last), ([52, 14], [66, 8]));
    // The other methods find the same.
    let by_search = histogram("5x6 --closed --by slope+2");
    for method in [
        "--method enumerate",
        "--method frontier",
        "--encoding lazy",
        "--encoding position",
    ] {
        let other = histogram(&format!("5x6 --closed --by slope+2 {method}"));
        assert_eq!(other, by_search, "{method}");
    }
    for (statistic, by_search) in [("turns", turns.to_vec()), ("obtuse", obtuse)] {
        let by_frontier = format!("6x6 --closed --by {statistic} --method frontier");
        assert_eq!(histogram(&by_frontier), by_search);
    }
    assert_eq!(
        error("count 5x6 --by tuns"),
        "--by: 'tuns' is not a statistic: write turns, straight, acute, right, obtuse, bent, \
         crossings, slope+2 or weights(FILE)"
    );
    let by_frontier = "count 5x6 --method frontier --by";
    assert!(error(&format!("{by_frontier} crossings")).contains("no common square"));
    assert!(error(&format!("{by_frontier} slope+2 --primes 7")).contains("without --by"));
}

#[test]
fn closed_tours_of_8x8_have_at_least_four_obtuse_angles_and_four_tours_have_four() {
    let dir = TempDir::new().unwrap();
    for (rule, count) in [("obtuse <= 3", "0 closed"), ("obtuse = 4", "4 closed")] {
        let file = write(dir.path(), "rule.txt", rule);
        let (code, out, err) = run(&format!("count 8x8 --closed --encoding lazy --with {file}"));
        assert_eq!((code, err.as_str()), (0, ""), "{rule}");
        assert!(out.starts_with(count), "{rule}: {out}");
    }
}
