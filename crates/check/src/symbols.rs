//! Literals and clauses as textbooks write them.

use super::meaning::{Fact, Meaning};
use knightsat_cnf::Lit;
use knightsat_tour::place::Place;
use std::collections::HashMap;

/// The symbols of all literals.
#[derive(Clone, Debug)]
pub struct Symbols {
    /// By variable: the symbol, and whether it stands for the variable and not for its negation.
    of: HashMap<u32, (String, bool)>,
}

impl Symbols {
    /// Facts that one literal says give it their symbol.
    pub fn new(meaning: &Meaning, place: &Place) -> Symbols {
        let names = meaning.names.iter();
        let mut of: HashMap<u32, (String, bool)> = names
            .map(|(&number, name)| (number, (name.clone(), true)))
            .collect();
        let single = |(fact, lits): &(Fact, Vec<Lit>)| match lits[..] {
            [lit] => Some((*fact, lit)),
            _ => None,
        };
        let said = meaning.facts().iter().filter_map(single);
        for (fact, lit) in said.chain(meaning.also.iter().copied()) {
            let symbol = (fact.symbol(place), lit.is_positive());
            of.insert(lit.var().number(), symbol);
        }
        Symbols { of }
    }

    /// A literal in symbols; a variable that has none is `z` and its number.
    pub fn of(&self, lit: Lit) -> String {
        let number = lit.var().number();
        let (symbol, is_positive) = match self.of.get(&number) {
            Some((symbol, is_positive)) => (symbol.clone(), *is_positive),
            None => (format!("z{number}"), true),
        };
        let sign = if lit.is_positive() == is_positive {
            ""
        } else {
            "¬"
        };
        sign.to_string() + &symbol
    }

    /// A clause in symbols, shortened if it is long.
    pub fn clause(&self, lits: &[Lit]) -> String {
        const SHOWN: usize = 10;
        if lits.is_empty() {
            return "⊥ (the empty clause)".into();
        }
        let mut words: Vec<String> = lits.iter().take(SHOWN).map(|&lit| self.of(lit)).collect();
        if lits.len() > SHOWN {
            words.push(format!("… ({} more)", lits.len() - SHOWN));
        }
        words.join(" ∨ ")
    }
}
