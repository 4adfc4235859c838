//! Writer of the assertions.

use super::{Constants, literal};
use crate::base::stop::Stop;
use crate::binary::clause_groups::{BOUNDS, Group};
use crate::binary::moves::Choices;
use crate::binary::{Binary, Different, Options};
use crate::meaning::{Fact, FactStyle};
use crate::{Known, Task, rules};
use itertools::{Itertools, iproduct};
use knightsat_cnf::gadget::width;
use knightsat_cnf::sink::{ClauseGroup, ClauseSink};
use knightsat_cnf::{Lit, Term, Vars};
use knightsat_tour::Problem;
use knightsat_tour::definition::Definition;
use knightsat_tour::rule::Atom;
use knightsat_tour::table::{self, Backend};
use knightsat_tour::timeline::StepSum;
use std::collections::HashMap;
use std::io::{self, Write};

/// Writes the problem for an SMT solver, after these comments, one on each line. The script
/// requests a verdict and the values of all constants, see [`read()`](super::read()).
///
/// Fails only if `out` does, if the table refuses the problem, or if the steps are too many for
/// numbers of variables.
pub fn write(
    problem: &Problem,
    options: Options,
    comments: &[String],
    out: &mut impl Write,
    stop: &Stop,
) -> io::Result<()> {
    table::reductions(problem, Backend::Smt).map_err(io::Error::other)?;
    let task = Task {
        problem,
        atoms: &[],
        shortcuts: true,
        stop: stop.clone(),
    };
    let binary = Binary::new(task, options).map_err(io::Error::other)?;
    let constants = Constants::new(problem);
    let mut script = Script {
        problem,
        binary: &binary,
        constants: &constants,
        out,
    };
    for comment in comments {
        writeln!(script.out, "; {comment}")?;
    }
    script.declare()?;
    if binary.line().is_contradictory() {
        writeln!(script.out, "; contradiction\n(assert false)")?;
    } else {
        // Constants are wider than the numbers of the formula, and therefore all have a bound.
        script.group(Group::Bounds, BOUNDS.name)?;
        for (group, announced) in binary.groups() {
            // Sums are terms here.
            if ![Group::Bounds, Group::Sums].contains(&group) {
                script.group(group, announced.name)?;
            }
        }
        script.write_rules()?;
    }
    script.ask()
}

struct Script<'a, W> {
    problem: &'a Problem,
    binary: &'a Binary,
    constants: &'a Constants,
    out: &'a mut W,
}

