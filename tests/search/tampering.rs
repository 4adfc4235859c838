//! No certificate is accepted that was tampered with, or that concerns another problem.

use crate::common::certificates::{REASONS, WHOLE, prove, verify, without};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A change of one file: its name, what to find and what to put instead. Lines are numbered from 1
/// after `#`, from the end with a minus.
const TAMPERINGS: [(&str, &str, &str); 33] = [
    // The formula: a clause dropped, doubled, added, altered, another order, wrong counts.
    ("formula.cnf", "#20", ""),
    ("formula.cnf", "#-1", ""),
    ("formula.cnf", "#20", "%\n%"),
    ("formula.cnf", "#-1", "%\n1 0"),
    ("formula.cnf", "#-1", "1 0\n%"),
    ("formula.cnf", "#-1", "%\n0"),
    ("formula.cnf", "#20", "1 0"),
    ("formula.cnf", "#-1", "1 0"),
    ("formula.cnf", "#-1", "0"),
    ("formula.cnf", "#-1", "1 %"),
    ("formula.cnf", "#-1", "-%"),
    ("formula.cnf", "p cnf ", "p cnf 1"),
    ("formula.cnf", "p cnf", "p dnf"),
    ("formula.cnf", "p cnf", "1 0\np cnf"),
    ("formula.cnf", " 0\n", "\n"),
    ("formula.cnf", " 0\n", " 0 \n"),
    // The proof: cut short, begun late, a wrong hint, a lemma stronger than it is.
    ("proof.lrat", "#-1", ""),
    ("proof.lrat", "#1", ""),
    ("proof.lrat", "#-1", "%\n%"),
    ("proof.lrat", "#5", "%\n%"),
    ("proof.lrat", "#-2", ""),
    ("proof.drat", "#-1", ""),
    ("proof.drat", "#1", ""),
    ("proof.drat", "#-2", "%\n%"),
    ("proof.drat", "#2", "1 0"),
    ("proof.drat", "#-1", "%\n0"),
    // The certificate: a set altered, dropped, doubled, everything; another claim.
    ("certificate.txt", "#-1", ""),
    ("certificate.txt", "#-1", "%\n%"),
    ("certificate.txt", "#-1", "% a1"),
    ("certificate.txt", "#3", "degrees 1 2"),
    ("certificate.txt", "#2", "claim no tour"),
    ("certificate.txt", "certificate 1", "certificate 2"),
    ("certificate.txt", "#-1", "% zz9"),
];

