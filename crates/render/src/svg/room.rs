//! Room for texts: positions beside vertices that no line touches.

use super::Point;
use itertools::Itertools;
use std::collections::HashMap;

/// A rectangle: its middle, and half its width and height.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    pub(super) middle: Point,
    pub(super) half: Point,
}

/// The lines of a picture, found by the squares of a grid that they cross.
pub(super) struct FreeSpace {
    side: f64,
    lines: Vec<[Point; 2]>,
    squares: HashMap<(i64, i64), Vec<usize>>,
}

impl FreeSpace {
    /// Returns an empty grid with squares of this side, which no text exceeds on its side of its
    /// vertex.
    pub(super) fn new(side: f64) -> FreeSpace {
        FreeSpace {
            side,
            lines: Vec::new(),
            squares: HashMap::new(),
        }
    }

    fn square(&self, (x, y): Point) -> (i64, i64) {
        (
            (x / self.side).floor() as i64,
            (y / self.side).floor() as i64,
        )
    }

    /// Adds a line.
    pub(super) fn add(&mut self, line: [Point; 2]) {
        let [(x, y), (to_x, to_y)] = line;
        let (across, up) = (to_x - x, to_y - y);
        let parts = (2.0 * across.hypot(up) / self.side).ceil().max(1.0);
        for part in 0..=parts as usize {
            let share = part as f64 / parts;
            let square = self.square((x + share * across, y + share * up));
            let here = self.squares.entry(square).or_default();
            if here.last() != Some(&self.lines.len()) {
                here.push(self.lines.len());
            }
        }
        self.lines.push(line);
    }

    /// Adds a rectangle, by its diagonals and its axis.
    pub(super) fn fill(&mut self, Field { middle, half }: Field) {
        let corner = |x: f64, y: f64| (middle.0 + x * half.0, middle.1 + y * half.1);
        self.add([corner(-1.0, -1.0), corner(1.0, 1.0)]);
        self.add([corner(-1.0, 1.0), corner(1.0, -1.0)]);
        self.add([corner(-1.0, 0.0), corner(1.0, 0.0)]);
    }

    /// Returns the middle nearest to a vertex of a text that lies inside of `reach` and has the
    /// best clearance, up to `enough`, and this clearance.
    pub(super) fn place(&self, at: Point, half: Point, reach: Point, enough: f64) -> (Point, f64) {
        const PARTS: i32 = 6;
        let (x, y) = self.square(at);
        let squares = (x - 1..=x + 1).flat_map(|x| (y - 1..=y + 1).map(move |y| (x, y)));
        let lines = squares
            .filter_map(|square| self.squares.get(&square))
            .flatten();
        let all = Field {
            middle: at,
            half: reach,
        };
        let lines = lines.unique().map(|&line| self.lines[line]);
        let lines = lines
            .filter(|&line| distance(all, line) < enough)
            .collect_vec();
        let free = |reach: f64, half: f64| (reach - half).max(0.0) / f64::from(PARTS);
        let ways = (-PARTS..=PARTS).cartesian_product(-PARTS..=PARTS);
        let placed = ways.map(|(x, y)| {
            let x = f64::from(x) * free(reach.0, half.0);
            let y = f64::from(y) * free(reach.1, half.1);
            let middle = (at.0 + x, at.1 + y);
            let distances = lines
                .iter()
                .map(|&line| distance(Field { middle, half }, line));
            (middle, distances.fold(enough, f64::min), x.hypot(y))
        });
        let better = |best: (Point, f64, f64), next: (Point, f64, f64)| {
            let is_freer = next.1 > best.1 + 1e-6;
            let is_nearer = next.1 > best.1 - 1e-6 && next.2 < best.2 - 1e-6;
            if is_freer || is_nearer { next } else { best }
        };
        let best = placed.reduce(better).expect("there are offsets");
        (best.0, best.1)
    }
}

/// Returns the distance between a rectangle and a line; 0 if they meet.
fn distance(Field { middle, half }: Field, line: [Point; 2]) -> f64 {
    let [(x, y), (to_x, to_y)] = line.map(|(x, y)| (x - middle.0, y - middle.1));
    let (across, up) = (to_x - x, to_y - y);
    // The part of the line inside the rectangle.
    let (mut begin, mut end) = (0.0_f64, 1.0_f64);
    for (from, along, half) in [(x, across, half.0), (y, up, half.1)] {
        if along == 0.0 {
            if from.abs() > half {
                end = -1.0;
            }
            continue;
        }
        let [one, other] = [(-half - from) / along, (half - from) / along];
        begin = begin.max(one.min(other));
        end = end.min(one.max(other));
    }
    if begin <= end {
        return 0.0;
    }
    let outside = |(x, y): Point| {
        (x.abs() - half.0)
            .max(0.0)
            .hypot((y.abs() - half.1).max(0.0))
    };
    let corner = |(right, below): (f64, f64)| {
        let (x_to, y_to) = (right * half.0 - x, below * half.1 - y);
        let length = across * across + up * up;
        let share = if length == 0.0 {
            0.0
        } else {
            ((x_to * across + y_to * up) / length).clamp(0.0, 1.0)
        };
        (x_to - share * across).hypot(y_to - share * up)
    };
    let corners = [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)].map(corner);
    let ends = [outside((x, y)), outside((to_x, to_y))];
    corners
        .into_iter()
        .chain(ends)
        .fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_of_geometry() {
        let field = Field {
            middle: (10.0, 10.0),
            half: (4.0, 2.0),
        };
        for (line, expected) in [
            ([(0.0, 0.0), (20.0, 20.0)], 0.0),
            ([(10.0, 10.0), (10.0, 10.0)], 0.0),
            ([(0.0, 5.0), (20.0, 5.0)], 3.0),
            ([(17.0, 16.0), (17.0, 16.0)], 5.0),
            ([(0.0, 20.0), (5.0, 10.0)], 1.0),
            ([(14.0, 0.0), (30.0, 16.0)], 32_f64.sqrt()),
        ] {
            assert!((distance(field, line) - expected).abs() < 1e-9, "{line:?}");
        }
    }

    #[test]
    fn a_text_stands_on_the_free_side_of_a_line() {
        let mut room = FreeSpace::new(48.0);
        room.add([(24.0, 24.0), (72.0, 48.0)]);
        room.add([(24.0, 24.0), (72.0, 0.0)]);
        let ((x, y), clearance) = room.place((24.0, 24.0), (8.0, 5.0), (23.0, 23.0), 3.0);
        assert!(x < 24.0 && (y - 24.0).abs() < 12.0, "{x} {y}");
        assert_eq!(clearance, 3.0);
    }
}
