//! Copies among formulas: equal clauses up to their order, the order of their literals, and the
//! numbers of variables without a meaning.
//!
//! ```
//! use knightsat_check::copies::{Agreement, agreement};
//! use knightsat_check::foreign::{self, Map};
//! use knightsat_check::tour::spec::Request;
//!
//! let read = |text: &str| {
//!     let (map, request) = (Map::Expression("(i-1)*N+v".into()), "1x2".parse::<Request>()?);
//!     let (_, file) = foreign::read(text.as_bytes(), "a.cnf", Some(&map), Some(request), false)?;
//!     Ok::<_, Box<dyn std::error::Error>>(file)
//! };
//! let [one, two] = ["p cnf 5 2\n1 5 0\n2 -5 0\n", "p cnf 6 2\n-6 2 0\n6 1 0\n"].map(read);
//! assert_eq!(agreement(&one?, &two?), Some(Agreement::UpToRenaming));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::foreign::File;
use crate::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The most rounds of refinement, and the most variables that are tried for one another.
const ROUNDS: usize = 64;
const TRIES: usize = 256;

/// The kind of agreement of two formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Agreement {
    /// Equal clauses in an equal order, with an equal meaning.
    Identical,
    /// Equal clauses after a renaming, in any order.
    UpToRenaming,
}

/// A formula with a colour for each variable: that of its fact, or of the clauses with it.
struct Coloured {
    clauses: Vec<Vec<Lit>>,
    colours: HashMap<u32, u64>,
    fixed: BTreeSet<u32>,
}

fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

impl Coloured {
    fn new(file: &File) -> Coloured {
        let cnf = file.clauses();
        let clauses: BTreeSet<Vec<Lit>> = cnf.clauses().map(sorted).collect();
        let mut facts: BTreeMap<u32, Vec<(Fact, usize, bool)>> = BTreeMap::new();
        let all = file.meaning.facts().iter().chain(file.meaning.twins());
        for (fact, lits) in all {
            for (index, lit) in lits.iter().enumerate() {
                let fact = (*fact, index, lit.is_positive());
                facts.entry(lit.var().number()).or_default().push(fact);
            }
        }
        let fixed = facts.keys().copied().collect();
        let meant = facts
            .iter()
            .map(|(&number, facts)| (number, hash((1, facts))));
        let used = clauses.iter().flatten().map(|lit| (lit.var().number(), 0));
        let mut coloured = Coloured {
            colours: used.chain(meant.collect_vec()).collect(),
            clauses: clauses.into_iter().collect(),
            fixed,
        };
        coloured.refine();
        coloured
    }

    fn signature(&self, clause: &[Lit]) -> Vec<(u64, bool)> {
        let of = |lit: &Lit| (self.colours[&lit.var().number()], lit.is_positive());
        clause.iter().map(of).sorted_unstable().collect()
    }

    /// Returns the number of colours.
    fn classes(&self) -> usize {
        self.colours.values().unique().count()
    }

    /// Refines the colours of variables without a meaning by those of their clauses.
    fn refine(&mut self) {
        for _ in 0..ROUNDS {
            let before = self.classes();
            let mut around: HashMap<u32, Vec<(u64, bool)>> = HashMap::new();
            for clause in &self.clauses {
                let signature = hash(self.signature(clause));
                for lit in clause {
                    let place = (signature, lit.is_positive());
                    around.entry(lit.var().number()).or_default().push(place);
                }
            }
            for (number, mut places) in around {
                if !self.fixed.contains(&number) {
                    places.sort_unstable();
                    let colour = self.colours.get_mut(&number).expect("it is in a clause");
                    *colour = hash((*colour, places));
                }
            }
            if self.classes() == before {
                return;
            }
        }
    }

    fn invariant(&self) -> u64 {
        let signatures = self.clauses.iter().map(|clause| self.signature(clause));
        hash(signatures.sorted_unstable().collect_vec())
    }

    /// Returns the variables by colour.
    fn by_colour(&self) -> BTreeMap<u64, Vec<u32>> {
        let mut all: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
        for (&number, &colour) in self.colours.iter().sorted_unstable() {
            all.entry(colour).or_default().push(number);
        }
        all
    }

    fn with_own_colour(&self, number: u32) -> Coloured {
        let mut coloured = Coloured {
            clauses: self.clauses.clone(),
            colours: self.colours.clone(),
            fixed: self.fixed.clone(),
        };
        coloured
            .colours
            .insert(number, hash((2, self.colours[&number])));
        coloured.refine();
        coloured
    }

