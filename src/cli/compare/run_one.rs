//! One run of a comparison: what the processes do that `compare` starts.

use crate::cli::shared::exit::Exit;
use crate::cli::shared::{interrupt, output};
use anyhow::{Result, anyhow, bail};
use knightsat::base::json;
use knightsat::compare::one;
use knightsat::compare::task::Task;
use knightsat::solver::process::follow;
use knightsat::stop::Stop;
use std::fs;
use std::path::Path;

/// Does one run and prints what comes of it. Whoever started it waits: once nobody does, it ends.
pub fn run_one(path: &Path) -> Result<Exit> {
    // With all edges of a graph.
    let text = output::text(path, 1 << 30, "any task", &Stop::default())?;
    let task: Task = serde_json::from_str(&text)
        .map_err(|error| anyhow!("{}: {}", path.display(), json::located(&error)))?;
    let stop = interrupt::flag()?;
    let is_orphan = follow(task.parent, &stop)?;
    let hold = interrupt::hold()?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let reply = one::run(&task, folder, &stop);
    drop(hold);
    if is_orphan() {
        let name = folder.file_name().and_then(|name| name.to_str());
        if name.is_some_and(|name| name.starts_with("knightsat-")) {
            // The one who would have removed it is gone.
            let _ = fs::remove_dir_all(folder);
        }
        bail!("the comparison that started this run has ended");
    }
    output::print(&serde_json::to_string(&reply)?)?;
    Ok(Exit::Good)
}
