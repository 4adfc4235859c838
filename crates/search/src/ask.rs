//! A request asked from its place to its answer in one line; answers print as the command prints
//! them.
//!
//! ```
//! # mod knightsat {
//! #     pub use knightsat_encoding as encoding;
//! #     pub mod search { pub use knightsat_search::{*, ask::*}; }
//! #     pub use knightsat_search::base::stop;
//! #     pub mod tour { pub use knightsat_search::tour::{*, spec::*}; }
//! # }
//! use knightsat::search::Ask;
//! use knightsat::stop::Stop;
//! use knightsat::tour::{Request, Requesting, Verdict};
//!
//! let stop = Stop::default();
//! let request = "6x6".parse::<Request>()?.closed().require("a1-c2")?;
//! assert_eq!(request.solve(&stop)?.tour().unwrap().steps().len(), 36);
//! assert_eq!(request.count(&stop)?, 9862_u32.into());
//! let best = request.minimize("turns")?.solve(&stop)?;
//! let folder = std::env::temp_dir().join(format!("knightsat-best-{}", std::process::id()));
//! std::fs::create_dir(&folder)?;
//! assert!(matches!(best.prove(&folder, &stop)?, Verdict::None(_))); // no better tour
//! std::fs::remove_dir_all(&folder)?;
//! let none = "3x3".parse::<Request>()?.solve(&stop)?;
//! assert!(none.to_string().starts_with("no open knight's tour of 3x3: "));
//!
//! let late = Stop::after(std::time::Duration::ZERO);
//! let spec = "6x6".parse::<knightsat::encoding::formula_spec::FormulaSpec>()?.encoding("crt")?;
//! assert_eq!(spec.solve(&late)?.to_string().split(':').next(), Some("unknown"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::base::stop::Stop;
use crate::optimum::{self, BetterTours, Objective, Optimum, Sense, Standing};
use crate::prove::{comments, unless_late};
use crate::tour::spec::Request;
use crate::tour::statistic::{Statistic, StatisticError};
use crate::{SolveError, Verdict, explain, find, find_by_style, in_time, lazy, tour};
use knightsat_count::frontier::{self, BigUint, Options};
use knightsat_encoding::Style;
use knightsat_encoding::formula_spec::FormulaSpec;
use std::fmt;
use std::ops::Deref;
use std::path::Path;

/// The questions about a requested tour.
pub trait Ask: Clone {
    /// Returns the tour in question.
    fn request(&self) -> &Request;

    /// Looks for the tour by [`find`]. A [`FormulaSpec`] whose style is not [`Style::default`] is
    /// solved by its formula, see [`find_by_formula`](crate::find_by_formula).
    fn solve(&self, options: impl Into<lazy::Options>) -> Result<Found, SolveError>;

    /// Returns the number of tours, see [`count`](fn@knightsat_count::frontier::count).
    fn count(&self, options: impl Into<Options>) -> Result<BigUint, SolveError> {
        let options = options.into();
        let problem = self.request().problem(&options.stop)?;
        Ok(frontier::count(&problem, options)?)
    }

    /// Asks for the tour in which this [statistic](Statistic::parse) is least, as in `crossings`.
    fn minimize(&self, statistic: &str) -> Result<Best, StatisticError> {
        Best::any(self.request()).minimize(statistic)
    }

    /// Asks for the tour in which this statistic is largest.
    fn maximize(&self, statistic: &str) -> Result<Best, StatisticError> {
        Best::any(self.request()).maximize(statistic)
    }
}

impl Ask for Request {
    fn request(&self) -> &Request {
        self
    }

    fn solve(&self, options: impl Into<lazy::Options>) -> Result<Found, SolveError> {
        let verdict = find(self, options)?;
        let request = self.clone();
        Ok(Found { request, verdict })
    }
}

impl Ask for FormulaSpec {
    fn request(&self) -> &Request {
        &self.request
    }

    fn solve(&self, options: impl Into<lazy::Options>) -> Result<Found, SolveError> {
        if self.style == Style::default() {
            return self.request.solve(options);
        }
        let lazy::Options { solver, stop, .. } = options.into();
        let verdict = match in_time(&self.request, &stop)? {
            Ok(problem) => find_by_style(&problem, self.style, &[solver.into()], &stop)?,
            Err(unknown) => unknown,
        };
        let request = self.request.clone();
        Ok(Found { request, verdict })
    }
}

