//! Certificates that no tour keeps the rules, or has equal sums: compared with an exhaustive search
//! and valid for no other rules.

use crate::common;
use crate::given_proofs::{check_every_line, decide, is_accepted};

use common::certificates::{WHOLE, files, prove, verify};
use common::graphs::{Digraph, graph, words};
use common::points::Points;
use common::program::{error, has, run, write};
use itertools::Itertools;
use knightsat::certificate::Verified;
use knightsat::check;
use knightsat::tour::graph::Graph;
use knightsat::tour::place::Place;
use knightsat::tour::rule;
use knightsat::tour::spec::TourSpec;
use knightsat::tour::{Kind, Problem, Verdict};
use knightsat_base::random::Rng;
use knightsat_tour::statistic::Angle;
use std::fs;
use tempfile::TempDir;

/// Appends all paths through all vertices that continue this one.
fn paths(graph: &Graph, path: &mut Vec<u32>, all: &mut Vec<Vec<u32>>) {
    if path.len() == graph.len() as usize {
        all.push(path.clone());
        return;
    }
    let next = match path.last() {
        Some(&last) => graph.successors(last).to_vec(),
        None => (0..graph.len()).collect(),
    };
    for vertex in next {
        if !path.contains(&vertex) {
            path.push(vertex);
            paths(graph, path, all);
            path.pop();
        }
    }
}

/// A place with all of its tours, in all numberings.
struct Sample {
    place: Place,
    kind: Kind,
    tours: Vec<Points>,
}

fn samples() -> Vec<Sample> {
    let boards = [
        ("3x4", Kind::Open, (1, 2)),
        ("3x5", Kind::Open, (1, 2)),
        ("4x4", Kind::Open, (1, 2)),
        (".../.#./...", Kind::Closed, (1, 2)),
        ("3x4", Kind::Closed, (0, 1)),
        ("2x4", Kind::Open, (0, 1)),
    ];
    let boards = boards.map(|(board, kind, (a, b))| {
        let board = check::place(board).board().unwrap().clone();
        (Place::from(board.with_leaper(a, b).unwrap()), kind)
    });
    let mut below = words(99).map(|word| word >> 20);
    let mut places = Vec::from(boards);
    for (len, bits) in [4, 5, 6].into_iter().zip(words(6)) {
        for kind in [Kind::Open, Kind::Closed] {
            places.push((
                Place::Graph(graph(len, bits | bits >> 13 | bits >> 29)),
                kind,
            ));
            let directed = Digraph::random(len, 65, || below.next().unwrap() % 100);
            places.push((Place::Graph(directed.graph()), kind));
        }
    }
    let sample = |(place, kind): (Place, Kind)| {
        let graph = place.graph();
        let mut all = Vec::new();
        paths(&graph, &mut Vec::new(), &mut all);
        all.retain(|steps| kind == Kind::Open || graph.has_arc(steps[steps.len() - 1], steps[0]));
        let tours = all.iter().map(|steps| Points::new(&place, steps, kind));
        let tours = tours.collect();
        Sample { place, kind, tours }
    };
    places.into_iter().map(sample).collect()
}

/// Returns a fact as text, one of those without a direction if `any_way`.
fn fact(place: &Place, any_way: bool, rng: &mut Rng) -> String {
    let edges: Vec<[u32; 2]> = place.graph().edges().collect();
    let [a, b] = edges[rng.below(edges.len())].map(|vertex| place.name(vertex));
    let mut vertex = || place.name(rng.below(place.len() as usize) as u32);
    let [v, w] = [vertex(), vertex()];
    let step = 1 + rng.below(place.len() as usize);
    let angle = Angle::ALL[rng.below(Angle::ALL.len())].name();
    match rng.below(6) {
        0 if !any_way => format!("{a}->{b}"),
        1 if !any_way && v != w => format!("after({v}, {w})"),
        2 if !any_way => format!("{v}@{step}"),
        3 if place.board().is_some() => format!("{angle}({v})"),
        _ => format!("{a}-{b}"),
    }
}

