//! Why no tour is magic, from the sums of ranks and files: see [`knightsat_tour::magic`] for the reasons.
//!
//! Where moves change colour, let the tour start on colour c, and let s be a vertex at a step that is due on
//! the other colour: ¬s, or the tour *starts elsewhere*, e. So in the sum of the steps on some vertices every
//! odd factor can be made even: s is at most e, and those of a vertex of c add up to 1. What is left of
//! the bound is odd; halved and rounded, the two bounds of the sum add up to a multiple of e ≥ 1.

use super::classes::Class;
use super::lines::Sum;
use super::prover::Prover;
use knightsat_base::stop::Stop;
use knightsat_cnf::dimacs::opb::Constraint;
use knightsat_encoding::flow::Flow;
use knightsat_tour::Problem;
use knightsat_tour::magic::Unmagic;
use std::io::{self, Write};

/// Derives a contradiction from the reason.
pub(super) fn derive<W: Write>(
    prover: &mut Prover<W>,
    problem: &Problem,
    reason: Unmagic,
    stop: &Stop,
) -> io::Result<()> {
    let flow = prover.flow;
    if let Unmagic::Fraction { .. } = reason {
        return fraction(prover, problem);
    }
    let places = problem.coordinates();
    let places = places.ok_or_else(|| io::Error::other("there are no ranks and files"))?;
    let place = |vertex: u32| places.of(vertex);
    let colour: Vec<bool> = (0..flow.steps())
        .map(|v| place(v).iter().sum::<u32>() % 2 == 1)
        .collect();
    let mut hints = vec![flow.step_ids(1)[1]];
    for first in [false, true] {
        let class = Class::new(prover, &colour, first)?;
        let parity = Parity::new(prover, problem, &colour, first, &class, stop)?;
        let bounds = match reason {
            Unmagic::TwiceOddSides => parity.quarter(prover, problem, place),
            _ => parity.line(prover, problem),
        };
        let sum = parity.halved(prover, bounds);
        hints.push(prover.proof.pol(&sum));
        hints.push(class.ids[1]);
    }
    // It starts on neither colour.
    let both = Sum::of([hints[2], hints[4], hints[0]]);
    let never = prover.proof.pol(&both);
    prover.end(&[hints[1], hints[3], never]);
    Ok(())
}

/// Half of the bounds of a line whose sum is no whole number, rounded up.
fn fraction<W: Write>(prover: &mut Prover<W>, problem: &Problem) -> io::Result<()> {
    let mut lines = (0..).zip(problem.magic_lines());
    let line = lines.find(|(_, line)| problem.magic_sum(line).is_none());
    let (number, _) = line.ok_or_else(|| io::Error::other("all sums are whole numbers"))?;
    let mut sum = Sum::default();
    for id in prover.flow.line_ids(number) {
        let mut half = Sum::of([id]);
        half.divide(2);
        sum.append(&half);
    }
    prover.refute(&sum, &[]);
    Ok(())
}

/// Steps on some vertices: two sums that bound what they add up to, with some multiples of e on their side.
struct Bounds {
    vertices: Vec<u32>,
    least: Sum,
    most: Sum,
    /// How often e was added to either.
    elsewhere: [u64; 2],
}

/// What is known of tours that start on a colour.
struct Parity<'c> {
    colour: &'c [bool],
    first: bool,
    class: &'c Class,
    steps: u32,
    /// For every step and vertex where the tour cannot be then, the clause ¬s ∨ e.
    wrong: Vec<u64>,
}

impl<'c> Parity<'c> {
    fn new<W: Write>(
        prover: &mut Prover<W>,
        problem: &Problem,
        colour: &'c [bool],
        first: bool,
        class: &'c Class,
        stop: &Stop,
    ) -> io::Result<Self> {
        let flow = prover.flow;
        let mut parity = Parity {
            colour,
            first,
            class,
            steps: flow.steps(),
            wrong: vec![0; (flow.steps() as usize).pow(2)],
        };
        let mut walk = class.walk(prover, colour);
        loop {
            stop.check().map_err(io::Error::other)?;
            let step = walk.step;
            let hints: Vec<u64> = walk
                .known
                .into_iter()
                .chain([flow.step_ids(step)[1]])
                .collect();
            for vertex in 0..parity.steps {
                if parity.is_due(step, vertex) {
                    continue;
                }
                let clause = Constraint::clause([!flow.on(step, vertex), class.elsewhere]);
                let place = parity.place(step, vertex);
                parity.wrong[place] = prover.proof.rup(&clause, &hints);
            }
            if step == parity.steps {
                return Ok(parity);
            }
            walk.go_on(prover, problem);
        }
    }

    /// Whether the tour is on the colour of this vertex at this step.
    fn is_due(&self, step: u32, vertex: u32) -> bool {
        (self.colour[vertex as usize] == self.first) == (step % 2 == 1)
    }

    fn place(&self, step: u32, vertex: u32) -> usize {
        (step as usize - 1) * self.steps as usize + vertex as usize
    }

