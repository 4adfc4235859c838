//! Pictures in pixels.
#![cfg(feature = "png")]

use crate::common::program::run_with;
use std::fs;

#[test]
fn a_png_has_its_size_its_colours_and_its_numbers() {
    use resvg::tiny_skia::Pixmap;
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("tour.png");
    let tour = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3";
    let args = format!("render 3x4 - --size 896 --png {}", file.display());
    assert_eq!(run_with(&args, tour).0, 0);
    let picture = Pixmap::decode_png(&fs::read(&file).unwrap()).unwrap();
    // The SVG is 224 by 180.
    assert_eq!((picture.width(), picture.height()), (896, 720));
    let at = |x: f64, y: f64| {
        let pixel = picture.pixel((4.0 * x) as u32, (4.0 * y) as u32).unwrap();
        [pixel.red(), pixel.green(), pixel.blue()]
    };
    let (left, top) = (22.0, 10.0);
    assert_eq!(at(2.0, 2.0), [255, 255, 255]);
    // Corners of a3, which is dark, and of b3.
    assert_eq!(at(left + 3.0, top + 3.0), [0xe4, 0xe1, 0xd9]);
    assert_eq!(at(left + 51.0, top + 3.0), [0xfb, 0xfa, 0xf7]);
    // Half way from a1 to c2, and beside the number on a1.
    assert_eq!(at(left + 72.0, top + 96.0), [0x00, 0x72, 0xb2]);
    assert_eq!(at(left + 14.0, top + 120.0), [0x00, 0x73, 0x4f]);
    // Some of c2 is ink: the 2, beside the blue line.
    let ink = (0..48 * 48).filter(|nth| {
        let (x, y) = (f64::from(nth % 48) - 24.0, f64::from(nth / 48) - 24.0);
        at(left + 120.0 + x, top + 72.0 + y)
            .iter()
            .all(|&colour| colour < 0x60)
    });
    assert!((10..100).contains(&ink.count()));
}
