//! Rules of a problem in clauses, over the variables of any encoder.
//!
//! ```
//! use knightsat_cnf::Term;
//! use knightsat_cnf::sink::{ClauseSink, Cnf};
//! use knightsat_encoding::meaning::Fact;
//! use knightsat_encoding::{Known, rules};
//! use knightsat_tour::graph::Graph;
//! use knightsat_tour::rule::Atom;
//! use knightsat_tour::{Kind, Problem};
//!
//! // A move in terms of the steps of its ends: steps from 1, vertices from 0.
//! let graph = Graph::from_edges(2, &[[0, 1]]);
//! let problem = Problem::new(graph, Kind::Open, None, None)?;
//! let mut formula = Cnf::default();
//! let vars = formula.new_vars(4);
//! let known = Known::new(|atom| match atom {
//!     Atom::Fact(Fact::At { step, vertex }) => {
//!         Some(vec![Term::Open(vars.get(2 * (step - 1) + vertex).pos())])
//!     }
//!     _ => None,
//! });
//! let there = Atom::Fact(Fact::Arc { from: 0, to: 1 });
//! let terms = rules::define(&problem, &known, &[there], &mut formula);
//! assert!(terms[0].lit().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An encoder returns the terms of an atom; the atom is their conjunction. An edge may be two arcs.
//! The literals x\[i\]\[v\] of steps define an atom without variables. Group *rules*:
//! - an arc or edge z from v to w: ¬z ∨ ¬x\[i\]\[v\] ∨ x\[i+1\]\[w\] and
//!   z ∨ ¬x\[i\]\[v\] ∨ ¬x\[i+1\]\[w\], for an edge with x\[i−1\]\[w\] as well;
//! - an angle or a crossing z: z ↔ p1 ∨ p2 ∨ …, with p ↔ e ∧ f for each pair of edges e, f;
//! - a comparison: the outputs of a [`Totalizer`] over its facts, and over those that define its
//!   statistics;
//! - z, v is after w: ¬z ∨ ¬x\[i\]\[v\] ∨ r\[i−1\] and z ∨ ¬x\[i\]\[v\] ∨ ¬r\[i−1\], with
//!   r\[i\] = r\[i−1\] ∨ x\[i\]\[w\];
//! - a clause for each rule.
//!
//! A tour determines all of these variables. Size: up to 3·N clauses a defined atom, N steps.

use crate::Known;
use crate::meaning::Fact;
use crate::shared_groups::clause_of;
use itertools::{Itertools, iproduct};
use knightsat_cnf::gadget::totalizer::Totalizer;
use knightsat_cnf::sink::{ClauseGroup, ClauseSink, clause};
use knightsat_cnf::{Lit, Term};
use knightsat_tour::Problem;
use knightsat_tour::rule::{Atom, Count, Counted, Literal, Relation, Rule, Summand};
use knightsat_tour::statistic::{Alternative, Setting, Sum};
use std::collections::HashMap;
use std::ops::Neg;

const RULES: ClauseGroup = ClauseGroup::new(
    "rules",
    "every rule has a true literal",
    "a clause for each, over variables, or over what they define",
);

fn at(step: u32, vertex: u32) -> Atom {
    Atom::Fact(Fact::At { step, vertex })
}

/// Returns the arcs of an edge; none of another atom.
fn arcs(atom: &Atom) -> Vec<Atom> {
    let arc = |from, to| Atom::Fact(Fact::Arc { from, to });
    match *atom {
        Atom::Fact(Fact::Edge(ends)) => vec![arc(ends[0], ends[1]), arc(ends[1], ends[0])],
        _ => Vec::new(),
    }
}

/// Returns the vertices of a plain atom.
pub(crate) fn vertices(atom: &Atom) -> [u32; 2] {
    match *atom {
        Atom::Fact(Fact::At { vertex, .. }) => [vertex; 2],
        Atom::Fact(Fact::Edge(ends)) => *ends,
        Atom::Fact(Fact::Arc { from: a, to: b }) | Atom::After(a, b) => [a, b],
        Atom::Angle(..) | Atom::Cross(..) | Atom::Count(_) => unreachable!("not plain"),
    }
}

