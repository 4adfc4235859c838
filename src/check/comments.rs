//! Maps in the comments of a formula: `c x[1][2][3] = 17`, `c varname 17 x[1][2][3]`.

use super::map::{self, MapError};
use super::meaning::{Fact, Meaning};
use crate::cnf::Lit;
use crate::dimacs::read::Comment;
use crate::spec::place::Place;
use crate::spec::square::Square;
use itertools::Itertools;

/// A comment that gives a variable a name with indices.
struct Named<'c> {
    line: u64,
    lit: Lit,
    name: &'c str,
    indices: Vec<&'c str>,
}

/// Reads a comment that holds one number and one name with indices, in any order.
fn named(comment: &Comment) -> Option<Named<'_>> {
    let words = comment
        .text
        .split(|c: char| c.is_whitespace() || c == '=' || c == ':');
    let words = words.filter(|word| !word.is_empty());
    let mut lit = None;
    let mut symbol = None;
    for word in words {
        if let Some(found) = map::literal(word) {
            if lit.replace(found).is_some() {
                return None;
            }
        } else if let Some(found) = indexed(word)
            && symbol.replace(found).is_some()
        {
            return None;
        }
    }
    let (name, indices) = symbol?;
    Some(Named {
        line: comment.line,
        lit: lit?,
        name,
        indices,
    })
}

/// `x[1][2][3]`, `x(1,2,3)`, `x_1_2_3`, `x[3][b2]` as a name and its indices.
fn indexed(word: &str) -> Option<(&str, Vec<&str>)> {
    let end = word.find(|c: char| !c.is_ascii_alphabetic())?;
    let (name, rest) = word.split_at(end);
    let first = rest.chars().next()?;
    if name.is_empty() || !"[(_".contains(first) {
        return None;
    }
    let indices = rest.split(|c| "[](),_>".contains(c));
    let indices: Vec<&str> = indices.filter(|index| !index.is_empty()).collect();
    let is_index = |index: &&str| {
        index
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'-')
    };
    (!indices.is_empty() && indices.iter().all(is_index)).then_some((name, indices))
}

/// Names under which two vertices are a move, and an edge.
const ARCS: [&str; 6] = ["a", "arc", "s", "succ", "next", "move"];
const EDGES: [&str; 2] = ["e", "edge"];

/// The meaning in the comments, `None` if they name no variable. Of several names with indices `x`
/// is the one that matters, unless `wanted` is another.
pub fn from_comments(
    comments: &[Comment],
    wanted: Option<&str>,
    place: &Place,
) -> Result<Option<Meaning>, MapError> {
    let all: Vec<Named> = comments.iter().filter_map(named).collect();
    let can_mean = |entry: &&Named| (2..=4).contains(&entry.indices.len());
    let names: Vec<&str> = all
        .iter()
        .filter(can_mean)
        .map(|entry| entry.name)
        .unique()
        .collect();
    let main = match (wanted, &names[..]) {
        (Some(wanted), _) => wanted,
        (None, []) => return Ok(None),
        (None, [only]) => only,
        (None, names) if names.contains(&"x") => "x",
        (None, names) => {
            let line = all[0].line;
            let message = format!(
                "the comments name variables {}: say which of them say where the tour is, \
                 --map comments:{}",
                names.join(", "),
                names[0]
            );
            return Err(MapError {
                line,
                column: 1,
                message,
            });
        }
    };
    let (ours, others): (Vec<Named>, Vec<Named>) = all.into_iter().partition(|n| n.name == main);
    if ours.is_empty() {
        return Ok(None);
    }
    // An index counts from 0 if it is 0 anywhere.
    let zero = |at: usize| ours.iter().any(|n| n.indices.get(at) == Some(&"0"));
    let zeros: Vec<bool> = (0..4).map(zero).collect();
    let mut meaning = Meaning::new();
    for entry in &ours {
        let fact = fact(entry, &zeros, place).map_err(|message| MapError {
            line: entry.line,
            column: 1,
            message,
        })?;
        meaning.add(fact, &[entry.lit]);
    }
    for other in others {
        let indices = other.indices.iter().map(|index| format!("[{index}]"));
        let name = other.name.to_string() + &indices.collect::<String>();
        meaning.name(other.lit.var().number(), name);
    }
    Ok(Some(meaning))
}

fn fact(entry: &Named, zeros: &[bool], place: &Place) -> Result<Fact, String> {
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let number = |at: usize| -> Result<u32, String> {
        let text = entry.indices[at];
        let number = text
            .parse::<u32>()
            .ok()
            .map(|n| n.saturating_add(u32::from(zeros[at])));
        number.ok_or_else(|| format!("'{}' is not a number", crate::text::quote::quote(text)))
    };
    let square = |rank: usize, file: usize| -> Result<u32, String> {
        let square = Square {
            rank: number(rank)?,
            file: number(file)?,
        };
        match place {
            Place::Board(board) => board.vertex(square).map_err(|error| error.to_string()),
            Place::Graph(_) => Err("a graph has no ranks and files: x[step][vertex]".into()),
        }
    };
    let vertex = |at: usize| -> Result<u32, String> {
        match is_number(entry.indices[at]) {
            true => map::vertex(place, &number(at)?.to_string()),
            false => map::vertex(place, entry.indices[at]),
        }
    };
    let pair = |a, b| match EDGES.contains(&entry.name) {
        true => Fact::edge(a, b),
        false => Fact::Arc { from: a, to: b },
    };
    match entry.indices.len() {
        2 => {
            let is_pair = ARCS.contains(&entry.name) || EDGES.contains(&entry.name);
            if is_pair || !is_number(entry.indices[0]) {
                return Ok(pair(vertex(0)?, vertex(1)?));
            }
            Ok(Fact::At {
                step: number(0)?,
                vertex: vertex(1)?,
            })
        }
        3 => Ok(Fact::At {
            step: number(0)?,
            vertex: square(1, 2)?,
        }),
        4 => Ok(pair(square(0, 1)?, square(2, 3)?)),
        _ => Err("one index does not say where the tour is".into()),
    }
}