    /// The first line whose sum is of another parity than the number of its odd steps.
    fn line<W: Write>(&self, prover: &mut Prover<W>, problem: &Problem) -> Bounds {
        let flow = prover.flow;
        let is_wrong = |vertices: &[u32], total: u64| self.odd_steps(vertices) % 2 != total % 2;
        let mut lines = (0..).zip(problem.magic_lines());
        let found = lines.find(|(_, line)| is_wrong(&line.vertices, flow.line_sum(line).0));
        let (number, line) = found.expect("two neighbouring lines have sums of different parity");
        let ids = flow.line_ids(number);
        Bounds {
            vertices: line.vertices.clone(),
            least: Sum::of([ids[0]]),
            most: Sum::of([ids[1]]),
            elsewhere: [0, 0],
        }
    }

    /// The vertices on every other rank and on every other file: twice their steps are all steps on these lines
    /// less those of the vertices on one of the two only, which are all of their colour.
    fn quarter<W: Write>(
        &self,
        prover: &mut Prover<W>,
        problem: &Problem,
        place: impl Fn(u32) -> [u32; 2],
    ) -> Bounds {
        let flow = prover.flow;
        let is_even = |vertex: u32| place(vertex).map(|coordinate| coordinate.is_multiple_of(2));
        let lines = (0..).zip(problem.magic_lines());
        let lines = lines.filter(|(_, line)| is_even(line.vertices[0])[usize::from(!line.is_rank)]);
        let [mut least, mut most] = [Sum::default(), Sum::default()];
        for (number, _) in lines {
            least.add(flow.line_ids(number)[0], 1);
            most.add(flow.line_ids(number)[1], 1);
        }
        let mut elsewhere = self.without_light(flow, is_even, [&mut least, &mut most]);
        for (sum, elsewhere) in [&mut least, &mut most].into_iter().zip(&mut elsewhere) {
            if *elsewhere % 2 == 1 {
                sum.add_literal(self.class.elsewhere, 1);
            }
            *elsewhere = elsewhere.div_ceil(2);
            sum.divide(2);
        }
        Bounds {
            vertices: (0..self.steps)
                .filter(|&v| is_even(v) == [true, true])
                .collect(),
            least,
            most,
            elsewhere,
        }
    }

    /// Takes the steps of all vertices on one of the lines only from the two sums; how often e was added to either.
    fn without_light(
        &self,
        flow: &Flow,
        is_even: impl Fn(u32) -> [bool; 2],
        [least, most]: [&mut Sum; 2],
    ) -> [u64; 2] {
        let is_light = |v: &u32| is_even(*v)[0] != is_even(*v)[1];
        let (light, dark): (Vec<u32>, Vec<u32>) = (0..self.steps).partition(is_light);
        let mut elsewhere = [0, 0];
        for step in 1..=self.steps {
            let times = u64::from(step);
            if self.is_due(step, light[0]) {
                least.add(flow.step_ids(step)[1], times);
                dark.iter()
                    .for_each(|&v| least.add_literal(flow.on(step, v), times));
                most.add(flow.step_ids(step)[0], times);
                dark.iter()
                    .for_each(|&v| most.add(self.wrong[self.place(step, v)], times));
                elsewhere[1] += times * dark.len() as u64;
            } else {
                light
                    .iter()
                    .for_each(|&v| least.add(self.wrong[self.place(step, v)], times));
                elsewhere[0] += times * light.len() as u64;
                light
                    .iter()
                    .for_each(|&v| most.add_literal(flow.on(step, v), times));
            }
        }
        elsewhere
    }

    /// How many of these vertices have odd steps.
    fn odd_steps(&self, vertices: &[u32]) -> u64 {
        vertices.iter().filter(|&&v| self.is_due(1, v)).count() as u64
    }

    /// Makes every factor even, and halves: a multiple of e is at least 1.
    fn halved<W: Write>(&self, prover: &Prover<W>, bounds: Bounds) -> Sum {
        let flow = prover.flow;
        let Bounds {
            vertices,
            mut least,
            mut most,
            mut elsewhere,
            ..
        } = bounds;
        for &vertex in &vertices {
            if self.is_due(1, vertex) {
                least.add(flow.vertex_ids(vertex)[1], 1);
                most.add(flow.vertex_ids(vertex)[0], 1);
            }
            for step in (1..=self.steps).filter(|&step| !self.is_due(step, vertex)) {
                least.add(self.wrong[self.place(step, vertex)], 1);
                most.add_literal(flow.on(step, vertex), 1);
                elsewhere[0] += 1;
            }
        }
        let mut sum = Sum::default();
        for (mut bound, elsewhere) in [least, most].into_iter().zip(elsewhere) {
            if elsewhere % 2 == 1 {
                bound.add_literal(self.class.elsewhere, 1);
            }
            bound.divide(2);
            sum.append(&bound);
        }
        sum
    }
}
