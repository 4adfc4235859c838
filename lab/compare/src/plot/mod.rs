//! Plots of rows as SVG: the runs that each solver solves within a time, and the growth of time
//! with the board.
//!
//! ```
//! use knightsat_compare::plot;
//!
//! assert!(plot::cactus(&[]).starts_with("<svg"));
//! ```

mod svg;

use super::row::{Row, SHORTEST};
use super::table::median;
use itertools::Itertools;
use svg::{Chart, Point, Series};

/// Draws both plots of the rows, each with its file.
pub fn plots(rows: &[Row]) -> [(&'static str, String); 2] {
    [("cactus.svg", cactus(rows)), ("scaling.svg", scaling(rows))]
}

/// Draws the cactus plot: for each method and solver its solved runs, fastest first, against the
/// time of each.
pub fn cactus(rows: &[Row]) -> String {
    let limit = limit(rows);
    let mut series = series(rows, |rows| {
        let times = rows.iter().filter_map(|row| row.time());
        let point = |(number, time): (u32, f64)| Point {
            x: f64::from(number),
            y: time.max(SHORTEST),
            is_beyond: false,
        };
        let times = times.sorted_by(f64::total_cmp);
        (1..).zip(times).map(point).collect()
    });
    // Best first: most solved, then fastest.
    let last = |series: &Series| series.points.last().map_or(0.0, |point| point.y);
    series.sort_by(|a, b| {
        let solved = b.points.len().cmp(&a.points.len());
        solved.then(last(a).total_cmp(&last(b)))
    });
    let most = series.iter().map(|series| series.points.len()).max();
    Chart {
        title: format!("Runs solved within a time limit of {limit} s"),
        x: Axis::count("runs solved", most.unwrap_or(0)),
        y: Axis::times(
            "CPU time of a run in seconds",
            &values(&series, |p| p.y),
            limit,
        ),
        limit,
        series,
    }
    .svg()
}

/// Draws the scaling plot: the median time of each method and solver against the number of squares,
/// both logarithmic. A median beyond the limit is an open marker on the limit.
pub fn scaling(rows: &[Row]) -> String {
    let limit = limit(rows);
    let mut series = series(rows, |rows| {
        let by_size = rows.iter().into_group_map_by(|row| row.run.vertices);
        let by_size = by_size.into_iter().sorted_by_key(|&(vertices, _)| vertices);
        let point = |(vertices, rows): (u32, Vec<&&Row>)| {
            let times = rows.iter().map(|row| row.time()).collect_vec();
            let median = median(&times);
            Point {
                x: f64::from(vertices),
                y: median.unwrap_or(limit).max(SHORTEST),
                is_beyond: median.is_none(),
            }
        };
        by_size.map(point).collect()
    });
    // In the order of their right ends.
    let place = |point: &Point| (point.x, point.y);
    let end = |series: &Series| series.points.last().map_or((0.0, 0.0), place);
    series.sort_by(|a, b| {
        let ((x, y), (other_x, other_y)) = (end(a), end(b));
        other_x.total_cmp(&x).then(y.total_cmp(&other_y))
    });
    Chart {
        title: format!("Median time over board size, time limit {limit} s"),
        x: Axis::sizes("squares of the board", &values(&series, |p| p.x)),
        y: Axis::times(
            "median CPU time in seconds",
            &values(&series, |p| p.y),
            limit,
        ),
        limit,
        series,
    }
    .svg()
}

fn values(series: &[Series], of: fn(&Point) -> f64) -> Vec<f64> {
    let points = series.iter().flat_map(|series| &series.points);
    points.map(of).collect()
}

fn limit(rows: &[Row]) -> f64 {
    let limits = rows.iter().map(|row| row.limits.timeout);
    limits.fold(SHORTEST, f64::max)
}

/// Returns a line for each kind of tour, encoding, at-most-one encoding and solver. Labels contain
/// only the parts that differ. The formula determines the colour, the solver the dash.
fn series(rows: &[Row], points: impl Fn(&[&Row]) -> Vec<Point>) -> Vec<Series> {
    let groups = rows.iter().into_group_map_by(|row| {
        let run = &row.run;
        let [encoding, amo, solver] = [&run.encoding, &run.amo, &run.solver].map(String::clone);
        [run.asked.to_string(), encoding, amo, solver]
    });
    let groups = groups.into_iter().sorted_by(|(a, _), (b, _)| a.cmp(b));
    let groups = groups.collect_vec();
    let keys = groups.iter().map(|(key, _)| key);
    let mut shown = (0..4).filter(|&part| !keys.clone().map(|key| &key[part]).all_equal());
    let shown = match shown.next() {
        Some(first) => [first].into_iter().chain(shown).collect_vec(),
        None => vec![1, 3],
    };
    let formulas = keys.clone().map(|key| &key[..3]).dedup().collect_vec();
    let solvers = keys.map(|key| &key[3]).sorted().dedup().collect_vec();
    let series = groups.iter().enumerate().map(|(marker, (key, rows))| {
        let words = shown.iter().map(|&part| &key[part][..]);
        let colour = formulas.iter().position(|&formula| formula == &key[..3]);
        let dash = solvers.iter().position(|&solver| *solver == key[3]);
        Series {
            label: { words }.filter(|&word| word != "-").join(" "),
            colour: colour.unwrap_or(0),
            dash: dash.unwrap_or(0),
            marker,
            points: points(rows),
        }
    });
    series.collect()
}

/// An axis with its ticks.
struct Axis {
    /// Its quantity, with the unit.
    label: String,
    /// The value at its beginning.
    from: f64,
    /// The value at its end.
    to: f64,
    /// True for a logarithmic axis.
    is_log: bool,
    /// The positions of grid lines, with their labels, if any.
    ticks: Vec<(f64, Option<String>)>,
}

impl Axis {
    /// Returns an axis for counts from 0 to `most`.
    fn count(label: &str, most: usize) -> Axis {
        const TICKS: usize = 8;
        let most = most.max(1);
        let mut steps = (0..).flat_map(|zeros| [1, 2, 5].map(|digit| digit * 10_usize.pow(zeros)));
        let step = steps.find(|step| most / step <= TICKS).unwrap_or(most);
        let tick = |tick: usize| (tick as f64, Some(tick.to_string()));
        Axis {
            label: label.to_string(),
            from: 0.0,
            to: most as f64 * 1.02,
            is_log: false,
            ticks: (0..=most).step_by(step).map(tick).collect(),
        }
    }

    /// Returns an axis of powers of ten, from below the least of `times` to above `limit`.
    fn times(label: &str, times: &[f64], limit: f64) -> Axis {
        let least = times.iter().copied().fold(limit, f64::min);
        let first = (least.log10() + 1e-9).floor() as i32;
        let first = first.min((limit.log10() - 1e-9).floor() as i32);
        // Room above the limit, so that markers on it are complete.
        let (from, to) = (10_f64.powi(first), limit * 1.5);
        let powers = first..=to.log10().floor() as i32;
        let name = |tick: f64| match (tick / SHORTEST - 1.0).abs() {
            ..1e-9 => format!("≤ {tick}"),
            _ => tick.to_string(),
        };
        let ticks = powers.flat_map(|power| {
            (1..10).map(move |digit| {
                let tick = f64::from(digit) * 10_f64.powi(power);
                (tick, (digit == 1).then(|| name(tick)))
            })
        });
        Axis {
            label: label.to_string(),
            from,
            to,
            is_log: true,
            ticks: ticks.filter(|&(tick, _)| tick <= to).collect(),
        }
    }

    /// Returns an axis for the sizes of boards; of overlapping labels the first one stays.
    fn sizes(label: &str, values: &[f64]) -> Axis {
        const APART: f64 = 0.06;
        let sizes = values.iter().copied().sorted_by(f64::total_cmp);
        let sizes = sizes.dedup().collect_vec();
        let first = sizes.first().unwrap_or(&1.0);
        let last = sizes.last().unwrap_or(&10.0);
        let mut axis = Axis {
            label: label.to_string(),
            from: first / 1.15,
            to: last * 1.15,
            is_log: true,
            ticks: Vec::new(),
        };
        let mut labelled = f64::NEG_INFINITY;
        for size in sizes {
            let place = axis.place(size);
            let has_room = place - labelled >= APART;
            labelled = if has_room { place } else { labelled };
            axis.ticks.push((size, has_room.then(|| size.to_string())));
        }
        axis
    }

    /// Returns the position of a value: 0 at the beginning, 1 at the end.
    fn place(&self, value: f64) -> f64 {
        if self.is_log {
            (value / self.from).ln() / (self.to / self.from).ln()
        } else {
            (value - self.from) / (self.to - self.from)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the rows of a fixture.
    pub fn fixed_rows() -> Vec<Row> {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../fixtures/compare/rows.jsonl"
        );
        let text = std::fs::read_to_string(path).unwrap();
        let rows = text.lines().map(|line| serde_json::from_str(line).unwrap());
        rows.collect()
    }

    #[test]
    fn a_colour_is_an_encoding_and_a_dash_a_solver() {
        let row = fixed_rows().swap_remove(0);
        let pairs = ["crt", "order", "position"]
            .into_iter()
            .cartesian_product(["cadical", "minisat"]);
        let rows = pairs.map(|(encoding, solver)| {
            let mut row = row.clone();
            (row.run.encoding, row.run.solver) = (encoding.into(), solver.into());
            row
        });
        let rows = rows.collect_vec();
        let series = series(&rows, |_| Vec::new());
        let looks = series.iter().map(|series| (series.colour, series.dash));
        let expected = (0..3).cartesian_product(0..2);
        assert_eq!(looks.collect_vec(), expected.collect_vec());
    }

    fn labels(axis: &Axis) -> Vec<&str> {
        let labels = axis.ticks.iter().filter_map(|(_, label)| label.as_deref());
        labels.collect()
    }

    #[test]
    fn counts_have_a_handful_of_round_ticks() {
        assert_eq!(labels(&Axis::count("", 0)), ["0", "1"]);
        assert_eq!(labels(&Axis::count("", 9)), ["0", "2", "4", "6", "8"]);
        let many = Axis::count("", 1234);
        assert_eq!(
            labels(&many),
            ["0", "200", "400", "600", "800", "1000", "1200"]
        );
        assert_eq!(many.place(0.0), 0.0);
    }

    #[test]
    fn times_have_a_label_a_power_of_ten() {
        let axis = Axis::times("", &[0.003, 20.0], 100.0);
        let expected = ["≤ 0.001", "0.01", "0.1", "1", "10", "100"];
        assert_eq!(labels(&axis), expected);
        assert_eq!(axis.place(0.001), 0.0);
        assert!(axis.place(100.0) < 1.0);
        assert_eq!(labels(&Axis::times("", &[], 10.0)), ["1", "10"]);
        assert_eq!(labels(&Axis::times("", &[0.01], 0.5)), ["0.01", "0.1"]);
    }

    #[test]
    fn sizes_are_labelled_where_there_is_room() {
        let axis = Axis::sizes("", &[64.0, 36.0, 36.0, 65.0, 100.0]);
        assert_eq!(labels(&axis), ["36", "64", "100"]);
        assert_eq!(axis.ticks.len(), 4);
        assert!(Axis::sizes("", &[]).ticks.is_empty());
    }
}
