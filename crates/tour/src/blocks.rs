//! Blocks of a board: a tour that visits one block after the other, each once and as a whole.
//!
//! The blocks of a closed tour lie on a cycle, those of an open tour on a snake. Exactly one move,
//! a *joint*, leads from each block to the next. A tour is then an open path in each block, and the
//! paths are short: this is how one formula suffices for a board of any size ([`Blocks::parts`]).
//! Most tours visit no such blocks, so "no" is about tours of this kind only (a streamliner: Gomes
//! and Sellmann, Streamlined constraint reasoning, CP 2004).
//!
//! ```
//! use knightsat_tour::Kind;
//! use knightsat_tour::blocks::Blocks;
//! use knightsat_tour::spec::TourSpec;
//! use std::sync::Arc;
//!
//! let tour = TourSpec { blocks: Some("6x6".parse()?), ..Kind::Closed.into() };
//! let (place, tour) = tour.settled("12x18".parse()?)?;
//! let problem = tour.problem(&place, &Default::default())?;
//! let blocks = problem.get::<Arc<Blocks>>().expect("two rows of three blocks");
//! assert_eq!(blocks.len(), 6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod layout;
mod parts;
mod paths;
mod route;

use crate::board::Board;
use crate::{
    Asked, Backend, Constrain, Definition, Demand, Demands, Each, Fact, FactStyle, Kind, Literal,
    PhrasePart, Place, Problem, ProblemError, RequestWords, Requested, SpecError, TourError,
    TourSpec, VertexMark,
};
use itertools::Itertools;
use knightsat_base::stop::{Stop, Stopped};
use knightsat_base::text::{OptionName, ParseError};
use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use thiserror::Error;

pub use parts::Part;

pub(crate) const BLOCKS: OptionName = OptionName("blocks");

/// The size of blocks: ranks and files, or the choice of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BlockSize {
    /// Chosen by [`BlockSize::settled`].
    Auto,
    /// So many ranks and files. Where they do not divide the sides of the board, some blocks are
    /// larger.
    Sides(u32, u32),
}

/// The seed by which the program chooses one move from each block to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Joints(pub u64);

impl FromStr for BlockSize {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<BlockSize, ParseError> {
        if text == "auto" {
            return Ok(BlockSize::Auto);
        }
        let sides = text.split_once(['x', 'X', '×']);
        let sides =
            sides.and_then(|(ranks, files)| Some((ranks.parse().ok()?, files.parse().ok()?)));
        let sides = sides.filter(|&(ranks, files)| ranks > 0 && files > 0);
        let (ranks, files) = sides.ok_or_else(|| {
            let rest = "is not a size of blocks: write ranks x files, such as 6x6, or auto";
            ParseError::of(text, rest)
        })?;
        Ok(BlockSize::Sides(ranks, files))
    }
}

impl fmt::Display for BlockSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BlockSize::Auto => f.write_str("auto"),
            BlockSize::Sides(ranks, files) => write!(f, "{ranks}x{files}"),
        }
    }
}

impl FromStr for Joints {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Joints, ParseError> {
        let seed = text.parse();
        seed.map(Joints)
            .map_err(|_| ParseError::of(text, "is not a seed of joints: write a number, such as 1"))
    }
}

impl fmt::Display for Joints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

knightsat_base::by_text!(BlockSize, Joints);

/// The reason why a board has no such blocks.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum BlocksError {
    /// Time was up before the blocks were laid out.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// No such blocks, or none that fit the clues.
    #[error("{0}")]
    Unfit(String),
}

/// The blocks of a board in the order of their visits, with the joints of a tour.
#[derive(Clone, Debug)]
pub struct Blocks {
    /// The number of the block of each vertex.
    of: Vec<u32>,
    /// The joint from each block to the next, as an arc; of a closed tour also from the last to the
    /// first.
    joints: Vec<[u32; 2]>,
    /// The vertices on which the first block begins, and the last one ends.
    ends: [u32; 2],
    /// True if these are the ends of the tour.
    is_begun: bool,
    /// True if the reverse of a tour does not count.
    is_one_way: bool,
    kind: Kind,
    /// The path through each block, and its problem.
    parts: Vec<Part>,
    pub(crate) problems: Vec<Problem>,
}

/// Returns blocks of this size that tours of the problem may visit one after the other. They are
/// laid out for all its constraints. Returns `None` if they do not fit and there is no tour anyhow,
/// for a reason that is shorter.
pub fn lay_out(
    problem: &Problem,
    board: &Board,
    size: BlockSize,
    joints: Joints,
    stop: &Stop,
) -> Result<Option<Arc<Blocks>>, BlocksError> {
    match layout::lay_out(problem, board, size, joints, stop) {
        Ok(blocks) => Ok(Some(Arc::new(blocks))),
        Err(error @ BlocksError::Stopped(_)) => Err(error),
        Err(_) if problem.obstruction(stop).is_some() => Ok(None),
        Err(error) => Err(error),
    }
}

