//! Vertices behind a separator made one, which stands for the paths that lead through them.

use crate::Known;
use crate::base::random::Rng;
use crate::part::{Part, Work};
use crate::separator::Behind;

/// No vertex.
const NONE: u32 = u32::MAX;

/// What finds a tour of a part, perhaps.
type Solve<'f> = dyn FnMut(Part, &mut Rng, &mut Work) -> Option<Vec<u32>> + 'f;

/// A path through all vertices inside, from a neighbour of one of the separator to one of another;
/// which two is said by their places in the separator.
struct Through {
    ends: [usize; 2],
    path: Vec<u32>,
}

/// What stands for what.
pub(crate) struct Contraction {
    separator: Vec<u32>,
    paths: Vec<Through>,
    /// The vertices outside, by their new numbers; those that stand for the inside follow.
    names: Vec<u32>,
    /// Which of two vertices each of the separator is joined to, where the paths lead from some of the
    /// separator to the others.
    sides: Option<Vec<bool>>,
}

impl Contraction {
    /// Finds a path for every two vertices of the separator, as far as `solve` does.
    pub fn new(
        part: &Part,
        behind: Behind,
        rng: &mut Rng,
        work: &mut Work,
        solve: &mut Solve,
    ) -> Contraction {
        let Behind { inside, separator } = behind;
        let mut number = vec![NONE; part.graph.len() as usize];
        for (nth, &vertex) in (0..).zip(&inside) {
            number[vertex as usize] = nth;
        }
        let mut paths = Vec::new();
        for second in 1..separator.len() {
            for first in 0..second {
                let ends = [first, second];
                let joined = ends.map(|end| separator[end]);
                let path = path(part, &inside, &number, joined, rng, work, solve);
                paths.extend(path.map(|path| Through { ends, path }));
            }
        }
        let is_outside = |&v: &u32| number[v as usize] == NONE;
        Contraction {
            sides: sides(separator.len(), &paths),
            names: (0..part.graph.len()).filter(is_outside).collect(),
            separator,
            paths,
        }
    }

    /// Whether no path was found.
    pub fn is_vain(&self) -> bool {
        self.paths.is_empty()
    }

    /// The vertices of the separator.
    pub fn separator(self) -> Vec<u32> {
        self.separator
    }

    /// The part with one vertex for those inside, or three behind each other where a tour must come in
    /// on one side and go out on the other. Some of its tours may have no path here.
    pub fn outer(&self, part: &Part, rng: &mut Rng, work: &Work) -> Option<Part> {
        let mut number = vec![NONE; part.graph.len() as usize];
        for (nth, &vertex) in (0..).zip(&self.names) {
            number[vertex as usize] = nth;
        }
        let rename = |&([a, b], is_forced): &Known| {
            let ends = [number[a as usize], number[b as usize]];
            (!ends.contains(&NONE)).then_some((ends, is_forced))
        };
        let mut edges: Vec<Known> = part.edges.iter().filter_map(rename).collect();
        let inner = self.names.len() as u32;
        for (place, &vertex) in self.separator.iter().enumerate() {
            let uses = self.paths.iter().filter(|path| path.ends.contains(&place));
            let uses = uses.count();
            let is_far = self.sides.as_ref().is_some_and(|sides| sides[place]);
            let end = inner + 2 * u32::from(is_far);
            if uses > 0 {
                edges.push(([number[vertex as usize], end], uses == self.paths.len()));
            }
        }
        if self.sides.is_some() {
            edges.extend([([inner, inner + 1], true), ([inner + 1, inner + 2], true)]);
        }
        Part::new(inner + self.width(), edges, rng, work)
    }

    fn width(&self) -> u32 {
        if self.sides.is_some() { 3 } else { 1 }
    }

    /// The tour of the part, from one of the outer part; nothing if it needs a path that was not found.
    pub fn expand(&self, mut cycle: Vec<u32>) -> Option<Vec<u32>> {
        let inner = self.names.len() as u32;
        let place = cycle.iter().position(|&v| v == inner)?;
        cycle.rotate_left(place);
        // Now the vertices inside are first, or first and last.
        let last = (1..cycle.len())
            .rev()
            .take_while(|&n| cycle[n] >= inner)
            .count();
        cycle.rotate_right(last);
        let outside = &cycle[self.width() as usize..];
        let mut tour: Vec<u32> = outside.iter().map(|&v| self.names[v as usize]).collect();
        let ends = [tour[tour.len() - 1], tour[0]];
        let joined = |through: &Through| through.ends.map(|end| self.separator[end]);
        for through in &self.paths {
            let [from, to] = joined(through);
            if [from, to] == ends {
                tour.extend(&through.path);
                return Some(tour);
            }
            if [to, from] == ends {
                tour.extend(through.path.iter().rev());
                return Some(tour);
            }
        }
        None
    }
}

/// A path through all vertices inside between two of the separator: a tour of both and the inside
/// with one more vertex, joined to the two.
fn path(
    part: &Part,
    inside: &[u32],
    number: &[u32],
    joined: [u32; 2],
    rng: &mut Rng,
    work: &mut Work,
    solve: &mut Solve,
) -> Option<Vec<u32>> {
    let len = inside.len() as u32;
    let rename = |vertex: u32| match joined.iter().position(|&end| end == vertex) {
        Some(place) => len + place as u32,
        None => number[vertex as usize],
    };
    let inner = |&([a, b], is_forced): &Known| {
        let ends = [rename(a), rename(b)];
        let is_inner = !ends.contains(&NONE) && ends.iter().any(|&end| end < len);
        is_inner.then_some((ends, is_forced))
    };
    // What must be taken between the inside and others of the separator cannot be.
    let is_cut_off = |&([a, b], is_forced): &Known| {
        let ends = [a, b].map(rename);
        is_forced && ends.contains(&NONE) && ends.iter().any(|&end| end < len)
    };
    if part.edges.iter().any(is_cut_off) {
        return None;
    }
    let mut edges: Vec<Known> = part.edges.iter().filter_map(inner).collect();
    edges.extend([([len, len + 2], true), ([len + 1, len + 2], true)]);
    let inner = Part::new(len + 3, edges, rng, work)?;
    let mut cycle = solve(inner, rng, work)?;
    let place = cycle.iter().position(|&v| v == len + 2)?;
    cycle.rotate_left(place);
    if cycle[1] != len {
        cycle[1..].reverse();
    }
    let path = &cycle[2..cycle.len() - 1];
    Some(path.iter().map(|&v| inside[v as usize]).collect())
}

/// Two sides of the separator, if every path leads from one to the other.
fn sides(len: usize, paths: &[Through]) -> Option<Vec<bool>> {
    let splits = |bits: usize| {
        let side = |place: usize| bits >> place & 1 == 1;
        paths
            .iter()
            .all(|path| side(path.ends[0]) != side(path.ends[1]))
    };
    let bits = (0..1_usize << len).find(|&bits| splits(bits))?;
    Some((0..len).map(|place| bits >> place & 1 == 1).collect())
}
