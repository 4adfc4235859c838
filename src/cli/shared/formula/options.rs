//! The options of all encodings, as the command line has them.

use super::AMO;
use clap::{Arg, Command};
use itertools::Itertools;
use knightsat::cnf::gadget::amo::Amo;
use knightsat::encoding::Name;

/// The options of all encodings, each once.
pub fn options() -> Vec<Arg> {
    let of = |name: Name| {
        name.augment_args(Command::new(""))
            .get_arguments()
            .cloned()
            .collect_vec()
    };
    let all = Name::ALL.into_iter().flat_map(of);
    let all = all.unique_by(|option| option.get_id().clone()).map(plain);
    // After those of all encodings.
    let ordered = all.zip(100..);
    ordered
        .map(|(option, order)| option.display_order(order))
        .collect()
}

/// An option whose value, unless it is one of a few, is read by the encoding that it is for.
fn plain(option: Arg) -> Arg {
    let takes_value = option.get_action().takes_values();
    let is_free = takes_value && option.get_possible_values().is_empty();
    let option = option.help_heading("Formula").conflicts_with("textbook");
    let option = if option.get_id() == AMO {
        with_names(option)
    } else {
        option
    };
    if is_free {
        option
            .value_parser(clap::value_parser!(String))
            .hide_default_value(true)
    } else {
        option.hide_default_value(takes_value)
    }
}

/// The option with the names that there are.
fn with_names(option: Arg) -> Arg {
    let help = option.get_long_help().or(option.get_help());
    let help = help.map(ToString::to_string).unwrap_or_default();
    let names = Amo::ALL.iter().join(", ");
    option.long_help(format!("{help}\n\n{names} or auto."))
}
