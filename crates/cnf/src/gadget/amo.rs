//! At-most-one constraints: at most one of some literals is true.
//!
//! ```
//! # mod knightsat { pub use knightsat_cnf as cnf; }
//! use knightsat::cnf::gadget::amo::Amo;
//! use knightsat::cnf::sink::{ClauseSink, Cnf};
//!
//! for amo in Amo::ALL {
//!     let mut formula = Cnf::default();
//!     let lits: Vec<_> = formula.new_vars(20).iter().map(|var| var.pos()).collect();
//!     amo.at_most_one(&lits, &mut formula);
//!     assert!(formula.size().clauses <= 20 * 19 / 2, "{}", amo.name());
//! }
//! ```
//!
//! Every encoding is a function over a slice and a sink, with its size formula and its paper;
//! [`Amo`] selects one by name. In all of them unit propagation makes the other literals
//! false once one is true, and finds the conflict once two are true.
//!
//! | encoding | clauses | fresh variables | determined |
//! | --- | --- | --- | --- |
//! | [`pairwise()`] | n(n−1)/2 | 0 | yes |
//! | [`ladder()`] | 4n−5 | n−1 | yes |
//! | [`sequential()`] | 3n−4 | n−1 | no |
//! | [`product()`] | 2n + 4√n + O(n^¼) | 2√n + O(n^¼) | no |
//! | [`commander()`] | about 11n/3 | about n/3 | yes |
//! | [`bimander()`] | n⌈log₂⌈n/4⌉⌉ + about 3n/2 | ⌈log₂⌈n/4⌉⌉ | no |
//! | [`bitwise()`] | n⌈log₂ n⌉ | ⌈log₂ n⌉ | no |
//!
//! Fresh variables are *determined* if every choice of the literals with at most one true extends
//! to exactly one model. Then plain model counting counts the choices; otherwise the count must be
//! projected on them. If exactly one of the literals is true, as always in the position encoding,
//! it determines the fresh variables of all encodings.

use crate::gadget::width;
use crate::sink::ClauseSink;
use crate::{Lit, Var};
use itertools::Itertools;
use knightsat_base::text::{ParseError, one_of};
use std::fmt;
use std::str::FromStr;

/// The default group size of [`commander()`] and [`bimander()`].
#[doc(hidden)]
pub const GROUP: usize = 4;

/// Makes [`Amo`] from a table. Each line has a description, the variant and its name, and the
/// function, with the group size if it has one.
macro_rules! family {
    ($($(#[$doc:meta])* $variant:ident $name:literal $function:ident $(($group:expr))?)*) => {
        /// An at-most-one encoding, by name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Amo {
            $($(#[$doc])* $variant,)*
        }

        impl Amo {
            /// All encodings.
            pub const ALL: [Amo; [$($name),*].len()] = [$(Amo::$variant,)*];

            /// Returns its name.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Amo::$variant => $name,)*
                }
            }

            /// Requires that at most one of `lits` is true.
            pub fn at_most_one<S: ClauseSink + ?Sized>(self, lits: &[Lit], sink: &mut S) {
                match self {
                    $(Amo::$variant => $function(lits, sink $(, $group)?),)*
                }
            }
        }
    };
}

family! {
    /// All pairs.
    Pairwise "pairwise" pairwise
    /// A staircase of variables "one of the first i", defined by equivalences.
    Ladder "ladder" ladder
    /// A staircase like the ladder, defined in one direction only.
    Sequential "sequential" sequential
    /// Rows and columns of a square grid.
    Product "product" product
    /// A variable for each small group, "one of these", recursively.
    Commander "commander" commander(GROUP)
    /// Pairs within small groups, the group's number in binary.
    Bimander "bimander" bimander(GROUP)
    /// The literal's number in binary.
    Bitwise "bitwise" bitwise
}

impl fmt::Display for Amo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Amo {
    type Err = ParseError;

    fn from_str(name: &str) -> Result<Amo, ParseError> {
        one_of(Amo::ALL, "an at-most-one encoding", name)
    }
}

/// The at-most-one encodings of a formula, or the default of each constraint: of squares per step
/// and steps per square, if these may differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Amos {
    /// At most one square per step.
    pub steps: Option<Amo>,
    /// At most one step per square.
    pub squares: Option<Amo>,
}

