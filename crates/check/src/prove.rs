//! Proofs by entailment. The formula is sound if it entails every clause of the definition of a
//! tour. (It is [complete](super::complete) if the definition entails every clause of it.)
//!
//! Unit propagation decides most clauses, and a solver with little work the others. A clause that
//! is not entailed comes with a model: no tour, or a tour that the formula excludes.

use super::case::Case;
use super::theory::{Answer, LITTLE, MUCH, TINY, Theory, Unproved, negated, undecided};
use crate::cnf::Term;
use crate::cnf::gadget::totalizer::{Sides, Totalizer};
use crate::prelude::*;
use crate::tour::definition::Law;
use crate::tour::succession::Succession;

/// The laws of counting.
pub const COUNTING: [Law; 4] = [Law::SomeOut, Law::OneOut, Law::OneIn, Law::SomeIn];
/// The other laws.
const OTHERS: [Law; 3] = [Law::Moves, Law::Given, Law::Rules];
/// The most clauses of laws in a question.
const MOST: usize = 20_000;
/// The undecided clauses after which no more are tried.
const UNDECIDED: usize = 64;
/// The most literals of formulas for searches near a tour.
const NEAR: usize = 1 << 23;

impl Case<'_> {
    /// Returns the clauses of laws, negated, that propagation does not derive.
    fn unproved(&self, theory: &mut Theory, laws: &[Law]) -> Result<Vec<Vec<Lit>>, Stopped> {
        let (stop, mut open) = (&self.options.limits.stop, Vec::new());
        for &law in laws {
            self.clauses(law, &mut |literals| {
                if open.len() < MOST && !stop.is_over() {
                    let lits = theory.literals(literals).map(|lits| negated(&lits));
                    open.extend(lits.filter(|lits| !theory.propagates(lits)));
                }
            });
        }
        stop.check().map(|()| open)
    }

    /// Returns true if the solver refutes each list of literals within one of these amounts of
    /// work, and adds their negations. Looks for a model near known tours, too; fails with it.
    pub fn decide(
        &self,
        theory: &mut Theory,
        mut open: Vec<Vec<Lit>>,
        works: &[u64],
    ) -> Result<bool, Unproved> {
        let is_whole = open.len() < MOST;
        for &work in works {
            open = undecided(open, UNDECIDED, |lits| theory.refute(lits, work))?;
            if work == LITTLE && !open.is_empty() {
                self.try_near_tours(theory, &open)?;
            }
        }
        Ok(is_whole && open.is_empty())
    }

    /// Returns little work, and much, or all that the options allow.
    fn works(&self) -> [u64; 2] {
        let is_limited = self.options.work.is_some() && !self.expected.is_whole;
        [LITTLE, if is_limited { u64::MAX } else { MUCH }]
    }

    /// Looks for a model of one of these lists of literals that has half of a known tour, as far as
    /// propagation does not refute it; fails with it. Many faults are possible near a tour, and the
    /// solver finds the other half at once.
    pub fn try_near_tours(&self, theory: &mut Theory, open: &[Vec<Lit>]) -> Result<(), Unproved> {
        let tries = NEAR / theory.cnf.size().literals.max(1) as usize;
        let known = self.expected.tours.iter().flatten();
        let tours = known.filter_map(|steps| self.meaning.literals_of(self.problem, steps).ok());
        let both = tours.flat_map(|mut lits| {
            let other = lits.split_off(lits.len() / 2);
            [lits, other]
        });
        let halves = both.take(tries).collect_vec();
        let pairs = halves.iter().cycle().zip(open.iter().cycle());
        for (half, lits) in pairs.take(tries) {
            if theory.is_over() {
                break;
            }
            let mut assumed = lits.clone();
            for &lit in half {
                assumed.push(lit);
                if theory.propagates(&assumed) {
                    assumed.pop();
                }
            }
            if let Answer::Found(model) = theory.extend(&assumed, TINY)? {
                return Err(Unproved::Model(model));
            }
        }
        Ok(())
    }

    /// Adds the clauses of some laws.
    pub fn add_laws(&self, theory: &mut Theory, laws: &[Law]) {
        for &law in laws {
            self.clauses(law, &mut |literals| {
                if let Some(lits) = theory.literals(literals)
                    && !self.options.limits.is_over()
                {
                    theory.clause(&lits);
                }
            });
        }
    }

    /// Proves that the formula entails the definition.
    pub fn prove_sound(&self) -> Result<(), Unproved> {
        let (definition, works) = (self.definition(), self.works());
        let mut theory = self.theory()?;
        let mut sets = Vec::new();
        for laws in definition.sufficient() {
            sets.push(self.unproved(&mut theory, laws)?);
            if sets.iter().any(Vec::is_empty) {
                break;
            }
        }
        sets.sort_by_key(Vec::len);
        let mut is_proved = false;
        for left in sets {
            is_proved = is_proved || self.decide(&mut theory, left, &works)?;
        }
        if !is_proved {
            return Err(self.undecided("squares and steps one to one").into());
        }
        if let Some(refusal) = definition.lacks() {
            return Err(refusal.to_string().into());
        }
        let mut left = self.unproved(&mut theory, &OTHERS)?;
        if !left.is_empty() {
            // Those that many easy questions decide make the others easier.
            self.decide(&mut theory, left, &[TINY])?;
            // If steps and squares are one to one, all four laws follow. Solvers do not find this.
            self.add_laws(&mut theory, &COUNTING);
            left = self.unproved(&mut theory, &OTHERS)?;
        }
        if !self.decide(&mut theory, left, &works)? {
            return Err(self.undecided("moves and clues").into());
        }
        if definition.has_free_ends() && !self.has_two_ends(&mut theory)? {
            return Err(self.undecided("two ends").into());
        }
        if definition.has_cycles() && !self.has_one_cycle(&mut theory)? {
            return Err((self.undecided("one cycle") + self.further()).into());
        }
        // The sweep over all tours has tried both directions.
        let is_open = self.meaning.is_one_direction && !definition.has_direction();
        if is_open && !self.expected.is_whole {
            match self.both_directions(&mut theory)? {
                Answer::Refuted => {}
                Answer::Found(_) => return Err("one direction: not proved".to_string().into()),
                Answer::Open => return Err(self.undecided("one direction").into()),
            }
        }
        Ok(())
    }

    /// Returns the reason why a question is open.
    pub fn undecided(&self, what: &str) -> String {
        let is_limited = self.options.work.is_some();
        let work = ["little", "limited"][usize::from(is_limited)];
        format!("{what}: undecided with {work} work")
    }

    /// Returns true if no three vertices have fewer than two edges; fails with a model of them.
    fn has_two_ends(&self, theory: &mut Theory) -> Result<bool, Unproved> {
        let graph = self.problem.graph();
        let mut ends = Vec::new();
        for vertex in 0..graph.len() {
            let lacks = theory.new_var().pos();
            let others = graph.neighbours(vertex).iter();
            let edges = others.map(|&other| theory.term(Fact::edge(vertex, other)));
            for [a, b] in edges.collect_vec().into_iter().array_combinations() {
                theory.terms([!Term::Open(lacks), !a, !b]);
            }
            ends.push((1, lacks));
        }
        let count = Totalizer::new(&ends, 2, Sides::Lower, theory);
        let three = count.at_least(3).lit();
        three.map_or(Ok(true), |three| theory.refute(&[three], MUCH))
    }

    /// Returns true if no cycle misses some vertex; fails with a model of one. Asks for a set of
    /// vertices with all moves from them, vertex by vertex: a set with this one and without those
    /// before.
    fn has_one_cycle(&self, theory: &mut Theory) -> Result<bool, Unproved> {
        if self.prove_one_cycle(theory)? {
            return Ok(true);
        }
        let (graph, style) = (self.problem.graph(), self.meaning.style());
        let inside = theory
            .new_vars(graph.len())
            .iter()
            .map(Var::pos)
            .collect_vec();
        for (from, &here) in (0..).zip(&inside) {
            let outside = Term::Open(!here);
            let ends = match style {
                FactStyle::Edges => graph.neighbours(from),
                _ => graph.successors(from),
            };
            let mut moves = Vec::new();
            for &to in ends {
                let there = Term::Open(inside[to as usize]);
                let taken = theory.term(Fact::of_move(style, [from, to]));
                theory.terms([outside, !taken, there]);
                theory.terms([!outside, !taken, !there]);
                moves.push(taken);
            }
            theory.terms(moves.iter().copied().chain([outside]));
            // Two edges: one beside each.
            for left_out in (0..moves.len()).filter(|_| style == FactStyle::Edges) {
                let others = [&moves[..left_out], &moves[left_out + 1..]].concat();
                theory.terms(others.into_iter().chain([outside]));
            }
        }
        if Succession::of(self.problem).is_cyclic() {
            theory.clause(&[!inside[0]]);
        }
        let parts = inside.into_iter().map(|lit| vec![lit]).collect_vec();
        self.decide(theory, parts, &self.works())
    }

    /// Asks for a tour that is a model, and so is its reverse.
    fn both_directions(&self, theory: &mut Theory) -> Result<Answer, Unproved> {
        let mut both = theory.part(|_| true)?;
        let back = both.new_vars(both.cnf.variables());
        let moved = |lit: Lit| {
            let var = back.get(lit.var().number() - 1);
            if lit.is_positive() {
                var.pos()
            } else {
                var.neg()
            }
        };
        for lits in theory.cnf.clauses() {
            both.clause(&lits.iter().copied().map(moved).collect_vec());
        }
        for fact in self.definition().facts() {
            let one = theory.term(fact);
            let other = match self.reversed(theory, fact) {
                Term::Open(lit) => Term::Open(moved(lit)),
                known => known,
            };
            both.terms([one, !other]);
            both.terms([!one, other]);
        }
        Ok(both.ask(&[], Some(MUCH))?)
    }
}
