//! The outputs of encode and sizes, formulas without short cuts, and `--shuffle`: a permuted
//! formula, whose comments reverse the permutation.
#![cfg(target_os = "linux")]

use crate::common::{compression, program, styles, transcript};

use itertools::Itertools;
use knightsat::cnf::gadget::amo::Amo;
use knightsat::cnf::sink::{Cnf, Until};
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::encoding::{Formula, Name, Style};
use knightsat::stop::Stop;
use knightsat_search::enumerate::ModelTours;
use program::{bare, document, output, output_with, projected_models, run, run_with, write};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::time::Duration;
use tempfile::TempDir;
use transcript::{transcript, transcript_in};

fn json(args: &str) -> Value {
    document(0, &format!("{args} --format json"))
}

#[test]
fn textbook_formulas_that_are_known_to_be_hard_come_with_an_alternative() {
    transcript(
        "0 encode {8x8 --textbook|7x8 --encoding textbook --closed} -o t => ! …: for a faster \
            formula, use --encoding position
        0 encode {6x6 --textbook|7x7 --textbook|9x9 --textbook --closed|8x8} -o t
        0 encode {8x8 --textbook --closed --symmetric rot180|8x8 --textbook --format words} -o t",
    );
}

/// `--three-cnf` has one meaning for every encoding, and files record it.
#[test]
fn clauses_are_split_if_asked_and_of_textbook_unless_refused() {
    let table = "0 encode 3x4 {--textbook|--encoding textbook} {|--three-cnf|--three-cnf yes} => …\
            three-cnf = true |… p cnf 296 1880 |…
        0 encode 3x4 {--textbook|--encoding textbook} --three-cnf no => …three-cnf = false |… \
            p cnf 144 1728 |…
        0 encode 3x4 --encoding order {|--three-cnf no} => …three-cnf = false |… p cnf 115 433 |…
        0 encode 3x4 --encoding order {--three-cnf|--three-cnf yes} => …three-cnf = true |… \
            p cnf 115 433 |…
        0 encode 3x4 {--textbook|--encoding order} {--three-cnf|--three-cnf no} -o t.cnf
        10 sat t.cnf || 0 decode t.cnf -";
    transcript(table);
}

#[test]
fn sizes_are_those_of_the_files() {
    let plain = Name::ALL.into_iter().filter(|&name| name != Name::Lazy);
    let plain = plain.map(|name| format!("4x6 --closed --encoding {name} --no-shortcuts"));
    let others = [
        "8x8 --textbook",
        "5x6 --closed --amo bitwise --three-cnf",
        "6x6 --closed --symmetric rot90",
        "7x7 --start a1 --arcs no",
        "5x5 --closed",
        "1x1",
        "8x8 --closed --encoding crt --shuffle 7",
        "6x6 --textbook --shuffle 7",
        "4x6 --closed --no-shortcuts --shuffle 7",
    ];
    for args in others.map(str::to_string).into_iter().chain(plain) {
        let text = run(&format!("encode {args}")).1;
        let mut comments = text.lines().take_while(|line| line.starts_with('c'));
        assert!(comments.all(|line| line.len() < 80), "{args}");
        let row = &json(&format!("sizes {args}"))["rows"][0];
        let promised = format!("p cnf {} {}\n", row["variables"], row["clauses"]);
        assert!(text.contains(&promised), "{args}");
        assert_eq!(row["bytes"], text.len(), "{args}");
        let options = row["options"].as_str().unwrap();
        let is_shuffled = options.ends_with("shuffle 7");
        assert_eq!(is_shuffled, args.ends_with("shuffle 7"), "{options}");
        let groups = row["groups"].as_array().unwrap().iter();
        let sizes = groups.map(|group| group["clauses"].as_u64().unwrap());
        assert_eq!(row["clauses"], sizes.sum::<u64>(), "{args}");
        let body = text.lines().filter(|line| !line.starts_with(['c', 'p']));
        let words = body.flat_map(str::split_ascii_whitespace);
        let clauses = words.filter(|&word| word == "0").count();
        assert_eq!(row["clauses"], clauses, "{args}");
        // Preparation knows that there is no such tour.
        assert!(!args.starts_with("4x6") || clauses > 500, "{args}");
    }
}

