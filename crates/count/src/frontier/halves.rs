//! A graph swept from two sides that meet.
//!
//! The first half of an order is processed from its first vertex on, the other half from its last one
//! back, and between them lies the frontier of both, whose vertices are not processed at all. Every
//! edge between two of those belongs to one of the sides. States of the two sides that agree, with two
//! edges at every vertex of the frontier and one cycle made of all their paths, are paired in the end.
//! So no sweep goes further than to the middle. If the graph looks the same from both ends, one sweep is enough.
//!
//! McKay counted the closed tours of 8x8 by halves of the board (Knight's tours of an 8 × 8 chessboard,
//! Technical Report TR-CS-97-03, Australian National University, 1997).

use super::course::Course;
use super::host::Host;
use super::inner::{InnerEdge, share_out};
use super::split::{Split, mirror};
use super::sweep::Sweep;
use knightsat_base::stop::{Stop, Stopped};

/// The two sides.
#[derive(Clone, Debug)]
pub(super) struct Halves {
    /// One sweep, or only that of the first side if the other is its mirror image.
    pub courses: Vec<Course>,
    /// For both sides and every slot of their last frontier the place of its vertex among those between them.
    pub places: [Vec<u8>; 2],
    /// How many vertices are between them.
    pub middle: usize,
}

impl Halves {
    /// The steps of both sides.
    pub fn new(host: &Host, split: &Split, stop: &Stop) -> Result<Halves, Stopped> {
        let inner = share_out(host, split);
        let mut first = Sweep::new(host);
        let mut courses = vec![side(
            &mut first,
            host.given.is_some(),
            &split.first,
            &inner[0],
            stop,
        )?];
        if !split.is_mirrored {
            let given = host.given.into_iter().flatten().collect();
            let mut second = Sweep::beside(host, given);
            courses.push(side(&mut second, false, &split.second, &inner[1], stop)?);
        }
        let place = |vertex: u32| split.middle.iter().position(|&v| v == vertex).unwrap_or(0) as u8;
        let places = [0, 1].map(|side| {
            let course = courses.get(side).unwrap_or(&courses[0]);
            let is_image = side == courses.len();
            let seen = |&vertex: &u32| {
                if is_image {
                    mirror(host, vertex)
                } else {
                    vertex
                }
            };
            course.frontier.iter().map(seen).map(place).collect()
        });
        Ok(Halves {
            courses,
            places,
            middle: split.middle.len(),
        })
    }
}

/// The steps of one side.
fn side(
    sweep: &mut Sweep,
    has_given: bool,
    order: &[u32],
    inner: &[InnerEdge],
    stop: &Stop,
) -> Result<Course, Stopped> {
    let mut course = Course::along(sweep, has_given, order, stop)?;
    for edge in inner {
        course.steps.push(sweep.edge(edge.ends, edge.is_required));
    }
    course.frontier = sweep.frontier().to_vec();
    Ok(course)
}
