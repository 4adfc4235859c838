//! Plots of rows as SVG: how many runs each solver solves in which time, and how time grows with the
//! board.
//!
//! ```
//! use knightsat_compare::plot;
//!
//! assert!(plot::cactus(&[]).starts_with("<svg"));
//! ```

mod axis;
mod svg;

use super::row::Row;
use super::score::median;
use axis::Axis;
use itertools::Itertools;
use svg::{Chart, Look, Point, Series};

/// Shorter times are drawn as this one: the clock tells no less.
const SHORTEST: f64 = 0.001;

/// The cactus plot: for each method and solver its solved runs, fastest first, against the time of each.
pub fn cactus(rows: &[Row]) -> String {
    let limit = limit(rows);
    let solver_entries = solver_entries(rows).into_iter();
    let series = solver_entries.map(|(label, look, rows)| {
        let times = rows.iter().filter_map(|row| row.time());
        let times = times.sorted_by(f64::total_cmp);
        let point = |(index, time): (usize, f64)| Point {
            x: index as f64 + 1.0,
            y: time.max(SHORTEST),
            is_beyond: false,
        };
        Series {
            label,
            look,
            points: times.enumerate().map(point).collect(),
        }
    });
    // The best first: most solved, then fastest.
    let series = series.sorted_by(|a, b| {
        let last = |series: &Series| series.points.last().map_or(0.0, |point| point.y);
        let solved = b.points.len().cmp(&a.points.len());
        solved.then(last(a).total_cmp(&last(b)))
    });
    let series = series.collect_vec();
    let most = series.iter().map(|series| series.points.len()).max();
    let times = series.iter().flat_map(|series| &series.points);
    let times = times.map(|point| point.y).collect_vec();
    Chart {
        title: format!("Runs solved within a time limit of {limit} s"),
        x: Axis::count("runs solved", most.unwrap_or(0)),
        y: Axis::log("CPU time of a run in seconds", &times, SHORTEST, limit),
        limit,
        series,
    }
    .svg()
}

/// The scaling plot: the median time of each method and solver against the number of squares, both
/// logarithmic. A median beyond the limit is an open marker on the limit.
pub fn scaling(rows: &[Row]) -> String {
    let limit = limit(rows);
    let solver_entries = solver_entries(rows).into_iter();
    let series = solver_entries.map(|(label, look, rows)| {
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
        Series {
            label,
            look,
            points: by_size.map(point).collect(),
        }
    });
    // As high as they end on the right.
    let end = |series: &Series| {
        series
            .points
            .last()
            .map_or((0.0, 0.0), |last| (last.x, last.y))
    };
    let series = series.sorted_by(|a, b| {
        let ((x, y), (other_x, other_y)) = (end(a), end(b));
        other_x.total_cmp(&x).then(y.total_cmp(&other_y))
    });
    let series = series.collect_vec();
    let points = series.iter().flat_map(|series| &series.points);
    let (sizes, times): (Vec<f64>, Vec<f64>) = points.map(|point| (point.x, point.y)).unzip();
    Chart {
        title: format!("Median time over board size, time limit {limit} s"),
        x: Axis::sizes("squares of the board", &sizes),
        y: Axis::log("median CPU time in seconds", &times, SHORTEST, limit),
        limit,
        series,
    }
    .svg()
}

fn limit(rows: &[Row]) -> f64 {
    let limits = rows.iter().map(|row| row.timeout);
    limits.fold(SHORTEST, f64::max)
}

/// Rows by kind of tour, encoding, at-most-one encoding and solver, under a label that says what differs. The formula
/// gives the colour, the solver the dash.
fn solver_entries(rows: &[Row]) -> Vec<(String, Look, Vec<&Row>)> {
    let parts = |row: &Row| {
        let run = &row.run;
        [
            run.asked.to_string(),
            run.encoding.clone(),
            run.amo.clone(),
            run.solver.clone(),
        ]
    };
    let groups = rows.iter().into_group_map_by(|row| parts(row));
    let groups = groups.into_iter().sorted_by(|(a, _), (b, _)| a.cmp(b));
    let groups = groups.collect_vec();
    let keys = groups.iter().map(|(key, _)| key).collect_vec();
    let differs = |&part: &usize| keys.iter().map(|key| &key[part]).unique().count() > 1;
    let mut shown = (0..4).filter(differs).collect_vec();
    if shown.is_empty() {
        shown = vec![1, 3];
    }
    let label = |key: &[String; 4]| {
        let words = shown.iter().map(|&part| key[part].clone());
        words.filter(|word| word != "-").join(" ")
    };
    let formulas = keys.iter().map(|key| &key[..3]).unique().collect_vec();
    let solvers = keys.iter().map(|key| &key[3..]).unique().sorted();
    let solvers = solvers.collect_vec();
    let number = |parts: &[&[String]], part: &[String]| parts.iter().position(|&p| p == part);
    let look = |marker, key: &[String; 4]| Look {
        marker,
        colour: number(&formulas, &key[..3]).unwrap_or(0),
        dash: number(&solvers, &key[3..]).unwrap_or(0),
    };
    let entries = groups.iter().enumerate();
    let entries = entries.map(|(i, (key, rows))| (label(key), look(i, key), rows.clone()));
    entries.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_an_encoding_and_a_dash_a_solver() {
        let file = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../fixtures/compare/rows.jsonl"
        );
        let text = std::fs::read_to_string(file).unwrap();
        let row: Row = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        let pairs = ["crt", "order", "position"]
            .into_iter()
            .cartesian_product(["cadical", "minisat"]);
        let rows = pairs.map(|(encoding, solver)| {
            let mut row = row.clone();
            (row.run.encoding, row.run.solver) = (encoding.into(), solver.into());
            row
        });
        let rows = rows.collect_vec();
        let looks = solver_entries(&rows);
        let looks = looks.iter().map(|(_, look, _)| (look.colour, look.dash));
        let expected = (0..3).cartesian_product(0..2);
        assert_eq!(looks.collect_vec(), expected.collect_vec());
    }
}
