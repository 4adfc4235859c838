//! The options as clap reads them.

use super::options::options;
use super::{Common, FormulaArgs};
use anyhow::Result;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use itertools::Itertools;

impl Args for FormulaArgs {
    fn augment_args(command: Command) -> Command {
        Common::augment_args(command).args(options())
    }

    fn augment_args_for_update(command: Command) -> Command {
        FormulaArgs::augment_args(command)
    }
}

impl FromArgMatches for FormulaArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<FormulaArgs, clap::Error> {
        let mut args = FormulaArgs::default();
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.common = Common::from_arg_matches(matches)?;
        let is_given = |option: &Arg| {
            let source = matches.value_source(option.get_id().as_str());
            source == Some(ValueSource::CommandLine)
        };
        for option in options().into_iter().filter(is_given) {
            let value = match option.get_action() {
                ArgAction::SetTrue => "yes".into(),
                _ => {
                    let values = matches
                        .get_raw(option.get_id().as_str())
                        .into_iter()
                        .flatten();
                    values.map(|value| value.to_string_lossy()).join(",")
                }
            };
            let key = option.get_long().unwrap_or_default().to_string();
            self.given.push((key, value));
        }
        Ok(())
    }
}
