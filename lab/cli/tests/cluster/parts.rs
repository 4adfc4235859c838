//! Parts of each way of sharing: claims, limits, parts of parts, and what is refused.
#![cfg(target_os = "linux")]

use crate::common::program::{error, run};
use crate::common::waiting::wait_until;
use crate::folder::Parts;
use crate::lrat::check_joined;

use knightsat_cluster::part::Claimant;
use knightsat_compare::row::Row;
use std::fs;
use tempfile::TempDir;

#[test]
fn a_part_can_be_split_again() {
    let refuting = "split 4x7 --closed --no-shortcuts --parts 2 --proof --encoding";
    for (command, code) in [
        (format!("{refuting} lazy"), 1),
        (format!("{refuting} position"), 1),
        (
            "count 6x6 --closed --method search --split 2".to_string(),
            0,
        ),
    ] {
        let parts = Parts::of(&command);
        let split = |part: &str, into: u32| parts.work(&format!("{part} --split-again {into}"));
        assert_eq!(split("1", 3), "part 1 is 1.1 to 1.3 now\n");
        assert_eq!(split("1", 3), "part 1 is split already, into 3 parts\n");
        assert_eq!(split("1.2", 2), "part 1.2 is 1.2.1 to 1.2.2 now\n");
        // All of what part 1 is now.
        assert_eq!(parts.work("1").lines().count(), 4);
        let (unfinished, _, err) = parts.join("");
        assert_eq!(unfinished, 3);
        assert!(
            err.contains("4 of 5 parts done, 0 running, 1 left"),
            "{err}"
        );
        let message = parts.error("work", "1.1 --split-again 2");
        assert_eq!(message, "part 1.1 is done");
        assert_eq!(parts.work("").lines().count(), 1);
        let (found, out, _) = parts.join("");
        assert_eq!(found, code);
        if code == 1 {
            assert!(out.contains("5 parts, joined"), "{out}");
            check_joined(&parts);
        } else {
            assert!(out.starts_with("9862 closed tours, undirected"), "{out}");
        }
    }
}

