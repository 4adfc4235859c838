//! The checks of models. Each model must be a tour that an independent search finds, and no tour
//! may have two models.

use super::collect::Collected;
use super::counterexample::{Counterexample, Wrong};
use super::decode::decode;
use super::description::Symbols;
use super::table::{CheckResult, Report, Status};
use super::{Options, Subject};
use crate::encoding::FormulaError;
use crate::prelude::*;
use knightsat_count::search::{Directions, Search};
use knightsat_search::enumerate::{EnumerateError, Models, Projection};
use std::collections::HashMap;
use std::time::Duration;

/// The time for the search for tours: a depth-first search cannot finish on large boards.
const PATIENCE: Duration = Duration::from_secs(60);

/// The reason why a tour is counted twice.
pub(super) const REVERSED: &str = "its reverse is a model too, and one of the two is promised";

/// The tours for which the formula must have a model. Each has a list of sequences of vertices;
/// exactly one sequence is a model.
#[derive(Default)]
pub(super) struct Expected {
    pub tours: Vec<Vec<Vec<u32>>>,
    /// The tours by the facts of each sequence.
    pub of: HashMap<Vec<Fact>, usize>,
    /// Number of directed tours that the search found; `None` if it ended early.
    pub found: Option<usize>,
    pub is_late: bool,
}

impl Expected {
    /// Searches for all tours, or for one more than the options require.
    pub fn new(problem: &Problem, meaning: &Meaning, options: &Options) -> Expected {
        let mut expected = Expected::default();
        let stop = options.limits.stop.within(PATIENCE);
        let mut search = Search::new(problem, Directions::Both).with_stop(stop);
        let mut found = 0;
        for steps in search.by_ref() {
            found += 1;
            for sequence in meaning.rotations(problem, &steps) {
                expected.add(problem, meaning, sequence);
            }
            if expected.tours.len() > options.most {
                expected.tours.truncate(options.sample);
                return expected;
            }
        }
        expected.is_late = search.is_late();
        expected.found = (!search.is_late()).then_some(found);
        expected
    }

    fn add(&mut self, problem: &Problem, meaning: &Meaning, steps: Vec<u32>) {
        let key = meaning.facts_of(problem, &steps);
        if self.of.contains_key(&key) {
            return;
        }
        let mut tour = self.tours.len();
        if meaning.is_one_direction {
            let mut reverse = steps.clone();
            match problem.kind() {
                Kind::Open => reverse.reverse(),
                Kind::Closed => reverse[1..].reverse(),
            }
            let other = self.of.get(&meaning.facts_of(problem, &reverse));
            tour = *other.unwrap_or(&tour);
        }
        self.of.insert(key, tour);
        match self.tours.get_mut(tour) {
            Some(sequences) => sequences.push(steps),
            None => self.tours.push(vec![steps]),
        }
    }
}

/// The data of all checks.
pub(super) struct Inspection<'a> {
    pub place: &'a Place,
    pub problem: &'a Problem,
    pub subject: &'a dyn Subject,
    pub options: &'a Options,
    pub formula: Collected,
    pub meaning: Meaning,
    pub symbols: Symbols,
    pub expected: Expected,
    pub report: Report,
}

/// Compares a formula with tours found by an independent search.
///
/// Fails if the solver fails, or returns an invalid model.
pub fn inspect(
    place: &Place,
    problem: &Problem,
    subject: &dyn Subject,
    options: &Options,
) -> Result<Report, EnumerateError> {
    let mut formula = Collected::default();
    let mut until = Until::new(&mut formula, &options.limits.stop);
    let meaning = subject.encode(&mut until);
    if until.finish().is_err() {
        let stopped = options.limits.stop.stopped();
        return Ok(Report::late(formula.cnf.size(), stopped));
    }
    let fault = meaning.fault(problem, place);
    let expected = match fault {
        None => Expected::new(problem, &meaning, options),
        Some(_) => Expected::default(),
    };
    let report = Report {
        size: formula.cnf.size(),
        expected: expected.found.map(|_| expected.tours.len() as u64),
        is_late: expected.is_late,
        ..Report::default()
    };
    let mut inspection = Inspection {
        place,
        problem,
        subject,
        options,
        symbols: Symbols::new(&meaning, place),
        formula,
        meaning,
        expected,
        report,
    };
    inspection.sizes();
    inspection.header();
    match fault {
        Some(fault) => inspection.wrong("meaning", fault),
        None => inspection.conclude()?,
    }
    Ok(inspection.report)
}

