//! The choice of a process to adopt the orphans of its programs, which its [groups](super::group)
//! then end. A process without programs needs no more of this.

use std::sync::atomic::{AtomicBool, Ordering};

static ARE_ORPHANS_OURS: AtomicBool = AtomicBool::new(false);

/// Makes this process the parent of all orphans of its programs (Linux). It ends them whenever the
/// last of the programs has ended, even those that have left their group.
pub fn adopt_orphans() {
    ARE_ORPHANS_OURS.store(cfg!(target_os = "linux"), Ordering::Relaxed);
}

/// Returns true if this process is to adopt orphans.
pub fn are_orphans_ours() -> bool {
    ARE_ORPHANS_OURS.load(Ordering::Relaxed)
}
