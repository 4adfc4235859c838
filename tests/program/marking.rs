//! `check --cnf` with several files: a row each, whatever the others are.

use crate::common::compression::packed;
use crate::common::homework::{FAULTS, Homework};
use crate::common::program::{assert_contains, bare, output, run, write};
use crate::common::transcript::{transcript, transcript_in};
use itertools::{Itertools, iproduct};
use knightsat_base::text::harmless;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const MAP: &str = "((i-1)*m+(j-1))*n+k";

/// The textbook formula of 3x4, without comments.
fn textbook() -> String {
    let args = "encode 3x4 --textbook --three-cnf no --no-shortcuts -o -";
    bare(&output(args))
}

/// Returns the formula with more pigeons than holes in fresh variables, which no solver in process
/// can refute in time.
fn endless(formula: &str) -> String {
    let var = |pigeon: usize, hole: usize| 145 + pigeon * 14 + hole;
    let somewhere = (0..15).map(|pigeon| (0..14).map(|hole| var(pigeon, hole)).join(" "));
    let pairs = iproduct!((0..15).array_combinations(), 0..14);
    let apart = pairs.map(|([a, b], hole)| format!("-{} -{}", var(a, hole), var(b, hole)));
    let ours = formula.lines().skip(1);
    let ours = ours.map(|line| line.trim_end_matches(" 0").to_string());
    let clauses = ours.chain(somewhere).chain(apart).collect_vec();
    let (last, len) = (var(14, 13), clauses.len());
    format!("p cnf {last} {len}\n{} 0\n", clauses.iter().format(" 0\n"))
}

/// Exit code, output and messages of a check of a folder for 3x4.
fn mark(folder: &Path, options: &str) -> (i32, String, String) {
    let folder = folder.display();
    let args = format!("check 3x4 --map {MAP} {options} --cnf \"{folder}\"");
    run(&args)
}

#[test]
fn every_submission_has_its_row() {
    let dir = TempDir::new().unwrap();
    let folder = dir.path();
    let right = textbook();
    write(folder, "a right.cnf", &right);
    // That the tour is somewhere at its first step.
    let somewhere = format!("{} 0\n", (1..=12).format(" "));
    assert!(right.contains(&somewhere));
    let wrong = right.replace(" 1728\n", " 1727\n").replace(&somewhere, "");
    write(folder, "b.cnf", &wrong);
    write(folder, "c.cnf", &right[..right.len() / 2]);
    write(folder, "d.cnf", "");
    let special =
        "0 $ ln -s nowhere f.cnf; mkfifo g.cnf; mkdir l; touch formula.py '._a right.cnf'";
    transcript_in(folder, special);
    fs::write(folder.join("h.cnf"), [0, 159, 146, 150, 10, 200]).unwrap();
    let large = "p cnf 4294967295 18446744073709551615\n1 0\n";
    write(folder, "i.cnf", large);
    // More clauses than there is memory for, in a small file.
    let clauses = packed(&b"1 0\n".repeat(1 << 20)).repeat(64);
    let bomb = [packed(b"p cnf 144 67108864\n"), clauses].concat();
    fs::write(folder.join("j.cnf.gz"), bomb).unwrap();
    fs::write(folder.join("k.cnf.gz"), [0x1f, 0x8b, 8, 0, 0]).unwrap();
    write(&folder.join("l"), "\u{1b}]0;\n.dimacs", &right);

    let (code, out, err) = mark(folder, "--memory 96");
    assert_eq!(code, 1, "{out}");
    assert!(err.contains("left out: formula.py (to check"), "{err}");
    assert_eq!(err.lines().count(), 1, "{err}");
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].starts_with("board ") && lines[0].ends_with("models  reason"));
    let expected = "a right.cnf: right:
