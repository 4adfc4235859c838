//! Memory: the limit of --memory, and one line of error if it is exhausted or the system has no
//! more.
//!
//! The limit is the system's own (`RLIMIT_DATA`: all memory that a process writes to). So it
//! applies to libraries in C too, at no cost. External solvers share the remaining memory.

use crate::cli::shared::number::within;
use anyhow::{Context, Result};
use knightsat::prelude::Place;
use knightsat_base::atomic::try_remove_unfinished;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use signal_hook::low_level::exit;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fs::File;
use std::io::{self, Read, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, Ordering};
use std::time::Duration;
use std::{panic, ptr, thread};

/// Bytes of an MB.
pub const MB: u64 = 1 << 20;
/// Bytes of address space a square that the lazy engine needs while its tables grow: on boards, and
/// on graphs, whose vertices may all be in one formula; and its constant need.
pub const BOARD: u64 = 192;
pub const GRAPH: u64 = 2560;
const BASE: u64 = 160 * MB;
/// Reserve for the final steps.
const RESERVE: Layout = match Layout::from_size_align(1 << 18, 16) {
    Ok(layout) => layout,
    Err(_) => panic!("a power of two"),
};

/// Limit of memory.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct MemoryArgs {
    /// Use at most this many MB of memory
    ///
    /// An MB is 1024² bytes; at least 64 are needed. If the memory does not suffice, the exit code
    /// is 2. External solvers share the memory that remains when they start.
    #[arg(long, value_name = "MB", value_parser = |text: &str| within(text, 64_u64..=1 << 30), help_heading = "Solver", hide_short_help = true)]
    memory: Option<u64>,
}

impl MemoryArgs {
    /// Returns the limit in bytes.
    pub fn bytes(&self) -> Option<u64> {
        self.memory.map(|memory| memory * MB)
    }

    /// Returns the limit, or this many MB if none is given.
    pub fn or(&self, memory: u64) -> MemoryArgs {
        MemoryArgs {
            memory: self.memory.or(Some(memory)),
        }
    }

    /// Enforces the limit from now on; this many solvers share the rest at their start.
    pub fn keep(&self, solvers: usize) -> Result<()> {
        let Some(memory) = self.memory else {
            return Ok(());
        };
        // The program itself is in memory too.
        let limit = (memory * MB).saturating_sub(IMAGE.load(Ordering::Relaxed));
        SHARES.store(solvers.max(1) as u64, Ordering::Relaxed);
        LIMIT.store(limit, Ordering::Relaxed);
        set(Some(limit)).context("--memory: the memory cannot be limited here")
    }
}

/// The limit in bytes, 0 for none, and the number of programs that share the rest.
static LIMIT: AtomicU64 = AtomicU64::new(0);
static SHARES: AtomicU64 = AtomicU64::new(1);
/// Bytes of the program's own code and constants.
static IMAGE: AtomicU64 = AtomicU64::new(0);
static RESERVED: AtomicPtr<u8> = AtomicPtr::new(ptr::null_mut());
static SUBJECT: OnceLock<Subject> = OnceLock::new();
static IS_DRAWING: AtomicBool = AtomicBool::new(false);

/// The purpose of the memory.
struct Subject {
    name: String,
    /// Squares of a board or vertices of a graph, and bytes for each if known.
    size: u64,
    each: Option<u64>,
    is_board: bool,
}

/// Records the purpose of the memory for an error message; `each` is the approximate number of
/// bytes of a square.
pub fn about(place: &Place, each: Option<u64>) {
    // The first record is that of the command line.
    let _ = SUBJECT.set(Subject {
        name: place.to_string(),
        size: place.len().into(),
        each,
        is_board: place.board().is_some(),
    });
}

/// Records that the memory is for a picture from now on.
pub fn about_picture() {
    IS_DRAWING.store(true, Ordering::Relaxed);
}

/// Returns the limit for each external program started now; `None` without a limit.
pub fn left() -> Option<u64> {
    let limit = LIMIT.load(Ordering::Relaxed);
    let left = limit.saturating_sub(data().unwrap_or(0));
    (limit > 0).then(|| (left / SHARES.load(Ordering::Relaxed)).max(MB))
}

/// The panics of the standard library over a thread that cannot start.
const NO_THREAD: [&str; 2] = [
    "failed to spawn thread",
    "failed to allocate an alternative stack",
];

/// Measures the size of the program, and sets a reserve aside for exhausted memory. A refused
/// thread, over which the standard library and others panic, ends the program as well.
pub fn watch() {
    if let Some([size, _, _, _, _, data, _]) = statm() {
        IMAGE.store(size.saturating_sub(data), Ordering::Relaxed);
    }
    // SAFETY: the layout is not empty.
    let reserve = unsafe { System.alloc(RESERVE) };
    RESERVED.store(reserve, Ordering::Relaxed);
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        let message = panic.payload().downcast_ref::<String>();
        let is_thread = |message: &String| NO_THREAD.iter().any(|no| message.starts_with(no));
        if message.is_some_and(is_thread) {
            end(write_thread_error)
        } else {
            report(panic)
        }
    }));
}

fn write_thread_error(line: &mut &mut [u8]) -> io::Result<()> {
    writeln!(
        line,
        "knightsat: out of memory: no thread can be started: {}, or more threads (ulimit -u)",
        allow_more()
    )
}

