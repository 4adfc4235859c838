//! The command `opb`: its constraints have the tours as solutions, a solver's answer becomes a
//! tour, and `check` reads the file.

use crate::common::cases::{assert_message, cases};
use crate::common::crosses::{Sample, random, samples};
use crate::common::depth::depth;
use crate::common::halves::halves;
use crate::common::points::Points;
use crate::common::prelude::*;
use crate::common::program::{output, output_with, run, write as write_file};
use crate::common::required;
use knightsat::solver::external::find;
use knightsat_cnf::dimacs::opb::{Constraint, OpbReader, Relation, clauses};
use knightsat_search::enumerate::{Models, Projection};
use knightsat_veripb::flow::{Flow, FlowError};
use knightsat_veripb::opb::{read_answer, write};
use std::process::Command;

/// Writes the constraints as OPB, reads them again, and compares their solutions with the sets of
/// edges of the tours, and with their numberings if these have variables. Returns false if the
/// table refuses the sample.
fn assert_solutions(sample: &Sample) -> bool {
    let what = &sample.what;
    let flow = match Flow::new(&sample.problem, &Stop::default()) {
        Err(FlowError::Refused(_)) => return false,
        flow => flow.unwrap(),
    };
    let text = write(&flow, &["a tour".into()], Vec::new()).unwrap();
    let mut reader = OpbReader::new(&text[..], "t.opb").unwrap();
    assert_eq!(reader.size(), flow.size(), "{what}");
    let mut all_clauses = Cnf::default();
    all_clauses.new_vars(flow.size().variables);
    let (mut all, mut constraint) = (Vec::new(), Constraint::default());
    while reader.next(&mut constraint).unwrap() {
        assert!(clauses(&constraint, u64::MAX, &mut all_clauses), "{what}");
        all.push(constraint.clone());
    }
    let ids = |of: &Constraint| 1 + u64::from(of.relation == Relation::Equal);
    assert_eq!(flow.ids(), all.iter().map(ids).sum::<u64>(), "{what}");
    let is_small = sample.problem.graph().len() <= 9 && sample.tours().len() <= 5;
    let solutions = |shown: Vec<Lit>, expected: usize| {
        let mut solver = Varisat::new(None);
        solver.new_vars(all_clauses.variables());
        all_clauses.replay(&mut solver);
        let mut models = Models::new(solver, Projection::Trues(shown));
        for _ in 0..if is_small { expected } else { expected.min(1) } {
            let model = models.next().transpose().unwrap();
            let tour = flow.decode(&model.unwrap_or_else(|| panic!("OPB: {what}")));
            let tour = tour.unwrap();
            sample.assert_found(Some(tour.steps()), "OPB");
        }
        let ends = expected > 0 && !is_small || models.next().is_none();
        assert!(ends, "OPB has another solution: {what}");
    };
    let edges = sample.numberings.iter().map(|steps| {
        let points = Points::new(&sample.place, steps, sample.problem.kind());
        let edges = points.moves().into_iter();
        let edges = edges.map(|[a, b]| [a.min(b), a.max(b)]);
        edges.sorted().collect_vec()
    });
    let taken = (0..flow.edges().len() as u32).map(|edge| flow.taken(edge));
    solutions(taken.collect(), edges.unique().count());
    let is_of_lists = sample.is_numbered || sample.problem.kind() == Kind::Open;
    if flow.steps() > 0 && is_of_lists {
        let places = iproduct!(1..=flow.steps(), 0..flow.steps());
        let on = places.map(|(step, vertex)| flow.on(step, vertex));
        solutions(on.collect(), sample.tours().len());
    }
    // Steps have further variables, and a single vertex lacks them.
    let has_others = flow.steps() > 0 || flow.edges().is_empty();
    if let (false, Some(steps)) = (has_others, sample.numberings.first()) {
        let tour = Tour::verify(&sample.problem, steps.clone()).unwrap();
        let model = Model::from_lits(&flow.solution(&tour)).unwrap();
        let mut all = all.iter();
        assert!(all.all(|constraint| constraint.holds(&model)), "{what}");
    }
    true
}

