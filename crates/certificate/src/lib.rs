//! Certificates that no tour exists, and their checker, which shares no code with the search.
//!
//! ```
//! use knightsat_certificate::{Verified, verify};
//! use knightsat_search::prove::{Task, prove};
//! use knightsat_tour::spec::Request;
//!
//! let request = "4x4".parse::<Request>()?;
//! let problem = request.problem(&Default::default())?;
//! let folder = std::env::temp_dir().join(format!("knightsat-{}", std::process::id()));
//! std::fs::create_dir(&folder)?;
//! let task = Task {
//!     problem: &problem,
//!     request: &request,
//!     folder: &folder,
//!     solver: None,
//!     options: Default::default(), // without shortcuts
//! };
//! prove(&task, &mut |_| ())?;
//! let (place, claim) = (&request.place, request.claim());
//! let verified = verify(&folder, &problem, place, &claim, &Default::default())?;
//! assert!(matches!(verified, Verified::Refutation { .. }));
//! std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A certificate is a folder with `certificate.json` ([`certificate`]). Unless that file contains a
//! short reason, the folder also contains three files. These are `formula.cnf` (DIMACS, a clause a
//! line), `proof.lrat`, and `proof.drat` with its steps for other checkers. [`verify`] accepts the
//! certificate if every tour is a model of the formula and the formula has no model. It derives the
//! clauses from the graph itself for the first condition, and checks `proof.lrat`, whoever wrote
//! it, for the second. The same derivation has written the formula.
//!
//! # The formula
//!
//! For closed tours, the *augmented graph* is the graph of the problem. For open tours it has one
//! more vertex, the *apex*, after all others. The apex is joined to each possible end of the tour,
//! so that a path and the apex form a cycle through all vertices. If both ends are fixed, the apex
//! is joined to these two. Otherwise it is joined to all vertices, unless the graph is connected
//! and its edges join two colours. If the colour classes differ in size, both ends are in the
//! larger class, and the apex is joined to that class. If the sizes are equal, the ends have
//! different colours. A single fixed end then restricts the apex to the other colour and to the
//! fixed end.
//!
//! Edge e of the augmented graph, from 1, is variable e. The edges of the graph come first, by
//! their smaller end, then by their larger end. The edges of the apex follow, by their other end.
//! Clauses:
//!
//! 1. For every vertex in order, the apex last, two of its edges (in their order) are taken. With
//!    fewer than two edges, the clause is empty. Two edges give a unit clause each. Up to eight
//!    edges give, for each edge, the clause of all others; then `¬a ∨ ¬b ∨ ¬c` for all a < b < c in
//!    the order of c, b, a. More edges give a counter.
//! 2. If no end is fixed and the colour classes have equal sizes, the apex has other clauses. These
//!    require one edge to the colour of vertex 0, then one to the other colour. One of up to eight
//!    edges gives the clause of all edges, then `¬a ∨ ¬b` for a < b. One of more edges gives a
//!    counter.
//! 3. Unit clauses for the edges that every tour takes, by their smaller, then by their larger end.
//!    These are the required moves; the edge from the only fixed end of an open tour to the apex;
//!    and the edge between the two fixed ends of a closed tour. A missing edge gives the empty
//!    clause.
//! 4. The cuts. For a set of vertices without the apex, the clause contains all edges between the
//!    set and the other vertices of the augmented graph. Both sides are non-empty, so every tour
//!    takes one of these edges. A tour also returns, so it takes two. For up to four edges, the
//!    clauses of all but the first, all but the second and so on follow.
//! 5. The rules [without a
//!    direction](knightsat_tour::rule::Rule::is_directed), as in 8 of [the formula of
//!    steps](#the-formula-of-steps). But an edge is its variable, or false if the graph lacks it.
//! 6. If the certificate states them, two matchings with fresh variables, `a[e]` for all edges,
//!    then `b[e]`. The edges of a tour alternate between the matchings. For every edge: `¬a[e] ∨
//!   ¬b[e]`, `¬a[e] ∨ e`, `¬b[e] ∨ e`, `¬e ∨ a[e] ∨ b[e]`. Then for every vertex one `a`, encoded
//!    as in 2, and one `b`. If the augmented graph has an odd number of vertices, the alternation
//!    starts at the last one. That vertex has two `a`, encoded as in 1, and no `b`, a unit clause
//!    each. If the number is even, the matchings can be swapped. Then, if vertex 0 has two edges,
//!    with e and f the first two, the clauses `¬b[e]` and `a[e] ∨ ¬b[f]` follow.
//!
//! A *counter* to m of the edges x₁, x₂, … takes fresh variables `s[i][k]` for each i and for k up
//! to m and to i, in this order. `s[i][k]` means that at least k of the first i edges are taken.
//! Each has the clauses `s[i][k] ∨ ¬x_i ∨ ¬s[i-1][k-1]`, `¬s[i][k] ∨ x_i ∨ s[i-1][k]`, `¬s[i-1][k]
//! ∨ s[i][k]`, `¬s[i][k] ∨ s[i-1][k-1] ∨ s[i-1][k]`. Literals of missing variables are omitted
//! (`s[i][0]` is true), and so are clauses that become trivial. After the variables of i follows
//! `¬s[i-1][m] ∨ ¬x_i`. The last clause is `s[d][m]`, where d is the number of edges (Sinz, Towards
//! an optimal CNF encoding of Boolean cardinality constraints, CP 2005).
//!
//! # Directed graphs
//!
//! The certificate of a directed graph is that of its [split graph](knightsat_tour::split), where
//! the tour is closed. The vertices are called `in.5`, `5` and `out.5`, those of the apex
//! `in.apex`, `apex` and `out.apex`. Clues about steps, required moves with arcs both ways, and
//! rules need the formula of steps, which is that of the directed graph itself.
//!
//! # The formula of steps
//!
//! The variables above contain no steps. [Clues about steps](Problem::has_given_steps) besides the
//! ends, a symmetry, blocks, equal sums and rules about directions, steps or orders need another
//! formula, which the certificate announces by `steps`. With n vertices, the variable (i − 1)·n + v
//! means that the tour is on vertex v at step i, both from 1. Clauses:
//!
//! 1. For every step in order, one of its variables, encoded as in 2 above. The same for every
//!    vertex.
//! 2. For every vertex v, for every step i, for the preceding and then the following step. If the
//!    tour is on v at i, it is on a neighbour of v there, in a directed graph on a predecessor or a
//!    successor. Neighbours increase. In a closed tour, step 1 follows step n.
//! 3. With a symmetry, for every step and every vertex: n/q steps later the tour is on the image of
//!    the vertex. Here q is 2 for a half turn and 4 for a quarter turn. If the direction of the
//!    tour matters, a quarter turn may lead along the tour or back. Ends, if both are fixed, and
//!    clues about steps besides the ends fix the direction. A fresh variable `back` is then the
//!    last literal of each clause, and the same clauses follow with preimages and `¬back`.
//! 4. With [blocks](knightsat_tour::blocks), unit clauses exclude each vertex from the steps of
//!    other blocks, by steps and then vertices. For each block and the next one follow clauses for
//!    each vertex of the one, then of the other. If the tour is on the vertex at the last step of
//!    the one, or at the first of the other, it takes a joint of the vertex. Unless steps or both
//!    ends are given, the steps of a closed tour count from the first block. Then 5, and steps in
//!    6, do not apply.
//! 5. Unit clauses for the start at step 1 and the end at step n, if they are fixed.
//! 6. The clues, moves before steps. A required move gives clauses for its smaller end and then its
//!    larger one, for every step. If the tour is there, it is on the other end one step before or
//!    after. A vertex at a step, or not at a step, gives a unit clause. A forbidden move needs no
//!    clause, since the graph lacks its edge.
//! 7. With [equal sums](knightsat_tour::magic), a unit clause for each line: the comparison of its
//!    sum. The terms are the variables of its vertices, by vertices and then steps. Their weights
//!    are the steps.
//! 8. With [rules](knightsat_tour::rule), a clause for each rule, in order. A symmetry that
//!    [reverses](knightsat_tour::reversal) the tour is a list of rules, after the others. Each edge
//!    that is not its own image implies its image, in the order of the graph. Unless a vertex is
//!    fixed, the last rule demands an edge that is its own image.
//!
//! In 7 and 8, fresh variables define the atoms that are not variables of steps. Each definition
//! precedes the first clause with its variable. Let z be that variable, and `x[i][v]` the one of
//! vertex v at step i.
//!
//! - *A move* from v to w has clauses for every step i. Let j be the step after i, and then the
//!   step before it if the direction does not matter. The clauses are `z ∨ ¬x[i][v] ∨ ¬x[j][w]` for
//!   each j, then `¬z ∨ ¬x[i][v]` with `x[j][w]` for each j. These are up to 3n clauses.
//! - *An order*, v after w, has two clauses for every step i. The first is `¬z ∨ ¬x[i][v]` with
//!   `x[j][w]` for all j < i. The second is `z ∨ ¬x[i][v]` with `x[j][w]` for all j ≥ i.
//! - *All* of several literals: `¬z ∨ l` for each literal l, then z with all ¬l. All of one literal
//!   is that literal, and all of none is true. *One* of several literals is the negation of all of
//!   their negations.
//! - *An angle or a crossing* is one of its
//!   [alternatives](knightsat_tour::rule::Atom::alternatives). An alternative is all of its edges.
//! - *A comparison* adds up terms, those of a statistic as its
//!   [sum](knightsat_tour::statistic::Statistic::sum). A term with a negative weight becomes its
//!   negation with a positive weight. `s[j][b]` means that the first j terms add up to at least
//!   b. It is constant if b ≤ 0, or if b exceeds all of these weights. Otherwise, let x be the
//!   j-th term and w its weight. The clauses are `s[j][b] ∨ ¬s[j-1][b]`, `s[j][b] ∨ ¬x ∨
//!   ¬s[j-1][b-w]`, `¬s[j][b] ∨ s[j-1][b-w]` and `¬s[j][b] ∨ x ∨ s[j-1][b]`. Only the needed ones
//!   have variables, by j and then by b. A sum of k terms is at least b if `s[k][b]`, and at most
//!   b if `¬s[k][b+1]`. It is b if all of both hold. With weights of 1, `s[k][b]` needs at most
//!   k·b variables, and at most k·(k + 1 − b) (Eén and Sörensson, Translating pseudo-Boolean
//!   constraints into SAT, JSAT 2006).
//!
//! A tour determines all of these variables. The literals of these clauses are in the order of
//! their variables, without false constants and repetitions. Clauses with a true constant, or with
//! a literal and its negation, are omitted.
//!
//! For a closed tour of fewer than three vertices, the empty clause is in place of 1 to 6.

