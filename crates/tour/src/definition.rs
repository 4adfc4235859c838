//! The definition of a tour as clauses over its facts, without variables of its own.
//!
//! ```
//! use knightsat_tour::{Kind, Problem};
//! use knightsat_tour::definition::{Definition, Law};
//! use knightsat_tour::fact::FactStyle;
//! use knightsat_tour::place::Place;
//!
//! let place: Place = "3x4".parse()?;
//! let problem = Problem::of(&place, Kind::Open, None, None)?;
//! let definition = Definition::new(&problem, FactStyle::Positions, None);
//! let mut clauses = 0;
//! definition.clauses(Law::SomeOut, &mut |_| clauses += 1);
//! assert_eq!(clauses, 12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A clause is a list of atoms, each true or false: the negation of what it excludes. The laws of
//! steps and squares come in four parts:
//!
//! | law | positions | arcs | edges |
//! | --- | --- | --- | --- |
//! | some out | a square at every step | an arc out of every vertex | two edges at every vertex |
//! | one out | one square at a step | one arc out of a vertex | at most two |
//! | one in | one step at a square | one arc into a vertex | |
//! | some in | a step at every square | an arc into every vertex | |
//!
//! The counting argument: N steps and N squares. If every step has some square, and every square at
//! most one step, then N facts hold at least and N at most. So every step has exactly one square,
//! and every square one step. The same holds for one square at most and some step at least.
//! Therefore [`Definition::sufficient`] returns pairs of laws.
//!
//! Arcs and edges that keep these laws are cycles and, for an open tour, a path. No short clauses
//! exclude a second cycle: [`Definition::has_cycles`].

use crate::fact::{Fact, FactStyle};
use crate::rule::Literal;
use crate::succession::Succession;
use crate::{Backend, Blocks, Kind, Problem, Refusal, Symmetry, reductions};
use itertools::Itertools;
use std::sync::Arc;

/// A part of the definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Law {
    /// At least one way on from every step or vertex.
    SomeOut,
    /// At most one.
    OneOut,
    /// At most one way in.
    OneIn,
    /// At least one.
    SomeIn,
    /// Successive steps are a move apart.
    Moves,
    /// The start, the end, the clues, the symmetry and the blocks.
    Given,
    /// The rules of the problem.
    Rules,
    /// Consequences of the others: the colours of the squares. Unit propagation derives more with
    /// them.
    Implied,
}

impl Law {
    /// All laws.
    pub const ALL: [Law; 8] = [
        Law::SomeOut,
        Law::OneOut,
        Law::OneIn,
        Law::SomeIn,
        Law::Moves,
        Law::Given,
        Law::Rules,
        Law::Implied,
    ];
}

/// The definition of the tours of a problem, over facts of one style.
#[derive(Clone, Debug)]
pub struct Definition<'p> {
    problem: &'p Problem,
    style: FactStyle,
    /// The symmetry of the problem, and its period.
    twist: (Symmetry, u32),
    /// The vertex at the first step of a closed tour, if it is fixed beside the problem.
    first: Option<u32>,
}

/// Receives the clauses.
pub(crate) type Each<'e> = &'e mut dyn FnMut(&[Literal]);

/// Calls `each` with clauses by which no two of these facts hold.
fn at_most_one(facts: &[Fact], each: Each) {
    for [a, b] in facts.iter().copied().array_combinations() {
        each(&[Literal::not(a), Literal::not(b)]);
    }
}

fn some(facts: impl IntoIterator<Item = Fact>, each: Each) {
    each(&facts.into_iter().map(Literal::is).collect_vec());
}

impl<'p> Definition<'p> {
    /// Returns the definition over facts of this style. Closed tours of positions begin on `first`,
    /// if it is given and the problem fixes no step.
    pub fn new(problem: &'p Problem, style: FactStyle, first: Option<u32>) -> Definition<'p> {
        let is_fixed = !problem.at().is_empty() || problem.is_numbered();
        Definition {
            problem,
            style,
            twist: (problem.symmetry(), problem.period()),
            first: first.filter(|_| problem.kind() == Kind::Closed && !is_fixed),
        }
    }

    /// Returns the problem.
    pub fn problem(&self) -> &'p Problem {
        self.problem
    }

    /// Returns the style of the facts.
    pub fn style(&self) -> FactStyle {
        self.style
    }

