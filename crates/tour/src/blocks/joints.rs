//! The layout of blocks: their route, the colours on which they begin and end, and their joints.
//!
//! Each move of a bipartite graph changes the colour. So a block with as many squares of one colour
//! as of the other begins on one and ends on the other. A block with one square more of one colour
//! begins and ends on that one. This determines the colours along the route as soon as one
//! block is odd, or an end is fixed.

use super::paths::Paths;
use super::{BlockSize, Blocks, BlocksError, Joints, part_of, route};
use crate::board::Board;
use crate::{Kind, Problem};
use itertools::Itertools;
use knightsat_base::random::Rng;
use knightsat_base::stop::{Stop, Stopped};
use knightsat_base::text::OptionName;
use std::collections::{BTreeMap, BTreeSet};

/// The cells of the grid that have squares, before they are in an order.
struct Cells<'p> {
    problem: &'p Problem,
    size: BlockSize,
    /// The colours of the vertices, if the graph has two.
    colour: Option<Vec<bool>>,
    /// The cell of each vertex.
    of: Vec<u32>,
    /// The vertices of each cell.
    vertices: Vec<Vec<u32>>,
    /// The names of the first and the last square of each cell.
    names: Vec<String>,
    /// The moves between two cells, from the first to the second.
    moves: BTreeMap<[u32; 2], Vec<[u32; 2]>>,
    is_begun: bool,
    /// The size that the program would choose, if that is another one.
    advice: Option<BlockSize>,
    /// The route through a full grid is constructed, not searched for.
    grid: Option<[u32; 2]>,
}

/// Lays out the blocks of a problem: the first route that respects the clues.
pub(super) fn lay_out(
    problem: &Problem,
    board: &Board,
    size: BlockSize,
    joints: Joints,
    stop: &Stop,
) -> Result<Blocks, BlocksError> {
    let cells = Cells::new(problem, board, size, stop)?;
    // Blocks without paths seldom have some along another route.
    const MOST: u32 = 40;
    const ROUTES: usize = 1000;
    let (mut fault, mut left) = (None, MOST);
    let mut paths = Paths::default();
    for route in cells.routes()?.take(ROUTES) {
        stop.check()?;
        match cells.blocks(&route, joints, &mut paths, stop) {
            Ok(blocks) => return Ok(blocks),
            Err(error) => {
                left -= u32::from(matches!(error, BlocksError::NoPaths { .. }));
                fault = fault.or(Some(error));
            }
        }
        if left == 0 {
            break;
        }
    }
    Err(fault.unwrap_or_else(|| cells.no_route()))
}

