//! Rules and equal sums as clauses over the variables of steps or of edges, as the documentation of
//! [the crate](super) defines them.

use super::degrees::{Augmented, Take, numbered};
use super::steps::Timetable;
use knightsat_tour::Problem;
use knightsat_tour::fact::Fact;
use knightsat_tour::magic::StepSum;
use knightsat_tour::rule::{Atom, Count, Counted, Relation, Rule};
use knightsat_tour::statistic::Alternative;
use std::collections::HashMap;

/// A constant in place of a literal. No clause contains it or its negation.
const TRUE: i32 = i32::MAX;

/// The variables of a formula.
#[derive(Clone, Copy)]
pub(super) enum Basis<'s> {
    /// Vertices at steps.
    Steps(Timetable<'s>),
    /// Edges, for rules without a direction.
    Edges(&'s Augmented),
}

/// Passes on the clauses of rules and sums, and defines the atoms in them.
pub(super) struct RuleClauses<'c, E> {
    basis: Basis<'c>,
    problem: &'c Problem,
    /// The number of variables so far.
    variables: &'c mut i64,
    take: Take<'c, E>,
    atoms: HashMap<Atom, i32>,
    alternatives: HashMap<Alternative, i32>,
}

impl<'c, E> RuleClauses<'c, E> {
    pub fn new(
        basis: Basis<'c>,
        problem: &'c Problem,
        variables: &'c mut i64,
        take: Take<'c, E>,
    ) -> Self {
        RuleClauses {
            basis,
            problem,
            variables,
            take,
            atoms: HashMap::new(),
            alternatives: HashMap::new(),
        }
    }

    /// Requires the same sum of steps as on the other ranks, or files.
    pub fn line(&mut self, line: &StepSum) -> Result<(), E> {
        let Some(sum) = line.sum else {
            return self.clause([]);
        };
        let mut terms = Vec::new();
        for &vertex in &line.vertices {
            let steps = 0..self.steps().len;
            terms.extend(steps.map(|step| (i64::from(step) + 1, self.at(step, vertex))));
        }
        let is_equal = self.compare(&terms, Relation::Equal, sum as i64)?;
        self.clause([is_equal])
    }

    /// Requires a rule.
    pub fn rule(&mut self, rule: &Rule) -> Result<(), E> {
        let mut lits = Vec::new();
        for literal in &rule.0 {
            let lit = self.atom(&literal.atom)?;
            lits.push(if literal.is_positive { lit } else { -lit });
        }
        self.clause(lits)
    }

    fn fresh(&mut self) -> i32 {
        *self.variables += 1;
        numbered(*self.variables)
    }

