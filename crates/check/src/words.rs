//! Faults of a formula in words: a sentence with a number for each group of faults.
//!
//! For which neighbouring request is the formula right? A neighbour *omits* groups of clauses: some
//! model violates them. Or it *adds* groups: the formula entails them, and some tours are lost by
//! them. An unsatisfiable core names the rest.

use super::case::Case;
use super::counterexample::Wrong;
use super::decode::position;
use super::error::InspectError;
use super::evidence::{Evidence, timely};
use super::fault::{Fault, FaultKind};
use super::figures::runs;
use super::prove::COUNTING;
use super::table::{Report, Status};
use super::theory::{Answer, LITTLE, Theory, Unproved, entails, negated};
use crate::base::text::OptionName;
use crate::prelude::*;
use crate::tour::definition::Law;
use crate::tour::rule::{Atom, Literal, Rule};
use crate::tour::succession::Succession;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The most names in a list.
const SHOWN: usize = 3;
/// The most clauses of a group that may stay undecided.
const TRIES: usize = 4;
/// The most groups of a law that may stay undecided.
const UNDECIDED: usize = 8;
/// Clauses join a step to the next if propagation leaves less than one in so many wrong moves.
const FEW: usize = 4;

/// The subject of a group of clauses: sentences list these.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Step(u32),
    Vertex(u32),
    Move([u32; 2]),
    Clause(usize),
}

/// Clauses by which a neighbouring request differs.
struct Group {
    kind: FaultKind,
    key: Key,
    clauses: Vec<Vec<Literal>>,
}

impl Group {
    /// Returns the steps of the clauses.
    fn steps(&self) -> impl Iterator<Item = u32> {
        let first = self.clauses.iter().filter_map(|clause| clause.first());
        first.filter_map(|literal| match literal.atom {
            Atom::Fact(Fact::At { step, .. }) => Some(step),
            _ => None,
        })
    }

    /// Returns true if a tour with these facts satisfies the clauses.
    fn admits(&self, facts: &HashSet<Fact>) -> bool {
        let is_true = |Literal { atom, is_positive }: &Literal| matches!(atom, Atom::Fact(fact) if facts.contains(fact) == *is_positive);
        self.clauses.iter().all(|clause| clause.iter().any(is_true))
    }
}

/// A tour without a model, and its facts.
type Lost<'t> = (&'t [u32], HashSet<Fact>);

