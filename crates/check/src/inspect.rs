//! The checks of a formula, in order. Two of them are questions: does the formula entail the
//! definition of a tour, and the definition the formula?

use super::case::Case;
use super::collect::Collected;
use super::counterexample::Wrong;
use super::description::Symbols;
use super::evidence::Evidence;
use super::table::{CHECKS, Outcome, Report, Status};
use super::theory::{Answer, Unproved};
use super::tours::Tours;
use super::{Options, Subject, words};
use crate::prelude::*;
use crate::solver::{Allowance, SolverError};
use crate::tour::definition::Definition;

/// Compares a formula with tours found by an independent search, and with the definition of a tour.
///
/// Fails if the solver fails, or returns an invalid model.
pub fn inspect(
    place: &Place,
    problem: &Problem,
    subject: &dyn Subject,
    options: &Options,
) -> Result<Report, SolverError> {
    let mut limited = options.clone();
    limited.limits.allowance = options.work.map(Allowance::of_conflicts);
    let options = &limited;
    let mut formula = Collected::default();
    let mut until = Until::new(&mut formula, &options.limits.stop);
    let mut meaning = subject.encode(&mut until);
    // Constraints may determine the direction, and not only for steps: the order of blocks does.
    let is_ordered = Definition::new(problem, FactStyle::Arcs, None).has_direction();
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
    let mut report = Report {
        size: formula.cnf.size(),
        expected: expected.is_whole.then_some(expected.tours.len() as u64),
        is_late: expected.is_late,
        ..Report::default()
    };
    let case = Case {
        place,
        problem,
        subject,
        options,
        symbols: Symbols::new(&meaning, place),
        formula,
        meaning,
        expected,
    };
    let stop = &options.limits.stop;
    report.tell("header", case.header(), stop);
    match fault {
        Some(fault) => report.tell("meaning", Outcome::Wrong(fault), stop),
        None => match conclude(case, &mut report) {
            Err(Unproved::Fault(error)) => return Err(error),
            Err(_) => {
                let untold = |check: &&str| report.status(check).is_none();
                for check in CHECKS.into_iter().filter(untold).collect_vec() {
                    report.tell(check, Outcome::Late, stop);
                }
            }
            Ok(()) => {}
        },
    }
    report.is_open &= report.is_good();
    if options.words {
        words::complete(&mut report);
    }
    Ok(report)
}

/// Asks both questions, and reports the answers.
/// Fails once the time is over.
fn conclude(mut case: Case, report: &mut Report) -> Result<(), Unproved> {
    let stop = &case.options.limits.stop;
    let is_whole = case.expected.is_whole;
    if case.expected.is_late && !is_whole && case.expected.tours.is_empty() {
        return Err(stop.stopped().into());
    }
    if !is_whole {
        let (problem, meaning) = (case.problem, &case.meaning);
        case.expected.cover(problem, meaning, case.options);
    }
    let mut theory = case.theory()?;
    let swept = case.sweep(&case.expected, &mut theory)?;
    let mut evidence = Evidence {
        case: &case,
        theory,
        swept,
        model: None,
    };
    let sound = evidence.sound()?;
    let is_other = matches!(&sound, Outcome::Fails(found) if found.wrong == Wrong::NoTour);
    let is_sound = matches!(sound, Outcome::Good(_));
    report.models = evidence.swept.models.len() as u64 + u64::from(is_other);
    let verdict = evidence.verdict(report.models, is_sound)?;
    report.tell("verdict", verdict, stop);
    let sound = match sound {
        // Of no models nothing is said.
        Outcome::Good(_) if report.status("verdict") == Some(Status::Wrong) => {
            Outcome::Skipped("no models".into())
        }
        sound => sound,
    };
    report.tell("sound", sound, stop);
    let complete = evidence.complete()?;
    let is_complete = matches!(complete, Outcome::Good(_) | Outcome::Fails(_));
    report.tell("complete", complete, stop);
    report.is_open |= !(is_sound && is_complete);
    let has_open = evidence.swept.is_late || !is_sound && is_whole;
    let count = if is_sound && is_complete && report.is_good() && !is_whole {
        Outcome::Good("proved: one model for each tour".into())
    } else if has_open && report.counterexample.is_none() {
        Outcome::Late
    } else {
        case.count(report)
    };
    report.tell("count", count, stop);
    if case.options.words && !report.is_good() {
        report.faults = words::faults(&evidence, report)?;
    }
    Ok(())
}

impl Evidence<'_> {
    /// Returns whether the formula is satisfiable, and should be.
    fn verdict(&mut self, models: u64, is_sound: bool) -> Result<Outcome, Unproved> {
        let (has_tours, is_whole) = (
            !self.case.expected.tours.is_empty(),
            self.case.expected.is_whole,
        );
        let is_satisfiable = if models > 0 {
            true
        } else if is_sound && self.is_whole() {
            false
        } else {
            match self.theory.ask(&[], self.case.work())? {
                Answer::Refuted => false,
                Answer::Found(_) => true,
                Answer::Open => return Ok(Outcome::Late),
            }
        };
        let found = ["unsatisfiable", "satisfiable"][usize::from(is_satisfiable)];
        let tours = ["there is no tour", "there are tours"][usize::from(has_tours)];
        Ok(if !has_tours && !is_whole {
            Outcome::Skipped(format!("{found}, and no tour is known"))
        } else if is_satisfiable == has_tours {
            Outcome::Good(format!("{found}, and {tours}"))
        } else {
            Outcome::Wrong(format!("{found}, although {tours}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::{Formula, Name};

    /// The check of an open tour takes a number of conflicts that no clock changes.
    #[test]
    fn a_check_within_so_many_conflicts_is_the_same_every_time() {
        let place: Place = "5x6".parse().unwrap();
        let problem = Problem::of(&place, Kind::Open, None, None).unwrap();
        let formula = Formula::new(&problem, Name::Adder.style()).unwrap();
        let within = |work| {
            let options = Options {
                work,
                ..Options::default()
            };
            inspect(&place, &problem, &formula, &options).unwrap()
        };
        let open = |report: &Report| {
            let findings = report.findings.iter();
            findings
                .filter(|finding| finding.status == Status::Skipped)
                .count()
        };
        let [none, few, many] = [Some(1), Some(300), Some(1 << 40)].map(within);
        for (work, report) in [(1, &none), (300, &few)] {
            assert_eq!(within(Some(work)).to_string(), report.to_string());
            assert!(report.is_open && !report.is_late, "{report}");
        }
        let is_sorted = open(&none) >= open(&few) && open(&few) >= open(&many);
        assert!(is_sorted, "{none}\n{few}\n{many}");
        assert!(none.to_string().contains("undecided"), "{none}");
        assert_eq!(many.to_string(), within(None).to_string());
    }
}
