//! Names of vertices in certificates, and comments of their formulas.

use crate::lazy;
use crate::tour::place::Place;
use knightsat_certificate::Names;

/// Calls a function with the names of the vertices of a place.
pub fn with_names<T>(place: &Place, call: impl FnOnce(Names) -> T) -> T {
    call(Names {
        of: &|vertex| place.name(vertex),
        vertex: &|word: &str| place.vertex(word).ok(),
    })
}

/// Returns the description of the formula of a lazy search, with the first and the last clause of
/// rules.
pub(super) fn about(refuted: &lazy::RefutedFormula, rules: Option<[u64; 2]>) -> Vec<String> {
    let (degrees, matchings) = (refuted.degrees, refuted.matchings);
    let mut lines = vec![
        "It has no model, and every tour would be one:".to_string(),
        "A variable an edge of the graph, then of the apex, which joins the ends;".into(),
        "then counters, where a vertex has more than eight edges.".into(),
        format!("Clauses 1 to {degrees}: each vertex has two edges of the tour."),
    ];
    if matchings > 0 {
        let last = degrees + matchings;
        lines.push(format!(
            "Then up to {last}: edges are in two matchings, in turn."
        ));
    }
    if let Some([first, last]) = rules {
        lines.push(format!(
            "Clauses {first} to {last}: rules, with variables of their own."
        ));
    }
    lines.push("The others: cuts, whose vertex sets are in certificate.txt.".into());
    lines
}

/// Returns these lines after the claim. A claim too long for a comment is in the certificate.
pub(super) fn comments(claim: &str, mut lines: Vec<String>) -> Vec<String> {
    let is_short = claim.len() < 77 && !claim.contains("cnf");
    if is_short && claim.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        lines.insert(0, claim.to_string());
    }
    lines
}