b.cnf: wrong: at least one square a step is missing for step 1
c.cnf: wrong: further fault
d.cnf: unreadable:
f.cnf: unreadable: : no such file
g.cnf: unreadable:
h.cnf: unreadable:
i.cnf: unreadable:
j.cnf.gz: unknown: memory allocation of
k.cnf.gz: unreadable:
l/\u{1b}]0;\\n.dimacs: right:";
    for (row, line) in expected.lines().zip(&lines[1..]) {
        let (name, rest) = row.split_once(": ").unwrap();
        let (verdict, fault) = rest.split_once(':').unwrap();
        let name = name.replace("\\n", "\n");
        let name = harmless(&name);
        let rest = line.split_once(&*name).expect(&name).1;
        assert!(rest.trim_start().starts_with(verdict), "{name}: {out}");
        assert!(rest.contains(fault.trim_start()), "{name}: {out}");
    }
    let summary = "11 formulas: 2 right, 2 wrong, 6 unreadable, 1 unknown";
    assert_eq!(lines[12..], [summary], "{out}");
}

#[test]
fn rows_come_as_csv_and_as_json_and_one_costs_its_own_time_only() {
    let dir = TempDir::new().unwrap();
    let right = textbook();
    write(dir.path(), "c,d.cnf", &right);
    let none = right.replace("p cnf 144 1728", "p cnf 144 1729") + "0\n";
    write(dir.path(), "none.cnf", &none);
    let check = format!("check 3x4 --map {MAP} --cnf . --format");
    let table = format!(
        r#"1 {check} csv => … | 3x4,open,"./c,d.cnf",,right,144,1728,3752,16,16,…,,,"c,d" | …\
            clause 1729 can never hold: ⊥ (the empty clause),a1 … ! 2 formulas: 1 right, 1 wrong
        1 {check} json => …"verdict":"right","good":true…|…"verdict":"wrong","good":false…\
            "wrong":"no-model"… ! 2 formulas: 1 right, 1 wrong"#
    );
    transcript_in(dir.path(), &table);
    write(dir.path(), "a slow.cnf", &endless(&right));
    let late = format!("1 {check} csv --timeout 2 => …,unknown,…,time limit reached,… ! …");
    transcript_in(dir.path(), &late);
    // A submission without a verdict is not good.
    fs::remove_file(dir.path().join("none.cnf")).unwrap();
    let late = format!("3 {check} json --timeout 2 => …\"good\":false…|…\"good\":true… ! …");
    transcript_in(dir.path(), &late);
}

/// The two open tours of two squares a wazir's move apart, numbered in two ways. One file, checked
/// alone, has the same map; another map comes first. The map of all submissions is for those
/// without one of their own.
#[test]
fn a_map_beside_a_submission_is_its_own() {
    let clauses = r"p cnf 4 6\n1 2 0\n-1 -2 0\n3 4 0\n-3 -4 0\n-1 -3 0\n-2 -4 0\n";
    let check = "check 1x2 --leaper 0,1 --cnf";
    transcript(&format!(
        r"one.cnf = {clauses}
         two.cnf = {clauses}
         one.map = 2*(i-1)+v\n
         two.map = 1 2 a1\n2 2 b1\n3 1 a1\n4 1 b1\n
         0 {check} one.cnf two.cnf => …2 formulas: 2 right
         0 {check} two.cnf
         0 {check} two.cnf --map 2*(2-i)+3-v --format csv
         0 {check} one.cnf two.cnf --map i+v+7
         two.map = 1 2 z9\n
         1 {check} . => …two.map:1:5: z9 is not on the 1x2 board…"
    ));
}

#[test]
fn endings_count_in_any_case_and_other_files_are_named() {
    let dir = TempDir::new().unwrap();
    for name in ["A.CNF", "b.cnf", "kim.txt", "d.MAP"] {
        write(dir.path(), name, "p cnf 1 1\n1 0\n");
    }
    write(dir.path(), "b.map", "i\n");
    let opb = packed(b"* #variable= 1 #constraint= 1\n+1 x1 >= 1 ;\n");
    fs::write(dir.path().join("C.Opb.GZ"), opb).unwrap();
    // Any file that is named is checked.
    let table = "0 $ touch n0.doc n1.doc n2.doc n3.doc n4.doc n5.doc
        0 check 1x1 --map i --cnf . => …3 formulas: 3 right ! .: 7 files without the ending \
            .cnf, .dimacs or .opb left out: kim.txt, n0.doc, n1.doc, n2.doc, n3.doc and 2 more (to \
            check such a file, name it after --cnf)
        0 check 1x1 --map i --cnf . kim.txt => …4 formulas: 4 right ! …";
    transcript_in(dir.path(), table);
}

