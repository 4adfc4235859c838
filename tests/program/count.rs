//! `knightsat count` and `encode --count-projected`, as a person meets them, and `--scratch`:
//! killed counts continue, and full folders end them.
#![cfg(target_os = "linux")]

use crate::common::certificates::files;
use crate::common::problem;
use crate::common::program::{self, output, output_with, projected_models, run, solved, write};
use crate::common::transcript::{transcript, transcript_in};
use crate::common::waiting::wait_until;
use itertools::Itertools;
use knightsat::tour::Kind;
use knightsat::tour::board::Board;
use knightsat::tour::tour::Tour;
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// The number of tours from f1 is known for a6, the mirror image.
#[test]
fn the_number_comes_with_what_was_counted_and_the_published_one() {
    let table = r#"0 count 6x6 => 6637920 open tours, directed (knight, 6x6, by frontier) \
            | known: 6637920, OEIS A165134(6): agrees
        0 count 3x10 --closed --format json => …"closed tours, undirected","count":"16",\
            "complete":true,"method":"frontier","known":"16",…"agrees":true…
        0 count 3x10 --closed --start c2 --method search --format json => …"closed tours from c2, \
            undirected","count":"16","complete":true,"method":"search","known":"16",…"agrees":true…
        0 count {10x3 --encoding lazy|3x10 --encoding position --amo ladder} --closed --format json \
            => …"count":"16","complete":true,"method":"enumerate","known":"16",…"agrees":true…
        0 count 6x6 --start f1 --format json => …"known":"524486"…
        0 count 6x6 --start f1 --end e1 --format json => …"known":null…
        0 count 1x1 --closed --method search --format json => …"count":"0"…
        0 count --known 6x6 => 6x6 … 6637920  OEIS A165134(6) | 6x6 …closed tours, undirected … \
            9862 …| 6x6 … from a6, directed … 524486 …
        0 count --known 6x6 --format json => …"rows":[{…"6637920"…},{…"9862"…},{…"524486"…}]}
        0 count --known --closed 6x6 => 6x6    closed tours, undirected … 9862  OEIS A001230(3); \
            OEIS A175881(6)
        0 count --known 8x8 => … 19591828170979904 …OEIS… 13267364410532 …
        0 count --known 7x7 => … 165575218320 …OEIS…"#;
    transcript(table);
    assert_eq!(output("count --known").lines().count(), 294);
}

#[test]
fn limits_make_a_lower_bound_and_time_an_unknown() {
    let table = "0 count 5x5 --limit 10 => at least 10 open tours…
        0 count 5x5 --limit 1728 => 1728 open tours…
        3 count 8x8 --method search --timeout 0.1 => at least…
        3 count 8x8 --timeout 0.1 => unknown: no number of open tours…
        3 count 8x8 --encoding position --timeout 0.5 => at least…
        141 $ set -o pipefail; $0 count 8x8 --enumerate | head -1 => a1 …
        count 8x8 --method frontier --limit 3 => …use --method search or enumerate…
        count 8x8 --method search --amo ladder => …--method enumerate…
        count 40x40 => …more than 35 vertices…
        count => …BOARD…
        count --known --start a1 => …leave…
        count 5x6 --by tuns => --by: 'tuns' is not a statistic: write turns, straight, acute, \
            right, obtuse, bent, crossings, slope+2 or weights(FILE)
        count 5x6 --method frontier --by crossings => …does not support crossings: use --method search or enumerate
        count 5x6 --method frontier --by slope+2 --primes 7 => …without --by…";
    transcript(table);
}

