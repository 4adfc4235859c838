//! A part that is too hard.

use crate::cli::shared::exit::Exit;
use crate::cli::shared::output;
use anyhow::{Result, ensure};
use knightsat::base::plural::counted;
use knightsat::cluster::cubes::Cubes;
use knightsat::cluster::folder::Folder;
use knightsat::cluster::folder::PartName;
use knightsat::cluster::split::split_again as split_part;
use knightsat::cluster::work::Worker;
use knightsat::stop::Stop;

/// Splits a part where it stands, and says what its parts are called.
pub fn split_again(folder: &Folder, name: &PartName, parts: u32, stop: &Stop) -> Result<Exit> {
    let part = folder.part(name.clone())?;
    ensure!(!part.is_done(), "part {name} is done");
    let cubes = Cubes::read(folder)?;
    let leaf = cubes.leaves().find(|(leaf, _)| *leaf == name);
    let Some(leaf) = leaf else {
        let within = cubes.within(name).count();
        ensure!(within > 0, "there is no part {name}");
        output::print(&format!(
            "part {name} is split already, into {}\n",
            counted(within, "part")
        ))?;
        return Ok(Exit::Good);
    };
    let worker = Worker::unasked(folder, stop)?;
    let (count, is_ours) = match split_part(&worker, folder, leaf, parts as usize, stop) {
        Err(error) if error.is_stopped() => {
            let stopped = stop.stopped();
            output::print(&format!("unknown: part {name} was not split: {stopped}\n"))?;
            return Ok(Exit::Unknown);
        }
        split => split?,
    };
    ensure!(
        count > 1,
        "part {name} cannot be split: everything there is decided by propagation"
    );
    let last = name.child(count as u32);
    let first = name.child(1);
    output::print(&match is_ours {
        true => format!("part {name} is {first} to {last} now\n"),
        false => format!("somebody else has split part {name} just now\n"),
    })?;
    Ok(Exit::Good)
}