impl Amos {
    /// The default of each constraint.
    pub const AUTO: Amos = Amos::both(None);

    /// The best for the position encoding, by measurement.
    pub const PRODUCT: Amos = Amos::both(Some(Amo::Product));

    /// Returns one encoding for both.
    pub const fn both(amo: Option<Amo>) -> Amos {
        Amos {
            steps: amo,
            squares: amo,
        }
    }

    /// Fails if there are two.
    pub fn one(self) -> Result<(), ParseError> {
        if self.steps == self.squares {
            return Ok(());
        }
        let reason = "names two at-most-one encodings: one is used for all constraints";
        Err(ParseError::of(&self.to_string(), reason))
    }
}

impl fmt::Display for Amos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [self.steps, self.squares].map(|amo| amo.map_or("auto", Amo::name));
        match names {
            [steps, squares] if steps == squares => f.pad(steps),
            names => f.pad(&names.join(",")),
        }
    }
}

impl FromStr for Amos {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Amos, ParseError> {
        let (steps, squares) = text.split_once(',').unwrap_or((text, text));
        let amo = |name: &str| match name {
            "auto" => Ok(None),
            name => name.parse().map(Some),
        };
        Ok(Amos {
            steps: amo(steps)?,
            squares: amo(squares)?,
        })
    }
}

knightsat_base::by_text!(Amo, Amos);

/// Up to this number of literals [`product()`] and [`commander()`] use all pairs: splitting them
/// further would save no clause.
const SMALL: usize = 6;

/// Returns the next `count` variables, as literals to be constrained in turn.
fn fresh<S: ClauseSink + ?Sized>(count: usize, sink: &mut S) -> Vec<Lit> {
    let count = u32::try_from(count).expect("fewer literals than variable numbers");
    sink.new_vars(count).iter().map(Var::pos).collect()
}

/// Requires at most one of `lits`, by all pairs.
///
/// Pairwise: ¬a ∨ ¬b for every pair. Also called binomial, direct or naive.
///
/// Size: n(n−1)/2 clauses, n(n−1) literals, no fresh variables. For n = 64: 2016 clauses, as in the
/// literature.
///
/// Determined: yes, without fresh variables.
///
/// Folklore; the baseline of Alan M. Frisch and Paul A. Giannaros, SAT encodings of the at-most-k
/// constraint, ModRef 2010.
pub fn pairwise<S: ClauseSink + ?Sized>(lits: &[Lit], sink: &mut S) {
    sink.pairwise(lits);
}

/// Requires at most one of `lits`, by the ladder.
///
/// Ladder: a staircase of variables that determines the position of the true literal. yᵢ ↔ x₁ ∨ … ∨
/// xᵢ:
///
/// - ¬xᵢ ∨ yᵢ for i < n, ¬yᵢ₋₁ ∨ yᵢ for 1 < i < n: a true literal sets all later variables,
/// - ¬yᵢ ∨ yᵢ₋₁ ∨ xᵢ for i < n (without y₀ for i = 1): nothing else does,
/// - ¬xᵢ ∨ ¬yᵢ₋₁ for i > 1: no literal is true after another one.
///
/// Size for n ≥ 2: 4n−5 clauses, 9n−12 literals, n−1 fresh variables. For n = 64: 251 clauses and
/// 63 fresh. The literature has 256 and 65, with a step below the first literal and one above the
/// last; neither is needed.
///
/// Determined: yes, by the second line. Without it this is the sequential counter.
///
/// Ian P. Gent and Peter Nightingale, A new encoding of AllDifferent into SAT, ModRef 2004. Their
/// encoding is of exactly one; without the single clause yₙ₋₁ ∨ xₙ it is of at most one.
pub fn ladder<S: ClauseSink + ?Sized>(lits: &[Lit], sink: &mut S) {
    staircase(lits, true, sink);
}

/// Writes the steps "one of the first i"; with `is_defined`, nothing else makes them true.
fn staircase<S: ClauseSink + ?Sized>(lits: &[Lit], is_defined: bool, sink: &mut S) {
    let [first, middle @ .., last] = lits else {
        return;
    };
    let mut step = sink.new_var().pos();
    sink.clause(&[!*first, step]);
    if is_defined {
        sink.clause(&[!step, *first]);
    }
    for &lit in middle {
        let next = sink.new_var().pos();
        sink.clause(&[!lit, next]);
        sink.clause(&[!step, next]);
        if is_defined {
            sink.clause(&[!next, step, lit]);
        }
        sink.clause(&[!lit, !step]);
        step = next;
    }
    sink.clause(&[!*last, !step]);
}

