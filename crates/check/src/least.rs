//! Auxiliary variables with the values that clauses demand of them, and no more.
//!
//! Each auxiliary variable has a *head*, one of its literals. A rule is a clause with its head: the
//! head is true if the other literals are false. For given values of the other variables, rules
//! have a least model: a head is true only if a rule demands it. No head may depend on its own
//! negation (Apt, Blair and Walker, Towards a theory of declarative knowledge, 1988). If this model
//! satisfies the clauses that are no rules, the formula has a model.

use super::theory::Theory;
use crate::cnf::sink::ClauseSink;
use crate::cnf::{Lit, Var};
use itertools::Itertools;
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap, HashSet};

/// The most rounds in which heads are chosen.
const ROUNDS: usize = 1 << 10;

/// The rules of a formula. With the clauses of [`Rules::new`] they are *completed*: a head is true
/// only if the demand of some rule is, which may depend on the head itself.
#[derive(Default)]
pub struct Rules {
    /// By head: for each rule its demand, a literal that is true only if the others are false.
    of: BTreeMap<Lit, Vec<Lit>>,
}

impl Rules {
    /// Adds the completed rules of these clauses to a theory, which contains the auxiliary
    /// variables. Returns the rules, and the clauses that are none.
    pub fn new(
        theory: &mut Theory,
        clauses: Vec<Vec<Lit>>,
        auxiliary: HashSet<Var>,
    ) -> (Rules, Vec<Vec<Lit>>) {
        let heads = heads(&clauses, auxiliary, || theory.is_over());
        let mut of: BTreeMap<_, Vec<_>> = heads.keys().map(|&head| (head, Vec::new())).collect();
        let mut others = Vec::new();
        for clause in clauses {
            let Some(head) = head(&clause, &heads) else {
                others.push(clause);
                continue;
            };
            theory.clause(&clause);
            let needs = clause.iter().filter(|&&lit| lit != head);
            let demand = theory.all(needs.map(|&lit| !lit));
            of.entry(head).or_default().push(demand);
        }
        for (&head, demands) in &of {
            theory.clause(&[&demands[..], &[!head]].concat());
        }
        (Rules { of }, others)
    }

    /// Returns true if no variable has a head.
    pub fn is_empty(&self) -> bool {
        self.of.is_empty()
    }

    /// Returns true if propagation refutes these literals with each choice of demands, one for each
    /// head that is true. Makes at most so many choices.
    pub fn refute(&self, theory: &mut Theory, lits: &[Lit], choices: u32) -> bool {
        let mut open = vec![lits.to_vec()];
        for _ in 0..=choices {
            let Some(lits) = open.pop() else {
                return true;
            };
            if theory.is_over() {
                return false;
            }
            if theory.propagates(&lits) {
                continue;
            }
            let Some(demands) = self.unmet(theory) else {
                return false;
            };
            let cases = demands
                .iter()
                .map(|&demand| [&lits[..], &[demand]].concat());
            open.extend(cases);
        }
        open.is_empty()
    }

    /// Returns the demands for a head that is true after propagation, if none of them is.
    fn unmet(&self, theory: &Theory) -> Option<&[Lit]> {
        let is_met = |&demand: &Lit| theory.value(demand) == Some(true);
        let all = theory.derived().filter_map(|lit| self.of.get(&lit));
        let mut unmet = all.filter(|demands| !demands.iter().any(is_met));
        unmet.next().map(Vec::as_slice)
    }
}

/// Chooses a literal of each auxiliary variable: that of more clauses among those with the fewest
/// variables that have no head yet. Returns the heads with the rounds of their choice. After many
/// rounds, or once the time is over, the other variables have none: they may have any value.
fn heads(
    clauses: &[Vec<Lit>],
    mut left: HashSet<Var>,
    is_over: impl Fn() -> bool,
) -> HashMap<Lit, usize> {
    let (mut heads, mut open) = (HashMap::new(), clauses.iter().collect_vec());
    for round in 0..ROUNDS {
        let is_open = |lit: &&Lit| left.contains(&lit.var());
        let count = |clause: &&Vec<Lit>| clause.iter().filter(is_open).count();
        open.retain(|clause| clause.iter().any(|lit| is_open(&lit)));
        let Some(fewest) = open.iter().map(count).min().filter(|_| !is_over()) else {
            break;
        };
        let clauses = open.iter().filter(|clause| count(clause) == fewest);
        let mut counts: HashMap<Lit, u32> = HashMap::new();
        let mut beside: HashMap<Lit, HashSet<Lit>> = HashMap::new();
        for clause in clauses {
            for &lit in clause.iter().filter(is_open) {
                *counts.entry(lit).or_default() += 1;
                beside.entry(lit).or_default().extend(*clause);
            }
        }
        // Gates come first: what demands one value excludes what demands the other.
        let is_gate = |lit: &&Lit| {
            let other = beside.get(&!**lit);
            other.is_some_and(|other| {
                let both = beside[lit]
                    .iter()
                    .filter(|beside| other.contains(&!**beside));
                both.count() > 1
            })
        };
        let has_gates = counts.keys().any(|lit| is_gate(&lit));
        for &lit in counts.keys().filter(|lit| !has_gates || is_gate(lit)) {
            // A gate has few rules of one kind, which are all of them.
            let count = |lit: Lit| counts.get(&lit).copied().unwrap_or(0);
            let is_head = match count(lit).cmp(&count(!lit)) {
                Ordering::Less => has_gates,
                Ordering::Equal => lit.is_positive(),
                Ordering::Greater => !has_gates,
            };
            if is_head {
                heads.insert(lit, round);
                left.remove(&lit.var());
            }
        }
    }
    heads
}

