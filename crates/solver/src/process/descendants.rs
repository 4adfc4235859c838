//! The processes that a process has started, those that they have started, and so on, as /proc knows
//! them. Other systems know none here: there a process group is all that is found.

use rustix::process::{Pid, Signal, kill_process};
use std::collections::HashMap;
use std::fs;
use std::thread;
use std::time::Duration;

/// Looks at those that are left: each finds what was started during the one before.
const LOOKS: u32 = 200;
/// Pause between two looks.
const PAUSE: Duration = Duration::from_millis(1);

/// All of them that have not ended.
pub fn descendants(of: Pid) -> Vec<Pid> {
    let mut children: HashMap<i32, Vec<Pid>> = HashMap::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let number = entry
            .file_name()
            .to_str()
            .and_then(|name| name.parse().ok());
        if let Some(process) = number.and_then(Pid::from_raw)
            && let Ok(stat) = fs::read_to_string(entry.path().join("stat"))
            && let Some(parent) = parent(&stat)
        {
            children.entry(parent).or_default().push(process);
        }
    }
    let mut found = Vec::new();
    let mut open = vec![of];
    while let Some(process) = open.pop() {
        // Each has one parent, so none comes twice.
        let next = children.remove(&process.as_raw_nonzero().get());
        let next = next.unwrap_or_default();
        found.extend(&next);
        open.extend(next);
    }
    found
}

/// The parent in the file `stat` of a process, unless the process has ended. The name before it is in
/// parentheses, and may have some itself.
fn parent(stat: &str) -> Option<i32> {
    let (_, rest) = stat.rsplit_once(") ")?;
    let mut words = rest.split(' ');
    let state = words.next()?;
    let parent = words.next()?.parse().ok()?;
    (!matches!(state, "Z" | "X")).then_some(parent)
}

/// Kills all descendants, however fast they start new ones.
pub fn kill_descendants(of: Pid) {
    for _ in 0..LOOKS {
        let left = descendants(of);
        if left.is_empty() {
            return;
        }
        kill(&left);
        thread::sleep(PAUSE);
    }
}

/// Kills these.
pub fn kill(processes: &[Pid]) {
    for &process in processes {
        // It fails where the process has ended.
        let _ = kill_process(process, Signal::KILL);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parent_stands_after_the_name() {
        assert_eq!(parent("12 (a) b (c)) S 7 12 12 0"), Some(7));
        assert_eq!(parent("12 (a) Z 7 12 12 0"), None);
        assert_eq!(parent(""), None);
    }
}
