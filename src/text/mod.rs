//! Text as it is read and shown: inputs with limits, quotations, markup, aligned columns.

pub mod columns;
pub mod input;
pub mod markup;
pub mod quote;