/// A named part is done even if another worker has claimed it, unless they would share states.
#[test]
fn a_claim_of_a_live_worker_is_respected() {
    for command in [
        "split 4x7 --closed --no-shortcuts --parts 3",
        "split 4x7 --closed --no-shortcuts --encoding order --parts 3",
        "count 6x6 --closed --method search --split 3",
        "count 3x10 --closed --method frontier --split 3 --primes 101,103,107",
        "compare 5x5 --shuffles 3 --split",
    ] {
        let parts = Parts::of(command);
        parts.work("3");
        // This process is alive.
        let (us, host) = (std::process::id(), Claimant::us().host);
        let claim = format!(r#"{{"host": "{host}", "process": {us}, "since": 0}}"#);
        for part in ["1", "2"] {
            fs::write(parts.path("claims").join(part), &claim).unwrap();
        }
        let claimed = "other workers have claimed all remaining parts: 2\n";
        assert_eq!(parts.work(""), claimed, "{command}");
        if !command.contains("compare") {
            let err = parts.join("").2;
            assert!(
                err.contains("1 of 3 parts done, 2 running, 0 left, about "),
                "{err}"
            );
        }
        let (code, _, err) = parts.run("work", "1");
        if command.contains("frontier") {
            let message = format!("part 1 is in work by process {us} on {host}: wait for it");
            assert!(code == 2 && err.contains(&message), "{err}");
        } else {
            let message = format!("part 1: process {us} on {host} is already working on it\n");
            assert!(code == 0 && err.ends_with(&message), "{err}");
        }
    }
}

#[test]
fn a_part_that_is_not_done_in_time_leaves_nothing() {
    for (command, seconds) in [
        ("split 8x8 --closed --parts 2 --encoding lazy", 0.0),
        ("split 8x8 --closed --parts 2 --encoding order", 0.0),
        ("count 8x8 --closed --method search --split 2", 0.5),
        ("count 8x8 --closed --method frontier --split 2", 0.5),
    ] {
        let parts = Parts::of(command);
        let (code, out, err) = parts.run("work", &format!("1 --timeout {seconds}"));
        assert_eq!(code, 3, "{command}: {err}");
        let is_late = out.contains("unknown: ") && out.ends_with(": time is up\n");
        assert!(is_late, "{command}: {out}");
        for folder in ["parts", "claims", "drafts"] {
            assert_eq!(parts.count(folder), 0, "{command}: {folder}");
        }
    }
}

#[test]
fn a_killed_sweep_continues_with_its_states() {
    let parts = Parts::of("count 7x7 --split 1");
    let journal = || fs::read_to_string(parts.path("states/run-0-0")).unwrap_or_default();
    let mut kept = String::new();
    for _ in 0..2 {
        let mut worker = parts.worker();
        let states = |text: &str| text.matches("checksum").count();
        // On a busy machine it may have ended before it is killed.
        let has_more = || states(&journal()) > states(&kept) || parts.count("parts") > 0;
        wait_until("another state", has_more);
        worker.kill().unwrap();
        worker.wait().unwrap();
        let now = journal();
        assert!(now.starts_with(&kept));
        let end = now.rfind('\n').map_or(0, |end| end + 1);
        kept = now[..end].to_string();
    }
}

/// The tour is found in process, and a solver that refutes has no part in it.
#[test]
fn a_tour_of_the_lazy_engine_is_not_the_work_of_the_solver_that_refutes() {
    let parts = Parts::of("split 6x6 --closed --parts 1 --proof --solver kissat");
    let out = parts.work("--solver kissat --solver-path /bin/sh");
    assert!(out.starts_with("part 1: a tour (varisat, "), "{out}");
    let result = parts.read("parts/1/result.json");
    assert!(result.contains("\"by\":\"varisat\""), "{result}");
}

/// If any line of a part's proof is dropped, the proof is refused, unless the line was not needed.
#[test]
fn proofs_that_were_tampered_with_are_refused_where_they_are_wrong() {
    let parts = Parts::done("split 4x7 --closed --no-shortcuts --parts 3 --proof");
    let file = "parts/2/proof.lrat";
    let whole = parts.read(file);
    let mut refused = 0;
    for number in 0..whole.lines().count() {
        let lines = whole.lines().enumerate().filter(|(at, _)| *at != number);
        let dropped: String = lines.map(|(_, line)| format!("{line}\n")).collect();
        fs::write(parts.path(file), dropped).unwrap();
        let (code, _, err) = parts.join("");
        assert!(code == 1 || err.contains("parts/2/proof.lrat: "), "{err}");
        refused += u32::from(code == 2);
    }
    assert!(refused > 3, "{refused}");
}

#[test]
fn rows_of_several_machines_are_told_apart() {
    let parts = Parts::done("compare 5x5 --encoding position,order --timeout 30 --split");
    // As if the second had been made elsewhere.
    let file = "parts/2/result.json";
    let mut result: serde_json::Value = serde_json::from_str(&parts.read(file)).unwrap();
    let mut row: Row = serde_json::from_str(result["row"].as_str().unwrap()).unwrap();
    row.machine.host = Some("elsewhere".into());
    let text = row.json();
    result["sum"] = knightsat_base::text::of_words([text.as_bytes()]).into();
    result["row"] = text.into();
    fs::write(parts.path(file), result.to_string()).unwrap();
    let (code, _, err) = parts.join("");
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("1 row was made on elsewhere"), "{err}");
    let message = "times of different machines are not comparable";
    assert!(err.contains(message), "{err}");
}

