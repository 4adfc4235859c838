//! The problem of a spec and its formula, or the error that they are too large.

use crate::cli::shared::*;
use knightsat::check::foreign::{self, File, Map};
use knightsat::cnf::dimacs::compress;
use knightsat::encoding::FormulaError;
use knightsat::tour::rule::{self, Rule};
use std::ops::Deref;

/// The rules of a tour, in a file.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Problem")]
pub struct WithArgs {
    /// Only tours that keep the rules in this file
    ///
    /// A rule is a line with facts, joined by or; not negates a fact. The fact a1-c2 is a move, in
    /// either direction. The fact a1->c2 is the same move from a1. The fact d4@17 is a square at a
    /// step. The fact after(b3, e5) puts b3 later on the tour than e5. See docs/usage.md.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    with: Option<PathBuf>,
}

impl WithArgs {
    /// Returns the rules; reads their file, until `stop` is over.
    pub fn read(&self, place: &Place, stop: &Stop) -> Result<Vec<Rule<String>>> {
        /// Bytes of a file of rules.
        const LARGEST: u64 = 1 << 22;
        let Some(path) = &self.with else {
            return Ok(Vec::new());
        };
        ensure!(!is_stream(path), "--with -: name a file");
        let text = output::text(path, LARGEST, "any list of rules", stop)?;
        rule::read(&text, place).map_err(|error| anyhow!("{}:{error}", name(path)))
    }
}

/// The options of the tour, with its rules.
#[derive(Clone, Debug, clap::Args)]
pub struct TourArgs {
    #[command(flatten)]
    tour: TourSpec,
    #[command(flatten)]
    with: WithArgs,
}

impl From<TourSpec> for TourArgs {
    /// The tour without rules.
    fn from(tour: TourSpec) -> TourArgs {
        let with = WithArgs::default();
        TourArgs { tour, with }
    }
}

impl Deref for TourArgs {
    type Target = TourSpec;

    fn deref(&self) -> &TourSpec {
        &self.tour
    }
}

impl TourArgs {
    /// Returns true unless the options describe any open tour.
    pub fn is_given(&self) -> bool {
        self.tour.is_given() || self.has_rules()
    }

    /// Returns true for `--with`.
    pub fn has_rules(&self) -> bool {
        self.rules().is_some()
    }

    /// Returns the file of `--with`.
    pub fn rules(&self) -> Option<&Path> {
        self.with.with.as_deref()
    }

    /// Returns the spec of a formula of the tour in this place, in this style.
    pub fn spec(&self, place: Place, style: Style, stop: &Stop) -> Result<FormulaSpec> {
        let tour = self.read(&place, stop)?;
        Ok(FormulaSpec::new(place, tour, style)?)
    }

    /// Returns the tour in this place; reads the file of its rules, until `stop` is over.
    pub fn read(&self, place: &Place, stop: &Stop) -> Result<TourSpec> {
        let mut tour = self.tour.clone();
        if self.has_rules() {
            // Moves are those of the piece.
            let (settled, _) = tour.clone().settled(place.clone())?;
            tour.with = self.with.read(&settled, stop)?;
        }
        Ok(tour)
    }
}

/// Returns the problem of a spec. If its formula would have too many variables, the huge graph is
/// not even built. Returns `Stopped` if the deadline passes first.
pub fn problem(spec: &FormulaSpec, stop: &Stop) -> Result<Problem> {
    memory::about(&spec.place, None);
    const LARGEST: u32 = 1 << 22;
    let squares = spec.place.len();
    if squares > LARGEST {
        let why = anyhow!("its formula would have more than {squares}²/4 variables");
        return Err(too_large(spec, why));
    }
    Ok(spec.problem_within(stop)?)
}

/// Returns the problem of a spec for the lazy engine, unless its search would exceed the memory: it
/// takes less than 100 bytes a square (docs/lazy.md). Returns `Stopped` if the deadline passes
/// first.
///
/// It is never freed: the end of the program frees all memory at once, and faster.
pub fn lazy_problem(spec: &FormulaSpec, stop: &Stop) -> Result<&'static Problem> {
    const LARGEST: u32 = 1 << 26;
    let squares = spec.place.len();
    ensure!(
        squares <= LARGEST,
        "{} would take about {} GB of memory: the limit is {LARGEST} squares (8192x8192) or \
         vertices",
        spec.place,
        squares / 10_000_000
    );
    let each = match spec.place.board() {
        Some(_) => memory::BOARD,
        None => memory::GRAPH,
    };
    memory::about(&spec.place, Some(each));
    Ok(Box::leak(Box::new(spec.problem_within(stop)?)))
}

