//! What a part of a formula or of a lazy search has come to.
//!
//! ```
//! use knightsat_encoding::formula_spec::FormulaSpec;
//! use knightsat_cluster::outcome::Found;
//!
//! let found: Found = serde_json::from_str(r#"{"answer": "none", "proof": true, "cuts": [[0, 3]]}"#)?;
//! let Found::None { rests, .. } = found else {
//!     panic!("it is none");
//! };
//! let problem = "3x4".parse::<FormulaSpec>()?.problem()?;
//! assert!(rests.fits(&problem));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use knightsat_tour::{Kind, Problem};
use serde::{Deserialize, Serialize};

/// The result of a part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The literals that make the part.
    pub cube: Vec<i32>,
    /// What was found.
    #[serde(flatten)]
    pub found: Found,
    /// By whom: a solver, or the preparation.
    pub by: String,
    /// How long that took, by the clock.
    pub seconds: f64,
}

/// What was found in a part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "kebab-case")]
pub enum Found {
    /// A tour: its squares or vertices in order.
    Tour {
        /// Their names.
        tour: Vec<String>,
    },
    /// That there is none.
    None {
        /// Why, where that is seen without a solver.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        /// Whether there is a proof beside it.
        proof: bool,
        /// On what it rests beside the formula of the folder.
        #[serde(flatten)]
        rests: Rests,
    },
}

/// What the lazy engine has found by the way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rests {
    /// Sets of vertices, from 0, that a tour must leave.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cuts: Vec<Vec<u32>>,
    /// Whether the clauses of two matchings are there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub matchings: bool,
}

impl Rests {
    /// Whether its sets are sets of some vertices of the problem's graph, increasing, that a tour must leave:
    /// not of all, unless it is open and goes on to the apex.
    pub fn fits(&self, problem: &Problem) -> bool {
        let vertices = problem.graph().len();
        let may_be_all = problem.kind() == Kind::Open;
        self.cuts.iter().all(|cut| {
            let is_increasing = cut.is_sorted_by(|a, b| a < b);
            let is_within = cut.last().is_some_and(|&last| last < vertices);
            is_increasing && is_within && (may_be_all || (cut.len() as u64) < u64::from(vertices))
        })
    }
}
