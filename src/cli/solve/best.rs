//! The best tour: objectives on the command line, and their bounds.

use crate::cli::shared::*;
use crate::cli::solve::{Args, Search};
use clap::{ArgMatches, FromArgMatches};
use knightsat::render::DocumentObjective;
use knightsat::search::optimum::{self, Objective, Optimum, Options, Sense, Standing};
use knightsat_tour::statistic::Statistic;

/// The objectives, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct ObjectiveArgs(Vec<(Sense, String)>);

const NAMES: [(&str, Sense); 2] = [("minimize", Sense::Minimize), ("maximize", Sense::Maximize)];

impl clap::Args for ObjectiveArgs {
    fn augment_args(command: clap::Command) -> clap::Command {
        let option = |name: &'static str, help: &'static str, long: &'static str| {
            clap::Arg::new(name)
                .long(name)
                .value_name("STATISTIC")
                .action(clap::ArgAction::Append)
                .help_heading("Objective")
                .help(help)
                .long_help(long)
        };
        command
            .arg(option(
                "minimize",
                "Find the tour with the least turns, crossings, …",
                "Find the tour with the smallest value of this statistic. It is turns, straight, \
                 acute, right, obtuse, bent, crossings, slope+2, or weights(FILE). Each line of \
                 the file has two vertices and a whole number.\n\nRepeat --minimize and --maximize \
                 to choose among the best tours by further statistics. Bounds appear on standard \
                 error when they improve. At --timeout the best tour so far is printed, with exit \
                 code 3. See docs/best.md.",
            ))
            .arg(option(
                "maximize",
                "Find the tour with the most",
                "Find the tour with the largest value of this statistic, as --minimize finds the \
                 smallest.",
            ))
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        ObjectiveArgs::augment_args(command)
    }
}

impl FromArgMatches for ObjectiveArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut args = ObjectiveArgs::default();
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        let given = NAMES.into_iter().flat_map(|(name, sense)| {
            let values = matches.get_many::<String>(name).into_iter().flatten();
            let places = matches.indices_of(name).into_iter().flatten();
            places
                .zip(values)
                .map(move |(place, value)| (place, sense, value.clone()))
        });
        let given = given.sorted_by_key(|&(place, ..)| place);
        self.0 = given.map(|(_, sense, value)| (sense, value)).collect();
        Ok(())
    }
}

impl ObjectiveArgs {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the objectives in this place.
    pub(super) fn objectives(&self, place: &Place) -> Result<Vec<Objective>> {
        let objectives = self.0.iter().map(|(sense, text)| {
            let statistic = Statistic::parse(text, place);
            let statistic = statistic.with_context(|| format!("--{}", name(*sense)))?;
            Ok(Objective {
                sense: *sense,
                statistic,
            })
        });
        objectives.collect()
    }
}

fn name(sense: Sense) -> &'static str {
    let named = NAMES.into_iter().find(|&(_, other)| other == sense);
    named.map_or("", |(name, _)| name)
}

impl Args {
    /// Refuses options that do not go with objectives.
    pub(super) fn check_objectives(&self) -> Result<()> {
        let options = [
            (self.unique, "--unique"),
            (self.method.is_given(), "--method"),
            (self.formula.is_named(), "--encoding"),
        ];
        let given = options.into_iter().find(|&(is_given, _)| is_given);
        let given = given.map(|(_, name)| name.to_string());
        if let Some(option) = given.or(self.formula.first()) {
            bail!("{option} has no effect on --minimize and --maximize: leave {option} out");
        }
        Ok(())
    }
}

impl Search<'_> {
    /// Searches for the best tour, and notes its bounds when they improve.
    pub(super) fn best(
        &self,
        objectives: &[Objective],
        solvers: Vec<Solver>,
        pictures: Pictures,
    ) -> Result<Exit> {
        let (view, is_taken) = (pictures.view, pictures.take_stdout());
        let unknown = |stopped: Stopped| Optimum {
            verdict: Verdict::Unknown(stopped.into()),
            standings: Vec::new(),
            stopped: Some(stopped),
        };
        let backstop = printing_backstop(self.stop, is_taken, |stopped| {
            let mut text = Vec::new();
            let verdict = unknown(stopped).verdict;
            let exit = view.verdict(self.spec, &verdict, &mut text)?;
            Ok((String::from_utf8(text)?, exit))
        })?;
        let words = "looking for the best tour";
        let mut last = String::new();
        let optimum = time::bounded(self.stop, backstop, words, unknown, |line| {
            let problem = problem::problem(self.spec, self.stop)?;
            let _hold = interrupt::hold()?;
            let options = Options {
                seed: self.args.seed.unwrap_or_default(),
                solvers,
                stop: self.stop.clone(),
                shortcuts: !self.args.formula.no_shortcuts(),
            };
            let report = &mut |standing: &Standing| {
                last = standing.to_string();
                line.note(last.clone());
            };
            Ok(optimum::optimize(&problem, objectives, &options, report)?)
        })?;
        if let Some(fault) = self.fault(&optimum.verdict)? {
            return self.report_fault(&optimum.verdict, &fault, pictures);
        }
        let has_tour = optimum.verdict.tour().is_some();
        for standing in optimum.standings.iter().filter(|_| has_tour) {
            match standing.gap() {
                Some(0) if last == standing.to_string() && objectives.len() == 1 => {}
                Some(0) => note!("{standing}"),
                Some(gap) => note!("{standing}: gap {gap}"),
                None => note!("{standing}: not optimized"),
            }
        }
        let exit = pictures.finish(self.spec, &optimum.verdict, |out| {
            if view.format != TourFormat::Json {
                return view.verdict(self.spec, &optimum.verdict, out);
            }
            let mut document = report::document(self.spec, &optimum.verdict);
            document.objectives = optimum.standings.iter().map(objective).collect();
            delivered(writeln!(out, "{}", serde_json::to_string(&document)?))?;
            Ok((&optimum.verdict).into())
        })?;
        Ok(match exit {
            Exit::Good if !optimum.is_optimal() => Exit::Unknown,
            exit => exit,
        })
    }
}

/// Returns the bounds of an objective for a document.
fn objective(standing: &Standing) -> DocumentObjective {
    DocumentObjective {
        objective: name(standing.objective.sense),
        statistic: standing.objective.statistic.to_string(),
        best: standing.best,
        bound: standing.bound,
        optimal: standing.is_optimal(),
        unverified: standing.word.clone(),
    }
}
