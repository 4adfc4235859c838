//! The layout of blocks: their route, and one joint from each to the next.
//!
//! Each move of a bipartite graph changes the colour. So the colour of the first step determines
//! those of all steps, and of the squares on which blocks begin and end.

use super::paths::Paths;
use super::{BLOCKS, BlockSize, Blocks, BlocksError, Joints, Part, part_of, route};
use crate::board::Board;
use crate::outline::Square;
use crate::{Kind, Problem};
use itertools::Itertools;
use knightsat_base::random::Rng;
use knightsat_base::stop::Stop;
use std::collections::{BTreeMap, HashSet};

/// The cells of the grid, before they are in an order.
struct Cells<'p> {
    problem: &'p Problem,
    board: &'p Board,
    size: BlockSize,
    /// The ranks and files of the grid.
    sides: [u32; 2],
    /// The colours of the vertices, if the graph has two.
    colour: Option<Vec<bool>>,
    /// The vertices of each cell.
    vertices: Vec<Vec<u32>>,
    /// The cell of each vertex.
    of: Vec<u32>,
    /// The moves between two cells, from the first to the second.
    moves: BTreeMap<[u32; 2], Vec<[u32; 2]>>,
    /// Step 1 begins the first block, and the last step ends the last one.
    is_begun: bool,
}

/// Lays out the blocks of a problem, along the first route that fits.
pub(crate) fn lay_out(
    problem: &Problem,
    board: &Board,
    size: BlockSize,
    joints: Joints,
    stop: &Stop,
) -> Result<Blocks, BlocksError> {
    let cells = Cells::new(problem, board, size, stop)?;
    let mut paths = Paths::default();
    let mut fault = None;
    for route in cells.routes() {
        stop.check()?;
        match Order::new(&cells, route).blocks(joints, &mut paths, stop) {
            Ok(blocks) => return Ok(blocks),
            Err(error) => fault = fault.or(Some(error)),
        }
    }
    let (way, remedy) = match problem.kind() {
        Kind::Closed => ("cycle leads", "with two rows at least"),
        Kind::Open => ("snake leads from start to end", "or other ends"),
    };
    let message = format!("no {way} through all blocks of {size}: choose another size, {remedy}");
    Err(fault.unwrap_or(BlocksError::Unfit(message)))
}

