//! Upper bounds on the number of states of a frontier.
//!
//! A state gives each vertex of the frontier no edge, one or both, and pairs the vertices with one.
//! In a two-coloured graph every edge joins the colours, so the degrees of both colours have the
//! same sum. Processed vertices have two edges, so the difference of the two sums over the frontier
//! is known. That leaves a fourth or a fifth of the states.

use super::host::Host;
use super::matching::matchings;
use super::plan::Plan;

/// Returns for each step of each course the natural logarithm of the largest possible number of
/// states after it.
pub(super) fn bounds(host: &Host, plan: &Plan) -> Vec<Vec<f64>> {
    let colours = host.colours();
    let courses = plan.courses().iter().map(|course| {
        let mut bounds = Vec::new();
        // The degrees of the processed vertices of the second colour, less those of the first.
        let mut more = 0;
        for (place, frontier) in course.frontiers.iter().skip(1).enumerate() {
            let bound = match &colours {
                None => all(frontier.len()),
                Some(colours) => {
                    let is_odd = |vertex: &&u32| colours[**vertex as usize];
                    let processed = course.order.get(place);
                    more += processed.map_or(0, |vertex| if is_odd(&vertex) { 2 } else { -2 });
                    let odd = frontier.iter().filter(is_odd).count();
                    balanced([frontier.len() - odd, odd], more)
                }
            };
            bounds.push(bound.max(2.0).ln());
        }
        bounds
    });
    courses.collect()
}

/// Returns the number of states of so many vertices.
fn all(vertices: usize) -> f64 {
    let sums = 0..=2 * vertices as i64;
    sums.map(|sum| balanced([vertices, 0], sum)).sum()
}

/// Returns the number of states of two-coloured vertices whose degrees differ by `more`.
///
/// `more` is the sum of the degrees of the first colour less that of the second.
fn balanced([first, second]: [usize; 2], more: i64) -> f64 {
    let mut states = 0.0;
    for ends in 0..=first {
        for both in 0..=first - ends {
            let ways = choose(first, ends) * choose(first - ends, both);
            for others in (ends % 2..=second).step_by(2) {
                let degrees = (ends + 2 * both) as i64 - more - others as i64;
                let Ok(twice) = usize::try_from(degrees) else {
                    continue;
                };
                states += ways
                    * choose(second, others)
                    * choose(second - others, twice / 2)
                    * matchings(ends + others) as f64
                    * f64::from(twice.is_multiple_of(2));
            }
        }
    }
    states
}

/// Returns the number of subsets of size `many` of a set of size `of`.
fn choose(of: usize, many: usize) -> f64 {
    if many > of {
        return 0.0;
    }
    (0..many).fold(1.0, |ways, k| ways * (of - k) as f64 / (k + 1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_pairs_of_ends_and_two_kinds_of_others() {
        assert_eq!([0, 1, 2, 3, 4].map(all), [1.0, 2.0, 5.0, 14.0, 43.0]);
        // With one vertex of each colour: no edges, both edges at both, and a path between them.
        assert_eq!(balanced([1, 1], 0), 3.0);
        assert_eq!(balanced([1, 1], 2) + balanced([1, 1], -2), 2.0);
        let split = (-4..=4).map(|more| balanced([2, 2], more)).sum::<f64>();
        assert_eq!(split, all(4));
    }
}
