//! Maps in the comments of a formula: `c x[1][2][3] = 17`, `c varname 17 x[1][2][3]`, `c 17
//! at(b2,1)`, `c 17 x(2,3) t=1`. The step comes first, unless the ranges of the indices exclude
//! that.

use super::names::{MAP, literal, vertex};
use crate::base::text::{TextError as MapError, is_digits, quote};
use crate::cnf::dimacs::read::Comment;
use crate::encoding::formula_spec;
use crate::prelude::*;

/// A comment that assigns a name with indices to a variable.
struct Named<'c> {
    line: u64,
    lit: Lit,
    name: &'c str,
    indices: Vec<&'c str>,
}

/// The most words of a comment that is no prose.
const MOST_WORDS: usize = 6;
/// Names for the number of a step, as in `t=3`.
const STEPS: [&str; 6] = ["t", "time", "step", "s", "i", "pos"];

/// Parses a comment that contains one number and one name with indices, in any order, and perhaps
/// the step as in `t=3`. Returns `None` for prose, and an error if a word is not understood.
fn named(comment: &Comment) -> Result<Option<Named<'_>>, MapError> {
    if comment.text.contains(formula_spec::PREFIX) {
        return Ok(None);
    }
    let mut depth = 0;
    let words = comment.text.split(|c: char| {
        depth += i32::from("[({".contains(c)) - i32::from("])}".contains(c));
        depth == 0 && (c.is_whitespace() || c == ':')
    });
    let words = words.filter(|word| !word.trim_matches('=').is_empty());
    let whole: Vec<&str> = words.collect();
    // An equals sign between a variable and its name, and one after the name of a step.
    let words = whole.iter().flat_map(|&word| match word.split_once('=') {
        Some(_) if step(word).is_some() => vec![word],
        _ => word.split('=').filter(|part| !part.is_empty()).collect(),
    });
    let words: Vec<&str> = words.collect();
    let mut all_indexed = words.iter().filter(|word| indexed(word).is_some());
    let (Some(&word), None) = (all_indexed.next(), all_indexed.next()) else {
        return Ok(None);
    };
    let (name, mut indices) = indexed(word).expect("checked");
    let mut lits = words.iter().filter_map(|word| literal(word));
    let Some(lit) = lits.next() else {
        return Ok(None);
    };
    let mut steps = words.iter().filter(|word| step(word).is_some());
    let mut rest = words.iter().filter(|&&other| {
        let is_number = literal(other) == Some(lit);
        other != word && !is_number && step(other).is_none()
    });
    let odd = rest.find(|word| word.contains(|c: char| c.is_ascii_digit()));
    let (first, more) = (steps.next(), steps.next());
    match odd.or(more).copied().or(lits.next().map(|_| words[0])) {
        None => {}
        Some(_) if words.len() > MOST_WORDS => return Ok(None),
        Some(odd) => {
            let mut whole = whole.into_iter();
            let whole = whole.find(|word| word.split('=').any(|part| part == odd));
            let odd = whole.unwrap_or(odd);
            let message = format!(
                "'{}' is not understood in this comment: write VARIABLE NAME(STEP,RANK,FILE), or \
                 give the meaning of the variables with {MAP} FILE",
                quote(odd)
            );
            return Err(MapError::at(comment.line)((1, message)));
        }
    }
    if let Some(number) = first.and_then(|word| step(word)) {
        indices.insert(0, number);
    }
    let is_move = ARCS.contains(&name) || EDGES.contains(&name);
    if let [a, b] = indices[..]
        && !is_move
        && !is_digits(a)
        && is_digits(b)
    {
        // A square and its step.
        indices.swap(0, 1);
    }
    Ok(Some(Named {
        line: comment.line,
        lit,
        name,
        indices,
    }))
}

/// Returns the number of a step, as in `t=3`.
fn step(word: &str) -> Option<&str> {
    let (name, number) = word.split_once('=')?;
    let is_step = STEPS.contains(&name) && !number.is_empty() && is_digits(number);
    is_step.then_some(number)
}

