//! Drawings of reasons: the vertices that a reason names, and the groups that it counts.

use super::Obstruction;
use crate::Problem;
use crate::given::Clue;
use itertools::Itertools;
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
        match group {
            _ if self.marked.contains(vertex) => CROSS.into(),
            Some(group) => (group + 1).to_string(),
            None => String::new(),
        }
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
        let moves_at = |vertices: &[u32], are_at: bool| {
            let is_at = |ends: &[u32; 2]| ends.iter().any(|end| vertices.contains(end));
            let moves = graph.edges().filter(|ends| is_at(ends) == are_at);
            moves.collect::<Vec<_>>()
        };
        let (mut marked, mut groups, mut moves) = (Vec::new(), Vec::new(), Vec::new());
        let mut legend = String::new();
        match self {
            Obstruction::TooSmall | Obstruction::Magic(_) | Obstruction::Split { .. } => {}
            Obstruction::Clash(clash) => marked = clash.clues.map(Clue::vertices).concat(),
            Obstruction::Symmetry { vertex, image, .. } => marked = vec![*vertex, *image],
            Obstruction::Degree { vertex, .. } => {
                (marked, moves) = (vec![*vertex], moves_at(&[*vertex], true));
            }
            Obstruction::ThreeEnds(ends) => {
                (marked, moves) = (ends.to_vec(), moves_at(ends, true));
            }
            Obstruction::Disconnected(..) => {
                (groups, moves) = (graph.components(), moves_at(&[], false));
                legend = format!("1 to {}: the pieces", groups.len());
            }
            Obstruction::Pieces { removed, .. } => {
                (marked, groups) = (removed.clone(), graph.components_without(removed));
                moves = moves_at(removed, false);
                legend = format!("{CROSS}: removed; 1 to {}: the pieces", groups.len());
            }
            Obstruction::TwoFactor {
                needing, giving, ..
            } => {
                (marked, groups) = (giving.clone(), vec![needing.clone()]);
                moves = moves_at(needing, true);
                legend = match giving[..] {
                    [] => "1: needs more moves than it has".into(),
                    _ => format!("1: needs moves to {CROSS}"),
                };
            }
            Obstruction::Colours { .. } | Obstruction::EndColours { .. } => {
                if matches!(self, Obstruction::EndColours { .. }) {
                    marked.extend([problem.start(), problem.end()].into_iter().flatten());
                }
                let colour = graph.two_colouring(&Stop::default());
                let colour = colour.ok().flatten().unwrap_or_default();
                let others = (0..).zip(colour).filter(|(v, _)| !marked.contains(v));
                groups = vec![Vec::new(); 2];
                others.for_each(|(v, odd)| groups[usize::from(odd)].push(v));
                legend = "1 and 2: the colours".into();
            }
        }
        if legend.is_empty() && !marked.is_empty() {
            legend = format!("{CROSS}: named above");
        }
        let names = |set: Vec<u32>| set.into_iter().unique().map(name).collect();
        ReasonWitness {
            marked: names(marked),
            groups: groups.into_iter().map(names).collect(),
            moves: moves.iter().map(|ends| ends.map(name).join("-")).collect(),
            legend,
        }
    }
}
