//! Blocks of a board: a tour that visits one block after the other, each once and as a whole.
//!
//! The blocks of a closed tour lie on a cycle, those of an open tour on a snake. Exactly one move,
//! a *joint*, leads from each block to the next. A tour is then an open path in each block, and the
//! paths are short: this is how one formula suffices for a board of any size ([`Blocks::parts`],
//! [`Blocks::lift`]). Most tours visit no such blocks, so "no" is about tours of this kind only
//! (a streamliner: Gomes and Sellmann, Streamlined constraint reasoning, CP 2004).
//!
//! ```
//! use knightsat_tour::Kind;
//! use knightsat_tour::spec::TourSpec;
//!
//! let tour = TourSpec { blocks: Some("6x6".parse()?), ..Kind::Closed.into() };
//! let (place, tour) = tour.settled("12x18".parse()?)?;
//! let problem = tour.problem(&place, &Default::default())?;
//! let blocks = problem.blocks().expect("two rows of three blocks");
//! assert_eq!(blocks.len(), 6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod joints;
mod parts;
mod paths;
mod route;

use crate::board::Board;
use crate::rule::Rule;
use crate::{
    Constrain, Definition, Demand, Demands, Each, Fact, FactStyle, Kind, Literal, PhrasePart,
    Place, Problem, ProblemError, RequestWords, Requested, SpecError, TourError, TourSpec,
    at_most_one,
};
use itertools::Itertools;
use knightsat_base::stop::{Stop, Stopped};
use knightsat_base::text::OptionName;
use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use thiserror::Error;

pub use parts::{BlockPaths, Part};

const BLOCKS: OptionName = OptionName("blocks");

/// The size of blocks: ranks and files, or the choice of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BlockSize {
    /// Chosen by [`BlockSize::settled`].
    Auto,
    /// So many ranks and files. Where they do not divide the sides of the board, some blocks are
    /// larger.
    Sides(u32, u32),
}

/// The joints that a tour may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Joints {
    /// Any move from a block to the next.
    Free,
    /// One move from each block to the next, chosen by a seed.
    Seed(u64),
}

impl Default for Joints {
    fn default() -> Joints {
        Joints::Seed(0)
    }
}

/// Error: the text is no size of blocks.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("'{0}' is not a size of blocks: write ranks x files, such as 6x6, or auto")]
pub struct NotASize(String);

/// Error: the text is no choice of joints.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("'{0}' is not a choice of joints: write a seed, such as 1, or free")]
pub struct NotJoints(String);

impl FromStr for BlockSize {
    type Err = NotASize;

