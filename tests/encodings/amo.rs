//! At-most-one encodings: their models, unit propagation, sizes, and a comparison with another
//! implementation.

use crate::common::brute::propagate;
use crate::common::prelude::*;
use knightsat::cnf::gadget::amo::{self, Amo};
use knightsat::cnf::sink::{Size, SizeTally, ThreeCnf};
use rustsat::encodings::am1;
use rustsat::instances::{BasicVarManager, ManageVars};
use varisat::ExtendFormula;

/// All small sizes, and some where the recursive encodings recurse more than once.
fn sizes() -> impl Iterator<Item = u32> + Clone {
    (0..=16).chain([25, 37, 64])
}

/// A formula that begins with `n` variables, and these.
fn inputs(n: u32) -> (Cnf, Vec<Lit>) {
    let mut cnf = Cnf::default();
    let lits = cnf.new_vars(n).iter().map(Var::pos).collect();
    (cnf, lits)
}

fn encode(amo: Amo, n: u32) -> (Cnf, Vec<Lit>) {
    let (mut cnf, lits) = inputs(n);
    amo.at_most_one(&lits, &mut cnf);
    (cnf, lits)
}

fn all_variables(cnf: &Cnf) -> Vec<Lit> {
    let var = |number| Var::new(number).unwrap().pos();
    (1..=cnf.variables()).map(var).collect()
}

/// Returns the possible true literals among `lits`, by blocking one choice after the other.
fn models(cnf: &Cnf, lits: &[Lit]) -> BTreeSet<Vec<Lit>> {
    let foreign = |lit: Lit| varisat::Lit::from_dimacs(lit.to_dimacs() as isize);
    let mut solver = varisat::Solver::new();
    solver.new_var_iter(cnf.variables() as usize).for_each(drop);
    for clause in cnf.clauses() {
        solver.add_clause(&clause.iter().copied().map(foreign).collect_vec());
    }
    let mut found = BTreeSet::new();
    while solver.solve().unwrap() {
        let model: BTreeSet<_> = solver.model().unwrap().into_iter().collect();
        let is_true = |lit: &Lit| model.contains(&foreign(*lit));
        let chosen = lits.iter().copied().filter(is_true).collect();
        assert!(found.insert(chosen) && found.len() < 1000);
        let other = |&lit: &Lit| foreign(if is_true(&lit) { !lit } else { lit });
        solver.add_clause(&lits.iter().map(other).collect_vec());
    }
    found
}

/// No literal or one of them.
fn none_or_one(lits: &[Lit]) -> BTreeSet<Vec<Lit>> {
    let one = lits.iter().map(|&lit| vec![lit]);
    one.chain([vec![]]).collect()
}

#[test]
fn the_models_are_no_literal_or_exactly_one_and_unit_propagation_knows() {
    for (amo, n) in iproduct!(Amo::ALL, sizes()) {
        let (cnf, lits) = encode(amo, n);
        assert_eq!(models(&cnf, &lits), none_or_one(&lits), "{amo} {n}");
        assert!(n > 1 || cnf == inputs(n).0, "{amo} {n}");
        for &chosen in &lits {
            let implied = propagate(&cnf, &[chosen]).expect("one may be true");
            let others = lits.iter().filter(|&&lit| implied.contains(&!lit)).count();
            assert_eq!(others, lits.len() - 1, "{amo} {n}: {chosen:?}");
        }
        for [a, b] in lits.iter().array_combinations().filter(|_| n <= 16) {
            assert_eq!(propagate(&cnf, &[*a, *b]), None, "{amo} {n}: {a:?} {b:?}");
        }
    }
}

/// The encodings whose literals determine the fresh variables, as the documentation says.
const DETERMINED: [Amo; 3] = [Amo::Pairwise, Amo::Ladder, Amo::Commander];

/// Also where clauses are split to three literals.
#[test]
fn fresh_variables_are_determined_just_where_it_is_said() {
    for amo in Amo::ALL {
        let extends_uniquely = |n| {
            let (mut split, lits) = inputs(n);
            amo.at_most_one(&lits, &mut ThreeCnf::new(&mut split));
            assert!(split.clauses().all(|clause| clause.len() <= 3), "{amo} {n}");
            let models = |cnf: &Cnf| models(cnf, &all_variables(cnf)).len() as u32;
            [models(&encode(amo, n).0), models(&split)] == [n + 1; 2]
        };
        let is_parsimonious = (0..=16).all(extends_uniquely);
        assert_eq!(is_parsimonious, DETERMINED.contains(&amo), "{amo}");
        assert!(!is_parsimonious || sizes().all(extends_uniquely), "{amo}");
    }
}

#[test]
fn literals_of_either_sign_and_of_any_number_will_do() {
    for amo in Amo::ALL {
        let mut cnf = Cnf::default();
        let board = cnf.new_vars(100);
        // Every fifth from the last one down, signs in turn.
        let signed = |i: u32| {
            let lit = board.get(99 - 5 * i).pos();
            if i.is_multiple_of(2) { !lit } else { lit }
        };
        let lits: Vec<Lit> = (0..13).map(signed).collect();
        let sink: &mut dyn ClauseSink = &mut cnf;
        amo.at_most_one(&lits, sink);
        assert_eq!(models(&cnf, &lits), none_or_one(&lits), "{amo}");
        let is_own =
            |lit: &Lit| lit.var().number() > 100 || lits.iter().any(|l| l.var() == lit.var());
        assert!(cnf.clauses().flatten().all(is_own), "{amo}");
    }
}

