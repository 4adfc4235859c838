mod blame;
mod foreign;
mod formula_spec;
mod opb;
mod smt;

use crate::cli::help::{ERROR, Help};
use crate::cli::shared::choices::{self, BoardChoice};
use crate::cli::shared::exit::Exit;
use crate::cli::shared::formula::{FormulaArgs, ShuffleArgs};
use crate::cli::shared::path::name;
use crate::cli::shared::pictures::{ColorArgs, PictureArgs, Pictures};
use crate::cli::shared::report::Format;
use crate::cli::shared::{output, problem};
use anyhow::{Context, Result, ensure};
use knightsat::base::input::Unmarked;
use knightsat::base::plural::counted;
use knightsat::cnf::dimacs::read::CnfReader;
use knightsat::cnf::dimacs::result;
use knightsat::cnf::{Answer, Model};
use knightsat::encoding::formula_spec::PREFIX;
use knightsat::search::{Evidence, Verdict};
use knightsat::stop::{Stop, Stopped};
use knightsat::tour::place::Place;
use knightsat::tour::spec::TourSpec;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// Examples and exit codes.
pub const HELP: Help = Help {
    examples: &[(
        "knightsat encode 6x6 -o t.cnf; knightsat sat t.cnf | knightsat decode t.cnf -",
        "as with any other solver",
    )],
    exits: &[
        (0, "tour found"),
        (1, "there is no tour"),
        ERROR,
        (3, "unknown: the solver has not decided"),
    ],
};

/// Turn a solver's answer into a tour, and check it
///
/// Reads MiniSat's result file, the output of kissat, CaDiCaL and other competition solvers, bare lists of
/// literals, models of PySAT as Python prints them, z3's answer to a script written by encode --format smt2,
/// and a pseudo-Boolean solver's to a file written by encode --format opb. Both files may be compressed with gzip, zstd or xz. A FILE written by encode describes itself; for
/// any other, say what it encodes with the options of encode, or what its variables mean with --map. A model
/// is checked against every clause, and the tour on the board. UNSATISFIABLE is taken on the solver's word.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The formula in DIMACS
    file: PathBuf,
    /// The solver's answer; - for standard input
    result: PathBuf,
    /// The board, if FILE does not describe itself
    #[arg(long, value_name = "BOARD", value_parser = choices::board_parser())]
    board: Option<BoardChoice>,
    #[arg(long, value_name = "FILE", conflicts_with = "board", help = choices::GRAPH, long_help = choices::GRAPH_IN_FULL)]
    graph: Option<PathBuf>,
    /// What the variables mean, if FILE is not from encode: a file, or a formula, see check
    ///
    /// With --board or --graph.
    #[arg(long, value_name = "MAP", allow_hyphen_values = true)]
    map: Option<OsString>,
    #[command(flatten)]
    tour: TourSpec,
    #[command(flatten)]
    formula: FormulaArgs,
    #[command(flatten)]
    shuffle: ShuffleArgs,
    /// How to print the tour
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    pictures: PictureArgs,
    #[command(flatten)]
    color: ColorArgs,
}

type Cnf = CnfReader<Box<dyn Read>>;

impl Args {
    pub fn run(self) -> Result<Exit> {
        ensure!(
            self.file != Path::new("-") || self.result != Path::new("-"),
            "the formula and the result cannot both come from standard input"
        );
        if let Some(map) = &self.map {
            return self.foreign(map);
        }
        let mut file = BufReader::new(Unmarked::new(open(&self.file)?));
        match first(&mut file).with_context(|| name(&self.file))? {
            Some(b';' | b'(') => return self.smt(file),
            Some(b'*') => return self.opb(file),
            _ => {}
        }
        self.dimacs(file)
    }

    fn dimacs(&self, file: BufReader<Unmarked<Box<dyn Read>>>) -> Result<Exit> {
        let mut cnf = CnfReader::new(Box::new(file) as _, &name(&self.file), PREFIX)?;
        let spec = self.spec(cnf.comments())?;
        let pictures = self.open_pictures(&spec.place)?;
        let problem = problem::problem(&spec)?;
        let formula = problem::formula(&spec, &problem)?;
        let (found, needed) = (cnf.header().variables, formula.tour_variables());
        let hint = self.hint(&spec).map(|hint| format!("; {hint}"));
        ensure!(
            found >= needed,
            "{}: {}, and the formula of this tour has at least {needed}: \
             is it a formula of another board or encoding?{}",
            name(&self.file),
            counted(found, "variable"),
            hint.unwrap_or_default()
        );
        let answer = result::read(open(&self.result)?, &name(&self.result), found)?;
        let verdict = match answer {
            Answer::Unsatisfiable => Verdict::None(Evidence::Refutation(self.word())),
            Answer::Unknown => Verdict::Unknown(Stopped::Unanswered.into()),
            Answer::Satisfiable(model) => {
                self.check_clauses(&mut cnf, &model)?;
                Verdict::Tour(
                    formula
                        .decode(&model)
                        .map_err(|error| self.blame(&spec, error))?,
                )
            }
        };
        pictures.verdict(&spec, &verdict, self.format)
    }

    fn open_pictures(&self, place: &Place) -> Result<Pictures> {
        let prints_board = self.format == Format::Board && place.board().is_some();
        self.pictures
            .open(place, self.color.terminal(prints_board)?)
    }

    /// On whose word there is no tour: a result file has no proof in it.
    fn word(&self) -> String {
        format!("by the word of {}, not checked", name(&self.result))
    }

    /// Holds the model against every clause of the file.
    fn check_clauses(&self, cnf: &mut Cnf, model: &Model) -> Result<()> {
        let mut clause = Vec::new();
        while cnf.next_clause(&mut clause)? {
            if !clause.iter().any(|&lit| model.satisfies(lit)) {
                let variables = cnf.header().variables;
                return Err(self.no_model(model, variables, cnf.clauses(), &clause));
            }
        }
        Ok(())
    }
}

fn open(path: &Path) -> Result<Box<dyn Read>> {
    output::decompressed(path, &Stop::default())
}

/// The first byte, which tells what is written there.
fn first(file: &mut impl BufRead) -> io::Result<Option<u8>> {
    Ok(file.fill_buf()?.first().copied())
}
