//! A page for solving a puzzle: one self-contained file for any browser.
//!
//! ```
//! use knightsat_render::puzzle;
//! use knightsat_tour::Kind;
//!
//! // Vertices and their steps.
//! let board = "3x4".parse()?;
//! let drawn = puzzle::drawn(&board, Kind::Open, &[(1, 0), (12, 11)]);
//! assert_eq!(drawn.lines().count(), 3);
//! assert!(puzzle::drawn(&board, Kind::Closed, &[]).ends_with("\nclosed\n"));
//! let cube = "3x3x2".parse()?;
//! let drawn = puzzle::drawn(&cube, Kind::Closed, &[(1, 0), (18, 17)]);
//! assert!(drawn.starts_with("A\n .  .  .\n") && drawn.contains("\nB\n .  . 18\n"));
//! assert!(drawn.ends_with("\nclosed\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::html::{STYLE as PLAYER, filled};
use super::scene::{Mark, Scene};
use super::svg::{self, Look};
use crate::prelude::*;
use knightsat_tour::mask::CLOSED;
use knightsat_tour::outline::Square;
use knightsat_tour::rule::Rule;
use serde::Serialize;

const PAGE: &str = include_str!("puzzle/puzzle.html");
const SHEET: &str = include_str!("puzzle/sheet.html");
/// Rules added to the style of the player.
const STYLE: &str = include_str!("puzzle/puzzle.css");
const SCRIPT: &str = include_str!("puzzle/puzzle.js");

/// The puzzle for the script.
#[derive(Serialize)]
struct PuzzleData {
    board: String,
    leaper: (u32, u32),
    closed: bool,
    givens: Vec<(u32, String)>,
    solution: Vec<String>,
}

/// Returns the page of the puzzle with these steps and vertices as clues, and this solution, which
/// is unique among these tours. The page makes no network request, and its policy permits only its
/// own script and styles.
pub fn page(board: &Board, tour: &TourSpec, givens: &[(u32, u32)], solution: &[u32]) -> String {
    let name = |vertex: u32| board.square(vertex).to_string();
    let givens = givens.iter().map(|&(step, vertex)| (step, name(vertex)));
    let data = PuzzleData {
        board: board.to_string(),
        leaper: board.leaper(),
        closed: tour.kind == Kind::Closed,
        givens: givens.collect(),
        solution: solution.iter().map(|&vertex| name(vertex)).collect(),
    };
    let data = serde_json::to_string(&data).expect("texts and numbers are JSON");
    let piece = board.piece();
    let (kind, board) = (tour.kind, board.describe());
    let title = escape(&format!("Puzzle: the {kind} {piece}'s tour of {board}"));
    let style = format!("{PLAYER}{STYLE}");
    let parts = [
        ("[title]", &title[..]),
        ("[style]", &style),
        ("[title]", &title),
        ("[with]", &listed(&tour.with)),
        ("[puzzle]", &data),
        ("[script]", SCRIPT),
    ];
    filled(PAGE, &parts)
}

/// Returns a sheet to print: pictures of puzzles, and of their answers on another page.
pub fn sheet(subject: &str, pictures: [&[Scene]; 2]) -> String {
    let title = escape(&format!("Puzzles: {subject}"));
    let [puzzles, answers] = pictures.map(|scenes| svg::side_by_side(scenes, &Look::default()));
    let parts = [
        ("[title]", &title[..]),
        ("[title]", &title),
        ("[puzzles]", &puzzles),
        ("[answers]", &answers),
    ];
    filled(SHEET, &parts)
}

/// Returns the rules as a list in HTML; nothing without rules.
fn listed(rules: &[Rule<String>]) -> String {
    if rules.is_empty() {
        return String::new();
    }
    let item =
        |rule: &Rule<String>| format!("<li><code>{}</code></li>\n", escape(&rule.to_string()));
    let items: String = rules.iter().map(item).collect();
    format!("<p class=\"rules\">It keeps these rules:</p>\n<ul>\n{items}</ul>\n")
}

/// Returns the puzzle as a board file: numbers, `.` for a free square, `#` for a hole, in columns.
/// The last line of a closed puzzle is `closed`. The layers of a box are under their letters. A box
/// has no file: its last line contains the options of the puzzle.
///
/// # Panics
/// If the place has no squares.
pub fn drawn(place: &Place, kind: Kind, givens: &[(u32, u32)]) -> String {
    let outline = place.any_board().expect("a puzzle has squares").outline();
    let width = place.len().to_string().len();
    let mut cells = vec![".".to_string(); place.len() as usize];
    for &(step, vertex) in givens {
        cells[vertex as usize] = step.to_string();
    }
    let mut text = String::new();
    for layer in 0..outline.layers() {
        if outline.layers() > 1 {
            text += &format!("{}\n", Outline::layer_name(layer));
        }
        for rank in (1..=outline.ranks()).rev() {
            let line = (1..=outline.files()).map(|file| {
                let vertex = outline.vertex(layer, Square { rank, file });
                let cell = vertex.map_or("#", |vertex| &cells[vertex as usize]);
                format!("{cell:>width$}")
            });
            text += &(line.collect::<Vec<_>>().join(" ") + "\n");
        }
    }
    if kind == Kind::Closed {
        text += CLOSED;
        text += "\n";
    }
    text
}

/// Returns the two pictures of a puzzle: its numbers, and its solution with their squares marked.
/// Those of a closed puzzle have words for it below the board.
pub fn scenes(place: &Place, title: &str, givens: &[(u32, u32)], solution: &Tour) -> [Scene; 2] {
    let marks = givens.iter().map(|&(step, vertex)| Mark {
        vertex,
        text: step.to_string(),
        is_loud: false,
    });
    let puzzle = Scene::of_marks(title.into(), place, marks.collect());
    let clues = givens
        .iter()
        .map(|&(step, vertex)| Clue::At { step, vertex });
    let answer = Scene::of_tour(place, solution).with_given(Given::new(clues));
    let caption = match solution.kind() {
        Kind::Open => String::new(),
        Kind::Closed => format!("closed: from {} on to 1", place.len()),
    };
    [puzzle, answer].map(|scene| scene.with_caption(caption.clone()))
}