#[test]
fn solve_and_check_refute_the_formula_itself_without_short_cuts() {
    let table = "1 solve 4x6 --closed --encoding {crt|order|position} => …falls into 7 pieces…
        1 solve 4x6 --closed --encoding {crt|order|position} --no-shortcuts => …the formula is \
            unsatisfiable (varisat…
        0 encode 4x6 --closed --encoding crt => …| p cnf 0 1 | 0";
    transcript(table);
    for encoding in ["crt", "order", "position"] {
        let args = format!("check 4x6 --closed --encoding {encoding}");
        let clauses = |args: &str| json(args)["rows"][0]["size"]["clauses"].as_u64().unwrap();
        assert_eq!(clauses(&args), 1);
        assert!(clauses(&format!("{args} --no-shortcuts")) > 500);
    }
}

#[test]
fn sizes_warn_of_solvers_that_refuse_and_count_what_cannot_be_written() {
    transcript(
        "0 sizes 8x8 300x300 --closed => … | … | … ! …300x300 position product: every DIMACS \
            reader takes at most 2147483647…300x300 position product: varisat takes at most \
            268435456 variables…",
    );
    let table = run("sizes 8x8 10x10 --amo all --encoding all --format csv").1;
    let lines = table.lines().map(|line| line.split(',').collect());
    let lines: Vec<Vec<&str>> = lines.collect();
    assert!(lines.iter().all(|line| line.len() == lines[0].len()));
    let ways = |name: Name| [1, Amo::ALL.len()][usize::from(name.encoding().has("amo"))];
    let formulas: usize = Name::ALL.into_iter().map(ways).sum();
    let all = lines.iter().filter(|line| line[6] == "all");
    assert_eq!(all.count(), 2 * formulas);
}

/// The clauses of a file, in their order.
fn clauses(text: &str) -> Vec<&str> {
    let is_clause = |line: &&str| !line.starts_with(['c', 'p']);
    text.lines().filter(is_clause).collect()
}

#[test]
fn the_tour_of_every_encoding_comes_back() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("t.cnf.gz").display().to_string();
    let ways = Name::ALL.map(|name| format!("--encoding {name}"));
    let more = ["--three-cnf", "--textbook --no-shortcuts"].map(String::from);
    for (seed, way) in (1..).zip(ways.iter().chain(&more)) {
        // Those that take varisat long on a larger board.
        let is_slow = way.contains("binary") || way.contains("textbook");
        let board = if is_slow { "3x4" } else { "5x6 --closed" };
        output(&format!("encode {board} {way} --shuffle {seed} -o {file}"));
        let answer = run(&format!("sat {file}")).1;
        let (code, tour, err) = run_with(&format!("decode {file} - --format moves"), &answer);
        if way.ends_with("lazy") && code != 0 {
            assert!(err.contains("the model is not a tour but"), "{err}");
            continue;
        }
        assert_eq!(code, 0, "{way}: {err}");
        output_with(&format!("verify {board} -"), &tour);
    }
}

#[test]
fn models_and_their_tours_are_as_many_as_before() {
    let mut spec: FormulaSpec = "3x4".parse().unwrap();
    let problem = spec.problem(&Default::default()).unwrap();
    let mut exact = 0;
    for (seed, style) in (1..).zip(styles::all()) {
        let [(plain, tours), (shuffled, again)] = [0, seed].map(|shuffle| {
            spec.style = Style { shuffle, ..style };
            let formula = Formula::new(&problem, spec.style).unwrap();
            let shown = spec.projection_comments(&formula).into_iter();
            let text =
                String::from_utf8(spec.write(Vec::new(), &Stop::default()).unwrap()).unwrap();
            let shown = shown.map(|line| format!("c {line}\n")).join("");
            let text = shown + &text;
            let tours = ModelTours::new(&formula, &Stop::default());
            let tours = tours.map(|tour| tour.unwrap().steps().to_vec());
            let tours: Option<BTreeSet<_>> = formula.is_exact().then(|| tours.collect());
            (projected_models(&text), tours)
        });
        assert!(plain == shuffled && tours == again, "{style:?}");
        if let Some(found) = tours {
            exact += 1;
            let formula = Formula::new(&problem, style).unwrap();
            let [models, directed] = formula.models_of_tours().map(|count| count as usize);
            assert_eq!((found.len() * directed, plain), (16 * models, found.len()));
        }
    }
    assert!(exact > 20);
}

