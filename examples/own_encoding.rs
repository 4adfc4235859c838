//! An encoding of one's own, checked on small boards: at step i the tour is on vertex v.

use knightsat::prelude::*;

fn encode(problem: &Problem, sink: &mut dyn ClauseSink) -> Meaning {
    let (graph, n) = (problem.graph(), problem.graph().len());
    let vars = sink.new_vars(n * n);
    let x = |step: u32, vertex: u32| vars.get((step - 1) * n + vertex).pos();
    let mut meaning = Meaning::new();
    for step in 1..=n {
        let vertices: Vec<Lit> = (0..n).map(|vertex| x(step, vertex)).collect();
        sink.clause(&vertices); // at least one vertex at every step
        sink.pairwise(&vertices); // and at most one
        (0..n).for_each(|vertex| meaning.at(step, vertex, x(step, vertex)));
    }
    for vertex in 0..n {
        let steps: Vec<Lit> = (1..=n).map(|step| x(step, vertex)).collect();
        sink.pairwise(&steps); // every vertex at most once
    }
    let is_closed = problem.kind() == Kind::Closed;
    for step in 1..n + u32::from(is_closed) {
        for vertex in 0..n {
            let next = graph.neighbours(vertex).iter().map(|&w| x(step % n + 1, w));
            sink.clause(
                &[!x(step, vertex)]
                    .into_iter()
                    .chain(next)
                    .collect::<Vec<Lit>>(),
            );
        }
    }
    if is_closed && n == 2 {
        sink.clause(&[]); // to and fro is no cycle
    }
    meaning
}

pub fn main() {
    assert_right(encode);
    println!("every model is a tour, and every tour is a model");
}