    /// Returns sets of laws. Each set implies all of the first four laws.
    pub fn sufficient(&self) -> &'static [&'static [Law]] {
        match (self.style, self.problem.kind()) {
            (FactStyle::Edges, _) => &[&[Law::SomeOut, Law::OneOut]],
            // Some vertex may have no arc out, so no number of arcs follows.
            (FactStyle::Arcs, Kind::Open) => &[
                &[Law::SomeOut, Law::OneOut, Law::OneIn],
                &[Law::OneOut, Law::OneIn, Law::SomeIn],
            ],
            _ => &[&[Law::SomeOut, Law::OneIn], &[Law::OneOut, Law::SomeIn]],
        }
    }

    /// Returns true if the facts may form cycles that miss some vertices.
    pub fn has_cycles(&self) -> bool {
        self.style != FactStyle::Positions
    }

    /// Returns true if edges determine the ends of an open tour only by their number: all but two
    /// vertices have two edges.
    pub fn has_free_ends(&self) -> bool {
        self.style == FactStyle::Edges && self.problem.kind() == Kind::Open
    }

    /// Returns the refusal of a problem that facts of this style do not express.
    pub fn lacks(&self) -> Option<Refusal> {
        let backend = match self.style {
            FactStyle::Positions => Backend::OverPositions,
            FactStyle::Arcs => Backend::OverArcs,
            FactStyle::Edges => Backend::OverEdges,
        };
        reductions(self.problem, backend).err()
    }

    /// Returns true if the facts determine the direction: of a tour and its reverse, both of them
    /// tours of the problem, only one has such facts.
    pub fn has_direction(&self) -> bool {
        let mut constraints = self.problem.constraints();
        constraints.any(|constraint| constraint.directs(self))
    }

    /// Returns true if a tour of the problem has the direction that the facts determine.
    pub fn is_forward(&self, steps: &[u32]) -> bool {
        let constraints = self.problem.constraints();
        let mut directing = constraints.filter(|constraint| constraint.directs(self));
        directing.all(|constraint| constraint.is_forward(self.problem, steps))
    }

    /// Returns the facts of a tour, given by its vertices, in the order of the tour.
    pub fn facts_of(&self, steps: &[u32]) -> Vec<Fact> {
        let moves = Succession::of(self.problem).moves(steps);
        match self.style {
            FactStyle::Positions => (1..=self.problem.period())
                .zip(steps)
                .map(|(step, &vertex)| Fact::At { step, vertex })
                .collect(),
            style => moves.map(|arc| Fact::of_move(style, arc)).collect(),
        }
    }

    /// Returns the reverse of a tour; a closed one begins at the same vertex, or with the first
    /// block.
    pub fn reversed(&self, steps: &[u32]) -> Vec<u32> {
        let mut reverse = steps.to_vec();
        match self.problem.kind() {
            Kind::Open => reverse.reverse(),
            Kind::Closed => reverse[1..].reverse(),
        }
        self.begun(&reverse).unwrap_or(reverse)
    }

    /// Returns a closed tour from where a constraint lets it begin, if one says where.
    fn begun(&self, steps: &[u32]) -> Option<Vec<u32>> {
        let mut constraints = self.problem.constraints();
        constraints.find_map(|constraint| constraint.begun(steps))
    }

    /// Returns every list of vertices whose facts a formula may have for a tour, in one of its
    /// directions. Closed tours may have to begin anywhere.
    pub fn rotations(&self, steps: &[u32]) -> Vec<Vec<u32>> {
        let (problem, is_closed) = (self.problem, self.problem.kind() == Kind::Closed);
        if self.style != FactStyle::Positions || !is_closed {
            return vec![steps.to_vec()];
        }
        if let Some(begun) = self.begun(steps) {
            return vec![begun];
        }
        if !problem.begins_anywhere() {
            return vec![steps.to_vec()];
        }
        let turned = |place: usize| {
            let mut steps = steps.to_vec();
            steps.rotate_left(place);
            steps
        };
        match self.first {
            Some(first) => {
                let place = steps.iter().position(|&v| v == first);
                vec![turned(place.expect("a tour visits every vertex"))]
            }
            None => (0..steps.len()).map(turned).collect(),
        }
    }

    /// Returns all facts that some tour might have, and the variables of a formula stand for.
    pub fn facts(&self) -> Vec<Fact> {
        let graph = self.problem.graph();
        match self.style {
            FactStyle::Positions => {
                let steps = 1..=self.problem.period();
                let facts = steps.cartesian_product(0..graph.len());
                facts.map(|(step, vertex)| self.at(step, vertex)).collect()
            }
            style => {
                let facts = graph.arcs().map(|arc| Fact::of_move(style, arc));
                facts.unique().collect()
            }
        }
    }

    /// Calls `each` with the clauses of a law.
    pub fn clauses(&self, law: Law, each: Each) {
        let is_closed = self.problem.kind() == Kind::Closed;
        if is_closed && self.problem.graph().len() < 3 {
            // To and fro is no cycle.
            return each(&[]);
        }
        match (law, self.style) {
            (Law::Rules, _) => {
                let rules = self.problem.rules();
                rules.iter().for_each(|rule| each(&rule.0));
            }
            (_, FactStyle::Positions) => self.positions(law, each),
            (_, FactStyle::Arcs) => self.arcs(law, each),
            (_, FactStyle::Edges) => self.edges(law, each),
        }
    }

    /// Returns the fact of a step up to one after the last.
    pub fn at(&self, step: u32, vertex: u32) -> Fact {
        let (symmetry, period) = &self.twist;
        let (step, vertex) = symmetry.in_period(*period, step, vertex);
        Fact::At { step, vertex }
    }

    /// Calls `each` with the clauses of the constraints that are no rules.
    fn constrain(&self, each: Each) {
        for constraint in self.problem.constraints() {
            constraint.define(self, each);
        }
    }

    fn positions(&self, law: Law, each: Each) {
        let (problem, graph) = (self.problem, self.problem.graph());
        let (symmetry, period) = &self.twist;
        let (steps, vertices) = (1..=*period, 0..graph.len());
        let is_closed = problem.kind() == Kind::Closed;
        let at_step = |step| vertices.clone().map(move |vertex| self.at(step, vertex));
        // A symmetric tour visits one vertex of each orbit in its period.
        let at_vertex = |first: u32| {
            let orbit = symmetry.orbit(first).collect_vec();
            let all = steps.clone().cartesian_product(orbit);
            let facts = all.map(|(step, vertex)| self.at(step, vertex));
            facts.collect_vec()
        };
        let firsts = vertices.clone().filter(|&v| symmetry.is_first(v));
        match law {
            Law::SomeOut => steps.clone().for_each(|step| some(at_step(step), each)),
            Law::OneOut => {
                let all = steps.clone().map(|step| at_step(step).collect_vec());
                all.for_each(|facts| at_most_one(&facts, each));
            }
            Law::OneIn => firsts.for_each(|vertex| at_most_one(&at_vertex(vertex), each)),
            Law::SomeIn => firsts.for_each(|vertex| some(at_vertex(vertex), each)),
            Law::Moves => {
                let last = period - u32::from(!is_closed);
                for (step, vertex) in (1..=last).cartesian_product(vertices.clone()) {
                    let mut clause = vec![Literal::not(self.at(step, vertex))];
                    let next = graph.successors(vertex).iter();
                    clause.extend(next.map(|&to| Literal::is(self.at(step + 1, to))));
                    each(&clause);
                }
            }
            Law::Given => {
                let first = self.first.map(|first| (1, first));
                // Steps that count from the first block have no ends.
                let blocks = problem.get::<Arc<Blocks>>();
                let is_begun = blocks.is_none_or(|blocks| blocks.is_begun());
                let start = problem.start().map(|start| (1, start));
                let end = problem.end().map(|end| (graph.len(), end));
                let [start, end] = [start, end].map(|end| end.filter(|_| is_begun));
                for (step, vertex) in first.into_iter().chain(start).chain(end) {
                    each(&[Literal::is(self.at(step, vertex))]);
                }
                self.constrain(each);
            }
            Law::Implied => self.colours(each),
            Law::Rules => {}
        }
    }

    /// Every move of an open tour changes colour: of two unequal classes the larger has the odd
    /// steps.
    fn colours(&self, each: Each) {
        let (problem, graph) = (self.problem, self.problem.graph());
        let colours = graph
            .two_colouring(&Default::default())
            .expect("the default `Stop` never fires")
            .filter(|_| problem.kind() == Kind::Open)
            .unwrap_or_default();
        let odd = colours.iter().filter(|&&is_odd| is_odd).count();
        if 2 * odd == colours.len() {
            return;
        }
        let is_larger = |v: u32| colours[v as usize] == (2 * odd > colours.len());
        for (step, vertex) in (1..=problem.period()).cartesian_product(0..graph.len()) {
            if is_larger(vertex) != (step % 2 == 1) {
                each(&[Literal::not(self.at(step, vertex))]);
            }
        }
    }

    fn arcs(&self, law: Law, each: Each) {
        let (problem, graph) = (self.problem, self.problem.graph());
        let is_open = problem.kind() == Kind::Open;
        let [start, end] = [problem.start(), problem.end()];
        let ways = |is_out: bool, vertex: u32| {
            if is_out {
                let next = graph.successors(vertex).iter();
                next.map(|&to| Fact::Arc { from: vertex, to }).collect_vec()
            } else {
                let before = graph.predecessors(vertex).iter();
                before
                    .map(|&from| Fact::Arc { from, to: vertex })
                    .collect_vec()
            }
        };
        let is_out = [Law::SomeOut, Law::OneOut].contains(&law);
        let lacking = if is_out { end } else { start }.filter(|_| is_open);
        match law {
            Law::SomeOut | Law::SomeIn if is_open && lacking.is_none() => {
                // Two vertices without such an arc are one too many.
                for [a, b] in (0..graph.len()).array_combinations() {
                    some([ways(is_out, a), ways(is_out, b)].concat(), each);
                }
            }
            Law::SomeOut | Law::SomeIn => {
                let vertices = (0..graph.len()).filter(|&vertex| Some(vertex) != lacking);
                vertices.for_each(|vertex| some(ways(is_out, vertex), each));
            }
            Law::OneOut | Law::OneIn => {
                let all = (0..graph.len()).map(|vertex| ways(is_out, vertex));
                all.for_each(|ways| at_most_one(&ways, each));
            }
            Law::Given => {
                let ends = [(true, end), (false, start)].into_iter();
                let none = ends.filter_map(|(is_out, vertex)| Some(ways(is_out, vertex?)));
                for fact in none.flatten().filter(|_| is_open) {
                    each(&[Literal::not(fact)]);
                }
                if let (false, Some(to), Some(from)) = (is_open, start, end) {
                    each(&[Literal::is(Fact::Arc { from, to })]);
                }
                self.constrain(each);
            }
            Law::Moves | Law::Rules | Law::Implied => {}
        }
    }

    fn edges(&self, law: Law, each: Each) {
        let (problem, graph) = (self.problem, self.problem.graph());
        let is_open = problem.kind() == Kind::Open;
        let ends = [problem.start(), problem.end()];
        let is_end = |vertex| is_open && ends.contains(&Some(vertex));
        let at = |vertex: u32| {
            let beside = graph.neighbours(vertex).iter();
            beside.map(|&other| Fact::edge(vertex, other)).collect_vec()
        };
        match law {
            Law::SomeOut => {
                for vertex in (0..graph.len()).filter(|_| graph.len() > 1) {
                    let facts = at(vertex);
                    let may_end = is_open && ends.contains(&None) || is_end(vertex);
                    // At least one edge, or one beside each.
                    if may_end || facts.is_empty() {
                        some(facts, each);
                        continue;
                    }
                    for fact in &facts {
                        some(facts.iter().copied().filter(|other| other != fact), each);
                    }
                }
            }
            Law::OneOut => {
                for vertex in 0..graph.len() {
                    let facts = at(vertex);
                    if is_end(vertex) {
                        at_most_one(&facts, each);
                        continue;
                    }
                    for [a, b, c] in facts.into_iter().array_combinations() {
                        each(&[Literal::not(a), Literal::not(b), Literal::not(c)]);
                    }
                }
            }
            Law::Given => {
                if let (false, [Some(start), Some(end)]) = (is_open, ends) {
                    each(&[Literal::is(Fact::edge(start, end))]);
                }
                self.constrain(each);
            }
            Law::OneIn | Law::SomeIn | Law::Moves | Law::Rules | Law::Implied => {}
        }
    }
}
