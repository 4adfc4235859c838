//! Whole numbers with limits, and names, as values of options.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::fmt::Display;
use std::ops::{Bound, RangeBounds};
use std::str::FromStr;

/// Parses a number in this range, such as `1..` or `1..=9`.
pub fn within<N: FromStr + PartialOrd + Display>(
    text: &str,
    range: impl RangeBounds<N>,
) -> Result<N, String> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        // A number that its type cannot hold is out of the range, too.
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        match (range.start_bound(), range.end_bound()) {
            (Bound::Included(least), Bound::Included(most)) if is_number => {
                format!("write a number from {least} to {most}")
            }
            (Bound::Included(least), _) if is_number => format!("write a number from {least}"),
            _ => "write a whole number".to_string(),
        }
    })
}

/// Returns the parser of values by name.
pub fn named<T: Copy + Send + Sync + 'static, const N: usize>(
    rows: [(&'static str, T); N],
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(rows.map(|(name, _)| name)).map(move |name| {
        let row = rows.into_iter().find(|row| row.0 == name);
        row.expect("the names are those of the rows").1
    })
}