/// Returns rules as text.
fn random(place: &Place, any_way: bool, rng: &mut Rng) -> String {
    let literal = |rng: &mut Rng| {
        let not = ["", "not "][rng.below(2)];
        if rng.below(3) > 0 {
            return format!("{not}{}", fact(place, any_way, rng));
        }
        let mut sum = fact(place, any_way, rng);
        for _ in 0..rng.below(3) {
            sum += [" + ", " - "][rng.below(2)];
            sum += &fact(place, any_way, rng);
        }
        let mut bound = rng.below(4) as i64 - 1;
        if place.board().is_some() && rng.below(2) == 0 {
            let names = ["turns", "acute", "right", "crossings", "slope+2"];
            sum = format!("{} - {sum}", names[rng.below(names.len())]);
            bound = rng.below(place.len() as usize) as i64;
        }
        format!("{not}{sum} {} {bound}", ["<=", ">=", "="][rng.below(3)])
    };
    let rules = (0..1 + rng.below(5)).map(|_| {
        let literals: Vec<String> = (0..1 + rng.below(2)).map(|_| literal(rng)).collect();
        literals.join(" or ") + "\n"
    });
    rules.collect()
}

/// Returns the problem of the tours that keep these rules.
fn problem(place: &Place, kind: Kind, start: Option<String>, text: &str) -> Problem {
    let with = rule::read(text, place).unwrap();
    let spec = TourSpec {
        start,
        with,
        ..TourSpec::from(kind)
    };
    spec.problem(place, &Default::default()).unwrap()
}

#[test]
fn under_rules_there_is_a_tour_or_a_certificate_for_these_rules_alone() {
    let samples = samples();
    let mut rng = Rng::new(2026, 11);
    let [mut some, mut by_reason, mut by_formula, mut others] = [0; 4];
    for nth in 0..600 {
        let Sample { place, kind, tours } = &samples[nth % samples.len()];
        let start = (nth % 2 == 0).then(|| place.name(0));
        let has_start = |tour: &&Points| start.is_none() || tour.steps[0] == 0;
        let any_way = *kind == Kind::Closed && start.is_none();
        let made = |text: &str| problem(place, *kind, start.clone(), text);
        let has_tour = |problem: &Problem| {
            let mut tours = tours.iter().filter(has_start);
            tours.any(|tour| tour.keeps(problem.rules()))
        };
        let text = random(place, any_way, &mut rng);
        let problem = made(&text);
        let what = format!("{place:?} {kind} {start:?}\n{text}");
        let folder = TempDir::new().unwrap();
        match decide(&problem, nth % 3 > 0, folder.path()) {
            Verdict::Tour(tour) => {
                let found = Points::new(place, tour.steps(), *kind);
                assert!(found.keeps(problem.rules()), "{what}");
                some += 1;
                continue;
            }
            Verdict::Unknown(_) => panic!("{what}"),
            Verdict::None(verified) => {
                assert!(!has_tour(&problem), "{what}");
                assert!(is_accepted(&problem, folder.path()), "{what}");
                match verified {
                    Verified::Reason(_) => by_reason += 1,
                    Verified::Refutation { .. } => by_formula += 1,
                }
            }
        }
        let mut changed = vec![String::new(), text.lines().skip(1).join("\n")];
        changed.extend((0..4).map(|_| random(place, any_way, &mut rng)));
        for other in changed {
            let problem = made(&other);
            if has_tour(&problem) {
                assert!(!is_accepted(&problem, folder.path()), "{what}\n{other}");
                others += 1;
            }
        }
    }
    let counts = [some, by_reason, by_formula, others];
    assert!(counts.into_iter().all(|count| count > 60), "{counts:?}");
}

#[test]
fn a_formula_with_rules_is_whole() {
    let place = Place::Graph(graph(5, 0b11_1111_1111));
    for (text, clauses) in [
        (
            "1->2 or after(3, 4)\n1-2 + 2-3 + 3-4 - 2@2 >= 2\n1-2 + 2-3 + 3-4 = 1\n",
            200,
        ),
        ("1-2 + 2-3 + 3-4 >= 2\n1-2 + 2-3 + 3-4 = 1\n", 50),
    ] {
        let problem = problem(&place, Kind::Open, None, text);
        let folder = TempDir::new().unwrap();
        decide(&problem, true, folder.path());
        let lines = check_every_line(&problem, folder.path());
        assert!(lines > clauses, "{lines}: {text}");
    }
}