    fn from_str(text: &str) -> Result<BlockSize, NotASize> {
        if text == "auto" {
            return Ok(BlockSize::Auto);
        }
        let sides = text.split_once(['x', 'X', '×']);
        let sides =
            sides.and_then(|(ranks, files)| Some((ranks.parse().ok()?, files.parse().ok()?)));
        let sides = sides.filter(|&(ranks, files)| ranks > 0 && files > 0);
        let (ranks, files) = sides.ok_or_else(|| NotASize(text.into()))?;
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
    type Err = NotJoints;

    fn from_str(text: &str) -> Result<Joints, NotJoints> {
        match text {
            "free" => Ok(Joints::Free),
            seed => seed
                .parse()
                .map(Joints::Seed)
                .map_err(|_| NotJoints(text.into())),
        }
    }
}

impl fmt::Display for Joints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Joints::Free => f.write_str("free"),
            Joints::Seed(seed) => seed.fmt(f),
        }
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
    /// A single block.
    #[error("{0} is a single block here: choose smaller ones, or omit {BLOCKS}")]
    One(BlockSize),
    /// Blocks of this size do not lie on a cycle, or on a snake between the given ends.
    #[error("blocks of {size} do not lie on a {}: {remedy}", if *.is_closed { "cycle" } else { "snake" })]
    NoRoute {
        /// Their size.
        size: BlockSize,
        /// True for a closed tour.
        is_closed: bool,
        /// A way out.
        remedy: String,
    },
    /// A block with too many squares of one colour for a path.
    #[error("the block {0} has too many squares of one colour for a path: choose another size")]
    Colours(String),
    /// Odd blocks whose colours do not alternate along the snake.
    #[error(
        "the block {0} begins and ends on the wrong colour: blocks with an odd number of squares must \
         alternate in colour; choose even sides"
    )]
    Chain(String),
    /// Two consecutive blocks without a possible move.
    #[error("no possible move leads from the block {0} to the block {1}: choose another size")]
    NoJoint(String, String),
    /// Blocks that are too small for paths between any choice of joints.
    #[error(
        "no choice of moves between blocks of {size} leaves a path through the block {block} and \
         those before it: {remedy}"
    )]
    NoPaths {
        /// Their size.
        size: BlockSize,
        /// The block, the furthest on the tour that a choice reaches.
        block: String,
        /// A way out.
        remedy: String,
    },
    /// Two ends, or a move, in the wrong blocks.
    #[error("{what} in the blocks {blocks}, which are not consecutive: choose another size")]
    NotConsecutive {
        /// The clue.
        what: String,
        /// The two blocks.
        blocks: String,
    },
    /// Both ends in one block.
    #[error("start and end are both in the block {0}, which a tour visits only once")]
    BothEnds(String),
    /// A step for which the vertex is in another block.
    #[error("step {step} is in the block {there}, not in the block {here} of its square")]
    Step {
        /// The step.
        step: u32,
        /// The block of the vertex.
        here: String,
        /// The block of the step.
        there: String,
    },
}

/// The blocks of a board in the order of their visits, with the joints that a tour may take.
#[derive(Clone, Debug)]
pub struct Blocks {
    /// The vertices of each block, ascending.
    vertices: Vec<Vec<u32>>,
    /// The number of the block of each vertex.
    of: Vec<u32>,
    /// The joints from each block to the next, as arcs; of a closed tour also from the last to the
    /// first.
    joints: Vec<Vec<[u32; 2]>>,
    /// The vertices on which the first block of an open tour may begin, and the last one end.
    ends: [Vec<u32>; 2],
    /// True if step 1 of a closed tour begins the first block.
    is_begun: bool,
    /// True if the reverse of a tour does not count.
    is_one_way: bool,
    kind: Kind,
    parts: Vec<Part>,
}