/// The page shows this output. Symmetries that do not keep the request do not count.
#[test]
fn classes_are_counted_with_their_symmetries() {
    let page = include_str!("../../docs/counts.md");
    let shown = page.split("--closed --classes\n").nth(1).unwrap();
    assert_eq!(
        output("count 6x6 --closed --classes"),
        shown.split("```").next().unwrap()
    );
    transcript(
        "0 count 5x5 --classes => 216 classes of open tours, directed, up to 8 symmetries (knight, \
            5x5, by frontier) | 112 undirected, up to 8 symmetries | symmetry …keeps undirected tours | \
            identity …864 | …known: 1728, …agrees
        0 count 5x5 --classes --start a1 => …up to 2 symmetries…
        0 count 3x7 --classes --start a1 => …up to 1 symmetry…
        0 count 5x5 --classes --start a1 --end e5 => …up to 2 symm…undirected, up to 4 symm…
        0 count 3x3 --closed --classes --leaper king => …
        0 count 5x6 --closed --classes --require a1-c2 => …up to 1 symmetry…
        0 count 5x5 --closed --classes => 0 closed tours, undirected (knight, 5x5): …
        count 6x6 --closed --classes --wrap both => …does not support vertices without squares of a flat board…
        count 6x6 --closed --classes --symmetric rot180 => …does not support a symmetry
        count 6x6 --classes --at 7=c3 => …does not support squares at steps
        count 6x12 --closed --classes --blocks 6x6 => …does not support blocks…
        r = a1-c2 or a1-b3
        count 5x6 --closed --classes --with r => …does not support rules about moves…
        count 5x6 --classes {--by turns|--enumerate|--limit 3|--primes 7} => …cannot be used with…
        count 5x6 --classes {--method search|--encoding position|--solver varisat} => …--classes \
            is for --method frontier",
    );
}

#[test]
fn listed_tours_are_distinct_tours() {
    let board: Board = "4x5".parse().unwrap();
    let problem = problem(&board, Kind::Open, Some("a1"), None);
    for route in "|--encoding lazy|--encoding position|--method search".split('|') {
        let (code, out, err) = run(&format!("count 4x5 --start a1 --enumerate {route}"));
        let tours: Vec<&str> = out.lines().collect();
        assert_eq!((code, tours.len()), (0, 32), "{route}");
        assert!(tours.iter().all_unique());
        assert!(err.starts_with("32 open tours from a1"), "{err}");
        for tour in tours {
            let squares = tour.split(' ').map(|name| name.parse().unwrap());
            let steps = squares.map(|square| board.vertex(square).unwrap());
            Tour::verify(&problem, steps.collect()).unwrap();
        }
    }
}

#[test]
fn model_counters_are_told_what_to_project_on() {
    let dir = TempDir::new().unwrap();
    for options in "--directions both|--textbook|--directions both --amo ladder".split('|') {
        let text = output(&format!("encode 3x4 {options} --count-projected"));
        let comments = text.lines().take_while(|line| line.starts_with('c'));
        let (shown, others): (Vec<&str>, Vec<&str>) =
            comments.partition(|line| line.starts_with("c p show "));
        assert!(others.contains(&"c t pmc") && others.iter().all(|line| line.len() < 80));
        // Model counters refuse a second line.
        let shown = shown.into_iter().exactly_one().unwrap();
        let shown = shown["c p show ".len()..].strip_suffix(" 0").unwrap();
        let len = shown.split(' ').count();
        assert_eq!(shown, (1..=len).join(" "));
        assert_eq!(projected_models(&text), 16, "{options}");
        let file = write(dir.path(), "t.cnf", &text);
        output_with(&format!("decode {file} -"), &solved(&file));
    }
}

/// Closed tours of 8x8 have at least four obtuse angles, and four tours have four.
#[test]
fn tours_are_counted_by_a_statistic() {
    transcript(
        "0 count 6x6 --closed --by turns {|--method frontier} => 9862 closed …| turns  tours | … \
            32     18 | … 33    344 | … 34   1816 | … 35   4504 | … 36   3180 | known: 9862, …
        0 count 6x6 --closed --by obtuse => …  tours | … 9      8 | … 24      2 | known…
        0 count 6x6 --closed --by crossings => …  tours | … 52     14 | … 66      8 | known…
        0 count 5x6 --closed --by slope+2 {--method search|--method enumerate|--method frontier} \
            => 8 closed … tours | …  7      4 |       9      4 | known…
        0 count 5x6 --closed --by slope+2 {--encoding lazy|--encoding position} \
            => 8 closed … tours | …  7      4 |       9      4 | known…
        few = obtuse <= 3
        0 count 8x8 --closed --encoding lazy --with few => 0 closed…
        four = obtuse = 4
        0 count 8x8 --closed --encoding lazy --with four => 4 closed…",
    );
}

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

