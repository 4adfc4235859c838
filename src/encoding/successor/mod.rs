//! The successor encodings: which arc leaves each vertex, and that the arcs are one cycle.
//!
//! Variables: a\[vw\], the tour goes from v to w, for every arc that is possible and not known to be
//! taken (`circuit.rs`); or e\[vw\], it goes along the edge, one way or the other (`arcs.rs`). Then those
//! of the connectivity.
//!
//! Clauses: one arc out of every vertex and one into it, no way back; or two edges at each
//! (`degree.rs`). That alone allows several cycles, so one of these follows, each in a file of its
//! own with its formula, its size and its paper:
//!
//! | connectivity | variables | clauses | file |
//! | --- | --- | --- | --- |
//! | [`Connectivity::Order`] | n²/2 | A·n | `order.rs` |
//! | [`Connectivity::Distance`] | n² | 2·A·n | `distance.rs` |
//! | [`Connectivity::Adder`] | n·log n | 6·A·log n | `counter.rs` |
//! | [`Connectivity::Lfsr`] | n·log n | 2·A·log n | `counter.rs` |
//! | [`Connectivity::Crt`] | n·log n | 3·A·log n | `counter.rs` |
//! | [`Connectivity::Elimination`] | n·w | n·w² | `elimination.rs` |
//! | [`Connectivity::None`] | 0 | 0 | the lazy encoding before its cuts |
//!
//! n vertices, A arcs, w the width of the elimination.
//!
//! The size of the degree part on arcs, all pairs, d(v) neighbours at v, nothing known: A variables
//! and 2n + Σ d(v)(d(v)−1) + A/2 clauses; 336 and 1968 on 8x8. Arc variables with these constraints:
//! Hertel, Hertel and Urquhart, Formalizing dangerous SAT encodings, SAT 2007.

mod arcs;
mod capped;
mod circuit;
pub mod counter;
mod degree;
mod distance;
mod elimination;
mod model;
mod options;
mod order;
mod walk;

pub use options::{Connectivity, Options, Variables};

use super::FormulaError;
use super::tally::Tally;
use crate::cnf::Vars;
use crate::gadget::register::Register;
use crate::gadget::term::Term;
use crate::problem::{Kind, Problem};
use crate::sink::{ClauseSink, Counter, Size, ThreeCnf, Until};
use crate::stop::Stop;
use arcs::{Arcs, Edges};
use capped::Capped;
use circuit::{Arc, Circuit};

/// A successor encoding of a problem.
#[derive(Clone, Debug)]
pub struct Successor<'p> {
    problem: &'p Problem,
    options: Options,
    circuit: Circuit,
    registers: Vec<Register>,
    choice: Choice,
}

/// The variables that say where the tour is; they are the first ones.
#[derive(Clone, Debug)]
enum Choice {
    Arcs(Arcs),
    Edges(Edges),
}

impl<'p> Successor<'p> {
    /// Lays out the variables.
    ///
    /// Fails if there is a symmetry, if edges are asked for with a connectivity that needs arcs, or
    /// if a cycle is given that is no product of moduli there are, or if there are too many clauses.
    pub fn new(problem: &'p Problem, options: Options) -> Result<Self, FormulaError> {
        if problem.symmetry().order() > 1 {
            return Err(FormulaError::Symmetry);
        }
        let on_edges = options.variables == Variables::Edges;
        if on_edges && !options.connectivity.takes_edges() {
            return Err(FormulaError::NeedsArcs(options.connectivity));
        }
        // The edges of a tour are those of its reverse.
        let circuit = Circuit::new(problem, options.one_direction && !on_edges);
        let registers = counter::registers(options.connectivity, options.cycle, &circuit)?;
        let choice = match on_edges {
            false => Choice::Arcs(Arcs::new(&circuit)),
            true => Choice::Edges(Edges::new(&circuit)),
        };
        Ok(Successor {
            problem,
            options,
            circuit,
            registers,
            choice,
        })
    }

    /// Number of variables that say where the tour is.
    pub fn variables(&self) -> u32 {
        match &self.choice {
            _ if self.circuit.is_contradictory() => 0,
            Choice::Arcs(arcs) => arcs.variables(),
            Choice::Edges(edges) => edges.variables(),
        }
    }

    /// The size of every group, as a [`Counter`] would count it: by formula where there are n clauses
    /// for every arc, else by counting.
    ///
    /// Fails where an elimination takes too many clauses, or when it is time to stop.
    pub(super) fn size(
        &self,
        three_cnf: bool,
        stop: &Stop,
    ) -> Result<Vec<(&'static str, Size)>, FormulaError> {
        let mut counter = Counter::default();
        let mut until = Until::new(&mut counter, stop);
        let counted = match three_cnf {
            true => self.count(&mut ThreeCnf::new(&mut until)),
            false => self.count(&mut until),
        };
        until.finish()?;
        counted?;
        let mut tally = Tally::new(counter.groups(), three_cnf);
        if !self.circuit.is_contradictory() && self.may_stray() {
            self.tally(&mut tally);
        }
        Ok(tally.into_groups())
    }

    /// Whether the size of the connectivity is computed.
    fn has_formula(&self) -> bool {
        let by_formula = [Connectivity::Order, Connectivity::Distance];
        by_formula.contains(&self.options.connectivity)
    }

    /// Writes what has no formula for its size.
    fn count<S: ClauseSink>(&self, sink: &mut S) -> Result<(), FormulaError> {
        let most = elimination::MOST_CLAUSES;
        match self.options.connectivity {
            _ if self.has_formula() => self.encode_degrees(sink),
            Connectivity::Elimination => {
                let mut capped = Capped::new(sink, most);
                self.encode(&mut capped);
                if capped.is_done() {
                    return Err(FormulaError::TooManyClauses { most });
                }
            }
            _ => self.encode(sink),
        }
        Ok(())
    }

