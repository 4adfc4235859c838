//! `knightsat count --scratch`: killed counts continue, and full folders end them.
#![cfg(target_os = "linux")]

use crate::common::program;
use crate::common::waiting::wait_until;

use program::{error, output, run, transcript};
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// The steps after which there are files of states in a folder.
fn steps(folder: &Path) -> BTreeSet<usize> {
    let files = fs::read_dir(folder).into_iter().flatten();
    let names = files.map(|file| file.unwrap().path());
    let step = |name: &Path| {
        let name = name.file_stem()?.to_str()?;
        name.strip_prefix("states-0-0-")?.parse().ok()
    };
    names.filter_map(|name| step(&name)).collect()
}

fn start(args: &str) -> Child {
    let mut command = Command::new(program::path());
    command
        .args(args.split(' '))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command.spawn().unwrap()
}

#[test]
fn a_killed_count_continues_from_its_last_finished_step() {
    let dir = TempDir::new().unwrap();
    let [scratch, aside] = ["states", "aside"].map(|name| dir.path().join(name));
    let on_disk = format!("count 6x6 --format json --scratch {}", scratch.display());
    let mut child = start(&on_disk);
    wait_until("the eighth step", || {
        steps(&scratch).iter().any(|&step| step >= 8)
    });
    // SIGKILL.
    child.kill().unwrap();
    assert_eq!(child.wait().unwrap().code(), None, "it ended too early");
    // Without the states it cannot continue, and it does not begin again.
    fs::rename(&scratch, &aside).unwrap();
    fs::create_dir(&scratch).unwrap();
    fs::copy(aside.join("run-0-0"), scratch.join("run-0-0")).unwrap();
    assert!(error(&on_disk).contains("the states are damaged"));
    fs::remove_dir_all(&scratch).unwrap();
    fs::rename(&aside, &scratch).unwrap();
    assert_eq!(output(&on_disk), output("count 6x6 --format json"));
    let left = fs::read_dir(&scratch).unwrap();
    let left = left.map(|file| file.unwrap().file_name().into_string().unwrap());
    assert_eq!(
        left.collect::<BTreeSet<_>>(),
        ["lock", "run-0-0", "run-0-1"].map(String::from).into()
    );
}

#[test]
fn a_second_count_in_a_folder_is_refused_with_the_number_of_the_first() {
    let dir = TempDir::new().unwrap();
    let folder = dir.path().display().to_string();
    let mut lock = fs::File::create(dir.path().join("lock")).unwrap();
    lock.lock().unwrap();
    lock.write_all(b"4711\n").unwrap();
    transcript(&format!(
        "2 count 5x6 --scratch {folder}
           => knightsat: {folder}: process 4711 is counting in this folder: wait for it, or name \
              another folder\\n"
    ));
    drop(lock);
    assert_eq!(
        output(&format!("count 5x6 --scratch {folder}")),
        output("count 5x6")
    );
}

#[test]
fn counts_at_the_same_time_in_one_folder_count_right_or_not_at_all() {
    let dir = TempDir::new().unwrap();
    let args = format!("count 6x6 --closed --scratch {}", dir.path().display());
    let all: Vec<Child> = (0..4).map(|_| start(&args)).collect();
    let ends = all.into_iter().map(|child| {
        let ended = child.wait_with_output().unwrap();
        let [out, err] = [ended.stdout, ended.stderr].map(|text| String::from_utf8(text).unwrap());
        match ended.status.code() {
            Some(0) => assert!(out.starts_with("9862 "), "{out}"),
            code => assert!(
                code == Some(2) && err.contains("is counting in this folder"),
                "{err}"
            ),
        }
        ended.status.success()
    });
    assert!(ends.filter(|&has_counted| has_counted).count() > 0);
}

#[test]
fn a_full_disk_is_named_and_the_count_continues_afterwards() {
    let dir = TempDir::new().unwrap();
    let folder = dir.path().display().to_string();
    let on_disk = format!("count 5x6 --scratch {folder}");
    // Every file of states after the third step is on a full device.
    let buckets = (0..256).map(|bucket| dir.path().join(format!("states-0-0-3.{bucket}")));
    for bucket in buckets.clone() {
        symlink("/dev/full", bucket).unwrap();
    }
    transcript(&format!(
        "2 {on_disk}
           => {folder}: the states cannot be kept here: the disk is full: free some space and run the \
              same command again, which continues after the last finished step\\n"
    ));
    for bucket in buckets {
        let _ = fs::remove_file(bucket);
    }
    assert_eq!(output(&on_disk), output("count 5x6"));
}

#[test]
fn a_full_folder_ends_the_count_and_keeps_the_last_finished_step() {
    let dir = TempDir::new().unwrap();
    let folder = dir.path().display().to_string();
    let (code, out, err) = run(&format!("count 7x7 --scratch {folder} --scratch-limit 1"));
    assert_eq!((code, out.as_str()), (2, ""), "{err}");
    let expected = format!(
        "knightsat: {folder}: the states before and after a step take more than 1 MB: allow more"
    );
    assert_eq!(err.lines().last(), Some(expected.as_str()), "{err}");
    // Of the next step nothing is left.
    assert_eq!(steps(dir.path()).len(), 1);
    let (code, _, err) = run(&format!("count 7x7 --scratch {folder} --timeout 0.1"));
    assert_eq!(code, 3, "{err}");
}