/// The answer to a request. It dereferences to its verdict, and prints as a board, as moves of a
/// graph, or as the sentence that there is no tour, or why that is unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The request.
    pub request: Request,
    /// The verdict.
    pub verdict: Verdict,
}

impl Deref for Found {
    type Target = Verdict;

    fn deref(&self) -> &Verdict {
        &self.verdict
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.tour(), explain::sentence(&self.request, &self.verdict)) {
            (Some(tour), _) => write!(f, "{tour:#}"),
            (None, Ok(sentence)) => f.write_str(&sentence.unwrap_or_default()),
            (None, Err(contradiction)) => f.write_str(&contradiction),
        }
    }
}

/// A request for a best tour. Further statistics decide among those that are best so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    request: Request,
    objectives: Vec<Objective>,
}

impl Best {
    /// Returns the request without a statistic.
    fn any(request: &Request) -> Best {
        Best {
            request: request.clone(),
            objectives: Vec::new(),
        }
    }

    /// Asks for the least value of this statistic among the tours that are best so far.
    pub fn minimize(self, statistic: &str) -> Result<Best, StatisticError> {
        self.then(Sense::Minimize, statistic)
    }

    /// Asks for the largest value.
    pub fn maximize(self, statistic: &str) -> Result<Best, StatisticError> {
        self.then(Sense::Maximize, statistic)
    }

    fn then(mut self, sense: Sense, statistic: &str) -> Result<Best, StatisticError> {
        let statistic = Statistic::parse(statistic, &self.request.place)?;
        self.objectives.push(Objective { sense, statistic });
        Ok(self)
    }

    /// Looks for the best tour, and proves that none is better, see [`optimize`](fn@optimum::optimize).
    pub fn solve(&self, options: impl Into<lazy::Options>) -> Result<FoundBest, SolveError> {
        self.solve_with(options, &mut |_| ())
    }

    /// Does the same; `report` receives the bounds when one of them improves.
    pub fn solve_with(
        &self,
        options: impl Into<lazy::Options>,
        report: &mut (dyn FnMut(&Standing) + Send),
    ) -> Result<FoundBest, SolveError> {
        let options = options.into();
        let problem = self.request.problem(&options.stop)?;
        let optimum = optimum::optimize(&problem, &self.objectives, &options, report)?;
        let request = self.request.clone();
        Ok(FoundBest { request, optimum })
    }
}

/// The best tour of a request, or the answer that there is none. It dereferences to the optimum,
/// and prints as its tour, with a line for each bound below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundBest {
    /// The request.
    pub request: Request,
    /// The best tour, and its bounds.
    pub optimum: Optimum,
}

impl FoundBest {
    /// Refutes every tour that is better than the optimum of the only objective. Writes the formula
    /// of such tours and its refutation as LRAT and DRAT to `folder`, which must exist, and checks
    /// it. The verdict is about better tours, with the evidence in words.
    pub fn prove(&self, folder: &Path, stop: &Stop) -> Result<tour::Verdict<String>, SolveError> {
        let Ok(problem) = in_time(&self.request, stop)? else {
            return Ok(tour::Verdict::Unknown(stop.stopped()));
        };
        let better = BetterTours::new(&problem, &self.optimum, stop);
        let title = format!("A better {} as a formula:", self.request.describe());
        let lines = [
            "every tour that is better than the best one would be a model.",
            "It has no model: see proof.lrat and proof.drat.",
        ];
        let comments = comments(&title, lines);
        let proved = better.and_then(|mut better| better.certify(folder, &comments, stop));
        unless_late(proved, stop)
    }
}

impl Deref for FoundBest {
    type Target = Optimum;

    fn deref(&self) -> &Optimum {
        &self.optimum
    }
}

impl fmt::Display for FoundBest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = Found {
            request: self.request.clone(),
            verdict: self.verdict.clone(),
        };
        write!(f, "{found}")?;
        let standings = self.standings.iter();
        standings
            .filter(|_| self.verdict.tour().is_some())
            .try_for_each(|bound| write!(f, "\n{bound}"))
    }
}
