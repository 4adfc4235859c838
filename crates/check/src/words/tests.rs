use crate::FaultKind::{self, Clauses, Once};
use crate::depth::depth;
use crate::foreign::{self, Map};
use crate::prelude::*;
use crate::table::Report;
use crate::tour::spec::Request;
use crate::{Options, suspect};
use halves::halves;
use homework::{Change, FAULTS, Homework, sentence};

#[path = "../../../../tests/common/halves.rs"]
mod halves;
#[path = "../../../../tests/common/homework.rs"]
mod homework;

const MAP: &str = "((i-1)*m+(j-1))*n+k";

fn report(board: &str, kind: Kind, map: &str, text: &str) -> Report {
    let mut request: Request = board.parse().unwrap();
    request.tour.kind = kind;
    let problem = request.problem(&Default::default()).unwrap();
    let map = Map::Expression(map.into());
    let read = foreign::read(text.as_bytes(), "t.cnf", Some(&map), Some(request), false);
    let (request, file) = read.unwrap();
    let options = Options::default();
    let mut report = suspect::inspect(&request.place, &problem, &file, &options).unwrap();
    // The library names the fields, and the command its options.
    for fault in &mut report.faults {
        for name in ["map", "closed", "start", "end", "at", "directions"] {
            let [field, option] = [format!("`{name}`"), format!("--{name}")];
            fault.text = fault.text.replace(&field, &option);
        }
    }
    report
}

/// Returns the kinds and sentences of a changed formula of 3x4.
fn faults(change: impl FnOnce(&mut Homework)) -> Vec<(FaultKind, String)> {
    let mut work = Homework::new(3, 4);
    change(&mut work);
    let report = report("3x4", Kind::Open, MAP, &work.text());
    assert_eq!(report.faults.is_empty(), report.is_good());
    let faults = report.faults.into_iter();
    faults.map(|fault| (fault.kind, fault.text)).collect()
}

#[track_caller]
fn assert_faults(change: impl FnOnce(&mut Homework), expected: &[(FaultKind, &str)]) {
    let found = faults(change);
    let found = found.iter().map(|(kind, text)| (*kind, &text[..]));
    assert_eq!(found.collect_vec(), expected);
}

#[test]
fn a_right_formula_has_no_fault_in_words() {
    assert_faults(|_| {}, &[]);
    // By counting, at most one square a step follows from the rest.
    assert_faults(|work| work.one.clear(), &[]);
}

/// Further mistakes: the last move is missing, and a square is fixed.
const FURTHER: [(Change, &str); 2] = [
    (
        |work| {
            let here = homework::at_step(work, work.len() - 1);
            work.moves.retain(|clause| !here.contains(&-clause[0]));
        },
        "step {moves} is not joined to the next by a move",
    ),
    (
        |work| work.more.push(vec![work.x(2, [2, 3])]),
        "step 2 is always on c2: was a clue meant (--at 2=c2)?",
    ),
];

/// Each mistake has one sentence, the same on every board.
#[test]
fn each_planted_fault_has_its_sentence_and_no_other() {
    halves(every_second_fault_has_its_sentence);
}

fn every_second_fault_has_its_sentence(half: usize) {
    let boards = [(3, 4), (5, 5), (6, 6), (8, 8)];
    for &(ranks, files) in &boards[..depth(4, 2)] {
        let board = format!("{ranks}x{files}");
        let faults = FAULTS.len() - usize::from(ranks == files);
        let all = FAULTS[..faults].iter().chain(&FURTHER);
        for (change, text) in all.skip(half).step_by(2) {
            let mut work = Homework::new(ranks, files);
            change(&mut work);
            let found = report(&board, Kind::Open, MAP, &work.text());
            let texts = found.faults.iter().map(|fault| &fault.text).collect_vec();
            assert_eq!(texts, [&sentence(text, &work)], "{board}");
        }
    }
}

#[test]
fn an_open_formula_is_recognised_where_a_closed_one_is_promised() {
    let found = report("3x4", Kind::Closed, MAP, &Homework::new(3, 4).text());
    let text = "step 12 is not joined to step 1: was an open tour meant (without --closed)?";
    let texts = found.faults.iter().map(|fault| &fault.text[..]);
    assert_eq!(texts.collect_vec(), [text]);
}

/// Faults of several kinds are all named; other clauses that exclude tours are counted.
#[test]
fn all_groups_of_faults_come_at_once() {
    let found = faults(|work| {
        work.once.clear();
        FAULTS[5].0(work);
    });
    let texts = found.iter().map(|(_, text)| &text[..]).sorted();
    let work = Homework::new(3, 4);
    let planted = [0, 5].map(|fault: usize| sentence(FAULTS[fault].1, &work));
    assert_eq!(texts.collect_vec(), planted.iter().sorted().collect_vec());
    // A tour begins a1 c2 a3 b1.
    let found = faults(|work| work.more.push(vec![-work.x(1, [1, 1]), -work.x(4, [1, 2])]));
    let [(Clauses, text)] = &found[..] else {
        panic!("{found:?}");
    };
    assert!(text.starts_with("clause 1729 excludes "), "{text}");
}

