//! Plots as PDF for papers, from their SVG. usvg resolves the styles of the paths. Texts stay texts
//! in Helvetica, a standard font of PDF. Colours are opaque, as on white paper.
//!
//! ```
//! use knightsat_compare::plot::pdf::pdf;
//!
//! let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><path d='M0 0L9 9'/></svg>";
//! assert!(pdf(svg).starts_with(b"%PDF-"));
//! ```

use itertools::Itertools;
use pdf_writer::types::LineCapStyle;
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str};
use resvg::usvg::roxmltree::{Document, Node as Element};
use resvg::usvg::tiny_skia_path::{PathSegment, Point};
use resvg::usvg::{Group, Node, Options, Paint, Path, Transform, Tree};

/// The widths of the characters of Helvetica from the blank to the tilde, in thousandths of the
/// size: Adobe's font metrics.
#[rustfmt::skip]
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
/// The width of all others.
const OTHER_WIDTH: u16 = 556;
/// The code of `≤`, which the encoding lacks.
const LESS_EQUAL: u8 = 128;

const FONT: Name = Name(b"F");

/// Returns a chart as PDF, a page of its size.
///
/// # Panics
/// If the SVG is not a chart of this crate.
pub fn pdf(svg: &str) -> Vec<u8> {
    let tree = Tree::from_str(svg, &Options::default()).expect("a chart is valid");
    let document = Document::parse(svg).expect("a chart is valid");
    let [width, height] = [tree.size().width(), tree.size().height()];
    let mut content = Content::new();
    // The vertical axis of PDF points upwards.
    content.transform([1.0, 0.0, 0.0, -1.0, 0.0, height]);
    draw_group(tree.root(), &mut content);
    let elements = document.descendants();
    for text in elements.filter(|element| element.has_tag_name("text")) {
        write_text(&text, &mut content);
    }
    let [catalog, pages, page, contents, font] = [1, 2, 3, 4, 5].map(Ref::new);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(pages);
    pdf.pages(pages).kids([page]).count(1);
    let mut written = pdf.page(page);
    written.media_box(Rect::new(0.0, 0.0, width, height));
    written.parent(pages).contents(contents);
    written.resources().fonts().pair(FONT, font);
    written.finish();
    pdf.stream(contents, &content.finish());
    let mut written = pdf.type1_font(font);
    written.base_font(Name(b"Helvetica"));
    let mut encoding = written.encoding_custom();
    encoding.base_encoding(Name(b"WinAnsiEncoding"));
    let less_equal = [Name(b"lessequal")];
    encoding.differences().consecutive(LESS_EQUAL, less_equal);
    encoding.finish();
    written.finish();
    pdf.finish()
}

fn draw_group(group: &Group, content: &mut Content) {
    for node in group.children() {
        match node {
            Node::Group(group) => draw_group(group, content),
            Node::Path(path) => draw(path, content),
            // Charts have no images; texts are written last.
            Node::Image(_) | Node::Text(_) => {}
        }
    }
}

/// Fills and strokes a path.
fn draw(path: &Path, content: &mut Content) {
    let colour = |paint: &Paint, opacity: f32| match paint {
        Paint::Color(colour) => [colour.red, colour.green, colour.blue]
            .map(|part| 1.0 - opacity * (1.0 - f32::from(part) / 255.0)),
        _ => [0.0; 3],
    };
    let (fill, stroke) = (path.fill(), path.stroke());
    if let Some(fill) = fill {
        let [red, green, blue] = colour(fill.paint(), fill.opacity().get());
        content.set_fill_rgb(red, green, blue);
    }
    if let Some(stroke) = stroke {
        let [red, green, blue] = colour(stroke.paint(), stroke.opacity().get());
        content.set_stroke_rgb(red, green, blue);
        content.set_line_width(stroke.width().get());
        content.set_line_cap(LineCapStyle::ButtCap);
        let dashes = stroke.dasharray().unwrap_or(&[]).iter().copied();
        content.set_dash_pattern(dashes, stroke.dashoffset());
    }
    let data = path.data().clone().transform(path.abs_transform());
    let mut last = Point::zero();
    for segment in data.iter().flat_map(|data| data.segments()) {
        match segment {
            PathSegment::MoveTo(p) => drop(content.move_to(p.x, p.y)),
            PathSegment::LineTo(p) => drop(content.line_to(p.x, p.y)),
            PathSegment::QuadTo(q, p) => {
                // The same curve with two control points.
                let [x1, x2] = [last.x, p.x].map(|end| end + (q.x - end) * 2.0 / 3.0);
                let [y1, y2] = [last.y, p.y].map(|end| end + (q.y - end) * 2.0 / 3.0);
                content.cubic_to(x1, y1, x2, y2, p.x, p.y);
            }
            PathSegment::CubicTo(p, q, r) => {
                content.cubic_to(p.x, p.y, q.x, q.y, r.x, r.y);
            }
            PathSegment::Close => drop(content.close_path()),
        }
        last = match segment {
            PathSegment::MoveTo(p)
            | PathSegment::LineTo(p)
            | PathSegment::QuadTo(_, p)
            | PathSegment::CubicTo(_, _, p) => p,
            PathSegment::Close => last,
        };
    }
    match (fill, stroke) {
        (Some(_), Some(_)) => content.fill_nonzero_and_stroke(),
        (Some(_), None) => content.fill_nonzero(),
        (None, Some(_)) => content.stroke(),
        (None, None) => content.end_path(),
    };
}

