//! The best tour of a problem that the search by edges does not support: one with squares at steps,
//! a symmetry, blocks, or rules about steps. A limit is a rule about the statistic, which any
//! formula takes. Each better tour tightens it, until the formula has no model.

use super::cost::Cost;
use super::{Objective, Optimum, OptimumError, Options, Sense, Standing, late};
use crate::tour::Problem;
use crate::tour::rule::{Atom, Count, Counted, Literal, Relation, Rule, Summand};
use crate::tour::statistic::StatisticError;
use crate::tour::tour::Tour;
use crate::{Evidence, Verdict, find_by_default};
use knightsat_solver::varisat::Varisat;

/// A rule that limits a statistic.
fn limit(objective: &Objective, bound: i64) -> Rule {
    let summand = Summand {
        is_added: true,
        of: Counted::Statistic(objective.statistic.clone()),
    };
    let relation = match objective.sense {
        Sense::Minimize => Relation::AtMost,
        Sense::Maximize => Relation::AtLeast,
    };
    Rule(vec![Literal {
        atom: Atom::Count(Count {
            summands: vec![summand],
            relation,
            bound,
        }),
        is_positive: true,
    }])
}

/// Optimizes the objectives in order.
pub(super) fn optimize(
    problem: &Problem,
    objectives: &[Objective],
    options: &Options,
    report: &mut dyn FnMut(&Standing),
) -> Result<Optimum, OptimumError> {
    let stop = &options.stop;
    let mut rules = problem.rules().to_vec();
    let mut tour = match solve(problem, options)? {
        Verdict::Tour(tour) => tour,
        verdict => {
            let stopped = matches!(verdict, Verdict::Unknown(_)).then(|| stop.stopped());
            return Ok(Optimum {
                verdict,
                stopped,
                ..late(objectives, stop.stopped())
            });
        }
    };
    let mut standings: Vec<Standing> = Vec::new();
    for objective in objectives {
        let mut standing = Standing::unknown(objective);
        if standings.iter().all(Standing::is_optimal) {
            let least = match objective.statistic.sum(problem, stop) {
                Err(StatisticError::Stopped(stopped)) => return Ok(late(objectives, stopped)),
                sum => Cost::new(objective.sense, &sum?, problem.coordinates(), stop).value(0),
            };
            standing.bound = Some(least);
            standing.best = Some(objective.value(problem, &tour)?);
            report(&standing);
            improve(
                problem,
                &mut rules,
                &mut tour,
                &mut standing,
                options,
                report,
            )?;
        }
        standings.push(standing);
    }
    // A tour that is better by a later objective is as good by the earlier ones.
    for standing in &mut standings {
        standing.best = Some(standing.objective.value(problem, &tour)?);
    }
    let is_optimal = standings.iter().all(Standing::is_optimal);
    Ok(Optimum {
        verdict: Verdict::Tour(tour),
        stopped: (!is_optimal).then(|| stop.stopped()),
        standings,
        cuts: Vec::new(),
    })
}

/// Looks for better tours until there is none, and adds the optimum to the rules.
fn improve(
    problem: &Problem,
    rules: &mut Vec<Rule>,
    tour: &mut Tour,
    standing: &mut Standing,
    options: &Options,
    report: &mut dyn FnMut(&Standing),
) -> Result<(), OptimumError> {
    let objective = standing.objective.clone();
    let step = match objective.sense {
        Sense::Minimize => -1,
        Sense::Maximize => 1,
    };
    while !standing.is_optimal() {
        let best = objective.value(problem, tour)?;
        let better = [&rules[..], &[limit(&objective, best + step)]].concat();
        let better = problem.clone().with_rules(better);
        let better = better.expect("a statistic names no step");
        match solve(&better, options)? {
            Verdict::Tour(found) => {
                *tour = Tour::verify(problem, found.steps().to_vec())?;
                standing.best = Some(objective.value(problem, tour)?);
            }
            Verdict::None(evidence) => {
                standing.bound = Some(best);
                standing.word = match evidence {
                    Evidence::Refutation(word) if word != Varisat::WORD => Some(word),
                    _ => None,
                };
            }
            Verdict::Unknown(_) => return Ok(()),
        }
        report(standing);
    }
    rules.extend(standing.best.map(|best| limit(&objective, best)));
    Ok(())
}

fn solve(problem: &Problem, options: &Options) -> Result<Verdict, OptimumError> {
    let Options {
        seed,
        solvers,
        stop,
        shortcuts,
    } = options;
    let verdict = find_by_default(problem, *seed, *shortcuts, solvers, stop);
    verdict.map_err(|error| OptimumError::Solve(Box::new(error)))
}
