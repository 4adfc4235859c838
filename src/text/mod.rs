//! Text as it is read and shown: inputs with limits, quotations, aligned columns, fields as lines.

pub mod columns;
pub mod fields;
pub mod input;
pub mod quote;
