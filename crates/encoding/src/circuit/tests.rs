//! Circuits over given arcs, compared with all choices of arcs.

use super::*;
use itertools::Itertools;
use knightsat_cnf::sink::Cnf;
use knightsat_cnf::{Answer, Clauses, Var};
use knightsat_solver::Incremental;
use knightsat_solver::varisat::Varisat;
use knightsat_tour::base::random::Rng;
use std::time::Duration;

/// The encodings on arcs that are no relaxations.
const EXACT: [Name; 6] = [
    Name::Order,
    Name::Distance,
    Name::Adder,
    Name::Lfsr,
    Name::Crt,
    Name::Elimination,
];

/// Returns true if the arcs that these values take are one circuit.
fn is_circuit(arcs: &[ArcLit], value: impl Fn(Lit) -> bool) -> bool {
    let taken: Vec<&ArcLit> = arcs.iter().filter(|arc| value(arc.lit)).collect();
    let nodes = arcs.iter().flat_map(|arc| [arc.tail, arc.head]);
    let nodes: Vec<u32> = nodes.sorted().dedup().collect();
    let once = |end: fn(&ArcLit) -> u32| taken.iter().map(|arc| end(arc)).sorted();
    if !once(|arc| arc.tail).eq(nodes.clone()) || !once(|arc| arc.head).eq(nodes.clone()) {
        return false;
    }
    let after = |node| taken.iter().find(|arc| arc.tail == node).unwrap().head;
    let moved = || nodes.iter().copied().filter(|&node| after(node) != node);
    let Some(first) = moved().next() else {
        return true;
    };
    let around = std::iter::successors(Some(first), |&node| Some(after(node)));
    let length = around.skip(1).position(|node| node == first).unwrap() + 1;
    length == moved().count()
}

/// Returns all values of the given variables that the constraint permits. Without a projection,
/// each occurs as often as it has models.
fn models(arcs: &[ArcLit], variables: u32, style: Style, is_projected: bool) -> Vec<u32> {
    let mut formula = Cnf::default();
    formula.new_vars(variables);
    circuit(arcs, style, &mut formula, &Stop::default()).unwrap();
    let mut solver = Varisat::new(None);
    formula.write(&mut solver);
    let mut found = Vec::new();
    while let Answer::Satisfiable(model) = solver.solve().unwrap() {
        let all = (1..=formula.variables()).filter_map(Var::new);
        let lits = all.map(|var| match model.value(var) {
            Some(true) => var.pos(),
            _ => var.neg(),
        });
        let mut lits: Vec<Lit> = lits.collect();
        let bits = lits[..variables as usize].iter().rev();
        found.push(bits.fold(0, |bits, lit| 2 * bits + u32::from(lit.is_positive())));
        if is_projected {
            lits.truncate(variables as usize);
        }
        solver.clause(&lits.iter().map(|&lit| !lit).collect::<Vec<_>>());
    }
    found.sort_unstable();
    found
}

fn random_arcs(rng: &mut Rng, nodes: u32, is_wild: bool) -> (Vec<ArcLit>, u32) {
    let mut arcs = Vec::new();
    let loops = rng.below(4);
    for (tail, head) in (0..nodes).cartesian_product(0..nodes) {
        let odds = if tail == head { loops } else { 2 };
        if rng.below(3) < odds && arcs.len() < 12 {
            let lit = Var::new(arcs.len() as u32 + 1).unwrap().pos();
            // Names of nodes need not follow each other.
            let [tail, head] = [tail, head].map(|node| 3 * node + 1);
            arcs.push(ArcLit { tail, head, lit });
        }
    }
    let variables = arcs.len() as u32;
    if is_wild && !arcs.is_empty() {
        // Parallel arcs, equal and opposite literals.
        let [one, other] = [(); 2].map(|()| rng.below(arcs.len()));
        let lit = arcs[one].lit;
        arcs[other].lit = if rng.below(2) == 0 { lit } else { !lit };
        let double = arcs[rng.below(arcs.len())];
        arcs.push(ArcLit { lit, ..double });
    }
    (arcs, variables)
}

#[test]
fn models_are_the_circuits() {
    let mut rng = Rng::new(1, 0);
    let (mut circuits, mut empty) = (0, 0);
    for round in 0..120 {
        let nodes = 1 + rng.below(5) as u32;
        let (arcs, variables) = random_arcs(&mut rng, nodes, round % 3 == 0);
        let allowed = |values: &u32| {
            let bit = |lit: Lit| values >> (lit.var().number() - 1) & 1 == 1;
            is_circuit(&arcs, |lit| bit(lit) == lit.is_positive())
        };
        let expected: Vec<u32> = (0..1 << variables).filter(allowed).collect();
        for name in EXACT {
            let mut style = name.style();
            (style.three_cnf, style.shortcuts) = (round % 2 == 1, round % 4 < 2);
            // The arcs leave some variables of others free.
            let is_exact = matches!(name, Name::Order | Name::Distance | Name::Crt);
            let is_projected = !is_exact || style.three_cnf;
            let found = models(&arcs, variables, style, is_projected);
            assert_eq!(found, expected, "{name} {arcs:?}");
        }
        circuits += expected.len();
        empty += usize::from(expected.is_empty());
    }
    assert!(circuits > 100 && empty > 20, "{circuits} {empty}");
}

#[test]
fn what_cannot_be_stated_is_refused() {
    let ring = |len: u32, leaps: u32| {
        let arcs = (0..len).cartesian_product(1..=leaps).zip(1..);
        let arcs = arcs.map(|((tail, by), number)| ArcLit {
            tail,
            head: (tail + by) % len,
            lit: Var::new(number).unwrap().pos(),
        });
        arcs.collect::<Vec<ArcLit>>()
    };
    let fault = |arcs: &[ArcLit], style: Style, stop: &Stop| {
        let mut formula = Cnf::default();
        formula.new_vars(arcs.len() as u32);
        circuit(arcs, style, &mut formula, stop).unwrap_err()
    };
    let of = |style| fault(&ring(2, 1)[..1], style, &Stop::default()).to_string();
    for name in [Name::Position, Name::Textbook, Name::Binary] {
        let expected =
            format!("encoding {name} has no variables for arcs: choose one on arcs, such as crt");
        assert_eq!(of(name.style()), expected);
    }
    let mut shuffled = Name::Crt.style();
    shuffled.shuffle = 7;
    assert!(of(shuffled).starts_with("shuffle is not for"));
    let mut one = Name::Crt.style();
    one.set("directions", "one").unwrap();
    assert!(of(one).starts_with("directions is not for"));
    let mut small = Name::Crt.style();
    small.set("modulus", 2).unwrap();
    for style in [small, Name::Lazy.style()] {
        let refused = fault(&ring(8, 2), style, &Stop::default());
        assert_eq!(refused, CircuitError::Relaxation);
    }
    let late = fault(&ring(2, 1), Name::Crt.style(), &Stop::after(Duration::ZERO));
    assert_eq!(late.to_string(), "the formula: time limit reached");
}
