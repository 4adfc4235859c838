//! Copies among formulas: equal clauses up to their order, the order of their literals, and the
//! numbers of variables without a meaning.
//!
//! Each formula has a normal form. Variables get colours: those with a meaning by their facts, the
//! others by the clauses around them, until no further variables differ. The variables of the
//! normal form are the colours; those of one colour are counted in the order of their numbers.

use itertools::Itertools;
use knightsat_check::cnf::Lit;
use knightsat_check::table::{RIGHT, Row};
use knightsat_check::{Fact, File};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The most clauses of formulas that are compared.
const MOST_COMPARED: u64 = 500_000;

fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The different clauses, sorted.
type Clauses = BTreeSet<BTreeSet<Lit>>;

/// Returns the colour of each variable.
fn colours(file: &File, clauses: &Clauses) -> BTreeMap<u32, u64> {
    let mut facts: BTreeMap<u32, Vec<(Fact, usize, bool)>> = BTreeMap::new();
    for (fact, lits) in file.meaning.facts() {
        for (index, lit) in lits.iter().enumerate() {
            let fact = (*fact, index, lit.is_positive());
            facts.entry(lit.var().number()).or_default().push(fact);
        }
    }
    let used = clauses.iter().flatten().map(|lit| (lit.var().number(), 0));
    let mut colours: BTreeMap<u32, u64> = used.collect();
    colours.extend(facts.iter().map(|(&number, facts)| (number, hash(facts))));
    let count = |colours: &BTreeMap<u32, u64>| colours.values().unique().count();
    let mut before = 0;
    while before < count(&colours) {
        before = count(&colours);
        let mut around: HashMap<u32, Vec<(u64, bool)>> = HashMap::new();
        for clause in clauses {
            let of = |lit: &Lit| (colours[&lit.var().number()], lit.is_positive());
            let signature = hash(clause.iter().map(of).sorted_unstable().collect_vec());
            for lit in clause {
                let place = (signature, lit.is_positive());
                around.entry(lit.var().number()).or_default().push(place);
            }
        }
        around.retain(|number, _| !facts.contains_key(number));
        for (number, mut places) in around {
            places.sort_unstable();
            colours.insert(number, hash((colours[&number], places)));
        }
    }
    colours
}

/// Returns the number of the normal form of a formula.
fn normal_form(file: &File) -> u64 {
    let cnf = file.clauses();
    let sorted = |clause: &[Lit]| clause.iter().copied().collect();
    let clauses: Clauses = cnf.clauses().map(sorted).collect();
    let mut counts: HashMap<u64, u32> = HashMap::new();
    let colours = colours(file, &clauses).into_iter();
    let mut count = |colour| {
        let count = counts.entry(colour).or_default();
        *count += 1;
        *count
    };
    let names = colours.map(|(number, colour)| (number, (colour, count(colour))));
    let names: BTreeMap<u32, (u64, u32)> = names.collect();
    let of = |lit: &Lit| (names[&lit.var().number()], lit.is_positive());
    let named = clauses
        .iter()
        .map(|clause| clause.iter().map(of).sorted_unstable().collect_vec());
    hash(named.sorted_unstable().collect_vec())
}

/// Formulas of several students that agree.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Copies {
    /// The board.
    pub board: String,
    /// The students.
    pub students: BTreeSet<String>,
    /// True if the formulas are right: those of one assignment may agree by themselves.
    pub is_right: bool,
}

impl Copies {
    /// Returns the sentence.
    pub fn sentence(&self) -> String {
        let names = self.students.iter().join(", ");
        let but = if self.is_right {
            " (they are right: solutions of one assignment may agree by themselves)"
        } else {
            ""
        };
        let board = &self.board;
        format!("{board}: the submissions of {names} agree up to renaming and order{but}")
    }

    /// Returns the copies among the formulas of rows, which `read` reads, and the errors of `read`.
    /// Files that were unreadable before, and very large ones, are left out.
    pub fn among<E>(
        rows: &[Row],
        read: impl Fn(&Row) -> Result<File, E>,
    ) -> (BTreeSet<Copies>, Vec<E>) {
        let mut found: HashMap<_, Copies> = HashMap::new();
        let mut errors = Vec::new();
        let is_compared = |row: &&Row| (1..=MOST_COMPARED).contains(&row.report.size.clauses);
        for row in rows.iter().filter(is_compared) {
            match read(row) {
                Ok(file) => {
                    let copies = found.entry((&row.board, normal_form(&file)));
                    let copies = copies.or_insert_with(|| Copies {
                        board: row.board.clone(),
                        students: BTreeSet::new(),
                        is_right: row.report.verdict() == RIGHT,
                    });
                    copies.students.insert(row.student.clone());
                }
                Err(error) => errors.push(error),
            }
        }
        let found = found
            .into_values()
            .filter(|copies| copies.students.len() > 1);
        (found.collect(), errors)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use knightsat_check::foreign::{self, Map};
    use knightsat_check::tour::spec::Request;

    fn read(map: &str, text: &str) -> File {
        let request: Request = "1x2".parse().unwrap();
        let map = Map::Text {
            name: "map".into(),
            text: map.into(),
        };
        let read = foreign::read(text.as_bytes(), "t.cnf", Some(&map), Some(request), false);
        read.unwrap().1
    }

    /// Variables 1 to 4 have a meaning; 5 to 7 have none.
    #[test]
    fn formulas_agree_up_to_order_and_a_renaming_of_variables_without_a_meaning() {
        let map = "1 1 a1\n2 1 b1\n3 2 a1\n4 2 b1\n";
        let head = "p cnf 7 5\n";
        let own = format!("{head}1 2 5 0\n-5 3 6 0\n-6 4 7 0\n-7 1 0\n-1 -2 0\n");
        let one = read(map, &own);
        let agrees = |map: &str, clauses: &str| {
            let other = read(map, &format!("{head}{clauses}"));
            normal_form(&one) == normal_form(&other)
        };
        let same = own.strip_prefix(head).unwrap();
        assert!(agrees(map, same));
        let renamed = "-2 -1 0\n1 -5 0\n5 4 -7 0\n3 -6 7 0\n6 2 1 0\n";
        assert!(agrees(map, renamed));
        // Another map, with the numbers that it gives.
        let other_map = "5 1 a1\n6 1 b1\n7 2 a1\n1 2 b1\n";
        let numbered = "5 6 2 0\n-2 7 3 0\n-3 1 4 0\n-4 5 0\n-5 -6 0\n";
        assert!(agrees(other_map, numbered));
        // Another literal, and another meaning of the same clauses.
        let changed = "1 2 5 0\n-5 3 6 0\n-6 4 7 0\n-7 -1 0\n-1 -2 0\n";
        assert!(!agrees(map, changed));
        assert!(!agrees("1 2 a1\n2 1 b1\n3 1 a1\n4 2 b1\n", same));
    }

    /// Two cycles of three implications have the same colours as one of six.
    #[test]
    fn equal_colours_are_no_equal_clauses() {
        let map = "1 1 a1\n2 1 b1\n3 2 a1\n4 2 b1\n";
        let text = |clauses: &str| format!("p cnf 10 7\n1 2 3 4 0\n{clauses}");
        let six = "-5 6 0\n-6 7 0\n-7 8 0\n-8 9 0\n-9 10 0\n-10 5 0\n";
        let threes = "-5 6 0\n-6 7 0\n-7 5 0\n-8 9 0\n-9 10 0\n-10 8 0\n";
        let [one, two] = [six, threes].map(|clauses| read(map, &text(clauses)));
        assert_ne!(normal_form(&one), normal_form(&two));
    }
}
