//! Refutations of magic tours by the sums of ranks and files: [`tour::magic`](crate::tour::magic)
//! lists the reasons.
//!
//! Let moves change colour, and let the tour start on colour c. Let s be a vertex at a step of the
//! other colour. Then ¬s, or the tour *starts elsewhere*, e. So in the sum of the steps on some
//! vertices every odd factor can be made even. For s is at most e, and those of a vertex of c add
//! up to 1. The remaining bound is odd. Halved and rounded, the two bounds of the sum add up to a
//! multiple of e ≥ 1.

use super::clashes::Class;
use super::*;
use crate::tour::magic::Unmagic;

/// Derives a contradiction from the reason.
pub(super) fn derive(prover: &mut Prover, reason: Unmagic) -> io::Result<()> {
    let (flow, problem) = (prover.flow, prover.problem);
    if let Unmagic::Fraction { .. } = reason {
        return fraction(prover);
    }
    let places = problem.coordinates();
    let places = places.ok_or_else(|| io::Error::other("there are no ranks and files"))?;
    let place = |vertex: u32| places.of(vertex);
    let colour: Vec<bool> = (0..flow.steps())
        .map(|v| place(v).iter().sum::<u32>() % 2 == 1)
        .collect();
    let mut hints = vec![flow.step_ids(1)[1]];
    for first in [false, true] {
        let (parity, elsewhere) = Parity::new(prover, &colour, first)?;
        let bounds = match reason {
            Unmagic::TwiceOddSides => parity.quarter(prover, place),
            _ => parity.line(prover),
        };
        let sum = parity.halved(prover, bounds);
        hints.extend([prover.proof.pol(&sum), elsewhere]);
    }
    // The tour starts on neither colour.
    let both = Sum::of([hints[2], hints[4], hints[0]]);
    let never = prover.proof.pol(&both);
    prover.end([hints[1], hints[3], never]);
    Ok(())
}

/// Adds half of the bounds of a line whose sum is not a whole number, rounded up.
fn fraction(prover: &mut Prover) -> io::Result<()> {
    let mut lines = (0..).zip(prover.flow.sums());
    let line = lines.find(|(_, line)| line.sum.is_none());
    let (number, _) = line.ok_or_else(|| io::Error::other("all sums are whole numbers"))?;
    let bounds = prover.flow.line_ids(number).map(|id| Sum::of([id]));
    prover.refute(&Sum::of_halves(bounds), None);
    Ok(())
}

/// Lower and upper bounds on the sum of the steps on some vertices, with multiples of e.
struct Bounds {
    vertices: Vec<u32>,
    sums: [Sum; 2],
    /// The multiples of e in the two bounds.
    elsewhere: [u64; 2],
}

/// The constraints on tours that start on a colour.
struct Parity<'c> {
    colour: &'c [bool],
    first: bool,
    elsewhere: Lit,
    steps: u32,
    /// The clause ¬s ∨ e for every step and vertex of different colours.
    wrong: Vec<u64>,
}

impl<'c> Parity<'c> {
    /// Also returns the constraint by which e holds only if the tour starts elsewhere.
    fn new(prover: &mut Prover, colour: &'c [bool], first: bool) -> io::Result<(Self, u64)> {
        let flow = prover.flow;
        let mut class = Class::new(prover, colour, first)?;
        let walk = &mut class.walk;
        let mut parity = Parity {
            colour,
            first,
            elsewhere: class.elsewhere,
            steps: flow.steps(),
            wrong: vec![0; (flow.steps() as usize).pow(2)],
        };
        loop {
            let step = walk.step;
            let known = walk.known.into_iter().chain([flow.step_ids(step)[1]]);
            let hints: Vec<u64> = known.collect();
            for vertex in 0..parity.steps {
                if parity.is_due(step, vertex) {
                    continue;
                }
                let clause = Constraint::clause([!flow.on(step, vertex), class.elsewhere]);
                let place = parity.place(step, vertex);
                parity.wrong[place] = prover.proof.rup(&clause, &hints);
            }
            if step == parity.steps {
                return Ok((parity, class.ids[1]));
            }
            walk.advance(prover)?;
        }
    }

    /// Returns true if this vertex has the colour of this step.
    fn is_due(&self, step: u32, vertex: u32) -> bool {
        (self.colour[vertex as usize] == self.first) == (step % 2 == 1)
    }

    fn place(&self, step: u32, vertex: u32) -> usize {
        (step as usize - 1) * self.steps as usize + vertex as usize
    }

