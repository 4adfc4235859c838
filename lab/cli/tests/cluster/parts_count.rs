//! Counts in parts: whatever the split, the numbers add up; and what is refused.
#![cfg(target_os = "linux")]

use crate::common::graphs;
use crate::common::program;

use graphs::{graph, words};
use itertools::iproduct;
use knightsat::count::frontier::{self, BigUint, Limits};
use knightsat::encoding::Style;
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::stop::Stop;
use knightsat::tour::Kind;
use knightsat::tour::place::Place;
use knightsat::tour::spec::TourSpec;
use knightsat_cluster::counts::PartCounter;
use knightsat_cluster::cubes::{Cube, Cubes};
use knightsat_cluster::folder::{Folder, Manifest, Task};
use knightsat_cluster::paths::Paths;
use program::{error, run};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The counts of the parts of a problem.
fn counts(spec: &FormulaSpec, parts: usize) -> Vec<u64> {
    let (problem, stop) = (spec.problem(&Default::default()).unwrap(), Stop::default());
    let cubes = Paths::new(&problem, &stop)
        .unwrap()
        .split(&Cube::new(), parts, &stop);
    let mut counter = PartCounter::new(spec, &problem, &stop).unwrap();
    let count = |cube: &Cube| counter.count(cube, &stop).unwrap().unwrap();
    cubes.unwrap().iter().map(count).collect()
}

#[test]
fn parts_of_small_graphs_add_up() {
    let mut splits = 0;
    let ends = |len: u32| [None, Some(1), Some(len)];
    for (len, bits) in iproduct!(4..=7_u32, words(7).take(5).collect::<Vec<_>>()) {
        let place = Place::Graph(graph(len, bits | bits >> 17));
        for (kind, start, end) in iproduct!([Kind::Open, Kind::Closed], ends(len), ends(len)) {
            let tour = TourSpec {
                start: start.map(|vertex| vertex.to_string()),
                end: end.map(|vertex| vertex.to_string()),
                ..kind.into()
            };
            let Ok(spec) = FormulaSpec::new(place.clone(), tour, Style::DEFAULT) else {
                continue;
            };
            let Ok(problem) = spec.problem(&Default::default()) else {
                continue;
            };
            let whole = frontier::count(&problem, &Limits::default()).unwrap();
            for parts in [1, 3, 100] {
                let counts = counts(&spec, parts);
                assert!(counts.len() <= parts);
                splits += usize::from(counts.len() > 1);
                let words = format!("{place:?} {:?} {parts}", spec.tour);
                assert_eq!(BigUint::from(counts.iter().sum::<u64>()), whole, "{words}");
            }
        }
    }
    assert!(splits > 250, "{splits}");
}

#[test]
fn parts_add_up_beside_what_is_given() {
    let spec = |board: &str, tour: TourSpec| {
        let board: knightsat::tour::board::Board = board.parse().unwrap();
        FormulaSpec::new(board.into(), tour, Style::DEFAULT).unwrap()
    };
    let moves = TourSpec {
        require: vec!["a3-c4".parse().unwrap()],
        forbid: vec!["c1-d3".parse().unwrap(), "b5-d6".parse().unwrap()],
        ..Kind::Closed.into()
    };
    let steps = TourSpec {
        at: vec!["9=c3".parse().unwrap()],
        not_at: vec!["12=a1".parse().unwrap()],
        ..Kind::Open.into()
    };
    let turned = TourSpec {
        symmetric: Some("rot90".parse().unwrap()),
        ..Kind::Closed.into()
    };
    for (board, tour) in [("6x6", moves), ("5x5", steps), ("6x6", turned)] {
        let spec = spec(board, tour);
        let [whole, parts] = [1, 9].map(|parts| counts(&spec, parts));
        assert_eq!(parts.len(), 9);
        assert_eq!(parts.iter().sum::<u64>(), whole[0], "{spec:?}");
        assert!(whole[0] > 0 && parts.iter().filter(|&&count| count > 0).count() > 1);
    }
}

