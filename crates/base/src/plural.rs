//! Numbers with their nouns, in the singular or the plural.
//!
//! ```
//! use knightsat_base::plural::{counted, is_or_are};
//!
//! assert_eq!(counted(1, "vertex"), "1 vertex");
//! assert_eq!(counted(2, "vertex"), "2 vertices");
//! assert_eq!(counted(0_u32, "step"), "0 steps");
//! assert_eq!(is_or_are(1), "is");
//! ```

use std::fmt::Display;

/// Returns the number and the noun, `2 steps` of `step`.
pub fn counted<N: Display + PartialEq + From<u8>>(number: N, noun: &str) -> String {
    if number == N::from(1) {
        return format!("{number} {noun}");
    }
    match noun.strip_suffix("ex") {
        Some(stem) => format!("{number} {stem}ices"),
        None => format!("{number} {noun}s"),
    }
}

/// Returns the verb for so many things.
pub fn is_or_are<N: PartialEq + From<u8>>(number: N) -> &'static str {
    if number == N::from(1) { "is" } else { "are" }
}