    fn steps(&self) -> Timetable<'c> {
        match self.basis {
            Basis::Steps(steps) => steps,
            Basis::Edges(_) => unreachable!("these rules have no direction"),
        }
    }

    fn at(&self, step: u32, vertex: u32) -> i32 {
        self.steps().is_at(step, vertex)
    }

    /// Passes on a clause in the order of its variables, without false constants and repeated
    /// literals, unless it is always true.
    fn clause(&mut self, lits: impl IntoIterator<Item = i32>) -> Result<(), E> {
        self.ordered_clause(lits.into_iter().collect())
    }

    /// Does so for all callers: a generic copy of the sort for each of them compiles slowly.
    fn ordered_clause(&mut self, mut clause: Vec<i32>) -> Result<(), E> {
        clause.retain(|&lit| lit != -TRUE);
        clause.sort_unstable_by_key(|lit| (lit.unsigned_abs(), *lit));
        clause.dedup();
        let is_true = clause.last() == Some(&TRUE);
        if is_true || clause.windows(2).any(|pair| pair[0] == -pair[1]) {
            return Ok(());
        }
        (self.take)(&clause)
    }

    /// Returns the literal of an atom.
    fn atom(&mut self, atom: &Atom) -> Result<i32, E> {
        if let Some(&lit) = self.atoms.get(atom) {
            return Ok(lit);
        }
        let lit = match atom {
            Atom::Fact(Fact::At { step, vertex }) => self.at(step - 1, *vertex),
            Atom::Fact(Fact::Arc { from, to }) => self.adjacent(*from, *to, false)?,
            Atom::Fact(Fact::Edge(ends)) => match self.basis {
                Basis::Steps(_) => self.adjacent(ends[0], ends[1], true)?,
                Basis::Edges(augmented) => augmented.variable(**ends).unwrap_or(-TRUE),
            },
            Atom::After(later, earlier) => self.after(*later, *earlier)?,
            Atom::Angle(..) | Atom::Cross(..) => {
                let alternatives = atom.alternatives(self.problem);
                self.one_of(&alternatives)?
            }
            Atom::Count(count) => self.count(count)?,
        };
        self.atoms.insert(atom.clone(), lit);
        Ok(lit)
    }

    /// Defines that the tour takes the arc from `from` to `to`, or with `both_ways` the edge.
    fn adjacent(&mut self, from: u32, to: u32, both_ways: bool) -> Result<i32, E> {
        let is_taken = self.fresh();
        for step in 0..self.steps().len {
            let [before, after] = self.steps().adjacent_steps(step);
            let beside = after.into_iter().chain(before.filter(|_| both_ways));
            let there: Vec<i32> = beside.map(|other| self.at(other, to)).collect();
            let here = self.at(step, from);
            for &there in &there {
                self.clause([is_taken, -here, -there])?;
            }
            self.clause([-is_taken, -here].into_iter().chain(there))?;
        }
        Ok(is_taken)
    }

    /// Defines that `later` comes after `earlier`.
    fn after(&mut self, later: u32, earlier: u32) -> Result<i32, E> {
        let is_later = self.fresh();
        let len = self.steps().len;
        let there: Vec<i32> = (0..len).map(|step| self.at(step, earlier)).collect();
        for step in 0..len {
            let here = self.at(step, later);
            let (before, since) = there.split_at(step as usize);
            self.clause([-is_later, -here].into_iter().chain(before.iter().copied()))?;
            self.clause([is_later, -here].into_iter().chain(since.iter().copied()))?;
        }
        Ok(is_later)
    }

    /// Defines that all of these literals are true.
    fn all(&mut self, lits: &[i32]) -> Result<i32, E> {
        match lits {
            [] => return Ok(TRUE),
            [lit] => return Ok(*lit),
            _ => {}
        }
        let all = self.fresh();
        for &lit in lits {
            self.clause([-all, lit])?;
        }
        self.clause([all].into_iter().chain(lits.iter().map(|lit| -lit)))?;
        Ok(all)
    }

    /// Defines that the tour takes all edges of one of these.
    fn one_of(&mut self, alternatives: &[Alternative]) -> Result<i32, E> {
        let mut none = Vec::new();
        for alternative in alternatives {
            let lit = match self.alternatives.get(alternative) {
                Some(&lit) => lit,
                None => {
                    let mut taken = Vec::new();
                    for &[a, b] in alternative.edges() {
                        taken.push(self.atom(&Atom::Fact(Fact::edge(a, b)))?);
                    }
                    self.all(&taken)?
                }
            };
            self.alternatives.insert(*alternative, lit);
            none.push(-lit);
        }
        Ok(-self.all(&none)?)
    }

    /// Defines a comparison.
    fn count(&mut self, count: &Count) -> Result<i32, E> {
        let mut bound = count.bound;
        let mut terms = Vec::new();
        for summand in &count.summands {
            let sign = if summand.is_added { 1 } else { -1 };
            match &summand.of {
                Counted::Atom(atom) => terms.push((sign, self.atom(atom)?)),
                Counted::Statistic(statistic) => {
                    let sum = statistic.sum_in(self.problem);
                    bound -= sign * sum.constant;
                    for term in &sum.terms {
                        terms.push((sign * term.weight, self.one_of(&term.any)?));
                    }
                }
            }
        }
        // −w·x is w·¬x − w.
        for (weight, lit) in &mut terms {
            if *weight < 0 {
                bound -= *weight;
                (*weight, *lit) = (-*weight, -*lit);
            }
        }
        self.compare(&terms, count.relation, bound)
    }

    /// Defines a comparison of the sum of these positive weights with a bound.
    fn compare(&mut self, terms: &[(i64, i32)], relation: Relation, bound: i64) -> Result<i32, E> {
        Ok(match relation {
            Relation::AtLeast => self.at_least(terms, &[bound])?[0],
            Relation::AtMost => -self.at_least(terms, &[bound + 1])?[0],
            Relation::Equal => {
                let sides = self.at_least(terms, &[bound, bound + 1])?;
                self.all(&[sides[0], -sides[1]])?
            }
        })
    }

    /// Defines for each of these increasing bounds that the sum is not smaller.
    fn at_least(&mut self, terms: &[(i64, i32)], bounds: &[i64]) -> Result<Vec<i32>, E> {
        let mut total: i64 = terms.iter().map(|(weight, _)| weight).sum();
        // By the number of terms, from all of them down: the bounds that need a variable.
        let mut needed = vec![bounds.to_vec()];
        needed[0].retain(|bound| (1..=total).contains(bound));
        for &(weight, _) in terms.iter().rev() {
            total -= weight;
            let above = &needed[needed.len() - 1];
            let used = above.iter().flat_map(|&bound| [bound - weight, bound]);
            let mut below: Vec<i64> = used.filter(|bound| (1..=total).contains(bound)).collect();
            below.sort_unstable();
            below.dedup();
            needed.push(below);
        }
        let literal = |reached: &HashMap<i64, i32>, total: i64, bound: i64| match bound {
            ..=0 => TRUE,
            _ if bound > total => -TRUE,
            _ => reached[&bound],
        };
        let mut reached = HashMap::new();
        for (&(weight, lit), bounds) in terms.iter().zip(needed.iter().rev().skip(1)) {
            let mut next = HashMap::new();
            for &bound in bounds {
                let without = literal(&reached, total, bound);
                let with = literal(&reached, total, bound - weight);
                let is_reached = self.fresh();
                self.clause([is_reached, -without])?;
                self.clause([is_reached, -lit, -with])?;
                self.clause([-is_reached, with])?;
                self.clause([-is_reached, lit, without])?;
                next.insert(bound, is_reached);
            }
            (reached, total) = (next, total + weight);
        }
        let of_all = bounds.iter().map(|&bound| literal(&reached, total, bound));
        Ok(of_all.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use knightsat_tour::Kind;
    use knightsat_tour::graph::Graph;

    /// Every choice of the first variables determines the fresh ones, and the comparison is right.
    #[test]
    fn comparisons_are_defined_by_their_terms() {
        let problem = Problem::new(Graph::from_edges(1, &[]), Kind::Open, None, None).unwrap();
        let steps = Timetable::new(&problem).unwrap();
        let terms = [(1, 1), (1, -2), (3, 3), (2, 4)];
        for relation in [Relation::AtMost, Relation::AtLeast, Relation::Equal] {
            for bound in -1..=8 {
                let mut clauses: Vec<Vec<i32>> = Vec::new();
                let mut variables = terms.len() as i64;
                let mut keep = |clause: &[i32]| -> Result<(), ()> {
                    clauses.push(clause.to_vec());
                    Ok(())
                };
                let mut rules =
                    RuleClauses::new(Basis::Steps(steps), &problem, &mut variables, &mut keep);
                let lit = rules.compare(&terms, relation, bound).unwrap();
                let mut found = [0; 16];
                for bits in 0_u32..1 << variables {
                    let holds = |lit: i32| {
                        lit == TRUE
                            || lit != -TRUE
                                && (bits >> (lit.unsigned_abs() - 1) & 1 == 1) == (lit > 0)
                    };
                    if clauses
                        .iter()
                        .all(|clause| clause.iter().any(|&lit| holds(lit)))
                    {
                        found[bits as usize % 16] += 1;
                        let added = terms.iter().filter(|(_, lit)| holds(*lit));
                        let value = added.map(|(weight, _)| weight).sum();
                        assert_eq!(holds(lit), relation.holds(value, bound), "{bits:b}");
                    }
                }
                assert_eq!(found, [1; 16], "{relation:?} {bound}");
            }
        }
    }
}
