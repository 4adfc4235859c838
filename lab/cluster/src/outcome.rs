//! The result of a part of a formula or of a lazy search.
//!
//! ```
//! use knightsat_cluster::encoding::formula_spec::FormulaSpec;
//! use knightsat_cluster::outcome::PartAnswer;
//!
//! let found: PartAnswer = serde_json::from_str(r#"{"answer": "none", "proof": true, "cuts": [[0, 3]]}"#)?;
//! let PartAnswer::None { rests, .. } = found else {
//!     panic!("it is none");
//! };
//! let problem = "3x4".parse::<FormulaSpec>()?.problem(&Default::default())?;
//! assert!(rests.fits(&problem));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::prelude::*;
use crate::tour::lower::Lowered;

/// The result of a part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The result itself.
    #[serde(flatten)]
    pub found: PartAnswer,
    /// The solver, or the preparation.
    pub by: String,
    /// Its wall-clock time in seconds.
    pub seconds: f64,
}

/// The result of a search of a part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "kebab-case")]
pub enum PartAnswer {
    /// A tour: its squares or vertices in order.
    Tour {
        /// Their names.
        tour: Vec<String>,
    },
    /// No tour exists.
    None {
        /// The reason, if found without a solver.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        /// True if the part has a proof.
        proof: bool,
        /// Additional premises, besides the formula of the folder.
        #[serde(flatten)]
        rests: Premises,
    },
}

/// Premises that the lazy engine found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Premises {
    /// Sets of vertices, from 0, that a tour must leave.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cuts: Vec<Vec<u32>>,
    /// True if the clauses of two matchings are premises.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub matchings: bool,
}

impl PartAnswer {
    /// Returns the result of a refutation by a solver.
    pub(super) fn none(proof: bool, rests: Premises) -> PartAnswer {
        PartAnswer::None {
            reason: None,
            proof,
            rests,
        }
    }
}

impl Premises {
    /// Returns true if its sets are sets of vertices of the problem's graph, increasing, that a
    /// tour must leave. Only an open tour, whose circuit has another one, can leave the set of all
    /// vertices.
    pub fn fits(&self, problem: &Problem) -> bool {
        let vertices = problem.graph().len();
        let all = Lowered::reasoned(problem).circuit().len();
        self.cuts.iter().all(|cut| {
            let is_increasing = cut.is_sorted_by(|a, b| a < b);
            let is_within = cut.last().is_some_and(|&last| last < vertices);
            is_increasing && is_within && (cut.len() as u64) < u64::from(all)
        })
    }
}
