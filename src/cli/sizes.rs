use super::args::{self, AmoChoice, EncodingChoice, FormulaArgs, TourArgs};
use super::exit::Exit;
use anyhow::Result;
use clap::ValueEnum;
use itertools::Itertools;
use knightsat::board::Board;
use knightsat::dimacs::measure::Measure;
use knightsat::encoding::{Formula, FormulaError, Style};
use knightsat::gadget::amo::Amo;
use knightsat::problem::Kind;
use knightsat::recipe::Recipe;
use knightsat::sink::Size;
use knightsat::solver::limits::refusals;
use serde::Serialize;
use std::io::{self, Write};

/// Predict the size of formulas and of their files without writing them
#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(required = true, value_parser = args::board, help = args::BOARD)]
    boards: Vec<Board>,
    #[command(flatten)]
    tour: TourArgs,
    #[command(flatten)]
    formula: FormulaArgs,
    /// Which encodings to compare
    #[arg(long, value_enum, default_value_t)]
    encoding: EncodingChoice,
    /// Count the bytes of files with more than a thousand million clauses too, which takes minutes
    #[arg(long)]
    exact: bool,
    /// How to print the sizes
    #[arg(long, value_enum, default_value_t)]
    format: SizeFormat,
}

/// Clauses that a pass over them may have, unless asked for.
const PASS: u64 = 1_000_000_000;

/// How sizes are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum SizeFormat {
    /// One line a formula, aligned
    #[default]
    Table,
    /// A JSON array, with the groups of clauses of each formula
    Json,
    /// Comma-separated values, one line a group of clauses and one in all a formula
    Csv,
}

/// The size of one formula.
#[derive(Debug, Serialize)]
struct Row {
    board: String,
    tour: Kind,
    encoding: &'static str,
    amo: String,
    arcs: bool,
    three_cnf: bool,
    #[serde(flatten)]
    total: Size,
    /// Length of the DIMACS file, where it can be written.
    bytes: Option<u64>,
    groups: Vec<Group>,
    warnings: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Group {
    name: &'static str,
    #[serde(flatten)]
    size: Size,
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        let mut rows = Vec::new();
        for board in &self.boards {
            for (name, style) in self.styles()? {
                let recipe = args::recipe(board.clone(), &self.tour, style)?;
                rows.push(row(name, &recipe, self.exact)?);
            }
        }
        let text = match self.format {
            SizeFormat::Table => table(&rows),
            SizeFormat::Json => serde_json::to_string_pretty(&rows)? + "\n",
            SizeFormat::Csv => csv(&rows),
        };
        io::stdout().write_all(text.as_bytes())?;
        for row in rows.iter().filter(|_| self.format == SizeFormat::Table) {
            for warning in &row.warnings {
                eprintln!(
                    "knightsat: {} {} {}: {warning}",
                    row.board, row.encoding, row.amo
                );
            }
        }
        Ok(Exit::Good)
    }

    /// The styles asked for with the names of their encodings.
    fn styles(&self) -> Result<Vec<(&'static str, Style)>> {
        let mut styles = Vec::new();
        for &encoding in self.encoding.each() {
            let mut formula = self.formula.clone();
            formula.textbook |= encoding == EncodingChoice::Textbook;
            let name = if formula.textbook {
                "textbook"
            } else {
                "position"
            };
            let choices = match formula.amo {
                Some(AmoChoice::All) if !formula.textbook => AmoChoice::each(),
                amo => vec![amo.filter(|_| !formula.textbook)],
            };
            for amo in choices {
                formula.amo = amo;
                styles.push((name, formula.style(&self.tour)?));
            }
        }
        Ok(styles)
    }
}