impl<'p> Cells<'p> {
    fn new(
        problem: &'p Problem,
        board: &'p Board,
        size: BlockSize,
        stop: &Stop,
    ) -> Result<Cells<'p>, BlocksError> {
        let BlockSize::Sides(ranks, files) = size else {
            unreachable!("settled before")
        };
        let ranks = part_of(board.ranks(), ranks);
        let files = part_of(board.files(), files);
        let sides = [&ranks, &files].map(|parts| parts[parts.len() - 1] + 1);
        let cell = |vertex: u32| {
            let Square { rank, file } = board.square(vertex);
            ranks[rank as usize - 1] * sides[1] + files[file as usize - 1]
        };
        let of = (0..board.squares()).map(cell).collect_vec();
        let mut vertices = vec![Vec::new(); (sides[0] * sides[1]) as usize];
        for (vertex, &cell) in (0..).zip(&of) {
            vertices[cell as usize].push(vertex);
        }
        if vertices.len() == 1 {
            return Err(BlocksError::Unfit(format!(
                "{size} is a single block here: choose smaller ones, or omit {BLOCKS}"
            )));
        }
        let graph = problem.graph();
        let mut moves: BTreeMap<[u32; 2], Vec<[u32; 2]>> = BTreeMap::new();
        for arc in graph.arcs() {
            let pair = arc.map(|vertex| of[vertex as usize]);
            if pair[0] != pair[1] {
                moves.entry(pair).or_default().push(arc);
            }
        }
        let has_ends = problem.start().and(problem.end()).is_some();
        Ok(Cells {
            is_begun: problem.kind() == Kind::Open || problem.is_numbered() || has_ends,
            colour: graph.two_colouring(stop)?,
            problem,
            board,
            size,
            sides,
            of,
            vertices,
            moves,
        })
    }

    /// Returns the names of the first and of the last square of a cell.
    fn name(&self, cell: u32) -> String {
        let own = &self.vertices[cell as usize];
        let name = |&vertex: &u32| self.board.square(vertex).to_string();
        let ends = [own.first(), own.last()].into_iter().flatten();
        ends.map(name).join("-")
    }

    /// Returns the orders of the cells in which a tour may visit them.
    fn routes(&self) -> Vec<Vec<u32>> {
        let is_closed = self.problem.kind() == Kind::Closed;
        let ends = [self.problem.start(), self.problem.end()];
        let ends = ends.map(|end| end.map(|vertex| self.of[vertex as usize]));
        let ends = if self.is_begun { ends } else { [None; 2] };
        let mut routes = route::routes(self.sides, is_closed);
        if ends.iter().any(Option::is_some) {
            // From any of its cells, a cycle is also a snake.
            let mut cycles = route::routes(self.sides, true);
            for cycle in &mut cycles {
                let place = |end: &Option<u32>| cycle.iter().position(|&cell| Some(cell) == *end);
                let [first, last] = ends.each_ref().map(place);
                let by = first.or(last.map(|last| (last + 1) % cycle.len()));
                cycle.rotate_left(by.unwrap_or_default());
            }
            routes.extend(cycles);
        }
        routes.retain(|route| {
            let own = [route[0], route[route.len() - 1]];
            let is_end = |(end, own): (Option<u32>, u32)| end.is_none_or(|end| end == own);
            let steps = route.iter().circular_tuple_windows();
            let mut steps = steps.take(route.len() - usize::from(!is_closed));
            ends.into_iter().zip(own).all(is_end)
                && steps.all(|(&here, &there)| self.moves.contains_key(&[here, there]))
        });
        routes
    }
}

/// Returns the colour of a step, if the first one has the colour `first`.
fn colour_at(first: bool, step: u32) -> bool {
    first == (step % 2 == 1)
}

/// The cells in the order of their visits.
struct Order<'c> {
    cells: &'c Cells<'c>,
    route: Vec<u32>,
    /// The number of the block of each vertex.
    of: Vec<u32>,
    /// The number of steps before each block.
    before: Vec<u32>,
    /// The given steps, each with its vertex.
    at: Vec<(u32, u32)>,
    /// The excluded steps, each with its vertex.
    not_at: Vec<(u32, u32)>,
}

