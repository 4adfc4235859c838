//! Mutants: formulas with a clause dropped or changed, and whether the check notices.

use super::brute::Brute;
use super::graphs::words;
use knightsat::cnf::sink::{ClauseGroup, ClauseSink, Cnf};
use knightsat::cnf::{Lit, Model, Var, Vars};
use knightsat::encoding::Formula;
use knightsat::encoding::meaning::{Fact, Meaning};
use knightsat::tour::Problem;
use knightsat::tour::place::Place;
use knightsat_check::{self as check, Options, Subject, inspect};
use std::collections::BTreeSet;

/// Mutations of every sort in every group.
pub const EACH: usize = 6;

/// A change of a formula; clauses and groups count from 0.
#[derive(Clone, Copy, Debug)]
enum Mutation {
    DropClause(usize),
    DropGroup(usize),
    FlipLiteral(usize, usize),
    ShiftIndex(usize, usize),
    ShiftGroup(usize, usize),
    Merge(Var, Var),
}

/// Passes a formula on with a mutation.
struct Mutator<'s> {
    sink: &'s mut dyn ClauseSink,
    mutation: Mutation,
    clauses: usize,
    groups: usize,
    variables: u32,
}

impl Mutator<'_> {
    fn mutated(&self, lits: &[Lit]) -> Option<Vec<Lit>> {
        let (clause, group) = (self.clauses - 1, self.groups.wrapping_sub(1));
        let mut lits = lits.to_vec();
        let signed = |var: Var, lit: Lit| [var.neg(), var.pos()][usize::from(lit.is_positive())];
        let next = |lit: Lit| {
            let number = lit.var().number() % self.variables + 1;
            signed(Var::new(number).unwrap(), lit)
        };
        match self.mutation {
            Mutation::DropClause(n) if n == clause => return None,
            Mutation::DropGroup(n) if n == group => return None,
            Mutation::FlipLiteral(n, at) if n == clause => lits[at] = !lits[at],
            Mutation::ShiftIndex(n, at) if n == clause => lits[at] = next(lits[at]),
            Mutation::ShiftGroup(n, at) if n == group => {
                let at = at % lits.len().max(1);
                let lit = lits.get_mut(at);
                lit.into_iter().for_each(|lit| *lit = next(*lit));
            }
            Mutation::Merge(into, gone) => {
                let gone = lits.iter_mut().filter(|lit| lit.var() == gone);
                gone.for_each(|lit| *lit = signed(into, *lit));
            }
            _ => {}
        }
        Some(lits)
    }
}

impl ClauseSink for Mutator<'_> {
    fn group(&mut self, group: &'static ClauseGroup) {
        self.groups += 1;
        self.sink.group(group);
    }

    fn new_vars(&mut self, count: u32) -> Vars {
        self.variables += count;
        self.sink.new_vars(count)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.clauses += 1;
        if let Some(lits) = self.mutated(lits) {
            self.sink.clause(&lits);
        }
    }
}

/// A formula with a mutation.
struct Mutant<'s> {
    subject: &'s dyn Subject,
    mutation: Mutation,
}

impl Subject for Mutant<'_> {
    fn encode(&self, sink: &mut dyn ClauseSink) -> Meaning {
        self.subject.encode(&mut Mutator {
            sink,
            mutation: self.mutation,
            clauses: 0,
            groups: 0,
            variables: 0,
        })
    }
}

/// Returns the models as sets of facts, by exhaustive search. Ends with the first model outside
/// `within`, if given.
fn models(subject: &dyn Subject, within: Option<&BTreeSet<Vec<Fact>>>) -> BTreeSet<Vec<Fact>> {
    let mut cnf = Cnf::default();
    let meaning = subject.encode(&mut cnf);
    let mut found = BTreeSet::new();
    Brute::new(&cnf, &meaning.projection()).each_model(&mut |lits| {
        let held = meaning.held(&Model::from_lits(lits).unwrap());
        let is_known = within.is_none_or(|within| within.contains(&held));
        found.insert(held);
        is_known
    });
    found
}

