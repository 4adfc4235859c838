//! Reads the JSON document of a tour, ours or one that somebody else has made.

use super::super::json::{DocumentKind, DocumentResult, GraphSize, document};
use super::{Pieces, TourText, TourTextError, error, named};
use knightsat_base::json;
use knightsat_base::plural::counted;
use knightsat_base::quote::quote;
use knightsat_tour::Kind;
use knightsat_tour::board::Board;
use knightsat_tour::place::Place;
use serde::Deserialize;

/// What is read of a document: other fields say nothing here. The moves alone will do, since the
/// command line says where they go.
#[derive(Deserialize)]
struct Claim {
    version: Option<u32>,
    #[serde(rename = "kind")]
    _kind: Option<DocumentKind>,
    board: Option<String>,
    leaper: Option<(u32, u32)>,
    graph: Option<GraphSize>,
    #[serde(default)]
    holes: Vec<String>,
    tour: Option<Kind>,
    result: Option<DocumentResult>,
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default)]
    cycles: Vec<Vec<String>>,
}

/// Reads the tour in a document.
pub(super) fn tour(place: &Place, text: &str) -> Result<TourText, TourTextError> {
    tour_of(place, &claim(place, text)?)
}

fn tour_of(place: &Place, found: &Claim) -> Result<TourText, TourTextError> {
    let says = |message: &str| Err(error(1, 1, message));
    match found.result {
        Some(DocumentResult::Tour) => {}
        Some(_) => return says("this document says that there is no tour in it"),
        None if found.moves.is_empty() => return says("this document has no moves in it"),
        None => {}
    }
    Ok(TourText {
        steps: vertices(place, &found.moves)?,
        kind: found.tour,
    })
}

/// Reads the tour or the cycles in a document.
pub(super) fn pieces(place: &Place, text: &str) -> Result<Pieces, TourTextError> {
    let found = claim(place, text)?;
    let is_bare = found.result.is_none() && !found.cycles.is_empty();
    if found.result == Some(DocumentResult::Cycles) || is_bare {
        let cycles = found.cycles.iter();
        let paths = cycles.map(|cycle| vertices(place, cycle));
        return Ok(Pieces {
            paths: paths.collect::<Result<_, _>>()?,
            kind: Some(Kind::Closed),
        });
    }
    let tour = tour_of(place, &found)?;
    Ok(Pieces {
        paths: vec![tour.steps],
        kind: tour.kind,
    })
}

fn claim(place: &Place, text: &str) -> Result<Claim, TourTextError> {
    let found: Claim = serde_json::from_str(text).map_err(|bad| {
        let (line, column) = json::place(&bad);
        error(
            line,
            column,
            format!("not a tour in JSON: {}", json::message(&bad)),
        )
    })?;
    match misfit(place, &found) {
        Some(message) => Err(error(1, 1, message)),
        None => Ok(found),
    }
}

fn vertices(place: &Place, names: &[String]) -> Result<Vec<u32>, TourTextError> {
    let vertices = names.iter().map(|name| named(place, name));
    let vertices = vertices.collect::<Result<_, _>>();
    vertices.map_err(|message| error(1, 1, message))
}

/// Why a document is no tour of this place, as far as its head says.
fn misfit(place: &Place, found: &Claim) -> Option<String> {
    let kind = found.tour.unwrap_or(Kind::Open);
    let expected = document(place, &kind.into(), DocumentResult::Tour, None);
    if let Some(version) = found.version.filter(|&version| version != expected.version) {
        return Some(format!(
            "version {version} of the JSON form is unknown here"
        ));
    }
    let here = &expected.about;
    let found_about = about(found.board.as_deref(), found.leaper, found.graph)?;
    let expected_about = about(here.board.as_deref(), here.leaper, here.graph)?;
    if found_about != expected_about {
        return Some(format!(
            "this is about {}, not about {expected_about}",
            quote(&found_about)
        ));
    }
    let same_holes = found.holes == here.holes;
    (!same_holes).then(|| "this is about a board with other holes".into())
}

/// The board or graph in words; `None` if there is neither.
fn about(
    board: Option<&str>,
    leaper: Option<(u32, u32)>,
    graph: Option<GraphSize>,
) -> Option<String> {
    match (board, leaper, graph) {
        (Some(board), Some(Board::KNIGHT) | None, _) => Some(format!("the knight on {board}")),
        (Some(board), Some((a, b)), _) => Some(format!("the ({a},{b})-leaper on {board}")),
        (None, _, Some(size)) => {
            let vertices = counted(size.vertices, "vertex");
            let edges = counted(size.edges, "edge");
            Some(format!("a graph with {vertices} and {edges}"))
        }
        (None, ..) => None,
    }
}
