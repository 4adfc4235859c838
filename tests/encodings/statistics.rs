//! Rules about angles, crossings and sums: every method finds the tours that keep them, by a
//! geometry of its own.

use itertools::Itertools;
use knightsat::check::{self, inspect};
use knightsat::count::search::{Directions, Search};
use knightsat::search::lazy::{self, Options};
use knightsat::search::tours::Tours;
use knightsat::stop::Stop;
use knightsat::tour::Kind;
use knightsat::tour::fact::Fact;
use knightsat::tour::place::Place;
use knightsat::tour::rule::{self, Atom, Counted, Relation, Rule};
use knightsat::tour::spec::TourSpec;
use knightsat_base::random::Rng;
use knightsat_cnf::sink::ClauseSink;
use knightsat_encoding::{Formula, Name};
use knightsat_solver::incremental::{Limits, refine};
use knightsat_solver::{InProcess, SolverError};
use knightsat_tour::statistic::{Angle, Statistic, Weights};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// A tour as points of the plane.
struct Points {
    of: BTreeMap<u32, [f64; 2]>,
    steps: Vec<u32>,
    is_closed: bool,
}

impl Points {
    fn new(place: &Place, steps: &[u32], kind: Kind) -> Points {
        let board = place.board().unwrap();
        let point = |vertex| {
            let square = board.square(vertex);
            [f64::from(square.file), f64::from(square.rank)]
        };
        Points {
            of: (0..place.len())
                .map(|vertex| (vertex, point(vertex)))
                .collect(),
            steps: steps.to_vec(),
            is_closed: kind == Kind::Closed,
        }
    }

    fn moves(&self) -> Vec<[u32; 2]> {
        let next = self.steps.iter().cycle().skip(1);
        let moves = self.steps.iter().zip(next).map(|(&a, &b)| [a, b]);
        moves
            .take(self.steps.len() - usize::from(!self.is_closed))
            .collect()
    }

    fn takes(&self, [a, b]: [u32; 2]) -> bool {
        self.moves()
            .iter()
            .any(|&[c, d]| [a, b] == [c, d] || [a, b] == [d, c])
    }

    /// The angle at a vertex in degrees, if it is no end.
    fn angle(&self, vertex: u32) -> Option<f64> {
        let moves = self.moves();
        let [into, out] = [1, 0].map(|side| moves.iter().find(|ends| ends[side] == vertex));
        let direction = |from: u32, to: u32| {
            let [from, to] = [self.of[&from], self.of[&to]];
            (to[1] - from[1]).atan2(to[0] - from[0]).to_degrees()
        };
        let (into, out) = (into?, out?);
        let between = direction(vertex, into[0]) - direction(vertex, out[1]);
        let between = between.rem_euclid(360.0);
        Some(between.min(360.0 - between))
    }

    fn has(&self, angle: Angle, vertex: u32) -> bool {
        let Some(degrees) = self.angle(vertex) else {
            return false;
        };
        let is = |other: f64| (degrees - other).abs() < 1e-6;
        match angle {
            Angle::Turn => !is(180.0),
            Angle::Straight => is(180.0),
            Angle::Right => is(90.0),
            Angle::Acute => degrees < 89.0,
            Angle::Obtuse => degrees > 91.0,
            Angle::Bent => degrees > 91.0 && !is(180.0),
        }
    }

