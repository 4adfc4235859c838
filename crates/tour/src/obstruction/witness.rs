//! Drawings of reasons: the vertices that a reason names, and the groups that it counts.

use super::Obstruction;
use crate::Problem;
use crate::given::Clue;
use itertools::Itertools;
use knightsat_base::stop::Stop;

/// A reason on the board, for a drawing beside its words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReasonWitness {
    /// The vertices that the reason names: those removed, or those with too few moves.
    pub marked: Vec<u32>,
    /// The groups that the reason counts, without `marked`: pieces, colours, or vertices that need
    /// moves to the marked ones.
    pub groups: Vec<Vec<u32>>,
    /// The moves that the reason is about: those inside pieces, or those of the named vertices.
    pub moves: Vec<[u32; 2]>,
    /// The meaning of the signs of [`ReasonWitness::sign`], in a line; empty if there are none.
    pub legend: String,
}

impl ReasonWitness {
    /// Returns the sign of a vertex in a drawing: a cross if it is marked, and the number of its
    /// group, from 1.
    pub fn sign(&self, vertex: u32) -> String {
        let group = self.groups.iter().position(|group| group.contains(&vertex));
        match group {
            _ if self.marked.contains(&vertex) => CROSS.into(),
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

    /// Returns the vertices and the moves of the reason, which belongs to this problem.
    pub fn witness(&self, problem: &Problem) -> ReasonWitness {
        let graph = problem.graph();
        let (mut marked, mut groups): (Vec<u32>, Vec<Vec<u32>>) = Default::default();
        let mut legend = String::new();
        // The moves at these vertices belong to the reason.
        let mut at = Vec::new();
        match self {
            Obstruction::TooSmall | Obstruction::Magic(_) | Obstruction::Split { .. } => {}
            Obstruction::Clash(clash) => {
                let named = clash.clues.iter().flat_map(|clue| match *clue {
                    Clue::Move(ends) | Clue::NoMove(ends) => ends.to_vec(),
                    Clue::At { vertex, .. } | Clue::NotAt { vertex, .. } => vec![vertex],
                });
                marked = named.unique().collect();
            }
            Obstruction::Degree { vertex, .. } => (marked, at) = (vec![*vertex], vec![*vertex]),
            Obstruction::ThreeEnds(ends) => (marked, at) = (ends.to_vec(), ends.to_vec()),
            Obstruction::Forced(forced) => marked = forced.vertices.clone(),
            Obstruction::Symmetry { vertex, image, .. } => marked = vec![*vertex, *image],
            Obstruction::Disconnected(..) => {
                groups = graph.components();
                legend = format!("1 to {}: the pieces", groups.len());
            }
            Obstruction::Pieces { removed, .. } => {
                (marked, groups) = (removed.clone(), graph.components_without(removed));
                legend = format!("{CROSS}: removed; 1 to {}: the pieces", groups.len());
            }
            Obstruction::TwoFactor {
                needing, giving, ..
            } => {
                (marked, groups, at) = (giving.clone(), vec![needing.clone()], needing.clone());
                legend = match giving[..] {
                    [] => "1: needs more moves than it has".into(),
                    _ => format!("1: needs moves to {CROSS}"),
                };
            }
            Obstruction::Colours { .. } | Obstruction::EndColours { .. } => {
                if matches!(self, Obstruction::EndColours { .. }) {
                    let ends = [problem.start(), problem.end()];
                    marked = ends.into_iter().flatten().unique().collect();
                }
                let colour = graph.two_colouring(&Stop::default());
                let colour = colour.ok().flatten().unwrap_or_default();
                groups = vec![Vec::new(); 2];
                for (vertex, &odd) in (0..).zip(&colour) {
                    if !marked.contains(&vertex) {
                        groups[usize::from(odd)].push(vertex);
                    }
                }
                legend = "1 and 2: the colours".into();
            }
        }
        if legend.is_empty() && !marked.is_empty() {
            legend = format!("{CROSS}: named above");
        }
        let is_at = |vertex: &u32| at.contains(vertex);
        let is_about = |ends: &[u32; 2]| match self {
            Obstruction::Pieces { .. } | Obstruction::Disconnected(..) => {
                !ends.iter().any(|end| marked.contains(end))
            }
            _ => ends.iter().any(is_at),
        };
        ReasonWitness {
            moves: match self {
                Obstruction::Forced(forced) => forced.moves(problem),
                _ => graph.edges().filter(is_about).collect(),
            },
            marked,
            groups,
            legend,
        }
    }
}
