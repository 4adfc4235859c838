//! Sizes of formulas and of their files, counted without writing them.
//!
//! ```
//! # mod knightsat {
//! #     pub use knightsat_encoding as encoding;
//! #     pub use knightsat_encoding::base::stop;
//! # }
//! use knightsat::encoding::sizes;
//! use knightsat::encoding::formula_spec::FormulaSpec;
//! use knightsat::stop::Stop;
//!
//! let spec: FormulaSpec = "8x8".parse()?;
//! let row = sizes::predict(&spec, &spec.problem(&Default::default())?, false, &Stop::default())?;
//! println!("{}", sizes::table(&[row]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::base::stop::{Stop, Stopped};
use crate::base::text;
use crate::formula_spec::FormulaSpec;
use crate::{Formula, FormulaError};
use itertools::Itertools;
use knightsat_cnf::dimacs::read::Header;
use knightsat_cnf::limits::refusals;
use knightsat_cnf::sink::{Size, SizeTally, Until};
use knightsat_tour::{Kind, Problem};
use serde::Serialize;

/// The most clauses of a pass over them, unless one insists.
const PASS: u64 = 1_000_000_000;

/// The size of one formula.
#[derive(Clone, Debug, Serialize)]
pub struct SizeRow {
    /// The board as RANKSxFILES, or the graph.
    pub board: String,
    /// Open or closed.
    pub tour: Kind,
    /// The name of the encoding.
    pub encoding: String,
    /// The at-most-one encoding, or those of steps and of squares with a comma; empty if there is
    /// no choice.
    pub amo: String,
    /// Other options, in words.
    pub options: String,
    /// True if clauses are split to three literals.
    pub three_cnf: bool,
    /// The size of all groups together. A formula with too many variables has only those counted. A
    /// formula with too many clauses has no counts.
    #[serde(flatten)]
    pub total: Size,
    /// The length of the DIMACS file; `None` if it cannot be written or was not measured.
    pub bytes: Option<u64>,
    /// The groups of clauses in their order; none if they have not been counted.
    pub groups: Vec<GroupSize>,
    /// The solvers that reject the formula, with reasons.
    pub warnings: Vec<String>,
}

/// A group of clauses.
#[derive(Clone, Debug, Serialize)]
pub struct GroupSize {
    /// Its name, as encoders announce it.
    pub name: &'static str,
    /// Its size; variables are those taken while its clauses are written.
    #[serde(flatten)]
    pub size: Size,
}

/// Returns the exact length of the file, by a pass over the clauses. Clauses of pairs are computed
/// at once. Returns `None` if the pass is too long.
fn bytes(
    formula: &Formula,
    comments: &[String],
    most: u64,
    stop: &Stop,
) -> Result<Option<u64>, Stopped> {
    let mut tally = SizeTally::at_most(most).with_bytes();
    let mut until = Until::new(&mut tally, stop);
    formula.encode(&mut until);
    until.finish()?;
    let Header { variables, clauses } = formula.header();
    let lines = comments.iter().map(|text| format!("c {text}\n"));
    let lines = lines.chain([format!("p cnf {variables} {clauses}\n")]);
    let before: usize = lines.map(|line| line.len()).sum();
    Ok(tally.bytes().map(|bytes| bytes + before as u64))
}

/// Returns the size of a spec's formula. If a file has more than a thousand million clauses,
/// pairwise ones aside, its bytes are measured only with `insist`. At the deadline the error is
/// [`FormulaError::Stopped`].
pub fn predict(
    spec: &FormulaSpec,
    problem: &Problem,
    insist: bool,
    stop: &Stop,
) -> Result<SizeRow, FormulaError> {
    let mut warnings = Vec::new();
    let (groups, bytes) = match Formula::within(problem, spec.style, stop) {
        Ok(formula) => {
            let most = if insist { u64::MAX } else { PASS };
            let bytes = bytes(&formula, &spec.formula_comments(&formula), most, stop)?;
            (formula.size(), bytes)
        }
        // A formula that cannot be numbered can still be counted.
        Err(FormulaError::TooManyVariables(found)) => {
            (vec![("variables", Size::of_variables(found))], None)
        }
        Err(error @ (FormulaError::TooManyClauses(_) | FormulaError::TooLargeToShuffle { .. })) => {
            warnings.push(error.to_string());
            (Vec::new(), None)
        }
        Err(error) => return Err(error),
    };
    let sized = groups.into_iter();
    let named = sized.map(|(name, size)| GroupSize { name, size });
    let groups = named.collect_vec();
    let total = groups.iter().map(|group| group.size).sum();
    warnings.extend(refusals(total));
    Ok(SizeRow {
        board: spec.place.to_string(),
        tour: spec.tour.kind,
        encoding: spec.style.name.to_string(),
        amo: spec.style.amo(),
        options: spec.style.words(),
        three_cnf: spec.style.three_cnf,
        total,
        bytes,
        groups,
        warnings,
    })
}

/// Returns an aligned table, one line for each formula.
#[doc(hidden)]
pub fn table(rows: &[SizeRow]) -> String {
    let heads = "board tour encoding amo options variables clauses literals bytes";
    let mut lines = vec![heads.split(' ').map(String::from).collect_vec()];
    for row in rows {
        let dash = |text: &str| if text.is_empty() { "-" } else { text }.to_string();
        // A formula that cannot be numbered has no known clauses.
        let text = |count: Option<u64>| count.map_or("-".into(), |count| count.to_string());
        let known = |count| text(Some(count).filter(|&count| count > 0));
        lines.push(vec![
            row.board.clone(),
            row.tour.to_string(),
            row.encoding.clone(),
            dash(&row.amo),
            dash(&row.options),
            text((!row.groups.is_empty()).then_some(row.total.variables)),
            known(row.total.clauses),
            known(row.total.literals),
            known(row.bytes.unwrap_or(0)),
        ]);
    }
    text::align(&lines, 5..lines[0].len())
}

/// Returns comma-separated values with a header, one line for each group and a total for each
/// formula.
#[doc(hidden)]
pub fn csv(rows: &[SizeRow]) -> String {
    let mut text =
        "board,tour,encoding,amo,options,three_cnf,group,variables,clauses,literals,bytes\n"
            .to_string();
    for row in rows {
        let (amo, options) = (row.amo.replace(',', "+"), row.options.replace(", ", "+"));
        let (board, tour, encoding, is_split) =
            (&row.board, row.tour, &row.encoding, row.three_cnf);
        let lead = format!("{board},{tour},{encoding},{amo},{options},{is_split}");
        let mut line = |group: &str, size: Size, bytes: Option<u64>| {
            let counts = [size.variables, size.clauses, size.literals];
            let last = bytes.map(|bytes| bytes.to_string()).unwrap_or_default();
            text += &format!("{lead},{group},{},{last}\n", counts.iter().format(","));
        };
        for group in &row.groups {
            line(group.name, group.size, None);
        }
        line("all", row.total, row.bytes);
    }
    text
}
