//! The derived clauses of a refutation, and the steps of the solver that refutes them.

use super::*;
use crate::cnf::dimacs::opb::Relation;
use crate::solver::certify::LratLine;
use knightsat_search::optimum::CostClauses;
use std::mem;
use std::ops::Range;

/// The most edges of a cut whose clauses require two of them.
const NARROW: usize = 4;
/// The most steps for pairs: a quarter of a million clauses.
const FEW: usize = 64;
/// Stands for a constraint that has not been derived, or is deleted.
const PENDING: u64 = 0;

/// A proof whose steps follow: an LRAT proof of its clauses is written to it.
pub struct PbRefutation<'f> {
    prover: Prover<'f>,
    /// The sets of the cuts, each with the places of its clauses. A cut is derived when a step
    /// first needs it.
    cuts: Vec<(Range<usize>, Vec<u32>)>,
    /// The current line so far.
    line: Vec<u8>,
    /// The empty clause.
    contradiction: Option<u64>,
}

impl<'f> PbRefutation<'f> {
    /// Derives the clauses of degrees, ends, the fixed edge, and optionally matchings. Clauses of
    /// the cuts of these vertex sets are derived when needed.
    pub fn new(mut prover: Prover<'f>, cuts: &[Vec<u32>], matchings: bool) -> io::Result<Self> {
        edges(&mut prover);
        if matchings {
            matchings::derive(&mut prover)?;
        }
        PbRefutation::by_cuts(prover, cuts)
    }

    /// Logs the tour, and derives the clauses of better tours. The definitions of costs are the
    /// last constraints of the problem.
    pub(crate) fn of_better(
        mut prover: Prover<'f>,
        costs: &Costs,
        cuts: &[Vec<u32>],
    ) -> io::Result<Self> {
        let CostClauses { terms, definitions } = &costs.clauses;
        let first = prover.flow.ids() + 1;
        edges(&mut prover);
        for _ in 0..costs.variables() {
            let name = prover.fresh()?;
            prover.variable(name);
        }
        for (id, clause) in (first..).zip(definitions.clauses()) {
            prover.clause(clause, id);
        }
        let better = prover.proof.solution(&costs.solution, costs.optimum);
        limit::derive(&mut prover, terms, costs.optimum, better)?;
        PbRefutation::by_cuts(prover, cuts)
    }

    fn by_cuts(mut prover: Prover<'f>, cuts: &[Vec<u32>]) -> io::Result<Self> {
        degrees(&mut prover)?;
        let mut refutation = PbRefutation::of(prover);
        for set in cuts {
            refutation.prover.check()?;
            refutation.announce_cut(set);
        }
        Ok(refutation)
    }

    /// Derives the clauses of steps, whose variables come first, for a problem that constrains
    /// steps.
    pub fn by_steps(mut prover: Prover<'f>) -> io::Result<Self> {
        steps(&mut prover)?;
        Ok(PbRefutation::of(prover))
    }

    fn of(prover: Prover<'f>) -> Self {
        PbRefutation {
            prover,
            cuts: Vec::new(),
            line: Vec::new(),
            contradiction: None,
        }
    }

    /// Returns the clauses to refute.
    pub fn clauses(&self) -> &Cnf {
        &self.prover.cnf
    }

    /// Returns the number of derived cuts, which the steps so far needed.
    pub fn cuts(&self) -> u64 {
        let hints = &self.prover.hints;
        let is_derived = |(places, _): &&(Range<usize>, _)| hints[places.start] != PENDING;
        self.cuts.iter().filter(is_derived).count() as u64
    }

    /// Adds the clauses of a cut, which no constraint implies yet.
    fn announce_cut(&mut self, set: &[u32]) {
        let flow = self.prover.flow;
        let mut is_inside = vec![false; flow.vertices() as usize];
        set.iter().for_each(|&v| is_inside[v as usize] = true);
        let edges = (0..).zip(flow.edges());
        let leaving = edges.filter(|(_, [a, b])| is_inside[*a as usize] != is_inside[*b as usize]);
        let leaving: Vec<Lit> = leaving.map(|(edge, _)| flow.taken(edge)).collect();
        let first = self.prover.hints.len();
        self.prover.clause(&leaving, PENDING);
        if leaving.len() <= NARROW {
            self.prover.at_least(2, &leaving, PENDING);
        }
        let places = first..self.prover.hints.len();
        self.cuts.push((places, set.to_vec()));
    }

