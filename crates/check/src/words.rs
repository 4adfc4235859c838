//! Faults of a formula in words: a sentence with a number for each group of faults.
//!
//! For which neighbouring request is the formula right? A model that is no tour shows clauses of
//! the definition that the formula omits: a clause is *missing* if some model violates it alone.
//! Tours without a model are *lost* to a neighbour with fewer tours: a closed tour, a fixed end, a
//! square or a move less, one direction, or single clauses.

use super::case::Case;
use super::counterexample::{self as names, Wrong};
use super::error::InspectError;
use super::fault::{Fault, FaultKind};
use super::figures::runs;
use super::strategy::{Evidence, timely};
use super::table::{Report, Status};
use super::theory::{Answer, LITTLE, TINY, Theory, negated};
use crate::base::text::{OptionName, is_or_are};
use crate::cnf::Term;
use crate::prelude::*;
use crate::tour::definition::Law;
use crate::tour::rule::{Atom, Literal};
use crate::tour::succession::Succession;
use std::collections::{BTreeSet, HashMap, HashSet};

const CLOSED: OptionName = OptionName("closed");
const DIRECTIONS: OptionName = OptionName("directions");
/// The most names in a list.
const SHOWN: usize = 3;
/// The most tours near which a model is sought, and the most such searches.
const TOURS: usize = 16;
const TRIES: usize = 64;

/// Returns true if no fault of the formula is found for another request.
pub(super) type IsRight<'i> = &'i dyn Fn(&Problem) -> Result<bool, InspectError>;

/// A move after a step.
type Taken = (u32, [u32; 2]);

/// Clauses of a law that propagation does not derive, each with its step, vertex or number.
struct Gap {
    law: Law,
    /// The keys, with the negation of the literals in the theory of the formula.
    left: Vec<(u32, Vec<Lit>)>,
    keys: BTreeSet<u32>,
    clauses: usize,
}

impl Gap {
    fn share(&self) -> f64 {
        self.left.len() as f64 / self.clauses.max(1) as f64
    }
}

/// Returns the groups of faults of a formula, worst first. `is_right` tries neighbouring requests.
pub(super) fn faults(
    evidence: &Evidence,
    report: &Report,
    is_right: IsRight,
) -> Result<Vec<Fault>, InspectError> {
    let is_wrong = |check| report.status(check) == Some(Status::Wrong);
    let mut faults = Vec::new();
    if is_wrong("sound") {
        faults.extend(evidence.case.admitted(report, is_right)?);
    }
    if is_wrong("complete") || report.models == 0 && is_wrong("verdict") {
        faults.extend(evidence.lost(report)?);
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
            "file" => (FaultKind::File, detail.clone()),
            _ if has_other => continue,
            _ => (FaultKind::Other, detail.clone()),
        };
        report.faults.push(Fault::new(kind, 0.0, text));
    }
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
            let others = facts.iter().filter_map(Fact::ends);
            let mut ends = ends.iter();
            let common = ends.find(|end| others.clone().all(|ends| ends.contains(end)));
            *common.unwrap_or(&0)
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

