//! Room for texts: positions beside vertices that no line touches.

use super::layout::Point;
use itertools::Itertools;

/// The lines and texts of a picture.
#[derive(Default)]
pub(super) struct FreeSpace(Vec<[Point; 2]>);

impl FreeSpace {
    pub(super) fn add(&mut self, lines: impl IntoIterator<Item = [Point; 2]>) {
        self.0.extend(lines);
    }

    /// Adds a rectangle with this middle, and half of its size: its diagonals and its axis.
    pub(super) fn fill(&mut self, (x, y): Point, (right, down): Point) {
        self.add([
            [(x - right, y - down), (x + right, y + down)],
            [(x - right, y + down), (x + right, y - down)],
            [(x - right, y), (x + right, y)],
        ]);
    }

    /// Returns the middle nearest to a vertex of a text that lies inside of `reach` and has the
    /// best clearance, up to `enough`, and this clearance.
    pub(super) fn place(&self, at: Point, half: Point, reach: Point, enough: f64) -> (Point, f64) {
        const PARTS: i32 = 6;
        let near = |line: &&[Point; 2]| distance(at, reach, line) < enough;
        let lines = self.0.iter().filter(near).collect_vec();
        let ways = (-PARTS..=PARTS).cartesian_product(-PARTS..=PARTS);
        let placed = ways.map(|(x, y)| {
            let free = |part: i32, reach: f64, half: f64| {
                f64::from(part) * (reach - half).max(0.0) / f64::from(PARTS)
            };
            let (x, y) = (free(x, reach.0, half.0), free(y, reach.1, half.1));
            let middle = (at.0 + x, at.1 + y);
            let distances = lines.iter().map(|line| distance(middle, half, line));
            (middle, distances.fold(enough, f64::min), x.hypot(y))
        });
        let better = |best: (Point, f64, f64), next: (Point, f64, f64)| {
            let is_freer = next.1 > best.1 + 1e-6;
            let is_nearer = next.1 > best.1 - 1e-6 && next.2 < best.2 - 1e-6;
            if is_freer || is_nearer { next } else { best }
        };
        let (middle, clearance, _) = placed.reduce(better).expect("there are offsets");
        (middle, clearance)
    }
}

/// Returns the distance between a line and a rectangle with this middle, and half of its size; 0 if
/// they meet.
fn distance(middle: Point, half: Point, line: &[Point; 2]) -> f64 {
    let [(x, y), (to_x, to_y)] = line.map(|(x, y)| (x - middle.0, y - middle.1));
    let (across, up) = (to_x - x, to_y - y);
    // The part of the line inside the rectangle.
    let (mut begin, mut end) = (0.0_f64, 1.0_f64);
    for (from, along, half) in [(x, across, half.0), (y, up, half.1)] {
        if along != 0.0 {
            let [one, other] = [(-half - from) / along, (half - from) / along];
            begin = begin.max(one.min(other));
            end = end.min(one.max(other));
        } else if from.abs() > half {
            end = -1.0;
        }
    }
    if begin <= end {
        return 0.0;
    }
    let outside = |(x, y): Point| {
        let out = |at: f64, half: f64| (at.abs() - half).max(0.0);
        out(x, half.0).hypot(out(y, half.1))
    };
    let length = (across * across + up * up).max(f64::MIN_POSITIVE);
    let corner = |(right, below): Point| {
        let (x, y) = (right * half.0 - x, below * half.1 - y);
        let share = ((x * across + y * up) / length).clamp(0.0, 1.0);
        (x - share * across).hypot(y - share * up)
    };
    let corners = [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)].map(corner);
    let ends = [(x, y), (to_x, to_y)].map(outside);
    ends.into_iter()
        .chain(corners)
        .fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_of_geometry() {
        for (line, expected) in [
            ([(0.0, 0.0), (20.0, 20.0)], 0.0),
            ([(10.0, 10.0), (10.0, 10.0)], 0.0),
            ([(0.0, 5.0), (20.0, 5.0)], 3.0),
            ([(17.0, 16.0), (17.0, 16.0)], 5.0),
            ([(0.0, 20.0), (5.0, 10.0)], 1.0),
            ([(14.0, 0.0), (30.0, 16.0)], 32_f64.sqrt()),
        ] {
            let found = distance((10.0, 10.0), (4.0, 2.0), &line);
            assert!((found - expected).abs() < 1e-9, "{line:?}");
        }
    }

    #[test]
    fn a_text_stands_on_the_free_side_of_a_line() {
        let mut room = FreeSpace::default();
        room.add([[(24.0, 24.0), (72.0, 48.0)], [(24.0, 24.0), (72.0, 0.0)]]);
        let ((x, y), clearance) = room.place((24.0, 24.0), (8.0, 5.0), (23.0, 23.0), 3.0);
        assert!(x < 24.0 && (y - 24.0).abs() < 12.0, "{x} {y}");
        assert_eq!(clearance, 3.0);
    }
}
