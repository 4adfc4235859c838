//! Encoders as others would write them.

use crate::common::prelude::*;
use crate::common::rules;
use knightsat::encoding::meaning::{Fact, FactStyle};
use knightsat::tour::rule::Atom;

/// The foreign encoders.
pub const FOREIGN: [&str; 8] = [
    "steps", "squares", "split", "ladder", "moves", "bits", "order", "edges",
];

/// Writes a formula as somebody else would.
pub fn foreign(name: &str, problem: &Problem, sink: &mut dyn ClauseSink) -> Meaning {
    match name {
        "order" => order(problem, sink),
        "edges" => edges(problem, sink),
        "bits" => bits(problem, sink),
        _ => positions(name, problem, sink),
    }
}

pub fn positions(name: &str, problem: &Problem, sink: &mut dyn ClauseSink) -> Meaning {
    let graph = problem.graph();
    let n = graph.len();
    let is_closed = problem.kind() == Kind::Closed;
    let vars = sink.new_vars(n * n);
    let x = |step: u32, vertex: u32| vars.get((step - 1) % n * n + vertex).pos();
    let mut meaning = Meaning::new();
    let all = (1..=n).cartesian_product(0..n);
    for (step, vertex) in all.clone() {
        meaning.at(step, vertex, x(step, vertex));
    }
    let by_step = |step| (0..n).map(|vertex| x(step, vertex)).collect_vec();
    let by_square = |vertex| (1..=n).map(|step| x(step, vertex)).collect_vec();
    let one = |lits: &[Lit], sink: &mut dyn ClauseSink| match name {
        "ladder" => {
            // z[i]: one of the first i literals is true.
            let z = sink.new_vars(lits.len() as u32);
            for (at, &lit) in (0..).zip(lits) {
                let here = z.get(at).pos();
                sink.clause(&[!lit, here]);
                if at > 0 {
                    let before = z.get(at - 1).pos();
                    sink.clause(&[!before, here]);
                    sink.clause(&[!before, !lit]);
                }
            }
        }
        _ => sink.pairwise(lits),
    };
    let last = if is_closed { n } else { n - 1 };
    if name == "squares" {
        // Some step for every square, one square at a step, and moves backwards.
        (0..n).for_each(|v| sink.clause(&by_square(v)));
        (1..=n).for_each(|step| one(&by_step(step), sink));
        for (step, v) in all.filter(|&(step, _)| step <= last) {
            let mut clause = vec![!x(step + 1, v)];
            clause.extend(graph.predecessors(v).iter().map(|&w| x(step, w)));
            sink.clause(&clause);
        }
    } else {
        for step in 1..=n {
            match &by_step(step)[..] {
                [a, b, rest @ ..] if name == "split" && !rest.is_empty() => {
                    let z = sink.new_var().pos();
                    sink.clause(&[*a, *b, z]);
                    sink.clause(&[&[!z], rest].concat());
                }
                lits => sink.clause(lits),
            }
        }
        (0..n).for_each(|v| one(&by_square(v), sink));
        for (step, v) in all.filter(|&(step, _)| step <= last) {
            if name == "moves" {
                // A variable for each move at each step.
                let mut clause = vec![!x(step, v)];
                for &w in graph.successors(v) {
                    let taken = sink.new_var().pos();
                    sink.clause(&[!taken, x(step, v)]);
                    sink.clause(&[!taken, x(step + 1, w)]);
                    sink.clause(&[taken, !x(step, v), !x(step + 1, w)]);
                    clause.push(taken);
                }
                sink.clause(&clause);
                continue;
            }
            for w in (0..n).filter(|&w| w != v && !graph.has_arc(v, w)) {
                sink.clause(&[!x(step, v), !x(step + 1, w)]);
            }
        }
    }
    if is_closed && n < 3 {
        sink.clause(&[]);
    }
    meaning
}

/// The step of every square in binary.
pub fn bits(problem: &Problem, sink: &mut dyn ClauseSink) -> Meaning {
    let graph = problem.graph();
    let n = graph.len();
    let width = u32::BITS - (n - 1).leading_zeros();
    let vars = sink.new_vars(n * width);
    let at = |step: u32, vertex: u32| -> Vec<Lit> {
        let bit = |bit: u32| {
            let var = vars.get(vertex * width + bit);
            [var.neg(), var.pos()][((step - 1) >> bit & 1) as usize]
        };
        (0..width).map(bit).collect()
    };
    let mut meaning = Meaning::new();
    let not_both = |a: &[Lit], b: &[Lit]| a.iter().chain(b).map(|&lit| !lit).collect_vec();
    for v in 0..n {
        for step in 1..=1 << width {
            if step > n {
                sink.clause(&not_both(&at(step, v), &[]));
                continue;
            }
            meaning.add(Fact::At { step, vertex: v }, &at(step, v));
            for w in 0..n {
                if v < w {
                    sink.clause(&not_both(&at(step, v), &at(step, w)));
                }
                let follows = step < n || problem.kind() == Kind::Closed;
                if v != w && follows && !graph.has_arc(v, w) {
                    sink.clause(&not_both(&at(step, v), &at(step % n + 1, w)));
                }
            }
        }
    }
    if problem.kind() == Kind::Closed && n < 3 {
        sink.clause(&[]);
    }
    meaning
}

