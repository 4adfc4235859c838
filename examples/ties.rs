//! How often Warnsdorff's rule fails on a board, over all 40320 orders of the leaps that break ties:
//!
//!     cargo run --release --example ties -- 8x8
//!
//! prints, for every start, how many of the orders get stuck: without look-ahead, with it; and the
//! first orders, in order of their digits, that get stuck.

use knightsat::board::Board;
use knightsat::heuristic::Limits;
use knightsat::heuristic::leaps::Leaps;
use knightsat::heuristic::warnsdorff::{self, Outcome, Tie};
use knightsat::problem::{Kind, Problem};
use std::collections::BTreeMap;

/// Orders named for a start.
const NAMED: usize = 3;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1).unwrap_or("8x8".into());
    let board: Board = text.parse()?;
    let mut stuck: BTreeMap<(u32, bool), Vec<Leaps>> = BTreeMap::new();
    for leaps in Leaps::all() {
        let graph = leaps.graph(&board);
        for start in 0..board.squares() {
            let problem = Problem::new(graph.clone(), Kind::Open, Some(start), None)?;
            for tie in [Tie::First, Tie::LookAhead] {
                let outcome = warnsdorff::walk(&problem, tie, &Limits::default())?;
                if !matches!(outcome, Outcome::Tour(_)) {
                    let key = (start, tie == Tie::LookAhead);
                    stuck.entry(key).or_default().push(leaps);
                }
            }
        }
    }
    println!("| start | stuck, first | stuck, look-ahead | first, such as | look-ahead, such as |");
    println!("| --- | --- | --- | --- | --- |");
    let none = Vec::new();
    for start in 0..board.squares() {
        let [first, ahead] = [false, true].map(|is| stuck.get(&(start, is)).unwrap_or(&none));
        let named = |orders: &[Leaps]| {
            let orders = orders.iter().take(NAMED).map(Leaps::to_string);
            orders.collect::<Vec<_>>().join(" ")
        };
        let square = board.square(start);
        let (a, b) = (first.len(), ahead.len());
        println!(
            "| {square} | {a} | {b} | {} | {} |",
            named(first),
            named(ahead)
        );
    }
    Ok(())
}
