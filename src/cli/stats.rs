//! The command `stats`: the angles, crossings, slopes and symmetries of a tour.

use crate::cli::shared::output::name;
use crate::cli::shared::problem::{self, GraphArgs, TourArgs};
use crate::cli::shared::report::{Exit, Format, json_line, note, print};
use anyhow::{Context, Result};
use itertools::Itertools;
use knightsat::prelude::{Kind, Stop};
use knightsat_base::text::{align, counted};
use knightsat_render::About;
use knightsat_tour::statistic::Statistic;
use knightsat_tour::symmetry::TourSymmetry;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ffi::OsString;

/// Print the statistics of a tour: angles, crossings, slopes and symmetries
///
/// Reads the formats of verify, and checks the tour first. docs/knuth.md defines the statistics.
///
/// $ knightsat solve 6x6 --closed | knightsat stats 6x6 --closed - # turns, angles, crossings
///
/// 0: printed
///
/// 1: the file contains no tour
///
/// 2: usage, input or output, or a solver at fault
#[derive(Debug, clap::Args)]
#[command(override_usage = "knightsat stats [OPTIONS] <BOARD|--graph FILE> <TOUR>")]
pub struct Args {
    /// The board, then the file with the tour: - is standard input
    ///
    /// With --graph, omit the board.
    #[arg(value_name = "BOARD TOUR", num_args = 0..=2)]
    names: Vec<OsString>,
    #[command(flatten)]
    graph: GraphArgs,
    #[command(flatten)]
    tour: TourArgs,
    /// Format of the statistics
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
}

/// The body of the JSON document.
#[derive(Serialize)]
struct StatsDocument {
    #[serde(flatten)]
    about: About,
    tour: Kind,
    file: String,
    steps: usize,
    statistics: BTreeMap<String, i64>,
    symmetries: Vec<TourSymmetry>,
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        let (place, files) = self.graph.and_files(&self.names, 1)?;
        let file = files.first().context("name a TOUR")?;
        let mut request = self.tour.request(place, &Stop::default())?;
        let read = problem::read_tour(file, &mut request, true)?;
        let (place, kind) = (&request.place, request.tour.kind);
        let tour = match read {
            Ok(tour) => tour,
            Err(why) => {
                note!("{}: not {}: {why}", name(file), place.a_tour(kind));
                return Ok(Exit::No);
            }
        };
        let problem = request.problem(&Stop::default())?;
        let values = Statistic::all(&problem).into_iter().map(|statistic| {
            let value = statistic.value(&problem, tour.steps())?;
            Ok((statistic.to_string(), value))
        });
        let values: Vec<(String, i64)> = values.collect::<Result<_>>()?;
        let symmetries = TourSymmetry::all(&problem, tour.steps());
        let steps = tour.steps().len();
        if self.format == Format::Json {
            let document = StatsDocument {
                about: About::new(place),
                tour: kind,
                file: name(file),
                steps,
                statistics: values.into_iter().collect(),
                symmetries,
            };
            print(&json_line("stats", document)?)?;
            return Ok(Exit::Good);
        }
        let rows = values
            .into_iter()
            .map(|(name, value)| [name, value.to_string()]);
        let rows = align(&rows.collect_vec(), 1..2);
        let mut text = format!("{}, {}\n{rows}", place.tour(kind), counted(steps, "step"));
        if place.coordinates().is_some() {
            let words = symmetries.iter().map(|symmetry| {
                let reverses = if symmetry.reversed {
                    " (reverses the tour)"
                } else {
                    ""
                };
                format!("{}{reverses}", symmetry.map)
            });
            let names = words.collect_vec().join(", ");
            let shown = if names.is_empty() { "none" } else { &names };
            text += &format!("symmetries: {shown}\n");
        }
        print(&text)?;
        Ok(Exit::Good)
    }
}
