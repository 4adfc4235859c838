//! The programs `zstd` and `xz`, which compress and decompress between two pipes.
//!
//! One thread serves both pipes: it writes to the program whenever that can take more, and takes
//! its output whenever some has come. A program that is no longer needed is killed. It leads a
//! process group, so that the interrupt of a terminal reaches only this process, which then ends
//! both pipes.

use super::{BLOCK, Packer, damaged};
use crate::base::stop::Stop;
use crate::base::text::harmless;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_setfl};
use rustix::io::Errno;
use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::Duration;

/// Pause between two looks at the stop.
const PAUSE: Duration = Duration::from_millis(20);
/// The number of bytes kept of its messages.
const MESSAGES_KEPT: usize = 1 << 12;

/// Variables that change the settings of the programs.
const SETTINGS: [&str; 4] = ["XZ_DEFAULTS", "XZ_OPT", "ZSTD_CLEVEL", "ZSTD_NBTHREADS"];

/// A program between two pipes.
struct Program {
    name: &'static str,
    child: Child,
    /// None once the program has its whole input, or takes no more.
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    /// None at its end.
    stderr: Option<ChildStderr>,
    messages: Vec<u8>,
    stop: Stop,
    has_ended: bool,
}

/// The steps that need no waiting.
struct Ready {
    /// Output has come, or its end.
    output: bool,
    /// The program takes more input.
    input: bool,
}

impl Program {
    fn start(name: &'static str, arguments: &str, stop: &Stop) -> io::Result<Program> {
        let mut command = Command::new(name);
        command.args(arguments.split(' ')).process_group(0);
        for setting in SETTINGS {
            command.env_remove(setting);
        }
        command.stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let program = Program {
            name,
            stdin,
            stdout: stdout.expect("the output is a pipe"),
            stderr: child.stderr.take(),
            child,
            messages: Vec::new(),
            stop: stop.clone(),
            has_ended: false,
        };
        if let (Some(stdin), Some(stderr)) = (&program.stdin, &program.stderr) {
            fcntl_setfl(stdin, OFlags::NONBLOCK)?;
            fcntl_setfl(stderr, OFlags::NONBLOCK)?;
        }
        Ok(program)
    }

    /// Waits until there is output, or the program takes input.
    fn wait(&mut self) -> io::Result<Ready> {
        let pause = Timespec::try_from(PAUSE).map_err(io::Error::other)?;
        loop {
            self.stop.check().map_err(io::Error::other)?;
            let mut pipes = vec![PollFd::new(&self.stdout, PollFlags::IN)];
            if let Some(stdin) = &self.stdin {
                pipes.push(PollFd::new(stdin, PollFlags::OUT));
            }
            if let Some(stderr) = &self.stderr {
                pipes.push(PollFd::new(stderr, PollFlags::IN));
            }
            let timeout = self.stop.is_set().then_some(&pause);
            match poll(&mut pipes, timeout) {
                Ok(0) | Err(Errno::INTR) => continue,
                Ok(_) => {}
                Err(error) => return Err(error.into()),
            }
            let mut ready = pipes.iter().map(|pipe| !pipe.revents().is_empty());
            let mut next = || ready.next().expect("a pipe of the list");
            let output = next();
            let input = self.stdin.is_some() && next();
            if self.stderr.is_some() && next() {
                self.read_messages()?;
            }
            if output || input {
                return Ok(Ready { output, input });
            }
        }
    }

    /// Reads messages that have come; returns false if none have. Those beyond the limit are
    /// dropped.
    fn read_messages(&mut self) -> io::Result<bool> {
        let mut block = [0; 1 << 10];
        let Some(stderr) = &mut self.stderr else {
            return Ok(false);
        };
        match stderr.read(&mut block) {
            Ok(0) => self.stderr = None,
            Ok(count) => {
                let space = MESSAGES_KEPT.saturating_sub(self.messages.len());
                self.messages.extend(&block[..count.min(space)]);
                return Ok(true);
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(error) if error.kind() == ErrorKind::Interrupted => return Ok(true),
            Err(error) => return Err(error),
        }
        Ok(false)
    }

    /// Gives the program as many of these bytes as it takes, without waiting; returns their number.
    /// If it takes no more, its input ends.
    fn give(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(stdin) = &mut self.stdin else {
            return Ok(0);
        };
        match stdin.write(bytes) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => self.stdin = None,
            Err(error)
                if [ErrorKind::WouldBlock, ErrorKind::Interrupted].contains(&error.kind()) => {}
            written => return written,
        }
        Ok(0)
    }

