//! Certificates by the library: what is not true is not accepted.

use crate::common::certificates::{checked, decide};
use crate::common::graphs::{below, graph};
use crate::common::has_tour;

use itertools::{Itertools, iproduct};
use knightsat::tour::graph::Graph;
use knightsat::tour::{Kind, Problem, Verdict};
use std::fs;
use tempfile::TempDir;

/// Graphs that only the set finders see through: what they say is checked like any other reason.
#[test]
fn sets_without_enough_moves_or_joints_are_found() {
    // Three paths between two vertices.
    let theta = "0-2 2-3 3-1 0-4 4-5 5-1 0-6 6-7 7-1";
    let theta = theta.split(' ').map(|edge| {
        let (from, to) = edge.split_once('-').unwrap();
        [from, to].map(|vertex| vertex.parse().unwrap())
    });
    // Vertices of degree three that meet in too few others. An edge between two of those, so that
    // there are no two colours.
    let mut meeting: Vec<[u32; 2]> = iproduct!(3..7, 0..3).map(|(v, hub)| [hub, v]).collect();
    meeting.push([0, 1]);
    let theta = (
        8,
        theta.collect_vec(),
        r#""two-factor":{"given":2,"giving":["1"],"needed":3,"needing":["3","5","7"],"spared":0}"#,
    );
    for (len, edges, expected) in [
        theta,
        (
            7,
            meeting,
            r#""pieces":{"joined":3,"pieces":4,"removed":["1","2","3"]}"#,
        ),
    ] {
        let graph = Graph::from_edges(len, &edges);
        let problem = Problem::new(graph, Kind::Closed, None, None).unwrap();
        let folder = TempDir::new().unwrap();
        let verdict = decide(&problem, true, folder.path());
        assert!(matches!(verdict, Verdict::None(_)));
        let text = fs::read_to_string(folder.path().join("certificate.json")).unwrap();
        let reason = format!("\"reason\":{{{expected}}}");
        assert!(text.contains(&reason), "{text}");
    }
}

/// Random bytes in the place of others, in any file: on a problem with a tour nothing is accepted,
/// and nothing panics.
#[test]
fn random_damage_proves_nothing() {
    let mut random = below(11);
    let problems = (0..80).map(|nth| {
        let bits = [1 << 21, 1 << 21].map(&mut random);
        let graph = graph(7, bits[0] & [bits[1], !0][nth % 2]);
        let kind = [Kind::Open, Kind::Closed][nth / 2 % 2];
        Problem::new(graph, kind, None, None).unwrap()
    });
    let (with, without): (Vec<_>, Vec<_>) = problems.partition(|problem| has_tour(problem, 0));
    let pairs = with.iter().zip(&without).take(12);
    assert_eq!(pairs.len(), 12);
    for (nth, (with, without)) in pairs.enumerate() {
        let written = TempDir::new().unwrap();
        decide(without, nth % 2 == 0, written.path());
        assert!(checked(without, written.path()).is_some());
        for round in 0..250 {
            let damaged = TempDir::new().unwrap();
            for entry in fs::read_dir(written.path()).unwrap() {
                let name = entry.unwrap().file_name();
                let mut bytes = fs::read(written.path().join(&name)).unwrap();
                for _ in 0..random(4) {
                    damage(&mut bytes, &mut random, round);
                }
                fs::write(damaged.path().join(&name), bytes).unwrap();
            }
            let is_accepted = checked(with, damaged.path()).is_some();
            assert!(!is_accepted, "{with:?} {damaged:?}");
        }
    }
}

fn damage(bytes: &mut Vec<u8>, random: &mut impl FnMut(u64) -> u64, round: u32) {
    if bytes.is_empty() {
        return;
    }
    let place = random(bytes.len() as u64) as usize;
    match round % 4 {
        0 => bytes[place] = random(256) as u8,
        1 => bytes[place] = b"0123456789- \nd"[random(14) as usize],
        2 => drop(bytes.remove(place)),
        _ => {
            // A line, gone or twice.
            let mut lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
            let line = random(lines.len() as u64) as usize;
            match random(2) {
                0 => drop(lines.remove(line)),
                _ => lines.insert(line, lines[line]),
            }
            *bytes = lines.concat();
        }
    }
}
