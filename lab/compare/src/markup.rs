//! Tables of cells, as aligned text or Markdown.
//!
//! ```
//! use knightsat_compare::markup::{TextTable, Markup};
//!
//! let cells = TextTable::new("solver,runs", 1..2, [["a_b", "7"].map(String::from).to_vec()]);
//! assert_eq!(Markup::Text.table(&cells), "solver  runs\na_b        7\n");
//! assert!(Markup::Markdown.table(&cells).ends_with("| a\\_b | 7 |\n"));
//! ```

use crate::base::text;
use itertools::Itertools;
use std::ops::Range;

/// A table: its head, and lines with an equal number of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextTable {
    lines: Vec<Vec<String>>,
    /// The columns that are aligned to the right.
    right: Range<usize>,
}

impl TextTable {
    /// Returns a table with these heads, separated by commas.
    pub fn new(
        heads: &str,
        right: Range<usize>,
        lines: impl IntoIterator<Item = Vec<String>>,
    ) -> TextTable {
        let heads = heads.split(',').map(String::from).collect_vec();
        TextTable {
            lines: [heads].into_iter().chain(lines).collect(),
            right,
        }
    }
}

/// A markup language of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Markup {
    /// Aligned columns.
    Text,
    /// Tables of GitHub's Markdown.
    Markdown,
}

impl Markup {
    /// Writes a table.
    pub fn table(self, cells: &TextTable) -> String {
        let TextTable { lines, right } = cells;
        let columns = 0..lines[0].len();
        let row = |line: &[String], escape: fn(&str) -> String, between: &str| {
            let mut cells = line.iter().map(|cell| escape(&text::harmless(cell)));
            cells.join(between)
        };
        match self {
            Markup::Text => text::align(lines, right.clone()),
            Markup::Markdown => {
                let row = |line: &Vec<String>| format!("| {} |", row(line, markdown, " | "));
                let rule =
                    columns.map(|column| ["---", "---:"][usize::from(right.contains(&column))]);
                let rule = format!("| {} |", { rule }.join(" | "));
                let mut text = lines.iter().map(row).collect_vec();
                text.insert(1, rule);
                text.join("\n") + "\n"
            }
        }
    }

    /// Writes a remark below the tables.
    pub fn remark(self, remark: &str) -> String {
        match self {
            Markup::Text => format!("{remark}\n"),
            Markup::Markdown => format!("- {}\n", markdown(remark)),
        }
    }
}

/// Escapes the characters that begin markup in a line of Markdown.
fn markdown(text: &str) -> String {
    let special = |c: char| "\\`*_[]<>|~$&#".contains(c).then_some('\\');
    text.chars()
        .flat_map(|c| special(c).into_iter().chain([c]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_characters_are_escaped() {
        let text = r"my --a_b 50% #1 {cnf} & \x^2~ <|> $HOME a-b";
        let expected = r"my --a\_b 50% \#1 {cnf} \& \\x^2\~ \<\|\> \$HOME a-b";
        assert_eq!(markdown(text), expected);
    }

    #[test]
    fn columns_keep_their_side() {
        let cells = TextTable::new("a,b,c", 1..2, [["x", "1", "y"].map(String::from).to_vec()]);
        let expected = "| a | b | c |\n| --- | ---: | --- |\n| x | 1 | y |\n";
        assert_eq!(Markup::Markdown.table(&cells), expected);
    }
}
