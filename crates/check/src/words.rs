//! Faults of a formula in words: a sentence with a number for each group of faults.
//!
//! For which neighbouring request is the formula right? A neighbour *omits* groups of clauses: some
//! model violates them. Or it *adds* groups: the formula entails them, and some tours are lost by
//! them. An unsatisfiable core names the rest.

use super::case::Case;
use super::counterexample::Wrong;
use super::evidence::Evidence;
use super::fault::{Fault, FaultKind};
use super::names::SHOWN;
use super::prove::COUNTING;
use super::table::{Report, Status};
use super::theory::{LITTLE, Theory, Unproved, negated};
use crate::base::text::{OptionName, listed};
use crate::prelude::*;
use crate::tour::definition::{Definition, Law};
use crate::tour::rule::{Atom, Literal, Rule};
use crate::tour::succession::Succession;
use std::collections::{BTreeMap, HashSet};

/// The most groups of a row that may stay undecided.
const UNDECIDED: usize = 8;
/// A step is joined to the next if less than one in so many wrong moves is possible.
const FEW: usize = 4;

/// The subject of a group of clauses: sentences list these.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Key {
    Step(u32),
    Vertex(u32),
    Move([u32; 2]),
    Clause(usize),
}

/// The clauses of a group.
type Group = Vec<Vec<Literal>>;

/// Neighbours with one sentence: each differs from the request by a group of clauses.
struct Neighbours {
    kind: FaultKind,
    /// The sentence, with marks for the subjects of the groups that are found.
    words: String,
    groups: BTreeMap<Key, Group>,
}

impl Neighbours {
    fn new(
        kind: FaultKind,
        words: impl Into<String>,
        clauses: impl IntoIterator<Item = (Key, Vec<Literal>)>,
    ) -> Neighbours {
        let groups = clauses.into_iter().into_group_map();
        Neighbours {
            kind,
            words: words.into(),
            groups: groups.into_iter().collect(),
        }
    }
}

/// Returns true if a tour with these facts satisfies the clauses.
fn admits(clauses: &Group, facts: &HashSet<Fact>) -> bool {
    let is_true = |Literal { atom, is_positive }: &Literal| matches!(atom, Atom::Fact(fact) if facts.contains(fact) == *is_positive);
    clauses.iter().all(|clause| clause.iter().any(is_true))
}

/// A tour without a model, and its facts.
type Lost<'t> = (&'t [u32], HashSet<Fact>);

/// Returns the groups of faults of a formula, by their kinds.
pub(super) fn faults(evidence: &Evidence, report: &Report) -> Result<Vec<Fault>, Unproved> {
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
        let kind = match found.wrong {
            Wrong::Twice => FaultKind::Twice,
            _ => FaultKind::Other,
        };
        let text = format!("{}: {}", found.wrong, found.why);
        faults.push(Fault { kind, text });
    }
    faults.sort_by_key(|fault| fault.kind);
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
        report.faults.push(Fault { kind, text });
    }
}

