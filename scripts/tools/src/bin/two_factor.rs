//! Writes a two-factor of a board, the first one of the solver: cycles, and rarely a tour. The lazy
//! encoding begins with such a two-factor. `render` draws it:
//!
//! ```sh
//! two_factor 8x8 | knightsat render 8x8 - --svg cycles.svg
//! ```

use anyhow::{Context, Result, bail};
use knightsat::cnf::Answer;
use knightsat::encoding::{Formula, Name};
use knightsat::solver::Incremental;
use knightsat::solver::Varisat;
use knightsat::tour::Board;
use knightsat::tour::graph::Graph;
use knightsat::tour::place::Place;
use knightsat::tour::{Kind, Problem};

fn main() -> Result<()> {
    let board = std::env::args().nth(1);
    let board: Board = board.context("name a board, such as 8x8")?.parse()?;
    let place = Place::from(board);
    let problem = Problem::new(place.graph(), Kind::Closed, None, None)?;
    let formula = Formula::new(&problem, Name::Lazy.style())?;
    let mut solver = Varisat::new(None);
    formula.encode(&mut solver);
    let Answer::Satisfiable(model) = solver.solve()? else {
        bail!("{place} has no two moves for every square");
    };
    let held = formula.meaning().held(&model);
    let ends = held.iter().filter_map(|fact| fact.ends());
    let held: Vec<[u32; 2]> = ends.map(|ends| ends.map(|&end| end)).collect();
    let factor = Graph::from_edges(place.len(), &held);
    let path = |mut cycle: Vec<u32>| {
        cycle.push(cycle[0]);
        place.path(&cycle)
    };
    let paths: Vec<String> = cycles(&factor).into_iter().map(path).collect();
    println!("{}", paths.join("; "));
    Ok(())
}

/// The cycles of a graph with two edges at every vertex.
fn cycles(factor: &Graph) -> Vec<Vec<u32>> {
    let mut is_seen = vec![false; factor.len() as usize];
    let mut cycles = Vec::new();
    for first in 0..factor.len() {
        let mut cycle = Vec::new();
        let mut next = Some(first).filter(|&v| !is_seen[v as usize]);
        while let Some(vertex) = next {
            is_seen[vertex as usize] = true;
            cycle.push(vertex);
            let mut neighbours = factor.neighbours(vertex).iter().copied();
            next = neighbours.find(|&v| !is_seen[v as usize]);
        }
        if !cycle.is_empty() {
            cycles.push(cycle);
        }
    }
    cycles
}
