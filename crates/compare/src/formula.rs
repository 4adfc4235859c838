//! The formula of a run: ours, or one that somebody else has written.

use knightsat_base::stop::{Stop, Stopped};
use knightsat_check::File;
use knightsat_cnf::Clauses;
use knightsat_cnf::Model;
use knightsat_cnf::dimacs::read::Header;
use knightsat_cnf::sink::{ClauseSink, Cnf, ModelCheck, Until};
use knightsat_encoding::{Formula, FormulaError};
use knightsat_tour::Problem;
use knightsat_tour::place::Place;

/// A formula and what its models mean.
pub enum Source<'p> {
    /// In one of our encodings.
    Ours(Box<Formula<'p>>),
    /// From a file with a map.
    Theirs(Box<Theirs<'p>>),
}

/// A formula of others.
pub struct Theirs<'p> {
    /// What its models mean.
    file: File,
    clauses: Cnf,
    /// What the map is about.
    place: &'p Place,
    /// What a tour is held against.
    problem: &'p Problem,
}

/// Who is to blame for a model that means no tour.
pub enum Fault {
    /// The solver: it is no model.
    Solver(String),
    /// The encoding, or the map.
    Formula(String),
}

impl<'p> Source<'p> {
    /// The formula of a file.
    pub fn theirs(file: File, place: &'p Place, problem: &'p Problem) -> Source<'p> {
        Source::Theirs(Box::new(Theirs {
            clauses: file.clauses(),
            file,
            place,
            problem,
        }))
    }

    /// Numbers of variables and clauses.
    pub fn header(&self) -> Header {
        match self {
            Source::Ours(formula) => formula.header(),
            Source::Theirs(theirs) => Clauses::header(&theirs.clauses),
        }
    }

    /// The formula in memory.
    pub fn collect(&self, stop: &Stop) -> Result<Cnf, Stopped> {
        let mut cnf = Cnf::default();
        self.write(&mut cnf, stop)?;
        Ok(cnf)
    }

    /// Writes all clauses, unless it is time to stop.
    pub fn write(&self, sink: &mut impl ClauseSink, stop: &Stop) -> Result<(), Stopped> {
        let mut until = Until::new(sink, stop);
        match self {
            Source::Ours(formula) => formula.encode(&mut until),
            Source::Theirs(theirs) => theirs.clauses.write(&mut until),
        }
        until.finish()
    }

    /// Holds a model against every clause, decodes it and verifies the tour.
    pub fn check(&self, model: &Model) -> Result<(), Fault> {
        let variables = self.header().variables;
        match self {
            Source::Ours(formula) => match formula.tour(model) {
                Ok(_) => Ok(()),
                Err(error @ FormulaError::Violated { .. }) => {
                    Err(Fault::Solver(violated(model, variables, error)))
                }
                Err(error) => Err(Fault::Formula(error.to_string())),
            },
            Source::Theirs(theirs) => theirs.check(model, variables),
        }
    }
}

impl Theirs<'_> {
    fn check(&self, model: &Model, variables: u32) -> Result<(), Fault> {
        let mut check = ModelCheck::new(model);
        self.clauses.write(&mut check);
        if let Some((number, lits)) = check.violated() {
            let clause = lits.iter().map(|lit| lit.to_dimacs()).collect();
            let error = FormulaError::Violated { number, clause };
            return Err(Fault::Solver(violated(model, variables, error)));
        }
        let tour = self.file.tour(self.place, self.problem, model);
        tour.map(|_| ()).map_err(Fault::Formula)
    }
}

/// What is wrong with a model that leaves a clause without a true literal.
fn violated(model: &Model, variables: u32, error: FormulaError) -> String {
    match model.missing(variables) {
        Some(missing) => format!("{error}; {missing}"),
        None => error.to_string(),
    }
}
