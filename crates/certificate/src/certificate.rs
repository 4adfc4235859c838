//! The document of a certificate: a line of JSON with the claim and its ground.
//!
//! ```json
//! {"format":3,"claim":"no open knight's tour of 4x4","ground":{"cuts":{"matchings":false,"sets":[["b1","d2","a3","c4"],["c1","a2","d3","b4"]]}}}
//! {"format":3,"claim":"no closed knight's tour of 5x5","ground":{"reason":{"colours":{"even":13,"odd":12}}},"words":"every move changes colour, but there are 13 of one colour and 12 of the other"}
//! ```
//!
//! The ground is one of these:
//!
//! - `{"cuts":…}`: the formula is that of edges. It contains the cuts of these `sets` of vertices,
//!   and two `matchings` if that field is true.
//! - `"steps"`: the formula is that of steps, for a directed graph too. All other grounds of a
//!   directed graph concern its split graph.
//! - `{"reason":…}`: no formula is needed. The `words` are those of the reason.
//!
//! | reason | meaning |
//! | --- | --- |
//! | `clash` | both `clues` are given, and cannot both hold, for the reason `why` |
//! | `too-small` | a closed tour of fewer than three vertices |
//! | `degree` | `vertex` has `degree` edges, and a tour takes `needed` there |
//! | `three-ends` | each of three vertices has one edge only |
//! | `disconnected` | no path leads from one vertex to the other |
//! | `pieces` | so many `pieces` are left without `removed`, of which a tour joins at most `joined` |
//! | `two-factor` | `needing` take `needed` moves to `giving` at least; these take `given`, and free ends spare `needing` at most `spared` |
//! | `colours` | edges join `even` vertices coloured like the first to `odd` others |
//! | `end-colours` | so they do, and the fixed ends are not coloured like that |
//! | `magic` | no sums are equal: [`knightsat_tour::magic`] |
//! | `symmetry` | the turn takes `vertex` to `image`, and `steps` between them do not fit their colours |
//!
//! Version 0.1.0 reads certificates of format 1, which are files `certificate.txt`.

use super::text::ProofLines;
use super::{CERTIFICATE, Result, reason};
use crate::base::stop::Stop;
use knightsat_tour::lower::Lowered;
use knightsat_tour::place::Place;
use knightsat_tour::{Obstruction, Problem, from_json, to_json};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};
use std::path::Path;

/// The format of these documents.
const FORMAT: u32 = 3;

/// The ground on which no tour exists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Ground {
    /// A reason that needs no formula; in the split graph of a directed one.
    Reason(Obstruction),
    /// Cuts with which the formula of edges has no model. Rules about moves belong to it.
    Cuts(Refutation),
    /// The formula of steps.
    Steps,
}

/// The cuts with which the degrees contradict each other, perhaps under rules about moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refutation {
    /// The sets of vertices that a tour must leave, each increasing.
    pub sets: Vec<Vec<u32>>,
    /// True if the contradiction needs two matchings, too, whose edges alternate on a tour.
    pub matchings: bool,
}

impl Refutation {
    /// Returns the refutation with these cuts in order, each once.
    pub fn new(cuts: impl IntoIterator<Item = Vec<u32>>, matchings: bool) -> Refutation {
        let sets = BTreeSet::from_iter(cuts).into_iter().collect();
        Refutation { sets, matchings }
    }
}

#[derive(PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CertificateDocument {
    format: u32,
    claim: String,
    ground: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<String>,
}

/// Returns the names of vertices in reasons and cuts, which concern the split graph of a directed
/// one.
fn names<'n>(lowered: &'n Lowered, place: &'n Place) -> impl Fn(u32) -> String + 'n {
    let (split, own) = (lowered.by(), |vertex| place.name(vertex));
    move |vertex| split.map_or_else(|| own(vertex), |split| split.name(vertex, &own))
}

/// Returns what [`document`] writes.
fn written(lowered: &Lowered, place: &Place, claim: &str, ground: &Ground) -> CertificateDocument {
    let name = names(lowered, place);
    CertificateDocument {
        format: FORMAT,
        claim: claim.to_string(),
        ground: to_json(ground, &name),
        words: match ground {
            Ground::Reason(reason) => Some(reason.explain(name)),
            _ => None,
        },
    }
}

/// Returns the document that `problem` has no tour of `place`.
pub fn document(problem: &Problem, place: &Place, claim: &str, ground: &Ground) -> String {
    let written = written(&Lowered::reasoned(problem), place, claim, ground);
    serde_json::to_string(&written).expect("its keys are texts") + "\n"
}

/// Reads the ground in this folder, with the words of a reason. It must be one of this claim about
/// the problem, as [`document`] writes it.
pub(super) fn read(
    folder: &Path,
    problem: &Problem,
    place: &Place,
    claim: &str,
    stop: &Stop,
) -> Result<(Ground, Option<String>)> {
    let mut file = ProofLines::open(&folder.join(CERTIFICATE), stop)?;
    let found: CertificateDocument = file.json()?;
    let lowered = Lowered::reasoned(problem);
    let reasoned = lowered.reasoned_problem();
    let names = (0..reasoned.graph().len()).map(names(&lowered, place));
    let vertices: HashMap<String, u32> = names.zip(0..).collect();
    let ground = from_json(found.ground.clone(), &|name| vertices.get(name).copied());
    let message = match ground {
        _ if found.claim != claim => {
            format!("expected the claim '{claim}': the certificate concerns another problem")
        }
        None => "no ground that concerns this problem".into(),
        Some(Ground::Reason(reason)) if !reason::holds(reasoned, &reason) => {
            "the reason does not hold".into()
        }
        Some(ground) if found == written(&lowered, place, claim, &ground) => {
            return Ok((ground, found.words));
        }
        Some(_) => "the document has another form, or other words".into(),
    };
    Err(file.wrong(message))
}
