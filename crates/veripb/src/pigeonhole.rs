//! More steps than squares, in resolution with fresh variables.
//!
//! With steps 1 … m on squares 1 … m − 1, at most one step a square, let q\[i\]\[j\] say that step i is on j, or that it
//! is on the last square, and the last step on j. Then the first m − 1 steps are on the first m − 2 squares, at
//! most one a square: so it goes on until there is one step, and no square. That takes some m⁴/4 clauses, where
//! without fresh variables there are exponentially many (Cook, A short proof of the pigeon hole principle using
//! extended resolution, 1976; Haken, The intractability of resolution, 1985).

use knightsat_solver::derive::Step;

/// Steps and squares that are left, and the variables that say which step is on which square.
pub(super) struct Pigeonhole {
    /// By step, then by square; there is one step more.
    on: Vec<Vec<i32>>,
    /// Literals in every lemma that says where a step is.
    unless: Vec<i32>,
    /// The last variable.
    variables: i32,
}

impl Pigeonhole {
    /// The steps by rows; there are clauses that each is on a square `unless` one of these literals holds, and that no
    /// two are on the same. Variables up to `variables` are taken.
    ///
    /// # Panics
    /// If there is not one step more than there are squares.
    pub fn new(on: Vec<Vec<i32>>, unless: Vec<i32>, variables: i32) -> Pigeonhole {
        assert!(on.iter().all(|squares| squares.len() + 1 == on.len()));
        Pigeonhole {
            on,
            unless,
            variables,
        }
    }

    /// The last variable that has been taken.
    pub fn variables(&self) -> i32 {
        self.variables
    }

    /// The steps of the proof, up to where one of the literals holds.
    pub fn proof(&mut self) -> Vec<Step> {
        let mut proof = Vec::new();
        while self.on.len() > 1 {
            let fewer = self.fewer(&mut proof);
            self.on = fewer;
        }
        proof.push(Step::Lemma(self.unless.clone()));
        proof
    }

    /// The variables for a step and a square less, with their definitions and what follows of them.
    fn fewer(&mut self, proof: &mut Vec<Step>) -> Vec<Vec<i32>> {
        let last = self.on.len() - 1;
        let squares = last - 1;
        let mut fewer = Vec::new();
        for step in 0..last {
            let mut row = Vec::new();
            for square in 0..squares {
                self.variables += 1;
                let new = self.variables;
                let [here, aside, there] = [
                    self.on[step][square],
                    self.on[step][squares],
                    self.on[last][square],
                ];
                proof.push(Step::Definition(vec![
                    vec![new, -here],
                    vec![new, -aside, -there],
                    vec![-new, here, aside],
                    vec![-new, here, there],
                ]));
                row.push(new);
            }
            fewer.push(row);
        }
        for row in &fewer {
            proof.push(Step::Lemma([&row[..], &self.unless].concat()));
        }
        for square in 0..squares {
            for (step, row) in fewer.iter().enumerate() {
                for other in &fewer[..step] {
                    let both = [-row[square], -other[square]];
                    // Both cannot have come from the last square.
                    let one = [both[0], both[1], self.on[step][square]];
                    proof.push(Step::Lemma(one.to_vec()));
                    proof.push(Step::Lemma(both.to_vec()));
                }
            }
        }
        fewer
    }
}
