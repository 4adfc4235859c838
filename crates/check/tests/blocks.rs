//! Tours through blocks: compares every encoding with an exhaustive enumeration, on boards of
//! knights. tests/search/crosses.rs adds clues and rules, on smaller boards.

#[path = "../../../tests/common/depth.rs"]
mod depth;

use itertools::Itertools;
use knightsat_check::cnf::dimacs::read::CnfReader;
use knightsat_check::encoding::formula_spec::{FormulaSpec, PREFIX};
use knightsat_check::encoding::{Formula, Name};
use knightsat_check::solver::InProcess;
use knightsat_check::tour::Kind;
use knightsat_check::tour::spec::TourSpec;
use knightsat_check::{Options, inspect};
use knightsat_count::search::{Directions, Search};

fn spec(board: &str, kind: Kind, [blocks, joints]: [&str; 2], name: Name) -> FormulaSpec {
    let tour = TourSpec {
        blocks: Some(blocks.parse().unwrap()),
        joints: Some(joints.parse().unwrap()),
        ..kind.into()
    };
    FormulaSpec::new(board.parse().unwrap(), tour, name.style()).unwrap()
}

#[test]
fn every_encoding_has_a_model_for_each_tour_through_the_blocks() {
    let cases = [
        ("3x8", Kind::Open, ["3x4", "free"]),
        ("6x7", Kind::Closed, ["3x7", "free"]),
        ("3x12", Kind::Open, ["3x4", "free"]),
        ("5x8", Kind::Open, ["5x4", "2"]),
        ("6x7", Kind::Open, ["3x7", "1"]),
        ("6x8", Kind::Open, ["3x8", "1"]),
        ("6x8", Kind::Closed, ["6x4", "free"]),
        ("5x10", Kind::Closed, ["5x5", "3"]),
    ];
    let cases = cases.into_iter().take(depth::depth(8, 2));
    for ((board, kind, blocks), name) in cases.cartesian_product(Name::ALL) {
        let spec = spec(board, kind, blocks, name);
        let problem = spec.problem(&Default::default()).unwrap();
        let formula = Formula::new(&problem, spec.style).unwrap();
        let report = inspect(&spec.place, &problem, &formula, &Options::default()).unwrap();
        assert!(report.is_good(), "{} {name}\n{report}", spec.describe());
        if board == "3x8" {
            assert_eq!(Search::new(&problem, Directions::One).count(), 16);
        }
    }
}

/// The file alone suffices to decode a model, also if it is shuffled or has holes.
#[test]
fn files_describe_their_blocks() {
    let holed = ["............"; 11].join("/") + "/##..........";
    for (board, kind, shuffle) in [("12x14", Kind::Closed, 3), (&holed, Kind::Open, 0)] {
        let mut spec = spec(board, kind, ["6x6", "1"], Name::Crt);
        spec.style.shuffle = shuffle;
        let file = spec.write(Vec::new()).unwrap();
        let reader = CnfReader::new(&file[..], "blocks.cnf", PREFIX).unwrap();
        let read = FormulaSpec::from_comments(reader.comments()).unwrap();
        assert_eq!(read.as_ref(), Some(&spec));
        let mut solver = InProcess::default().start(Default::default());
        spec.encode(&mut solver).unwrap();
        let answer = solver.solve().unwrap();
        let knightsat_check::cnf::Answer::Satisfiable(model) = answer else {
            panic!("{board}: {answer:?}")
        };
        let tour = read.unwrap().decode(&model).unwrap();
        assert_eq!(tour.steps().len() as u32, spec.place.len());
    }
}
