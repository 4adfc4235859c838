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

/// Returns the distance between a line and a rectangle with this middle, and half of its size. The
/// nearest point of the line is an end, or where it crosses the extension of a side, or nearest to
/// a corner.
fn distance(middle: Point, half: Point, line: &[Point; 2]) -> f64 {
    let [(x, y), (to_x, to_y)] = line.map(|(x, y)| (x - middle.0, y - middle.1));
    let (across, up) = (to_x - x, to_y - y);
    let square = across * across + up * up;
    let signs = [[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]];
    let shares = signs.into_iter().flat_map(|[right, below]| {
        let (corner_x, corner_y) = (right * half.0 - x, below * half.1 - y);
        let nearest = (corner_x * across + corner_y * up) / square;
        [nearest, corner_x / across, corner_y / up]
    });
    // A share of a line without length is no number.
    let numbers = shares.chain([0.0, 1.0]).filter(|share| !share.is_nan());
    let distances = numbers.map(|number| {
        let share = number.clamp(0.0, 1.0);
        let [x, y] = [x + share * across, y + share * up].map(f64::abs);
        (x - half.0).max(0.0).hypot((y - half.1).max(0.0))
    });
    distances.fold(f64::INFINITY, f64::min)
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
