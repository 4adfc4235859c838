//! The clauses of a refutation, derived, and the steps of the solver that refutes them.

use super::clauses::Clauses;
use super::prover::Prover;
use super::{colours, counter, matchings, timetable};
use knightsat_base::stop::Stop;
use knightsat_cnf::Lit;
use knightsat_cnf::dimacs::opb::Constraint;
use knightsat_cnf::sink::Cnf;
use knightsat_encoding::flow::Flow;
use knightsat_tour::Problem;
use std::io::{self, Write};
use std::ops::Range;

/// Cuts of up to so many edges say that two are taken.
const NARROW: usize = 4;
/// In the place of a constraint that has not been derived.
const PENDING: u64 = 0;

/// A proof whose steps are still to come: it is written to as an LRAT proof of its clauses.
pub struct Refutation<'f, W: Write> {
    prover: Prover<'f, W>,
    clauses: Clauses,
    /// The sets of the cuts, each with the places of its clauses: a cut is derived once a step needs it.
    cuts: Vec<(Range<usize>, Vec<u32>)>,
    /// Number in the proof of every lemma, 0 once it is deleted, from the first one on.
    lemmas: Vec<u64>,
    /// What has come of the current line.
    line: Vec<u8>,
    /// The empty clause.
    contradiction: Option<u64>,
}

impl<'f, W: Write> Refutation<'f, W> {
    /// Derives the clauses: degrees, ends and the fixed edge, and matchings if they are wanted; those of the cuts
    /// of these sets of vertices as they are needed.
    pub fn new(
        flow: &'f Flow<'f>,
        problem: &Problem,
        cuts: &[Vec<u32>],
        with_matchings: bool,
        stop: &Stop,
        out: W,
    ) -> io::Result<Self> {
        let mut refutation = Refutation::empty(flow, out);
        for edge in 0..flow.edges().len() as u32 {
            refutation.clauses.variable(flow.taken(edge));
        }
        if with_matchings {
            matchings::derive(&mut refutation.prover, &mut refutation.clauses)?;
        }
        refutation.degrees(problem, stop)?;
        for set in cuts {
            stop.check().map_err(io::Error::other)?;
            refutation.announce_cut(set);
        }
        Ok(refutation)
    }

    /// Derives the clauses of steps, whose variables are the first ones, of a problem that says something
    /// of them.
    pub fn by_steps(
        flow: &'f Flow<'f>,
        problem: &Problem,
        stop: &Stop,
        out: W,
    ) -> io::Result<Self> {
        let mut refutation = Refutation::empty(flow, out);
        let Refutation {
            prover, clauses, ..
        } = &mut refutation;
        timetable::derive(prover, clauses, problem, stop)?;
        Ok(refutation)
    }

    fn empty(flow: &'f Flow<'f>, out: W) -> Self {
        Refutation {
            prover: Prover::new(flow, out),
            clauses: Clauses::default(),
            cuts: Vec::new(),
            lemmas: Vec::new(),
            line: Vec::new(),
            contradiction: None,
        }
    }

    /// What is to be refuted.
    pub fn clauses(&self) -> &Cnf {
        &self.clauses.cnf
    }

    fn degrees(&mut self, problem: &Problem, stop: &Stop) -> io::Result<()> {
        let flow = self.prover.flow;
        for vertex in 0..flow.vertices() {
            if Some(vertex) != flow.apex() {
                let edges: Vec<u32> = flow.at(vertex).map(|(edge, _)| edge).collect();
                self.exactly(2, &edges, flow.degree_ids(vertex))?;
            }
        }
        let is_pair = problem.start().is_some() && problem.end().is_some();
        let colour = match is_pair || flow.apex().is_none() {
            true => None,
            false => problem
                .graph()
                .two_colouring_within(stop)
                .map_err(io::Error::other)?,
        };
        let ends = colours::ends(&mut self.prover, colour.as_deref(), stop);
        for group in ends.map_err(io::Error::other)? {
            match usize::try_from(group.count) {
                Ok(count @ 0..=2) => self.exactly(count, &group.edges, group.ids)?,
                Ok(_) => {}
                Err(_) => self.clauses.clause(&[], group.ids[1]),
            }
        }
        for (&edge, id) in flow.forced().iter().zip(flow.forced_ids()) {
            let forced: Vec<Lit> = edge.map(edge_literal).into_iter().collect();
            self.clauses.clause(&forced, id);
        }
        Ok(())
    }

    fn exactly(&mut self, count: usize, edges: &[u32], ids: [u64; 2]) -> io::Result<()> {
        let lits: Vec<Lit> = edges.iter().map(|&edge| edge_literal(edge)).collect();
        counter::exactly(&mut self.prover, &mut self.clauses, count, &lits, ids)
    }