    /// Returns the constraint that implies the clause or lemma with this number. Derives it now if
    /// it belongs to an underived cut.
    fn hint(&mut self, number: u64) -> Option<u64> {
        let place = self.place(number)?;
        if self.prover.hints[place] == PENDING {
            let cut = self.cuts.partition_point(|(places, _)| places.end <= place);
            let (places, set) = self.cuts.get(cut)?.clone();
            let is_narrow = places.len() > 1;
            let id = self.prover.cut(&set, is_narrow);
            self.prover.hints[places].fill(id);
        }
        Some(self.prover.hints[place])
    }

    /// Ends the proof.
    pub fn finish(mut self) -> io::Result<()> {
        let contradiction = self.contradiction;
        let early = || io::Error::other("the proof ends before the empty clause");
        let contradiction = contradiction.ok_or_else(early)?;
        self.prover.proof.conclude(contradiction);
        self.prover.proof.finish()
    }

    /// Reads a line of the LRAT proof: a lemma with its hints, or a deletion.
    fn step(&mut self) -> Option<()> {
        let line = LratLine::parse(str::from_utf8(&mem::take(&mut self.line)).ok()?)?;
        let (number, lits, hints) = match line {
            LratLine::Lemma(number, lits, hints) => (number, lits, hints),
            LratLine::Delete(ids) => return self.delete(&ids),
        };
        let named = lits.iter().map(|&lit| self.prover.name_of(lit));
        let clause = Constraint::clause(named.collect::<Option<Vec<Lit>>>()?);
        let hints = hints.iter().map(|&id| self.hint(id));
        let hints: Vec<u64> = hints.collect::<Option<_>>()?;
        let id = self.prover.proof.rup(&clause, &hints);
        self.prover.hints.push(id);
        if lits.is_empty() {
            self.contradiction = Some(id);
        }
        (number == self.prover.hints.len() as u64).then_some(())
    }

    /// Deletes lemmas. Given clauses come from constraints that others need too.
    fn delete(&mut self, ids: &[u64]) -> Option<()> {
        let mut gone = Vec::new();
        for &id in ids {
            let place = self.place(id)?;
            if place as u64 >= self.prover.cnf.len() {
                gone.push(mem::replace(&mut self.prover.hints[place], PENDING));
            }
        }
        if !gone.is_empty() {
            self.prover.proof.delete(&gone);
        }
        Some(())
    }

    /// Returns the place of the clause or lemma with this number.
    fn place(&self, number: u64) -> Option<usize> {
        let place = usize::try_from(number).ok()?.checked_sub(1)?;
        (place < self.prover.hints.len()).then_some(place)
    }
}

/// Adds the variables of edges, which come first, here and in the proof.
fn edges(prover: &mut Prover) {
    let flow = prover.flow;
    for edge in 0..flow.tour_variables() {
        prover.variable(flow.taken(edge));
    }
}

/// Derives two edges at every vertex, the ends of an open tour, and the edges that every tour
/// takes.
fn degrees(prover: &mut Prover) -> io::Result<()> {
    let (flow, problem) = (prover.flow, prover.problem);
    for vertex in (0..flow.vertices()).filter(|&v| Some(v) != flow.apex()) {
        let edges: Vec<Lit> = flow.at(vertex).map(|(edge, _)| flow.taken(edge)).collect();
        prover.exactly(2, &edges, flow.degree_ids(vertex))?;
    }
    let is_pair = problem.start().is_some() && problem.end().is_some();
    let colour = if is_pair || flow.apex().is_none() {
        None
    } else {
        prover.two_colouring()?
    };
    for group in reasons::ends(prover, colour.as_deref())? {
        match usize::try_from(group.count) {
            Ok(count @ 0..=2) => prover.exactly(count, &group.edges, group.ids)?,
            Ok(_) => {}
            Err(_) => prover.clause(&[], group.ids[1]),
        }
    }
    for (&edge, id) in flow.forced().iter().zip(flow.forced_ids()) {
        let taken = edge.map(|edge| flow.taken(edge));
        prover.clause(taken.as_slice(), id);
    }
    Ok(())
}

