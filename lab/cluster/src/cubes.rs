//! Cubes: the literals that define a part of the problem, in the order of their choice.
//!
//! Every choice is between a literal and its negation, so the cubes are the leaves of a binary
//! tree, and cover every formula. The tree reveals a missing cube. Their literals are those of a
//! formula, or of the edges of a problem.
//!
//! ```
//! use knightsat_cluster::cnf::Lit;
//! use knightsat_cluster::cubes::{negated, numbers, text};
//!
//! let cube: Vec<Lit> = [5, -19].into_iter().filter_map(Lit::from_dimacs).collect();
//! assert_eq!(negated(&cube), [-5, 19]);
//! assert_eq!(text(numbers(&cube)), "5 -19 0");
//! ```

use super::{PartsError, Result};
use crate::base::text::Checksum;
use crate::prelude::*;
use crate::tour::spec::MoveName;
use itertools::Itertools;
use knightsat_search::prove::{Ground, Refutation, formula};
use std::fmt::Display;

/// The most literals of a cube: the tree of cubes is walked by recursion.
const DEEPEST: usize = 1000;

const RELAXATION: &str = "a model of this formula may be several cycles, and its parts could not be joined: \
     use another encoding, or lazy";

/// Literals that are true in a part.
pub type Cube = Vec<Lit>;

/// The literals as numbers.
pub fn numbers(lits: &[Lit]) -> Vec<i32> {
    lits.iter().map(|lit| lit.to_dimacs()).collect()
}

/// Numbers as text, with a closing 0.
pub fn text(numbers: impl IntoIterator<Item = impl Display>) -> String {
    let numbers = numbers.into_iter().map(|number| format!("{number} "));
    numbers.collect::<String>() + "0"
}

/// Returns the nodes of the tree that covers everything, lower nodes first, the root last. The
/// error names a missing part.
pub fn tree(cubes: &[Cube]) -> Result<Vec<Node>, String> {
    let leaves: Vec<(u32, &Cube)> = (1..).zip(cubes).collect();
    if leaves.iter().any(|(_, cube)| cube.len() > DEEPEST) {
        return Err(format!("a part has more than {DEEPEST} literals"));
    }
    let mut nodes = Vec::new();
    add_nodes(&mut nodes, &leaves, &mut Vec::new())?;
    Ok(nodes)
}

/// A node of a binary tree of cubes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The clause that its cube is impossible, sorted.
    pub clause: Vec<i32>,
    /// Its children.
    pub below: Below,
}

/// The children of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Below {
    /// A leaf: a part.
    Part(u32),
    /// The nodes with these indices, with one more literal true in the first and false in the
    /// second.
    Both([usize; 2]),
}

/// The clause that a cube is impossible, sorted.
pub fn negated(cube: &[Lit]) -> Vec<i32> {
    cube.iter().map(|lit| -lit.to_dimacs()).sorted().collect()
}

/// Adds the tree of leaves with these cubes, which all begin with `path`; returns the index of its
/// root.
fn add_nodes(
    nodes: &mut Vec<Node>,
    leaves: &[(u32, &Cube)],
    path: &mut Cube,
) -> Result<usize, String> {
    let depth = path.len();
    let below = match leaves {
        [] if path.is_empty() => return Err("no part covers everything".into()),
        [] => return Err(format!("no part covers {}", numbers(path).iter().join(" "))),
        &[(part, cube)] if cube.len() == depth => Below::Part(part),
        _ => {
            if let Some((part, _)) = leaves.iter().find(|(_, cube)| cube.len() == depth) {
                return Err(format!("part {part} overlaps other parts"));
            }
            let lit = leaves[0].1[depth];
            let is_true = |(_, cube): &(_, &Cube)| cube[depth] == lit;
            let (yes, others): (Vec<_>, Vec<_>) = leaves.iter().copied().partition(is_true);
            if let Some((part, cube)) = others.iter().find(|(_, cube)| cube[depth] != !lit) {
                let (lit, found) = (lit.to_dimacs(), cube[depth].to_dimacs());
                let message = format!(
                    "part {part} continues with {found} instead of the choice {lit} of others"
                );
                return Err(message);
            }
            let mut branch = |lit, leaves: &[_]| {
                path.push(lit);
                let node = add_nodes(nodes, leaves, path);
                path.pop();
                node
            };
            Below::Both([branch(lit, &yes)?, branch(!lit, &others)?])
        }
    };
    let clause = negated(path);
    nodes.push(Node { clause, below });
    Ok(nodes.len() - 1)
}

