//! The best tours, on the command line; tests/search/optimum.rs compares the optima with an
//! exhaustive search.

use crate::common::program::{output_with, run, run_with, write};
use crate::common::transcript::{transcript, transcript_in};
use itertools::Itertools;
use serde_json::Value;
use std::fs;
use std::time::Instant;

/// The first of two objectives is at least as good as in the other order.
#[test]
fn the_best_tour_is_printed_and_its_bounds_are_noted() {
    transcript(
        r#"0 solve 6x6 --closed --minimize turns --format moves > tour => … ! turns: …at least… \
            | turns: 32, optimal
        0 verify 6x6 --closed tour
        0 solve 5x6 --closed --format json --minimize crossings --maximize turns => …"objectives":\
            [{"objective":"minimize","statistic":"crossings","best":49,"bound":49,"optimal":true},\
            {"objective":"maximize","statistic":"turns","best":28,"bound":28,"optimal":true}]… ! …
        0 solve 5x6 --closed --format json --maximize turns --minimize crossings => …\
            "turns","best":30,"bound":30,…"crossings","best":51,"bound":51,… ! …
        k4 = 1 2\n1 3\n1 4\n2 3\n2 4\n3 4\n
        w = 1 2 5 # a comment\n3 4 5\n1 3 1\n2 4 -2\n
        0 solve --graph k4 --closed --format json --minimize weights(w) => …"best":-1,… ! …
        liar = echo s UNSATISFIABLE; exit 20
        0 solve 6x6 --closed --minimize turns --format json --solver "sh liar {cnf}" => …\
            says so, unchecked"… ! …says so, unchecked)…"#,
    );
}

#[test]
fn a_timeout_prints_the_best_tour_and_both_bounds_noted_once_a_second() {
    let begun = Instant::now();
    let (code, out, err) =
        run("solve 12x12 --closed --minimize crossings --timeout 2 --format json");
    let seconds = begun.elapsed().as_secs() as usize;
    assert_eq!(code, 3, "{err}");
    let document: Value = serde_json::from_str(&out).unwrap();
    let objective = &document["objectives"][0];
    assert!(document["result"] == "tour" && objective["optimal"] == false);
    assert!(objective["bound"].as_i64() < objective["best"].as_i64());
    assert!(err.lines().last().unwrap().contains(": gap "), "{err}");
    // One before the first second, and the standing at the end.
    assert!(err.lines().count() <= seconds + 3, "{seconds} s: {err}");
    output_with("verify 12x12 --closed -", &out);
}

#[test]
fn a_timeout_draws_the_best_tour_in_every_form() {
    let dir = transcript(
        "3 solve 8x8 --minimize crossings --timeout 1 --format moves --svg t.svg --html t.html \
            --tikz t.tex > tour => … ! …: gap …
        0 render 8x8 tour --svg - => @t.svg
        3 solve 8x8 --minimize crossings --timeout 1 --svg - > again.svg => … ! …: gap …
        0 verify 8x8 tour => valid: …",
    );
    for (file, start) in [
        ("t.html", "<!DOCTYPE"),
        ("t.tex", "%"),
        ("again.svg", "<svg"),
    ] {
        let text = fs::read_to_string(dir.path().join(file)).unwrap();
        assert!(text.starts_with(start), "{file}");
    }
}

/// A folder that is not empty is refused before the search. Without any tour, that is proved.
#[test]
fn a_better_tour_is_refuted_with_a_proof() {
    let dir = transcript(
        r#"0 prove 6x6 --closed --minimize turns -o best => …turns: 32, optimal (closed…refuted \
            in… ! …
        verify --certificate best 6x6 --closed => best: has no certificate.txt: check the best tour \
            with verify BOARD best/tour.txt; name a folder that prove or join has written
        0 verify 6x6 --closed best/tour.txt
        20 sat best/formula.cnf
        prove 50x50 --closed --minimize turns -o best => …not empty…
        0 prove 4x4 --minimize turns -o none => …no open knight's tour of 4x4…
        3 prove 12x12 --closed --minimize turns --timeout 1 -o late
        0 encode 6x6 --closed --at-most "turns 31" -o t.cnf
        20 sat t.cnf > answer
        1 decode t.cnf answer
        0 encode 6x6 --closed --at-most "turns 32" -o t.cnf
        10 sat t.cnf > answer
        decode t.cnf answer || 0 stats 6x6 --closed - => …turns      32…"#,
    );
    for file in ["formula.cnf", "proof.lrat", "proof.drat"] {
        let file = dir.path().join("best").join(file);
        assert!(file.metadata().unwrap().len() > 0, "{file:?}");
    }
    assert!(!dir.path().join("late").exists());
}

/// Returns the least image of a closed tour of 8x8 among its rotations and reflections, as moves.
fn least_image(tour: &str) -> Vec<[[u8; 2]; 2]> {
    let squares = tour.split_whitespace().map(str::as_bytes);
    let places = squares
        .map(|name| [name[0] - b'a', name[1] - b'1'])
        .collect_vec();
    let images = (0..8).map(|way| {
        let image = |&[mut x, mut y]: &[u8; 2]| {
            x = if way & 1 == 0 { x } else { 7 - x };
            y = if way & 2 == 0 { y } else { 7 - y };
            if way & 4 == 0 { [x, y] } else { [y, x] }
        };
        let places = places.iter().map(image).collect_vec();
        let moves = places.iter().copied().circular_tuple_windows();
        let moves = moves.map(|(a, b)| [a.min(b), a.max(b)]);
        moves.sorted().collect_vec()
    });
    images.min().unwrap()
}

