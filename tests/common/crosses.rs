//! Problems with every constraint and every pair of constraints, on small boards and graphs, and
//! their tours. The tours come from an enumeration that contains the meaning of each constraint
//! alone.

use super::asked;
use super::depth::depth;
use super::graphs::{Digraph, graph, words};
use super::points::Points;
use super::rules;
use itertools::Itertools;
use knightsat::tour::Board;
use knightsat::tour::given::{Clue, Given};
use knightsat::tour::graph::Graph;
use knightsat::tour::place::Place;
use knightsat::tour::rule::Rule;
use knightsat::tour::symmetry::{Symmetry, Turn};
use knightsat::tour::{Kind, Problem, ProblemError};
use knightsat::tour::{Statistic, Weights};
use knightsat_tour::blocks::{BlockSize, Blocks, Joints, lay_out};
use knightsat_tour::constraint::Property;
use knightsat_tour::magic::EqualSums;
use knightsat_tour::reversal::Reversal;
use knightsat_tour::spec::SpecError;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A demand on a tour.
#[derive(Clone, Debug)]
enum Wish {
    Start(u32),
    End(u32),
    Clue(Clue),
    Rules(Vec<Rule>),
    Turn(Turn),
    Reversal(Turn),
    Magic,
    Blocks(BlockSize, Joints),
    Property(Property),
}

impl Wish {
    /// Returns true if it gives the steps of a closed tour of this length numbers.
    fn is_numbering(&self, len: u32) -> bool {
        match self {
            Wish::Clue(Clue::At { step, .. }) => ![1, len].contains(step),
            Wish::Clue(Clue::NotAt { .. }) | Wish::Magic => true,
            Wish::Rules(rules) => rules.iter().any(Rule::is_directed),
            _ => false,
        }
    }
}

