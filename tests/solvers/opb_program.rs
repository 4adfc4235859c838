//! `encode --format opb`, a pseudo-Boolean solver of others, and `decode`.

use crate::common::cases::cases;
use crate::common::program::{output, output_with, run, write};
use crate::common::required;
use crate::common::transcript::{transcript, transcript_in};
use itertools::Itertools;
use knightsat::solver::external::find;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Writes the problem, and gives the file.
fn encode(dir: &Path, args: &str) -> String {
    let file = dir.join("t.opb").display().to_string();
    output(&format!("encode {args} --format opb -o {file}"));
    file
}

/// The last column has the file of `--with`. Given steps, symmetries and sums are read again with
/// the rest.
#[test]
fn answers_are_decoded_as_tours_with_every_option() {
    if !required::is_usable(find("exact-opb").is_some(), "exact-opb") {
        return;
    }
    let all = r"
        6x6 ¦ 6x6 --closed ¦ 8x8 ¦ 5x5 --start a1 --end c3 ¦ 3x4 --end a1 => a tour
        6x6 --closed --start a1 --end c2 ¦ 6x6 --require a1-b3 --forbid c1-d3 ¦ 1x1 => a tour
        5x5 --at 4=b1 --not-at 9=c2 ¦ 6x6 --closed --symmetric rot180 => a tour
        6x6 --closed --symmetric rot90 => a tour
        6x6 --closed --with a1-c2\nnot c3-e4 or turn(e4)\nturns<=33 => a tour
        5x5 --with a1@9 or not c3-e4\nafter(b3,e5)\nc1->e2 => a tour
        5x6 --closed --start a1 --with e1@3\nafter(b3,e4) ¦ 3x4 --at 4=b1 --not-at 7=c2 => a tour
        4x4 --leaper 0,1 --closed --symmetric rot180 => a tour
        4x4 --leaper 0,1 --closed --at 3=b2 --at 6=c4 => a tour
        3x4 --closed ¦ 1x1 --closed ¦ 5x5 --at 2=c3 ¦ 2x3 --leaper 0,1 --magic => none
        3x4 --with not a1-c2\nnot a1-b3 ¦ 3x4 --with crossings<=2 ¦ 3x4 --at 2=d3 => none
        1x1 --not-at 1=a1 ¦ 2x4 --leaper 0,1 --magic => none";
    let dir = tempfile::tempdir().unwrap();
    for (args, end) in cases(all) {
        let (args, rules) = args.split_once(" --with ").unwrap_or((&args, ""));
        let rules = write(dir.path(), "rules.txt", rules);
        let args = format!("{args} --with {rules}");
        let file = encode(dir.path(), &args);
        let mut solver = Command::new("exact-opb");
        let output = solver.args([&file, "300"]).output().unwrap();
        assert!(output.status.success(), "{args}: {output:?}");
        let answer = String::from_utf8(output.stdout).unwrap();
        let result = write(dir.path(), "result", &answer);
        let (code, out, err) = run(&format!("decode {file} {result} --format moves"));
        let expected = i32::from(end == "none");
        assert_eq!((code, err.as_str()), (expected, ""), "{args}: {out}");
        if code == 0 {
            output_with(&format!("verify {args} -"), &out);
        }
    }
}

#[test]
fn wrong_answers_and_files_are_told_apart() {
    let dir = tempfile::tempdir().unwrap();
    let file = encode(dir.path(), "3x4");
    let text = fs::read_to_string(&file).unwrap();
    let other = text.replace("board = \"3x4\"", "board = \"3x5\"");
    write(dir.path(), "other.opb", &other);
    let all = |sign: &str| -> String { (1..=130).map(|v| format!(" {sign}x{v}")).collect() };
    transcript_in(
        dir.path(),
        &format!(
            "decode t.opb - < s SATISFIABLE\\nv{} => standard input: no model of t.opb: \
                constraint 1 does not hold…
             decode t.opb - < s SATISFIABLE\\nv x1\\n => …and constraint 1 does not hold…
             decode t.opb - < s SATISFIABLE\\nv{} x131 => …literal x131 is beyond the formula's \
                 130 variables…
             3 decode t.opb - < s UNKNOWN\\n
             decode other.opb - < s SATISFIABLE\\nv x1\\n => …130 variables, and the constraints \
                 of this tour have…",
            all("-"),
            all("")
        ),
    );
}

#[test]
fn a_file_of_ours_is_checked_with_and_without_its_board() {
    for format in ["opb", "dimacs"] {
        let rows = "
            0 encode 3x4 --start a1 --format FORMAT -o file
            0 check --cnf file
            0 check 3x4 --start a1 --cnf file
            check 3x4 --closed --cnf file => …names the closed knight's tour of 3x4: leave…
            check 3x5 --start a1 --cnf file => …names the open knight's tour of 3x5: leave…
            check 3x4 --cnf file => file: it describes itself as the open knight's tour of 3x4, \
                and the command line names other options of the tour: leave the BOARD and the \
                options of the tour out";
        transcript(&rows.replace("FORMAT", format));
    }
}

