//! The formats of a formula: what each is for, the options that it takes, and its text.

use super::{Args, EncodeFormat};
use crate::cli::shared::objective;
use anyhow::{Result, bail, ensure};
use itertools::Itertools;
use knightsat::encoding::Name;
use knightsat::prelude::{Formula, FormulaSpec, Problem, Stop, Style};
use knightsat::stop::Writing;
use knightsat_check::description;
use knightsat_cnf::dimacs::{smt, wcnf};
use knightsat_search::optimum::{Cost, Objective};
use std::io::{self, BufWriter, Write};

/// A format of a formula.
pub struct FormulaFormat {
    name: &'static str,
    /// Continues "--format NAME".
    purpose: &'static str,
    /// The options of DIMACS without effect.
    lacks: &'static [&'static str],
    /// The number of statistics to minimize or maximize.
    objectives: usize,
    /// True if the formula is announced as hard, where it is.
    pub warns: bool,
    /// Returns the text of a formula.
    pub write: for<'p> fn(&ToEncode<'p>, &'p Formula<'p>) -> Result<Text<'p>>,
}

/// A problem that is to be written.
#[derive(Clone, Copy)]
pub struct ToEncode<'p> {
    pub args: &'p Args,
    pub spec: &'p FormulaSpec,
    pub problem: &'p Problem,
    pub stop: &'p Stop,
}

/// Writes a formula.
pub type Text<'p> = Box<dyn FnOnce(&mut dyn Write) -> io::Result<()> + 'p>;

const OF_CLAUSES: &[&str] = &["--map", "--count-projected", "--shuffle"];

static DIMACS: FormulaFormat = FormulaFormat {
    name: "dimacs",
    purpose: "",
    lacks: &[],
    objectives: 0,
    warns: true,
    write: dimacs,
};

static WORDS: FormulaFormat = FormulaFormat {
    name: "words",
    purpose: "describes the formula",
    lacks: &["--count-projected", "--shuffle"],
    objectives: 0,
    warns: false,
    write: words,
};

static WCNF: FormulaFormat = FormulaFormat {
    name: "wcnf",
    purpose: "is for MaxSAT solvers",
    lacks: OF_CLAUSES,
    objectives: 1,
    warns: false,
    write: weighed,
};

static SMT: FormulaFormat = FormulaFormat {
    name: "smt2",
    purpose: "is for SMT solvers",
    lacks: OF_CLAUSES,
    objectives: 0,
    warns: false,
    write: script,
};

impl FormulaFormat {
    /// Returns the format of the formula. Those of a tour are for one that is solved too.
    pub fn of(format: EncodeFormat, solves: bool) -> Result<&'static FormulaFormat> {
        let form = match format {
            EncodeFormat::Words => &WORDS,
            EncodeFormat::Wcnf => &WCNF,
            EncodeFormat::Smt2 => &SMT,
            EncodeFormat::Dimacs => return Ok(&DIMACS),
            EncodeFormat::Board | EncodeFormat::Moves | EncodeFormat::Json => {
                ensure!(
                    solves,
                    "--format board, moves and json are for the tour: add --solve, or use solve"
                );
                return Ok(&DIMACS);
            }
        };
        let FormulaFormat { name, purpose, .. } = form;
        ensure!(!solves, "--format {name} {purpose}: leave --solve out");
        Ok(form)
    }

    /// Returns the style of the formula. Refuses options that this format does not take.
    pub fn style(&self, args: &Args) -> Result<Style> {
        let name = self.name;
        let style = args.formula.style(Name::for_tour(&args.tour))?;
        let given = [
            (args.map.is_some(), "--map"),
            (args.count_projected, "--count-projected"),
            (args.shuffle.any(), "--shuffle"),
        ];
        for (_, option) in given.iter().filter(|(is_given, _)| *is_given) {
            let applies = !self.lacks.contains(option);
            ensure!(applies, "{option} is for DIMACS, not for --format {name}");
        }
        match (self.objectives, args.objectives.number()) {
            (most, number) if most == number => Ok(args.shuffle.apply(style)),
            (0, _) => bail!(
                "--minimize and --maximize are for --format wcnf, or for solve: use --at-most or --at-least"
            ),
            _ => bail!("--format {name} is for one objective: add --minimize or --maximize once"),
        }
    }
}

/// Returns the clauses in DIMACS.
fn dimacs<'p>(to_encode: &ToEncode<'p>, formula: &'p Formula<'p>) -> Result<Text<'p>> {
    let ToEncode {
        args, spec, stop, ..
    } = *to_encode;
    let projection = if args.count_projected {
        refuse_relaxation(formula)?;
        spec.projection_comments(formula)
    } else {
        Vec::new()
    };
    Ok(Box::new(move |output| {
        spec.write_formula(formula, &projection, output, stop)
    }))
}

/// Returns the meaning, size and first clauses of each group.
fn words<'p>(to_encode: &ToEncode<'p>, formula: &'p Formula<'p>) -> Result<Text<'p>> {
    let spec = to_encode.spec;
    let text = description::describe(formula, &spec.place, &spec.title());
    Ok(Box::new(move |output| output.write_all(text.as_bytes())))
}

/// Returns the clauses for MaxSAT solvers, with soft clauses for the objective.
fn weighed<'p>(to_encode: &ToEncode<'p>, formula: &'p Formula<'p>) -> Result<Text<'p>> {
    let ToEncode {
        args,
        spec,
        problem,
        stop,
    } = *to_encode;
    let objectives = args.objectives.objectives(&spec.place)?;
    let Some(Objective { sense, statistic }) = objectives.first() else {
        unreachable!("an objective is required");
    };
    refuse_relaxation(formula)?;
    let sums = [statistic.sum(problem, stop)?];
    let (hard, sums) = formula.weighed(&sums, stop)?;
    let cost = Cost::new(*sense, sums.into_iter().next().expect("one sum"));
    // A soft clause costs its weight if it is false.
    let soft = cost.literals().iter();
    let soft = soft.map(|&(weight, lit)| (weight, !lit)).collect_vec();
    let mut comments = spec.comments();
    comments.push(objective::relation(statistic, &cost.relation()));
    Ok(Box::new(move |output| {
        wcnf::write(buffered(output, stop), &hard, &soft, &comments)
    }))
}

/// Returns the clauses as a script for SMT solvers.
fn script<'p>(to_encode: &ToEncode<'p>, formula: &'p Formula<'p>) -> Result<Text<'p>> {
    let ToEncode { spec, stop, .. } = *to_encode;
    Ok(Box::new(move |output| {
        let symbols = formula
            .meaning()
            .symbols(&spec.place, formula.header().variables);
        let comments = spec.formula_comments(formula);
        smt::write(formula, &symbols, &comments, buffered(output, stop))
    }))
}

fn refuse_relaxation(formula: &Formula) -> Result<()> {
    ensure!(
        formula.is_exact(),
        "this formula is a relaxation, so not all of its models are tours: use an exact --encoding"
    );
    Ok(())
}

/// Returns an output of large blocks, until `stop` is over.
fn buffered<'p>(output: &'p mut dyn Write, stop: &'p Stop) -> impl Write {
    BufWriter::with_capacity(1 << 16, Writing::new(output, stop))
}