fn is_them(count: usize) -> [&'static str; 2] {
    [["are", "them"], ["is", "it"]][usize::from(count == 1)]
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

/// A request beside that of the formula, with fewer tours.
struct Neighbour {
    kind: FaultKind,
    /// The step of an end, or the number of steps that lack the square or the move.
    step: u32,
    /// The move, or the square twice.
    ends: [u32; 2],
    /// The clauses that the other request has beside those of this one: facts, and whether they
    /// hold.
    clauses: Vec<Vec<(Fact, bool)>>,
}

impl Case<'_> {
    fn names(&self, vertices: impl IntoIterator<Item = u32>) -> Vec<String> {
        let vertices = vertices.into_iter();
        vertices.map(|vertex| self.place.name(vertex)).collect()
    }

    fn is_positional(&self) -> bool {
        self.meaning.style() == FactStyle::Positions
    }

    /// Returns the last step that another step follows; 1 if moves have no steps.
    fn last(&self) -> u32 {
        let is_closed = Succession::of(self.problem).is_cyclic();
        if self.is_positional() {
            self.problem.period() - u32::from(!is_closed)
        } else {
            1
        }
    }

    /// Returns the fact of a step, or of one after the last.
    fn at(&self, step: u32, vertex: u32) -> Fact {
        let (step, vertex) = self.problem.in_period(step, vertex);
        Fact::At { step, vertex }
    }

    /// Returns the facts of a move after a step.
    fn facts_of(&self, (step, [from, to]): Taken) -> Vec<Fact> {
        match self.meaning.style() {
            FactStyle::Positions => vec![self.at(step, from), self.at(step + 1, to)],
            style => vec![Fact::of_move(style, [from, to])],
        }
    }

    fn term(&self, theory: &Theory, fact: Fact) -> Term {
        let term = theory.terms.get(&Atom::Fact(fact));
        term.copied().unwrap_or(Term::FALSE)
    }

    /// Returns true if propagation refutes these terms together.
    fn refutes(&self, theory: &mut Theory, terms: &[Term]) -> bool {
        let lits = terms.iter().filter_map(|term| term.lit()).collect_vec();
        terms.contains(&Term::FALSE) || theory.propagates(&lits)
    }

    /// Returns the clauses of a law that propagation does not derive.
    fn gap(&self, theory: &mut Theory, law: Law) -> Gap {
        let is_counting = law_words(self.meaning.style(), law).is_some();
        let (left, keys) = (Vec::new(), BTreeSet::new());
        let mut gap = Gap {
            law,
            left,
            keys,
            clauses: 0,
        };
        self.definition().clauses(law, &mut |literals| {
            gap.clauses += 1;
            let key = if is_counting {
                key(law, literals)
            } else {
                gap.clauses as u32
            };
            gap.keys.insert(key);
            if !theory.is_over()
                && let Some(lits) = theory.literals(literals).map(|lits| negated(&lits))
                && !theory.propagates(&lits)
            {
                gap.left.push((key, lits));
            }
        });
        gap
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

    /// Looks for a model with these literals near a known tour: the tour has all but one of them,
    /// and the model as much of the tour as propagation permits. The literals of tours are sorted.
    fn near(
        &self,
        theory: &mut Theory,
        lits: &[Lit],
        tours: &[Vec<Lit>],
        tries: &mut usize,
    ) -> Result<Answer, InspectError> {
        for tour in tours {
            let has = |lit: Lit| tour.binary_search(&lit).is_ok();
            let holds = |lit: &&Lit| {
                if lit.is_positive() {
                    has(**lit)
                } else {
                    !has(!**lit)
                }
            };
            if *tries == 0 || lits.iter().filter(holds).count() + 1 != lits.len() {
                continue;
            }
            *tries -= 1;
            let mut assumed = lits.to_vec();
            for &lit in tour {
                assumed.push(lit);
                if theory.propagates(&assumed) {
                    assumed.pop();
                }
            }
            if let found @ Answer::Found(_) = theory.extend(&assumed, TINY)? {
                return Ok(found);
            }
        }
        Ok(Answer::Open)
    }

    /// Returns the keys of the clauses that some model violates, and true if further ones are not
    /// decided.
    fn violated_keys(
        &self,
        theory: &mut Theory,
        gap: &Gap,
    ) -> Result<(BTreeSet<u32>, bool), InspectError> {
        let (mut keys, mut open, mut tries) = (BTreeSet::new(), BTreeSet::new(), TRIES);
        let tours = self.expected.tours.iter().take(TOURS).filter_map(|forms| {
            let lits = self
                .meaning
                .literals_of(self.problem, forms.first()?)
                .ok()?;
            Some(lits.into_iter().sorted_unstable().collect_vec())
        });
        let tours = tours.collect_vec();
        for (key, lits) in &gap.left {
            if keys.contains(key) {
                continue;
            }
            let mut answer = theory.ask(lits, Some(LITTLE))?;
            if matches!(answer, Answer::Open) {
                answer = self.near(theory, lits, &tours, &mut tries)?;
            }
            match answer {
                Answer::Found(model) => {
                    let holds = |lits: &[Lit]| lits.iter().all(|&lit| model.satisfies(lit));
                    let violated = gap.left.iter().filter(|(_, lits)| holds(lits));
                    keys.extend(violated.map(|(key, _)| *key));
                    keys.insert(*key);
                }
                Answer::Open => _ = open.insert(*key),
                Answer::Refuted => {}
            }
        }
        let is_cut = !open.is_subset(&keys) || theory.is_over();
        Ok((keys, is_cut))
    }

    /// Returns the facts of the model that is no tour, if that is the counterexample.
    fn shown(&self, report: &Report) -> HashSet<Fact> {
        let found = report.counterexample.iter();
        let found = found.filter(|found| found.wrong == Wrong::NoTour);
        let shown: HashSet<&String> = found.flat_map(|found| &found.facts).collect();
        let facts = self.meaning.facts().iter().map(|(fact, _)| *fact);
        facts
            .filter(|&fact| {
                names::names(self.place, &[fact])
                    .iter()
                    .all(|name| shown.contains(name))
            })
            .collect()
    }

    /// Returns the groups of clauses of the definition that the formula lacks.
    fn admitted(&self, report: &Report, is_right: IsRight) -> Result<Vec<Fault>, InspectError> {
        const COUNTING: [Law; 4] = [Law::SomeOut, Law::OneOut, Law::OneIn, Law::SomeIn];
        let Some((mut theory, _)) = timely(self.theory())? else {
            return Ok(Vec::new());
        };
        let definition = self.definition();
        let by_law: HashMap<Law, Gap> =
            COUNTING.map(|law| (law, self.gap(&mut theory, law))).into();
        // Of the sets that suffice, the formula was probably meant to have the nearest.
        let lacks = |laws: &&&[Law]| {
            let shares = laws.iter().map(|law| by_law[law].share()).collect_vec();
            let total = shares.iter().filter(|share| **share == 1.0).count();
            (total, (shares.iter().sum::<f64>() * 1e6) as u64)
        };
        let laws = *definition
            .sufficient()
            .iter()
            .min_by_key(lacks)
            .expect("some laws are sufficient");
        let mut gaps = laws
            .iter()
            .map(|law| &by_law[law])
            .filter(|gap| !gap.left.is_empty())
            .collect_vec();
        let further = [Law::Given, Law::Rules];
        let further = further
            .iter()
            .filter(|law| **law == Law::Given || definition.lacks().is_none());
        let further = further.map(|&law| self.gap(&mut theory, law)).collect_vec();
        gaps.extend(further.iter().filter(|gap| !gap.left.is_empty()));
        let shown = self.shown(report);
        let mut faults = self.wrong_moves(&shown, is_right)?;
        for excused in [true, false] {
            for gap in &gaps {
                let others = laws.iter().copied().chain([Law::Moves, Law::Given]);
                let others = others
                    .filter(|&law| excused && law != gap.law)
                    .collect_vec();
                if let Some(mut theory) = self.with_laws(&others)? {
                    let (keys, is_cut) = self.violated_keys(&mut theory, gap)?;
                    faults.extend(self.gap_words(gap, &keys, is_cut));
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

    /// Returns the sentence about a law whose clauses with these keys are missing, or at least
    /// these.
    fn gap_words(&self, gap: &Gap, keys: &BTreeSet<u32>, is_cut: bool) -> Option<Fault> {
        let violated = gap.left.iter().filter(|(key, _)| keys.contains(key));
        let (clauses, all) = (violated.clone().count(), gap.keys.len());
        let is_cut = is_cut && keys.len() < all;
        let at_least = if is_cut { "at least " } else { "" };
        let (kind, text) = match law_words(self.meaning.style(), gap.law) {
            _ if keys.is_empty() => return None,
            None => {
                let what = if gap.law == Law::Given {
                    "clues"
                } else {
                    "rules"
                };
                let (_, first) = violated.clone().next()?;
                let first = self.symbols.clause(&negated(first));
                let text = format!(
                    "{at_least}{clauses} of {all} clauses of the {what} are missing: {first}"
                );
                (FaultKind::Given, text)
            }
            Some((kind, what, noun)) => {
                let which = if keys.len() == all && all > 1 {
                    format!("all {all} {noun}s")
                } else if noun == "step" {
                    steps_words(keys)
                } else {
                    let noun = ["squares", "square"][usize::from(keys.len() == 1)];
                    format!("{noun} {}", listed(&self.names(keys.iter().copied())))
                };
                (kind, format!("{what} is missing {at_least}for {which}"))
            }
        };
        Some(Fault::new(kind, clauses as f64 / gap.clauses as f64, text))
    }

    /// Returns true if the formula with the other laws allows a move that is none, or any if `to`
    /// is none, as far as propagation shows it.
    fn allows(&self, theory: &mut Theory, step: u32, from: u32, to: Option<u32>) -> bool {
        let mut terms = Vec::new();
        if self.is_positional() {
            terms.push(self.term(theory, self.at(step, from)));
            let next = self.problem.graph().successors(from).iter();
            terms.extend(next.map(|&to| !self.term(theory, self.at(step + 1, to))));
        }
        let last = to.and_then(|to| self.facts_of((step, [from, to])).pop());
        terms.extend(last.map(|fact| self.term(theory, fact)));
        !theory.is_over() && !self.refutes(theory, &terms)
    }

    /// Returns moves that are none, although the formula allows them: some model takes such a move.
    /// `shown` are the facts of one.
    fn wrong_moves(
        &self,
        shown: &HashSet<Fact>,
        is_right: IsRight,
    ) -> Result<Vec<Fault>, InspectError> {
        use Law::{Given, OneIn, OneOut, SomeIn, SomeOut};
        let Some(mut theory) = self.with_laws(&[SomeOut, OneOut, OneIn, SomeIn, Given])? else {
            return Ok(Vec::new());
        };
        let (last, graph) = (self.last(), self.problem.graph());
        let (len, is_edge) = (graph.len(), self.meaning.style() == FactStyle::Edges);
        let mut allowed: Vec<Taken> = Vec::new();
        for (step, from) in (1..=last).cartesian_product(0..len) {
            let is_none =
                |&to: &u32| to != from && !graph.has_arc(from, to) && (from < to || !is_edge);
            if self.allows(&mut theory, step, from, None) {
                let mut others = (0..len).filter(is_none).collect_vec();
                others.retain(|&to| self.allows(&mut theory, step, from, Some(to)));
                allowed.extend(others.into_iter().map(|to| (step, [from, to])));
            }
        }
        // After some steps no move is needed at all.
        let counts = allowed.iter().counts_by(|(step, _)| *step);
        let pairs = (len * (len - 1)) as usize - graph.arcs().count();
        let is_free = |step| self.is_positional() && counts[&step] == pairs;
        let group = |&(step, ends): &Taken| {
            let free = Some(step).filter(|&step| is_free(step));
            free.map_or((None, ends), |step| (Some(step), [0; 2]))
        };
        let groups = allowed.into_iter().into_group_map_by(group);
        let (mut is_certain, mut free, mut wrong) = (false, BTreeSet::new(), Vec::new());
        for ((step, ends), taken) in groups.into_iter().sorted() {
            let is_shown = |fact: &Fact| shown.contains(fact);
            let is_shown = taken
                .iter()
                .any(|&taken| self.facts_of(taken).iter().all(is_shown));
            let mut answer = Answer::Refuted;
            for &taken in taken.iter().filter(|_| !is_shown) {
                if matches!(answer, Answer::Refuted) {
                    let facts = self.facts_of(taken).into_iter();
                    let lits = facts.filter_map(|fact| self.term(&theory, fact).lit());
                    let lits = lits.collect_vec();
                    answer = theory.ask(&lits, Some(LITTLE))?;
                }
            }
            is_certain |= is_shown || matches!(answer, Answer::Found(_));
            match step {
                _ if !is_shown && matches!(answer, Answer::Refuted) => {}
                Some(step) => _ = free.insert(step),
                None => wrong.push((ends, taken)),
            }
        }
        if !is_certain {
            return Ok(Vec::new());
        }
        let mut faults = Vec::new();
        let share = free.len() as f64 / f64::from(last.max(1));
        let steps = wrong
            .iter()
            .flat_map(|(_, taken)| taken)
            .map(|(step, _)| *step);
        let is_closing =
            last == len && steps.chain(free.iter().copied()).all_equal_value() == Ok(len);
        if is_closing && self.is_right_as_open(is_right)? {
            let text = format!(
                "step {len} is not joined to step 1: was an open tour meant (without {CLOSED})?"
            );
            return Ok(vec![Fault::new(
                FaultKind::Closed,
                1.0 / f64::from(len),
                text,
            )]);
        }
        if !free.is_empty() {
            let (steps, is) = (steps_words(&free), is_or_are(free.len() as u32));
            let text = if free.len() as u32 == last {
                format!("no step is joined to the next by a move: all {last} are missing")
            } else {
                format!("{steps} {is} not joined to the next by a move")
            };
            faults.push(Fault::new(FaultKind::WrongMoves, share, text));
        }
        if !wrong.is_empty() {
            let count: usize = wrong.iter().map(|(_, taken)| taken.len()).sum();
            let steps: BTreeSet<u32> = wrong
                .iter()
                .flat_map(|(_, taken)| taken)
                .map(|taken| taken.0)
                .collect();
            let (what, moves) = self.moves_words(&wrong.iter().map(|(ends, _)| *ends).collect());
            let ([is, it], noun) = (is_them(moves), ["moves", "move"][usize::from(moves == 1)]);
            let place = match (steps.len(), steps.first()) {
                _ if !self.is_positional() => format!("nothing forbids {it}"),
                (1, Some(step)) => format!("step {step} to {} allows {it}", step % len + 1),
                (many, _) => format!("{many} steps allow {it}"),
            };
            let share = count as f64 / f64::from(last * len * len);
            faults.push(Fault::new(
                FaultKind::WrongMoves,
                share,
                format!("{what} {is} no {noun}, and {place}"),
            ));
        }
        Ok(faults)
    }

    /// Returns true if no fault is found where an open tour is requested.
    fn is_right_as_open(&self, is_right: IsRight) -> Result<bool, InspectError> {
        let graph = self.problem.graph().clone();
        let open = Problem::new(graph, Kind::Open, self.problem.start(), None);
        open.map_or(Ok(false), |open| is_right(&open))
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

    /// Returns the neighbouring requests that exclude tours: a closed tour in place of an open one,
    /// a fixed end, a square or a move less.
    fn neighbours(&self) -> Vec<Neighbour> {
        let (graph, period) = (self.problem.graph(), self.problem.period());
        let (len, is_open) = (graph.len(), self.problem.kind() == Kind::Open);
        let mut all = Vec::new();
        let mut add = |kind, step, ends, clauses| {
            all.push(Neighbour {
                kind,
                step,
                ends,
                clauses,
            })
        };
        if self.is_positional() {
            if is_open && len > 2 {
                let clause = |from| {
                    let next = graph.successors(from).iter();
                    let next = next.map(|&to| (self.at(1, to), true));
                    [(self.at(len, from), false)]
                        .into_iter()
                        .chain(next)
                        .collect()
                };
                add(
                    FaultKind::Closed,
                    len,
                    [0; 2],
                    (0..len).map(clause).collect(),
                );
            }
            let steps = [1, len].into_iter().filter(|&step| is_open || step == 1);
            for (step, vertex) in steps.cartesian_product(0..len) {
                let clause = vec![(self.at(step, vertex), true)];
                add(FaultKind::Ends, step, [vertex; 2], vec![clause]);
            }
            for vertex in 0..len {
                let clauses = (1..=period).map(|step| vec![(self.at(step, vertex), false)]);
                add(
                    FaultKind::MissingSquares,
                    period,
                    [vertex; 2],
                    clauses.collect(),
                );
            }
        }
        for ends in graph.arcs() {
            let steps = (1..=self.last()).map(|step| self.facts_of((step, ends)).into_iter());
            let clauses = steps.map(|facts| facts.map(|fact| (fact, false)).collect());
            add(
                FaultKind::MissingMoves,
                self.last(),
                ends,
                clauses.collect(),
            );
        }
        all
    }

    /// Returns a sentence about neighbouring requests of one kind.
    fn neighbour_words(&self, kind: FaultKind, step: u32, ends: &BTreeSet<[u32; 2]>) -> String {
        let names = self.names(ends.iter().map(|ends| ends[0]));
        let end = ["end", "start"][usize::from(step == 1)];
        match kind {
            FaultKind::Closed => {
                format!("step {step} is joined to step 1: was a closed tour meant ({CLOSED})?")
            }
            FaultKind::Ends => {
                let (name, option) = (&names[0], OptionName(end));
                let asked = format!("was a fixed {end} meant ({option} {name})?");
                format!("step {step} is always on {name}: {asked}")
            }
            FaultKind::MissingSquares => {
                let [is, it] = is_them(names.len());
                let noun = ["squares", "square"][usize::from(names.len() == 1)];
                let names = listed(&names);
                format!("{noun} {names} {is} never possible: {step} steps exclude {it}")
            }
            _ => {
                let (what, number) = self.moves_words(ends);
                let ([is, it], noun) =
                    (is_them(number), ["moves", "move"][usize::from(number == 1)]);
                let why = format!(": {step} steps lack {it}");
                let why = if self.is_positional() { &why } else { "" };
                format!("the {noun} {what} {is} never possible{why}")
            }
        }
    }

    /// Returns true if a tour satisfies a clause over facts.
    fn holds(&self, clause: &[(Fact, bool)], tour: &[u32]) -> bool {
        let mut clause = clause.iter();
        clause.any(|&(fact, is_true)| match fact {
            Fact::At { step, vertex } => (tour[step as usize - 1] == vertex) == is_true,
            _ => {
                let mut moves = Succession::of(self.problem).moves(tour);
                moves.any(|ends| Fact::of_move(self.meaning.style(), ends) == fact) == is_true
            }
        })
    }
}

impl Evidence<'_> {
    /// Returns the groups of faults by which tours are lost.
    fn lost(&self, report: &Report) -> Result<Vec<Fault>, InspectError> {
        let case = self.case;
        let tours = case.expected.tours.iter().zip(&self.swept.has_model);
        let lost = tours.filter(|(forms, has)| has.len() == forms.len() && !has.contains(&true));
        let lost = lost.filter_map(|(forms, _)| forms.first().map(Vec::as_slice));
        let (mut lost, known) = (lost.collect_vec(), self.swept.has_model.len());
        let Some((mut theory, _)) = timely(case.theory())? else {
            return Ok(Vec::new());
        };
        if theory.propagates(&[]) {
            return Ok(self.by_clauses(&[], &lost)?.into_iter().collect());
        }
        let share = |tours: usize| tours as f64 / known.max(1) as f64;
        let mut faults = Vec::new();
        let alike = case.neighbours().into_iter();
        let alike = alike.chunk_by(|neighbour| (neighbour.kind, neighbour.step));
        for ((kind, step), neighbours) in &alike {
            // One direction excludes moves as well.
            if kind == FaultKind::MissingMoves && self.is_half(&lost) {
                let text = "of a tour and its reverse only one is a model";
                let text = format!("{text}: was one direction meant ({DIRECTIONS} one)?");
                faults.push(Fault::new(FaultKind::Direction, share(lost.len()), text));
                lost.clear();
            }
            let (mut named, mut left) = (BTreeSet::new(), lost.clone());
            for Neighbour { ends, clauses, .. } in neighbours {
                let holds = |tour: &&[u32]| clauses.iter().all(|clause| case.holds(clause, tour));
                let is_entailed = |clause: &Vec<(Fact, bool)>| {
                    let terms = clause.iter().map(|&(fact, is_true)| {
                        let term = case.term(&theory, fact);
                        if is_true { !term } else { term }
                    });
                    let terms = terms.collect_vec();
                    case.refutes(&mut theory, &terms)
                };
                if !lost.iter().all(holds) && clauses.iter().all(is_entailed) {
                    left.retain(holds);
                    named.insert(ends);
                }
            }
            if !named.is_empty() {
                let text = case.neighbour_words(kind, step, &named);
                faults.push(Fault::new(kind, share(lost.len() - left.len()), text));
                lost = left;
            }
        }
        if let Some(steps) = lost.first() {
            let rest = match case.assumptions(steps) {
                Ok(assumed) => self.by_clauses(&assumed, &lost)?,
                Err(_) => None,
            };
            let found = report.counterexample.iter();
            let found = found.filter(|found| found.wrong == Wrong::NoModel);
            let (tours, is) = (counted(lost.len(), "tour"), is_or_are(lost.len() as u32));
            let other = found
                .map(|found| format!("{tours} {is} excluded: {}", found.why))
                .next();
            let other = other.map(|text| Fault::new(FaultKind::Clauses, 1.0, text));
            faults.extend(rest.or(other).map(|fault| Fault {
                share: share(lost.len()),
                ..fault
            }));
        }
        Ok(faults)
    }

    /// Returns true if the reverse of each of these tours is a model, and that of no model.
    fn is_half(&self, lost: &[&[u32]]) -> bool {
        let (case, swept) = (self.case, &self.swept.has_model);
        let forms = case.expected.tours.iter().zip(swept);
        let forms = forms.flat_map(|(forms, has)| forms.iter().zip(has));
        let models: HashSet<&[u32]> = forms
            .filter(|(_, has)| **has)
            .map(|(steps, _)| &steps[..])
            .collect();
        let is_back =
            |steps: &&[u32]| models.contains(&case.meaning.reversed(case.problem, steps)[..]);
        !lost.is_empty() && lost.iter().all(is_back) && !models.iter().any(is_back)
    }

    /// Returns clauses that contradict each other and these literals, which are those of the first
    /// of some tours, or none.
    fn by_clauses(&self, assumed: &[Lit], lost: &[&[u32]]) -> Result<Option<Fault>, InspectError> {
        let case = self.case;
        let core = case.core(&case.formula, assumed)?;
        let Some(&first) = core.first() else {
            return Ok(None);
        };
        let clause = case
            .formula
            .cnf
            .clauses()
            .nth(first)
            .expect("it is in the core");
        let violates = |steps: &&&[u32]| {
            let model = case
                .assumptions(steps)
                .ok()
                .and_then(|lits| Model::from_lits(&lits).ok());
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
