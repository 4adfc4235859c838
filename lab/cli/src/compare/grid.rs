//! The grid of a comparison.

use crate::compare::Args;
use anyhow::{Context, Result, bail, ensure};
use itertools::Itertools;
use knightsat::cli::shared::foreign::{self, generator, write_output};
use knightsat::cli::shared::formula_args::is_for;
use knightsat::cli::shared::output::{is_stream, name};
use knightsat::cli::shared::process;
use knightsat::cli::shared::report::note;
use knightsat::encoding::Name;
use knightsat::prelude::{Board, Place, Solver, Stop, TourSpec};
use knightsat::solver::external::find;
use knightsat::tour::Request;
use knightsat_base::text::counted;
use knightsat_compare::grid::{Foreign, Grid, Instance, Job, SolverEntry};
use knightsat_compare::machine::checksum;
use knightsat_compare::method::{self, Method};
use knightsat_compare::row::{Row, Run};
use knightsat_compare::task::Theirs;
use knightsat_solver::installed::installed;
use knightsat_solver::table;
use knightsat_tour::table::Backend;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

impl Args {
    /// Returns all boards and graphs, encodings and solvers. The formulas of a command are written
    /// to a folder.
    pub(super) fn grid(&self, scratch: &Path) -> Result<Grid> {
        let methods = self.methods()?;
        let solver_entries = solver_entries(&self.solver)?;
        let stop = &Stop::default();
        let boards = self.boards.iter();
        let boards = boards.map(|board| Ok((board.name(), board.read(stop)?)));
        let mut places: Vec<(String, Place)> = boards.collect::<Result<_>>()?;
        if let (Some(path), Some(graph)) = (self.graph.path(), self.graph.one(stop)?) {
            places.push((name(path), graph));
        }
        let methods = usable(methods, &self.tour, &places)?;
        let instances = match (&self.cnf, &self.submission) {
            (Some(path), _) => vec![self.foreign(path, name(path), &places)?],
            (None, Some(command)) => self.generated(command, &places, scratch)?,
            (None, None) => self.instances(places)?,
        };
        Ok(Grid {
            instances,
            methods,
            solver_entries,
            shuffles: self.shuffles,
        })
    }

    fn methods(&self) -> Result<Vec<Method>> {
        let default = [Name::for_tour(&self.tour).to_string()];
        let is_own = self.cnf.is_some() || self.submission.is_some();
        let is_auto = self.amo == ["auto"];
        let encodings = match (&self.encoding[..], is_own) {
            ([], true) => {
                ensure!(
                    is_auto,
                    "--amo is for --encoding, and the formula is your own: leave --amo out, or name an encoding"
                );
                return Ok(Vec::new());
            }
            ([], false) => &default,
            (names, _) => names,
        };
        let methods = method::methods(encodings, &self.amo);
        let methods = methods.map_err(anyhow::Error::msg)?;
        let has_choice = methods.iter().any(|method| method.amo != method::NO_AMO);
        if !has_choice && !is_auto {
            let names = methods.iter().map(|method| method.encoding.parse());
            let names: Vec<Name> = names.collect::<Result<_, _>>()?;
            bail!(is_for("amo", &names));
        }
        Ok(methods)
    }

    /// Returns the boards and graphs, each with the required tour.
    fn instances(&self, places: Vec<(String, Place)>) -> Result<Vec<Instance>> {
        let instances = places.into_iter().map(|(name, place)| {
            let request = Request::new(place, self.tour.clone())?;
            // Reports an impossible tour now, rather than in every row.
            request
                .problem(&Default::default())
                .with_context(|| name.clone())?;
            Ok(Instance::new(name, &request))
        });
        instances.collect()
    }

    /// Runs a command for each board, and reads its formulas. A failure leaves the board out.
    fn generated(
        &self,
        command: &str,
        places: &[(String, Place)],
        scratch: &Path,
    ) -> Result<Vec<Instance>> {
        let mut instances = Vec::new();
        for (number, (board, place)) in places.iter().enumerate() {
            let path = scratch.join(format!("{number}.cnf"));
            let line = generator(command, place)?;
            match write_output(&line, &path, self.timeout, &process::stop(None)?)? {
                Some(fault) => {
                    note!("left out: {} ({fault})", line.join(" "));
                    let request = Request::new(place.clone(), self.tour.clone())?;
                    instances.push(Instance::new(board.clone(), &request));
                }
                None => {
                    let place = [(board.clone(), place.clone())];
                    instances.push(self.foreign(&path, command.into(), &place)?);
                }
            }
        }
        Ok(instances)
    }

