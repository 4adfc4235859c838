//! The outputs of encode and sizes, formulas without short cuts, and `--shuffle`: a permuted
//! formula, whose comments reverse the permutation.
#![cfg(target_os = "linux")]

use crate::common::{program, styles};

use itertools::Itertools;
use knightsat::cnf::gadget::amo::Amo;
use knightsat::cnf::sink::{Cnf, Until};
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::encoding::{Formula, Name, Style};
use knightsat::stop::Stop;
use knightsat_search::enumerate::Models;
use program::{document, output, output_with, projected_models, run, run_with};
use serde_json::Value;
use std::collections::BTreeSet;
use std::time::Duration;
use tempfile::TempDir;

fn json(args: &str) -> Value {
    document(0, &format!("{args} --format json"))
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
fn sizes_have_a_row_for_each_encoding_and_at_most_one_constraint() {
    let table = run("sizes 8x8 10x10 --amo all --encoding all --format csv").1;
    let lines = table.lines().map(|line| line.split(',').collect());
    let lines: Vec<Vec<&str>> = lines.collect();
    assert!(lines.iter().all(|line| line.len() == lines[0].len()));
    let ways = |name: Name| [1, Amo::ALL.len()][usize::from(name.style().has("amo"))];
    let formulas: usize = Name::ALL.into_iter().map(ways).sum();
    let all = lines.iter().filter(|line| line[6] == "all");
    assert_eq!(all.count(), 2 * formulas);
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
            let models = Models::of(&formula, &Stop::default());
            let tours = models.map(|model| formula.tour(&model.unwrap()).unwrap().steps().to_vec());
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
fn it_stops_while_the_clauses_are_collected() {
    let spec: FormulaSpec = "8x8".parse().unwrap();
    let problem = spec.problem(&Default::default()).unwrap();
    let style = Style {
        shuffle: 1,
        ..Style::default()
    };
    let formula = Formula::new(&problem, style).unwrap();
    let stop = Stop::after(Duration::ZERO);
    let mut cnf = Cnf::default();
    let mut until = Until::new(&mut cnf, &stop);
    formula.encode(&mut until);
    assert!(until.finish().is_err() && cnf.is_empty());
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