/// Returns the head of a clause, if it is a rule. Its other variables were chosen earlier, or have
/// no head in the clause and were chosen in the same round.
fn head(clause: &[Lit], heads: &HashMap<Lit, usize>) -> Option<Lit> {
    let round = |lit: &Lit| heads.get(lit).or(heads.get(&!*lit));
    let last = clause.iter().max_set_by_key(|lit| round(lit));
    let found = last.into_iter().filter(|lit| heads.contains_key(lit));
    found.exactly_one().ok().copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::Rng;
    use crate::cnf::sink::Cnf;
    use crate::theory::{Answer, negated};

    const PLAIN: u32 = 3;
    const VARS: u32 = 7;

    fn random_clauses(rng: &mut Rng) -> Vec<Vec<Lit>> {
        let lit = |rng: &mut Rng| {
            let var = Var::new(1 + rng.below(VARS as usize) as u32).unwrap();
            [var.pos(), var.neg()][rng.below(2)]
        };
        let clause = |rng: &mut Rng| {
            let lits = (0..2 + rng.below(2)).map(|_| lit(rng)).collect_vec();
            lits.into_iter().unique_by(|lit| lit.var()).collect_vec()
        };
        (0..4 + rng.below(9)).map(|_| clause(rng)).collect()
    }

    /// Returns true if every assignment of the plain variables extends to a model.
    fn always_extends(clauses: &[Vec<Lit>]) -> bool {
        let is_true = |values: u32, lit: Lit| {
            (values >> (lit.var().number() - 1) & 1 == 1) == lit.is_positive()
        };
        let is_model = |values: u32| {
            let mut clauses = clauses.iter();
            clauses.all(|clause| clause.iter().any(|&lit| is_true(values, lit)))
        };
        (0..1 << PLAIN)
            .all(|plain| (0..1 << (VARS - PLAIN)).any(|rest| is_model(plain | rest << PLAIN)))
    }

    /// Returns true if no clause is violated by a model in which heads have demands.
    fn is_proved(clauses: Vec<Vec<Lit>>) -> bool {
        let mut cnf = Cnf::default();
        cnf.new_vars(VARS);
        let is_auxiliary = |lit: &&Lit| lit.var().number() > PLAIN;
        let (open, plain): (Vec<_>, Vec<_>) = clauses
            .into_iter()
            .partition(|clause| clause.iter().any(|lit| is_auxiliary(&lit)));
        let mut theory = Theory::new(
            cnf,
            HashMap::new(),
            &Default::default(),
            &Default::default(),
        )
        .unwrap();
        let vars = open
            .iter()
            .flatten()
            .filter(is_auxiliary)
            .map(|lit| lit.var())
            .collect();
        let (rules, others) = Rules::new(&mut theory, open, vars);
        others.into_iter().chain(plain).all(|clause| {
            let lits = negated(&clause);
            let is_refuted = rules.refute(&mut theory, &lits, 100);
            let is_found = matches!(theory.ask(&lits, None).unwrap(), Answer::Found(_));
            assert!(!(is_refuted && is_found));
            !is_found
        })
    }

    #[test]
    fn what_is_proved_always_extends() {
        let mut counts = [[0; 2]; 2];
        for seed in 0..4000 {
            let clauses = random_clauses(&mut Rng::new(seed, 0));
            let extends = always_extends(&clauses);
            let proved = is_proved(clauses.clone());
            assert!(extends || !proved, "{clauses:?}");
            counts[usize::from(extends)][usize::from(proved)] += 1;
        }
        let [[wrong, _], [missed, proved]] = counts;
        assert!(wrong > 100 && proved > 2 * missed, "{counts:?}");
    }
}
