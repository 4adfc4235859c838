//! What certificates say of vertices, and of themselves.

use knightsat::certificate::{Names, Verified};
use knightsat::tour::place::Place;

/// Calls with the names of the vertices.
pub fn with_names<T>(place: &Place, call: impl FnOnce(Names) -> T) -> T {
    let of = |vertex| place.name(vertex);
    let vertex = |word: &str| place.vertex(word).ok();
    call(Names {
        of: &of,
        vertex: &vertex,
    })
}

/// What a certificate rests on, in words.
pub fn why(verified: &Verified) -> String {
    match verified {
        Verified::Reason(words) => words.clone(),
        Verified::Refutation {
            clauses,
            cuts: 0,
            lemmas,
        } => format!("{clauses} clauses, refuted in {lemmas} steps"),
        Verified::Refutation {
            clauses,
            cuts,
            lemmas,
        } => format!("{clauses} clauses, {cuts} of them cuts, refuted in {lemmas} steps"),
    }
}
