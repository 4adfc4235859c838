//! The checks of models, in order of their cost. First come the known tours under their facts, then
//! proofs by entailment. A search for a model besides those of the known tours comes last.

use super::collect::Collected;
use super::counterexample::{Counterexample, Wrong};
use super::decode::decode;
use super::description::Symbols;
use super::error::InspectError;
use super::guide::Guide;
use super::table::{CheckResult, Report, Status};
use super::theory::{Answer, MOST, MUCH, Theory, Unproved};
use super::tours::{Tours, all, reverse};
use super::{Options, Subject};
use crate::encoding::FormulaError;
use crate::prelude::*;
use crate::tour::blocks::Blocks;
use knightsat_search::enumerate::Projection;

/// The reason why a tour is counted twice.
const REVERSED: &str = "its reverse is a model too, and one of the two is promised";

/// The reason why nothing is proved of a model: it is a tour, or no tour that counts.
const BACKWARDS: &str = "not proved: a model is a tour backwards, or is excluded during the search";

/// The most literals of formulas for images of known tours.
const SAMPLED: usize = 1 << 24;

/// The data of all checks.
pub(super) struct Inspection<'a> {
    pub place: &'a Place,
    pub problem: &'a Problem,
    pub subject: &'a dyn Subject,
    pub options: &'a Options,
    pub formula: Collected,
    pub meaning: Meaning,
    pub symbols: Symbols,
    pub expected: Tours,
    pub report: Report,
    /// True if the subject excludes several cycles by clauses that it adds later.
    pub has_cuts: bool,
}

