//! The effort of a program: the conflicts and propagations in its statistics.
//!
//! MiniSat and glucose write `conflicts : 7 (116 /sec)` with more blanks, CaDiCaL and kissat `c
//! conflicts: 7 41.21 per second`. Lines about propagations look alike.

use crate::cnf::Answer;
use crate::solver::external::{External, OutputReader};
use crate::solver::{Limits, SolverError};
use std::io::{self, Read};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// The numbers that a solver reports; `None` for those that it does not report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SolverEffort {
    /// Its conflicts.
    pub conflicts: Option<u64>,
    /// Its propagations.
    pub propagations: Option<u64>,
}

impl SolverEffort {
    /// Reads a line of the output. Of several lines about the same number, the last one counts.
    fn read_line(&mut self, line: &[u8]) {
        let text = String::from_utf8_lossy(line);
        let statistic = text.strip_prefix("c ").unwrap_or(&text);
        let Some((name, values)) = statistic.split_once(':') else {
            return;
        };
        let first = values.split_whitespace().next();
        let number = first.and_then(|word| word.parse().ok());
        match name.trim() {
            "conflicts" => self.conflicts = number.or(self.conflicts),
            "propagations" => self.propagations = number.or(self.propagations),
            _ => {}
        }
    }
}

/// The most bytes of a line with statistics.
const LONGEST: usize = 200;

/// The output of a solver on its way to another reader, which reads the statistics too.
struct CountingReader<R> {
    output: R,
    /// The beginning of the line so far.
    line: Vec<u8>,
    effort: Arc<Mutex<SolverEffort>>,
}

impl<R: Read> CountingReader<R> {
    fn new(output: R, effort: Arc<Mutex<SolverEffort>>) -> CountingReader<R> {
        CountingReader {
            output,
            line: Vec::with_capacity(LONGEST),
            effort,
        }
    }
}

impl<R: Read> Read for CountingReader<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let length = self.output.read(bytes)?;
        for part in bytes[..length].split_inclusive(|&byte| byte == b'\n') {
            let room = LONGEST - self.line.len();
            self.line.extend(&part[..part.len().min(room)]);
            // The values of a model are most of its output.
            if part.ends_with(b"\n") {
                if !self.line.starts_with(b"v") {
                    let effort = self.effort.lock();
                    effort
                        .unwrap_or_else(PoisonError::into_inner)
                        .read_line(&self.line);
                }
                self.line.clear();
            }
        }
        Ok(length)
    }
}

/// Asks a solver about a formula. Returns its answer and the effort that it prints.
pub(super) fn ask(
    solver: &External,
    cnf: &Path,
    variables: u32,
    limits: &Limits,
) -> (Result<Answer, SolverError>, SolverEffort) {
    let effort = Arc::default();
    let counted = Arc::clone(&effort);
    let reader: OutputReader = Box::new(|output| Box::new(CountingReader::new(output, counted)));
    let answer = solver.ask_through(cnf, None, variables, limits, Some(reader));
    let effort = *effort.lock().unwrap_or_else(PoisonError::into_inner);
    (answer, effort)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parts of the output of solvers, around conflicts and propagations.
    const OUTPUTS: [(&str, &str); 4] = [
        (
            "minisat",
            "| Number of clauses: 7 |\nrestarts              : 1\n\
             conflicts             : 78             (3900 /sec)\n\
             decisions             : 265            (0.00 % random) (13250 /sec)\n\
             propagations          : 4321           (216050 /sec)\n\
             conflict literals     : 1234           (5.00 % deleted)\n",
        ),
        (
            "glucose",
            "c restarts              : 1 (78 conflicts in avg)\n\
             c conflicts             : 78             (3900 /sec)\n\
             c propagations          : 4321           (216050 /sec)\n",
        ),
        (
            "cadical",
            "c chronological:             0         0.00 %  of conflicts\n\
             c conflicts:                78      3900.00    per second\n\
             c propagations:           4321         0.22 M  per second\n",
        ),
        (
            "kissat",
            "c conflicts:                                 78             3900.00 per second\n\
             c propagations:                            4321           216050    per second\n",
        ),
    ];

    #[test]
    fn the_statistics_of_solvers_are_read_in_parts_of_any_size() {
        for (solver, output) in OUTPUTS {
            for size in [1, 7, 1000] {
                let effort = Arc::new(Mutex::new(SolverEffort::default()));
                let mut counting = CountingReader::new(output.as_bytes(), effort.clone());
                let mut read: Vec<u8> = Vec::new();
                let mut buffer = vec![0; size];
                while let length @ 1.. = counting.read(&mut buffer).unwrap() {
                    read.extend(&buffer[..length]);
                }
                assert_eq!(read, output.as_bytes());
                let expected = SolverEffort {
                    conflicts: Some(78),
                    propagations: Some(4321),
                };
                assert_eq!(*effort.lock().unwrap(), expected, "{solver}");
            }
        }
    }

    #[test]
    fn other_lines_are_no_statistics() {
        let mut effort = SolverEffort::default();
        for line in [
            "conflicts",
            "c conflicts: many",
            "c conflicts: -1",
            "v conflicts: 1",
            "conflict literals : 5",
            "c no conflicts: 5",
        ] {
            effort.read_line(line.as_bytes());
        }
        assert_eq!(effort, SolverEffort::default());
        let long = format!("{}\nconflicts: 5\n", " ".repeat(1000));
        let effort = Arc::default();
        let mut counting = CountingReader::new(long.as_bytes(), Arc::clone(&effort));
        io::copy(&mut counting, &mut io::sink()).unwrap();
        assert_eq!(effort.lock().unwrap().conflicts, Some(5));
    }
}
