//! Objectives on the command line.

use crate::cli::shared::*;
use clap::{ArgMatches, FromArgMatches};
use knightsat::render::DocumentObjective;
use knightsat_search::optimum::{Objective, Sense, Standing};
use knightsat_tour::statistic::Statistic;

/// The objectives, in order.
#[derive(Clone, Debug, Default)]
pub struct ObjectiveArgs(Vec<(Sense, String)>);

const NAMES: [(&str, Sense); 2] = [("minimize", Sense::Minimize), ("maximize", Sense::Maximize)];

impl clap::Args for ObjectiveArgs {
    fn augment_args(command: clap::Command) -> clap::Command {
        let option = |name: &'static str, help: &'static str, long: &'static str| {
            clap::Arg::new(name)
                .long(name)
                .value_name("STAT")
                .action(clap::ArgAction::Append)
                .help_heading("Problem")
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
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the objectives in this place.
    pub fn objectives(&self, place: &Place) -> Result<Vec<Objective>> {
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

/// Returns the bounds of an objective for a document.
pub fn document(standing: &Standing) -> DocumentObjective {
    DocumentObjective {
        objective: name(standing.objective.sense),
        statistic: standing.objective.statistic.to_string(),
        best: standing.best,
        bound: standing.bound,
        optimal: standing.is_optimal(),
        unverified: standing.word.clone(),
    }
}

/// The beginning of every relation.
const RELATION: &str = "The value of ";

/// Returns true if a file with these comments has an objective.
pub fn is_related(comments: &[u8]) -> bool {
    let mut lines = comments.split(|&byte| byte == b'\n');
    lines.any(|line| {
        line.strip_prefix(b"c ")
            .is_some_and(|line| line.starts_with(RELATION.as_bytes()))
    })
}

/// Returns the comment of a file that relates the value of a statistic to its cost.
pub fn relation(statistic: &Statistic, value: &str) -> String {
    let statistic = statistic.to_string().chars().take(30).collect::<String>();
    format!("{RELATION}{statistic} is {value}.")
}
