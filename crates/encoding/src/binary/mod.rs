//! The binary encoding: the vertex of every step, as bits.
//!
//! ```
//! use knightsat_encoding::{Formula, Name};
//! use knightsat_tour::{Kind, Problem};
//! use knightsat_tour::place::Place;
//!
//! let place: Place = "5x6".parse()?;
//! let problem = Problem::of(&place, Kind::Closed, None, None)?;
//! let formula = Formula::new(&problem, Name::Binary.style())?;
//! assert!(formula.is_exact() && formula.total().clauses > 0);
//! assert!(formula.are_bits());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Variables: for every step i = 1…N the bits of rank and file of its square, x\[i,b\], lowest bit
//! first. On graphs without a grid they are the bits of the number of its vertex. Each step has B
//! bits: ⌈log₂ ranks⌉ + ⌈log₂ files⌉, or ⌈log₂ N⌉.
//!
//! Clauses, by group:
//! - *bounds*: each number is below its side, a clause for every 0 of the largest value;
//! - *colours* (on a grid): at step i the lowest bits of rank and file differ, or do not;
//! - *windows*: ¬(x\[i\] = v) if no tour is on v at step i, or v is a place without a vertex;
//! - *sums*, *moves* (`moves.rs`): the square of a step is a move from that of the step before;
//! - *all different*: d\[i,j,b\] → x\[i,b\] ⊕ x\[j,b\], and one of d\[i,j,·\], for all i < j;
//! - *given moves* (`moves.rs`): r\[vw\], which determines the end of a required move that comes
//!   first;
//! - *symmetry*: x\[i\] = v → x\[i+L\] = image of v, after a period of L steps;
//! - *start*, *end*, *given steps*, *numbers*, *sums*, *quarter turn*: as in
//!   [`position`](super::position), whose x\[i\]\[v\] is x\[i\] = v here, a conjunction of bits.
//!
//! Size, unpruned, on a full board of 2^p × 2^q squares with the knight: B = p + q bits,
//! N·B + N(N−1)/2·B variables of steps and differences, and O(N·B) for sums and moves;
//! N(N−1)/2·(2B + 1) clauses of differences and O(N·B) others, nearly all of at most three
//! literals.
//!
//! SMT solvers bit-blast such a problem into the same form: steps as bit-vectors, moved by
//! additions, all different. Velev and Gao, Efficient SAT techniques for absolute encoding of
//! permutation problems, SARA 2009, compare the binary or *log* encoding of Hamiltonian cycles with
//! others. So does Zhou, In pursuit of an efficient SAT encoding for the Hamiltonian cycle problem,
//! CP 2020.

mod bits;
mod moves;

use super::on_line::OnLine;
use super::shared_groups::{self as shared, Is, not, or_all};
use super::{Encoder, FormulaError, Known, Options, Task};
use bits::{Bits, below, equals};
use itertools::{Itertools, iproduct};
use knightsat_cnf::gadget::width;
use knightsat_cnf::sink::{ClauseSink, clause, each};
use knightsat_cnf::{Lit, Term, Var, Vars, implies_xor};
use knightsat_tour::line::Line;
use knightsat_tour::prepare::Directions;
use rustc_hash::FxHashMap;

knightsat_cnf::clause_groups! {
    BOUNDS: "bounds",
        "rank and file of every step are on the board",
        "rank of x[i] < ranks and file of x[i] < files for every i";
    COLOURS: "colours",
        "steps change the colour of the square",
        "rank + file of x[i] is odd, or even, by their lowest bits";
    WINDOWS: "windows",
        "no step is on a square that is too far from the ends, or on a hole",
        "x[i] ≠ v where no tour is on v at step i";
    ALL_DIFFERENT: "all different",
        "no square is visited twice",
        "x[i] ≠ x[j] in some bit for all i < j";
    PERIOD: "symmetry",
        "after a part of the tour its image follows",
        "x[i] = v → x[i+L] = image of v";
}

