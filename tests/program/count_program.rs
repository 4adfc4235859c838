//! `knightsat count` and `encode --count-projected`, as a person meets them.

use crate::common;
use crate::common::program;

use common::problem;
use itertools::Itertools;
use knightsat::tour::Kind;
use knightsat::tour::board::Board;
use knightsat::tour::tour::Tour;
use program::{document, output, output_with, projected_models, run, solved, transcript, write};
use serde_json::Value;
use tempfile::TempDir;

#[test]
fn the_number_comes_with_what_was_counted_and_the_published_one() {
    let expected = "6637920 open tours, directed (knight, 6x6, by frontier)\n\
                    known: 6637920, OEIS A165134(6): agrees\n";
    assert_eq!(output("count 6x6"), expected);
    for (args, method) in [
        ("3x10 --closed", "frontier"),
        ("3x10 --closed --start c2 --method search", "search"),
        ("10x3 --closed --encoding lazy", "enumerate"),
        (
            "3x10 --closed --encoding position --amo ladder",
            "enumerate",
        ),
    ] {
        let found = document(0, &format!("count {args} --format json"));
        assert_eq!([&found["count"], &found["known"]], ["16", "16"], "{args}");
        assert_eq!(
            [&found["agrees"], &found["complete"]],
            [true, true],
            "{args}"
        );
        assert_eq!(found["method"], method, "{args}");
        let what = found["what"].as_str().unwrap();
        assert!(
            what.starts_with("closed tours") && what.ends_with(", undirected"),
            "{what}"
        );
    }
    // The first number is known for a6, the mirror image.
    for (args, key, value) in [
        ("6x6 --start f1", "known", "524486".into()),
        ("6x6 --start f1 --end e1", "known", Value::Null),
        ("1x1 --closed --method search", "count", "0".into()),
    ] {
        assert_eq!(
            document(0, &format!("count {args} --format json"))[key],
            value,
            "{args}"
        );
    }
}

#[test]
fn limits_make_a_lower_bound_and_time_an_unknown() {
    transcript(
        "0 count 5x5 --limit 10 => at least 10 open tours
         0 count 5x5 --limit 1728 => 1728 open tours
         3 count 8x8 --method search --timeout 0.1 => at least
         3 count 8x8 --timeout 0.1 => unknown: no number of open tours
         3 count 8x8 --encoding position --timeout 0.5 => at least
         2 count 8x8 --method frontier --limit 3 => use search or enumerate
         2 count 8x8 --method search --amo ladder => --method enumerate
         2 count 40x40 => more than 35 vertices
         2 count => BOARD
         2 count --known --start a1 => leave
         2 count 5x6 --by tuns
           => --by: 'tuns' is not a statistic: write turns, straight, acute, right, obtuse, bent, \
              crossings, slope+2 or weights(FILE)\\n
         2 count 5x6 --method frontier --by crossings => no common square
         2 count 5x6 --method frontier --by slope+2 --primes 7 => without --by",
    );
    assert!(!output("count 5x5 --limit 1728").contains("at least"));
}

#[test]
fn listed_tours_are_distinct_tours() {
    let board: Board = "4x5".parse().unwrap();
    let problem = problem(&board, Kind::Open, Some("a1"), None);
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
        for tour in tours {
            let squares = tour.split(' ').map(|name| name.parse().unwrap());
            let steps = squares.map(|square| board.vertex(square).unwrap());
            Tour::verify(&problem, steps.collect()).unwrap();
        }
    }
}

#[test]
fn what_is_known_is_printed() {
    assert_eq!(output("count --known").lines().count(), 294);
    let json = document(0, "count --known 6x6 --format json");
    assert_eq!(json["rows"].as_array().unwrap().len(), 3);
    assert_eq!(output("count --known --closed 6x6").lines().count(), 1);
    transcript(
        "0 count --known 6x6 => 6637920  OEIS A165134(6)
         0 count --known 8x8 => OEIS
           => 13267364410532
           => 19591828170979904
         0 count --known 7x7 => OEIS
           => 165575218320
         0 count --known --closed 6x6 => closed tours, undirected",
    );
}

#[test]
fn model_counters_are_told_what_to_project_on() {
    let dir = TempDir::new().unwrap();
    for options in [
        "--directions both",
        "--textbook",
        "--directions both --amo ladder",
    ] {
        let text = output(&format!("encode 3x4 {options} --count-projected"));
        let comments = text.lines().take_while(|line| line.starts_with('c'));
        let (shown, others): (Vec<&str>, Vec<&str>) =
            comments.partition(|line| line.starts_with("c p show "));
        assert!(others.contains(&"c t pmc") && others.iter().all(|line| line.len() < 80));
        // Model counters refuse a second line.
        let shown = shown.into_iter().exactly_one().unwrap();
        let shown = shown["c p show ".len()..].strip_suffix(" 0").unwrap();
        let len = shown.split(' ').count();
        assert_eq!(shown, (1..=len).join(" "));
        assert_eq!(projected_models(&text), 16, "{options}");
        let file = write(dir.path(), "t.cnf", &text);
        output_with(&format!("decode {file} -"), &solved(&file));
    }
}

#[test]
fn a_closed_pipe_ends_the_list_quietly() {
    use rustix::process::Signal;
    use std::io::{BufRead, BufReader};
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Command, Stdio};
    let mut command = Command::new(program::path());
    command.args(["count", "8x8", "--enumerate"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut line = String::new();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    reader.read_line(&mut line).unwrap();
    drop(reader);
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.signal(), Some(Signal::PIPE.as_raw()));
    assert_eq!((line.split(' ').count(), &ended.stderr[..]), (64, &b""[..]));
}

#[test]
fn tours_are_counted_by_a_statistic() {
    let histogram = |args: &str| {
        let out = output(&format!("count {args}"));
        let rows = out
            .lines()
            .skip(2)
            .take_while(|line| !line.starts_with("known"));
        let rows = rows.map(|line| {
            let mut numbers = line.split_whitespace().map(|word| word.parse().unwrap());
            [numbers.next().unwrap(), numbers.next().unwrap()]
        });
        rows.collect::<Vec<[i64; 2]>>()
    };
    let turns = [[32, 18], [33, 344], [34, 1816], [35, 4504], [36, 3180]];
    assert_eq!(histogram("6x6 --closed --by turns"), turns);
    assert_eq!(
        histogram("6x6 --closed --by turns --method frontier"),
        turns
    );
    let ends = |rows: Vec<[i64; 2]>| [rows[0], rows[rows.len() - 1]];
    assert_eq!(
        ends(histogram("6x6 --closed --by obtuse")),
        [[9, 8], [24, 2]]
    );
    assert_eq!(
        ends(histogram("6x6 --closed --by crossings")),
        [[52, 14], [66, 8]]
    );
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
}

#[test]
fn closed_tours_of_8x8_have_at_least_four_obtuse_angles_and_four_tours_have_four() {
    let dir = TempDir::new().unwrap();
    for (rule, count) in [("obtuse <= 3", "0 closed"), ("obtuse = 4", "4 closed")] {
        let file = write(dir.path(), "rule.txt", rule);
        let out = output(&format!("count 8x8 --closed --encoding lazy --with {file}"));
        assert!(out.starts_with(count), "{rule}: {out}");
    }
}