#[test]
fn what_opb_cannot_say_is_refused_and_its_faults_are_linted() {
    let dir = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(encode(dir.path(), "3x4 --closed")).unwrap();
    write(dir.path(), "bad.opb", &text.replacen("= 2 ;", "= 2", 1));
    transcript_in(
        dir.path(),
        "encode 3x4 --format opb --encoding order => --format opb is one formula…
         encode 3x4 --format opb --map m => --map is for DIMACS…
         encode 3x4 --format opb --solve => --format opb is for pseudo-Boolean solvers…
         sizes 3x4 --opb --encoding order => --opb is one formula…
         0 lint t.opb
         1 lint bad.opb => …: error: opb: expected ';', found '1'…
         lint --fix bad.opb => …--fix and --format json are for DIMACS, not for OPB",
    );
    assert_eq!(output(&format!("lint {}/t.opb", dir.path().display())), "");
}

#[test]
fn check_reads_opb_too() {
    for (args, models) in cases(
        "3x4 => 8 models
        3x4 --closed => 0 models
        3x4 --at 4=b1 --not-at 7=c2 => 2 models
        4x4 --leaper 0,1 --closed --symmetric rot180 => 4 models
        1x1 => 1 model",
    ) {
        transcript(&format!(
            "0 encode {args} --format opb -o t.opb
             0 check --cnf t.opb => …sound     good   {models}…"
        ));
    }
    let dir = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(encode(dir.path(), "3x4")).unwrap();
    // Without the sums of the flow every two-factor is a model.
    let is_balance = |line: &&str| line.starts_with(['-', '1']) && line.ends_with(" >= 1 ;");
    let trivial = "1 x1 >= 0 ;";
    let kept = |line| if is_balance(&line) { trivial } else { line };
    let without = text.lines().map(kept).join("\n") + "\n";
    write(dir.path(), "without.opb", &without);
    // The last one says that the first edge of a corner is not taken.
    let (first, more) = text.split_once(" #constraint= 52\n").unwrap();
    let more = format!("{first} #constraint= 53\n{more}2 ~x1 +1 x2 >= 2 ;\n");
    write(dir.path(), "more.opb", &more);
    transcript_in(
        dir.path(),
        "1 check --cnf without.opb => …a model that is not a tour: …
         1 check --cnf more.opb => …a tour that is not a model: it violates a constraint | …  \
             constraint 53: 2 ~x1 1 x2 >= 2…",
    );
}

/// One vertex at a step is not enough for a path of three; a map gives the meaning of the
/// variables.
#[test]
fn check_reads_constraints_of_others() {
    let sums = "123 456 789 147 258 369".split(' ').map(|places| {
        let terms = places.chars().map(|place| format!("1 x{place} "));
        format!("{}= 1 ;\\n", terms.format(""))
    });
    let sums = sums.collect::<String>();
    let map = (0..9).map(|k| format!("x{} {} {}\\n", k + 1, k / 3 + 1, k % 3 + 1));
    transcript(&format!(
        r"graph = p edge 3 2\ne 1 2\ne 2 3\n
        map = {}
        t.opb = * #variable= 9 #constraint= 6\n{sums}
        1 check --graph graph --cnf t.opb --map map
        t.opb = * #variable= 9 #constraint= 7\n{sums}1 x5 >= 1 ;\n
        0 check --graph graph --cnf t.opb --map map",
        map.format("")
    ));
}

#[test]
fn sizes_are_those_of_the_file() {
    let dir = tempfile::tempdir().unwrap();
    for args in ["3x4", "5x5 --closed --at 3=c3", "3x4 --magic", "1x1"] {
        let file = encode(dir.path(), args);
        let text = fs::read_to_string(&file).unwrap();
        let out = output(&format!("sizes {args} --opb --format csv"));
        let total: Vec<&str> = out.lines().last().unwrap().split(',').collect();
        let lines = text.lines().filter(|line| !line.starts_with('*'));
        let literals: usize = lines.map(|line| line.matches('x').count()).sum();
        let header = text.lines().next().unwrap();
        let expected = format!("* #variable= {} #constraint= {}", total[7], total[8]);
        assert_eq!(header, expected, "{args}");
        // A sum of nothing is written as 0 x1.
        let empty = text.matches("\n0 x1 ").count();
        assert_eq!(total[9], (literals - empty).to_string(), "{args}");
        assert_eq!(total[10], text.len().to_string(), "{args}");
    }
}
