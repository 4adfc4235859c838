//! Cubes: the literals that define a part of the problem, in the order of their choice.
//!
//! Every choice is between a literal and its negation, so the cubes are the leaves of a binary
//! tree, and cover every formula. The tree reveals a missing cube. Their literals are those of a
//! formula, or of the edges of a problem, which is reconstructed from the description in the
//! folder.
//!
//! ```
//! use knightsat_cluster::cnf::Lit;
//! use knightsat_cluster::cubes::{negated, numbers, text};
//!
//! let cube: Vec<Lit> = [5, -19].into_iter().filter_map(Lit::from_dimacs).collect();
//! assert_eq!(negated(&cube), [-5, 19]);
//! assert_eq!(text(numbers(&cube)), "5 -19 0");
//! ```

use super::folder::{Folder, MANIFEST, Manifest, Task};
use super::part::Part;
use super::{PartsError, Result, ensure, read_text};
use crate::base::text::{Checksum, counted};
use crate::prelude::*;
use crate::tour::spec::MoveName;
use itertools::Itertools;
use knightsat_search::lazy::Refutation;
use std::fmt::Display;

/// The cubes of the parts, a line each.
pub const CUBES: &str = "cubes.txt";
/// The most literals of a cube: the tree of cubes is walked by recursion.
const DEEPEST: usize = 1000;
/// The most bytes of cubes: millions of parts.
const LARGEST: u64 = 1 << 30;

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

/// Writes cubes as text, a line each.
fn lines(cubes: &[Cube]) -> String {
    let line = |cube: &Cube| text(numbers(cube)) + "\n";
    cubes.iter().map(line).collect()
}

/// Reads a file of cubes.
fn read(path: &Path) -> Result<Vec<Cube>> {
    let text = read_text(path, LARGEST, "any cubes")?;
    let lit = |word: &str| word.parse().ok().and_then(Lit::from_dimacs);
    let cube = |(line, text): (usize, &str)| {
        let lits = text.strip_suffix('0');
        let lits = lits.filter(|rest| rest.is_empty() || rest.ends_with(' '));
        let lits = lits.and_then(|lits| lits.split_ascii_whitespace().map(lit).collect());
        let lits = lits.filter(|lits: &Cube| lits.len() <= DEEPEST);
        let message = || format!("line {line}: expected literals and a closing 0");
        lits.ok_or_else(|| PartsError::wrong(path, message()))
    };
    (1..).zip(text.lines()).map(cube).collect()
}

/// Makes the folder of a task in an empty one, with a part for each cube.
pub fn create(path: &Path, task: Task, cubes: &[Cube]) -> Result<Folder> {
    let parts = u32::try_from(cubes.len()).unwrap_or(u32::MAX);
    let folder = Folder::create(path, Manifest::new(task, parts))?;
    let path = path.join(CUBES);
    fs::write(&path, lines(cubes)).map_err(PartsError::io(&path))?;
    Ok(folder)
}

/// The cubes of a folder, in the order of their parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cubes(Vec<Cube>);

impl Cubes {
    /// Reads the cubes. Fails unless their number agrees with the manifest.
    pub fn read(folder: &Folder) -> Result<Cubes> {
        let path = folder.path.join(CUBES);
        let cubes = read(&path)?;
        let (parts, found) = (folder.manifest.parts, cubes.len());
        let is_right = found as u64 == u64::from(parts);
        let (found, parts) = (counted(found, "cube"), counted(parts, "part"));
        let message = format_args!("has {found}, and the folder has {parts}");
        ensure(is_right, &path, message)?;
        Ok(Cubes(cubes))
    }

    /// Returns the parts with their cubes.
    pub fn numbered(&self) -> impl Iterator<Item = (u32, &Cube)> {
        (1..).zip(&self.0)
    }

    /// Returns the cube of a part.
    pub fn of(&self, part: &Part) -> &Cube {
        &self.0[part.number as usize - 1]
    }

    /// Returns the nodes of the tree that covers everything, lower nodes first, the root last. The
    /// error names a missing part.
    pub fn tree(&self) -> Result<Vec<Node>, String> {
        let leaves: Vec<(u32, &Cube)> = self.numbered().collect();
        let mut nodes = Vec::new();
        add_nodes(&mut nodes, &leaves, &mut Vec::new())?;
        Ok(nodes)
    }
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

impl Folder {
    /// Returns the problem and the style of the folder.
    pub fn spec(&self) -> Result<FormulaSpec> {
        let file = self.path.join(MANIFEST);
        let spec = FormulaSpec::from_texts(self.manifest.task.comments());
        let spec = spec.map_err(|error| PartsError::wrong(&file, format!("comment {error}")))?;
        spec.ok_or_else(|| PartsError::wrong(&file, "does not describe the problem"))
    }
}

/// Returns the clauses that every tour satisfies, before any cuts. Variables are the edges of the
/// graph, in the order of their smaller, then of their larger vertex, then others.
pub fn degrees(problem: &Problem, stop: &Stop) -> Result<Cnf, Stopped> {
    let refuted = Refutation::default().formula(problem, stop)?;
    Ok(refuted.formula)
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

/// Returns the request for the part of a problem that a cube of its edges defines: a tour takes
/// them, or avoids them. `None` if a literal has no edge.
pub fn part_of(request: &Request, problem: &Problem, cube: &Cube) -> Option<Request> {
    let mut edges: Vec<[u32; 2]> = problem.graph().edges().collect();
    edges.sort_unstable();
    let mut part = request.clone();
    for lit in cube {
        let edge = edges.get(lit.var().number() as usize - 1)?;
        let name = MoveName(edge.map(|vertex| request.place.name(vertex)));
        if lit.is_positive() {
            part.tour.require.push(name)
        } else {
            part.tour.forbid.push(name)
        }
    }
    Some(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cubes(of: &[&[i32]]) -> Cubes {
        let cube = |lits: &&[i32]| {
            lits.iter()
                .filter_map(|&lit| Lit::from_dimacs(lit))
                .collect()
        };
        Cubes(of.iter().map(cube).collect())
    }

    fn fault(of: &[&[i32]]) -> String {
        cubes(of).tree().unwrap_err()
    }

    #[test]
    fn what_does_not_cover_is_named() {
        assert!(cubes(&[&[]]).tree().is_ok());
        assert!(cubes(&[&[3], &[-3, 1], &[-3, -1]]).tree().is_ok());
        assert_eq!(fault(&[]), "no part covers everything");
        assert_eq!(fault(&[&[3], &[-3, 1]]), "no part covers -3 -1");
        let other = "part 3 continues with 2 instead of the choice 1 of others";
        assert_eq!(fault(&[&[3], &[-3, 1], &[-3, 2]]), other);
        assert_eq!(fault(&[&[3], &[3], &[-3]]), "part 1 overlaps other parts");
    }
}
