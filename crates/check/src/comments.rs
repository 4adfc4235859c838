//! Maps in the comments of a formula: `c x[1][2][3] = 17`, `c varname 17 x[1][2][3]`.

use super::map::{self, MAP, MapError};
use crate::base::text::{is_digits, quote};
use crate::cnf::dimacs::read::Comment;
use crate::prelude::*;

/// A comment that assigns a name with indices to a variable.
struct Named<'c> {
    line: u64,
    lit: Lit,
    name: &'c str,
    indices: Vec<&'c str>,
}

/// Parses a comment that contains one number and one name with indices, in any order.
fn named(comment: &Comment) -> Option<Named<'_>> {
    let mut depth = 0;
    let is_blank = |c: char| {
        depth += i32::from("[({".contains(c)) - i32::from("])}".contains(c));
        depth == 0 && (c.is_whitespace() || c == '=' || c == ':')
    };
    let words: Vec<&str> = comment.text.split(is_blank).collect();
    let words = words.into_iter().filter(|word| !word.is_empty());
    let lit = words.clone().filter_map(map::literal).exactly_one();
    let (name, indices) = words.filter_map(indexed).exactly_one().ok()?;
    Some(Named {
        line: comment.line,
        lit: lit.ok()?,
        name,
        indices,
    })
}

/// Parses `x[1][2][3]`, `x(1,2,3)`, `x_1_2_3`, `x[3][b2]`, `x_{1,2,3}`, `$x_{1}^{b2}$` as a name
/// and its indices.
fn indexed(word: &str) -> Option<(&str, Vec<&str>)> {
    let word = word.trim_matches(['$', '\\']);
    let end = word.find(|c: char| !c.is_ascii_alphabetic())?;
    let (name, rest) = word.split_at(end);
    let first = rest.chars().next()?;
    if name.is_empty() || !"[({_^".contains(first) {
        return None;
    }
    let indices = rest.split(|c: char| "[](){},_^>".contains(c) || c.is_whitespace());
    let indices: Vec<&str> = indices.filter(|index| !index.is_empty()).collect();
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    let are_right = indices.iter().all(|index| index.bytes().all(is_part));
    (are_right && !indices.is_empty()).then_some((name, indices))
}

/// Names for which two vertices are a move, and an edge.
const ARCS: [&str; 6] = ["a", "arc", "s", "succ", "next", "move"];
const EDGES: [&str; 2] = ["e", "edge"];

/// Reads the meaning in the comments; `None` if they name no variable. Of several names with
/// indices the default is `x`; `wanted` replaces it.
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
    let from_one = |(at, index): (usize, &&str)| match index.parse::<u32>() {
        Ok(number) if zeros.get(at) == Some(&true) => number.saturating_add(1).to_string(),
        _ => index.to_string(),
    };
    let mut meaning = Meaning::new();
    for entry in &ours {
        let indices = entry.indices.iter().enumerate().map(from_one).collect_vec();
        let fact = fact(entry.name, &indices, place);
        let fact = fact.map_err(|message| MapError::at(entry.line)((1, message)))?;
        meaning.add(fact, &[entry.lit]);
    }
    for other in others {
        let indices = other.indices.iter().map(|index| format!("[{index}]"));
        let name = other.name.to_string() + &indices.collect::<String>();
        meaning.names.insert(other.lit.var().number(), name);
    }
    Ok(Some(meaning))
}

/// Returns the name of the variables for positions.
fn main<'c>(all: &[Named<'c>]) -> Result<Option<&'c str>, MapError> {
    let can_mean = |entry: &&Named| (2..=4).contains(&entry.indices.len());
    let names = all.iter().filter(can_mean).map(|entry| entry.name);
    let names: Vec<&str> = names.unique().collect();
    match names[..] {
        [] => Ok(None),
        [only] => Ok(Some(only)),
        _ if names.contains(&"x") => Ok(Some("x")),
        [first, ..] => {
            let names = names.join(", ");
            let message = format!(
                "the comments name variables {names}: select those of the tour, such as {MAP} comments:{first}"
            );
            Err(MapError::at(all[0].line)((1, message)))
        }
    }
}

/// Returns the fact of a name with indices, which count from 1.
fn fact(name: &str, indices: &[String], place: &Place) -> Result<Fact, String> {
    let number = |text: &str| {
        let number = text.parse::<u32>();
        number.map_err(|_| format!("'{}' is not a number", quote(text)))
    };
    let vertex = |text: &str| map::vertex(place, text);
    let square = |rank: &str, file: &str| match place {
        Place::Board(board) => {
            let (rank, file) = (number(rank)?, number(file)?);
            let vertex = board.vertex(Square { rank, file });
            vertex.map_err(|error| error.to_string())
        }
        Place::Graph(_) => Err("a graph has no ranks and files: x[step][vertex]".into()),
    };
    let at = |step, vertex| Fact::At { step, vertex };
    let is_edge = EDGES.contains(&name);
    let pair = |from, to| {
        if is_edge {
            Fact::edge(from, to)
        } else {
            Fact::Arc { from, to }
        }
    };
    let is_pair = is_edge || ARCS.contains(&name);
    match indices {
        [a, b] if is_pair || !is_digits(a) => Ok(pair(vertex(a)?, vertex(b)?)),
        [step, v] => Ok(at(number(step)?, vertex(v)?)),
        [step, rank, file] => Ok(at(number(step)?, square(rank, file)?)),
        [a, b, c, d] => Ok(pair(square(a, b)?, square(c, d)?)),
        _ => Err("one index does not name a square at a step".into()),
    }
}