impl<'c> Order<'c> {
    fn new(cells: &'c Cells<'c>, route: Vec<u32>) -> Order<'c> {
        let mut number = vec![0; route.len()];
        let mut before = Vec::new();
        let mut steps = 0;
        for (block, &cell) in (0..).zip(&route) {
            number[cell as usize] = block;
            before.push(steps);
            steps += cells.vertices[cell as usize].len() as u32;
        }
        let of = cells.of.iter().map(|&cell| number[cell as usize]);
        let steps = cells
            .is_begun
            .then(|| (cells.problem.at(), cells.problem.not_at()));
        let (at, not_at) = steps.unwrap_or_default();
        Order {
            of: of.collect(),
            cells,
            route,
            before,
            at,
            not_at,
        }
    }

    fn name(&self, block: usize) -> String {
        self.cells.name(self.route[block])
    }

    fn vertices(&self, block: usize) -> &[u32] {
        &self.cells.vertices[self.route[block] as usize]
    }

    /// Returns the blocks in this order, each with a joint to the next.
    fn blocks(self, joints: Joints, paths: &mut Paths, stop: &Stop) -> Result<Blocks, BlocksError> {
        for &(step, vertex) in &self.at {
            let here = self.of[vertex as usize] as usize;
            let there = self.before.partition_point(|&before| before < step) - 1;
            if here != there {
                let [here, there] = [here, there].map(|block| self.name(block));
                return Err(BlocksError::Unfit(format!(
                    "step {step} is in the block {there}, not in the block {here} of its square"
                )));
            }
        }
        let mut rng = Rng::new(joints.0, 0x006a_6f69_6e74);
        let is_odd = |colour: &Vec<bool>| {
            (0..self.route.len()).find_map(|block| {
                let own = self.vertices(block);
                let is_true = |&&vertex: &&u32| colour[vertex as usize];
                let twice = 2 * own.iter().filter(is_true).count();
                (twice != own.len()).then_some(twice > own.len())
            })
        };
        let of_clue = |colour: &Vec<bool>| {
            let &(step, vertex) = self.at.first()?;
            Some(colour_at(colour[vertex as usize], step))
        };
        let colour = self.cells.colour.as_ref();
        let first = colour.and_then(|colour| is_odd(colour).or_else(|| of_clue(colour)));
        let firsts = if colour.is_none() || first.is_some() {
            vec![first]
        } else {
            let first = rng.below(2) == 1;
            vec![Some(first), Some(!first)]
        };
        let tries = firsts
            .into_iter()
            .map(|first| self.choose(&self.choices(first)?, &mut rng, paths, stop));
        let (ends, joints) = tries.find_or_last(Result::is_ok).expect("a try")?;
        let problem = self.cells.problem;
        let is_begun = self.cells.is_begun;
        let parts = (0..self.route.len()).map(|block| {
            let first = block
                .checked_sub(1)
                .map_or(ends[0], |block| joints[block][1]);
            let is_last = block + 1 == self.route.len();
            let last = if is_last { ends[1] } else { joints[block][0] };
            let own = self.vertices(block).to_vec();
            Part::new(problem, own, [first, last], self.before[block], is_begun)
        });
        let (parts, problems) = parts.unzip();
        Ok(Blocks {
            parts,
            problems,
            of: self.of,
            joints,
            ends,
            is_begun,
            is_one_way: is_begun || problem.has_one_way(),
            kind: problem.kind(),
        })
    }

    /// Returns true if a path through a block may begin, or end, on one of its vertices, if the
    /// first step has this colour.
    fn may_be(&self, is_end: bool, vertex: u32, first: Option<bool>) -> bool {
        let block = self.of[vertex as usize] as usize;
        let len = self.vertices(block).len() as u32;
        let step = self.before[block] + if is_end { len } else { 1 };
        let colours = self.cells.colour.as_ref().zip(first);
        self.at.iter().all(|&(s, v)| (s == step) == (v == vertex))
            && !self.not_at.contains(&(step, vertex))
            && colours
                .is_none_or(|(colour, first)| colour[vertex as usize] == colour_at(first, step))
    }

    /// Returns the possible joints from each block to the next, and those that lead from the last
    /// block to the first once more. In place of the latter, an open tour has its possible ends and
    /// starts, each as a pair of twice the same vertex.
    ///
    /// Fails if a required move leads to a block that is not the next.
    fn choices(&self, first: Option<bool>) -> Result<Vec<Vec<[u32; 2]>>, BlocksError> {
        let len = self.route.len();
        let problem = self.cells.problem;
        let is_open = problem.kind() == Kind::Open;
        let block_of = |vertex: u32| self.of[vertex as usize] as usize;
        let is_between = |&[a, b]: &[u32; 2]| block_of(a) != block_of(b);
        let required = problem.required().into_iter();
        let mut required = required.filter(is_between).collect_vec();
        let ends = |block: usize, is_end: bool| {
            let own = self.vertices(block).iter().copied();
            let own = own.filter(|&vertex| self.may_be(is_end, vertex, first));
            own.map(|vertex| [vertex; 2]).collect_vec()
        };
        let mut choices = Vec::new();
        for block in 0..len - usize::from(is_open) {
            let pair = [block, (block + 1) % len].map(|block| self.route[block]);
            let moves = &self.cells.moves[&pair][..];
            let is_required = |&[a, b]: &[u32; 2]| required.contains(&[a.min(b), a.max(b)]);
            let wanted = moves.iter().copied().find(is_required);
            required.retain(|&[a, b]| ![Some([a, b]), Some([b, a])].contains(&wanted));
            let moves = wanted.map_or(moves.to_vec(), |arc| vec![arc]).into_iter();
            let fits = |&[from, to]: &[u32; 2]| {
                self.may_be(true, from, first) && self.may_be(false, to, first)
            };
            choices.push(moves.filter(fits).collect());
        }
        if is_open {
            choices.extend([ends(len - 1, true), ends(0, false)]);
        } else {
            choices.push(choices[len - 1].clone());
        }
        match required.first() {
            None => Ok(choices),
            Some(&[a, b]) => {
                let [here, there] = [a, b].map(|vertex| self.name(block_of(vertex)));
                Err(BlocksError::Unfit(format!(
                    "a required move has its ends in the blocks {here} and {there}, which are not \
                     consecutive: choose another size"
                )))
            }
        }
    }

    /// Chooses one joint from each block to the next, and the ends of the tour, so that a search
    /// finds a path between the joints of every small block.
    ///
    /// The choice for a block depends on those before it by one vertex only. So a vertex without a
    /// way on is not tried again.
    fn choose(
        &self,
        choices: &[Vec<[u32; 2]>],
        rng: &mut Rng,
        paths: &mut Paths,
        stop: &Stop,
    ) -> Result<([u32; 2], Vec<[u32; 2]>), BlocksError> {
        let last = self.route.len() - 1;
        let is_open = self.cells.problem.kind() == Kind::Open;
        let shapes = (0..=last).map(|block| self.shape(block)).collect_vec();
        let mut joins = |block: usize, first: u32, last: u32| {
            let own = self.vertices(block);
            let Some(rows) = &shapes[block] else {
                return first != last;
            };
            let ends = [first, last].map(|end| own.binary_search(&end).expect("inside") as u32);
            paths.joins(rows, ends)
        };
        let mut mixed = |joints: &[[u32; 2]]| {
            let mut joints = joints.to_vec();
            rng.shuffle(&mut joints);
            joints
        };
        let mut reached = 0;
        for closing in mixed(&choices[last + 1]) {
            let mut chosen: Vec<[u32; 2]> = Vec::new();
            let mut left = vec![mixed(&choices[0])];
            let mut tried = HashSet::new();
            while let Some(options) = left.last_mut() {
                stop.check()?;
                let block = chosen.len();
                reached = reached.max(block);
                let entry = chosen.last().map_or(closing[1], |joint| joint[1]);
                let Some(joint) = options.pop() else {
                    left.pop();
                    chosen.pop();
                    continue;
                };
                if !joins(block, entry, joint[0]) {
                    continue;
                }
                if block == last {
                    chosen.extend((!is_open).then_some(joint));
                    return Ok(([closing[1], joint[0]], chosen));
                }
                if tried.insert(joint[1]) {
                    chosen.push(joint);
                    left.push(if block + 1 == last && !is_open {
                        vec![closing]
                    } else {
                        mixed(&choices[block + 1])
                    });
                }
            }
        }
        Err(BlocksError::Unfit(format!(
            "no choice of moves between blocks of {} is found that leaves a path through the block \
             {} and those before it: choose larger ones, or omit {BLOCKS}",
            self.cells.size,
            self.name(reached)
        )))
    }

    /// Returns the neighbours in a block that is small enough for a search.
    fn shape(&self, block: usize) -> Option<Vec<u64>> {
        let own = self.vertices(block);
        if own.len() > Paths::MOST {
            return None;
        }
        let mut rows = vec![0; own.len()];
        for (from, &whole) in own.iter().enumerate() {
            for to in self.cells.problem.graph().successors(whole) {
                if let Ok(to) = own.binary_search(to) {
                    rows[from] |= 1 << to;
                    rows[to] |= 1 << from;
                }
            }
        }
        Some(rows)
    }
}