    /// How many cuts have been derived: those that the steps so far needed.
    pub fn cuts(&self) -> u64 {
        let hints = &self.clauses.hints;
        let is_derived = |(places, _): &&(Range<usize>, _)| hints[places.start] != PENDING;
        self.cuts.iter().filter(is_derived).count() as u64
    }

    /// Takes the clauses of a cut, which nothing implies yet.
    fn announce_cut(&mut self, set: &[u32]) {
        let flow = self.prover.flow;
        let mut is_inside = vec![false; flow.vertices() as usize];
        set.iter().for_each(|&v| is_inside[v as usize] = true);
        let edges = (0..).zip(flow.edges());
        let leaving = edges.filter(|(_, [a, b])| is_inside[*a as usize] != is_inside[*b as usize]);
        let leaving: Vec<Lit> = leaving.map(|(edge, _)| edge_literal(edge)).collect();
        let first = self.clauses.hints.len();
        self.clauses.clause(&leaving, PENDING);
        if leaving.len() <= NARROW {
            self.clauses.at_least(2, &leaving, PENDING);
        }
        let places = first..self.clauses.hints.len();
        self.cuts.push((places, set.to_vec()));
    }

    /// The constraint that implies a clause, given by its place; derived now if it is a cut that has not been
    /// needed before.
    fn hint(&mut self, place: usize) -> u64 {
        if self.clauses.hints[place] == PENDING {
            let cut = self.cuts.partition_point(|(places, _)| places.end <= place);
            let (places, set) = self.cuts[cut].clone();
            let is_narrow = places.len() > 1;
            let id = self.prover.cut(&set, is_narrow);
            self.clauses.hints[places].fill(id);
        }
        self.clauses.hints[place]
    }

    /// Ends the proof.
    pub fn finish(mut self) -> io::Result<W> {
        let contradiction = self.contradiction;
        let contradiction = contradiction
            .ok_or_else(|| io::Error::other("the proof ends before the empty clause"))?;
        self.prover.proof.conclude(contradiction);
        self.prover.proof.finish()
    }

    /// A line of the LRAT proof: a lemma with its hints, or what is not needed any more.
    fn step(&mut self) -> Option<()> {
        let line = std::mem::take(&mut self.line);
        let text = str::from_utf8(&line).ok()?;
        let mut words = text.split_ascii_whitespace();
        let number: u64 = words.next()?.parse().ok()?;
        let mut words = words.peekable();
        if words.next_if_eq(&"d").is_some() {
            let mut gone = Vec::new();
            for id in numbers(&mut words) {
                let place = self.place(u64::try_from(id?).ok()?)?;
                if let Ok(lemma) = place {
                    gone.push(std::mem::take(&mut self.lemmas[lemma]));
                }
            }
            // Clauses that were given come from constraints that are needed for others, too.
            if !gone.is_empty() {
                self.prover.proof.delete(&gone);
            }
            return Some(());
        }
        let mut lits = Vec::new();
        for lit in numbers(&mut words) {
            lits.push(self.clauses.name_of(i32::try_from(lit?).ok()?)?);
        }
        let mut hints = Vec::new();
        for id in numbers(&mut words) {
            match self.place(u64::try_from(id?).ok()?)? {
                Ok(lemma) => hints.push(self.lemmas[lemma]),
                Err(clause) => hints.push(self.hint(clause)),
            }
        }
        let is_empty = lits.is_empty();
        let id = self.prover.proof.rup(&Constraint::clause(lits), &hints);
        let is_next = number == (self.clauses.hints.len() + self.lemmas.len()) as u64 + 1;
        self.lemmas.push(id);
        if is_empty {
            self.contradiction = Some(id);
        }
        is_next.then_some(())
    }

    /// Which lemma has this number, or else which of the clauses.
    fn place(&self, number: u64) -> Option<Result<usize, usize>> {
        let place = usize::try_from(number).ok()?.checked_sub(1)?;
        match place.checked_sub(self.clauses.hints.len()) {
            None => Some(Err(place)),
            Some(lemma) => (lemma < self.lemmas.len()).then_some(Ok(lemma)),
        }
    }
}

/// The variables of edges are the first ones, here and in the proof.
fn edge_literal(edge: u32) -> Lit {
    Lit::from_dimacs(edge as i32 + 1).expect("edges are counted from 1")
}

/// Numbers up to the closing 0; what is none ends them with nothing.
fn numbers<'t>(words: &mut impl Iterator<Item = &'t str>) -> impl Iterator<Item = Option<i64>> {
    let numbers = words.map(|word| word.parse::<i64>().ok());
    numbers.take_while(|number| *number != Some(0))
}

impl<W: Write> Write for Refutation<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.line.extend_from_slice(part);
            if part.ends_with(b"\n") && self.step().is_none() {
                return Err(io::Error::other("the solver's proof is not LRAT"));
            }
        }
        match self.prover.proof.is_done() {
            true => Err(io::Error::other("the proof cannot be written")),
            false => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
