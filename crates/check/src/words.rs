//! Faults of a formula in words: a sentence with a number for each group of faults.
//!
//! For which neighbouring request is the formula right? A neighbour *omits* clauses of the
//! definition of a tour: some model violates them alone. Or it *adds* clauses over facts: the
//! formula entails them, and some tours are lost by them. Groups of an unsatisfiable core name the
//! rest.

use super::case::Case;
use super::counterexample::Wrong;
use super::error::InspectError;
use super::evidence::{Evidence, timely};
use super::fault::{Fault, FaultKind};
use super::figures::runs;
use super::prove::{COUNTING, UNDECIDED};
use super::table::{Report, Status};
use super::theory::{LITTLE, Theory, Unproved, entails, negated};
use crate::base::text::{OptionName, is_or_are};
use crate::prelude::*;
use crate::tour::definition::Law;
use crate::tour::rule::{Atom, Literal};
use crate::tour::succession::Succession;
use std::collections::{BTreeSet, HashMap, HashSet};

const CLOSED: OptionName = OptionName("closed");
const DIRECTIONS: OptionName = OptionName("directions");
/// The most names in a list.
const SHOWN: usize = 3;
/// The most models that are sought for the clauses of a law.
const MODELS: usize = 64;

/// Returns true if no fault of the formula is found for another request.
pub(super) type IsRight<'i> = &'i dyn Fn(&Problem) -> Result<bool, InspectError>;

/// The subject of a clause of a neighbouring request: sentences list these.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Key {
    Step(u32),
    Vertex(u32),
    Move([u32; 2]),
    Clause(usize),
}

/// Clauses of a law that neighbouring requests omit.
struct Omission {
    law: Law,
    /// The clauses that propagation does not derive, negated, with their steps.
    left: Vec<(Key, u32, Vec<Lit>)>,
    keys: BTreeSet<Key>,
    clauses: usize,
}

/// A neighbouring request with further clauses.
struct Addition {
    kind: FaultKind,
    /// The step of an end, or the number of steps that lack the square or the move.
    step: u32,
    key: Key,
    clauses: Vec<Vec<Literal>>,
}

/// A tour without a model, and its facts.
type Lost<'t> = (&'t [u32], HashSet<Fact>);

/// Returns the groups of faults of a formula, worst first. `is_right` tries neighbouring requests.
pub(super) fn faults(
    evidence: &Evidence,
    report: &Report,
    is_right: IsRight,
) -> Result<Vec<Fault>, InspectError> {
    let is_wrong = |check| report.status(check) == Some(Status::Wrong);
    let mut faults = Vec::new();
    if is_wrong("sound") {
        faults.extend(evidence.omitted(report, is_right)?);
    }
    if is_wrong("complete") || report.models == 0 && is_wrong("verdict") {
        faults.extend(evidence.added(report)?);
    }
    if let Some(found) = &report.counterexample
        && (faults.is_empty() || found.wrong == Wrong::Twice)
    {
        let (kind, share) = match found.wrong {
            Wrong::Twice => (FaultKind::Twice, 0.0),
            _ => (FaultKind::Other, 1.0),
        };
        let text = format!("{}: {}", found.wrong, found.why);
        faults.push(Fault::new(kind, share, text));
    }
    faults.sort_by(|a, b| b.share.total_cmp(&a.share));
    Ok(faults)
}

/// Adds the sentences of checks without a group of their own.
pub(super) fn complete(report: &mut Report) {
    let has_other = !report.faults.is_empty();
    let wrong = report.findings.iter();
    for finding in wrong.filter(|finding| finding.status == Status::Wrong) {
        let detail = &finding.detail;
        let (kind, text) = match &finding.check[..] {
            "header" => (FaultKind::Header, format!("the header is wrong: {detail}")),
            _ if has_other => continue,
            _ => (FaultKind::Other, detail.clone()),
        };
        report.faults.push(Fault::new(kind, 0.0, text));
    }
}

