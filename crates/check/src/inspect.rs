//! The checks themselves.

use super::Subject;
use super::collect::Collected;
use super::counterexample::{Counterexample, Wrong};
use super::decode::decode;
use super::expected::Expected;
use super::meaning::{Fact, Meaning};
use super::options::Options;
use super::report::{Finding, Report, Status};
use super::symbols::Symbols;
use knightsat_base::plural::counted;
use knightsat_base::stop::Stopped;
use knightsat_cnf::sink::{ClauseSink, ModelCheck, Until};
use knightsat_cnf::{Lit, Model, Var, Vars};
use knightsat_encoding::FormulaError;
use knightsat_search::enumerate::{EnumerateError, Models, Projection};
use knightsat_solver::varisat::{Assuming, Varisat};
use knightsat_tour::Problem;
use knightsat_tour::place::Place;
use std::collections::HashMap;

/// Everything a check works on.
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

/// What the models of all tours have shown.
#[derive(Default)]
struct Sweep {
    models: u64,
    /// The first tour without a model.
    missing: Option<usize>,
    /// The first tour of which both directions are models, although one is promised.
    twice: Option<Counterexample>,
    is_late: bool,
}

/// Why a tour is counted twice.
const REVERSED: &str = "its reverse is a model too, and one of the two is promised";

/// Holds a formula against the tours that an independent search finds.
///
/// Fails if the solver does, or gives a model that is none.
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
        return Ok(Report::late(formula.size(), options.limits.stop.stopped()));
    }
    let fault = meaning.fault(problem, place);
    let expected = match fault {
        None => Expected::new(problem, &meaning, options),
        Some(_) => Expected::default(),
    };
    let report = expected.report(formula.size());
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
    if let Some(fault) = fault {
        inspection.wrong("meaning", fault);
        return Ok(inspection.report);
    }
    inspection.conclude()?;
    Ok(inspection.report)
}

