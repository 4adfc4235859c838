//! Pictures that play by themselves: rules of CSS, without a script. A line is drawn by a dash that
//! grows along it, a dot moves along, and each number appears at its step.

use super::drawing::{Drawing, Shape, length};
use super::sheet::{Number, Sheet, commands, pen};
use itertools::Itertools;
use std::slice;

/// Seconds for a step, for the shortest and longest drawing, and for a look at the whole.
const STEP: f64 = 0.3;
const SHORTEST: f64 = 4.0;
const LONGEST: f64 = 45.0;
const PAUSE: f64 = 4.0;

/// Writes the lines of a drawing with a single path, and the rules that play it. The number of the
/// scene distinguishes its rules from others.
pub(super) fn write(drawing: &Drawing, scene: usize, sheet: &mut Sheet) {
    let whole = drawing.lengths.last().map_or(1.0, |length| length.max(1.0));
    rules(drawing, whole, scene, sheet);
    let mut left = whole;
    for lines in &drawing.elements.lines {
        match lines.class.split(' ').next() {
            Some("dot") => continue,
            Some("path") => {}
            _ => {
                sheet.lines(lines);
                continue;
            }
        }
        for shape in &lines.shapes {
            // At the offset of the whole length nothing is visible; at 0 everything.
            let [dash, gap, width] = [left, 4.0 * whole, 0.34 * drawing.layout.cell].map(Number);
            let (commands, pen) = (commands(slice::from_ref(shape)), pen(lines));
            let line = format!("{pen} stroke-dasharray=\"{dash} {gap}\"");
            sheet.path(&format!("play s{scene} {}", lines.class), &line, &commands);
            // A dot that moves along: a round cap of a dash without length.
            let dot = format!(
                " stroke-width=\"{width}\" stroke-linecap=\"round\" \
                 stroke-dasharray=\"0 {dash} 0 {gap}\""
            );
            sheet.path(&format!("s{scene} head"), &dot, &commands);
            if let Shape::Line(points, is_closed) = shape {
                let back = points.first().filter(|_| *is_closed);
                let moves = points.iter().chain(back).tuple_windows();
                left -= moves.map(|(&from, &to)| length([from, to])).sum::<f64>();
            }
        }
    }
}

/// Writes the rules. Viewers who prefer no motion see the whole.
fn rules(drawing: &Drawing, whole: f64, scene: usize, sheet: &mut Sheet) {
    let seconds = (STEP * drawing.lengths.len() as f64).clamp(SHORTEST, LONGEST);
    // The part of the time for drawing, in percent.
    let part = 100.0 * seconds / (seconds + PAUSE);
    let [length, drawn, hidden] = [whole, part, part + 0.01].map(Number);
    let timing = format!("{}s linear infinite", Number(seconds + PAUSE));
    sheet.line(format_args!(
        "<style>\n.tour .head{{visibility:hidden}}\n\
         @media (prefers-reduced-motion:no-preference){{\n\
         .tour .s{scene}.play{{animation:play{scene} {timing}}}\n\
         .tour .s{scene}.head{{animation:play{scene} {timing},head{scene} {timing}}}\n\
         .tour .s{scene}.number text{{animation:{timing}}}\n\
         @keyframes play{scene}{{0%{{stroke-dashoffset:{length}}}\
         {drawn}%,100%{{stroke-dashoffset:0}}}}\n\
         @keyframes head{scene}{{0%,{drawn}%{{visibility:visible}}\
         {hidden}%,100%{{visibility:hidden}}}}"
    ));
    for (step, reached) in drawing.lengths.iter().enumerate().skip(1) {
        let percent = part * reached / whole;
        let [before, at] = [(percent - 0.4).max(0.0), percent].map(Number);
        let name = format!("n{scene}-{step}");
        sheet.line(format_args!(
            "@keyframes {name}{{0%,{before}%{{opacity:0}}{at}%{{opacity:1}}}}\n\
             .tour .s{scene}.number text:nth-child({step}){{animation-name:{name}}}"
        ));
    }
    sheet.line(format_args!("}}\n</style>"));
}
