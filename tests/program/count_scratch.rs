//! `knightsat count --scratch`: killed counts continue, and full folders end them.
#![cfg(target_os = "linux")]

use crate::common::program;

use program::{error, run};
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// The files of states in a folder, with the step after which they are.
fn states(folder: &Path) -> Vec<(usize, PathBuf)> {
    let files = fs::read_dir(folder).into_iter().flatten();
    let step = |path: PathBuf| {
        let name = path.file_stem()?.to_str()?.strip_prefix("states-0-0-")?;
        Some((name.parse().ok()?, path.clone()))
    };
    files
        .filter_map(|file| step(file.unwrap().path()))
        .collect()
}

#[test]
fn a_killed_count_continues_from_its_last_finished_step() {
    let dir = tempfile::tempdir().unwrap();
    let [scratch, aside] = ["states", "aside"].map(|name| dir.path().join(name));
    let on_disk = format!("count 6x6 --format json --scratch {}", scratch.display());
    let mut child = Command::new(crate::common::program::path())
        .args(on_disk.split(' '))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while states(&scratch).iter().all(|(step, _)| *step < 8) {
        assert!(child.try_wait().unwrap().is_none(), "it ended too early");
        sleep(Duration::from_millis(1));
    }
    // SIGKILL.
    child.kill().unwrap();
    child.wait().unwrap();
    // Without the states it cannot continue, and it does not begin again.
    fs::rename(&scratch, &aside).unwrap();
    fs::create_dir(&scratch).unwrap();
    fs::copy(aside.join("run-0-0"), scratch.join("run-0-0")).unwrap();
    assert!(error(&on_disk).contains("the states are damaged"));
    fs::remove_dir_all(&scratch).unwrap();
    fs::rename(&aside, &scratch).unwrap();
    assert_eq!(run(&on_disk), run("count 6x6 --format json"));
    let left = fs::read_dir(&scratch).unwrap();
    let left = left.map(|file| file.unwrap().file_name().into_string().unwrap());
    let left: BTreeSet<String> = left.collect();
    assert_eq!(
        left,
        ["lock", "run-0-0", "run-0-1"].map(String::from).into()
    );
}

#[test]
fn a_second_count_in_a_folder_is_refused_with_the_number_of_the_first() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().display().to_string();
    let mut lock = fs::File::create(dir.path().join("lock")).unwrap();
    lock.lock().unwrap();
    lock.write_all(b"4711\n").unwrap();
    let expected = format!(
        "knightsat: {folder}: process 4711 is counting in this folder: wait for it, or name another folder\n"
    );
    let on_disk = format!("count 6x6 --scratch {folder}");
    assert_eq!(run(&on_disk), (2, String::new(), expected));
    drop(lock);
    assert_eq!(run(&on_disk), run("count 6x6"));
}

#[test]
fn counts_at_the_same_time_in_one_folder_count_right_or_not_at_all() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().display().to_string();
    let args = format!("count 6x6 --closed --scratch {folder}");
    let spawn = |_| {
        Command::new(program::path())
            .args(args.split(' '))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let all: Vec<_> = (0..4).map(spawn).collect();
    let mut counted = 0;
    for child in all {
        let output = child.wait_with_output().unwrap();
        let [out, err] =
            [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        match output.status.code() {
            Some(0) => {
                assert!(out.starts_with("9862 "), "{out}");
                counted += 1;
            }
            code => assert!(
                code == Some(2) && err.contains("is counting in this folder"),
                "{err}"
            ),
        }
    }
    assert!(counted > 0);
}

#[test]
fn a_full_disk_is_named_and_the_count_continues_afterwards() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().display().to_string();
    let on_disk = format!("count 6x6 --scratch {folder}");
    // Every file of states after the third step is on a full device.
    let buckets = (0..256).map(|bucket| dir.path().join(format!("states-0-0-3.{bucket}")));
    for bucket in buckets.clone() {
        std::os::unix::fs::symlink("/dev/full", bucket).unwrap();
    }
    let expected = format!(
        "{folder}: the states cannot be kept here: the disk is full: free some space and run the \
         same command again, which continues after the last finished step"
    );
    assert_eq!(error(&on_disk), expected);
    for bucket in buckets {
        let _ = fs::remove_file(bucket);
    }
    assert_eq!(run(&on_disk), run("count 6x6"));
}

#[test]
fn a_full_folder_ends_the_count_and_keeps_the_last_finished_step() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().display().to_string();
    let (code, out, err) = run(&format!("count 7x7 --scratch {folder} --scratch-limit 1"));
    assert_eq!((code, out.as_str()), (2, ""), "{err}");
    let expected = format!(
        "knightsat: {folder}: the states before and after a step take more than 1 MB: allow more"
    );
    assert_eq!(err.lines().last(), Some(expected.as_str()), "{err}");
    // Of the next step nothing is left.
    let steps: BTreeSet<usize> = states(dir.path()).into_iter().map(|file| file.0).collect();
    assert_eq!(steps.len(), 1, "{steps:?}");
    let (code, _, err) = run(&format!("count 7x7 --scratch {folder} --timeout 0.1"));
    assert_eq!(code, 3, "{err}");
}
