//! OPB files, read as the format says, and their constraints as clauses.

use crate::common::cases::{assert_message, cases};
use crate::common::graphs::below;
use crate::common::prelude::*;
use knightsat_cnf::dimacs::ReadError;
use knightsat_cnf::dimacs::opb::{Constraint, OpbReader, Relation, Size, clauses};

fn lit(number: i32) -> Lit {
    Lit::from_dimacs(number).unwrap()
}

fn constraint(terms: Vec<(i64, Lit)>, relation: Relation, bound: i64) -> Constraint {
    Constraint {
        terms,
        relation,
        bound,
    }
}

fn read(text: &str) -> Result<(Size, Vec<Constraint>), String> {
    let reader = OpbReader::new(text.as_bytes(), "t.opb");
    let mut reader = reader.map_err(|error| error.to_string())?;
    let (mut all, mut constraint) = (Vec::new(), Constraint::default());
    let text = |error: ReadError| error.to_string();
    while reader.next(&mut constraint).map_err(text)? {
        all.push(constraint.clone());
    }
    Ok((reader.size(), all))
}

#[test]
fn files_are_read_as_the_format_says() {
    let text = "* #variable= 3 #constraint= 2 equal= 1\n* more\n+2 x1 -1 ~x3\n >= -1;\n\
                * between\n\n1 x2 = 1 ;";
    let (size, constraints) = read(text).unwrap();
    assert_eq!((size.variables, size.constraints), (3, 2));
    let first = constraint(vec![(2, lit(1)), (-1, lit(-3))], Relation::AtLeast, -1);
    let second = constraint(vec![(1, lit(2))], Relation::Equal, 1);
    assert_eq!(constraints, [first, second]);
}

/// Files and their errors after `t.opb:`; `%` is a first line with three variables and one
/// constraint.
const FAULTS: &str = include_str!("tables/opb.txt");

#[test]
fn what_is_wrong_in_a_file_is_named_with_its_place() {
    for (text, expected) in cases(FAULTS) {
        let text = text.replace('%', "* #variable= 3 #constraint= 1");
        let error = read(&text).unwrap_err();
        assert_message(&error, &format!("t.opb:{expected}"), &text);
    }
}

/// Constraints of up to five literals with small factors, every assignment tried.
#[test]
fn clauses_say_what_a_constraint_says() {
    let mut below = below(5);
    for _ in 0..150 {
        let mut terms = Vec::new();
        for _ in 0..=below(5) {
            let term = lit([1, -1][below(2) as usize] * (1 + below(5) as i32));
            terms.push((below(9) as i64 - 4, term));
        }
        let relation = [Relation::Equal, Relation::AtLeast, Relation::AtLeast][below(3) as usize];
        let constraint = constraint(terms, relation, below(11) as i64 - 4);
        let mut solver = Varisat::unchecked(Limits::default());
        solver.new_vars(5);
        assert!(clauses(&constraint, 1000, &mut solver));
        for bits in 0..32 {
            let sign = |var: i32| [-1, 1][bits >> var & 1];
            let lits = Vec::from_iter((0..5).map(|var| lit(sign(var) * (var + 1))));
            let holds = constraint.holds(&Model::from_lits(&lits).unwrap());
            let answer = solver.solve_assuming(&lits).unwrap();
            let is_satisfiable = matches!(answer, Assuming::Satisfiable(_));
            assert_eq!(is_satisfiable, holds, "{constraint:?} {lits:?}");
        }
    }
}

#[test]
fn a_constraint_with_too_many_rests_is_given_up() {
    let terms = (1..=20).map(|k| (1 << k, lit(k))).collect();
    let constraint = constraint(terms, Relation::Equal, 1 << 20);
    let mut solver = Varisat::unchecked(Limits::default());
    solver.new_vars(20);
    assert!(!clauses(&constraint, 5, &mut solver));
}