#[test]
fn rules_about_moves_are_refuted_by_cuts() {
    let dir = TempDir::new().unwrap();
    let with = write(dir.path(), "rules.txt", "turns <= 31\n");
    let args = format!("6x6 --closed --with {with}");
    let (folder, _) = prove(&dir, &args);
    let path = folder.join("certificate.txt");
    let text = fs::read_to_string(&path).unwrap();
    let last = text.lines().last().unwrap();
    let numbers = last.strip_prefix("rules ").unwrap();
    let (first, end) = numbers.split_once(' ').unwrap();
    for changed in [
        String::new(),
        format!("rules {first} {first}\n"),
        format!("rules {end} {end}\n"),
        format!("{last}\n{last}\n"),
        format!("{last}\ncut {end} a1\n"),
    ] {
        fs::write(&path, text.replace(&format!("{last}\n"), &changed)).unwrap();
        assert_eq!(verify(&folder, &args).0, 1, "{changed}");
    }
    fs::write(&path, &text).unwrap();
    assert_eq!(verify(&folder, &args).0, 0);
    write(dir.path(), "rules.txt", "turns <= 32\n");
    fs::write(&path, text.replace("turns <= 31", "turns <= 32")).unwrap();
    assert_eq!(verify(&folder, &args).0, 1);
}

#[test]
fn the_program_proves_and_verifies_under_rules() {
    let dir = TempDir::new().unwrap();
    let with = write(dir.path(), "rules.txt", "a1@6 or d1@6\nnot a1-b3\n");
    let (folder, said) = prove(&dir, &format!("3x4 --with {with}"));
    let claim = "no open knight's tour of 3x4, under 2 rules";
    assert!(said.starts_with(&format!("{claim}: ")), "{said}");
    assert_eq!(files(&folder), WHOLE);
    let text = fs::read_to_string(folder.join("certificate.txt")).unwrap();
    let line = format!("claim {claim}: a1@6 or d1@6; not a1-b3");
    assert_eq!(text.lines().nth(1), Some(&*line));
    let (code, out, err) = verify(&folder, &format!("3x4 --with {with}"));
    assert_eq!((code, err.as_str()), (0, ""));
    let words = said.split("; see").next().unwrap();
    assert_eq!(out, format!("valid: {words}\n"));
    // Other rules, with the claim of these and with their own.
    let others = ["", "a1@6 or d1@6\nnot a1-c2\n", "a1@5 or d1@6\nnot a1-b3\n"];
    for other in others {
        let with = match other {
            "" => String::new(),
            other => format!("--with {}", write(dir.path(), "other.txt", other)),
        };
        let (code, out, err) = verify(&folder, &format!("3x4 {with}"));
        assert_eq!((code, out.as_str()), (1, ""), "{other}: {err}");
        let (expected, _) = err.split_once("': the certificate").unwrap();
        let (_, expected) = expected.split_once("expected '").unwrap();
        let path = folder.join("certificate.txt");
        fs::write(&path, text.replace(&line, expected)).unwrap();
        let (code, out, err) = verify(&folder, &format!("3x4 {with}"));
        assert_eq!((code, out.as_str()), (1, ""), "{other}: {err}");
        assert!(!err.contains("another problem"), "{err}");
        fs::write(&path, &text).unwrap();
    }
    // Where a tour keeps them, nothing is written.
    let with = write(dir.path(), "rules.txt", "after(b3, c1)\nnot a1-b3\n");
    let (code, out, err) = run(&format!(
        "prove 3x4 --with {with} -o {}",
        dir.path().join("none").display()
    ));
    assert_eq!((code, err.as_str()), (1, ""));
    assert!(
        out.starts_with("nothing to prove: there is a tour"),
        "{out}"
    );
    let pbp = format!("prove 3x4 --with {with} --proof-format pbp -o /not/there");
    if has(&pbp) {
        assert_eq!(
            error(&pbp),
            "a proof for VeriPB does not support rules about moves, as in rule 2: use \
             --proof-format lrat"
        );
    }
}

#[test]
fn certificates_contain_equal_sums() {
    let dir = TempDir::new().unwrap();
    let (folder, _) = prove(&dir, "2x4 --leaper 0,1 --magic");
    assert_eq!(files(&folder), WHOLE);
    assert_eq!(verify(&folder, "2x4 --leaper 0,1 --magic").0, 0);
    let path = folder.join("certificate.txt");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace(", magic", "")).unwrap();
    assert_eq!(verify(&folder, "2x4 --leaper 0,1").0, 1);
}
