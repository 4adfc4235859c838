//! A scene in pixels: resvg draws its SVG. Letters are drawn as lines, since fonts may be missing.
//!
//! ```
//! # mod knightsat {
//! #     pub use knightsat_render as render;
//! #     pub use knightsat_search as search;
//! #     pub use knightsat_render::base::stop;
//! #     pub use knightsat_tour as tour;
//! # }
//! use knightsat::render::png::png;
//! use knightsat::render::scene::Scene;
//! use knightsat::render::svg::Look;
//! use knightsat::stop::Stop;
//! use knightsat::tour::place::Place;
//!
//! let verdict = knightsat::search::find(&"6x6".parse()?, &Stop::default())?;
//! let place: Place = "6x6".parse()?;
//! let scene = Scene::of_tour(&place, verdict.tour().unwrap());
//! let picture = png(&[scene], &Look::default(), Some(300))?;
//! assert!(picture.starts_with(b"\x89PNG"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::scene::Scene;
use super::svg::{self, Look, Theme};
use knightsat_tour::base::text::OptionName;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, Options, Tree};
use thiserror::Error;

const SIZE: OptionName = OptionName("size");

/// Pixels for a unit of the displayed SVG, without a requested size.
const SCALE: f32 = 2.0;

/// The most squares or vertices of a picture larger than [`MOST_PIXELS`]: every stroke is drawn
/// across all its pixels.
#[doc(hidden)]
pub const MANY: u32 = 1 << 16;
/// The longer side of a picture of many squares, in pixels.
const MOST_PIXELS: u32 = 4096;

/// A picture that could not be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PngError {
    /// resvg does not accept our SVG: never the user's fault.
    #[error("cannot read the drawing back: {0}")]
    Svg(#[from] usvg::Error),
    /// No memory, or no pixels.
    #[error("cannot make a picture of {0}x{1} pixels: choose another {SIZE}")]
    Size(u32, u32),
    /// Drawing would take minutes.
    #[error(
        "a PNG of more than {MANY} squares or vertices is at most {MOST_PIXELS} pixels wide: take \
         {SIZE} {MOST_PIXELS} or less, or SVG"
    )]
    Large,
    /// The PNG could not be written.
    #[error("the picture could not be written as PNG: {0}")]
    Encoding(String),
}

/// Checks that a picture of this many vertices can have this size, see [`MANY`]. A picture without
/// a requested size is made to fit.
#[doc(hidden)]
pub fn fits(vertices: u32, size: Option<u32>) -> Result<(), PngError> {
    match size {
        Some(size) if vertices > MANY && size > MOST_PIXELS => Err(PngError::Large),
        _ => Ok(()),
    }
}

/// Returns the picture of scenes as PNG; `size` is its longer side in pixels. [`Theme::Auto`] is
/// light, and texts are lines.
pub fn png(scenes: &[Scene], look: &Look, size: Option<u32>) -> Result<Vec<u8>, PngError> {
    let vertices = scenes.iter().map(|scene| scene.place.len()).sum();
    fits(vertices, size)?;
    let look = Look {
        theme: match look.theme {
            Theme::Auto => Theme::Light,
            theme => theme,
        },
        outlines: true,
        ..*look
    };
    let tree = Tree::from_str(&svg::side_by_side(scenes, &look), &Options::default())?;
    let [width, height] = [tree.size().width(), tree.size().height()];
    let longer = width.max(height);
    let scale = match size {
        Some(size) => size as f32 / longer,
        None if vertices > MANY => (MOST_PIXELS as f32 / longer).min(SCALE),
        None => SCALE,
    };
    let [columns, rows] = [width, height].map(|side| ((side * scale).round() as u32).max(1));
    let mut pixels = Pixmap::new(columns, rows).ok_or(PngError::Size(columns, rows))?;
    let transform = Transform::from_scale(columns as f32 / width, rows as f32 / height);
    resvg::render(&tree, transform, &mut pixels.as_mut());
    let bytes = pixels.encode_png();
    bytes.map_err(|error| PngError::Encoding(error.to_string()))
}
