//! `prove` with the formats of the lab.

use crate::common::program;

use program::{run, run_with, write};
use tempfile::TempDir;

/// A star, a path with a hub, and a bipartite graph, their edges in no order.
const GRAPHS: [&str; 3] = [
    "p edge 4 3\ne 1 4\ne 1 3\ne 1 2\n",
    "p edge 5 6\ne 5 3\ne 2 1\ne 4 3\ne 3 1\ne 2 3\ne 5 4\n",
    "p edge 7 8\ne 7 1\ne 5 2\ne 6 3\ne 5 1\ne 7 2\ne 6 1\ne 5 4\ne 7 3\n",
];

#[test]
fn a_problem_with_an_objective_is_decoded_like_one_without() {
    let dir = TempDir::new().unwrap();
    let name = dir.path().join("best").display().to_string();
    let prove = format!("prove 5x6 --closed --minimize turns --proof-format pbp -o {name}");
    let (code, _, err) = run(&prove);
    assert_eq!(code, 0, "{err}");
    // The last solution of the proof is the tour.
    let proof = std::fs::read_to_string(format!("{name}/proof.pbp")).unwrap();
    let mut solutions = proof.lines().filter_map(|line| line.strip_prefix("soli "));
    let literals = solutions.next_back().unwrap().trim_end_matches(';');
    let answer = format!("s OPTIMUM FOUND\nv {}\n", literals.replace('~', "-"));
    let (code, out, err) = run_with(&format!("decode {name}/problem.opb -"), &answer);
    assert_eq!(code, 0, "{err}");
    assert_eq!(run_with("verify 5x6 --closed -", &out).0, 0);
}

#[test]
fn textbook_certificates_of_unsorted_graphs_are_valid() {
    let dir = TempDir::new().unwrap();
    for (nth, text) in GRAPHS.iter().enumerate() {
        let graph = write(dir.path(), &format!("graph{nth}"), text);
        for more in ["", "--closed", "--closed --forbid 1-2", "--at 2=1,3=4"] {
            let folder = dir
                .path()
                .join(format!("{nth}{more}"))
                .display()
                .to_string();
            let folder = folder.replace(' ', "");
            let args = format!("--graph {graph} {more}");
            let (code, out, err) = run(&format!("prove {args} --textbook -o {folder}"));
            if code == 0 && !err.contains("no move") {
                let verified = run(&format!("verify {args} --certificate {folder}"));
                assert_eq!((verified.0, verified.2.as_str()), (0, ""), "{args} {out}");
            } else {
                assert!(code == 1 || code == 2, "{args}: {out} {err}");
            }
        }
    }
}

#[test]
fn textbook_formulas_of_symmetric_tours_are_refuted_without_counting_squares() {
    let dir = TempDir::new().unwrap();
    let board = write(dir.path(), "board", "#...#\n.....\n..#..\n.....\n#...#\n");
    let args = format!("{board} --closed --symmetric rot180");
    let folder = dir.path().join("certificate").display().to_string();
    let (code, out, err) = run(&format!("prove {args} --textbook -o {folder}"));
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let (code, out, _) = run(&format!("verify {args} --certificate {folder}"));
    assert!(code == 0 && out.starts_with("valid"), "{out}");
}
