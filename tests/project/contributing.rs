//! The recipes of CONTRIBUTING.md, followed. A new cycle constraint passes the whole regression kit
//! without a change of the library, and a new encoding needs only a line in the table.

use knightsat::cnf::sink::{ClauseGroup, ClauseSink};
use knightsat::tour::Problem;
use knightsat_check::{self as check, BOARDS, inspect};
use knightsat_cnf::{Term, sink::clause};
use knightsat_encoding::successor::{
    ArcTerms, Connectivity, Edges, Prepared, on_arcs, options_on_arcs,
};
use knightsat_encoding::{Known, Name, Task};
use knightsat_tour::lower::Lowered;
use std::fs;

const CLOSURE: ClauseGroup = ClauseGroup::new(
    "closure",
    "what is reached without the first vertex is not reached again",
    "a[v,w] → r[v,w]; r[u,v] ∧ r[v,w] → r[u,w]; ¬r[v,v]",
);

/// The toy: a variable r\[v,w\] for every pair, transitive and irreflexive. Cubic, and right.
#[derive(Debug)]
struct Closure;

impl Connectivity for Closure {
    fn on_arcs(
        &self,
        circuit: &Prepared,
        arcs: ArcTerms,
        mut sink: &mut dyn ClauseSink,
    ) -> Known<'static> {
        let (n, first) = (circuit.len(), circuit.root);
        sink.group(&CLOSURE);
        let vars = sink.new_vars(n * n);
        let reach = |v: u32, w: u32| vars.get(v * n + w).pos();
        let others = || (0..n).filter(|&v| v != first);
        for (number, &[v, w]) in (0..).zip(circuit.arcs()) {
            if v != first && w != first {
                clause([!arcs.term(number), Term::Open(reach(v, w))], &mut sink);
            }
        }
        for v in others() {
            sink.clause(&[!reach(v, v)]);
            for (u, w) in itertools::iproduct!(others(), others()) {
                sink.clause(&[!reach(u, v), !reach(v, w), reach(u, w)]);
            }
        }
        // Nothing here is a step or an order.
        Known::default()
    }

    /// More may be said to be reached than is.
    fn is_parsimonious(&self, _circuit: &Prepared, _edges: Option<&Edges>) -> bool {
        false
    }
}

/// The degrees of the arcs alone.
#[derive(Debug)]
struct Forgetful;

impl Connectivity for Forgetful {}

fn reports(connectivity: fn() -> Box<dyn Connectivity>) -> Vec<(String, check::Report)> {
    let boards = BOARDS.iter().chain(check::LARGER_BOARDS);
    let report = |&(kind, text): &(_, &str)| {
        let place = check::place(text);
        let problem = Problem::of(&place, kind, None, None).unwrap();
        let task = Task {
            lowered: Lowered::as_it_is(&problem).into(),
            atoms: &[],
            shortcuts: true,
            stop: Default::default(),
        };
        let toy = on_arcs(task, options_on_arcs(), |_, _| Ok(connectivity())).unwrap();
        let subject = |sink: &mut dyn ClauseSink| {
            let tour = sink.new_vars(toy.variables());
            toy.encode(tour, sink);
            toy.meaning(tour)
        };
        let report = inspect(&place, &problem, &subject, &check::Options::default());
        (format!("{kind} {text}"), report.unwrap())
    };
    boards.map(report).collect()
}

#[test]
fn a_new_connectivity_passes_the_whole_kit() {
    for (what, report) in reports(|| Box::new(Closure)) {
        assert!(report.is_good(), "{what}\n{report}");
    }
}

/// The kit can fail: without the clauses some board has a model of several cycles.
#[test]
fn one_that_forgets_its_clauses_does_not() {
    let all = reports(|| Box::new(Forgetful));
    assert!(all.iter().any(|(_, report)| !report.is_good()));
}

/// Whoever adds an encoding to the table has the command line, the comments and the errors; the
/// documents are held against the table here.
#[test]
fn every_encoding_is_in_the_documents() {
    let text = fs::read_to_string("docs/encodings.md").unwrap();
    for name in Name::ALL {
        assert!(text.contains(&format!("`{name}`")), "{name}");
    }
}

/// The comments of a file set every option of every encoding, and nothing else.
#[test]
fn options_are_set_by_what_they_are_written_as() {
    for name in Name::ALL {
        let options = serde_json::to_value(name.options()).unwrap();
        let mut again = name.style();
        let options = options.as_object().unwrap().clone().into_iter();
        for (key, value) in options.filter(|(_, value)| !value.is_null()) {
            again.set(&key, value).unwrap();
            assert!(again.set(&key, "no such value").is_err(), "{name} {key}");
        }
        assert_eq!(again, name.style());
        assert!(again.set("no-such-option", "yes").is_err(), "{name}");
    }
}
