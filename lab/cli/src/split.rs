//! The command `split`: a folder of parts of a search, for many machines.

use anyhow::{Context, Result, anyhow, bail};
use knightsat::cli::shared::formula_args::FormulaArgs;
use knightsat::cli::shared::number::within;
use knightsat::cli::shared::output;
use knightsat::cli::shared::problem::PlaceArgs;
use knightsat::cli::shared::report::{Exit, Line, print};
use knightsat::cli::shared::solvers::{self, SolverArgs};
use knightsat::encoding::Name;
use knightsat::prelude::{FormulaSpec, Solver, Stop, TourSpec};
use knightsat_base::text::counted;
use knightsat_cluster::PartsError;
use knightsat_cluster::split::{Plan, split};
use knightsat_solver::{IN_PROCESS, table};
use knightsat_tour::table::Backend;
use std::path::{Path, PathBuf};

/// Split a problem into parts for many machines
///
/// Writes a folder of parts that cover the problem, each with given moves or literals. Use work to
/// do a part, by its number, and join to combine the answers. See lab/docs/clusters.md.
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
        write_folder(&self.output, &spec, &stop, |draft| {
            split(draft, &plan, &stop)
        })
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

/// Writes a folder with the parts of a problem, which `fill` makes and counts.
pub fn write_folder(
    path: &Path,
    spec: &FormulaSpec,
    stop: &Stop,
    fill: impl FnOnce(&Path) -> Result<u32, PartsError>,
) -> Result<Exit> {
    let draft = output::folder(path)?;
    let line = Line::new("choosing the literals for the parts");
    let filled = fill(draft.path());
    drop(line);
    let (subject, folder) = (spec.describe(), path.display());
    let parts = match filled {
        Err(error) if error.is_stopped() => {
            let stopped = stop.stopped();
            print(&format!("unknown: not split: {stopped} ({subject})\n"))?;
            return Ok(Exit::Unknown);
        }
        filled => filled.map_err(|error| {
            let [draft, path] = [draft.path(), path].map(|path| path.display().to_string());
            anyhow!("{}", error.to_string().replace(&draft, &path))
        })?,
    };
    draft.finish().with_context(|| folder.to_string())?;
    let counted = counted(parts, "part");
    print(&format!(
        "{counted} to do ({subject}); run knightsat work {folder} K for K = 1 to {parts}, \
         then knightsat join {folder}\n"
    ))?;
    Ok(Exit::Good)
}