fn start(folder: &Path, args: &str) -> Child {
    let mut command = Command::new(program::path());
    command.args(args.split(' ')).current_dir(folder);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

#[test]
fn a_killed_count_continues_from_its_last_finished_step() {
    let dir = TempDir::new().unwrap();
    let [scratch, aside] = ["states", "aside"].map(|name| dir.path().join(name));
    let on_disk = "count 6x6 --format json --scratch states";
    let mut child = start(dir.path(), on_disk);
    let is_there = || steps(&scratch).iter().any(|&step| step >= 8);
    wait_until("the eighth step", is_there);
    // SIGKILL.
    child.kill().unwrap();
    assert_eq!(child.wait().unwrap().code(), None, "it ended too early");
    // Without the states it cannot continue, and it does not begin again.
    fs::rename(&scratch, &aside).unwrap();
    fs::create_dir(&scratch).unwrap();
    fs::copy(aside.join("run-0-0"), scratch.join("run-0-0")).unwrap();
    let damaged = format!("{on_disk} => …the states are damaged…");
    transcript_in(dir.path(), &damaged);
    fs::remove_dir_all(&scratch).unwrap();
    fs::rename(&aside, &scratch).unwrap();
    let steps = format!("0 count 6x6 --format json > count\n0 {on_disk} => @count");
    transcript_in(dir.path(), &steps);
    assert_eq!(files(&scratch), ["lock", "run-0-0", "run-0-1"]);
}

#[test]
fn counts_at_the_same_time_in_one_folder_count_right_or_not_at_all() {
    let dir = TempDir::new().unwrap();
    let mut lock = fs::File::create(dir.path().join("lock")).unwrap();
    lock.lock().unwrap();
    lock.write_all(b"4711\n").unwrap();
    let refused = "count 5x6 --scratch . => .: process 4711 is counting in this folder: wait for \
        it, or name another folder with --scratch";
    transcript_in(dir.path(), refused);
    drop(lock);
    let table = "0 count 5x6 > count\n0 count 5x6 --scratch . => @count";
    transcript_in(dir.path(), table);
    let dir = TempDir::new().unwrap();
    let all = [(); 4].map(|()| start(dir.path(), "count 6x6 --closed --scratch ."));
    let ends = all.into_iter().map(|child| {
        let ended = child.wait_with_output().unwrap();
        let [out, err] = [ended.stdout, ended.stderr].map(|text| String::from_utf8(text).unwrap());
        let is_refused = err.contains("is counting in this folder");
        match ended.status.code() {
            Some(0) => assert!(out.starts_with("9862 "), "{out}"),
            code => assert!(code == Some(2) && is_refused, "{err}"),
        }
        ended.status.success()
    });
    assert!(ends.filter(|&has_counted| has_counted).count() > 0);
}

/// Without space, and with too little of it.
#[test]
fn a_full_disk_or_folder_is_named_and_the_count_continues_afterwards() {
    // Every file of states after the third step is on a full device.
    let table = "0 count 5x6 > count
        0 $ mkdir f; for bucket in `seq 0 255`; do ln -s /dev/full f/states-0-0-3.$bucket; done
        count 5x6 --scratch f => f: the states cannot be kept here: the disk is full: free some \
            space and run the same command again, which continues after the last finished step
        0 $ rm -f f/states-0-0-3.*
        0 count 5x6 --scratch f => @count";
    transcript(table);
    let dir = TempDir::new().unwrap();
    transcript_in(
        dir.path(),
        "2 count 7x7 --scratch . --scratch-limit 1 => ! ….: the states before and after a step \
            take more than 1 MB: allow more with --scratch-limit",
    );
    // Of the next step nothing is left.
    assert_eq!(steps(dir.path()).len(), 1);
    transcript_in(dir.path(), "3 count 7x7 --scratch . --timeout 0.1");
}
