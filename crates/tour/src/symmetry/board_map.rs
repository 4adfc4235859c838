//! The maps of a board to itself, and those of them that are symmetries of one tour.

use super::{BoardMap, RectangleMap, led};
use crate::outline::Square;
use crate::{Kind, Problem};
use itertools::Itertools;
use serde::Serialize;
use std::collections::HashMap;

/// A symmetry of one tour: a map of the board to itself, not the identity, that takes the moves of
/// the tour to its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TourSymmetry {
    /// Its name: `rot90`, `rot180`, `rot270`, `flip-ranks`, `flip-files`, or a reflection in the
    /// `diagonal` from a1 or in the `antidiagonal`.
    pub map: &'static str,
    /// True if it maps the tour to its reverse.
    pub reversed: bool,
}

impl BoardMap {
    /// Returns the maps of a board to itself that take the moves of a problem to its moves, without
    /// the identity. There is none if the vertices have no coordinates. On a board of one rank or
    /// file, several maps are the same, and only the first is returned.
    pub fn all(problem: &Problem) -> Vec<BoardMap> {
        let (graph, Some(coordinates)) = (problem.graph(), problem.coordinates()) else {
            return Vec::new();
        };
        let sides = coordinates.sides();
        let square = |vertex| {
            let [rank, file] = coordinates.of(vertex).map(|place| place + 1);
            Square { rank, file }
        };
        let squares = (0..graph.len()).map(square).collect_vec();
        let vertices: HashMap<Square, u32> = squares.iter().copied().zip(0..).collect();
        let maps = RectangleMap::ALL.into_iter();
        let maps = maps.filter(|map| map.sides(sides) == sides);
        let maps = maps.filter_map(|map| {
            let image = |square: &Square| vertices.get(&map.image(*square, sides)).copied();
            let image = squares.iter().map(image).collect::<Option<_>>()?;
            Some(BoardMap { name: map.0, image })
        });
        let keeps_moves = |map: &BoardMap| {
            let image = |vertex: u32| map.image[vertex as usize];
            let mut edges = graph.edges();
            edges.all(|[a, b]| graph.has_edge(image(a), image(b)))
        };
        maps.filter(|map| !map.image.iter().copied().eq(0..graph.len()) && keeps_moves(map))
            .unique_by(|map| map.image.clone())
            .collect()
    }
}

impl TourSymmetry {
    /// Returns the symmetries of a tour, given by its vertices: none if the vertices have no
    /// coordinates.
    pub fn all(problem: &Problem, steps: &[u32]) -> Vec<TourSymmetry> {
        let is_open = problem.kind() == Kind::Open;
        let symmetry = |map: BoardMap| {
            // An open tour keeps its ends: each, or the first becomes the last.
            let led = |reversed: bool| {
                let place = led(steps, |vertex| map.image[vertex as usize], reversed).ok()?;
                let end = if reversed { steps.len() - 1 } else { 0 };
                (!is_open || place == end).then_some(reversed)
            };
            let reversed = led(false).or_else(|| led(true))?;
            let map = map.name;
            Some(TourSymmetry { map, reversed })
        };
        BoardMap::all(problem)
            .into_iter()
            .filter_map(symmetry)
            .collect()
    }
}