/// Folders, commands on them, and their messages.
const WRONG: &str = r#"
    split 4x7 --closed --no-shortcuts --parts 4 --proof
    work 5                                   => there is no part 5: the parts are 1 to 4
    work 3.1                                 => there is no part 3.1
    work x                                   => 'x' is not the name of a part
    work --solver picosat --solver-path /bin/sh => picosat writes no proof: ask varisat, kissat, cadical, glucose
    join --mallob /dev                       => --mallob: DIR has no formula
    split 4x7 --closed --no-shortcuts --parts 4 --proof --encoding order
    work --solver picosat --solver-path /bin/sh => picosat writes no proof: ask varisat, kissat, cadical, glucose
    join --mallob /dev                       => DIR: was split with --proof, and results of Mallob come without proofs
    split 4x4 --no-shortcuts --parts 4
    work --solver picosat --solver-path /bin/sh => picosat cannot do these parts, as the lazy engine asks a solver in process
    count 5x5 --split 2 --method search
    work 1 --solver varisat                  => --solver: DIR is counted without a solver: leave the option out
    join --mallob /dev                       => --mallob: DIR has no formula
    join --format moves                      => --format moves: DIR makes no tour: leave it out, or use --format json
    count 5x6 --split 2 --method frontier
    work 1 --solver varisat                  => --solver: DIR is counted without a solver: leave the option out
    work 1 --split-again 2                   => --split-again: a sweep has no parts
    work 1.1                                 => a sweep has no parts: name it 1
    compare 5x5 --shuffles 2 --split
    work 9                                   => there is no part 9: the parts are 1 to 2
    work 1.1                                 => a run has no parts: name it 1
    work 1 --solver varisat                  => --solver: DIR contains the solvers: leave the option out
    work 1 --split-again 2                   => --split-again: a run has no parts
    work 1 --timeout 1                       => --timeout: DIR contains the time limit of a run: leave the option out
"#;

#[test]
fn what_a_folder_cannot_do_is_refused() {
    let mut parts = None;
    for line in WRONG.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let Some((command, wanted)) = line.split_once(" => ") else {
            parts = Some(Parts::of(line));
            continue;
        };
        let (command, options) = command.split_once(' ').unwrap();
        let message = parts.as_ref().unwrap().error(command, options.trim());
        assert!(message.contains(wanted), "{line}: {message}");
    }
}

/// Commands that make no folder at `DIR`, and their messages.
const UNSPLIT: &str = r#"
    split 6x6 --parts 2 --portfolio varisat,minisat -o DIR => --portfolio
    split 6x6 --parts 0 -o DIR                             => --parts 0
    split 4x4 --parts 2 --proof --solver minisat -o DIR    => minisat writes no proof: ask varisat, kissat, cadical, glucose
    split 4x4 --parts 2 --proof --solver cadical-lib --encoding position -o DIR => cadical-lib writes no proof: ask varisat
    split 6x6 --encoding lazy --parts 4 --mallob -o DIR    => --mallob: Mallob solves formulas
    count 5x5 --method enumerate --split 4 -o DIR          => --split counts by --method frontier or search
    count 6x6 --closed --symmetric rot90 --method frontier --split 4 -o DIR => use --method search
    compare 5x5 --split                                    => --output
    compare 5x5 --split -o DIR --jobs 2                    => --jobs
    join DIR                                               => DIR: no such folder
    work DIR                                               => DIR: no such folder
    join HOME                                              => HOME: has no split.json: name a folder that split has written
    work HOME                                              => HOME: has no split.json: name a folder that split has written
"#;

#[test]
fn what_cannot_be_split_is_refused() {
    let home = TempDir::new().unwrap();
    let home = home.path().display().to_string();
    let folder = format!("{home}/parts");
    for line in UNSPLIT.lines().filter(|line| !line.is_empty()) {
        let (command, wanted) = line.split_once(" => ").unwrap();
        let (code, out, err) = run(&command.replace("DIR", &folder).replace("HOME", &home));
        assert_eq!((code, out.as_str()), (2, ""), "{line}: {err}");
        let err = err.replace(&folder, "DIR").replace(&home, "HOME");
        assert!(err.contains(wanted), "{line}: {err}");
    }
    let command = "split 100x100 --closed --parts 100 --timeout 0 -o";
    assert_eq!(run(&format!("{command} {folder}")).0, 3);
    assert_eq!(fs::read_dir(&home).unwrap().count(), 0);
}

/// A worker and `join` refuse literals of no edge.
#[test]
fn literals_of_no_edge_are_refused() {
    let count = "count 5x5 --method search --split 2";
    let lazy = "split 5x5 --encoding lazy --parts 2";
    for (command, message) in [
        (count, "part 1 has 999, which belongs to no edge"),
        (lazy, "a cube has a literal that belongs to no edge"),
    ] {
        let parts = Parts::of(command);
        fs::write(parts.path("cubes.txt"), "999 0\n-999 0\n").unwrap();
        let wrong = error(&format!("work {} 1", parts.folder));
        assert!(wrong.ends_with(message), "{wrong}");
        assert!(command != count || parts.error("join", "").ends_with(message));
    }
}
