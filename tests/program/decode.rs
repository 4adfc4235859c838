//! decode: every formula and answer becomes a verified tour, or the guilty file is named. Recorded
//! outputs of solvers, in fixtures/results, are read whole and not in part.

use crate::common::cases::{assert_message, cases};
use crate::common::program::{self, assert_contains, bare, output, run, solved, write};
use crate::common::transcript::{transcript, transcript_in};
use itertools::Itertools;
use knightsat::cnf::Answer;
use knightsat::cnf::dimacs::result;
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

const TOUR: [i32; 12] = [1, 7, 9, 2, 8, 10, 3, 5, 11, 4, 6, 12];

/// Without its comments, the formula needs the options.
#[test]
fn every_formula_that_is_solved_decodes_to_its_tour() {
    let table = "rules = a1-b3 + a1-c2 + b1-a3 + b1-c3 + b1-d2 + c1-a2 + c1-b3 <= 5\\n
        towns = Екатеринбург B\\nB C\\nC Екатеринбург\\n";
    let dir = transcript(table);
    for problem in "3x4 --with rules|--graph towns --closed|3x4 --start a1".split('|') {
        let options = format!("--board {problem}").replace("--board --", "--");
        for encoding in ["position", "order", "textbook"] {
            let encode = format!("0 encode {problem} --encoding {encoding} -o t.cnf");
            transcript_in(dir.path(), &encode);
            let formula = fs::read_to_string(dir.path().join("t.cnf")).unwrap();
            write(dir.path(), "plain.cnf", &bare(&formula));
            let steps = format!(
                "10 sat t.cnf > answer
                0 decode t.cnf answer --format moves > tour
                0 decode plain.cnf answer {options} --encoding {encoding} --format moves => @tour
                0 verify {problem} tour"
            );
            transcript_in(dir.path(), &steps);
        }
    }
}

#[test]
fn decode_names_who_is_at_fault() {
    // A right formula with a numbering of its own, and a tour.
    let steps = (0..).zip(TOUR);
    let signed = |step, v| (1..=12).map(move |w| (step * 12 + w) * if v == w { 1 } else { -1 });
    let lits = steps.flat_map(|(step, v)| signed(step, v)).collect_vec();
    let table = r#"open.cnf = c knightsat board = "1x2"\np cnf 4 1\n1 0\n
        odd.cnf = c knightsat board = "3x4"\nc knightsat hue = "blue"\np cnf 144 0\n
        three.cnf = c knightsat board = "1x1"\nc knightsat encoding = "position"\np cnf 3 2\n\
            1 2 0\n-1 2 3 0\n
        0 encode 3x4 --textbook --start a1 -o t.cnf
        0 encode 4x4 -o 4x4.cnf
        sat = SAT\n1 0\n
        unsat = UNSAT\n
        bare = 1 -2 -3 0\n"#;
    let dir = transcript(table);
    let path = dir.path();
    let formula = fs::read_to_string(path.join("t.cnf")).unwrap();
    write(path, "plain.cnf", &bare(&formula));
    let own = format!("p cnf 144 144\n{} 0\n", lits.iter().format(" 0\n"));
    write(path, "own.cnf", &own);
    let model = format!("SAT\n{} 0\n", lits.iter().format(" "));
    write(path, "own", &model);
    let table = r"
decode t.cnf - < s SATISFIABLE\nv 1 2 => …:3:1: the values end without their closing 0…
decode t.cnf - < v 1 9999 0 => …:1:5: literal 9999 is beyond the formula's…
decode t.cnf - < v 1 2 x 0 => …:1:7: 'x' is not a literal…
decode t.cnf - < 0 1 -2 3 => …variables are counted from 1…
decode t.cnf - < v 1 -2 -3 0 => standard input: no model of …
decode t.cnf - < v 1 2 0 => …it violates clause 1: -1 -2 0…
decode plain.cnf sat => plain.cnf does not describe itself: name its problem, with \
    --board …
decode plain.cnf sat --board 8x8 --textbook => …is it a formula of another board…
decode t.cnf sat --board 8x8 => …describes itself…
decode open.cnf - < v 1 4 0 => open.cnf: not the formula of the open knight's tour of 1x2: \
    the result satisfies every clause: the model is not a tour: from step 1 to 2, a1 to b1 is not a \
    move
decode open.cnf - < v 1 0 => …the model has no square for step 2…
decode open.cnf - < v 1 2 3 0 => …the model has two squares for step 1…
decode odd.cnf unsat => odd.cnf:2:1: 'hue' is unknown here…
decode three.cnf - < v 1 0 => …only true variables are listed: write each false variable v as -v; \
    variables 2, 3 have no value, so clause 2 is undecided: -1 2 3 0
decode three.cnf - < v 1 -2 -3 0 => …it violates clause 2: -1 2 3 0
decode three.cnf - < v 1 -2 0 => …variable 3 has no value…
decode own.cnf own --board 3x4 => …name it, as in --map '(i-1)*12+v'
0 decode own.cnf own --board 3x4 --map (i-1)*12+v --format moves => a1 c2 a3 …
1 decode 4x4.cnf unsat => no open knight's tour of 4x4: the formula is unsatisfiable \
    (unverified answer of unsat)
decode t.cnf unsat => no open knight's tour of 3x4 (unverified answer of unsat): this is \
    wrong, 2 such tours are known (computed)
3 decode t.cnf - < s UNKNOWN => unknown: no open knight's tour of 3x4 found: the solver answered \
    unknown
decode {sat|bare} t.cnf => t.cnf: a formula, not a solver's answer: write the formula first: \
    decode t.cnf …
decode t.cnf t.cnf => …expected a verdict, values or a list…
decode missing t.cnf => missing: no such file
";
    transcript_in(path, table);
}

