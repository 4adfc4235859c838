//! What an answer is worth: a model is checked, and a refutation goes by somebody's word.

use super::formula::{Fault, Source};
use super::row::{Measured, RunVerdict};
use super::task::Reply;
use super::unsolved::{fault, undecided};
use super::work::Work;
use knightsat_cnf::shuffle::Renaming;
use knightsat_cnf::{Answer, Model};
use knightsat_solver::SolverError;
use knightsat_solver::varisat::Limits;
use knightsat_tour::known;

impl Work<'_> {
    /// What the answer is worth. A model is renamed back, held against every clause and decoded, and
    /// the tour is verified; a refutation goes by the word given.
    pub(super) fn judge(
        &self,
        source: &Source,
        answer: Result<Answer, SolverError>,
        limits: &Limits,
        measured: &Measured,
        (word, checked): (&str, bool),
    ) -> Reply {
        match answer {
            Ok(Answer::Satisfiable(model)) => match source.check(&self.plain(source, model)) {
                Ok(()) => verified("the tour is verified"),
                Err(fault) => Reply::new(RunVerdict::Wrong, self.blame(fault)),
            },
            Ok(Answer::Unsatisfiable) => self.none(word.to_string(), checked),
            Ok(Answer::Unknown) => undecided(self.task, limits, measured),
            Err(error) => fault(self.task, &error.to_string(), measured),
        }
    }

    fn blame(&self, fault: Fault) -> String {
        let run = &self.task.run;
        match (fault, &self.task.foreign) {
            (Fault::Solver(why), _) => format!("{} is wrong: {why}", run.solver),
            (Fault::Formula(why), None) => format!("the encoding {} is wrong: {why}", run.encoding),
            (Fault::Formula(why), Some(theirs)) => {
                format!("{} or its map is wrong: {why}", theirs.name)
            }
        }
    }

    /// The model of the formula as it is written.
    fn plain(&self, source: &Source, model: Model) -> Model {
        match self.task.run.shuffle {
            0 => model,
            seed => Renaming::new(seed, source.header().variables).undo(&model),
        }
    }

    /// No tour; but where somebody has counted some, there are.
    pub(super) fn none(&self, word: String, checked: bool) -> Reply {
        let board = self.spec.place.board();
        let record = board.and_then(|board| known::published(board, self.problem));
        match record.filter(|record| record.count > 0) {
            Some(record) => {
                let why = format!(
                    "says none, but {} are known, {}",
                    record.count, record.source
                );
                Reply::new(RunVerdict::Wrong, why)
            }
            None => Reply {
                checked,
                ..Reply::new(RunVerdict::None, word)
            },
        }
    }
}

pub(super) fn verified(word: &str) -> Reply {
    Reply {
        checked: true,
        ..Reply::new(RunVerdict::Tour, word)
    }
}
