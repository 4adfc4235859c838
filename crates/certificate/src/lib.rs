//! Certificates that there is no tour, and their checker, which shares no code with the search.
//!
//! ```
//! use knightsat_search::lazy;
//! use knightsat_tour::Kind;
//! use knightsat_certificate::{Names, Verified, verify};
//! use knightsat_search::prove::{Task, prove};
//! use knightsat_tour::place::Place;
//!
//! let place: Place = "4x4".parse()?;
//! let problem = place.problem(Kind::Open, None, None)?;
//! let folder = std::env::temp_dir().join(format!("knightsat-{}", std::process::id()));
//! std::fs::create_dir(&folder)?;
//! let names = Names {
//!     of: &|vertex| place.name(vertex),
//!     vertex: &|name| place.vertex(name).ok(),
//! };
//! let claim = "no open knight's tour of 4x4";
//! let task = Task {
//!     problem: &problem,
//!     claim,
//!     names,
//!     shortcuts: false,
//!     solver: None,
//!     options: lazy::Options::default(),
//! };
//! prove(&task, &folder, &mut |_| ())?;
//! let verified = verify(&folder, &problem, claim, names)?;
//! assert!(matches!(verified, Verified::Refutation { .. }));
//! std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A certificate is a folder: `certificate.txt` ([`certificate`]), and unless that holds a cheap
//! reason, `formula.cnf` (DIMACS, a clause a line), `proof.lrat` and `proof.drat` (text, the same
//! steps). [`verify`] accepts it if every tour would be a model of the formula, which it finds out
//! with its own derivation from the graph, and if the formula has no model, which the proof shows.
//!
//! # The formula
//!
//! The *augmented graph* is the graph of the problem, where a tour is closed. Where it is open, there is one
//! more vertex, the *apex*, after all others, joined to where the tour may end: to both ends if both
//! are fixed; else to all vertices, or if the graph is connected and its edges join two colours, to
//! fewer. If the colours have different numbers of vertices, both ends are of the larger class; if
//! they have as many, the ends are of different colours. So the apex is joined to the larger class,
//! or to the colour that the fixed end has not; and to the fixed end. With a path from end to end
//! the apex makes a cycle through all vertices of the augmented graph.
//!
//! Edge e of the augmented graph, from 1, is variable e: those of the graph in the order of their smaller end,
//! then of their larger end; then those of the apex in the order of their other end. Clauses:
//!
//! 1. for every vertex in order, the apex last: two of its edges (in their order) are taken. With
//!    fewer than two, the empty clause; with two, a unit clause each; with up to eight, for each edge
//!    the clause of all the others, then `¬a ∨ ¬b ∨ ¬c` for all a < b < c in the order of c, b, a; with
//!    more, a counter;
//! 2. where no end is fixed and both colours have as many vertices, instead of two edges at the apex:
//!    one to the colour of vertex 0, then one to the other. One of up to eight edges: the clause of
//!    all, then `¬a ∨ ¬b` for a < b; of more, a counter;
//! 3. unit clauses of the edges that every tour takes, in the order of their smaller, then of their larger
//!    end: required moves; if one end of an open tour is fixed, its edge to the apex; if both of a closed
//!    one are, the edge between them. The empty clause for an edge that is not there;
//! 4. if the certificate says so, two matchings, with fresh variables `a[e]` for all edges, then
//!    `b[e]`: the edges of a tour are in the first and in the second in turn. For every edge `¬a[e] ∨
//!    ¬b[e]`, `¬a[e] ∨ e`, `¬b[e] ∨ e`, `¬e ∨ a[e] ∨ b[e]`; then for every vertex one `a`, said as in 2,
//!    and one `b`. If the augmented graph has an odd number of vertices, its last one has two `a`, said as in 1,
//!    and no `b`, a unit clause each: the tour is taken in turn from there. If the number is even, the
//!    matchings may be swapped, so where vertex 0 has two edges, e and f being the first of them,
//!    `¬b[e]` and `a[e] ∨ ¬b[f]`;
//! 5. the cuts: for a set of vertices without the apex, the clause of all edges between it and the
//!    rest of the augmented graph. Neither the set nor the rest is empty, so every tour takes one of them. It takes
//!    two, since it comes back: where there are up to four, the clauses of all but the first, all but
//!    the second and so on follow.
//!
//! A *counter* to m of the edges x₁, x₂, … takes fresh variables `s[i][k]` for each i and for k up to
//! m and to i, in this order: at least k of the first i edges are taken. For each of them
//! `s[i][k] ∨ ¬x_i ∨ ¬s[i-1][k-1]`, `¬s[i][k] ∨ x_i ∨ s[i-1][k]`, `¬s[i-1][k] ∨ s[i][k]`,
//! `¬s[i][k] ∨ s[i-1][k-1] ∨ s[i-1][k]`, where literals of variables that there are not are left
//! out (`s[i][0]` is true), and clauses that come down to nothing new with them. After those of i
//! `¬s[i-1][m] ∨ ¬x_i`, and at the end `s[d][m]`, where d is the number of edges (Sinz, Towards an
//! optimal CNF encoding of Boolean cardinality constraints, CP 2005).
//!
//! # The formula of steps
//!
//! Of an edge the formula above knows whether the tour takes it, and not when. Where more is
//! [given](Problem::has_given_steps) of steps than the ends, or a symmetry is asked for, the certificate
//! says `steps`, and the formula is another one. With n vertices the variable (i − 1)·n + v says
//! that the tour is on vertex v at step i, both from 1. Clauses:
//!
//! 1. for every step in order: one of its variables, said as in 2 above; then for every vertex the same;
//! 2. for every vertex v, for every step i, for the step before and then the step after, as far as
//!    there are such, but in a closed tour steps 1 and n follow each other: if the tour is on v at i, it
//!    is on a neighbour of v there; neighbours increase;
//! 3. with a symmetry, for every step and every vertex: a period later the tour is on its image;
//! 4. unit clauses for the start at step 1 and the end at step n, if they are fixed;
//! 5. for everything that is given, moves before steps: of a required move, for its smaller end and then
//!    its larger one, for every step: if the tour is there, it is on the other at the step before or at
//!    that after; of a vertex at a step or not at a step a unit clause. Of a forbidden move there is
//!    nothing to say: it is no edge of the graph.
//!
//! Of a closed tour of fewer than three vertices the formula is the empty clause.