#[test]
fn a_part_is_split_again_along_the_same_path() {
    let spec = FormulaSpec::new(
        "6x6"
            .parse::<knightsat::tour::board::Board>()
            .unwrap()
            .into(),
        Kind::Closed.into(),
        Style::DEFAULT,
    );
    let (spec, stop) = (spec.unwrap(), Stop::default());
    let problem = spec.problem(&Default::default()).unwrap();
    let mut paths = Paths::new(&problem, &Stop::default()).unwrap();
    let cubes = paths.split(&Cube::new(), 4, &stop).unwrap();
    let mut counter = PartCounter::new(&spec, &problem, &Stop::default()).unwrap();
    let mut count = |cube: &Cube| counter.count(cube, &stop).unwrap().unwrap();
    for cube in &cubes {
        let again = paths.split(cube, 3, &stop).unwrap();
        assert!(again.len() == 3 && again.iter().all(|part| part.starts_with(cube)));
        assert_eq!(again.iter().map(&mut count).sum::<u64>(), count(cube));
    }
}

/// A count that was split by the program.
struct Split {
    _home: TempDir,
    folder: String,
}

impl Split {
    fn of(args: &str) -> Split {
        let home = TempDir::new().unwrap();
        let folder = home.path().join("parts").display().to_string();
        let (code, out, err) = run(&format!("count {args} -o {folder}"));
        assert_eq!(code, 0, "{args}: {err}");
        assert!(out.contains(" to do"), "{out}");
        Split {
            _home: home,
            folder,
        }
    }

    fn work(&self, part: &str) -> String {
        let (code, out, err) = run(&format!("work {} {part}", self.folder));
        assert_eq!(code, 0, "{part}: {out} {err}");
        out
    }

    fn join(&self) -> (i32, String, String) {
        run(&format!("join {}", self.folder))
    }

    fn file(&self, name: &str) -> PathBuf {
        Path::new(&self.folder).join(name)
    }

    fn change(&self, name: &str, with: impl Fn(&str) -> String) {
        let text = fs::read_to_string(self.file(name)).unwrap();
        let changed = with(&text);
        assert_ne!(text, changed, "{name}");
        fs::write(self.file(name), changed).unwrap();
    }

    fn refused(&self) -> String {
        error(&format!("join {}", self.folder))
    }
}

#[test]
fn a_count_in_parts_is_told_as_a_count_in_one_piece() {
    for args in ["6x6 --closed --method search", "5x6", "3x10 --closed"] {
        let split = Split::of(&format!("{args} --split 6"));
        split.work("");
        let (code, joined, err) = split.join();
        assert_eq!((code, err.as_str()), (0, ""), "{args}");
        assert_eq!(joined, run(&format!("count {args}")).1);
        assert!(joined.contains("agrees"), "{joined}");
    }
}

/// Returns the states of a sweep in the evidence of a count.
fn steps(document: &str) -> serde_json::Value {
    let document: serde_json::Value = serde_json::from_str(document).unwrap();
    document["evidence"].clone()
}

#[test]
fn the_sides_and_primes_of_a_sweep_are_parts_that_are_paired_once() {
    let primes = "--primes 101,1000003,2305843009213693951";
    for (args, parts) in [
        ("5x6".to_string(), 2),
        (format!("5x6 {primes}"), 6),
        ("6x6 --closed".to_string(), 1),
        (format!("3x10 --closed {primes}"), 3),
        ("4x4 --closed".to_string(), 1),
        ("1x1".to_string(), 1),
    ] {
        let split = Split::of(&format!("{args} --split 9"));
        // Any order, and workers at the same time.
        for part in (1..=parts).rev() {
            let (code, out, _) = split.join();
            assert_eq!(
                (code, out.contains("no number of")),
                (3, true),
                "{args}: {out}"
            );
            let said = split.work(&part.to_string());
            assert!(said.starts_with(&format!("part {part}: swept")), "{said}");
            assert_eq!(
                split.work(&part.to_string()),
                format!("part {part}: done before\n")
            );
        }
        let (code, joined, err) = split.join();
        assert_eq!((code, err.as_str()), (0, ""), "{args}");
        // A reason would decide some of these at once.
        let args = format!("{args} --method frontier");
        assert_eq!(joined, run(&format!("count {args}")).1);
        // The evidence is that of a count in one piece, and a second join finds it in the folder.
        let again = run(&format!("join {} --format json", split.folder)).1;
        let whole = run(&format!("count {args} --format json")).1;
        assert_eq!(steps(&again), steps(&whole), "{args}");
        let wrong = error(&format!("work {} 1 --split-again 2", split.folder));
        assert_eq!(wrong, "--split-again: a sweep has no parts");
    }
}

