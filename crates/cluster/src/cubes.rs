//! Cubes: the literals that make a part of the whole, in the order in which they were chosen.
//!
//! Every choice is between a literal and its negation, so the cubes are the leaves of a binary tree, and
//! cover everything whatever the formula. Where one is missing, the tree shows it.
//!
//! ```
//! use knightsat_cnf::Lit;
//! use knightsat_cluster::cubes::{negated, text};
//!
//! let cube: Vec<Lit> = [5, -19].into_iter().filter_map(Lit::from_dimacs).collect();
//! assert_eq!(negated(&cube), [-5, 19]);
//! assert_eq!(text(&[cube]), "5 -19 0\n");
//! ```

use super::error::PartsError;
use super::error::read_text;
use super::folder::{AGAIN, Folder};
use super::name::PartName;
use itertools::Itertools;
use knightsat_base::plural::counted;
use knightsat_cnf::Lit;
use std::collections::BTreeMap;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::Path;

/// The cubes of the parts, a line each.
pub const CUBES: &str = "cubes.txt";
/// Literals of a cube: the tree of cubes is walked by recursion.
const DEEPEST: usize = 1000;
/// Bytes of cubes: millions of parts.
const LARGEST: u64 = 1 << 30;

/// Literals that are true in a part.
pub type Cube = Vec<Lit>;

/// Cubes as text: a line each, with a closing 0.
pub fn text(cubes: &[Cube]) -> String {
    let line = |cube: &Cube| {
        let lits: String = cube
            .iter()
            .map(|lit| format!("{} ", lit.to_dimacs()))
            .collect();
        lits + "0\n"
    };
    cubes.iter().map(line).collect()
}

/// The cubes in a file of them.
fn read(path: &Path) -> Result<Vec<Cube>, PartsError> {
    let text = read_text(path, LARGEST, "any cubes")?;
    let cube = |(line, text): (usize, &str)| {
        let lits = text
            .strip_suffix('0')
            .filter(|rest| rest.is_empty() || rest.ends_with(' '));
        let lits = lits.and_then(|lits| {
            let lit = |word: &str| word.parse().ok().and_then(Lit::from_dimacs);
            lits.split_ascii_whitespace().map(lit).collect()
        });
        let lits = lits.filter(|lits: &Cube| lits.len() <= DEEPEST);
        lits.ok_or_else(|| {
            PartsError::wrong(
                path,
                format!("line {line}: expected literals and a closing 0"),
            )
        })
    };
    (1..).zip(text.lines()).map(cube).collect()
}

/// Writes the cubes of a folder.
pub fn write(folder: &Folder, cubes: &[Cube]) -> Result<(), PartsError> {
    let path = folder.path().join(CUBES);
    fs::write(&path, text(cubes)).map_err(PartsError::io(&path))
}

/// Splits a part again; `false` if somebody else has done so before.
pub fn split_again(folder: &Folder, part: &PartName, cubes: &[Cube]) -> Result<bool, PartsError> {
    let path = again(folder, part);
    let parent = folder.path().join(AGAIN);
    let io = || PartsError::io(&path);
    let mut file = tempfile::NamedTempFile::new_in(&parent).map_err(io())?;
    file.write_all(text(cubes).as_bytes()).map_err(io())?;
    match file.persist_noclobber(&path) {
        Ok(_) => Ok(true),
        Err(error) if error.error.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(io()(error.error)),
    }
}

fn again(folder: &Folder, part: &PartName) -> std::path::PathBuf {
    folder.path().join(AGAIN).join(format!("{part}.txt"))
}

/// The cubes of a folder, with those of parts that were split again in the place of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cubes(BTreeMap<PartName, Cube>);

impl Cubes {
    /// Reads them. Fails unless there are as many as the folder says.
    pub fn read(folder: &Folder) -> Result<Cubes, PartsError> {
        let path = folder.path().join(CUBES);
        let cubes = read(&path)?;
        let (parts, found) = (folder.manifest().parts, cubes.len());
        if found as u64 != u64::from(parts) {
            let (found, parts) = (counted(found, "cube"), counted(parts, "part"));
            let message = format!("has {found}, and the folder has {parts}");
            return Err(PartsError::wrong(&path, message));
        }
        let mut leaves = BTreeMap::new();
        let mut open: Vec<(PartName, Cube)> = (1..).map(PartName::new).zip(cubes).collect();
        while let Some((name, cube)) = open.pop() {
            let path = again(folder, &name);
            if !path.exists() {
                leaves.insert(name, cube);
                continue;
            }
            let parts = (1..).zip(read(&path)?);
            let parts =
                parts.map(|(number, more)| (name.child(number), [&cube[..], &more].concat()));
            open.extend(parts);
        }
        Ok(Cubes(leaves))
    }

