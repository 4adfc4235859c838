//! Faults of a formula in words: a sentence with a number for each group of faults.
//!
//! The definition of a tour is compared with the formula clause by clause. A clause of the
//! definition that some model violates is *missing*, unless it follows from the formula and the
//! other laws. Tours without a model are *lost*, by the squares, moves or clauses that exclude
//! them.
//! A square or move counts only if clauses about its steps alone exclude it.

use super::case::Case;
use super::counterexample::Wrong;
use super::decode::position;
use super::error::InspectError;
use super::fault::{Fault, FaultKind};
use super::figures::runs;
use super::strategy::{Evidence, timely};
use super::table::{Report, Status};
use super::theory::{Answer, LITTLE, Theory, negated};
use crate::base::text::{OptionName, is_or_are};
use crate::cnf::Term;
use crate::prelude::*;
use crate::tour::definition::Law;
use crate::tour::rule::{Atom, Literal};
use crate::tour::succession::Succession;
use std::collections::{BTreeMap, BTreeSet, HashMap};

const CLOSED: OptionName = OptionName("closed");
const DIRECTIONS: OptionName = OptionName("directions");
/// The most squares of a board whose wrong moves are listed, and names in a list.
const PAIRS: u32 = 36;
const SHOWN: usize = 3;
/// The most groups of moves or squares with the same steps: more become one sentence.
const GROUPS: usize = 3;
/// The most questions to the solver about wrong moves.
const QUESTIONS: usize = 300;

/// A move after a step.
type Taken = (u32, [u32; 2]);

/// Clauses of a law that propagation does not derive, negated, each with its step or vertex.
struct Gap {
    left: Vec<(u32, Vec<Lit>)>,
    keys: BTreeSet<u32>,
    clauses: usize,
}

impl Gap {
    fn is_total(&self) -> bool {
        self.left.len() == self.clauses && self.clauses > 0
    }
}

/// Returns the groups of faults of a formula, worst first.
pub(super) fn faults(evidence: &Evidence, report: &Report) -> Result<Vec<Fault>, InspectError> {
    let is_wrong = |check| report.status(check) == Some(Status::Wrong);
    let case = evidence.case;
    let mut faults = Vec::new();
    if is_wrong("sound") {
        faults.extend(case.admitted(report)?);
    }
    if is_wrong("complete") || report.models == 0 && is_wrong("verdict") {
        faults.extend(evidence.lost(report)?);
    }
    let found = report.counterexample.as_ref();
    if let Some(found) = found
        && (faults.is_empty() || found.wrong == Wrong::Twice)
    {
        let kind = match found.wrong {
            Wrong::Twice => FaultKind::Twice,
            _ => FaultKind::Other,
        };
        let share = if kind == FaultKind::Twice { 0.0 } else { 1.0 };
        faults.push(Fault::new(
            kind,
            share,
            format!("{}: {}", found.wrong, found.why),
        ));
    }
    faults.sort_by(|a, b| b.share.total_cmp(&a.share));
    Ok(faults)
}

/// Adds the sentences of checks without a group of their own.
pub(super) fn complete(report: &mut Report) {
    let wrong = report.findings.iter();
    let wrong = wrong.filter(|finding| finding.status == Status::Wrong);
    let has_other = !report.faults.is_empty();
    let others = wrong.filter_map(|finding| {
        let kind = match &finding.check[..] {
            "header" => FaultKind::Header,
            "file" => FaultKind::File,
            _ if has_other => return None,
            _ => FaultKind::Other,
        };
        let text = match kind {
            FaultKind::Header => format!("the header is wrong: {}", finding.detail),
            _ => finding.detail.clone(),
        };
        Some(Fault::new(kind, 0.0, text))
    });
    let others = others.collect_vec();
    report.faults.extend(others);
}

/// Returns the law of counting in words, by style.
fn law_words(style: FactStyle, law: Law) -> Option<(FaultKind, &'static str, &'static str)> {
    use FactStyle::{Arcs, Edges, Positions};
    use FaultKind::{AtLeastOne, AtMostOne, Once, Visited};
    Some(match (law, style) {
        (Law::SomeOut, Positions) => (AtLeastOne, "at least one square a step", "step"),
        (Law::OneOut, Positions) => (AtMostOne, "at most one square a step", "step"),
        (Law::OneIn, Positions) => (Once, "at most one step a square", "square"),
        (Law::SomeIn, Positions) => (Visited, "at least one step a square", "square"),
        (Law::SomeOut, Arcs) => (AtLeastOne, "at least one move out of a square", "square"),
        (Law::OneOut, Arcs) => (AtMostOne, "at most one move out of a square", "square"),
        (Law::OneIn, Arcs) => (Once, "at most one move into a square", "square"),
        (Law::SomeIn, Arcs) => (Visited, "at least one move into a square", "square"),
        (Law::SomeOut, Edges) => (AtLeastOne, "at least two moves at a square", "square"),
        (Law::OneOut, Edges) => (AtMostOne, "at most two moves at a square", "square"),
        _ => return None,
    })
}