#[test]
fn a_killed_sweep_continues_and_two_workers_do_not_share_its_states() {
    let split = Split::of("7x7 --split 1");
    let (code, out, _) = run(&format!("work {} 1 --timeout 0.3", split.folder));
    assert_eq!((code, out.as_str()), (3, "part 1: unknown: time is up\n"));
    let journal = split.file("states/run-0-0");
    let before = fs::read_to_string(&journal).unwrap();
    // This process is alive.
    let claim = format!(
        r#"{{"host": "{}", "process": {}, "since": 0}}"#,
        knightsat_cluster::part::Claimant::us().host,
        std::process::id()
    );
    fs::write(split.file("claims/1"), claim).unwrap();
    let (code, _, wrong) = run(&format!("work {} 1", split.folder));
    assert!(
        code == 2 && wrong.contains("part 1 is in work by process"),
        "{wrong}"
    );
    assert_eq!(fs::read_to_string(&journal).unwrap(), before);
    fs::remove_file(split.file("claims/1")).unwrap();
    run(&format!("work {} 1 --timeout 0.6", split.folder));
    let after = fs::read_to_string(&journal).unwrap();
    let steps = |text: &str| text.matches("checksum").count();
    assert!(steps(&after) >= steps(&before) && steps(&before) > 3);
}

#[test]
fn an_unfinished_count_is_a_lower_bound_and_says_how_far_it_is() {
    let split = Split::of("6x6 --closed --method search --split 4");
    let (code, out, err) = split.join();
    assert_eq!(code, 3, "{err}");
    assert!(out.starts_with("at least 0 closed tours"), "{out}");
    assert!(err.contains("0 of 4 parts done"), "{err}");
    for part in 1..=3 {
        let said = split.work(&part.to_string());
        assert!(said.starts_with(&format!("part {part}: ")), "{said}");
        assert!(said.contains(" tours ("), "{said}");
    }
    assert_eq!(split.work("2"), "part 2: done before\n");
    let (code, out, err) = split.join();
    assert_eq!(code, 3);
    assert!(
        out.starts_with("at least ") && out.contains("not yet contradicted"),
        "{out}"
    );
    assert!(err.contains("3 of 4 parts done"), "{err}");
    let again = run(&format!("work {} 4 --split-again 3", split.folder)).1;
    assert_eq!(again, "part 4 is 4.1 to 4.3 now\n");
    assert_eq!(split.work("").lines().count(), 3);
    assert_eq!(split.work(""), "nothing is left to do\n");
    let (code, out, _) = split.join();
    assert_eq!(code, 0);
    assert!(out.starts_with("9862 closed tours, undirected"), "{out}");
}

#[test]
fn a_part_that_is_not_done_in_time_leaves_nothing() {
    for method in ["search", "frontier"] {
        let split = Split::of(&format!("8x8 --closed --method {method} --split 2"));
        let (code, out, err) = run(&format!("work {} 1 --timeout 0.5", split.folder));
        assert_eq!(code, 3, "{err}");
        assert_eq!(out, "part 1: unknown: time is up\n");
        for folder in ["parts", "claims", "drafts"] {
            assert_eq!(
                fs::read_dir(split.file(folder)).unwrap().count(),
                0,
                "{folder}"
            );
        }
        let wrong = error(&format!("work {} 1 --solver varisat", split.folder));
        assert!(
            wrong.ends_with("is counted without a solver: leave the option out"),
            "{wrong}"
        );
    }
}

