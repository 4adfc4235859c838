//! Maps in the comments of a formula: `c x[1][2][3] = 17`, `c varname 17 x[1][2][3]`.

use super::map::{self, MapError};
use super::meaning::{Fact, Meaning};
use itertools::Itertools;
use knightsat_base::quote::quote;
use knightsat_cnf::Lit;
use knightsat_cnf::dimacs::read::Comment;
use knightsat_tour::place::Place;
use knightsat_tour::square::Square;

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
    let main = match wanted {
        Some(wanted) => Some(wanted),
        None => main(&all)?,
    };
    let Some(main) = main else {
        return Ok(None);
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

/// The name that says where the tour is.
fn main<'c>(all: &[Named<'c>]) -> Result<Option<&'c str>, MapError> {
    let can_mean = |entry: &&Named| (2..=4).contains(&entry.indices.len());
    let names = all.iter().filter(can_mean).map(|entry| entry.name);
    let names: Vec<&str> = names.unique().collect();
    match names[..] {
        [] => Ok(None),
        [only] => Ok(Some(only)),
        _ if names.contains(&"x") => Ok(Some("x")),
        [first, ..] => Err(MapError {
            line: all[0].line,
            column: 1,
            message: format!(
                "the comments name variables {}: say which of them say where the tour is, \
                 --map comments:{first}",
                names.join(", "),
            ),
        }),
    }
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The indices of a name, and what they mean.
struct Indices<'e> {
    texts: &'e [&'e str],
    /// Which of them count from 0.
    zeros: &'e [bool],
    place: &'e Place,
}

impl Indices<'_> {
    fn number(&self, at: usize) -> Result<u32, String> {
        let text = self.texts[at];
        let number = text.parse::<u32>();
        let number = number.map(|number| number.saturating_add(u32::from(self.zeros[at])));
        number.map_err(|_| format!("'{}' is not a number", quote(text)))
    }

    fn square(&self, rank: usize, file: usize) -> Result<u32, String> {
        let square = Square {
            rank: self.number(rank)?,
            file: self.number(file)?,
        };
        match self.place {
            Place::Board(board) => board.vertex(square).map_err(|error| error.to_string()),
            Place::Graph(_) => Err("a graph has no ranks and files: x[step][vertex]".into()),
        }
    }

    fn vertex(&self, at: usize) -> Result<u32, String> {
        if is_number(self.texts[at]) {
            map::vertex(self.place, &self.number(at)?.to_string())
        } else {
            map::vertex(self.place, self.texts[at])
        }
    }
}

fn fact(entry: &Named, zeros: &[bool], place: &Place) -> Result<Fact, String> {
    let indices = Indices {
        texts: &entry.indices,
        zeros,
        place,
    };
    let is_edge = EDGES.contains(&entry.name);
    let pair = |a, b| {
        if is_edge {
            Fact::edge(a, b)
        } else {
            Fact::Arc { from: a, to: b }
        }
    };
    let is_pair = is_edge || ARCS.contains(&entry.name);
    match entry.indices[..] {
        [first, _] if is_pair || !is_number(first) => {
            Ok(pair(indices.vertex(0)?, indices.vertex(1)?))
        }
        [_, _] => Ok(Fact::At {
            step: indices.number(0)?,
            vertex: indices.vertex(1)?,
        }),
        [_, _, _] => Ok(Fact::At {
            step: indices.number(0)?,
            vertex: indices.square(1, 2)?,
        }),
        [_, _, _, _] => Ok(pair(indices.square(0, 1)?, indices.square(2, 3)?)),
        _ => Err("one index does not say where the tour is".into()),
    }
}