impl BlockSize {
    /// Returns the least side of a block that has a path between nearly any two squares of fitting
    /// colours: 6 for a knight, 2(a+b) for another leaper.
    fn least(board: &Board) -> u32 {
        let (a, b) = board.leaper();
        6.max(a.saturating_add(b).saturating_mul(2))
    }

    /// Returns the size without `auto`; `None` if `auto` finds the board too small for blocks, or
    /// without blocks that have paths. With clues, `auto` avoids blocks of 5x5, whose colours
    /// determine those of all ends.
    pub fn settled(self, board: &Board, kind: Kind, has_clues: bool) -> Option<BlockSize> {
        if self != BlockSize::Auto {
            return Some(self);
        }
        let side = BlockSize::least(board);
        let sides = [board.ranks(), board.files()];
        let [least, most] = [sides[0].min(sides[1]), sides[0].max(sides[1])];
        let is_small = u64::from(least) * u64::from(most) < 4 * u64::from(side).pow(2);
        let is_odd_cycle = kind == Kind::Closed && board.squares() % 2 == 1;
        let is_knight = board.leaper() == Board::KNIGHT;
        let is_full = u64::from(board.squares()) == u64::from(least) * u64::from(most);
        let side = match (kind, least) {
            _ if is_small || is_odd_cycle => return None,
            (_, 10..) if is_knight && is_full && !has_clues => 5,
            (Kind::Open, least) if least >= side => side,
            (Kind::Closed, least) if least >= 2 * side => side,
            // Narrow boards have no such tours, or too narrow blocks.
            _ => return None,
        };
        Some(BlockSize::Sides(side, side))
    }
}

/// Returns the lengths into which a side is cut: the given length, plus an even number where that
/// suffices, so that few blocks have an odd side.
fn parts(side: u32, length: u32) -> Vec<u32> {
    let count = (side / length).max(1);
    let mut parts = vec![length.min(side); count as usize];
    let rest = side - count * length.min(side);
    for pair in 0..rest / 2 {
        parts[(pair % count) as usize] += 2;
    }
    parts[count as usize - 1] += rest % 2;
    parts
}

/// Returns the number of the part of each place on a side.
fn part_of(side: u32, length: u32) -> Vec<u32> {
    let lengths = (0..).zip(parts(side, length));
    let parts = lengths.flat_map(|(part, length)| std::iter::repeat_n(part, length as usize));
    parts.collect()
}

impl Blocks {
    /// Returns the number of blocks, at least two.
    #[expect(clippy::len_without_is_empty, reason = "there are always two")]
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// Returns the number of the block of a vertex.
    pub fn of(&self, vertex: u32) -> usize {
        self.of[vertex as usize] as usize
    }

    /// Returns the joint from each block to the next; of a closed tour also from the last block to
    /// the first.
    pub fn joints(&self) -> &[[u32; 2]] {
        &self.joints
    }

    /// Returns the ends of the tour, if steps are counted from the first block.
    pub(crate) fn fixed_ends(&self) -> Option<[u32; 2]> {
        self.is_begun.then_some(self.ends)
    }

    /// Returns true if steps are counted from the first square of the first block.
    pub fn is_begun(&self) -> bool {
        self.is_begun
    }

    /// Returns true if of a tour and its reverse, both of them tours through these blocks, only one
    /// visits the blocks in their order.
    pub fn is_one_direction(&self) -> bool {
        !self.is_one_way
    }

    /// Returns the paths through the blocks, in the order of the tour.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Returns the steps of a tour through these blocks from the first square of its first block
    /// on. Open tours, and those with a first step, stay.
    pub(crate) fn rotated(&self, steps: &[u32]) -> Vec<u32> {
        let first = steps.iter().position(|&vertex| vertex == self.ends[0]);
        let by = first.filter(|_| !self.is_begun).unwrap_or_default();
        [&steps[by..], &steps[..by]].concat()
    }

    /// Returns the first move, by the places of its ends from 0, that leads from a block to another
    /// one and is no joint. Without such a move a tour visits the blocks one after the other, since
    /// the joints lie on a cycle or a path of blocks.
    fn fault(&self, steps: &[u32]) -> Option<[usize; 2]> {
        let len = steps.len();
        let moves = (0..len).map(|place| [place, (place + 1) % len]);
        let mut moves = moves.take(len - usize::from(self.kind == Kind::Open));
        moves.find(|places| !self.allows(places.map(|place| steps[place])))
    }

