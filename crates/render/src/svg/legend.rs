//! The lengths of several paths, beside their lines.

use super::sheet::{Anchor, Number, Sheet};
use super::{Layout, strokes};
use crate::scene::{Scene, Stroke};
use knightsat_base::plural::counted;

/// Paths named one by one.
const MOST: usize = 14;
/// Lengths in pixels: of a line, between rows, of the text.
const SAMPLE: f64 = 34.0;
const ROW: f64 = 22.0;
const TEXT: f64 = 13.0;

/// Writes the legend below the board, if there are several paths, and gives its height.
pub(super) fn draw(scene: &Scene, layout: &Layout, sheet: &mut Sheet) -> f64 {
    if scene.paths.len() < 2 {
        return 0.0;
    }
    let pixel = layout.pixel;
    let longest = scene.strokes().map(|stroke| stroke.steps.len()).max();
    let letters = counted(longest.unwrap_or(0), layout.thing).len() as f64;
    let entry_width = (SAMPLE + 0.65 * letters * TEXT + 26.0) * pixel;
    let left = 16.0 * pixel;
    let columns = ((layout.width - left) / entry_width).floor().max(1.0) as usize;
    let at = |entry: usize| {
        let x = left + (entry % columns) as f64 * entry_width;
        let y = layout.height + ((entry / columns) as f64 + 0.6) * ROW * pixel;
        (x, y)
    };
    let mut lengths: Vec<String> = Vec::new();
    let strokes: Vec<_> = scene.strokes().collect();
    for (nth, stroke) in strokes.iter().take(MOST).enumerate() {
        let (x, y) = at(nth);
        let (class, more) = strokes::line(nth, 3.0 * pixel);
        let line = format!("M{} {}h{}", Number(x), Number(y), Number(SAMPLE * pixel));
        sheet.path(&format!("sample {class}"), &more, &line);
        lengths.push(counted(stroke.steps.len(), layout.thing));
    }
    let texts = lengths.into_iter().enumerate();
    let texts = texts.map(|(nth, text)| {
        let (x, y) = at(nth);
        ((x + (SAMPLE + 8.0) * pixel, y), text)
    });
    let mut texts: Vec<_> = texts.collect();
    let mut entries = texts.len();
    if let Some(rest) = strokes.get(MOST..).filter(|rest| !rest.is_empty()) {
        entries = entries.next_multiple_of(columns) + 1;
        texts.push((at(entries - 1), others(rest, layout.thing)));
    }
    sheet.texts("label", TEXT * pixel, Anchor::Start, &texts);
    (entries.div_ceil(columns) as f64 * ROW + 8.0) * pixel
}

/// What is said of the paths that are not named one by one.
fn others(rest: &[Stroke], thing: &str) -> String {
    let lengths = rest.iter().map(|stroke| stroke.steps.len());
    let (least, most) = (lengths.clone().min(), lengths.max());
    let (least, most) = (least.unwrap_or(0), most.unwrap_or(0));
    format!(
        "and {} more of {least} to {}",
        rest.len(),
        counted(most, thing)
    )
}