fn literal(fact: Fact, is_positive: bool) -> Literal {
    let atom = Atom::Fact(fact);
    Literal { atom, is_positive }
}

/// Returns what a clause of a law is about, if it is the clause of this number.
fn key(law: Law, literals: &[Literal], number: usize) -> Key {
    let facts = literals.iter().filter_map(|literal| match literal.atom {
        Atom::Fact(fact) if COUNTING.contains(&law) => Some(fact),
        _ => None,
    });
    let mut others = facts
        .clone()
        .filter_map(|fact| fact.ends().map(|[&a, &b]| [a, b]));
    let is_out = matches!(law, Law::SomeOut | Law::OneOut);
    match facts.clone().next() {
        None => Key::Clause(number),
        Some(Fact::At { step, .. }) if is_out => Key::Step(step),
        Some(Fact::At { vertex, .. }) => Key::Vertex(vertex),
        Some(Fact::Arc { from, to }) => Key::Vertex(if is_out { from } else { to }),
        Some(Fact::Edge(ends)) => {
            let [a, b] = *ends;
            Key::Vertex(if others.all(|ends| ends.contains(&a)) {
                a
            } else {
                b
            })
        }
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

/// The steps, squares and moves among keys.
#[derive(Default)]
struct Named {
    steps: BTreeSet<u32>,
    squares: Vec<String>,
    moves: BTreeSet<[u32; 2]>,
}

/// Returns a noun in the number of these things, with the verb and the pronoun.
fn inflected(noun: &str, count: usize) -> [String; 3] {
    match count {
        1 => [noun, "is", "it"].map(String::from),
        _ => [&format!("{noun}s"), "are", "them"].map(String::from),
    }
}

/// Returns steps in words: `step 3`, `steps 3 and 7`, `steps 1 to 11`.
fn steps_words(steps: &BTreeSet<u32>) -> String {
    let words = runs(steps.iter().copied()).into_iter();
    let words = words.flat_map(|[first, last]| match last - first {
        0 => vec![first.to_string()],
        1 => vec![first.to_string(), last.to_string()],
        _ => vec![format!("{first} to {last}")],
    });
    let [noun, ..] = inflected("step", steps.len());
    format!("{noun} {}", listed(&words.collect_vec()))
}

impl Case<'_> {
    fn is_positional(&self) -> bool {
        self.meaning.style() == FactStyle::Positions
    }

    fn named<'k>(&self, keys: impl IntoIterator<Item = &'k Key>) -> Named {
        let mut named = Named::default();
        for key in keys {
            match *key {
                Key::Step(step) => _ = named.steps.insert(step),
                Key::Vertex(vertex) => named.squares.push(self.place.name(vertex)),
                Key::Move(ends) => _ = named.moves.insert(ends),
                Key::Clause(_) => {}
            }
        }
        named
    }

    /// Returns the last step that another step follows; 1 if moves have no steps.
    fn last(&self) -> u32 {
        let is_open = !Succession::of(self.problem).is_cyclic();
        if self.is_positional() {
            self.problem.period() - u32::from(is_open)
        } else {
            1
        }
    }

    /// Returns the fact of a step, or of one after the last.
    fn at(&self, step: u32, vertex: u32) -> Fact {
        let (step, vertex) = self.problem.in_period(step, vertex);
        Fact::At { step, vertex }
    }

    /// Returns the clause that excludes a move after a step.
    fn without(&self, step: u32, [from, to]: [u32; 2]) -> Vec<Literal> {
        let facts = match self.meaning.style() {
            FactStyle::Positions => vec![self.at(step, from), self.at(step + 1, to)],
            style => vec![Fact::of_move(style, [from, to])],
        };
        facts.into_iter().map(|fact| literal(fact, false)).collect()
    }

    /// Returns the clauses of a law that a theory does not derive. Those of moves are about single
    /// moves that the graph lacks, or about a step if nothing joins it to the next.
    fn omission(&self, theory: &mut Theory, law: Law) -> Omission {
        let (graph, is_moves) = (self.problem.graph(), law == Law::Moves);
        let (mut left, mut keys, mut clauses) = (Vec::new(), BTreeSet::new(), 0);
        let mut try_clause = |literals: &[Literal], key, step| {
            let lits = theory.literals(literals).map(|lits| negated(&lits));
            let lits = lits.filter(|lits| !theory.is_over() && !theory.propagates(lits))?;
            left.push((key, step, lits));
            Some(())
        };
        self.definition().clauses(law, &mut |literals| {
            clauses += 1;
            let key = key(law, literals, clauses);
            keys.insert(key);
            if try_clause(literals, key, 0).is_some()
                && is_moves
                && let Atom::Fact(Fact::At { step, vertex }) = literals[0].atom
            {
                let others = (0..graph.len()).filter(|&to| to != vertex);
                for to in others.filter(|&to| !graph.has_arc(vertex, to)) {
                    let ends = [vertex, to];
                    try_clause(&self.without(step, ends), Key::Move(ends), step);
                }
            }
        });
        for fact in self.no_moves().into_iter().filter(|_| is_moves) {
            if let Some([&a, &b]) = fact.ends() {
                try_clause(&[literal(fact, false)], Key::Move([a, b]), 1);
            }
        }
        if is_moves {
            left.retain(|(key, ..)| matches!(key, Key::Move(_)));
            let counts = left.iter().counts_by(|(_, step, _)| *step);
            let all = (graph.len() * (graph.len() - 1)) as usize - graph.arcs().count();
            for (key, step, _) in left.iter_mut().filter(|_| self.is_positional()) {
                if counts[step] == all {
                    *key = Key::Step(*step);
                }
            }
        }
        Omission {
            law,
            left,
            keys,
            clauses,
        }
    }

    /// Returns the keys of the clauses that some model violates, and those that are undecided. One
    /// model that violates clauses of moves is `shown`.
    fn judge(
        &self,
        theory: &mut Theory,
        omission: &Omission,
        shown: Option<&Model>,
    ) -> Result<[BTreeSet<Key>; 2], InspectError> {
        let keys_of = |is: &dyn Fn(&Vec<Lit>) -> bool| {
            let left = omission.left.iter().filter(|(.., lits)| is(lits));
            left.map(|(key, ..)| *key).collect::<BTreeSet<Key>>()
        };
        let violated =
            |model: &Model| keys_of(&|lits| !lits.iter().any(|&lit| model.satisfies(!lit)));
        let shown = shown.filter(|_| omission.law == Law::Moves);
        let mut keys = shown.map(violated).unwrap_or_default();
        for _ in 0..MODELS {
            let left = omission.left.iter().filter(|(key, ..)| !keys.contains(key));
            let left = left.map(|(.., lits)| lits.clone()).collect_vec();
            let open = entails(theory, left, (LITTLE, UNDECIDED)).and_then(|open| {
                self.try_near_tours(theory, &open)?;
                Ok(HashSet::<Vec<Lit>>::from_iter(open))
            });
            match open {
                Err(Unproved::Model(model)) => keys.extend(violated(&model)),
                Err(Unproved::Fault(fault)) => return Err(fault),
                Ok(open) => return Ok([keys, keys_of(&|lits| open.contains(lits))]),
                Err(_) => break,
            }
        }
        Ok([keys, omission.keys.clone()])
    }

    /// Returns the sentence about clauses with these keys, or at least these, which are missing.
    fn missing_words(
        &self,
        omission: &Omission,
        [keys, open]: [BTreeSet<Key>; 2],
    ) -> Option<Fault> {
        let Omission { law, clauses, .. } = *omission;
        let violated = omission.left.iter().filter(|(key, ..)| keys.contains(key));
        let (_, _, first) = violated.clone().next()?;
        let (missing, all) = (violated.count(), omission.keys.len());
        let is_cut = !open.is_subset(&keys) && keys.len() < all;
        let at_least = if is_cut { "at least " } else { "" };
        let (kind, what) = match law {
            Law::SomeOut => (FaultKind::AtLeastOne, "at least"),
            Law::OneOut => (FaultKind::AtMostOne, "at most"),
            Law::OneIn => (FaultKind::Once, "at most"),
            Law::SomeIn => (FaultKind::Visited, "at least"),
            _ => (FaultKind::Given, ""),
        };
        let text = if kind == FaultKind::Given {
            let what = ["rules", "clues"][usize::from(law == Law::Given)];
            let first = self.symbols.clause(&negated(first));
            format!("{at_least}{missing} of {clauses} clauses of the {what} are missing: {first}")
        } else {
            let number = match (self.meaning.style(), law) {
                (FactStyle::Positions, Law::SomeOut | Law::OneOut) => "one square a step",
                (FactStyle::Positions, _) => "one step a square",
                (FactStyle::Arcs, Law::SomeOut | Law::OneOut) => "one move out of a square",
                (FactStyle::Arcs, _) => "one move into a square",
                (FactStyle::Edges, _) => "two moves at a square",
            };
            let Named { steps, squares, .. } = self.named(&keys);
            let [noun, ..] = inflected("square", squares.len());
            let which = match (keys.len() == all && all > 1, steps.is_empty()) {
                (true, true) => format!("all {all} squares"),
                (true, false) => format!("all {all} steps"),
                (false, true) => format!("{noun} {}", listed(&squares)),
                (false, false) => steps_words(&steps),
            };
            format!("{what} {number} is missing {at_least}for {which}")
        };
        Some(Fault::new(kind, missing as f64 / clauses as f64, text))
    }

    /// Returns the sentences about moves that are none, although the formula allows them. Some
    /// model takes such a move.
    fn move_words(
        &self,
        omission: &Omission,
        [keys, open]: [BTreeSet<Key>; 2],
        is_right: IsRight,
    ) -> Result<Vec<Fault>, InspectError> {
        let (last, len) = (self.last(), self.problem.graph().len());
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let allowed = &keys | &open;
        let left = omission
            .left
            .iter()
            .filter(|(key, ..)| allowed.contains(key));
        let is_closing = last == len && left.clone().all(|(_, step, _)| *step == len);
        let wrong = left.filter(|(key, ..)| matches!(key, Key::Move(_)));
        let steps: BTreeSet<u32> = wrong.clone().map(|(_, step, _)| *step).collect();
        let Named {
            steps: free, moves, ..
        } = self.named(&allowed);
        let graph = || self.problem.graph().clone();
        let open = || Problem::new(graph(), Kind::Open, self.problem.start(), None).ok();
        if is_closing
            && let Some(open) = open()
            && is_right(&open)?
        {
            let text = format!(
                "step {len} is not joined to step 1: was an open tour meant (without {CLOSED})?"
            );
            let share = 1.0 / f64::from(len);
            return Ok(vec![Fault::new(FaultKind::Closed, share, text)]);
        }
        let mut faults = Vec::new();
        let mut add = |share, text| faults.push(Fault::new(FaultKind::WrongMoves, share, text));
        if !free.is_empty() {
            let text = if free.len() as u32 == last {
                format!("no step is joined to the next by a move: all {last} are missing")
            } else {
                let (steps, is) = (steps_words(&free), is_or_are(free.len() as u32));
                format!("{steps} {is} not joined to the next by a move")
            };
            add(free.len() as f64 / f64::from(last), text);
        }
        if !moves.is_empty() {
            let (what, number) = self.moves_words(&moves);
            let [noun, is, it] = inflected("move", number);
            let place = match (steps.len(), steps.first()) {
                _ if !self.is_positional() => format!("nothing forbids {it}"),
                (1, Some(step)) => format!("step {step} to {} allows {it}", step % len + 1),
                (many, _) => format!("{many} steps allow {it}"),
            };
            let share = wrong.count() as f64 / f64::from(last * len * len);
            add(share, format!("{what} {is} no {noun}, and {place}"));
        }
        Ok(faults)
    }

    /// Returns moves in words, those in both directions as one, and their number.
    fn moves_words(&self, ends: &BTreeSet<[u32; 2]>) -> (String, usize) {
        let is_edge = self.meaning.style() == FactStyle::Edges;
        let is_both = |&[a, b]: &[u32; 2]| is_edge || ends.contains(&[b, a]);
        let shown = ends.iter();
        let shown = shown.filter(|ends| !is_both(ends) || ends[0] < ends[1]);
        let words = shown.map(|ends| {
            let [from, to] = ends.map(|vertex| self.place.name(vertex));
            format!("{from}{}{to}", ["→", "–"][usize::from(is_both(ends))])
        });
        let words = words.collect_vec();
        (listed(&words), words.len())
    }

    /// Returns the neighbouring requests that exclude tours: a closed tour in place of an open one,
    /// a fixed end, a square or a move less.
    fn additions(&self) -> Vec<Addition> {
        let (graph, period) = (self.problem.graph(), self.problem.period());
        let (len, is_open) = (graph.len(), self.problem.kind() == Kind::Open);
        let mut all = Vec::new();
        let mut add = |kind, step, key, clauses| {
            all.push(Addition {
                kind,
                step,
                key,
                clauses,
            });
        };
        if self.is_positional() {
            let is = |step, vertex, is_positive| literal(self.at(step, vertex), is_positive);
            if is_open && len > 2 {
                let clause = |from| {
                    let next = graph.successors(from).iter();
                    let next = next.map(|&to| is(1, to, true));
                    next.chain([is(len, from, false)]).collect()
                };
                let clauses = (0..len).map(clause).collect();
                add(FaultKind::Closed, len, Key::Step(len), clauses);
            }
            let steps = [1, len].into_iter().filter(|&step| is_open || step == 1);
            for (step, vertex) in steps.cartesian_product(0..len) {
                let clause = vec![is(step, vertex, true)];
                add(FaultKind::Ends, step, Key::Vertex(vertex), vec![clause]);
            }
            for vertex in 0..len {
                let clauses = (1..=period).map(|step| vec![is(step, vertex, false)]);
                let (kind, key) = (FaultKind::MissingSquares, Key::Vertex(vertex));
                add(kind, period, key, clauses.collect());
            }
        }
        for ends in graph.arcs() {
            let clauses = (1..=self.last()).map(|step| self.without(step, ends));
            let (kind, key) = (FaultKind::MissingMoves, Key::Move(ends));
            add(kind, self.last(), key, clauses.collect());
        }
        all
    }

    /// Returns a sentence about additions of one kind.
    fn addition_words(&self, kind: FaultKind, step: u32, found: &[Addition]) -> String {
        let named = self.named(found.iter().map(|addition| &addition.key));
        let end = ["end", "start"][usize::from(step == 1)];
        match kind {
            FaultKind::Closed => {
                format!("step {step} is joined to step 1: was a closed tour meant ({CLOSED})?")
            }
            FaultKind::Ends => {
                let (name, option) = (&named.squares[0], OptionName(end));
                let asked = format!("was a fixed {end} meant ({option} {name})?");
                format!("step {step} is always on {name}: {asked}")
            }
            FaultKind::MissingSquares => {
                let [noun, is, it] = inflected("square", named.squares.len());
                let names = listed(&named.squares);
                format!("{noun} {names} {is} never possible: {step} steps exclude {it}")
            }
            _ => {
                let (what, number) = self.moves_words(&named.moves);
                let [noun, is, it] = inflected("move", number);
                let why = format!(": {step} steps lack {it}");
                let why = if self.is_positional() { &why } else { "" };
                format!("the {noun} {what} {is} never possible{why}")
            }
        }
    }
}

