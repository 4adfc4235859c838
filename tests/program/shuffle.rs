//! `--shuffle`: a permuted formula, whose comments reverse the permutation.
#![cfg(target_os = "linux")]

use crate::common::program;
use crate::common::{compression, styles};

use itertools::Itertools;
use knightsat::cnf::sink::{Cnf, Until};
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::encoding::{Formula, Name, Style};
use knightsat::stop::Stop;
use knightsat_search::enumerate::ModelTours;
use program::{
    bare, document, output, output_with, projected_models, run, run_with, transcript,
    transcript_in, write,
};
use std::collections::BTreeSet;
use std::fs;
use std::time::Duration;
use tempfile::TempDir;

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
            let text = String::from_utf8(spec.write(Vec::new()).unwrap()).unwrap();
            let text = shown
                .map(|line| format!("c {line}\n"))
                .format("")
                .to_string()
                + &text;
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
        let lengths = clauses(text)
            .into_iter()
            .map(|line| line.split(' ').count());
        lengths.sorted().collect_vec()
    };
    assert_eq!(lengths(&plain), lengths(&one));
    assert_ne!(clauses(&plain), clauses(&one));
    let dir = TempDir::new().unwrap();
    for ending in compression::endings() {
        let path = dir.path().join(format!("t.cnf.{ending}"));
        encode(&format!("--shuffle 1 -o {}", path.display()));
        assert!(compression::plain(&path) == one.as_bytes(), "{ending}");
    }
}

#[test]
fn what_is_predicted_is_what_is_written() {
    for args in [
        "8x8 --closed --encoding crt",
        "6x6 --textbook",
        "4x6 --closed --no-shortcuts",
    ] {
        let text = output(&format!("encode {args} --shuffle 7"));
        let sizes = document(0, &format!("sizes {args} --shuffle 7 --format json"));
        let row = &sizes["rows"][0];
        assert_eq!(row["bytes"], text.len(), "{args}");
        assert_eq!(row["clauses"], clauses(&text).len(), "{args}");
        assert!(
            row["options"].as_str().unwrap().ends_with("shuffle 7"),
            "{row}"
        );
    }
}

#[test]
fn others_that_read_our_comments_see_through_it() {
    let dir = TempDir::new().unwrap();
    let encode = "encode 3x4 --directions both --shuffle 5 -o t.cnf --map t.map";
    transcript_in(dir.path(), &format!("0 {encode}"));
    let text = fs::read_to_string(dir.path().join("t.cnf")).unwrap();
    // A file that has lost its comments, and a refutation.
    write(dir.path(), "bare.cnf", &bare(&text));
    fs::create_dir(dir.path().join("none")).unwrap();
    let decode = "decode bare.cnf answer --board 3x4 --directions both";
    let steps = format!(
        "0 check --cnf t.cnf
         0 check 3x4 --cnf t.cnf --map t.map
         0 lint t.cnf
         10 sat bare.cnf > answer
         0 {decode} --shuffle 5
         2 {decode}
         2 {decode} --shuffle 6
         2 decode t.cnf bare.cnf --shuffle 5
           => describes itself: leave the options about its formula out\\n
         0 encode 4x4 --encoding order --no-shortcuts --shuffle 3 -o none/formula.cnf
         20 sat none/formula.cnf --proof none/proof.lrat --proof-format lrat
         20 sat none/formula.cnf --proof none/proof.drat --proof-format drat
         0 verify --certificate none 4x4"
    );
    transcript_in(dir.path(), &steps);
}

#[test]
fn it_is_solved_on_the_way_too() {
    for way in ["--encoding lazy", "--encoding position", "--textbook"] {
        let args = format!("5x6 --closed {way} --shuffle 2 --solve --format moves -o /dev/null");
        let (code, tour, err) = run(&format!("encode {args}"));
        assert_eq!(code, 0, "{err}");
        output_with("verify 5x6 --closed -", &tour);
    }
}

#[test]
fn what_cannot_be_shuffled_is_refused() {
    transcript(
        "2 encode 5x5 --shuffle=-1 => --shuffle -1:
         2 encode 5x5 --shuffle=x => --shuffle x:
         2 encode 5x5 --shuffle=1.5 => --shuffle 1.5:
         2 encode 5x5 --shuffle=18446744073709551616 => --shuffle 18446744073709551616:
         2 encode 5x5 --format opb --shuffle 1
           => --shuffle is for DIMACS, not for --format opb
         2 encode 5x5 --format smt2 --shuffle 1
           => --shuffle is for DIMACS, not for --format smt2
         2 encode 5x5 --format words --shuffle 1
           => --shuffle is for DIMACS, not for --format words
         2 sizes 5x5 --opb --shuffle 1 => --opb is one formula, a flow
         2 encode 60x60 --textbook --shuffle 1
           => clauses and literals, and only 268435456 can be shuffled",
    );
    let (code, out, err) = run("sizes 8x8 60x60 --textbook --shuffle 1");
    assert_eq!((code, out.lines().count()), (0, 3), "{err}");
    assert!(err.contains("60x60 textbook: the formula has"), "{err}");
}

#[test]
fn it_stops_while_the_clauses_are_collected() {
    let spec: FormulaSpec = "8x8".parse().unwrap();
    let problem = spec.problem(&Default::default()).unwrap();
    let style = Style {
        shuffle: 1,
        ..Style::DEFAULT
    };
    let formula = Formula::new(&problem, style).unwrap();
    let stop = Stop::after(Duration::ZERO);
    let mut cnf = Cnf::default();
    let mut until = Until::new(&mut cnf, &stop);
    formula.encode(&mut until);
    assert!(until.finish().is_err() && cnf.is_empty());
}
