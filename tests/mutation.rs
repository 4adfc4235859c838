//! Mutation: clauses of every encoding are dropped and changed, and the check must notice whenever
//! that changes the models. Whether it does is decided here by trying all assignments, with no code
//! of the check and no solver.

#[path = "common/brute.rs"]
mod brute;

use brute::Brute;
use knightsat::check::{self, Fact, Meaning, Options, Subject, inspect};
use knightsat::cnf::gadget::amo::{Amo, Amos};
use knightsat::cnf::sink::{ClauseSink, Cnf};
use knightsat::cnf::{Lit, Model, Var, Vars};
use knightsat::encoding::{Encoding, Formula, Style, position};
use knightsat::lazy::Whole;
use knightsat::problem::{Kind, Problem};
use knightsat::spec::place::Place;
use std::collections::BTreeSet;

/// Mutations of every sort in every group.
const EACH: usize = 6;

/// What is done to a formula; clauses and groups count from 0.
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
        let next = |lit: Lit| {
            let var = Var::new(lit.var().number() % self.variables + 1).unwrap();
            if lit.is_positive() {
                var.pos()
            } else {
                var.neg()
            }
        };
        match self.mutation {
            Mutation::DropClause(n) if n == clause => return None,
            Mutation::DropGroup(n) if n == group => return None,
            Mutation::FlipLiteral(n, at) if n == clause => lits[at] = !lits[at],
            Mutation::ShiftIndex(n, at) if n == clause => lits[at] = next(lits[at]),
            Mutation::ShiftGroup(n, at) if n == group => {
                let at = at % lits.len().max(1);
                lits.get_mut(at)
                    .map(|lit| *lit = next(*lit))
                    .unwrap_or_default();
            }
            Mutation::Merge(into, gone) => {
                for lit in lits.iter_mut().filter(|lit| lit.var() == gone) {
                    *lit = if lit.is_positive() {
                        into.pos()
                    } else {
                        into.neg()
                    };
                }
            }
            _ => {}
        }
        Some(lits)
    }
}

impl ClauseSink for Mutator<'_> {
    fn group(&mut self, group: &'static knightsat::cnf::sink::Group) {
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

/// A formula with a mutation. It promises no sizes, which would give it away.
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

    fn cut(&self, model: &Model) -> Vec<Vec<Lit>> {
        self.subject.cut(model)
    }
}

/// The models as sets of facts, by trying all assignments. What the subject would cut off is cut
/// off, until nothing new is. Ends with the first model that is not in `within`, where that is given.
fn models(subject: &dyn Subject, within: Option<&BTreeSet<Vec<Fact>>>) -> BTreeSet<Vec<Fact>> {
    let mut cnf = Cnf::default();
    let meaning = subject.encode(&mut cnf);
    let projection = meaning.projection();
    let mut cuts: BTreeSet<Vec<Lit>> = BTreeSet::new();
    loop {
        let mut found = BTreeSet::new();
        let mut new = BTreeSet::new();
        Brute::new(&cnf, &projection).each_model(&mut |lits| {
            let model = Model::from_lits(lits).unwrap();
            let held = meaning.held(&model);
            let fresh = subject.cut(&model);
            let fresh: Vec<_> = fresh
                .into_iter()
                .filter(|cut| !cuts.contains(cut))
                .collect();
            if !fresh.is_empty() {
                new.extend(fresh);
                return true;
            }
            let is_known = within.is_none_or(|within| within.contains(&held));
            found.insert(held);
            is_known
        });
        if new.is_empty() {
            return found;
        }
        new.iter().for_each(|cut| cnf.clause(cut));
        cuts.extend(new);
    }
}

/// Words that look random, by xorshift.
fn words(mut state: u64) -> impl FnMut(usize) -> usize {
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below.max(1) as u64) as usize
    }
}

