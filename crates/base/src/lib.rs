//! The base of all crates: deadlines, inputs with limits, errors of JSON and of the system in our
//! own words, [text] for people, and random numbers.
//!
//! ```
//! use knightsat_base::{input, text};
//!
//! let read = input::text("two\nlines".as_bytes(), 100, "a message")?;
//! assert_eq!(text::quote(&read), "two\\nlines");
//! # Ok::<(), std::io::Error>(())
//! ```

#[cfg(feature = "processes")]
pub mod atomic;
#[cfg(test)]
#[path = "../../../tests/common/cases.rs"]
mod cases;
pub mod input;
pub mod json;
pub mod random;
pub mod stop;
pub mod system;
pub mod text;
