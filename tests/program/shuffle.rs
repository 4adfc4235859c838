//! `--shuffle`: a permuted formula, whose comments reverse the permutation.
#![cfg(target_os = "linux")]

use crate::common::compression;
use crate::common::program;
use crate::common::styles;

use knightsat::cnf::dimacs::read::CnfReader;
use knightsat::cnf::sink::{ClauseSink, Cnf, Until};
use knightsat::cnf::{Answer, Lit, Var};
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::encoding::{Formula, Name, Style};
use knightsat::solver::incremental::Incremental;
use knightsat::solver::varisat::Varisat;
use knightsat::stop::Stop;
use knightsat_search::enumerate::ModelTours;
use program::{error, knightsat, run, run_with, write};
use std::collections::BTreeSet;
use std::fs;
use tempfile::TempDir;

/// The clauses of a file, in their order.
fn clauses(text: &str) -> Vec<&str> {
    let is_clause = |line: &&str| !line.starts_with(['c', 'p']);
    text.lines().filter(is_clause).collect()
}

/// Returns the number of models, projected on the variables in the `c p show` lines.
fn projected(text: &str) -> usize {
    let lines = text
        .lines()
        .filter_map(|line| line.strip_prefix("c p show "));
    let numbers = lines.flat_map(str::split_ascii_whitespace);
    let numbers = numbers.map(|word| word.parse().unwrap());
    let shown: Vec<Var> = numbers.filter_map(Var::new).collect();
    assert!(!shown.is_empty() && shown.is_sorted());
    let mut reader = CnfReader::new(text.as_bytes(), "", "").unwrap();
    let (mut solver, mut clause) = (Varisat::new(None), Vec::new());
    solver.new_vars(reader.header().variables);
    while reader.next_clause(&mut clause).unwrap() {
        solver.clause(&clause);
    }
    let mut found = 0;
    while let Answer::Satisfiable(model) = solver.solve().unwrap() {
        found += 1;
        let other = |var: &Var| match model.value(*var) {
            Some(true) => var.neg(),
            _ => var.pos(),
        };
        solver.clause(&shown.iter().map(other).collect::<Vec<Lit>>());
    }
    found
}

#[test]
fn the_tour_of_every_encoding_comes_back() {
    let dir = TempDir::new().unwrap();
    let ways = Name::ALL.map(|name| format!("--encoding {name}"));
    let more = ["--three-cnf", "--textbook --no-shortcuts"].map(String::from);
    for (seed, way) in (1..).zip(ways.iter().chain(&more)) {
        let file = dir.path().join("t.cnf.gz").display().to_string();
        // Those that take varisat long on a larger board.
        let is_slow = way.contains("binary") || way.contains("textbook");
        let board = if is_slow { "3x4" } else { "5x6 --closed" };
        let args = format!("encode {board} {way} --shuffle {seed} -o {file}");
        assert_eq!(run(&args), (0, String::new(), String::new()), "{args}");
        let answer = run(&format!("sat {file}")).1;
        let (code, tour, err) = run_with(&format!("decode {file} - --format moves"), &answer);
        if way.ends_with("lazy") && code != 0 {
            assert!(err.contains("the model is not a tour but"), "{err}");
            continue;
        }
        assert_eq!(code, 0, "{args}: {err}");
        assert_eq!(run_with(&format!("verify {board} -"), &tour).0, 0, "{tour}");
    }
}

#[test]
fn models_and_their_tours_are_as_many_as_before() {
    let mut exact = 0;
    for (seed, style) in (1..).zip(styles::all()) {
        let mut spec: FormulaSpec = "3x4".parse().unwrap();
        let problem = spec.problem(&Default::default()).unwrap();
        let texts = [0, seed].map(|shuffle| {
            spec.style = Style { shuffle, ..style };
            let formula = Formula::new(&problem, spec.style).unwrap();
            let shown = spec.projection_comments(&formula);
            let mut text: String = shown.iter().map(|line| format!("c {line}\n")).collect();
            text += &String::from_utf8(spec.write(Vec::new()).unwrap()).unwrap();
            text
        });
        let [plain, shuffled] = [&texts[0], &texts[1]].map(|text| projected(text));
        assert_eq!(plain, shuffled, "{style:?}");
        let [before, after] = [0, seed].map(|shuffle| Style { shuffle, ..style });
        let formula = Formula::new(&problem, before).unwrap();
        if !formula.is_exact() {
            continue;
        }
        exact += 1;
        let tours = |formula: &Formula| -> BTreeSet<Vec<u32>> {
            let tours = ModelTours::new(formula, &Stop::default());
            tours.map(|tour| tour.unwrap().steps().to_vec()).collect()
        };
        let again = Formula::new(&problem, after).unwrap();
        let found = tours(&again);
        assert_eq!(found, tours(&formula), "{style:?}");
        let [models, directed] = formula.models_of_tours().map(|count| count as usize);
        assert_eq!((found.len() * directed, plain), (16 * models, found.len()));
    }
    assert!(exact > 20);
}

