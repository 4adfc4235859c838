//! The program behind knightsat.html, for WebAssembly without imports: it answers a request in JSON
//! with an answer in JSON. A file may follow each, after a line break. `scripts/build-page` builds
//! it and inserts it into the page.
//!
//!     const { memory, request, answer } = instance.exports;
//!     new Uint8Array(memory.buffer, request(json.length), json.length).set(json);
//!     const at = answer() / 4;
//!     const [address, length] = new Uint32Array(memory.buffer).slice(at, at + 2);

mod steps;

use anyhow::{Context, Error, Result, ensure};
use knightsat::cnf::dimacs::compress::decompress;
use knightsat::cnf::dimacs::result;
use knightsat::cnf::dimacs::write::Writer;
use knightsat::cnf::gadget::amo::Amo;
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::encoding::{Formula, FormulaError, Name, Style};
use knightsat::render::page;
use knightsat::render::scene::Scene;
use knightsat::render::{Look, svg};
use knightsat::search::lazy;
use knightsat::solver::Limits;
use knightsat::solver::Solver;
use knightsat::stop::Stop;
use knightsat::tour::Problem;
use knightsat_check::base::text::write_flags;
use knightsat_check::foreign::{self, Map};
use knightsat_check::tour::table::Backend;
use knightsat_check::{File, Options, Report, description, picture, suspect};
use knightsat_search::{Verdict, explain};
use serde::Deserialize;
use serde_json::{Value, json};
use std::io::Read;
use std::panic;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The request, written by the caller.
static REQUEST: Mutex<Vec<u8>> = Mutex::new(Vec::new());
/// The last answer, with its address and length.
static ANSWER: Mutex<(Vec<u8>, [usize; 2])> = Mutex::new((Vec::new(), [0; 2]));
/// The message of a panic.
static FAULT: Mutex<String> = Mutex::new(String::new());

/// The lazy search takes about 1.5 kB a square, and scripts/build-wasm gives it 2 GB.
const MOST_SQUARES: u32 = 1 << 20;
/// The most literals of a formula that the page writes, describes or solves.
const MOST_LITERALS: u64 = 40_000_000;
/// The most memory of the check of a formula.
const MOST_BYTES: u64 = 1_500_000_000;

/// The most bytes of a file that is unpacked.
const MOST_UNPACKED: u64 = 500_000_000;

/// A request: a task, and the problem in the form of the comments of formulas.
#[derive(Deserialize)]
struct Request {
    task: Task,
    #[serde(default)]
    spec: Value,
    /// The answer of a solver, to decode.
    #[serde(default)]
    result: String,
    /// A formula of somebody else, to check.
    #[serde(default)]
    formula: String,
    /// The meaning of its variables, as for the command's --map.
    #[serde(default)]
    map: String,
    /// The level of the small solver.
    #[serde(default)]
    level: String,
    /// The groups of clauses that the small solver does not read.
    #[serde(default)]
    off: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Task {
    /// The version, and the names of the encodings.
    About,
    /// A tour by the lazy search.
    Lazy,
    /// A tour by the formula.
    Formula,
    /// The formula in words.
    Words,
    /// The formula in DIMACS, which follows the answer.
    Encode,
    /// The tour in a solver's answer.
    Decode,
    /// A formula, compared with all tours.
    Check,
    /// The formula with its meaning, and the steps of a small solver on it.
    Steps,
    /// A formula of somebody else, and the steps on it.
    OwnSteps,
    /// The plain content of the file behind the request, which may be compressed.
    Unpack,
}

/// Makes room for a request of this many bytes, and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn request(length: usize) -> *mut u8 {
    let mut request = lock(&REQUEST);
    *request = vec![0; length];
    request.as_mut_ptr()
}

/// Answers the request, and returns the address of the answer's address and length: a line of JSON
/// in UTF-8, perhaps followed by a file. The answer stays until the next request.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const usize {
    // Messages name options as the command does.
    write_flags();
    panic::set_hook(Box::new(|fault| *lock(&FAULT) = fault.to_string()));
    let request = std::mem::take(&mut *lock(&REQUEST));
    let (told, file) = match answer_to(&request) {
        Ok(answer) => answer,
        Err(error) => (json!({ "error": format!("{error:#}") }), Vec::new()),
    };
    let mut text = told.to_string().into_bytes();
    text.push(b'\n');
    put(if file.is_empty() {
        text
    } else {
        [text, file].concat()
    })
}

