//! Shuffles a formula by a seed, and takes a result for the shuffled one back:
//!
//! ```sh
//! knightsat encode 8x8 -o t.cnf
//! shuffle 1 t.cnf s.cnf && minisat s.cnf s.out
//! shuffle --undo 1 t.cnf s.out | knightsat decode t.cnf -
//! ```
//!
//! The seed suffices to undo a shuffle. The comments of the formula are dropped, since they
//! describe variables with other numbers.

use anyhow::{Context, Result};
use clap::Parser;
use knightsat::cnf::dimacs::compress::decompress;
use knightsat::cnf::dimacs::read::{CnfReader, Header};
use knightsat::cnf::dimacs::result;
use knightsat::cnf::dimacs::write::Writer;
use knightsat::cnf::sink::{ClauseSink, Cnf};
use knightsat::cnf::{Answer, Model, Var};
use knightsat::encoding::formula_spec::PREFIX;
use knightsat::stop::Stop;
use knightsat_cnf::shuffle::{Renaming, shuffle};
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// Rename the variables of a formula and reorder its clauses and literals, by a seed
#[derive(Debug, Parser)]
#[command(name = "shuffle")]
struct Args {
    /// Take a result for the shuffled formula back: OTHER is the result, `-` for standard input
    #[arg(long)]
    undo: bool,
    /// Seed of the shuffle
    seed: u64,
    /// The formula before shuffling, plain or compressed
    formula: PathBuf,
    /// The file to write, or with --undo to read
    other: PathBuf,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let mut reader = CnfReader::new(open(&args.formula)?, &name(&args.formula), PREFIX)?;
    if args.undo {
        undo(reader.header(), &args)
    } else {
        write(&mut reader, &args)
    }
}

fn write<R: Read>(reader: &mut CnfReader<R>, args: &Args) -> Result<()> {
    let mut cnf = Cnf::default();
    cnf.new_vars(reader.header().variables);
    let mut clause = Vec::new();
    while reader.next_clause(&mut clause)? {
        cnf.clause(&clause);
    }
    let cnf = shuffle(&cnf, args.seed);
    let comment = format!("A shuffled formula, seed {}", args.seed);
    let file = File::create(&args.other).with_context(|| name(&args.other))?;
    let mut writer = Writer::new(file, reader.header(), &[comment]);
    writer.new_vars(cnf.variables());
    cnf.clauses().for_each(|clause| writer.clause(clause));
    writer.finish().with_context(|| name(&args.other))?;
    Ok(())
}

fn undo(header: Header, args: &Args) -> Result<()> {
    let result = open(&args.other)?;
    let mut output = BufWriter::new(io::stdout().lock());
    match result::read(result, &name(&args.other), header.variables)? {
        Answer::Satisfiable(model) => {
            let renaming = Renaming::new(args.seed, header.variables);
            values(&renaming.undo(&model), header.variables, &mut output)?;
        }
        Answer::Unsatisfiable => writeln!(output, "s UNSATISFIABLE")?,
        Answer::Unknown => writeln!(output, "s UNKNOWN")?,
    }
    Ok(output.flush()?)
}

/// Prints a model as solvers do in competitions.
fn values(model: &Model, variables: u32, output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "s SATISFIABLE")?;
    for var in (1..=variables).filter_map(Var::new) {
        match model.value(var) {
            Some(true) => writeln!(output, "v {}", var.number())?,
            Some(false) => writeln!(output, "v -{}", var.number())?,
            None => {}
        }
    }
    writeln!(output, "v 0")
}

fn open(path: &Path) -> Result<Box<dyn Read>> {
    let input: Box<dyn Read> = if path == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(path).with_context(|| name(path))?)
    };
    Ok(Box::new(decompress(input, &Stop::default())?))
}

fn name(path: &Path) -> String {
    path.display().to_string()
}
