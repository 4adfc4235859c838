//! Tours through blocks: compares every encoding with an exhaustive enumeration.

use itertools::Itertools;
use knightsat_check::cnf::dimacs::read::CnfReader;
use knightsat_check::encoding::formula_spec::{FormulaSpec, PREFIX};
use knightsat_check::encoding::{Formula, Name};
use knightsat_check::solver::InProcess;
use knightsat_check::tour::place::Place;
use knightsat_check::tour::spec::TourSpec;
use knightsat_check::tour::{Kind, Problem};
use knightsat_check::{Options, inspect};
use knightsat_count::search::{Directions, Search};

/// A request: the board, the kind, the blocks and the joints.
type Case = (&'static str, Kind, &'static str, &'static str);

const CASES: [Case; 8] = [
    ("3x8", Kind::Open, "3x4", "free"),
    ("3x12", Kind::Open, "3x4", "free"),
    ("5x8", Kind::Open, "5x4", "2"),
    ("6x7", Kind::Open, "3x7", "1"),
    ("6x7", Kind::Closed, "3x7", "free"),
    ("6x8", Kind::Open, "3x8", "1"),
    ("6x8", Kind::Closed, "6x4", "free"),
    ("5x10", Kind::Closed, "5x5", "3"),
];

fn spec((board, kind, blocks, joints): Case, name: Name) -> FormulaSpec {
    let tour = TourSpec {
        blocks: Some(blocks.parse().unwrap()),
        joints: Some(joints.parse().unwrap()),
        ..kind.into()
    };
    FormulaSpec::new(board.parse().unwrap(), tour, name.style()).unwrap()
}

/// Returns true if a tour of a board visits each rectangle as a whole, in the order of the blocks
/// or in the reverse order, and goes along the joints.
fn visits(problem: &Problem, steps: &[u32]) -> bool {
    let blocks = problem.blocks().unwrap();
    let visits = |steps: &[u32]| {
        let runs = steps.iter().map(|&v| blocks.of(v)).dedup().collect_vec();
        let crossings = steps.iter().circular_tuple_windows().map(|(&a, &b)| [a, b]);
        let last = if problem.kind() == Kind::Open {
            steps.len() - 1
        } else {
            steps.len()
        };
        let crossings = crossings
            .take(last)
            .filter(|&[a, b]| blocks.of(a) != blocks.of(b));
        let crossings = crossings.collect_vec();
        let all = blocks.joints().iter().flatten().collect_vec();
        runs.iter().copied().eq(0..blocks.len()) && crossings.iter().all(|arc| all.contains(&arc))
    };
    let turns = match problem.kind() {
        Kind::Open => 1,
        Kind::Closed => steps.len(),
    };
    (0..turns).any(|turn| {
        let mut steps = steps.to_vec();
        steps.rotate_left(turn);
        let reversed = steps.iter().rev().copied().collect_vec();
        visits(&steps) || visits(&reversed)
    })
}

#[test]
fn the_search_finds_the_tours_that_visit_the_blocks() {
    let mut found = Vec::new();
    for case in CASES.into_iter().take(2) {
        let problem = spec(case, Name::Position)
            .problem(&Default::default())
            .unwrap();
        let place: Place = case.0.parse().unwrap();
        let whole = place.problem(case.1, None, None).unwrap();
        let all = Search::new(&whole, Directions::One).filter(|steps| visits(&problem, steps));
        let [expected, tours] = [all.count(), Search::new(&problem, Directions::One).count()];
        assert_eq!(tours, expected, "{case:?}");
        found.push(tours);
    }
    assert_eq!(found, [16, 16]);
}

#[test]
fn every_encoding_has_a_model_for_each_tour_through_the_blocks() {
    for (case, name) in CASES.into_iter().cartesian_product(Name::ALL) {
        let spec = spec(case, name);
        let problem = spec.problem(&Default::default()).unwrap();
        let formula = Formula::new(&problem, spec.style).unwrap();
        let report = inspect(&spec.place, &problem, &formula, &Options::default()).unwrap();
        assert!(report.is_good(), "{case:?} {name}\n{report}");
    }
}

/// Steps, required and forbidden moves, rules and fixed ends.
#[test]
fn clues_and_rules_hold_in_blocks() {
    let free = |kind: Kind| TourSpec {
        blocks: Some("3x4".parse().unwrap()),
        joints: Some("free".parse().unwrap()),
        ..kind.into()
    };
    let rule = |text: &str| vec![text.parse::<RuleText>().unwrap().0];
    let open = free(Kind::Open);
    let tours = [
        TourSpec {
            start: Some("a1".into()),
            ..open.clone()
        },
        TourSpec {
            at: vec!["13=e1".parse().unwrap()],
            ..open.clone()
        },
        TourSpec {
            not_at: vec!["1=a1".parse().unwrap()],
            ..open.clone()
        },
        TourSpec {
            require: vec!["d3-e1".parse().unwrap()],
            ..open.clone()
        },
        TourSpec {
            forbid: vec!["a1-b3".parse().unwrap()],
            ..open.clone()
        },
        TourSpec {
            with: rule("a1->b3"),
            ..open.clone()
        },
        TourSpec {
            with: rule("d3-e1"),
            ..open
        },
    ];
    for (tour, name) in tours.into_iter().cartesian_product(Name::ALL) {
        let spec = FormulaSpec::new("3x8".parse().unwrap(), tour, name.style()).unwrap();
        let problem = spec.problem(&Default::default()).unwrap();
        let formula = Formula::new(&problem, spec.style).unwrap();
        let report = inspect(&spec.place, &problem, &formula, &Options::default()).unwrap();
        let what = spec.describe();
        assert!(report.is_good(), "{what} {name}\n{report}");
    }
}

/// A rule of one atom.
struct RuleText(knightsat_check::tour::rule::Rule<String>);

impl std::str::FromStr for RuleText {
    type Err = knightsat_check::tour::fact::NotAFact;

    fn from_str(text: &str) -> Result<RuleText, Self::Err> {
        let rule = knightsat_check::tour::rule::Rule(vec![text.parse()?]);
        Ok(RuleText(rule))
    }
}

/// The file alone suffices to decode a model, also if it is shuffled or has holes.
#[test]
fn files_describe_their_blocks() {
    let board = "............/............/............/............/............/............/\
                 ............/............/............/............/............/##..........";
    for (board, kind, shuffle) in [("12x14", Kind::Closed, 3), (board, Kind::Open, 0)] {
        let tour = TourSpec {
            blocks: Some("6x6".parse().unwrap()),
            ..kind.into()
        };
        let mut spec = FormulaSpec::new(board.parse().unwrap(), tour, Name::Crt.style()).unwrap();
        spec.style.shuffle = shuffle;
        let file = spec.write(Vec::new()).unwrap();
        let reader = CnfReader::new(&file[..], "blocks.cnf", PREFIX).unwrap();
        let read = FormulaSpec::from_comments(reader.comments())
            .unwrap()
            .unwrap();
        assert_eq!(read, spec);
        let mut solver = InProcess::default().start(Default::default());
        read.encode(&mut solver).unwrap();
        let answer = solver.solve().unwrap();
        let knightsat_check::cnf::Answer::Satisfiable(model) = answer else {
            panic!("{board}: {answer:?}")
        };
        assert_eq!(
            read.decode(&model).unwrap().steps().len() as u32,
            read.place.len()
        );
    }
}