impl TourSpec {
    /// Returns true if [`BlockSize::Auto`] lays out blocks for such tours in this place.
    pub fn may_take_blocks(&self, place: &Place) -> bool {
        let others = self.demands(place);
        let is_alone = !ALONE.iter().any(|&other| others.contains(other));
        let settled = |board| BlockSize::Auto.settled(board, self.kind, true);
        is_alone && self.blocks.is_none() && place.board().and_then(settled).is_some()
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
        let (short, long) = match (kind, least) {
            _ if is_small || is_odd_cycle => return None,
            (_, 10..) if is_knight && is_full && !has_clues => (5, 5),
            (_, least) if least >= 2 * side => (side, side),
            (Kind::Open, least) if least >= side => (side, side),
            _ if !is_knight => return None,
            // Four ranks have no such tours: each block needs two consecutive squares inside.
            (_, 1 | 2 | 4) | (Kind::Closed, 3) => return None,
            (Kind::Open, 3) => (3, 12),
            (Kind::Open, _) => (5, 8),
            // Too narrow for two rows: two long blocks are a cycle.
            (Kind::Closed, 5 | 7) => (least, most.div_ceil(2)),
            (Kind::Closed, 6..10) => (3, 8),
            (Kind::Closed, _) => (5, 6),
        };
        let size = if sides[0] <= sides[1] {
            [short, long]
        } else {
            [long, short]
        };
        Some(BlockSize::Sides(size[0], size[1]))
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
    /// Lays out blocks of this size for the tours of a problem.
    pub(crate) fn lay_out(
        problem: &Problem,
        board: &Board,
        size: BlockSize,
        joints: Joints,
        stop: &Stop,
    ) -> Result<Blocks, BlocksError> {
        let mut blocks = joints::lay_out(problem, board, size, joints, stop)?;
        blocks.parts = blocks.parts_of(problem);
        Ok(blocks)
    }

    /// Returns the number of blocks, at least two.
    #[expect(clippy::len_without_is_empty, reason = "there are always two")]
    pub fn len(&self) -> usize {
        self.vertices.len()
    }

    /// Returns the number of the block of a vertex.
    pub fn of(&self, vertex: u32) -> usize {
        self.of[vertex as usize] as usize
    }

    /// Returns the possible joints from each block to the next; of a closed tour also from the last
    /// block to the first.
    pub fn joints(&self) -> &[Vec<[u32; 2]>] {
        &self.joints
    }

    /// Returns true if each path has both ends fixed: then any paths make a tour.
    pub fn is_fixed(&self) -> bool {
        let has_ends = |part: &Part| {
            let problem = &part.problem;
            problem.graph().len() == 1 || problem.start().and(problem.end()).is_some()
        };
        self.parts.iter().all(has_ends)
    }

    /// Returns true if steps are counted from the first square of the first block.
    pub fn is_begun(&self) -> bool {
        self.is_begun || self.kind == Kind::Open
    }

    /// Returns true if of a tour and its reverse, both of them tours through these blocks, only one
    /// visits the blocks in their order.
    pub fn is_one_direction(&self, problem: &Problem) -> bool {
        let has_ends = problem.start().or(problem.end()).is_some();
        match self.kind {
            Kind::Open => !self.is_one_way && !has_ends,
            Kind::Closed => !self.is_one_way && !self.is_two_way(),
        }
    }

    /// Returns true if the order of the blocks is its own reverse: two blocks with free joints.
    fn is_two_way(&self) -> bool {
        let reversed =
            |joints: &[[u32; 2]]| joints.iter().map(|&[a, b]| [b, a]).sorted().collect_vec();
        let [one, other] = &self.joints[..] else {
            return false;
        };
        reversed(one) == other.iter().copied().sorted().collect_vec()
    }

    /// Returns the paths through the blocks, in the order of the tour.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Returns the steps of a tour from its paths through the blocks.
    pub fn lift(&self, problem: &Problem, paths: Vec<Vec<u32>>) -> Vec<u32> {
        let mut steps = paths.concat();
        if !self.is_begun() {
            let ends = [(problem.start(), 0), (problem.end(), 1)];
            let given = ends.into_iter().find_map(|(end, past)| Some((end?, past)));
            if let Some((vertex, past)) = given {
                let place = steps.iter().position(|&v| v == vertex);
                steps.rotate_left(
                    place.map_or(0, |place| place + past) % problem.graph().len() as usize,
                );
            }
        }
        steps
    }

    /// Returns the steps of a tour through these blocks from the first square of its first block
    /// on. Open tours, and those with a first step, stay.
    pub fn rotated(&self, steps: &[u32]) -> Vec<u32> {
        let mut steps = steps.to_vec();
        if !self.is_begun() {
            let before = |place: usize| self.of(steps[(place + steps.len() - 1) % steps.len()]);
            let is_first = |&place: &usize| self.of(steps[place]) == 0 && before(place) != 0;
            // A single block has no other before it.
            let place = (0..steps.len()).find(is_first);
            steps.rotate_left(place.unwrap_or_default());
        }
        steps
    }

    /// Returns the first move, by the places of its ends from 0, with which a tour fails to visit
    /// the blocks one after the other. `steps` visits each vertex once.
    pub fn fault(&self, steps: &[u32]) -> Option<[usize; 2]> {
        let forward = self.fault_along(steps.len(), |place| steps[place])?;
        if self.is_one_way {
            return Some(forward);
        }
        let last = steps.len() - 1;
        self.fault_along(steps.len(), |place| steps[last - place])
            .and(Some(forward))
    }

    /// Returns true if a tour through these blocks visits them in their order.
    pub fn is_forward(&self, steps: &[u32]) -> bool {
        self.fault_along(steps.len(), |place| steps[place])
            .is_none()
    }

    fn fault_along(&self, len: usize, at: impl Fn(usize) -> u32) -> Option<[usize; 2]> {
        let wraps = self.kind == Kind::Closed;
        let moves = (0..len - usize::from(!wraps)).map(|place| [place, (place + 1) % len]);
        let mut crossings = vec![0; self.joints.len()];
        for places in moves {
            let ends = places.map(&at);
            let [here, there] = ends.map(|vertex| self.of(vertex));
            if here != there {
                let is_joint = self
                    .joints
                    .get(here)
                    .is_some_and(|joints| joints.contains(&ends));
                let is_next = there == (here + 1) % self.len();
                if !is_joint || !is_next || std::mem::replace(&mut crossings[here], 1) > 0 {
                    return Some(places);
                }
            }
        }
        // Step 1 of a numbered tour begins the first block.
        let [first, last] = [0, len - 1].map(|place| self.of(at(place)));
        let is_begun = first == 0 && last == self.len() - 1;
        (self.is_begun() && !is_begun).then_some([len - 1, 0])
    }

    /// Returns true if the tour may go from one vertex straight to the other, in either direction
    /// of the tour.
    pub fn allows(&self, a: u32, b: u32) -> bool {
        let ways = [[a, b], [b, a]];
        self.of(a) == self.of(b)
            || ways.iter().any(|arc| {
                let joints = self.joints.get(self.of(arc[0]));
                joints.is_some_and(|joints| joints.contains(arc))
            })
    }
}

impl Constrain for Arc<Blocks> {
    fn verify(&self, _problem: &Problem, steps: &[u32]) -> Result<(), TourError> {
        self.fault(steps).map_or(Ok(()), |[from, to]| {
            Err(TourError::Blocks {
                step: from + 1,
                next: to + 1,
                from: steps[from].into(),
                to: steps[to].into(),
            })
        })
    }

