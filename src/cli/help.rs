//! The parts of help besides options: commands grouped by purpose, examples, exit codes.

use clap::Command;
use itertools::Itertools;
use knightsat::cnf::gadget::amo::Amo;
use knightsat::encoding::Name;

/// The commands grouped by purpose.
const GROUPS: [(&str, &[&str]); 4] = [
    ("Make a formula", &["encode", "sizes"]),
    ("Solve", &["solve", "sat", "prove"]),
    (
        "Read what was found",
        &["decode", "verify", "render", "lint"],
    ),
    ("Check", &["count", "check", "compare"]),
];

/// Examples of the whole.
pub const EXAMPLES: &[(&str, &str)] = &[
    (
        "knightsat solve 8x8 --closed",
        "a tour that returns to its start",
    ),
    (
        "knightsat encode 6x6 -o t.cnf; knightsat sat t.cnf | knightsat decode t.cnf -",
        "the same in three steps; any solver can do the second",
    ),
    (
        "knightsat prove 4x4 -o no-tour && knightsat verify 4x4 --certificate no-tour",
        "there is no tour, and here is why",
    ),
];

/// What the help of a command ends with.
pub struct Help {
    command: &'static str,
    /// Command lines, and what each is for.
    pub examples: &'static [(&'static str, &'static str)],
    /// Exit codes and what they mean.
    pub exits: &'static [(u8, &'static str)],
}

const ERROR: (u8, &str) = (2, "usage, input or output, or a solver at fault");
const LATE: (u8, &str) = (3, "unknown: out of time");
const FOUND: &[(u8, &str)] = &[(0, "tour found"), (1, "there is no tour"), ERROR, LATE];

const HELP: &[Help] = &[
    Help {
        command: "encode",
        examples: &[
            ("knightsat encode 8x8 -o t.cnf.gz", "compressed by its name"),
            (
                "knightsat encode 3x4 --format words",
                "what the clauses say",
            ),
        ],
        exits: &[
            (0, "written; with --solve: tour found"),
            (1, "with --solve: there is no tour"),
            ERROR,
            (
                3,
                "stopped by a signal; with --solve also unknown: out of time",
            ),
        ],
    },
    Help {
        command: "sizes",
        examples: &[(
            "knightsat sizes 8x8 20x20 --encoding position,textbook",
            "one line per formula",
        )],
        exits: &[
            (0, "printed"),
            ERROR,
            (3, "stopped by a signal: the rows so far are printed"),
        ],
    },
    Help {
        command: "solve",
        examples: &[
            (
                "knightsat solve 8x8 --closed --svg tour.svg",
                "print it and draw it",
            ),
            (
                "knightsat solve 5x5 --start a1 --format moves",
                "its squares in order",
            ),
            ("knightsat solve --solver list", "which solvers are there"),
        ],
        exits: FOUND,
    },
    Help {
        command: "sat",
        examples: &[(
            "knightsat encode 4x4 -o t.cnf; knightsat sat t.cnf --proof t.drat",
            "a refutation, and its proof",
        )],
        exits: &[
            (10, "satisfiable"),
            (20, "unsatisfiable"),
            (0, "unknown: out of time"),
            ERROR,
        ],
    },
    Help {
        command: "prove",
        examples: &[(
            "knightsat prove 4x4 -o no-tour && knightsat verify 4x4 --certificate no-tour",
            "prove it, then check the proof",
        )],
        exits: &[
            (0, "proved: there is no tour, and the folder is written"),
            (1, "there is a tour, so nothing is written"),
            ERROR,
            LATE,
        ],
    },
    Help {
        command: "decode",
        examples: &[(
            "knightsat encode 6x6 -o t.cnf; knightsat sat t.cnf | knightsat decode t.cnf -",
            "as with any other solver",
        )],
        exits: FOUND,
    },
    Help {
        command: "verify",
        examples: &[(
            "echo a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3 | knightsat verify 3x4 -",
            "a tour by hand",
        )],
        exits: &[
            (0, "the tour or certificate is valid"),
            (1, "it is not"),
            ERROR,
        ],
    },
    Help {
        command: "render",
        examples: &[
            (
                "echo 'a1 b3 d4 c2 a1; d1 b2 d3' | knightsat render 4x4 - --svg two.svg",
                "a cycle and a path",
            ),
            (
                "knightsat solve 6x6 | knightsat render 6x6 - --html tour.html",
                "a page that plays the tour",
            ),
        ],
        exits: &[(0, "drawn"), ERROR],
    },
    Help {
        command: "lint",
        examples: &[
            (
                "printf 'p cnf 2 2\\n1 2 0\\n' | knightsat lint -",
                "a clause is missing",
            ),
            (
                "printf 'p cnf 2 2\\n1 2 0\\n' | knightsat lint - --fix",
                "the file as it should be",
            ),
        ],
        exits: &[
            (0, "clean, or made so"),
            (1, "errors or warnings found"),
            ERROR,
        ],
    },
    Help {
        command: "count",
        examples: &[
            ("knightsat count 6x6 --closed", "all of them"),
            (
                "knightsat count 3x4 --start a1 --enumerate",
                "list them, one a line",
            ),
        ],
        exits: &[
            (0, "counted, or up to --limit"),
            (1, "differs from the published number"),
            ERROR,
            LATE,
        ],
    },
    Help {
        command: "check",
        examples: &[
            ("knightsat check 3x4", "all encodings on one board"),
            (
                "printf 'p cnf 1 1\\n1 0\\n' | knightsat check 1x1 --cnf - --map i",
                "anyone's formula, with what its variables mean",
            ),
        ],
        exits: &[
            (0, "right"),
            (1, "wrong"),
            ERROR,
            (3, "unknown: out of time, or too large"),
        ],
    },
    Help {
        command: "compare",
        examples: &[(
            "knightsat compare 5x5 6x6 --encoding position,order --timeout 10",
            "which is faster",
        )],
        exits: &[
            (0, "compared"),
            (1, "an answer is wrong"),
            ERROR,
            (3, "stopped"),
        ],
    },
];

