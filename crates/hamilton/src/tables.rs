//! Tables of path systems, and their joins.
//!
//! A row has five bits for each boundary vertex of a region. They hold its own place if it has no
//! edge, the place of the other end of its path if it has one edge, and [`FULL`] if it has two.

use crate::base::stop::Stop;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::Arc;

pub(crate) type TableRow = u128;
/// Maximum number of boundary vertices.
pub(crate) const WIDTH: usize = 25;
const BITS: usize = 5;
const FULL: u8 = 31;
/// Maximum number of rows of a table.
const ROWS: usize = 1 << 18;

/// The table without a boundary.
pub(crate) const EMPTY: u32 = 0;
/// The tables of an edge that a tour may take, and of one that it must.
pub(crate) const FREE: u32 = 1;
pub(crate) const FORCED: u32 = 2;
/// The row of an edge that is taken: each end is the mate of the other.
const TAKEN: TableRow = 1;

/// Places of the boundary vertices of one region among those of a union.
pub(crate) type Places = SmallVec<[u8; 16]>;

/// The input of a join of two tables, besides their rows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Meeting {
    /// The places of the two boundaries in their union.
    pub places: [Places; 2],
    pub union: usize,
    /// A vertex of the union that now has all its edges: two of them are taken.
    pub done: Option<u8>,
    /// A bit for each vertex with a single edge elsewhere: one edge here must be taken.
    pub needy: u32,
    /// True if all vertices of the graph are here: paths may close to a cycle.
    pub is_whole: bool,
}

/// A join: the two rows that made each row, and the table of those rows.
#[derive(Clone)]
struct Join {
    made: Vec<[u32; 2]>,
    table: u32,
}

/// All tables made so far, each once, and all joins.
#[derive(Clone)]
pub(crate) struct Tables {
    rows: Vec<Arc<[TableRow]>>,
    numbers: FxHashMap<Arc<[TableRow]>, u32>,
    joins: Vec<Join>,
    known: FxHashMap<([u32; 2], Meeting), u32>,
    /// Number of pairs of rows that may still be tried.
    work: u64,
}

/// A row of the smaller table, taken apart into paths.
struct RowPaths {
    full: Vec<u8>,
    ends: Vec<[u8; 2]>,
}

/// Rows of the smaller table with the same degrees.
struct Alike {
    rows: Vec<u32>,
    one: u32,
    two: u32,
}

impl Tables {
    /// Returns the tables of edges; joins try at most `work` pairs of rows.
    pub(crate) fn new(work: u64) -> Tables {
        let mut tables = Tables {
            rows: Vec::new(),
            numbers: FxHashMap::default(),
            joins: Vec::new(),
            known: FxHashMap::default(),
            work,
        };
        let free = 1 << BITS;
        for rows in [vec![0], vec![free, TAKEN], vec![TAKEN]] {
            tables.number(rows);
        }
        tables
    }

    /// Returns the number of rows of a table.
    pub(crate) fn len(&self, table: u32) -> usize {
        self.rows[table as usize].len()
    }

    /// Returns true if row `row` of an edge's table takes the edge.
    pub(crate) fn is_taken(&self, table: u32, row: u32) -> bool {
        self.rows[table as usize][row as usize] == TAKEN
    }

    /// Returns the place of the other end of the path at each of `width` places. The entry is its
    /// own place if it has no edge, and `None` if it has two.
    pub(crate) fn mates(&self, table: u32, row: u32, width: usize) -> Vec<Option<usize>> {
        let row = self.rows[table as usize][row as usize];
        let mates = (0..width).map(|place| (row >> (BITS * place)) as u8 & FULL);
        mates
            .map(|mate| (mate != FULL).then_some(usize::from(mate)))
            .collect()
    }

    /// Returns the table that a join has made.
    pub(crate) fn table(&self, join: u32) -> u32 {
        self.joins[join as usize].table
    }

    /// Returns the two rows that a row of a join was made of.
    pub(crate) fn made(&self, join: u32, row: u32) -> [u32; 2] {
        self.joins[join as usize].made[row as usize]
    }

    fn number(&mut self, rows: Vec<TableRow>) -> u32 {
        let rows: Arc<[TableRow]> = rows.into();
        let next = self.rows.len() as u32;
        let number = *self.numbers.entry(rows.clone()).or_insert(next);
        if number == next {
            self.rows.push(rows);
        }
        number
    }

    /// Joins two tables, or looks up an equal join made before. Returns `None` if there are too
    /// many rows, or if time is up.
    pub(crate) fn join(&mut self, pair: [u32; 2], meeting: Meeting, stop: &Stop) -> Option<u32> {
        let key = (pair, meeting);
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        let (rows, made) = self.joined(pair, &key.1, stop)?;
        let table = self.number(rows);
        let join = self.joins.len() as u32;
        self.joins.push(Join { made, table });
        self.known.insert(key, join);
        Some(join)
    }