/// Returns the step or the vertex that a clause of a law of counting is about.
fn key(law: Law, literals: &[Literal]) -> u32 {
    let facts = literals.iter().filter_map(|literal| match literal.atom {
        Atom::Fact(fact) => Some(fact),
        _ => None,
    });
    let facts = facts.collect_vec();
    let is_out = matches!(law, Law::SomeOut | Law::OneOut);
    match facts.first() {
        Some(&Fact::At { step, vertex }) => [vertex, step][usize::from(is_out)],
        Some(&Fact::Arc { from, to }) => [to, from][usize::from(is_out)],
        Some(Fact::Edge(ends)) => {
            let all = |vertex: &&u32| {
                facts
                    .iter()
                    .all(|fact| matches!(fact, Fact::Edge(ends) if ends.contains(vertex)))
            };
            *ends.iter().find(all).unwrap_or(&ends[0])
        }
        None => 0,
    }
}

/// Joins words with commas and a last "and", shortened if there are many.
fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [begin @ .., last] if words.len() <= SHOWN + 1 => {
            format!("{} and {last}", begin.join(", "))
        }
        _ => {
            let more = words.len() - SHOWN;
            format!("{} and {more} more", words[..SHOWN].join(", "))
        }
    }
}

/// Returns steps in words: `step 3`, `steps 3 and 7`, `steps 1 to 11`.
fn steps_words(steps: &BTreeSet<u32>) -> String {
    let runs = runs(steps.iter().copied()).into_iter();
    let words = runs.flat_map(|[first, last]| match last - first {
        0 => vec![first.to_string()],
        1 => vec![first.to_string(), last.to_string()],
        _ => vec![format!("{first} to {last}")],
    });
    let noun = if steps.len() == 1 { "step" } else { "steps" };
    format!("{noun} {}", listed(&words.collect_vec()))
}

