use super::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

#[test]
fn assumptions_are_forgotten_and_those_at_fault_are_named() {
    let mut solver = Varisat::new(None);
    let [a, b, c] = [0, 1, 2].map(|_| solver.new_var().pos());
    solver.clause(&[!a, !b]);
    solver.clause(&[a, c]);
    let answer = solver.solve_assuming(&[c, a, b]).unwrap();
    let Assuming::Failed(mut failed) = answer else {
        panic!("{answer:?}");
    };
    failed.sort_unstable();
    assert_eq!(failed, [a, b]);
    let satisfiable = |answer| matches!(answer, Assuming::Satisfiable(_));
    assert!(satisfiable(solver.solve_assuming(&[a, !b]).unwrap()));
    solver.clause(&[!a]);
    assert_eq!(
        solver.solve_assuming(&[a]).unwrap(),
        Assuming::Failed(vec![a])
    );
    assert!(matches!(solver.solve(), Ok(Answer::Satisfiable(_))));
    solver.clause(&[!c]);
    assert_eq!(
        solver.solve_assuming(&[b]).unwrap(),
        Assuming::Failed(vec![])
    );
}

#[test]
fn a_search_that_is_under_way_ends_when_somebody_says_stop() {
    let stop = Arc::new(AtomicBool::new(false));
    let mut solver = Varisat::unchecked(Limits {
        stop: Stop::default().with_flag(stop.clone()),
        ..Limits::default()
    });
    // Twelve pigeons in eleven holes: more than a solver by resolution does in hours.
    let mut at = vec![Vec::new(); 11];
    for _ in 0..12 {
        let holes: Vec<Lit> = solver.new_vars(11).iter().map(|var| var.pos()).collect();
        solver.clause(&holes);
        at.iter_mut().zip(holes).for_each(|(at, lit)| at.push(lit));
    }
    at.iter().for_each(|pigeons| solver.pairwise(pigeons));
    let signal = thread::spawn(move || {
        thread::sleep(Duration::from_millis(20));
        stop.store(true, Ordering::Relaxed);
    });
    assert!(matches!(solver.solve(), Ok(Answer::Unknown)));
    signal.join().unwrap();
}