/// Requires at most one of `lits`, by the sequential counter.
///
/// Sequential counter: a fresh variable for each literal records that an earlier one was true. sᵢ
/// is implied by x₁ ∨ … ∨ xᵢ:
///
/// - ¬xᵢ ∨ sᵢ for i < n: a true literal is recorded,
/// - ¬sᵢ₋₁ ∨ sᵢ for 1 < i < n: and the record is kept,
/// - ¬xᵢ ∨ ¬sᵢ₋₁ for i > 1: no literal is true after another one.
///
/// Size for n ≥ 2: 3n−4 clauses, 6n−8 literals, n−1 fresh variables. For n = 64: 188 clauses and 63
/// fresh, as in the literature.
///
/// Determined: no. If no literal is true, the s may become true from any index on.
///
/// Carsten Sinz, Towards an optimal CNF encoding of Boolean cardinality constraints, CP 2005
/// (LT_SEQ for k = 1). Some authors call this one the ladder.
pub fn sequential<S: ClauseSink + ?Sized>(lits: &[Lit], sink: &mut S) {
    staircase(lits, false, sink);
}

/// Requires at most one of `lits`, by rows and columns.
///
/// Product: the literals fill a grid of p rows and q columns, line by line; any two differ in the
/// row or in the column. Fresh u for the rows, v for the columns:
///
/// - ¬x ∨ u(row of x), ¬x ∨ v(column of x) for every literal x,
/// - at most one u, at most one v, recursively.
///
/// p = ⌈√n⌉ and q = ⌈n/p⌉, so every row and column is in use. Up to six literals, all pairs have no
/// more clauses and end the recursion.
///
/// Size for n > 6: P(n) = 2n + P(p) + P(q) clauses, all binary, and F(n) = p + q + F(p) + F(q)
/// fresh variables; P(n) = n(n−1)/2 and F(n) = 0 for n ≤ 6. That is 2n + 4√n + O(n^¼) and 2√n +
/// O(n^¼). For n = 64: 172 clauses and 28 fresh. The literature has 184 and 16, with all pairs of
/// the 8 rows and of the 8 columns. Recursion saves 12 clauses for 12 variables.
///
/// Determined: no. If no literal is true, any one row and any one column may be.
///
/// Jingchao Chen, A new SAT encoding of the at-most-one constraint, ModRef 2010.
pub fn product<S: ClauseSink + ?Sized>(lits: &[Lit], sink: &mut S) {
    if lits.len() <= SMALL {
        return sink.pairwise(lits);
    }
    let count = (lits.len() - 1).isqrt() + 1;
    let rows = fresh(count, sink);
    let columns = fresh(lits.len().div_ceil(count), sink);
    for (line, &row) in lits.chunks(columns.len()).zip(&rows) {
        for (&lit, &column) in line.iter().zip(&columns) {
            sink.clause(&[!lit, row]);
            sink.clause(&[!lit, column]);
        }
    }
    product(&rows, sink);
    product(&columns, sink);
}