/// Compares a formula with tours found by an independent search, and with the definition of a tour.
///
/// Fails if the solver fails, returns an invalid model, or a rule names an unknown fact.
pub fn inspect(
    place: &Place,
    problem: &Problem,
    subject: &dyn Subject,
    options: &Options,
) -> Result<Report, InspectError> {
    let mut formula = Collected::default();
    let mut until = Until::new(&mut formula, &options.limits.stop);
    let mut meaning = subject.encode(&mut until).settled(problem);
    // A tour visits blocks in their order.
    let has_order = |blocks: &Blocks| blocks.is_one_direction(problem);
    let is_ordered = problem.blocks().is_some_and(has_order);
    meaning.is_one_direction |= is_ordered && meaning.style() != FactStyle::Edges;
    if until.finish().is_err() {
        let stopped = options.limits.stop.stopped();
        return Ok(Report::late(formula.cnf.size(), stopped));
    }
    let fault = meaning.fault(problem, place);
    let expected = match fault {
        None => Tours::new(problem, &meaning, options),
        Some(_) => Tours::default(),
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
        has_cuts: false,
    };
    inspection.sizes();
    inspection.header();
    match fault {
        Some(fault) => inspection.wrong("meaning", fault),
        None => inspection.conclude()?,
    }
    let mut report = inspection.report;
    report.is_open &= report.is_good();
    Ok(report)
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

    /// Records that a limit has ended a check: the deadline, a signal, or the work of the solver.
    pub fn late(&mut self, check: &'static str) {
        let over = self.options.limits.stop.check().err();
        self.report.is_late |= over.is_some();
        self.report.is_open |= over.is_none();
        let limit = over.map(|stopped| stopped.to_string());
        self.skipped(check, limit.unwrap_or("undecided with limited work".into()));
    }

    /// Returns the most work for a question to the solver. It may be more if all tours are known.
    pub fn work(&self) -> Option<u64> {
        Some(if self.expected.is_whole() { MOST } else { MUCH })
    }

    /// Compares models and tours.
    fn conclude(&mut self) -> Result<(), InspectError> {
        let stop = &self.options.limits.stop;
        if self.expected.is_late && !self.expected.is_whole() && self.expected.tours.is_empty() {
            for check in ["verdict", "sound", "complete", "count"] {
                self.late(check);
            }
            return Ok(());
        }
        let mut guide = None;
        if !self.expected.is_whole()
            && let Some((mut found, due)) = timely(self.guide())?
        {
            let (place, meaning) = (self.place, &self.meaning);
            let covered = self.expected.cover(&mut found, place, meaning, stop);
            covered?;
            guide = Some((found, due));
        }
        let Some((mut theory, _)) = timely(self.theory())? else {
            for check in ["verdict", "sound", "complete", "count"] {
                self.late(check);
            }
            return Ok(());
        };
        let mut swept = self.sweep(&mut theory)?;
        let sound = match swept.twice.take() {
            Some(twice) => Sound::Wrong(twice),
            None => self.is_sound(&swept)?,
        };
        let cuts = match &sound {
            Sound::Good { cuts, .. } => cuts.clone(),
            _ => Vec::new(),
        };
        if !cuts.is_empty() {
            cuts.iter().for_each(|cut| theory.clause(cut));
            swept = self.sweep(&mut theory)?;
        }
        let is_no_tour = |found: &Counterexample| found.wrong == Wrong::NoTour;
        let other = matches!(&sound, Sound::Wrong(found) if is_no_tour(found));
        self.report.models = swept.models + u64::from(other);
        self.verdict(&mut theory, &sound, &swept)?;
        let is_sound = matches!(sound, Sound::Good { .. });
        self.tell_sound(sound);
        let is_complete = self.is_complete(&mut theory, &swept, &cuts, guide)?;
        self.report.is_open |= !(is_sound && is_complete);
        let is_proved =
            is_sound && is_complete && self.report.is_good() && !self.expected.is_whole();
        let has_open = swept.is_late || !is_sound && self.expected.is_whole();
        if is_proved {
            self.good("count", "proved: one model for each tour".into());
        } else if has_open && self.report.counterexample.is_none() {
            self.late("count");
        } else {
            self.count();
        }
        Ok(())
    }

    /// Looks for a model of every form of every tour.
    fn sweep(&mut self, theory: &mut Theory) -> Result<Sweep, InspectError> {
        let mut swept = Sweep::default();
        let work = self.work();
        for (number, tour) in self.expected.tours.iter().enumerate() {
            let before = swept.models;
            let mut has_model = Vec::new();
            for steps in tour {
                let Ok(assumed) = self.assumptions(steps) else {
                    has_model.push(false);
                    continue;
                };
                match theory.ask(&assumed, work)? {
                    Answer::Model(model) => {
                        let model = self.completed(&model)?;
                        swept.blocking.push(self.projection().blocking(&model));
                        swept.models += 1;
                        has_model.push(true);
                    }
                    Answer::Refuted => has_model.push(false),
                    Answer::Open => {
                        swept.is_late = true;
                        swept.has_model.push(has_model);
                        if self.options.limits.is_over() {
                            return Ok(swept);
                        }
                        has_model = Vec::new();
                        break;
                    }
                }
                if swept.models > before + 1 && swept.twice.is_none() {
                    swept.twice = Some(self.counterexample(Wrong::Twice, REVERSED.into(), steps));
                }
            }
            if swept.models == before && has_model.len() == tour.len() {
                swept.missing.get_or_insert(number);
            }
            swept.has_model.push(has_model);
        }
        Ok(swept)
    }

    fn projection(&self) -> Projection {
        Projection::Values(self.meaning.projection())
    }

    /// Returns true if every model is a tour, and no tour has two.
    fn is_sound(&mut self, swept: &Sweep) -> Result<Sound, InspectError> {
        let proof = self.prove_sound();
        let cuts = Vec::new();
        let is_whole = self.expected.is_whole() && !swept.is_late;
        Ok(match proof {
            Err(Unproved::Fault(error)) => return Err(error),
            Err(Unproved::Model(model)) => match self.fault(&model)? {
                Some(fault) => Sound::Wrong(fault),
                None if is_whole => self.rest(swept)?,
                None => Sound::Open(BACKWARDS.into()),
            },
            Ok(true) if !is_whole => {
                self.has_cuts = true;
                let detail = "proved: every model is a tour, or is cut during the search".into();
                Sound::Good { detail, cuts }
            }
            Ok(false) if self.is_determined() => {
                let detail = if is_whole {
                    format!("{}, all tours", counted(swept.models, "model"))
                } else {
                    "proved: every model is a tour".into()
                };
                Sound::Good { detail, cuts }
            }
            _ if is_whole => self.rest(swept)?,
            Err(Unproved::Open(why)) => Sound::Open(why),
            _ => Sound::Open("a tour may have several models".into()),
        })
    }

    /// Looks for a model that is none of the known tours, which are all.
    fn rest(&self, swept: &Sweep) -> Result<Sound, InspectError> {
        let Some((mut theory, _)) = timely(self.theory())? else {
            return Ok(Sound::Late);
        };
        let blocking = swept.blocking.iter();
        blocking.for_each(|clause| theory.clause(clause));
        let mut cuts: Vec<Vec<Lit>> = Vec::new();
        loop {
            let model = match theory.ask(&[], self.work())? {
                Answer::Refuted => {
                    let detail = format!("{}, all tours", counted(swept.models, "model"));
                    return Ok(Sound::Good { detail, cuts });
                }
                Answer::Open => return Ok(Sound::Late),
                Answer::Model(model) => self.completed(&model)?,
            };
            if let Some(fault) = self.fault(&model)? {
                return Ok(Sound::Wrong(fault));
            }
            let new = self.subject.cut(&model);
            if new.is_empty() {
                return Ok(Sound::Open(BACKWARDS.into()));
            }
            new.iter().for_each(|cut| theory.clause(cut));
            cuts.extend(new);
        }
    }

    /// Returns the fault of a model: it is no tour, or a second model of one. Returns none if the
    /// subject adds clauses that exclude it.
    fn fault(&self, model: &Model) -> Result<Option<Counterexample>, InspectError> {
        let model = self.completed(model)?;
        let held = self.meaning.held(&model);
        let holds = |lits: &[Lit]| lits.iter().all(|&lit| model.satisfies(lit));
        let mut twins = self.meaning.twins().iter();
        let differs = twins.find(|(fact, lits)| holds(lits) != held.contains(fact));
        if let Some((fact, _)) = differs {
            let why = format!(
                "two variables mean {}, and they differ",
                fact.symbol(self.place)
            );
            return Ok(Some(self.no_tour(&model, &held, why)));
        }
        Ok(
            match decode(self.problem, self.place, &self.meaning, &held) {
                Err(why) => {
                    let cuts = self.subject.cut(&model);
                    let is_false = |cut: &Vec<Lit>| !cut.iter().any(|&lit| model.satisfies(lit));
                    let is_cut = cuts.iter().any(is_false);
                    (!is_cut).then(|| self.no_tour(&model, &held, why))
                }
                // It is promised in the other direction, or in either.
                Ok(tour) if !self.definition().is_forward(tour.steps()) => None,
                Ok(tour) => Some(self.second(&held, tour.steps())),
            },
        )
    }

    /// Returns the counterexample of a tour with another model, or in another form than promised.
    fn second(&self, held: &[Fact], steps: &[u32]) -> Counterexample {
        let is_promised = if self.expected.is_whole() {
            self.expected.of.contains_key(held)
        } else {
            self.meaning.first.is_none_or(|first| first == steps[0])
        };
        let why = if !is_promised {
            let first = self.place.name(steps[0]);
            format!("it begins at {first}, and the formula promises another form of it")
        } else if self.expected.of.contains_key(held) {
            "two models differ only in variables of the map".to_string()
        } else {
            REVERSED.to_string()
        };
        self.counterexample(Wrong::Twice, why, steps)
    }

    /// Returns the model with a value for every variable, checked against every clause. The solver
    /// omits variables that occur in no clause.
    pub fn completed(&self, model: &Model) -> Result<Model, InspectError> {
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

    fn tell_sound(&mut self, sound: Sound) {
        match sound {
            Sound::Wrong(found) => {
                self.wrong("sound", format!("{}: {}", found.wrong, found.why));
                self.report.counterexample = Some(found);
            }
            Sound::Late => self.late("sound"),
            Sound::Open(why) => self.skipped("sound", why),
            // Of no models nothing is said.
            Sound::Good { .. } if self.report.status("verdict") == Some(Status::Wrong) => {
                self.skipped("sound", "no models".into());
            }
            Sound::Good { detail, .. } => self.good("sound", detail),
        }
    }

    fn verdict(
        &mut self,
        theory: &mut Theory,
        sound: &Sound,
        swept: &Sweep,
    ) -> Result<(), InspectError> {
        let has_tours = !self.expected.tours.is_empty();
        let is_compared = matches!(sound, Sound::Good { .. }) && self.expected.is_whole();
        let is_satisfiable = if self.report.models > 0 {
            true
        } else if is_compared && !swept.is_late {
            false
        } else {
            let work = self.work();
            match theory.ask(&[], work)? {
                Answer::Refuted => false,
                Answer::Model(_) => true,
                Answer::Open => {
                    self.late("verdict");
                    return Ok(());
                }
            }
        };
        let found = ["unsatisfiable", "satisfiable"][usize::from(is_satisfiable)];
        let tours = ["there is no tour", "there are tours"][usize::from(has_tours)];
        if !has_tours && !self.expected.is_whole() {
            self.skipped("verdict", format!("{found}, and no tour is known"));
        } else if is_satisfiable == has_tours {
            self.good("verdict", format!("{found}, and {tours}"));
        } else {
            self.wrong("verdict", format!("{found}, although {tours}"));
        }
        Ok(())
    }

    /// Returns true if a tour is a model or, if one direction is promised, its reverse; nothing if
    /// that is undecided.
    fn has_model(&self, theory: &mut Theory, steps: &[u32]) -> Result<Option<bool>, InspectError> {
        let back = reverse(self.problem, steps);
        let back = self.meaning.is_one_direction.then_some(&back[..]);
        let mut found = Some(false);
        for steps in [steps].into_iter().chain(back) {
            if let Ok(assumed) = self.assumptions(steps) {
                match theory.extend(&assumed, MUCH)? {
                    Answer::Model(_) => return Ok(Some(true)),
                    Answer::Refuted => {}
                    Answer::Open => found = None,
                }
            }
        }
        Ok(found)
    }

    /// Compares all tours with the models if they are few enough, otherwise images of the known
    /// ones. Returns a tour without a model, or the number of all tours; nothing if that is open.
    fn compare(
        &self,
        theory: &mut Theory,
    ) -> Result<Option<Result<usize, Vec<u32>>>, InspectError> {
        let all = all(self.problem, &self.meaning, &self.options.limits.stop);
        let count = all.as_ref().map(Vec::len);
        let tours = all.unwrap_or_else(|| {
            let tries = SAMPLED / theory.cnf.size().literals.max(1) as usize;
            let Inspection {
                problem,
                place,
                meaning,
                ..
            } = self;
            self.expected.sample(problem, place, meaning, tries)
        });
        for steps in &tours {
            match self.has_model(theory, steps)? {
                Some(true) => {}
                Some(false) => return Ok(Some(Err(steps.clone()))),
                None => return Ok(None),
            }
        }
        Ok(count.map(Ok))
    }

    /// Reports whether every tour has a model; returns true if that is proved or compared.
    fn is_complete(
        &mut self,
        theory: &mut Theory,
        swept: &Sweep,
        cuts: &[Vec<Lit>],
        guide: Option<(Guide, Vec<Vec<Lit>>)>,
    ) -> Result<bool, InspectError> {
        let missing = swept
            .missing
            .map(|tour| self.expected.tours[tour][0].clone());
        let mut why = None;
        let mut good = "proved: every tour is a model".to_string();
        let missing = match (missing, guide) {
            (None, Some((mut guide, due))) if !swept.is_late => {
                let proof = match self.prove_complete(&mut guide, due) {
                    Err(Unproved::Fault(error)) => return Err(error),
                    // Variables that a tour leaves free may still extend it to a model.
                    Err(Unproved::Tour(steps))
                        if self.has_model(theory, &steps)? != Some(false) =>
                    {
                        Err("a tour is undecided".into())
                    }
                    Ok(()) if self.has_cuts => {
                        Err("the clauses of the search are not checked".into())
                    }
                    proof => proof,
                };
                let is_open = matches!(proof, Err(Unproved::Open(_))) && !self.has_cuts;
                let compared = if is_open { self.compare(theory)? } else { None };
                match (compared, proof) {
                    (Some(Ok(tours)), _) => {
                        good = counted(tours, "tour") + ", all models";
                        None
                    }
                    (Some(Err(steps)), _) | (None, Err(Unproved::Tour(steps))) => Some(steps),
                    (None, Err(Unproved::Open(open))) => {
                        let coverage = self.expected.coverage(guide.facts.len());
                        why = Some(format!(
                            "{coverage} are models, the rest is not proved: {open}"
                        ));
                        None
                    }
                    _ => None,
                }
            }
            (missing, _) => missing,
        };
        if let Some(steps) = missing {
            let missing = self.no_model(theory, &steps, cuts, swept)?;
            self.wrong("complete", format!("{}: {}", missing.wrong, missing.why));
            self.report.counterexample.get_or_insert(missing);
            return Ok(true);
        }
        if swept.is_late {
            if self.options.limits.is_over() {
                self.late("complete")
            } else {
                self.skipped("complete", "a tour is undecided".into())
            }
            return Ok(false);
        }
        if let Some(why) = why {
            self.skipped("complete", why);
            return Ok(false);
        }
        if self.expected.is_whole() {
            let found = counted(self.expected.tours.len() as u64, "tour");
            self.good("complete", found + ", all models");
        } else {
            self.good("complete", good);
        }
        Ok(true)
    }
}

/// Returns what is made, unless the time is over.
fn timely<T>(made: Result<T, Unproved>) -> Result<Option<T>, InspectError> {
    match made {
        Ok(made) => Ok(Some(made)),
        Err(Unproved::Fault(error)) => Err(error),
        Err(_) => Ok(None),
    }
}

/// The result of the search for models that are no tours.
enum Sound {
    /// There are none, besides those that the cuts exclude.
    Good {
        detail: String,
        cuts: Vec<Vec<Lit>>,
    },
    Wrong(Counterexample),
    /// Not decided.
    Open(String),
    Late,
}

/// The results of the sweep over the known tours.
#[derive(Default)]
pub(super) struct Sweep {
    models: u64,
    /// For each form of each tour, true if it has a model; nothing for a tour that is undecided.
    pub has_model: Vec<Vec<bool>>,
    /// Clauses that exclude the models.
    blocking: Vec<Vec<Lit>>,
    /// The first tour without a model.
    missing: Option<usize>,
    /// The first tour with models for both directions, although one is promised.
    twice: Option<Counterexample>,
    is_late: bool,
}
