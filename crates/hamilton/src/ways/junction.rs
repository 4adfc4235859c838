//! Junctions: edges between regions that share ends, directly or through other edges.

use itertools::Itertools;
use knightsat_cnf::sink::ClauseSink;
use knightsat_cnf::{Lit, Model};
use knightsat_tour::sets::Sets;
use std::collections::BTreeMap;

/// The most edges of a junction whose subsets are listed, and the most ends that may need different
/// numbers of edges.
const LISTED: usize = 14;
const OPEN: usize = 9;

/// The number of edges between regions that each end needs: a literal for at least one, and one for
/// two.
pub(super) type Needs = BTreeMap<u32, [Lit; 2]>;

/// Edges between regions that share ends.
pub(super) struct Junction {
    pub edges: Vec<[u32; 2]>,
    pub choice: Choice,
}

/// The representation of the chosen edges.
pub(super) enum Choice {
    /// The ends, by their needs.
    Listed(Listed),
    /// A variable for each edge.
    Free(Vec<Lit>),
}

/// All sets of edges that can be chosen.
pub(super) struct Listed {
    /// Different literals of needs, each with one of its ends.
    pub lits: Vec<(Lit, u32)>,
    /// Bits of the edges, and bits of the literals that hold if these edges are chosen.
    pub sets: Vec<[u32; 2]>,
}

/// Splits edges between regions into junctions, and writes that ends have the edges that they need.
/// The literal `always` holds.
pub(super) fn junctions<S: ClauseSink>(
    between: &[[u32; 2]],
    needs: &Needs,
    always: Lit,
    sink: &mut S,
) -> Vec<Junction> {
    let len = needs.keys().last().map_or(0, |&last| last + 1);
    let mut sets = Sets::new(vec![1; len as usize]);
    let edges: Vec<[u32; 2]> = between
        .iter()
        .filter(|ends| ends.iter().all(|end| needs.contains_key(end)))
        .copied()
        .collect();
    edges.iter().for_each(|&[a, b]| _ = sets.unite(a, b));
    let mut groups: BTreeMap<u32, Vec<[u32; 2]>> = BTreeMap::new();
    for ends in edges {
        groups.entry(sets.find(ends[0])).or_default().push(ends);
    }
    for (&end, lits) in needs {
        if !groups.contains_key(&sets.find(end)) {
            sink.clause(&[!lits[0]]);
        }
    }
    let junction = |edges: Vec<[u32; 2]>| {
        let ends: Vec<u32> = edges.iter().flatten().copied().sorted().dedup().collect();
        let listed = (edges.len() <= LISTED).then(|| Listed::new(&edges, &ends, needs, always));
        let choice = match listed.filter(|listed| listed.lits.len() <= OPEN) {
            Some(listed) => {
                listed.prime_implicates(sink);
                Choice::Listed(listed)
            }
            None => Choice::Free(free(&edges, &ends, needs, sink)),
        };
        Junction { edges, choice }
    };
    groups.into_values().map(junction).collect()
}

/// Writes a variable for each edge, and that each end has as many edges as it needs.
fn free<S: ClauseSink>(edges: &[[u32; 2]], ends: &[u32], needs: &Needs, sink: &mut S) -> Vec<Lit> {
    let vars = sink.new_vars(edges.len() as u32);
    let lits: Vec<Lit> = vars.iter().map(|var| var.pos()).collect();
    for end in ends {
        let [one, two] = needs[end];
        let at: Vec<Lit> = edges
            .iter()
            .zip(&lits)
            .filter(|(ends, _)| ends.contains(end))
            .map(|(_, &lit)| lit)
            .collect();
        sink.clause(&[&at[..], &[!one]].concat());
        for &lit in &at {
            let others = at.iter().copied().filter(|&other| other != lit);
            sink.clause(&others.chain([!two]).collect_vec());
            sink.clause(&[!lit, one]);
        }
        for [a, b] in at.iter().copied().array_combinations() {
            sink.clause(&[!a, !b, two]);
        }
        for [a, b, c] in at.iter().copied().array_combinations() {
            sink.clause(&[!a, !b, !c]);
        }
    }
    lits
}

impl Junction {
    /// Writes that the edge with this place is chosen.
    pub fn require<S: ClauseSink>(&mut self, place: usize, sink: &mut S) {
        match &mut self.choice {
            Choice::Listed(listed) => {
                listed.sets.retain(|set| set[0] >> place & 1 == 1);
                listed.prime_implicates(sink);
            }
            Choice::Free(lits) => sink.clause(&[lits[place]]),
        }
    }

    /// Returns the literals of each choice of needs that several sets of edges fulfil.
    pub fn forks(&self) -> Vec<Vec<Lit>> {
        let Choice::Listed(Listed { lits, sets }) = &self.choice else {
            return Vec::new();
        };
        let several = sets.iter().map(|set| set[1]).duplicates();
        let literal = |values: u32, nth: usize| {
            let lit = lits[nth].0;
            if values >> nth & 1 == 1 { lit } else { !lit }
        };
        let choice = |values| (0..lits.len()).map(|nth| literal(values, nth)).collect();
        several.map(choice).collect()
    }

