//! The process around a command: its memory and allocator, signals, deadlines, progress lines, and
//! supervisors of solvers. A reader of the commands can skip it.
//!
//! [`prepare`] sets it up before the arguments are parsed.

pub mod interrupt;
pub mod memory;
pub mod supervisor;
pub mod time;

use crate::cli::shared::{Exit, OsString, note, reason};
use knightsat_base::text::write_flags;
use supervisor::Invocation;

/// Prepares this process for a command. Errors then write options as flags. Exhausted memory is an
/// error of one line, and a file that may not grow is an error, not a signal. Solvers have a
/// supervisor; if this process is one, its work is done, and its exit code is the error.
pub fn prepare(start: Vec<OsString>, arguments: Vec<OsString>) -> Result<&'static Invocation, u8> {
    let invocation = Invocation::set(start, arguments);
    write_flags();
    if supervisor::is_asked() {
        return Err(supervisor::run().unwrap_or_else(|error| {
            note!("{}", reason(&error));
            Exit::Error.into()
        }));
    }
    memory::watch();
    supervisor::start();
    interrupt::survive_file_limit();
    Ok(invocation)
}
