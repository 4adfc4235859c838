//! The command `decode`: a solver's answer as a tour.

use crate::cli::shared::formula_args::{FormulaArgs, ShuffleArgs};
use crate::cli::shared::output::{self, is_stream, name};
use crate::cli::shared::pictures::{Pictures, TourOutputArgs};
use crate::cli::shared::problem::{self, BoardChoice, GraphArgs, TourArgs};
use crate::cli::shared::report::Exit;
use crate::cli::shared::{foreign, objective};
use anyhow::{Context, Error, Result, anyhow, bail, ensure};
use itertools::Itertools;
use knightsat::cnf::dimacs::read::{CnfReader, Comment};
use knightsat::cnf::dimacs::result;
use knightsat::cnf::{Clauses, Var};
use knightsat::encoding::formula_spec::FormulaSpecError;
use knightsat::prelude::{Answer, FormulaSpec, Lit, Meaning, Model, Stop, Stopped, Tour};
use knightsat::tour::Request;
use knightsat_base::input::{self, Unmarked};
use knightsat_base::text::counted;
use knightsat_check::picture;
use knightsat_cnf::dimacs::{smt, wcnf};
use knightsat_cnf::sink::ModelCheck;
use knightsat_encoding::{FormulaError, literals};
use knightsat_search::{Verdict, explain};
use std::ffi::{OsStr, OsString};
use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};

