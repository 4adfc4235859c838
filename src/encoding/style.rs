//! Which encoding, with its options: by name, in words, and as the entries of a recipe.

use super::successor::{self, Connectivity, Variables};
use super::{binary, position};
use crate::gadget::amo::Amo;
use clap::ValueEnum;
use thiserror::Error;

/// How to encode: everything but the problem that decides which clauses are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Which encoding.
    pub encoding: Encoding,
    /// Split clauses of more than three literals.
    pub three_cnf: bool,
}

/// An encoding with its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Which vertex at which step.
    Position(position::Options),
    /// The same in bits.
    Binary(binary::Options),
    /// Which vertex after which.
    Successor(successor::Options),
}

/// The name of an encoding.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, ValueEnum, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Name {
    /// Which square at which step, pruned and with redundant clauses
    Position,
    /// The same as the textbooks have it, corrected
    Textbook,
    /// Rank and file of every step in bits
    Binary,
    /// Edges of the tour, and which square is before which
    Order,
    /// Arcs of the tour, and the position of every square, a variable each
    Distance,
    /// Arcs, and the position of every square in binary
    Adder,
    /// Arcs, and the position of every square as the state of a shift register
    Lfsr,
    /// Arcs, and the position of every square modulo several numbers
    Crt,
    /// Arcs without a cycle, by eliminating the squares
    Elimination,
    /// Edges, two at every square, and cuts as they are needed: for boards of any size
    Lazy,
}

impl Name {
    /// All of them.
    pub const ALL: [Name; 10] = [
        Name::Position,
        Name::Textbook,
        Name::Binary,
        Name::Order,
        Name::Distance,
        Name::Adder,
        Name::Lfsr,
        Name::Crt,
        Name::Elimination,
        Name::Lazy,
    ];

    /// The style of this name, nothing else asked for.
    pub fn style(self) -> Style {
        let successor = |connectivity| Encoding::Successor(successor::Options::of(connectivity));
        let encoding = match self {
            Name::Textbook => return Style::TEXTBOOK,
            Name::Position => Encoding::Position(position::Options::DEFAULT),
            Name::Binary => Encoding::Binary(binary::Options::DEFAULT),
            Name::Order => successor(Connectivity::Order),
            Name::Distance => successor(Connectivity::Distance),
            Name::Adder => successor(Connectivity::Adder),
            Name::Lfsr => successor(Connectivity::Lfsr),
            Name::Crt => successor(Connectivity::Crt),
            Name::Elimination => successor(Connectivity::Elimination),
            Name::Lazy => successor(Connectivity::None),
        };
        Style::of(encoding)
    }
}

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let value = self.to_possible_value().expect("no encoding is hidden");
        f.pad(value.get_name())
    }
}

impl Style {
    /// The textbook formula, split to three literals a clause.
    pub const TEXTBOOK: Style = Style {
        encoding: Encoding::Position(position::Options::TEXTBOOK),
        three_cnf: true,
    };

    /// What is used where nothing is asked for.
    pub const DEFAULT: Style = Style::of(Encoding::Position(position::Options::DEFAULT));

    /// An encoding, its clauses as they are.
    pub const fn of(encoding: Encoding) -> Style {
        Style {
            encoding,
            three_cnf: false,
        }
    }

    /// The position encoding with these options, its clauses as they are.
    pub const fn position(options: position::Options) -> Style {
        Style::of(Encoding::Position(options))
    }

    /// The name of the encoding; whether clauses are split does not matter.
    pub fn name(&self) -> Name {
        match self.encoding {
            Encoding::Position(position::Options::TEXTBOOK) => Name::Textbook,
            Encoding::Position(_) => Name::Position,
            Encoding::Binary(_) => Name::Binary,
            Encoding::Successor(options) => match options.connectivity {
                Connectivity::None => Name::Lazy,
                Connectivity::Order => Name::Order,
                Connectivity::Distance => Name::Distance,
                Connectivity::Adder => Name::Adder,
                Connectivity::Lfsr => Name::Lfsr,
                Connectivity::Crt => Name::Crt,
                Connectivity::Elimination => Name::Elimination,
            },
        }
    }

    /// Rules out one of a tour and its reverse, where the encoding can and is not the textbook's.
    pub fn in_one_direction(&mut self) {
        match &mut self.encoding {
            Encoding::Position(position::Options::TEXTBOOK) => {}
            Encoding::Position(options) => options.one_direction = true,
            Encoding::Binary(_) => {}
            Encoding::Successor(options) => options.one_direction = true,
        }
    }

    /// Sets the at-most-one encodings, of squares per step and of steps per square; `None` leaves what
    /// the encoding prefers. Those with arcs take one for everything, the others have no choice.
    pub fn set_amo(&mut self, [step, square]: [Option<Amo>; 2]) -> Result<(), TwoAmos> {
        match &mut self.encoding {
            Encoding::Position(position::Options::TEXTBOOK) | Encoding::Binary(_) => {}
            Encoding::Position(options) => {
                options.step_amo = step.unwrap_or(options.step_amo);
                options.square_amo = square.unwrap_or(options.square_amo);
            }
            Encoding::Successor(options) if options.variables == Variables::Edges => {}
            Encoding::Successor(_) if step != square => return Err(TwoAmos(self.name())),
            Encoding::Successor(options) => options.amo = step.or(options.amo),
        }
        Ok(())
    }

