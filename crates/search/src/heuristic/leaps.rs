//! The order of a piece's leaps, which breaks ties.
//!
//! The eight leaps are numbered clockwise like hours, seen with rank 1 at the bottom. For the
//! knight, leap 1 goes two ranks up and one file right:
//!
//! ```text
//!     . 8 . 1 .
//!     7 . . . 2
//!     . . N . .
//!     6 . . . 3
//!     . 5 . 4 .
//! ```

use crate::tour::board::Board;
use crate::tour::graph::Graph;
use itertools::Itertools;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// An order of the eight leaps, first choice first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Leaps([u8; 8]);

/// Error: not an order of the leaps.
#[derive(Debug, Error, PartialEq, Eq)]
#[error(
    "write the digits 1 to 8 in some order, such as 12345678: the leaps clockwise, starting with two up and \
     one right"
)]
pub struct NoOrder;

impl Leaps {
    /// From the square with the smallest number to the one with the largest, rank by rank from a1:
    /// as [`Board::graph`] lists them.
    pub const LISTED: Leaps = Leaps([5, 4, 6, 3, 7, 2, 8, 1]);

    /// Clockwise from the leap up and right.
    pub const CLOCKWISE: Leaps = Leaps([1, 2, 3, 4, 5, 6, 7, 8]);

    /// Returns the order in which the turned or mirrored board has these leaps, for each of its
    /// eight symmetries. The order itself is the first.
    pub fn images(self) -> [Leaps; 8] {
        // A quarter turn takes leap n to n + 2; the mirror at the file takes it to 9 - n.
        std::array::from_fn(|image| {
            let turned = self
                .0
                .map(|leap| (leap - 1 + 2 * (image as u8 % 4)) % 8 + 1);
            Leaps(match image {
                0..4 => turned,
                _ => turned.map(|leap| 9 - leap),
            })
        })
    }

    /// Returns all 40320 orders.
    pub fn all() -> impl Iterator<Item = Leaps> {
        let orders = (1..=8).permutations(8);
        orders.map(|order| Leaps(std::array::from_fn(|place| order[place])))
    }

    /// Returns the graph of a board whose lists of neighbours are in this order.
    pub fn graph(self, board: &Board) -> Graph {
        let (a, b) = board.leaper();
        let (a, b) = (i64::from(a), i64::from(b));
        let clockwise = [
            (b, a),
            (a, b),
            (-a, b),
            (-b, a),
            (-b, -a),
            (-a, -b),
            (a, -b),
            (b, -a),
        ];
        let graph = board.graph();
        let sorted = Graph::from_lists(graph.len(), &Default::default(), |vertex, out| {
            let from = board.square(vertex);
            let place = |&to: &u32| {
                let to = board.square(to);
                let up = i64::from(to.rank) - i64::from(from.rank);
                let right = i64::from(to.file) - i64::from(from.file);
                let is_it = |&leap: &u8| clockwise[usize::from(leap) - 1] == (up, right);
                self.0.iter().position(is_it)
            };
            let first = out.len();
            out.extend(graph.neighbours(vertex));
            out[first..].sort_by_key(place);
        });
        sorted.expect("the default `Stop` never fires")
    }
}

impl FromStr for Leaps {
    type Err = NoOrder;

    fn from_str(text: &str) -> Result<Leaps, NoOrder> {
        let digits: [u8; 8] = text.as_bytes().try_into().map_err(|_| NoOrder)?;
        let is_order = (b'1'..=b'8').all(|digit| digits.contains(&digit));
        is_order
            .then(|| Leaps(digits.map(|digit| digit - b'0')))
            .ok_or(NoOrder)
    }
}

impl fmt::Display for Leaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0.iter().join(""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(board: &Board, leaps: Leaps) -> String {
        let d4 = board.vertex("d4".parse().unwrap()).unwrap();
        let graph = leaps.graph(board);
        let names = graph.neighbours(d4).iter().map(|&to| board.square(to));
        names.map(|square| square.to_string()).join(" ")
    }

    #[test]
    fn leaps_go_round_like_the_hand_of_a_clock() {
        let board: Board = "8x8".parse().unwrap();
        assert_eq!(names(&board, Leaps::CLOCKWISE), "e6 f5 f3 e2 c2 b3 b5 c6");
        assert_eq!(Leaps::LISTED.graph(&board), board.graph());
        let giraffe: Board = "9x9".parse::<Board>().unwrap().with_leaper(1, 4).unwrap();
        assert_eq!(Leaps::LISTED.graph(&giraffe), giraffe.graph());
        assert_eq!(names(&giraffe, Leaps::CLOCKWISE), "e8 h5 h3 c8");
        let wazir = board.with_leaper(0, 1).unwrap();
        assert_eq!(names(&wazir, Leaps::CLOCKWISE), "d5 e4 d3 c4");
    }

    #[test]
    fn a_symmetry_of_the_board_turns_the_order_with_it() {
        let images = Leaps::CLOCKWISE.images().map(|leaps| leaps.to_string());
        assert_eq!(
            images.join(" "),
            "12345678 34567812 56781234 78123456 87654321 65432187 43218765 21876543"
        );
        assert!(Leaps::LISTED.images().iter().all_unique());
        assert_eq!(Leaps::all().count(), 40320);
    }

    #[test]
    fn what_is_no_order_is_refused() {
        for text in ",1234567,123456789,12345677,01234567,1234567x,ééé12".split(',') {
            assert_eq!(text.parse::<Leaps>(), Err(NoOrder), "{text}");
        }
        assert_eq!("54637281".parse(), Ok(Leaps::LISTED));
    }
}
