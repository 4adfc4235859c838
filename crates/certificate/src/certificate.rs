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
//! If no formula is needed, two lines replace `degrees` and `cut`: the reason with its numbers, and
//! the reason in words:
//!
//! ```text
//! reason colours 8 7
//! words moves change colour, and the colours have 8 and 7 squares
//! ```
//!
//! | reason | meaning |
//! | --- | --- |
//! | `clash WHY CLUE CLUE` | both are given, and cannot both hold |
//! | `too-small` | a closed tour of fewer than three vertices |
//! | `degree V D N` | V has D edges, a tour takes N there |
//! | `three-ends A B C` | each has one edge only |
//! | `disconnected A B` | no path from A to B |
//! | `pieces P J without V…` | P pieces are left without V…, of which a tour joins at most J |
//! | `two-factor N G E at T… from S…` | T… take N moves to S… at least; S… take G, and free ends spare T… E at most |
//! | `colours E O` | edges join E vertices coloured like the first to O others |
//! | `end-colours E O` | so they do, and the fixed ends are not coloured like that |
//! | `magic fraction TOTAL LINES`, `magic odd-sides`, `magic twice-odd-sides` | no sums are equal: [`knightsat_tour::magic`] |
//! | `symmetry A B N` | the turn takes A to B, and N steps between them do not fit their colours |

use super::text::{Lines, ProofError, Result, Words, count, vertex};
use super::{Names, clash, reason};
use crate::base::text::{counted, is_or_are, quote};
use knightsat_tour::magic::Unmagic;
use knightsat_tour::{ForcedFault, ForcedMoves, Obstruction, Problem};
use std::io::{self, Write};

const FIRST: &str = "knightsat certificate 1";

/// The evidence that no tour exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// A reason that needs no formula.
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
    writeln!(out, "{FIRST}\nclaim {claim}")?;
    match body {
        Body::Reason(why) => {
            writeln!(out, "reason {}", reason_line(why, names))?;
            writeln!(out, "words {}", why.explain(names.of))
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
                writeln!(out, "cut {clause}{}", listed(cut, names))?;
            }
            if let Some([first, last]) = rules {
                writeln!(out, "rules {first} {last}")?;
            }
            Ok(())
        }
    }
}

fn reason_line(why: &Obstruction, names: Names) -> String {
    let name = names.of;
    match why {
        Obstruction::TooSmall => "too-small".into(),
        // The problem is the one in the split graph then.
        Obstruction::Split { reason, .. } => reason_line(reason, names),
        Obstruction::Clash(clash) => clash::line(clash, name),
        Obstruction::Magic(Unmagic::Fraction { total, lines }) => {
            format!("magic fraction {total} {lines}")
        }
        Obstruction::Magic(Unmagic::OddSides) => "magic odd-sides".into(),
        Obstruction::Magic(Unmagic::TwiceOddSides) => "magic twice-odd-sides".into(),
        Obstruction::Degree {
            vertex,
            degree,
            needed,
        } => format!("degree {} {degree} {needed}", name(*vertex)),
        Obstruction::ThreeEnds(ends) => format!("three-ends{}", listed(ends, names)),
        Obstruction::Disconnected(a, b) => format!("disconnected {} {}", name(*a), name(*b)),
        Obstruction::Pieces {
            removed,
            pieces,
            joined,
        } => format!("pieces {pieces} {joined} without{}", listed(removed, names)),
        Obstruction::TwoFactor {
            needing,
            giving,
            needed,
            given,
            spared,
        } => {
            let [needing, giving] = [needing, giving].map(|set| listed(set, names));
            format!("two-factor {needed} {given} {spared} at{needing} from{giving}")
        }
        Obstruction::Forced(forced) => {
            let fault = match forced.fault {
                ForcedFault::Ring(length) => format!("ring {length}"),
                ForcedFault::TooMany => "too-many".into(),
                ForcedFault::TooFew => "too-few".into(),
            };
            let vertices = listed(&forced.vertices, names);
            format!("forced {} {fault} by{vertices}", name(forced.at))
        }
        Obstruction::Colours { even, odd } => format!("colours {even} {odd}"),
        Obstruction::EndColours { even, odd } => format!("end-colours {even} {odd}"),
        Obstruction::Symmetry {
            vertex,
            image,
            steps,
        } => format!("symmetry {} {} {steps}", name(*vertex), name(*image)),
    }
}

