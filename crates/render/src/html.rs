//! A page that plays tours: one self-contained file for any browser.
//!
//! ```
//! use knightsat_render::html;
//! use knightsat_tour::place::Place;
//! use knightsat_render::scene::Scene;
//! use knightsat_render::base::stop::Stop;
//!
//! let verdict = knightsat_search::find(&"6x6".parse()?, &Stop::default())?;
//! let place: Place = "6x6".parse()?;
//! let scene = Scene::of_tour(&place, verdict.tour().unwrap());
//! assert!(html::page(&[scene]).starts_with("<!DOCTYPE html>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::json::About;
use super::scene::Scene;
use crate::prelude::*;
use serde::Serialize;

/// The template. Bracketed marks in it are replaced by the parts of the page.
const PAGE: &str = include_str!("player/player.html");
pub(super) const STYLE: &str = include_str!("player/player.css");
const SCRIPT: &str = concat!(
    include_str!("player/tour.js"),
    include_str!("player/read.js"),
    include_str!("player/ground.js"),
    include_str!("player/view.js"),
    include_str!("player/player.js"),
    include_str!("player/input.js"),
);

/// The most edges shown of a graph; with more, only the edges of the paths are shown.
const MOST_EDGES: usize = 100_000;

/// A scene for the script: the head of a [`Document`](super::Document), and paths.
#[derive(Serialize)]
struct Data<'a> {
    title: &'a str,
    #[serde(flatten)]
    about: About,
    /// The edges of a graph; null if they are too many.
    edges: Option<Vec<[u32; 2]>>,
    paths: Vec<Path>,
}

#[derive(Serialize)]
struct Path {
    closed: bool,
    moves: Vec<String>,
}

/// Returns the page that plays a scene, or two tours side by side. The page makes no network
/// request, and its policy permits only its own scripts and styles.
///
/// # Panics
/// If `scenes` is empty or has more than two elements.
pub fn page(scenes: &[Scene]) -> String {
    assert!((1..=2).contains(&scenes.len()), "one scene, or two");
    let title = escape(&title(scenes));
    let data = serde_json::to_string(&scenes.iter().map(data).collect_vec())
        .expect("texts and numbers are JSON")
        // A text must not end the element that contains it.
        .replace('<', "\\u003c");
    let parts = [
        ("[title]", title.as_str()),
        ("[style]", STYLE),
        ("[title]", &title),
        ("[scenes]", &data),
        ("[script]", SCRIPT),
    ];
    filled(PAGE, &parts)
}

/// Fills a page: replaces its marks, which come in this order.
pub(super) fn filled(page: &str, parts: &[(&str, &str)]) -> String {
    let mut text = String::new();
    let mut rest = page;
    for (mark, part) in parts {
        let (before, after) = rest.split_once(mark).expect("the page has every mark");
        text += before;
        text += part;
        rest = after;
    }
    text + rest
}

fn title(scenes: &[Scene]) -> String {
    match scenes {
        [scene] => {
            let mut letters = scene.title.chars();
            let first = letters.next().into_iter().flat_map(char::to_uppercase);
            first.chain(letters.clone()).collect()
        }
        _ => "Two tours side by side".into(),
    }
}

fn data(scene: &Scene) -> Data<'_> {
    let place = &scene.place;
    let edges = match place {
        Place::Graph(graph) if graph.edges().count() <= MOST_EDGES => {
            Some(graph.edges().map(|[a, b]| [a + 1, b + 1]).collect())
        }
        _ => None,
    };
    let paths = scene.strokes().map(|stroke| Path {
        closed: stroke.closed,
        moves: stroke.steps.iter().map(|&v| place.name(v)).collect(),
    });
    Data {
        title: &scene.title,
        about: About::new(place),
        edges,
        paths: paths.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use knightsat_tour::Kind;
    use knightsat_tour::board::Board;
    use knightsat_tour::given::Given;
    use knightsat_tour::graph::Graph;
    use serde_json::{Value, json};

    fn scene(title: &str, place: Place, paths: &[&[u32]]) -> Scene {
        Scene {
            title: title.into(),
            caption: String::new(),
            place,
            kind: Kind::Open,
            paths: paths.iter().map(|path| path.to_vec()).collect(),
            given: Given::default(),
            marks: Vec::new(),
            sites: Vec::new(),
        }
    }

    fn data_in(page: &str) -> Value {
        let (_, rest) = page.split_once("type=\"application/json\">").unwrap();
        serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
    }

    #[test]
    fn no_title_breaks_out_of_its_place() {
        let evil = "</title></script><script>alert(\"&amp;\")</script><!-- [script] [style]";
        let page = page(&[scene(evil, Board::new(1, 2).unwrap().into(), &[&[0]])]);
        let count = |text: &str| page.matches(text).count();
        // The page contains its data and its script, and no element from the title.
        assert_eq!((count("<script"), count("</script")), (2, 2));
        assert_eq!((count("</title>"), count("<!--")), (1, 0));
        assert_eq!(data_in(&page)[0]["title"], evil);
        assert!(page.contains("<title>&lt;/title&gt;"));
    }

    #[test]
    fn the_data_name_squares_and_close_cycles() {
        let hole = "b2".parse().unwrap();
        let board = Board::new(3, 3).unwrap().with_holes(&[hole]).unwrap();
        let place: Place = board.into();
        let paths: [&[u32]; 2] = [&[0, 6, 4, 0], &[1, 5]];
        let page = page(&[scene("pieces", place, &paths)]);
        let expected = json!([{
            "title": "pieces",
            "board": "3x3",
            "leaper": [1, 2],
            "holes": ["b2"],
            "edges": null,
            "paths": [
                { "closed": true, "moves": ["a1", "b3", "c2"] },
                { "closed": false, "moves": ["b1", "a3"] },
            ],
        }]);
        assert_eq!(data_in(&page), expected);
        assert!(page.contains("<title>Pieces</title>"));
    }

    #[test]
    fn a_graph_comes_with_its_edges_unless_they_are_too_many() {
        let small = Graph::from_edges(3, &[[0, 1], [1, 2]]);
        let vertices = MOST_EDGES as u32 + 2;
        let path: Vec<_> = (1..vertices).map(|v| [v - 1, v]).collect();
        let large = Graph::from_edges(vertices, &path);
        let scenes = [small, large].map(|graph| scene("g", Place::Graph(graph), &[&[0, 1]]));
        let data = data_in(&page(&scenes));
        assert_eq!(data[0]["edges"], json!([[1, 2], [2, 3]]));
        assert_eq!(data[1]["edges"], Value::Null);
        assert_eq!(data[1]["graph"]["edges"], MOST_EDGES + 1);
    }
}
