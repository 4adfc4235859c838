//! Rules as text: a clause on each line, `#` begins a comment.

pub use knightsat_base::text::TextError as RuleError;

use super::count::{self, CountFault, Word};
use super::{Atom, Literal, Rule};
use crate::ProblemError;
use crate::fact::Fact;
use crate::geometry::NoDirection;
use crate::graph::{Coordinates, Graph};
use crate::place::Place;
use crate::statistic::{Angle, Statistic, cross};
use knightsat_base::input::without_mark;
use knightsat_base::text::{is_digits, quote};
use std::cell::OnceCell;

/// Reads the rules of a tour in a place. `or` joins facts, `not` negates one: `a1-c2`, `a1->c2`,
/// `d4@17`, `after(b3, e5)`; on boards also as in maps, `17 d4` and `a1 c2`. Boards have angles,
/// such as `turn(e5)`, and `cross(a1-c2, b1-b3)`. Facts are added up and compared, as in
/// `turns - a1-c2 <= 40`.
pub fn read(text: &str, place: &Place) -> Result<Vec<Rule<String>>, RuleError> {
    let reader = RuleReader {
        place,
        directions: place.directions(),
        graph: OnceCell::new(),
    };
    let mut rules = Vec::new();
    for (line, text) in (1..).zip(without_mark(text).lines()) {
        let words = count::words(text);
        if words.is_empty() {
            continue;
        }
        let rule = reader.rule(&words);
        rules.push(rule.map_err(RuleError::at(line))?);
    }
    Ok(rules)
}

struct RuleReader<'p> {
    place: &'p Place,
    directions: Result<Coordinates, NoDirection>,
    /// The graph of the place, laid out for the first move.
    graph: OnceCell<Graph>,
}

impl RuleReader<'_> {
    fn rule(&self, words: &[Word]) -> Result<Rule<String>, CountFault> {
        let mut literals: Vec<Literal<String>> = Vec::new();
        let mut end = words[0].0;
        for group in words.split(|(_, word)| *word == "or") {
            let (is_positive, names) = match group {
                [(_, "not"), names @ ..] => (false, names),
                names => (true, names),
            };
            let Some(&(column, name)) = names.last() else {
                let column = group.first().map_or(end, |(column, _)| *column);
                return Err((column, "a fact is missing, such as a1-c2 or d4@17".into()));
            };
            let atom = self.atom(names)?;
            let literal = Literal { atom, is_positive };
            if !literals.contains(&literal) {
                literals.push(literal);
            }
            end = column + name.chars().count();
        }
        Ok(Rule(literals))
    }

    fn atom(&self, names: &[Word]) -> Result<Atom<String>, CountFault> {
        if let Some(count) = count::read(names, |names| self.atom(names)) {
            return self.check_at(names[0].0, Atom::Count(count?));
        }
        let (column, name) = names[0];
        let is_name = |name: &str| self.place.vertex(name).is_ok();
        let text = match *names {
            [(_, step), (_, vertex)] if is_digits(step) && is_name(vertex) => {
                if self.place.outline().is_none() {
                    let message = format!("write {vertex}@{step} or {step}->{vertex}");
                    return Err((column, message));
                }
                format!("{vertex}@{step}")
            }
            [(_, from), (_, to)] if is_name(from) && is_name(to) => format!("{from}->{to}"),
            _ => name.to_string(),
        };
        let atom = text
            .parse::<Atom<String>>()
            .map_err(|error| (column, error.to_string() + &hint(meant(name))))?;
        if let (true, Some(&(column, word))) = (text == name, names.get(1)) {
            let hint = hint(nearest(word, ["or"]));
            let message = format!("'{}' is unexpected: write or between facts", quote(word));
            return Err((column, message + &hint));
        }
        self.check_at(column, atom)
    }

    fn check_at(&self, column: usize, atom: Atom<String>) -> Result<Atom<String>, CountFault> {
        self.check(atom).map_err(|message| (column, message))
    }

    /// Returns the atom with vertices in the notation of the place.
    fn check(&self, atom: Atom<String>) -> Result<Atom<String>, String> {
        let place = self.place;
        let vertices =
            atom.try_map(|name| place.vertex(name).map_err(|error| error.to_string()))?;
        let named = vertices.try_map(|&vertex| Ok::<_, String>(place.name(vertex)))?;
        let checked = vertices.check_statistics(&self.directions.as_ref().map_err(Clone::clone));
        checked.map_err(|error| error.to_string())?;
        for [&a, &b] in vertices.moves() {
            let graph = self.graph.get_or_init(|| place.graph());
            if !graph.has_edge(a, b) {
                let is_arc = matches!(vertices, Atom::Fact(Fact::Arc { .. }));
                let joint = if is_arc { "->" } else { "-" };
                let [a, b] = [a, b].map(|vertex| place.name(vertex));
                return Err(format!("{a}{joint}{b} is not a move {}", place.moves()));
            }
        }
        match vertices {
            Atom::Fact(Fact::At { step, .. }) if !(1..=place.len()).contains(&step) => {
                let steps = place.len();
                Err(ProblemError::NoStep { step, steps }.to_string())
            }
            Atom::Cross(one, other)
                if self
                    .directions
                    .as_ref()
                    .is_ok_and(|places| !cross(places, *one, *other)) =>
            {
                Err(format!("{named} is never true: these moves do not cross"))
            }
            Atom::After(a, b) if a == b => Err(format!("{named} is never true: name two vertices")),
            _ => Ok(named),
        }
    }
}

fn hint(meant: Option<String>) -> String {
    meant.map_or(String::new(), |meant| format!(" (did you mean {meant}?)"))
}

/// Returns the candidate that differs least from a word, by at most a letter in three.
fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<String> {
    let word = quote(word).to_lowercase();
    let far = (word.chars().count() / 3).max(1);
    let candidates = candidates.into_iter();
    let measured = candidates.map(|other| (strsim::osa_distance(&word, other), other));
    let near = measured.filter(|&(distance, _)| distance <= far).min();
    near.map(|(_, other)| other.to_string())
}

/// Returns what a wrong word may mean: `turms`, `afetr(b3, e5)`, a statistic without a bound.
fn meant(word: &str) -> Option<String> {
    if Statistic::named(word).is_some() {
        return Some(format!("{word} <= 40"));
    }
    let (name, rest) = word.split_at(word.find('(').unwrap_or(word.len()));
    let others = match rest {
        "" => &["or", "not", "turns", "crossings"][..],
        _ => &["after", "before", "cross", "turn"],
    };
    let angles = Angle::ALL.into_iter().filter(|angle| *angle != Angle::Turn);
    let names = others.iter().copied().chain(angles.map(Angle::name));
    nearest(name, names).map(|name| name + rest)
}