/// A formula of others: square v, numbered from 1, at step i is variable 100·i + v.
fn foreign_3x4() -> String {
    let text = bare(&output("encode 3x4 --textbook --three-cnf no"));
    let other = |word: &str| match word.parse::<i32>().unwrap() {
        0 => 0,
        lit => lit.signum() * (100 * ((lit.abs() - 1) / 12 + 1) + (lit.abs() - 1) % 12 + 1),
    };
    let lines = text.lines().skip(1);
    let lines = lines.map(|line| line.split(' ').map(other).join(" ") + "\n");
    format!("p cnf 1212 1728\n{}", lines.format(""))
}

#[test]
fn formulas_of_others_are_decoded_by_their_map() {
    let dir = TempDir::new().unwrap();
    let path = dir.path();
    let cnf = write(path, "t.cnf", &foreign_3x4());
    let model = solved(&cnf);
    let numbers = model.trim_start_matches("SAT\n").trim_end_matches(" 0\n");
    let mut last = numbers.split(' ');
    let last = last.find(|n| n.parse::<i32>().unwrap() > 1200).unwrap();
    write(path, "t.out", &model);
    let list = format!("[{}]\n", numbers.replace(' ', ", "));
    write(path, "t.list", &list);
    write(path, "short", &model.replace(&format!(" {last} "), " "));
    let table = r"
t.map = 100*i+v\n
decode --map {100*i+v|t.map|-} --board 3x4 t.cnf {t.out|t.list} --format moves \
    || 0 verify 3x4 - < 100*i+v\n
decode --map 100*i+v t.cnf t.out => …name the board of the formula too…
decode --map 100*i+v --board 3x5 t.cnf t.out => …would be variable 1213…
decode --map 100*i+v --board 3x4 --closed t.cnf t.out => …not the formula of the closed knight's \
    tour of 3x4, or not this map: …
decode --map x.map --board 3x4 t.cnf t.out => …no such file, and no valid expression…
decode --map 100*i+v --board 3x4 --encoding order t.cnf t.out => …leave out the options of our \
    formulas…
decode --map - --board 3x4 t.cnf - => …- stands for standard input twice…
3 decode --map 100*i+v --board 3x4 t.cnf - < None => unknown…
decode --map 100*i+v --board 3x4 t.cnf short => …variable LAST has no value…
";
    transcript_in(path, &table.replace("LAST", last));
}

