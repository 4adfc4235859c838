//! Conversions from and to the types of the library rustsat, whose variables count from 0.
//!
//! ```
//! use knightsat_cnf::sink::{ClauseSink, Cnf};
//! use knightsat_cnf::{Lit, Model};
//! use rustsat::{instances, types};
//!
//! let mut cnf = Cnf::default();
//! let lit = cnf.new_var().neg();
//! cnf.clause(&[lit]);
//! let theirs = instances::Cnf::from(&cnf);
//! assert_eq!(Cnf::from(&theirs), cnf);
//! assert_eq!(types::Lit::from(lit), types::Lit::negative(0));
//!
//! let model = Model::from_lits(&[lit]).unwrap();
//! assert_eq!(Model::from(&types::Assignment::from(&model)), model);
//! ```

use crate::sink::{ClauseSink, Cnf};
use crate::{Lit, Model, Var, Vars};
use rustsat::instances;
use rustsat::types::{self, Assignment, Clause};

impl From<Lit> for types::Lit {
    fn from(lit: Lit) -> types::Lit {
        types::Lit::new(lit.var().number() - 1, !lit.is_positive())
    }
}

impl From<types::Lit> for Lit {
    fn from(lit: types::Lit) -> Lit {
        let var = Var::new(lit.vidx32() + 1).expect("as many variables there as here");
        if lit.is_neg() { var.neg() } else { var.pos() }
    }
}

impl From<&Cnf> for instances::Cnf {
    fn from(cnf: &Cnf) -> instances::Cnf {
        let clause = |lits: &[Lit]| {
            lits.iter()
                .copied()
                .map(types::Lit::from)
                .collect::<Clause>()
        };
        cnf.clauses().map(clause).collect()
    }
}

/// The variables are those up to the largest in a clause.
impl From<&instances::Cnf> for Cnf {
    fn from(theirs: &instances::Cnf) -> Cnf {
        let mut cnf = Cnf::default();
        for clause in theirs.iter() {
            let lits: Vec<Lit> = clause.iter().copied().map(Lit::from).collect();
            let numbers = lits.iter().map(|lit| lit.var().number());
            let largest = numbers.fold(cnf.variables(), u32::max);
            let _: Vars = cnf.new_vars(largest - cnf.variables());
            cnf.clause(&lits);
        }
        cnf
    }
}

impl From<&Model> for Assignment {
    fn from(model: &Model) -> Assignment {
        model.lits().map(types::Lit::from).collect()
    }
}

impl From<&Assignment> for Model {
    fn from(assignment: &Assignment) -> Model {
        let lits: Vec<Lit> = assignment.iter().map(Lit::from).collect();
        Model::from_lits(&lits).expect("one value a variable")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_variable_has_a_number_on_both_sides() {
        for lit in [
            Var::new(1).unwrap().pos(),
            Var::new(Var::MAX).unwrap().neg(),
        ] {
            assert_eq!(Lit::from(types::Lit::from(lit)), lit);
            assert_eq!(types::Lit::from(lit).to_ipasir(), lit.to_dimacs());
        }
    }

    #[test]
    fn an_open_variable_stays_open() {
        let lits = [1, -3].map(|number| Lit::from_dimacs(number).unwrap());
        let model = Model::from_lits(&lits).unwrap();
        let assignment = Assignment::from(&model);
        assert_eq!(
            assignment.var_value(types::Var::new(1)),
            types::TernaryVal::DontCare
        );
        assert_eq!(Model::from(&assignment), model);
    }
}