/// Writes rules of tours over the terms of a formula. The error is an atom
/// without terms, and without steps that would define it.
pub fn write<'t>(
    rules: &[Rule],
    of: impl Into<Setting<'t>>,
    known: &Known,
    sink: &mut dyn ClauseSink,
) -> Result<(), Atom> {
    sink.group(&RULES);
    let mut writer = RuleWriter::new(known, of.into(), sink);
    rules.iter().for_each(|rule| writer.rule(rule));
    writer.missing.map_or(Ok(()), Err)
}

/// A sum over the variables of a formula: a constant, and literals whose weights are added if they
/// are true.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WeightedSum {
    /// The value if all literals are false.
    pub constant: i64,
    /// The literals, with positive weights.
    pub literals: Vec<(u64, Lit)>,
}

impl WeightedSum {
    /// Returns a constant and the terms that are open, each with a positive weight.
    fn new(constant: i64, terms: Vec<(i64, Term)>) -> WeightedSum {
        let mut sum = WeightedSum {
            constant,
            literals: Vec::with_capacity(terms.len()),
        };
        for (weight, term) in terms {
            match term {
                Term::Known(is_true) => sum.constant += if is_true { weight } else { 0 },
                Term::Open(lit) if weight > 0 => sum.literals.push((weight as u64, lit)),
                Term::Open(lit) => {
                    sum.constant += weight;
                    sum.literals.push((weight.unsigned_abs(), !lit));
                }
            }
        }
        sum
    }

    /// Returns the sum of the weights, which no tour exceeds by more than the constant.
    pub fn most(&self) -> u64 {
        self.literals.iter().map(|(weight, _)| weight).sum()
    }
}

/// Negates the value.
impl Neg for WeightedSum {
    type Output = WeightedSum;

    fn neg(self) -> WeightedSum {
        let constant = -self.constant.saturating_add_unsigned(self.most());
        let own = self.literals.into_iter();
        let literals = own.map(|(weight, lit)| (weight, !lit)).collect();
        WeightedSum { constant, literals }
    }
}

/// Writes the definitions of a sum after the clauses of a formula with these terms of edges, and
/// returns it over the variables.
pub fn sum<'t>(
    of: impl Into<Setting<'t>>,
    known: &Known,
    sum: &Sum,
    sink: &mut dyn ClauseSink,
) -> WeightedSum {
    let mut writer = RuleWriter::new(known, of.into(), sink);
    let terms = writer.sum(sum, 1);
    let is_known = writer.missing.is_none() || writer.sink.is_done();
    assert!(is_known, "every encoding has or defines moves");
    WeightedSum::new(sum.constant, terms)
}

/// Returns the terms of atoms. Those that `known` lacks are defined by steps, or edges by arcs,
/// which it must contain.
pub fn define(
    problem: &Problem,
    known: &Known,
    atoms: &[Atom],
    sink: &mut dyn ClauseSink,
) -> Vec<Term> {
    let mut writer = RuleWriter::new(known, problem.into(), sink);
    let terms = atoms.iter().map(|atom| writer.term(atom)).collect();
    assert_eq!(writer.missing, None, "known, or defined");
    terms
}

/// Writes rules, and the definitions of atoms before the first clause that needs them.
struct RuleWriter<'w> {
    known: &'w Known<'w>,
    setting: Setting<'w>,
    /// The atoms that already have a single term.
    terms: HashMap<Atom, Term>,
    /// The terms of edges and pairs of edges.
    alternatives: HashMap<Alternative, Term>,
    /// The first atom without variables.
    missing: Option<Atom>,
    sink: &'w mut dyn ClauseSink,
}

