//! Sizes of formulas and of their files, predicted without writing them.
//!
//! ```
//! use knightsat_encoding::formula_spec::FormulaSpec;
//! use knightsat_encoding::sizes;
//! use knightsat_encoding::base::stop::Stop;
//!
//! let spec: FormulaSpec = "8x8".parse()?;
//! let row = sizes::predict(&spec, &spec.problem()?, false, &Stop::default())?;
//! println!("{}", sizes::table(&[row]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::base::stop::{Stop, Stopped};
use crate::base::text;
use crate::flow::{Flow, FlowError};
use crate::formula_spec::FormulaSpec;
use crate::{Formula, FormulaError};
use itertools::Itertools;
use knightsat_cnf::dimacs::opb::Writer;
use knightsat_cnf::dimacs::write::Measure;
use knightsat_cnf::limits::refusals;
use knightsat_cnf::sink::{ClauseSink, Group as CnfGroup, Size, Until};
use knightsat_cnf::{Lit, Vars};
use knightsat_tour::{Kind, Problem};
use serde::Serialize;
use std::io;

/// The most clauses of a pass over them, unless one insists.
const PASS: u64 = 1_000_000_000;

/// The size of one formula.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The board as RANKSxFILES, or the graph.
    pub board: String,
    /// Open or closed.
    pub tour: Kind,
    /// The name of the encoding; `opb` for pseudo-Boolean constraints.
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
    pub groups: Vec<Group>,
    /// The solvers that reject the formula, with reasons.
    pub warnings: Vec<String>,
}

/// A group of clauses.
#[derive(Clone, Debug, Serialize)]
pub struct Group {
    /// Its name, as encoders announce it.
    pub name: &'static str,
    /// Its size; variables are those taken while its clauses are written.
    #[serde(flatten)]
    pub size: Size,
}

impl Row {
    fn new(spec: &FormulaSpec, groups: Vec<Group>, bytes: Option<u64>) -> Row {
        let mut total = Size::default();
        groups.iter().for_each(|group| total += group.size);
        Row {
            board: spec.place.to_string(),
            tour: spec.tour.kind,
            encoding: spec.style.name().to_string(),
            amo: spec.style.amo(),
            options: spec.style.options(),
            three_cnf: spec.style.three_cnf,
            total,
            bytes,
            groups,
            warnings: Vec::new(),
        }
    }
}

/// Returns the exact length of the file, by a pass over the clauses. Clauses of pairs are computed
/// at once. Returns `None` if the pass is too long.
fn bytes(
    formula: &Formula,
    comments: &[String],
    most: u64,
    stop: &Stop,
) -> Result<Option<u64>, Stopped> {
    let mut measure = Measure::new(formula.header(), comments);
    let mut passed = Passed {
        measure: &mut measure,
        left: most,
    };
    let mut until = Until::new(&mut passed, stop);
    formula.encode(&mut until);
    until.finish()?;
    let is_whole = passed.left > 0;
    Ok(is_whole.then(|| measure.bytes()))
}

/// A writer that measures until a number of calls is reached.
struct Passed<'m> {
    measure: &'m mut Measure,
    left: u64,
}

impl ClauseSink for Passed<'_> {
    fn new_vars(&mut self, count: u32) -> Vars {
        self.measure.new_vars(count)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.left = self.left.saturating_sub(1);
        self.measure.clause(lits);
    }

    fn pairwise(&mut self, lits: &[Lit]) {
        self.left = self.left.saturating_sub(1);
        self.measure.pairwise(lits);
    }

    fn is_done(&self) -> bool {
        self.left == 0
    }
}

/// Returns the size of a spec's formula. If a file has more than a thousand million clauses,
/// pairwise ones aside, its bytes are measured only with `insist`. At the deadline the error is
/// [`FormulaError::Stopped`].
pub fn predict(
    spec: &FormulaSpec,
    problem: &Problem,
    insist: bool,
    stop: &Stop,
) -> Result<Row, FormulaError> {
    let mut warnings = Vec::new();
    let (groups, bytes) = match Formula::within(problem, spec.style, stop) {
        Ok(formula) => {
            let most = if insist { u64::MAX } else { PASS };
            let bytes = bytes(&formula, &spec.formula_comments(&formula), most, stop)?;
            (formula.size(), bytes)
        }
        // A formula that cannot be numbered can still be counted.
        Err(FormulaError::TooManyVariables { found }) => {
            (vec![("variables", Size::of_variables(found))], None)
        }
        Err(
            error @ (FormulaError::TooManyClauses { .. } | FormulaError::TooLargeToShuffle { .. }),
        ) => {
            warnings.push(error.to_string());
            (Vec::new(), None)
        }
        Err(error) => return Err(error),
    };
    let groups = groups.into_iter();
    let groups = groups.map(|(name, size)| Group { name, size }).collect();
    let row = Row::new(spec, groups, bytes);
    warnings.extend(refusals(row.total));
    Ok(Row { warnings, ..row })
}

