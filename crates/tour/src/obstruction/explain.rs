//! Descriptions of reasons in words.

use super::Obstruction;
use crate::split;
use knightsat_base::text::counted;

impl Obstruction {
    /// Returns the reason in words; `name` writes a vertex.
    pub fn explain(&self, name: impl Fn(u32) -> String) -> String {
        let name = &name as &dyn Fn(u32) -> String;
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
                    let name = |vertex| split::name(*vertices, vertex, name);
                    let reason = reason.explain(&name as &dyn Fn(u32) -> String);
                    format!("each vertex v split into in.v, v and out.v: {reason}")
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
                let ends = list(ends, name);
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
                let (removed, pieces) = (list(removed, name), counted(*pieces, "piece"));
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
                let (need, they) = match needing.len() {
                    1 => ("needs", "it has"),
                    _ => ("need", "they have"),
                };
                let mut words = format!("{} {need} ", list(needing, name));
                words += &match giving[..] {
                    [] => format!("{} than {they}", counted(*needed, "more move")),
                    _ => {
                        let (moves, giving) = (counted(*needed, "move"), list(giving, name));
                        format!("{moves} to {giving}, which can give only {given}")
                    }
                };
                if *spared > 0 {
                    words += &format!(", and the ends of the tour spare only {spared}");
                }
                words
            }
            Obstruction::Colours { even, odd } => format!(
                "every move changes colour, but there are {even} of one colour and {odd} of the other"
            ),
            Obstruction::EndColours { even, odd } => {
                let (steps, larger) = (counted(even + odd, "step"), even.max(odd));
                if even == odd {
                    return format!(
                        "start and end have the same colour; a tour of {steps} joins opposite colours"
                    );
                }
                format!(
                    "every move changes colour, so that a tour of {steps} starts and ends on the \
                     colour that has {larger} of them"
                )
            }
            Obstruction::Symmetry {
                vertex,
                image,
                steps,
            } => {
                let fit = ["do not fit", "does not fit"][usize::from(*steps == 1)];
                let ([vertex, image], moves) =
                    ([*vertex, *image].map(name), counted(*steps, "move"));
                format!(
                    "every move changes colour; the turn takes {vertex} to {image}, and {moves} \
                     between them {fit} their colours"
                )
            }
        }
    }
}

/// Returns a list of names for a sentence. A long list has the first few names and the total
/// number.
fn list(vertices: &[u32], name: &dyn Fn(u32) -> String) -> String {
    const SHOWN: usize = 12;
    let names: Vec<String> = vertices.iter().take(SHOWN).map(|&v| name(v)).collect();
    match &names[..] {
        _ if vertices.len() > SHOWN => {
            format!("the {} of {}, ...", vertices.len(), names.join(", "))
        }
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => names.concat(),
    }
}