    fn demands(&self, _problem: &Problem) -> Demands {
        let demand = if self.is_fixed() {
            Demand::Blocks
        } else {
            Demand::FreeBlocks
        };
        [demand].into_iter().collect()
    }

    /// A path may stay in a block, or leave it along a joint once it has visited the whole of it. A
    /// closed tour may begin inside a block.
    fn may_follow(&self, path: &mut dyn Iterator<Item = u32>, next: u32) -> bool {
        let Some(head) = path.next() else {
            return true;
        };
        let block = self.of(head);
        if block == self.of(next) {
            return true;
        }
        let mut here = 1;
        let has_begun_here = loop {
            match path.next() {
                Some(vertex) if self.of(vertex) == block => here += 1,
                other => break other.is_none(),
            }
        };
        let may_begin_here = has_begun_here && self.kind == Kind::Closed;
        let is_whole = here == self.parts()[block].vertices.len();
        (is_whole || may_begin_here) && self.allows(head, next)
    }

    fn define(&self, definition: &Definition, each: Each) {
        match definition.style() {
            FactStyle::Positions => self.define_steps(definition, each),
            FactStyle::Arcs | FactStyle::Edges => self.define_joints(definition, each),
        }
    }

    fn lacking(&self, definition: &Definition) -> Option<&'static str> {
        let is_lost = match definition.style() {
            FactStyle::Positions => !self.is_begun() && !definition.problem().at().is_empty(),
            FactStyle::Arcs => false,
            // Two blocks with two joints: edges do not tell which joint leads back.
            FactStyle::Edges => self.kind == Kind::Closed && self.len() == 2,
        };
        is_lost.then_some("the blocks")
    }

    fn directs(&self, definition: &Definition) -> bool {
        let is_edges = definition.style() == FactStyle::Edges;
        !is_edges && self.is_one_direction(definition.problem())
    }

    fn is_forward(&self, _problem: &Problem, steps: &[u32]) -> bool {
        Blocks::is_forward(self, steps)
    }

    fn begun(&self, steps: &[u32]) -> Option<Vec<u32>> {
        Some(self.rotated(steps))
    }