pub use knightsat_tour::base;

pub mod certificate;
mod clash;
mod degrees;
mod formula;
mod lrat;
mod reason;
pub mod steps;
mod text;

pub use formula::verify_formula;
pub use text::ProofError;

use crate::base::stop::Stop;
use crate::base::text::{counted, is_or_are};
use certificate::Reader;
use degrees::Augmented;
use formula::Formula;
use knightsat_tour::{Kind, Problem};
use std::path::Path;
use steps::Timetable;
use text::{Lines, Result};

/// Name of the certificate's text in its folder.
pub const CERTIFICATE: &str = "certificate.txt";
/// Name of the formula.
pub const FORMULA: &str = "formula.cnf";
/// Name of the LRAT proof.
pub const LRAT: &str = "proof.lrat";
/// Name of the DRAT proof.
pub const DRAT: &str = "proof.drat";
/// Name of the clauses that are derived one after the other where a refutation is in pieces: a clause a line.
pub const SUMMARY: &str = "summary.txt";
/// Name of the folder with the LRAT proof of each of them, called by its line in the summary: `7.lrat`. It
/// derives that line from the formula and the lines before, which have the numbers after the formula's
/// clauses; its lemmas have the numbers after those (the composition format of cake_lpr: Tan, Heule and Myreen,
/// cake_lpr: verified propagation redundancy checking in CakeML, TACAS 2021).
pub const LINES: &str = "lines";

/// Up to so many edges of a cut, clauses say that two of them are taken.
const NARROW: usize = 4;

const NO_FORMULA: &str = "there is no such formula";

/// How vertices are written and read.
#[derive(Clone, Copy)]
pub struct Names<'n> {
    /// The name of a vertex: printable ASCII without blanks.
    pub of: &'n dyn Fn(u32) -> String,
    /// The vertex of a name.
    pub vertex: &'n dyn Fn(&str) -> Option<u32>,
}

/// What a certificate that was accepted rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verified {
    /// A cheap reason, in words.
    Reason(String),
    /// A refutation.
    Refutation {
        /// Clauses of the formula.
        clauses: u64,
        /// Cuts among them; a formula of steps has none.
        cuts: u64,
        /// Lemmas of the proof.
        lemmas: u64,
    },
}

