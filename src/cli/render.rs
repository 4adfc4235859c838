//! The command `render`: pictures of tours, paths and cycles.

use crate::cli::shared::output::{self, is_stream, name};
use crate::cli::shared::pictures::PictureArgs;
use crate::cli::shared::problem::{GraphArgs, note_ends};
use crate::cli::shared::report::{Exit, TourFormat, columns, note, print};
use anyhow::{Context, Result, anyhow, ensure};
use knightsat::prelude::{Kind, Place, Stop, TourSpec};
use knightsat_render as render;
use knightsat_render::scene::Scene;
use knightsat_tour::statistic::Statistic;
use std::ffi::OsString;
use std::path::Path;

/// The most squares, 4096x4096, of a drawing in letters.
const LARGEST: u32 = 1 << 24;

/// Draw a tour, or several paths and cycles
///
/// Reads the formats of verify, and also several paths and cycles. Write semicolons between the
/// pieces, such as "a1 b3 d4 c2 a1; d1 b2 d3"; a piece that ends on its first square is a cycle.
/// With --closed the last square of every piece is joined to its first.
///
/// Draws given steps too. Checks only the names of squares; the caption contains "tour" only for a
/// tour. Prints the board if no file is named. With --html, two tours play side by side.
///
/// A picture of several tours is a sheet: name several files, or one with a tour on each line.
///
/// $ knightsat count 3x4 --enumerate | knightsat render 3x4 - --style lines --svg sheet.svg
///
/// $ echo 'a1 b3 d4 c2 a1; d1 b2 d3' | knightsat render 4x4 - --svg two.svg # a cycle and a path
///
/// $ knightsat solve 6x6 | knightsat render 6x6 - --html tour.html # a page that plays the tour
///
/// 0: drawn
///
/// 2: usage, input or output, or a solver at fault
#[derive(Debug, clap::Args)]
#[command(override_usage = "knightsat render [OPTIONS] <BOARD|--graph FILE> <TOUR>...")]
pub struct Args {
    /// The board, then the files with the tours: - is standard input
    ///
    /// With --graph, omit the board.
    #[arg(value_name = "BOARD TOUR", num_args = 0..)]
    names: Vec<OsString>,
    #[command(flatten)]
    graph: GraphArgs,
    #[command(flatten)]
    tour: TourSpec,
    /// Mark what a statistic counts, such as turns or crossings, in pictures
    ///
    /// Angles have a frame around their square, moves and crossings a small ring. docs/knuth.md
    /// lists the statistics.
    #[arg(
        long,
        value_name = "STATISTIC",
        help_heading = "Pictures",
        hide_short_help = true
    )]
    mark: Option<String>,
    #[command(flatten)]
    pictures: PictureArgs,
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        let (place, files) = self.graph.and_files(&self.names, usize::MAX)?;
        ensure!(!files.is_empty(), "name a TOUR");
        let inputs = files.iter().filter(|file| is_stream(file)).count();
        ensure!(inputs < 2, "the tours cannot both come from standard input");
        let (place, tour) = self.tour.settled(place)?;
        ensure!(
            place.len() <= LARGEST,
            "{place} is too large to draw: the limit is {LARGEST} squares or vertices"
        );
        let named = self.mark.as_ref();
        let parsed = named.map(|name| Statistic::parse(name, &place));
        let mark = parsed.transpose().context("--mark")?;
        ensure!(
            mark.is_none() || !self.pictures.is_empty(),
            "--mark is for pictures: add --svg or another picture"
        );
        let format = TourFormat::default();
        let pictures = self.pictures.open(&place, format, &Stop::default())?;
        let mut all = Vec::new();
        for file in &files {
            all.extend(scenes(file, &place, &tour)?);
        }
        let scenes = all.into_iter().map(|scene| match &mark {
            Some(statistic) => scene.with_statistic(statistic).context("--mark"),
            None => Ok(scene),
        });
        let scenes: Vec<Scene> = scenes.collect::<Result<_>>()?;
        if pictures.is_empty() {
            let texts: Vec<String> = scenes.iter().map(text).collect::<Result<_>>()?;
            print(&texts.concat())?;
        } else {
            pictures.draw(&scenes)?
        }
        Ok(Exit::Good)
    }
}

/// Returns the scenes of the file: one, or one for each of several tours.
fn scenes(file: &Path, place: &Place, tour: &TourSpec) -> Result<Vec<Scene>> {
    // Several tours are as long as a drawing of one.
    let (longest, stop) = (render::longest(place), Stop::default());
    let text = output::text(file, longest, "a tour of so many steps", &stop)?;
    let tours = render::tours(place, &text).into_iter();
    tours.map(|text| scene(file, text, place, tour)).collect()
}

/// Returns the scene of a text. Explains on standard error why it is no tour, if so.
fn scene(file: &Path, text: &str, place: &Place, tour: &TourSpec) -> Result<Scene> {
    let pieces =
        render::read_pieces(place, text).map_err(|error| anyhow!("{}:{error}", name(file)))?;
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
    } else if let ([path], None) = (&scene.paths[..], pieces.kind) {
        note_ends(file, place, tour.kind, path);
    }
    Ok(scene)
}

/// Draws the scene in letters.
fn text(scene: &Scene) -> Result<String> {
    if let (Some(board), [_]) = (scene.place.board(), &scene.paths[..]) {
        let (stroke, mut drawn) = (scene.strokes().next(), Vec::new());
        let stroke = stroke.context("one path is one stroke")?;
        render::write_board(board, stroke, scene.given.clues(), columns(), &mut drawn)?;
        return Ok(String::from_utf8(drawn)?);
    }
    let paths = scene.paths.iter();
    Ok(paths.map(|path| scene.place.path(path) + "\n").collect())
}