    /// Returns true if a renaming makes the clauses those of `other`.
    fn is_renamed(&self, other: &Coloured, tries: &mut usize) -> bool {
        let [ours, theirs] = [self, other].map(Coloured::by_colour);
        let sizes = |all: &BTreeMap<u64, Vec<u32>>| {
            let sizes = all.iter().map(|(&colour, numbers)| (colour, numbers.len()));
            sizes.collect_vec()
        };
        if *tries == 0 || sizes(&ours) != sizes(&theirs) {
            return false;
        }
        *tries -= 1;
        let Some((colour, numbers)) = ours.iter().find(|(_, numbers)| numbers.len() > 1) else {
            let pairs = ours.values().flatten().zip(theirs.values().flatten());
            let new: HashMap<u32, u32> = pairs.map(|(&old, &new)| (old, new)).collect();
            let renamed = |lit: &Lit| {
                let var = Var::new(new[&lit.var().number()]).expect("a number of the other");
                if lit.is_positive() {
                    var.pos()
                } else {
                    var.neg()
                }
            };
            let clauses = self.clauses.iter();
            let clauses: BTreeSet<Vec<Lit>> = clauses
                .map(|clause| sorted(&clause.iter().map(renamed).collect_vec()))
                .collect();
            return clauses.iter().eq(other.clauses.iter());
        };
        let one = self.with_own_colour(numbers[0]);
        theirs[colour]
            .iter()
            .any(|&number| one.is_renamed(&other.with_own_colour(number), tries))
    }
}

fn sorted(clause: &[Lit]) -> Vec<Lit> {
    let clause = clause.iter().copied();
    clause.sorted_unstable().dedup().collect()
}

/// Returns a number that is the same for formulas that agree up to renaming.
pub fn invariant(file: &File) -> u64 {
    Coloured::new(file).invariant()
}

/// Returns how two formulas agree. Only a renaming that was found counts.
pub fn agreement(one: &File, other: &File) -> Option<Agreement> {
    let [ours, theirs] = [one, other].map(File::clauses);
    if ours.clauses().eq(theirs.clauses()) && one.meaning.facts() == other.meaning.facts() {
        return Some(Agreement::Identical);
    }
    let [ours, theirs] = [one, other].map(Coloured::new);
    let is_same = ours.invariant() == theirs.invariant();
    (is_same && ours.is_renamed(&theirs, &mut TRIES.clone())).then_some(Agreement::UpToRenaming)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::foreign::{self, Map};
    use crate::tour::spec::Request;

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
            let is_same = invariant(&one) == invariant(&other);
            let how = agreement(&one, &other);
            assert!(is_same || how.is_none());
            how
        };
        let same = own.strip_prefix(head).unwrap();
        assert_eq!(agrees(map, same), Some(Agreement::Identical));
        let renamed = "-2 -1 0\n1 -5 0\n5 4 -7 0\n3 -6 7 0\n6 2 1 0\n";
        assert_eq!(agrees(map, renamed), Some(Agreement::UpToRenaming));
        // Another map, with the numbers that it gives.
        let other_map = "5 1 a1\n6 1 b1\n7 2 a1\n1 2 b1\n";
        let numbered = "5 6 2 0\n-2 7 3 0\n-3 1 4 0\n-4 5 0\n-5 -6 0\n";
        assert_eq!(agrees(other_map, numbered), Some(Agreement::UpToRenaming));
        // Another literal, and another meaning of the same clauses.
        let changed = "1 2 5 0\n-5 3 6 0\n-6 4 7 0\n-7 -1 0\n-1 -2 0\n";
        assert_eq!(agrees(map, changed), None);
        assert_eq!(agrees("1 2 a1\n2 1 b1\n3 1 a1\n4 2 b1\n", same), None);
    }

    /// Refinement alone separates no variable of a cycle of implications; two cycles of three have
    /// the same colours as one of six.
    #[test]
    fn equal_colours_are_no_renaming() {
        let map = "1 1 a1\n2 1 b1\n3 2 a1\n4 2 b1\n";
        let cycle = |numbers: &[u32]| {
            let next = numbers.iter().cycle().skip(1);
            let clauses = numbers.iter().zip(next);
            clauses
                .map(|(a, b)| format!("-{a} {b} 0\n"))
                .collect::<String>()
        };
        let text = |cycles: &str| format!("p cnf 10 7\n1 2 3 4 0\n{cycles}");
        let one = read(map, &text(&cycle(&[5, 6, 7, 8, 9, 10])));
        let other = read(map, &text(&cycle(&[5, 9, 7, 6, 10, 8])));
        let two = read(map, &text(&(cycle(&[5, 6, 7]) + &cycle(&[8, 9, 10]))));
        assert_eq!(agreement(&one, &other), Some(Agreement::UpToRenaming));
        assert_eq!(invariant(&one), invariant(&two));
        assert_eq!(agreement(&one, &two), None);
    }
}
