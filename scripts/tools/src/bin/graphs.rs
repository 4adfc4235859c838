//! Writes a graph of a family in DIMACS edge format, or solves it:
//!
//! ```sh
//! graphs petersen 11 2 > petersen.col
//! graphs planted 400 40 7 --solve 10
//! ```

use anyhow::{Context, Result, bail};
use clap::Parser;
use knightsat::search::lazy::{Options, solve};
use knightsat::solver::InProcess;
use knightsat::solver::Solver;
use knightsat::stop::Stop;
use knightsat::tour::graph::Graph;
use knightsat::tour::{Kind, Problem, Verdict};
use knightsat_family::{self as family, Link};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// Write a graph of a family, or look for its tour
#[derive(Debug, Parser)]
#[command(name = "graphs")]
struct Args {
    /// Family and its numbers: petersen N K, snark N, tutte, random N SEED; planted N FORCED SEED,
    /// subdivided N FORCED SEED, exclusive N PAIRS SEED; exclusive-thin N PAIRS SEED, triangles N
    /// FORCED SEED, fragments N FRAGMENTS SEED; inflated-petersen N K, inflated-snark N, grid RANKS
    /// FILES HOLES SEED, sparse N EDGES SEED, bridge N SEED
    #[arg(required = true)]
    family: Vec<String>,
    /// Search for a tour for this many seconds, and print the verdict and the seconds
    #[arg(long, value_name = "SECONDS")]
    solve: Option<f64>,
    /// Open tours instead of closed ones
    #[arg(long)]
    open: bool,
    /// The seed of the search
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Solver: varisat or cadical-lib, if it is built in
    #[arg(long, default_value = "varisat")]
    solver: String,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let numbers = args.family[1..].iter().map(|word| word.parse::<u32>());
    let numbers = numbers.collect::<Result<Vec<_>, _>>();
    let numbers = numbers.context("a family, and then its numbers")?;
    let graph = graph(&args.family[0], &numbers)?;
    let Some(seconds) = args.solve else {
        print!("{}", dimacs(&graph));
        return Ok(());
    };
    let kind = if args.open { Kind::Open } else { Kind::Closed };
    let problem = Problem::new(graph, kind, None, None)?;
    let start = Instant::now();
    let options = Options {
        seed: args.seed,
        stop: Stop::after(Duration::from_secs_f64(seconds)),
        solver: solver(&args.solver)?,
        shortcuts: true,
        ..Options::default()
    };
    let word = match solve(&problem, options)? {
        Verdict::Tour(_) => "tour",
        Verdict::None(_) => "none",
        Verdict::Unknown(_) => "unknown",
    };
    let vertices = problem.graph().len();
    println!("{word} {vertices} {:.3}", start.elapsed().as_secs_f64());
    Ok(())
}

fn solver(name: &str) -> Result<InProcess> {
    let solver = Solver::new(name, None)?;
    solver
        .in_process()
        .cloned()
        .context("--solver: one in process")
}

fn graph(name: &str, numbers: &[u32]) -> Result<Graph> {
    Ok(match (name, numbers) {
        ("petersen", &[n, k]) => family::petersen(n, k),
        ("snark", &[n]) => family::flower_snark(n),
        ("tutte", &[]) => family::tutte(),
        ("random", &[n, seed]) => family::random_cubic(n, seed.into()),
        ("planted", &[n, forced, seed]) => planted(n, forced, Link::Diamond, seed),
        ("subdivided", &[n, forced, seed]) => planted(n, forced, Link::Subdivision, seed),
        ("exclusive", &[n, pairs, seed]) => exclusive(n, pairs, Link::Diamond, seed),
        ("exclusive-thin", &[n, pairs, seed]) => exclusive(n, pairs, Link::Subdivision, seed),
        ("triangles", &[n, forced, seed]) => {
            let planted = planted(n, forced, Link::Diamond, seed);
            let some: Vec<u32> = (0..planted.len()).step_by(3).collect();
            hide(
                &family::inflated(&planted, &some, &family::tetrahedron()),
                seed,
            )
        }
        ("fragments", &[n, fragments, seed]) => fragments_in(n, fragments, seed),
        ("inflated-petersen", &[n, k]) => {
            let graph = family::petersen(n, k);
            let all: Vec<u32> = (0..graph.len()).collect();
            hide(&family::inflated(&graph, &all, &family::petersen(7, 2)), 1)
        }
        ("inflated-snark", &[n]) => {
            let graph = family::flower_snark(n);
            let all: Vec<u32> = (0..graph.len()).collect();
            hide(&family::inflated(&graph, &all, &family::tetrahedron()), 1)
        }
        ("grid", &[ranks, files, holes, seed]) => {
            family::holed_grid(ranks, files, holes, seed.into())
        }
        ("sparse", &[n, edges, seed]) => family::random_sparse(n, edges as usize, seed.into()),
        ("bridge", &[n, seed]) => {
            let part = |nth| family::random_cubic(n, u64::from(2 * seed + nth));
            family::chained(&[part(0), part(1)], false)
        }
        _ => bail!(
            "no family '{name}' with {} numbers: see --help",
            numbers.len()
        ),
    })
}

/// A cubic graph with a planted cycle; some edges of the cycle are forced.
fn planted(n: u32, forced: u32, link: Link, seed: u32) -> Graph {
    // The matching is random, so the forced edges of the ring need not be.
    let place = |nth| (u64::from(nth) * u64::from(n) / u64::from(forced)) as u32;
    let spread = (0..forced).map(|nth| [place(nth), (place(nth) + 1) % n]);
    let spread: Vec<[u32; 2]> = spread.collect();
    let graph = family::planted_cubic(n, seed.into());
    hide(&family::force(&graph, &spread, link), seed)
}

/// A cubic graph with a planted cycle, with edges of the cycle that each exclude another edge.
fn exclusive(n: u32, pairs: u32, link: Link, seed: u32) -> Graph {
    let graph = family::planted_cubic(n, seed.into());
    let on_ring = |&[a, b]: &[u32; 2]| b - a == 1 || b - a == n - 1;
    let (ring, others): (Vec<_>, Vec<_>) = graph.edges().partition(on_ring);
    let pairs = ring
        .chunks(ring.len() / others.len())
        .zip(others)
        .take(pairs as usize);
    let pairs: Vec<[[u32; 2]; 2]> = pairs.map(|(ring, other)| [ring[0], other]).collect();
    hide(&family::exclusive(&graph, &pairs, link), seed)
}

/// A planted cubic graph with Tutte fragments in place of vertices, in the direction of the cycle,
/// and larger ones that force nothing.
fn fragments_in(n: u32, fragments: u32, seed: u32) -> Graph {
    let graph = family::planted_cubic(n, seed.into());
    // Vertices whose first edge is in the ring, which precedes the matching.
    let on_ring = |&v: &u32| v > 0 && graph.neighbours(v).iter().all(|&next| next + 1 >= v);
    let places: Vec<u32> = (0..n).filter(on_ring).take(fragments as usize).collect();
    let (tuttes, others) = places.split_at(places.len() / 2);
    let graph = family::inflated(&graph, tuttes, &family::tutte_fragment());
    hide(
        &family::inflated(&graph, others, &family::petersen(9, 2)),
        seed,
    )
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
