//! The formula in words, and other words that people read.

use crate::common::compression::ENDINGS;
use crate::common::{program, transcript};

use itertools::Itertools;
use program::{output, run};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use transcript::transcript;

#[test]
fn every_group_of_every_formula_is_put_into_words() {
    let all = "
        3x4 --textbook --start a1 --end d3 ¦ 3x4 --directions one ¦ 5x6 --closed --directions one
        6x6 --closed --symmetric rot90 ¦ 5x5 --closed ¦ 1x2 --closed --textbook
        5x6 --closed --encoding binary --start a1 --end b3
        6x6 --closed --symmetric rot180 --encoding binary ¦ 4x5 --encoding order --variables arcs
        4x5 --encoding order ¦ 4x5 --encoding distance
        6x6 --closed --encoding adder --directions one ¦ 6x6 --closed --encoding lfsr
        6x6 --encoding crt ¦ 6x6 --encoding elimination ¦ 3x4 --encoding lazy";
    for args in all.trim().split(['\n', '¦']) {
        let out = output(&format!("encode {} --format words", args.trim()));
        // The size of the whole, then those of the groups, each with its meaning in the next line.
        let mut lines = out.lines().peekable();
        let mut sizes = Vec::new();
        while let Some(line) = lines.next() {
            let Some((before, _)) = line.split_once(" clause") else {
                continue;
            };
            if line.contains(" literal") {
                let size = before.rsplit(' ').next().unwrap();
                sizes.push(size.parse::<u64>().unwrap());
            }
            if sizes.len() > 1 && line.contains(": ") && !line.starts_with(' ') {
                let what = lines.next().unwrap_or_default();
                let is_meaning = what.starts_with("  ") && what.ends_with(':');
                assert!(is_meaning, "{args}\n{out}");
            }
        }
        assert!(sizes.len() > 1, "{args}\n{out}");
        assert_eq!(sizes[0], sizes[1..].iter().sum::<u64>(), "{args}\n{out}");
    }
}

#[test]
fn formulas_read_as_in_the_textbook() {
    transcript(
        "0 encode 3x3 --textbook --format words => The open knight's tour of 3x3 as a formula, \
            --encoding textbook | …|   Σ_v x[i][v] ≤ 1 for every i |     ¬x[1][a1] ∨ ¬x[1][b1] |…\
            |     ¬x[1][a1] ∨ x[2][c2] ∨ x[2][b3] |…|     x[1][a1] ∨ x[1][b1] ∨ z82 |…
        0 encode 3x4 --encoding lazy --format words => …|     e[a1,b3] ∨ e[a1,◦] |…
        0 encode 3x4 --encoding adder --format words => …|     ¬a[a1,c2] ∨ ¬a[c2,a1] |…
        0 encode 3x4 --encoding binary --format words => …|     ¬x[1,1] ∨ ¬x[1,0] |…",
    );
    let words = output("encode 3x4 --encoding adder --format words");
    assert!(!words.contains("x[N]"), "{words}");
}

/// A proof found is success, so that it can be checked next. `render` draws other paths too.
#[test]
fn reasons_and_refusals_are_plain_sentences() {
    transcript(
        "1 verify 3x4 - < a1 c2 => ! standard input: not an open knight's tour of 3x4:…
        1 verify 3x4 --closed - < a1 c2 => ! …not a closed knight's tour of 3x4:…
        1 verify 3x4 --leaper 0,1 - < a1 c2 => ! …not an open (0,1)-leaper's tour of 3x4:…
        0 prove 4x4 -o no-tour
        0 verify 4x4 --certificate no-tour
        1 prove 5x5 -o other => …nothing to prove: there is a tour (open knight's tour of 5x5)
        1 solve 8x8 --start a1 --end h8 => …a1 and h8 have the same colour; an open tour of 64 \
            squares joins opposite colours…
        0 render 3x4 --closed - < a1 c2 => … ! …not a closed knight's tour of 3x4: …",
    );
    let helps = "
        solve: if there is none, the reason is given
        solve: Only tours that this turn or reflection maps to themselves
        encode: Models of a tour and its reverse: one or both
        check: Compare all tours and models if there are at most N tours; otherwise prove";
    for row in helps.trim().lines() {
        let (command, sentence) = row.trim().split_once(": ").unwrap();
        let help = output(&format!("{command} --help"));
        let help: Vec<&str> = help.split_whitespace().collect();
        assert!(help.join(" ").contains(sentence), "{command}: {sentence}");
    }
}

/// Adds the sources of a folder.
fn sources(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, all);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            all.push(path);
        }
    }
}

/// Returns the lines of code of all libraries, without tests and comments.
fn lines_of_libraries() -> Vec<(PathBuf, String)> {
    let mut all = Vec::new();
    for folder in fs::read_dir("crates").unwrap() {
        sources(&folder.unwrap().path().join("src"), &mut all);
    }
    assert!(all.len() > 100);
    all.retain(|path| path.file_name().unwrap() != "tests.rs");
    let lines = all.into_iter().flat_map(|path| {
        let text = fs::read_to_string(&path).unwrap();
        let (code, _) = text.split_once("#[cfg(test)]\nmod").unwrap_or((&text, ""));
        let lines = code.lines().map(str::trim);
        let lines = lines.filter(|line| !line.starts_with("//"));
        lines
            .map(|line| (path.clone(), line.to_string()))
            .collect_vec()
    });
    lines.collect()
}

