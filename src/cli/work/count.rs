//! Parts of a count.

use super::each::each;
use crate::cli::shared::exit::Exit;
use crate::cli::shared::{output, problem};
use anyhow::{Result, ensure};
use knightsat::cluster::counts::Counter;
use knightsat::cluster::cubes::Cubes;
use knightsat::cluster::folder::PartName;
use knightsat::cluster::folder::{CountMethod, Folder};
use knightsat::stop::{Stop, Stopped};

/// Counts a part with all its parts, or every part that nobody is at.
pub fn work(
    folder: &Folder,
    part: Option<&PartName>,
    method: CountMethod,
    stop: &Stop,
) -> Result<Exit> {
    let cubes = Cubes::read(folder)?;
    let leaves: Vec<_> = match part {
        Some(name) => {
            folder.part(name.clone())?;
            let within: Vec<_> = cubes.within(name).collect();
            ensure!(!within.is_empty(), "there is no part {name}");
            within
        }
        None => cubes.leaves().collect(),
    };
    let spec = folder.spec()?;
    let problem = match problem::problem_within(&spec, stop) {
        Err(error) if error.is::<Stopped>() => {
            output::print(&format!("unknown: nothing is counted: {error}\n"))?;
            return Ok(Exit::Unknown);
        }
        problem => problem?,
    };
    let mut counter = Counter::new(&spec, &problem, method, stop)?;
    let todo = leaves.into_iter();
    let todo = todo.map(|(name, cube)| Ok((folder.part(name.clone())?, cube)));
    let todo: Vec<_> = todo.collect::<Result<_>>()?;
    each(
        todo.into_iter(),
        part.is_some(),
        stop,
        |part, cube| match counter.work(part, cube, stop) {
            Err(error) if error.is_stopped() => Ok(None),
            counted => Ok(counted?.map(|counted| {
                let noun = if counted.tours == "1" {
                    "tour"
                } else {
                    "tours"
                };
                format!("{} {noun} ({:.1} s)", counted.tours, counted.seconds)
            })),
        },
    )
}