    fn as_rules(&self, definition: &Definition) -> Vec<Rule> {
        let mut rules = Vec::new();
        self.define_joints(definition, &mut |clause| rules.push(Rule(clause.to_vec())));
        rules
    }
}

impl Blocks {
    /// The steps of each block are given, and a joint leads from its last step to the next block.
    fn define_steps(&self, definition: &Definition, each: Each) {
        let (is, not) = (Literal::is, Literal::not);
        let at = |step, vertex| definition.at(step, vertex);
        for (block, part) in self.parts.iter().enumerate() {
            let last = part.before + part.vertices.len() as u32;
            for step in part.before + 1..=last {
                let others = (0..self.of.len() as u32).filter(|&v| self.of(v) != block);
                others.for_each(|vertex| each(&[not(at(step, vertex))]));
            }
            // The last block of an open tour has no joints.
            let Some(joints) = self.joints.get(block) else {
                continue;
            };
            for &vertex in &part.vertices {
                let own = joints.iter().filter(|[from, _]| *from == vertex);
                let next = own.map(|&[_, to]| is(at(last + 1, to)));
                let here = not(at(last, vertex));
                each(&[here].into_iter().chain(next).collect_vec());
            }
        }
    }

    /// Moves lead from block to block by one joint.
    fn define_joints(&self, definition: &Definition, each: Each) {
        let joint = |&arc: &[u32; 2]| Fact::of_move(definition.style(), arc);
        let mut crossings: HashSet<Fact> = HashSet::new();
        for joints in &self.joints {
            let facts = joints.iter().map(joint).collect_vec();
            at_most_one(&facts, each);
            crossings.extend(facts);
        }
        for fact in definition.facts() {
            if let Some([&a, &b]) = fact.ends()
                && self.of(a) != self.of(b)
                && !crossings.contains(&fact)
            {
                each(&[Literal::not(fact)]);
            }
        }
    }
}

/// The demands of other constraints that exclude blocks.
const ALONE: [Demand; 3] = [Demand::Symmetry, Demand::Reversal, Demand::Sums];

impl Requested for Arc<Blocks> {
    fn words(tour: &TourSpec) -> Vec<RequestWords> {
        let Some(size) = tour.blocks else {
            return Vec::new();
        };
        let short = tour.joints.map(|joints| format!(" joints {joints}"));
        let joints = tour.joints.unwrap_or_default();
        vec![RequestWords {
            part: PhrasePart::Kind,
            short: format!("blocks {size}{}", short.unwrap_or_default()),
            long: format!("through blocks of {size}, joints {joints}"),
        }]
    }

    fn may_demand(tour: &TourSpec, _place: &Place) -> Demands {
        let has_ends = tour.kind == Kind::Closed || tour.start.is_some() && tour.end.is_some();
        let is_seeded = matches!(tour.joints.unwrap_or_default(), Joints::Seed(_));
        let demand = if has_ends && is_seeded {
            Demand::Blocks
        } else {
            Demand::FreeBlocks
        };
        tour.blocks.map(|_| demand).into_iter().collect()
    }

    /// Lays out the blocks for the other constraints.
    fn add(
        tour: &TourSpec,
        place: &Place,
        problem: Problem,
        stop: &Stop,
    ) -> Result<Problem, SpecError> {
        let Some(size) = tour.blocks else {
            return Ok(problem);
        };
        let board = place.board().ok_or(SpecError::NoBlocks)?;
        let others = tour.demands(place);
        if ALONE.iter().any(|&other| others.contains(other)) {
            return Err(SpecError::BlocksAlone);
        }
        let begun = problem.with_first_step()?;
        let joints = tour.joints.unwrap_or_default();
        let in_blocks = begun.with_blocks(board, size, joints, stop);
        in_blocks.map_err(|error| match error {
            BlocksError::Stopped(stopped) => ProblemError::Stopped(stopped).into(),
            error => SpecError::Blocks(error),
        })
    }
}

#[cfg(test)]
mod tests;
