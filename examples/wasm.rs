//! The library in a browser: one function for WebAssembly without imports. `scripts/build-wasm`
//! builds it, and `scripts/check-wasm.mjs` runs it:
//!
//!     const { memory, tour } = (await WebAssembly.instantiate(bytes)).instance.exports;
//!     const at = tour(8, 8, 1) / 4;
//!     const [length, ...squares] = new Uint32Array(memory.buffer).slice(at, at + 65);

use knightsat::prelude::*;
use knightsat::search::lazy; // without the encodings, for a small module
use std::ptr;
use std::sync::{Mutex, PoisonError};

/// The last answer, for the caller to read.
static ANSWER: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// Searches for a knight's tour, closed unless `closed` is 0. Returns the address of numbers of 32
/// bits, which stay until the next call. The first is the number of squares of the tour, or 0 if
/// there is none. Then come the squares in its order, counted along the ranks from 0. The address
/// is 0 for an invalid board.
// A caller outside needs the plain name; no other symbol has it.
#[unsafe(no_mangle)]
pub extern "C" fn tour(ranks: u32, files: u32, closed: u32) -> *const u32 {
    let kind = if closed == 0 {
        Kind::Open
    } else {
        Kind::Closed
    };
    let Some(squares) = solve(ranks, files, kind) else {
        return ptr::null();
    };
    let mut answer = ANSWER.lock().unwrap_or_else(PoisonError::into_inner);
    *answer = vec![squares.len() as u32];
    answer.extend(squares);
    answer.as_ptr()
}

/// The squares in the order of a verified tour; none if there is no tour.
fn solve(ranks: u32, files: u32, kind: Kind) -> Option<Vec<u32>> {
    let board = Board::new(ranks, files).ok()?;
    let problem = Problem::new(board.graph(), kind, None, None).ok()?;
    match lazy::solve(&problem, lazy::Options::default()).ok()? {
        Verdict::Tour(tour) => Some(tour.steps().to_vec()),
        Verdict::None(_) => Some(Vec::new()),
        Verdict::Unknown(_) => None,
    }
}
