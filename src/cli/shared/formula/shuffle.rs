//! The shuffle of a formula.

use clap::Args;
use knightsat::encoding::Style;

/// The shuffle that is asked for.
#[derive(Clone, Copy, Debug, Default, Args)]
#[command(next_help_heading = "Formula")]
pub struct ShuffleArgs {
    /// Rename the variables, and reorder clauses and literals, by this seed
    ///
    /// As compare --shuffles does, with the same seeds, the same on every machine; 0 leaves all as it is. The
    /// formula is in memory then, so that large ones are refused.
    #[arg(
        long,
        value_name = "SEED",
        default_value_t = 0,
        hide_default_value = true,
        hide_short_help = true
    )]
    shuffle: u64,
}

impl ShuffleArgs {
    /// The style with this shuffle.
    pub fn of(self, style: Style) -> Style {
        Style {
            shuffle: self.shuffle,
            ..style
        }
    }

    /// Whether anything is to be shuffled.
    pub fn any(self) -> bool {
        self.shuffle != 0
    }
}
