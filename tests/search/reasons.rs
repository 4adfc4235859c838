//! Short reasons why a problem has no tour: the checker of certificates accepts each one, and no
//! change of it.

use crate::common::cases::cases;
use crate::common::certificates::{NUMBERED, REASONS, checked};
use crate::common::graphs::{Digraph, below, graph, problems};
use crate::common::prelude::*;
use knightsat::tour::Obstruction;
use knightsat::tour::Request;
use knightsat_base::random::Rng;
use knightsat_certificate::certificate::{Ground, document};
use knightsat_certificate::{CERTIFICATE, verify_reason};
use knightsat_search::{Evidence, Verdict, explain, find};
use knightsat_tour::lower::Lowered;
use knightsat_tour::{from_json, to_json};
use serde_json::Value;

/// Every small board without a tour has a reason that the checker of certificates accepts.
#[test]
fn every_board_up_to_6x6_without_a_tour_has_a_short_reason() {
    let mut counts = [0; 2];
    for (ranks, files, kind) in iproduct!(1..=6, 1..=6, [Kind::Open, Kind::Closed]) {
        let mut request: Request = format!("{ranks}x{files}").parse().unwrap();
        request.tour.kind = kind;
        match find(&request, Stop::default()).unwrap() {
            Verdict::Tour(_) => continue,
            Verdict::None(Evidence::Obstruction(reason)) => {
                let problem = request.problem(&Stop::default()).unwrap();
                assert!(verify_reason(&problem, &reason));
            }
            other => panic!("{ranks}x{files} {kind}: {other:?}"),
        }
        counts[usize::from(kind == Kind::Closed)] += 1;
    }
    assert_eq!(counts, [25, 33]);
}

/// Holes, required moves and fixed ends are part of the problem that the reason is about.
#[test]
fn reasons_of_problems_with_demands_are_accepted_by_the_checker() {
    let mut rng = Rng::new(1, 0);
    let mut found: BTreeMap<&str, u32> = BTreeMap::new();
    for _ in 0..400 {
        let [ranks, files] = [(); 2].map(|()| 3 + rng.below(3));
        let holes = rng.below(3);
        let mut square = |_| ['.', '#'][usize::from(rng.below(9) < holes)];
        let rows = (0..ranks).map(|_| (0..files).map(&mut square).collect::<String>());
        let rows = rows.collect_vec();
        let Ok(mut request) = rows.join("/").parse::<Request>() else {
            continue;
        };
        request.tour.kind = [Kind::Open, Kind::Closed][rng.below(2)];
        let plain = request.problem(&Stop::default()).unwrap();
        let edges = plain.graph().edges().collect_vec();
        let name = |vertex| request.place.name(vertex);
        let mut some = || rng.below(edges.len().max(1));
        if some() % 2 == 0 && edges.len() > 2 {
            let ends = [some(), some()].map(|edge| edges[edge]);
            let moves = ends
                .iter()
                .map(|&[a, b]| format!("{}-{}", name(a), name(b)).parse().unwrap());
            request.tour.require = moves.collect();
        }
        let end = |vertex: usize| Some(request.place.name(vertex as u32 % request.place.len()));
        let [start, end] = [some(), some()].map(end);
        let is_open = request.tour.kind == Kind::Open;
        if is_open && start != end {
            (request.tour.start, request.tour.end) = (start, end.filter(|_| some() % 4 > 0));
        }
        let problem = request.problem(&Stop::default()).unwrap();
        let verdict = find(&request, Stop::default()).unwrap();
        let Verdict::None(evidence) = &verdict else {
            assert_eq!(problem.short_reason(&Stop::default()), None, "{rows:?}");
            continue;
        };
        let Evidence::Obstruction(reason) = evidence else {
            *found.entry("none").or_default() += 1;
            continue;
        };
        assert_reason(&problem, reason);
        let witness = explain::witness(&request, &verdict).unwrap();
        let all = witness.groups.concat();
        assert!(all.iter().chain(&witness.marked).all_unique(), "{rows:?}");
        let kind = match reason {
            Obstruction::Pieces { .. } => "pieces",
            _ => "others",
        };
        *found.entry(kind).or_default() += 1;
    }
    let count = |kind| found.get(kind).copied().unwrap_or(0);
    assert!(count("pieces") > 9 && count("others") > 99, "{found:?}");
    assert!(count("none") < 40, "{found:?}");
}

