//! The command `split`: a folder of parts of a search, for many machines.

use anyhow::{Context, Result, bail};
use knightsat::cli::shared::formula_args::FormulaArgs;
use knightsat::cli::shared::number::within;
use knightsat::cli::shared::output;
use knightsat::cli::shared::problem::PlaceArgs;
use knightsat::cli::shared::process::Invocation;
use knightsat::cli::shared::report::{Exit, Line, print};
use knightsat::cli::shared::solvers::{self, SolverArgs};
use knightsat::encoding::Name;
use knightsat::prelude::{FormulaSpec, Solver, Stop, TourSpec};
use knightsat_base::atomic::AtomicFolder;
use knightsat_base::text::counted;
use knightsat_cluster::PartsError;
use knightsat_cluster::jobs::{self, JOBS, SBATCH};
use knightsat_cluster::split::{Plan, split};
use knightsat_solver::{IN_PROCESS, table};
use knightsat_tour::table::Backend;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Split a problem into parts for many machines
///
/// Writes a folder of parts that cover the problem, each with given moves or literals, and files to
/// run them: jobs.txt for GNU parallel and xargs, and job.sbatch for Slurm. Use work to do a part,
/// and join to combine the answers. See lab/docs/clusters.md.
///
/// $ knightsat split 8x8 --closed --encoding position --parts 64 -o parts
/// # 64 parts for many workers
///
/// 0: split
///
/// 2: usage, input or output, or a solver at fault
///
/// 3: unknown: out of time
// The parser would refuse the path of a solver, with a hint.
#[derive(Debug, clap::Args)]
#[command(mut_arg("solver_path", |path| path.hide(true)))]
pub struct Args {
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    tour: TourSpec,
    #[command(flatten)]
    formula: FormulaArgs,
    /// Number of parts, or fewer if there are no more choices
    #[arg(long, value_name = "N", value_parser = |text: &str| within(text, 1_u32..=1_000_000), help_heading = "Parts")]
    parts: u32,
    /// Refute parts with proofs, which join checks and composes
    #[arg(long, help_heading = "Parts")]
    proof: bool,
    /// The folder to write; it must be empty or not exist yet
    #[arg(short, long, value_name = "DIR", help_heading = "Output")]
    output: PathBuf,
    #[command(flatten)]
    solvers: SolverArgs,
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        let style = self.formula.style(Name::Position)?;
        let stop = self.solvers.time.stop()?;
        let spec = FormulaSpec::new(self.place.read(&stop)?, self.tour.clone(), style)?;
        self.solvers.keep_memory()?;
        let is_lazy = self.is_lazy(&spec)?;
        let solver = self.solver()?;
        let plan = Plan {
            spec: &spec,
            is_lazy,
            solver: &solver,
            proof: self.proof,
            parts: self.parts,
        };
        let fill = |draft: &Path| split(draft, &plan, &stop);
        let Some((new, parts)) = NewFolder::filled(&self.output, &spec, &stop, fill)? else {
            return Ok(Exit::Unknown);
        };
        new.finish(parts, &format!(" ({})", spec.describe()))?;
        Ok(Exit::Good)
    }

    /// Returns the solver of the parts. It may be missing on this machine, but it must be a known
    /// solver.
    fn solver(&self) -> Result<String> {
        if self.solvers.solver_path.is_some() {
            bail!("--solver-path is for work, on the machine that has it");
        }
        let name = self.solvers.solver.as_deref().unwrap_or("varisat");
        if table::known(name).is_none() && !IN_PROCESS.contains(&name) {
            Solver::new(name, None)?;
        }
        Ok(name.to_string())
    }

    /// Returns true if the lazy engine does the parts, as in solve; with proofs, any solver may
    /// refute.
    fn is_lazy(&self, spec: &FormulaSpec) -> Result<bool> {
        let is_named = self.formula.name()? == Some(Name::Lazy);
        let is_in_process = self.solvers.is_in_process();
        if is_named && !is_in_process && !self.proof {
            bail!("the lazy engine asks a solver in process; with --proof another one can refute");
        }
        let may_be = is_in_process || self.proof;
        let may_be = may_be && Backend::CutProof.supports(spec.tour.demands(&spec.place));
        solvers::is_lazy(spec, &self.formula, may_be, None)
    }
}

/// A folder of parts under a temporary name.
pub struct NewFolder<'p> {
    draft: AtomicFolder,
    command: Vec<u8>,
    path: &'p Path,
}

impl<'p> NewFolder<'p> {
    /// Opens a folder for `path`, where at most an empty folder may exist.
    pub fn open(path: &'p Path) -> Result<NewFolder<'p>> {
        let called = Invocation::get().arguments.first();
        let called = called.map_or("knightsat".as_ref(), OsString::as_os_str);
        Ok(NewFolder {
            draft: output::folder(path)?,
            command: jobs::command(called, path)?,
            path,
        })
    }

    /// Opens a folder with the parts of a problem, which `fill` writes; reports a missed deadline
    /// and returns `None`.
    pub fn filled<T>(
        path: &'p Path,
        spec: &FormulaSpec,
        stop: &Stop,
        fill: impl FnOnce(&Path) -> Result<T, PartsError>,
    ) -> Result<Option<(NewFolder<'p>, T)>> {
        let line = Line::new("choosing the literals for the parts");
        let new = NewFolder::open(path)?;
        let filled = fill(new.draft()).map_err(|error| new.named(error));
        drop(line);
        match filled {
            Err(error) if error.is_stopped() => {
                let (stopped, subject) = (stop.stopped(), spec.describe());
                print(&format!("unknown: not split: {stopped} ({subject})\n"))?;
                Ok(None)
            }
            filled => Ok(Some((new, filled?))),
        }
    }

    /// Returns the temporary path.
    pub fn draft(&self) -> &Path {
        self.draft.path()
    }

    /// Returns the error about the folder under its final name.
    fn named(&self, error: PartsError) -> PartsError {
        error.renamed(self.draft(), self.path)
    }

    /// Writes the job files for this number of parts, gives the folder its name, and reports the
    /// parts.
    pub fn finish(self, parts: u32, what: &str) -> Result<()> {
        let folder = self.path.display();
        let written = jobs::write(self.draft(), &self.command, parts);
        written.map_err(|error| self.named(error))?;
        self.draft.finish().with_context(|| folder.to_string())?;
        let parts = counted(parts, "part");
        print(&format!(
            "{parts} to do{what}; run {folder}/{JOBS} or {folder}/{SBATCH}, then knightsat join {folder}\n"
        ))
    }
}