/// Writes a text element, whose group has its size and its side.
fn write_text(text: &Element, content: &mut Content) {
    let number = |element: &Element, name| {
        let value = element.attribute(name)?;
        value.parse::<f32>().ok()
    };
    let place = |name| number(text, name).unwrap_or(0.0);
    let group = text.parent();
    let size = group.and_then(|group| number(&group, "font-size"));
    let size = size.unwrap_or(0.0);
    let part = match group.and_then(|group| group.attribute("text-anchor")) {
        Some("middle") => 0.5,
        Some("end") => 1.0,
        _ => 0.0,
    };
    let codes = text
        .text()
        .unwrap_or_default()
        .chars()
        .map(code)
        .collect_vec();
    let width: u32 = codes.iter().map(|&code| u32::from(width(code))).sum();
    let left = place("x") - part * width as f32 * size / 1000.0;
    let turned = text
        .ancestors()
        .find_map(|group| group.attribute("transform"));
    let transform = turned.map_or(Transform::identity(), transform);
    let at = transform.pre_concat(Transform::from_row(1.0, 0.0, 0.0, -1.0, left, place("y")));
    content.begin_text().set_fill_gray(0.0).set_font(FONT, size);
    content.set_text_matrix([at.sx, at.ky, at.kx, at.sy, at.tx, at.ty]);
    content.show(Str(&codes)).end_text();
}

/// Returns the transformation `translate(x y) rotate(-90)`, which is exact like this.
fn transform(text: &str) -> Transform {
    let numbers = text
        .split(['(', ')', ' '])
        .filter_map(|word| word.parse().ok());
    match numbers.collect_vec()[..] {
        [x, y, -90.0] => Transform::from_row(0.0, -1.0, 1.0, 0.0, x, y),
        _ => Transform::identity(),
    }
}

/// Returns the code of a character; `?` if the encoding lacks it.
fn code(character: char) -> u8 {
    match character {
        ' '..='~' | '\u{a0}'..='\u{ff}' => character as u32 as u8,
        '≤' => LESS_EQUAL,
        '…' => 0x85,
        '–' => 0x96,
        _ => b'?',
    }
}

fn width(code: u8) -> u16 {
    let place = code.checked_sub(b' ').map(usize::from);
    place
        .and_then(|place| WIDTHS.get(place).copied())
        .unwrap_or(OTHER_WIDTH)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::tests::fixed_rows;
    use crate::plot::{cactus, plots, scatter};

    /// Returns the instructions of the page.
    fn instructions(svg: &str) -> String {
        let pdf = String::from_utf8_lossy(&pdf(svg)).into_owned();
        assert!(pdf.starts_with("%PDF-") && pdf.trim_end().ends_with("%%EOF"));
        let stream = pdf.split("stream\n").nth(1).unwrap();
        stream.split("\nendstream").next().unwrap().to_string()
    }

    #[test]
    fn every_path_and_every_text_of_a_plot_is_drawn() {
        for (name, svg) in plots(&fixed_rows(), None) {
            let found = instructions(&svg);
            let operators = |names: &[&str]| {
                let lines = found.lines();
                lines.filter(|line| names.contains(line)).count()
            };
            let elements = |name: &str| svg.matches(name).count();
            assert!(elements("<path") > 20, "{name}");
            // The paper is a rectangle.
            let painted = operators(&["f", "S", "B"]);
            assert_eq!(painted, elements("<path") + elements("<rect"), "{name}");
            assert_eq!(operators(&["BT"]), elements("<text"), "{name}");
            assert!(found.contains("(time limit 10 s) Tj"), "{name}: {found}");
        }
    }

    #[test]
    fn all_is_drawn_within_the_page() {
        let svg = scatter(&fixed_rows(), None).unwrap();
        let size = Tree::from_str(&svg, &Options::default()).unwrap().size();
        for line in instructions(&svg).lines() {
            let words = line.split(' ').collect_vec();
            if let [x, y, "m" | "l"] = words[..] {
                let [x, y]: [f32; 2] = [x, y].map(|number| number.parse().unwrap());
                assert!((0.0..=size.width()).contains(&x), "{line}");
                assert!((0.0..=size.height()).contains(&y), "{line}");
            }
        }
    }

    #[test]
    fn signs_beyond_ascii_are_written_by_their_codes() {
        assert_eq!(
            ['é', '≤', '…', '⌘'].map(code),
            [0xe9, LESS_EQUAL, 0x85, b'?']
        );
        assert_eq!([b' ', b'W', b'~', 0xe9].map(width), [278, 944, 584, 556]);
        // The title of the vertical axis is turned.
        let found = instructions(&cactus(&fixed_rows()));
        assert!(found.contains("\n0 -1 -1 0 "), "{found}");
    }
}