impl<'w> RuleWriter<'w> {
    fn new(known: &'w Known, setting: Setting<'w>, sink: &'w mut dyn ClauseSink) -> RuleWriter<'w> {
        RuleWriter {
            known,
            setting,
            terms: HashMap::new(),
            alternatives: HashMap::new(),
            missing: None,
            sink,
        }
    }

    fn rule(&mut self, rule: &Rule) {
        if self.sink.is_done() {
            return;
        }
        let term = |literal: &Literal| {
            let term = self.term(&literal.atom);
            if literal.is_positive { term } else { !term }
        };
        let all = rule.0.iter().map(term);
        let terms = all.sorted_by_key(|term| term.lit()).collect_vec();
        clause_of(&terms, self.sink);
    }

    /// Returns the term of an atom.
    fn term(&mut self, atom: &Atom) -> Term {
        if let Some(&term) = self.terms.get(atom) {
            return term;
        }
        let term = match self.known.terms(atom) {
            Some(terms) => self.all(&terms),
            None => self.define(atom),
        };
        self.terms.insert(atom.clone(), term);
        term
    }

    /// Returns the term that the tour takes an edge, or two.
    fn alternative(&mut self, alternative: Alternative) -> Term {
        if let Some(&term) = self.alternatives.get(&alternative) {
            return term;
        }
        let edges = alternative.edges().iter();
        let terms = edges.map(|&[a, b]| self.term(&Atom::Fact(Fact::edge(a, b))));
        let edges = terms.collect_vec();
        let term = self.all(&edges);
        self.alternatives.insert(alternative, term);
        term
    }

    /// Returns the term that the tour takes one of these.
    fn one_of(&mut self, alternatives: &[Alternative]) -> Term {
        let all = alternatives.iter();
        let terms = all.map(|&one| self.alternative(one)).collect_vec();
        self.any(terms)
    }

    /// Returns the terms of a sum, with its weights times `sign`.
    fn sum(&mut self, sum: &Sum, sign: i64) -> Vec<(i64, Term)> {
        let mut terms = Vec::with_capacity(sum.terms.len());
        for term in &sum.terms {
            if self.sink.is_done() {
                break;
            }
            terms.push((sign * term.weight, self.one_of(&term.any)));
        }
        terms
    }

    /// Returns the sum of summands.
    fn weighed(&mut self, summands: &[Summand]) -> WeightedSum {
        let mut constant = 0;
        let mut terms: Vec<(i64, Term)> = Vec::new();
        for summand in summands {
            let sign = if summand.is_added { 1 } else { -1 };
            match &summand.of {
                Counted::Atom(atom) => terms.push((sign, self.term(atom))),
                Counted::Statistic(statistic) => {
                    let sum = statistic.sum_in(self.setting.clone());
                    constant += sign * sum.constant;
                    terms.extend(self.sum(&sum, sign));
                }
            }
        }
        WeightedSum::new(constant, terms)
    }

    /// Returns the term of a comparison.
    fn compare(&mut self, count: &Count) -> Term {
        let sum = self.weighed(&count.summands);
        let bound = count.bound - sum.constant;
        let is_above = u64::try_from(bound).is_ok_and(|bound| bound > sum.most());
        if bound < 0 || is_above {
            return Term::Known(match count.relation {
                Relation::AtMost => is_above,
                Relation::AtLeast => !is_above,
                Relation::Equal => false,
            });
        }
        let [reached, exceeded] = Totalizer::bounds(&sum.literals, bound as u64, self.sink);
        match count.relation {
            Relation::AtMost => !exceeded,
            Relation::AtLeast => reached,
            Relation::Equal => self.all(&[reached, !exceeded]),
        }
    }

    /// Returns a term that is true if and only if all of these are.
    fn all(&mut self, terms: &[Term]) -> Term {
        if terms.contains(&Term::FALSE) {
            return Term::FALSE;
        }
        let lits = terms.iter().filter_map(|term| term.lit());
        let open: Vec<Term> = lits.map(Term::from).collect();
        match open[..] {
            [] => return Term::TRUE,
            [term] => return term,
            _ => {}
        }
        let all = Term::Open(self.sink.new_var().pos());
        for &term in &open {
            clause([!all, term], self.sink);
        }
        clause(open.into_iter().map(|term| !term).chain([all]), self.sink);
        all
    }

    /// Returns a term that is true if and only if one of these is.
    fn any(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        let none = terms.into_iter().map(|term| !term).collect_vec();
        !self.all(&none)
    }

    /// Defines an atom by others.
    fn define(&mut self, atom: &Atom) -> Term {
        if let [one, other] = &arcs(atom)[..]
            && self.known.terms(one).is_some()
        {
            let arcs = [one, other].map(|arc| self.term(arc));
            return self.any(arcs);
        }
        match atom {
            Atom::Angle(..) | Atom::Cross(..) => {
                let alternatives = atom.alternatives(self.setting.clone());
                return self.one_of(&alternatives);
            }
            Atom::Count(count) => return self.compare(count),
            Atom::Fact(_) | Atom::After(..) => {}
        }
        // Arcs alone have terms for the ends of an open tour, and for no other step.
        let mut steps = iproduct!(vertices(atom), 1..=self.setting.graph.len());
        if !steps.all(|(vertex, step)| self.known.terms(&at(step, vertex)).is_some()) {
            self.missing.get_or_insert_with(|| atom.clone());
            return Term::FALSE;
        }
        let defined = Term::Open(self.sink.new_var().pos());
        match *atom {
            Atom::After(later, earlier) => self.after(defined, later, earlier),
            Atom::Fact(Fact::Arc { from, to }) => self.adjacent(defined, from, to, false),
            Atom::Fact(Fact::Edge(ends)) => self.adjacent(defined, ends[0], ends[1], true),
            _ => unreachable!("its steps are known"),
        }
        defined
    }

    /// Defines that `to` comes a step after `from`, or with `both_ways` a step after or before it.
    fn adjacent(&mut self, defined: Term, from: u32, to: u32, both_ways: bool) {
        let succession = self.setting.succession;
        for step in succession.all() {
            let before = succession.before(step).filter(|_| both_ways);
            let steps = succession.after(step).into_iter().chain(before);
            let here = self.term(&at(step, from));
            let there = steps.map(|step| self.term(&at(step, to))).collect_vec();
            for &there in &there {
                clause([defined, !here, !there], self.sink);
            }
            clause(there.into_iter().chain([!defined, !here]), self.sink);
        }
    }

    /// Defines that `later` is visited after `earlier`.
    fn after(&mut self, defined: Term, later: u32, earlier: u32) {
        let mut is_visited = Term::FALSE;
        for step in 1..=self.setting.graph.len() {
            let here = self.term(&at(step, later));
            clause([!defined, !here, is_visited], self.sink);
            clause([defined, !here, !is_visited], self.sink);
            let there = self.term(&at(step, earlier));
            is_visited = self.any([is_visited, there]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Name, Task};
    use knightsat_cnf::sink::SizeTally;
    use knightsat_tour::Kind;
    use knightsat_tour::given::{Clue, Given};
    use knightsat_tour::graph::Graph;
    use knightsat_tour::lower::Lowered;

    /// Lays out a problem without asking the table.
    fn has_atoms(name: Name, problem: &Problem) -> bool {
        let task = Task {
            lowered: Lowered::as_it_is(problem).into(),
            atoms: &problem.atoms(),
            shortcuts: true,
            stop: Default::default(),
        };
        let encoder = name.lay_out_supported(name.options(), task);
        encoder.is_ok_and(|encoder| {
            let mut sink = SizeTally::default();
            let tour = sink.new_vars(encoder.variables());
            let known = encoder.encode(tour, &mut sink);
            write(&problem.rules(), problem, &known, &mut sink).is_ok()
        })
    }

    #[test]
    fn the_table_of_backends_has_the_facts_of_every_encoding() {
        let edges = (0..5).array_combinations().collect_vec();
        let arc = Atom::Fact(Fact::Arc { from: 0, to: 1 });
        let edge = Atom::Fact(Fact::edge(0, 1));
        let atoms = [at(1, 0), at(2, 0), at(5, 3), arc, edge, Atom::After(0, 1)];
        let at_step = |step| Some(Clue::At { step, vertex: 2 });
        let starts = [None, at_step(1), at_step(3)];
        for (atom, kind, start) in iproduct!(atoms, [Kind::Open, Kind::Closed], starts) {
            let is_positive = true;
            let rule = Rule(vec![Literal { atom, is_positive }]);
            let graph = Graph::from_edges(5, &edges);
            let problem = Problem::new(graph, kind, None, None).unwrap();
            let problem = problem.with(Given::new(start)).unwrap();
            let Ok(problem) = problem.with(vec![rule]) else {
                // A closed tour without a first step.
                continue;
            };
            for name in Name::ALL {
                let is_supported = name.backend().supports(problem.demands());
                let what = format!("{name} {kind:?} {:?} {start:?}", problem.rules());
                assert_eq!(has_atoms(name, &problem), is_supported, "{what}");
            }
        }
    }
}
