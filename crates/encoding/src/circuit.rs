//! The `circuit` constraint of constraint solvers over given literals, in any encoding on arcs.
//!
//! ```
//! # mod knightsat {
//! #     pub use knightsat_cnf as cnf;
//! #     pub use knightsat_encoding as encoding;
//! # }
//! use knightsat::cnf::sink::{ClauseSink, Cnf};
//! use knightsat::encoding::Name;
//! use knightsat::encoding::circuit::{ArcLit, circuit};
//!
//! // Four nodes, an arc each way between any two.
//! let mut formula = Cnf::default();
//! let pairs = (0..4).flat_map(|tail| (0..4).map(move |head| (tail, head)));
//! let arcs = pairs.filter(|(tail, head)| tail != head).map(|(tail, head)| {
//!     let lit = formula.new_var().pos();
//!     ArcLit { tail, head, lit }
//! });
//! let arcs: Vec<ArcLit> = arcs.collect();
//! circuit(&arcs, Name::Crt.style(), &mut formula, &Default::default())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The semantics are those of `AddCircuit` in OR-tools' CP-SAT. The true arcs form one cycle
//! through all nodes, except nodes whose loop is true. Skipped nodes are put on a chain c₀ → c₁ → …
//! → c_k, which makes the circuit Hamiltonian (`network.rs`). The formula is that of the undirected
//! graph. Given literals replace its arc variables, and false replaces arcs that do not exist.

mod network;

use crate::base::stop::Stop;
use crate::error::MODULUS;
use crate::meaning::{Fact, FactStyle};
use crate::shared_groups::clause_of;
use crate::{Formula, FormulaError, Name, Style, Variables};
use itertools::Itertools;
use knightsat_cnf::sink::{ClauseGroup, ClauseSink, Once, Until};
use knightsat_cnf::{Lit, Term, Var, Vars};
use knightsat_tour::Problem;
use knightsat_tour::graph::{EdgeError, Graph};
use network::Network;
use thiserror::Error;

const LINKS: ClauseGroup = ClauseGroup::new(
    "given arcs",
    "the given literals determine the arcs and the skipped nodes",
    "a[v,w] = ⋁ of the literals from v to w, at most one of them true",
);

/// An arc with the literal that takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArcLit {
    /// The node that it leaves, from 0.
    pub tail: u32,
    /// The node that it reaches. If that is `tail`, the literal skips the node.
    pub head: u32,
    /// True if and only if the circuit takes it. Any literals will do, also equal or opposite ones.
    pub lit: Lit,
}

