//! Where vertices lie on a grid, for encodings that count with ranks and files.

/// The place of every vertex of a graph: two whole numbers, on boards rank and file from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coordinates {
    sides: [u32; 2],
    of: Vec<[u32; 2]>,
}

impl Coordinates {
    /// Vertex v is at `of[v]`, each number below that of `sides`.
    ///
    /// # Panics
    /// If a number is not below its side, or two vertices are at one place.
    pub fn new(sides: [u32; 2], of: Vec<[u32; 2]>) -> Coordinates {
        let inside = |place: &[u32; 2]| place[0] < sides[0] && place[1] < sides[1];
        assert!(of.iter().all(inside), "a vertex is off the grid");
        if !of.is_sorted_by(|a, b| a < b) {
            let mut places = of.clone();
            places.sort_unstable();
            places.dedup();
            assert_eq!(places.len(), of.len(), "two vertices are at one place");
        }
        Coordinates { sides, of }
    }

    /// How many ranks and files there are.
    pub fn sides(&self) -> [u32; 2] {
        self.sides
    }

    /// Number of vertices.
    pub fn len(&self) -> u32 {
        self.of.len() as u32
    }

    /// Whether there are no vertices.
    pub fn is_empty(&self) -> bool {
        self.of.is_empty()
    }

    /// Rank and file of a vertex, from 0.
    pub fn of(&self, vertex: u32) -> [u32; 2] {
        self.of[vertex as usize]
    }
}
