//! The text of a certificate: the claim, and a reason or the vertex sets of the cuts.
//!
//! ```text
//! knightsat certificate 1
//! claim no open (1,4)-leaper's tour of 11x11
//! degrees 1 9437
//! cut 9438 a1 b5 c1 ...
//! cut 9439 b1 c5 ...
//! ```
//!
//! - `degrees 1 N`: the first N clauses of the formula are those of the degrees.
//! - `steps 1 N` instead: the N clauses of the formula are those of steps, and nothing follows.
//!   They concern a directed graph itself. All other lines concern its split graph.
//! - `matchings M N`: clauses M to N are those of two matchings. Most certificates have none.
//! - `cut K V…`: the clauses from K on are those of the edges that leave the set V….
//! - `rules M N`: clauses M to N are those of rules. Only certificates under rules about moves have
//!   this last line.
//!
//! If no formula is needed, the first line is `knightsat certificate 2`. Two lines then replace
//! `degrees` and `cut`: [the reason in JSON](Obstruction::to_json), and in words:
//!
//! ```text
//! reason {"colours":{"even":13,"odd":12}}
//! words every move changes colour, but there are 13 of one colour and 12 of the other
//! ```
//!
//! | reason | meaning |
//! | --- | --- |
//! | `clash` | both `clues` are given, and cannot both hold, for the reason `why` |
//! | `too-small` | a closed tour of fewer than three vertices |
//! | `degree` | `vertex` has `degree` edges, and a tour takes `needed` there |
//! | `three-ends` | each of three vertices has one edge only |
//! | `disconnected` | no path leads from one vertex to the other |
//! | `pieces` | so many `pieces` are left without `removed`, of which a tour joins at most `joined` |
//! | `two-factor` | `needing` take `needed` moves to `giving` at least; these take `given`, and free ends spare `needing` at most `spared` |
//! | `forced` | `vertices` take, in order, the only moves left to them, and then there is a `fault` at `at` |
//! | `colours` | edges join `even` vertices coloured like the first to `odd` others |
//! | `end-colours` | so they do, and the fixed ends are not coloured like that |
//! | `magic` | no sums are equal: [`knightsat_tour::magic`] |
//! | `symmetry` | the turn takes `vertex` to `image`, and `steps` between them do not fit their colours |
//!
//! Reasons of format 1 were words and numbers. Version 0.1.0 reads them.

use super::text::{Lines, ProofError, Result, count};
use super::{CERTIFICATE, Names, reason};
use crate::base::stop::Stop;
use crate::base::text::quote;
use knightsat_tour::{Obstruction, Problem};
use std::io::{self, Write};
use std::path::Path;

/// The first lines of certificates with a formula, and with a reason.
const FORMATS: [&str; 2] = ["knightsat certificate 1", "knightsat certificate 2"];

/// The evidence that no tour exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// A reason that needs no formula; in the split graph of a directed one.
    Reason(Obstruction),
    /// A formula that has no model.
    Formula {
        /// Number of clauses before the cuts.
        degrees: u64,
        /// Number of clauses of two matchings, after those of the degrees.
        matchings: u64,
        /// The cuts in order: the number of the first clause, and the vertex set, increasing.
        cuts: Vec<(u64, Vec<u32>)>,
        /// The first and the last clause of rules, after those of the cuts.
        rules: Option<[u64; 2]>,
    },
    /// A formula of steps that has no model, and how many clauses it has.
    Steps(u64),
}

/// Writes a certificate.
pub fn write(mut out: impl Write, claim: &str, body: &Body, names: Names) -> io::Result<()> {
    let format = FORMATS[usize::from(matches!(body, Body::Reason(_)))];
    writeln!(out, "{format}\nclaim {claim}")?;
    match body {
        Body::Reason(why) => {
            let json = why.to_json(names.of);
            writeln!(out, "reason {json}\nwords {}", why.explain(names.of))
        }
        Body::Steps(clauses) => writeln!(out, "steps 1 {clauses}"),
        Body::Formula {
            degrees,
            matchings,
            cuts,
            rules,
        } => {
            writeln!(out, "degrees 1 {degrees}")?;
            if *matchings > 0 {
                writeln!(out, "matchings {} {}", degrees + 1, degrees + matchings)?;
            }
            for (clause, cut) in cuts {
                write!(out, "cut {clause}")?;
                for &vertex in cut {
                    write!(out, " {}", (names.of)(vertex))?;
                }
                writeln!(out)?;
            }
            if let Some([first, last]) = rules {
                writeln!(out, "rules {first} {last}")?;
            }
            Ok(())
        }
    }
}

/// A certificate while it is read. Each line begins with a word for its content.
pub(super) struct CertificateReader {
    lines: Lines,
    is_over: bool,
    /// The number of the line that was taken last.
    line: u64,
}

