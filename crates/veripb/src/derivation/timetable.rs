//! The clauses of steps: one vertex at a step and one step at a vertex, moves, and what is given. All but
//! counters and required moves are constraints of the problem.

use super::clauses::Clauses;
use super::counter;
use super::prover::Prover;
use knightsat_base::stop::Stop;
use knightsat_cnf::Lit;
use knightsat_cnf::dimacs::opb::Constraint;
use knightsat_tour::Problem;
use std::io::{self, Write};

/// Steps up to which pairs are taken: a quarter of a million clauses.
const FEW: usize = 64;

/// Adds the variables of the steps, which are the first ones, and their clauses.
pub(super) fn derive<W: Write>(
    prover: &mut Prover<W>,
    clauses: &mut Clauses,
    problem: &Problem,
    stop: &Stop,
) -> io::Result<()> {
    let flow = prover.flow;
    let len = flow.steps();
    for step in 1..=len {
        for vertex in 0..len {
            clauses.variable(flow.on(step, vertex));
        }
    }
    let on = |step: u32, vertex: u32| literal((step - 1) * len + vertex);
    for step in 1..=len {
        stop.check().map_err(io::Error::other)?;
        let row: Vec<Lit> = (0..len).map(|v| on(step, v)).collect();
        exactly_one(prover, clauses, &row, flow.step_ids(step))?;
    }
    for vertex in 0..len {
        stop.check().map_err(io::Error::other)?;
        let column: Vec<Lit> = (1..=len).map(|step| on(step, vertex)).collect();
        exactly_one(prover, clauses, &column, flow.vertex_ids(vertex))?;
    }
    moves(prover, clauses, problem, &on, stop)?;
    for (unit, id) in flow.units().into_iter().zip(flow.unit_ids()) {
        let place = unit.var().number() - flow.on(1, 0).var().number();
        let lit = literal(place);
        clauses.clause(&[if unit.is_positive() { lit } else { !lit }], id);
    }
    required(prover, clauses, &on);
    Ok(())
}

/// Neighbours come after each other, and images a period later.
fn moves<W: Write>(
    prover: &Prover<W>,
    clauses: &mut Clauses,
    problem: &Problem,
    on: &impl Fn(u32, u32) -> Lit,
    stop: &Stop,
) -> io::Result<()> {
    let flow = prover.flow;
    let len = flow.steps();
    for step in 1..=flow.moves() {
        stop.check().map_err(io::Error::other)?;
        let after = flow.next(step);
        for vertex in 0..len {
            let forwards = (step, after, flow.after_id(step, vertex));
            let backwards = (after, step, flow.before_id(step, vertex));
            for (here, there, id) in [forwards, backwards] {
                let next = problem.graph().neighbours(vertex).iter();
                let next = next.map(|&next| on(there, next));
                let clause: Vec<Lit> = [!on(here, vertex)].into_iter().chain(next).collect();
                clauses.clause(&clause, id);
            }
        }
    }
    if problem.symmetry().order() > 1 {
        for (step, vertex) in (1..=len).flat_map(|step| (0..len).map(move |v| (step, v))) {
            let image = on(flow.period_after(step), problem.symmetry().image(vertex));
            let id = flow.image_id(step, vertex);
            clauses.clause(&[!on(step, vertex), image], id);
        }
    }
    Ok(())
}

/// Pairs of a few literals need no derivation, so that a short proof stays short.
fn exactly_one<W: Write>(
    prover: &mut Prover<W>,
    clauses: &mut Clauses,
    lits: &[Lit],
    ids: [u64; 2],
) -> io::Result<()> {
    if lits.len() > FEW {
        return counter::exactly(prover, clauses, 1, lits, ids);
    }
    clauses.at_least(1, lits, ids[0]);
    clauses.at_most(1, lits, ids[1]);
    Ok(())
}

/// A required move is an edge that is taken, and so joins successive steps.
fn required<W: Write>(
    prover: &mut Prover<W>,
    clauses: &mut Clauses,
    on: &impl Fn(u32, u32) -> Lit,
) {
    let flow = prover.flow;
    for (&edge, forced) in flow.forced().iter().zip(flow.forced_ids()) {
        let Some(edge) = edge else {
            clauses.clause(&[], forced);
            continue;
        };
        let [a, b] = flow.edges()[edge as usize];
        if Some(b) == flow.apex() {
            continue;
        }
        for (from_larger, here, there) in [(false, a, b), (true, b, a)] {
            for step in 1..=flow.steps() {
                let beside = flow.beside(step).map(|other| on(other, there));
                let clause: Vec<Lit> = [!on(step, here)].into_iter().chain(beside).collect();
                let named = clause.iter().map(|&lit| clauses.name(lit));
                let hints = [forced, flow.edge_id(edge, from_larger, step)];
                let id = prover.proof.rup(&Constraint::clause(named), &hints);
                clauses.clause(&clause, id);
            }
        }
    }
}

/// The variable of a solver at this place, from 0.
fn literal(place: u32) -> Lit {
    Lit::from_dimacs(place as i32 + 1).expect("as many as the problem has numbers for")
}
