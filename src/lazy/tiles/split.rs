//! Which vertices are a tile.

use crate::problem::Problem;
use crate::problem::graph::Rows;

/// Ranks or files of a tile.
const SIDE: u32 = 64;
/// Vertices of a tile.
const AREA: u32 = SIDE * SIDE;

/// The vertices of every tile: near each other where their places are known, which leaves few edges across
/// borders; else numbered one after another.
pub(super) fn tiles(problem: &Problem) -> Rows {
    let vertices = 0..problem.graph().len();
    let Some(places) = problem.coordinates() else {
        let tiles = vertices.end.div_ceil(AREA);
        return Rows::new(tiles, vertices.map(|vertex| (vertex / AREA, vertex)));
    };
    let [ranks, files] = places.sides();
    // Where there are few of the one, more of the other.
    let (high, wide) = match ranks < files {
        true => (ranks.min(SIDE), AREA / ranks.min(SIDE)),
        false => (AREA / files.min(SIDE), files.min(SIDE)),
    };
    let across = files.div_ceil(wide);
    let tile = |vertex: u32| {
        let [rank, file] = places.of(vertex);
        rank / high * across + file / wide
    };
    let pairs = vertices.map(|vertex| (tile(vertex), vertex));
    Rows::new(ranks.div_ceil(high) * across, pairs)
}
