//! A graph of one's own: the Petersen graph has a Hamiltonian path and no Hamiltonian cycle, which
//! a certificate shows.

use knightsat::prelude::*;

pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let outer = (0..5).map(|v| [v, (v + 1) % 5]);
    let spokes = (0..5).map(|v| [v, v + 5]);
    let inner = (0..5).map(|v| [v + 5, (v + 2) % 5 + 5]);
    let edges: Vec<[u32; 2]> = outer.chain(spokes).chain(inner).collect();
    let place = Place::Graph(Graph::try_from_edges(10, &edges)?);

    let path = FormulaSpec::new(place, TourSpec::default(), Style::default())?;
    let verdict = find(&path, Stop::default())?;
    let tour = verdict.tour().ok_or("there is a path")?;
    println!("path {tour}");

    let cycle = path.closed();
    assert!(matches!(find(&cycle, Stop::default())?, Verdict::None(_)));
    let folder = std::env::temp_dir().join(format!("petersen-{}", std::process::id()));
    std::fs::create_dir(&folder)?;
    let proved = prove(&cycle, &folder, Stop::default());
    let verified = verify(&cycle, &folder, &Stop::default());
    std::fs::remove_dir_all(&folder)?;
    assert!(matches!(proved?, Verdict::None(_)));
    println!("no cycle: {:?}", verified?);
    Ok(())
}