/// The help of the command of this name.
pub fn of(command: &str) -> Option<&'static Help> {
    HELP.iter().find(|help| help.command == command)
}

/// The command with all its help.
pub fn add(mut command: Command) -> Command {
    let template = format!(
        "{{about}}\n\nUsage: knightsat COMMAND [ARGUMENTS]\n\n{}\nOptions:\n{{options}}\n\n{}\n\
         Options, examples and exit codes of a command: knightsat COMMAND --help",
        groups(&command),
        examples(EXAMPLES, "")
    );
    for name in SEVERAL {
        command = command.mut_subcommand(name, several);
    }
    for help in HELP {
        let exits = help.exits.iter();
        let exits: Vec<String> = exits
            .map(|(code, what)| format!("  {code:>2}  {what}"))
            .collect();
        let text = format!(
            "{}\nExit codes:\n{}",
            examples(help.examples, "      "),
            exits.join("\n")
        );
        command = command.mut_subcommand(help.command, |one| one.after_long_help(text));
    }
    command.help_template(template)
}

/// Commands that compare several formulas.
const SEVERAL: [&str; 2] = ["sizes", "check"];

/// Says that these options take lists.
fn several(command: Command) -> Command {
    let long = |names: &str| {
        format!("{names}: one, several separated by commas, or all. See docs/encodings.md")
    };
    let encodings = long(&format!("{} or auto", Name::ALL.iter().join(", ")));
    command
        .mut_arg("encoding", |arg| {
            let arg = arg.value_name("NAMES");
            arg.help("Which formulas: position, order, lazy, …, or all")
                .long_help(format!("Which formulas\n\n{encodings}"))
        })
        .mut_arg("amo", |arg| {
            let help = "At-most-one encoding, or all [default: auto]";
            let all = Amo::ALL.iter().join(", ");
            let more = format!(
                "{all}, auto or all; or two with a comma: of squares per step, of steps per square"
            );
            arg.help(help).long_help(format!("{help}\n\n{more}"))
        })
}

/// Examples, and with an indent also what they are for.
fn examples(examples: &[(&str, &str)], indent: &str) -> String {
    let mut text = "Examples:\n".to_string();
    for (example, what) in examples {
        text += &format!("  {example}\n");
        if !indent.is_empty() {
            text += &format!("{indent}{what}\n");
        }
    }
    text
}

/// A line for every command, as far as it says what it does before a colon.
fn groups(command: &Command) -> String {
    let mut text = String::new();
    for (title, names) in GROUPS {
        text += &format!("{title}:\n");
        for one in names
            .iter()
            .filter_map(|name| command.find_subcommand(name))
        {
            let about = one.get_about().map(ToString::to_string).unwrap_or_default();
            let about = about.split(':').next().unwrap_or_default();
            text += &format!("  {:8} {about}\n", one.get_name());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use clap::CommandFactory;

    #[test]
    fn every_command_is_in_one_group_and_has_examples_and_exit_codes() {
        let command = Cli::command();
        let shown = command.get_subcommands().filter(|one| !one.is_hide_set());
        for one in shown {
            let name = one.get_name();
            let places = GROUPS.iter().flat_map(|(_, names)| *names);
            assert_eq!(places.filter(|&&place| place == name).count(), 1, "{name}");
            let help = of(name).unwrap_or_else(|| panic!("{name} has no examples"));
            assert!(!help.examples.is_empty() && !help.exits.is_empty());
        }
        assert!(
            HELP.iter()
                .all(|help| command.find_subcommand(help.command).is_some())
        );
    }
}