    /// Returns the first line whose sum differs in parity from the number of its odd steps.
    fn line(&self, prover: &Prover) -> Bounds {
        let flow = prover.flow;
        let is_wrong = |vertices: &[u32], total: u64| self.odd_steps(vertices) % 2 != total % 2;
        let mut lines = (0..).zip(flow.sums());
        let found = lines.find(|(_, line)| is_wrong(&line.vertices, flow.line_sum(line).0));
        let (number, line) = found.expect("two neighbouring lines have sums of different parity");
        Bounds {
            vertices: line.vertices.clone(),
            sums: flow.line_ids(number).map(|id| Sum::of([id])),
            elsewhere: [0, 0],
        }
    }

    /// Returns bounds for the vertices on every other rank and on every other file. Twice their
    /// steps are all steps on these lines, less those of the vertices on exactly one of them. The
    /// latter are all of the vertices' colour.
    fn quarter(&self, prover: &Prover, place: impl Fn(u32) -> [u32; 2]) -> Bounds {
        let flow = prover.flow;
        let is_even = |vertex: u32| place(vertex).map(|coordinate| coordinate.is_multiple_of(2));
        // The vertices of a rank share their first coordinate.
        let axis = |vertices: &[u32]| usize::from(place(vertices[0])[0] != place(vertices[1])[0]);
        let lines = (0..).zip(flow.sums());
        let lines = lines.filter(|(_, line)| is_even(line.vertices[0])[axis(&line.vertices)]);
        let lines: Vec<[u64; 2]> = lines.map(|(number, _)| flow.line_ids(number)).collect();
        let mut sums = [0, 1].map(|bound: usize| {
            let mut sum = Sum::default();
            sum.add_all(lines.iter().map(|ids| ids[bound]));
            sum
        });
        let is_light = |v: &u32| is_even(*v)[0] != is_even(*v)[1];
        let (light, dark): (Vec<u32>, Vec<u32>) = (0..self.steps).partition(is_light);
        let mut elsewhere = [0, 0];
        for step in 1..=self.steps {
            let times = u64::from(step);
            let is_due = self.is_due(step, light[0]);
            if is_due {
                let [least, most] = flow.step_ids(step);
                sums[0].add(most, times);
                sums[1].add(least, times);
            }
            let (others, by_literal, by_clause) = if is_due {
                (&dark, 0, 1)
            } else {
                (&light, 1, 0)
            };
            for &vertex in others {
                sums[by_literal].add_literal(flow.on(step, vertex), times);
                sums[by_clause].add(self.wrong[self.place(step, vertex)], times);
            }
            elsewhere[by_clause] += times * others.len() as u64;
        }
        let is_on_both = |v: &u32| is_even(*v) == [true, true];
        let mut bounds = Bounds {
            vertices: (0..self.steps).filter(is_on_both).collect(),
            sums,
            elsewhere,
        };
        bounds.halve(self.elsewhere);
        bounds
    }

    /// Returns the number of these vertices with odd steps.
    fn odd_steps(&self, vertices: &[u32]) -> u64 {
        vertices.iter().filter(|&&v| self.is_due(1, v)).count() as u64
    }

    /// Makes every factor even, and halves: a multiple of e is at least 1.
    fn halved(&self, prover: &Prover, mut bounds: Bounds) -> Sum {
        let flow = prover.flow;
        let [least, most] = &mut bounds.sums;
        for &vertex in &bounds.vertices {
            if self.is_due(1, vertex) {
                least.add(flow.vertex_ids(vertex)[1], 1);
                most.add(flow.vertex_ids(vertex)[0], 1);
            }
            for step in (1..=self.steps).filter(|&step| !self.is_due(step, vertex)) {
                least.add(self.wrong[self.place(step, vertex)], 1);
                most.add_literal(flow.on(step, vertex), 1);
                bounds.elsewhere[0] += 1;
            }
        }
        bounds.halve(self.elsewhere);
        let [mut sum, most] = bounds.sums;
        sum.append(&most);
        sum
    }
}

impl Bounds {
    /// Halves the sums; adds e to those with an odd number of it.
    fn halve(&mut self, e: Lit) {
        for (sum, times) in self.sums.iter_mut().zip(&mut self.elsewhere) {
            if *times % 2 == 1 {
                sum.add_literal(e, 1);
            }
            *times = times.div_ceil(2);
            sum.divide(2);
        }
    }
}