/// The table makes one sentence about all that a backend, a place or a definition does not support.
/// The other sentences are about numbers and other options. Each has one source.
#[test]
fn every_refusal_has_one_source() {
    let expected = "\
        cnf/src/dimacs/opb/read.rs: an objective is supported as 'min:' before the constraints only
        encoding/src/circuit.rs: {0} is not for a circuit over given arcs: leave it out
        encoding/src/error.rs: {AMO} is for {VARIABLES} arcs: edges have no direction, and take no \
            at-most-one constraint
        search/src/optimum/proof.rs: a proof of optimality is for the optimum of one objective
        search/src/prove.rs: a proof by steps is for up to {MOST} squares or vertices, and there are {0}
        tour/src/table.rs: {} does not support {what}";
    let phrases = [
        "support ",
        "supported ",
        " go with ",
        " is for ",
        " are for ",
        " not for ",
    ];
    let mut found = Vec::new();
    for (path, line) in lines_of_libraries() {
        let texts = line.split('"').skip(1).step_by(2);
        for text in texts.filter(|text| phrases.iter().any(|phrase| text.contains(phrase))) {
            let path = path.strip_prefix("crates").unwrap();
            found.push(format!("{}: {text}", path.display()));
        }
    }
    found.sort_unstable();
    let expected = expected.lines().map(str::trim).collect_vec();
    assert_eq!(found, expected);
}

/// A library does not know whether its caller has a command line: its messages name options by
/// `OptionName`.
#[test]
fn messages_of_libraries_contain_no_flags() {
    // Options of cargo, and of solvers.
    let others = ["--features", "--keep"];
    let mut found = Vec::new();
    for (path, line) in lines_of_libraries() {
        let is_exempt = path.ends_with("solver/src/table.rs");
        let mut flags = line.split("--").skip(1);
        if !is_exempt
            && !others.iter().any(|other| line.contains(other))
            && flags.any(|flag| flag.starts_with(|first: char| first.is_ascii_lowercase()))
        {
            found.push(format!("{}: {line}", path.display()));
        }
    }
    // The title of a formula in words is a line of the command.
    found.retain(|line| !line.contains("formula_spec.rs: "));
    assert!(found.is_empty(), "{}", found.iter().format("\n"));
}

/// Each remedy has the option that applies it.
#[test]
fn advice_names_an_option() {
    transcript(
        "count 12x12 --memory 64 => …count all the same with --force
        count 6x6 --enumerate --method frontier => …use --method search or enumerate
        doubtful = A: B\\nB: C\\nC: A\\n
        solve --graph doubtful => …for edges, use --graph-format neighbours; for arcs, use \
            --graph-format successors…
        0 count 5x6 --closed --scratch states
        count 5x6 --scratch states => …name an empty folder with --scratch",
    );
}

#[test]
fn names_that_promise_another_compression_are_warned_of() {
    let dir = TempDir::new().unwrap();
    let encode = |ending: &str| {
        let file = dir.path().join(format!("t.{ending}")).display().to_string();
        let (code, _, err) = run(&format!("encode 3x4 -o {file}"));
        assert_eq!(code, 0, "{err}");
        (file, err)
    };
    for ending in ["bz2", "GZ", "Z", "zip", "7z", "lz4", "Xz"] {
        let (file, err) = encode(&format!("cnf.{ending}"));
        let warning = "written uncompressed: to compress it, end the name in .gz, .zst or .xz";
        assert_eq!(err, format!("knightsat: {file}: {warning}\n"));
        assert!(fs::read(&file).unwrap().starts_with(b"c "));
    }
    for ending in ENDINGS.into_iter().chain(["cnf"]) {
        assert_eq!(encode(ending).1, "", "{ending}");
    }
}

#[test]
fn files_of_another_compression_are_told_how_to_be_unpacked() {
    let dir = TempDir::new().unwrap();
    let name = |name: &str| dir.path().join(name).display().to_string();
    let [cnf, file] = ["t.cnf", "packed"].map(name);
    output(&format!("encode 3x4 -o {cnf}"));
    for (begin, format, unpack) in [
        (&b"BZh91AY&SY"[..], "bzip2", "bunzip2"),
        (b"PK\x03\x04....", "zip", "unzip"),
        (b"7z\xbc\xaf\x27\x1c", "7-Zip", "7z"),
        (b"\x04\x22\x4d\x18....", "lz4", "lz4"),
        (b"\x1f\x9d....", "compress", "uncompress"),
    ] {
        fs::write(&file, begin).unwrap();
        let way = "which cannot be read here: unpack it first, for example with";
        let message = format!("{file}: compressed with {format}, {way} {unpack}");
        transcript(&format!(
            "{{lint|sat|decode {cnf}|solve --graph}} {file} => {message} …
            decode {file} - => {message} …"
        ));
    }
}
