//! The stages of a run up to its formula: encoding it or reading a foreign one, shuffling, writing.

use super::io_message;
use super::machine::{Whose, cpu_time, since};
use super::row::{Measured, RunVerdict};
use super::task::{FOREIGN, FORMULA, Reply, StageResult, Work};
use crate::base::stop::{Stop, Stopped};
use crate::cnf::Clauses;
use crate::cnf::dimacs::compress::decompress;
use crate::cnf::dimacs::read::Header;
use crate::cnf::dimacs::write::Writer;
use crate::cnf::shuffle::shuffle;
use crate::cnf::sink::{ClauseSink, Cnf, Until};
use crate::encoding::formula_spec::FormulaSpec;
use crate::encoding::{Formula, FormulaError, Style};
use knightsat_check::foreign;
use std::fs::File;

/// A formula and the meaning of its models.
pub(super) enum Source<'p> {
    /// One of our encodings.
    Ours(Box<Formula<'p>>),
    /// A file with a map, and its clauses.
    Theirs(Box<foreign::File>, Cnf),
}

impl Source<'_> {
    /// Returns the numbers of variables and clauses.
    pub fn header(&self) -> Header {
        match self {
            Source::Ours(formula) => formula.header(),
            Source::Theirs(_, clauses) => clauses.header(),
        }
    }

    /// Returns the numbers of variables and clauses as measures.
    pub fn size(&self) -> Measured {
        Measured {
            variables: Some(u64::from(self.header().variables)),
            clauses: Some(self.header().clauses),
            ..Measured::default()
        }
    }

    /// Writes all clauses.
    pub fn write(&self, sink: &mut impl ClauseSink) {
        match self {
            Source::Ours(formula) => formula.encode(sink),
            Source::Theirs(_, clauses) => clauses.write(sink),
        }
    }

    fn write_formula(&self, sink: &mut impl ClauseSink, stop: &Stop) -> StageResult<()> {
        let mut until = Until::new(sink, stop);
        self.write(&mut until);
        until.finish().map_err(late)
    }
}

impl Work<'_> {
    /// Makes or reads the formula of the run.
    pub fn source(&self, stop: &Stop) -> StageResult<Source<'_>> {
        let Some(theirs) = &self.task.foreign else {
            let formula = Formula::within(self.problem, self.own_style(), stop);
            return match formula {
                Ok(formula) => Ok(Source::Ours(Box::new(formula))),
                Err(FormulaError::Stopped(stopped)) => Err(late(stopped)),
                Err(error) => Err(error.to_string().into()),
            };
        };
        let unreadable = || io_message("the formula cannot be read");
        let input = File::open(self.folder.join(FOREIGN)).map_err(unreadable())?;
        let input = decompress(input, stop).map_err(unreadable())?;
        let request = (!theirs.is_described).then(|| self.request.clone());
        let read = foreign::read(input, &theirs.name, theirs.map.as_ref(), request, false);
        let (_, file) = read.map_err(|error| error.to_string())?;
        let clauses = file.clauses();
        Ok(Source::Theirs(Box::new(file), clauses))
    }

    /// Returns the style of our own formula.
    fn own_style(&self) -> Style {
        self.style.expect("a formula of ours has a style")
    }

    /// Returns the clauses in memory, shuffled if the run requires it.
    pub fn clauses(&self, source: &Source, stop: &Stop) -> StageResult<Cnf> {
        let mut cnf = Cnf::default();
        source.write_formula(&mut cnf, stop)?;
        Ok(match self.task.run.shuffle {
            0 => cnf,
            seed => shuffle(&cnf, seed),
        })
    }

    /// Writes the formula to a file.
    pub fn write(&self) -> StageResult<Reply> {
        let begun = cpu_time(Whose::RUSAGE_SELF);
        let stop = self.limits().stop;
        let source = self.source(&stop)?;
        let unwritable = || io_message("the formula cannot be written");
        let file = File::create_new(self.folder.join(FORMULA)).map_err(unwritable())?;
        let mut writer = Writer::new(file, source.header(), &self.comments());
        match self.task.run.shuffle {
            0 => source.write_formula(&mut writer, &stop)?,
            _ => self.clauses(&source, &stop)?.write(&mut writer),
        }
        let (_, bytes) = writer.finish().map_err(unwritable())?;
        let measured = Measured {
            bytes: Some(bytes),
            encode_seconds: Some(since(begun)),
            ..source.size()
        };
        Ok(Reply {
            measured,
            ..Reply::default()
        })
    }

    /// Returns the comments of the file; those of our own formula make `decode` possible.
    fn comments(&self) -> Vec<String> {
        let seed = self.task.run.shuffle;
        match (seed, &self.task.foreign) {
            (_, None) => {
                let style = Style {
                    shuffle: seed,
                    ..self.own_style()
                };
                let request = self.request.clone();
                FormulaSpec { request, style }.comments()
            }
            (0, Some(_)) => Vec::new(),
            (seed, _) => vec![format!(
                "shuffled with seed {seed}: see lab/docs/compare.md"
            )],
        }
    }
}

fn late(_: Stopped) -> Box<Reply> {
    let why = "the formula was not written in time";
    Box::new(Reply::new(RunVerdict::Timeout, why))
}
