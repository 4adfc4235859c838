//! Drawings of reasons: the vertices that a reason names, and the groups that it counts.

use super::Obstruction;
use super::form::vertices;
use crate::Problem;
use knightsat_base::stop::Stop;
use serde::Serialize;

/// A reason on the board, for a drawing beside its words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ReasonWitness {
    /// The vertices that the reason names: those removed, or those with too few moves.
    pub marked: Vec<String>,
    /// The groups that the reason counts, without `marked`: pieces, colours, or vertices that need
    /// moves to the marked ones.
    pub groups: Vec<Vec<String>>,
    /// The moves that the reason is about, such as `a1-b3`: those inside pieces, or those of the
    /// named vertices.
    pub moves: Vec<String>,
    /// The meaning of the signs of [`ReasonWitness::sign`], in a line; empty if there are none.
    pub legend: String,
}

impl ReasonWitness {
    /// Returns the sign of a vertex in a drawing: a cross if it is marked, and the number of its
    /// group, from 1.
    pub fn sign(&self, vertex: &String) -> String {
        let group = self.groups.iter().position(|group| group.contains(vertex));
        let number = || Some((group? + 1).to_string());
        let cross = self.marked.contains(vertex).then(|| CROSS.to_string());
        cross.or_else(number).unwrap_or_default()
    }
}

/// The sign of marked vertices.
const CROSS: &str = "×";

impl Obstruction {
    /// Returns true if the reason is easier to see on the board than to read.
    pub fn is_about_sets(&self) -> bool {
        matches!(
            self,
            Obstruction::Disconnected(..)
                | Obstruction::Pieces { .. }
                | Obstruction::TwoFactor { .. }
        )
    }

    /// Returns the vertices and the moves of the reason, which belongs to this problem. `name`
    /// writes a vertex.
    #[doc(hidden)]
    pub fn witness(&self, problem: &Problem, name: &dyn Fn(u32) -> String) -> ReasonWitness {
        let graph = problem.graph();
        let moves_at = |set: &[u32], are_at: bool| -> Vec<[u32; 2]> {
            let is_at = |ends: &[u32; 2]| ends.iter().any(|end| set.contains(end));
            graph.edges().filter(|ends| is_at(ends) == are_at).collect()
        };
        let (mut marked, mut groups, mut moves) = (vertices(self), Vec::new(), Vec::new());
        let mut legend = format!("{CROSS}: named above");
        match self {
            Obstruction::TooSmall | Obstruction::Magic(_) | Obstruction::Split { .. } => {
                return ReasonWitness::default();
            }
            Obstruction::Clash(_) | Obstruction::Symmetry { .. } => {}
            Obstruction::Degree { .. } | Obstruction::ThreeEnds(_) => {
                moves = moves_at(&marked, true);
            }
            Obstruction::Disconnected(..) => {
                marked.clear();
                (groups, moves) = (graph.components(), graph.edges().collect());
                legend = format!("1 to {}: the pieces", groups.len());
            }
            Obstruction::Pieces { removed, .. } => {
                (groups, moves) = (graph.components_without(removed), moves_at(removed, false));
                legend = format!("{CROSS}: removed; 1 to {}: the pieces", groups.len());
            }
            Obstruction::TwoFactor { needing, .. } => {
                marked.retain(|vertex| !needing.contains(vertex));
                (groups, moves) = (vec![needing.clone()], moves_at(needing, true));
                legend = match marked[..] {
                    [] => "1: needs more moves than it has".into(),
                    _ => format!("1: needs moves to {CROSS}"),
                };
            }
            Obstruction::Colours { .. } | Obstruction::EndColours { .. } => {
                if matches!(self, Obstruction::EndColours { .. }) {
                    marked.extend([problem.start(), problem.end()].into_iter().flatten());
                }
                let colour = graph.two_colouring(&Stop::default()).ok().flatten();
                let colours = (0..).zip(colour.unwrap_or_default());
                groups = vec![Vec::new(); 2];
                let others = colours.filter(|(vertex, _)| !marked.contains(vertex));
                others.for_each(|(vertex, odd)| groups[usize::from(odd)].push(vertex));
                legend = "1 and 2: the colours".into();
            }
        }
        let names = |set: Vec<u32>| set.into_iter().map(name).collect();
        ReasonWitness {
            marked: names(marked),
            groups: groups.into_iter().map(names).collect(),
            moves: moves.iter().map(|ends| ends.map(name).join("-")).collect(),
            legend,
        }
    }
}
