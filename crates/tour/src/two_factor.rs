//! Sets of vertices to which a tour cannot give two moves each.
//!
//! A tour takes b(v) moves at every vertex v: two, but one at an end of an open tour. Let S and T
//! be disjoint sets of vertices, and d(v) the number of neighbours of v outside S. Then
//!
//! Σ {b(v) − d(v) : v ∈ T} ≤ Σ {b(w) : w ∈ S}.
//!
//! *Proof.* A vertex v ∈ T has b(v) moves. At most d(v) of them lead to vertices outside S, so at
//! least b(v) − d(v) lead to S. So the vertices of T together have at least as many moves to S as
//! the left side. All of these differ, since none lies inside T. S has at most as many moves as the
//! right side. ∎
//!
//! Free ends are unknown. The choice b = 2 for them makes the right side no smaller. It makes the
//! left side larger by at most the number of free ends that may be in T. That is two, or one if one
//! end is fixed, or fewer if every move changes colour, which determines the colours of the ends.
//! This number is called *spared* here. If the left side exceeds the right side by more, no tour
//! exists. A closed tour whose start and end are both fixed contains a path from one to the other.
//!
//! Largest matchings in the double cover with b(v) partners for every v show whether such sets
//! exist. Suppose that on the left the vertices of a colour lack more partners than are spared. Let
//! T contain all vertices on the left that alternating paths from them reach, and S those on the
//! right. S lacks no partners, and all its partners are in T. A neighbour outside S is paired with
//! T along every edge, since the path would lead there otherwise. So T has Σ b(S) + Σ d(T)
//! partners, which is Σ b(T) less the partners that it lacks: the inequality fails.
//!
//! Vertices in both sets may leave both. Then b cancels. The edges from T to them now count as
//! outside S, and those from them to outside S no longer count. The former are no more than the
//! latter.
//!
//! Conversely, with such sets no matching is complete. So for closed tours this decides whether
//! there is a fractional two-factor: edges with weights from 0 to 1, two at every vertex in all. If
//! every move changes colour, this decides whether there is a two-factor. Sources: Tutte, The
//! factors of graphs, Canadian Journal of Mathematics 4, 1952, a theorem used here without its term
//! of parity; as a cut of a flow, Ford and Fulkerson, Flows in Networks, 1962.

use super::matching::Matching;
use super::obstruction::Obstruction;
use super::{Kind, Problem};
use knightsat_base::stop::{Stop, Stopped};

/// Maximum number of vertices by default: the search should not wait for this in larger graphs.
const LARGEST: u32 = 1 << 12;
/// Maximum number of vertices without a partner to start from. The final starts are those that
/// reach the fewest vertices.
const STARTS: usize = 64;

impl Problem {
    /// Returns the result of [`Problem::lacking_factor`] in small graphs only.
    pub(super) fn soon_lacking_factor(&self, stop: &Stop) -> Result<Option<Obstruction>, Stopped> {
        match self.graph.len() {
            ..=LARGEST => self.lacking_factor(stop),
            _ => Ok(None),
        }
    }

    /// Returns two sets of vertices, if there are such sets: one needs more moves from the other
    /// than that can give. Returns an error if time is up. For 1000×1000 squares this takes a
    /// second.
    pub fn lacking_factor(&self, stop: &Stop) -> Result<Option<Obstruction>, Stopped> {
        let (colour, spare) = self.spare_ends(stop)?;
        let need = (0..self.graph.len()).map(|v| self.moves_at(v) as u8);
        let matching = Matching::largest(&self.graph, need.collect(), stop)?;
        let class = |v: u32| colour.as_ref().is_some_and(|colour| colour[v as usize]);
        for odd in [false, true] {
            let spared = spare[usize::from(odd)];
            let free = matching.free().filter(|&vertex| class(vertex) == odd);
            let reason = self.lacking(&matching, &free.collect::<Vec<_>>(), spared, stop)?;
            if reason.is_some() {
                return Ok(reason);
            }
        }
        Ok(None)
    }