/// Lays the encoding out. Fails if the variables of the steps cannot be numbered.
pub fn lay_out(_: Options, task: Task) -> Result<Box<dyn Encoder>, FormulaError> {
    let circuit = task.lowered.circuit();
    let (len, grid) = (circuit.local().len(), circuit.places());
    let sides = grid.map_or([len, 1], |grid| grid.sides());
    let width = sides.map(|side| width(side.into())).iter().sum();
    let found = u64::from(len) * u64::from(width);
    if found > u64::from(Var::MAX) {
        return Err(FormulaError::TooManyVariables(found));
    }
    let line = task.prepared_line(Directions::Both);
    let numbers = (0..len).map(|vertex| grid.map_or([vertex, 0], |grid| grid.of(vertex)));
    let colour = |vertex| Some((grid?.of(vertex).iter().sum::<u32>() + line.parity(vertex)?) % 2);
    let parity = (0..len).map(colour).all_equal_value();
    Ok(Box::new(Binary {
        numbers: numbers.collect(),
        sides,
        has_grid: grid.is_some(),
        width,
        parity: parity.ok().flatten(),
        steps: if line.is_contradictory { 0 } else { len },
        line,
    }))
}

/// The binary encoding of a problem.
#[derive(Clone, Debug)]
struct Binary {
    line: Line,
    /// The number of steps with variables: none if there is no tour.
    steps: u32,
    /// Rank and file of every vertex; without a grid its number, and 0.
    numbers: Vec<[u32; 2]>,
    /// Their exclusive upper bounds.
    sides: [u32; 2],
    /// The number of their bits.
    width: u32,
    has_grid: bool,
    /// The parity of rank + file + step, if it is the same at all steps.
    parity: Option<u32>,
}

impl Binary {
    /// Returns the bits of a step.
    fn bits_of(&self, tour: Vars, step: u32) -> Bits {
        let mut lits = ((step - 1) * self.width..).map(|place| tour.get(place).pos());
        let mut take = |side: u32| lits.by_ref().take(width(side.into()) as usize).collect();
        self.sides.map(&mut take)
    }

    /// Returns the vertices by their numbers.
    fn vertices(&self) -> FxHashMap<[u32; 2], u32> {
        self.numbers.iter().copied().zip(0..).collect()
    }
}

impl OnLine for Binary {
    const ARE_BITS: bool = true;

    fn line(&self) -> &Line {
        &self.line
    }

    fn number(&self) -> u32 {
        self.steps * self.width
    }

    fn steps(&self) -> u32 {
        self.steps
    }

    fn is(&self, tour: Vars, step: u32, vertex: u32) -> Option<Vec<Lit>> {
        let bits = self.bits_of(tour, step);
        Some(equals(&bits, self.numbers[vertex as usize]))
    }

    fn write<'e>(&'e self, tour: Vars, is: &Is, sink: &mut dyn ClauseSink) -> Known<'e> {
        let line = &self.line;
        let steps = 1..=line.len();
        let x = Steps {
            binary: self,
            bits: steps.map(|step| self.bits_of(tour, step)).collect(),
        };
        let is = |step, vertex| is(step, vertex).filter(|_| line.allows(step, vertex));
        x.single_steps(sink);
        x.moves(sink);
        x.all_different(sink);
        shared::ends(line, &is, sink);
        shared::given_steps(line, &is, sink);
        x.given_moves(sink);
        shared::step_sums(line, &is, sink);
        x.repeat(sink);
        shared::quarter(line, &is, sink);
        shared::too_small(line, sink);
        Known::default()
    }

    fn bits(&self, tour: Vars) -> Vec<(Lit, String)> {
        let named = |step| {
            let bits = self.bits_of(tour, step).into_iter().flatten().enumerate();
            bits.map(move |(bit, lit)| (lit, format!("x[{step},{bit}]")))
        };
        let steps = 1..=self.line.period().min(self.steps);
        steps.flat_map(named).collect()
    }
}

/// The bits of all steps, from step 1 on.
struct Steps<'b> {
    binary: &'b Binary,
    bits: Vec<Bits>,
}