impl Case<'_> {
    fn names(&self, vertices: impl IntoIterator<Item = u32>) -> Vec<String> {
        let vertices = vertices.into_iter();
        vertices.map(|vertex| self.place.name(vertex)).collect()
    }

    /// Returns the last step that another step follows.
    fn last(&self) -> u32 {
        let is_closed = Succession::of(self.problem).is_cyclic();
        self.problem.period() - u32::from(!is_closed)
    }

    fn at(&self, theory: &Theory, step: u32, vertex: u32) -> Term {
        let (step, vertex) = self.problem.in_period(step, vertex);
        let step = (step - 1) % self.problem.period() + 1;
        theory.term(Atom::Fact(Fact::At { step, vertex }))
    }

    /// Returns true if propagation refutes these terms together.
    fn refutes(&self, theory: &mut Theory, terms: &[Term]) -> bool {
        let lits = terms.iter().filter_map(|term| term.lit()).collect_vec();
        terms.contains(&Term::FALSE) || theory.propagates(&lits)
    }

    /// Returns the clauses of a law that propagation does not derive.
    fn gap(&self, theory: &mut Theory, law: Law) -> Gap {
        let (mut left, mut keys, mut clauses) = (Vec::new(), BTreeSet::new(), 0);
        self.definition().clauses(law, &mut |literals| {
            let key = key(law, literals);
            keys.insert(key);
            clauses += 1;
            if !theory.is_over()
                && let Some(lits) = theory.literals(literals)
            {
                let lits = negated(&lits);
                if !theory.propagates(&lits) {
                    left.push((key, lits));
                }
            }
        });
        Gap {
            left,
            keys,
            clauses,
        }
    }

    /// Returns the formula with the clauses of some laws.
    fn with_laws(&self, laws: &[Law]) -> Result<Option<Theory>, InspectError> {
        let Some((mut theory, _)) = timely(self.theory())? else {
            return Ok(None);
        };
        for &law in laws {
            self.definition().clauses(law, &mut |literals| {
                if let Some(lits) = theory.literals(literals) {
                    theory.clause(&lits);
                }
            });
        }
        Ok(Some(theory))
    }

    /// Returns the keys of the clauses, given by their negations, that some model violates, and the
    /// number of such clauses.
    fn violated_keys(
        &self,
        theory: &mut Theory,
        left: &[(u32, Vec<Lit>)],
    ) -> Result<(BTreeSet<u32>, usize), InspectError> {
        let mut keys = BTreeSet::new();
        for (key, lits) in left {
            if keys.contains(key) {
                continue;
            }
            if let Answer::Found(model) = theory.ask(lits, Some(LITTLE))? {
                let holds = |lits: &[Lit]| lits.iter().all(|&lit| model.satisfies(lit));
                keys.extend(left.iter().filter(|(_, lits)| holds(lits)).map(|(k, _)| *k));
                keys.insert(*key);
            }
        }
        let clauses = left.iter().filter(|(key, _)| keys.contains(key)).count();
        Ok((keys, clauses))
    }

    /// Returns the groups of clauses of the definition that the formula lacks.
    fn admitted(&self, report: &Report) -> Result<Vec<Fault>, InspectError> {
        const COUNTING: [Law; 4] = [Law::SomeOut, Law::OneOut, Law::OneIn, Law::SomeIn];
        let Some((mut theory, _)) = timely(self.theory())? else {
            return Ok(Vec::new());
        };
        let definition = self.definition();
        let gaps: HashMap<Law, Gap> = COUNTING
            .into_iter()
            .map(|law| (law, self.gap(&mut theory, law)))
            .collect();
        // Of the sets that suffice, the formula was probably meant to have the nearest.
        let lacks = |laws: &&&[Law]| {
            let total = laws.iter().filter(|law| gaps[law].is_total()).count();
            let share = |law: &Law| gaps[law].left.len() as f64 / gaps[law].clauses.max(1) as f64;
            let share: f64 = laws.iter().map(share).sum();
            (total, (share * 1e6) as u64)
        };
        let sets = definition.sufficient().iter();
        let laws = *sets
            .clone()
            .min_by_key(lacks)
            .expect("some laws are sufficient");
        let mut faults = Vec::new();
        for excused in [true, false] {
            for &law in laws {
                let gap = &gaps[&law];
                if gap.left.is_empty() {
                    continue;
                }
                let others = laws.iter().copied().filter(|&other| other != law);
                let others = others.chain([Law::Moves, Law::Given]).filter(|_| excused);
                let Some(mut theory) = self.with_laws(&others.collect_vec())? else {
                    continue;
                };
                let (keys, clauses) = self.violated_keys(&mut theory, &gap.left)?;
                faults.extend(self.gap_words(law, gap, &keys, clauses));
            }
            if excused {
                faults.extend(self.wrong_moves()?);
                faults.extend(self.not_given(&mut theory)?);
            }
            if !faults.is_empty() {
                return Ok(faults);
            }
        }
        if definition.has_cycles()
            && let Some(found) = &report.counterexample
        {
            let text = format!("nothing excludes several cycles: {}", found.why);
            faults.push(Fault::new(FaultKind::Cycles, 1.0, text));
        }
        Ok(faults)
    }

    fn gap_words(
        &self,
        law: Law,
        gap: &Gap,
        keys: &BTreeSet<u32>,
        clauses: usize,
    ) -> Option<Fault> {
        let (kind, what, noun) = law_words(self.meaning.style(), law)?;
        let all = gap.keys.len();
        let which = match (keys.len(), noun) {
            (0, _) => return None,
            (some, _) if some == all && all > 1 => format!("all {all} {noun}s"),
            (_, "step") => steps_words(keys),
            _ => {
                let names = listed(&self.names(keys.iter().copied()));
                format!(
                    "{} {names}",
                    ["squares", "square"][usize::from(keys.len() == 1)]
                )
            }
        };
        let share = clauses as f64 / gap.clauses as f64;
        Some(Fault::new(
            kind,
            share,
            format!("{what} is missing for {which}"),
        ))
    }

    /// Returns the groups of moves that are none, although the formula allows them.
    fn wrong_moves(&self) -> Result<Vec<Fault>, InspectError> {
        let is_positional = self.meaning.style() == FactStyle::Positions;
        let laws = [
            Law::SomeOut,
            Law::OneOut,
            Law::OneIn,
            Law::SomeIn,
            Law::Given,
        ];
        let Some(mut theory) = self.with_laws(&laws)? else {
            return Ok(Vec::new());
        };
        let graph = self.problem.graph();
        let mut allowed: Vec<Taken> = Vec::new();
        let mut possible: BTreeMap<u32, usize> = BTreeMap::new();
        if !is_positional {
            for fact in self.no_moves() {
                let term = self.fact(&theory, fact);
                if let Some([&a, &b]) = fact.ends()
                    && !self.refutes(&mut theory, &[term])
                {
                    allowed.push((0, [a, b]));
                }
            }
        } else if graph.len() <= PAIRS {
            for (step, from) in (1..=self.last()).cartesian_product(0..graph.len()) {
                let here = self.at(&theory, step, from);
                let none = graph.successors(from).iter();
                let none = none.map(|&to| !self.at(&theory, step + 1, to));
                let mut terms = [here].into_iter().chain(none).collect_vec();
                let others = (0..graph.len()).filter(|&to| to != from && !graph.has_arc(from, to));
                *possible.entry(step).or_default() += others.clone().count();
                if self.refutes(&mut theory, &terms) {
                    continue;
                }
                for to in others {
                    terms.push(self.at(&theory, step + 1, to));
                    if !self.refutes(&mut theory, &terms) {
                        allowed.push((step, [from, to]));
                    }
                    terms.pop();
                }
            }
        }
        let mut free_steps = BTreeSet::new();
        if let Some(formula) = self.with_laws(&[])?.filter(|_| is_positional) {
            let mut locals = Locals::new(self, &formula);
            for step in allowed.iter().map(|&(step, _)| step).dedup() {
                let next = step % self.problem.period() + 1;
                let pairs = (0..graph.len()).cartesian_product(0..graph.len());
                let pairs = pairs.filter(|&(from, to)| from != to && !graph.has_arc(from, to));
                let mut is_free = true;
                for (from, to) in pairs {
                    is_free = is_free && !locals.excludes(&[(step, from), (next, to)])?;
                }
                if is_free {
                    free_steps.insert(step);
                }
            }
        }
        let is_free = |step: &u32| free_steps.contains(step);
        let (free, pairs): (Vec<Taken>, Vec<Taken>) =
            allowed.into_iter().partition(|(step, _)| is_free(step));
        let mut questions = QUESTIONS;
        let mut confirmed = |taken: &Taken, theory: &mut Theory| -> Result<bool, InspectError> {
            let &(step, [from, to]) = taken;
            let terms = if is_positional {
                vec![self.at(theory, step, from), self.at(theory, step + 1, to)]
            } else {
                vec![self.fact(theory, Fact::of_move(self.meaning.style(), [from, to]))]
            };
            let lits = terms.iter().filter_map(|term| term.lit()).collect_vec();
            questions = questions.saturating_sub(1);
            Ok(questions > 0 && matches!(theory.ask(&lits, Some(LITTLE))?, Answer::Found(_)))
        };
        let mut faults = Vec::new();
        let mut unjoined = BTreeSet::new();
        for (step, mut taken) in &free.into_iter().chunk_by(|&(step, _)| step) {
            let mut is_found = false;
            for taken in taken.by_ref() {
                is_found = is_found || confirmed(&taken, &mut theory)?;
            }
            if is_found {
                unjoined.insert(step);
            }
        }
        let (last, len) = (self.last(), self.problem.graph().len());
        let share = unjoined.len() as f64 / f64::from(last.max(1));
        if last == len && unjoined.len() == 1 && unjoined.contains(&len) {
            let text = format!(
                "step {len} is not joined to step 1: was an open tour meant (without {CLOSED})?"
            );
            faults.push(Fault::new(FaultKind::Closed, share, text));
        } else if !unjoined.is_empty() {
            let text = if unjoined.len() as u32 == last {
                format!("no step is joined to the next by a move: all {last} are missing")
            } else {
                let steps = steps_words(&unjoined);
                let is = is_or_are(unjoined.len() as u32);
                format!("{steps} {is} not joined to the next by a move")
            };
            faults.push(Fault::new(FaultKind::WrongMoves, share, text));
        }
        let mut by_ends: BTreeMap<[u32; 2], BTreeSet<u32>> = BTreeMap::new();
        for &(step, ends) in &pairs {
            by_ends.entry(ends).or_default().insert(step);
        }
        let mut wrong = BTreeMap::new();
        for (ends, steps) in by_ends {
            for &step in &steps {
                if confirmed(&(step, ends), &mut theory)? {
                    wrong.insert(ends, steps);
                    break;
                }
            }
        }
        let all: usize = possible.values().sum();
        let count: usize = wrong.values().map(BTreeSet::len).sum();
        let share = count as f64 / all.max(1) as f64;
        let mut texts = Vec::new();
        for (steps, ends) in grouped(wrong) {
            let (what, count) = self.moves_words(&ends);
            let (is, it) =
                [("are no moves", "them"), ("is no move", "it")][usize::from(count == 1)];
            let where_ = match steps.len() {
                _ if !is_positional => format!("nothing forbids {it}"),
                1 => format!("{} allows {it}", after_words(&steps, self.problem.period())),
                many => format!("{many} steps allow {it}"),
            };
            texts.push((what.clone(), format!("{what} {is}, and {where_}")));
        }
        faults.extend(merged(
            FaultKind::WrongMoves,
            share,
            texts,
            "moves that are none are allowed at some steps",
        ));
        Ok(faults)
    }

    fn fact(&self, theory: &Theory, fact: Fact) -> Term {
        let term = theory.terms.get(&Atom::Fact(fact));
        term.copied().unwrap_or(Term::FALSE)
    }

    /// Returns the clues and rules that the formula does not require.
    fn not_given(&self, theory: &mut Theory) -> Result<Vec<Fault>, InspectError> {
        let mut faults = Vec::new();
        for law in [Law::Given, Law::Rules] {
            if law == Law::Rules && self.definition().lacks().is_some() {
                continue;
            }
            let gap = self.gap(theory, law);
            let mut violated = Vec::new();
            for (_, lits) in &gap.left {
                if let Answer::Found(_) = theory.ask(lits, Some(LITTLE))? {
                    violated.push(self.symbols.clause(&negated(lits)));
                }
            }
            let what = if law == Law::Given { "clues" } else { "rules" };
            if let Some(first) = violated.first() {
                let (count, all) = (violated.len(), gap.clauses);
                let text =
                    format!("{count} of {all} clauses of the {what} are missing, such as {first}");
                faults.push(Fault::new(
                    FaultKind::Given,
                    count as f64 / all as f64,
                    text,
                ));
            }
        }
        Ok(faults)
    }

    /// Returns moves in words, those in both directions as one, and their number.
    fn moves_words(&self, ends: &BTreeSet<[u32; 2]>) -> (String, usize) {
        let is_edge = self.meaning.style() == FactStyle::Edges;
        let is_both = |&[a, b]: &[u32; 2]| is_edge || ends.contains(&[b, a]);
        let shown = ends
            .iter()
            .filter(|ends| !is_both(ends) || ends[0] < ends[1]);
        let words = shown.map(|ends| {
            let [from, to] = ends.map(|vertex| self.place.name(vertex));
            format!("{from}{}{to}", ["→", "–"][usize::from(is_both(ends))])
        });
        let words = words.collect_vec();
        (listed(&words), words.len())
    }
}