/// Returns the reasons that differ from this form in one number.
fn changed(form: &Value) -> Vec<Value> {
    let parts: Vec<(String, &Value)> = match form {
        // The other side of the board does as well.
        Value::Object(fields) => (fields.iter())
            .filter(|(key, _)| *key != "lines")
            .map(|(key, part)| (key.clone(), part))
            .collect(),
        Value::Array(items) => (0..).map(|at: u32| at.to_string()).zip(items).collect(),
        Value::Number(number) => return vec![(number.as_u64().unwrap() + 1).into()],
        _ => Vec::new(),
    };
    let with = |(key, part): (String, &Value)| {
        let put = |new| {
            let mut form = form.clone();
            *form.pointer_mut(&format!("/{key}")).unwrap() = new;
            form
        };
        changed(part).into_iter().map(put).collect_vec()
    };
    parts.into_iter().flat_map(with).collect()
}

/// Asserts that a reason is read as it is written, that the checker accepts it, alone and as a
/// certificate, and that no number in it can be changed. Returns its kind.
fn assert_reason(problem: &Problem, reason: &Obstruction) -> String {
    let form = to_json(reason, &|v| NUMBERED.place.name(v));
    let vertex = |name: &str| NUMBERED.place.vertex(name).ok();
    let read = |form: &Value| from_json::<Obstruction>(form.clone(), &vertex);
    assert_eq!(read(&form).as_ref(), Some(reason));
    assert!(verify_reason(problem, reason), "{problem:?}: {form}");
    for form in changed(&form) {
        let is_right = read(&form).is_some_and(|reason| verify_reason(problem, &reason));
        assert!(!is_right, "{problem:?}: {form}");
    }
    let own = match reason {
        Obstruction::Split { reason, .. } => reason,
        reason => reason,
    };
    // Certificates of directed graphs are about split graphs.
    let lowered = Lowered::reasoned(problem);
    let is_there = lowered.by().is_none_or(|_| own != reason);
    let folder = TempDir::new().unwrap();
    let text = document(
        problem,
        &NUMBERED.place,
        &NUMBERED.claim(),
        &Ground::Reason(own.clone()),
    );
    fs::write(folder.path().join(CERTIFICATE), text).unwrap();
    assert_eq!(
        checked(problem, folder.path()).is_some(),
        is_there,
        "{form}"
    );
    let kinds = form.as_object().and_then(|form| form.keys().next());
    kinds.map_or_else(|| form.as_str().unwrap().into(), String::clone)
}

/// Reasons of every kind.
#[test]
fn reasons_are_read_as_they_are_written_and_no_number_can_be_changed() {
    let stop = Stop::default();
    let mut kinds = BTreeSet::new();
    for (args, _) in cases(REASONS) {
        let (_, problem) = asked(&args);
        let reason = problem.obstruction(&stop).unwrap();
        kinds.insert(assert_reason(&problem, &reason));
    }
    let mut below = below(3);
    for nth in 0..depth(200, 40) {
        let len = 2 + nth as u32 % 5;
        let graph = match nth % 3 {
            0 => Digraph::random(len, 40, || below(100)).graph(),
            _ => graph(len, below(1 << 21)),
        };
        for problem in problems(&graph) {
            if let Some(reason) = problem.short_reason(&stop) {
                kinds.insert(assert_reason(&problem, &reason));
            }
        }
    }
    let kinds = kinds.into_iter().collect_vec().join(" ");
    let all = "clash colours degree disconnected end-colours magic pieces split symmetry \
               three-ends too-small two-factor";
    assert_eq!(kinds, all);
}
