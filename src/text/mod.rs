//! Text as it is read and shown: inputs with limits, quotations, markup, aligned columns, fields as
//! lines.

pub mod columns;
pub mod fields;
pub mod input;
pub mod markup;
pub mod quote;
