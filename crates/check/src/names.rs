//! Variables and vertices as maps and comments write them.

use crate::base::text::OptionName;
use crate::prelude::*;

/// The option that gives the meaning of variables.
pub const MAP: OptionName = OptionName("map");

/// The most names in a list.
pub const SHOWN: usize = 3;

/// Returns the vertex of a text: a square, rank,file or a number from 1.
pub fn vertex(place: &Place, text: &str) -> Result<u32, String> {
    match text.parse::<u32>() {
        Ok(number) if (1..=place.len()).contains(&number) => Ok(number - 1),
        Ok(number) => Err(format!(
            "{number} is not a square: they are numbered from 1 to {}",
            place.len()
        )),
        Err(_) => place.vertex(text).map_err(|error| error.to_string()),
    }
}

/// Returns a literal from its number, or from its form in OPB: -17, x17 or ~x17.
pub fn literal(text: &str) -> Option<Lit> {
    let (is_negated, name) = match text.strip_prefix('~') {
        Some(name) => (true, name),
        None => (false, text),
    };
    let Some(number) = name.strip_prefix('x') else {
        return Lit::from_dimacs(text.parse().ok()?);
    };
    let var = Var::new(number.parse().ok()?)?;
    Some(if is_negated { var.neg() } else { var.pos() })
}
