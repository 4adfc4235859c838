//! Routes through the cells of a grid: a cycle or a path through all of them.

use itertools::{Itertools, iproduct};

/// Returns routes through a full grid of `ranks` times `files` cells, each cell once, as their
/// numbers rank by rank. From each cell the next one is a neighbour, at most diagonally.
pub fn routes([ranks, files]: [u32; 2], is_closed: bool) -> Vec<Vec<u32>> {
    let mut routes: Vec<Vec<u32>> = Vec::new();
    for is_turned in [false, true] {
        let sides = if is_turned {
            [files, ranks]
        } else {
            [ranks, files]
        };
        let cells = if is_closed {
            cycle(sides)
        } else {
            Some(snake(sides))
        };
        let flips = iproduct!([false, true], [false, true]);
        for (cells, [up, right]) in cells
            .into_iter()
            .cartesian_product(flips.map(|(a, b)| [a, b]))
        {
            let number = |&[mut rank, mut file]: &[u32; 2]| {
                if up {
                    rank = sides[0] - 1 - rank;
                }
                if right {
                    file = sides[1] - 1 - file;
                }
                if is_turned {
                    file * files + rank
                } else {
                    rank * files + file
                }
            };
            routes.push(cells.iter().map(number).collect());
        }
    }
    routes
}

/// Returns rank after rank, to and fro.
fn snake([ranks, files]: [u32; 2]) -> Vec<[u32; 2]> {
    let file = |rank: u32, file: u32| {
        if rank.is_multiple_of(2) {
            file
        } else {
            files - 1 - file
        }
    };
    let cells = iproduct!(0..ranks, 0..files);
    cells
        .map(|(rank, place)| [rank, file(rank, place)])
        .collect()
}

/// Returns a snake through all files but the first, and the way back along that one. With an odd
/// number of ranks the last two of them are visited file by file, and one step is diagonal.
fn cycle([ranks, files]: [u32; 2]) -> Option<Vec<[u32; 2]>> {
    if ranks.min(files) == 1 {
        return (ranks * files == 2).then(|| snake([ranks, files]));
    }
    if ranks % 2 == 1 && files.is_multiple_of(2) {
        // The turned grid has a cycle without a diagonal step.
        return None;
    }
    let out = |[rank, file]: [u32; 2]| [rank, file + 1];
    let inner = snake([ranks - 2 * (ranks % 2), files - 1]);
    let mut cells: Vec<[u32; 2]> = inner.into_iter().map(out).collect();
    if ranks % 2 == 1 {
        for (count, file) in (1..files).rev().enumerate() {
            let pair = [ranks - 2, ranks - 1].map(|rank| [rank, file]);
            let pair = if count % 2 == 0 {
                pair
            } else {
                [pair[1], pair[0]]
            };
            cells.extend(pair);
        }
    }
    cells.extend((0..ranks).rev().map(|rank| [rank, 0]));
    Some(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_route(route: &[u32], [ranks, files]: [u32; 2], is_closed: bool) -> bool {
        let near = |a: u32, b: u32| {
            (a / files).abs_diff(b / files) <= 1 && (a % files).abs_diff(b % files) <= 1
        };
        let steps = route.iter().circular_tuple_windows();
        let mut steps = steps.take(route.len() - usize::from(!is_closed));
        let all = route.iter().copied().sorted().eq(0..ranks * files);
        all && steps.all(|(&a, &b)| near(a, b))
    }

    #[test]
    fn every_grid_with_two_ranks_and_files_has_a_cycle_and_every_grid_a_snake() {
        for (ranks, files) in iproduct!(1..=8, 1..=8) {
            let sides = [ranks, files];
            for is_closed in [false, true] {
                let found = routes(sides, is_closed);
                let has_route = !is_closed || ranks.min(files) > 1 || ranks * files == 2;
                assert_eq!(!found.is_empty(), has_route, "{sides:?}");
                for route in found {
                    assert!(is_route(&route, sides, is_closed), "{sides:?} {route:?}");
                }
            }
        }
    }
}