/// Returns the size of the problem in pseudo-Boolean constraints. Constraints count as clauses, and
/// their terms as literals. The function generates all constraints. At the deadline the error is
/// [`FlowError::Stopped`].
pub fn predict_opb(spec: &FormulaSpec, problem: &Problem, stop: &Stop) -> Result<Row, FlowError> {
    let flow = Flow::new(problem, stop)?;
    let size = flow.size();
    let mut writer = Writer::new(Counted::default(), size, &spec.problem_comments());
    let mut groups = constraint_groups(&flow, &mut writer, stop)?;
    let name = CnfGroup::VARIABLES.name;
    let variables = Size::of_variables(size.variables.into());
    groups.insert(
        0,
        Group {
            name,
            size: variables,
        },
    );
    Ok(Row {
        encoding: "opb".into(),
        amo: String::new(),
        options: String::new(),
        three_cnf: false,
        ..Row::new(spec, groups, writer.finish().ok().map(|counted| counted.0))
    })
}

/// Writes the constraints, and counts them by groups.
fn constraint_groups(
    flow: &Flow,
    writer: &mut Writer<Counted>,
    stop: &Stop,
) -> Result<Vec<Group>, Stopped> {
    let names = flow.groups().into_iter();
    let mut names = names.flat_map(|(name, count)| (0..count).map(move |_| name));
    let mut groups: Vec<Group> = Vec::new();
    let mut watch = stop.watch(1 << 12);
    let mut on_time = Ok(());
    flow.constraints(|constraint| {
        writer.constraint(constraint);
        let name = names.next().unwrap_or_default();
        if groups.last().is_none_or(|group| group.name != name) {
            let size = Size::default();
            groups.push(Group { name, size });
        }
        if let Some(group) = groups.last_mut() {
            group.size.clauses += 1;
            group.size.literals += constraint.terms.len() as u64;
        }
        on_time = watch.check();
        on_time.is_ok()
    });
    on_time.map(|()| groups)
}

/// Counts bytes.
#[derive(Default)]
struct Counted(u64);

impl io::Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns an aligned table, one line for each formula.
pub fn table(rows: &[Row]) -> String {
    let heads = [
        "board",
        "tour",
        "encoding",
        "amo",
        "options",
        "variables",
        "clauses",
        "literals",
        "bytes",
    ];
    let mut lines = vec![heads.map(str::to_string)];
    for row in rows {
        let dash = |text: &str| if text.is_empty() { "-" } else { text }.to_string();
        // A formula that cannot be numbered has no known clauses.
        let text = |count: Option<u64>| count.map_or("-".into(), |count| count.to_string());
        let known = |count| text(Some(count).filter(|&count| count > 0));
        lines.push([
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
    text::align(&lines, 5..heads.len())
}

/// Returns comma-separated values with a header, one line for each group and a total for each
/// formula.
pub fn csv(rows: &[Row]) -> String {
    let mut text =
        "board,tour,encoding,amo,options,three_cnf,group,variables,clauses,literals,bytes\n"
            .to_string();
    for row in rows {
        let [amo, options] = [&row.amo, &row.options].map(|text| text.replace(", ", "+"));
        let amo = amo.replace(',', "+");
        let (board, tour, encoding) = (&row.board, row.tour, &row.encoding);
        let lead = format!(
            "{board},{tour},{encoding},{amo},{options},{}",
            row.three_cnf
        );
        let mut line = |group: &str, size: Size, bytes: Option<u64>| {
            let counts = [size.variables, size.clauses, size.literals]
                .iter()
                .join(",");
            let bytes = bytes.map(|bytes| bytes.to_string()).unwrap_or_default();
            text += &format!("{lead},{group},{counts},{bytes}\n");
        };
        for group in &row.groups {
            line(group.name, group.size, None);
        }
        line("all", row.total, row.bytes);
    }
    text
}
