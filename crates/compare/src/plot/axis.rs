//! Axes: from values to a place between 0 and 1, with ticks at round numbers.

/// An axis with its ticks.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What is on it, with its unit.
    pub label: String,
    /// The value at its beginning.
    pub from: f64,
    /// The value at its end.
    pub to: f64,
    /// Whether equal ratios are equally far apart.
    pub is_log: bool,
    /// Where there is a line, and what is written there, if anything.
    pub ticks: Vec<(f64, Option<String>)>,
}

impl Axis {
    /// Counts from 0 to `most`.
    pub fn count(label: &str, most: usize) -> Axis {
        const TICKS: usize = 8;
        let most = most.max(1);
        let steps = (0..).flat_map(|zeros| [1, 2, 5].map(|digit| digit * 10_usize.pow(zeros)));
        let step = { steps }.find(|step| most / step <= TICKS).unwrap_or(most);
        let ticks = (0..=most).step_by(step);
        Axis {
            label: label.to_string(),
            from: 0.0,
            to: most as f64 * 1.02,
            is_log: false,
            ticks: ticks
                .map(|tick| (tick as f64, Some(tick.to_string())))
                .collect(),
        }
    }

    /// Powers of ten from below the least of `values` to above `limit`. Smaller values are drawn as `floor`.
    pub fn log(label: &str, values: &[f64], floor: f64, limit: f64) -> Axis {
        let least = values.iter().copied().fold(limit, f64::min);
        let first = (least.log10() + 1e-9).floor() as i32;
        let first = first.min((limit.log10() - 1e-9).floor() as i32);
        // Some room above the limit, so that markers on it are whole.
        let (from, to) = (10_f64.powi(first), limit * 1.5);
        let powers = first..=to.log10().floor() as i32;
        let name = |tick: f64, power| match (tick / floor - 1.0).abs() < 1e-9 {
            true => format!("≤ {}", plain(power)),
            false => plain(power),
        };
        let ticks = powers.flat_map(|power| {
            (1..10).map(move |digit| {
                let tick = f64::from(digit) * 10_f64.powi(power);
                (tick, (digit == 1).then(|| name(tick, power)))
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

    /// The sizes that there are; of labels that would overlap the first one stays.
    pub fn sizes(label: &str, values: &[f64]) -> Axis {
        const APART: f64 = 0.06;
        let mut sizes = values.to_vec();
        sizes.sort_by(f64::total_cmp);
        sizes.dedup();
        let (first, last) = match (sizes.first(), sizes.last()) {
            (Some(&first), Some(&last)) => (first, last),
            _ => (1.0, 10.0),
        };
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
            if has_room {
                labelled = place;
            }
            axis.ticks.push((size, has_room.then(|| size.to_string())));
        }
        axis
    }

    /// Where a value is: 0 at the beginning, 1 at the end.
    pub fn place(&self, value: f64) -> f64 {
        if self.is_log {
            (value / self.from).ln() / (self.to / self.from).ln()
        } else {
            (value - self.from) / (self.to - self.from)
        }
    }
}

/// A power of ten.
fn plain(power: i32) -> String {
    match power {
        0.. => format!("1{}", "0".repeat(power as usize)),
        _ => format!("0.{}1", "0".repeat((-power - 1) as usize)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let axis = Axis::log("", &[0.003, 20.0], 0.001, 100.0);
        let expected = ["≤ 0.001", "0.01", "0.1", "1", "10", "100"];
        assert_eq!(labels(&axis), expected);
        assert_eq!(axis.place(0.001), 0.0);
        assert!(axis.place(100.0) < 1.0);
        assert_eq!(labels(&Axis::log("", &[], 0.001, 10.0)), ["1", "10"]);
        assert_eq!(labels(&Axis::log("", &[0.01], 0.001, 0.5)), ["0.01", "0.1"]);
    }

    #[test]
    fn sizes_are_labelled_where_there_is_room() {
        let axis = Axis::sizes("", &[64.0, 36.0, 36.0, 65.0, 100.0]);
        assert_eq!(labels(&axis), ["36", "64", "100"]);
        assert_eq!(axis.ticks.len(), 4);
        assert!(Axis::sizes("", &[]).ticks.is_empty());
    }
}
