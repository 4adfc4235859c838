//! Every kind of statement without a tour is proved. VeriPB, which shares no code with us, accepts
//! the proof, and refuses it after any change.

use crate::checker::{FILES, accepts, accepts_changed, attempt, derived, ground, is_usable};
use crate::checker::{problem, request, unsatisfiable};
use crate::common::graphs::{graph, problems, words};
use crate::common::{clues, crosses};
use knightsat_family as family;

use itertools::{Itertools, iproduct};
use knightsat::cnf::Answer;
use knightsat::search::SolveError;
use knightsat::search::optimum::{Objective, Sense, optimize};
use knightsat::search::{Evidence, lazy};
use knightsat::stop::Stop;
use knightsat::tour::graph::Graph;
use knightsat::tour::{Kind, Problem, Verdict};
use knightsat::tour::{Statistic, Weights};
use knightsat_search::optimum::BetterTours;
use knightsat_solver::refute::refute;
use knightsat_tour::magic::EqualSums;
use knightsat_tour::table::{self, Backend};
use knightsat_veripb::checker::Claim;
use knightsat_veripb::derivation::{PbRefutation, Prover};
use knightsat_veripb::flow::Flow;
use knightsat_veripb::optimum::derive;
use knightsat_veripb::{PROBLEM, PROOF, ProofContent, opb};
use std::collections::HashMap;
use std::fs;
use tempfile::TempDir;

/// The grounds of the proofs of these problems, with their numbers.
fn grounds(problems: impl IntoIterator<Item = Problem>, by: &str) -> HashMap<String, usize> {
    let problems = problems.into_iter();
    let grounds = problems.map(|problem| ground(&problem, by == "reasons"));
    grounds.counts()
}

/// Closed and open tours of a graph.
fn both(graph: &Graph) -> [Problem; 2] {
    [Kind::Closed, Kind::Open].map(|kind| Problem::new(graph.clone(), kind, None, None).unwrap())
}

/// Closed, open, and open from a corner.
fn tours(board: &str) -> Vec<Problem> {
    let tours = ["--closed", "", "--start a1"];
    let problems = tours.map(|tour| problem(&format!("{board} {tour}")));
    problems.into()
}

/// Problems to prove by short reasons or by search, and the grounds with their numbers. First are
/// all boards of up to 16 squares, and those of them whose colours a solver need not count; then
/// ends; ends with a choice of many squares of one colour, of each colour, or of any two squares,
/// which are counters; clashes: contrary, twice a step, twice a vertex, too far, too far the other
/// way round, the wrong colour; symmetries, with and without a direction, by which a quarter turn
/// may lead back; and sums.
const PROVED: &str = include_str!("tables/proved.txt");

/// The problems of a row. `*` stands for three tours, and `STEPS` for a closed one with and without
/// a given step.
fn problems_of(row: &str) -> Vec<Problem> {
    let of = |line: &str| match (line.strip_suffix('*'), line.strip_suffix("STEPS")) {
        (Some(board), _) => tours(board),
        (_, Some(board)) => {
            let lines = ["--closed", "--closed --at 1=a1 --not-at 2=b2"];
            let problems = lines.map(|tour| problem(&format!("{board} {tour}")));
            problems.into()
        }
        _ => vec![problem(line)],
    };
    row.split(';').flat_map(of).collect()
}

