//! Descriptions of reasons in words.

use super::Obstruction;
use crate::split;
use knightsat_base::text::counted;

impl Obstruction {
    /// Returns the reason in words; `name` writes a vertex.
    pub fn explain(&self, name: impl Fn(u32) -> String) -> String {
        match self {
            Obstruction::TooSmall => "a closed tour has at least three steps".into(),
            Obstruction::Split { reason, vertices } => split_in_words(reason, *vertices, name),
            Obstruction::Clash(clash) => clash.explain(name),
            Obstruction::Magic(reason) => reason.explain(),
            Obstruction::Forced(moves) => moves.explain(&list(&moves.vertices, &name), &name),
            Obstruction::Degree {
                vertex,
                degree,
                needed,
            } => degree_in_words(&name(*vertex), *degree, *needed),
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
            } => pieces_in_words(&list(removed, name), removed.len(), *pieces, *joined),
            Obstruction::TwoFactor {
                needing,
                giving,
                needed,
                given,
                spared,
            } => two_factor_in_words([needing, giving], [*needed, *given, *spared], name),
            Obstruction::Colours { even, odd } => format!(
                "every move changes colour, but there are {even} of one colour and {odd} of the other"
            ),
            Obstruction::EndColours { even, odd } => end_colours_in_words(*even, *odd),
            Obstruction::Symmetry {
                vertex,
                image,
                steps,
            } => symmetry_in_words([*vertex, *image].map(name), *steps),
        }
    }
}

fn split_in_words(reason: &Obstruction, vertices: u32, name: impl Fn(u32) -> String) -> String {
    match *reason {
        Obstruction::Degree { vertex, .. } if vertex % 3 != 1 && vertex / 3 < vertices => {
            let way = ["enters", "leaves"][usize::from(vertex % 3 == 2)];
            format!("no arc {way} {}", name(vertex / 3))
        }
        _ => {
            let name = |vertex: u32| split::name(vertices, vertex, &name);
            let reason = reason.explain(&name as &dyn Fn(u32) -> String);
            format!("each vertex v split into in.v, v and out.v: {reason}")
        }
    }
}

fn degree_in_words(vertex: &str, degree: usize, needed: usize) -> String {
    let has = ["no moves", "only one move"][usize::from(degree > 0)];
    let needs = ["at least one", "two"][usize::from(needed > 1)];
    format!("{vertex} has {has}, and a tour needs {needs} there")
}

fn pieces_in_words(removed: &str, count: usize, pieces: u32, joined: u32) -> String {
    let them = if count == 1 { "it" } else { "them" };
    let pieces = counted(pieces, "piece");
    format!(
        "without {removed} the rest falls into {pieces}, but a tour joins at most {joined} through {them}"
    )
}

fn symmetry_in_words([vertex, image]: [String; 2], steps: u32) -> String {
    let fit = ["do not fit", "does not fit"][usize::from(steps == 1)];
    let steps = counted(steps, "move");
    format!(
        "every move changes colour; the turn takes {vertex} to {image}, and {steps} between them {fit} \
         their colours"
    )
}

fn two_factor_in_words(
    [needing, giving]: [&[u32]; 2],
    [needed, given, spared]: [u32; 3],
    name: impl Fn(u32) -> String,
) -> String {
    let mut words = list(needing, &name);
    let (need, they) = match needing.len() {
        1 => ("needs", "it has"),
        _ => ("need", "they have"),
    };
    words += &match giving {
        [] => format!(" {need} {} than {they}", counted(needed, "more move")),
        _ => {
            let (moves, giving) = (counted(needed, "move"), list(giving, &name));
            format!(" {need} {moves} to {giving}, which can give only {given}")
        }
    };
    if spared > 0 {
        words += &format!(", and the ends of the tour spare only {spared}");
    }
    words
}

fn end_colours_in_words(even: u32, odd: u32) -> String {
    let (steps, larger) = (counted(even + odd, "step"), even.max(odd));
    if even == odd {
        format!("start and end have the same colour; a tour of {steps} joins opposite colours")
    } else {
        format!(
            "every move changes colour, so that a tour of {steps} starts and ends on the colour that has \
             {larger} of them"
        )
    }
}

/// Returns a list of names for a sentence. A long list has the first few names and the total
/// number.
fn list(vertices: &[u32], name: impl Fn(u32) -> String) -> String {
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