    /// Returns true if a tour through these blocks visits them in their order.
    pub fn is_forward(&self, steps: &[u32]) -> bool {
        let mut moves = steps.iter().circular_tuple_windows();
        moves.any(|(&from, &to)| [from, to] == self.joints[0])
    }

    /// Returns true if a tour may go from one vertex straight to the other.
    fn allows(&self, [from, to]: [u32; 2]) -> bool {
        let is_joint = |arc: [u32; 2]| self.joints.get(self.of(arc[0])) == Some(&arc);
        self.of(from) == self.of(to)
            || is_joint([from, to])
            || !self.is_one_way && is_joint([to, from])
    }
}

impl Constrain for Arc<Blocks> {
    fn verify(&self, _problem: &Problem, steps: &[u32]) -> Result<(), TourError> {
        self.fault(steps).map_or(Ok(()), |[from, to]| {
            let [step, next] = [from + 1, to + 1];
            let [from, to] = [from, to].map(|place| VertexMark(steps[place]));
            Err(TourError::new(format!(
                "the tour does not visit the blocks in their order: from step {step} to {next}, \
                 {from} to {to}"
            )))
        })
    }

    fn demands(&self, _problem: &Problem) -> Demands {
        [Demand::Blocks].into_iter().collect()
    }

    /// A path may stay in a block, or leave it along a joint once it has visited the whole of it. A
    /// closed tour may begin inside a block.
    fn may_follow(&self, path: &mut dyn Iterator<Item = u32>, next: u32) -> bool {
        let Some(head) = path.next() else {
            return true;
        };
        let block = self.of(head);
        let mut here = 1;
        let mut before = path.skip_while(|&vertex| {
            let is_here = self.of(vertex) == block;
            here += usize::from(is_here);
            is_here
        });
        let has_begun_here = before.next().is_none();
        let is_whole = here == self.parts[block].vertices.len();
        let may_leave = is_whole || has_begun_here && self.kind == Kind::Closed;
        block == self.of(next) || may_leave && self.allows([head, next])
    }

    /// Moves lead from block to block by the joints alone.
    fn define(&self, definition: &Definition, each: Each) {
        let joint = |&arc: &[u32; 2]| Fact::of_move(definition.style(), arc);
        let joints: HashSet<Fact> = self.joints.iter().map(joint).collect();
        for fact in definition.facts() {
            if let Some([&a, &b]) = fact.ends()
                && self.of(a) != self.of(b)
                && !joints.contains(&fact)
            {
                each(&[Literal::not(fact)]);
            }
        }
    }

    fn directs(&self, definition: &Definition) -> bool {
        let is_edges = definition.style() == FactStyle::Edges;
        !is_edges && self.is_one_direction()
    }

    fn is_forward(&self, _problem: &Problem, steps: &[u32]) -> bool {
        Blocks::is_forward(self, steps)
    }

    fn begun(&self, steps: &[u32]) -> Option<Vec<u32>> {
        Some(self.rotated(steps))
    }
}

impl Requested for Arc<Blocks> {
    fn words(tour: &TourSpec) -> Vec<RequestWords> {
        let Some(size) = tour.blocks else {
            return Vec::new();
        };
        let short = tour.joints.map(|joints| format!(" joints {joints}"));
        let joints = tour.joints.unwrap_or_default();
        let short = format!("blocks {size}{}", short.unwrap_or_default());
        let long = format!("through blocks of {size}, joints {joints}");
        vec![PhrasePart::Kind.words(short, long)]
    }

    fn may_demand(tour: &TourSpec, _place: &Place) -> Demands {
        tour.blocks.map(|_| Demand::Blocks).into_iter().collect()
    }

    /// Lays out the blocks for the other constraints.
    fn constraint(asked: &Asked) -> Result<Option<Arc<Blocks>>, SpecError> {
        let &Asked {
            tour,
            place,
            problem,
            stop,
        } = asked;
        let (Some(size), Some(board)) = (tour.blocks, place.board()) else {
            return Ok(None);
        };
        tour.reductions(place, Backend::Layout)?;
        let begun = problem.clone().with_first_step()?;
        let blocks = lay_out(&begun, board, size, tour.joints.unwrap_or_default(), stop);
        blocks.map_err(|error| match error {
            BlocksError::Stopped(stopped) => ProblemError::Stopped(stopped).into(),
            error => SpecError::Blocks(error),
        })
    }
}

#[cfg(test)]
mod tests;
