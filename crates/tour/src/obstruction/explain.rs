//! Descriptions of reasons in words.

use super::Obstruction;
use crate::split;
use knightsat_base::text::{counted, listed};

/// The most vertices that a sentence names.
const SHOWN: usize = 12;

impl Obstruction {
    /// Returns the reason in words; `name` writes a vertex.
    pub fn explain(&self, name: impl Fn(u32) -> String) -> String {
        let name = &name as &dyn Fn(u32) -> String;
        let list = |set: &[u32]| listed(&Vec::from_iter(set.iter().map(|&v| name(v))), SHOWN);
        match self {
            Obstruction::TooSmall => "a closed tour has at least three steps".into(),
            Obstruction::Clash(clash) => clash.explain(name),
            Obstruction::Magic(reason) => reason.explain(),
            Obstruction::Split { reason, vertices } => match **reason {
                Obstruction::Degree { vertex, .. } if vertex % 3 != 1 && vertex / 3 < *vertices => {
                    let way = ["enters", "leaves"][usize::from(vertex % 3 == 2)];
                    format!("no arc {way} {}", name(vertex / 3))
                }
                _ => {
                    let name: &dyn Fn(u32) -> String = &|v| split::name(*vertices, v, name);
                    let words = reason.explain(name);
                    format!("each vertex v split into in.v, v and out.v: {words}")
                }
            },
            Obstruction::Degree {
                vertex,
                degree,
                needed,
            } => {
                let has = ["no moves", "only one move"][usize::from(*degree > 0)];
                let needs = ["at least one", "two"][usize::from(*needed > 1)];
                let vertex = name(*vertex);
                format!("{vertex} has {has}, and a tour needs {needs} there")
            }
            Obstruction::ThreeEnds(ends) => {
                let ends = list(ends);
                format!("{ends} have one move each, but a tour has only two ends")
            }
            Obstruction::Disconnected(a, b) => {
                let [a, b] = [*a, *b].map(name);
                format!("no sequence of moves leads from {a} to {b}")
            }
            Obstruction::Pieces {
                removed,
                pieces,
                joined,
            } => {
                let them = ["them", "it"][usize::from(removed.len() == 1)];
                let (removed, pieces) = (list(removed), counted(*pieces, "piece"));
                format!(
                    "without {removed} the rest falls into {pieces}, but a tour joins at most \
                     {joined} through {them}"
                )
            }
            Obstruction::TwoFactor {
                needing,
                giving,
                needed,
                given,
                spared,
            } => {
                let is_one = usize::from(needing.len() == 1);
                let (need, they) = [("need", "they have"), ("needs", "it has")][is_one];
                let (needing, giving) = (list(needing), list(giving));
                let [moves, more] = ["move", "more move"].map(|noun| counted(*needed, noun));
                let mut words = if giving.is_empty() {
                    format!("{needing} {need} {more} than {they}")
                } else {
                    format!("{needing} {need} {moves} to {giving}, which can give only {given}")
                };
                if *spared > 0 {
                    words += &format!(", and the ends of the tour spare only {spared}");
                }
                words
            }
            Obstruction::Colours { even, odd } => format!(
                "every move changes colour, but there are {even} of one colour and {odd} of the other"
            ),
            Obstruction::EndColours { even, odd } if even == odd => format!(
                "start and end have the same colour; a tour of {} joins opposite colours",
                counted(even + odd, "step")
            ),
            Obstruction::EndColours { even, odd } => format!(
                "every move changes colour, so that a tour of {} starts and ends on the colour that \
                 has {} of them",
                counted(even + odd, "step"),
                even.max(odd)
            ),
            Obstruction::Symmetry {
                vertex,
                image,
                steps,
            } => {
                let [vertex, image] = [*vertex, *image].map(name);
                format!(
                    "every move changes colour; the turn takes {vertex} to {image}, and {steps} \
                     moves between them do not fit their colours"
                )
            }
        }
    }
}
