//! Counts the failures of Warnsdorff's rule on a board, over all 40320 orders of the leaps that
//! break ties:
//!
//!     cargo run --release -p knightsat-tools --bin ties -- 8x8
//!
//! prints, for every start, the number of orders that get stuck without look-ahead, and with it.
//! Then come the orders that get stuck from there and from no other start, without look-ahead, and
//! the first orders of each kind, by their digits.

use knightsat::stop::Stop;
use knightsat::tour::board::Board;
use knightsat::tour::{Kind, Problem};
use knightsat_search::heuristic::leaps::Leaps;
use knightsat_search::heuristic::warnsdorff::{self, Tie};

/// Orders named for a start.
const NAMED: usize = 2;

/// The orders that get stuck from a start.
#[derive(Clone, Default)]
struct Stuck {
    plain: Vec<Leaps>,
    looking: Vec<Leaps>,
    /// Those of `plain` that get stuck from no other start.
    alone: Vec<Leaps>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1).unwrap_or("8x8".into());
    let board: Board = text.parse()?;
    let mut stuck = vec![Stuck::default(); board.squares() as usize];
    let mut never = 0;
    for leaps in Leaps::all() {
        let graph = leaps.graph(&board);
        let mut here = Vec::new();
        for start in 0..board.squares() {
            let problem = Problem::new(graph.clone(), Kind::Open, Some(start), None)?;
            let fails = |tie| {
                let walk = warnsdorff::walk(&problem, tie, &Stop::default());
                walk.map(|(verdict, _)| verdict.tour().is_none())
            };
            if fails(Tie::First)? {
                stuck[start as usize].plain.push(leaps);
                here.push(start);
            }
            if fails(Tie::LookAhead)? {
                stuck[start as usize].looking.push(leaps);
            }
        }
        match here[..] {
            [] => never += 1,
            [start] => stuck[start as usize].alone.push(leaps),
            _ => {}
        }
    }
    println!("{never} of 40320 orders get stuck from no start without look-ahead\n");
    println!("| start | first | such as | look-ahead | such as | first, alone | such as |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for (start, stuck) in (0..).zip(&stuck) {
        let cells = [&stuck.plain, &stuck.looking, &stuck.alone].map(|orders| cell(orders));
        println!("| {} | {} |", board.square(start), cells.join(" | "));
    }
    Ok(())
}

/// Returns the number of orders, and the first of them.
fn cell(orders: &[Leaps]) -> String {
    let named: Vec<String> = orders.iter().take(NAMED).map(Leaps::to_string).collect();
    format!("{} | {}", orders.len(), named.join(" "))
}