/// Requires at most one of `lits`, by commanders of groups of `group` literals, by default
/// [`GROUP`].
///
/// Commander: the literals are divided into groups of k. Each group has a fresh commander c, which
/// is true if and only if one of its literals is. At most one commander is true. For every group G:
///
/// - ¬a ∨ ¬b for every pair in G,
/// - ¬x ∨ c for x in G: c if one is true,
/// - ¬c ∨ ⋁G: and only if one is true,
///
/// and at most one c, recursively. Up to six literals, all pairs have no more clauses and end the
/// recursion.
///
/// Size for n > max(k, 6), with g = ⌈n/k⌉, and w = ⌊n/k⌋·k(k−1)/2 + r(r−1)/2 pairs within groups
/// for r = n mod k. C(n) = w + n + g + C(g) clauses, L(n) = 2w + 3n + g + L(g) literals and F(n) =
/// g + F(g) fresh variables; otherwise those of all pairs. For n = 64, k = 4: 226 clauses and 20
/// fresh. The literature has 280 and 16, with all pairs of the 16 commanders and without the third
/// line. Groups of commanders save 80 clauses for 4 variables; the third line adds 20.
///
/// Determined: yes, by the third line.
///
/// Will Klieber and Gihwon Kwon, Efficient CNF encoding for selecting 1 from N objects, CFV 2007.
///
/// # Panics
/// If `group` is below 2, since there would be as many commanders as literals.
pub fn commander<S: ClauseSink + ?Sized>(lits: &[Lit], sink: &mut S, group: usize) {
    assert!(group >= 2, "a commander needs a group of at least 2");
    if lits.len() <= group.max(SMALL) {
        return sink.pairwise(lits);
    }
    let commanders = fresh(lits.len().div_ceil(group), sink);
    let mut only_then = Vec::with_capacity(group + 1);
    for (members, &commander) in lits.chunks(group).zip(&commanders) {
        sink.pairwise(members);
        for &lit in members {
            sink.clause(&[!lit, commander]);
        }
        only_then.clear();
        only_then.push(!commander);
        only_then.extend_from_slice(members);
        sink.clause(&only_then);
    }
    commander(&commanders, sink, group);
}

/// Requires at most one of `lits`, by the number of its group of `group` literals, by default
/// [`GROUP`].
///
/// Bimander, from binary and commander: the literals are divided into groups of k, and a true
/// literal fixes shared bits to the number of its group. For every group G and fresh bits b:
///
/// - ¬a ∨ ¬b for every pair in G,
/// - for x in G: ¬x ∨ bⱼ if bit j of the number of G is 1, ¬x ∨ ¬bⱼ if it is 0.
///
/// Groups of one give the bitwise encoding, and a single group gives all pairs.
///
/// Size: n⌈log₂⌈n/k⌉⌉ + w clauses, all binary, with ⌈log₂⌈n/k⌉⌉ fresh variables. Here w =
/// ⌊n/k⌋·k(k−1)/2 + r(r−1)/2 pairs lie within groups, and r = n mod k. For n = 64, k = 4: 352
/// clauses and 4 fresh, as in the literature.
///
/// Determined: no. If no literal is true, the bits are free.
///
/// Steffen Hölldobler and Van Hau Nguyen, An efficient encoding of the at-most-one constraint,
/// KRR Report 13-04, TU Dresden, 2013; Van-Hau Nguyen and Son Thay Mai, A new method to encode the
/// at-most-one constraint into SAT, SoICT 2015.
///
/// # Panics
/// If `group` is 0.
pub fn bimander<S: ClauseSink + ?Sized>(lits: &[Lit], sink: &mut S, group: usize) {
    let groups = lits.len().div_ceil(group);
    let bits = sink.new_vars(width(groups as u64));
    for (number, members) in lits.chunks(group).enumerate() {
        sink.pairwise(members);
        for (&lit, index) in members.iter().cartesian_product(0..bits.len()) {
            let bit = bits.get(index);
            let is_one = number >> index & 1 == 1;
            sink.clause(&[!lit, if is_one { bit.pos() } else { bit.neg() }]);
        }
    }
}

/// Requires at most one of `lits`, by its number in binary.
///
/// Bitwise: a true literal fixes shared bits to its number, and all numbers differ. Also called
/// binary or logarithmic. With fresh bits b:
///
/// - ¬xᵢ ∨ bⱼ if bit j of i is 1, ¬xᵢ ∨ ¬bⱼ if it is 0, for i = 0 … n−1.
///
/// Size: n⌈log₂ n⌉ clauses, 2n⌈log₂ n⌉ literals, ⌈log₂ n⌉ fresh variables. For n = 64: 384 clauses
/// and 6 fresh, as in the literature.
///
/// Determined: no. If no literal is true, the bits are free.
///
/// Alan M. Frisch, Timothy J. Peugniez, Anthony J. Doggett and Peter W. Nightingale, Solving
/// non-Boolean satisfiability problems with stochastic local search: a comparison of encodings,
/// Journal of Automated Reasoning 35, 2005; Steven D. Prestwich, Finding large cliques using SAT
/// local search, Trends in Constraint Programming, 2007.
pub fn bitwise<S: ClauseSink + ?Sized>(lits: &[Lit], sink: &mut S) {
    bimander(lits, sink, 1);
}