/// The names, with a blank before each.
fn listed(vertices: &[u32], names: Names) -> String {
    let named = vertices.iter().map(|&vertex| (names.of)(vertex));
    named.fold(String::new(), |list, name| list + " " + &name)
}

/// A certificate while it is read.
pub(super) struct CertificateReader<'n> {
    lines: Lines,
    /// True if the current line has not been used yet.
    is_ahead: bool,
    names: Names<'n>,
}

/// The subject of the lines after the claim.
pub(super) enum Subject {
    /// A reason, which was checked.
    Reason(String),
    /// Cuts follow, after this number of clauses.
    Formula(u64),
    /// This number of clauses of steps, and nothing more.
    Steps(u64),
}

/// Reads the first lines, which must contain this claim, and the line after it.
pub(super) fn read_claim(lines: &mut Lines, claim: &str) -> Result<()> {
    if !lines.advance()? || lines.text != FIRST {
        return Err(lines.wrong(format!("expected '{FIRST}'")));
    }
    let claim = format!("claim {claim}");
    if !lines.advance()? || lines.text != claim {
        return Err(lines.wrong(format!(
            "expected '{claim}': the certificate concerns another problem"
        )));
    }
    lines.advance()?;
    Ok(())
}

/// Returns true if this line announces a formula of steps.
pub(super) fn is_by_steps(lines: &Lines) -> bool {
    lines.text.split(' ').next() == Some("steps")
}

impl<'n> CertificateReader<'n> {
    /// Begins on the line after the claim, and reads up to the cuts. A reason is checked, and must
    /// end the file.
    pub fn start(lines: Lines, problem: &Problem, names: Names<'n>) -> Result<(Self, Subject)> {
        let mut reader = CertificateReader {
            lines,
            is_ahead: false,
            names,
        };
        let lines = &mut reader.lines;
        if let Some(words) = lines.text.strip_prefix("reason ") {
            let mut words = Words::new(words, problem, names);
            let why = parse_reason(&mut words).filter(|_| words.word().is_none());
            let why = why.ok_or_else(|| lines.wrong("no reason"))?;
            reason::check(problem, &why).map_err(|message| lines.wrong(message))?;
            let words = why.explain(names.of);
            if !lines.advance()? || lines.text != format!("words {words}") {
                return Err(lines.wrong(format!("expected 'words {words}'")));
            }
            reader.end()?;
            return Ok((reader, Subject::Reason(words)));
        }
        let subject = match lines.text.split(' ').next() {
            Some("degrees") => Subject::Formula(reader.last_clause("degrees", 1)?),
            Some("steps") => Subject::Steps(reader.last_clause("steps", 1)?),
            _ => return Err(lines.wrong("expected 'degrees', 'steps' or 'reason'")),
        };
        Ok((reader, subject))
    }

    /// Returns the last clause of the line of this word; `first` is the first one.
    fn last_clause(&self, word: &str, first: u64) -> Result<u64> {
        let number = self.lines.text.strip_prefix(&format!("{word} {first} "));
        let expected = || self.wrong(format!("expected '{word} {first} NUMBER'"));
        number.and_then(count).ok_or_else(expected)
    }

    /// Fails unless the formula has had exactly the promised number of clauses.
    pub fn check_count(&self, found: u64, promised: u64, what: &str) -> Result<()> {
        if found == promised {
            return Ok(());
        }
        let (are, clauses) = (is_or_are(found), counted(found, "clause"));
        Err(self.wrong(format!("there {are} {clauses} {what}")))
    }

    /// Fails unless the file ends here.
    pub fn end(&mut self) -> Result<()> {
        if self.lines.advance()? {
            Err(self.lines.wrong("expected the end of the file"))
        } else {
            Ok(())
        }
    }