#[test]
fn the_solutions_are_the_tours_of_every_constraint_and_pair() {
    let (crosses, random) = (samples(), random(depth(1200, 360)));
    let all: Vec<_> = crosses.iter().chain(&random).collect();
    let written = halves(|half| {
        let every_second = all.iter().skip(half).step_by(2);
        every_second
            .filter(|sample| assert_solutions(sample))
            .count()
    });
    let written: usize = written.iter().sum();
    assert!(written > 40, "{written}");
}

#[test]
fn answers_are_decoded_as_tours_with_every_option() {
    if !required::is_usable(find("clasp").is_some(), "clasp") {
        return;
    }
    let all = r"
        6x6 ¦ 6x6 --closed ¦ 8x8 ¦ 5x5 --start a1 --end c3 ¦ 3x4 --end a1 => a tour
        6x6 --closed --start a1 --end c2 ¦ 6x6 --require a1-b3 --forbid c1-d3 ¦ 1x1 => a tour
        5x5 --at 4=b1 --not-at 9=c2 ¦ 6x6 --closed --symmetric rot180 => a tour
        6x6 --closed --symmetric rot90 => a tour
        3x4 --at 4=b1 --not-at 7=c2 => a tour
        4x4 --leaper 0,1 --closed --symmetric rot180 => a tour
        4x4 --leaper 0,1 --closed --at 3=b2 --at 6=c4 => a tour
        3x4 --closed ¦ 1x1 --closed ¦ 5x5 --at 2=c3 ¦ 2x3 --leaper 0,1 --magic => none
        3x4 --at 2=d3 ¦ 1x1 --not-at 1=a1 ¦ 2x4 --leaper 0,1 --magic => none";
    let dir = tempfile::tempdir().unwrap();
    for (args, end) in cases(all) {
        let file = dir.path().join("t.opb").display().to_string();
        output(&format!("opb {args} -o {file}"));
        // It ends with codes of its own.
        let output = Command::new("clasp").arg(&file).output().unwrap();
        let answer = String::from_utf8(output.stdout).unwrap();
        let result = write_file(dir.path(), "result", &answer);
        let (code, out, err) = run(&format!("opb {args} --answer {result}"));
        let expected = i32::from(end == "none");
        assert_eq!((code, err.as_str()), (expected, ""), "{args}: {out}");
        if code == 0 {
            output_with(&format!("verify {args} -"), &out);
        }
    }
}

/// Answers and their errors after `r:`.
const FAULTS: &str = r"
c\n => 1:1: no verdict and no values…
v x1\n => …
s SATISFIABLE\nv x4\n => 2:3: literal 4 is beyond the formula's 3 variables…
s SATISFIABLE\nv y1\n => 2:3: 'y1' is not a literal
s SATISFIABLE\nv x1 -x1\n => 4:1: variable 1 is both true and false
s SATISFIABLE\ns UNKNOWN\n => 2:1: contradicts an earlier verdict
s perhaps\n => 1:1: expected 's SATISFIABLE'…
";

#[test]
fn answers_are_read_as_solvers_give_them() {
    let read = |text: &str| read_answer(text, "r", 3).map_err(|error| error.to_string());
    let found = read("c o\no -3\ns SATISFIABLE\nv x1 -x2\nmore\nv ~x3 \n");
    let Ok(Answer::Satisfiable(model)) = found else {
        panic!("{found:?}");
    };
    let values = [1, -2, -3].map(|number| Lit::from_dimacs(number).unwrap());
    assert!(values.iter().all(|&value| model.satisfies(value)));
    assert_eq!(read("s UNSATISFIABLE\n"), Ok(Answer::Unsatisfiable));
    assert_eq!(read("s UNKNOWN\n"), Ok(Answer::Unknown));
    for (text, expected) in cases(FAULTS) {
        assert_message(&read(&text).unwrap_err(), &format!("r:{expected}"), &text);
    }
}