#[test]
fn a_wrong_header_is_a_fault_beside_others() {
    let text = Homework::new(3, 4).text();
    let text = text.replacen("p cnf 144 1728", "p cnf 144 1716", 1);
    let found = report("3x4", Kind::Open, MAP, &text);
    assert_eq!(found.verdict(), "wrong");
    let words =
        "the header is wrong: p cnf 144 1716, and there are variables up to 144 and 1728 clauses";
    assert_eq!(
        found
            .faults
            .iter()
            .map(|fault| &fault.text[..])
            .collect_vec(),
        [words]
    );
}

/// A map with the indices in another order is suspected before the formula, also of a formula with
/// a fault of its own.
#[test]
fn another_order_of_indices_is_suspected_before_the_formula() {
    let right = format!(
        "the map has another order than the formula: with --map '{MAP}' the formula is right"
    );
    let text = Homework::new(3, 4).text();
    for map in ["((i-1)*n+(k-1))*m+j", "((k-1)*m+(j-1))*N+i", "(v-1)*N+i"] {
        let found = report("3x4", Kind::Open, map, &text);
        let texts = found.faults.iter().map(|fault| &fault.text).collect_vec();
        assert_eq!(texts, [&right], "{map}");
    }
    let mut work = Homework::new(3, 4);
    work.once.clear();
    let found = report("3x4", Kind::Open, "((j-1)*n+(k-1))*N+i", &work.text());
    let kinds = found.faults.iter().map(|fault| fault.kind).collect_vec();
    assert_eq!(kinds, [FaultKind::Map, Once], "{:?}", found.faults);
    assert!(found.faults[0].text.ends_with("1 fault would be left"));
}

/// Returns the formula in clauses of at most three literals, with new variables above `fresh`.
fn shortened(work: &Homework, mut fresh: i32) -> String {
    let mut parts: Vec<Vec<i32>> = Vec::new();
    for clause in [&work.some, &work.one, &work.moves, &work.once]
        .into_iter()
        .flatten()
    {
        let mut clause = clause.clone();
        while clause.len() > 3 {
            fresh += 1;
            parts.push(vec![clause[0], clause[1], fresh]);
            clause.splice(..2, [-fresh]);
        }
        parts.push(clause);
    }
    let lines = parts
        .iter()
        .map(|part| format!("{} 0\n", part.iter().join(" ")));
    format!(
        "p cnf {} {}\n{}",
        fresh.max(144),
        parts.len(),
        lines.format("")
    )
}

/// Mistake 5 of docs/homework.md.
#[test]
fn new_variables_with_numbers_of_facts_are_the_first_fault() {
    let work = Homework::new(3, 4);
    let found = report("3x4", Kind::Open, MAP, &shortened(&work, 144));
    assert!(found.is_good() && found.faults.is_empty());
    let found = report("3x4", Kind::Open, MAP, &shortened(&work, 12));
    let cause = "variable 13 stands for a1 at step 2, and clause 2 uses it as a new variable: at \
                 least ";
    let [fault] = &found.faults[..] else {
        panic!("{:?}", found.faults);
    };
    assert!(fault.kind == FaultKind::Shared && fault.text.starts_with(cause));
}

/// Counters of Sinz for at most one square a step, whose new variables begin at `fresh`.
fn counted(fresh: i32) -> String {
    let (mut work, mut fresh) = (Homework::new(3, 4), fresh - 1);
    work.one.clear();
    for step in 1..=work.len() {
        let squares = homework::at_step(&work, step);
        for pair in squares.windows(2) {
            fresh += 1;
            work.one.push(vec![-pair[0], fresh]);
            work.one.push(vec![-pair[1], -fresh]);
            if pair[1] != squares[11] {
                work.one.push(vec![-fresh, fresh + 1]);
            }
        }
    }
    work.text()
}

#[test]
fn counters_with_numbers_of_facts_are_the_first_fault() {
    let found = report("3x4", Kind::Open, MAP, &counted(145));
    assert!(found.is_good() && found.faults.is_empty());
    for fresh in [1, 2, 12, 13, 50] {
        let found = report("3x4", Kind::Open, MAP, &counted(fresh));
        let texts = found.faults.iter().map(|fault| (fault.kind, &fault.text));
        let [(kind, text)] = texts.collect_vec()[..] else {
            panic!("{fresh}: {:?}", found.faults);
        };
        assert_eq!(kind, FaultKind::Shared, "{fresh}: {text}");
        assert!(text.contains(" uses it as a new variable: "), "{text}");
    }
}

#[test]
fn a_map_of_other_variables_is_the_first_fault() {
    let map = format!("{MAP}+144");
    let words = "no variable of the map occurs in a clause: its numbers are not of this formula";
    let right = format!(
        "the map has another order than the formula: with --map '{MAP}' the formula is right"
    );
    let text = Homework::new(3, 4).text().replacen("cnf 144", "cnf 288", 1);
    for (text, words) in [("p cnf 288 1\n1 2 0\n", words), (&text, &right)] {
        let found = report("3x4", Kind::Open, &map, text);
        assert_eq!(found.faults[0].kind, FaultKind::Map);
        assert_eq!(found.faults[0].text, words);
    }
}
