//! Rows: the results of one run, as a line of JSON or of comma-separated values.
//!
//! ```
//! use knightsat_compare::row::{COLUMNS, csv};
//!
//! assert_eq!(csv(&[]).trim_end(), COLUMNS);
//! ```

use super::machine::Machine;
use crate::base::text::csv_field;
use crate::tour::spec::TourSpec;
use itertools::Itertools;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::HashMap;
use std::fmt;

/// The version of the columns. It changes with the meaning of a column.
pub const VERSION: u32 = 1;

/// Shorter times are equal, since the clock does not tell them apart: plots draw them as this one.
pub const SHORTEST: f64 = 0.001;

/// The columns in their order; `lab/docs/compare.md` explains each.
pub const COLUMNS: &str = "version,knightsat,board,place,vertices,edges,tour,encoding,amo,solver,solver_version,\
    shuffle,timeout,memory_mb,variables,clauses,bytes,encode_seconds,cpu_seconds,wall_seconds,peak_kb,verdict,word,\
    checked,leaper,start,end,symmetric,formula,host,cpu,conflicts,propagations,require,forbid,at,not-at,magic,blocks,joints,only,wrap";

/// The result of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunVerdict {
    /// A verified tour.
    Tour,
    /// The solver answered that no tour exists, see [`Row::checked`].
    None,
    /// Undecided within the time limit.
    Timeout,
    /// Out of memory.
    Memory,
    /// The solver crashed, gave up, or printed no readable answer.
    Failed,
    /// The answer is wrong.
    Wrong,
}

impl RunVerdict {
    /// Returns true if it is an answer.
    pub fn is_solved(self) -> bool {
        matches!(self, RunVerdict::Tour | RunVerdict::None)
    }
}

impl fmt::Display for RunVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// A job of the grid: the key that distinguishes a run from all others.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Run {
    /// RANKSxFILES, or the name of the file with the board or graph.
    pub board: String,
    /// A checksum of the board or graph, since a file may change.
    pub place: String,
    /// Number of squares.
    pub vertices: u32,
    /// Number of moves, without direction.
    pub edges: u64,
    /// The required tour.
    #[serde(flatten)]
    pub asked: TourSpec,
    /// Name of the encoding, or of the file with the formula.
    pub encoding: String,
    /// Its at-most-one encoding, two with a plus, or `-`.
    pub amo: String,
    /// For a formula from a file, a checksum of it and of its map.
    pub formula: Option<String>,
    /// Name of the solver, or its command.
    pub solver: String,
    /// Seed of the shuffle; 0 for the original order.
    pub shuffle: u64,
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [board, encoding, amo] = [&self.board, &self.encoding, &self.amo];
        let (asked, solver, shuffle) = (&self.asked, &self.solver, self.shuffle);
        write!(f, "{board} {asked} {encoding} {amo} {solver} #{shuffle}")
    }
}

/// The limits of every run of a comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunLimits {
    /// CPU seconds of a solver.
    pub timeout: f64,
    /// Address space of its process in units of 1024² bytes, if limited.
    pub memory_mb: Option<u64>,
}

/// The measures of a run; `None` for stages that were not reached.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// Variables of the formula.
    pub variables: Option<u64>,
    /// Clauses of the formula.
    pub clauses: Option<u64>,
    /// Length of the solver's input file.
    pub bytes: Option<u64>,
    /// CPU seconds for the formula: encoding, shuffling, writing.
    pub encode_seconds: Option<f64>,
    /// CPU seconds of the solver, user and system.
    pub cpu_seconds: Option<f64>,
    /// Wall-clock seconds of the solver.
    pub wall_seconds: Option<f64>,
    /// Largest resident memory of the solver's process, in units of 1024 bytes.
    pub peak_kb: Option<u64>,
    /// Conflicts, if the solver prints them.
    pub conflicts: Option<u64>,
    /// Propagations, if the solver prints them.
    pub propagations: Option<u64>,
}

/// Everything about a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// [`VERSION`].
    pub version: u32,
    /// Version of this program.
    pub knightsat: String,
    /// The key of the run.
    #[serde(flatten)]
    pub run: Run,
    /// Version of the solver, if it reports one.
    pub solver_version: Option<String>,
    /// The limits of the run.
    #[serde(flatten)]
    pub limits: RunLimits,
    /// Sizes and times.
    #[serde(flatten)]
    pub measured: Measured,
    /// The result.
    pub verdict: RunVerdict,
    /// The source of the answer, or the reason for a failure.
    pub word: String,
    /// True if the answer is verified: a tour always is, a refutation if the solver checks its own.
    pub checked: bool,
    /// The machine of the run.
    #[serde(flatten)]
    pub machine: Machine,
}

impl Row {
    /// Returns the time of a solved run: its CPU seconds.
    pub fn time(&self) -> Option<f64> {
        let is_solved = self.verdict.is_solved();
        self.measured.cpu_seconds.filter(|_| is_solved)
    }

    /// Returns a line of JSON, without its end.
    pub fn json(&self) -> String {
        serde_json::to_string(self).expect("numbers and text")
    }

    /// Returns a line of comma-separated values (RFC 4180), without its end.
    pub fn csv(&self) -> String {
        let value = serde_json::to_value(self).expect("numbers and text");
        let fields = COLUMNS.split(',').map(|column| field(&value[column]));
        { fields }.join(",")
    }
}

/// Returns all rows as comma-separated values with a header.
pub fn csv(rows: &[Row]) -> String {
    let lines = rows.iter().map(|row| row.csv() + "\n");
    format!("{COLUMNS}\n{}", { lines }.join(""))
}

fn field(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => csv_field(text).into_owned(),
        Value::Array(items) => items.iter().map(field).join(" "),
        other => other.to_string(),
    }
}

/// Marks refutations of a problem with a verified tour as wrong; returns true if there are any.
pub fn contradict(rows: &mut [Row]) -> bool {
    let problem = |row: &Row| (row.run.place.clone(), row.run.asked.clone());
    let tours = rows.iter().filter(|row| row.verdict == RunVerdict::Tour);
    let tours = tours.map(|row| (problem(row), row.run.to_string()));
    let tours: HashMap<_, _> = tours.collect();
    let mut any = false;
    for row in rows {
        let finder = tours.get(&problem(row));
        if let (RunVerdict::None, Some(finder)) = (row.verdict, finder) {
            row.verdict = RunVerdict::Wrong;
            row.word = format!("reports no tour, but {finder} has a verified tour");
            row.checked = false;
            any = true;
        }
    }
    any
}
