//! The formula in words, and other words that people read.

use crate::common::compression::endings;
use crate::common::program;

use program::{error, run, run_with};

#[test]
fn every_group_of_every_formula_is_put_into_words() {
    for args in [
        "3x4 --textbook --start a1 --end d3",
        "3x4 --directions one",
        "5x6 --closed --directions one",
        "6x6 --closed --symmetric rot90",
        "5x5 --closed",
        "1x2 --closed --textbook",
        "5x6 --closed --encoding binary --start a1 --end b3",
        "3x4 --encoding binary --different selector",
        "6x6 --closed --symmetric rot180 --encoding binary",
        "4x5 --encoding order --variables arcs",
        "4x5 --encoding order",
        "4x5 --encoding distance",
        "6x6 --closed --encoding adder --directions one",
        "6x6 --closed --encoding lfsr",
        "6x6 --encoding crt",
        "6x6 --encoding elimination",
        "3x4 --encoding lazy",
    ] {
        let (code, out, err) = run(&format!("encode {args} --format words"));
        assert_eq!((code, err.as_str()), (0, ""), "{args}");
        let mut groups = 0;
        let mut lines = out.lines().skip_while(|line| !line.is_empty()).peekable();
        while let Some(line) = lines.next() {
            let is_group =
                !line.starts_with(' ') && line.contains(": ") && line.contains(" clause");
            if is_group {
                let what = lines.next().unwrap_or_default();
                assert!(
                    what.starts_with("  ") && what.ends_with(':'),
                    "{args}\n{out}"
                );
                groups += 1;
            }
        }
        assert!(groups > 0, "{args}\n{out}");
        // The sizes of the groups add up to that of the whole.
        let count = |line: &str| -> u64 {
            let size = line.split([',', ':']).find(|size| size.contains(" clause"));
            let number = size.and_then(|size| size.trim().split(' ').next());
            number.unwrap().parse().unwrap()
        };
        let heads = out
            .lines()
            .filter(|line| line.contains(" clause") && line.contains(" literal"));
        let sizes: Vec<u64> = heads.map(count).collect();
        assert_eq!(sizes[0], sizes[1..].iter().sum::<u64>(), "{args}\n{out}");
    }
}

#[test]
fn the_textbook_formula_reads_as_in_the_textbook() {
    let (_, out, _) = run("encode 3x3 --textbook --format words");
    for line in [
        "The open knight's tour of 3x3 as a formula, --encoding textbook",
        "  Σ_v x[i][v] ≤ 1 for every i",
        "    ¬x[1][a1] ∨ ¬x[1][b1]",
        "    ¬x[1][a1] ∨ x[2][c2] ∨ x[2][b3]",
        "    x[1][a1] ∨ x[1][b1] ∨ z82",
    ] {
        assert!(out.lines().any(|found| found == line), "{line}\n{out}");
    }
}

#[test]
fn bits_arcs_and_edges_have_symbols() {
    for (args, line) in [
        ("encode 3x4 --encoding lazy", "    e[a1,b3] ∨ e[a1,◦]"),
        ("encode 3x4 --encoding adder", "    ¬a[a1,c2] ∨ ¬a[c2,a1]"),
        ("encode 3x4 --encoding binary", "    ¬x[1,1] ∨ ¬x[1,0]"),
    ] {
        let (_, out, _) = run(&format!("{args} --format words"));
        assert!(out.lines().any(|found| found == line), "{line}\n{out}");
    }
    let (_, out, _) = run("encode 3x4 --encoding adder --format words");
    assert!(!out.contains("x[N]"), "{out}");
}

#[test]
fn formats_that_do_not_fit_are_refused() {
    assert!(error("encode 3x4 --format moves").contains("add --solve, or use solve"));
    assert!(error("encode 3x4 --format words --solve").contains("leave --solve out"));
}