const SOLVERS: &str = "minisat cadical kissat picosat cryptominisat5 z3 clasp";

fn fixture(name: &str) -> PathBuf {
    program::root().join("fixtures").join(name)
}

fn read(text: &str, variables: u32) -> Option<Answer> {
    result::read(text.as_bytes(), "r", variables).ok()
}

#[test]
fn recordings_of_every_solver_are_read_whole_and_not_in_part() {
    let files = fs::read_dir(fixture("results")).unwrap();
    assert_eq!(files.count(), 3 * SOLVERS.split(' ').count());
    for solver in SOLVERS.split(' ') {
        let file = |kind| fixture(&format!("results/{solver}-{kind}.txt"));
        for (kind, cnf, expected) in [("sat", "3x4", 0), ("unsat", "3x3-textbook", 1)] {
            let cnf = fixture(&format!("golden/{cnf}.cnf"));
            let (cnf, result) = (cnf.display(), file(kind));
            let args = format!("decode {cnf} {} --format moves", result.display());
            let (code, out, err) = run(&args);
            assert_eq!((code, err.as_str()), (expected, ""), "{solver} {kind}");
            let moves = out.split_ascii_whitespace().count();
            assert!(kind == "unsat" || moves == 12, "{solver}: {out}");
        }
        // The formula is too large to be kept; its values were never printed.
        let text = fs::read_to_string(file("interrupted")).unwrap();
        assert_eq!(read(&text, 1 << 20), Some(Answer::Unknown), "{solver}");
        let text = fs::read_to_string(file("sat")).unwrap();
        assert!(read(&text, 83).is_some(), "{solver}");
        // Every end within the values, that of the line of the last one included.
        let values = text.find("v 1 ").or(text.find("1 2 ")).unwrap();
        let ends = ["83 ", "83\n"].map(|last| text[values..].find(last));
        let last = values + ends.into_iter().flatten().min().unwrap();
        for end in values + 4..last {
            assert_eq!(read(&text[..end], 83), None, "{solver} cut at {end}");
        }
    }
}

/// The first row is clasp, stopped while it reads.
#[test]
fn solvers_ways_to_say_the_same_are_known() {
    for (text, expected) in cases(
        r"s UNSATISFIABLE\nc INTERRUPTED : 1\n => Some(Unknown)
        timeout\n => Some(Unknown)
        c UNKNOWN\ns UNSATISFIABLE\n => Some(Unsatisfiable)
        c x\n => None
        s SATISFIABLE\nv 3 1 2 \n => None
        s SATISFIABLE\nv 1 2\nv 3 \n => None
        v 1 2 3 \n => None
        timeout\ns UNSATISFIABLE\n => None
        s SATISFIABLE\nv 1 -2 3 \n => Some(Satisfiable(…
        v 3\nv 1 -2 0\ns SATISFIABLE\n => Some(Satisfiable(…",
    ) {
        assert_message(&format!("{:?}", read(&text, 3)), &expected, &text);
    }
}

/// A two-factor of 3x4 is no tour: its cycles are drawn.
#[test]
fn decode_draws_the_cycles_of_a_two_factor() {
    let dir = TempDir::new().unwrap();
    let encode = "encode 6x6 --closed --encoding lazy -o";
    let cnf = write(dir.path(), "t.cnf", &output(&format!("{encode} -")));
    let answer = write(dir.path(), "t.out", &run(&format!("sat {cnf}")).1);
    let table = "2 decode t.cnf t.out --svg t.svg => …";
    let picture = dir.path().join("t.svg");
    let (code, _, err) = run(&format!(
        "decode {cnf} {answer} --svg {}",
        picture.display()
    ));
    if code == 0 {
        // By chance the two-factor is a single cycle.
        return transcript_in(dir.path(), &table.replacen('2', "0", 1));
    }
    assert_eq!(code, 2, "{err}");
    let picture = fs::read_to_string(picture).unwrap();
    assert!(roxmltree::Document::parse(&picture).is_ok(), "{picture}");
    assert_contains(&picture, "a model that is not a tour");
}