    /// Reads the foreign formula, to detect errors before the runs, and to find its board.
    fn foreign(&self, path: &Path, name: String, places: &[(String, Place)]) -> Result<Instance> {
        ensure!(
            !is_stream(path),
            "--cnf -: every run reads the formula again, so name a file"
        );
        ensure!(
            places.len() < 2,
            "{name}: a formula is about one board: name just one"
        );
        let (map, place) = (self.map.as_deref(), places.first().map(|(_, place)| place));
        let (place, stop) = (place.cloned(), &Stop::default());
        let (request, _, map) =
            foreign::foreign(path, map, place, &self.tour.clone().into(), false, stop)?;
        let board = request.place.board().map_or(name.clone(), Board::to_string);
        let place_name = places.first().map_or(board, |(name, _)| name.clone());
        let bytes = fs::read(path).with_context(|| name.clone())?;
        let theirs = Theirs {
            name,
            map,
            is_described: places.is_empty(),
        };
        let foreign = Foreign {
            path: path.to_path_buf(),
            sum: theirs.sum(&bytes),
            theirs,
        };
        Ok(Instance {
            foreign: Some(foreign),
            ..Instance::new(place_name, &request)
        })
    }
}

/// Returns the methods that support the tour in all of these places, and reports the others.
fn usable(
    methods: Vec<Method>,
    tour: &TourSpec,
    places: &[(String, Place)],
) -> Result<Vec<Method>> {
    let mut usable = Vec::new();
    let mut left_out = Vec::new();
    for method in methods {
        let backend = match method.encoding.as_str() {
            method::LAZY => Backend::Engine,
            name => name.parse::<Name>()?.backend(),
        };
        let mut places = places.iter();
        match places.find_map(|(_, place)| tour.reductions(place, backend).err()) {
            None => usable.push(method),
            Some(refusal) => left_out.push((method, refusal)),
        }
    }
    if usable.is_empty()
        && let Some((_, refusal)) = left_out.first()
    {
        return Err(refusal.clone().into());
    }
    let left_out = left_out.iter();
    for (demand, left_out) in left_out.into_group_map_by(|(_, refusal)| refusal.demands[0]) {
        let names = left_out.iter().map(|(method, _)| &method.encoding).unique();
        note!(
            "left out: {} (no support for {})",
            names.format(", "),
            demand.words()
        );
    }
    Ok(usable)
}

/// Returns the runs, and reports omitted ones.
pub(super) fn job_list(grid: &Grid) -> Result<Vec<Job<'_>>> {
    let job_list = grid.job_list();
    ensure!(
        !job_list.is_empty(),
        "nothing to run: the lazy engine needs a solver in process, such as --solver varisat"
    );
    for solver in grid.left_out() {
        note!("lazy needs a solver in process, so {solver} is left out");
    }
    Ok(job_list)
}

/// Returns the runs without a row; reports the number of the others.
pub(super) fn missing<'g>(job_list: &[Job<'g>], rows: &[Row]) -> Vec<Job<'g>> {
    let there: HashSet<&Run> = rows.iter().map(|row| &row.run).collect();
    let todo = job_list.iter().filter(|job| !there.contains(&job.run));
    let todo: Vec<Job> = todo.cloned().collect();
    let there = job_list.len() - todo.len();
    if there > 0 {
        let all = counted(job_list.len(), "row");
        let verb = if there == 1 { "exists" } else { "exist" };
        note!("{there} of {all} {verb} already");
    }
    todo
}

/// Returns the solvers: names separated by commas, or commands with `{cnf}`. All must be installed.
fn solver_entries(options: &[String]) -> Result<Vec<SolverEntry>> {
    let names = options.iter();
    let names = names.flat_map(|names| {
        if names.contains("{cnf}") {
            vec![names.as_str()]
        } else {
            names.split(',').collect()
        }
    });
    let mut programs = None;
    let entry = |name: &str| {
        if table::known(name).is_some_and(|known| find(known.program).is_none()) {
            bail!("{name} is not on PATH: name it as a command, --solver 'FOLDER/{name} {{cnf}}'");
        }
        let solver = Solver::new(name, None)?;
        let version = match &solver {
            Solver::External(external) => {
                let programs = programs.get_or_insert_with(installed);
                let found = programs.iter().find(|installed| installed.name == name);
                let version = found.and_then(|installed| installed.version.clone());
                let words = shlex::split(name).unwrap_or_default().into_iter();
                let named = words
                    .skip(1)
                    .map(PathBuf::from)
                    .filter(|path| path.is_file());
                let files = [external.program().to_path_buf()].into_iter().chain(named);
                version.or_else(|| checksum(files).ok())
            }
            Solver::InProcess(solver) => solver.version().map(str::to_string),
            _ => None,
        };
        Ok(SolverEntry {
            name: name.to_string(),
            version,
            is_in_process: solver.in_process().is_some(),
        })
    };
    names.map(entry).collect()
}
