//! What certificates say of vertices, and of themselves.

use knightsat::base::plural::counted;
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
        } => format!(
            "{}, refuted in {}",
            counted(*clauses, "clause"),
            counted(*lemmas, "step")
        ),
        Verified::Refutation {
            clauses,
            cuts,
            lemmas,
        } => format!(
            "{}, {cuts} of them {}, refuted in {}",
            counted(*clauses, "clause"),
            if *cuts == 1 { "a cut" } else { "cuts" },
            counted(*lemmas, "step")
        ),
    }
}