/// A sample of all mutations: of every group all that is done to it as a whole, and `each` of the
/// others; and `each` mergers of fresh variables.
fn mutations(subject: &dyn Subject, each: usize, seed: u64) -> Vec<Mutation> {
    let mut formula = check::Collected::default();
    let meaning = subject.encode(&mut formula);
    let clauses: Vec<usize> = formula.clauses().map(<[Lit]>::len).collect();
    let projection = meaning.projection();
    let meant: BTreeSet<u32> = projection.iter().map(|lit| lit.var().number()).collect();
    let fresh = (1..=formula.variables()).filter(|number| !meant.contains(number));
    let fresh: Vec<Var> = fresh.filter_map(Var::new).collect();
    let mut below = words(seed);
    let mut all = Vec::new();
    // Formulas without groups are one.
    let groups = formula.clauses_by_group();
    let sizes: Vec<usize> = groups.iter().map(|(_, clauses)| clauses.len()).collect();
    let sizes = if sizes.is_empty() {
        vec![clauses.len()]
    } else {
        sizes
    };
    let mut first = clauses.len() - sizes.iter().sum::<usize>();
    for (group, size) in sizes.into_iter().enumerate() {
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

#[derive(Default)]
struct Score {
    mutants: usize,
    changed: usize,
    caught: usize,
    sorts: BTreeSet<&'static str>,
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

/// Mutates one formula; a miss or a false alarm is a panic.
fn attack(place: &Place, problem: &Problem, name: &str, subject: &dyn Subject, score: &mut Score) {
    let right = models(subject, None);
    for mutation in mutations(subject, EACH, 7 + score.mutants as u64) {
        let mutant = Mutant { subject, mutation };
        let is_changed = models(&mutant, Some(&right)) != right;
        let report = inspect(place, problem, &mutant, &Options::default()).unwrap();
        assert_eq!(
            report.is_good(),
            !is_changed,
            "{name}, {} {place}, {mutation:?}\n{report}",
            problem.kind()
        );
        score.mutants += 1;
        score.changed += usize::from(is_changed);
        if !report.is_good() {
            assert!(
                report.counterexample.is_some(),
                "{name} {mutation:?}\n{report}"
            );
            score.caught += 1;
            score.sorts.insert(sort(mutation));
        }
    }
}

#[test]
fn every_mutant_that_changes_the_models_is_caught() {
    let ring = check::place(".../.#./...");
    let mut styles = vec![
        ("textbook".to_string(), Style::TEXTBOOK),
        (
            "position three-cnf".to_string(),
            Style {
                three_cnf: true,
                ..Style::DEFAULT
            },
        ),
    ];
    styles.push(("position".to_string(), Style::DEFAULT));
    for amo in Amo::ALL {
        // Nothing redundant: the fewer clauses say the same, the more each of them matters. And
        // nothing pruned: for fewer literals all encodings are pairwise.
        let options = position::Options {
            amo: Amos::both(amo),
            ..position::Options::TEXTBOOK
        };
        styles.push((format!("position {amo}"), Style::position(options)));
    }
    let mut total = Score::default();
    for (name, style) in &styles {
        let mut score = Score::default();
        for kind in [Kind::Open, Kind::Closed] {
            let problem = Problem::new(ring.graph(), kind, None, None).unwrap();
            let mut style = *style;
            if let (Encoding::Position(options), Kind::Open) = (&mut style.encoding, kind) {
                options.directions = position::Directions::One;
            }
            let formula = Formula::new(&problem, style).unwrap();
            attack(&ring, &problem, name, &formula, &mut score);
        }
        tell(name, score, &mut total);
    }
    let mut score = Score::default();
    for (board, kind) in [
        ("3x4", Kind::Open),
        ("#..##/.#.../...##/#...#", Kind::Closed),
    ] {
        let place = check::place(board);
        let problem = Problem::new(place.graph(), kind, None, None).unwrap();
        let whole = Whole::new(&problem).unwrap();
        attack(&place, &problem, "lazy", &whole, &mut score);
    }
    tell("lazy", score, &mut total);
    println!(
        "all: {} of {} mutants change the models, {} caught",
        total.changed, total.mutants, total.caught
    );
    assert_eq!(
        total.sorts.len(),
        6,
        "a sort of mutation never mattered: {:?}",
        total.sorts
    );
    assert!(total.changed > 300 && total.changed < total.mutants);
}

fn tell(name: &str, score: Score, total: &mut Score) {
    let Score {
        mutants,
        changed,
        caught,
        sorts,
    } = score;
    println!("{name:<20} {mutants:>4} mutants, {changed:>4} change the models, {caught:>4} caught");
    total.mutants += mutants;
    total.changed += changed;
    total.caught += caught;
    total.sorts.extend(sorts);
}