    /// Waits for its end after that of its output. Fails unless it succeeded.
    fn end(&mut self) -> io::Result<()> {
        if self.has_ended {
            return Ok(());
        }
        self.stdin = None;
        let status = loop {
            if let Some(status) = self.child.try_wait()? {
                break status;
            }
            self.stop.check().map_err(io::Error::other)?;
            thread::sleep(Duration::from_micros(200));
        };
        self.has_ended = true;
        if status.success() {
            return Ok(());
        }
        while self.read_messages()? {}
        let messages = String::from_utf8_lossy(&self.messages);
        let last = messages.lines().last().map(harmless);
        if status.code().is_some() {
            return Err(damaged(self.name, last.as_deref(), ErrorKind::InvalidData));
        }
        let why = last.unwrap_or_else(|| status.to_string().into());
        Err(io::Error::other(format!(
            "the program {} failed: {why}",
            self.name
        )))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if !self.has_ended {
            // Fails if it has ended.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// The plain content of an input, by a program.
pub struct Unpacking<R> {
    program: Program,
    input: R,
}

impl<R: BufRead> Unpacking<R> {
    /// Starts the program of this name.
    pub fn start(name: &'static str, input: R, stop: &Stop) -> io::Result<Unpacking<R>> {
        Unpacking::start_with(name, "-d -c -q", input, stop)
    }

    /// Starts it with these arguments, which blanks separate.
    pub(super) fn start_with(
        name: &'static str,
        arguments: &str,
        input: R,
        stop: &Stop,
    ) -> io::Result<Unpacking<R>> {
        let program = Program::start(name, arguments, stop)?;
        Ok(Unpacking { program, input })
    }
}

impl<R: BufRead> Read for Unpacking<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while !out.is_empty() {
            let ready = self.program.wait()?;
            if ready.output {
                let count = self.program.stdout.read(out)?;
                if count == 0 {
                    self.program.end()?;
                }
                return Ok(count);
            }
            if ready.input {
                let block = self.input.fill_buf()?;
                if block.is_empty() {
                    self.program.stdin = None;
                } else {
                    let count = self.program.give(block)?;
                    self.input.consume(count);
                }
            }
        }
        Ok(0)
    }
}

/// A packer that is a program.
pub struct Packing {
    program: Program,
    /// Bytes that the program will be given in one piece.
    waiting: Vec<u8>,
    block: Vec<u8>,
}

impl Packing {
    /// Starts the program of this name.
    pub fn start(name: &'static str) -> io::Result<Packing> {
        // One thread, so that the same bytes come from every machine.
        let fastest = if name == "xz" { "-0" } else { "-1" };
        let arguments = format!("{fastest} -T1 -c -q");
        let program = Program::start(name, &arguments, &Stop::default())?;
        Ok(Packing {
            program,
            waiting: Vec::with_capacity(BLOCK),
            block: vec![0; BLOCK],
        })
    }

    /// Gives the program all waiting bytes.
    fn give_all(&mut self, output: &mut dyn Write) -> io::Result<()> {
        let mut done = 0;
        while done < self.waiting.len() {
            let ready = self.program.wait()?;
            if ready.output && !self.take(output)? {
                self.program.end()?;
                let name = self.program.name;
                return Err(io::Error::other(format!("the program {name} ended early")));
            }
            if ready.input {
                done += self.program.give(&self.waiting[done..])?;
            }
        }
        self.waiting.clear();
        Ok(())
    }

    /// Passes on output that has come; returns false at its end.
    fn take(&mut self, output: &mut dyn Write) -> io::Result<bool> {
        let count = self.program.stdout.read(&mut self.block)?;
        output.write_all(&self.block[..count])?;
        Ok(count > 0)
    }
}

impl Packer for Packing {
    fn pack(&mut self, bytes: &[u8], output: &mut dyn Write) -> io::Result<()> {
        self.waiting.extend_from_slice(bytes);
        if self.waiting.len() < BLOCK {
            Ok(())
        } else {
            self.give_all(output)
        }
    }

    fn end(&mut self, output: &mut dyn Write) -> io::Result<()> {
        self.give_all(output)?;
        self.program.stdin = None;
        while self.take(output)? {}
        self.program.end()
    }
}