#[test]
fn groups_of_any_size_will_do() {
    for (group, n) in iproduct!(1..=9, 0..=20) {
        let (mut cnf, lits) = inputs(n);
        amo::bimander(&lits, &mut cnf, group);
        assert_eq!(models(&cnf, &lits), none_or_one(&lits), "{group} {n}");
        if group > 1 {
            let (mut cnf, lits) = inputs(n);
            amo::commander(&lits, &mut cnf, group);
            let full = models(&cnf, &all_variables(&cnf)).len();
            assert_eq!(models(&cnf, &lits), none_or_one(&lits), "{group} {n}");
            assert_eq!(full, n as usize + 1, "{group} {n}");
        }
    }
}

/// The size by the formula in the documentation of an encoding.
fn documented(amo: Amo, n: u64) -> Size {
    let size = |variables, clauses, literals| Size {
        variables,
        clauses,
        literals,
    };
    let binary = |variables, clauses| size(variables, clauses, 2 * clauses);
    let pairs = |n: u64| n * n.saturating_sub(1) / 2;
    let bits = |bound: u64| u64::from(bound.max(1).next_power_of_two().ilog2());
    let k = amo::GROUP as u64;
    let within = n / k * pairs(k) + pairs(n % k);
    let mut total = match amo {
        Amo::Ladder | Amo::Sequential if n < 2 => Size::default(),
        Amo::Ladder => size(n - 1, 4 * n - 5, 9 * n - 12),
        Amo::Sequential => binary(n - 1, 3 * n - 4),
        Amo::Bitwise => binary(bits(n), n * bits(n)),
        Amo::Bimander => binary(bits(n.div_ceil(k)), n * bits(n.div_ceil(k)) + within),
        Amo::Product if n > 6 => {
            let p = (n - 1).isqrt() + 1;
            binary(p + n.div_ceil(p), 2 * n)
        }
        Amo::Commander if n > 6 => {
            let g = n.div_ceil(k);
            size(g, within + n + g, 2 * within + 3 * n + g)
        }
        _ => binary(0, pairs(n)),
    };
    let inner = match amo {
        Amo::Product if n > 6 => vec![total.variables - n.div_ceil((n - 1).isqrt() + 1)],
        Amo::Commander if n > 6 => vec![n.div_ceil(k)],
        _ => Vec::new(),
    };
    for &rows in &inner {
        total = [total, documented(amo, rows)].into_iter().sum();
        if amo == Amo::Product {
            total = [total, documented(amo, n.div_ceil(rows))].into_iter().sum();
        }
    }
    total
}

#[test]
fn the_documented_size_agrees_with_the_clauses() {
    for amo in Amo::ALL {
        for n in 0..=300 {
            let mut counter = SizeTally::default();
            amo.at_most_one(&inputs(n).1, &mut counter);
            assert_eq!(documented(amo, u64::from(n)), counter.total(), "{amo} {n}");
        }
    }
}

#[test]
fn sizes_for_64_literals_against_the_known_ones() {
    // Clauses and fresh variables, first those of the literature, then ours. The encoding's
    // documentation explains differences.
    let table = [
        (Amo::Pairwise, (2016, 0), (2016, 0)),
        (Amo::Ladder, (256, 65), (251, 63)),
        (Amo::Sequential, (188, 63), (188, 63)),
        (Amo::Product, (184, 16), (172, 28)),
        (Amo::Commander, (280, 16), (226, 20)),
        (Amo::Bimander, (352, 4), (352, 4)),
        (Amo::Bitwise, (384, 6), (384, 6)),
    ];
    assert_eq!(table.map(|row| row.0), Amo::ALL);
    for (amo, (known, _), ours) in table {
        let (cnf, lits) = encode(amo, 64);
        let (clauses, fresh) = (cnf.len(), cnf.variables() as usize - lits.len());
        assert_eq!((clauses, fresh), ours, "{amo}");
        assert!(clauses <= known, "{amo}");
    }
}

#[test]
fn names_read_back_as_they_are_written() {
    for amo in Amo::ALL {
        let name = amo.to_string();
        assert_eq!(name.parse(), Ok(amo));
        assert_eq!(name, format!("{amo:?}").to_lowercase());
        assert_eq!(serde_json::json!(amo), name);
    }
    let error = "Pairwise".parse::<Amo>().unwrap_err().to_string();
    let all = Amo::ALL.map(Amo::name).join(", ");
    let expected = format!("'Pairwise' is not an at-most-one encoding: write one of {all}");
    assert_eq!(error, expected);
}

/// Returns the numbers of variables and clauses that rustsat writes for `n` literals.
fn theirs<E: am1::Encode + From<Vec<rustsat::types::Lit>>>(n: u32) -> [u32; 2] {
    let lits: Vec<_> = (0..n).map(rustsat::types::Lit::positive).collect();
    let mut vars = BasicVarManager::from_next_free(rustsat::types::Var::new(n));
    let mut clauses = rustsat::instances::Cnf::new();
    E::from(lits).encode(&mut clauses, &mut vars).unwrap();
    [vars.n_used(), clauses.len() as u32]
}

/// Its ladder is our sequential counter. Its product and commander do not recurse, and it writes
/// the number of the only bimander group into a bit.
#[test]
fn rustsat_writes_formulas_of_the_same_size() {
    let amos = [Amo::Pairwise, Amo::Sequential, Amo::Bimander, Amo::Bitwise];
    let same: [fn(u32) -> [u32; 2]; 4] = [
        theirs::<am1::Pairwise>,
        theirs::<am1::Ladder>,
        theirs::<am1::Bimander>,
        theirs::<am1::Bitwise>,
    ];
    for ((amo, theirs), n) in iproduct!(amos.into_iter().zip(same), 5..=64) {
        let ours = encode(amo, n).0;
        let ours = [ours.variables(), ours.len() as u32];
        assert_eq!(ours, theirs(n), "{amo} {n}");
    }
}
