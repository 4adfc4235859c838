//! Sizes of formulas: unchanged, no larger than published ones, and as documented. Formulas and
//! tables come out byte for byte. After an intended change: BLESS=1 cargo test --test encodings
//! sizes, and read the difference.

use crate::common::graphs::graph;
use crate::common::program::{root, run};
use crate::common::styles::{crt, on_arcs, with};
use knightsat::cnf::sink::Size;
use knightsat::encoding::{Formula, FormulaError, Name, Style};
use knightsat::tour::board::Board;
use knightsat::tour::{Kind, Problem};
use std::fs;

/// Compares a text with a golden file.
fn assert_golden(name: &str, text: &str) {
    let path = root().join("fixtures/golden").join(name);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, text).unwrap();
    }
    let is_same = fs::read_to_string(&path).unwrap() == text;
    assert!(is_same, "{} is not what is written now", path.display());
}

#[test]
fn golden_files_come_out_as_ever() {
    let all = "
        1x1-textbook.cnf: encode 1x1 --textbook
        3x3-textbook.cnf: encode 3x3 --textbook --start a1
        3x3-textbook-closed.cnf: encode 3x3 --textbook --closed
        3x4.cnf: encode 3x4 --start a1
        3x4-three-cnf.cnf: encode 3x4 --start a1 --three-cnf
        5x6-closed.cnf: encode 5x6 --closed
        5x5-closed-contradiction.cnf: encode 5x5 --closed
        3x4-commander-bimander.cnf: encode 3x4 --amo commander,bimander --directions both
        6x6-rot90.cnf: encode 6x6 --closed --symmetric rot90
        sizes-open.txt: sizes 1x1 3x4 8x8 20x20 --amo all --encoding textbook,position
        sizes-closed.csv: sizes 6x6 8x8 --closed --format csv
        sizes-rot180.json: sizes 6x6 --closed --symmetric rot180 --format json";
    for line in all.trim().lines() {
        let (name, args) = line.trim().split_once(": ").unwrap();
        let (code, out, err) = run(args);
        assert_eq!((code, err.as_str()), (0, ""), "{args}");
        assert_golden(name, &out);
    }
}

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
fn sizes_of_all_encodings_come_out_as_ever() {
    let mut table = String::new();
    let free = [None, None];
    let closing = [Some("a1"), Some("b3")];
    let mut boards = Vec::new();
    // Of 5x5 the corners have the larger colour.
    for (side, last) in [(5, "e5"), (6, "a6"), (8, "a8")] {
        boards.extend([free, [Some("a1"), Some(last)]].map(|ends| (side, Kind::Open, ends)));
        boards.extend([free, closing].map(|ends| (side, Kind::Closed, ends)));
    }
    boards.push((10, Kind::Closed, free));
    let others = [
        on_arcs(Name::Order),
        on_arcs(Name::Lazy),
        crt(105),
        crt(420),
    ];
    for (side, kind, ends) in boards {
        let problem = on_board(side, kind, ends);
        for style in Name::ALL.map(Name::style).into_iter().chain(others) {
            let found = size(&problem, style);
            let ends: Vec<&str> = ends.into_iter().flatten().collect();
            let what = format!("{side}x{side} {kind} {}", ends.join(" "));
            let style = format!("{} {}", style.name(), style.options());
            let [variables, clauses, literals] = [found.variables, found.clauses, found.literals];
            table += &format!("{what:18} {style:24} {variables:>8} {clauses:>9} {literals:>9}\n");
        }
    }
    assert_golden("encoding-sizes.txt", &table);
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

/// With all edges present, nothing is pruned and nothing is fixed.
#[test]
fn sizes_are_as_the_documentation_says() {
    for len in 6..=9_u64 {
        let problem = Problem::new(graph(len as u32, u64::MAX), Kind::Closed, None, None).unwrap();
        // Besides the first.
        let n = len - 1;
        let (arcs, edges) = (n * (n - 1), n * (n - 1) / 2);
        let of = |style: Style, name: &str| {
            let groups = Formula::new(&problem, style).unwrap().size();
            let found = groups.iter().find(|(group, _)| *group == name);
            let (_, size) = found.unwrap_or_else(|| panic!("no {name} in {groups:?}"));
            [size.variables, size.clauses]
        };
        let [lazy, order] = [Name::Lazy, Name::Order].map(on_arcs);
        let all_arcs = len * n;
        let degrees = 2 * len + len * n * (n - 1) + all_arcs / 2;
        assert_eq!(size(&problem, lazy).clauses, degrees);
        assert_eq!(of(lazy, "variables")[0], all_arcs);
        assert_eq!(of(order, "order"), [edges, arcs * (n - 1)]);
        assert_eq!(
            of(Name::Order.style(), "order"),
            [edges, 2 * edges * (n - 2)]
        );

        let distance = with("amo", "pairwise", Name::Distance.style());
        assert_eq!(
            of(distance, "one position"),
            [n * n, n + n * n * (n - 1) / 2]
        );
        // Those between the first vertex and the others: n and one each.
        assert_eq!(of(distance, "next position"), [0, 2 * arcs * n + n * n + n]);

        // The first vertex eliminated has raw arcs only, the others derived ones.
        let pairs: u64 = (0..n).map(|width| width * width.saturating_sub(1)).sum();
        let (back, derived) = ((0..n - 1).sum::<u64>(), (n - 1) * (n - 2));
        let elimination = of(Name::Elimination.style(), "elimination");
        assert_eq!(elimination, [derived, pairs + back + derived]);

        // A cycle that misses the first vertex has at most n − 2 vertices.
        let bits = u64::from((n - 2).ilog2()) + 1;
        let adder = Name::Adder.style();
        let (step, first) = (2 + 4 + 6 * (bits - 2), 2 + 2 * (bits - 2));
        assert_eq!(of(adder, "states"), [n * bits, 0]);
        assert_eq!(of(adder, "counting"), [0, arcs * step + n * first]);
        assert_eq!(of(adder, "last state"), [0, n * bits]);

        // One state fewer; a single tap in the registers of three bits.
        let bits = u64::from((n - 1).ilog2()) + 1;
        let lfsr = Name::Lfsr.style();
        assert_eq!(of(lfsr, "states"), [n * bits, n]);
        assert_eq!(of(lfsr, "counting"), [0, arcs * (2 * bits + 2) + n * bits]);
        assert_eq!(of(lfsr, "last state"), [0, n * bits]);
    }
}

/// The formulas on top of `position/mod.rs` for the textbook formula before splitting.
#[test]
fn the_textbook_formula_has_the_size_that_is_known_by_hand() {
    for (side, kind) in [
        (4, Kind::Open),
        (6, Kind::Closed),
        (8, Kind::Open),
        (8, Kind::Closed),
    ] {
        let problem = on_board(side, kind, [None; 2]);
        let n = u64::from(side * side);
        // Directed knight moves on an n x n board: 8(n-1)(n-2).
        let degrees = u64::from(8 * (side - 1) * (side - 2));
        let rounds = if kind == Kind::Closed { n } else { n - 1 };
        let pairs = n * (n - 1) / 2;
        let expected = Size {
            variables: n * n,
            clauses: 2 * n * pairs + rounds * n + n,
            literals: 4 * n * pairs + rounds * (n + degrees) + n * n,
        };
        let unsplit = with("three-cnf", false, Style::TEXTBOOK);
        assert_eq!(size(&problem, unsplit), expected);
        // Every knight's square on these boards has 2 to 8 moves, so a move clause has 3 to 9
        // literals: L of them split into L-2 clauses with L-3 fresh variables.
        let fresh = rounds * (degrees + n - 3 * n) + n * (n - 3);
        let split = size(&problem, Style::TEXTBOOK);
        assert_eq!(split.variables, expected.variables + fresh);
        assert_eq!(split.clauses, expected.clauses + fresh);
    }
}

#[test]
fn formulas_that_cannot_be_numbered_are_refused_at_once() {
    for kind in [Kind::Open, Kind::Closed] {
        let problem = on_board(300, kind, [None; 2]);
        for name in [Name::Order, Name::Distance, Name::Position] {
            match Formula::new(&problem, name.style()) {
                Err(FormulaError::TooManyVariables(found)) => assert!(found > 1 << 31),
                other => panic!("{name} {kind}: {:?}", other.map(|formula| formula.size())),
            }
        }
    }
}
