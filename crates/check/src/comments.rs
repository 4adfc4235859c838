//! Maps in the comments of a formula: `c x[1][2][3] = 17`, `c 17 x(1,2,3)` or `c varname 17
//! x[1][b3]`. Indices are the step, then rank and file or the square. Those of `s` and `a` are the
//! squares of a move, and those of `e` the squares of an edge.

use super::names::{MAP, literal, vertex};
use crate::base::text::{TextError as MapError, quote};
use crate::cnf::dimacs::read::Comment;
use crate::prelude::*;

/// A comment that gives a variable a name with indices.
struct Named<'c> {
    line: u64,
    lit: Lit,
    name: &'c str,
    indices: Vec<&'c str>,
}

/// Names for which two vertices are a move, and an edge.
const ARCS: [&str; 2] = ["s", "a"];
const EDGE: &str = "e";

/// Reads a comment in one of the three forms; returns `None` for prose.
fn named(comment: &Comment) -> Option<Named<'_>> {
    let words = comment.text.split_whitespace().collect_vec();
    let ([number, word] | ["varname", number, word] | [word, "=", number]) = words[..] else {
        return None;
    };
    let (name, rest) = word.split_at(word.find(|c: char| !c.is_ascii_alphabetic())?);
    let indices = match rest.strip_prefix('(') {
        Some(rest) => rest.strip_suffix(')')?.split(',').collect_vec(),
        None => {
            let indices = rest.strip_prefix('[')?.strip_suffix(']')?;
            indices.split("][").collect()
        }
    };
    Some(Named {
        line: comment.line,
        lit: literal(number)?,
        name,
        indices,
    })
}

/// Reads the meaning in the comments; `None` if they name no variable. Of several names with
/// indices the default is `x`; `wanted` replaces it.
pub fn from_comments(
    comments: &[Comment],
    wanted: Option<&str>,
    place: &Place,
) -> Result<Option<Meaning>, MapError> {
    let all = comments.iter().filter_map(named).collect_vec();
    let main = match wanted {
        Some(wanted) => Some(wanted),
        None => main(&all)?,
    };
    let (ours, others): (Vec<Named>, Vec<Named>) =
        all.into_iter().partition(|named| Some(named.name) == main);
    if ours.is_empty() {
        return Ok(None);
    }
    // An index counts from 0 if it is 0 anywhere.
    let zero = |at: usize| ours.iter().any(|named| named.indices.get(at) == Some(&"0"));
    let zeros: Vec<bool> = (0..4).map(zero).collect();
    let from_one = |(at, index): (usize, &&str)| match index.parse::<u32>() {
        Ok(number) if zeros.get(at) == Some(&true) => number.saturating_add(1).to_string(),
        _ => index.to_string(),
    };
    let mut meaning = Meaning::new();
    for entry in &ours {
        let indices = entry.indices.iter().enumerate().map(from_one).collect_vec();
        let found = fact(entry.name, &indices, place);
        let fact = found.map_err(|message| MapError::at(entry.line)((1, message)))?;
        meaning.add(fact, &[entry.lit]);
    }
    for other in others {
        let name = format!("{}[{}]", other.name, other.indices.join("]["));
        meaning.names.insert(other.lit.var().number(), name);
    }
    Ok(Some(meaning))
}

/// Returns the name of the variables for positions.
fn main<'c>(all: &[Named<'c>]) -> Result<Option<&'c str>, MapError> {
    let can_mean = |entry: &&Named| (2..=4).contains(&entry.indices.len());
    let entries = all.iter().filter(can_mean);
    let names: Vec<&str> = entries.map(|entry| entry.name).unique().collect();
    match names[..] {
        [] => Ok(None),
        [only] => Ok(Some(only)),
        _ if names.contains(&"x") => Ok(Some("x")),
        [first, ..] => {
            let all_names = names.join(", ");
            let message = format!(
                "the comments name variables {all_names}: select those of the tour, such as {MAP} comments:{first}"
            );
            Err(MapError::at(all[0].line)((1, message)))
        }
    }
}

/// Returns the fact of a name with indices, which count from 1.
fn fact(name: &str, indices: &[String], place: &Place) -> Result<Fact, String> {
    let is_move = ARCS.contains(&name) || name == EDGE;
    let (steps, squares) = indices.split_at(usize::from(!is_move));
    let vertex = |square: &[String]| vertex(place, &square.join(","));
    Ok(match (is_move, squares) {
        (true, [_, _] | [_, _, _, _]) => {
            let (from, to) = squares.split_at(squares.len() / 2);
            let (from, to) = (vertex(from)?, vertex(to)?);
            match name {
                EDGE => Fact::edge(from, to),
                _ => Fact::Arc { from, to },
            }
        }
        (false, [_] | [_, _]) => {
            let vertex = vertex(squares)?;
            let number = steps[0].parse();
            let step = number.map_err(|_| format!("'{}' is not a number", quote(&steps[0])))?;
            Fact::At { step, vertex }
        }
        (true, _) => return Err(format!("{name} needs two squares, such as {name}[b2][c4]")),
        _ => {
            let needed = "a step and a square, such as";
            return Err(format!("{name} needs {needed} {name}[3][2][2]"));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::{assert_message, cases};

    fn read(lines: &str) -> Result<Option<Meaning>, String> {
        let lines = (1..).zip(lines.split(", "));
        let comment = |(line, text): (u64, &str)| Comment {
            line,
            text: text.to_string(),
        };
        let comments: Vec<Comment> = lines.map(comment).collect();
        let meaning = from_comments(&comments, None, &"2x3".parse().unwrap());
        meaning.map_err(|error| error.to_string())
    }

    #[test]
    fn each_form_has_one_meaning_and_everything_else_is_prose() {
        let at = |step, vertex| Fact::At { step, vertex };
        let [from, to] = [4, 0];
        for (lines, fact) in [
            ("x[3][2][2] = 17", Some(at(3, 4))),
            ("17 x(3,b2)", Some(at(3, 4))),
            ("varname 17 pos[3][5]", Some(at(3, 4))),
            ("17 s[b2][a1]", Some(Fact::Arc { from, to })),
            ("a(2,2,1,1) = 17", Some(Fact::Arc { from, to })),
            ("17 e[b2][a1]", Some(Fact::edge(from, to))),
            ("17 x[0][1][1], 18 y[1]", Some(at(1, 0))),
            ("17 x_3_2_2", None),
            ("17 x(2,2) t=3", None),
            ("x[3][2][2] is 17", None),
            ("17 of 4 lines", None),
            ("17 x[9]", None),
        ] {
            let meaning = read(lines).unwrap();
            let found = meaning.map(|meaning| meaning.facts()[0].clone());
            let expected = fact.map(|fact| (fact, vec![literal("17").unwrap()]));
            assert_eq!(found, expected, "{lines}");
        }
    }

    #[test]
    fn a_name_that_fits_no_square_is_refused_with_its_line() {
        for (lines, expected) in cases(
            "
            x[1][1][1] = 1, x[1][3][2] = 2 => 2:1: …2x3 board…
            17 s[b2][a1], 17 s[b2][a1][a2] => 2:1: s needs two squares…
            17 x[b2][3] => 1:1: 'b2' is not a number…
            17 y[1][1], 18 z[1][1] => 1:1: the comments name variables y, z: select those…
            ",
        ) {
            let error = read(&lines).err().unwrap_or_else(|| panic!("{lines}"));
            assert_message(&error, &expected, &lines);
        }
    }
}