fn literals(pairs: Vec<[u32; 2]>, vars: Vars) -> Vec<([u32; 2], Lit)> {
    let lits = vars.iter().map(|var| var.pos());
    pairs.into_iter().zip(lits).collect()
}

/// Arcs, and a transitive order of the squares that grows along them.
pub fn order(problem: &Problem, sink: &mut dyn ClauseSink) -> Meaning {
    let graph = problem.graph();
    let n = graph.len();
    let is_open = problem.kind() == Kind::Open;
    let mut meaning = Meaning::of(FactStyle::Arcs);
    let arcs: Vec<[u32; 2]> = graph.arcs().collect();
    let vars = sink.new_vars(arcs.len() as u32);
    let arcs = literals(arcs, vars);
    for &([from, to], lit) in &arcs {
        meaning.add(Fact::Arc { from, to }, &[lit]);
    }
    let one = |lits: &[Lit], sink: &mut dyn ClauseSink| {
        sink.clause(lits);
        sink.pairwise(lits);
    };
    for side in 0..2 {
        let ends = sink.new_vars(if is_open { n } else { 0 });
        let ends = ends.iter().map(|var| var.pos()).collect_vec();
        for vertex in 0..n {
            let here = arcs.iter().filter(|(arc, _)| arc[side] == vertex);
            let end = ends.get(vertex as usize).copied();
            one(&here.map(|&(_, lit)| lit).chain(end).collect_vec(), sink);
        }
        if is_open {
            one(&ends, sink);
        }
    }
    let before = sink.new_vars(n * n);
    let before = |u: u32, v: u32| before.get(u * n + v).pos();
    for &([from, to], lit) in &arcs {
        if is_open || to != 0 {
            sink.clause(&[!lit, before(from, to)]);
        }
    }
    (0..n).for_each(|u| sink.clause(&[!before(u, u)]));
    for (u, v, w) in iproduct!(0..n, 0..n, 0..n) {
        sink.clause(&[!before(u, v), !before(v, w), before(u, w)]);
    }
    if !is_open && n < 3 {
        sink.clause(&[]);
    }
    meaning
}

/// Edges, and a clause for every set of vertices that a cycle could miss.
pub fn edges(problem: &Problem, sink: &mut dyn ClauseSink) -> Meaning {
    let graph = problem.graph();
    let n = graph.len();
    let is_open = problem.kind() == Kind::Open;
    let mut meaning = Meaning::of(FactStyle::Edges);
    let ends: Vec<[u32; 2]> = graph.edges().collect();
    let vars = sink.new_vars(ends.len() as u32);
    let edges = literals(ends, vars);
    for &([a, b], lit) in &edges {
        meaning.add(Fact::edge(a, b), &[lit]);
    }
    // An open tour is closed by one more vertex.
    let mut all: Vec<([u32; 2], Lit)> = edges.clone();
    if is_open {
        let apex = sink.new_vars(n);
        all.extend((0..n).zip(apex.iter()).map(|(v, var)| ([v, n], var.pos())));
    }
    for vertex in 0..n + u32::from(is_open) {
        let here = all.iter().filter(|(ends, _)| ends.contains(&vertex));
        let lits = here.map(|&(_, lit)| lit).collect_vec();
        for at in 0..lits.len() {
            sink.clause(&[&lits[..at], &lits[at + 1..]].concat());
        }
        for three in lits.iter().array_combinations::<3>() {
            sink.clause(&three.map(|&lit| !lit));
        }
        if lits.is_empty() {
            sink.clause(&[]);
        }
    }
    let count = n + u32::from(is_open);
    for set in 1..1_u32 << (count - 1) {
        let is_inside = |v: u32| v > 0 && set >> (v - 1) & 1 == 1;
        let is_leaving = |ends: [u32; 2]| is_inside(ends[0]) != is_inside(ends[1]);
        let leaving = all.iter().filter(|(ends, _)| is_leaving(*ends));
        sink.clause(&leaving.map(|&(_, lit)| lit).collect_vec());
    }
    if !is_open && n < 3 {
        sink.clause(&[]);
    }
    meaning
}

/// Writes clauses about squares at steps, which are rules, behind a formula of steps.
pub fn slips(place: &Place, clauses: &str, sink: &mut dyn ClauseSink) {
    for clause in rules::read(clauses, place) {
        let lits = clause.0.iter().map(|literal| {
            let Atom::Fact(Fact::At { step, vertex }) = literal.atom else {
                panic!("a square at a step")
            };
            let var = Var::new((step - 1) * place.len() + vertex + 1).unwrap();
            [var.neg(), var.pos()][usize::from(literal.is_positive)]
        });
        sink.clause(&lits.collect_vec());
    }
}

/// Returns the graph of all edges but those.
pub fn without(len: u32, left_out: &[[u32; 2]]) -> Graph {
    let pairs = (0..len).array_combinations();
    let edges = pairs.filter(|pair| !left_out.contains(pair)).collect_vec();
    Graph::from_edges(len, &edges)
}