#[test]
fn what_is_not_a_tour_is_called_that() {
    for (args, text, words) in [
        (
            "3x4",
            "a1 c2",
            "standard input: not an open knight's tour of 3x4: ",
        ),
        (
            "3x4 --closed",
            "a1 c2",
            "not a closed knight's tour of 3x4: ",
        ),
        (
            "3x4 --leaper 0,1",
            "a1 c2",
            "not an open (0,1)-leaper's tour of 3x4: ",
        ),
    ] {
        for command in ["verify", "render"] {
            let (code, _, err) = run_with(&format!("{command} {args} -"), text);
            assert_eq!(code, i32::from(command == "verify"), "{err}");
            assert!(err.contains(words), "{command} {args}: {err}");
        }
    }
}

#[test]
fn a_proof_found_is_success_so_that_it_can_be_checked_next() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("no-tour").display().to_string();
    let (code, out, err) = run(&format!("prove 4x4 -o {folder}"));
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert_eq!(run(&format!("verify 4x4 --certificate {folder}")).0, 0);
    let (code, out, _) = run(&format!("prove 5x5 -o {folder}-2"));
    assert_eq!(
        (code, out.as_str()),
        (
            1,
            "nothing to prove: there is a tour (open knight's tour of 5x5)\n"
        )
    );
}

#[test]
fn names_that_promise_another_compression_are_warned_of() {
    let dir = tempfile::tempdir().unwrap();
    let name = |name: &str| dir.path().join(name).display().to_string();
    for ending in ["bz2", "GZ", "Z", "zip", "7z", "lz4", "Xz"] {
        let file = name(&format!("t.cnf.{ending}"));
        let (code, _, err) = run(&format!("encode 3x4 -o {file}"));
        let warning = format!(
            "knightsat: {file}: written uncompressed: to compress it, end the name in .gz, .zst or .xz\n"
        );
        assert_eq!((code, err.as_str()), (0, warning.as_str()));
        assert!(std::fs::read(&file).unwrap().starts_with(b"c "));
    }
    for ending in endings().into_iter().chain(["cnf"]) {
        let file = name(&format!("t.{ending}"));
        assert_eq!(run(&format!("encode 3x4 -o {file}")).2, "", "{ending}");
    }
}

#[test]
fn files_of_another_compression_are_told_how_to_be_unpacked() {
    let dir = tempfile::tempdir().unwrap();
    let cnf = dir.path().join("t.cnf").display().to_string();
    assert_eq!(run(&format!("encode 3x4 -o {cnf}")).0, 0);
    for (begin, format, unpack) in [
        (&b"BZh91AY&SY"[..], "bzip2", "bunzip2"),
        (b"PK\x03\x04....", "zip", "unzip"),
        (b"7z\xbc\xaf\x27\x1c", "7-Zip", "7z"),
        (b"\x04\x22\x4d\x18....", "lz4", "lz4"),
        (b"\x1f\x9d....", "compress", "uncompress"),
    ] {
        let file = dir.path().join("packed");
        std::fs::write(&file, begin).unwrap();
        let file = file.display().to_string();
        for args in [
            format!("lint {file}"),
            format!("sat {file}"),
            format!("decode {file} -"),
            format!("decode {cnf} {file}"),
            format!("solve --graph {file}"),
        ] {
            let message = error(&args);
            let told = format!(
                "{file}: compressed with {format}, which cannot be read here: unpack it first, for example with {unpack}"
            );
            assert!(message.starts_with(&told), "{args}: {message}");
        }
    }
}

#[test]
fn reasons_and_help_are_plain_sentences() {
    let (code, out, _) = run("solve 8x8 --start a1 --end h8");
    assert_eq!(code, 1);
    assert!(
        out.ends_with(
            "a1 and h8 have the same colour; an open tour of 64 squares joins opposite colours\n"
        ),
        "{out}"
    );
    for (command, sentence) in [
        ("solve", "if there is none, the reason is given"),
        (
            "solve",
            "Only tours that this turn or reflection maps to themselves",
        ),
        ("encode", "Models of a tour and its reverse: one or both"),
        (
            "check",
            "Compare all tours and models if there are at most N tours; otherwise prove",
        ),
    ] {
        let (_, help, _) = run(&format!("{command} --help"));
        let help: Vec<&str> = help.split_whitespace().collect();
        assert!(help.join(" ").contains(sentence), "{command}: {sentence}");
    }
}
