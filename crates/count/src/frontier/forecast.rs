//! Forecasts of a sweep from its finished steps.
//!
//! The number of states of a frontier has an upper bound. A state gives each vertex of the frontier
//! no edge, one or both, and pairs the vertices with one. In a two-coloured graph every edge joins
//! the colours, so the degrees of both colours have the same sum. Processed vertices have two
//! edges, so the difference of the two sums over the frontier is known. That leaves a fourth or a
//! fifth of the states.
//!
//! The gap is the logarithm of the bound over the states. On boards it shrinks with every step by
//! the same factor, and changes with the bound. Classes grow as the square root of the states, and
//! large classes take less time and fewer bytes for a state. The constants fit recorded runs, see
//! the tests.

use super::host::Host;
use super::journal::StepEvidence;
use super::matching::matchings;
use super::plan::Plan;

/// Returns for each step of each course the natural logarithm of the largest possible number of
/// states after it.
pub(super) fn bounds(host: &Host, plan: &Plan) -> Vec<Vec<f64>> {
    let colours = host.colours();
    let courses = plan.courses().iter().map(|course| {
        let mut bounds = Vec::new();
        // The degrees of the processed vertices of the second colour, less those of the first.
        let mut more = 0;
        for (place, frontier) in course.frontiers.iter().skip(1).enumerate() {
            let labels = course.labels[place + 1];
            let bound = match &colours {
                None => all(frontier.len(), labels),
                Some(colours) => {
                    let is_odd = |vertex: &&u32| colours[**vertex as usize];
                    let processed = course.order.get(place);
                    more += processed.map_or(0, |vertex| if is_odd(&vertex) { 2 } else { -2 });
                    let odd = frontier.iter().filter(is_odd).count();
                    balanced([frontier.len() - odd, odd], more, labels)
                }
            };
            bounds.push(bound.max(2.0).ln());
        }
        bounds
    });
    courses.collect()
}

/// The factor of the gap at every step, and its least value.
const CLOSING: f64 = 0.84;
const LEAST_GAP: f64 = 0.5;
/// The change of the gap relative to a rise or a fall of the logarithm of the bound.
const RISE: f64 = 1.0;
const FALL: f64 = 0.3;
/// The time of a class relative to that of a state, and the bytes of a class.
const CLASS_TIME: f64 = 100.0;
const CLASS_BYTES: f64 = 20.0;
/// The time to pair a state, relative to that of a step.
const PAIRING: f64 = 5.0;

/// A step as it was or as it is forecast.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    /// The natural logarithm of the bound on the states.
    bound: f64,
    /// The number of states after the step.
    pub states: f64,
    /// The number of states for each class.
    class: f64,
    /// The bytes of a state.
    bytes: f64,
}

impl Point {
    /// Returns a finished step with this bound.
    pub fn of(step: &StepEvidence, bound: f64) -> Point {
        let states = step.states.max(1) as f64;
        Point {
            bound,
            states,
            class: states / step.classes.max(1) as f64,
            bytes: step.bytes as f64 / states,
        }
    }

    /// Returns the forecast of a step with this bound and gap.
    fn with_gap(self, bound: f64, gap: f64) -> Point {
        let states = (bound - gap).exp().max(1.0);
        let class = (self.class * (states / self.states).sqrt()).max(1.0);
        let bytes = self.bytes + CLASS_BYTES * (1.0 / class - 1.0 / self.class);
        Point {
            bound,
            states,
            class,
            bytes: bytes.max(1.0),
        }
    }

    fn gap(self) -> f64 {
        self.bound - self.states.ln()
    }

    /// Returns the forecast of the next step.
    fn next(self, bound: f64) -> Point {
        let rise = bound - self.bound;
        let change = rise * if rise > 0.0 { RISE } else { FALL };
        self.with_gap(bound, (self.gap() * CLOSING + change).max(LEAST_GAP))
    }

    /// Returns the time of the step after so many states, in units.
    pub fn work(self, before: f64) -> f64 {
        (before + self.states) * (1.0 + CLASS_TIME / self.class)
    }
}

/// The time of the last steps, relative to their work. Each step counts less at the next.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
    seconds: f64,
    work: f64,
}

impl Pace {
    /// Adds a step.
    pub fn add(&mut self, seconds: f64, work: f64) {
        self.seconds = self.seconds * 0.7 + seconds;
        self.work = self.work * 0.7 + work;
    }

    /// Returns the seconds for so much work.
    pub fn seconds(self, work: f64) -> f64 {
        work * self.seconds / self.work
    }
}

/// The forecast of a run.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rest {
    /// The most states after a step.
    pub states: f64,
    /// The most bytes after a step, and before and after a step together.
    pub bytes: f64,
    pub both: f64,
    /// The time, in the units of [`Point::work`].
    pub work: f64,
}