impl<W: Write> Script<'_, W> {
    fn last(&self) -> u32 {
        self.binary.domain.len()
    }

    fn assert(&mut self, what: &str) -> io::Result<()> {
        writeln!(self.out, "(assert {what})")
    }

    fn declare(&mut self) -> io::Result<()> {
        writeln!(self.out, "(set-option :produce-models true)")?;
        writeln!(self.out, "(set-logic QF_BV)")?;
        for step in 1..=self.last() {
            let widths = &self.constants.widths;
            let names: Vec<String> = self.constants.names(step).collect();
            for (name, width) in names.iter().zip(widths) {
                writeln!(self.out, "(declare-const {name} (_ BitVec {width}))")?;
            }
            if names.len() > 1 {
                let sort = format!("(_ BitVec {})", widths.iter().sum::<u32>());
                let (square, parts) = (self.square(step), names.join(" "));
                writeln!(self.out, "(define-fun {square} () {sort} (concat {parts}))")?;
            }
        }
        Ok(())
    }

    fn ask(&mut self) -> io::Result<()> {
        write!(self.out, "(check-sat)\n(get-value (")?;
        for step in 1..=self.last() {
            let names: Vec<String> = self.constants.names(step).collect();
            let line = if step > 1 { "\n  " } else { "" };
            write!(self.out, "{line}{}", names.join(" "))?;
        }
        writeln!(self.out, "))")?;
        self.out.flush()
    }

    /// Returns the term that has all the bits of a step.
    fn square(&self, step: u32) -> String {
        let letter = match self.constants.letters {
            [letter] => *letter,
            _ => 's',
        };
        format!("{letter}{step}")
    }

    /// Returns the term that the tour is at these numbers at a step.
    fn at(&self, step: u32, numbers: impl Iterator<Item = u32>) -> String {
        let (mut value, mut width) = (0, 0);
        for (number, &bits) in numbers.zip(&self.constants.widths) {
            value = value << bits | u64::from(number);
            width += bits;
        }
        format!("(= {} {})", self.square(step), literal(value, width))
    }

    fn on(&self, step: u32, vertex: u32) -> String {
        self.at(step, self.constants.layout.numbers(vertex))
    }

    fn group(&mut self, group: Group, name: &str) -> io::Result<()> {
        writeln!(self.out, "; {name}")?;
        let binary = self.binary;
        match group {
            Group::Moves => self.moves(),
            Group::AllDifferent => self.all_different(),
            Group::Start(vertex) => self.assert(&self.on(1, vertex)),
            Group::End(vertex) => self.assert(&self.on(self.last(), vertex)),
            Group::GivenSteps => self.given_steps(),
            Group::GivenMoves => self.given_moves(),
            Group::Numbers => self.numbers(),
            Group::LineSums => self.line_sums(),
            Group::Period => {
                let period = binary.line().period();
                for (step, vertex) in iproduct!(1..=self.last() - period, 0..self.last()) {
                    let image = self.on(step + period, binary.line().image(vertex));
                    self.assert(&format!("(=> {} {image})", self.on(step, vertex)))?;
                }
                Ok(())
            }
            Group::Quarter => self.quarter(),
            Group::TooSmall => self.assert("false"),
            _ => (1..=self.last())
                .filter(|&step| !binary.domain.is_fixed(step))
                .try_for_each(|step| self.stay(group, step)),
        }
    }

    /// Writes that a quarter of the steps later comes the image, or always the preimage.
    fn quarter(&mut self) -> io::Result<()> {
        let binary = self.binary;
        let Some(turn) = binary.line().either_way() else {
            return Ok(());
        };
        let part = self.last() / turn.order();
        writeln!(self.out, "(declare-const back Bool)")?;
        for (way, turn) in [("(not back)", turn), ("back", &turn.inverse())] {
            for (step, vertex) in iproduct!(1..=binary.line().period() - part, 0..self.last()) {
                let here = self.on(step, vertex);
                let later = self.on(step + part, turn.image(vertex));
                self.assert(&format!("(=> (and {way} {here}) {later})"))?;
            }
        }
        Ok(())
    }

    /// Writes the assertions of a group about a single step.
    fn stay(&mut self, group: Group, step: u32) -> io::Result<()> {
        let binary = self.binary;
        match group {
            Group::Holes => {
                for hole in &binary.holes {
                    self.assert(&format!("(not {})", self.at(step, hole.iter().copied())))?;
                }
            }
            Group::Windows => {
                for vertex in binary.forbidden(step) {
                    self.assert(&format!("(not {})", self.on(step, vertex)))?;
                }
            }
            Group::Colours => {
                let lowest = |name: String| format!("((_ extract 0 0) {name})");
                let parts: Vec<String> = self.constants.names(step).map(lowest).collect();
                let is_odd = u64::from(binary.domain.is_odd(step) == Some(true));
                let sum = format!("(bvxor {})", parts.join(" "));
                self.assert(&format!("(= {sum} {})", literal(is_odd, 1)))?;
            }
            _ => {
                let names = self.constants.names(step).zip(&self.constants.widths);
                for ((name, &width), side) in names.zip(&self.constants.layout.sides) {
                    let most = literal(u64::from(side - 1), width);
                    self.assert(&format!("(bvule {name} {most})"))?;
                }
            }
        }
        Ok(())
    }

    fn given_steps(&mut self) -> io::Result<()> {
        let binary = self.binary;
        for &(step, vertex) in binary.line().given() {
            self.assert(&self.on(step, vertex))?;
        }
        for &(step, vertex) in binary.line().excluded() {
            self.assert(&format!("(not {})", self.on(step, vertex)))?;
        }
        Ok(())
    }

    fn given_moves(&mut self) -> io::Result<()> {
        let binary = self.binary;
        let succession = binary.line().succession();
        for &[v, w] in binary.line().required() {
            for step in succession.all() {
                let beside = [succession.after(step), succession.before(step)];
                let there = one_of(beside.into_iter().flatten().map(|step| self.on(step, w)));
                self.assert(&format!("(=> {} {there})", self.on(step, v)))?;
            }
        }
        Ok(())
    }

    fn moves(&mut self) -> io::Result<()> {
        for step in 1..self.last() {
            self.one_move(step, step + 1)?;
        }
        if self.binary.line().is_cyclic() {
            self.one_move(self.last(), 1)?;
        }
        Ok(())
    }

    fn one_move(&mut self, step: u32, next: u32) -> io::Result<()> {
        let binary = self.binary;
        let graph = binary.line().graph();
        match &binary.choices {
            Choices::Leaps(leaps) => {
                let ways = leaps.iter().map(|leap| self.leap(*leap, step, next));
                self.assert(&one_of(ways))?;
                for &(leap, vertex) in &binary.no_moves {
                    let (here, way) = (self.on(step, vertex), self.leap(leaps[leap], step, next));
                    self.assert(&format!("(not (and {here} {way}))"))?;
                }
                Ok(())
            }
            Choices::Neighbours(_) => {
                for vertex in 0..graph.len() {
                    let neighbours = graph.successors(vertex).iter();
                    let there = one_of(neighbours.map(|&w| self.on(next, w)));
                    self.assert(&format!("(=> {} {there})", self.on(step, vertex)))?;
                }
                Ok(())
            }
        }
    }

    /// Returns the term that one step is this leap away from the other.
    fn leap(&self, leap: [i32; 2], step: u32, next: u32) -> String {
        let names = self.constants.names(step).zip(self.constants.names(next));
        let parts = names.zip(leap.iter().zip(&self.constants.widths));
        let equal = |((from, to), (by, &width)): ((String, String), (&i32, &u32))| {
            let size = literal(u64::from(by.unsigned_abs()), width);
            match by.signum() {
                0 => format!("(= {to} {from})"),
                1 => format!("(= {to} (bvadd {from} {size}))"),
                _ => format!("(= {to} (bvsub {from} {size}))"),
            }
        };
        let parts: Vec<String> = parts.map(equal).collect();
        format!("(and {})", parts.join(" "))
    }

    fn all_different(&mut self) -> io::Result<()> {
        match self.binary.options.different {
            Different::Pairwise if self.last() == 1 => Ok(()),
            Different::Pairwise => {
                let squares = (1..=self.last()).map(|step| self.square(step));
                self.assert(&format!("(distinct {})", squares.format(" ")))
            }
            Different::Selector => {
                for vertex in 0..self.last() {
                    let steps = self.binary.steps_of(vertex).into_iter();
                    self.assert(&one_of(steps.map(|step| self.on(step, vertex))))?;
                }
                Ok(())
            }
        }
    }

    /// Writes the steps of vertices as numbers wide enough for the sum of a line.
    fn numbers(&mut self) -> io::Result<()> {
        let width = self.sum_width();
        for vertex in 0..self.last() {
            let number = number(vertex);
            writeln!(self.out, "(declare-const {number} (_ BitVec {width}))")?;
            for step in self.binary.steps_of(vertex) {
                let value = literal(step.into(), width);
                let is_here = self.on(step, vertex);
                self.assert(&format!("(=> {is_here} (= {number} {value}))"))?;
            }
        }
        Ok(())
    }

    /// Returns the width of the sum of all steps, which exceeds all partial sums.
    fn sum_width(&self) -> u32 {
        let len = u64::from(self.last());
        width(len * (len + 1) / 2 + 1)
    }

    fn line_sums(&mut self) -> io::Result<()> {
        let binary = self.binary;
        for StepSum { vertices, sum } in binary.line().sums() {
            let &Some(sum) = sum else {
                self.assert("false")?;
                continue;
            };
            let sum = literal(sum, self.sum_width());
            let numbers = vertices.iter().map(|&vertex| number(vertex));
            let added = numbers.reduce(|sum, number| format!("(bvadd {sum} {number})"));
            self.assert(&format!("(= {} {sum})", added.unwrap_or_default()))?;
        }
        Ok(())
    }
}

