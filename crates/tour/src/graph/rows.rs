//! Compressed rows: many lists of numbers behind each other in one.

/// A list of numbers for each row, in compressed rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    /// Where each row starts, and where the last one ends.
    offsets: Vec<u32>,
    items: Vec<u32>,
}

impl Rows {
    /// No rows yet, and room for so many.
    pub fn with_capacity(rows: u32) -> Rows {
        let mut offsets = Vec::with_capacity(rows as usize + 1);
        offsets.push(0);
        Rows {
            offsets,
            items: Vec::new(),
        }
    }

    /// Rows `0..rows` of these pairs of a row and an item, which keep their order.
    pub fn new(rows: u32, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Rows {
        let mut offsets = vec![0_u32; rows as usize + 1];
        for (row, _) in pairs.clone() {
            offsets[row as usize + 1] += 1;
        }
        for row in 0..rows as usize {
            offsets[row + 1] += offsets[row];
        }
        let mut next = offsets.clone();
        let mut items = vec![0; offsets[rows as usize] as usize];
        for (row, item) in pairs {
            let slot = &mut next[row as usize];
            items[*slot as usize] = item;
            *slot += 1;
        }
        Rows { offsets, items }
    }

    /// Adds a row of what `push` appends.
    ///
    /// # Panics
    /// If there are 2³² or more items.
    pub fn add(&mut self, push: impl FnOnce(&mut Vec<u32>)) {
        push(&mut self.items);
        let end = u32::try_from(self.items.len()).expect("fewer than 2^32 adjacencies");
        self.offsets.push(end);
    }

    /// Number of rows.
    #[expect(clippy::len_without_is_empty, reason = "it has no use for is_empty")]
    pub fn len(&self) -> u32 {
        self.offsets.len().saturating_sub(1) as u32
    }

    /// The items of a row.
    pub fn row(&self, row: u32) -> &[u32] {
        let start = self.offsets[row as usize] as usize;
        let end = self.offsets[row as usize + 1] as usize;
        &self.items[start..end]
    }

    /// Number of items in each row.
    pub fn lengths(&self) -> Vec<u32> {
        self.offsets.windows(2).map(|row| row[1] - row[0]).collect()
    }
}

/// Edges by number, and the numbers of those at every vertex.
#[derive(Clone, Debug, Default)]
pub struct Incidence {
    edges: Vec<[u32; 2]>,
    at: Rows,
}

impl Incidence {
    /// These edges on the vertices `0..len`.
    pub fn new(len: u32, edges: Vec<[u32; 2]>) -> Incidence {
        let numbered = (0..).zip(&edges);
        let pairs = numbered.flat_map(|(edge, &ends)| ends.map(|vertex| (vertex, edge)));
        Incidence {
            at: Rows::new(len, pairs),
            edges,
        }
    }

    /// Number of vertices.
    pub fn vertices(&self) -> u32 {
        self.at.len()
    }

    /// The two ends of every edge.
    pub fn edges(&self) -> &[[u32; 2]] {
        &self.edges
    }

    /// The ends of an edge.
    pub fn ends(&self, edge: u32) -> [u32; 2] {
        self.edges[edge as usize]
    }

    /// The end of an edge that is not `vertex`.
    pub fn other_end(&self, edge: u32, vertex: u32) -> u32 {
        let [a, b] = self.ends(edge);
        a ^ b ^ vertex
    }

    /// The numbers of the edges at a vertex.
    pub fn numbers(&self, vertex: u32) -> &[u32] {
        self.at.row(vertex)
    }

    /// The edges at a vertex, each with its other end.
    pub fn at(&self, vertex: u32) -> impl Iterator<Item = (u32, u32)> + Clone {
        let numbers = self.numbers(vertex).iter();
        numbers.map(move |&edge| (edge, self.other_end(edge, vertex)))
    }

    /// The edge between two vertices.
    pub fn between(&self, a: u32, b: u32) -> Option<u32> {
        let mut edges = self.at(a);
        edges.find(|&(_, end)| end == b).map(|(edge, _)| edge)
    }

    /// Number of edges at every vertex.
    pub fn degrees(&self) -> Vec<u32> {
        self.at.lengths()
    }
}
