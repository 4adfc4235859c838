//! Plain text: pairs, lists of neighbours, and matrices of zeros and ones.
//!
//! All lines of a file have one form, with the same marks between the words; `#` begins a comment.
//! A name has letters, digits, `_`, `.` and `-`, or is in double quotes. A list has the rows,
//! also those of JSON.

use super::doubts;
use super::list::{Cell, List, ROWS};
use super::{Graph, GraphFormat, Parsed, fault, lines, misfit};
use crate::scan::{offset, tokens};
use itertools::Itertools;
use knightsat_base::text::quote;

/// The marks between words, each with its letter in the marks of a line.
const JOINTS: [(&str, char); 4] = [(",", ','), ("--", '-'), ("->", '>'), (":", ':')];
/// The marks of a pair, perhaps with a weight.
const PAIRS: &str = " |\t|,|-|>|  |\t\t|,,|- |> |-\t|>\t";

/// Returns the form of a text: lists, a matrix or pairs.
pub(super) fn form(text: &str) -> GraphFormat {
    let is_bit = |word: &str| matches!(word, "0" | "1" | "");
    let are_bits = |line: &str| line.split([' ', '\t', ',']).all(is_bit);
    let body = || lines(text).filter(|line| !line.starts_with('#'));
    let first = body().next().unwrap_or_default();
    if tokens(first).contains(&":") {
        GraphFormat::Neighbours
    } else if body().nth(1).is_some() && body().all(are_bits) {
        GraphFormat::Matrix
    } else {
        GraphFormat::Edges
    }
}

/// Reads a text of this form, which the caller may have named.
pub(super) fn parse<'t>(
    text: &'t str,
    form: GraphFormat,
    given: Option<GraphFormat>,
) -> Parsed<'t, Graph> {
    let mut list = List::new(text, form, given);
    let (mut first, mut gap) = (None::<String>, None);
    for line in text.lines().map(str::trim) {
        if line.is_empty() || line == "#" {
            gap = gap.or(first.as_ref().map(|_| line));
            continue;
        } else if line.starts_with('#') {
            list.comments.push(line);
            continue;
        } else if let Some(gap) = gap {
            let message = "an empty line within the graph: remove it, and other graphs";
            return fault(gap, message);
        }
        let (cells, marks) = split(line)?;
        let is_first = first.is_none();
        let first = first.get_or_insert_with(|| marks.clone());
        let is_same = *first == marks;
        let (is_right, expected) = match list.form {
            GraphFormat::Matrix => (is_same && marks.chars().all_equal(), ROWS[0]),
            GraphFormat::Neighbours | GraphFormat::Successors => {
                let rest = marks.strip_prefix(':');
                (rest.is_some_and(|rest| rest.trim().is_empty()), ROWS[1])
            }
            _ => {
                let is_pair = PAIRS.split('|').contains(&&marks[..]);
                (is_same && is_pair, ROWS[2])
            }
        };
        if !is_right {
            let mut both = marks.chars().zip(first.chars());
            let at = both.position(|(a, b)| a != b).unwrap_or(first.len());
            return misfit(cells.get(at + 1).unwrap_or(&cells[0]).part, expected);
        }
        let mut titles = cells.iter().zip(["source", "target", "weight"]);
        if is_first
            && marks.starts_with(',')
            && titles.all(|(cell, title)| cell.name.eq_ignore_ascii_case(title))
        {
            list.is_plain = true;
            continue;
        }
        list.is_plain |= marks.starts_with(['-', '>']);
        list.edges.are_arcs |= given.is_none() && marks.starts_with('>');
        list.row(&cells)?;
    }
    doubts::graph(list)
}

/// Returns the words of a line, and the marks between them.
fn split(line: &str) -> Parsed<'_, (Vec<Cell<'_>>, String)> {
    let (mut cells, mut marks, mut rest) = (Vec::<Cell>::new(), String::new(), line);
    let is_inner = |mark: char| mark.is_alphanumeric() || "_.-+".contains(mark);
    for part in tokens(line) {
        let gap = rest.chars().next().filter(|gap| gap.is_whitespace());
        let joint = JOINTS.iter().find(|(joint, _)| *joint == part);
        rest = &line[offset(line, part) + part.len()..];
        let is_quoted = part.len() > 1 && part.starts_with('"') && part.ends_with('"');
        let is_open = cells.len() == marks.len();
        let odd = match joint {
            Some((_, letter)) => {
                marks.push(*letter);
                let is_last = rest.is_empty() && marks != ":";
                (is_open || is_last).then_some(0)
            }
            None if !is_open && gap.is_none() => Some(0),
            None if is_quoted => None,
            None => part.find(|mark| !is_inner(mark)),
        };
        if let Some(at) = odd {
            let mark = quote(&part[at..].chars().take(1).collect::<String>());
            let remedy = "remove it, or put names in double quotes";
            let message = format!("'{mark}' is in no pair, list or matrix: {remedy}");
            return misfit(&part[at..], &message);
        }
        if joint.is_none() {
            marks.extend(gap.filter(|_| !is_open));
            cells.push(Cell::new(part, part.trim_matches('"').into(), is_quoted));
        }
    }
    Ok((cells, marks))
}
