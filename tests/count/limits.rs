//! Options of the frontier method: memory, disk and time; its progress, and files of states.

use crate::common::prelude::*;
use knightsat_count::frontier::{self, FrontierError, Options, Progress};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

fn memory(memory: u64) -> Options {
    default_with(|options: &mut Options| options.memory = memory)
}

/// States on disk.
fn on_disk(folder: &TempDir) -> (Options, PathBuf) {
    let scratch = folder.path().to_path_buf();
    let options = default_with(|options: &mut Options| options.scratch = Some(scratch.clone()));
    (options, scratch)
}

#[test]
fn the_frontier_says_why_it_gives_up() {
    let late = default_with(|options: &mut Options| options.stop = Stop::after(Duration::ZERO));
    for (args, options, error) in [
        ("6x6", memory(1000), FrontierError::Memory(1000)),
        ("6x6", late, FrontierError::Late),
        ("40x40", Options::default(), FrontierError::TooWide),
        (
            "8x8 --closed",
            memory(16 << 20),
            FrontierError::Memory(16 << 20),
        ),
    ] {
        let (_, problem) = asked(args);
        assert_eq!(
            frontier::count(&problem, options.clone()),
            Err(error),
            "{args}"
        );
    }
}

/// An odd order with fixed ends leaves `Problem::symmetry` trivial, but not the required one.
#[test]
fn a_symmetry_of_odd_order_with_ends_is_refused() {
    let complete = (0..9u32).array_combinations().collect_vec();
    let graph = Graph::from_edges(9, &complete);
    let symmetry = Symmetry::new(&graph, vec![1, 2, 0, 4, 5, 3, 7, 8, 6], 3);
    let problem = Problem::new(graph, Kind::Closed, Some(0), Some(4)).unwrap();
    let problem = problem.with(symmetry).unwrap();
    let count = frontier::count(&problem, Options::default());
    assert!(matches!(count, Err(FrontierError::Refused(_))), "{count:?}");
    for name in Name::ALL {
        let is_granted = [Name::Position, Name::Textbook, Name::Binary].contains(&name);
        let formula = Formula::new(&problem, name.style());
        assert_eq!(formula.is_ok(), is_granted, "{name}");
    }
}

#[test]
fn a_count_needs_memory_and_little() {
    for (args, threads) in iproduct!(["5x6", "6x6 --closed", "6x7 --closed"], [1, 3]) {
        let (_, problem) = asked(args);
        let whole = frontier::count(&problem, Options::default());
        let count = |bytes| {
            let mut options = memory(bytes);
            options.threads = threads;
            frontier::count(&problem, options)
        };
        assert_eq!(count(1 << 20), whole, "{args}");
        assert_eq!(
            count(1 << 12),
            Err(FrontierError::Memory(1 << 12)),
            "{args}"
        );
    }
}

#[test]
fn a_count_is_told_of_and_ends_when_it_is_told_to() {
    let (_, problem) = asked("8x8 --closed");
    let flag = Arc::new(AtomicBool::new(false));
    let stop = Stop::default().with_flag(flag.clone());
    let options = default_with(|options: &mut Options| options.stop = stop);
    let mut reports = 0;
    let count = frontier::count_with(&problem, &options, &mut |progress| {
        let Progress::Sweep { step, steps, .. } = progress else {
            panic!("nothing is paired before the sweep is done");
        };
        assert!(0 < step && step <= steps);
        reports += 1;
        flag.store(reports > 2, Ordering::Relaxed);
    });
    assert_eq!(count, Err(FrontierError::Late));
}

#[test]
fn a_count_on_disk_is_that_in_memory_and_goes_on_where_it_was_killed() {
    let (_, problem) = asked("5x7");
    let expected = frontier::count_with(&problem, &Options::default(), &mut |_| {}).unwrap();
    let folder = TempDir::new().unwrap();
    let (options, scratch) = on_disk(&folder);
    // Stopped again and again, a step or two further each time.
    let mut rounds = 0;
    let found = loop {
        rounds += 1;
        let mut options = options.clone();
        options.stop = Stop::after(Duration::from_millis(rounds));
        options.threads = 1 + rounds as usize % 2;
        match frontier::count_with(&problem, &options, &mut |_| {}) {
            Err(FrontierError::Late) => {}
            found => break found.unwrap(),
        }
    };
    assert!(rounds > 1);
    assert_eq!(found.tours, expected.tours);
    // Only the journal of each side is left, and the lock; the journals have the answer.
    let left = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, frontier::parts(&problem, &options).unwrap() + 1);
    let again = frontier::count_with(&problem, &on_disk(&folder).0, &mut |_| {}).unwrap();
    assert_eq!(again, found);
    // Neither another problem nor a damaged journal is gone on with.
    let other = frontier::count(&asked("5x7 --start a1").1, options.clone());
    assert_eq!(other, Err(FrontierError::Other(scratch.clone())));
    fs::write(folder.path().join("run-0-0"), "problem\n").unwrap();
    let damaged = frontier::count(&problem, options.clone());
    assert_eq!(damaged, Err(FrontierError::Damaged(scratch)));
}

#[test]
fn a_changed_bit_in_any_file_of_states_is_noticed() {
    let (_, problem) = asked("5x6 --closed");
    let folder = TempDir::new().unwrap();
    let (options, scratch) = on_disk(&folder);
    for part in 0..frontier::parts(&problem, &options).unwrap() {
        frontier::sweep_part(&problem, &options, part, &mut |_| {}).unwrap();
    }
    let files = fs::read_dir(folder.path()).unwrap().map(Result::unwrap);
    let is_states = |file: &fs::DirEntry| file.file_name().to_string_lossy().starts_with("states-");
    let mut changed = 0;
    for path in files.filter(is_states).map(|file| file.path()) {
        let bytes = fs::read(&path).unwrap();
        for place in (0..bytes.len()).step_by(11) {
            let mut wrong = bytes.clone();
            wrong[place] ^= 1 << (place % 8);
            fs::write(&path, wrong).unwrap();
            let count = frontier::count(&problem, options.clone());
            assert_eq!(count, Err(FrontierError::Damaged(scratch.clone())));
            changed += 1;
        }
        fs::write(&path, bytes).unwrap();
    }
    assert!(changed > 20, "{changed}");
    assert_eq!(frontier::count(&problem, options.clone()), Ok(8_u8.into()));
}
