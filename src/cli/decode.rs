use super::args::{self, TourArgs};
use super::choices;
use super::exit::Exit;
use super::foreign;
use super::formula::FormulaArgs;
use super::output::{self, name};
use super::pictures::PictureArgs;
use super::place;
use super::report::Format;
use anyhow::{Context, Result, anyhow, bail, ensure};
use knightsat::cnf::sink::ModelCheck;
use knightsat::cnf::{Answer, Lit, Model};
use knightsat::dimacs::compress::decompress;
use knightsat::dimacs::read::{CnfReader, Comment};
use knightsat::dimacs::result;
use knightsat::encoding::Name;
use knightsat::encoding::binary::smt;
use knightsat::encoding::recipe::{self, Recipe, RecipeError};
use knightsat::encoding::{FormulaError, literals};
use knightsat::problem::tour::Tour;
use knightsat::solve::{Evidence, Unknown, Verdict};
use knightsat::solver::Clauses;
use knightsat::spec::board::Board;
use knightsat::spec::place::Place;
use knightsat::text::input;
use std::ffi::{OsStr, OsString};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// Turn a solver's answer into a tour, and check it
///
/// Reads MiniSat's result file, the output of kissat, CaDiCaL and other competition solvers, bare lists of
/// literals, models of PySAT as Python prints them, and z3's answer to a script written by encode --format
/// smt2. Both files may be compressed with gzip, zstd or xz. A FILE written by encode describes itself; for
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
    board: Option<Board>,
    #[arg(long, value_name = "FILE", conflicts_with = "board", help = choices::GRAPH, long_help = choices::GRAPH_IN_FULL)]
    graph: Option<PathBuf>,
    /// What the variables mean, if FILE is not from encode: a file, or a formula, see check
    ///
    /// With --board or --graph.
    #[arg(long, value_name = "MAP", allow_hyphen_values = true)]
    map: Option<OsString>,
    #[command(flatten)]
    tour: TourArgs,
    #[command(flatten)]
    formula: FormulaArgs,
    /// How to print the tour
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    pictures: PictureArgs,
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
        let mut file = BufReader::new(open(&self.file)?);
        let first = file
            .fill_buf()
            .with_context(|| name(&self.file))?
            .first()
            .copied();
        if matches!(first, Some(b';' | b'(')) {
            return self.smt(file);
        }
        let mut cnf = CnfReader::new(Box::new(file) as _, &name(&self.file), recipe::PREFIX)?;
        let recipe = self.recipe(cnf.comments())?;
        let pictures = self.pictures.open(&recipe.place)?;
        let problem = args::problem(&recipe)?;
        let formula = args::formula(&recipe, &problem)?;
        let (found, needed) = (cnf.header().variables, formula.tour_variables());
        ensure!(
            found >= needed,
            "{}: {found} variables, and the formula of this tour has at least {needed}: \
             is it a formula of another board or encoding?",
            name(&self.file)
        );
        let answer = result::read(open(&self.result)?, &name(&self.result), found)?;
        let verdict = match answer {
            Answer::Unsatisfiable => Verdict::None(Evidence::Refutation(self.word())),
            Answer::Unknown => Verdict::Unknown(Unknown::Stopped),
            Answer::Satisfiable(model) => {
                self.check_clauses(&mut cnf, &model)?;
                Verdict::Tour(
                    formula
                        .decode(&model)
                        .map_err(|error| self.blame(&recipe, error))?,
                )
            }
        };
        pictures.verdict(&recipe, &verdict, self.format)
    }

    /// The same for a script that encode --format smt2 has written, and an SMT solver's answer.
    fn smt(&self, mut script: impl BufRead) -> Result<Exit> {
        let comments = first_comments(&mut script).with_context(|| name(&self.file))?;
        let recipe = self.recipe(&Recipe::comments_of_smt(&comments))?;
        let pictures = self.pictures.open(&recipe.place)?;
        let problem = args::problem(&recipe)?;
        let result = name(&self.result);
        let longest = (1 << 20) + 256 * u64::from(recipe.place.len());
        let text = input::text(open(&self.result)?, longest, "the values of this tour");
        let text = text.with_context(|| result.clone())?;
        let verdict = match smt::read(&text, &result, &problem)? {
            Answer::Unsatisfiable => Verdict::None(Evidence::Refutation(self.word())),
            Answer::Unknown => Verdict::Unknown(Unknown::Stopped),
            Answer::Satisfiable(steps) => match Tour::verify(&problem, steps) {
                Ok(tour) => Verdict::Tour(tour),
                Err(error) => {
                    let error = error.with_names(|v| recipe.place.name(v));
                    bail!("{result}: the values are not a tour: {error}")
                }
            },
        };
        pictures.verdict(&recipe, &verdict, self.format)
    }

    /// On whose word there is no tour: a result file has no proof in it.
    fn word(&self) -> String {
        format!("by the word of {}, not checked", name(&self.result))
    }

    fn recipe(&self, comments: &[Comment]) -> Result<Recipe> {
        let file = name(&self.file);
        let described = Recipe::from_comments(comments).map_err(|error| match error {
            comment @ RecipeError::Comment { .. } => anyhow::anyhow!("{file}:{comment}"),
            other => anyhow::Error::new(other).context(file.clone()),
        })?;
        let place = place::either(self.board.clone(), self.graph.as_deref())?;
        let flags = self.tour.any() || self.formula.any() || place.is_some();
        match (described, place) {
            (Some(_), _) if flags => {
                bail!("{file} describes itself: leave the options about its formula out")
            }
            (Some(recipe), _) => Ok(recipe),
            (None, Some(place)) => {
                let style = self.formula.style(Name::Position)?;
                args::recipe(place, &self.tour, style)
            }
            (None, None) => bail!(
                "{file} does not describe itself: say what it encodes, with --board 8x8 \
                 or --graph FILE and the options that encode would take, or --map"
            ),
        }
    }

    /// The same for a formula of others.
    fn foreign(&self, map: &OsStr) -> Result<Exit> {
        ensure!(
            !self.formula.any(),
            "--map says what the variables mean: leave the options of our formulas out"
        );
        let place = place::either(self.board.clone(), self.graph.as_deref())?;
        ensure!(
            place.is_some(),
            "--map: name the board of the formula too, with --board 8x8 or --graph FILE"
        );
        let map = foreign::map(map, place.as_ref().map(Place::len))?;
        let (recipe, file) = foreign::read(&self.file, Some(&map), place, &self.tour, false)?;
        let pictures = self.pictures.open(&recipe.place)?;
        let result = name(&self.result);
        let verdict = match result::read(open(&self.result)?, &result, file.variables())? {
            Answer::Unsatisfiable => Verdict::None(Evidence::Refutation(self.word())),
            Answer::Unknown => Verdict::Unknown(Unknown::Stopped),
            Answer::Satisfiable(model) => {
                let mut check = ModelCheck::new(&model);
                file.clauses().write(&mut check);
                if let Some((number, clause)) = check.violated() {
                    return Err(self.no_model(&model, file.variables(), number, clause));
                }
                let tour = file.tour(&recipe.place, &recipe.problem()?, &model);
                Verdict::Tour(tour.map_err(|why| {
                    anyhow!("{}, or not with this map: {why}", self.misnamed(&recipe))
                })?)
            }
        };
        pictures.verdict(&recipe, &verdict, self.format)
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

    /// The model leaves this clause without a true literal.
    fn no_model(
        &self,
        model: &Model,
        variables: u32,
        number: u64,
        clause: &[Lit],
    ) -> anyhow::Error {
        let is_open = clause.iter().any(|lit| model.value(lit.var()).is_none());
        let missing = model.missing(variables).filter(|_| is_open);
        let why = match missing {
            Some(missing) => {
                format!("{missing}, and without them clause {number} is not satisfied")
            }
            None => format!("it violates clause {number}"),
        };
        let numbers: Vec<i32> = clause.iter().map(|lit| lit.to_dimacs()).collect();
        anyhow!(
            "{}: no model of {}: {why}: {}",
            name(&self.result),
            name(&self.file),
            literals(&numbers)
        )
    }

    /// The model satisfies the file and is no tour: the file is at fault, or what it is taken for.
    fn blame(&self, recipe: &Recipe, error: FormulaError) -> anyhow::Error {
        if let FormulaError::Cycles { .. } = error {
            return anyhow::Error::new(error).context(name(&self.result));
        }
        let error = match error {
            FormulaError::NoTour(why) => {
                FormulaError::NoTour(why.with_names(|v| recipe.place.name(v)))
            }
            other => other,
        };
        anyhow::Error::new(error).context(self.misnamed(recipe))
    }

    /// Who is at fault if a model is no tour.
    fn misnamed(&self, recipe: &Recipe) -> String {
        format!(
            "{}: the result satisfies every clause, so this is not the formula of the {}",
            name(&self.file),
            recipe.place.tour(recipe.kind)
        )
    }
}

/// The lines that a script begins with and that are comments, at most as much as describes a graph.
fn first_comments(script: &mut impl BufRead) -> io::Result<String> {
    let mut script = script.take(1 << 28);
    let mut text = String::new();
    loop {
        let line = text.len();
        if script.read_line(&mut text)? == 0 || !text[line..].starts_with(';') {
            return Ok(text);
        }
    }
}

fn open(path: &Path) -> Result<Box<dyn Read>> {
    decompress(output::input(path)?).with_context(|| name(path))
}
