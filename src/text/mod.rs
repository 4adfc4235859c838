//! Text as it is read and shown: inputs with limits, quotations, aligned columns.

pub mod columns;
pub mod input;
pub mod quote;
