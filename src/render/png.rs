//! A scene in pixels: its SVG, drawn by resvg, with letters as lines, since there may be no fonts.

use super::scene::Scene;
use super::svg::{self, Letters, Look, Theme};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, Options, Tree};
use thiserror::Error;

/// Pixels for one of the SVG as it is shown, where no size is asked for.
const SCALE: f32 = 2.0;

/// A picture that could not be made.
#[derive(Debug, Error)]
pub enum PngError {
    /// resvg does not take our SVG: never the user's fault.
    #[error("the picture is not understood: {0}")]
    Svg(#[from] usvg::Error),
    /// No memory, or no pixels.
    #[error("a picture of {0}x{1} pixels cannot be made")]
    Size(u32, u32),
    /// The bytes could not be written.
    #[error("the picture could not be written as PNG: {0}")]
    Encoding(String),
}

/// The picture as PNG; `size` is its longer side in pixels. [`Theme::Auto`] is light.
pub fn png(scene: &Scene, theme: Theme, size: Option<u32>) -> Result<Vec<u8>, PngError> {
    let look = Look {
        theme: match theme {
            Theme::Auto => Theme::Light,
            theme => theme,
        },
        letters: Letters::Lines,
    };
    let tree = Tree::from_str(&svg::svg(scene, &look), &Options::default())?;
    let [width, height] = [tree.size().width(), tree.size().height()];
    let scale = size.map_or(SCALE, |size| size as f32 / width.max(height));
    let [columns, rows] = [width, height].map(|side| ((side * scale).round() as u32).max(1));
    let mut pixels = Pixmap::new(columns, rows).ok_or(PngError::Size(columns, rows))?;
    let transform = Transform::from_scale(columns as f32 / width, rows as f32 / height);
    resvg::render(&tree, transform, &mut pixels.as_mut());
    let bytes = pixels.encode_png();
    bytes.map_err(|error| PngError::Encoding(error.to_string()))
}