#[test]
fn a_seed_is_the_same_bytes_and_another_one_is_not() {
    let encode = |args: &str| run(&format!("encode 5x5 --encoding order {args}")).1;
    let [plain, zero, one, again, two] = [
        "",
        "--shuffle 0",
        "--shuffle 1",
        "--shuffle 1",
        "--shuffle 18446744073709551615",
    ]
    .map(encode);
    assert!(plain == zero && one == again && one != two && plain != one);
    assert!(one.contains("c knightsat shuffle = 1\n") && !plain.contains("shuffle"));
    let lengths = |text: &str| {
        let mut lengths: Vec<usize> = clauses(text)
            .iter()
            .map(|line| line.split(' ').count())
            .collect();
        lengths.sort_unstable();
        lengths
    };
    assert_eq!(lengths(&plain), lengths(&one));
    assert_ne!(clauses(&plain), clauses(&one));
    let dir = TempDir::new().unwrap();
    for ending in compression::endings() {
        let path = dir.path().join(format!("t.cnf.{ending}"));
        let encode = "encode 5x5 --encoding order --shuffle 1 -o";
        run(&format!("{encode} {}", path.display()));
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
        let text = run(&format!("encode {args} --shuffle 7")).1;
        let json = run(&format!("sizes {args} --shuffle 7 --format json")).1;
        let document: serde_json::Value = serde_json::from_str(&json).unwrap();
        let row = &document["rows"][0];
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
    let path = |name: &str| dir.path().join(name).display().to_string();
    // check: every model is a tour, and every tour a model.
    let (file, map) = (path("t.cnf"), path("t.map"));
    let (code, _, err) = run(&format!(
        "encode 3x4 --directions both --shuffle 5 -o {file} --map {map}"
    ));
    assert_eq!(code, 0, "{err}");
    let (code, out, err) = run(&format!("check --cnf {file}"));
    assert_eq!(code, 0, "{out}{err}");
    let (code, out, err) = run(&format!("check 3x4 --cnf {file} --map {map}"));
    assert_eq!(code, 0, "{out}{err}");
    assert_eq!(run(&format!("lint {file}")).0, 0);
    // decode of a file that has lost its comments.
    let text = fs::read_to_string(&file).unwrap();
    let bare = text.lines().filter(|line| !line.starts_with('c'));
    let bare: String = bare.map(|line| format!("{line}\n")).collect();
    let bare = write(dir.path(), "bare.cnf", &bare);
    let answer = run(&format!("sat {bare}")).1;
    let decode = |args: &str| {
        run_with(
            &format!("decode {bare} - --board 3x4 --directions both {args}"),
            &answer,
        )
        .0
    };
    assert_eq!(
        (decode("--shuffle 5"), decode(""), decode("--shuffle 6")),
        (0, 2, 2)
    );
    let flags = error(&format!("decode {file} {bare} --shuffle 5"));
    assert!(flags.ends_with("describes itself: leave the options about its formula out"));
    // verify: a refutation of it.
    let folder = dir.path().join("none");
    fs::create_dir(&folder).unwrap();
    let place = folder.display();
    let args = "4x4 --encoding order --no-shortcuts --shuffle 3";
    run(&format!("encode {args} -o {place}/formula.cnf"));
    for format in ["lrat", "drat"] {
        let proof = format!("--proof {place}/proof.{format} --proof-format {format}");
        assert_eq!(run(&format!("sat {place}/formula.cnf {proof}")).0, 20);
    }
    let (code, out, err) = run(&format!("verify --certificate {place} 4x4"));
    assert_eq!(code, 0, "{out}{err}");
}

#[test]
fn it_is_solved_on_the_way_too() {
    for way in ["--encoding lazy", "--encoding position", "--textbook"] {
        let (code, tour, err) = run(&format!(
            "encode 5x6 --closed {way} --shuffle 2 --solve --format moves -o /dev/null"
        ));
        assert_eq!(code, 0, "{err}");
        assert_eq!(run_with("verify 5x6 --closed -", &tour).0, 0, "{tour}");
    }
}

#[test]
fn what_cannot_be_shuffled_is_refused() {
    for seed in ["-1", "x", "1.5", "18446744073709551616"] {
        let (code, out, err) = run(&format!("encode 5x5 --shuffle={seed}"));
        assert_eq!((code, out.as_str()), (2, ""));
        assert!(err.contains(&format!("--shuffle {seed}: ")), "{err}");
    }
    for (args, told) in [
        (
            "encode 5x5 --format opb --shuffle 1",
            "--shuffle is for DIMACS, not for --format opb",
        ),
        (
            "encode 5x5 --format smt2 --shuffle 1",
            "--shuffle is for DIMACS, not for --format smt2",
        ),
        (
            "encode 5x5 --format words --shuffle 1",
            "--shuffle is for DIMACS, not for --format words",
        ),
        (
            "sizes 5x5 --opb --shuffle 1",
            "--opb is one formula, a flow",
        ),
        (
            "encode 60x60 --textbook --shuffle 1",
            "clauses and literals, and only 268435456 can be shuffled",
        ),
    ] {
        let message = error(args);
        assert!(message.contains(told), "{args}: {message}");
    }
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
    let stop = Stop::after(std::time::Duration::ZERO);
    let mut cnf = Cnf::default();
    let mut until = Until::new(&mut cnf, &stop);
    formula.encode(&mut until);
    assert!(until.finish().is_err());
    assert!(cnf.is_empty());
    knightsat("encode 8x8 --shuffle 1 -o /dev/null")
        .assert()
        .success();
}