    fn joined(
        &mut self,
        [left, right]: [u32; 2],
        meeting: &Meeting,
        stop: &Stop,
    ) -> Option<(Vec<TableRow>, Vec<[u32; 2]>)> {
        let [left, right] = [left, right].map(|table| self.rows[table as usize].clone());
        let [left_places, right_places] = &meeting.places;
        let (paths, alike) = sorted(&right, right_places);
        let done = meeting.done.map_or(0, |place| 1 << place);
        let mut watch = stop.watch(1 << 8);
        let mut known: FxHashMap<TableRow, ()> = FxHashMap::default();
        let (mut rows, mut made) = (Vec::new(), Vec::new());
        for (nth, &row) in (0..).zip(left.iter()) {
            let (mates, one, two) = unpacked(row, left_places);
            for group in &alike {
                let too_many = two & (group.one | group.two) | one & group.two;
                let full = two | group.two | one & group.one;
                let too_few = meeting.needy & !(full | one | group.one);
                if too_many | too_few | done & !full != 0 {
                    continue;
                }
                self.work = self.work.checked_sub(group.rows.len() as u64)?;
                for &other in &group.rows {
                    let Some(mates) = with_paths(mates, &paths[other as usize], meeting) else {
                        continue;
                    };
                    let row = packed(&mates, meeting);
                    if known.insert(row, ()).is_none() {
                        rows.push(row);
                        made.push([nth, other]);
                    }
                }
            }
            if rows.len() > ROWS || watch.is_over() {
                return None;
            }
        }
        Some((rows, made))
    }
}

/// Mates of the places of the union.
type Mates = [u8; 32];

/// Returns the mates of a row at these places, and the places that have one edge and two.
fn unpacked(row: TableRow, places: &[u8]) -> (Mates, u32, u32) {
    let mut mates: Mates = std::array::from_fn(|place| place as u8);
    let (mut one, mut two) = (0, 0);
    for (nth, &place) in places.iter().enumerate() {
        let mate = (row >> (BITS * nth)) as u8 & FULL;
        if mate == FULL {
            two |= 1 << place;
            mates[usize::from(place)] = FULL;
        } else if usize::from(mate) != nth {
            one |= 1 << place;
            mates[usize::from(place)] = places[usize::from(mate)];
        }
    }
    (mates, one, two)
}

/// Takes the rows of a table apart, and groups them by degrees.
fn sorted(rows: &[TableRow], places: &[u8]) -> (Vec<RowPaths>, Vec<Alike>) {
    let mut paths = Vec::with_capacity(rows.len());
    let mut alike: Vec<Alike> = Vec::new();
    let mut groups: FxHashMap<[u32; 2], usize> = FxHashMap::default();
    for (nth, &row) in (0..).zip(rows) {
        let (mates, one, two) = unpacked(row, places);
        let full = places.iter().copied().filter(|place| two >> place & 1 == 1);
        let ends = places
            .iter()
            .map(|&place| [place, mates[usize::from(place)]]);
        paths.push(RowPaths {
            full: full.collect(),
            ends: ends.filter(|[a, b]| a < b && *b != FULL).collect(),
        });
        let group = *groups.entry([one, two]).or_insert(alike.len());
        if group == alike.len() {
            alike.push(Alike {
                rows: Vec::new(),
                one,
                two,
            });
        }
        alike[group].rows.push(nth);
    }
    (paths, alike)
}

/// Adds the paths of a row to others, or returns `None` if they close a cycle that is no tour.
fn with_paths(mut mates: Mates, paths: &RowPaths, meeting: &Meeting) -> Option<Mates> {
    for &place in &paths.full {
        mates[usize::from(place)] = FULL;
    }
    let mut has_cycle = false;
    for &[a, b] in &paths.ends {
        let [from, to] = [mates[usize::from(a)], mates[usize::from(b)]];
        mates[usize::from(a)] = FULL;
        mates[usize::from(b)] = FULL;
        if from == b {
            // A second cycle.
            if std::mem::replace(&mut has_cycle, true) {
                return None;
            }
        } else {
            mates[usize::from(from)] = to;
            mates[usize::from(to)] = from;
        }
    }
    let is_tour = || meeting.is_whole && mates[..meeting.union].iter().all(|&mate| mate == FULL);
    (!has_cycle || is_tour()).then_some(mates)
}

/// Packs the mates into a row, without the place that is done.
fn packed(mates: &Mates, meeting: &Meeting) -> TableRow {
    let done = meeting.done.unwrap_or(FULL);
    let kept = (0..meeting.union as u8).filter(|&place| place != done);
    kept.rev().fold(0, |row, place| {
        let mate = mates[usize::from(place)];
        let is_later = mate != FULL && mate > done;
        row << BITS | TableRow::from(mate - u8::from(is_later))
    })
}