/// The constraint cannot be stated.
#[derive(Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum CircuitError {
    /// The encoding has no variables for arcs.
    #[error("encoding {0} has no variables for arcs: choose one on arcs, such as {crt}", crt = Name::Crt)]
    NotOnArcs(Name),
    /// The encoding is a relaxation, or its options make it one.
    #[error(
        "the formula is a relaxation, which allows several cycles: choose an exact encoding, or a larger {MODULUS}"
    )]
    Relaxation,
    /// The option changes the cycles that are models, or the numbers of variables.
    #[error("{0} is not for a circuit over given arcs: leave it out")]
    Option(&'static str),
    /// The graph has too many nodes.
    #[error(transparent)]
    Graph(#[from] EdgeError),
    /// The formula has too many variables or clauses.
    #[error(transparent)]
    Formula(#[from] FormulaError),
}

impl CircuitError {
    /// Returns true if the error is only a deadline.
    pub fn is_stopped(&self) -> bool {
        matches!(self, CircuitError::Formula(FormulaError::Stopped(_)))
    }
}

/// Writes clauses that hold if and only if the arcs with true literals form one circuit. Its nodes
/// are the ends of the arcs.
///
/// The literals must use variables that `sink` has allocated already; fresh variables follow. The
/// given literals determine the fresh variables, except those of the encoding that arcs leave free.
///
/// # Errors
/// If the encoding has no arcs or is a relaxation, if the formula is too large, or if `stop` is
/// over ([`CircuitError::is_stopped`]). The sink may have received some clauses then.
pub fn circuit<S: ClauseSink>(
    arcs: &[ArcLit],
    style: Style,
    sink: &mut S,
    stop: &Stop,
) -> Result<(), CircuitError> {
    let style = on_arcs(style)?;
    let mut until = Until::new(sink, stop);
    if !arcs.is_empty() {
        // Unit clauses occur more than once.
        state(arcs, style, &mut Once::new(&mut until, 1), stop)?;
    }
    Ok(until.finish().map_err(FormulaError::from)?)
}

/// Returns the style with a variable for every arc and a model for every direction. The error is
/// the reason why there is none.
fn on_arcs(mut style: Style) -> Result<Style, CircuitError> {
    if style.shuffle != 0 {
        return Err(CircuitError::Option("shuffle"));
    }
    if style.options.directions != style.name.options().directions {
        return Err(CircuitError::Option("directions"));
    }
    style.options.variables = style.options.variables.map(|_| Variables::Arcs);
    Ok(style)
}

/// Writes the constraint for at least one arc.
fn state<S: ClauseSink>(
    arcs: &[ArcLit],
    style: Style,
    sink: &mut S,
    stop: &Stop,
) -> Result<(), CircuitError> {
    sink.group(&LINKS);
    let network = Network::new(arcs, sink);
    let edges: Vec<[u32; 2]> = network
        .arcs
        .keys()
        .map(|&[a, b]| [a.min(b), a.max(b)])
        .sorted_unstable()
        .dedup()
        .collect();
    let graph = Graph::try_from_edges(network.vertices, &edges)?;
    let problem = Problem::cycle(graph);
    let formula = Formula::within(&problem, style, stop)?;
    if formula.meaning().style() != FactStyle::Arcs {
        return Err(CircuitError::NotOnArcs(style.name));
    }
    if !formula.is_exact() {
        return Err(CircuitError::Relaxation);
    }
    let arc_of = |from, to| network.arcs.get(&[from, to]).copied();
    let mut terms = vec![Term::FALSE; formula.tour_variables() as usize];
    let mut possible = Vec::new();
    for (fact, lits) in formula.meaning().facts() {
        let &Fact::Arc { from, to } = fact else {
            unreachable!("the encoding is on arcs")
        };
        possible.push([from, to]);
        let term = arc_of(from, to).unwrap_or(Term::FALSE);
        match lits[..] {
            [lit] => terms[lit.var().number() as usize - 1] = term,
            // Every cycle takes it.
            _ => clause_of(&[term], sink),
        }
    }
    possible.sort_unstable();
    let is_gone = |arc: &[u32; 2]| possible.binary_search(arc).is_err();
    for (_, &term) in network.arcs.iter().filter(|(arc, _)| is_gone(arc)) {
        clause_of(&[!term], sink);
    }
    formula.encode(&mut Linked::new(terms, sink));
    Ok(())
}

/// A receiver of an encoding. Its arcs become given terms, and its other variables follow those of
/// `sink`.
struct Linked<'s, S> {
    terms: Vec<Term>,
    /// The number of variables that the encoding has allocated.
    taken: u32,
    /// The first fresh variable of the encoding, and of `sink`.
    before: Option<[u32; 2]>,
    sink: &'s mut S,
}

impl<'s, S> Linked<'s, S> {
    /// Returns a receiver that passes on to `sink`; the first variables of the encoding are these
    /// terms.
    pub fn new(terms: Vec<Term>, sink: &'s mut S) -> Linked<'s, S> {
        Linked {
            terms,
            taken: 0,
            before: None,
            sink,
        }
    }

    fn term(&self, lit: Lit) -> Term {
        let number = lit.var().number();
        let term = match (self.terms.get(number as usize - 1), self.before) {
            (Some(&term), _) => term,
            (None, Some([theirs, ours])) => {
                let var = Var::new(number - theirs + ours);
                Term::Open(var.expect("taken from the sink").pos())
            }
            (None, None) => unreachable!("variable {number} was not taken"),
        };
        if lit.is_positive() { term } else { !term }
    }
}

impl<S: ClauseSink> ClauseSink for Linked<'_, S> {
    fn group(&mut self, group: &'static ClauseGroup) {
        self.sink.group(group);
    }

    fn new_vars(&mut self, count: u32) -> Vars {
        let vars = Vars::take(&mut self.taken, count);
        // The arcs come first, in one block.
        if self.taken as usize > self.terms.len() && count > 0 {
            let first = vars.get(0).number();
            let [theirs, ours] = [first, self.sink.new_vars(count).get(0).number()];
            let [before, after] = *self.before.get_or_insert([theirs, ours]);
            assert_eq!(
                theirs - before,
                ours - after,
                "the variables of the sink follow each other"
            );
        }
        vars
    }

    fn clause(&mut self, lits: &[Lit]) {
        let terms: Vec<Term> = lits.iter().map(|&lit| self.term(lit)).collect();
        clause_of(&terms, self.sink);
    }

    fn is_done(&self) -> bool {
        self.sink.is_done()
    }
}

#[cfg(test)]
mod tests;