/// Forecasts the unfinished steps. `steps` are those of the current course, which has these bounds
/// followed by those of later courses. A later course is like the current one. Earlier courses keep
/// so many bytes.
pub(super) fn rest(steps: &[StepEvidence], bounds: &[Vec<f64>], mut kept: f64) -> Rest {
    let (mut course, mut rest) = (Vec::<Point>::new(), Rest::default());
    for (place, &bound) in bounds[0].iter().enumerate() {
        let done = steps.get(place).map(|step| Point::of(step, bound));
        let next = || course.last().map(|last| last.next(bound));
        course.extend(done.or_else(next));
    }
    let mut begin = steps.len();
    for bounds in bounds {
        let like = |(place, &bound): (usize, &f64)| {
            let like = course.get(place).or(course.last())?;
            Some(like.with_gap(bound, like.gap()))
        };
        let points: Vec<Point> = bounds.iter().enumerate().filter_map(like).collect();
        for place in begin..points.len() {
            let (before, point) = (points[place.max(1) - 1], points[place]);
            let bytes = point.states * point.bytes;
            rest.states = rest.states.max(point.states);
            rest.bytes = rest.bytes.max(kept + bytes);
            rest.both = rest.both.max(kept + bytes + before.states * before.bytes);
            rest.work += point.work(before.states);
        }
        let last = points.last();
        rest.work += last.map_or(0.0, |last| last.work(0.0) * PAIRING);
        kept += last.map_or(0.0, |last| last.states * last.bytes);
        begin = 0;
    }
    rest
}

/// Returns the number of states of so many vertices. One with one edge has so many labels.
fn all(vertices: usize, labels: f64) -> f64 {
    let sums = 0..=2 * vertices as i64;
    sums.map(|sum| balanced([vertices, 0], sum, labels)).sum()
}

/// Returns the number of states of two-coloured vertices whose degrees differ by `more`.
///
/// `more` is the sum of the degrees of the first colour less that of the second.
fn balanced([first, second]: [usize; 2], more: i64, labels: f64) -> f64 {
    let mut states = 0.0;
    for ends in 0..=first {
        for both in 0..=first - ends {
            let ways = choose(first, ends) * choose(first - ends, both);
            for others in (ends % 2..=second).step_by(2) {
                let degrees = (ends + 2 * both) as i64 - more - others as i64;
                let Ok(twice) = usize::try_from(degrees) else {
                    continue;
                };
                states += ways
                    * choose(second, others)
                    * choose(second - others, twice / 2)
                    * matchings(ends + others) as f64
                    * labels.powi((ends + others) as i32)
                    * f64::from(twice.is_multiple_of(2));
            }
        }
    }
    states
}

/// Returns the number of subsets of size `many` of a set of size `of`.
fn choose(of: usize, many: usize) -> f64 {
    if many > of {
        return 0.0;
    }
    (0..many).fold(1.0, |ways, k| ways * (of - k) as f64 / (k + 1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Recorded runs on one core. A line is the board, and for a step the logarithm of its bound,
    /// its states, classes and bytes, and the seconds so far; the last line has the
    /// seconds of the whole run.
    const RUNS: &str = include_str!("runs.csv");

    #[test]
    fn forecasts_after_three_fifths_of_the_steps_are_near_recorded_runs() {
        let rows = RUNS.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let rows: Vec<Vec<&str>> = rows.collect();
        for run in rows.chunk_by(|a, b| a[0] == b[0]) {
            let number = |row: &Vec<&str>, place: usize| row[place].parse::<f64>().unwrap();
            let (end, rows) = run.split_last().unwrap();
            let bounds: [Vec<f64>; 1] = [rows.iter().map(|row| number(row, 1)).collect()];
            let step = |row: &Vec<&str>| StepEvidence {
                states: number(row, 2) as u64,
                classes: number(row, 3) as u64,
                bytes: number(row, 4) as u64,
                checksum: 0,
            };
            let steps: Vec<StepEvidence> = rows.iter().map(step).collect();
            let (mut pace, mut compared) = (Pace::default(), 0);
            for done in 1..rows.len() - 1 {
                let before = steps[done - 1].states;
                if before + steps[done].states < 200_000 {
                    continue;
                }
                let work = Point::of(&steps[done], bounds[0][done]).work(before as f64);
                pace.add(number(&rows[done], 5) - number(&rows[done - 1], 5), work);
                let (seen, ahead) = steps.split_at(done + 1);
                let rest = rest(seen, &bounds, 0.0);
                let most = |of: fn(&StepEvidence) -> u64| ahead.iter().map(of).max().unwrap();
                let left = number(end, 1) - number(&rows[done], 5);
                for (what, factor, forecast, found) in [
                    ("states", 2.0, rest.states, most(|step| step.states) as f64),
                    ("bytes", 2.0, rest.bytes, most(|step| step.bytes) as f64),
                    ("seconds", 3.0, pace.seconds(rest.work), left),
                ] {
                    let ratio = forecast / found;
                    let is_near = (1.0 / factor..factor).contains(&ratio);
                    let is_early = 5 * done < 3 * rows.len();
                    assert!(is_near || is_early, "{} {done}: {what} {ratio}", end[0]);
                    compared += 1;
                }
            }
            assert!(compared > 20);
        }
    }

    #[test]
    fn states_are_pairs_of_ends_and_two_kinds_of_others() {
        assert_eq!(
            [0, 1, 2, 3, 4].map(|vertices| all(vertices, 1.0)),
            [1.0, 2.0, 5.0, 14.0, 43.0]
        );
        // With one vertex of each colour: no edges, both edges at both, and a path between them.
        assert_eq!(balanced([1, 1], 0, 1.0), 3.0);
        assert_eq!(balanced([1, 1], 2, 1.0) + balanced([1, 1], -2, 1.0), 2.0);
        assert_eq!(balanced([1, 1], 0, 3.0), 11.0);
        let split = (-4..=4)
            .map(|more| balanced([2, 2], more, 1.0))
            .sum::<f64>();
        assert_eq!(split, all(4, 1.0));
    }
}
