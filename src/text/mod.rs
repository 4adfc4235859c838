//! Text as it is read and shown: inputs with limits, quotations, markup, aligned columns, fields as
//! lines, checksums, files that appear whole.

pub mod checksum;
pub mod columns;
pub mod fields;
pub mod input;
pub mod markup;
pub mod quote;
#[cfg(feature = "processes")]
pub mod whole;
