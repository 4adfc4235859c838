//! OPB files and answers, read as the format says. The law of backends compares the solutions of
//! problems that are written as OPB with all tours.

use crate::common::graphs::below;

use knightsat::cnf::sink::ClauseSink;
use knightsat::cnf::{Answer, Lit, Model};
use knightsat::solver::incremental::{Assuming, Incremental, Limits};
use knightsat::solver::varisat::Varisat;
use knightsat_cnf::dimacs::opb::{
    Constraint, OpbReader, Relation, Size, Writer, clauses, read_answer,
};

fn lit(number: i32) -> Lit {
    Lit::from_dimacs(number).unwrap()
}

fn read(text: &str) -> Result<(Size, Vec<Constraint>), String> {
    let reader = OpbReader::new(text.as_bytes(), "t.opb");
    let mut reader = reader.map_err(|error| error.to_string())?;
    let (mut all, mut constraint) = (Vec::new(), Constraint::default());
    while reader
        .next(&mut constraint)
        .map_err(|error| error.to_string())?
    {
        all.push(constraint.clone());
    }
    Ok((reader.size(), all))
}

#[test]
fn files_are_read_as_the_format_says() {
    let text = "* #variable= 3 #constraint= 2 equal= 1\n* more\n+2 x1 -1 ~x3\n >= -1;\n* between\n\n1 x2 = 1 ;";
    let (size, constraints) = read(text).unwrap();
    assert_eq!((size.variables, size.constraints), (3, 2));
    let first = Constraint {
        terms: vec![(2, lit(1)), (-1, lit(-3))],
        relation: Relation::AtLeast,
        bound: -1,
    };
    let second = Constraint {
        terms: vec![(1, lit(2))],
        relation: Relation::Equal,
        bound: 1,
    };
    assert_eq!(constraints, [first, second]);
}

#[test]
fn an_objective_is_skipped() {
    let size = Size {
        variables: 3,
        constraints: 1,
    };
    let mut writer = Writer::new(Vec::new(), size, &[]);
    writer.objective([(2, lit(1)), (1, lit(-3))]);
    let constraint = Constraint::clause([lit(2)]);
    writer.constraint(&constraint);
    let text = String::from_utf8(writer.finish().unwrap()).unwrap();
    assert!(text.contains("\nmin: 2 x1 1 ~x3 ;\n"), "{text}");
    assert_eq!(read(&text), Ok((size, vec![constraint])));
}

/// Files and the start of their errors, `t.opb:` and `r:` before it. A bar is the end of a line;
/// `%` is a first line with three variables and one constraint.
const FAULTS: &str = "
1 x1 >= 1 ; => 1:1: expected the first line '* #variable= 
* a| => 1:1: expected the first line
%| => 2:1: the first line states 1 constraint, and there are 0
%|max: 1 x1 ; => 2:1: an objective is supported as 'min:' before the constraints only
%|min: 1 x1 => 2:10: the file ends where a term or ';' is expected
%|min: 1 x4 ; => 2:8: expected one of the 3 variables, found 'x4'
%|1 x1 => 2:5: the file ends where another term, '>=' or '=' is expected
%|1 x1 >= => 2:8: the file ends where the bound is expected
%|1 x1 >= 1 => 2:10: the file ends where ';' is expected
%|1 x1 >= 1 1 ; => 2:11: expected ';', found '1'
%|1 x4 >= 1 ; => 2:3: expected one of the 3 variables, found 'x4'
%|1 x0 >= 1 ; => 2:3: expected a literal such as x1 or ~x1, found 'x0'
%|1 x1 x2 >= 1 ; => 2:6: expected a number below 2^63, '>=' or '=', found 'x2'
%|9223372036854775808 x1 >= 1 ; => 2:1: expected a number below 2^63
%|1 x1 <= 1 ; => 2:6: expected a number below 2^63, '>=' or '=', found '<='
%|1 x1 >= 1 ;|1 x1 >= 1 ; => 3:11: one constraint more than the 1 of the first line
";