/// Returns the groups of faults of a formula, worst first.
pub(super) fn faults(evidence: &Evidence, report: &Report) -> Result<Vec<Fault>, InspectError> {
    let is_wrong = |check| report.status(check) == Some(Status::Wrong);
    let mut faults = Vec::new();
    if is_wrong("sound") {
        faults.extend(evidence.omitted(report)?);
    }
    if is_wrong("complete") || report.models == 0 && is_wrong("verdict") {
        faults.extend(evidence.added()?);
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
        let (kind, begin) = match &finding.check[..] {
            "header" => (FaultKind::Header, "the header is wrong: "),
            _ if has_other => continue,
            _ => (FaultKind::Other, ""),
        };
        let text = format!("{begin}{}", finding.detail);
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
    let ends = facts.clone();
    let mut ends = ends.filter_map(|fact| Some(fact.ends()?.map(|&vertex| vertex)));
    let is_out = matches!(law, Law::SomeOut | Law::OneOut);
    match facts.clone().next() {
        None => Key::Clause(number),
        Some(Fact::At { step, .. }) if is_out => Key::Step(step),
        Some(Fact::At { vertex, .. }) => Key::Vertex(vertex),
        Some(Fact::Arc { from, to }) => Key::Vertex(if is_out { from } else { to }),
        Some(Fact::Edge(edge)) => {
            let is_shared = ends.all(|ends| ends.contains(&edge[0]));
            Key::Vertex(edge[usize::from(!is_shared)])
        }
    }
}

/// Joins words with commas and a last "and", shortened if there are many.
fn listed(words: &[String]) -> String {
    match words {
        [begin @ .., last] if !begin.is_empty() && words.len() <= SHOWN + 1 => {
            format!("{} and {last}", begin.join(", "))
        }
        _ if words.len() > SHOWN => {
            let more = words.len() - SHOWN;
            format!("{} and {more} more", words[..SHOWN].join(", "))
        }
        _ => words.concat(),
    }
}

impl Case<'_> {
    fn is_positional(&self) -> bool {
        self.meaning.style() == FactStyle::Positions
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

    /// Returns that a square is at a step, or at one after the last, or is not.
    fn is_at(&self, step: u32, vertex: u32, is_positive: bool) -> Literal {
        literal(self.definition().at(step, vertex), is_positive)
    }

    /// Returns the clause that excludes a move after a step.
    fn without(&self, step: u32, [from, to]: [u32; 2]) -> Vec<Literal> {
        match self.meaning.style() {
            FactStyle::Positions => vec![
                self.is_at(step, from, false),
                self.is_at(step + 1, to, false),
            ],
            style => vec![literal(Fact::of_move(style, [from, to]), false)],
        }
    }

    /// Returns the clauses of a law by their keys.
    fn groups(&self, law: Law) -> Vec<Group> {
        let mut by_key: BTreeMap<Key, Vec<Vec<Literal>>> = BTreeMap::new();
        let mut number = 0;
        self.definition().clauses(law, &mut |literals| {
            number += 1;
            // No cycle has two vertices, which needs no words.
            if !literals.is_empty() {
                let clauses = by_key.entry(key(law, literals, number)).or_default();
                clauses.push(literals.to_vec());
            }
        });
        let kind = match law {
            Law::SomeOut => FaultKind::AtLeastOne,
            Law::OneOut => FaultKind::AtMostOne,
            Law::OneIn => FaultKind::Once,
            Law::SomeIn => FaultKind::Visited,
            _ => FaultKind::Given,
        };
        let group = |(key, clauses)| Group { kind, key, clauses };
        by_key.into_iter().map(group).collect()
    }

    /// Returns the steps that some clause joins to another square at the next step.
    fn joined(&self) -> HashSet<u32> {
        let facts = self.meaning.facts().iter();
        let facts = facts.flat_map(|(fact, lits)| lits.iter().map(move |lit| (lit.var(), fact)));
        let facts = facts.filter_map(|(var, fact)| Some((var, position(fact)?)));
        let (at, len): (HashMap<Var, (u32, u32)>, u32) =
            (facts.collect(), self.problem.graph().len());
        let mut joined = HashSet::new();
        for clause in self.formula.cnf.clauses() {
            let here = clause.iter().filter_map(|lit| at.get(&lit.var()));
            let pairs = here.clone().cartesian_product(here);
            let moves = pairs.filter(|((step, v), (next, w))| step % len + 1 == *next && v != w);
            joined.extend(moves.map(|((step, _), _)| step));
        }
        joined
    }

    /// Returns the groups of moves that the graph lacks and a theory does not exclude, and those of
    /// steps that nothing joins to the next.
    fn jumps(&self, theory: &mut Theory) -> Vec<Group> {
        let (graph, mut open) = (self.problem.graph(), BTreeMap::new());
        let mut lacks = |literals: &[Literal]| {
            let lits = theory.literals(literals).map(|lits| negated(&lits));
            lits.is_some_and(|lits| !theory.is_over() && !theory.propagates(&lits))
        };
        self.definition().clauses(Law::Moves, &mut |literals| {
            let first = literals.first().map(|literal| &literal.atom);
            if let Some(&Atom::Fact(Fact::At { step, vertex })) = first
                && lacks(literals)
            {
                open.entry(step).or_insert_with(Vec::new).push(vertex);
            }
        });
        let is_jump = |&[from, to]: &[u32; 2]| from != to && !graph.has_arc(from, to);
        let (joined, mut steps, mut moves) = (self.joined(), Vec::new(), BTreeMap::new());
        for (step, from) in open {
            let pairs = from.into_iter().cartesian_product(0..graph.len());
            let jumps = pairs.map(|(from, to)| [from, to]).filter(is_jump);
            let free = jumps
                .clone()
                .filter(|&ends| lacks(&self.without(step, ends)));
            let free = free.collect_vec();
            let clauses = free.iter().map(|&ends| self.without(step, ends));
            if !joined.contains(&step) && FEW * free.len() > jumps.count() {
                let is_closing = step == graph.len();
                let kind = [FaultKind::WrongMoves, FaultKind::Closed][usize::from(is_closing)];
                let (key, clauses) = (Key::Step(step), clauses.collect());
                steps.push(Group { kind, key, clauses });
                continue;
            }
            for (&ends, clause) in free.iter().zip(clauses) {
                moves.entry(ends).or_insert_with(Vec::new).push(clause);
            }
        }
        for fact in self.no_moves() {
            if let Some([&a, &b]) = fact.ends() {
                moves.insert([a, b], vec![vec![literal(fact, false)]]);
            }
        }
        let kind = FaultKind::WrongMoves;
        let moves = moves.into_iter().map(|(ends, clauses)| Group {
            kind,
            key: Key::Move(ends),
            clauses,
        });
        steps.into_iter().chain(moves).collect()
    }

    /// Returns the first and the last step.
    fn ends(&self) -> Vec<u32> {
        let last = (self.problem.kind() == Kind::Open).then_some(self.problem.graph().len());
        [1].into_iter().chain(last).dedup().collect()
    }

    /// Returns the groups that exclude tours: a closed tour in place of an open one, a fixed square
    /// at a step, a square or a move less.
    fn additions(&self) -> Vec<Group> {
        let (graph, period, mut all) = (self.problem.graph(), self.problem.period(), Vec::new());
        let mut add = |kind, key, clauses| all.push(Group { kind, key, clauses });
        let len = graph.len();
        let vertices = (0..len).filter(|_| self.is_positional());
        if self.is_positional() && self.problem.kind() == Kind::Open && len > 2 {
            let clause = |from| {
                let next = graph.successors(from).iter();
                let next = next.map(|&to| self.is_at(1, to, true));
                [self.is_at(len, from, false)]
                    .into_iter()
                    .chain(next)
                    .collect()
            };
            let clauses = (0..len).map(clause).collect();
            add(FaultKind::Closed, Key::Step(1), clauses);
        }
        let ends = self.ends();
        let others = (1..=period).filter(|step| !ends.contains(step));
        let steps = ends.iter().copied().chain(others);
        for (step, vertex) in steps.cartesian_product(vertices.clone()) {
            let clause = vec![self.is_at(step, vertex, true)];
            add(FaultKind::Ends, Key::Vertex(vertex), vec![clause]);
        }
        for vertex in vertices {
            let clauses = (1..=period).map(|step| vec![self.is_at(step, vertex, false)]);
            add(
                FaultKind::MissingSquares,
                Key::Vertex(vertex),
                clauses.collect(),
            );
        }
        for ends in graph.arcs() {
            let clauses = (1..=self.last()).map(|step| self.without(step, ends));
            add(FaultKind::MissingMoves, Key::Move(ends), clauses.collect());
        }
        all
    }

    /// Returns true if a model satisfies the clauses of a law.
    fn keeps(&self, theory: &Theory, model: &Model, law: Law) -> bool {
        let mut keeps = true;
        self.definition().clauses(law, &mut |literals| {
            let lits = theory.literals(literals);
            keeps &= lits.is_none_or(|lits| lits.iter().any(|&lit| model.satisfies(lit)));
        });
        keeps
    }

    /// Returns those of these groups that some model violates, and true if there may be more. The
    /// model may be `shown`. If some move is allowed, those that are undecided are, too.
    fn judge<'g>(
        &self,
        theory: &mut Theory,
        groups: &'g [Group],
        shown: Option<&Model>,
    ) -> Result<(Vec<&'g Group>, bool), InspectError> {
        let (mut found, mut open) = (Vec::new(), Vec::new());
        let mut models = shown.into_iter().cloned().collect_vec();
        for group in groups {
            let clauses = group.clauses.iter();
            let left = clauses.filter_map(|clause| Some(negated(&theory.literals(clause)?)));
            let mut left = left.collect_vec();
            left.retain(|lits| !theory.propagates(lits));
            let is_shown = |model: &Model| {
                let mut left = left.iter();
                left.any(|lits| lits.iter().all(|&lit| model.satisfies(lit)))
            };
            if models.iter().any(is_shown) {
                found.push(group);
                continue;
            }
            if open.len() >= UNDECIDED {
                open.push(group);
                continue;
            }
            let near = entails(theory, left, (LITTLE, TRIES)).and_then(|rest| {
                self.try_near_tours(theory, &rest)?;
                Ok(rest.is_empty())
            });
            match near {
                Err(Unproved::Model(model)) => {
                    models.push(model);
                    found.push(group);
                }
                Err(Unproved::Fault(fault)) => return Err(fault),
                Ok(true) => {}
                _ => open.push(group),
            }
        }
        let is_cut = !open.is_empty();
        if found
            .iter()
            .any(|group| group.kind == FaultKind::WrongMoves)
        {
            found.extend(open);
            found.sort_by_key(|group| group.key);
        }
        Ok((found, is_cut))
    }

    /// Returns the sentence on groups of one kind, with keys of one sort, among so many. A list
    /// that is cut contains the words *at least*.
    fn sentence(&self, found: &[&Group], all: usize, is_cut: bool) -> String {
        let (kind, len) = (found[0].kind, self.problem.graph().len());
        let keys: BTreeSet<Key> = found.iter().map(|group| group.key).collect();
        let steps: BTreeSet<u32> = found.iter().flat_map(|group| group.steps()).collect();
        let is_edge = self.meaning.style() == FactStyle::Edges;
        let mut words = Vec::new();
        for key in &keys {
            match *key {
                Key::Vertex(vertex) => words.push(self.place.name(vertex)),
                Key::Move([from, to]) => {
                    let is_both = is_edge || keys.contains(&Key::Move([to, from]));
                    if !is_both || from < to {
                        let sign = ["→", "–"][usize::from(is_both)];
                        let [from, to] = [from, to].map(|vertex| self.place.name(vertex));
                        words.push(format!("{from}{sign}{to}"));
                    }
                }
                Key::Step(step) => words.push(step.to_string()),
                Key::Clause(_) => {}
            }
        }
        let count = words.len();
        let numbers = keys.iter().filter_map(|key| match key {
            Key::Step(step) => Some(*step),
            _ => None,
        });
        let is_step = numbers.clone().next().is_some();
        if is_step {
            let run = |[first, last]: [u32; 2]| match last - first {
                0 => vec![first.to_string()],
                1 => vec![first.to_string(), last.to_string()],
                _ => vec![format!("{first} to {last}")],
            };
            words = runs(numbers).into_iter().flat_map(run).collect();
        }
        let text = listed(&words);
        let (s, is, it) = if count == 1 {
            ("", "is", "it")
        } else {
            ("s", "are", "them")
        };
        let at_least = if is_cut && found.len() < all {
            "at least "
        } else {
            ""
        };
        let noun = ["square", "step"][usize::from(is_step)];
        let which = if count == all && all > 1 {
            format!("all {all} {noun}s")
        } else {
            format!("{noun}{s} {text}")
        };
        let (many, closed) = (steps.len(), OptionName("closed"));
        match (kind, found[0].key) {
            (FaultKind::Closed, Key::Step(1)) => {
                format!("step {len} is joined to step 1: was a closed tour meant ({closed})?")
            }
            (FaultKind::Closed, _) => {
                let meant = format!("was an open tour meant (without {closed})?");
                format!("step {len} is not joined to step 1: {meant}")
            }
            (FaultKind::Ends, _) => {
                let step = steps.first().copied().unwrap_or(1);
                let (meant, option, square) = if step == 1 {
                    ("fixed start", "start", text.clone())
                } else if step == len {
                    ("fixed end", "end", text.clone())
                } else {
                    ("clue", "at", format!("{step}={text}"))
                };
                let option = OptionName(option);
                format!("step {step} is always on {text}: was a {meant} meant ({option} {square})?")
            }
            (FaultKind::MissingSquares, _) => {
                format!("{which} {is} never possible: {many} steps exclude {it}")
            }
            (FaultKind::MissingMoves, _) if !self.is_positional() => {
                format!("the move{s} {text} {is} never possible")
            }
            (FaultKind::MissingMoves, _) => {
                format!("the move{s} {text} {is} never possible: {many} steps lack {it}")
            }
            (FaultKind::WrongMoves, Key::Step(_)) if count as u32 == self.last() => {
                format!("no step is joined to the next by a move: all {count} are missing")
            }
            (FaultKind::WrongMoves, Key::Step(_)) => {
                format!("{which} {is} not joined to the next by a move")
            }
            (FaultKind::WrongMoves, _) => {
                let place = match (many, steps.first()) {
                    _ if !self.is_positional() => format!("nothing forbids {it}"),
                    (1, Some(step)) => format!("step {step} to {} allows {it}", step % len + 1),
                    _ => format!("{many} steps allow {it}"),
                };
                format!("{text} {is} no move{s}, and {place}")
            }
            (FaultKind::Given, _) => {
                let first = Rule(found[0].clauses[0].clone());
                let first = first.map(|&vertex| self.place.name(vertex));
                let missing = found.len();
                format!("{at_least}{missing} of {all} clauses of the clues are missing: {first}")
            }
            _ => {
                let is_out = matches!(kind, FaultKind::AtLeastOne | FaultKind::AtMostOne);
                let is_some = matches!(kind, FaultKind::AtLeastOne | FaultKind::Visited);
                let most = ["at most", "at least"][usize::from(is_some)];
                let number = match (self.meaning.style(), is_out) {
                    (FactStyle::Positions, true) => "one square a step",
                    (FactStyle::Positions, false) => "one step a square",
                    (FactStyle::Arcs, true) => "one move out of a square",
                    (FactStyle::Arcs, false) => "one move into a square",
                    (FactStyle::Edges, _) => "two moves at a square",
                };
                format!("{most} {number} is missing {at_least}for {which}")
            }
        }
    }
}