    /// Adds up the rest.
    fn tally(&self, tally: &mut Tally) {
        let (circuit, amo) = (&self.circuit, self.options.amo);
        match (&self.choice, self.options.connectivity) {
            (Choice::Edges(edges), Connectivity::Order) => {
                order::size_on_edges(circuit, edges, tally);
            }
            (Choice::Arcs(arcs), Connectivity::Order) => order::size_on_arcs(circuit, arcs, tally),
            (Choice::Arcs(arcs), Connectivity::Distance) => {
                distance::size(circuit, arcs, amo, tally);
            }
            _ => {}
        }
    }

    /// Writes all clauses.
    pub fn encode<S: ClauseSink>(&self, sink: &mut S) {
        self.encode_degrees(sink);
        if self.circuit.is_contradictory() {
            return;
        }
        match &self.choice {
            Choice::Edges(edges)
                if self.options.connectivity == Connectivity::Order && self.may_stray() =>
            {
                order::on_edges(&self.circuit, edges, sink);
            }
            Choice::Edges(_) => {}
            Choice::Arcs(arcs) => self.connect(arcs, sink),
        }
    }

    /// Writes what is not connectivity.
    fn encode_degrees<S: ClauseSink>(&self, sink: &mut S) {
        let vars = sink.new_vars(self.variables());
        debug_assert_eq!(vars, Vars::new(1, self.variables()), "they come first");
        let circuit = &self.circuit;
        if circuit.is_contradictory() {
            sink.group("contradiction");
            return sink.clause(&[]);
        }
        match &self.choice {
            Choice::Edges(edges) => degree::edges(circuit, edges, sink),
            Choice::Arcs(arcs) => degree::arcs(circuit, arcs, self.options.amo, sink),
        }
    }

    /// Whether there can be a cycle that misses the first vertex: if not, nothing need be said of it.
    fn may_stray(&self) -> bool {
        self.circuit.longest_stray() >= 3
    }

    fn connect<S: ClauseSink>(&self, arcs: &Arcs, sink: &mut S) {
        let circuit = &self.circuit;
        match self.options.connectivity {
            Connectivity::None => {}
            _ if !self.may_stray() => {}
            Connectivity::Order => order::on_arcs(circuit, arcs, sink),
            Connectivity::Distance => distance::encode(circuit, arcs, self.options.amo, sink),
            Connectivity::Elimination => elimination::encode(circuit, arcs, sink),
            Connectivity::Adder | Connectivity::Lfsr | Connectivity::Crt => {
                counter::encode(circuit, arcs, &self.registers, sink);
            }
        }
    }

    /// Whether every model is a tour. If not, models may be several cycles, which
    /// [`Successor::cuts`] rules out.
    pub fn is_exact(&self) -> bool {
        match self.options.connectivity {
            _ if self.circuit.is_contradictory() || !self.may_stray() => true,
            Connectivity::None => false,
            Connectivity::Crt => {
                let moduli = self.registers.iter().map(|register| register.modulus());
                self.circuit.excludes_strays(moduli.product())
            }
            _ => true,
        }
    }

    /// Whether a tour determines every variable.
    pub fn is_determined(&self) -> bool {
        match (self.options.connectivity, &self.choice) {
            _ if self.circuit.is_contradictory() || !self.may_stray() => true,
            (Connectivity::Elimination, _) => false,
            // Without a known start the order may run either way.
            (Connectivity::Order, Choice::Edges(edges)) => {
                order::is_start_known(&self.circuit, edges)
            }
            _ => true,
        }
    }

    /// Whether the model of a tour is not that of its reverse too, and rules it out; with edges it
    /// is the same model.
    pub fn is_one_direction(&self) -> bool {
        let is_free = self.problem.start().is_none() && self.problem.end().is_none();
        match self.choice {
            Choice::Arcs(_) => self.circuit.is_one_direction(),
            // A path of one vertex is its own reverse.
            Choice::Edges(_) => match self.problem.kind() {
                Kind::Open => is_free && self.problem.graph().len() > 1,
                Kind::Closed => true,
            },
        }
    }

    /// The options.
    pub fn options(&self) -> Options {
        self.options
    }

    /// The registers that count positions, for the connectivities that do.
    pub fn registers(&self) -> &[Register] {
        &self.registers
    }

    /// The arcs or edges of the graph with what says that the tour takes them: the pair, from tail to
    /// head or in any order, and its term. Those of an apex are not among them.
    pub fn moves(&self) -> Vec<(Arc, Term)> {
        let mut moves = self.all_moves();
        moves.retain(|([a, b], _)| self.is_real(*a) && self.is_real(*b));
        moves
    }

    /// The same for those of the apex, whose number is that of the vertices of the graph.
    pub fn apex_moves(&self) -> Vec<(Arc, Term)> {
        let mut moves = self.all_moves();
        moves.retain(|([a, b], _)| !self.is_real(*a) || !self.is_real(*b));
        moves
    }

    fn is_real(&self, vertex: u32) -> bool {
        vertex < self.problem.graph().len()
    }

    fn all_moves(&self) -> Vec<(Arc, Term)> {
        match &self.choice {
            _ if self.circuit.is_contradictory() => Vec::new(),
            Choice::Arcs(arcs) => {
                let all = (0..).zip(self.circuit.arcs());
                all.map(|(number, &arc)| (arc, arcs.term(number))).collect()
            }
            Choice::Edges(edges) => edges.all().to_vec(),
        }
    }
}