/// Checks the certificate in `folder` that `problem` has no tour. `claim` says the same in words, as
/// the certificate must.
pub fn verify(folder: &Path, problem: &Problem, claim: &str, names: Names) -> Result<Verified> {
    verify_within(folder, problem, claim, names, &Stop::default())
}

/// The same; [`ProofError::Stopped`] if it is over before the end.
pub fn verify_within(
    folder: &Path,
    problem: &Problem,
    claim: &str,
    names: Names,
    stop: &Stop,
) -> Result<Verified> {
    let mut certificate = Lines::open(&folder.join(CERTIFICATE), stop)?;
    // A reason may name all vertices, in its numbers and in its words.
    certificate.expect(0, 2 * problem.graph().len() as usize + claim.len());
    let (mut certificate, kind) = Reader::start(certificate, problem, claim, names)?;
    let (formula, cuts) = match kind {
        certificate::Kind::Reason(words) => return Ok(Verified::Reason(words)),
        certificate::Kind::Steps(clauses) => {
            let mut formula = Formula::open(folder, stop)?;
            check_steps(problem, &mut formula, &mut certificate, clauses)?;
            (formula, 0)
        }
        certificate::Kind::Formula(degrees) => {
            // A single vertex is an open tour, though no cycle goes through it and the apex.
            let is_cycle = problem.kind() == Kind::Closed || problem.graph().len() > 1;
            let augmented = Augmented::new(problem).filter(|_| is_cycle);
            let augmented = augmented.ok_or_else(|| certificate.wrong(NO_FORMULA))?;
            let mut formula = Formula::open(folder, stop)?;
            check_two_factors(&augmented, &mut formula, &mut certificate, degrees)?;
            let before = formula.read;
            while let Some(set) = certificate.cut(formula.read + 1, problem)? {
                if set.len() == augmented.len() {
                    return Err(certificate.wrong("no edge leaves the whole graph"));
                }
                check_cut(&augmented.leaving(&set), &mut formula)?;
            }
            let cuts = formula.read - before;
            (formula, cuts)
        }
    };
    formula.check_refutation(folder, cuts, stop)
}

/// The clauses of steps, which are all.
fn check_steps(
    problem: &Problem,
    formula: &mut Formula,
    certificate: &mut Reader,
    clauses: u64,
) -> Result<()> {
    certificate.end()?;
    let timetable = Timetable::new(problem);
    let timetable = timetable.ok_or_else(|| certificate.wrong(NO_FORMULA))?;
    let variables = timetable.clauses(&mut |clause| formula.expect(clause, "of steps"))?;
    formula.expect_variables(variables)?;
    check_count(formula, certificate, clauses, "of steps")
}

/// Sees that so many clauses have been read.
fn check_count(formula: &Formula, certificate: &Reader, clauses: u64, what: &str) -> Result<()> {
    if formula.read == clauses {
        return Ok(());
    }
    let (are, clauses) = (is_or_are(formula.read), counted(formula.read, "clause"));
    Err(certificate.wrong(format!("there {are} {clauses} {what}")))
}

/// The clauses of the degrees and of the matchings, which come first, and the number of variables.
fn check_two_factors(
    augmented: &Augmented,
    formula: &mut Formula,
    certificate: &mut Reader,
    degrees: u64,
) -> Result<()> {
    let mut variables =
        augmented.clauses(&mut |clause| formula.expect(clause, "of the degrees"))?;
    check_count(formula, certificate, degrees, "of the degrees")?;
    if let Some(last) = certificate.matchings(degrees + 1)? {
        let expect = &mut |clause: &[i32]| formula.expect(clause, "of the matchings");
        augmented.matchings(&mut variables, expect)?;
        if formula.read != last {
            let message = format!("the clauses of the matchings end with {}", formula.read);
            return Err(certificate.wrong(message));
        }
    }
    formula.expect_variables(variables)
}

/// The clauses of a cut: one of its edges is taken, and in a narrow one two are.
fn check_cut(leaving: &[i32], formula: &mut Formula) -> Result<()> {
    formula.expect_set(leaving, "of this cut")?;
    if leaving.len() > NARROW {
        return Ok(());
    }
    leaving.iter().try_for_each(|&left_out| {
        let others: Vec<i32> = leaving.iter().copied().filter(|&e| e != left_out).collect();
        formula.expect_set(&others, "of this cut")
    })
}
