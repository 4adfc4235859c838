//! Every argument that names an input × every form of a good file gives the same answer, and ×
//! every kind of bad file one line that names it.
#![cfg(target_os = "linux")]

use crate::common::compression::{ENDINGS, compress};
use crate::common::program::{self, bare, has, knightsat, write};
use crate::common::transcript::{transcript, transcript_in};
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

const TOUR: &str = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3\n";

/// Arguments that name an input, `@`, with its kind. `DIR` contains a formula, its answer, and a
/// textbook formula without comments. The answers of those of kind `none` contradict known numbers.
const READERS: &str = include_str!("tables/readers.txt");

/// Returns a folder with good files.
fn folder() -> TempDir {
    let table = r"board = ....\n....\n....\n
        graph = p edge 3 3\ne 1 2\ne 2 3\ne 1 3\n
        rules = a1-c2\n
        map = v+(i-1)*N\n
        unsat = unsat\n
        0 encode 3x4 -o t.cnf
        10 sat t.cnf > answer
        0 encode 3x4 --textbook -o textbook.cnf
        10 sat textbook.cnf > textbook
        t.opb = * #variable= 1 #constraint= 1\n1 x1 >= 1 ;\n
        0 encode 3x4 --format smt2 -o t.smt2";
    let dir = transcript(table);
    write(dir.path(), "tour", TOUR);
    write(dir.path(), "plain.cnf", &bare(&good(dir.path(), "formula")));
    dir
}

/// The readers of this program: exit code, kind and arguments.
fn readers(dir: &Path) -> Vec<(i32, &'static str, String)> {
    let dir = dir.display().to_string();
    let reader = |line: &'static str| {
        let (code, line) = line.split_once(' ').unwrap();
        let (kind, args) = line.split_once(' ').unwrap();
        has(args).then(|| (code.parse().unwrap(), kind, args.replace("DIR", &dir)))
    };
    READERS.lines().filter_map(reader).collect()
}

fn good(dir: &Path, kind: &str) -> String {
    let name = match kind {
        "formula" | "formulas" | "compared" => "t.cnf",
        "opb" => "t.opb",
        "smt" => "t.smt2",
        kind => kind,
    };
    fs::read_to_string(dir.join(name)).unwrap()
}

/// Returns the arguments with this file as `@`.
fn naming(args: &str, file: &OsStr) -> Vec<OsString> {
    let words = args.split_whitespace();
    let words = words.map(|word| if word == "@" { file } else { OsStr::new(word) });
    words.map(OsStr::to_owned).collect()
}

/// Returns the exit code and both outputs, with single blanks, and `@` for the name of the input.
fn outcome(args: &str, file: &Path, input: &[u8]) -> (i32, String) {
    let mut command = knightsat("");
    command.args(naming(args, file.as_os_str()));
    let output = command.write_stdin(input).output().unwrap();
    let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    let names = [file.as_os_str(), file.file_name().unwrap()].map(OsStr::to_string_lossy);
    let names = names.iter().filter(|name| **name != "-");
    let text = names.fold(text, |text, name| text.replace(&**name, "@"));
    let text = text.replace("standard input", "@");
    let words: Vec<&str> = text.split_whitespace().collect();
    (output.status.code().unwrap(), words.join(" "))
}

#[test]
fn the_form_of_a_good_file_does_not_matter() {
    let dir = folder();
    let new = dir.path().join("new");
    // No name is UTF-8.
    let file = dir.path().join(OsStr::from_bytes(b"caf\xe9"));
    for (code, kind, args) in readers(dir.path()) {
        let run = |file: &Path, input: &[u8]| {
            let _ = fs::remove_dir_all(&new);
            let (code, text) = outcome(&args, file, input);
            // These measure times, and choose at random.
            let is_stable = !args.starts_with("compare") && !args.starts_with("puzzle");
            (code, if is_stable { text } else { String::new() })
        };
        let text = good(dir.path(), kind);
        let mut forms = vec![
            ("a mark", format!("\u{feff}{text}").into_bytes()),
            ("returns", text.replace('\n', "\r\n").into_bytes()),
        ];
        for ending in ENDINGS {
            let path = dir.path().join(format!("t.{ending}"));
            compress(&path, text.as_bytes());
            forms.push((ending, fs::read(path).unwrap()));
        }
        fs::write(&file, &text).unwrap();
        let plain = run(&file, b"");
        assert_eq!(plain.0, code, "{args}: {plain:?}");
        let is_wrong = plain.1.contains("this is wrong, 16 such tours are known");
        assert_eq!(is_wrong, code == 2, "{args}: {plain:?}");
        if !args.starts_with("compare") && kind != "rules" {
            let streamed = run(Path::new("-"), text.as_bytes());
            assert_eq!(streamed, plain, "{args}: standard input");
        }
        for (form, bytes) in forms {
            fs::write(&file, bytes).unwrap();
            let found = run(&file, b"");
            if (&args[..], kind, form) == ("lint @", "formula", "a mark") {
                assert_eq!(found.0, 1, "{found:?}");
                let finding = "@:1:1: error: byte-order-mark: a byte order mark of UTF-8";
                assert!(found.1.contains(finding), "{found:?}");
                continue;
            }
            assert_eq!(found, plain, "{args}: {form}");
        }
    }
}

