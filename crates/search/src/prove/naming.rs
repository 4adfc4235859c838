//! Names of vertices in certificates.

use super::Task;
use crate::tour::place::Place;
use crate::tour::split::Split;
use knightsat_certificate::Names;

/// Calls a function with the names of the vertices of a place.
pub fn with_names<T>(place: &Place, call: impl FnOnce(Names) -> T) -> T {
    call(Names {
        of: &|vertex| place.name(vertex),
        vertex: &|word: &str| place.vertex(word).ok(),
    })
}

/// Calls a function with the task in the split graph, whose ways in and out have names.
pub(super) fn in_split<T>(task: &Task, split: &Split, then: impl FnOnce(&Task) -> T) -> T {
    let of = |vertex| split.name(vertex, task.names.of);
    let vertex = |name: &str| split.vertex(name, task.names.vertex);
    then(&Task {
        problem: split.problem(),
        names: Names {
            of: &of,
            vertex: &vertex,
        },
        ..task.clone()
    })
}
