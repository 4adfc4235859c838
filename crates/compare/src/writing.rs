//! A run up to its formula: encoding or reading it, shuffling, writing.

use super::formula::Source;
use super::restrict::since;
use super::row::{Measured, RunVerdict};
use super::task::{FOREIGN, FORMULA, Reply};
use super::usage::{Whose, cpu_time};
use super::work::Work;
use knightsat_base::stop::Stop;
use knightsat_base::system;
use knightsat_check::foreign;
use knightsat_cnf::Clauses;
use knightsat_cnf::dimacs::compress::decompress;
use knightsat_cnf::dimacs::write::Writer;
use knightsat_cnf::shuffle::shuffle;
use knightsat_cnf::sink::Cnf;
use knightsat_encoding::{Formula, FormulaError};
use std::fs::File;
use std::io;

/// What a part of a run comes to; a reply where it is cut short.
pub(super) type Part<T> = Result<T, Box<Reply>>;

impl Work<'_> {
    /// The formula as it is written.
    pub(super) fn source(&self, stop: &Stop) -> Part<Source<'_>> {
        let Some(theirs) = &self.task.foreign else {
            let formula = Formula::within(self.problem, self.spec.style, stop);
            let formula = formula.map_err(|error| match error {
                FormulaError::Stopped(_) => late(),
                error => failed(error),
            });
            return Ok(Source::Ours(Box::new(formula?)));
        };
        let file = File::open(self.folder.join(FOREIGN)).map_err(unreadable)?;
        let input = decompress(Box::new(file)).map_err(unreadable)?;
        let spec = (!theirs.is_described).then(|| self.spec.clone());
        let read = foreign::read(input, &theirs.name, theirs.map.as_ref(), spec, false);
        let (_, file) = read.map_err(failed)?;
        Ok(Source::theirs(file, &self.spec.place, self.problem))
    }

    /// The clauses in memory, shuffled if they are to be.
    pub(super) fn clauses(&self, source: &Source, stop: &Stop) -> Part<Cnf> {
        let cnf = source.collect(stop).map_err(|_| late())?;
        Ok(match self.task.run.shuffle {
            0 => cnf,
            seed => shuffle(&cnf, seed),
        })
    }

    pub(super) fn write(&self) -> Result<Reply, String> {
        Ok(self.written().unwrap_or_else(|reply| *reply))
    }

    fn written(&self) -> Part<Reply> {
        let begun = cpu_time(Whose::RUSAGE_SELF);
        let stop = self.limits().stop;
        let source = self.source(&stop)?;
        let file = File::create_new(self.folder.join(FORMULA)).map_err(unwritable)?;
        let mut writer = Writer::new(file, source.header(), &self.comments());
        match self.task.run.shuffle {
            0 => source.write(&mut writer, &stop).map_err(|_| late())?,
            _ => self.clauses(&source, &stop)?.write(&mut writer),
        }
        let (_, bytes) = writer.finish().map_err(unwritable)?;
        let measured = Measured {
            bytes: Some(bytes),
            encode_seconds: Some(since(begun)),
            ..size(&source)
        };
        Ok(Reply {
            measured,
            ..Reply::default()
        })
    }

    /// What the file says of itself: of a formula of ours, what decode reads.
    fn comments(&self) -> Vec<String> {
        let seed = self.task.run.shuffle;
        match (seed, &self.task.foreign) {
            (_, None) => {
                let mut spec = self.spec.clone();
                spec.style.shuffle = seed;
                spec.comments()
            }
            (0, Some(_)) => Vec::new(),
            (seed, _) => vec![format!("shuffled with seed {seed}: see docs/compare.md")],
        }
    }
}

fn late() -> Box<Reply> {
    let why = "the formula was not written in time";
    Box::new(Reply::new(RunVerdict::Timeout, why))
}

fn unreadable(error: io::Error) -> Box<Reply> {
    failed(format!(
        "the formula cannot be read: {}",
        system::message(&error)
    ))
}

fn unwritable(error: io::Error) -> Box<Reply> {
    failed(format!(
        "the formula cannot be written: {}",
        system::message(&error)
    ))
}

fn failed(error: impl ToString) -> Box<Reply> {
    Box::new(Reply::new(RunVerdict::Failed, error.to_string()))
}

pub(super) fn size(source: &Source) -> Measured {
    let header = source.header();
    Measured {
        variables: Some(u64::from(header.variables)),
        clauses: Some(header.clauses),
        ..Measured::default()
    }
}
