//! Names of options in messages: the library names a field, the command line a flag.
//!
//! ```
//! use knightsat_base::option_name::{OptionName, write_flags};
//!
//! let name = OptionName("not_at");
//! assert_eq!(name.to_string(), "`not_at`");
//! write_flags();
//! assert_eq!(name.to_string(), "--not-at");
//! ```

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

static ARE_FLAGS: AtomicBool = AtomicBool::new(false);

/// The name of an option, by that of its field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionName(pub &'static str);

/// Writes all names as flags from now on: for the main function of a command.
pub fn write_flags() {
    ARE_FLAGS.store(true, Ordering::Relaxed);
}

impl fmt::Display for OptionName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if ARE_FLAGS.load(Ordering::Relaxed) {
            write!(f, "--{}", self.0.replace('_', "-"))
        } else {
            write!(f, "`{}`", self.0)
        }
    }
}