#[test]
fn what_is_not_the_result_of_its_part_is_refused_by_name() {
    let split = Split::of("6x6 --closed --method search --split 4");
    split.work("");
    let part = |number: u32| split.file(&format!("parts/{number}/result.json"));
    let copy = |from: &Path| {
        fs::copy(from, part(3)).unwrap();
    };
    let kept = fs::read(part(3)).unwrap();
    let back = || fs::write(part(3), &kept).unwrap();
    split.change("parts/3/result.json", |text| {
        text.replacen("\"tours\":\"", "\"tours\":\"1", 1)
    });
    assert!(split.refused().contains("part 3 has been changed since"));
    back();
    copy(&part(2));
    assert!(split.refused().contains("part 3 is the result of part 2"));
    let other = Split::of("5x5 --method search --split 4");
    other.work("3");
    copy(&other.file("parts/3/result.json"));
    assert!(
        split
            .refused()
            .contains("part 3 is the result of another folder")
    );
    back();
    let cubes = fs::read_to_string(split.file("cubes.txt")).unwrap();
    let lines: Vec<&str> = cubes.lines().collect();
    let put = |lines: &[&str]| fs::write(split.file("cubes.txt"), lines.join("\n") + "\n").unwrap();
    put(&lines[..3]);
    assert!(
        split
            .refused()
            .contains("has 3 cubes, and the folder has 4 parts")
    );
    put(&[lines[0], lines[1], lines[2], lines[2]]);
    assert!(
        split.refused().contains("overlaps other parts"),
        "{}",
        split.refused()
    );
    put(&[lines[1], lines[0], lines[2], lines[3]]);
    assert!(
        split
            .refused()
            .contains("part 1 is the result of another cube")
    );
    put(&lines);
    assert_eq!(split.join().0, 0);
    fs::remove_dir_all(split.file("parts/3")).unwrap();
    let (code, _, err) = split.join();
    assert!(code == 3 && err.contains("1 left"), "{err}");
}

#[test]
fn literals_of_no_edge_are_refused() {
    let home = TempDir::new().unwrap();
    let comments = ["knightsat graph = 3", "knightsat edges = [[1, 2], [2, 3]]"].map(String::from);
    let task = Task::Count {
        comments: comments.to_vec(),
    };
    let folder = Folder::create(home.path(), Manifest::new(task, 2)).unwrap();
    fs::write(home.path().join("cubes.txt"), "9 0\n-9 0\n").unwrap();
    assert!(Cubes::read(&folder).is_ok());
    let error = knightsat_cluster::counts::join(&folder, 2).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("part 1 has 9, which belongs to no edge"),
        "{error}"
    );
}

#[test]
fn a_worker_refuses_literals_of_no_edge() {
    let split = Split::of("5x5 --method search --split 2");
    fs::write(split.file("cubes.txt"), "999 0\n-999 0\n").unwrap();
    let wrong = error(&format!("work {} 1", split.folder));
    assert!(
        wrong.ends_with("part 1 has 999, which belongs to no edge"),
        "{wrong}"
    );
}

#[test]
fn what_cannot_be_split_is_told() {
    let home = TempDir::new().unwrap();
    let folder = home.path().join("parts").display().to_string();
    let told = |args: &str| error(&format!("count {args} --split 4 -o {folder}"));
    let by_models = told("5x5 --method enumerate");
    assert_eq!(by_models, "--split counts by --method frontier or search");
    let wrong = told("6x6 --closed --symmetric rot90 --method frontier");
    assert!(wrong.contains("use --method search"), "{wrong}");
    assert!(!Path::new(&folder).exists());
}