/// A named constraint: several demands at once.
type Constraint = (&'static str, Vec<Wish>);

/// A board or graph, with the numberings of all its tours.
struct World {
    name: &'static str,
    /// The names of the vertices.
    place: Place,
    board: Option<Board>,
    graph: Graph,
    kind: Kind,
    numberings: Vec<Vec<u32>>,
}

/// A problem and its tours.
#[derive(Clone)]
pub struct Sample {
    /// The place and the constraints.
    pub what: String,
    pub place: Place,
    pub problem: Problem,
    /// A statistic of its tours.
    pub statistic: Statistic,
    /// All numberings that satisfy the constraints: every rotation of a closed tour that does, in
    /// both directions.
    pub numberings: BTreeSet<Vec<u32>>,
    /// True if different numberings of a closed tour are different tours.
    pub is_numbered: bool,
}

/// The weight of an edge.
fn weight([a, b]: [u32; 2]) -> i64 {
    i64::from((3 * a.min(b) + 5 * a.max(b)) % 7) - 2
}

/// All paths through a graph, by trying; of a closed tour all rotations.
pub fn numberings(graph: &Graph, kind: Kind) -> Vec<Vec<u32>> {
    let len = graph.len();
    let first = if kind == Kind::Open { len } else { 1 };
    let (mut stack, mut found) = ((0..first).map(|root| vec![root]).collect_vec(), Vec::new());
    while let Some(path) = stack.pop() {
        if path.len() as u32 == len {
            found.push(path);
            continue;
        }
        let last = path[path.len() - 1];
        let next = (0..len).filter(|&to| graph.has_arc(last, to) && !path.contains(&to));
        stack.extend(next.map(|vertex| [&path[..], &[vertex]].concat()));
    }
    if kind == Kind::Open {
        return found;
    }
    found.retain(|steps| len > 2 && graph.has_arc(steps[steps.len() - 1], steps[0]));
    let rotations = found
        .into_iter()
        .flat_map(|steps| (0..steps.len()).map(move |by| [&steps[by..], &steps[..by]].concat()));
    rotations.collect()
}

impl World {
    fn new(name: &'static str, place: Place, kind: Kind) -> World {
        let graph = place.graph();
        World {
            name,
            board: place.board().cloned(),
            numberings: numberings(&graph, kind),
            place,
            graph,
            kind,
        }
    }

    /// Returns the world of a board and its options.
    fn of(text: &'static str) -> World {
        let (place, problem) = asked(text);
        World::new(text, place, problem.kind())
    }

    /// Returns the world of a king on 2x4, whose squares have the names of vertices.
    fn of_king(name: &'static str, kind: Kind) -> World {
        let places = ["2x4 --leaper 0,1", "2x4 --leaper 1,1"].map(|board| asked(board).0);
        let edges = |place: &Place| place.graph().edges().collect_vec();
        let graph = Graph::from_edges(8, &places.each_ref().map(edges).concat());
        let board = places[0].board().cloned();
        let world = World::new(name, Place::Graph(graph), kind);
        World { board, ..world }
    }

    /// Returns one of the tours, with a symmetry if there is any.
    fn witness(&self) -> &[u32] {
        let all = &self.numberings;
        let is_symmetric = |steps: &&Vec<u32>| self.is_symmetric(Turn::Rot180, steps);
        let is_closed = self.kind == Kind::Closed;
        let symmetric = all.iter().find(|steps| is_closed && is_symmetric(steps));
        let any = || all.get(all.len() / 3).map_or(&[0][..], |steps| steps);
        symmetric.map_or_else(any, Vec::as_slice)
    }

    /// Returns constraints that mostly fit one of the tours.
    fn constraints(&self) -> Vec<Constraint> {
        let tour = self.witness();
        let len = tour.len();
        let [n0, n1, n2, n3, n4, n5] = [0, 1, 2, 3, 4, 5].map(|step| self.place.name(tour[step]));
        let last = self.place.name(tour[len - 1]);
        let clue = |clue| vec![Wish::Clue(clue)];
        let ends = vec![Wish::Start(tour[0]), Wish::End(tour[len - 1])];
        let (step, vertex) = (4, tour[3]);
        let mut found = vec![
            ("start", vec![Wish::Start(tour[0])]),
            ("end", vec![Wish::End(tour[len - 1])]),
            ("ends", ends.clone()),
            ("require", clue(Clue::Move([tour[2], tour[3]]))),
            ("forbid", clue(Clue::NoMove([tour[3], tour[4]]))),
            ("at", clue(Clue::At { step, vertex })),
            ("not at", clue(Clue::NotAt { step, vertex })),
        ];
        let moves = format!("{n1}-{n2} or not {n4}-{n5}\n{n2}-{n3} or not {n0}-{n1}");
        let steps = format!("not {n1}@2 or {n3}@4\n{n2}@3 or {n4}@4");
        let direction = format!("{n2}->{n3}\nnot {n4}->{n5} or {n0}->{n1}");
        let number = format!("{n0}-{n1} + {n2}-{n3} + {n4}-{n5} >= 2");
        let at_ends = format!("not {n0}@1 or {last}@{len}\n{n1}@1 or {n0}@1 or {n0}@{len}");
        let mut rules = vec![
            ("moves", moves),
            ("direction", direction),
            ("steps", steps),
            ("order", format!("after({n4}, {n1})")),
            ("number of moves", number),
            ("ends in rules", at_ends),
        ];
        if self.place.board().is_some() {
            let points = Points::new(&self.place, tour, self.kind);
            let turns = points.value(&Statistic::named("turns").unwrap());
            let angles = format!("turn({n2}) or not straight({n3})\nturn({n4})");
            rules.extend([("bound", format!("turns <= {turns}")), ("angles", angles)]);
            let moves = tour.iter().copied().tuple_windows().map(|(a, b)| [a, b]);
            let mut pairs = moves.array_combinations();
            if let Some([one, other]) = pairs.find(|&[one, other]| points.cross(one, other)) {
                let name = |ends: [u32; 2]| ends.map(|vertex| self.place.name(vertex)).join("-");
                let crossing = format!("not cross({}, {})", name(one), name(other));
                rules.push(("crossing", crossing));
            }
        }
        for (name, text) in rules {
            found.push((name, vec![Wish::Rules(rules::read(&text, &self.place))]));
        }
        let Some(board) = &self.board else {
            return found;
        };
        let is_wazir = self.place.board().is_some() && board.leaper() == (0, 1);
        for turn in Turn::ALL.into_iter().filter(|_| self.kind == Kind::Closed) {
            if Symmetry::of(board, turn).is_ok() {
                found.push(("symmetry", vec![Wish::Turn(turn)]));
            }
            if Reversal::of(board, turn).is_ok() {
                found.push(("reversal", vec![Wish::Reversal(turn)]));
            }
        }
        if board.holes().next().is_none() {
            found.push(("sums", vec![Wish::Magic]));
        }
        if is_wazir && board.holes().next().is_none() {
            let blocks = Wish::Blocks(BlockSize::Sides(2, 2), Joints(0));
            let with_ends = [ends.clone(), vec![blocks.clone()]].concat();
            found.push(("blocks", vec![blocks]));
            if self.kind == Kind::Open {
                found.push(("blocks with ends", with_ends));
            }
        }
        found
    }

    fn problem(&self, wishes: &[Wish]) -> Result<Problem, SpecError> {
        let [start, end] = [0, 1].map(|side| {
            wishes.iter().find_map(|wish| match (side, wish) {
                (0, Wish::Start(vertex)) | (1, Wish::End(vertex)) => Some(*vertex),
                _ => None,
            })
        });
        let mut problem = Problem::new(self.graph.clone(), self.kind, start, end)?;
        if let Some(board) = &self.board {
            problem = problem.with_coordinates(board.directions().unwrap());
        }
        let (mut clues, mut rules) = (Vec::new(), Vec::new());
        for wish in wishes {
            match wish {
                Wish::Turn(turn) => {
                    let turn = Symmetry::of(self.board.as_ref().unwrap(), *turn).unwrap();
                    problem = problem.with(turn)?;
                }
                Wish::Reversal(turn) => {
                    let map = Reversal::of(self.board.as_ref().unwrap(), *turn).unwrap();
                    problem = problem.with(map)?;
                }
                Wish::Magic => problem = problem.clone().with(EqualSums::new(&problem)?)?,
                Wish::Clue(clue) => clues.push(*clue),
                Wish::Rules(more) => rules.extend(more.iter().cloned()),
                Wish::Start(_) | Wish::End(_) | Wish::Blocks(..) | Wish::Property(_) => {}
            }
        }
        problem = problem.with(Given::new(clues))?.with(rules)?;
        for wish in wishes {
            match wish {
                Wish::Property(property) => problem = problem.with(vec![*property])?,
                Wish::Blocks(size, joints) => {
                    let board = self.board.as_ref().unwrap();
                    let blocks = lay_out(&problem, board, *size, *joints, &Default::default());
                    if let Some(blocks) = blocks.map_err(SpecError::Blocks)? {
                        problem = problem.with(blocks)?;
                    }
                }
                _ => {}
            }
        }
        Ok(problem)
    }

    /// Returns the image of a vertex under a turn of the board, unless that is a hole.
    fn image(&self, turn: Turn, vertex: u32) -> Option<u32> {
        let board = self.board.as_ref()?;
        let (ranks, files) = (board.ranks(), board.files());
        let square = board.square(vertex);
        let (rank, file) = match turn {
            Turn::Rot180 => (ranks + 1 - square.rank, files + 1 - square.file),
            Turn::Rot90 => (square.file, ranks + 1 - square.rank),
            Turn::FlipRanks => (ranks + 1 - square.rank, square.file),
            Turn::FlipFiles => (square.rank, files + 1 - square.file),
        };
        (0..board.squares()).find(|&other| {
            let other = board.square(other);
            (other.rank, other.file) == (rank, file)
        })
    }

    /// Returns true if a turn of the board maps the closed tour to its reverse.
    fn is_reversed(&self, turn: Turn, steps: &[u32]) -> bool {
        let len = steps.len();
        let images = steps.iter().map(|&vertex| self.image(turn, vertex));
        let images = images.collect_vec();
        (0..len).any(|by| {
            let mut places = 0..len;
            places.all(|place| images[place] == Some(steps[(by + len - place) % len]))
        })
    }

    /// Returns true if a turn of the board moves the tour along itself.
    fn is_symmetric(&self, turn: Turn, steps: &[u32]) -> bool {
        let image = |vertex: u32| self.image(turn, vertex);
        let len = steps.len();
        let order = [2, 4][usize::from(turn == Turn::Rot90)];
        let goes = |by: usize| {
            let mut pairs = (0..len).map(|step| (steps[step], steps[(step + by) % len]));
            len.is_multiple_of(order) && pairs.all(|(here, there)| image(here) == Some(there))
        };
        goes(len / order) || goes(len - len / order)
    }

    fn has_equal_sums(&self, steps: &[u32]) -> bool {
        let board = self.board.as_ref().unwrap();
        let mut sums = [BTreeMap::new(), BTreeMap::new()];
        for (step, &vertex) in (1..).zip(steps) {
            let square = board.square(vertex);
            *sums[0].entry(square.rank).or_insert(0) += step;
            *sums[1].entry(square.file).or_insert(0) += step;
        }
        let mut sums = sums.iter();
        sums.all(|sums: &BTreeMap<u32, u32>| sums.values().all_equal())
    }

    fn satisfies(&self, steps: &[u32], wish: &Wish, problem: &Problem) -> bool {
        let points = || Points::new(&self.place, steps, self.kind);
        match wish {
            Wish::Start(vertex) => steps[0] == *vertex,
            Wish::End(vertex) => steps[steps.len() - 1] == *vertex,
            Wish::Clue(clue) => points().fits(*clue),
            Wish::Rules(rules) => points().keeps(rules),
            Wish::Turn(turn) => self.is_symmetric(*turn, steps),
            Wish::Reversal(turn) => self.is_reversed(*turn, steps),
            Wish::Magic => self.has_equal_sums(steps),
            Wish::Property(property) => property.holds(problem, steps),
            // Where no blocks lie, there is no tour.
            Wish::Blocks(..) => problem
                .get::<Arc<Blocks>>()
                .is_none_or(|blocks| visits(blocks, steps, problem)),
        }
    }

    fn statistic(&self) -> Statistic {
        match self.place.board() {
            Some(_) => Statistic::named("turns").unwrap(),
            None => {
                let edges = (0..self.graph.len()).array_combinations();
                let weighed = edges.map(|ends| (ends, weight(ends)));
                Statistic::Weights(Weights::new("weights", weighed.collect()))
            }
        }
    }

    /// Returns the problem of all these constraints; `None` if no such blocks lie on the board, or
    /// with a symmetry or sums, which specifications do not combine with blocks.
    fn sample(&self, constraints: &[&Constraint]) -> Option<Sample> {
        let wishes = constraints.iter().flat_map(|(_, wishes)| wishes.clone());
        let mut wishes = wishes.collect_vec();
        let count = |is: fn(&Wish) -> bool| wishes.iter().filter(|wish| is(wish)).count();
        let [turns, reversals, sums, blocks] = [
            count(|wish| matches!(wish, Wish::Turn(_))),
            count(|wish| matches!(wish, Wish::Reversal(_))),
            count(|wish| matches!(wish, Wish::Magic)),
            count(|wish| matches!(wish, Wish::Blocks(..))),
        ];
        // A problem has one symmetry of each kind.
        if turns > 1 || reversals > 1 || blocks > 0 && turns + reversals + sums > 0 {
            return None;
        }
        let len = self.graph.len();
        let is_numbered = wishes.iter().any(|wish| wish.is_numbering(len));
        let names = constraints.iter().map(|(name, _)| name);
        let mut what = format!("{}: {}", self.name, names.format(", "));
        let problem = match self.problem(&wishes) {
            Err(SpecError::Problem(ProblemError::NoFirstStep)) => {
                assert!(self.kind == Kind::Closed && is_numbered, "{what}");
                wishes.push(Wish::Start(self.witness()[0]));
                what += ", some start";
                self.problem(&wishes)
            }
            problem => problem,
        };
        let problem = match problem {
            Err(SpecError::Blocks(_)) => return None,
            Err(SpecError::Problem(
                ProblemError::StartIsEnd(_) | ProblemError::NoStatistic { .. },
            )) => {
                return None;
            }
            problem => problem.unwrap_or_else(|error| panic!("{what}: {error}")),
        };
        let fits = |steps: &&Vec<u32>| {
            let mut wishes = wishes.iter();
            wishes.all(|wish| self.satisfies(steps, wish, &problem))
        };
        Some(Sample {
            what,
            numberings: self.numberings.iter().filter(fits).cloned().collect(),
            place: self.place.clone(),
            statistic: self.statistic(),
            is_numbered,
            problem,
        })
    }
}

/// Returns true if a tour visits the blocks one after the other, and moves from each to the next by
/// its joint, between the given ends. Its reverse may do so instead, unless the direction matters.
fn visits(blocks: &Blocks, steps: &[u32], problem: &Problem) -> bool {
    let is_closed = problem.kind() == Kind::Closed;
    let along = |steps: &[u32]| {
        let order = steps.iter().map(|&vertex| blocks.of(vertex));
        let mut order = order.dedup().collect_vec();
        if !blocks.is_begun() && order[0] == order[order.len() - 1] {
            // The tour begins inside a block.
            order.remove(0);
        }
        let turns = if blocks.is_begun() { 1 } else { order.len() };
        let mut turned = (0..turns).map(|by| order[by..].iter().chain(&order[..by]).copied());
        let is_ordered = turned.any(|order| order.eq(0..blocks.len()));
        let number = steps.len() - usize::from(!is_closed);
        let next = steps.iter().cycle().skip(1);
        let mut moves = steps.iter().zip(next).take(number);
        is_ordered
            && moves.all(|(&a, &b)| {
                blocks.of(a) == blocks.of(b) || blocks.joints()[blocks.of(a)] == [a, b]
            })
    };
    let reversed = steps.iter().rev().copied().collect_vec();
    let ends = [(problem.start(), 0), (problem.end(), steps.len() - 1)];
    let mut ends = ends.into_iter();
    ends.all(|(end, place)| end.is_none_or(|end| steps[place] == end))
        && (along(steps) || !problem.has_one_way() && along(&reversed))
}

impl Sample {
    /// Returns the form that all numberings of the same tour share.
    pub fn class(&self, steps: &[u32]) -> Vec<u32> {
        if self.problem.kind() == Kind::Open || self.is_numbered {
            return steps.to_vec();
        }
        let first = steps.iter().position(|&vertex| vertex == 0).unwrap();
        let mut steps = [&steps[first..], &steps[..first]].concat();
        if !self.problem.graph().is_directed() && steps[1] > steps[steps.len() - 1] {
            steps[1..].reverse();
        }
        steps
    }

    /// Returns the tours.
    pub fn tours(&self) -> BTreeSet<Vec<u32>> {
        let class = |steps: &Vec<u32>| self.class(steps);
        self.numberings.iter().map(class).collect()
    }

    /// Returns the value of the statistic of a tour.
    pub fn value(&self, steps: &[u32]) -> i64 {
        let points = Points::new(&self.place, steps, self.problem.kind());
        match &self.statistic {
            Statistic::Weights(_) => points.moves().into_iter().map(weight).sum(),
            statistic => points.value(statistic),
        }
    }

    /// Panics unless this is a tour, or no tour exists and none was found.
    pub fn assert_found(&self, found: Option<&[u32]>, by: &str) {
        let what = &self.what;
        match found {
            None => assert!(self.numberings.is_empty(), "{by} finds no tour: {what}"),
            Some(steps) => {
                let is_tour = self.numberings.contains(steps);
                assert!(is_tour, "{by} finds {steps:?}: {what}");
            }
        }
    }

    /// Panics unless these are all tours, each once.
    pub fn assert_tours(&self, found: &[Vec<u32>], by: &str) {
        let what = &self.what;
        for steps in found {
            self.assert_found(Some(steps), by);
        }
        let classes: BTreeSet<_> = found.iter().map(|steps| self.class(steps)).collect();
        assert_eq!(classes.len(), found.len(), "{by} finds tours twice: {what}");
        assert_eq!(classes, self.tours(), "{by}: {what}");
    }
}

/// Returns random problems with ends, clues and rules: on graphs of up to six vertices, half of
/// them directed; on a board whose tours have a quarter turn, under this symmetry; on other boards,
/// with rules about angles and sums; and on graphs on a grid, with equal sums.
pub fn random(count: usize) -> Vec<Sample> {
    let cross = World::of("#..#/..../..../#..# --leaper 0,1 --closed");
    let boards = [
        "3x4",
        ".../.#./... --closed",
        "3x4 --leaper 0,1 --closed",
        "2x4 --leaper 0,1",
        "#..##/.#.../...##/#...# --closed",
        "2x4 --leaper king --closed",
    ];
    let boards = boards.map(World::of);
    let mut words = words(41);
    let mut samples = Vec::new();
    for nth in 0..count {
        let mut below = |bound: u64| (words.next().unwrap() >> 20) % bound;
        let grid = ["2x4", "4x2", "2x2"][below(3) as usize].parse();
        let grid: Option<Board> = grid.ok().filter(|_| nth % 12 == 9);
        let len = 1 + below(6) as u32;
        let len = grid.as_ref().map_or(len, |grid| grid.squares());
        let percent = 30 + below(60);
        let kind = [Kind::Open, Kind::Closed][below(2) as usize];
        let graph = match below(2) {
            0 if grid.is_none() => Digraph::random(len, percent, || below(100)).graph(),
            _ => {
                let bits = (0..28).map(|bit| u64::from(below(100) < percent) << bit);
                graph(len, bits.sum())
            }
        };
        let mut random = World::new("random", Place::Graph(graph), kind);
        random.board = grid;
        let world = match nth % 6 {
            0 => &cross,
            4 => &boards[nth / 6 % boards.len()],
            _ => &random,
        };
        let len = u64::from(world.graph.len());
        let edges = world.graph.edges().collect_vec();
        let tours = &world.numberings;
        let tour = tours.get(below(1 + tours.len() as u64) as usize);
        let mut wishes = vec![];
        wishes.extend((nth % 6 == 0).then_some(Wish::Turn(Turn::Rot90)));
        wishes.extend(random.board.as_ref().map(|_| Wish::Magic));
        for kind in 0..8 {
            // Mostly of one of the tours.
            let step = below(len) as u32 + 1;
            let own = tour.filter(|_| below(5) > 0);
            let own = own.map(|tour| tour[step as usize - 1]);
            let vertex = own.unwrap_or(below(len) as u32);
            let edge = edges.get(below(1 + edges.len() as u64) as usize);
            let is_end = |wish: &Wish| matches!(wish, Wish::Start(_) | Wish::End(_));
            let has_ends = wishes.iter().any(is_end);
            wishes.extend(match (kind, edge, below(4)) {
                (0, _, 0) => Some(Wish::Start(tour.map_or(vertex, |tour| tour[0]))),
                (1, _, 0) => Some(Wish::End(tour.map_or(vertex, |tour| tour[tour.len() - 1]))),
                (2 | 3, _, 0) if !has_ends || (2..len as u32).contains(&step) => {
                    Some(Wish::Clue(Clue::At { step, vertex }))
                }
                (4, _, 0) => Some(Wish::Clue(Clue::NotAt { step, vertex })),
                (5, Some(&edge), 0) => Some(Wish::Clue(Clue::Move(edge))),
                (6, Some(&edge), 0) => Some(Wish::Clue(Clue::NoMove(edge))),
                _ => None,
            });
        }
        if nth % 3 == 1 {
            let kinds = [1, 4][nth / 3 % 2];
            wishes.push(Wish::Rules(rules::random(&world.graph, kinds, &mut words)));
        }
        if let (4, Some(tour)) = (nth % 6, tour) {
            let points = Points::new(&world.place, tour, world.kind);
            let rules = rules::on_board(&world.place, &points, &mut words);
            wishes.push(Wish::Rules(rules));
        }
        let arcs = world.graph.arcs().collect_vec();
        let what = format!("{:?} {arcs:?} {wishes:?}", world.kind);
        let sample = world.sample(&[&("constraints", wishes)]);
        samples.extend(sample.map(|sample| Sample { what, ..sample }));
    }
    samples
}

/// Every constraint, and one of some pairs of constraints: all at full depth.
pub fn samples() -> Vec<Sample> {
    let pairs = depth(1, 24);
    let mut words = words(2026);
    let hundred = || (words.next().unwrap() >> 20) % 100;
    let place = Place::Graph(Digraph::random(6, 60, hundred).graph());
    let (open, closed) = (Kind::Open, Kind::Closed);
    let boards = [
        "3x4",
        "..../..../..../#.../....",
        "#..##/.#.../...##/#...# --closed",
        "4x2 --leaper 0,1",
        "4x4 --leaper 0,1 --closed",
        "#..#/..../..../#..# --leaper 0,1 --closed",
    ];
    let others = [
        World::of_king("open king", open),
        World::of_king("closed king", closed),
        World::new("open directed", place.clone(), open),
        World::new("closed directed", place, closed),
    ];
    let mut samples = Vec::new();
    let mut left = 0;
    for world in boards.map(World::of).iter().chain(&others) {
        assert!(!world.numberings.is_empty(), "{}", world.name);
        let constraints = world.constraints();
        let properties = Property::all().map(|one| (one.name(), vec![Wish::Property(one)]));
        samples.extend(world.sample(&[]));
        samples.extend(properties.filter_map(|one| world.sample(&[&one])));
        samples.extend(constraints.iter().filter_map(|one| world.sample(&[one])));
        for pair in constraints.iter().array_combinations::<2>() {
            left += 1;
            if left % pairs == 0 {
                samples.extend(world.sample(&pair));
            }
        }
    }
    samples
}