#[test]
fn a_seed_is_the_same_bytes_and_another_one_is_not() {
    let encode = |args: &str| output(&format!("encode 5x5 --encoding order {args}"));
    let [plain, zero] = ["", "--shuffle 0"].map(encode);
    let [one, again, two] = [1, 1, u64::MAX].map(|seed| encode(&format!("--shuffle {seed}")));
    assert!(plain == zero && one == again && one != two && plain != one);
    assert!(one.contains("c knightsat shuffle = 1\n") && !plain.contains("shuffle"));
    let lengths = |text: &str| {
        let clauses = clauses(text).into_iter();
        let lengths = clauses.map(|line| line.split(' ').count());
        lengths.sorted().collect_vec()
    };
    assert_eq!(lengths(&plain), lengths(&one));
    assert_ne!(clauses(&plain), clauses(&one));
    let dir = TempDir::new().unwrap();
    for ending in compression::ENDINGS {
        let path = dir.path().join(format!("t.cnf.{ending}"));
        encode(&format!("--shuffle 1 -o {}", path.display()));
        assert!(compression::plain(&path) == one.as_bytes(), "{ending}");
    }
}

/// A file that has lost its comments, and a refutation.
#[test]
fn others_that_read_our_comments_see_through_it() {
    let table = "0 encode 3x4 --directions both --shuffle 5 -o t.cnf --map t.map
        0 encode 5x6 --closed {--encoding lazy|--encoding position|--textbook} --shuffle 2 -o s.cnf
        10 sat s.cnf || 0 decode s.cnf -";
    let dir = transcript(table);
    let text = fs::read_to_string(dir.path().join("t.cnf")).unwrap();
    write(dir.path(), "bare.cnf", &bare(&text));
    let table = "0 check --cnf t.cnf
        0 check 3x4 --cnf t.cnf --map t.map
        0 lint t.cnf
        10 sat bare.cnf > answer
        0 decode bare.cnf answer --board 3x4 --directions both --shuffle 5
        decode bare.cnf answer --board 3x4 --directions both {|--shuffle 6}
        decode t.cnf bare.cnf --shuffle 5 => …describes itself: leave the options about its \
            formula out
        0 $ mkdir none
        0 encode 4x4 --encoding order --no-shortcuts --shuffle 3 -o none/formula.cnf
        20 sat none/formula.cnf --proof none/proof.lrat --proof-format lrat
        20 sat none/formula.cnf --proof none/proof.drat --proof-format drat
        0 verify --certificate none 4x4";
    transcript_in(dir.path(), table);
}

#[test]
fn what_cannot_be_shuffled_is_refused() {
    let table = "encode 5x5 --shuffle=-1 => --shuffle -1:…
        encode 5x5 --shuffle=x => --shuffle x:…
        encode 5x5 --shuffle=1.5 => --shuffle 1.5:…
        encode 5x5 --shuffle=18446744073709551616 => --shuffle 18446744073709551616:…
        encode 5x5 --format smt2 --shuffle 1 => --shuffle is for DIMACS, not for --format smt2…
        encode 5x5 --format words --shuffle 1 => --shuffle is for DIMACS, not for --format words…
        encode 60x60 --textbook --shuffle 1 => …clauses and literals, and only 268435456 can be \
            shuffled…
        0 sizes 8x8 60x60 --textbook --shuffle 1 => board … | 8x8 … | 60x60 … ! 60x60 textbook: \
            the formula has…";
    transcript(table);
}

#[test]
fn it_stops_while_the_clauses_are_collected() {
    let spec: FormulaSpec = "8x8".parse().unwrap();
    let problem = spec.problem(&Default::default()).unwrap();
    let mut style = Style::DEFAULT;
    style.shuffle = 1;
    let formula = Formula::new(&problem, style).unwrap();
    let stop = Stop::after(Duration::ZERO);
    let mut cnf = Cnf::default();
    let mut until = Until::new(&mut cnf, &stop);
    formula.encode(&mut until);
    assert!(until.finish().is_err() && cnf.is_empty());
}