    /// Returns the number of moves that a tour takes at a vertex. A free end counts two.
    fn moves_at(&self, vertex: u32) -> u32 {
        let ends = [self.start, self.end];
        let is_path = self.kind == Kind::Open || !ends.contains(&None);
        2 - u32::from(is_path && ends.contains(&Some(vertex)))
    }

    /// Returns the colours, if they restrict the ends, and the number of free ends that may be of
    /// either colour. Without colours all ends count as the first colour.
    fn spare_ends(&self, stop: &Stop) -> Result<(Option<Vec<bool>>, [u32; 2]), Stopped> {
        let free = 2 - self.start.iter().chain(&self.end).count() as u32;
        if self.kind == Kind::Closed || free == 0 {
            return Ok((None, [0, 0]));
        }
        let colour = self.graph.two_colouring(stop)?;
        let spare = (colour.as_ref()).map_or([free, 0], |colour| self.free_ends(colour));
        Ok((colour, spare))
    }

    /// Returns the sets that alternating paths from these vertices reach, if they lack more than is
    /// spared.
    fn lacking(
        &self,
        matching: &Matching,
        free: &[u32],
        spared: u32,
        stop: &Stop,
    ) -> Result<Option<Obstruction>, Stopped> {
        let lack: u32 = free.iter().map(|&vertex| matching.lack(vertex)).sum();
        if lack <= spared {
            return Ok(None);
        }
        let mut starts = Vec::new();
        for &vertex in free.iter().take(STARTS) {
            stop.check()?;
            let [needing, giving] = matching.reached(&self.graph, &[vertex]);
            starts.push((needing.len() + giving.len(), vertex));
        }
        starts.sort_unstable();
        let starts: Vec<u32> = starts.into_iter().map(|(_, vertex)| vertex).collect();
        // Every start lacks something, and at most two are spared.
        for count in 1..=starts.len() {
            stop.check()?;
            let sets = matching.reached(&self.graph, &starts[..count]);
            let lack = sets[0].iter().map(|&vertex| matching.lack(vertex));
            if lack.sum::<u32>() > spared {
                return Ok(Some(self.trimmed(sets, spared)));
            }
        }
        Ok(None)
    }

    /// Returns the sets without their common vertices, and without vertices that only weaken them.
    /// Such vertices need no moves, or have no more neighbours in the other set than moves to give.
    fn trimmed(&self, [mut needing, mut giving]: [Vec<u32>; 2], spared: u32) -> Obstruction {
        let marked = |set: &[u32]| {
            let mut marks = vec![false; self.graph.len() as usize];
            set.iter().for_each(|&v| marks[v as usize] = true);
            marks
        };
        let (in_needing, in_giving) = (marked(&needing), marked(&giving));
        needing.retain(|&v| !in_giving[v as usize]);
        giving.retain(|&w| !in_needing[w as usize]);
        let (mut needs_some, mut gives) = (marked(&needing), marked(&giving));
        let count = |v: u32, marks: &[bool], wanted: bool| {
            let neighbours = self.graph.neighbours(v).iter();
            neighbours.filter(|&&w| marks[w as usize] == wanted).count() as u32
        };
        let needs =
            |v: u32, gives: &[bool]| self.moves_at(v).saturating_sub(count(v, gives, false));
        loop {
            let size = needing.len() + giving.len();
            needing.retain(|&v| {
                needs_some[v as usize] = needs(v, &gives) > 0;
                needs_some[v as usize]
            });
            giving.retain(|&w| {
                gives[w as usize] = count(w, &needs_some, true) > self.moves_at(w);
                gives[w as usize]
            });
            if needing.len() + giving.len() == size {
                break;
            }
        }
        needing.sort_unstable();
        giving.sort_unstable();
        Obstruction::TwoFactor {
            needed: needing.iter().map(|&v| needs(v, &gives)).sum(),
            given: giving.iter().map(|&w| self.moves_at(w)).sum(),
            needing,
            giving,
            spared,
        }
    }
}