#[test]
fn every_ground_is_proved() {
    let true = is_usable() else { return };
    let mut wrong = Vec::new();
    for row in PROVED.lines() {
        let [by, expected, problems] = row.split(" | ").collect_array().unwrap();
        let found = grounds(problems_of(problems), by).into_iter();
        let found = found.map(|(ground, count)| format!("{ground}={count}"));
        let found = found.sorted().join(" ");
        if found != expected {
            wrong.push(format!("{by} | {found} | {problems}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every short reason but those of ends, clues, symmetry and sums.
const REASONS: &str = "Colours Degree Disconnected Pieces ThreeEnds TwoFactor";

#[test]
fn every_reason_is_proved_for_leapers() {
    let true = is_usable() else { return };
    let mut problems = Vec::new();
    for leaper in ["0,1", "0,2", "1,1", "1,3", "1,4", "2,3", "3,4"] {
        let boards = ["4x6", "5x5", "6x8"];
        let tours = |board| tours(&format!("{board} --leaper {leaper}"));
        problems.extend(boards.into_iter().flat_map(tours));
    }
    let found = grounds(problems, "reasons");
    let missing = REASONS.split(' ').filter(|&kind| !found.contains_key(kind));
    assert_eq!(missing.collect_vec(), [""; 0], "{found:?}");
}

#[test]
fn graphs_without_tours_are_proved() {
    let true = is_usable() else { return };
    let mut small = Vec::new();
    for (len, bits) in iproduct!(1..=5_u32, words(7).take(4).collect_vec()) {
        let pairs = (1 << (len * (len - 1) / 2)) - 1;
        let graph = graph(len, bits & pairs & bits.rotate_left(7));
        small.extend(problems(&graph));
    }
    let found = grounds(small.clone(), "search");
    assert!(found["refutation"] > 100, "{found:?}");
    grounds(small, "reasons");
    // Three triangles at a hub: any two ends.
    let triangle = |a: u32| [[a, a + 1], [a + 1, a + 2], [a + 2, a], [9, a]];
    let triangles = Graph::from_edges(10, &[0, 3, 6].map(triangle).concat());
    grounds(both(&triangles), "search");
    let sparse = (0..12).map(|seed| family::random_sparse(11, 17, seed));
    let petersen = [5, 11].map(|sides| family::petersen(sides, 2));
    let snarks = [5, 7].map(family::flower_snark);
    let known = [family::tutte()].into_iter().chain(petersen);
    let known = known.chain(snarks).chain(sparse);
    let found = grounds(known.flat_map(|graph| both(&graph)), "reasons");
    let has_both = found["refutation"] >= 5 && found["tour"] > 0;
    assert!(has_both, "{found:?}");
}

/// Problems with clues are proved, with and without short reasons; the tours were found by
/// exhaustive search.
#[test]
fn clues_without_tours_are_proved() {
    let true = is_usable() else { return };
    let (mut clashes, mut by_steps) = (0, 0);
    for ((_, _, problem, all), shortcuts) in iproduct!(clues::samples(), [true, false]) {
        let ground = ground(&problem, shortcuts);
        let has_tour = ground == "tour";
        assert_eq!(has_tour, !all.is_empty(), "{problem:?}");
        let needs_steps = !shortcuts && !Backend::CutProof.supports(problem.demands());
        by_steps += u32::from(needs_steps && !has_tour);
        clashes += u32::from(ground == "Clash");
    }
    assert!(by_steps > 50 && clashes > 40, "{by_steps} {clashes}");
}

#[test]
fn every_constraint_and_pair_is_proved_or_the_table_refuses_it() {
    let is_usable = is_usable();
    let (mut found, mut refused) = (Vec::new(), 0);
    for sample in crosses::samples() {
        let (problem, what) = (&sample.problem, &sample.what);
        let folder = TempDir::new().unwrap();
        if let Err(refusal) = table::reductions(problem, Backend::PbProof) {
            let error = derived(problem, folder.path()).unwrap_err();
            let is_refusal = matches!(error, SolveError::Refused(found) if found == refusal);
            assert!(is_refusal, "{what}");
            refused += 1;
        } else if problem.get::<EqualSums>().is_some() {
            // Sums exclude all tours only where a short reason does.
            let is_right = match derived(problem, folder.path()) {
                Ok(Verdict::Tour(tour)) => sample.numberings.contains(tour.steps()),
                Ok(Verdict::None(_)) => sample.numberings.is_empty(),
                Err(SolveError::Refused(_)) => true,
                _ => false,
            };
            assert!(is_right, "{what}");
        } else if is_usable {
            let ground = ground(problem, false);
            assert_eq!(ground == "tour", !sample.numberings.is_empty(), "{what}");
            found.push(ground);
        }
    }
    assert!(refused > 5, "{refused}");
    let tours = found.iter().filter(|ground| *ground == "tour").count();
    let has_both = tours > 50 && found.len() - tours > 5;
    assert!(!is_usable || has_both, "{found:?}");
}

/// Required moves that close a cycle early. One cut is derived, whatever the search tried, and the
/// number of lines does not grow with the board.
#[test]
fn an_early_cycle_is_a_few_lines() {
    let true = is_usable() else { return };
    for board in ["8x8", "20x20"] {
        let cycle = "--require a1-b3,b3-d4,d4-c2,c2-a1";
        let early = problem(&format!("{board} --closed {cycle}"));
        let folder = TempDir::new().unwrap();
        let proved = attempt(&early, true, folder.path());
        let Verdict::None(ProofContent::Refutation { cuts: 1, .. }) = proved else {
            panic!("{board}: {proved:?}");
        };
        assert!(accepts(unsatisfiable(folder.path())));
        let proof = fs::read_to_string(folder.path().join(PROOF)).unwrap();
        assert!(proof.lines().count() < 30, "{board}");
    }
}

/// The problem in constraints.
fn written(flow: &Flow) -> String {
    String::from_utf8(opb::write(flow, &[], Vec::new()).unwrap()).unwrap()
}

/// Proofs that rest on matchings, in an even and in an odd host: they are derived from the flow.
#[test]
fn matchings_are_derived() {
    let true = is_usable() else { return };
    let stop = Stop::default();
    let petersen = family::petersen(5, 2);
    let [closed, _] = both(&petersen);
    let with_ends = Problem::new(petersen, Kind::Open, Some(0), Some(1)).unwrap();
    for problem in [closed, with_ends, problem("3x5"), problem("3x5 --start a1")] {
        let options = lazy::Options {
            shortcuts: false,
            ..lazy::Options::default()
        };
        let Ok(Verdict::None(Evidence::Cuts(found))) = lazy::solve(&problem, options) else {
            panic!("{problem:?}");
        };
        let flow = Flow::new(&problem, &stop).unwrap();
        let mut proof = Vec::new();
        let prover = Prover::new(&flow, &problem, &stop, &mut proof);
        let mut refutation = PbRefutation::new(prover, &found.sets, true).unwrap();
        let clauses = refutation.clauses().clone();
        let answer = refute(&clauses, &stop, &mut refutation, std::io::sink()).unwrap();
        assert_eq!(answer, Answer::Unsatisfiable, "{problem:?}");
        refutation.finish().unwrap();
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join(PROBLEM), written(&flow)).unwrap();
        fs::write(folder.path().join(PROOF), proof).unwrap();
        assert!(accepts(unsatisfiable(folder.path())), "{problem:?}");
    }
}

/// Proofs by short reasons or by search, and changes of a file: the number of places, the old text
/// and the new one. The proofs rest on one sum; on the last constraint, a step; and on degrees.
const CHANGES: &str = "\
reasons 5x5 --magic | problem.opb 99 = 65 ; -> = 64 ;
search 4x4 --leaper 0,1 --at 2=a1,4=d1,9=c3 | problem.opb 1 LAST -> 1 x1 >= 0 ;
search 4x4 | problem.opb 1 = 2 ; -> = 1 ;
search 4x4 | problem.opb 1 1 x1  -> 2 x1 
search 4x4 | problem.opb 1 ALL -> OTHER
search 4x4 | proof.pbp 99 pol 1  -> pol 2 ";

/// Without a line that it needs no proof is left, and it is for its problem alone.
#[test]
fn tampering_is_refused() {
    let true = is_usable() else { return };
    let other = problem("3x4 --start a1");
    let other = written(&Flow::new(&other, &Stop::default()).unwrap());
    for row in CHANGES.lines() {
        let (proved, change) = row.split_once(" | ").unwrap();
        let (by, line) = proved.split_once(' ').unwrap();
        let folder = TempDir::new().unwrap();
        let folder = folder.path();
        attempt(&problem(line), by == "reasons", folder);
        let proof = unsatisfiable(folder);
        assert!(accepts(proof));
        let refused = |name: &str, change: &dyn Fn(&str) -> String| {
            assert!(!accepts_changed(proof, name, change), "{row}");
        };
        let [file, times, change] = change.splitn(3, ' ').collect_array().unwrap();
        let (old, new) = change.split_once(" -> ").unwrap();
        refused(file, &|text| match old {
            "ALL" => other.clone(),
            "LAST" => text.replace(text.lines().next_back().unwrap(), new),
            _ => text.replacen(old, new, times.parse().unwrap()),
        });
        // Not every line of a proof of degrees and cuts is needed.
        let (needed, tried): (&[_], _) = match line {
            "4x4" => (&[("pol ", "d"), ("rup ", "~")], 1),
            _ => (&[("pol ", ""), ("rup ", ""), ("red ", "")], 3),
        };
        let pbp = fs::read_to_string(folder.join(PROOF)).unwrap();
        for (begin, part) in needed {
            let is_needed = |line: &&str| line.starts_with(begin) && line.contains(part);
            let lines = pbp.lines().filter(is_needed).collect_vec();
            let places = [0, lines.len() / 2, lines.len().saturating_sub(1)];
            for place in &places[..tried] {
                if let Some(line) = lines.get(*place) {
                    refused(PROOF, &|pbp| pbp.replacen(&format!("{line}\n"), "", 1));
                }
            }
        }
    }
}

/// Proves the optimum of a statistic, and returns the folder and its cost. `None` without a tour.
fn optimum(problem: &Problem, sense: Sense, statistic: &Statistic) -> Option<(TempDir, u64)> {
    let folder = TempDir::new().unwrap();
    let statistic = statistic.clone();
    let objectives = [Objective { sense, statistic }];
    let best = optimize(problem, &objectives, &Stop::default().into(), &mut |_| ()).unwrap();
    let stop = Stop::default();
    let tour = best.verdict.tour()?;
    let mut better = BetterTours::new(problem, &best, &stop).unwrap();
    let cost = better.optimum();
    let derived = derive(&mut better, tour, folder.path(), &["a cost".into()], &stop);
    assert!(matches!(derived, Ok(Verdict::None(_))));
    Some((folder, cost))
}

/// Returns the number of accepted proofs of both senses.
fn proofs(problem: &Problem, statistic: &Statistic) -> usize {
    let senses = [Sense::Minimize, Sense::Maximize].into_iter();
    let proved = senses.filter_map(|sense| optimum(problem, sense, statistic));
    let accepted = proved.map(|(folder, cost)| {
        let is_accepted = accepts((folder.path(), FILES, Claim::Optimum(cost)));
        assert!(is_accepted, "{cost} {statistic:?} of {problem:?}");
    });
    accepted.count()
}

#[test]
fn optima_are_proved() {
    let true = is_usable() else { return };
    // A knight has no move along a file, so the last statistic has no terms.
    let statistics = "turns acute bent crossings slope+2 slope+1/0";
    let boards = ["5x6 --closed", "3x10 --closed", "3x4"];
    for (line, name) in iproduct!(boards, statistics.split(' ')) {
        let request = request(line);
        let problem = request.problem(&Stop::default()).unwrap();
        let statistic = Statistic::parse(name, &request.place).unwrap();
        assert_eq!(proofs(&problem, &statistic), 2, "{line} {name}");
    }
    // Random graphs with random weights, with all ends, small sums and large ones.
    let (mut random, mut count) = (words(52), 0);
    let mut random = move || random.next().unwrap();
    for round in 0..12 {
        let graph = graph(5, random() | random());
        let most = if round % 3 == 0 { 1 << 31 } else { 9 };
        let weights = graph.edges().map(|edge| {
            let weight = random() % (2 * most + 1);
            (edge, weight as i64 - most as i64)
        });
        let statistic = Statistic::Weights(Weights::new("w", weights.collect()));
        let problems = problems(&graph);
        count += proofs(&problems[random() as usize % problems.len()], &statistic);
    }
    assert!(count > 10, "{count}");
}

/// Changes in a proof and in the problem that VeriPB must see.
#[test]
fn a_changed_optimum_is_refused() {
    let true = is_usable() else { return };
    let request = request("3x10 --closed");
    let problem = request.problem(&Stop::default()).unwrap();
    let turns = Statistic::parse("turns", &request.place).unwrap();
    let (folder, cost) = optimum(&problem, Sense::Minimize, &turns).unwrap();
    let proof = (folder.path(), FILES, Claim::Optimum(cost));
    assert!(!accepts((folder.path(), FILES, Claim::Optimum(cost + 1))));
    let bounds = [cost, cost + 1].map(|cost| format!("BOUNDS {cost} "));
    for (name, old, new) in [
        (PROOF, bounds[0].as_str(), bounds[1].as_str()),
        (PROOF, "soli x1", "soli ~x1"),
        (PROBLEM, "min: 1 ", "min: 2 "),
        (PROBLEM, "= 2 ;", "= 1 ;"),
    ] {
        let change = |text: &str| text.replacen(old, new, 1);
        assert!(!accepts_changed(proof, name, change), "{new}");
    }
    assert!(accepts(proof));
}