/// Returns the clauses that every tour satisfies, before any cuts. Variables are the edges of the
/// graph, in the order of their smaller, then of their larger vertex, then others.
pub fn degrees(problem: &Problem, stop: &Stop) -> Result<Cnf, Stopped> {
    derived(problem, Refutation::default(), stop)
}

/// Returns the formula of these cuts.
pub fn derived(problem: &Problem, cuts: Refutation, stop: &Stop) -> Result<Cnf, Stopped> {
    let formula = formula(problem, &Ground::Cuts(cuts), stop)?;
    Ok(formula.expect("a problem of parts has few edges"))
}

/// Returns the formula whose literals form cubes, and the number of variables for choices.
pub fn choices(
    spec: &FormulaSpec,
    problem: &Problem,
    is_lazy: bool,
    stop: &Stop,
) -> Result<(Cnf, u32)> {
    if is_lazy {
        let edges = problem.graph().edges().count() as u32;
        return Ok((degrees(problem, stop)?, edges));
    }
    let formula = Formula::within(problem, spec.style, stop)?;
    if !formula.is_exact() {
        // The refutation of a relaxation needs more than its clauses.
        return Err(PartsError::Wrong(RELAXATION.into()));
    }
    Ok((formula.clauses(stop)?, formula.tour_variables()))
}

/// Returns a checksum of clauses, and of their number of variables.
pub fn checksum(formula: &Cnf) -> String {
    let mut sum = Checksum::default();
    sum.add(&formula.variables().to_le_bytes());
    for clause in formula.clauses() {
        let lits = clause.iter().map(|lit| lit.to_dimacs());
        lits.chain([0]).for_each(|lit| sum.add(&lit.to_le_bytes()));
    }
    sum.to_string()
}

/// Returns the part of a problem that a cube of its edges defines: a tour takes them, or avoids
/// them.
pub fn part_of(request: &Request, problem: &Problem, cube: &Cube, stop: &Stop) -> Result<Problem> {
    let mut edges: Vec<[u32; 2]> = problem.graph().edges().collect();
    edges.sort_unstable();
    let mut part = request.clone();
    for lit in cube {
        let edge = edges.get(lit.var().number() as usize - 1);
        let message = "a part has a literal that belongs to no edge";
        let edge = edge.ok_or_else(|| PartsError::Wrong(message.into()))?;
        let name = MoveName(edge.map(|vertex| request.place.name(vertex)));
        if lit.is_positive() {
            part.tour.require.push(name)
        } else {
            part.tour.forbid.push(name)
        }
    }
    Ok(part.problem(stop)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(of: &[&[i32]]) -> Result<Vec<Node>, String> {
        let lits = |lits: &&[i32]| {
            lits.iter()
                .filter_map(|&lit| Lit::from_dimacs(lit))
                .collect()
        };
        tree(&of.iter().map(lits).collect::<Vec<Cube>>())
    }

    fn fault(of: &[&[i32]]) -> String {
        found(of).unwrap_err()
    }

    #[test]
    fn what_does_not_cover_is_named() {
        assert!(found(&[&[]]).is_ok());
        assert!(found(&[&[3], &[-3, 1], &[-3, -1]]).is_ok());
        assert_eq!(fault(&[]), "no part covers everything");
        assert_eq!(fault(&[&[3], &[-3, 1]]), "no part covers -3 -1");
        let other = "part 3 continues with 2 instead of the choice 1 of others";
        assert_eq!(fault(&[&[3], &[-3, 1], &[-3, 2]]), other);
        assert_eq!(fault(&[&[3], &[3], &[-3]]), "part 1 overlaps other parts");
    }
}