/// Returns a sample of all mutations: every mutation of a whole group, `each` of the others in
/// every group, and `each` mergers of fresh variables.
fn mutations(
    subject: &dyn Subject,
    each: usize,
    seed: u64,
    is_meant: &dyn Fn(&str) -> bool,
) -> Vec<Mutation> {
    let mut formula = check::Collected::default();
    let meaning = subject.encode(&mut formula);
    let clauses: Vec<usize> = formula.cnf.clauses().map(<[Lit]>::len).collect();
    let projection = meaning.projection();
    let meant: BTreeSet<u32> = projection.iter().map(|lit| lit.var().number()).collect();
    let fresh = (1..=formula.cnf.variables()).filter(|number| !meant.contains(number));
    let fresh: Vec<Var> = fresh.filter_map(Var::new).collect();
    let mut words = words(seed);
    let mut below = |below: usize| (words.next().unwrap() % below.max(1) as u64) as usize;
    let mut all = Vec::new();
    // Formulas without groups are one.
    let groups = formula.clauses_by_group();
    let size = |(group, all): &(&ClauseGroup, Vec<&[Lit]>)| (is_meant(group.name), all.len());
    let mut sizes: Vec<(bool, usize)> = groups.iter().map(size).collect();
    if sizes.is_empty() {
        sizes.push((true, clauses.len()));
    }
    let mut first = clauses.len() - sizes.iter().map(|(_, size)| size).sum::<usize>();
    for (group, (is_meant, size)) in sizes.into_iter().enumerate() {
        if !is_meant || size == 0 {
            first += size;
            continue;
        }
        all.push(Mutation::DropGroup(group));
        all.push(Mutation::ShiftGroup(group, below(4)));
        for _ in 0..each {
            let [dropped, flipped, shifted] = [0; 3].map(|_| first + below(size));
            all.push(Mutation::DropClause(dropped));
            if clauses[flipped] > 0 {
                all.push(Mutation::FlipLiteral(flipped, below(clauses[flipped])));
            }
            if clauses[shifted] > 0 {
                all.push(Mutation::ShiftIndex(shifted, below(clauses[shifted])));
            }
        }
        first += size;
    }
    for _ in 0..each {
        let (a, b) = (below(fresh.len()), below(fresh.len()));
        if a != b {
            all.push(Mutation::Merge(fresh[a.min(b)], fresh[a.max(b)]));
        }
    }
    all
}

/// The number of mutants, by result.
#[derive(Default)]
pub struct Score {
    pub mutants: usize,
    pub changed: usize,
    /// Those that proofs alone leave open.
    pub open: usize,
    sorts: BTreeSet<&'static str>,
}

impl Score {
    /// Panics unless so many sorts of mutations changed so many models, and some changed none.
    pub fn assert_varied(&self, sorts: usize, changed: usize) {
        let (mutants, found) = (self.mutants, self.changed);
        println!("{found} of {mutants} mutants have other models, and all of them are found");
        let seen = &self.sorts;
        assert!(seen.len() >= sorts, "a sort never mattered: {seen:?}");
        assert!(found > changed && found < mutants, "{found} of {mutants}");
    }
}

fn sort(mutation: Mutation) -> &'static str {
    match mutation {
        Mutation::DropClause(_) => "drop clause",
        Mutation::DropGroup(_) => "drop group",
        Mutation::FlipLiteral(..) => "flip literal",
        Mutation::ShiftIndex(..) => "shift index",
        Mutation::ShiftGroup(..) => "shift group",
        Mutation::Merge(..) => "merge variables",
    }
}

/// Mutates the meant groups of our formula, as [`attack`] does, unless it is a relaxation.
pub fn attack_ours(
    place: &Place,
    formula: &Formula,
    each: usize,
    is_meant: impl Fn(&str) -> bool,
    score: &mut Score,
) {
    if formula.is_exact() {
        attack(place, formula.problem(), formula, each, is_meant, score);
    }
}

/// Mutates the meant groups of a formula, with `each` mutants of a sort; a miss or a false alarm is
/// a panic.
pub fn attack(
    place: &Place,
    problem: &Problem,
    subject: &dyn Subject,
    each: usize,
    is_meant: impl Fn(&str) -> bool,
    score: &mut Score,
) {
    let right = models(subject, None);
    for mutation in mutations(subject, each, 7 + score.mutants as u64, &is_meant) {
        let mutant = Mutant { subject, mutation };
        let is_changed = models(&mutant, Some(&right)) != right;
        let what = format!("{place} {mutation:?} {problem:?}");
        let report = inspect(place, problem, &mutant, &Options::default()).unwrap();
        assert_eq!(report.is_good(), !is_changed, "{what}\n{report}");
        let is_shown = report.counterexample.is_some();
        assert!(is_shown || !is_changed, "{what}\n{report}");
        // Without a comparison, proofs decide, or leave the verdict open.
        let all = Options::default();
        let proved = inspect(place, problem, &mutant, &Options { most: 0, ..all }).unwrap();
        let is_right = proved.is_good() && !proved.is_open;
        let is_honest = !(is_right && is_changed) && (proved.is_good() || is_changed);
        assert!(is_honest, "{what}\n{proved}");
        score.open += usize::from(proved.is_open);
        score.mutants += 1;
        score.changed += usize::from(is_changed);
        if is_changed {
            score.sorts.insert(sort(mutation));
        }
    }
}