/// Returns the formula of a spec; the error for a large one names the largest square board that
/// would fit. Returns `Stopped` if the deadline passes first.
pub fn formula<'p>(spec: &FormulaSpec, problem: &'p Problem, stop: &Stop) -> Result<Formula<'p>> {
    match Formula::within(problem, spec.style, stop) {
        Err(FormulaError::Stopped(stopped)) => Err(stopped.into()),
        Err(error @ FormulaError::TooManyVariables(_)) => Err(too_large(spec, error.into())),
        Err(error @ FormulaError::TooManyClauses(_)) => {
            Err(anyhow!(error).context(TooLarge(spec.place.to_string())))
        }
        formula => Ok(formula?),
    }
}

/// The error for a formula that is too large; other formulas may be smaller.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct TooLarge(pub String);

/// Returns the error with a size that would fit, if it is found quickly.
fn too_large(spec: &FormulaSpec, why: anyhow::Error) -> anyhow::Error {
    const SOON: Duration = Duration::from_secs(3);
    let place = &spec.place;
    let stop = Stop::after(SOON);
    let side = place.board().and_then(|_| spec.largest_square(&stop));
    let too_large = format!("{place} is too large for this formula");
    why.context(TooLarge(match side {
        Some(side) => format!("{too_large}, {side}x{side} would fit"),
        None => too_large,
    }))
}

/// Reads a foreign formula in `path`, about a tour in `place`, and the meaning of its variables.
/// The meaning is in `map`, else in the map beside the file, else in its comments. A formula of
/// ours describes itself, and needs no place.
pub fn foreign(
    path: &Path,
    map: Option<&OsStr>,
    place: Option<Place>,
    tour: &TourArgs,
    is_one_direction: bool,
    stop: &Stop,
) -> Result<(FormulaSpec, File, Option<Map>)> {
    let squares = place.as_ref().map(Place::len);
    let map = match (map, map_beside(path).filter(|_| place.is_some())) {
        (Some(map), _) => Some(foreign_map(map, squares, stop)?),
        (None, Some(path)) => Some(map_in(&path, squares, stop)?),
        (None, None) => None,
    };
    let (input, name) = (output::decompressed(path, stop)?, name(path));
    let is_described = place.is_none();
    let spec = place.map(|place| tour.spec(place, Style::DEFAULT, stop));
    let spec = spec.transpose()?;
    let (spec, file) = foreign::read(input, &name, map.as_ref(), spec, is_one_direction)?;
    ensure!(
        !is_described || !tour.is_given(),
        "{name} describes itself: leave the options about the tour out, or name the BOARD too"
    );
    Ok((spec, file, map))
}

/// Reads the argument of --map: comments, the text of a file, or a formula if there is no such
/// file.
pub fn foreign_map(argument: &OsStr, squares: Option<u32>, stop: &Stop) -> Result<Map> {
    let path = Path::new(argument);
    let text = argument.to_string_lossy();
    if let Some(wanted) = text.strip_prefix("comments") {
        return Ok(Map::Comments(wanted.strip_prefix(':').map(String::from)));
    }
    if !is_stream(path) && !path.exists() {
        return Ok(Map::Expression(text.into_owned()));
    }
    map_in(path, squares, stop)
}

/// The file `yours.map` beside `yours.cnf`, if there is one.
fn map_beside(path: &Path) -> Option<PathBuf> {
    let map = compress::name_unpacked(path).with_extension("map");
    (!is_stream(path) && map != path && map.is_file()).then_some(map)
}

/// The map in a file, which is no longer than one that is about so many squares.
fn map_in(path: &Path, squares: Option<u32>, stop: &Stop) -> Result<Map> {
    // A line for every step and square, or for every move, of four million variables at most.
    let lines = squares.map_or(u64::MAX, |squares| u64::from(squares).pow(2));
    let longest = (1 << 20) + 64 * lines.min(1 << 22);
    let text = output::text(path, longest, "a map of this formula", stop)?;
    let name = name(path);
    Ok(Map::Text { name, text })
}