    /// Returns the sets of edges that can be chosen in this model.
    pub fn options(&self, model: &Model) -> Vec<u32> {
        match &self.choice {
            Choice::Listed(listed) => {
                let values = listed.values(model);
                let sets = listed.sets.iter().filter(|set| set[1] == values);
                sets.map(|set| set[0]).collect()
            }
            Choice::Free(_) => Vec::new(),
        }
    }

    /// Returns the chosen edges: those of a set, or by their variables.
    pub fn chosen(&self, set: u32, model: &Model) -> impl Iterator<Item = [u32; 2]> {
        let is_chosen = move |nth: &usize| match &self.choice {
            Choice::Listed(_) => set >> nth & 1 == 1,
            Choice::Free(lits) => model.satisfies(lits[*nth]),
        };
        (0..self.edges.len())
            .filter(is_chosen)
            .map(move |nth| self.edges[nth])
    }
}

impl Listed {
    fn new(edges: &[[u32; 2]], ends: &[u32], needs: &Needs, always: Lit) -> Listed {
        let all: Vec<(Lit, u32)> = ends
            .iter()
            .flat_map(|&end| needs[&end].map(|lit| (lit, end)))
            .collect();
        let open = all.iter().filter(|(lit, _)| lit.var() != always.var());
        let mut listed = Listed {
            lits: open
                .map(|&(lit, end)| (lit.var().pos(), end))
                .unique_by(|(lit, _)| *lit)
                .collect(),
            sets: Vec::new(),
        };
        'sets: for set in 0..1_u32 << edges.len() {
            let chosen = || (0..edges.len()).filter(|nth| set >> nth & 1 == 1);
            let degree = |end: u32| chosen().filter(|&nth| edges[nth].contains(&end)).count();
            let (mut values, mut known) = (0_u32, 0_u32);
            for (nth, &(lit, end)) in all.iter().enumerate() {
                let has = degree(end);
                let value = has > nth % 2;
                let place = listed
                    .lits
                    .iter()
                    .position(|(other, _)| *other == lit.var().pos());
                let bit = place.map_or(0, |place| 1 << place);
                let truth = if value == lit.is_positive() { bit } else { 0 };
                let is_wrong = has > 2 || bit == 0 && value != (lit == always);
                if is_wrong || known & bit != 0 && values & bit != truth {
                    continue 'sets;
                }
                (known, values) = (known | bit, values | truth);
            }
            listed.sets.push([set, values]);
        }
        listed
    }

    /// Returns the bits of the literals that hold.
    pub fn values(&self, model: &Model) -> u32 {
        let held = self
            .lits
            .iter()
            .enumerate()
            .filter(|(_, (lit, _))| model.satisfies(*lit));
        held.map(|(nth, _)| 1 << nth).sum()
    }

    /// Writes the shortest clauses that express that one of the sets can be chosen.
    fn prime_implicates<S: ClauseSink>(&self, sink: &mut S) {
        let mut primes: Vec<[u32; 2]> = Vec::new();
        let masks = (0..1_u32 << self.lits.len()).sorted_by_key(|mask| mask.count_ones());
        for mask in masks {
            // All subsets of the mask.
            let mut values = mask;
            loop {
                let is_implied = primes
                    .iter()
                    .any(|[seen, held]| seen & !mask == 0 && values & seen == *held);
                if !is_implied && !self.sets.iter().any(|set| set[1] & mask == values) {
                    primes.push([mask, values]);
                }
                if values == 0 {
                    break;
                }
                values = (values - 1) & mask;
            }
        }
        for [mask, values] in primes {
            let seen = self
                .lits
                .iter()
                .enumerate()
                .filter(|(nth, _)| mask >> nth & 1 == 1);
            let lit = |(nth, &(lit, _)): (usize, &(Lit, u32))| {
                if values >> nth & 1 == 1 { !lit } else { lit }
            };
            sink.clause(&seen.map(lit).collect_vec());
        }
    }

    /// Returns literals, all false in the model. One of them is true whenever the edges of `on` can
    /// be chosen differently from `set` while the needs of fixed ends stay. Returns `None` if that
    /// is possible in the model.
    pub fn otherwise(
        &self,
        values: u32,
        on: u32,
        set: u32,
        is_fixed: impl Fn(u32) -> bool,
    ) -> Option<Vec<Lit>> {
        let fixed: u32 = self
            .lits
            .iter()
            .enumerate()
            .filter(|(_, (_, end))| is_fixed(*end))
            .map(|(nth, _)| 1 << nth)
            .sum();
        let others = self
            .sets
            .iter()
            .filter(|[edges, held]| edges & on != set & on && (held ^ values) & fixed == 0);
        let mut changes: Vec<u32> = others.map(|[_, held]| held ^ values).collect();
        let mut lits = Vec::new();
        while !changes.is_empty() {
            let count = |nth: &usize| {
                changes
                    .iter()
                    .filter(|&change| change >> nth & 1 == 1)
                    .count()
            };
            let nth = (0..self.lits.len())
                .max_by_key(count)
                .filter(|nth| count(nth) > 0)?;
            let lit = self.lits[nth].0;
            lits.push(if values >> nth & 1 == 1 { !lit } else { lit });
            changes.retain(|change| change >> nth & 1 == 0);
        }
        Some(lits)
    }
}
