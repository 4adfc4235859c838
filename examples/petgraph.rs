//! A graph of petgraph: its Hamiltonian path, with the names of its nodes.

use knightsat::prelude::*;
use petgraph::graph::UnGraph;
use petgraph::visit::EdgeRef;

pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut map = UnGraph::<&str, ()>::default();
    let cities = ["Basel", "Bern", "Chur", "Genève", "Lugano", "Zürich"];
    let nodes = cities.map(|city| map.add_node(city));
    for (a, b) in [(0, 1), (0, 5), (1, 3), (1, 5), (2, 4), (2, 5), (4, 5)] {
        map.add_edge(nodes[a], nodes[b], ());
    }

    let ends = map
        .edge_references()
        .map(|edge| [edge.source(), edge.target()]);
    let graph = Graph::try_from_named(ends.map(|ends| ends.map(|node| map[node])))?;
    let path = Request::new(graph.into(), TourSpec::default())?.start("Genève")?;
    let tour = path.solve(Stop::default())?;
    println!("{tour}");
    assert!(tour.to_string().starts_with("Genève Bern"));

    // Without a way on from Genève, no cycle exists.
    println!("{}", path.closed().solve(Stop::default())?);
    Ok(())
}
