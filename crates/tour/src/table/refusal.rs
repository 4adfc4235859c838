//! The refusal of a problem by a backend, as a sentence.

use super::{Backend, Demand, stated_rules};
use crate::rule::{Atom, Counting, Rule};
use crate::{Kind, Problem, Property};
use itertools::Itertools;
use knightsat_base::text::OptionName;
use std::fmt;
use thiserror::Error;

/// Error: a backend does not support a problem.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub struct Refusal {
    /// The backend.
    #[doc(hidden)]
    pub backend: Backend,
    /// The demand that it does not take; two if it takes each of them alone.
    #[doc(hidden)]
    pub demands: Vec<Demand>,
    /// The rule that makes the demand, from 1.
    pub rule: Option<usize>,
    /// The property that makes it, if no rule does.
    pub property: Option<Property>,
    /// The values of the same option that take the whole problem.
    pub others: Vec<&'static str>,
}

impl Refusal {
    /// Returns the refusal of a rule with an atom that a formula of the backend lacks. The table
    /// promises the atoms, except some that name squares of several blocks.
    #[doc(hidden)]
    pub fn of_atom(problem: &Problem, backend: Backend, atom: &Atom) -> Refusal {
        let names = |rule: &Rule| rule.plain_atoms(problem).contains(atom);
        let cause = problem.rules().into_iter().find(names);
        let demands = cause.map(|rule| rule.demands_in(problem));
        let rule = stated_rules(problem).iter().position(names);
        Refusal {
            backend,
            demands: demands.unwrap_or_default().iter().collect(),
            rule: rule.map(|index| index + 1),
            property: None,
            others: Vec::new(),
        }
    }

    /// Names the first of these rules that makes a refused demand, or the first of these
    /// properties.
    pub(super) fn with_cause<V>(
        self,
        counting: Counting,
        rules: &[Rule<V>],
        (properties, kind): (&[Property], Kind),
    ) -> Refusal {
        let is_refused = |demand: Demand| self.demands.contains(&demand);
        let mut rules = rules.iter();
        let place = rules.position(|rule| rule.demands(counting).iter().any(is_refused));
        let rule = place.map(|index| index + 1);
        let mut properties = properties.iter().copied();
        let first = properties.find(|property| property.demands(kind).iter().any(is_refused));
        let property = first.filter(|_| rule.is_none());
        Refusal {
            rule,
            property,
            ..self
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.demands.iter().map(|demand| demand.words());
        let what = words.format(" together with ");
        write!(f, "{} does not support {what}", self.backend.words())?;
        if let Some(rule) = self.rule {
            write!(f, ", as in rule {rule}")?;
        }
        if let Some(property) = self.property {
            write!(f, ", which {} {property} demands", OptionName("only"))?;
        }
        match &self.others[..] {
            [] => Ok(()),
            [first @ .., last] => {
                f.write_str(": use ")?;
                let (key, _) = self.backend.option();
                if let Some(option) = key.split(' ').next_back().filter(|key| !key.is_empty()) {
                    write!(f, "{} ", OptionName(option))?;
                }
                write!(f, "{}", first.iter().format(", "))?;
                let or = if first.is_empty() { "" } else { " or " };
                write!(f, "{or}{last}")
            }
        }
    }
}