/// Returns the moves by the set of their steps, the most moves first.
fn grouped<T: Ord>(of: BTreeMap<T, BTreeSet<u32>>) -> Vec<(BTreeSet<u32>, BTreeSet<T>)> {
    let mut groups: BTreeMap<BTreeSet<u32>, BTreeSet<T>> = BTreeMap::new();
    for (item, steps) in of {
        groups.entry(steps).or_default().insert(item);
    }
    let groups = groups.into_iter();
    groups
        .sorted_by_key(|(steps, items)| std::cmp::Reverse(steps.len() * items.len()))
        .collect()
}

/// Returns faults of these sentences, or one sentence in place of many.
fn merged(kind: FaultKind, share: f64, texts: Vec<(String, String)>, all: &str) -> Vec<Fault> {
    if texts.len() <= GROUPS {
        let texts = texts.into_iter();
        return texts
            .map(|(_, text)| Fault::new(kind, share, text))
            .collect();
    }
    let shown = texts.iter().take(SHOWN).map(|(what, _)| what).join(", ");
    let text = format!("{all}: {shown} and others");
    vec![Fault::new(kind, share, text)]
}

/// Returns the only step in words, with that after it; of several, their number.
fn after_words(steps: &BTreeSet<u32>, period: u32) -> String {
    match steps.first() {
        Some(step) if steps.len() == 1 => format!("step {step} to {}", step % period + 1),
        _ => format!("{} steps", steps.len()),
    }
}

