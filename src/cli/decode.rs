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
use knightsat::encoding::Name;
use knightsat::encoding::formula_spec::{FormulaSpecError, PREFIX};
use knightsat::prelude::{Answer, Formula, FormulaSpec, Lit, Model, Stop, Stopped, Tour};
use knightsat::search::{Verdict, explain};
use knightsat::tour::spec::Request;
use knightsat_base::input::{self, Unmarked};
use knightsat_base::text::counted;
use knightsat_check::picture;
use knightsat_cnf::dimacs::{smt, wcnf};
use knightsat_cnf::sink::ModelCheck;
use knightsat_encoding::meaning::Fact;
use knightsat_encoding::{FormulaError, literals};
use knightsat_render::scene::Scene;
use std::ffi::{OsStr, OsString};
use std::io::{BufRead, BufReader, Read};
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
        self.decode()
            .map_err(|error| self.swapped().unwrap_or(error))
    }

    /// Returns the error for a formula and an answer in the wrong order.
    fn swapped(&self) -> Option<Error> {
        let [file, result] = [&self.file, &self.result].map(|path| Content::of(path));
        let [file_path, result_path] = [&self.file, &self.result].map(|path| path.display());
        let order = match result? {
            Content::Formula => format!("decode {result_path} {file_path}"),
            _ => format!("decode FORMULA {file_path}"),
        };
        match (file?, result?) {
            (Content::Answer, _) => Some(anyhow!(
                "{}: a solver's answer, not a formula: write the formula first: {order}",
                name(&self.file)
            )),
            (Content::Unknown, Content::Formula) => Some(anyhow!(
                "{}: a formula, not a solver's answer: write the formula first: {order}",
                name(&self.result)
            )),
            _ => None,
        }
    }

    fn decode(&self) -> Result<Exit> {
        if let Some(map) = &self.map {
            return self.foreign(map);
        }
        let mut file = BufReader::new(Unmarked::new(open(&self.file)?));
        let begin = file.fill_buf().with_context(|| name(&self.file))?;
        if let Some(b';' | b'(') = begin.first() {
            return self.smt(file);
        }
        let comments = output::first_comments(&mut file, b'c', output::MOST_COMMENTS)
            .with_context(|| name(&self.file))?;
        let begin = file.fill_buf().with_context(|| name(&self.file))?;
        // A formula for MaxSAT may have no hard clause, and no clause at all.
        let is_wcnf = begin.first() == Some(&b'h') || objective::is_related(&comments);
        let file = comments.chain(file);
        if !is_wcnf {
            return self.dimacs(file);
        }
        self.dimacs(wcnf::hard(file, &name(&self.file))?.as_bytes())
    }

    /// Decodes with a formula in DIMACS.
    fn dimacs(&self, file: impl Read) -> Result<Exit> {
        let mut cnf = CnfReader::new(file, &name(&self.file), PREFIX)?;
        let spec = self.spec(cnf.comments())?;
        let pictures = self.output.open(&spec.place, &Stop::default())?;
        let problem = problem::problem(&spec, &Stop::default())?;
        let formula = problem::formula(&spec, &problem, &Stop::default())?;
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
        self.report(&spec, pictures, answer, |model| {
            let mut clause = Vec::new();
            while cnf.next_clause(&mut clause)? {
                if !clause.iter().any(|&lit| model.satisfies(lit)) {
                    return Err(self.no_model(&model, found, cnf.clauses(), &clause).into());
                }
            }
            self.tour(&spec, &formula, &model)
        })
    }

    /// Decodes with a foreign formula.
    fn foreign(&self, map: &OsStr) -> Result<Exit> {
        ensure!(
            !self.formula.any() && !self.shuffle.any(),
            "--map gives the meaning of the variables: leave out the options of our formulas"
        );
        let stop = &Stop::default();
        let place = self.graph.or(self.board.as_ref(), stop)?;
        if place.is_none() {
            bail!("--map: name the board of the formula too, with --board 8x8 or --graph FILE");
        }
        // Standard input has one reader.
        let result = open(&self.result)?;
        let (request, file, _) = foreign::foreign(
            &self.file,
            [Some(map), None],
            place,
            &self.tour,
            false,
            stop,
        )?;
        let pictures = self.output.open(&request.place, &Stop::default())?;
        let answer = result::read(result, &name(&self.result), file.variables())?;
        self.report(&request, pictures, answer, |model| {
            self.satisfies(&model, file.variables(), &file.clauses())?;
            let tour = file.tour(
                &request.place,
                &request.problem(&Default::default())?,
                &model,
            );
            tour.map_err(|why| Fault {
                error: anyhow!(
                    "{}, but is no tour: {why}",
                    self.misnamed(&request, ", or not this map")
                ),
                scene: Some(no_tour(&request, &file.meaning.held(&model)).into()),
            })
        })
    }

    /// Decodes with a script for an SMT solver.
    fn smt(&self, mut script: impl BufRead) -> Result<Exit> {
        let comments = output::first_comments(&mut script, b';', output::MOST_COMMENTS)
            .with_context(|| name(&self.file))?;
        let comments = String::from_utf8_lossy(&comments);
        let spec = self.spec(&FormulaSpec::comments_of_smt(&comments))?;
        let pictures = self.output.open(&spec.place, &Stop::default())?;
        let problem = problem::problem(&spec, &Stop::default())?;
        let formula = problem::formula(&spec, &problem, &Stop::default())?;
        let variables = formula.header().variables;
        let symbols = formula.meaning().symbols(&spec.place, variables);
        let result = name(&self.result);
        let longest = (1 << 20) + 256 * u64::from(variables);
        let text = input::text(open(&self.result)?, longest, "the values of this formula");
        let text = text.with_context(|| result.clone())?;
        let answer = smt::read(&text, &result, &symbols)?;
        self.report(&spec, pictures, answer, |model| {
            self.satisfies(&model, variables, &formula)?;
            self.tour(&spec, &formula, &model)
        })
    }

    /// Returns the problem of the formula, from its comments or from the options.
    fn spec(&self, comments: &[Comment]) -> Result<FormulaSpec> {
        let file = name(&self.file);
        let described = FormulaSpec::from_comments(comments).map_err(|error| match error {
            comment @ FormulaSpecError::Comment { .. } => anyhow!("{file}:{comment}"),
            other => Error::new(other).context(file.clone()),
        })?;
        let place = self.graph.or(self.board.as_ref(), &Stop::default())?;
        let flags = self.tour.is_given() || self.formula.any() || self.shuffle.any();
        match (described, place) {
            (Some(_), place) if flags || place.is_some() => {
                bail!("{file} describes itself: leave the options about its formula out")
            }
            (Some(spec), _) => Ok(spec),
            (None, Some(place)) => {
                let style = self
                    .shuffle
                    .apply(self.formula.style(Name::for_tour(&self.tour))?);
                self.tour.spec(place, style, &Stop::default())
            }
            (None, None) => bail!(
                "{file} does not describe itself: name its problem, with --board 8x8 \
                 or --graph FILE and the options of encode, or use --map"
            ),
        }
    }

    /// Prints and draws the tour that `decode` makes of a model. A result file contains no proof.
    fn report<M>(
        &self,
        request: &Request,
        pictures: Pictures,
        answer: Answer<M>,
        decode: impl FnOnce(M) -> Result<Tour, Fault>,
    ) -> Result<Exit> {
        let verdict = match answer {
            Answer::Unsatisfiable => Verdict::None(explain::unverified(&name(&self.result))),
            Answer::Unknown => Verdict::Unknown(Stopped::Unanswered.into()),
            Answer::Satisfiable(model) => match decode(model) {
                Ok(tour) => Verdict::Tour(tour),
                Err(Fault { error, scene }) => {
                    if let Some(scene) = scene.filter(|_| !pictures.is_empty()) {
                        pictures.draw(&[*scene])?;
                    }
                    return Err(error);
                }
            },
        };
        pictures.verdict(request, &verdict)
    }

    /// Returns the tour of a model of a formula of ours.
    fn tour(&self, request: &Request, formula: &Formula, model: &Model) -> Result<Tour, Fault> {
        formula.decode(model).map_err(|error| {
            let facts = || formula.meaning().held(model);
            let scene = matches!(error, FormulaError::Cycles(_)).then(facts);
            Fault {
                scene: scene.map(|facts| no_tour(request, &facts).into()),
                error: self.explain(request, error),
            }
        })
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
        let mut values = (1..=variables)
            .filter_map(Var::new)
            .map(|var| model.value(var));
        let why = match model.missing(variables).filter(|_| is_open) {
            Some(missing) if !values.contains(&Some(false)) => format!(
                "only true variables are listed: write each false variable v as -v; {missing}, so \
                 clause {number} is undecided"
            ),
            Some(missing) => {
                format!("{missing}, so clause {number} is undecided")
            }
            None => format!("it violates clause {number}"),
        };
        let (file, result) = (name(&self.file), name(&self.result));
        let numbers = clause.iter().map(|lit| lit.to_dimacs()).collect_vec();
        let clause = literals(&numbers);
        anyhow!("{result}: no model of {file}: {why}: {clause}")
    }

    /// Returns the error for a model that is no tour: the file or its description is at fault.
    fn explain(&self, request: &Request, error: FormulaError) -> Error {
        let error = match error {
            FormulaError::Cycles(_) => {
                return Error::new(error).context(name(&self.result));
            }
            FormulaError::NoTour(why) => {
                FormulaError::NoTour(why.with_names(|v| request.place.name(v)))
            }
            other => other,
        };
        match self.hint(request) {
            Some(hint) => anyhow!(
                "{}: the result satisfies every clause, but is no tour in the numbering of our formula \
                 of the {}: {error}; {hint}",
                name(&self.file),
                request.place.tour(request.tour.kind)
            ),
            None => Error::new(error).context(self.misnamed(request, "")),
        }
    }

    /// Returns a hint for the numbering of a formula that does not describe itself.
    fn hint(&self, request: &Request) -> Option<String> {
        let is_named = self.board.is_some() || self.graph.path().is_some();
        is_named.then(|| {
            let squares = request.place.len();
            format!("if the formula has a numbering of its own, name it, as in --map '(i-1)*{squares}+v'")
        })
    }

    /// Names the cause if a model is no tour.
    fn misnamed(&self, request: &Request, or: &str) -> String {
        format!(
            "{}: not the formula of the {}{or}: the result satisfies every clause",
            name(&self.file),
            request.place.tour(request.tour.kind)
        )
    }
}