/// A file that does not exist has not been handed in. A board may follow the files.
#[test]
fn only_what_no_submission_is_to_blame_for_is_an_error() {
    let table = r"t.cnf = p cnf 1 1\n1 0\n
        0 $ mkdir empty
         check 3x4 --cnf empty => …empty: the folder has no file that ends in .cnf, .dimacs or \
           .opb
         check 3x4 --cnf t.cnf t.cnf --map 10*i+ => …--map 10*i+: no such file…
         check 3x4 --cnf t.cnf - => …--cnf -: of several formulas each…
         check 3x4 --cnf t.cnf t.cnf --map - => …-: every check of several…
         check 3x4 --start c9 --cnf t.cnf t.cnf => …c9…
         check 3x4 --cnf t.cnf t.cnf --timeout -1 => …--timeout -1: write a number…
         check 3x4 --cnf t.cnf t.cnf --amo ladder => …--amo is for formulas…
         1 check 1x1 --map i --cnf t.cnf empty/two.cnf => …: 1 right, 1 unreadable
         0 check --map i --cnf t.cnf t.cnf 1x1
         1 check 300x300 --cnf t.cnf t.cnf --map i => …numbers 90000 steps on 90000 squares, \
           and the formula has 1 variable…";
    transcript(table);
}

#[test]
fn the_path_of_a_submission_names_one_of_several_boards() {
    let dir = TempDir::new().unwrap();
    let folder = dir.path().join("4x4");
    fs::create_dir(&folder).unwrap();
    let right = textbook();
    write(dir.path(), "ADA3X4.CNF", &right);
    write(dir.path(), "bob13x4.cnf", &right);
    write(&folder, "eve-3x4.cnf", &right);
    write(&folder, "none.cnf", "p cnf 256 1\n0\n");
    let table = format!(
        "1 check 3x4 4x4 --map {MAP} --format csv --cnf . => … | 3x4,open,./4x4/eve-3x4.cnf,,right,… \
            | 4x4,open,./4x4/none.cnf,,right,… | 3x4,open,./ADA3X4.CNF,,right,… \
            | -,open,./bob13x4.cnf,,unreadable,…names none of 3x4, 4x4\",… ! 4 formulas: …"
    );
    transcript_in(dir.path(), &table);
}

#[test]
fn a_counterexample_is_drawn() {
    let dir = TempDir::new().unwrap();
    let mut work = Homework::new(3, 4);
    FAULTS[0].0(&mut work);
    let file = write(dir.path(), "t.cnf", &work.text());
    let picture = dir.path().join("t.svg");
    let (code, out, _) = run(&format!(
        "check 3x4 --map {MAP} --cnf {file} --svg {}",
        picture.display()
    ));
    assert_eq!(code, 1);
    let words = "\nwrong:\n- at most one step a square is missing for all 12 squares\n";
    assert_contains(&out, words);
    let picture = fs::read_to_string(picture).unwrap();
    assert!(roxmltree::Document::parse(&picture).is_ok(), "{picture}");
    assert_contains(&picture, "a model that is not a tour");
}

/// A command that fails is a row, too.
#[test]
fn a_command_writes_the_formula_of_each_board() {
    let right = textbook().replace('\n', r"\n");
    let check = format!("check 3x3 3x4 --map {MAP} --format csv --submission");
    transcript(&format!(
        r#"3x4 = {right}
         3x3 = p cnf 81 1\n1 0\n
         1 {check} "cat {{m}}x{{n}}" => … | 3x3,open,cat 3x3,,wrong,… | 3x4,open,cat 3x4,,right,…
         1 {check} "echo {{n}}" => … | 3x3,open,echo 3,,unreadable,…echo 3:1:1: expected the header…
         1 {check} "cat {{m}}y{{n}}" => …exit status: 1: cat: 3y3: No such file or directory…
         1 check 1x1 --map i --timeout 1 --submission "sleep 600" => …not finished within 1 s…
         1 check 1x1 --map i --submission ./none => …unreadable…./none: …
          check --map i --submission gen => …name the boards…
          check 1x1 --map i --submission "'" => …write a command such as './gen {{m}} {{n}}'"#
    ));
}
