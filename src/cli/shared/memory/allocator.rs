//! The system's allocator, and one line where it has nothing more to give.

use super::{BASE, MB, RESERVE, RESERVED, SUBJECT, Subject, set};
use crate::cli::shared::interrupt;
use rustix::process::{Resource, getrlimit};
use signal_hook::low_level::exit;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fmt::{self, Write as _};
use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{ptr, thread};

/// The system's allocator, and an orderly end where it has nothing more to give. Nobody here goes on
/// after that: a search that cannot remember is over.
pub struct Watched;

// SAFETY: every call is passed on as it is, and what comes back is given back unless it is null; then
// nothing is given back at all.
unsafe impl GlobalAlloc for Watched {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller vouches for.
        checked(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller vouches for. Not by `alloc`: zeros from the system cost nothing.
        checked(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as the caller vouches for.
        checked(unsafe { System.realloc(old, layout, size) }, size)
    }

    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        // SAFETY: as the caller vouches for.
        unsafe { System.dealloc(old, layout) }
    }
}

#[inline]
fn checked(memory: *mut u8, size: usize) -> *mut u8 {
    if memory.is_null() {
        end(size);
    }
    memory
}

/// Says so, removes temporary files and ends the program. Runs inside of an allocation, perhaps in the
/// middle of anything else: it takes no lock that it would have to wait for.
#[cold]
#[inline(never)]
fn end(size: usize) -> ! {
    static IS_ENDING: AtomicBool = AtomicBool::new(false);
    thread_local!(static ENDS: Cell<bool> = const { Cell::new(false) });
    if ENDS.get() {
        // Not even for that.
        exit(2);
    }
    if IS_ENDING.swap(true, Ordering::Relaxed) {
        // Another thread sees to it.
        loop {
            thread::sleep(Duration::from_secs(1));
        }
    }
    ENDS.set(true);
    let mut line = Line::default();
    // What does not fit is cut off.
    let _ = tell(&mut line, size as u64);
    let _ = io::stderr().write_all(line.bytes());
    let _ = set(getrlimit(Resource::Data).maximum);
    let reserve = RESERVED.swap(ptr::null_mut(), Ordering::Relaxed);
    if !reserve.is_null() {
        // SAFETY: allocated in `watch` with this layout, and taken only once.
        unsafe { System.dealloc(reserve, RESERVE) };
    }
    interrupt::remove_temporary();
    exit(2)
}

fn tell(line: &mut Line, size: u64) -> fmt::Result {
    let limits = [Resource::As, Resource::Data].map(|resource| getrlimit(resource).current);
    let limit = limits.into_iter().flatten().min();
    write!(line, "knightsat: out of memory: ")?;
    match (SUBJECT.get(), limit) {
        (Some(subject), Some(limit)) if let Some(each) = subject.each => {
            let Subject { name, size, .. } = subject;
            let (takes, there) = ((BASE + size * each).div_ceil(MB), limit / MB);
            write!(
                line,
                "{name} takes about {takes} MB, and there are {there}: "
            )?;
            let most = limit.saturating_sub(BASE) / each;
            if subject.is_board {
                write!(line, "about {0}x{0} would fit", most.isqrt())?
            } else {
                write!(line, "about {most} vertices would fit")?
            }
        }
        (subject, limit) => {
            if let Some(Subject { name, .. }) = subject {
                write!(line, "{name} asks ")?;
            } else {
                write!(line, "this asks ")?;
            }
            write!(line, "for {} KB more", size.div_ceil(1024))?;
            if let Some(limit) = limit {
                write!(line, " than the {} MB that there are", limit / MB)?;
            }
            write!(line, ": a smaller board would fit, or allow more")?;
        }
    }
    writeln!(line)
}

/// A line of text that takes no memory but its own.
struct Line {
    text: [u8; 400],
    length: usize,
}

impl Default for Line {
    fn default() -> Line {
        Line {
            text: [0; 400],
            length: 0,
        }
    }
}

impl Line {
    fn bytes(&self) -> &[u8] {
        &self.text[..self.length]
    }
}

impl fmt::Write for Line {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let free = &mut self.text[self.length..];
        let fits = free.get_mut(..text.len()).ok_or(fmt::Error)?;
        fits.copy_from_slice(text.as_bytes());
        self.length += text.len();
        Ok(())
    }
}
