//! The system's allocator, and one line where it has nothing more to give.

use super::{BASE, IS_DRAWING, MB, RESERVE, RESERVED, SUBJECT, Subject, set};
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
    let subject = SUBJECT.get();
    if IS_DRAWING.load(Ordering::Relaxed) {
        asks(line, "the picture", size, limit)?;
        return writeln!(line, ": draw a smaller picture, or allow more memory");
    }
    if let (Some(subject), Some(limit)) = (subject, limit)
        && let Some(each) = subject.each
        && BASE + subject.size * each > limit
    {
        return too_large(line, subject, each, limit);
    }
    asks(
        line,
        subject.map_or("this", |subject| &subject.name),
        size,
        limit,
    )?;
    match subject.map(|subject| subject.is_board) {
        Some(true) => writeln!(line, ": choose a smaller board, or allow more memory"),
        Some(false) => writeln!(line, ": choose a smaller graph, or allow more memory"),
        None => writeln!(line, ": allow more memory"),
    }
}

/// Writes who asked for so many bytes.
fn asks(line: &mut Line, who: &str, size: u64, limit: Option<u64>) -> fmt::Result {
    write!(line, "{who} asks for {} KB more", size.div_ceil(1024))?;
    match limit {
        Some(limit) => write!(line, " than the {} MB that there are", limit / MB),
        None => Ok(()),
    }
}

/// Writes how much memory a board or graph takes that does not fit, and which one would fit.
fn too_large(line: &mut Line, subject: &Subject, each: u64, limit: u64) -> fmt::Result {
    let takes = (BASE + subject.size * each).div_ceil(MB);
    let (name, there) = (&subject.name, limit / MB);
    write!(
        line,
        "{name} takes about {takes} MB, and there are {there}: "
    )?;
    let most = limit.saturating_sub(BASE) / each;
    match subject.is_board {
        _ if most == 0 => writeln!(line, "allow more memory"),
        true => writeln!(line, "about {0}x{0} would fit", most.isqrt()),
        false => writeln!(line, "about {most} vertices would fit"),
    }
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
