//! A solver of one's own: depth-first search with unit propagation, put to work.

use knightsat::prelude::*;

struct Dpll(Cnf, Limits);

impl ClauseSink for Dpll {
    fn new_vars(&mut self, count: u32) -> Vars {
        self.0.new_vars(count)
    }
    fn clause(&mut self, lits: &[Lit]) {
        self.0.clause(lits);
    }
}

impl Incremental for Dpll {
    fn solve_assuming(&mut self, assumed: &[Lit]) -> Result<Assuming, SolverError> {
        let mut trail: Vec<(Lit, bool)> = Vec::new(); // with a choice that is still open
        while !self.1.is_over() {
            let lits: Vec<Lit> = trail.iter().map(|step| step.0).collect();
            let model = Model::from_lits(&lits).expect("only open literals are taken");
            let open = |lit: &Lit| model.value(lit.var()).is_none();
            let clauses = self.0.clauses().chain(assumed.chunks(1));
            let left = clauses.filter(|c| !c.iter().any(|&lit| model.satisfies(lit)));
            let left = left.map(|c| c.iter().copied().filter(open).collect::<Vec<Lit>>());
            let last = trail.iter().rposition(|step| step.1);
            match (left.min_by_key(Vec::len).as_deref(), last) {
                (None, _) => return Ok(Assuming::Satisfiable(model)),
                (Some([]), None) => return Ok(Assuming::Failed(assumed.to_vec())),
                (Some([]), Some(last)) => {
                    trail.truncate(last + 1);
                    trail[last] = (!lits[last], false);
                }
                (Some([lit, rest @ ..]), _) => trail.push((*lit, !rest.is_empty())),
            }
        }
        Ok(Assuming::Unknown)
    }
}

pub fn main() {
    let dpll = InProcess::new("dpll", |limits| Dpll(Cnf::default(), limits));
    let found = find(&"5x6".parse().expect("a board"), dpll).expect("a right solver");
    assert!(found.tour().is_some());
}