/// Bad files: the kinds of their readers, if not any, and a part of the fault. The first row holds.
const BAD: &str = include_str!("tables/inputs.txt");

/// Returns a part of the error about a bad file.
fn fault_of(kind: &str, bad: &str) -> Option<&'static str> {
    BAD.trim().lines().find_map(|row| {
        let mut parts = row.splitn(3, ": ");
        let [files, kinds, fault] = [(); 3].map(|()| parts.next().unwrap());
        let has = |list: &str, word| list.split(' ').any(|one| one == word);
        (has(files, bad) && (kinds.is_empty() || has(kinds, kind))).then_some(fault)
    })
}

#[test]
fn every_bad_file_is_named_in_one_line() {
    let dir = folder();
    let path = dir.path();
    let at = |name: &str| path.join(name).display().to_string();
    transcript_in(path, "0 $ mkdir folder; touch empty");
    write(path, "red", &"\u{1b}[2J".repeat(5_000));
    write(path, "long", &"x".repeat(70_000));
    write(path, "packed", "BZh91AY&SY");
    compress(&path.join("t.gz"), TOUR.as_bytes());
    let bytes = fs::read(path.join("t.gz")).unwrap();
    fs::write(path.join("cut.gz"), &bytes[..bytes.len() / 2]).unwrap();
    let files = |row: &'static str| row.split(": ").next().unwrap().split(' ');
    let bad: BTreeSet<&str> = BAD.trim().lines().flat_map(files).collect();
    for (_, kind, args) in readers(path) {
        for &bad in &bad {
            // Contents are no errors, but findings; and no rule is a rule.
            let is_content = ["empty", "red", "long"].contains(&bad);
            if is_content && (args.starts_with("lint") || kind == "rules" && bad == "empty") {
                continue;
            }
            let is_inside = !bad.starts_with(['/', '-']);
            let file = if is_inside { at(bad) } else { bad.into() };
            let input = if bad == "-" { "/dev/zero" } else { "/dev/null" };
            let message = fault(input, &args.replace('@', &file));
            let fault = fault_of(kind, bad).unwrap();
            assert!(message.contains(fault), "{args} {bad}: {message}");
            let is_named = !is_inside || message.contains(&file);
            assert!(is_named && !message.contains('\u{1b}'), "{args}: {message}");
        }
    }
    let red = fs::read_to_string(path.join("red")).unwrap();
    for (text, args) in [
        (format!("{{\"{red}\": 1}}"), "verify 3x4 "),
        (format!("p edge 3 1\n{red}\n"), "solve --graph "),
        (format!("TYPE : {red}\n"), "solve --graph "),
        (format!("p {red}\n"), "sat "),
    ] {
        let args = args.to_string() + &write(path, "quoted", &text);
        let message = fault("/dev/null", &args);
        assert!(!message.contains('\u{1b}'), "{args}: {message}");
    }
}

/// Runs a command with little memory, and returns its only line. It ends with exit code 2.
fn fault(stdin: &str, args: &str) -> String {
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -v 1000000; exec \"$0\" \"$@\""]);
    shell.arg(program::path()).args(args.split(' '));
    shell.stdin(File::open(stdin).unwrap());
    let message = program::fault(&shell.output().unwrap(), args);
    assert!(!message.contains("out of memory"), "{args}: {message}");
    // The name of a file, our words, and a quotation.
    assert!(message.chars().count() < 500, "{args}: {message}");
    message
}

#[test]
fn no_name_brings_control_characters_to_the_terminal() {
    let dir = TempDir::new().unwrap();
    let name = OsStr::from_bytes(b"red\x1b[31m\x07\xc2\x9b\xe2\x80\xae.cnf");
    let file = dir.path().join(name);
    fs::write(&file, "p cnf 1 2\n1 0\n").unwrap();
    let missing = file.with_extension("no");
    let word = OsStr::new("\u{1b}[31ma");
    for (args, name) in [
        ("lint @", file.as_os_str()),
        ("sat @", file.as_os_str()),
        ("sat @", missing.as_os_str()),
        ("solve @", missing.as_os_str()),
        ("solve @", file.as_os_str()),
        ("solve 5x5 --solver @", missing.as_os_str()),
        ("verify 5x5 @", file.as_os_str()),
        ("check 3x4 --cnf @", file.as_os_str()),
        ("prove 4x4 -o @", dir.path().join("\u{1b}c").as_os_str()),
        ("solve 5x5 --start @", word),
        ("encode 3x4 --encoding @", word),
        ("@", word),
        ("solve 5x5 @", OsStr::new("--\u{1b}[31mclosed")),
    ] {
        let output = knightsat("").args(naming(args, name)).output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text);
        let harmful = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
        let is_harmless = !text.is_empty() && !text.contains(harmful);
        assert!(is_harmless, "{args}: {text:?}");
    }
    // A document contains the name itself.
    let output = knightsat("lint --format json").arg(&file).output().unwrap();
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["file"].as_str(), file.to_str());
}
