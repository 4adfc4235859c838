//! One run of a comparison: what the processes do that `compare` starts.

use super::exit::Exit;
use super::interrupt;
use super::output;
use anyhow::{Context, Result, bail};
use knightsat::compare::{one, task::Task};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Does one run and prints what comes of it. Whoever started it waits: once nobody does, it ends.
pub fn run_one(path: &Path) -> Result<Exit> {
    let context = || path.display().to_string();
    let text = fs::read_to_string(path).with_context(context)?;
    let task: Task = serde_json::from_str(&text).with_context(context)?;
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
        bail!("the comparison that has started this run is gone");
    }
    output::print(&serde_json::to_string(&reply)?)?;
    Ok(Exit::Good)
}

/// Asks for a signal when the parent ends; returns whether it has.
fn follow(parent: u32, stop: &Arc<AtomicBool>) -> Result<impl Fn() -> bool> {
    #[cfg(target_os = "linux")]
    rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::TERM))?;
    let is_orphan = move || {
        let now = rustix::process::getppid().map(|now| now.as_raw_nonzero().get());
        now != i32::try_from(parent).ok()
    };
    if is_orphan() {
        stop.store(true, Ordering::Relaxed);
    }
    Ok(is_orphan)
}