impl<'p> Cells<'p> {
    fn new(
        problem: &'p Problem,
        board: &Board,
        size: BlockSize,
        stop: &Stop,
    ) -> Result<Cells<'p>, BlocksError> {
        let BlockSize::Sides(ranks, files) = size else {
            unreachable!("settled before")
        };
        let rank_part = part_of(board.ranks(), ranks.min(board.ranks()));
        let file_part = part_of(board.files(), files.min(board.files()));
        let [.., rank_last] = rank_part[..] else {
            unreachable!("a board has a rank")
        };
        let [.., file_last] = file_part[..] else {
            unreachable!("a board has a file")
        };
        let sides = [rank_last + 1, file_last + 1];
        let cell = |vertex: u32| {
            let square = board.square(vertex);
            let rank = rank_part[square.rank as usize - 1];
            rank * sides[1] + file_part[square.file as usize - 1]
        };
        let raw = (0..board.squares()).map(cell).collect_vec();
        // Cells without a square drop out.
        let present = raw.iter().copied().sorted_unstable().dedup().collect_vec();
        if present.len() == 1 {
            return Err(BlocksError::One(size));
        }
        let number = |cell: &u32| present.binary_search(cell).expect("present") as u32;
        let of = raw.iter().map(number).collect_vec();
        let mut vertices = vec![Vec::new(); present.len()];
        for (vertex, &cell) in (0..).zip(&of) {
            vertices[cell as usize].push(vertex);
        }
        let name = |vertices: &Vec<u32>| {
            let corners = vertices.iter().map(|&vertex| board.square(vertex));
            let (ranks, files) = corners
                .map(|s| (s.rank, s.file))
                .unzip::<_, _, Vec<_>, Vec<_>>();
            let corner = |side: fn(&[u32]) -> Option<&u32>| crate::outline::Square {
                rank: *side(&ranks).expect("a square"),
                file: *side(&files).expect("a square"),
            };
            let [low, high] = [
                corner(|all| all.iter().min()),
                corner(|all| all.iter().max()),
            ];
            format!("{low}-{high}")
        };
        let names = vertices.iter().map(name).collect();
        let graph = problem.graph();
        let mut moves: BTreeMap<[u32; 2], Vec<[u32; 2]>> = BTreeMap::new();
        for [from, to] in graph.arcs() {
            let pair = [from, to].map(|vertex| of[vertex as usize]);
            if pair[0] != pair[1] {
                moves.entry(pair).or_default().push([from, to]);
            }
        }
        let both_ends = problem.start().is_some() && problem.end().is_some();
        let is_full = present.len() as u32 == sides[0] * sides[1];
        Ok(Cells {
            problem,
            size,
            colour: graph.two_colouring(stop)?,
            of,
            vertices,
            names,
            moves,
            is_begun: problem.kind() == Kind::Closed && (problem.is_numbered() || both_ends),
            advice: BlockSize::Auto
                .settled(board, problem.kind(), true)
                .filter(|&other| other != size),
            grid: is_full.then_some(sides),
        })
    }

    fn no_route(&self) -> BlocksError {
        let is_closed = self.problem.kind() == Kind::Closed;
        BlocksError::NoRoute {
            size: self.size,
            is_closed,
            remedy: if is_closed && !self.is_begun {
                format!(
                    "choose a size with two rows of blocks at least, or omit {}",
                    OptionName("closed")
                )
            } else {
                "choose another size, or fewer clues".to_string()
            },
        }
    }

    /// Returns true if the steps of a tour are those of its blocks.
    fn is_numbered(&self) -> bool {
        self.is_begun || self.problem.kind() == Kind::Open
    }

    /// Returns the possible orders of the cells. There may be many, so each is made when it is due.
    fn routes(&self) -> Result<impl Iterator<Item = Vec<u32>>, BlocksError> {
        let problem = self.problem;
        let is_closed = problem.kind() == Kind::Closed;
        let cell = |vertex: u32| self.of[vertex as usize];
        let ends = [problem.start().map(cell), problem.end().map(cell)];
        if let [Some(first), Some(last)] = ends
            && first == last
            && self.is_numbered()
        {
            return Err(BlocksError::BothEnds(self.names[first as usize].clone()));
        }
        let grid = |is_closed| {
            let routes = self.grid.map(|sides| route::routes(sides, is_closed));
            routes.unwrap_or_default()
        };
        let turned = move |cycles: Vec<Vec<u32>>| {
            let cycles = cycles.into_iter();
            cycles.flat_map(move |cycle| self.rotations(cycle, ends))
        };
        let plain = if self.is_begun {
            Vec::new()
        } else {
            grid(is_closed)
        };
        // A cycle is also a snake from any cell to the one before it.
        let cycles = if self.is_numbered() {
            grid(true)
        } else {
            Vec::new()
        };
        let routes = plain.into_iter().chain(turned(cycles));
        let fits = move |route: &Vec<u32>| {
            (!self.is_numbered() || fits(route, ends)) && self.is_along_moves(route)
        };
        let mut routes = routes.filter(fits).peekable();
        let found = match routes.peek() {
            Some(_) => None,
            None => self.search(ends),
        };
        let found = Vec::from_iter(found);
        let (plain, cycles) = if self.is_begun {
            (Vec::new(), found)
        } else {
            (found, Vec::new())
        };
        Ok(routes.chain(plain).chain(turned(cycles)))
    }

    /// Searches for an order of the cells.
    fn search(&self, ends: [Option<u32>; 2]) -> Option<Vec<u32>> {
        let beside = (0..self.vertices.len() as u32).map(|cell| {
            let pairs = self.moves.range([cell, 0]..[cell + 1, 0]);
            pairs.map(|(&[_, there], _)| there).collect_vec()
        });
        let is_closed = self.problem.kind() == Kind::Closed;
        let ends = if self.is_numbered() { ends } else { [None; 2] };
        route::search(&beside.collect_vec(), is_closed, ends)
    }

    /// Returns the rotations of a cycle, in both directions, that agree with its ends and with the
    /// given steps.
    fn rotations(
        &self,
        cycle: Vec<u32>,
        [first, last]: [Option<u32>; 2],
    ) -> impl Iterator<Item = Vec<u32>> {
        let size = |cell: u32| self.vertices[cell as usize].len() as u32;
        let reversed = cycle.iter().rev().copied().collect_vec();
        [cycle, reversed].into_iter().flat_map(move |cycle| {
            // The number of vertices before each cell.
            let mut before = vec![0; cycle.len()];
            let mut all = 0;
            for &cell in &cycle {
                before[cell as usize] = all;
                all += size(cell);
            }
            let starts = (0..cycle.len()).filter(|&place| {
                let begin = cycle[place];
                let end = cycle[(place + cycle.len() - 1) % cycle.len()];
                let mut given = self.problem.at().into_iter();
                first.is_none_or(|first| first == begin)
                    && last.is_none_or(|last| last == end)
                    && given.all(|(step, vertex)| {
                        let cell = self.of[vertex as usize];
                        let past = (before[cell as usize] + all - before[begin as usize]) % all;
                        (past + 1..=past + size(cell)).contains(&step)
                    })
            });
            let starts = starts.collect_vec().into_iter();
            starts.map(move |place| {
                let mut route = cycle.clone();
                route.rotate_left(place);
                route
            })
        })
    }

    fn is_along_moves(&self, route: &[u32]) -> bool {
        let steps = route.iter().circular_tuple_windows();
        let mut steps = steps.take(self.pairs());
        steps.all(|(&here, &there)| self.moves.contains_key(&[here, there]))
    }

    fn no_paths(&self, block: String) -> BlocksError {
        let remedy = match self.advice {
            Some(size) => format!("choose larger ones, such as {size}"),
            None => format!("choose larger ones, or omit {}", OptionName("blocks")),
        };
        BlocksError::NoPaths {
            size: self.size,
            block,
            remedy,
        }
    }

    /// Returns the number of pairs of consecutive blocks.
    fn pairs(&self) -> usize {
        self.vertices.len() - usize::from(self.problem.kind() == Kind::Open)
    }

    /// Returns the blocks in this order with their joints.
    fn blocks(
        &self,
        route: &[u32],
        joints: Joints,
        paths: &mut Paths,
        stop: &Stop,
    ) -> Result<Blocks, BlocksError> {
        let mut number = vec![0; route.len()];
        for (block, &cell) in (0..).zip(route) {
            number[cell as usize] = block;
        }
        let problem = self.problem;
        let order = Order {
            cells: self,
            route,
            of: self.of.iter().map(|&cell| number[cell as usize]).collect(),
        };
        let entries = order.entry_colours()?;
        let [enter, leave] = order.ends()?;
        let seed = match joints {
            Joints::Free => 0,
            Joints::Seed(seed) => seed,
        };
        let mut rng = Rng::new(seed, 0x006a_6f69_6e74);
        // Blocks with as many squares of each colour all begin on one colour, which is free.
        let colours = match (joints, entries[0], &self.colour) {
            (Joints::Seed(_), None, Some(_)) => {
                let first = rng.below(2) == 1;
                [first, !first]
                    .map(|colour| vec![Some(colour); route.len()])
                    .into()
            }
            _ => vec![entries],
        };
        let tries = colours.iter().map(|entries| -> Result<_, BlocksError> {
            let ends = order.tour_ends(entries, &enter, &leave);
            let free = order.joints(entries, &enter, &leave)?;
            // Blocks with paths that a search has found are the better choice.
            let mut choose = |is_sure| order.choose(&free, &ends, is_sure, &mut rng, paths, stop);
            let sure = match joints {
                Joints::Free => None,
                Joints::Seed(_) => choose(true)?.ok(),
            };
            let chosen = sure.map_or_else(|| choose(false), |joints| Ok(Ok(joints)))?;
            let chosen = chosen.map_err(|block| self.no_paths(order.name(block)))?;
            Ok((ends, free, chosen))
        });
        let (ends, free, chosen) = tries.find_or_last(Result::is_ok).expect("a try")?;
        let joints = match joints {
            Joints::Free => free,
            Joints::Seed(_) => chosen.into_iter().map(|joint| vec![joint]).collect(),
        };
        let blocks = route
            .iter()
            .map(|&cell| self.vertices[cell as usize].clone());
        let both_ends = problem.start().is_some() && problem.end().is_some();
        Ok(Blocks {
            vertices: blocks.collect(),
            of: order.of,
            joints,
            ends,
            is_begun: self.is_begun,
            is_one_way: problem.has_one_way() || both_ends,
            kind: problem.kind(),
            parts: Vec::new(),
        })
    }
}

