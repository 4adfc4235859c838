//! Writes a graph of a family in DIMACS edge format:
//!
//! ```sh
//! graphs petersen 11 2 > petersen.col
//! ```

use anyhow::{Context, Result, bail};
use clap::Parser;
use knightsat::tour::graph::Graph;
use knightsat_family as family;
use std::fmt::Write as _;

/// Write a graph of a family
#[derive(Debug, Parser)]
#[command(name = "graphs")]
struct Args {
    /// Family and its numbers: petersen N K, snark N, tutte, random N SEED, planted N FORCED SEED,
    /// inflated-petersen N K, grid RANKS FILES HOLES SEED
    #[arg(required = true)]
    family: Vec<String>,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let numbers = args.family[1..].iter().map(|word| word.parse::<u32>());
    let numbers = numbers.collect::<Result<Vec<_>, _>>();
    let numbers = numbers.context("a family, and then its numbers")?;
    print!("{}", dimacs(&graph(&args.family[0], &numbers)?));
    Ok(())
}

fn graph(name: &str, numbers: &[u32]) -> Result<Graph> {
    Ok(match (name, numbers) {
        ("petersen", &[n, k]) => family::petersen(n, k),
        ("snark", &[n]) => family::flower_snark(n),
        ("tutte", &[]) => family::tutte(),
        ("random", &[n, seed]) => family::random_cubic(n, seed.into()),
        ("planted", &[n, forced, seed]) => planted(n, forced, seed),
        ("inflated-petersen", &[n, k]) => {
            let graph = family::petersen(n, k);
            let all: Vec<u32> = (0..graph.len()).collect();
            hide(&family::inflated(&graph, &all, &family::petersen(7, 2)), 1)
        }
        ("grid", &[ranks, files, holes, seed]) => {
            family::holed_grid(ranks, files, holes, seed.into())
        }
        _ => bail!(
            "no family '{name}' with {} numbers: see --help",
            numbers.len()
        ),
    })
}

/// A cubic graph with a planted cycle; some edges of the cycle are forced.
fn planted(n: u32, forced: u32, seed: u32) -> Graph {
    // The matching is random, so the forced edges of the ring need not be.
    let place = |nth| (u64::from(nth) * u64::from(n) / u64::from(forced)) as u32;
    let spread = (0..forced).map(|nth| [place(nth), (place(nth) + 1) % n]);
    let spread: Vec<[u32; 2]> = spread.collect();
    let graph = family::planted_cubic(n, seed.into());
    hide(&family::force(&graph, &spread), seed)
}

fn hide(graph: &Graph, seed: u32) -> Graph {
    family::relabelled(graph, seed.into())
}

/// The graph in DIMACS edge format.
fn dimacs(graph: &Graph) -> String {
    let edges: Vec<[u32; 2]> = graph.edges().collect();
    let mut text = format!("p edge {} {}\n", graph.len(), edges.len());
    for [a, b] in edges {
        writeln!(text, "e {} {}", a + 1, b + 1).expect("a string takes all");
    }
    text
}
