//! What join prints.

use crate::cli::prove::why;
use crate::cli::shared::exit::Exit;
use crate::cli::shared::note::note;
use crate::cli::shared::report::{self, Format};
use anyhow::Result;
use itertools::Itertools;
use knightsat::base::plural::counted;
use knightsat::cluster::join::{Joined, Refuted, State};
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::render::Terminal;
use knightsat::search::{Evidence, Unknown, Verdict};
use knightsat::stop::Stop;
use std::io;

/// Prints the answer.
pub fn told(spec: &FormulaSpec, joined: &Joined, format: Format, stop: &Stop) -> Result<Exit> {
    let mut out = io::stdout();
    let verdict = match joined {
        Joined::Tour(name, tour) => {
            note(format_args!("part {name} has a tour"));
            Verdict::Tour(tour.clone())
        }
        Joined::None(refuted) => Verdict::None(Evidence::Refutation(words(refuted))),
        Joined::Unfinished(state) => {
            note(progress(state));
            Verdict::Unknown(match stop.check() {
                Err(stopped) => stopped.into(),
                Ok(()) => Unknown::Unfinished,
            })
        }
    };
    report::verdict(spec, &verdict, format, Terminal::default(), &mut out)
}

fn words(refuted: &Refuted) -> String {
    let parts = counted(refuted.parts, "part");
    match &refuted.certificate {
        Some((verified, folder)) => {
            let (why, folder) = (why(verified), folder.display());
            format!("{parts}, joined to one proof and checked: {why}; see {folder}")
        }
        None if refuted.by.is_empty() => format!("{parts}, found by preprocessing"),
        None => {
            let by = refuted.by.iter().format(", ");
            format!("{parts}, by the word of {by}")
        }
    }
}

/// How far the parts are.
pub fn progress(state: &State) -> String {
    let State {
        done,
        running,
        left,
        ..
    } = state;
    let all = done + running + left;
    let rest = match state.estimate() {
        Some(seconds) => format!(", about {} more", time(seconds)),
        None => String::new(),
    };
    let all = counted(all, "part");
    format!("{done} of {all} done, {running} running, {left} left{rest}")
}

/// A time in words.
fn time(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 120.0 => format!("{seconds:.0} s"),
        seconds if seconds < 7200.0 => format!("{:.0} minutes", seconds / 60.0),
        seconds => format!("{:.1} hours", seconds / 3600.0),
    }
}