/// Returns the subject of a clause of a law, if it is the clause of this number.
fn key(law: Law, literals: &[Literal], number: usize) -> Key {
    let is_out = matches!(law, Law::SomeOut | Law::OneOut);
    let mut facts = literals.iter().filter_map(|literal| match literal.atom {
        Atom::Fact(fact) if COUNTING.contains(&law) => Some(fact),
        _ => None,
    });
    match facts.next() {
        None => Key::Clause(number),
        Some(Fact::At { step, .. }) if is_out => Key::Step(step),
        Some(Fact::At { vertex, .. }) => Key::Vertex(vertex),
        Some(Fact::Arc { from, to }) => Key::Vertex(if is_out { from } else { to }),
        Some(Fact::Edge(edge)) => {
            let is_beside = |fact: Fact| fact.ends().is_some_and(|ends| ends.contains(&&edge[0]));
            Key::Vertex(edge[usize::from(!facts.all(is_beside))])
        }
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

    /// Returns the clauses of a law by their subjects.
    fn of_law(&self, law: Law) -> Neighbours {
        let is_out = matches!(law, Law::SomeOut | Law::OneOut);
        let number = match (self.meaning.style(), is_out) {
            (FactStyle::Positions, true) => "one square a step",
            (FactStyle::Positions, false) => "one step a square",
            (FactStyle::Arcs, true) => "one move out of a square",
            (FactStyle::Arcs, false) => "one move into a square",
            (FactStyle::Edges, _) => "two moves at a square",
        };
        let missing = |most| format!("{most} {number} is missing {{at least}}for {{which}}");
        let clues = "{at least}{count} of {all} clauses of the clues are missing: {first}";
        let (kind, words) = match law {
            Law::SomeOut => (FaultKind::AtLeastOne, missing("at least")),
            Law::OneOut => (FaultKind::AtMostOne, missing("at most")),
            Law::OneIn => (FaultKind::Once, missing("at most")),
            Law::SomeIn => (FaultKind::Visited, missing("at least")),
            _ => (FaultKind::Given, clues.into()),
        };
        let mut clauses = Vec::new();
        self.definition().clauses(law, &mut |literals| {
            // No cycle has two vertices, which needs no words.
            if !literals.is_empty() {
                clauses.push((key(law, literals, clauses.len()), literals.to_vec()));
            }
        });
        Neighbours::new(kind, words, clauses)
    }

    /// Returns steps that the next one need not follow by a move, and moves that the graph lacks
    /// and a theory with the other laws does not exclude.
    fn jumps(&self, theory: &mut Theory) -> [Neighbours; 3] {
        let (graph, definition) = (self.problem.graph(), self.definition());
        let (len, last, is_positional) = (graph.len(), self.last(), self.is_positional());
        let is_jump = |&(from, to): &(u32, u32)| from != to && !graph.has_arc(from, to);
        let pairs = (0..len).cartesian_product(0..len);
        let jumps = pairs.filter(is_jump).collect_vec();
        let (mut steps, mut closing, mut moves) = (Vec::new(), Vec::new(), Vec::new());
        for step in (1..=last).filter(|_| is_positional) {
            let clauses = jumps.iter().map(|&(from, to)| {
                let clause = without(&definition, step, [from, to]);
                (Key::Move([from, to]), clause)
            });
            let lacking = clauses.filter(|(_, clause)| lacks(theory, clause));
            let free = lacking.collect_vec();
            if free.len() <= jumps.len() / FEW {
                moves.extend(free);
            } else {
                let clauses = free.into_iter().map(|(_, clause)| clause);
                let missing = clauses.map(|clause| (Key::Step(step), clause));
                [&mut steps, &mut closing][usize::from(step == len)].extend(missing);
            }
        }
        for fact in self.no_moves() {
            if let Some([&a, &b]) = fact.ends() {
                moves.push((Key::Move([a, b]), vec![Literal::not(fact)]));
            }
        }
        let closed = OptionName("closed");
        let open = format!(
            "step {len} is not joined to step 1: was an open tour meant (without {closed})?"
        );
        let allowed = ["nothing forbids {them}", "{steps} allow{-s} {them}"];
        let allowed = allowed[usize::from(is_positional)];
        let allowed = format!("{{names}} {{are}} no move{{s}}, and {allowed}");
        let joined = match steps.iter().map(|(key, _)| key).unique().count() as u32 {
            count if count == last => {
                "no step is joined to the next by a move: all {count} are missing"
            }
            _ => "step{s} {names} {are} not joined to the next by a move",
        };
        [
            Neighbours::new(FaultKind::WrongMoves, joined, steps),
            Neighbours::new(FaultKind::Closed, open, closing),
            Neighbours::new(FaultKind::WrongMoves, allowed, moves),
        ]
    }

    /// Returns the neighbours with fewer tours: closed ones, a fixed square at a step, a square or
    /// a move less.
    fn additions(&self) -> Vec<Neighbours> {
        let (graph, definition) = (self.problem.graph(), self.definition());
        let (len, is_open) = (graph.len(), self.problem.kind() == Kind::Open);
        let (mut rows, is_positional) = (Vec::new(), self.is_positional());
        let [closed, start, end, at] = ["closed", "start", "end", "at"].map(OptionName);
        let is = |step, vertex| Literal::is(definition.at(step, vertex));
        let not = |step, vertex| Literal::not(definition.at(step, vertex));
        let steps = (1..=self.problem.period()).filter(|_| is_positional);
        if is_positional && is_open && len > 2 {
            let words =
                format!("step {len} is joined to step 1: was a closed tour meant ({closed})?");
            let clauses = (0..len).map(|from| {
                let next = graph.successors(from).iter().map(|&to| is(1, to));
                let clause = [not(len, from)].into_iter().chain(next);
                (Key::Step(1), clause.collect())
            });
            rows.push(Neighbours::new(FaultKind::Closed, words, clauses));
        }
        let is_end = |step: &u32| *step == 1 || is_open && *step == len;
        let fixed = |step: u32| {
            let meant = match step {
                1 => format!("fixed start meant ({start} {{names}})"),
                _ if is_end(&step) => format!("fixed end meant ({end} {{names}})"),
                _ => format!("clue meant ({at} {step}={{names}})"),
            };
            let words = format!("step {step} is always on {{names}}: was a {meant}?");
            let clauses = (0..len).map(|v| (Key::Vertex(v), vec![is(step, v)]));
            Neighbours::new(FaultKind::Ends, words, clauses)
        };
        rows.extend(steps.clone().filter(is_end).map(fixed));
        let one = OptionName("directions");
        let words = format!(
            "of a tour and its reverse only one is a model: was one direction meant ({one} one)?"
        );
        rows.push(Neighbours::new(FaultKind::Direction, words, []));
        rows.extend(steps.clone().filter(|step| !is_end(step)).map(fixed));
        let words = "{which} {are} never possible: {steps} exclude{-s} {them}";
        let places = (0..len).cartesian_product(steps);
        let clauses = places.map(|(v, step)| (Key::Vertex(v), vec![not(step, v)]));
        let squares = Neighbours::new(FaultKind::MissingSquares, words, clauses);
        let lack = ["", ": {steps} lack{-s} {them}"][usize::from(is_positional)];
        let words = format!("the move{{s}} {{names}} {{are}} never possible{lack}");
        let moves = graph.arcs().cartesian_product(1..=self.last());
        let clauses = moves.map(|(ends, step)| (Key::Move(ends), without(&definition, step, ends)));
        let moves = Neighbours::new(FaultKind::MissingMoves, words, clauses);
        rows.extend([squares, moves]);
        rows
    }

    /// Returns the groups that some model violates, and true if there may be more. The model may be
    /// `shown`. If some move is allowed, those that are undecided are, too.
    fn judge(
        &self,
        theory: &mut Theory,
        row: &Neighbours,
        shown: Option<&Model>,
    ) -> Result<(Vec<Key>, bool), Unproved> {
        let mut models = shown.into_iter().cloned().collect_vec();
        let (mut found, mut open) = (Vec::new(), Vec::new());
        for (&key, group) in &row.groups {
            let clauses = group.iter().filter_map(|clause| theory.literals(clause));
            let mut left = clauses.map(|lits| negated(&lits)).collect_vec();
            left.retain(|lits| !theory.propagates(lits));
            let holds = |model: &Model, lits: &[Lit]| lits.iter().all(|&lit| model.satisfies(lit));
            let violates = |model: &Model| left.iter().any(|lits| holds(model, lits));
            if models.iter().any(violates) {
                found.push(key);
                continue;
            }
            if open.len() >= UNDECIDED {
                open.push(key);
                continue;
            }
            match self.decide(theory, left, &[LITTLE]) {
                Ok(true) => {}
                Ok(false) => open.push(key),
                Err(Unproved::Model(model)) => {
                    models.push(model);
                    found.push(key);
                }
                Err(error) => return Err(error),
            }
        }
        let is_cut = !open.is_empty() || theory.is_over();
        if row.kind == FaultKind::WrongMoves && !found.is_empty() {
            found.extend(open);
            found.sort_unstable();
        }
        Ok((found, is_cut))
    }

    /// Returns the sentence on the groups with these keys. A list that is cut contains the words
    /// *at least*.
    fn sentence(&self, row: &Neighbours, found: &[Key], is_cut: bool) -> String {
        let (all, is_edge) = (row.groups.len(), self.meaning.style() == FactStyle::Edges);
        let name = |vertex| self.place.name(vertex);
        let named = |key: &Key| match *key {
            Key::Vertex(vertex) => Some(name(vertex)),
            Key::Step(number) => Some(number.to_string()),
            Key::Clause(number) => Some(number.to_string()),
            Key::Move([from, to]) => {
                let is_both = is_edge || found.contains(&Key::Move([to, from]));
                let sign = ["→", "–"][usize::from(is_both)];
                let is_shown = !is_both || from < to;
                is_shown.then(|| format!("{}{sign}{}", name(from), name(to)))
            }
        };
        let names = found.iter().filter_map(named).collect_vec();
        let is_step = matches!(found, [Key::Step(_), ..]);
        let (count, noun) = (names.len(), ["square", "step"][usize::from(is_step)]);
        let clauses = found.iter().flat_map(|key| &row.groups[key]);
        let all_steps = clauses.clone().filter_map(|clause| match clause[0].atom {
            Atom::Fact(Fact::At { step, .. }) => Some(step),
            _ => None,
        });
        let steps = all_steps.unique().count();
        let (s, are, them) = match count {
            1 => ("", "is", "it"),
            _ => ("s", "are", "them"),
        };
        let shown = listed(&names, SHOWN);
        let which = match all {
            2.. if count == all => format!("all {all} {noun}s"),
            _ => format!("{noun}{s} {shown}"),
        };
        let at_least = ["", "at least "][usize::from(is_cut && found.len() < all)];
        let rule = clauses.clone().next().cloned().map(Rule);
        let first = rule.map(|rule| rule.map(|&vertex| name(vertex)).to_string());
        let marks = [
            ("{names}", shown),
            ("{which}", which),
            ("{at least}", at_least.into()),
            ("{count}", count.to_string()),
            ("{all}", all.to_string()),
            ("{steps}", counted(steps, "step")),
            ("{-s}", ["", "s"][usize::from(steps == 1)].into()),
            ("{s}", s.into()),
            ("{are}", are.into()),
            ("{them}", them.into()),
            ("{first}", first.unwrap_or_default()),
        ];
        let words = row.words.clone();
        marks
            .iter()
            .fold(words, |words, (mark, text)| words.replace(mark, text))
    }
}

/// Returns the clause that excludes a move after a step.
fn without(definition: &Definition, step: u32, [from, to]: [u32; 2]) -> Vec<Literal> {
    let facts = match definition.style() {
        FactStyle::Positions => vec![definition.at(step, from), definition.at(step + 1, to)],
        style => vec![Fact::of_move(style, [from, to])],
    };
    facts.into_iter().map(Literal::not).collect()
}

/// Returns true if propagation does not derive a clause.
fn lacks(theory: &mut Theory, clause: &[Literal]) -> bool {
    let lits = theory.literals(clause).map(|lits| negated(&lits));
    lits.is_some_and(|lits| !theory.is_over() && !theory.propagates(&lits))
}

impl Evidence<'_> {
    /// Returns the groups of clauses of the definition that the formula lacks.
    fn omitted(&self, report: &Report) -> Result<Vec<Fault>, Unproved> {
        let (case, definition) = (self.case, self.case.definition());
        let mut theory = case.theory()?;
        let mut lacking = |law: &Law| {
            let (mut all, mut missing) = (0_u32, 0_u32);
            case.clauses(*law, &mut |clause| {
                all += 1;
                missing += u32::from(lacks(&mut theory, clause));
            });
            f64::from(missing) / f64::from(all.max(1))
        };
        // Of the sets that suffice, the formula was probably meant to have the nearest.
        let sets = definition.sufficient().iter().map(|set| {
            let lacking: f64 = set.iter().map(&mut lacking).sum();
            (set, lacking)
        });
        let nearest = sets.min_by(|(_, a), (_, b)| a.total_cmp(b));
        let (nearest, _) = nearest.expect("some laws are sufficient");
        let laws = nearest.iter().copied().chain([Law::Given, Law::Rules]);
        let missing = laws.filter(|law| lacking(law) > 0.0).collect_vec();
        let mut faults = Vec::new();
        for law in [Law::Moves].into_iter().chain(missing) {
            let is_moves = law == Law::Moves;
            let counting = if is_moves { &COUNTING[..] } else { nearest };
            let laws = counting.iter().chain(&[Law::Moves, Law::Given]).copied();
            let others = laws.filter(|other| *other != law).collect_vec();
            let mut theory = case.theory()?;
            case.add_laws(&mut theory, &others);
            // Further variables of a model are those of another proof.
            let own = case.formula.cnf.variables().max(case.formula.largest);
            let mut keeps = |model: &&Model| {
                let lits = model.lits().filter(|lit| lit.var().number() <= own);
                !theory.propagates(&lits.collect_vec())
            };
            let shown = self.model.as_ref().filter(|model| keeps(model));
            let rows = if is_moves {
                Vec::from(case.jumps(&mut theory))
            } else {
                vec![case.of_law(law)]
            };
            for row in rows {
                let (found, is_cut) = case.judge(&mut theory, &row, shown)?;
                if !found.is_empty() {
                    let (kind, text) = (row.kind, case.sentence(&row, &found, is_cut));
                    faults.push(Fault { kind, text });
                }
            }
        }
        if faults.is_empty()
            && definition.has_cycles()
            && let Some(found) = &report.counterexample
        {
            let text = format!("nothing excludes several cycles: {}", found.why);
            let kind = FaultKind::Cycles;
            faults.push(Fault { kind, text });
        }
        Ok(faults)
    }

    /// Returns the groups of clauses by which tours are lost.
    fn added(&self) -> Result<Vec<Fault>, Unproved> {
        let case = self.case;
        let facts = |steps: &[u32]| HashSet::from_iter(case.definition().facts_of(steps));
        let tours = self.swept.lost.iter();
        let mut lost: Vec<Lost> = tours.map(|steps| (&steps[..], facts(steps))).collect();
        let (mut theory, mut faults) = (case.theory()?, Vec::new());
        if theory.propagates(&[]) {
            return self.by_clauses(&[], &lost);
        }
        for row in case.additions() {
            let kind = row.kind;
            if kind == FaultKind::Direction && self.is_half(&lost) {
                lost.clear();
                faults.push(Fault {
                    kind,
                    text: row.words.clone(),
                });
            }
            let loses = |group: &Group| !lost.iter().all(|(_, facts)| admits(group, facts));
            // Of many tours, only some are known.
            let is_sample = kind == FaultKind::MissingMoves && !self.is_whole();
            let groups = row.groups.iter();
            let losing = groups.filter(|(_, group)| is_sample || loses(group));
            let mut is_entailed =
                |group: &Group| !group.iter().any(|clause| lacks(&mut theory, clause));
            let found = losing.filter(|(_, group)| is_entailed(group)).collect_vec();
            let is_one = kind != FaultKind::Ends || found.len() == 1;
            if is_one && found.iter().any(|(_, group)| loses(group)) {
                lost.retain(|(_, facts)| found.iter().all(|(_, group)| admits(group, facts)));
                let keys = found.iter().map(|(key, _)| **key).collect_vec();
                let text = case.sentence(&row, &keys, false);
                faults.push(Fault { kind, text });
            }
        }
        if let Some((steps, _)) = lost.first()
            && let Ok(assumed) = case.assumptions(steps)
        {
            faults.extend(self.by_clauses(&assumed, &lost)?);
        }
        Ok(faults)
    }

    /// Returns true if the reverse of each of these tours is a model, and that of no model.
    fn is_half(&self, lost: &[Lost]) -> bool {
        let case = self.case;
        let models: HashSet<&[u32]> = self.swept.models.iter().map(|steps| &steps[..]).collect();
        let is_back =
            |steps: &[u32]| models.contains(&case.meaning.reversed(case.problem, steps)[..]);
        let are_lost = !lost.is_empty() && lost.iter().all(|(steps, _)| is_back(steps));
        are_lost && !models.iter().any(|steps| is_back(steps))
    }

    /// Returns clauses that contradict each other and these literals, which are those of the first
    /// of some tours, or none.
    fn by_clauses(&self, assumed: &[Lit], lost: &[Lost]) -> Result<Vec<Fault>, Unproved> {
        let case = self.case;
        let core = case.core(assumed)?;
        let Some(&first) = core.first() else {
            return Ok(Vec::new());
        };
        let mut clauses = case.formula.cnf.clauses();
        let clause = clauses.nth(first).expect("it is in the core");
        let violates = |(steps, _): &&Lost| {
            let lits = case.assumptions(steps).ok();
            let model = lits.and_then(|lits| Model::from_lits(&lits).ok());
            model.is_some_and(|model| clause.iter().all(|&lit| model.satisfies(!lit)))
        };
        let (number, text) = (first + 1, case.symbols.clause(clause));
        let tours = counted(lost.iter().filter(violates).count(), "tour");
        let (kind, one, several) = if assumed.is_empty() {
            let one = "can never hold".to_string();
            (FaultKind::Contradiction, one, "contradict each other")
        } else {
            let one = format!("excludes {tours}");
            (FaultKind::Clauses, one, "together exclude a tour")
        };
        let what = match core.len() {
            1 => format!("clause {number} {one}"),
            many => format!("{many} clauses {several}, the first is clause {number}"),
        };
        let text = format!("{what}: {text}");
        Ok(vec![Fault { kind, text }])
    }
}

#[cfg(test)]
mod tests;
