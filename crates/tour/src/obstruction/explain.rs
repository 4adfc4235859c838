//! The reasons in words.

use super::Obstruction;
use knightsat_base::plural::counted;

impl Obstruction {
    /// The reason in words; `name` writes a vertex.
    pub fn explain(&self, name: impl Fn(u32) -> String) -> String {
        match self {
            Obstruction::TooSmall => "a closed tour has at least three steps".into(),
            Obstruction::Clash(clash) => clash.explain(name),
            Obstruction::Magic(reason) => reason.explain(),
            Obstruction::Degree {
                vertex,
                degree,
                needed,
            } => degree_in_words(&name(*vertex), *degree, *needed),
            Obstruction::ThreeEnds(ends) => {
                let [a, b, c] = ends.map(name);
                format!("{a}, {b} and {c} have one move each, but a tour has only two ends")
            }
            Obstruction::Disconnected(a, b) => {
                let [a, b] = [*a, *b].map(name);
                format!("no sequence of moves leads from {a} to {b}")
            }
            Obstruction::Pieces {
                removed,
                pieces,
                joined,
            } => pieces_in_words(removed, *pieces, *joined, name),
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

fn degree_in_words(vertex: &str, degree: usize, needed: usize) -> String {
    let has = ["no moves", "only one move"][usize::from(degree > 0)];
    let needs = ["at least one", "two"][usize::from(needed > 1)];
    format!("{vertex} has {has}, and a tour needs {needs} there")
}

fn pieces_in_words(
    removed: &[u32],
    pieces: u32,
    joined: u32,
    name: impl Fn(u32) -> String,
) -> String {
    let them = if removed.len() == 1 { "it" } else { "them" };
    format!(
        "without {} the rest falls into {}, but a tour joins at most {joined} through \
         {them}",
        list(removed, name),
        counted(pieces, "piece")
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
    if giving.is_empty() {
        let moves = counted(needed, "more move");
        words += &format!(" {need} {moves} than {they}");
    } else {
        let giving = list(giving, &name);
        let moves = counted(needed, "move");
        words += &format!(" {need} {moves} to {giving}, which can give only {given}");
    }
    if spared > 0 {
        words += &format!(", and the ends of the tour spare only {spared}");
    }
    words
}

fn end_colours_in_words(even: u32, odd: u32) -> String {
    let (steps, larger) = (even + odd, even.max(odd));
    if even == odd {
        return format!(
            "start and end have the same colour; a tour of {} joins opposite colours",
            counted(steps, "step")
        );
    }
    format!(
        "every move changes colour, so that a tour of {} starts and ends on the colour that \
         has {larger} of them",
        counted(steps, "step")
    )
}

fn symmetry_in_words([vertex, image]: [String; 2], steps: u32) -> String {
    let fit = ["do not fit", "does not fit"][usize::from(steps == 1)];
    format!(
        "every move changes colour; the turn takes {vertex} to {image}, and {} between \
         them {fit} their colours",
        counted(steps, "move")
    )
}

/// Names in a sentence; of many, the first few and how many there are.
fn list(vertices: &[u32], name: impl Fn(u32) -> String) -> String {
    const SHOWN: usize = 12;
    let names: Vec<String> = vertices.iter().take(SHOWN).map(|&v| name(v)).collect();
    match &names[..] {
        _ if vertices.len() > SHOWN => {
            format!("the {} of {}, ...", vertices.len(), names.join(", "))
        }
        [first @ .., second, last] => {
            let start: String = first.iter().map(|name| format!("{name}, ")).collect();
            format!("{start}{second} and {last}")
        }
        _ => names.concat(),
    }
}