    /// Returns the last clause of the matchings, if there are matchings. `clause` is their first.
    pub fn matchings(&mut self, clause: u64) -> Result<Option<u64>> {
        let is_ahead = self.lines.advance()?;
        if self.lines.text.starts_with("matchings ") {
            return self.last_clause("matchings", clause).map(Some);
        }
        self.is_ahead = is_ahead;
        Ok(None)
    }

    /// Returns the last clause of the rules after all cuts, if there are rules. `clause` is their
    /// first.
    pub fn rules(&mut self, clause: u64) -> Result<Option<u64>> {
        if !self.is_ahead {
            return Ok(None);
        }
        let last = self.last_clause("rules", clause)?;
        self.end()?;
        Ok(Some(last))
    }

    /// Returns the vertex set of the cut whose first clause this is, increasing; `None` after all
    /// cuts.
    pub fn cut(&mut self, clause: u64, problem: &Problem) -> Result<Option<Vec<u32>>> {
        let lines = &mut self.lines;
        if !std::mem::take(&mut self.is_ahead) && !lines.advance()? {
            return Ok(None);
        }
        self.is_ahead = lines.text.starts_with("rules ");
        if self.is_ahead {
            return Ok(None);
        }
        let expected = format!("cut {clause} ");
        let Some(words) = lines.text.strip_prefix(&expected) else {
            return Err(lines.wrong(format!("expected '{expected}' and a set")));
        };
        let mut set = Vec::new();
        for word in words.split(' ') {
            let vertex = vertex(word, problem, self.names);
            set.push(vertex.ok_or_else(|| {
                lines.wrong(format!("the problem has no vertex '{}'", quote(word)))
            })?);
        }
        set.sort_unstable();
        if set.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(lines.wrong("a vertex occurs twice"));
        }
        Ok(Some(set))
    }

    /// Returns an error on the current line.
    pub fn wrong(&self, message: impl Into<String>) -> ProofError {
        self.lines.wrong(message)
    }
}

fn parse_reason(words: &mut Words) -> Option<Obstruction> {
    Some(match words.word()? {
        "too-small" => Obstruction::TooSmall,
        "clash" => Obstruction::Clash(clash::parse(words)?),
        "magic" => Obstruction::Magic(parse_magic(words)?),
        "degree" => Obstruction::Degree {
            vertex: words.vertex()?,
            degree: words.number()? as usize,
            needed: words.number()? as usize,
        },
        "three-ends" => Obstruction::ThreeEnds([words.vertex()?, words.vertex()?, words.vertex()?]),
        "disconnected" => Obstruction::Disconnected(words.vertex()?, words.vertex()?),
        "pieces" => Obstruction::Pieces {
            pieces: words.number()?,
            joined: words.number()?,
            removed: words.set_after("without", None)?,
        },
        "two-factor" => Obstruction::TwoFactor {
            needed: words.number()?,
            given: words.number()?,
            spared: words.number()?,
            needing: words.set_after("at", Some("from"))?,
            giving: words.set(None)?,
        },
        "forced" => Obstruction::Forced(ForcedMoves {
            at: words.vertex()?,
            fault: match words.word()? {
                "ring" => ForcedFault::Ring(words.number()?),
                "too-many" => ForcedFault::TooMany,
                "too-few" => ForcedFault::TooFew,
                _ => return None,
            },
            vertices: words.set_after("by", None)?,
        }),
        "colours" => {
            let [even, odd] = [words.number()?, words.number()?];
            Obstruction::Colours { even, odd }
        }
        "end-colours" => {
            let [even, odd] = [words.number()?, words.number()?];
            Obstruction::EndColours { even, odd }
        }
        "symmetry" => Obstruction::Symmetry {
            vertex: words.vertex()?,
            image: words.vertex()?,
            steps: words.number()?,
        },
        _ => return None,
    })
}

fn parse_magic(words: &mut Words) -> Option<Unmagic> {
    Some(match words.word()? {
        "fraction" => Unmagic::Fraction {
            total: words.number()?.into(),
            lines: words.number()?,
        },
        "odd-sides" => Unmagic::OddSides,
        "twice-odd-sides" => Unmagic::TwiceOddSides,
        _ => return None,
    })
}
