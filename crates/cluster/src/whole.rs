//! What is split, from what the folder says of it.
//!
//! ```
//! use knightsat_cnf::Lit;
//! use knightsat_encoding::formula_spec::FormulaSpec;
//! use knightsat_cluster::whole::{degrees, part_of};
//! use knightsat_base::stop::Stop;
//!
//! let spec = "3x4".parse::<FormulaSpec>()?;
//! let problem = spec.problem()?;
//! assert!(degrees(&problem, &Stop::default())?.len() > 0);
//! let cube = vec![Lit::from_dimacs(1).unwrap()];
//! let part = part_of(&spec, &problem, &cube).expect("1 is an edge");
//! assert_eq!(part.tour.require[0].to_string(), "a1-c2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::cubes::Cube;
use super::error::PartsError;
use super::folder::{Folder, MANIFEST, Task};
use knightsat_base::checksum::Checksum;
use knightsat_base::stop::{Stop, Stopped};
use knightsat_cnf::Lit;
use knightsat_cnf::dimacs::read::Comment;
use knightsat_cnf::sink::{Cnf, Until};
use knightsat_encoding::Formula;
use knightsat_encoding::formula_spec::{FormulaSpec, FormulaSpecError};
use knightsat_search::lazy::Refutation;
use knightsat_tour::Problem;
use knightsat_tour::given::Clue;
use knightsat_tour::spec::MoveName;

impl Folder {
    /// The problem and the style of what is split; none of a comparison.
    pub fn spec(&self) -> Result<FormulaSpec, PartsError> {
        let file = self.path().join(MANIFEST);
        let comments = match &self.manifest().task {
            Task::Formula { comments, .. }
            | Task::Lazy { comments, .. }
            | Task::Count { comments, .. } => &comments[..],
            Task::Compare { .. } => &[],
        };
        let spec = described(comments)
            .map_err(|error| PartsError::wrong(&file, format!("comment {error}")))?;
        spec.ok_or_else(|| PartsError::wrong(&file, "says of no problem what is split"))
    }
}

/// What comments say. The edges of a graph are in order then, whatever file they came from, so that the
/// formula is the same, literal by literal.
pub fn described(comments: &[String]) -> Result<Option<FormulaSpec>, FormulaSpecError> {
    let comments = (1..).zip(comments).map(|(line, text)| Comment {
        line,
        text: text.clone(),
    });
    FormulaSpec::from_comments(&comments.collect::<Vec<_>>())
}

/// The clauses of a formula, as parts of them are refuted.
pub fn clauses(formula: &Formula, stop: &Stop) -> Result<Cnf, Stopped> {
    let mut cnf = Cnf::default();
    let mut until = Until::new(&mut cnf, stop);
    formula.encode(&mut until);
    until.finish()?;
    Ok(cnf)
}

/// The clauses that every tour satisfies before there are any cuts: variables are the edges of the
/// graph, in the order of their smaller, then of their larger vertex, then others.
pub fn degrees(problem: &Problem, stop: &Stop) -> Result<Cnf, Stopped> {
    let refuted = Refutation::default().formula_within(problem, stop)?;
    Ok(refuted.formula)
}

/// A checksum of clauses, and of how many variables they may have.
pub fn checksum(formula: &Cnf) -> String {
    let mut sum = Checksum::default();
    sum.add(&formula.variables().to_le_bytes());
    for clause in formula.clauses() {
        let lits = clause.iter().map(|lit| lit.to_dimacs());
        lits.chain([0]).for_each(|lit| sum.add(&lit.to_le_bytes()));
    }
    sum.to_string()
}

/// What a cube of edges gives: that a tour takes them, or does not. `None` if a literal is of no edge.
pub fn clues(problem: &Problem, cube: &[Lit]) -> Option<Vec<Clue>> {
    let mut edges: Vec<[u32; 2]> = problem.graph().edges().collect();
    edges.sort_unstable();
    let clue = |lit: &Lit| {
        let edge = *edges.get(lit.var().number() as usize - 1)?;
        Some(match lit.is_positive() {
            true => Clue::Move(edge),
            false => Clue::NoMove(edge),
        })
    };
    cube.iter().map(clue).collect()
}

/// The spec of the part of a problem that a cube of its edges is. `None` if a literal is of no edge.
pub fn part_of(spec: &FormulaSpec, problem: &Problem, cube: &Cube) -> Option<FormulaSpec> {
    let mut part = spec.clone();
    let name = |edge: [u32; 2]| MoveName(edge.map(|vertex| spec.place.name(vertex)));
    for clue in clues(problem, cube)? {
        match clue {
            Clue::Move(edge) => part.tour.require.push(name(edge)),
            Clue::NoMove(edge) => part.tour.forbid.push(name(edge)),
            Clue::At { .. } | Clue::NotAt { .. } => {}
        }
    }
    Some(part)
}
