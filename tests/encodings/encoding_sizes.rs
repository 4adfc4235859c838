//! Sizes of all encodings: unchanged, no larger than published ones, and as documented. After an
//! intended change: BLESS=1 cargo test --test encodings encoding_sizes, and read the difference.

use crate::common::graphs;
use crate::common::styles;

use graphs::graph;
use knightsat::cnf::sink::Size;
use knightsat::encoding::{Formula, Name, Style};
use knightsat::tour::board::Board;
use knightsat::tour::graph::Graph;
use knightsat::tour::{Kind, Problem};
use std::fs;
use std::path::Path;
use styles::{crt, on_arcs, with};

fn on_board(side: u32, kind: Kind, ends: [Option<&str>; 2]) -> Problem {
    let board = Board::new(side, side).unwrap();
    let vertex = |name: &str| board.vertex(name.parse().unwrap()).unwrap();
    let [start, end] = ends.map(|end| end.map(vertex));
    let problem = Problem::new(board.graph(), kind, start, end).unwrap();
    problem.with_coordinates(board.coordinates())
}

fn size(problem: &Problem, style: Style) -> Size {
    Formula::new(problem, style).unwrap().count().total()
}

#[test]
fn sizes_come_out_as_ever() {
    let mut table = String::new();
    let free = [None, None];
    // Of 5x5 the corners have the larger colour.
    let ends = |side: u32| [Some("a1"), Some(["e5", "a6", "a8"][side as usize / 2 - 2])];
    let closing = [Some("a1"), Some("b3")];
    let mut boards: Vec<(u32, Kind, [Option<&str>; 2])> = Vec::new();
    for side in [5, 6, 8] {
        boards.extend([(side, Kind::Open, free), (side, Kind::Open, ends(side))]);
        boards.extend([(side, Kind::Closed, free), (side, Kind::Closed, closing)]);
    }
    boards.push((10, Kind::Closed, free));
    let mut named: Vec<Style> = Name::ALL.into_iter().map(Name::style).collect();
    named.extend([
        on_arcs(Name::Order),
        on_arcs(Name::Lazy),
        crt(105),
        crt(420),
    ]);
    for (side, kind, ends) in boards {
        let problem = on_board(side, kind, ends);
        for style in &named {
            let Size {
                variables,
                clauses,
                literals,
            } = size(&problem, *style);
            let ends: Vec<&str> = ends.into_iter().flatten().collect();
            let what = format!("{side}x{side} {kind} {}", ends.join(" "));
            let style = format!("{} {}", style.name(), style.options());
            table += &format!("{what:18} {style:24} {variables:>8} {clauses:>9} {literals:>9}\n");
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/golden/encoding-sizes.txt");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &table).unwrap();
    }
    assert_eq!(fs::read_to_string(path).unwrap(), table);
}

/// Published sizes on 8x8, variables and clauses. With crt, ours has a clause that excludes the
/// reverse of every edge, which the published encoding lacks. It has all pairs, instead of
/// at-most-one constraints with fresh variables. So modulo 105 there are fewer variables and more
/// clauses.
#[test]
fn sizes_are_no_larger_than_published_ones() {
    let closed = on_board(8, Kind::Closed, [None; 2]);
    let open = on_board(8, Kind::Open, [Some("a1"), Some("a8")]);
    let published = [
        (&closed, crt(420), [1072, 11693], 0),
        (&closed, crt(105), [944, 9683], 547),
        (&closed, Name::Adder.style(), [720, 11820], 0),
        // A clause for each of the forced edges at the corners.
        (&closed, on_arcs(Name::Lazy), [336, 1968], 8),
        (&open, Name::Lfsr.style(), [720, 6556], 0),
        // 168 edges and 2,016 pairs of squares.
        (&open, Name::Order.style(), [2184, 22598], 0),
    ];
    for (problem, style, [variables, clauses], more) in published {
        let found = size(problem, style);
        assert!(found.variables <= variables, "{style:?} {found:?}");
        match more {
            0 => assert!(found.clauses <= clauses, "{style:?} {found:?}"),
            more => assert_eq!(found.clauses, clauses + more, "{style:?}"),
        }
    }
}

/// The closed tours of all edges between `len` vertices, and the sizes of the groups.
fn groups(len: u32, style: Style) -> Vec<(&'static str, Size)> {
    let complete: Graph = graph(len, u64::MAX);
    let problem = Problem::new(complete, Kind::Closed, None, None).unwrap();
    Formula::new(&problem, style).unwrap().size()
}

fn group(len: u32, style: Style, name: &str) -> [u64; 2] {
    let groups = groups(len, style);
    let found = groups.iter().find(|(group, _)| *group == name);
    let (_, size) = found.unwrap_or_else(|| panic!("no {name} in {groups:?}"));
    [size.variables, size.clauses]
}

/// With all edges present, nothing is pruned and nothing is fixed.
#[test]
fn sizes_are_as_the_documentation_says() {
    for len in 6..=9_u64 {
        let vertices = len as u32;
        // Besides the first.
        let n = len - 1;
        let (arcs, edges) = (n * (n - 1), n * (n - 1) / 2);
        let of = |style: Style, name: &str| group(vertices, style, name);

        let degrees: u64 = groups(vertices, on_arcs(Name::Lazy))
            .iter()
            .map(|(_, size)| size.clauses)
            .sum();
        let all_arcs = len * n;
        assert_eq!(degrees, 2 * len + len * n * (n - 1) + all_arcs / 2);
        assert_eq!(of(on_arcs(Name::Lazy), "variables")[0], all_arcs);

        assert_eq!(
            of(on_arcs(Name::Order), "order"),
            [n * (n - 1) / 2, arcs * (n - 1)]
        );
        let on_edges = of(Name::Order.style(), "order");
        assert_eq!(on_edges, [n * (n - 1) / 2, 2 * edges * (n - 2)]);

        let distance = with("amo", "pairwise", Name::Distance.style());
        assert_eq!(
            of(distance, "one position"),
            [n * n, n + n * n * (n - 1) / 2]
        );
        // Those between the first vertex and the others: n and one each.
        let next = 2 * arcs * n + n * n + n;
        assert_eq!(of(distance, "next position"), [0, next]);

        let first = of(Name::Elimination.style(), "elimination");
        // The first vertex eliminated has raw arcs only, the others derived ones.
        let widths = 0..n;
        let pairs: u64 = widths.clone().map(|w| w * w.saturating_sub(1)).sum();
        let back: u64 = (0..n - 1).sum();
        let derived = (n - 1) * (n - 2);
        assert_eq!(first, [derived, pairs + back + derived]);

        // A cycle that misses the first vertex has at most n − 2 vertices.
        let bits = u64::from((n - 2).ilog2()) + 1;
        let adder = Name::Adder.style();
        assert_eq!(of(adder, "states"), [n * bits, 0]);
        let (step, first) = (2 + 4 + 6 * (bits - 2), 2 + 2 * (bits - 2));
        assert_eq!(of(adder, "counting"), [0, arcs * step + n * first]);
        assert_eq!(of(adder, "last state"), [0, n * bits]);

        // One state fewer; a single tap in the registers of three bits.
        let bits = u64::from((n - 1).ilog2()) + 1;
        let lfsr = Name::Lfsr.style();
        assert_eq!(of(lfsr, "states"), [n * bits, n]);
        let step = 2 * bits + 2;
        assert_eq!(of(lfsr, "counting"), [0, arcs * step + n * bits]);
        assert_eq!(of(lfsr, "last state"), [0, n * bits]);
    }
}
