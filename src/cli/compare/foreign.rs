//! A formula of others to compare, and what it is about.

use crate::cli::shared::{foreign, path};
use anyhow::{Context, Result, bail, ensure};
use knightsat::compare::grid::{Foreign, Instance};
use knightsat::compare::task::Theirs;
use knightsat::stop::Stop;
use knightsat::tour::place::Place;
use knightsat::tour::spec::TourSpec;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// The formula of others.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Your formula")]
pub struct ForeignArgs {
    /// Run the solvers on this formula in DIMACS too
    ///
    /// Every tour is verified by the map. About the one BOARD or --graph that is named; a file of
    /// encode needs neither.
    #[arg(long, value_name = "FILE")]
    cnf: Option<PathBuf>,
    /// What the variables of --cnf mean, see check
    #[arg(long, value_name = "MAP", requires = "cnf", allow_hyphen_values = true)]
    map: Option<OsString>,
}

impl ForeignArgs {
    /// Whether there is one.
    pub fn is_given(&self) -> bool {
        self.cnf.is_some()
    }

    /// Reads the formula, to know before the runs that it can be read, and what it is about.
    pub fn read(
        &self,
        places: &[(String, Place)],
        tour: &TourSpec,
    ) -> Result<Option<(Instance, Foreign)>> {
        let Some(path) = &self.cnf else {
            return Ok(None);
        };
        let name = path::name(path);
        ensure!(
            path != Path::new("-"),
            "--cnf -: every run reads the formula again, so name a file"
        );
        let place = match places {
            [] => None,
            [(_, place)] => Some(place.clone()),
            _ => bail!("{name}: a formula is about one board: name just one"),
        };
        let (map, stop) = (self.map.as_deref(), &Stop::default());
        let squares = place.as_ref().map(Place::len);
        let map = map
            .map(|map| foreign::map(map, squares, stop))
            .transpose()?;
        let (spec, _) = foreign::read(path, map.as_ref(), place, tour, false, stop)?;
        let place_name = match places {
            [(name, _)] => name.clone(),
            _ => match spec.place.board() {
                Some(board) => board.to_string(),
                None => name.clone(),
            },
        };
        let bytes = fs::read(path).with_context(|| name.clone())?;
        let theirs = Theirs {
            name,
            map,
            is_described: places.is_empty(),
        };
        let foreign = Foreign {
            path: path.clone(),
            sum: theirs.sum(&bytes),
            theirs,
        };
        Ok(Some((Instance::new(place_name, &spec), foreign)))
    }
}