impl CertificateReader {
    /// Opens the certificate in this folder, which must contain this claim about so many vertices.
    pub fn open(folder: &Path, claim: &str, vertices: u32, stop: &Stop) -> Result<Self> {
        let mut lines = Lines::open(&folder.join(CERTIFICATE), stop)?;
        // A reason may name all vertices, in JSON and in words.
        lines.expect(0, 2 * vertices as usize + claim.len());
        lines.advance()?;
        let format = FORMATS.iter().position(|first| lines.text == *first);
        let format = format.ok_or_else(|| lines.wrong(format!("expected '{}'", FORMATS[0])))?;
        lines.advance()?;
        if lines.text.strip_prefix("claim ") != Some(claim) {
            return Err(lines.wrong(format!(
                "expected 'claim {claim}': the certificate concerns another problem"
            )));
        }
        let is_over = !lines.advance()?;
        let line = lines.line;
        let reader = CertificateReader {
            lines,
            is_over,
            line,
        };
        match (format, reader.is_next("reason")) {
            (0, true) => Err(reader.wrong(
                "knightsat 0.1.0 reads reasons of this format: prove the claim again, or check it there",
            )),
            (1, false) => Err(reader.wrong("expected 'reason'")),
            _ => Ok(reader),
        }
    }

    /// Returns true if the next line begins with this word.
    pub fn is_next(&self, word: &str) -> bool {
        self.lines.text.split(' ').next() == Some(word)
    }

    /// Returns the rest of the next line, if it begins with this word.
    fn take(&mut self, word: &str) -> Result<Option<String>> {
        let rest = self.lines.text.strip_prefix(word);
        let Some(rest) = rest.and_then(|rest| rest.strip_prefix(' ')) else {
            return Ok(None);
        };
        let rest = rest.to_string();
        self.line = self.lines.line;
        self.is_over = !self.lines.advance()?;
        Ok(Some(rest))
    }

    /// Returns a reason in words, if there is one. It must hold, and end the file.
    pub fn reason(&mut self, problem: &Problem, names: Names) -> Result<Option<String>> {
        let Some(json) = self.take("reason")? else {
            return Ok(None);
        };
        let why = parse_reason(&json, problem, names).ok_or_else(|| self.wrong("no reason"))?;
        reason::check(problem, &why).map_err(|message| self.wrong(message))?;
        let words = why.explain(names.of);
        if self.take("words")?.as_ref() != Some(&words) {
            return Err(self.lines.wrong(format!("expected 'words {words}'")));
        }
        self.end()?;
        Ok(Some(words))
    }

    /// Returns the last of some clauses, if the next line is about them. `first` is the first one.
    pub fn last_clause(&mut self, word: &str, first: u64) -> Result<Option<u64>> {
        let Some(numbers) = self.take(word)? else {
            return Ok(None);
        };
        let last = numbers.strip_prefix(&format!("{first} ")).and_then(count);
        let expected = || self.wrong(format!("expected '{word} {first} NUMBER'"));
        last.ok_or_else(expected).map(Some)
    }

    /// Returns the vertex set of the next cut, increasing, if there is one. `clause` is its first
    /// clause.
    pub fn cut(
        &mut self,
        clause: u64,
        problem: &Problem,
        names: Names,
    ) -> Result<Option<Vec<u32>>> {
        let Some(cut) = self.take("cut")? else {
            return Ok(None);
        };
        let expected = || self.wrong(format!("expected 'cut {clause} ' and a set"));
        let words = cut.strip_prefix(&format!("{clause} "));
        let mut set = Vec::new();
        for word in words.ok_or_else(expected)?.split(' ') {
            let unknown = || self.wrong(format!("the problem has no vertex '{}'", quote(word)));
            set.push(names.read(word, problem).ok_or_else(unknown)?);
        }
        set.sort_unstable();
        if set.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(self.wrong("a vertex occurs twice"));
        }
        Ok(Some(set))
    }

    /// Fails unless the file ends here.
    pub fn end(&self) -> Result<()> {
        if self.is_over {
            return Ok(());
        }
        Err(self.lines.wrong("expected the end of the file"))
    }

    /// Returns an error on the line that was taken last.
    pub fn wrong(&self, message: impl Into<String>) -> ProofError {
        self.lines.wrong_at(self.line, message)
    }
}

/// Reads a reason in exactly the form that [`write()`] gives it, apart from blanks between its
/// parts.
fn parse_reason(json: &str, problem: &Problem, names: Names) -> Option<Obstruction> {
    let value: serde_json::Value = serde_json::from_str(json).ok()?;
    let why = Obstruction::from_json(value.clone(), &|name| names.read(name, problem))?;
    (why.to_json(names.of) == value).then_some(why)
}