fn tamper(text: &str, find: &str, put: &str) -> String {
    let Some(line) = find.strip_prefix('#') else {
        assert!(text.contains(find));
        return text.replacen(find, put, 1);
    };
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    let line: isize = line.parse().unwrap();
    let place = if line < 0 {
        lines.len() - line.unsigned_abs()
    } else {
        line as usize - 1
    };
    let new = put.replace('%', &lines[place]);
    lines.splice(place..=place, new.lines().map(str::to_string));
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Checks that the certificate with a changed file is not accepted, and that the message has the
/// place.
fn rejected(folder: &Path, args: &str, file: &str, text: &[u8]) {
    let path = folder.join(file);
    let original = fs::read(&path).unwrap();
    assert_ne!(original, text, "{file} is not changed");
    fs::write(&path, text).unwrap();
    let (code, out, err) = verify(folder, args);
    let text = String::from_utf8_lossy(text);
    assert!(code == 1 && out.is_empty(), "{args} {file}: {out}\n{text}");
    assert_eq!(err.lines().count(), 1, "{err}");
    let place = format!("knightsat: {}/", folder.display());
    assert!(err.starts_with(&place), "{err}");
    fs::write(&path, original).unwrap();
}

#[test]
fn every_tampering_is_caught() {
    for args in ["4x4", "3x8 --closed"] {
        let dir = TempDir::new().unwrap();
        let (folder, _) = prove(&dir, args);
        for (file, find, put) in TAMPERINGS {
            let text = fs::read_to_string(folder.join(file)).unwrap();
            rejected(&folder, args, file, tamper(&text, find, put).as_bytes());
        }
        for file in WHOLE {
            let text = fs::read(folder.join(file)).unwrap();
            rejected(&folder, args, file, b"");
            rejected(&folder, args, file, &text[..text.len() - 1]);
            rejected(&folder, args, file, &text[..text.len() / 2]);
        }
        assert_eq!(verify(&folder, args).0, 0, "all is as it was");
    }
}

/// Every number of the proof and of the formula's clauses, changed by one in turn.
#[test]
fn no_number_can_be_changed() {
    let dir = TempDir::new().unwrap();
    let (folder, _) = prove(&dir, "3x5 --no-shortcuts");
    let mut changes = 0;
    for file in ["formula.cnf", "proof.lrat", "proof.drat"] {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        let start = text.find("p cnf").map_or(0, |header| header + 6);
        let words: Vec<(usize, &str)> = text[start..]
            .match_indices(|c: char| c.is_ascii_digit())
            .map(|(place, digit)| (start + place, digit))
            .collect();
        // A third of the digits: each is a run of the program.
        for (place, digit) in words.into_iter().step_by(3) {
            let digit = (digit.as_bytes()[0] - b'0' + 1) % 10 + b'0';
            let mut bytes = text.clone().into_bytes();
            bytes[place] = digit;
            rejected(&folder, "3x5", file, &bytes);
            changes += 1;
        }
    }
    assert!(changes > 300, "{changes}");
}

#[test]
fn altered_reasons_are_caught() {
    for (args, _) in REASONS {
        let dir = TempDir::new().unwrap();
        let (folder, _) = prove(&dir, args);
        let text = fs::read_to_string(folder.join("certificate.txt")).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let words: Vec<&str> = lines[2].split(' ').collect();
        for (place, word) in words.iter().enumerate().skip(1) {
            let others = ["a1", "a3", "7", "0", "99999999999", "-1", "degree", ""];
            for other in others.iter().filter(|other| *other != word) {
                // Another square may do as well, where both are as far off.
                let symmetric = args.contains("--leaper") || args.starts_with("2x3");
                if symmetric && word.starts_with(|c: char| c.is_alphabetic()) {
                    continue;
                }
                let mut changed = words.clone();
                changed[place] = other;
                let mut lines: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
                lines[2] = changed.join(" ");
                let text = lines.join("\n") + "\n";
                rejected(&folder, args, "certificate.txt", text.as_bytes());
            }
        }
        rejected(
            &folder,
            args,
            "certificate.txt",
            (text.clone() + "\n").as_bytes(),
        );
        let less = tamper(&text, "#4", "");
        rejected(&folder, args, "certificate.txt", less.as_bytes());
    }
}

/// A certificate is for its board only, even if it is made to say another.
#[test]
fn certificates_do_not_pass_for_other_boards() {
    let boards = [
        "4x4",
        "3x5 --no-shortcuts",
        "3x8 --closed",
        "4x4 --start a1",
        "3x5 ",
        "5x5 --closed",
        "4x6 --closed",
    ];
    // The first four have tours.
    let asked = [
        "3x4",
        "5x5",
        "6x6 --closed",
        "1x1",
        "4x4 --end b1",
        "8x3 --closed",
        "5x3",
    ];
    for args in boards {
        let dir = TempDir::new().unwrap();
        let (folder, _) = prove(&dir, args);
        let path = folder.join("certificate.txt");
        let text = fs::read_to_string(&path).unwrap();
        let own = text.lines().nth(1).unwrap();
        for other in asked.iter().chain(&boards) {
            let other = without(other, "--no-shortcuts");
            let (code, _, err) = verify(&folder, &other);
            let found = err.split("expected '").nth(1);
            let Some(claim) = found.map(|rest| rest.split("':").next().unwrap()) else {
                assert_eq!(code, 0, "{args} for {other}: {err}");
                continue;
            };
            assert_eq!(code, 1, "{args} for {other}");
            fs::write(&path, text.replace(own, claim)).unwrap();
            let (code, _, err) = verify(&folder, &other);
            assert_eq!(code, 1, "{args} for {other}");
            assert!(err.contains(&folder.display().to_string()), "{err}");
            fs::write(&path, &text).unwrap();
        }
    }
}

/// For a board with a tour no certificate is accepted, whatever is changed in that of another.
#[test]
fn nothing_proves_that_a_tour_is_not_there() {
    let dir = TempDir::new().unwrap();
    // The same shape but for one square: 3x4 has open tours.
    let (folder, _) = prove(&dir, "4x4");
    let claim = "knightsat certificate 1\nclaim no open knight's tour of 3x4\n";
    let path = folder.join("certificate.txt");
    let mut forged: Vec<String> = [
        "reason too-small\nwords a closed tour has at least three squares",
        "reason degree b2 1 1\nwords b2 has 1 of the 1 moves that a tour needs there",
        "reason degree b2 1 2\nwords b2 has 1 of the 2 moves that a tour needs there",
        "reason degree b2 0 1\nwords b2 has 0 of the 1 moves that a tour needs there",
        "reason three-ends b2 c2 b2\nwords b2, c2 and b2 have one move each, and a tour has only two ends",
        "reason three-ends b2 c2 a1\nwords b2, c2 and a1 have one move each, and a tour has only two ends",
        "reason disconnected a1 b1\nwords no sequence of moves leads from a1 to b1",
        "reason colours 6 6\nwords moves change colour, and the colours have 6 and 6 squares",
        "reason colours 8 4\nwords moves change colour, and the colours have 8 and 4 squares",
        "reason end-colours 6 6\nwords moves change colour, the colours have 6 and 6 squares, and the \
         fixed start and end have the wrong colours for that",
        "reason pieces 2 1 without a1\nwords without a1 the board falls into 2 pieces, and a tour joins \
         at most 1 through it",
        "reason pieces 1 0 without\nwords without  the board falls into 1 pieces, and a tour joins at \
         most 0 through them",
        "reason symmetry a1 d3 6\nwords moves change colour, the turn takes a1 to d3, and 6 moves \
         between them do not fit their colours",
        "reason two-factor 0 0 0 at from\nwords  need 0 moves more than they have",
        "reason two-factor 1 0 0 at a1 from\nwords a1 need 1 moves more than they have",
        "reason two-factor 2 2 0 at b1 a2 from c3\nwords b1 and a2 need 2 moves to c3, which can give only 2",
        "reason two-factor 2 2 1 at b1 a2 from c3\nwords b1 and a2 need 2 moves to c3, which can give only \
         2, and the ends of the tour spare only 1",
        "reason two-factor 3 2 1 at b1 a2 b2 from c3\nwords b1, a2 and b2 need 3 moves to c3, which can \
         give only 2, and the ends of the tour spare only 1",
        "reason two-factor 4 2 1 at b1 b1 a2 a2 from c3\nwords b1, b1, a2 and a2 need 4 moves to c3, \
         which can give only 2, and the ends of the tour spare only 1",
        "degrees 1 0",
        "degrees 1 1",
    ]
    .map(|body| format!("{claim}{body}\n"))
    .to_vec();
    // Every cut of a single set that the empty clause would be: none is.
    forged.push(format!(
        "{claim}degrees 1 92\ncut 93 a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3\n"
    ));
    for text in forged {
        fs::write(&path, &text).unwrap();
        let (code, out, err) = verify(&folder, "3x4");
        assert!(code == 1 && out.is_empty(), "{text}{out}");
        assert!(err.contains(&folder.display().to_string()), "{err}");
    }
}

/// The formula of a board with a tour, its proof made by force: added clauses, false cuts, lemmas
/// that do not follow.
#[test]
fn a_forged_refutation_is_not_accepted() {
    let dir = TempDir::new().unwrap();
    let folder = dir.path();
    let put = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    // The king's little brother on 2x2: a1 b1 a2 b2 are vertices 1 to 4, the tour is the square.
    let args = "2x2 --leaper 0,1 --closed";
    let claim = "knightsat certificate 1\nclaim no closed (0,1)-leaper's tour of 2x2\n";
    let units = "1 0\n2 0\n1 0\n3 0\n2 0\n4 0\n3 0\n4 0\n";
    let certificate = format!("{claim}degrees 1 8\n");
    let lies = [
        // An empty clause more; a negated one; a cut whose clause is not that of the set.
        ("", "p cnf 4 9\n", "0\n", "10 0 9 0\n", "0\n"),
        ("", "p cnf 4 9\n", "-1 0\n", "10 0 1 9 0\n", "0\n"),
        ("cut 9 a1\n", "p cnf 4 9\n", "0\n", "10 0 9 0\n", "0\n"),
        (
            "cut 9 a1\n",
            "p cnf 4 9\n",
            "-1 -2 0\n",
            "10 0 1 2 9 0\n",
            "0\n",
        ),
        (
            "cut 9 a1 b1 a2 b2\n",
            "p cnf 4 9\n",
            "0\n",
            "10 0 9 0\n",
            "0\n",
        ),
        (
            "cut 9 a1 b1 a2 b2 c3\n",
            "p cnf 4 9\n",
            "0\n",
            "10 0 9 0\n",
            "0\n",
        ),
        ("cut 9 \n", "p cnf 4 9\n", "0\n", "10 0 9 0\n", "0\n"),
        // A true formula with a false proof.
        ("", "p cnf 4 8\n", "", "", ""),
        ("", "p cnf 4 8\n", "", "9 0 0\n", "0\n"),
        ("", "p cnf 4 8\n", "", "9 0 1 2 0\n", "0\n"),
        ("", "p cnf 4 8\n", "", "9 0 9 0\n", "0\n"),
        ("", "p cnf 4 8\n", "", "9 0 -1 0\n", "0\n"),
        (
            "",
            "p cnf 4 8\n",
            "",
            "9 -1 0 1 0\n10 0 1 9 0\n",
            "-1 0\n0\n",
        ),
        (
            "",
            "p cnf 4 8\n",
            "",
            "9 1 -1 0 1 0\n10 0 9 0\n",
            "1 -1 0\n0\n",
        ),
        ("", "p cnf 4 8\n", "", "8 0 1 0\n", "0\n"),
        ("", "p cnf 5 8\n", "", "9 5 0 1 0\n", "5 0\n"),
    ];
    for (cut, header, clause, lrat, drat) in lies {
        put("certificate.txt", &format!("{certificate}{cut}"));
        put("formula.cnf", &format!("{header}{units}{clause}"));
        put("proof.lrat", lrat);
        put("proof.drat", drat);
        let (code, out, err) = verify(folder, args);
        assert!(
            code == 1 && out.is_empty(),
            "{cut}{clause}{lrat}: {out}{err}"
        );
        // What is wrong is the lie, not the honest part of the formula.
        let honest = err.contains("formula.cnf") && !err.contains("formula.cnf:10:");
        assert!(!honest || header.contains("p cnf 5"), "{err}");
    }
}
