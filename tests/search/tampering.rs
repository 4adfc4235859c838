//! No certificate is accepted that was tampered with.

use crate::common::cases::{cases, lines, unescaped};
use crate::common::certificates::{REASONS, WHOLE, prove, verify};
use crate::common::prelude::*;
use std::path::Path;

fn tamper(text: &str, find: &str, put: &str) -> String {
    let Some(line) = find.strip_prefix('#') else {
        assert!(text.contains(find));
        return text.replacen(find, put, 1);
    };
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    let place = match line.parse().unwrap() {
        line @ 1_isize.. => line as usize - 1,
        line => lines.len() - line.unsigned_abs(),
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
        for (change, put) in cases(include_str!("tables/tamperings.txt")) {
            let (file, find) = change.split_once(": ").unwrap();
            let text = fs::read_to_string(folder.join(file)).unwrap();
            rejected(
                &folder,
                args,
                file,
                tamper(&text, find, &unescaped(&put)).as_bytes(),
            );
        }
        // Other checkers read the DRAT proof.
        for file in WHOLE.into_iter().filter(|file| *file != "proof.drat") {
            let text = fs::read(folder.join(file)).unwrap();
            rejected(&folder, args, file, b"");
            rejected(&folder, args, file, &text[..text.len() - 2]);
            rejected(&folder, args, file, &text[..text.len() / 2]);
        }
        assert_eq!(verify(&folder, args).0, 0, "all is as it was");
    }
}

/// Every number of the formula's clauses, changed by one in turn.
#[test]
fn no_number_can_be_changed() {
    let dir = TempDir::new().unwrap();
    let (folder, _) = prove(&dir, "3x5 --no-shortcuts");
    let text = fs::read_to_string(folder.join("formula.cnf")).unwrap();
    let start = text.find("p cnf").unwrap() + 6;
    let digits = text[start..].match_indices(|c: char| c.is_ascii_digit());
    let mut changes = 0;
    // A third of the digits: each is a run of the program.
    for (place, digit) in digits.step_by(3) {
        let (place, digit) = (start + place, (digit.as_bytes()[0] - b'0' + 1) % 10 + b'0');
        let mut bytes = text.clone().into_bytes();
        bytes[place] = digit;
        rejected(&folder, "3x5", "formula.cnf", &bytes);
        changes += 1;
    }
    assert!(changes > 100, "{changes}");
}

#[test]
fn altered_reasons_are_caught() {
    for (args, _) in cases(REASONS) {
        let dir = TempDir::new().unwrap();
        let (folder, _) = prove(&dir, &args);
        let text = fs::read_to_string(folder.join("certificate.json")).unwrap();
        let (_, json) = text.split_once("\"reason\":").unwrap();
        let (json, _) = json.split_once("},\"words\"").unwrap();
        let words = json.split(|c| "{}[]:,".contains(c));
        let words = words.filter(|word| !word.is_empty()).unique();
        let others = [
            r#""a1""#,
            r#""a3""#,
            "7",
            "0",
            "99999999999",
            "-1",
            "1.0",
            r#""degree""#,
            "",
        ];
        for (word, other) in iproduct!(words, others) {
            // Another square may do as well, where both are as far off.
            let is_symmetric = args.contains("--leaper") || args.starts_with("2x3");
            let is_square = word.trim_matches('"').len() == 2;
            if other != word && !(is_symmetric && is_square) {
                let text = text.replacen(json, &json.replacen(word, other, 1), 1);
                rejected(&folder, &args, "certificate.json", text.as_bytes());
            }
        }
        for changed in [
            text.repeat(2),
            text.replacen("words\":\"", "words\":\"if ", 1),
            text.replacen(",\"words\":", ",\"more\":", 1),
            text.replacen("format\":3", "format\":2", 1),
            text.replacen('{', "{\"more\":1,", 1),
        ] {
            rejected(&folder, &args, "certificate.json", changed.as_bytes());
        }
    }
}

/// Grounds for 3x4, which are false.
const FALSE: &str = include_str!("tables/false.txt");

/// For a board with a tour no certificate is accepted, whatever is changed in that of another.
#[test]
fn nothing_proves_that_a_tour_is_not_there() {
    let dir = TempDir::new().unwrap();
    // The same shape but for one square: 3x4 has open tours.
    let (folder, _) = prove(&dir, "4x4");
    let path = folder.join("certificate.json");
    for ground in lines(FALSE) {
        let claim = "no open knight's tour of 3x4";
        let text = format!("{{\"format\":3,\"claim\":\"{claim}\",\"ground\":{ground}}}");
        fs::write(&path, text).unwrap();
        let (code, out, err) = verify(&folder, "3x4");
        assert!(code == 1 && out.is_empty(), "{ground}: {out}");
        assert!(err.contains(&folder.display().to_string()), "{err}");
        // The missing words are not the only fault.
        assert!(!err.contains("other words"), "{ground}: {err}");
    }
}

/// Lies about 2x2: sets of cuts, the header, a clause more, and the proofs. First there is an
/// empty clause, a negated one, or a cut whose clause is not that of the set; then a true formula
/// with a false proof.
const LIES: &str = include_str!("tables/lies.txt");

/// The formula of a board with a tour, its proof made by force: added clauses, false cuts, lemmas
/// that do not follow.
#[test]
fn a_forged_refutation_is_not_accepted() {
    let dir = TempDir::new().unwrap();
    let folder = dir.path();
    let put = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    // The king's little brother on 2x2: a1 b1 a2 b2 are vertices 1 to 4, the tour is the square.
    let args = "2x2 --leaper 0,1 --closed";
    let claim = "no closed (0,1)-leaper's tour of 2x2";
    let units = "1 0\n2 0\n1 0\n3 0\n2 0\n4 0\n3 0\n4 0\n";
    for lie in LIES.lines() {
        let (sets, rest) = lie.split_once('|').unwrap();
        let columns = rest.split('|').map(|text| text.trim().replace('/', "\n"));
        let lines = columns.map(|text| if text.is_empty() { text } else { text + "\n" });
        let [header, clause, lrat] = lines.collect_array().unwrap();
        let ground = format!("{{\"cuts\":{{\"matchings\":false,\"sets\":[{sets}]}}}}");
        let text = format!("{{\"format\":3,\"claim\":\"{claim}\",\"ground\":{ground}}}");
        put("certificate.json", &text);
        put("formula.cnf", &format!("p cnf {header}{units}{clause}"));
        put("proof.lrat", &lrat);
        let (code, out, err) = verify(folder, args);
        assert!(code == 1 && out.is_empty(), "{lie}: {out}{err}");
        // What is wrong is the lie, not the honest part of the formula.
        let honest = err.contains("formula.cnf") && !err.contains("formula.cnf:10:");
        assert!(!honest || header.starts_with('5'), "{err}");
    }
}