    /// The parts that are done as they are, with their cubes.
    pub fn leaves(&self) -> impl Iterator<Item = (&PartName, &Cube)> {
        self.0.iter()
    }

    /// Those that are this part, or parts of it.
    pub fn within<'c>(
        &'c self,
        part: &'c PartName,
    ) -> impl Iterator<Item = (&'c PartName, &'c Cube)> {
        self.leaves().filter(|(name, _)| name.is_within(part))
    }

    /// The cubes as a tree that covers everything; the error names what is missing.
    pub fn tree(&self) -> Result<Tree<'_>, String> {
        let leaves: Vec<(&PartName, &Cube)> = self.leaves().collect();
        Tree::new(&leaves, &mut Vec::new())
    }
}

/// A binary tree of cubes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree<'c> {
    /// A part.
    Leaf(&'c PartName),
    /// Where this literal is true, and where it is false.
    Choice(Lit, Box<[Tree<'c>; 2]>),
}

/// The clause that a cube is impossible, sorted.
pub fn negated(cube: &[Lit]) -> Vec<i32> {
    let mut lits: Vec<i32> = cube.iter().map(|lit| -lit.to_dimacs()).collect();
    lits.sort_unstable();
    lits
}

impl<'c> Tree<'c> {
    /// That the cubes are impossible, and every node above them, in the order in which that is derived; the
    /// empty clause last.
    pub fn impossible(&self, cubes: &Cubes) -> Vec<Vec<i32>> {
        let mut found = Vec::new();
        self.add_impossible(cubes, &mut Vec::new(), &mut found);
        found
    }

    fn add_impossible(&self, cubes: &Cubes, path: &mut Cube, found: &mut Vec<Vec<i32>>) {
        match self {
            Tree::Leaf(name) => found.push(negated(&cubes.0[*name])),
            Tree::Choice(lit, branches) => {
                for (branch, lit) in branches.iter().zip([*lit, !*lit]) {
                    path.push(lit);
                    branch.add_impossible(cubes, path, found);
                    path.pop();
                }
                found.push(negated(path));
            }
        }
    }

    /// The tree of leaves with these cubes, which all begin with `path`.
    fn new(leaves: &[(&'c PartName, &'c Cube)], path: &mut Cube) -> Result<Tree<'c>, String> {
        let words = |path: &Cube| match path.is_empty() {
            true => "everything".to_string(),
            false => path.iter().map(|lit| lit.to_dimacs()).join(" "),
        };
        let depth = path.len();
        match leaves {
            [] => return Err(format!("no part covers {}", words(path))),
            [(name, cube)] if cube.len() == depth => return Ok(Tree::Leaf(name)),
            _ => {}
        }
        if let Some((name, _)) = leaves.iter().find(|(_, cube)| cube.len() == depth) {
            return Err(format!("part {name} covers what others cover too"));
        }
        let lit = leaves[0].1[depth];
        let (yes, others): (Vec<_>, Vec<_>) = leaves
            .iter()
            .copied()
            .partition(|(_, cube)| cube[depth] == lit);
        if let Some((name, cube)) = others.iter().find(|(_, cube)| cube[depth] != !lit) {
            let (lit, found) = (lit.to_dimacs(), cube[depth].to_dimacs());
            return Err(format!(
                "part {name} goes on with {found} where others choose {lit}"
            ));
        }
        let mut branch = |lit, leaves: &[_]| {
            path.push(lit);
            let tree = Tree::new(leaves, path);
            path.pop();
            tree
        };
        let branches = [branch(lit, &yes)?, branch(!lit, &others)?];
        Ok(Tree::Choice(lit, Box::new(branches)))
    }
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
        Cubes((1..).map(PartName::new).zip(of.iter().map(cube)).collect())
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
        let other = "part 3 goes on with 2 where others choose 1";
        assert_eq!(fault(&[&[3], &[-3, 1], &[-3, 2]]), other);
        assert_eq!(
            fault(&[&[3], &[3], &[-3]]),
            "part 1 covers what others cover too"
        );
    }
}