impl Evidence<'_> {
    /// Returns the groups of clauses of the definition that the formula lacks.
    fn omitted(&self, report: &Report, is_right: IsRight) -> Result<Vec<Fault>, InspectError> {
        let case = self.case;
        let Some((mut theory, _)) = timely(case.theory())? else {
            return Ok(Vec::new());
        };
        let definition = case.definition();
        let rules = definition.lacks().is_none().then_some(Law::Rules);
        let further = [Law::Given].into_iter().chain(rules);
        let shares = COUNTING.into_iter().chain(further.clone()).map(|law| {
            let omission = case.omission(&mut theory, law);
            let share = omission.left.len() as f64 / omission.clauses.max(1) as f64;
            (law, share)
        });
        let shares: HashMap<Law, f64> = shares.collect();
        // Of the sets that suffice, the formula was probably meant to have the nearest.
        let lacks = |laws: &&&[Law]| {
            let shares = laws.iter().map(|law| shares[law]);
            let total = shares.clone().filter(|&share| share == 1.0).count();
            (total, (shares.sum::<f64>() * 1e6) as u64)
        };
        let nearest = definition.sufficient().iter().min_by_key(lacks);
        let laws = *nearest.expect("some laws are sufficient");
        let mut faults = Vec::new();
        for is_excused in [true, false] {
            let all = laws.iter().copied().chain(further.clone());
            let lacking = all.filter(|law| shares[law] > 0.0);
            let moves = is_excused.then_some(Law::Moves);
            for law in moves.into_iter().chain(lacking) {
                let counting = if law == Law::Moves { &COUNTING } else { laws };
                let others = counting.iter().copied().chain([Law::Moves, Law::Given]);
                let others = others.filter(|&other| is_excused && other != law);
                let Some((mut theory, _)) = timely(case.theory())? else {
                    continue;
                };
                case.add_laws(&mut theory, &others.collect_vec());
                let omission = case.omission(&mut theory, law);
                let mut found = case.judge(&mut theory, &omission, self.model.as_ref())?;
                if theory.is_over() {
                    found[1].extend(&omission.keys);
                }
                match law {
                    Law::Moves => faults.extend(case.move_words(&omission, found, is_right)?),
                    _ => faults.extend(case.missing_words(&omission, found)),
                }
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

    /// Returns the groups of faults by which tours are lost.
    fn added(&self, report: &Report) -> Result<Vec<Fault>, InspectError> {
        let case = self.case;
        let tours = case.expected.tours.iter().zip(&self.swept.has_model);
        let lost = tours.filter(|(forms, has)| has.len() == forms.len() && !has.contains(&true));
        let lost = lost.filter_map(|(forms, _)| forms.first());
        let facts = |steps: &[u32]| HashSet::from_iter(case.definition().facts_of(steps));
        let lost = lost.map(|steps| (&steps[..], facts(steps)));
        let (mut lost, known): (Vec<Lost>, _) = (lost.collect(), self.swept.has_model.len());
        let Some((mut theory, _)) = timely(case.theory())? else {
            return Ok(Vec::new());
        };
        if theory.propagates(&[]) {
            return Ok(self.by_clauses(&[], &lost)?.into_iter().collect());
        }
        let share = |tours: usize| tours as f64 / known.max(1) as f64;
        let mut faults = Vec::new();
        let alike = case.additions().into_iter();
        let alike = alike.chunk_by(|addition| (addition.kind, addition.step));
        for ((kind, step), additions) in &alike {
            // One direction excludes moves as well.
            if kind == FaultKind::MissingMoves && self.is_half(&lost) {
                let text = "of a tour and its reverse only one is a model";
                let text = format!("{text}: was one direction meant ({DIRECTIONS} one)?");
                faults.push(Fault::new(FaultKind::Direction, share(lost.len()), text));
                lost.clear();
            }
            let is_true = |Literal { atom, is_positive }: &Literal, facts: &HashSet<Fact>| matches!(atom, Atom::Fact(fact) if facts.contains(fact) == *is_positive);
            let has = |addition: &Addition, (_, facts): &Lost| {
                let mut clauses = addition.clauses.iter();
                clauses.all(|clause| clause.iter().any(|literal| is_true(literal, facts)))
            };
            let mut is_entailed = |clause: &Vec<Literal>| {
                let lits = theory.literals(clause);
                lits.is_none_or(|lits| theory.propagates(&negated(&lits)))
            };
            let found = additions.filter(|addition| {
                let loses = !lost.iter().all(|tour| has(addition, tour));
                loses && addition.clauses.iter().all(&mut is_entailed)
            });
            let (found, before) = (found.collect_vec(), lost.len());
            if !found.is_empty() {
                lost.retain(|tour| found.iter().all(|addition| has(addition, tour)));
                let text = case.addition_words(kind, step, &found);
                faults.push(Fault::new(kind, share(before - lost.len()), text));
            }
        }
        if let Some((steps, _)) = lost.first() {
            let assumed = case.assumptions(steps).ok();
            let by_clauses = assumed.map(|assumed| self.by_clauses(&assumed, &lost));
            let found = report.counterexample.iter();
            let mut found = found.filter(|found| found.wrong == Wrong::NoModel);
            let (tours, is) = (counted(lost.len(), "tour"), is_or_are(lost.len() as u32));
            let text = found
                .next()
                .map(|found| format!("{tours} {is} excluded: {}", found.why));
            let other = text.map(|text| Fault::new(FaultKind::Clauses, 1.0, text));
            let rest = by_clauses.transpose()?.flatten().or(other);
            let share = share(lost.len());
            faults.extend(rest.map(|fault| Fault { share, ..fault }));
        }
        Ok(faults)
    }

    /// Returns true if the reverse of each of these tours is a model, and that of no model.
    fn is_half(&self, lost: &[Lost]) -> bool {
        let (case, swept) = (self.case, &self.swept.has_model);
        let forms = case.expected.tours.iter().zip(swept);
        let forms = forms.flat_map(|(forms, has)| forms.iter().zip(has));
        let models = forms.filter(|(_, has)| **has).map(|(steps, _)| &steps[..]);
        let models: HashSet<&[u32]> = models.collect();
        let is_back =
            |steps: &[u32]| models.contains(&case.meaning.reversed(case.problem, steps)[..]);
        let are_lost = !lost.is_empty() && lost.iter().all(|(steps, _)| is_back(steps));
        are_lost && !models.iter().any(|steps| is_back(steps))
    }

    /// Returns clauses that contradict each other and these literals, which are those of the first
    /// of some tours, or none.
    fn by_clauses(&self, assumed: &[Lit], lost: &[Lost]) -> Result<Option<Fault>, InspectError> {
        let case = self.case;
        let core = case.core(&case.formula, assumed)?;
        let Some(&first) = core.first() else {
            return Ok(None);
        };
        let clause = case.formula.cnf.clauses().nth(first);
        let clause = clause.expect("it is in the core");
        let violates = |(steps, _): &&Lost| {
            let lits = case.assumptions(steps).ok();
            let model = lits.and_then(|lits| Model::from_lits(&lits).ok());
            model.is_some_and(|model| clause.iter().all(|&lit| model.satisfies(!lit)))
        };
        let (number, text) = (first + 1, case.symbols.clause(clause));
        let tours = lost.iter().filter(violates).count();
        let all = counted(lost.len(), "tour");
        let is_contradiction = assumed.is_empty();
        let what = match core.len() {
            1 if is_contradiction => format!("clause {number} can never hold"),
            1 if tours == lost.len() => format!("clause {number} excludes {all}"),
            1 => format!("clauses exclude {all}, clause {number} alone {tours}"),
            many if is_contradiction => {
                format!("{many} clauses contradict each other, the first is clause {number}")
            }
            many => format!("clauses exclude {all}, {many} together one, such as clause {number}"),
        };
        let kinds = [FaultKind::Clauses, FaultKind::Contradiction];
        let kind = kinds[usize::from(is_contradiction)];
        Ok(Some(Fault::new(kind, 1.0, format!("{what}: {text}"))))
    }
}

#[cfg(test)]
mod tests;