impl Inspection<'_> {
    pub fn tell(&mut self, check: &'static str, status: Status, detail: String) {
        let finding = CheckResult::new(check, status, detail);
        self.report.findings.push(finding);
    }

    pub fn good(&mut self, check: &'static str, detail: String) {
        self.tell(check, Status::Good, detail);
    }

    pub fn wrong(&mut self, check: &'static str, detail: String) {
        self.tell(check, Status::Wrong, detail);
    }

    pub fn skipped(&mut self, check: &'static str, detail: String) {
        self.tell(check, Status::Skipped, detail);
    }

    /// Records that a limit has ended a check.
    pub fn late(&mut self, check: &'static str) {
        self.report.is_late = true;
        self.skipped(check, self.limit());
    }

    /// Returns the limit that ended a check: the deadline, a signal, or its own.
    fn limit(&self) -> String {
        let over = self.options.limits.stop.check();
        over.err().unwrap_or(Stopped::Late).to_string()
    }

    /// Returns a number of models or tours in words.
    pub fn found(&self, count: u64, what: &str) -> String {
        let more = if self.is_whole() { "" } else { " of more" };
        counted(count, what) + more
    }

    pub fn is_whole(&self) -> bool {
        self.expected.found.is_some()
    }

    /// Checks the models one by one; returns the clauses that the subject added meanwhile.
    pub fn models(&mut self) -> Result<Vec<Vec<Lit>>, EnumerateError> {
        let mut solver = self.options.solver.start(self.options.limits.clone());
        self.formula.cnf.write(&mut solver);
        let projection = Projection::Values(self.meaning.projection());
        let mut models = Models::new(solver, projection);
        let mut cuts: Vec<Vec<Lit>> = Vec::new();
        let mut model_of: HashMap<usize, Model> = HashMap::new();
        let most = match self.is_whole() {
            true => u64::MAX,
            false => self.options.sample as u64,
        };
        let mut fault = None;
        while self.report.models < most && fault.is_none() {
            let Some(model) = models.next_model()? else {
                break;
            };
            let model = self.completed(&model)?;
            let held = self.meaning.held(&model);
            let decoded = decode(self.problem, self.place, &self.meaning, &held);
            if decoded.is_err() {
                let new = self.subject.cut(&model);
                let is_false = |cut: &Vec<Lit>| !cut.iter().any(|&lit| model.satisfies(lit));
                if new.iter().any(is_false) {
                    new.iter().for_each(|cut| models.clause(cut));
                    cuts.extend(new);
                    continue;
                }
            }
            self.report.models += 1;
            fault = match decoded {
                Err(why) => Some(self.no_tour(&model, &held, why)),
                Ok(tour) => self.twice(&mut model_of, model, &held, tour.steps()),
            };
        }
        self.report.is_late |= models.is_late();
        self.verdict(models.is_late());
        self.sound(fault, models.is_late());
        Ok(cuts)
    }

    /// Returns the model with a value for every variable, checked against every clause. The solver
    /// omits variables that occur in no clause.
    pub fn completed(&self, model: &Model) -> Result<Model, EnumerateError> {
        let vars = Vars::new(1, self.formula.cnf.variables().max(self.formula.largest));
        let value = |var: Var| match model.value(var) {
            Some(true) => var.pos(),
            _ => var.neg(),
        };
        let lits: Vec<Lit> = vars.iter().map(value).collect();
        let whole = Model::from_lits(&lits).expect("every variable has one value");
        let mut check = ModelCheck::new(&whole);
        self.formula.cnf.write(&mut check);
        if let Some((number, lits)) = check.violated() {
            let clause = lits.iter().map(|lit| lit.to_dimacs()).collect();
            return Err(FormulaError::Violated { number, clause }.into());
        }
        Ok(whole)
    }

    pub fn sound(&mut self, fault: Option<Counterexample>, is_late: bool) {
        match fault {
            Some(found) => {
                self.wrong("sound", format!("{}: {}", found.wrong, found.why));
                self.report.counterexample = Some(found);
            }
            None if is_late => self.skipped("sound", self.limit()),
            None => {
                let models = self.found(self.report.models, "model");
                self.good("sound", models + ", all tours");
            }
        }
    }

    pub fn verdict(&mut self, is_late: bool) {
        let (is_satisfiable, has_tours) = (self.report.models > 0, !self.expected.tours.is_empty());
        let found = ["unsatisfiable", "satisfiable"][usize::from(is_satisfiable)];
        let tours = ["there is no tour", "there are tours"][usize::from(has_tours)];
        if !has_tours && !self.is_whole() || !is_satisfiable && is_late {
            self.skipped("verdict", self.limit());
        } else if is_satisfiable == has_tours {
            self.good("verdict", format!("{found}, and {tours}"));
        } else {
            self.wrong("verdict", format!("{found}, although {tours}"));
        }
    }

    /// Records the model of a tour; it should be the first one.
    fn twice(
        &self,
        model_of: &mut HashMap<usize, Model>,
        model: Model,
        held: &[Fact],
        steps: &[u32],
    ) -> Option<Counterexample> {
        // If there are more tours than the options require, only some of them are known.
        let Some(&tour) = self.expected.of.get(held) else {
            let first = self.place.name(steps[0]);
            let why = format!("it begins at {first}, and the formula promises another form of it");
            let is_known = self.is_whole();
            return is_known.then(|| self.counterexample(Wrong::Twice, why, steps));
        };
        let Some(other) = model_of.get(&tour) else {
            model_of.insert(tour, model);
            return None;
        };
        let why = if self.meaning.held(other) == held {
            let mut differ = self.meaning.projection().into_iter();
            let lit = differ.find(|&lit| model.satisfies(lit) != other.satisfies(lit));
            let symbol = lit.map(|lit| self.symbols.of(lit));
            format!("two models differ in {}", symbol.unwrap_or_default())
        } else {
            REVERSED.into()
        };
        Some(self.counterexample(Wrong::Twice, why, steps))
    }
}
