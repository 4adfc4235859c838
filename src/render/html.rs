//! A page that shows tours.

use super::scene::Scene;
use super::svg::{self, Look};
use std::fmt::Write;

/// A page with a picture of every scene.
pub fn page(scenes: &[Scene]) -> String {
    let title = scenes.first().map_or("", |scene| &scene.title);
    let title = svg::escape(title);
    let mut text = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n</head>\n<body>\n"
    );
    for scene in scenes {
        let picture = svg::svg(scene, &Look::default());
        write!(text, "<figure>\n{picture}</figure>\n").expect("a string takes all");
    }
    text + "</body>\n</html>\n"
}