/// After a trap: returns the message of the panic, empty if there was none, as [`answer`] does.
#[unsafe(no_mangle)]
pub extern "C" fn fault() -> *const usize {
    put(lock(&FAULT).clone().into_bytes())
}

fn put(text: Vec<u8>) -> *const usize {
    let mut answer = lock(&ANSWER);
    *answer = (text, [0; 2]);
    answer.1 = [answer.0.as_ptr() as usize, answer.0.len()];
    answer.1.as_ptr()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

type Answer = (Value, Vec<u8>);

fn answer_to(request: &[u8]) -> Result<Answer> {
    let end = request.iter().position(|&byte| byte == b'\n');
    let (request, file) = request.split_at(end.unwrap_or(request.len()));
    let request: Request = serde_json::from_slice(request)?;
    match request.task {
        Task::About => return Ok((about(), Vec::new())),
        Task::Unpack => return Ok((json!({}), unpacked(file.get(1..).unwrap_or_default())?)),
        _ => {}
    }
    let board = request.spec["board"]
        .as_str()
        .unwrap_or_default()
        .to_string();
    about_tours(request).map_err(|error| naming(&board, error))
}

/// Adds the board to an error that does not name it.
fn naming(board: &str, error: Error) -> Error {
    if format!("{error:#}").contains(board) {
        error
    } else {
        error.context(board.to_string())
    }
}

fn about_tours(mut request: Request) -> Result<Answer> {
    let spec: FormulaSpec = serde_json::from_value(request.spec.take())?;
    let squares = spec.place.len();
    ensure!(
        squares <= MOST_SQUARES,
        "{} is too large for this page, which takes {MOST_SQUARES} squares: ask the program itself",
        spec.place
    );
    let problem = spec.problem(&Default::default())?;
    let told = match request.task {
        Task::Lazy => solve(spec, &problem)?,
        Task::Formula => by_formula(&spec, &problem)?,
        Task::Words => {
            let formula = formula(&spec, &problem)?;
            json!({ "words": description::describe(&formula, &spec.place, &spec.title()) })
        }
        Task::Encode => return encode(&spec, &formula(&spec, &problem)?),
        Task::Decode => decode(&spec, &problem, &request.result)?,
        Task::Check => check(&spec, &problem, &request.formula, &request.map)?,
        Task::Steps => {
            steps::check_squares(&spec.place)?;
            let formula = formula(&spec, &problem)?;
            let fault = |model: &_| steps::fault(&spec, &formula, model);
            let Request { level, off, .. } = request;
            steps::steps(&spec.place, &problem, &formula, &fault, &level, &off)?
        }
        Task::OwnSteps => own_steps(&spec, &problem, &request)?,
        Task::About | Task::Unpack => unreachable!("answered before"),
    };
    Ok((told, Vec::new()))
}

/// Returns the plain content of a file, compressed or not.
fn unpacked(file: &[u8]) -> Result<Vec<u8>> {
    let mut plain = Vec::new();
    let mut input = decompress(file, &Stop::default())?.take(MOST_UNPACKED + 1);
    input.read_to_end(&mut plain).context("the file")?;
    let is_short = plain.len() as u64 <= MOST_UNPACKED;
    ensure!(
        is_short,
        "the file is larger than {MOST_UNPACKED} bytes: ask the program itself"
    );
    Ok(plain)
}

fn about() -> Value {
    let encodings = Name::ALL.map(|name| {
        let style = name.style();
        json!({
            "name": name.as_str(),
            "summary": name.summary(),
            "amo": style.amo(),
            "three": style.three_cnf,
        })
    });
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "encodings": encodings,
        "amos": Amo::ALL.map(Amo::name),
    })
}

/// Returns the formula, unless it is too large for the memory of a page.
fn formula<'p>(spec: &FormulaSpec, problem: &'p Problem) -> Result<Formula<'p>> {
    let formula = Formula::new(problem, spec.style)?;
    let literals = formula.total().literals;
    ensure!(
        literals <= MOST_LITERALS,
        "the formula has {literals} literals, and this page takes {MOST_LITERALS}: ask the program itself"
    );
    Ok(formula)
}

/// Solves like the command: with a formula if the lazy engine does not support the tour.
fn solve(mut spec: FormulaSpec, problem: &Problem) -> Result<Value> {
    if !Backend::Engine.supports(problem.demands()) {
        spec.style = Style::default();
        return by_formula(&spec, problem);
    }
    let options = lazy::Options {
        shortcuts: true,
        ..lazy::Options::default()
    };
    tell(&spec, problem, lazy::solve(problem, options)?)
}