/// Formulas of some steps: the clauses about these steps alone, with any further variables. So an
/// exclusion is a fault of theirs, and no consequence of other clauses.
struct Locals<'c> {
    case: &'c Case<'c>,
    clauses: Cnf,
    terms: HashMap<Atom, Term>,
    /// The steps of the variables with a meaning.
    steps: HashMap<Var, u32>,
    /// The last steps and their theory.
    last: Option<(Vec<u32>, Theory)>,
}

impl<'c> Locals<'c> {
    fn new(case: &'c Case<'c>, theory: &Theory) -> Locals<'c> {
        let facts = case.meaning.facts().iter().chain(case.meaning.twins());
        let steps = facts.flat_map(|(fact, lits)| {
            let step = position(fact).map(|(step, _)| step);
            lits.iter().filter_map(move |lit| Some((lit.var(), step?)))
        });
        Locals {
            case,
            clauses: theory.cnf.clone(),
            terms: theory.terms.clone(),
            steps: steps.collect(),
            last: None,
        }
    }

    /// Returns true if propagation refutes that these steps are on these squares, and on no others.
    fn excludes(&mut self, at: &[(u32, u32)]) -> Result<bool, InspectError> {
        let wanted = at.iter().map(|(step, _)| *step).collect_vec();
        if self.last.as_ref().is_none_or(|(steps, _)| *steps != wanted) {
            let mut cnf = Cnf::default();
            let _: Vars = cnf.new_vars(self.clauses.variables());
            let is_here = |lit: &Lit| {
                let step = self.steps.get(&lit.var());
                step.is_none_or(|step| wanted.contains(step))
            };
            let clauses = self.clauses.clauses();
            let here = clauses.filter(|clause| clause.iter().all(is_here));
            here.for_each(|clause| cnf.clause(clause));
            let options = self.case.options;
            let theory = Theory::new(cnf, self.terms.clone(), &options.solver, &options.limits);
            let Ok(theory) = theory else {
                return Ok(false);
            };
            self.last = Some((wanted, theory));
        }
        let (_, theory) = self.last.as_mut().expect("it is set above");
        let mut terms = Vec::new();
        for (&(step, here), vertex) in at.iter().cartesian_product(0..self.case.place.len()) {
            let term = self.case.at(theory, step, vertex);
            terms.push(if vertex == here { term } else { !term });
        }
        Ok(self.case.refutes(theory, &terms))
    }
}

