//! One part after another, for parts that know nothing of each other.

use crate::cli::shared::exit::Exit;
use crate::cli::shared::note::note;
use crate::cli::shared::output;
use crate::cli::shared::progress::Line;
use anyhow::Result;
use knightsat::cluster::part::Part;
use knightsat::stop::Stop;

/// Does these parts, those that are asked for by name even if somebody else is at them. What `work` says of
/// a part is printed; it says nothing if `stop` ended it.
pub fn each<'f, W>(
    todo: impl Iterator<Item = (Part<'f>, W)>,
    is_asked: bool,
    stop: &Stop,
    mut work: impl FnMut(&Part, W) -> Result<Option<String>>,
) -> Result<Exit> {
    let line = Line::new("");
    let mut any = false;
    let mut others = 0;
    for (part, what) in todo {
        let name = part.name();
        if part.is_done() {
            if is_asked {
                output::print(&format!("part {name}: done before\n"))?;
            }
            any |= is_asked;
            continue;
        }
        let claim = part.claim()?;
        if let Err(other) = &claim {
            if !is_asked {
                others += 1;
                continue;
            }
            let (process, host) = (other.process, &other.host);
            note(format_args!(
                "part {name}: process {process} on {host} is at it too"
            ));
        }
        any = true;
        line.say(format!("part {name}"));
        let said = work(&part, what)?;
        drop(claim);
        let Some(said) = said else {
            return late(&part, stop);
        };
        output::print(&format!("part {name}: {said}\n"))?;
    }
    match (any, others) {
        (true, _) => {}
        (false, 0) => output::print("nothing is left to do\n")?,
        (false, _) => output::print(&format!("others are at all that is left: {others}\n"))?,
    }
    Ok(Exit::Good)
}

/// Says that a part is not done.
pub fn late(part: &Part, stop: &Stop) -> Result<Exit> {
    let (name, stopped) = (part.name(), stop.stopped());
    output::print(&format!("part {name}: unknown: {stopped}\n"))?;
    Ok(Exit::Unknown)
}