pub use knightsat_tour::base;

pub mod certificate;
mod clash;
mod degrees;
mod formula;
mod lrat;
mod reason;
mod refuted_formula;
mod rules;
pub mod steps;
mod text;

pub use formula::DerivedFormula;
pub use refuted_formula::verify_formula;
pub use text::ProofError;

use crate::base::stop::Stop;
use crate::base::text::counted;
use knightsat_tour::lower::Lowered;
use knightsat_tour::place::Place;
use knightsat_tour::{Obstruction, Problem};
use refuted_formula::FormulaReader;
use std::fmt;
use std::path::Path;
use text::Result;

/// Name of the certificate's document in its folder.
pub const CERTIFICATE: &str = "certificate.json";
/// Name of the formula.
pub const FORMULA: &str = "formula.cnf";
/// Name of the LRAT proof.
pub const LRAT: &str = "proof.lrat";
/// Name of the DRAT proof, which is for other checkers.
pub const DRAT: &str = "proof.drat";
/// Name of the problem in constraints, which VeriPB checks beside the certificate.
pub const PROBLEM: &str = "problem.opb";
/// Name of its proof.
pub const PROOF: &str = "proof.pbp";

/// The content of an accepted certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verified {
    /// A short reason, in words.
    Reason(String),
    /// A refutation.
    Refutation {
        /// Clauses of the formula.
        clauses: u64,
        /// Cuts among them; none for a formula of steps.
        cuts: u64,
        /// Lemmas of the proof.
        lemmas: u64,
    },
}

impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (clauses, cuts, lemmas) = match self {
            Verified::Reason(words) => return f.write_str(words),
            Verified::Refutation {
                clauses,
                cuts,
                lemmas,
            } => (counted(*clauses, "clause"), *cuts, counted(*lemmas, "step")),
        };
        match cuts {
            0 => write!(f, "{clauses}, refuted in {lemmas}"),
            1 => write!(f, "{clauses}, 1 of them a cut, refuted in {lemmas}"),
            _ => write!(f, "{clauses}, {cuts} of them cuts, refuted in {lemmas}"),
        }
    }
}

/// Checks the certificate in `folder` that `problem` has no tour of `place`. The certificate must
/// contain `claim`, the claim in words. Returns [`ProofError::Stopped`] if `stop` fires first.
pub fn verify(
    folder: &Path,
    problem: &Problem,
    place: &Place,
    claim: &str,
    stop: &Stop,
) -> Result<Verified> {
    let (ground, words) = certificate::read(folder, problem, place, claim, stop)?;
    if let Some(words) = words {
        return Ok(Verified::Reason(words));
    }
    let formula = DerivedFormula::new(problem, &ground).ok_or_else(|| {
        let file = folder.join(CERTIFICATE).display().to_string();
        ProofError::wrong(&file, 1, "there is no such formula")
    })?;
    let mut found = FormulaReader::open(folder, stop)?;
    let size = formula.clauses(&mut |clause| found.expect(clause))?;
    found.check_refutation(folder, size.variables, size.cuts, stop)
}

/// Returns true if the reason holds, with all its numbers, and excludes every tour.
pub fn verify_reason(problem: &Problem, reason: &Obstruction) -> bool {
    let lowered = Lowered::reasoned(problem);
    match (reason, lowered.by()) {
        (Obstruction::Split { reason, vertices }, Some(_))
            if *vertices == problem.graph().len() =>
        {
            reason::holds(lowered.reasoned_problem(), reason)
        }
        _ => reason::holds(problem, reason),
    }
}
