mod format;
mod names;
mod refuter;
mod told;

pub use names::{why, with_names};

use crate::cli::help::{ERROR, Help, LATE};
use crate::cli::shared::document::Format;
use crate::cli::shared::exit::Exit;
use crate::cli::shared::interrupt::{self, Backstop};
use crate::cli::shared::output::Folder;
use crate::cli::shared::path::STDOUT;
use crate::cli::shared::place::PlaceArgs;
use crate::cli::shared::progress::Line;
use crate::cli::shared::solvers::SolverArgs;
use crate::cli::shared::{problem, time};
use anyhow::{Context, Result, ensure};
use format::ProofFormat;
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::encoding::{Name, Style};
use knightsat::search::lazy;
use knightsat::search::prove::Task;
use knightsat::stop::{Stop, Stopped};
use knightsat::tour::Verdict;
use knightsat::tour::spec::TourSpec;
use std::io::{self, Write};
use std::path::PathBuf;

/// Examples and exit codes.
pub const HELP: Help = Help {
    examples: &[(
        "knightsat prove 4x4 -o no-tour && knightsat verify 4x4 --certificate no-tour",
        "prove it, then check the proof",
    )],
    exits: &[
        (0, "proved: there is no tour, and the folder is written"),
        (1, "there is a tour, so nothing is written"),
        ERROR,
        LATE,
    ],
};

/// Prove that there is no tour, so that others can check it
///
/// Writes a folder that verify --certificate can check, and other checkers can too. It holds
/// certificate.txt with a short reason, or with the vertex sets of the cuts in formula.cnf (DIMACS), whose
/// refutation is in proof.lrat and proof.drat. varisat searches for the cuts; --solver refutes the
/// formula, and its DRAT proof is derived again, step by step.
///
/// With --proof-format pbp it holds problem.opb, the whole problem in pseudo-Boolean constraints, and
/// proof.pbp, from which VeriPB sees that they cannot be satisfied. With --textbook that formula is refuted as it
/// stands, by LRAT and DRAT and, where squares have to be counted, for VeriPB: docs/proofs.md.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    tour: TourSpec,
    /// The folder to write; it must be empty or not exist yet
    #[arg(short, long, value_name = "DIR", help_heading = "Output")]
    output: PathBuf,
    /// Ask the solver even if a look at the board shows that there is no tour
    ///
    /// This may take forever on boards whose colours do not fit.
    #[arg(long, conflicts_with = "textbook", help_heading = "Solver")]
    no_shortcuts: bool,
    /// Seed of the search's random choices [default: 0]
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "textbook",
        help_heading = "Solver"
    )]
    seed: Option<u64>,
    /// Which proofs to write, after one search: lrat, pbp or lrat,pbp
    #[arg(
        long,
        value_enum,
        value_name = "FORMAT",
        value_delimiter = ',',
        default_value = "lrat",
        help_heading = "Output"
    )]
    proof_format: Vec<ProofFormat>,
    /// The textbook formula as published, corrected
    ///
    /// Nothing pruned, nothing redundant, pairwise at-most-one constraints, at most three literals a clause.
    #[arg(long, conflicts_with = "proof_format", help_heading = "Output")]
    textbook: bool,
    /// How to print the result
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    solvers: SolverArgs,
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        let style = if self.textbook {
            Name::Textbook.style()
        } else {
            Style::DEFAULT
        };
        let stop = time::stop(self.solvers.timeout)?;
        let spec = FormulaSpec::new(self.place.read(&stop)?, self.tour.clone(), style)?;
        let knows_steps = spec.tour.symmetric.is_some() || spec.tour.knows_steps(spec.place.len());
        ensure!(
            self.seed.is_none() || !knows_steps,
            "--seed is for the lazy search: with steps, symmetry or sums nothing is chosen at random"
        );
        let subject = spec.describe();
        let backstop = self.backstop(&spec, &subject, &stop)?;
        let line = Line::new("laying out the moves");
        let proved = self.prove(&spec, &subject, &stop, &line);
        drop(backstop);
        let proved = time::found(proved, Verdict::Unknown, line, &stop)?;
        let (text, exit) = self.told(&spec, &subject, &proved)?;
        write!(io::stdout(), "{text}").context(STDOUT)?;
        Ok(exit)
    }

    /// Says that nothing is known, in the form asked for, if the deadline is not heard.
    fn backstop(&self, spec: &FormulaSpec, subject: &str, stop: &Stop) -> Result<Backstop> {
        let (text, exit) = self.told(spec, subject, &Verdict::Unknown(Stopped::Late))?;
        Backstop::new(stop, move || {
            let _ = write!(io::stdout(), "{text}");
            exit
        })
    }

    /// The folder appears where there is no tour.
    fn prove(
        &self,
        spec: &FormulaSpec,
        subject: &str,
        stop: &Stop,
        line: &Line,
    ) -> Result<Verdict<String>> {
        let solver = self.solver()?;
        self.solvers.keep_memory()?;
        let problem = problem::lazy_problem(spec, stop)?;
        line.say("looking for a reason why there is none");
        // A signal must leave time to stop a program.
        let is_program = solver.is_some() || self.textbook || self.writes(ProofFormat::Pbp);
        let _hold = is_program.then(interrupt::hold).transpose()?;
        let folder = Folder::open(&self.output)?;
        let options = lazy::Options {
            seed: self.seed.unwrap_or_default(),
            stop: stop.clone(),
            ..lazy::Options::default()
        };
        let proved = with_names(&spec.place, |names| {
            let task = Task {
                problem,
                claim: &format!("no {subject}"),
                names,
                solver: solver.as_ref().map(|solver| solver as _),
                shortcuts: !self.no_shortcuts,
                options,
            };
            self.write(&task, spec, folder.path(), &mut |progress| {
                line.tell(progress)
            })
        })?;
        if matches!(proved, Verdict::None(_)) {
            folder.finish()?;
        }
        Ok(proved)
    }
}