/// Rules, as clauses over Boolean constants.
impl<W: Write> Script<'_, W> {
    /// Defines the places that rules need as constants, and writes the clauses of the rules.
    fn write_rules(&mut self) -> io::Result<()> {
        let problem = self.problem;
        let (rules, _) = Definition::new(problem, FactStyle::Arcs, None).all_rules();
        let atoms = rules
            .iter()
            .flat_map(|rule| problem.plain_atoms_of(rule))
            .unique()
            .collect_vec();
        let places = atoms.iter().flat_map(|atom| match *atom {
            Atom::Fact(Fact::At { step, vertex }) => vec![(vertex, step)],
            _ => iproduct!(rules::vertices(atom), 1..=self.last()).collect(),
        });
        let places: Vec<(u32, u32)> = places.unique().collect();
        let mut known = HashMap::new();
        let mut taken = 0;
        for (vertex, step) in places {
            let lit = Vars::take(&mut taken, 1).get(0).pos();
            let place = self.on(step, vertex);
            writeln!(self.out, "(define-fun {} () Bool {place})", boolean(lit))?;
            let atom = Atom::Fact(Fact::At { step, vertex });
            known.insert(atom, vec![Term::Open(lit)]);
        }
        let mut sink = AssertionSink {
            taken,
            out: &mut *self.out,
            result: Ok(()),
        };
        let known = Known::new(|atom| known.get(atom).cloned());
        let written = rules::write_these(&rules, problem, &known, &mut sink);
        written.expect("the steps of all named vertices are known");
        sink.result
    }
}