/// Turn a solver's answer into a tour, and check it
///
/// Reads MiniSat's result file, the output of kissat, CaDiCaL and other competition solvers, bare
/// lists of literals, and models of PySAT as Python prints them. Also reads the answers of SMT and
/// MaxSAT solvers to files of encode --format smt2 and wcnf.
/// Both files may be compressed with gzip, zstd or xz. A FILE written by encode describes itself.
/// For any other file, name its problem with the options of encode, or the meaning of its variables
/// with --map. Checks a model against every clause, and the tour on the board. --svg draws also the
/// cycles of a model that is no tour. An UNSATISFIABLE
/// answer is not checked.
///
/// $ knightsat encode 6x6 -o t.cnf; knightsat sat t.cnf | knightsat decode t.cnf -
/// # solve a formula and decode the answer
///
/// 0: tour found
///
/// 1: there is no tour
///
/// 2: usage, input or output, or a solver at fault
///
/// 3: unknown: the solver has not decided
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The formula in DIMACS
    file: PathBuf,
    /// The solver's answer; - for standard input
    result: PathBuf,
    /// The board, if FILE does not describe itself
    #[arg(long, value_name = "BOARD", conflicts_with_all = ["graph", "graph_format"], value_parser = problem::board_parser())]
    board: Option<BoardChoice>,
    #[command(flatten)]
    graph: GraphArgs,
    /// Meaning of the variables, if FILE is not from encode: a file or an expression
    ///
    /// Requires --board or --graph. check --help describes maps.
    #[arg(long, value_name = "MAP", allow_hyphen_values = true)]
    map: Option<OsString>,
    #[command(flatten)]
    tour: TourArgs,
    #[command(flatten)]
    formula: FormulaArgs,
    #[command(flatten)]
    shuffle: ShuffleArgs,
    #[command(flatten)]
    output: TourOutputArgs,
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        if is_stream(&self.file) && is_stream(&self.result) {
            bail!("the formula and the result cannot both come from standard input");
        }
        match &self.map {
            Some(map) => self.foreign(map),
            None => self.ours(),
        }
    }

    /// Decodes with a formula of ours, in any format.
    fn ours(&self) -> Result<Exit> {
        let (stop, path) = (Stop::default(), name(&self.file));
        let mut file = BufReader::new(Unmarked::new(open(&self.file)?));
        let is_script = matches!(first(&mut file, &path)?, Some(b';' | b'('));
        let mark = if is_script { b';' } else { b'c' };
        let read = output::first_comments(&mut file, mark, output::MOST_COMMENTS);
        let comments = read.with_context(|| path.clone())?;
        // A formula for MaxSAT may have no hard clause, and no clause at all.
        let is_wcnf = first(&mut file, &path)? == Some(b'h') || objective::is_related(&comments);
        let (mut cnf, described) = if is_script {
            let comments = String::from_utf8_lossy(&comments);
            (None, FormulaSpec::comments_of_smt(&comments))
        } else {
            let mut file: Box<dyn Read> = Box::new(Cursor::new(comments).chain(file));
            if is_wcnf {
                file = Box::new(Cursor::new(wcnf::hard(file, &path)?));
            }
            let cnf = CnfReader::new(file, &path, FormulaSpec::PREFIX)?;
            let described = cnf.comments().to_vec();
            (Some(cnf), described)
        };
        let spec = self.spec(&described)?;
        let pictures = self.output.open(&spec.place, &stop)?;
        let problem = problem::problem(&spec, &stop)?;
        let formula = problem::formula(&spec, &problem, &stop)?;
        let header = cnf.as_ref().map_or(formula.header(), CnfReader::header);
        let (variables, needed) = (header.variables, formula.tour_variables());
        ensure!(
            variables >= needed,
            "{path}: {}, and the formula of this tour has at least {needed}: \
             is it a formula of another board or encoding?{}",
            counted(variables, "variable"),
            self.hint(&spec)
        );
        let answer = open(&self.result)?;
        let answer = if is_script {
            let symbols = formula.meaning().symbols(&spec.place, variables);
            let result = name(&self.result);
            let longest = (1 << 20) + 256 * u64::from(variables);
            let text = input::text(answer, longest, "the values of this formula");
            smt::read(&text.with_context(|| result.clone())?, &result, &symbols)?
        } else {
            result::read(answer, &name(&self.result), variables)?
        };
        let check = |model: &Model| {
            let Some(cnf) = &mut cnf else {
                return self.satisfies(model, variables, &formula);
            };
            let mut clause = Vec::new();
            while cnf.next_clause(&mut clause)? {
                if !clause.iter().any(|&lit| model.satisfies(lit)) {
                    return Err(self.no_model(model, variables, cnf.clauses(), &clause));
                }
            }
            Ok(())
        };
        let tour = |model: &Model| {
            let tour = formula.decode(model);
            tour.map_err(|error| self.no_tour(&spec, error))
        };
        self.report(&spec, pictures, answer, || formula.meaning(), check, tour)
    }

    /// Decodes with a foreign formula.
    fn foreign(&self, map: &OsStr) -> Result<Exit> {
        ensure!(
            !self.formula.any() && self.shuffle.seed == 0,
            "--map gives the meaning of the variables: leave out the options of our formulas"
        );
        let stop = &Stop::default();
        let place = self.graph.or(self.board.as_ref(), stop)?;
        ensure!(
            place.is_some(),
            "--map: name the board of the formula too, with --board 8x8 or --graph FILE"
        );
        // Standard input has one reader.
        let result = open(&self.result)?;
        let (request, file, _) =
            foreign::foreign(&self.file, Some(map), place, &self.tour, false, stop)?;
        let pictures = self.output.open(&request.place, stop)?;
        let answer = result::read(result, &name(&self.result), file.variables())?;
        let problem = request.problem(stop)?;
        let check = |model: &Model| self.satisfies(model, file.variables(), &file.clauses());
        let tour = |model: &Model| {
            let tour = file.tour(&request.place, &problem, model);
            tour.map_err(|why| self.misnamed(&request, &format!("the model is not a tour: {why}")))
        };
        let meaning = || file.meaning.clone();
        self.report(&request, pictures, answer, meaning, check, tour)
    }

    /// Returns the problem of the formula, from its comments or from the options.
    fn spec(&self, comments: &[Comment]) -> Result<FormulaSpec> {
        let file = name(&self.file);
        let described = FormulaSpec::from_comments(comments).map_err(|error| match error {
            comment @ FormulaSpecError::Comment { .. } => anyhow!("{file}:{comment}"),
            other => Error::new(other).context(file.clone()),
        })?;
        let place = self.graph.or(self.board.as_ref(), &Stop::default())?;
        let flags = self.tour.is_given() || self.formula.any() || self.shuffle.seed != 0;
        match (described, place) {
            (Some(_), place) if flags || place.is_some() => {
                bail!("{file} describes itself: leave the options about its formula out")
            }
            (Some(spec), _) => Ok(spec),
            (None, Some(place)) => {
                let style = self.shuffle.style(&self.formula, &self.tour)?;
                self.tour.spec(place, style, &Stop::default())
            }
            (None, None) => bail!(
                "{file} does not describe itself: name its problem, with --board 8x8 \
                 or --graph FILE and the options of encode, or use --map"
            ),
        }
    }

    /// Checks the model of an answer, and prints and draws its tour. A model that is no tour is
    /// drawn by its facts. A result file contains no proof.
    fn report(
        &self,
        request: &Request,
        pictures: Pictures,
        answer: Answer,
        meaning: impl FnOnce() -> Meaning,
        check: impl FnOnce(&Model) -> Result<()>,
        tour: impl FnOnce(&Model) -> Result<Tour>,
    ) -> Result<Exit> {
        let verdict = match answer {
            Answer::Unsatisfiable => Verdict::None(explain::unverified(&name(&self.result))),
            Answer::Unknown => Verdict::Unknown(Stopped::Unanswered.into()),
            Answer::Satisfiable(model) => {
                check(&model)?;
                let tour = tour(&model);
                if tour.is_err() && !pictures.is_empty() {
                    let title = "a model that is not a tour".into();
                    let facts = meaning().held(&model);
                    pictures.draw(&[picture::of_facts(&request.place, title, &facts)])?;
                    return tour.map(|_| Exit::Error);
                }
                Verdict::Tour(tour?)
            }
        };
        pictures.verdict(request, &verdict)
    }

    /// Checks the model against every clause of a formula.
    fn satisfies(&self, model: &Model, variables: u32, formula: &impl Clauses) -> Result<()> {
        let mut check = ModelCheck::new(model);
        formula.write(&mut check);
        match check.violated() {
            Some((number, clause)) => Err(self.no_model(model, variables, number, clause)),
            None => Ok(()),
        }
    }

    /// Returns the error for a model without a true literal in this clause.
    fn no_model(&self, model: &Model, variables: u32, number: u64, clause: &[Lit]) -> Error {
        let is_open = clause.iter().any(|lit| model.value(lit.var()).is_none());
        let vars = (1..=variables).filter_map(Var::new);
        let has_false = vars.map(|var| model.value(var)).contains(&Some(false));
        let why = match model.missing(variables).filter(|_| is_open) {
            Some(missing) => {
                let only = "only true variables are listed: write each false variable v as -v; ";
                let only = if has_false { "" } else { only };
                format!("{only}{missing}, so clause {number} is undecided")
            }
            None => format!("it violates clause {number}"),
        };
        let (file, result) = (name(&self.file), name(&self.result));
        let numbers = clause.iter().map(|lit| lit.to_dimacs()).collect_vec();
        let clause = literals(&numbers);
        anyhow!("{result}: no model of {file}: {why}: {clause}")
    }

    /// Returns the error for a model that is no tour: the file or its description is at fault.
    fn no_tour(&self, request: &Request, error: FormulaError) -> Error {
        match error {
            FormulaError::Cycles(_) => Error::new(error).context(name(&self.result)),
            FormulaError::NoTour(why) => {
                let named = why.with_names(|v| request.place.name(v));
                self.misnamed(request, &FormulaError::NoTour(named).to_string())
            }
            other => self.misnamed(request, &other.to_string()),
        }
    }

    /// Returns the error for a model that is no tour by these variables.
    fn misnamed(&self, request: &Request, why: &str) -> Error {
        let tour = request.place.tour(request.tour.kind);
        let or = self.map.as_ref().map_or("", |_| ", or not this map");
        anyhow!(
            "{}: not the formula of the {tour}{or}: the result satisfies every clause: {why}{}",
            name(&self.file),
            self.hint(request)
        )
    }

    /// Returns a hint for the numbering of a formula that neither describes itself nor has a map.
    fn hint(&self, request: &Request) -> String {
        let is_named = self.board.is_some() || self.graph.path().is_some();
        if !is_named || self.map.is_some() {
            return String::new();
        }
        let squares = request.place.len();
        format!(
            "; if the formula has a numbering of its own, name it, as in --map '(i-1)*{squares}+v'"
        )
    }
}

/// Returns the next byte of a file.
fn first(file: &mut impl BufRead, name: &str) -> Result<Option<u8>> {
    let next = file.fill_buf().with_context(|| name.to_string())?;
    Ok(next.first().copied())
}

fn open(path: &Path) -> Result<Box<dyn Read>> {
    output::decompressed(path, &Stop::default())
}
