//! Sizes of formulas: unchanged, no larger than published ones, and as documented. Formulas and
//! tables come out byte for byte. After an intended change: BLESS=1 cargo test --test encodings
//! sizes, and read the difference.

use crate::common::graphs::graph;
use crate::common::prelude::*;
use crate::common::program::{output, root};
use crate::common::styles::{crt, on_arcs, with};
use knightsat::cnf::sink::Size;

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
        assert_golden(name, &output(args));
    }
}

fn size(problem: &Problem, style: Style) -> Size {
    Formula::new(problem, style).unwrap().total()
}

#[test]
fn sizes_of_all_encodings_come_out_as_ever() {
    let mut table = String::new();
    let [order, lazy] = [Name::Order, Name::Lazy].map(on_arcs);
    let others = [order, lazy, crt(105), crt(420)];
    // Of 5x5 the corners have the larger colour.
    let rows = "5x5 open|5x5 open a1 e5|5x5 closed|5x5 closed a1 b3|6x6 open|6x6 open a1 a6|\
                6x6 closed|6x6 closed a1 b3|8x8 open|8x8 open a1 a8|8x8 closed|8x8 closed a1 b3|\
                10x10 closed";
    for row in rows.split('|') {
        let words: Vec<&str> = row.split(' ').collect();
        let kind = [Kind::Open, Kind::Closed][usize::from(words[1] == "closed")];
        let place = check::place(words[0]);
        let [start, end] = [2, 3].map(|word| Some(place.vertex(words.get(word)?).unwrap()));
        let problem = Problem::of(&place, kind, start, end).unwrap();
        for style in Name::ALL.map(Name::style).into_iter().chain(others) {
            let found = size(&problem, style);
            let style = format!("{} {}", style.name, style.words());
            let [variables, clauses, literals] = [found.variables, found.clauses, found.literals];
            table += &format!("{row:18} {style:24} {variables:>8} {clauses:>9} {literals:>9}\n");
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
    let [closed, open] = ["8x8 --closed", "8x8 --start a1 --end a8"].map(|tour| asked(tour).1);
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
        let (arcs, edges, all_arcs) = (n * (n - 1), n * (n - 1) / 2, len * n);
        let [lazy, order_by_arcs] = [Name::Lazy, Name::Order].map(on_arcs);
        let degrees = 2 * len + len * n * (n - 1) + all_arcs / 2;
        assert_eq!(size(&problem, lazy).clauses, degrees);
        let distance = with("amo", "pairwise", Name::Distance.style());
        let [order, elimination, adder, lfsr] =
            [Name::Order, Name::Elimination, Name::Adder, Name::Lfsr].map(Name::style);
        // The first vertex eliminated has raw arcs only, the others derived ones.
        let pairs: u64 = (0..n).map(|width| width * width.saturating_sub(1)).sum();
        let (back, derived) = ((0..n - 1).sum::<u64>(), (n - 1) * (n - 2));
        let eliminated = pairs + back + derived;
        // A cycle that misses the first vertex has at most n − 2 vertices; the registers have one
        // state fewer. Those of three bits have a single tap.
        let [bits, register] = [n - 2, n - 1].map(|most| u64::from(most.ilog2()) + 1);
        let (step, first) = (2 + 4 + 6 * (bits - 2), 2 + 2 * (bits - 2));
        let shifts = arcs * (2 * register + 2) + n * register;
        for (style, group, expected) in [
            (order_by_arcs, "order", [edges, arcs * (n - 1)]),
            (order, "order", [edges, 2 * edges * (n - 2)]),
            (distance, "one position", [n * n, n + n * n * (n - 1) / 2]),
            // Those between the first vertex and the others: n and one each.
            (distance, "next position", [0, 2 * arcs * n + n * n + n]),
            (elimination, "elimination", [derived, eliminated]),
            (adder, "states", [n * bits, 0]),
            (adder, "counting", [0, arcs * step + n * first]),
            (adder, "last state", [0, n * bits]),
            (lfsr, "states", [n * register, n]),
            (lfsr, "counting", [0, shifts]),
            (lfsr, "last state", [0, n * register]),
        ] {
            let groups = Formula::new(&problem, style).unwrap().size();
            let found = groups.iter().find(|(name, _)| *name == group);
            let (_, size) = found.unwrap_or_else(|| panic!("no {group} in {groups:?}"));
            let found = [size.variables, size.clauses];
            assert_eq!(found, expected, "{len} {} {group}", style.name);
        }
    }
}

/// The formulas on top of `position/mod.rs` for the textbook formula before splitting.
#[test]
fn the_textbook_formula_has_the_size_that_is_known_by_hand() {
    for (side, kind) in [(4, ""), (6, " --closed"), (8, ""), (8, " --closed")] {
        let (_, problem) = asked(&format!("{side}x{side}{kind}"));
        let n: u64 = side * side;
        // Directed knight moves on an n x n board: 8(n-1)(n-2).
        let degrees = 8 * (side - 1) * (side - 2);
        let rounds = if kind.is_empty() { n - 1 } else { n };
        let pairs = n * (n - 1) / 2;
        let expected = Size {
            variables: n * n,
            clauses: 2 * n * pairs + rounds * n + n,
            literals: 4 * n * pairs + rounds * (n + degrees) + n * n,
        };
        let unsplit = with("three-cnf", false, Name::Textbook.style());
        assert_eq!(size(&problem, unsplit), expected);
        // Every knight's square on these boards has 2 to 8 moves, so a move clause has 3 to 9
        // literals: L of them split into L-2 clauses with L-3 fresh variables.
        let fresh = rounds * (degrees + n - 3 * n) + n * (n - 3);
        let split = size(&problem, Name::Textbook.style());
        assert_eq!(split.variables, expected.variables + fresh);
        assert_eq!(split.clauses, expected.clauses + fresh);
    }
}
