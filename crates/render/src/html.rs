//! A page that plays tours: one self-contained file for any browser.
//!
//! ```
//! # mod knightsat {
//! #     pub use knightsat_render as render;
//! #     pub use knightsat_search as search;
//! #     pub use knightsat_render::base::stop;
//! #     pub use knightsat_tour as tour;
//! # }
//! use knightsat::render::html;
//! use knightsat::render::scene::Scene;
//! use knightsat::stop::Stop;
//! use knightsat::tour::place::Place;
//!
//! let verdict = knightsat::search::find(&"6x6".parse()?, &Stop::default())?;
//! let place: Place = "6x6".parse()?;
//! let scene = Scene::of_tour(&place, verdict.tour().unwrap());
//! assert!(html::page(&[scene]).starts_with("<!DOCTYPE html>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::scene::Scene;
use super::svg;
use crate::prelude::*;
use serde::Serialize;

/// The template. Bracketed marks in it are replaced by the parts of the page.
const PAGE: &str = include_str!("player/player.html");
pub(super) const STYLE: &str = include_str!("player/player.css");
const SCRIPT: &str = include_str!("player/player.js");

/// A scene for the script, which reads the positions of steps from the picture.
#[derive(Serialize)]
struct PlayerData {
    /// The word before the name of a vertex.
    word: &'static str,
    /// True if the piece is a knight.
    knight: bool,
    /// The distance between neighbours in the picture.
    cell: f64,
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
    let (mut pictures, mut data) = (String::new(), Vec::new());
    for scene in scenes {
        let (picture, cell) = svg::for_page(scene);
        let caption = match scenes {
            [_] => String::new(),
            _ => format!("<figcaption>{}</figcaption>\n", escape(&scene.title)),
        };
        pictures +=
            &format!("<figure>\n{caption}<div class=\"scroller\">\n{picture}</div>\n</figure>\n");
        data.push(PlayerData::new(scene, cell));
    }
    let data = serde_json::to_string(&data)
        .expect("texts and numbers are JSON")
        // A text must not end the element that contains it.
        .replace('<', "\\u003c");
    let parts = [
        ("[title]", title.as_str()),
        ("[style]", STYLE),
        ("[title]", &title),
        ("[pictures]", &pictures),
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

impl PlayerData {
    fn new(scene: &Scene, cell: f64) -> PlayerData {
        let place = &scene.place;
        let strokes = scene.strokes().filter(|stroke| !stroke.steps.is_empty());
        let paths = strokes.map(|stroke| Path {
            closed: stroke.closed,
            moves: stroke.steps.iter().map(|&v| place.name(v)).collect(),
        });
        PlayerData {
            word: match place {
                Place::Board(_) => "",
                Place::Graph(_) => "vertex ",
            },
            knight: (place.board()).is_some_and(|board| board.leaper() == (1, 2)),
            cell,
            paths: paths.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use knightsat_tour::Kind;
    use knightsat_tour::board::Board;
    use knightsat_tour::given::Given;
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
        // The picture has a title too.
        assert_eq!((count("</title>"), count("<!--")), (2, 0));
        assert!(page.contains("<title>&lt;/title&gt;"));
    }

    #[test]
    fn the_data_name_squares_and_close_cycles() {
        let hole = "b2".parse().unwrap();
        let board = Board::new(3, 3).unwrap().with_holes(&[hole]).unwrap();
        let place: Place = board.into();
        let paths: [&[u32]; 3] = [&[0, 6, 4, 0], &[1, 5], &[]];
        let page = page(&[scene("pieces", place, &paths)]);
        let expected = json!([{
            "word": "",
            "knight": true,
            "cell": 48.0,
            "paths": [
                { "closed": true, "moves": ["a1", "b3", "c2"] },
                { "closed": false, "moves": ["b1", "a3"] },
            ],
        }]);
        assert_eq!(data_in(&page), expected);
        assert!(page.contains("<title>Pieces</title>"));
        assert_eq!(page.matches("class=\"path ").count(), 2);
    }
}