/// Returns true if the text of a map has the form of comments.
pub(super) fn is_comment(line: &str) -> bool {
    let text = line.to_string();
    !matches!(named(&Comment { line: 1, text }), Ok(None))
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
    let all = comments
        .iter()
        .filter_map(|comment| named(comment).transpose());
    let all: Vec<Named> = all.collect::<Result<_, _>>()?;
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
    let order = order(&ours, &zeros, place);
    let mut meaning = Meaning::new();
    for entry in &ours {
        let indices = entry.indices.iter().enumerate().map(from_one).collect_vec();
        let indices = match order.filter(|order| order.len() == indices.len()) {
            Some(order) => order.iter().map(|&at| indices[at].clone()).collect(),
            None => indices,
        };
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

/// Orders of the indices: the places of step, rank and file, or of step and vertex.
const ORDERS: [&[usize]; 8] = [
    &[0, 1, 2],
    &[2, 0, 1],
    &[0, 2, 1],
    &[2, 1, 0],
    &[1, 0, 2],
    &[1, 2, 0],
    &[0, 1],
    &[1, 0],
];

/// Returns the first order of numeric indices in which all are within the steps, ranks and files.
fn order(all: &[Named], zeros: &[bool], place: &Place) -> Option<&'static [usize]> {
    let name = all.first()?.name;
    let count = all
        .iter()
        .map(|entry| entry.indices.len())
        .all_equal_value()
        .ok()?;
    if ARCS.contains(&name) || EDGES.contains(&name) {
        return None;
    }
    let largest = (0..count).map(|at| {
        let numbers = all
            .iter()
            .map(|entry| entry.indices[at].parse::<u32>().ok());
        let largest = numbers.collect::<Option<Vec<u32>>>()?.into_iter().max()?;
        Some(largest.saturating_add(u32::from(zeros[at])))
    });
    let largest: Vec<u32> = largest.collect::<Option<_>>()?;
    // The step after the last of a closed tour is the first.
    let steps = place.len() + 1;
    let limits = match place.board() {
        Some(board) if count == 3 => vec![steps, board.ranks(), board.files()],
        _ => vec![steps, place.len()],
    };
    let fits = |order: &&[usize]| {
        let mut limits = order.iter().zip(&limits);
        order.len() == count && limits.all(|(&at, &limit)| largest[at] <= limit)
    };
    ORDERS.into_iter().find(fits)
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
    let vertex = |text: &str| vertex(place, text);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::{assert_message, cases};
    use crate::map;
    use itertools::iproduct;

    /// Returns the comments of all variables of x[step][rank][file], written by `name`.
    fn comments(sides: [u32; 2], name: impl Fn([u32; 3]) -> String) -> Vec<Comment> {
        let [ranks, files] = sides;
        let all = iproduct!(1..=ranks * files, 1..=ranks, 1..=files).enumerate();
        let comment = |(index, (step, rank, file)): (usize, (u32, u32, u32))| Comment {
            line: index as u64 + 1,
            text: name([step, rank, file]).replace('#', &(index + 1).to_string()),
        };
        all.map(comment).collect()
    }

    fn square(rank: u32, file: u32) -> String {
        Square { rank, file }.to_string()
    }

    #[test]
    fn indices_may_have_any_order_that_their_ranges_exclude_no_other() {
        let place: Place = "2x3".parse().unwrap();
        let named = |name: &dyn Fn([u32; 3]) -> String| {
            let meaning = from_comments(&comments([2, 3], name), None, &place);
            meaning.map_err(|error| error.to_string())
        };
        let plain = named(&|[i, j, k]| format!("# x[{i}][{j}][{k}]"))
            .unwrap()
            .unwrap();
        assert_eq!(plain.facts().len(), 36);
        // In the names, q is the square of rank j and file k, v its number, and the capitals count
        // from 0.
        for name in [
            "x[i][j][k] = #",
            "# x(j,k,i)",
            "# x(k,j,i)",
            "# x(i,k,j)",
            "# x(J,K,I)",
            "# at(q,i)",
            "# at(i,q)",
            "# at(q,I)",
            "# pos(J,K) t=I",
            "# pos(j,k) step=i",
            "pos(j,k) t=i : #",
            "# cell(v) t=i",
            "varname # v(i,v)",
            "x(i,j,k) -> #",
        ] {
            let (head, indices) = name.split_at(name.find(['(', '[']).unwrap());
            let fill = |[i, j, k]: [u32; 3]| {
                let numbers = [("i", i), ("j", j), ("k", k), ("v", (j - 1) * 3 + k)];
                let capitals = [("I", i - 1), ("J", j - 1), ("K", k - 1)];
                let filled = numbers.iter().chain(&capitals);
                let words = indices.replace("step=", "S=").replace('q', &square(j, k));
                let filled = filled.fold(words, |text, (name, number)| {
                    text.replace(name, &number.to_string())
                });
                format!("{head}{filled}").replace("S=", "step=")
            };
            let meaning = named(&fill).unwrap_or_else(|error| panic!("{name}: {error}"));
            let meaning = meaning.unwrap_or_else(|| panic!("{name}: nothing is read"));
            assert_eq!(meaning.facts(), plain.facts(), "{name}");
        }
    }

    #[test]
    fn a_comment_that_is_not_understood_is_named() {
        let place: Place = "2x3".parse().unwrap();
        for (name, expected) in cases(
            "
            # pos(1,2) z=0 => 1:1: 'z…is not understood in this comment…
            # x(1,2) b2 => 1:1: 'b2…is not understood in this comment…
            # x(1,2) 17 => …is not understood in this comment…
            ",
        ) {
            let found = from_comments(&comments([2, 3], |_| name.clone()), None, &place);
            let error = found.err().unwrap_or_else(|| panic!("{name}")).to_string();
            assert_message(&error, &expected, &name);
        }
        let prose = "17 of 4 lines are prose x[9]".to_string();
        assert!(
            from_comments(&comments([1, 1], |_| prose.clone()), None, &place)
                .unwrap()
                .is_none()
        );
    }

    #[test]
    fn a_map_may_have_the_form_of_comments_and_is_not_empty() {
        let place: Place = "2x3".parse().unwrap();
        let problem = place.problem(Kind::Open, None, None).unwrap();
        let lines = comments([2, 3], |[i, j, k]| format!("x[{i}][{j}][{k}] = #"));
        let meaning = from_comments(&lines, None, &place).unwrap().unwrap();
        let text = lines.iter().map(|line| line.text.clone() + "\n");
        let text: String = text.collect();
        let read = |text: &str| map::parse(text, &place, &problem);
        assert_eq!(
            read(&text).unwrap().facts(),
            meaning.settled(&problem).facts()
        );
        let fault = |text: &str| read(text).unwrap_err().to_string();
        assert!(fault("x[1][1][1] = 1\n17 3 b2\n").starts_with("2:1: found '17'"));
        for empty in ["", "\n\n", "# nothing\n"] {
            assert!(
                fault(empty).starts_with("1:1: the map is empty"),
                "{}",
                fault(empty)
            );
        }
        assert!(fault("# none\narcs\n").starts_with("2:1: the map names no variable"));
    }
}