    /// Its at-most-one encodings: one, two with a comma, or empty where there is no choice.
    pub fn amo(&self) -> String {
        match self.encoding {
            Encoding::Position(options) if options.step_amo == options.square_amo => {
                options.step_amo.to_string()
            }
            Encoding::Position(options) => format!("{},{}", options.step_amo, options.square_amo),
            Encoding::Binary(_) => String::new(),
            Encoding::Successor(options) if options.variables == Variables::Edges => String::new(),
            Encoding::Successor(options) => {
                options.amo.map_or("auto".into(), |amo| amo.to_string())
            }
        }
    }

    /// Its other options, in a word or two.
    pub fn options(&self) -> String {
        let mut words: Vec<String> = Vec::new();
        let mut add = |is_given: bool, word: &str| words.extend(is_given.then(|| word.to_string()));
        match self.encoding {
            Encoding::Position(options) => {
                add(options.arcs, "arcs");
                add(options.one_direction, "one direction");
                add(options.negate, "negated");
            }
            Encoding::Binary(options) => add(true, &options.different.to_string()),
            Encoding::Successor(options) => {
                add(options.variables == Variables::Arcs, "arcs");
                add(options.variables == Variables::Edges, "edges");
                add(options.one_direction, "one direction");
                if let Some(cycle) = options.cycle {
                    add(true, &format!("cycle {cycle}"));
                }
            }
        }
        add(self.three_cnf, "3-cnf");
        words.join(", ")
    }

    /// Key and value of everything that decides the formula, as [`Style::set`] reads them.
    pub fn entries(&self) -> Vec<(&'static str, String)> {
        let yes_no = |yes: bool| if yes { "yes" } else { "no" }.to_string();
        let mut entries = Vec::new();
        match self.encoding {
            Encoding::Position(options) => {
                entries.push(("encoding", "position".to_string()));
                entries.push(("step-amo", options.step_amo.to_string()));
                entries.push(("square-amo", options.square_amo.to_string()));
                for (key, yes) in [
                    ("prune", options.prune),
                    ("predecessors", options.predecessors),
                    ("square-at-least-one", options.square_at_least_one),
                    ("arcs", options.arcs),
                    ("one-direction", options.one_direction),
                    ("negate", options.negate),
                ] {
                    entries.push((key, yes_no(yes)));
                }
            }
            Encoding::Binary(options) => {
                entries.push(("encoding", "binary".to_string()));
                entries.push(("different", options.different.to_string()));
                entries.push(("prune", yes_no(options.prune)));
            }
            Encoding::Successor(options) => {
                entries.push(("encoding", options.connectivity.to_string()));
                let variables = match options.variables {
                    Variables::Arcs => "arcs",
                    Variables::Edges => "edges",
                };
                entries.push(("variables", variables.to_string()));
                entries.extend(options.amo.map(|amo| ("amo", amo.to_string())));
                entries.push(("one-direction", yes_no(options.one_direction)));
                entries.extend(options.cycle.map(|cycle| ("cycle", cycle.to_string())));
            }
        }
        entries.push(("three-cnf", yes_no(self.three_cnf)));
        entries
    }

    /// Sets what an entry says: `None` if there is no such key, an error if it has no such value.
    /// The encoding comes before its options.
    pub fn set(&mut self, key: &str, value: &str) -> Option<Result<(), BadValue>> {
        let yes_no = || match value {
            "yes" => Ok(true),
            "no" => Ok(false),
            _ => Err(BadValue),
        };
        fn read<T: std::str::FromStr>(value: &str) -> Result<T, BadValue> {
            value.parse().map_err(|_| BadValue)
        }
        fn put<T>(place: &mut T, value: Result<T, BadValue>) -> Option<Result<(), BadValue>> {
            Some(value.map(|value| *place = value))
        }
        match (key, &mut self.encoding) {
            ("three-cnf", _) => put(&mut self.three_cnf, yes_no()),
            ("encoding", encoding) => {
                let name = Name::from_str(value, false).map_err(|_| BadValue);
                match name {
                    // A version without a name for the rest has written it.
                    Ok(Name::Position) if matches!(encoding, Encoding::Position(_)) => Some(Ok(())),
                    name => put(encoding, name.map(|name| name.style().encoding)),
                }
            }
            ("step-amo", Encoding::Position(o)) => put(&mut o.step_amo, read(value)),
            ("square-amo", Encoding::Position(o)) => put(&mut o.square_amo, read(value)),
            ("arcs", Encoding::Position(o)) => put(&mut o.arcs, yes_no()),
            ("one-direction", Encoding::Position(o)) => put(&mut o.one_direction, yes_no()),
            ("negate", Encoding::Position(o)) => put(&mut o.negate, yes_no()),
            ("prune", Encoding::Position(o)) => put(&mut o.prune, yes_no()),
            ("predecessors", Encoding::Position(o)) => put(&mut o.predecessors, yes_no()),
            ("square-at-least-one", Encoding::Position(o)) => {
                put(&mut o.square_at_least_one, yes_no())
            }
            ("different", Encoding::Binary(o)) => put(&mut o.different, read(value)),
            ("prune", Encoding::Binary(o)) => put(&mut o.prune, yes_no()),
            ("variables", Encoding::Successor(o)) => {
                let variables = Variables::from_str(value, false).map_err(|_| BadValue);
                put(&mut o.variables, variables)
            }
            ("amo", Encoding::Successor(o)) => put(&mut o.amo, read(value).map(Some)),
            ("one-direction", Encoding::Successor(o)) => put(&mut o.one_direction, yes_no()),
            ("cycle", Encoding::Successor(o)) => put(&mut o.cycle, read(value).map(Some)),
            _ => None,
        }
    }
}

/// Two at-most-one encodings for an encoding that takes one.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("names two at-most-one encodings, and {0} takes one")]
pub struct TwoAmos(Name);

/// The key has no such value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadValue;