impl Evidence<'_> {
    /// Returns the groups of clauses of the definition that the formula lacks.
    fn omitted(&self, report: &Report) -> Result<Vec<Fault>, InspectError> {
        let case = self.case;
        let Some((mut theory, _)) = timely(case.theory())? else {
            return Ok(Vec::new());
        };
        let definition = case.definition();
        let rules = definition.lacks().is_none().then_some(Law::Rules);
        let laws = COUNTING.into_iter().chain([Law::Given]).chain(rules);
        let mut parts = laws.map(|law| (law, case.groups(law))).collect_vec();
        let mut is_lacking = |clause: &&Vec<Literal>| {
            let lits = theory.literals(clause);
            lits.is_some_and(|lits| !theory.is_over() && !theory.propagates(&negated(&lits)))
        };
        let clauses = |groups: &[Group]| {
            groups
                .iter()
                .map(|group| group.clauses.len())
                .sum::<usize>()
        };
        let share = |(law, groups): &(Law, Vec<Group>)| {
            let all = groups.iter().flat_map(|group| &group.clauses);
            let lacking = all.filter(&mut is_lacking).count() as f64;
            (*law, lacking / clauses(groups).max(1) as f64)
        };
        let shares: HashMap<Law, f64> = parts.iter().map(share).collect();
        // Of the sets that suffice, the formula was probably meant to have the nearest.
        let lacks = |set: &&&[Law]| {
            let shares = set.iter().map(|law| shares[law]);
            let total = shares.clone().filter(|&share| share == 1.0).count();
            (total, (shares.sum::<f64>() * 1e6) as u64)
        };
        let nearest = definition.sufficient().iter().min_by_key(lacks);
        let nearest = *nearest.expect("some laws are sufficient");
        let is_meant = |law: &Law| nearest.contains(law) || !COUNTING.contains(law);
        parts.retain(|(law, _)| is_meant(law) && shares[law] > 0.0);
        parts.insert(0, (Law::Moves, case.jumps(&mut theory)));
        let mut faults = Vec::new();
        for (law, groups) in &parts {
            let is_moves = *law == Law::Moves;
            let others = if is_moves { &COUNTING[..] } else { nearest };
            let others = others.iter().chain(&[Law::Moves, Law::Given]).copied();
            let others = others.filter(|other| other != law).collect_vec();
            let Some((mut theory, _)) = timely(case.theory())? else {
                continue;
            };
            case.add_laws(&mut theory, &others);
            let keeps = |model: &&Model| others.iter().all(|&law| case.keeps(&theory, model, law));
            let shown = self.model.as_ref().filter(keeps);
            let (found, is_cut) = case.judge(&mut theory, groups, shown)?;
            let sort = |group: &&Group| (group.kind, matches!(group.key, Key::Step(_)));
            for alike in found.chunk_by(|a, b| sort(a) == sort(b)) {
                let all = if is_moves { 0 } else { groups.len() };
                let text = case.sentence(alike, all, is_cut || theory.is_over());
                let own = alike.iter().map(|group| group.clauses.len()).sum::<usize>();
                let share = own as f64 / clauses(groups) as f64;
                faults.push(Fault::new(alike[0].kind, share, text));
            }
        }
        if faults.is_empty()
            && definition.has_cycles()
            && let Some(found) = &report.counterexample
        {
            let text = format!("nothing excludes several cycles: {}", found.why);
            faults.push(Fault::new(FaultKind::Cycles, 1.0, text));
        }
        Ok(faults)
    }

    /// Returns the groups of clauses by which tours are lost.
    fn added(&self) -> Result<Vec<Fault>, InspectError> {
        let case = self.case;
        let tours = case.expected.tours.iter().zip(&self.swept.has_model);
        let lost = tours.filter(|(forms, has)| has.len() == forms.len() && !has.contains(&true));
        let lost = lost.filter_map(|(forms, _)| forms.first());
        let facts = |steps: &[u32]| HashSet::from_iter(case.definition().facts_of(steps));
        let all = lost.map(|steps| (&steps[..], facts(steps)));
        let all: Vec<Lost> = all.collect();
        let mut lost = all.iter().collect_vec();
        let Some((mut theory, _)) = timely(case.theory())? else {
            return Ok(Vec::new());
        };
        if theory.propagates(&[]) {
            return Ok(self.by_clauses(&[], &lost)?.into_iter().collect());
        }
        let known = self.swept.has_model.len().max(1) as f64;
        let (mut faults, mut is_asked, ends) = (Vec::new(), false, case.ends());
        let sort = |group: &Group| (group.kind, group.steps().next());
        for alike in case.additions().chunk_by(|a, b| sort(a) == sort(b)) {
            let (kind, before) = (alike[0].kind, lost.len());
            let step = alike[0].steps().next().unwrap_or(0);
            let is_end = kind == FaultKind::Ends && ends.contains(&step);
            // One direction excludes squares and moves as well.
            let is_further = kind != FaultKind::Closed && !is_end;
            if is_further
                && !std::mem::replace(&mut is_asked, true)
                && self.is_half(&lost, &theory)?
            {
                lost.clear();
                let option = OptionName("directions");
                let text = format!(
                    "of a tour and its reverse only one is a model: was one direction meant \
                     ({option} one)?"
                );
                faults.push(Fault::new(
                    FaultKind::Direction,
                    before as f64 / known,
                    text,
                ));
            }
            // A closed tour and a fixed square may lose the same tours.
            let of = if is_end {
                all.iter().collect_vec()
            } else {
                lost.clone()
            };
            let loses = |group: &&Group| !of.iter().all(|(_, facts)| group.admits(facts));
            let mut is_entailed = |clause: &Vec<Literal>| {
                let lits = theory.literals(clause);
                lits.is_none_or(|lits| theory.propagates(&negated(&lits)))
            };
            // Of many tours, only some are known.
            let is_sample = kind == FaultKind::MissingMoves && !lost.is_empty() && !self.is_whole();
            let found = alike.iter().filter(|group| is_sample || loses(group));
            let found = found.filter(|group| group.clauses.iter().all(&mut is_entailed));
            let found = found.collect_vec();
            let is_one = kind != FaultKind::Ends || found.len() == 1;
            if is_one && found.iter().any(loses) {
                lost.retain(|(_, facts)| found.iter().all(|group| group.admits(facts)));
                let share = (before - lost.len()) as f64 / known;
                let text = case.sentence(&found, alike.len(), false);
                faults.push(Fault::new(kind, share, text));
            }
        }
        if let Some((steps, _)) = lost.first()
            && let Ok(assumed) = case.assumptions(steps)
        {
            let share = lost.len() as f64 / known;
            let rest = self.by_clauses(&assumed, &lost)?;
            faults.extend(rest.map(|fault| Fault { share, ..fault }));
        }
        Ok(faults)
    }

    /// Returns true if the reverse of each of these tours is a model, and that of no model.
    fn is_half(&self, lost: &[&Lost], theory: &Theory) -> Result<bool, InspectError> {
        let (case, swept) = (self.case, &self.swept.has_model);
        let forms = case.expected.tours.iter().zip(swept);
        let forms = forms.flat_map(|(forms, has)| forms.iter().zip(has));
        let models = forms.filter(|(_, has)| **has).map(|(steps, _)| &steps[..]);
        let models: HashSet<&[u32]> = models.collect();
        let is_back =
            |steps: &[u32]| models.contains(&case.meaning.reversed(case.problem, steps)[..]);
        let are_lost = !lost.is_empty() && lost.iter().all(|(steps, _)| is_back(steps));
        let is_half = are_lost && !models.iter().any(|steps| is_back(steps));
        // Of many tours, only some are known.
        Ok(
            is_half
                && (self.is_whole() || matches!(case.both_directions(theory)?, Answer::Refuted)),
        )
    }

    /// Returns clauses that contradict each other and these literals, which are those of the first
    /// of some tours, or none.
    fn by_clauses(&self, assumed: &[Lit], lost: &[&Lost]) -> Result<Option<Fault>, InspectError> {
        let case = self.case;
        let core = case.core(&case.formula, assumed)?;
        let Some(&first) = core.first() else {
            return Ok(None);
        };
        let clause = case.formula.cnf.clauses().nth(first);
        let clause = clause.expect("it is in the core");
        let violates = |(steps, _): &&&Lost| {
            let lits = case.assumptions(steps).ok();
            let model = lits.and_then(|lits| Model::from_lits(&lits).ok());
            model.is_some_and(|model| clause.iter().all(|&lit| model.satisfies(!lit)))
        };
        let (number, text) = (first + 1, case.symbols.clause(clause));
        let (tours, all) = (
            lost.iter().filter(violates).count(),
            counted(lost.len(), "tour"),
        );
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
