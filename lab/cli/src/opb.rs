//! The command `opb`: a tour problem for pseudo-Boolean solvers, and the tour in their answer.

use anyhow::{Context, Result, ensure};
use knightsat::cli::shared::output::{self, distinct, name};
use knightsat::cli::shared::problem::{self, PlaceArgs, TourArgs};
use knightsat::cli::shared::process::TimeArgs;
use knightsat::cli::shared::report::{Exit, TourFormat, text_output};
use knightsat::cnf::Answer;
use knightsat::prelude::FormulaSpec;
use knightsat::stop::{Stop, Stopped, Writing};
use knightsat::tour::Request;
use knightsat::tour::Verdict;
use knightsat_check::map;
use knightsat_search::explain;
use knightsat_veripb::flow::Flow;
use knightsat_veripb::opb::{self, read_answer};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Write a tour problem in OPB for pseudo-Boolean solvers
///
/// The constraints are those of prove --proof-format pbp: a flow along the edges of the tour. With
/// the same options, --answer reads the answer of a solver. See lab/docs/proofs.md.
///
/// $ knightsat opb 6x6 --closed -o t.opb --map t.map
/// # then solve t.opb, or run: knightsat check 6x6 --closed --cnf t.opb --map t.map
///
/// 0: written; with --answer: tour found
///
/// 1: with --answer: there is no tour
///
/// 2: usage, input or output, or a solver at fault
///
/// 3: unknown: out of time, or the solver has not decided
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    tour: TourArgs,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Write the meaning of each variable to this file, for check --map
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    map: Option<PathBuf>,
    /// Read the answer of a solver to these constraints, and print the tour
    #[arg(long, value_name = "RESULT", conflicts_with_all = ["output", "map"], help_heading = "Output")]
    answer: Option<PathBuf>,
    #[command(flatten, next_help_heading = "Output")]
    time: TimeArgs,
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        let stop = self.time.stop()?;
        let request = self.tour.request(self.place.read(&stop)?, &stop)?;
        let problem = problem::problem(&request, &stop)?;
        let flow = Flow::new(&problem, &stop)?;
        if let Some(answer) = &self.answer {
            return decode(&request, &flow, answer);
        }
        let path = self.output.as_deref().unwrap_or(Path::new("-"));
        if let Some(map) = &self.map {
            distinct([("-o", path), ("--map", map)])?;
            let text = map::write(&flow.meaning(), &request.place);
            output::write_file(map, &stop, |output| output.write_all(text.as_bytes()))?;
        }
        output::write_file(path, &stop, |output| {
            let comments = FormulaSpec::problem_comments(&request);
            opb::write(&flow, &comments, Writing::new(output, &stop)).map(drop)
        })?;
        Ok(Exit::Good)
    }
}

/// Prints the tour of an answer.
fn decode(request: &Request, flow: &Flow, answer: &Path) -> Result<Exit> {
    const MODEL: &str = "a model of these constraints";
    let variables = flow.size().variables;
    let longest = (1 << 16) + 24 * u64::from(variables);
    let text = output::text(answer, longest, MODEL, &Stop::default())?;
    let verdict = match read_answer(&text, &name(answer), variables)? {
        Answer::Unsatisfiable => Verdict::None(explain::unverified(&name(answer))),
        Answer::Unknown => Verdict::Unknown(Stopped::Unanswered.into()),
        Answer::Satisfiable(model) => {
            let (mut number, mut is_model) = (0, true);
            flow.constraints(|constraint| {
                number += 1;
                is_model = constraint.holds(&model);
                is_model
            });
            ensure!(
                is_model,
                "{}: no model of these constraints: constraint {number} does not hold",
                name(answer)
            );
            let tour = flow.decode(&model);
            let tour = tour.map_err(|error| error.with_names(|v| request.place.name(v)));
            Verdict::Tour(tour.with_context(|| name(answer))?)
        }
    };
    TourFormat::default().verdict(request, &verdict, &mut text_output(false))
}