const FAULTS_OF_ANSWERS: &str = "
c| => 2:1: no verdict
s SATISFIABLE| => 2:1: satisfiable, but the values are missing
s SATISFIABLE|v x4| => 2:3: literal x4 is beyond the formula's 3 variables
s SATISFIABLE|v 1 2| => 2:3: '1' is not a literal such as x1
s SATISFIABLE|v x1 -x1| => 3:1: variable 1 is both true and false
s SATISFIABLE|s UNKNOWN| => 2:1: contradicts an earlier verdict
s perhaps| => 1:1: expected 's SATISFIABLE'
";

/// Returns the rows of a table, each with its two columns.
fn rows(table: &'static str) -> impl Iterator<Item = (String, &'static str)> {
    let rows = table.lines().filter_map(|row| row.split_once(" => "));
    rows.map(|(text, message)| {
        let text = text.replace('%', "* #variable= 3 #constraint= 1");
        (text.replace('|', "\n"), message)
    })
}

fn answer(text: &str) -> Result<Answer, String> {
    read_answer(text.as_bytes(), "r", 3).map_err(|error| error.to_string())
}

#[test]
fn what_is_wrong_in_a_file_or_an_answer_is_named_with_its_place() {
    for (text, expected) in rows(FAULTS) {
        let error = read(&text).unwrap_err();
        assert!(error.starts_with(&format!("t.opb:{expected}")), "{error}");
    }
    for (text, expected) in rows(FAULTS_OF_ANSWERS) {
        let error = answer(&text).unwrap_err();
        assert!(error.starts_with(&format!("r:{expected}")), "{error}");
    }
}

#[test]
fn answers_are_read_as_solvers_give_them() {
    let found = answer("c o\no -3\ns SATISFIABLE\nv x1 -x2\nv ~x3 \n");
    let Ok(Answer::Satisfiable(model)) = found else {
        panic!("{found:?}");
    };
    assert!(
        [1, -2, -3]
            .iter()
            .all(|&number| model.satisfies(lit(number)))
    );
    assert_eq!(answer("s UNSATISFIABLE\n"), Ok(Answer::Unsatisfiable));
    assert_eq!(answer("s UNKNOWN\n"), Ok(Answer::Unknown));
}

/// Constraints of up to five literals with small factors, every assignment tried.
#[test]
fn clauses_say_what_a_constraint_says() {
    let mut below = below(5);
    for _ in 0..150 {
        let mut terms = Vec::new();
        for _ in 0..=below(5) {
            let sign = [1, -1][below(2) as usize];
            let term = lit(sign * (1 + below(5) as i32));
            terms.push((below(9) as i64 - 4, term));
        }
        let constraint = Constraint {
            terms,
            relation: [Relation::Equal, Relation::AtLeast, Relation::AtLeast][below(3) as usize],
            bound: below(11) as i64 - 4,
        };
        let mut solver = Varisat::unchecked(Limits::default());
        solver.new_vars(5);
        assert!(clauses(&constraint, 1000, &mut solver));
        for bits in 0..32 {
            let sign = |var: i32| [-1, 1][bits >> var & 1];
            let lits = Vec::from_iter((0..5).map(|var| lit(sign(var) * (var + 1))));
            let model = Model::from_lits(&lits).unwrap();
            let answer = solver.solve_assuming(&lits).unwrap();
            let is_satisfiable = matches!(answer, Assuming::Satisfiable(_));
            assert_eq!(
                is_satisfiable,
                constraint.holds(&model),
                "{constraint:?} {lits:?}"
            );
        }
    }
}

#[test]
fn a_constraint_with_too_many_rests_is_given_up() {
    let constraint = Constraint {
        terms: (1..=20).map(|k| (1 << k, lit(k))).collect(),
        relation: Relation::Equal,
        bound: 1 << 20,
    };
    let mut solver = Varisat::unchecked(Limits::default());
    solver.new_vars(20);
    assert!(!clauses(&constraint, 5, &mut solver));
}