fn by_formula(spec: &FormulaSpec, problem: &Problem) -> Result<Value> {
    let formula = formula(spec, problem)?;
    let (limits, solvers) = (Limits::from(Stop::default()), [Solver::default()]);
    let verdict =
        knightsat::search::find_by_formula(problem, &formula, &solvers, &limits, &mut |_| {})?;
    tell(spec, problem, verdict)
}

/// Checks somebody else's formula by the code of the command, and returns the report.
fn check(spec: &FormulaSpec, problem: &Problem, formula: &str, map: &str) -> Result<Value> {
    let file = read(spec, formula, map)?;
    let report = inspect(spec, problem, &file)?;
    let found = report.counterexample.as_ref();
    let scene = found.and_then(|found| picture::of_counterexample(&spec.place, found));
    let drawn = scene.map(|scene| svg(&scene, &Look::default()));
    Ok(json!({
        "tour": spec.request.describe(),
        "verdict": report.verdict(),
        "report": report.to_string(),
        "drawn": drawn,
        "map": file.order,
    }))
}

/// Returns the steps of a small solver on somebody else's formula.
fn own_steps(spec: &FormulaSpec, problem: &Problem, request: &Request) -> Result<Value> {
    let Request {
        formula,
        map,
        level,
        ..
    } = request;
    steps::check_squares(&spec.place)?;
    let file = read(spec, formula, map)?;
    let fault = |model: &_| file.tour(&spec.place, problem, model).err();
    let mut told = steps::steps(&spec.place, problem, &file, &fault, level, &[])?;
    told["map"] = file.order.clone().into();
    Ok(told)
}

/// Reads somebody else's formula; without a map, its comments give the meaning of its variables, or
/// the usual order that fits.
fn read(spec: &FormulaSpec, formula: &str, map: &str) -> Result<File> {
    let map = Some(map).filter(|map| !map.trim().is_empty());
    let map = map.map(|text| Map::Text {
        name: "map".into(),
        text: text.into(),
    });
    let request = Some(spec.request.clone());
    let (_, file) = foreign::read(formula.as_bytes(), "formula", map.as_ref(), request, false)?;
    Ok(file)
}

fn inspect(spec: &FormulaSpec, problem: &Problem, file: &File) -> Result<Report> {
    let bytes = knightsat_check::bytes(file.size());
    ensure!(
        bytes <= MOST_BYTES,
        "the check would take {} MB, and this page has {}: choose a smaller board, or ask the program itself",
        bytes >> 20,
        MOST_BYTES >> 20
    );
    let report = suspect::inspect(&spec.place, problem, file, &Options::default())?;
    Ok(report)
}

fn encode(spec: &FormulaSpec, formula: &Formula) -> Result<Answer> {
    let comments = spec.formula_comments(formula);
    let mut writer = Writer::new(Vec::new(), formula.header(), &comments);
    formula.encode(&mut writer);
    let (file, _) = writer.finish()?;
    Ok((json!({}), file))
}

fn decode(spec: &FormulaSpec, problem: &Problem, text: &str) -> Result<Value> {
    let formula = formula(spec, problem)?;
    let variables = formula.header().variables;
    let answer = result::read(text.as_bytes(), "answer", variables)?;
    let word = "unverified answer";
    let verdict =
        knightsat::search::conclude(&formula, answer, word).map_err(|error| match error {
            knightsat::search::SolveError::Formula(FormulaError::NoTour(why)) => {
                FormulaError::NoTour(why.with_names(|v| spec.place.name(v))).into()
            }
            other => other,
        })?;
    tell(spec, problem, verdict)
}

/// Returns the page that plays the tour, or the reason why there is none, with its squares.
fn tell(spec: &FormulaSpec, problem: &Problem, verdict: Verdict) -> Result<Value> {
    let verdict = explain::shortened(problem, verdict, &Stop::default());
    let sentence = explain::sentence(spec, &verdict).map_err(anyhow::Error::msg)?;
    Ok(match &verdict {
        Verdict::Tour(tour) => {
            let scene = Scene::of_tour(&spec.place, tour).with_given(spec.tour.given(&spec.place)?);
            json!({ "player": page(&[scene]) })
        }
        Verdict::None(evidence) => {
            let witness = explain::witness(spec, &verdict);
            json!({ "told": sentence, "short": evidence.is_short(), "witness": witness })
        }
        Verdict::Unknown(_) => json!({ "told": sentence, "short": true }),
    })
}
