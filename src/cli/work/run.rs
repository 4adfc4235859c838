//! Runs of a comparison.

use super::each::each;
use crate::cli::compare::parts::Runs;
use crate::cli::shared::exit::Exit;
use anyhow::{Result, ensure};
use knightsat::cluster::comparison::Comparison;
use knightsat::cluster::folder::Folder;
use knightsat::cluster::folder::PartName;
use knightsat::cluster::part::Part;
use knightsat::stop::Stop;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Makes a run, or every one that nobody is at.
pub fn work(
    folder: &Folder,
    part: Option<&PartName>,
    comparison: &Comparison,
    stop: &Arc<AtomicBool>,
) -> Result<Exit> {
    let todo: Vec<Part> = match part {
        Some(name) => {
            let number = PartName::new(name.first());
            ensure!(*name == number, "a run has no parts: name it {number}");
            vec![folder.part(number)?]
        }
        None => folder.parts().collect(),
    };
    let runs = Runs::here(folder, comparison)?;
    let todo = todo.into_iter().map(|part| (part, ()));
    let flag = Stop::default().with_flag(stop.clone());
    each(todo, part.is_some(), &flag, |part, ()| {
        runs.work(folder, part, stop)
    })
}