/// The tours of the page stand for all of the census: none is an image of another, and without a
/// symmetry each has 8 images.
#[test]
fn the_tours_of_the_page_have_the_extremes_of_the_census() {
    let page = include_str!("../../docs/best.md");
    let blocks = page.split("```text\n").skip(1);
    let blocks = blocks.map(|block| block.split("```").next().unwrap());
    let blocks = blocks.filter(|block| !block.starts_with("knightsat:"));
    let tours = blocks.flat_map(|block| block.split("\n\n")).collect_vec();
    let values = tours.iter().map(|tour| {
        let document = output_with("stats 8x8 --closed --format json -", tour);
        let document: Value = serde_json::from_str(&document).unwrap();
        assert_eq!(document["symmetries"], Value::Array(Vec::new()), "{tour}");
        document["statistics"]["crossings"].as_i64().unwrap()
    });
    let values = values.collect_vec();
    assert_eq!(values, [69, 69, 69, 69, 69, 126]);
    assert!(tours.iter().map(|tour| least_image(tour)).all_unique());
}

#[test]
fn readers_of_dimacs_name_a_maxsat_file_and_decode_names_its_faults() {
    let table = r"t = c a\nh 1 0\n3 -1 0\n
        1 {lint|lint --fix|lint --format json} t => …for MaxSAT solvers: give it to one…
        sat t => …for MaxSAT solvers: give it to one…
        old = p wcnf 1 1 9\n9 1 0\n
        sat old => …for MaxSAT solvers…
        t.wcnf = c a\nh 1 x 0\n
        decode t.wcnf - < s UNKNOWN\n => t.wcnf:2:5: expected a literal…
        t.wcnf = h 1 0\n0 1 0\n
        decode t.wcnf - < s UNKNOWN\n => t.wcnf:2:1: expected h or the weight…
        t.wcnf = h 1 0\n1 -1
        decode t.wcnf - < s UNKNOWN\n => t.wcnf:2:5: the file ends in a clause…
        t.wcnf = h 4294967296 0\n
        decode t.wcnf - < s UNKNOWN\n => t.wcnf:1:3: number beyond 2147483647…";
    transcript(table);
}

/// The numbers of a line.
fn numbers(line: &str) -> Vec<i32> {
    let words = line.split_whitespace();
    words.filter_map(|word| word.parse().ok()).collect()
}

#[test]
fn a_maxsat_file_has_the_costs_of_tours_and_its_answer_is_decoded() {
    for (option, name, sign) in [("minimize", "crossings", 1), ("maximize", "slope+2", -1)] {
        let encode = "0 encode 5x6 --closed --format wcnf";
        let dir = transcript(&format!("{encode} --{option} {name} > t.wcnf"));
        let text = fs::read_to_string(dir.path().join("t.wcnf")).unwrap();
        let hard = text.lines().filter_map(|line| line.strip_prefix("h "));
        let hard = hard.collect_vec();
        let literals = hard.iter().flat_map(|line| numbers(line));
        let variables = literals.map(i32::abs).max().unwrap();
        let cnf = format!("p cnf {variables} {}\n{}\n", hard.len(), hard.join("\n"));
        let answer = run_with("sat -", &cnf).1;
        let values = answer.lines().filter(|line| line.starts_with('v'));
        let values = values.flat_map(numbers).collect_vec();
        let soft = text.lines().filter(|line| !line.starts_with(['c', 'h']));
        let violated = soft.map(numbers).filter(|line| !values.contains(&line[1]));
        let cost: i32 = violated.map(|line| line[0]).sum();
        // The comment has the constant before two words that are no numbers.
        let mut comments = text.lines().filter(|line| line.contains("The value of"));
        let constant = comments.next().unwrap().split(' ').nth_back(2).unwrap();
        let value = constant.parse::<i32>().unwrap() + sign * cost;
        // As MaxSAT solvers print values.
        let bits = (1..=variables).map(|var| i32::from(values.contains(&var)));
        let answer = format!("o {cost}\ns OPTIMUM FOUND\nv {}\n", bits.format(""));
        write(dir.path(), "answer", &answer);
        let steps = format!(
            r#"decode t.wcnf answer || 0 stats 5x6 --closed --format json - => …"{name}":{value},…"#
        );
        transcript_in(dir.path(), &steps);
    }
    // A formula without a clause.
    let table = r"0 encode 1x1 --encoding order --format wcnf --minimize turns > one.wcnf
        0 decode one.wcnf - --format moves < s OPTIMUM FOUND\no 0\nv \n => a1";
    let one = transcript(table);
    let one = fs::read_to_string(one.path().join("one.wcnf")).unwrap();
    assert!(one.lines().all(|line| line.starts_with('c')), "{one}");
}

#[test]
fn mistakes_are_named_on_one_line() {
    let table = r#"1 solve 4x4 --minimize turns => no open knight's tour of 4x4:…
        solve 5x5 --minimize turn => …'turn' is not a statistic…
        solve 5x5 --minimize turns {--unique|--encoding order|--threads 2} => --… is for searches \
            without --minimize and --maximize
        prove 5x5 --minimize turns --at 5=c3 -o no => …squares at steps…
        prove 6x6 --closed --symmetric rot180 --minimize turns -o no => …a proof of optimality \
            does not support a symmetry: leave that out…
        solve 5x5 --minimize weights(none.txt) => --minimize: none.txt: no such file or folder
        encode 5x5 --minimize turns => …--format wcnf…
        encode 5x5 --format wcnf => …--minimize or --maximize once…
        encode 5x5 --at-most turns => --at-most…write a statistic and a number…
        encode 5x5 --at-most "turns x" => --at-most…'x' is not a whole number…
        encode 5x5 --at-least "tuns 4" => --at-least…'tuns' is not a statistic…
        encode 5x5 --at-least "weights(none.txt) 4" => …none.txt…"#;
    transcript(table);
}
