//! The command `render`: pictures of tours, paths and cycles.

use crate::cli::shared::output::{self, is_stream, name};
use crate::cli::shared::pictures::{ColorArgs, PictureArgs};
use crate::cli::shared::problem::GraphArgs;
use crate::cli::shared::report::{Exit, View, note, print};
use anyhow::{Context, Result, anyhow, bail, ensure};
use knightsat::prelude::{Kind, Place, Stop, TourSpec};
use knightsat_render::scene::{Scene, Stroke};
use knightsat_render::{self as render, Terminal};
use knightsat_tour::statistic::Statistic;
use std::ffi::OsString;
use std::path::Path;

/// The most squares, 4096x4096, of a drawing in letters.
const LARGEST: u32 = 1 << 24;

/// Draw a tour, or several paths and cycles
///
/// Reads the formats of verify, and also several paths and cycles. Write semicolons between the
/// pieces, such as "a1 b3 d4 c2 a1; d1 b2 d3"; a piece that ends on its first square is a cycle.
/// JSON has "cycles", a list of lists of squares. With --closed the last square of every piece is
/// joined to its first.
///
/// Draws clues too. Checks only the names of squares; the caption contains "tour" only for a tour.
/// Prints the board if no file is named. With --html, two tours play side by side.
///
/// $ echo 'a1 b3 d4 c2 a1; d1 b2 d3' | knightsat render 4x4 - --svg two.svg # a cycle and a path
///
/// $ knightsat solve 6x6 | knightsat render 6x6 - --html tour.html # a page that plays the tour
///
/// 0: drawn
///
/// 2: usage, input or output, or a solver at fault
#[derive(Debug, clap::Args)]
#[command(override_usage = "knightsat render [OPTIONS] <BOARD|--graph FILE> <TOUR> [TOUR2]")]
pub struct Args {
    /// The board, then the file with the tour: - is standard input
    ///
    /// With --graph, omit the board. A second tour is optional.
    #[arg(value_name = "BOARD TOUR TOUR2", num_args = 0..=3)]
    names: Vec<OsString>,
    #[command(flatten)]
    graph: GraphArgs,
    #[command(flatten)]
    tour: TourSpec,
    /// Mark what a statistic counts, such as turns or crossings, in SVG and PNG
    ///
    /// Angles have a ring around their square, moves and crossings a small one. docs/knuth.md lists
    /// the statistics.
    #[arg(
        long,
        value_name = "STATISTIC",
        help_heading = "Pictures",
        hide_short_help = true
    )]
    mark: Option<String>,
    #[command(flatten)]
    pictures: PictureArgs,
    #[command(flatten)]
    color: ColorArgs,
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        let (place, files) = self.graph.and_files(&self.names, 2)?;
        ensure!(!files.is_empty(), "name a TOUR");
        let inputs = files.iter().filter(|file| is_stream(file)).count();
        ensure!(inputs < 2, "the tours cannot both come from standard input");
        let (place, tour) = self.tour.settled(place)?;
        if place.len() > LARGEST {
            bail!("{place} is too large to draw: the limit is {LARGEST} squares or vertices");
        }
        self.pictures.check(&place)?;
        let prints_board = self.pictures.is_empty() && place.board().is_some();
        let view = View {
            terminal: self.color.terminal(prints_board)?,
            ..View::default()
        };
        let mark = self
            .mark
            .as_ref()
            .map(|name| Statistic::parse(name, &place));
        let mark = mark.transpose().context("--mark")?;
        ensure!(
            mark.is_none() || self.pictures.shows_marks(),
            "--mark is for pictures: add --svg or --png"
        );
        let scenes = files.iter().map(|file| {
            let scene = scene(file, &place, &tour)?;
            match &mark {
                Some(statistic) => scene.with_statistic(statistic).context("--mark"),
                None => Ok(scene),
            }
        });
        let scenes: Vec<Scene> = scenes.collect::<Result<_>>()?;
        let pictures = self.pictures.open(&place, view, &Stop::default())?;
        if pictures.is_empty() {
            let texts = scenes.iter().map(|scene| text(scene, view.terminal));
            print(&texts.collect::<String>())?;
        } else {
            pictures.draw(&scenes)?
        }
        Ok(Exit::Good)
    }
}

/// Returns the scene of the file. Explains on standard error why it is no tour, if so.
fn scene(file: &Path, place: &Place, tour: &TourSpec) -> Result<Scene> {
    let text = output::text(
        file,
        render::longest(place),
        "a tour of so many steps",
        &Stop::default(),
    )?;
    let pieces =
        render::read_pieces(place, &text).map_err(|error| anyhow!("{}:{error}", name(file)))?;
    if let Some(note) = &pieces.note {
        note!("{}: {note}", name(file));
    }
    let mut tour = tour.clone();
    if pieces.kind == Some(Kind::Closed) {
        tour.kind = Kind::Closed;
    }
    let (scene, fault) = Scene::of_paths(place, &tour, pieces.paths)?;
    if let Some(fault) = fault {
        let fault = match scene.paths.len() {
            1 => fault.with_names(|v| place.name(v)).to_string(),
            _ => scene.title.clone(),
        };
        note!("{}: not {}: {fault}", name(file), place.a_tour(tour.kind));
    }
    Ok(scene)
}

/// Draws the scene in letters.
fn text(scene: &Scene, terminal: Terminal) -> String {
    let strokes: Vec<Stroke> = scene.strokes().collect();
    match (&scene.place, scene.paths.as_slice()) {
        (Place::Board(board), [_]) => {
            let stroke = strokes[0];
            render::terminal(board, stroke.steps, stroke.closed, &scene.given, terminal)
        }
        (place, paths) => paths
            .iter()
            .map(|path| render::path(place, path) + "\n")
            .collect(),
    }
}