impl Inspection<'_> {
    fn tell(&mut self, check: &'static str, status: Status, detail: String) {
        self.report.findings.push(Finding {
            check,
            status,
            detail,
        });
    }

    pub(super) fn good(&mut self, check: &'static str, detail: String) {
        self.tell(check, Status::Good, detail);
    }

    pub(super) fn wrong(&mut self, check: &'static str, detail: String) {
        self.tell(check, Status::Wrong, detail);
    }

    pub(super) fn skipped(&mut self, check: &'static str, detail: String) {
        self.tell(check, Status::Skipped, detail);
    }

    /// Notes that a limit has ended a check.
    pub(super) fn late(&mut self, check: &'static str) {
        self.report.is_late = true;
        self.skipped(check, self.limit());
    }

    /// Returns the limit that has ended a check: the deadline, a signal, or its own.
    fn limit(&self) -> String {
        let over = self.options.limits.stop.check();
        over.err().unwrap_or(Stopped::Late).to_string()
    }

    /// Returns a number of models or tours in words.
    fn found(&self, count: u64, what: &str) -> String {
        let found = counted(count, what);
        if self.is_whole() {
            found
        } else {
            found + " of more"
        }
    }

    pub(super) fn is_whole(&self) -> bool {
        self.expected.found.is_some()
    }

    /// Looks at the models one by one; gives the clauses that the subject has added on the way.
    pub(super) fn models(&mut self) -> Result<Vec<Vec<Lit>>, EnumerateError> {
        let mut solver = Varisat::checked(self.options.limits.clone());
        self.formula.replay(&mut solver);
        let projection = Projection::Values(self.meaning.projection());
        let mut models = Models::new(solver, projection);
        let mut cuts: Vec<Vec<Lit>> = Vec::new();
        let mut model_of: HashMap<usize, Model> = HashMap::new();
        let most = if self.is_whole() {
            u64::MAX
        } else {
            self.options.sample as u64
        };
        let mut fault = None;
        while self.report.models < most && fault.is_none() {
            let Some(model) = models.next_model()? else {
                break;
            };
            let model = self.whole(&model)?;
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
                Ok(steps) => self.twice(&mut model_of, model, &held, &steps),
            };
        }
        self.report.is_late |= models.is_late();
        self.verdict(models.is_late(), !self.expected.tours.is_empty());
        self.sound(fault, models.is_late());
        Ok(cuts)
    }

    /// The model with a value for every variable, held against every clause: the solver leaves out
    /// what is in no clause.
    pub(super) fn whole(&self, model: &Model) -> Result<Model, EnumerateError> {
        let vars = Vars::new(1, self.formula.variables().max(self.formula.largest()));
        let value = |var: Var| match model.value(var) {
            Some(true) => var.pos(),
            _ => var.neg(),
        };
        let lits: Vec<Lit> = vars.iter().map(value).collect();
        let whole = Model::from_lits(&lits).expect("every variable has one value");
        let mut check = ModelCheck::new(&whole);
        self.formula.replay(&mut check);
        if let Some((number, lits)) = check.violated() {
            let clause = lits.iter().map(|lit| lit.to_dimacs()).collect();
            return Err(FormulaError::Violated { number, clause }.into());
        }
        Ok(whole)
    }

    pub(super) fn sound(&mut self, fault: Option<Counterexample>, is_late: bool) {
        let models = self.report.models;
        match fault {
            Some(found) => {
                self.wrong("sound", format!("{}: {}", found.wrong, found.why));
                self.report.counterexample = Some(found);
            }
            None if is_late => self.skipped("sound", self.limit()),
            None => self.good("sound", self.found(models, "model") + ", all tours"),
        }
    }

    pub(super) fn verdict(&mut self, is_late: bool, has_tours: bool) {
        let is_satisfiable = self.report.models > 0;
        let tours = match (has_tours, self.is_whole()) {
            (true, _) => "there are tours",
            (false, true) => "there is no tour",
            (false, false) => return self.skipped("verdict", self.limit()),
        };
        match is_satisfiable {
            false if is_late => self.skipped("verdict", self.limit()),
            true if has_tours => self.good("verdict", format!("satisfiable, and {tours}")),
            false if !has_tours => self.good("verdict", format!("unsatisfiable, and {tours}")),
            true => self.wrong("verdict", format!("satisfiable, although {tours}")),
            false => self.wrong("verdict", format!("unsatisfiable, although {tours}")),
        }
    }

    /// Notes the model of a tour; it should be the first one.
    fn twice(
        &self,
        model_of: &mut HashMap<usize, Model>,
        model: Model,
        held: &[Fact],
        steps: &[u32],
    ) -> Option<Counterexample> {
        // Of more tours than were asked for only some are known.
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
        let before = self.meaning.held(other);
        let why = if before == held {
            let differ = self.meaning.projection().into_iter();
            let mut differ = differ.filter(|&lit| model.satisfies(lit) != other.satisfies(lit));
            let lit = differ.next().map(|lit| self.symbols.of(lit));
            format!("two models differ in {}", lit.unwrap_or_default())
        } else {
            REVERSED.into()
        };
        Some(self.counterexample(Wrong::Twice, why, steps))
    }

    /// Looks for a model of every tour; if every model is known to be a tour, reports the models, too.
    pub(super) fn tours(
        &mut self,
        cuts: &[Vec<Lit>],
        are_tours: bool,
    ) -> Result<(), EnumerateError> {
        let mut solver = Varisat::unchecked(self.options.limits.clone());
        self.formula.replay(&mut solver);
        cuts.iter().for_each(|cut| solver.clause(cut));
        let tours: Vec<Vec<Vec<u32>>> = std::mem::take(&mut self.expected.tours);
        let swept = self.sweep(&tours, &mut solver)?;
        if are_tours {
            self.report.models = swept.models;
            self.verdict(swept.is_late, !tours.is_empty());
            self.sound(swept.twice, swept.is_late);
        }
        if swept.is_late {
            self.late("complete");
            self.late("count");
            return Ok(());
        }
        match swept.missing {
            Some(tour) => {
                let missing = self.no_model(&tours[tour][0], cuts, &mut solver)?;
                self.wrong("complete", format!("{}: {}", missing.wrong, missing.why));
                self.report.counterexample.get_or_insert(missing);
            }
            None => {
                let found = self.found(tours.len() as u64, "tour");
                self.good("complete", found + ", all models");
            }
        }
        self.count();
        Ok(())
    }

    /// Asks for a model of every form of every tour.
    fn sweep(
        &self,
        tours: &[Vec<Vec<u32>>],
        solver: &mut Varisat,
    ) -> Result<Sweep, EnumerateError> {
        let mut swept = Sweep::default();
        for (number, tour) in tours.iter().enumerate() {
            let before = swept.models;
            for steps in tour {
                let Ok(assumed) = self.assumptions(steps) else {
                    continue;
                };
                match solver.solve_assuming(&assumed)? {
                    Assuming::Satisfiable(model) => {
                        self.whole(&model)?;
                        swept.models += 1;
                    }
                    Assuming::Failed(_) => {}
                    Assuming::Unknown => {
                        swept.is_late = true;
                        return Ok(swept);
                    }
                }
                if swept.models > before + 1 && swept.twice.is_none() {
                    swept.twice = Some(self.counterexample(Wrong::Twice, REVERSED.into(), steps));
                }
            }
            if swept.models == before {
                swept.missing.get_or_insert(number);
            }
        }
        Ok(swept)
    }
}