/// Limits the memory that this process and its children write to.
fn set(bytes: Option<u64>) -> io::Result<()> {
    let limit = Rlimit {
        current: bytes,
        ..getrlimit(Resource::Data)
    };
    Ok(setrlimit(Resource::Data, limit)?)
}

/// Bytes that are written to.
fn data() -> Option<u64> {
    statm().map(|[.., data, _]| data)
}

/// Bytes of this process: all, resident, shared, code, none, written to, none.
fn statm() -> Option<[u64; 7]> {
    let mut text = [0; 128];
    let count = File::open("/proc/self/statm").ok()?.read(&mut text).ok()?;
    let text = str::from_utf8(&text[..count]).ok()?;
    let page = rustix::param::page_size() as u64;
    let mut numbers = text.split_ascii_whitespace();
    let mut all = [0; 7];
    for slot in &mut all {
        *slot = page * numbers.next()?.parse::<u64>().ok()?;
    }
    Some(all)
}

/// The system's allocator, which aborts in an orderly way on allocation failure: a search without
/// memory cannot continue.
pub struct Watched;

// SAFETY: every call is passed on unchanged, and its result is returned unless it is null; on null,
// the program ends.
unsafe impl GlobalAlloc for Watched {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: by the contract of the caller.
        checked(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: by the contract of the caller. Not by `alloc`: zeros from the system are free.
        checked(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: by the contract of the caller.
        checked(unsafe { System.realloc(old, layout, size) }, size)
    }

    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        // SAFETY: by the contract of the caller.
        unsafe { System.dealloc(old, layout) }
    }
}

#[inline]
fn checked(memory: *mut u8, size: usize) -> *mut u8 {
    if memory.is_null() {
        end(|line| write_error(line, size as u64));
    }
    memory
}

/// Prints the error, removes temporary files and ends the program. It runs inside an allocation,
/// perhaps within any other code, so it waits for no lock.
#[cold]
#[inline(never)]
fn end(write_error: impl FnOnce(&mut &mut [u8]) -> io::Result<()>) -> ! {
    static IS_ENDING: AtomicBool = AtomicBool::new(false);
    thread_local!(static ENDS: Cell<bool> = const { Cell::new(false) });
    if ENDS.get() {
        // No memory even for the message.
        exit(2);
    }
    if IS_ENDING.swap(true, Ordering::Relaxed) {
        // Another thread ends the program.
        loop {
            thread::sleep(Duration::from_secs(1));
        }
    }
    ENDS.set(true);
    // A line in a fixed buffer; longer text is truncated.
    let mut line = [0; 400];
    let mut rest = &mut line[..];
    let _ = write_error(&mut rest);
    let free = rest.len();
    let _ = io::stderr().write_all(&line[..line.len() - free]);
    let _ = set(getrlimit(Resource::Data).maximum);
    let reserve = RESERVED.swap(ptr::null_mut(), Ordering::Relaxed);
    if !reserve.is_null() {
        // SAFETY: allocated in `watch` with this layout, and taken only once.
        unsafe { System.dealloc(reserve, RESERVE) };
    }
    let _files = try_remove_unfinished();
    exit(2)
}

/// Writes the reason and a remedy.
fn write_error(line: &mut &mut [u8], size: u64) -> io::Result<()> {
    let limits = [Resource::As, Resource::Data].map(|resource| getrlimit(resource).current);
    let limit = limits.into_iter().flatten().min();
    write!(line, "knightsat: out of memory: ")?;
    let subject = SUBJECT.get();
    if IS_DRAWING.load(Ordering::Relaxed) {
        write_request(line, "the picture", size, limit)?;
        return writeln!(line, ": draw a smaller picture, or {}", allow_more());
    }
    if let (Some(subject), Some(limit)) = (subject, limit)
        && let Some(each) = subject.each
        && BASE + subject.size * each > limit
    {
        return too_large(line, subject, each, limit);
    }
    let who = subject.map_or("this", |subject| &subject.name);
    write_request(line, who, size, limit)?;
    let advice = match subject.map(|subject| subject.is_board) {
        Some(true) => "choose a smaller board, or ",
        Some(false) => "choose a smaller graph, or ",
        None => "",
    };
    writeln!(line, ": {advice}{}", allow_more())
}

/// Returns the advice to allow more memory, by the limit that this program has.
fn allow_more() -> &'static str {
    if LIMIT.load(Ordering::Relaxed) > 0 {
        "allow more with --memory"
    } else {
        "allow more memory (ulimit -v)"
    }
}

/// Writes who requested this many bytes.
fn write_request(line: &mut &mut [u8], who: &str, size: u64, limit: Option<u64>) -> io::Result<()> {
    write!(line, "{who} asks for {} KB more", size.div_ceil(1024))?;
    match limit {
        Some(limit) => write!(line, " than the {} MB available", limit / MB),
        None => Ok(()),
    }
}

/// Writes the memory needed for a board or graph that does not fit, and the size that would fit.
fn too_large(line: &mut &mut [u8], subject: &Subject, each: u64, limit: u64) -> io::Result<()> {
    let takes = (BASE + subject.size * each).div_ceil(MB);
    let (name, there) = (&subject.name, limit / MB);
    write!(
        line,
        "{name} takes about {takes} MB, and {there} are available: "
    )?;
    let most = limit.saturating_sub(BASE) / each;
    if most == 0 {
        writeln!(line, "{}", allow_more())
    } else if subject.is_board {
        writeln!(line, "about {0}x{0} would fit", most.isqrt())
    } else {
        writeln!(line, "about {most} vertices would fit")
    }
}