    /// Returns true if two moves cross: each has its ends on both sides of the other.
    fn cross(&self, one: [u32; 2], other: [u32; 2]) -> bool {
        let [p, q, r, s] = [one[0], one[1], other[0], other[1]].map(|vertex| self.of[&vertex]);
        let area = |a: [f64; 2], b: [f64; 2], c: [f64; 2]| {
            (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        };
        area(p, q, r) * area(p, q, s) < 0.0 && area(r, s, p) * area(r, s, q) < 0.0
    }

    fn value(&self, statistic: &Statistic) -> i64 {
        let moves = self.moves();
        let count = match statistic {
            Statistic::Angles(angle) => self
                .steps
                .iter()
                .filter(|&&vertex| self.has(*angle, vertex))
                .count(),
            Statistic::Crossings => {
                let pairs = moves.iter().array_combinations();
                pairs
                    .filter(|[one, other]| self.cross(**one, **other))
                    .count()
            }
            Statistic::Slope(_) => {
                let name = statistic.to_string();
                let slope = |[a, b]: [u32; 2]| {
                    let [a, b] = [self.of[&a], self.of[&b]];
                    (b[1] - a[1]) / (b[0] - a[0])
                };
                let (rise, run) = name["slope".len()..]
                    .split_once('/')
                    .unwrap_or((&name[5..], "1"));
                let wanted = rise.parse::<f64>().unwrap() / run.parse::<f64>().unwrap();
                let is =
                    |found: f64| found == wanted || found.is_infinite() && wanted.is_infinite();
                moves.iter().filter(|&&edge| is(slope(edge))).count()
            }
            Statistic::Weights(_) => unreachable!(),
        };
        count as i64
    }

    fn number(&self, atom: &Atom) -> i64 {
        let step = |vertex: u32| {
            self.steps
                .iter()
                .position(|&other| other == vertex)
                .unwrap()
        };
        let is_true = match atom {
            Atom::Fact(Fact::Edge(ends)) => self.takes(**ends),
            Atom::Fact(Fact::Arc { from, to }) => self.moves().contains(&[*from, *to]),
            Atom::Fact(Fact::At { step: at, vertex }) => step(*vertex) + 1 == *at as usize,
            Atom::After(later, earlier) => step(*later) > step(*earlier),
            Atom::Angle(angle, vertex) => self.has(*angle, *vertex),
            Atom::Cross(one, other) => {
                self.takes(**one) && self.takes(**other) && self.cross(**one, **other)
            }
            Atom::Count(count) => {
                let values = count.summands.iter().map(|summand| {
                    let value = match &summand.of {
                        Counted::Atom(atom) => self.number(atom),
                        Counted::Statistic(statistic) => self.value(statistic),
                    };
                    if summand.is_added { value } else { -value }
                });
                let value: i64 = values.sum();
                match count.relation {
                    Relation::AtMost => value <= count.bound,
                    Relation::AtLeast => value >= count.bound,
                    Relation::Equal => value == count.bound,
                }
            }
        };
        is_true.into()
    }

    fn keeps(&self, rules: &[Rule]) -> bool {
        let is_true = |rule: &Rule| {
            let mut literals = rule.0.iter();
            literals.any(|literal| (self.number(&literal.atom) == 1) == literal.is_positive)
        };
        rules.iter().all(is_true)
    }
}

/// Boards with few tours.
const BOARDS: [(&str, Kind, (u32, u32)); 9] = [
    ("3x4", Kind::Open, (1, 2)),
    ("#..../...../....#", Kind::Open, (1, 2)),
    (".../.#./...", Kind::Closed, (1, 2)),
    ("4x4", Kind::Closed, (0, 1)),
    ("3x4", Kind::Closed, (0, 1)),
    ("2x4", Kind::Open, (0, 1)),
    ("..##/..../..../##..", Kind::Closed, (0, 1)),
    ("3x10", Kind::Closed, (1, 2)),
    ("5x6", Kind::Closed, (1, 2)),
];

/// Returns rules as text. Most of them are such that some tour keeps them.
fn random(place: &Place, tours: &[Points], rng: &mut Rng) -> String {
    let graph = place.graph();
    let edges: Vec<[u32; 2]> = graph.edges().collect();
    let name = |edge: [u32; 2]| format!("{}-{}", place.name(edge[0]), place.name(edge[1]));
    let tour = &tours[rng.below(tours.len())];
    let fact = |rng: &mut Rng| {
        let edge = edges[rng.below(edges.len())];
        let crossed: Vec<_> = edges
            .iter()
            .filter(|&&other| tour.cross(edge, other))
            .collect();
        match rng.below(4) {
            0 => name(edge),
            1 if !crossed.is_empty() => {
                format!(
                    "cross({}, {})",
                    name(edge),
                    name(*crossed[rng.below(crossed.len())])
                )
            }
            _ => {
                let angle = Angle::ALL[rng.below(Angle::ALL.len())].name();
                format!(
                    "{angle}({})",
                    place.name(rng.below(place.len() as usize) as u32)
                )
            }
        }
    };
    let read = |text: &str| {
        let rules = rule::read(text, place).unwrap();
        rules[0].map(|name| place.vertex(name).unwrap())
    };
    let names = [
        "turns",
        "straight",
        "acute",
        "right",
        "obtuse",
        "bent",
        "crossings",
    ];
    let slopes = ["slope+2", "slope-1/2", "slope+0", "slope+1/0"];
    let literal = |rng: &mut Rng| {
        let not = ["", "not "][rng.below(2)];
        if rng.below(3) == 0 {
            return format!("{not}{}", fact(rng));
        }
        let mut sum = String::new();
        for nth in 0..1 + rng.below(3) {
            let sign = ["", " + ", " - "][if nth == 0 { 0 } else { 1 + rng.below(2) }];
            let summand = match rng.below(3) {
                0 => names[rng.below(names.len())].to_string(),
                1 => slopes[rng.below(slopes.len())].to_string(),
                _ => fact(rng),
            };
            sum += &format!("{sign}{summand}");
        }
        let Atom::Count(count) = read(&format!("{sum} = 0")).0.remove(0).atom else {
            unreachable!()
        };
        let values = count.summands.iter().map(|summand| {
            let value = match &summand.of {
                Counted::Atom(atom) => tour.number(atom),
                Counted::Statistic(statistic) => tour.value(statistic),
            };
            if summand.is_added { value } else { -value }
        });
        let bound = values.sum::<i64>() + rng.below(3) as i64 - 1;
        let relation = ["<=", ">=", "=", "≤"][rng.below(4)];
        format!("{not}{sum} {relation} {bound}")
    };
    let rules = (0..1 + rng.below(2)).map(|_| {
        let literals: Vec<String> = (0..1 + rng.below(2)).map(|_| literal(rng)).collect();
        literals.join(" or ") + "\n"
    });
    rules.collect()
}

#[test]
fn every_method_finds_the_tours_that_keep_rules_about_angles_and_sums() {
    let mut rng = Rng::new(52, 2);
    let (mut some, mut none, mut checked) = (0, 0, 0);
    let samples = BOARDS.map(|(board, kind, (a, b))| {
        let board = check::place(board).board().unwrap().clone();
        let place: Place = board.with_leaper(a, b).unwrap().into();
        let problem = place.problem(kind, None, None).unwrap();
        let tours: Vec<Vec<u32>> = Search::new(&problem, Directions::Both).collect();
        (place, kind, tours)
    });
    for sample in 0..1000 {
        let (place, kind, tours) = &samples[sample % samples.len()];
        let points: Vec<Points> = tours
            .iter()
            .map(|steps| Points::new(place, steps, *kind))
            .collect();
        let text = random(place, &points, &mut rng);
        let with = rule::read(&text, place).unwrap();
        // Rules survive their own text.
        for rule in &with {
            for literal in &rule.0 {
                assert_eq!(
                    &literal
                        .to_string()
                        .parse::<rule::Literal<String>>()
                        .unwrap(),
                    literal
                );
            }
        }
        let spec = TourSpec {
            with,
            ..TourSpec::from(*kind)
        };
        let problem = spec.problem(place, &Stop::default()).unwrap();
        let kept = points.iter().filter(|points| points.keeps(problem.rules()));
        let expected: BTreeSet<Vec<u32>> = kept.map(|points| points.steps.clone()).collect();
        let what = format!("{place:?} {kind}\n{text}");
        let found = Search::new(&problem, Directions::Both);
        assert_eq!(found.collect::<BTreeSet<_>>(), expected, "{what}");
        *if expected.is_empty() {
            &mut none
        } else {
            &mut some
        } += 1;

        let options = Options {
            seed: sample as u64,
            ..Options::default()
        };
        let verdict = lazy::solve(&problem, options).unwrap();
        assert_eq!(verdict.tour().is_some(), !expected.is_empty(), "{what}");
        let by_search = Tours::by_search(&problem, &Stop::default()).count();
        let by_cuts = Tours::by_cuts(&problem, &Stop::default()).unwrap();
        assert_eq!(by_cuts.map(Result::unwrap).count(), by_search, "{what}");
        // Large boards are checked by the lazy engine alone.
        if place.len() > 16 {
            continue;
        }
        let name = Name::ALL[(sample / samples.len()) % Name::ALL.len()];
        let formula = Formula::new(&problem, name.style()).unwrap();
        let report = inspect(place, &problem, &formula, &check::Options::default()).unwrap();
        assert!(report.is_good(), "{name} {what}\n{report}");
        if formula.is_exact() {
            let by_models = Tours::by_models(&problem, &formula, &Stop::default());
            assert_eq!(
                by_models.map(Result::unwrap).count(),
                by_search,
                "{name} {what}"
            );
            checked += 1;
        }
    }
    assert!(
        some > 500 && none > 50 && checked > 500,
        "{some} {none} {checked}"
    );
}

#[test]
fn a_statistic_over_the_variables_of_an_encoding_is_that_of_every_tour() {
    let mut models = 0;
    for (number, (board, kind, (a, b))) in BOARDS.into_iter().enumerate() {
        let board = check::place(board).board().unwrap().clone();
        let place: Place = board.with_leaper(a, b).unwrap().into();
        let problem = place.problem(kind, None, None).unwrap();
        if place.len() > 16 {
            continue;
        }
        let edges = problem
            .graph()
            .edges()
            .zip([3, -1, 0, 2, -5].into_iter().cycle());
        let weights = Statistic::Weights(Weights::new("w", edges.collect()));
        let statistics = Statistic::all(&problem).into_iter().chain([weights]);
        let statistics = statistics.collect_vec();
        for (place, name) in Name::ALL.into_iter().enumerate() {
            let formula = Formula::new(&problem, name.style()).unwrap();
            if !formula.is_exact() {
                continue;
            }
            // A third of the statistics, others for each encoding.
            for statistic in statistics.iter().skip((number + place) % 3).step_by(3) {
                let (cnf, sum) = formula.weighed(statistic, &Stop::default()).unwrap();
                let mut solver = InProcess::varisat().start(Limits::default());
                solver.new_vars(cnf.variables());
                cnf.replay(&mut solver);
                refine(&mut solver, u64::MAX, |model, solver| {
                    let taken = sum
                        .literals
                        .iter()
                        .filter(|&&(_, lit)| model.satisfies(lit));
                    let value = sum.constant + taken.map(|(weight, _)| *weight as i64).sum::<i64>();
                    let tour = formula.decode(&model).unwrap();
                    let expected = statistic.value(&problem, tour.steps()).unwrap();
                    assert_eq!(value, expected, "{name} {statistic} {place:?}");
                    models += 1;
                    let vars = formula.tour_vars().into_iter();
                    let other = vars.map(|var| {
                        let is_true = model.satisfies(var.pos());
                        if is_true { var.neg() } else { var.pos() }
                    });
                    solver.clause(&other.collect_vec());
                    Ok::<_, SolverError>(ControlFlow::<()>::Continue(()))
                })
                .unwrap();
            }
        }
    }
    assert!(models > 1000, "{models}");
}

#[test]
fn faults_of_such_rules_are_named() {
    let board = check::place("5x5");
    let fault = |text: &str| rule::read(text, &board).unwrap_err().to_string();
    assert_eq!(
        fault("turns"),
        "1:1: 'turns' is not a fact of a tour: write, for example, a1-c2, a1->c2 or d4@17 (did you mean \
         turns <= 40?)"
    );
    assert_eq!(fault("turns <= x"), "1:10: 'x' is not a whole number");
    assert_eq!(fault("turns <="), "1:7: a number is missing after <=");
    assert_eq!(fault("a1-c2 + <= 3"), "1:9: a fact is missing before <=");
    assert_eq!(
        fault("turns <= 3 4"),
        "1:12: write one number after <=, then or"
    );
    assert_eq!(
        fault("cross(a1-c2, d1-e3)"),
        "1:1: cross(a1-c2, d1-e3) is never true: these moves do not cross"
    );
    assert!(fault("cross(a1-c3, b1-a3)").starts_with("1:1: a1-c3 is not a move of the knight"));
    assert!(fault("turn(z9)").contains("z9 is not on the 5x5 board"));
    assert_eq!(
        fault("weights(w) <= 4"),
        "1:1: rules have no weights of files"
    );
    let graph = Place::Graph(board.graph());
    let error = rule::read("turns <= 4", &graph).unwrap_err().to_string();
    assert_eq!(
        error,
        "1:1: a graph has no angles, crossings or slopes: 'turns' is for boards"
    );
    let rules = rule::read("obtuse=4 or turns<=3\n a1-c2+b1-d2 <= 1", &board);
    assert!(rules.is_err(), "a plus sign needs blanks");
}
