//! Pictures that play by themselves: rules of CSS, without a script. A line is drawn by a dash that
//! grows along it, a dot moves along, and each number appears at its step.

use super::polyline::{Polyline, commands};
use super::*;

/// Seconds for a step, for the shortest and longest drawing, and for a look at the whole.
const STEP: f64 = 0.3;
const SHORTEST: f64 = 4.0;
const LONGEST: f64 = 45.0;
const PAUSE: f64 = 4.0;

/// The rules that play the path of a scene.
pub(super) struct Player {
    /// The number of the scene, which tells its rules from those of others.
    scene: usize,
    /// The length of the path.
    length: f64,
    seconds: f64,
    /// The part of the time for drawing, in percent.
    drawing: f64,
}

impl Player {
    /// Returns the player of a path with these lengths up to each step.
    pub(super) fn new(scene: usize, lengths: &[f64]) -> Player {
        let drawing = (STEP * lengths.len() as f64).clamp(SHORTEST, LONGEST);
        Player {
            scene,
            length: lengths.last().map_or(1.0, |length| length.max(1.0)),
            seconds: drawing + PAUSE,
            drawing: 100.0 * drawing / (drawing + PAUSE),
        }
    }

    /// Writes the rules. Viewers who prefer no motion see the whole.
    pub(super) fn rules(&self, lengths: &[f64], sheet: &mut Sheet) {
        let Player { scene, .. } = self;
        let [length, seconds, drawn] = [self.length, self.seconds, self.drawing].map(Number);
        let hidden = Number(self.drawing + 0.01);
        let timing = format!("{seconds}s linear infinite");
        sheet.line(format_args!(
            "<style>\n.tour .head{{visibility:hidden}}\n\
             @media (prefers-reduced-motion:no-preference){{\n\
             .tour .s{scene}.play{{animation:play{scene} {timing}}}\n\
             .tour .s{scene}.head{{animation:play{scene} {timing},head{scene} {timing}}}\n\
             .tour .number text{{animation:{timing}}}\n\
             @keyframes play{scene}{{0%{{stroke-dashoffset:{length}}}\
             {drawn}%,100%{{stroke-dashoffset:0}}}}\n\
             @keyframes head{scene}{{0%,{drawn}%{{visibility:visible}}\
             {hidden}%,100%{{visibility:hidden}}}}"
        ));
        for (step, reached) in lengths.iter().enumerate().skip(1) {
            let percent = self.drawing * reached / self.length;
            let [before, at] = [(percent - 0.4).max(0.0), percent].map(Number);
            sheet.line(format_args!(
                "@keyframes n{scene}-{step}{{0%,{before}%{{opacity:0}}{at}%{{opacity:1}}}}"
            ));
        }
        sheet.line(format_args!("}}\n</style>"));
    }

    /// Returns the dashes of a part of the path with this length before it. At the offset of the
    /// whole length nothing is visible; at 0 everything.
    pub(super) fn dashes(&self, before: f64) -> String {
        let [dash, gap] = [self.length - before, 2.0 * self.length].map(Number);
        format!(" stroke-dasharray=\"{dash} {gap}\"")
    }

    /// Writes the dot that moves along the path: a round cap of a dash without length.
    pub(super) fn head(&self, runs: &[Polyline], layout: &Layout, sheet: &mut Sheet) {
        let (scene, width) = (self.scene, Number(0.34 * layout.cell));
        let mut chains: Vec<(f64, Vec<Point>)> = Vec::new();
        for run in runs {
            let mut points = run.points.clone();
            points.extend(run.points.first().filter(|_| run.is_closed));
            match chains.last_mut() {
                Some((_, chain)) if chain.last() == points.first() => chain.extend(&points[1..]),
                _ => chains.push((run.before, points)),
            }
        }
        for (before, points) in chains {
            let [dash, gap] = [self.length - before, 4.0 * self.length].map(Number);
            sheet.path(
                &format!("head s{scene}"),
                &format!(
                    " stroke-width=\"{width}\" stroke-linecap=\"round\" \
                     stroke-dasharray=\"0 {dash} 0 {gap}\""
                ),
                &commands(&points),
            );
        }
    }

    /// Returns the attribute of the number of a step after this many moves.
    pub(super) fn number(&self, moves: usize) -> String {
        format!(" style=\"animation-name:n{}-{moves}\"", self.scene)
    }
}
