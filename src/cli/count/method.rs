//! How tours are counted.

use super::Args;
use anyhow::{Result, bail};
use clap::ValueEnum;
use knightsat::tour::place::Place;
use serde::Serialize;

/// How to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// One model of the formula after another, each then blocked by a clause
    Enumerate,
    /// Dynamic programming, which shares nothing with the encodings
    Frontier,
    /// Depth-first search, which shares nothing with the encodings either
    Search,
}

impl Args {
    /// The method asked for, or the one that suits the rest.
    pub fn method(&self, place: &Place) -> Result<Method> {
        let wants_solver = self.solvers.one.solver.is_some() || !self.solvers.portfolio.is_empty();
        let wants_formula = self.formula.any();
        let lists = self.enumerate || self.limit.is_some();
        let is_beyond_frontier =
            self.tour.symmetric.is_some() || self.tour.knows_steps(place.len());
        Ok(match self.method {
            Some(Method::Frontier) if lists => {
                bail!(
                    "--method frontier cannot list tours or stop at a limit: use search or enumerate"
                )
            }
            Some(Method::Frontier | Method::Search) if wants_formula => {
                bail!("options of the formula are for --method enumerate")
            }
            Some(Method::Frontier | Method::Search) if wants_solver => {
                bail!("--solver and --portfolio are for --method enumerate")
            }
            Some(method) => method,
            None if wants_formula || wants_solver => Method::Enumerate,
            None if lists || is_beyond_frontier => Method::Search,
            None => Method::Frontier,
        })
    }
}