/// A sink that declares fresh variables, and writes clauses as assertions.
struct AssertionSink<'o, W> {
    /// The number of the last variable.
    taken: u32,
    out: &'o mut W,
    /// The first error of the output.
    result: io::Result<()>,
}

impl<W: Write> AssertionSink<'_, W> {
    fn line(&mut self, line: &str) {
        if self.result.is_ok() {
            self.result = writeln!(self.out, "{line}");
        }
    }
}

impl<W: Write> ClauseSink for AssertionSink<'_, W> {
    fn new_vars(&mut self, count: u32) -> Vars {
        let vars = Vars::take(&mut self.taken, count);
        for var in vars.iter() {
            self.line(&format!("(declare-const {} Bool)", boolean(var.pos())));
        }
        vars
    }

    fn group(&mut self, group: &'static ClauseGroup) {
        self.line(&format!("; {}", group.name));
    }

    fn clause(&mut self, lits: &[Lit]) {
        let clause = one_of(lits.iter().map(|&lit| boolean(lit)));
        self.line(&format!("(assert {clause})"));
    }

    fn is_done(&self) -> bool {
        self.result.is_err()
    }
}

/// Returns a literal of rules: p7 or (not p7).
fn boolean(lit: Lit) -> String {
    let number = lit.var().number();
    if lit.is_positive() {
        format!("p{number}")
    } else {
        format!("(not p{number})")
    }
}

/// Returns a disjunction.
fn one_of(terms: impl Iterator<Item = String>) -> String {
    match &terms.collect_vec()[..] {
        [] => "false".into(),
        [term] => term.clone(),
        terms => format!("(or {})", terms.join(" ")),
    }
}

/// Returns the constant that is the step of a vertex.
fn number(vertex: u32) -> String {
    format!("n{}", vertex + 1)
}
