//! Pictures of counterexamples: the squares of each step with lines between successive steps, or
//! the moves of a model as paths and cycles.
//!
//! ```
//! use knightsat_check::{Fact, picture, place};
//!
//! let place = place("3x4");
//! let facts = [(1, 0), (2, 6), (2, 9)].map(|(step, vertex)| Fact::At { step, vertex });
//! let scene = picture::of_facts(&place, "two squares at step 2".into(), &facts);
//! assert_eq!(scene.marks.len(), 2);
//! ```

use super::counterexample::Counterexample;
use super::decode::{position, walks};
use super::names::vertex;
use crate::prelude::*;
use knightsat_render::scene::{Mark, Scene};
use std::collections::BTreeMap;

/// Returns the picture of a counterexample; `None` if its facts are of another place.
pub fn of_counterexample(place: &Place, found: &Counterexample) -> Option<Scene> {
    let facts = found.facts.iter().map(|text| {
        let fact: Fact<String> = text.parse().ok()?;
        fact.try_map(|name| vertex(place, name)).ok()
    });
    let title = format!("{}: {}", found.wrong, found.why);
    Some(of_facts(place, title, &facts.collect::<Option<Vec<_>>>()?))
}

/// Returns the picture of the facts of a model. Squares of steps with several squares, and squares
/// with several steps, are marked.
pub fn of_facts(place: &Place, title: String, facts: &[Fact]) -> Scene {
    let mut steps: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    let mut visits: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (step, vertex) in facts.iter().filter_map(position) {
        steps.entry(step).or_default().push(vertex);
        visits.entry(vertex).or_default().push(step);
    }
    let mut paths: Vec<Vec<u32>> = Vec::new();
    let mut last = None;
    for (&step, vertices) in &steps {
        match (&vertices[..], last, paths.last_mut()) {
            (&[only], Some(before), Some(path)) if before + 1 == step => path.push(only),
            (&[only], ..) => paths.push(vec![only]),
            _ => continue,
        }
        last = Some(step);
    }
    let is_shared = |step: &u32| steps[step].len() > 1;
    let is_marked = |here: &[u32]| here.len() > 1 || here.iter().any(is_shared);
    let marked = visits.iter().filter(|(_, here)| is_marked(here));
    let marks = marked.map(|(&vertex, here)| Mark {
        vertex,
        text: match here.len() {
            1..=2 => here.iter().join(","),
            more => format!("{}… ({more})", here[0]),
        },
        is_loud: true,
    });
    paths.extend(walks(facts));
    Scene {
        paths,
        ..Scene::of_marks(title, place, marks.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_walked_to_paths_and_cycles() {
        let arc = |from, to| Fact::Arc { from, to };
        let arcs = [arc(0, 1), arc(1, 0), arc(4, 2), arc(2, 3)];
        assert_eq!(walks(&arcs), [vec![4, 2, 3], vec![0, 1, 0]]);
        let edges = [[0, 1], [1, 2], [0, 2], [3, 4]].map(|[a, b]| Fact::edge(a, b));
        assert_eq!(walks(&edges), [vec![3, 4], vec![0, 1, 2, 0]]);
    }

    #[test]
    fn a_square_with_several_steps_is_marked_and_steps_are_joined() {
        let place: Place = "3x4".parse().unwrap();
        let at = |step, vertex| Fact::At { step, vertex };
        let facts = [at(1, 0), at(2, 6), at(3, 0), at(5, 1), at(5, 2)];
        let scene = of_facts(&place, "a model".into(), &facts);
        assert_eq!(scene.paths, [vec![0, 6, 0]]);
        let marks = scene.marks.iter().map(|mark| (mark.vertex, &mark.text[..]));
        assert_eq!(marks.collect_vec(), [(0, "1,3"), (1, "5"), (2, "5")]);
    }
}
