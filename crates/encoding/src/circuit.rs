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
//! → c_k, which makes the circuit Hamiltonian (`network.rs`). The formula is that of the directed
//! graph, and its arc variables equal the given literals.

mod network;

use crate::base::stop::Stop;
use crate::error::MODULUS;
use crate::meaning::{Fact, FactStyle};
use crate::shared_groups::clause_of;
use crate::{Formula, FormulaError, Name, Style};
use knightsat_cnf::sink::{ClauseGroup, ClauseSink, Once, Until};
use knightsat_cnf::{Lit, Term, Vars};
use knightsat_tour::Problem;
use knightsat_tour::graph::{EdgeError, Graph};
use network::Network;
use std::collections::HashMap;
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
    if style.shuffle != 0 {
        return Err(CircuitError::Option("shuffle"));
    }
    if style.options.directions != style.name.options().directions {
        return Err(CircuitError::Option("directions"));
    }
    let mut until = Until::new(sink, stop);
    if !arcs.is_empty() {
        // Unit clauses occur more than once.
        state(arcs, style, &mut Once::new(&mut until, 1), stop)?;
    }
    Ok(until.finish().map_err(FormulaError::from)?)
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
    let arcs: Vec<[u32; 2]> = network.arcs.keys().copied().collect();
    let problem = Problem::cycle(Graph::try_from_arcs(network.vertices, &arcs)?);
    let formula = Formula::within(&problem, style, stop)?;
    let meaning = formula.meaning();
    if meaning.style() != FactStyle::Arcs {
        return Err(CircuitError::NotOnArcs(style.name));
    }
    if !formula.is_exact() {
        return Err(CircuitError::Relaxation);
    }
    // The variables of the formula are the next ones.
    let own = Vars::new(sink.new_vars(0).first(), formula.tour_variables());
    formula.encode(sink);
    sink.group(&LINKS);
    let facts = meaning.facts().iter();
    let known: HashMap<&Fact, &[Lit]> = facts.map(|(fact, lits)| (fact, &lits[..])).collect();
    for (&[from, to], &given) in &network.arcs {
        let taken = match known.get(&Fact::Arc { from, to }) {
            None => Term::FALSE,
            Some([lit]) => own.get(lit.var().number() - 1).pos().into(),
            // Every cycle takes it.
            Some(_) => Term::TRUE,
        };
        clause_of(&[!taken, given], sink);
        clause_of(&[taken, !given], sink);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
