//! Truth of rules on a tour, by a geometry of its own.

use itertools::{Itertools, iproduct};
use knightsat_tour::Kind;
use knightsat_tour::fact::Fact;
use knightsat_tour::geometry::Wrap;
use knightsat_tour::given::Clue;
use knightsat_tour::place::Place;
use knightsat_tour::rule::{Atom, Counted, Relation, Rule};
use knightsat_tour::statistic::{Angle, Statistic};
use std::collections::BTreeMap;

/// A tour as points of the plane.
pub struct Points {
    of: BTreeMap<u32, [f64; 2]>,
    /// The joined sides, 0 for others, and the leap there.
    joined: Option<([f64; 2], [f64; 2])>,
    pub steps: Vec<u32>,
    is_closed: bool,
}

impl Points {
    /// The vertices of a graph have no points.
    pub fn new(place: &Place, steps: &[u32], kind: Kind) -> Points {
        let point = |vertex| {
            let square = place.outline()?.square(vertex);
            Some((vertex, [f64::from(square.file), f64::from(square.rank)]))
        };
        let joined = place.any_board().and_then(|board| {
            let [_, ranks, files] = board.sides().map(f64::from);
            let sides = match board.wrap()? {
                Wrap::Files => [files, 0.0],
                Wrap::Ranks => [0.0, ranks],
                Wrap::Both => [files, ranks],
            };
            let (a, b) = board.leaper();
            Some((sides, [a, b].map(f64::from)))
        });
        Points {
            joined,
            of: (0..place.len()).filter_map(point).collect(),
            steps: steps.to_vec(),
            is_closed: kind == Kind::Closed,
        }
    }

    pub fn moves(&self) -> Vec<[u32; 2]> {
        let next = self.steps.iter().cycle().skip(1);
        let moves = self.steps.iter().zip(next).map(|(&a, &b)| [a, b]);
        let number = self.steps.len() - usize::from(!self.is_closed);
        moves.take(number).collect()
    }

    pub fn takes(&self, [a, b]: [u32; 2]) -> bool {
        let moves = self.moves();
        moves.contains(&[a, b]) || moves.contains(&[b, a])
    }

    /// Returns true if the steps satisfy the clue.
    pub fn fits(&self, clue: Clue) -> bool {
        match clue {
            Clue::Move(ends) => self.takes(ends),
            Clue::NoMove(ends) => !self.takes(ends),
            Clue::At { step, vertex } => self.steps[step as usize - 1] == vertex,
            Clue::NotAt { step, vertex } => self.steps[step as usize - 1] != vertex,
        }
    }

    /// The files and ranks of a move: across joined sides those of the only leap that fits.
    fn vector(&self, from: u32, to: u32) -> [f64; 2] {
        let [from, to] = [from, to].map(|vertex| self.of[&vertex]);
        let plain = [0, 1].map(|axis| to[axis] - from[axis]);
        let Some((sides, leap)) = self.joined else {
            return plain;
        };
        let times = [-2.0, -1.0, 0.0, 1.0, 2.0];
        let all = iproduct!(times, times)
            .map(|(x, y)| [plain[0] + x * sides[0], plain[1] + y * sides[1]])
            .unique_by(|vector| vector.map(f64::to_bits));
        let mut leaps = all.filter(|vector| {
            let [x, y] = vector.map(f64::abs);
            [x.min(y), x.max(y)] == leap
        });
        let only = leaps.next().unwrap();
        assert_eq!(leaps.next(), None, "{from:?} {to:?}");
        only
    }

    /// The angle at a vertex in degrees, if it is no end.
    pub fn angle(&self, vertex: u32) -> Option<f64> {
        let moves = self.moves();
        let [into, out] = [1, 0].map(|side| moves.iter().find(|ends| ends[side] == vertex));
        let direction = |from: u32, to: u32| {
            let [x, y] = self.vector(from, to);
            y.atan2(x).to_degrees()
        };
        let (into, out) = (into?, out?);
        let between = direction(vertex, into[0]) - direction(vertex, out[1]);
        let between = between.rem_euclid(360.0);
        Some(between.min(360.0 - between))
    }

    pub fn has(&self, angle: Angle, vertex: u32) -> bool {
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
    pub fn cross(&self, one: [u32; 2], other: [u32; 2]) -> bool {
        let [p, q, r, s] = [one[0], one[1], other[0], other[1]].map(|vertex| self.of[&vertex]);
        let area = |a: [f64; 2], b: [f64; 2], c: [f64; 2]| {
            (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        };
        area(p, q, r) * area(p, q, s) < 0.0 && area(r, s, p) * area(r, s, q) < 0.0
    }

    pub fn value(&self, statistic: &Statistic) -> i64 {
        let moves = self.moves();
        let count = match statistic {
            Statistic::Angles(angle) => {
                let steps = self.steps.iter();
                steps.filter(|&&vertex| self.has(*angle, vertex)).count()
            }
            Statistic::Crossings => {
                let pairs = moves.iter().array_combinations();
                let crossed = pairs.filter(|[one, other]| self.cross(**one, **other));
                crossed.count()
            }
            Statistic::Slope(_) => {
                let name = statistic.to_string();
                let slope = |[a, b]: [u32; 2]| {
                    let [x, y] = self.vector(a, b);
                    y / x
                };
                let (rise, run) = name[5..].split_once('/').unwrap_or((&name[5..], "1"));
                let wanted = rise.parse::<f64>().unwrap() / run.parse::<f64>().unwrap();
                let is =
                    |found: f64| found == wanted || found.is_infinite() && wanted.is_infinite();
                moves.iter().filter(|&&edge| is(slope(edge))).count()
            }
            Statistic::Weights(_) => unreachable!(),
        };
        count as i64
    }

    pub fn number(&self, atom: &Atom) -> i64 {
        let step = |vertex: u32| {
            let mut steps = self.steps.iter();
            steps.position(|&other| other == vertex).unwrap()
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

    pub fn keeps(&self, rules: &[Rule]) -> bool {
        let is_true = |rule: &Rule| {
            let mut literals = rule.0.iter();
            literals.any(|literal| (self.number(&literal.atom) == 1) == literal.is_positive)
        };
        rules.iter().all(is_true)
    }
}