/// Adds the variables of the steps, which come first, that of the way of a quarter turn, and their
/// clauses.
fn steps(prover: &mut Prover) -> io::Result<()> {
    let flow = prover.flow;
    let len = flow.steps();
    for step in 1..=len {
        for vertex in 0..len {
            prover.variable(flow.on(step, vertex));
        }
    }
    if let Some(back) = flow.back() {
        prover.variable(back);
    }
    for step in 1..=len {
        let row: Vec<Lit> = (0..len).map(|v| on(prover, step, v)).collect();
        exactly_one(prover, &row, flow.step_ids(step))?;
    }
    for vertex in 0..len {
        let column: Vec<Lit> = (1..=len).map(|step| on(prover, step, vertex)).collect();
        exactly_one(prover, &column, flow.vertex_ids(vertex))?;
    }
    clauses(prover)?;
    required(prover);
    Ok(())
}

/// Adds the constraints of the problem that are clauses of steps.
fn clauses(prover: &mut Prover) -> io::Result<()> {
    let flow = prover.flow;
    let first = flow.on(1, 0).var().number();
    let mut id = 0;
    flow.constraints(|constraint| {
        // An equation has two numbers.
        id += 1 + u64::from(constraint.relation == Relation::Equal);
        let lits = constraint.terms.iter().map(|&(factor, lit)| {
            let name = literal(lit.var().number().checked_sub(first)?);
            (factor == 1).then_some(if lit.is_positive() { name } else { !name })
        });
        if (constraint.relation, constraint.bound) == (Relation::AtLeast, 1)
            && let Some(lits) = lits.collect::<Option<Vec<Lit>>>()
        {
            prover.clause(&lits, id);
        }
        !prover.stop.is_over()
    });
    prover.check()
}

/// Pairs of a few literals need no derivation, which keeps a short proof short.
fn exactly_one(prover: &mut Prover, lits: &[Lit], ids: [u64; 2]) -> io::Result<()> {
    prover.check()?;
    if lits.len() > FEW {
        return prover.exactly(1, lits, ids);
    }
    prover.at_least(1, lits, ids[0]);
    prover.at_most(1, lits, ids[1]);
    Ok(())
}

/// A required move is a taken edge, and so joins consecutive steps.
fn required(prover: &mut Prover) {
    let flow = prover.flow;
    for (&edge, forced) in flow.forced().iter().zip(flow.forced_ids()) {
        // A missing edge is a constraint of the problem without terms.
        let Some(edge) = edge else {
            continue;
        };
        let [a, b] = flow.edges()[edge as usize];
        if Some(b) == flow.apex() {
            continue;
        }
        for (from_larger, here, there) in [(false, a, b), (true, b, a)] {
            for step in 1..=flow.steps() {
                let beside = flow.adjacent(step).map(|other| on(prover, other, there));
                let clause = [!on(prover, step, here)].into_iter().chain(beside);
                let clause: Vec<Lit> = clause.collect();
                let hints = [forced, flow.edge_id(edge, from_larger, step)];
                prover.derived_clause(&clause, &hints);
            }
        }
    }
}

/// Returns the literal of the solver for a vertex at a step.
fn on(prover: &Prover, step: u32, vertex: u32) -> Lit {
    literal((step - 1) * prover.flow.steps() + vertex)
}

/// Returns the variable of a solver at this place, from 0.
fn literal(place: u32) -> Lit {
    Lit::from_dimacs(place as i32 + 1).expect("as many as the problem has numbers for")
}

impl Write for PbRefutation<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.line.extend_from_slice(part);
            if part.ends_with(b"\n") && self.step().is_none() {
                return Err(io::Error::other("the solver's proof is not LRAT"));
            }
        }
        if self.prover.proof.is_done() {
            Err(io::Error::other("the proof cannot be written"))
        } else {
            Ok(bytes.len())
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