/// A model that is no tour, with its picture if it has cycles.
struct Fault {
    error: Error,
    scene: Option<Box<Scene>>,
}

impl<E: Into<Error>> From<E> for Fault {
    fn from(error: E) -> Fault {
        let error = error.into();
        Fault { error, scene: None }
    }
}

/// Returns the picture of the facts of a model that is no tour.
fn no_tour(request: &Request, facts: &[Fact]) -> Scene {
    picture::of_facts(&request.place, "a model that is not a tour".into(), facts)
}

/// The content of a file, by its first word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Content {
    Formula,
    Answer,
    Unknown,
}

impl Content {
    /// Returns the content of a file, unknown for standard input; `None` if it cannot be read.
    fn of(path: &Path) -> Option<Content> {
        /// The most bytes before the first word.
        const MOST: u64 = 1 << 20;
        if is_stream(path) {
            return Some(Content::Unknown);
        }
        let mut begin = Vec::new();
        open(path).ok()?.take(MOST).read_to_end(&mut begin).ok()?;
        let begin = String::from_utf8_lossy(&begin);
        let mut lines = begin.lines().map(str::trim_ascii);
        let line = lines.find(|line| !line.is_empty() && line.split(' ').next() != Some("c"));
        let mut words = line.unwrap_or_default().split_ascii_whitespace();
        Some(match words.next().unwrap_or_default() {
            "p" | "h" => Content::Formula,
            word if word.starts_with([';', '(']) => Content::Formula,
            "s" | "v" | "o" | "SAT" | "UNSAT" | "INDET" | "sat" | "unsat" | "unknown" => {
                Content::Answer
            }
            _ => Content::Unknown,
        })
    }
}

fn open(path: &Path) -> Result<Box<dyn Read>> {
    output::decompressed(path, &Stop::default())
}
