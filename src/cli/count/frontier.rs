//! How far a count is: a line on a terminal, and a warning where it will not fit.

use super::tally::Tally;
use crate::cli::shared::note::note;
use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use knightsat::count::frontier::{self, Forecast, FrontierError, Limits, Progress, Stage};
use knightsat::stop::Stop;
use knightsat::tour::Problem;
use std::time::Duration;

/// Between two turns of the clock in the line; the first appears after that much.
const TICK: Duration = Duration::from_millis(300);
/// States that do not fit are warned of if they are this many times too many: forecasts are rough.
const SURELY: f64 = 4.0;

/// A line on standard error if that is a terminal. It is gone when this is dropped.
pub struct Line(ProgressBar);

impl Line {
    /// A line that shows for how long there has been none.
    pub fn new() -> Line {
        let style = ProgressStyle::with_template("{elapsed_precise} {msg}");
        let style = style.unwrap_or_else(|_| ProgressStyle::default_spinner());
        let bar = ProgressBar::new_spinner().with_style(style);
        bar.enable_steady_tick(TICK);
        Line(bar)
    }

    /// What the line says from now on.
    pub fn tell(&self, words: String) {
        self.0.set_message(words);
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// Counts by the frontier method.
pub fn by_frontier(problem: &Problem, stop: &Stop) -> Result<Tally> {
    let limits = Limits {
        stop: stop.clone(),
        ..Limits::default()
    };
    let line = Line::new();
    line.tell("looking for a narrow order of the squares".into());
    let mut is_warned = false;
    let counted = frontier::count_with(problem, &limits, &mut |progress| {
        line.tell(words(&progress));
        let forecast = progress.forecast.map_or(0.0, |forecast| forecast.states);
        if !is_warned && forecast > SURELY * limits.states as f64 {
            is_warned = true;
            line.0.suspend(|| note(too_many(forecast, limits.states)));
        }
    });
    match counted {
        Ok(count) => Ok(Tally {
            count,
            is_complete: true,
            unfinished: None,
            word: None,
        }),
        Err(FrontierError::Late) => Ok(Tally::nothing(stop.stopped())),
        Err(error) => Err(error.into()),
    }
}

fn words(progress: &Progress) -> String {
    let so_far = match progress.stage {
        Stage::Sweep {
            step,
            steps,
            states,
        } => format!("step {step} of {steps}, {states} states"),
        Stage::Pairing { done, pairs } => format!("pairing: {done} of {pairs} groups"),
    };
    match progress.forecast {
        None => so_far,
        Some(Forecast { states, left }) => {
            let left = indicatif::HumanDuration(left);
            format!("{so_far}; by the growth so far up to {states:.0e}, about {left} left")
        }
    }
}

fn too_many(forecast: f64, most: usize) -> String {
    format!(
        "this will hardly fit: by the growth so far the frontier will have about {forecast:.0e} \
         states, and {most} are held at most; --method search --timeout SECONDS gives a lower bound"
    )
}
