//! Files that encode --format opb has written.

use super::{Args, open};
use crate::cli::shared::exit::Exit;
use crate::cli::shared::path::name;
use crate::cli::shared::problem;
use anyhow::{Result, anyhow, bail, ensure};
use knightsat::base::plural::counted;
use knightsat::cnf::dimacs::opb::{Constraint, OpbReader, read_answer};
use knightsat::cnf::{Answer, Model};
use knightsat::encoding::flow::Flow;
use knightsat::search::{Evidence, Verdict};
use knightsat::stop::Stop;
use knightsat::stop::Stopped;
use std::io::Read;

impl Args {
    /// The same for a file in OPB, and a pseudo-Boolean solver's answer.
    pub fn opb(&self, file: impl Read) -> Result<Exit> {
        let mut opb = OpbReader::new(file, &name(&self.file))?;
        let spec = self.spec(opb.comments())?;
        let pictures = self.open_pictures(&spec.place)?;
        let problem = problem::problem(&spec)?;
        let flow = Flow::new(&problem, &Stop::default())?;
        let (found, needed) = (opb.size().variables, flow.size().variables);
        ensure!(
            found == needed,
            "{}: {}, and the constraints of this tour have {needed}: is it a file of \
             another board?",
            name(&self.file),
            counted(found, "variable")
        );
        let verdict = match read_answer(open(&self.result)?, &name(&self.result), found)? {
            Answer::Unsatisfiable => Verdict::None(Evidence::Refutation(self.word())),
            Answer::Unknown => Verdict::Unknown(Stopped::Unanswered.into()),
            Answer::Satisfiable(model) => {
                self.check_constraints(&mut opb, &model)?;
                let tour = flow.decode(&model).map_err(|error| {
                    let error = error.with_names(|v| spec.place.name(v));
                    anyhow!("{}: {error}", self.misnamed(&spec))
                });
                Verdict::Tour(tour?)
            }
        };
        pictures.verdict(&spec, &verdict, self.format)
    }

    /// Holds the model against every constraint of the file.
    fn check_constraints<R: Read>(&self, opb: &mut OpbReader<R>, model: &Model) -> Result<()> {
        let mut constraint = Constraint::default();
        while opb.next(&mut constraint)? {
            if !constraint.holds(model) {
                let number = opb.constraints();
                let missing = model.missing(opb.size().variables);
                let missing = missing.map(|missing| format!("{missing}, and "));
                let missing = missing.unwrap_or_default();
                bail!(
                    "{}: no model of {}: {missing}constraint {number} does not hold",
                    name(&self.result),
                    name(&self.file)
                );
            }
        }
        Ok(())
    }
}
