//! Explanations of verdicts without a tour.
//!
//! ```
//! use knightsat_search::explain::sentence;
//! use knightsat_search::tour::spec::Request;
//! use knightsat_search::{Evidence, Verdict};
//!
//! let stop = Default::default();
//! let request = "3x3".parse::<Request>()?;
//! let obstruction = request.problem(&stop)?.obstruction(&stop).expect("there is no tour");
//! let verdict = Verdict::None(Evidence::Obstruction(obstruction));
//! let told = sentence(&request, &verdict)?.unwrap();
//! assert!(told.starts_with("no open knight's tour of 3x3: "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{Evidence, Unknown, Verdict};
use crate::base::stop::Stop;
use crate::tour::spec::Request;
use crate::tour::{Problem, ReasonWitness, known};
use knightsat_solver::varisat::Varisat;

/// Returns the verdict in a line, or `None` if it is a tour. The error is the evidence against a
/// refutation, if any; it names the solver that refuted.
pub fn sentence(request: &Request, verdict: &Verdict) -> Result<Option<String>, String> {
    if let Some(why) = contradiction(request, verdict) {
        return Err(why);
    }
    let subject = request.tour.tour(&request.place);
    Ok(Some(match verdict {
        Verdict::Tour(_) => return Ok(None),
        Verdict::None(evidence) => format!("no {subject}: {}", reason(request, evidence)),
        Verdict::Unknown(why) => {
            let reason = unknown(request, why);
            match why {
                Unknown::Stuck(_) => format!("unknown: {reason}"),
                _ => format!("unknown: no {subject} found: {reason}"),
            }
        }
    }))
}

fn contradiction(request: &Request, verdict: &Verdict) -> Option<String> {
    let word = match verdict {
        Verdict::None(Evidence::Cuts(_)) => Varisat::WORD,
        Verdict::None(Evidence::Refutation(word)) => word,
        _ => return None,
    };
    let evidence = known::evidence(
        request.place.board()?,
        &request.problem(&Stop::default()).ok()?,
    )?;
    let tour = request.place.tour(request.tour.kind);
    Some(format!("no {tour} ({word}): this is wrong, {evidence}"))
}

/// Puts a short reason in place of other evidence, if one is found within a limit of work and the
/// checker of certificates accepts it.
pub fn shortened(problem: &Problem, verdict: Verdict, stop: &Stop) -> Verdict {
    let is_long = matches!(&verdict, Verdict::None(evidence) if !evidence.is_short());
    let reason = is_long.then(|| problem.short_reason(stop)).flatten();
    match reason.filter(|reason| knightsat_certificate::verify_reason(problem, reason)) {
        Some(reason) => Verdict::None(Evidence::Obstruction(reason)),
        None => verdict,
    }
}

/// The most vertices of a witness: more would not help a reader.
const MOST_DRAWN: u32 = 1 << 10;

/// Returns the vertices and moves of a short reason, if the verdict has one and the place is small.
pub fn witness(request: &Request, verdict: &Verdict) -> Option<ReasonWitness> {
    match verdict {
        Verdict::None(Evidence::Obstruction(reason)) if request.place.len() <= MOST_DRAWN => {
            let problem = request.problem(&Stop::default()).ok()?;
            Some(reason.witness(&problem, &|v| request.place.name(v)))
        }
        _ => None,
    }
}

/// Returns the evidence of an answer without a proof, from a solver or file of this name.
pub fn unverified(name: &str) -> Evidence {
    Evidence::Refutation(format!("unverified answer of {name}"))
}

/// Returns the reason why there is no tour.
pub fn reason(request: &Request, evidence: &Evidence) -> String {
    let reason = match evidence {
        Evidence::Obstruction(why) => why.explain(|v| request.place.name(v)),
        Evidence::Exhaustion(nodes) => format!("the search has tried everything, {nodes} nodes"),
        Evidence::Symmetry(why) => why.clone(),
        Evidence::Cuts(_) => format!("the formula is unsatisfiable ({})", Varisat::WORD),
        Evidence::Refutation(by) => format!("the formula is unsatisfiable ({by})"),
    };
    match request.tour.ends() {
        Some(ends) => format!("{reason} ({ends})"),
        None => reason,
    }
}

/// Returns the reason for an unknown verdict.
pub fn unknown(request: &Request, why: &Unknown) -> String {
    let vertices = match request.place.vertex_word() {
        "square" => "squares",
        _ => "vertices",
    };
    match why {
        Unknown::Stopped(stopped) => stopped.to_string(),
        Unknown::Unfinished => "parts are left to do".into(),
        Unknown::Stuck(stuck) => stuck.explain(vertices, |v| request.place.name(v)),
    }
}
