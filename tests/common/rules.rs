//! Random rules.

use super::points::Points;
use itertools::Itertools;
use knightsat::tour::fact::Fact;
use knightsat::tour::graph::Graph;
use knightsat::tour::place::Place;
use knightsat::tour::rule::{self, Atom, Literal, Rule};
use knightsat_tour::statistic::Angle;

/// A few rules over the first so many kinds of atoms.
pub fn random(graph: &Graph, kinds: u64, words: &mut impl Iterator<Item = u64>) -> Vec<Rule> {
    let len = u64::from(graph.len());
    let mut literal = || {
        let mut draw = |most: u64| (words.next().unwrap() >> 20) % most;
        let a = draw(len) as u32;
        let beside = graph.neighbours(a);
        // A pair that is no move is never one of the tour.
        let b = match draw(8) {
            0 => draw(len) as u32,
            pick if beside.is_empty() => (a + 1 + pick as u32) % graph.len(),
            pick => beside[pick as usize % beside.len()],
        };
        let atom = match draw(kinds) {
            0 if a != b => Atom::Fact(Fact::edge(a, b)),
            1 if a != b => Atom::Fact(Fact::Arc { from: a, to: b }),
            2 if a != b => Atom::After(a, b),
            _ => {
                let (step, vertex) = (draw(len) as u32 + 1, a);
                Atom::Fact(Fact::At { step, vertex })
            }
        };
        let is_positive = draw(2) == 0;
        Literal { atom, is_positive }
    };
    let rules = [1, 2, 3, 2].map(|length: usize| Rule((0..length).map(|_| literal()).collect()));
    let count = 1 + (words.next().unwrap() >> 20) % 4;
    rules.into_iter().take(count as usize).collect()
}

/// Reads rules about the vertices of a place.
pub fn read(text: &str, place: &Place) -> Vec<Rule> {
    let rules = rule::read(text, place).unwrap_or_else(|error| panic!("{text}: {error}"));
    let vertex = |name: &String| place.vertex(name).unwrap();
    rules.iter().map(|rule| rule.map(vertex)).collect()
}

/// A rule or two about moves, angles, crossings and sums on a board. The bounds of most sums are
/// such that this tour keeps them.
pub fn on_board(place: &Place, tour: &Points, words: &mut impl Iterator<Item = u64>) -> Vec<Rule> {
    let numbers = "turns straight acute right obtuse bent crossings slope+2 slope-1/2 slope+0 \
                   slope+1/0";
    let numbers = numbers.split_whitespace().collect_vec();
    let edges = place.graph().edges().collect_vec();
    let name = |edge: [u32; 2]| edge.map(|vertex| place.name(vertex)).join("-");
    let mut below = |bound: usize| (words.next().unwrap() >> 20) as usize % bound;
    let mut literal = || {
        let mut summand = |most: usize| {
            let edge = edges[below(edges.len())];
            let mut others = edges.iter().filter(|&&other| tour.cross(edge, other));
            match (below(most), others.next()) {
                (0, _) => name(edge),
                (1, Some(&other)) => format!("cross({}, {})", name(edge), name(other)),
                (1..=3, _) => {
                    let angle = Angle::ALL[below(Angle::ALL.len())].name();
                    let vertex = below(place.len() as usize) as u32;
                    format!("{angle}({})", place.name(vertex))
                }
                _ => numbers[below(numbers.len())].to_string(),
            }
        };
        let fact = summand(4);
        let [second, third] = [0; 2].map(|_| summand(7));
        let not = ["", "not "][below(2)];
        let sum = match below(5) {
            0 | 1 => return format!("{not}{fact}"),
            2 => second,
            3 => format!("{second} - {third}"),
            _ => format!("{second} + {third} - {fact}"),
        };
        let is_sum = |bound: &i32| tour.keeps(&read(&format!("{sum} = {bound}"), place));
        let bound = (-99..99).find(is_sum).expect("few moves") + below(3) as i32 - 1;
        format!("{not}{sum} {} {bound}", ["<=", ">=", "=", "≤"][below(4)])
    };
    let [first, second, third] = [0; 3].map(|_| literal());
    let rests = [
        String::new(),
        format!(" or {second}"),
        format!("\n{second} or {third}"),
    ];
    let text = &format!("{first}{}", rests[below(3)]);
    // Rules survive their own text.
    let rules = rule::read(text, place).unwrap();
    for literal in rules.iter().flat_map(|rule| &rule.0) {
        let again: Literal<String> = literal.to_string().parse().unwrap();
        assert_eq!(&again, literal);
    }
    read(text, place)
}
