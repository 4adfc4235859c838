//! Where a path may go next.

use super::{Frame, Order, Search, Turn};
use knightsat_tour::Kind;

impl Search<'_> {
    /// The unvisited neighbour of the head to try next.
    ///
    /// Found anew each time instead of kept: the same vertices are visited whenever the head is the
    /// head, so the order is the same.
    pub(super) fn following(&self, head: Frame) -> Option<(Turn, u32)> {
        let graph = self.problem.graph();
        let is_open = |&vertex: &u32| !self.visited[vertex as usize];
        let neighbours = graph.neighbours(head.vertex).iter().copied().enumerate();
        if self.order == Order::Listed {
            let rest = neighbours.skip(head.tried.map_or(0, |(_, place)| place + 1));
            let mut rest = rest.filter(|(_, vertex)| is_open(vertex));
            return rest.next().map(|(place, vertex)| ((0, place), vertex));
        }
        let onward = |vertex| {
            graph
                .neighbours(vertex)
                .iter()
                .copied()
                .filter(is_open)
                .count()
        };
        let open = neighbours.filter(|(_, vertex)| is_open(vertex));
        let turns = open.map(|(place, vertex)| ((onward(vertex), place), vertex));
        turns.filter(|&(turn, _)| Some(turn) > head.tried).min()
    }

    /// Whether an unvisited vertex may be next: the last vertex last, no other one then.
    pub(super) fn may_enter(&self, next: u32) -> bool {
        let is_last_step = self.path.len() + 1 == self.problem.period() as usize;
        let lone = self.path.last().and_then(|frame| frame.lone);
        let fits = |last: Option<u32>| last.is_none_or(|last| (last == next) == is_last_step);
        fits(self.last) && fits(lone) && self.fits_given(next)
    }

    /// Whether what is given lets a vertex be next. With a symmetry that is seen of whole tours only.
    fn fits_given(&self, next: u32) -> bool {
        let Some(given) = &self.given else {
            return true;
        };
        if self.problem.symmetry().order() > 1 {
            return true;
        }
        let (len, place) = (self.problem.graph().len(), self.path.len() as u32);
        let step = match self.is_backwards {
            true => len - place,
            false => (given.first_step() - 1 + place) % len + 1,
        };
        if !given.allows(step, next) {
            return false;
        }
        // Where a closed path began is seen when it is whole.
        match self.path[..] {
            [.., before, head] => {
                given.allows_between(Some(before.vertex), head.vertex, Some(next))
            }
            [head] if self.problem.kind() == Kind::Open => {
                given.allows_between(None, head.vertex, Some(next))
            }
            _ => true,
        }
    }

    /// Whether moving from `left` to the frame's vertex leaves an unvisited vertex too few ways.
    pub(super) fn strands(&self, left: u32, frame: &mut Frame) -> bool {
        let graph = self.problem.graph();
        let is_closed = self.problem.kind() == Kind::Closed;
        let start = self.path[0].vertex;
        let is_way = |&&way: &&u32| {
            !self.visited[way as usize] || way == frame.vertex || (is_closed && way == start)
        };
        let mut lone = frame.lone;
        for &vertex in graph.neighbours(left) {
            if self.visited[vertex as usize] {
                continue;
            }
            let ways = graph.neighbours(vertex).iter().filter(is_way).count();
            let is_end = !is_closed && self.last.or(lone).is_none_or(|end| end == vertex);
            match ways {
                0 => return true,
                1 if is_end => lone = Some(vertex),
                1 => return true,
                _ => {}
            }
        }
        frame.lone = lone;
        false
    }
}