/// Returns true if a route begins and ends in these cells.
fn fits(route: &[u32], [first, last]: [Option<u32>; 2]) -> bool {
    let is = |end: Option<u32>, cell: u32| end.is_none_or(|end| end == cell);
    is(first, route[0]) && is(last, route[route.len() - 1])
}

/// The cells in the order of their visits.
struct Order<'c> {
    cells: &'c Cells<'c>,
    route: &'c [u32],
    /// The number of the block of each vertex.
    of: Vec<u32>,
}

impl Order<'_> {
    fn name(&self, block: usize) -> String {
        self.cells.names[self.route[block % self.route.len()] as usize].clone()
    }

    fn vertices(&self, block: usize) -> &[u32] {
        &self.cells.vertices[self.route[block] as usize]
    }

    /// Returns the surplus of squares of the colour `true` in a block.
    fn surplus(&self, block: usize) -> i64 {
        let colour = self.cells.colour.as_deref().unwrap_or_default();
        let own = self.vertices(block).iter();
        own.map(|&vertex| if colour[vertex as usize] { 1 } else { -1 })
            .sum()
    }

    fn exit_colour(&self, block: usize, entry: Option<bool>) -> Option<bool> {
        entry.map(|entry| (self.surplus(block) == 0) != entry)
    }

    /// Returns the colour on which each block begins, as far as it is determined.
    fn entry_colours(&self) -> Result<Vec<Option<bool>>, BlocksError> {
        let len = self.route.len();
        let Some(colour) = &self.cells.colour else {
            return Ok(vec![None; len]);
        };
        let problem = self.cells.problem;
        // The colours of all entries, if that of the first is `true`.
        let mut relative = Vec::new();
        let mut entry = true;
        let mut first = None;
        let mut decide = |is_true: bool, block: usize| match first.replace(is_true) {
            Some(before) if before != is_true => Err(BlocksError::Chain(self.name(block))),
            _ => Ok(()),
        };
        for block in 0..len {
            relative.push(entry);
            match self.surplus(block) {
                0 => {}
                odd @ (1 | -1) => {
                    decide(entry == (odd == 1), block)?;
                    entry = !entry;
                }
                _ => return Err(BlocksError::Colours(self.name(block))),
            }
        }
        if problem.kind() == Kind::Closed && entry != relative[0] {
            return Err(BlocksError::Chain(self.name(0)));
        }
        if self.cells.is_numbered() {
            for (step, vertex) in problem.at() {
                // Colours alternate along the whole tour.
                decide(colour[vertex as usize] == (step % 2 == 1), 0)?;
            }
        }
        let entries = relative
            .into_iter()
            .map(|entry| first.map(|first| entry == first));
        Ok(entries.collect())
    }

    /// Returns the vertices on which blocks must begin, and end, by the ends and the given steps.
    fn ends(&self) -> Result<[Vec<Option<u32>>; 2], BlocksError> {
        let mut ends = [0, 1].map(|_| vec![None; self.route.len()]);
        if !self.cells.is_numbered() {
            return Ok(ends);
        }
        let sizes = (0..self.route.len()).map(|block| self.vertices(block).len() as u32);
        let sizes = sizes.collect_vec();
        for (step, vertex) in self.cells.problem.at() {
            let mut left = step;
            let there = sizes.iter().position(|&size| {
                let is_here = left <= size;
                left -= if is_here { 0 } else { size };
                is_here
            });
            let there = there.expect("the steps of all blocks are those of the tour");
            let here = self.of[vertex as usize] as usize;
            if here != there {
                let [here, there] = [here, there].map(|block| self.name(block));
                return Err(BlocksError::Step { step, here, there });
            }
            if left == 1 {
                ends[0][here] = Some(vertex);
            }
            if left == sizes[here] {
                ends[1][here] = Some(vertex);
            }
        }
        Ok(ends)
    }

    /// Returns the vertices on which an open tour may begin and end.
    fn tour_ends(
        &self,
        entries: &[Option<bool>],
        enter: &[Option<u32>],
        leave: &[Option<u32>],
    ) -> [Vec<u32>; 2] {
        let may = |fixed: &[Option<u32>], block: usize, colour: Option<bool>| {
            let own = self.vertices(block).iter().copied();
            own.filter(|&vertex| self.fits(fixed, vertex, colour))
                .collect_vec()
        };
        let last = self.route.len() - 1;
        match self.cells.problem.kind() {
            Kind::Closed => [Vec::new(), Vec::new()],
            Kind::Open => [
                may(enter, 0, entries[0]),
                may(leave, last, self.exit_colour(last, entries[last])),
            ],
        }
    }

    /// Returns true if a block may begin, or end, on a vertex.
    fn fits(&self, fixed: &[Option<u32>], vertex: u32, colour: Option<bool>) -> bool {
        let colours = self.cells.colour.as_ref();
        let own = colours.map(|colours| colours[vertex as usize]);
        let fixed = fixed[self.of[vertex as usize] as usize];
        fixed.is_none_or(|fixed| fixed == vertex) && colour.is_none_or(|colour| own == Some(colour))
    }

    /// Returns the required moves between blocks, by the block from which they lead.
    fn required(&self) -> Result<Vec<Vec<[u32; 2]>>, BlocksError> {
        let pairs = self.cells.pairs();
        let len = self.route.len();
        let mut required: Vec<Vec<[u32; 2]>> = vec![Vec::new(); pairs];
        for &[a, b] in self.cells.problem.required() {
            let [here, there] = [a, b].map(|vertex| self.of[vertex as usize] as usize);
            if here == there {
                continue;
            }
            let leads = |here: usize, there: usize| (here + 1) % len == there && here < pairs;
            let ways = [([a, b], here, there), ([b, a], there, here)];
            let mut ways = ways
                .into_iter()
                .filter(|&(_, here, there)| leads(here, there));
            // Of two blocks, each follows the other: the first move leads to the second block.
            let way = ways
                .clone()
                .find(|way| required[way.1].is_empty())
                .or(ways.next());
            let Some((arc, from, _)) = way else {
                let blocks = format!("{} and {}", self.name(here), self.name(there));
                let what = "a required move has its ends".into();
                return Err(BlocksError::NotConsecutive { what, blocks });
            };
            required[from].push(arc);
        }
        Ok(required)
    }

    /// Returns the possible joints of each pair of consecutive blocks.
    fn joints(
        &self,
        entries: &[Option<bool>],
        enter: &[Option<u32>],
        leave: &[Option<u32>],
    ) -> Result<Vec<Vec<[u32; 2]>>, BlocksError> {
        let len = self.route.len();
        let required = self.required()?;
        let all_required = required.iter().flatten().copied().collect_vec();
        let joints = (0..self.cells.pairs()).map(|block| {
            let next = (block + 1) % len;
            let exit = self.exit_colour(block, entries[block]);
            let key = [block, next].map(|block| self.route[block]);
            let moves = self.cells.moves.get(&key).map_or(&[][..], |moves| moves);
            // A vertex is both the first and the last of its block only if that has no other.
            let is_free = |fixed: Option<u32>, vertex, block: usize| {
                self.vertices(block).len() == 1 || fixed != Some(vertex)
            };
            let fits = |&&[from, to]: &&[u32; 2]| {
                self.fits(leave, from, exit)
                    && self.fits(enter, to, entries[next])
                    && is_free(enter[block], from, block)
                    && is_free(leave[next], to, next)
            };
            let is_required = |arc: &[u32; 2]| match required[block][..] {
                [] => !all_required.contains(&[arc[1], arc[0]]),
                ref wanted => wanted.iter().all(|wanted| wanted == arc),
            };
            let found = moves.iter().filter(fits).copied().filter(is_required);
            let found = found.collect_vec();
            if found.is_empty() {
                Err(BlocksError::NoJoint(self.name(block), self.name(next)))
            } else {
                Ok(found)
            }
        });
        joints.collect()
    }

    /// Chooses one joint of each pair of consecutive blocks, so that every block has a path between
    /// its joints. An open tour begins and ends in one of `ends`. If `is_sure`, a search must have
    /// found each path. Without a choice, returns the last block that was reached.
    ///
    /// The choice for a block depends on those before it by one vertex only. So a vertex without a
    /// way on is not tried again.
    fn choose(
        &self,
        joints: &[Vec<[u32; 2]>],
        ends: &[Vec<u32>; 2],
        is_sure: bool,
        rng: &mut Rng,
        paths: &mut Paths,
        stop: &Stop,
    ) -> Result<Result<Vec<[u32; 2]>, usize>, Stopped> {
        let shapes = (0..self.route.len()).map(|block| self.shape(block, paths));
        let shapes = shapes.collect_vec();
        let mut may_join = |block: usize, firsts: &[u32], last: u32| {
            let Some((shape, rows)) = &shapes[block] else {
                return true;
            };
            let own = self.vertices(block);
            let place = |whole: u32| own.binary_search(&whole).expect("in its block") as u32;
            let mut firsts = firsts.iter();
            firsts.any(|&first| {
                let joins = paths.joins(*shape, rows, [place(first), place(last)]);
                joins.unwrap_or(!is_sure)
            })
        };
        let mut mixed = |joints: &[[u32; 2]]| {
            let mut joints = joints.to_vec();
            rng.shuffle(&mut joints);
            joints
        };
        let last = self.route.len() - 1;
        let closing = joints.get(last).map(|joints| mixed(joints));
        let closing = closing.map_or(vec![None], |joints| joints.into_iter().map(Some).collect());
        let mut reached = 0;
        for closing in closing {
            let firsts = closing.map_or(ends[0].clone(), |[_, to]| vec![to]);
            let lasts = closing.map_or(ends[1].clone(), |[from, _]| vec![from]);
            let mut chosen: Vec<[u32; 2]> = Vec::new();
            let mut left = vec![mixed(&joints[0])];
            let mut tried = BTreeSet::new();
            while let Some(options) = left.last_mut() {
                stop.check()?;
                let block = chosen.len();
                reached = reached.max(block);
                let firsts = match chosen.last() {
                    Some(&[_, to]) => vec![to],
                    None => firsts.clone(),
                };
                if block == last {
                    if lasts.iter().any(|&end| may_join(block, &firsts, end)) {
                        chosen.extend(closing);
                        return Ok(Ok(chosen));
                    }
                    options.clear();
                }
                match options.pop() {
                    Some(joint) => {
                        if may_join(block, &firsts, joint[0])
                            && tried.insert([block as u32, joint[1]])
                        {
                            chosen.push(joint);
                            let next = joints.get(block + 1).filter(|_| block + 1 < last);
                            left.push(next.map_or_else(Vec::new, |joints| mixed(joints)));
                        }
                    }
                    None => {
                        left.pop();
                        chosen.pop();
                    }
                }
            }
        }
        Ok(Err(reached))
    }

    /// Returns the shape of a block that is small enough for a search, and its neighbours.
    fn shape(&self, block: usize, paths: &mut Paths) -> Option<(usize, Vec<u64>)> {
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
        Some((paths.shape(rows.clone()), rows))
    }
}