impl Steps<'_> {
    fn at(&self, step: u32) -> &Bits {
        &self.bits[step as usize - 1]
    }

    /// Returns the literals that are all true if the tour is on the vertex at the step.
    fn is(&self, step: u32, vertex: u32) -> Vec<Lit> {
        equals(self.at(step), self.binary.numbers[vertex as usize])
    }

    /// Returns the steps whose vertex is not known. The others need no clauses but their own.
    fn open(&self) -> Vec<u32> {
        let line = &self.binary.line;
        let [start, end] = line.ends.map(|end| end.is_some() && line.is_pruned());
        let is_fixed = |step| start && step == 1 || end && step == line.len();
        (1..=line.len()).filter(|&step| !is_fixed(step)).collect()
    }

    /// Writes the groups about each single step.
    fn single_steps(&self, sink: &mut dyn ClauseSink) {
        let Binary {
            line,
            sides,
            parity,
            ..
        } = self.binary;
        let open = &self.open();
        // Numbers in all their bits need no bound.
        if sides.iter().any(|side| !side.is_power_of_two()) {
            sink.group(&BOUNDS);
            each(iproduct!(open, [0, 1]), sink, |(&step, axis), sink| {
                below(&self.at(step)[axis], sides[axis], sink);
            });
        }
        if let Some(parity) = parity {
            sink.group(&COLOURS);
            each(open, sink, |&step, sink| {
                let lowest = |bits: &Vec<Lit>| bits.first().map_or(Term::FALSE, |&bit| bit.into());
                let [rank, file] = self.at(step).each_ref().map(lowest);
                let is_odd = (parity + step) % 2 == 1;
                let other = if is_odd { file } else { !file };
                clause([rank, other], sink);
                clause([!rank, !other], sink);
            });
        }
        let vertices = self.binary.vertices();
        let places = iproduct!(0..sides[0], 0..sides[1]).map(<[u32; 2]>::from);
        let is_forbidden = |(step, place): &(&u32, [u32; 2])| match vertices.get(place) {
            // The clauses about colours exclude the others.
            Some(&v) if parity.is_none() || line.parity(v) == Some(*step % 2) => {
                !line.allows(**step, v)
            }
            vertex => vertex.is_none(),
        };
        let mut forbidden = iproduct!(open, places).filter(is_forbidden).peekable();
        if forbidden.peek().is_some() {
            sink.group(&WINDOWS);
        }
        each(forbidden, sink, |(&step, place), sink| {
            sink.clause(&not(equals(self.at(step), place)));
        });
    }

    /// Writes that any two steps differ in a bit. If rank + file is odd at both, or even at both,
    /// the lowest bit of one number follows from that of the other.
    fn all_different(&self, sink: &mut dyn ClauseSink) {
        sink.group(&ALL_DIFFERENT);
        let has_colours = self.binary.line.parity(0).is_some();
        let all = self.open().into_iter().array_combinations();
        let pairs = all.filter(|[first, second]| !has_colours || (second - first) % 2 == 0);
        let telling = |step| {
            let mut lowest = self.at(step).iter().filter_map(|bits| bits.first());
            let spared = lowest.next_back().filter(|_| self.binary.parity.is_some());
            let bits = self.at(step).iter().flatten();
            bits.filter(move |&bit| Some(bit) != spared)
        };
        each(pairs, sink, |[first, second], sink| {
            let differ = sink.new_vars(telling(first).count() as u32);
            let bits = telling(first).zip(telling(second));
            for ((&a, &b), differ) in bits.zip(differ.iter()) {
                let clauses = implies_xor(differ.pos(), a, b);
                clauses.iter().for_each(|clause| sink.clause(clause));
            }
            sink.clause(&differ.iter().map(Var::pos).collect_vec());
        });
    }

    /// Writes that every step is on the image of the vertex one period before.
    fn repeat(&self, sink: &mut dyn ClauseSink) {
        let line = &self.binary.line;
        if line.is_periodic() {
            sink.group(&PERIOD);
        }
        let later = line.period() + 1..=line.len();
        each(
            iproduct!(later, 0..line.len()),
            sink,
            |(step, vertex), sink| {
                let mut clause = not(self.is(step - line.period(), vertex));
                or_all(&mut clause, Some(self.is(step, line.image(vertex))), sink);
            },
        );
    }
}