/// The exact length of the file, by a pass over all clauses but the pairwise ones; of the longest
/// formulas only if `insist`ed on.
fn bytes(recipe: &Recipe, formula: &Formula, insist: bool) -> Option<u64> {
    let position = recipe.style.position;
    let at_once = |name: &str| match name {
        "one square per step" => position.step_amo == Amo::Pairwise,
        "each square once" => position.square_amo == Amo::Pairwise,
        _ => false,
    };
    let groups = formula.size();
    let passed = groups.iter().filter(|(name, _)| !at_once(name));
    let clauses: u64 = passed.map(|(_, size)| size.clauses).sum();
    if clauses > PASS && !insist {
        return None;
    }
    let mut measure = Measure::new(formula.header(), &recipe.comments());
    formula.encode(&mut measure);
    Some(measure.bytes())
}

fn row(encoding: &'static str, recipe: &Recipe, insist: bool) -> Result<Row> {
    let position = recipe.style.position;
    let amo = [position.step_amo, position.square_amo];
    let problem = args::problem(recipe)?;
    let (groups, bytes) = match Formula::new(&problem, recipe.style) {
        Ok(formula) => (formula.size(), bytes(recipe, &formula, insist)),
        // What cannot be numbered can still be counted.
        Err(FormulaError::TooManyVariables { found }) => {
            let variables = found;
            let size = Size {
                variables,
                ..Size::default()
            };
            (vec![("variables", size)], None)
        }
        Err(error) => return Err(error.into()),
    };
    let mut total = Size::default();
    groups.iter().for_each(|&(_, size)| total += size);
    Ok(Row {
        board: recipe.board.to_string(),
        tour: recipe.kind,
        encoding,
        amo: amo.iter().map(ToString::to_string).dedup().join(","),
        arcs: position.arcs,
        three_cnf: recipe.style.three_cnf,
        total,
        bytes,
        groups: groups
            .into_iter()
            .map(|(name, size)| Group { name, size })
            .collect(),
        warnings: refusals(total),
    })
}

fn table(rows: &[Row]) -> String {
    let heads = [
        "board",
        "tour",
        "encoding",
        "amo",
        "arcs",
        "variables",
        "clauses",
        "literals",
        "bytes",
    ];
    let mut lines = vec![heads.map(str::to_string)];
    for row in rows {
        let Size {
            variables,
            clauses,
            literals,
        } = row.total;
        // A formula that cannot be numbered has no known clauses.
        let known = |count: u64| {
            if count == 0 {
                "-".into()
            } else {
                count.to_string()
            }
        };
        lines.push([
            row.board.clone(),
            row.tour.to_string(),
            row.encoding.to_string() + if row.three_cnf { " 3" } else { "" },
            row.amo.clone(),
            if row.arcs { "yes" } else { "no" }.to_string(),
            variables.to_string(),
            known(clauses),
            known(literals),
            known(row.bytes.unwrap_or(0)),
        ]);
    }
    let width = |column: usize| {
        lines
            .iter()
            .map(|line| line[column].len())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..heads.len()).map(width).collect();
    let mut text = String::new();
    for line in &lines {
        let cells =
            line.iter()
                .zip(&widths)
                .enumerate()
                .map(|(column, (cell, &width))| match column {
                    0..5 => format!("{cell:<width$}"),
                    _ => format!("{cell:>width$}"),
                });
        text += cells.collect_vec().join("  ").trim_end();
        text += "\n";
    }
    text
}

fn csv(rows: &[Row]) -> String {
    let mut text =
        "board,tour,encoding,amo,arcs,three_cnf,group,variables,clauses,literals,bytes\n"
            .to_string();
    for row in rows {
        let amo = row.amo.replace(',', "+");
        let lead = [&row.board, &row.tour.to_string(), row.encoding, &amo]
            .map(str::to_string)
            .join(",");
        let lead = format!("{lead},{},{}", row.arcs, row.three_cnf);
        let mut line = |group: &str, size: Size, bytes: Option<u64>| {
            let Size {
                variables,
                clauses,
                literals,
            } = size;
            let bytes = bytes.map(|bytes| bytes.to_string()).unwrap_or_default();
            text += &format!("{lead},{group},{variables},{clauses},{literals},{bytes}\n");
        };
        for group in &row.groups {
            line(group.name, group.size, None);
        }
        line("all", row.total, row.bytes);
    }
    text
}
