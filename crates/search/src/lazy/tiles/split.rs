//! Which vertices are a tile.

use knightsat_tour::Problem;
use knightsat_tour::graph::Rows;

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

#[cfg(test)]
mod tests {
    use super::*;
    use knightsat_tour::Kind;
    use knightsat_tour::place::Place;

    #[test]
    fn every_vertex_is_in_one_tile_and_none_is_too_large() {
        let holed = "#....\n.....\n...##\n.....";
        for (place, least) in [
            ("100x130", 4),
            ("3x5000", 3),
            ("5000x7", 8),
            ("40x40", 1),
            (holed, 1),
        ] {
            let place: Place = place.parse().unwrap();
            for places in [true, false] {
                let mut problem = place.problem(Kind::Open, None, None).unwrap();
                if !places {
                    let graph = problem.graph().clone();
                    problem = Problem::new(graph, Kind::Open, None, None).unwrap();
                }
                let tiles = tiles(&problem);
                let mut seen = vec![false; place.len() as usize];
                for tile in 0..tiles.len() {
                    assert!(tiles.row(tile).len() <= AREA as usize);
                    for &vertex in tiles.row(tile) {
                        assert!(!std::mem::replace(&mut seen[vertex as usize], true));
                    }
                }
                assert!(seen.iter().all(|&seen| seen));
                assert!(tiles.len() >= least, "{place} {}", tiles.len());
            }
        }
    }
}
