//! Text as it is read and shown: inputs with limits, quotations, markup, aligned columns, fields as
//! lines, checksums, numbers with their nouns, faults of
//! JSON and of the system, files that appear whole.
//!
//! ```
//! use knightsat_base::{columns, quote};
//!
//! let lines = [["a1".to_string(), "7".to_string()], ["c2".to_string(), "12".to_string()]];
//! assert_eq!(columns::align(&lines, 1..2), "a1   7\nc2  12\n");
//! assert_eq!(quote::quote("two\nlines"), "two\\nlines");
//! ```

pub mod checksum;
pub mod columns;
pub mod fields;
pub mod input;
pub mod json;
pub mod markup;
pub mod plural;
pub mod quote;
pub mod random;
pub mod stop;
pub mod system;
#[cfg(feature = "processes")]
pub mod whole;