impl Evidence<'_> {
    /// Returns the known tours without a model, and the number of known tours.
    fn lost_tours(&self) -> (Vec<&[u32]>, usize) {
        let tours = self.case.expected.tours.iter().zip(&self.swept.has_model);
        let lost = tours.filter(|(forms, has)| has.len() == forms.len() && !has.contains(&true));
        let lost = lost.filter_map(|(forms, _)| forms.first().map(Vec::as_slice));
        (lost.collect(), self.swept.has_model.len())
    }

    /// Returns the groups of faults by which tours are lost.
    fn lost(&self, report: &Report) -> Result<Vec<Fault>, InspectError> {
        let case = self.case;
        let (mut lost, all) = self.lost_tours();
        let mut faults = Vec::new();
        let Some((mut theory, _)) = timely(case.theory())? else {
            return Ok(faults);
        };
        let share = |tours: usize| tours as f64 / all.max(1) as f64;
        if theory.propagates(&[]) {
            let core = case.core(&case.formula, &[])?;
            let clauses = case.formula.cnf.clauses().collect_vec();
            if let Some(&first) = core.first() {
                let text = case.symbols.clause(clauses[first]);
                let text = match core.len() {
                    1 => format!("clause {} can never hold: {text}", first + 1),
                    many => format!(
                        "{many} clauses contradict each other, the first is clause {}: {text}",
                        first + 1
                    ),
                };
                faults.push(Fault::new(FaultKind::Contradiction, 1.0, text));
            }
        } else {
            faults.extend(self.hypotheses(&mut theory, &mut lost, share));
            faults.extend(self.impossible(&mut theory, &mut lost, share)?);
            faults.extend(self.violated_clauses(&mut lost, share));
        }
        if let (Some(_), Some(found)) = (lost.first(), &report.counterexample)
            && found.wrong == Wrong::NoModel
            && !faults
                .iter()
                .any(|fault| fault.kind == FaultKind::Contradiction)
        {
            let tours = counted(lost.len(), "tour");
            let is = is_or_are(lost.len() as u32);
            let text = format!("{tours} {is} excluded: {}", found.why);
            faults.push(Fault::new(FaultKind::Clauses, share(lost.len()), text));
        }
        Ok(faults)
    }

    /// Returns the promises that would explain lost tours, which it removes.
    fn hypotheses(
        &self,
        theory: &mut Theory,
        lost: &mut Vec<&[u32]>,
        share: impl Fn(usize) -> f64,
    ) -> Vec<Fault> {
        let case = self.case;
        let (graph, is_open) = (case.problem.graph(), case.problem.kind() == Kind::Open);
        let mut faults = Vec::new();
        let len = graph.len();
        let mut explain =
            |lost: &mut Vec<&[u32]>, kind, text: String, is: &dyn Fn(&[u32]) -> bool| {
                let before = lost.len();
                lost.retain(|steps| !is(steps));
                if lost.len() < before {
                    faults.push(Fault::new(kind, share(before - lost.len()), text));
                }
            };
        if case.meaning.style() == FactStyle::Positions && case.problem.period() == len {
            // Of all pairs of ends, only those a move apart are possible.
            let is_joined = |theory: &mut Theory| {
                let mut pairs = (0..len).cartesian_product(0..len);
                let mut has_closed = false;
                let is_closed = pairs.all(|(a, b)| {
                    let terms = [case.at(theory, len, a), case.at(theory, 1, b)];
                    let is_excluded = a == b || case.refutes(theory, &terms);
                    has_closed |= !is_excluded;
                    is_excluded || graph.has_arc(a, b)
                });
                is_closed && has_closed
            };
            if is_open && len > 2 && is_joined(theory) {
                let text =
                    format!("step {len} is joined to step 1: was a closed tour meant ({CLOSED})?");
                let is = |steps: &[u32]| !graph.has_arc(steps[steps.len() - 1], steps[0]);
                explain(lost, FaultKind::Closed, text, &is);
            }
            for (step, option) in [(1, OptionName("start")), (len, OptionName("end"))] {
                let possible = (0..len).filter(|&vertex| {
                    let term = case.at(theory, step, vertex);
                    !case.refutes(theory, &[term])
                });
                if let [only] = possible.collect_vec()[..]
                    && (is_open || step == 1)
                {
                    let name = case.place.name(only);
                    let text = format!(
                        "step {step} is always on {name}: was a fixed {} meant ({option} {name})?",
                        option.0
                    );
                    let is = |steps: &[u32]| steps[step as usize - 1] != only;
                    explain(lost, FaultKind::Ends, text, &is);
                }
            }
        }
        let tours = case.expected.tours.iter().zip(&self.swept.has_model);
        let has: HashMap<&[u32], bool> = tours
            .flat_map(|(forms, has)| forms.iter().map(Vec::as_slice).zip(has.iter().copied()))
            .collect();
        let back = |steps: &[u32]| case.meaning.reversed(case.problem, steps);
        let is_half = !case.meaning.is_one_direction
            && case.expected.is_whole()
            && has.values().contains(&true)
            && has.iter().all(|(steps, has_model)| {
                has.get(&back(steps)[..])
                    .is_some_and(|back| back != has_model)
            });
        if is_half {
            let text = format!(
                "of a tour and its reverse only one is a model: was one direction meant ({DIRECTIONS} one)?"
            );
            explain(lost, FaultKind::Direction, text, &|_| true);
        }
        faults
    }

    /// Returns the squares and moves that the formula excludes, and removes the tours with them.
    fn impossible(
        &self,
        theory: &mut Theory,
        lost: &mut Vec<&[u32]>,
        share: impl Fn(usize) -> f64,
    ) -> Result<Vec<Fault>, InspectError> {
        let case = self.case;
        let is_positional = case.meaning.style() == FactStyle::Positions;
        let mut faults = Vec::new();
        let period = case.problem.period();
        let mut locals = Locals::new(case, theory);
        let all_lost = lost.clone();
        let mut squares: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        if is_positional {
            for (step, vertex) in (1..=period).cartesian_product(0..case.problem.graph().len()) {
                if locals.excludes(&[(step, vertex)])? {
                    squares.entry(vertex).or_default().insert(step);
                }
            }
            let at = |steps: &[u32], of: &BTreeMap<u32, BTreeSet<u32>>| {
                let mut at = (1..=period).zip(steps);
                at.any(|(step, vertex)| of.get(vertex).is_some_and(|at| at.contains(&step)))
            };
            // A formula may exclude squares that no tour has at a step.
            squares.retain(|&vertex, at_steps| {
                let one = [(vertex, at_steps.clone())].into();
                lost.iter().any(|steps| at(steps, &one))
            });
            let before = lost.len();
            lost.retain(|steps| !at(steps, &squares));
            let texts = grouped(squares.clone())
                .into_iter()
                .map(|(steps, vertices)| {
                    let names = listed(&case.names(vertices.iter().copied()));
                    let (noun, is, them) = [("squares", "are", "them"), ("square", "is", "it")]
                        [usize::from(vertices.len() == 1)];
                    let text = if steps.len() as u32 == period {
                        format!("{noun} {names} {is} never possible: {period} steps exclude {them}")
                    } else {
                        format!(
                            "{noun} {names} {is} not possible at {}",
                            steps_words(&steps)
                        )
                    };
                    (format!("{names} at {}", steps_words(&steps)), text)
                });
            let all = "squares are not possible at some steps";
            let share = share(before - lost.len());
            faults.extend(merged(
                FaultKind::MissingSquares,
                share,
                texts.collect(),
                all,
            ));
        }
        let succession = Succession::of(case.problem);
        let arcs: BTreeSet<[u32; 2]> = case.problem.graph().arcs().collect();
        let steps = if is_positional { case.last() } else { 1 };
        let mut moves: BTreeMap<[u32; 2], BTreeSet<u32>> = BTreeMap::new();
        for (step, &[from, to]) in (1..=steps).cartesian_product(&arcs) {
            let next = step % period + 1;
            let is_known = |step, vertex| {
                squares
                    .get(&vertex)
                    .is_some_and(|at: &BTreeSet<u32>| at.contains(&step))
            };
            let is_excluded = if !is_positional {
                let term = case.fact(theory, Fact::of_move(case.meaning.style(), [from, to]));
                case.refutes(theory, &[term])
            } else {
                !is_known(step, from)
                    && !is_known(next, to)
                    && locals.excludes(&[(step, from), (next, to)])?
            };
            if is_excluded {
                moves.entry([from, to]).or_default().insert(step);
            }
        }
        let has = |tour: &[u32], moves: &BTreeMap<[u32; 2], BTreeSet<u32>>| {
            let mut taken = (1..).zip(succession.moves(tour));
            taken.any(|(step, ends)| {
                let step = if is_positional { step } else { 1 };
                moves.get(&ends).is_some_and(|at| at.contains(&step))
            })
        };
        let is_lost = |ends: &[u32; 2], at: &BTreeSet<u32>| {
            let one = [(*ends, at.clone())].into();
            all_lost.iter().any(|tour| has(tour, &one))
        };
        moves.retain(|ends, at| is_lost(ends, at));
        let before = lost.len();
        lost.retain(|tour| !has(tour, &moves));
        let count = moves.len();
        let texts = grouped(moves).into_iter().map(|(at, ends)| {
            let (what, number) = case.moves_words(&ends);
            let (noun, is, it) =
                [("moves", "are", "them"), ("move", "is", "it")][usize::from(number == 1)];
            let text = match at.len() as u32 {
                all if all == steps && !is_positional => {
                    format!("the {noun} {what} {is} never possible")
                }
                all if all == steps && ends.len() == arcs.len() => {
                    format!("no move is ever possible: {all} steps lack all {number} moves")
                }
                all if all == steps => {
                    format!("the {noun} {what} {is} never possible: {all} steps lack {it}")
                }
                1 => format!(
                    "the {noun} {what} {is} not possible from {}",
                    after_words(&at, period)
                ),
                _ => format!(
                    "the {noun} {what} {is} not possible after {}",
                    steps_words(&at)
                ),
            };
            (format!("{what} after {}", steps_words(&at)), text)
        });
        let all = format!("{count} moves are not possible at some steps");
        let share = share(before - lost.len());
        faults.extend(merged(
            FaultKind::MissingMoves,
            share,
            texts.collect(),
            &all,
        ));
        Ok(faults)
    }

    /// Returns the clauses that tours violate by themselves, and removes these tours.
    fn violated_clauses(
        &self,
        lost: &mut Vec<&[u32]>,
        share: impl Fn(usize) -> f64,
    ) -> Option<Fault> {
        let case = self.case;
        let mut violated: BTreeMap<usize, usize> = BTreeMap::new();
        let before = lost.len();
        lost.retain(|steps| {
            let Ok(assumed) = case.assumptions(steps) else {
                return true;
            };
            let Ok(model) = Model::from_lits(&assumed) else {
                return true;
            };
            let is_false = |clause: &[Lit]| clause.iter().all(|&lit| model.satisfies(!lit));
            let clauses = case.formula.cnf.clauses().enumerate();
            let wrong = clauses.filter(|(_, clause)| is_false(clause));
            let wrong = wrong.map(|(index, _)| index).collect_vec();
            wrong
                .iter()
                .for_each(|&index| *violated.entry(index).or_default() += 1);
            wrong.is_empty()
        });
        let worst = violated.iter().max_by_key(|&(_, count)| *count);
        let (&index, &most) = worst?;
        let clauses = case.formula.cnf.clauses().collect_vec();
        let text = case.symbols.clause(clauses[index]);
        let all = counted(before - lost.len(), "tour");
        let text = match violated.len() {
            1 => format!("clause {} excludes {all}: {text}", index + 1),
            many => format!(
                "{many} clauses exclude {all}, clause {} alone {most}: {text}",
                index + 1
            ),
        };
        Some(Fault::new(
            FaultKind::Clauses,
            share(before - lost.len()),
            text,
        ))
    }
}

#[cfg(test)]
mod tests;
