//! The command `verify`: tours from any source, and certificates that there is none.

use crate::cli::prove::TOUR;
use crate::cli::shared::output::{self, name};
use crate::cli::shared::problem::{self, GraphArgs, TourArgs};
use crate::cli::shared::report::{Exit, Format, json_line, note, print};
use crate::cli::shared::solvers;
use anyhow::{Context, Result, bail, ensure};
use knightsat::cnf::dimacs::read::CnfReader;
use knightsat::prelude::{Formula, FormulaSpec, Kind, Lit, Stop, Verified};
use knightsat::tour::Request;
use knightsat_base::text::counted;
use knightsat_certificate::{CERTIFICATE, DRAT, FORMULA, LRAT, PROBLEM, PROOF, ProofError};
use knightsat_certificate::{verify, verify_formula};
use knightsat_render::About;
use serde::Serialize;
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// Check a tour, or a certificate that there is none
///
/// Shares no code with the encodings and searches. Reads a board with step numbers, the squares in
/// order such as "a1 b3 c5", pairs such as "(0, 0) (1, 2)", a tour of TSPLIB, or JSON. Also reads a
/// folder written by prove or join. For a refuted formula in a folder without
/// certificate.json, it derives the formula again with its encoder.
///
/// $ echo a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3 | knightsat verify 3x4 - # a tour by hand
///
/// 0: the tour or certificate is valid
///
/// 1: it is not
///
/// 2: usage, input or output, or a solver at fault
#[derive(Debug, clap::Args)]
#[command(override_usage = USAGE)]
pub struct Args {
    /// The board, then the file with the tour: - is standard input
    ///
    /// Leave the board out if --graph is given, and the tour if --certificate is.
    #[arg(value_name = "BOARD TOUR", num_args = 0..=2)]
    names: Vec<OsString>,
    #[command(flatten)]
    graph: GraphArgs,
    /// Check that this folder proves that there is no tour, instead of reading one
    #[arg(long, value_name = "DIR")]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    tour: TourArgs,
    /// Format of the verdict
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
}

const USAGE: &str = "knightsat verify [OPTIONS] <BOARD|--graph FILE> <TOUR>
       knightsat verify [OPTIONS] --certificate <DIR> <BOARD|--graph FILE>";

impl Args {
    pub fn run(self) -> Result<Exit> {
        let (place, files) = self.graph.and_files(&self.names, 1)?;
        let request = self.tour.request(place, &Stop::default())?;
        match (&self.certificate, files.first()) {
            (Some(folder), None) => self.certificate(folder, &request),
            (None, Some(file)) => self.tour(file, request),
            (Some(_), Some(file)) => {
                bail!("{}: name a tour or a certificate, not both", file.display())
            }
            (None, None) => bail!("name a TOUR, or a folder with --certificate"),
        }
    }

    /// Checks a tour.
    fn tour(&self, file: &Path, mut request: Request) -> Result<Exit> {
        let read = problem::read_tour(file, &mut request, false)?;
        let (place, kind) = (&request.place, request.tour.kind);
        let tour = match read {
            Ok(tour) => tour,
            Err(why) => {
                let line = format!("{}: not {}: {why}", name(file), place.a_tour(kind));
                return self.report(&request, file, "tour", Err(why), &line);
            }
        };
        let (steps, described) = (counted(tour.steps().len(), "step"), place.tour(kind));
        let line = format!("{described}, {steps}");
        self.report(&request, file, "tour", Ok(None), &line)
    }

    /// Checks a certificate that there is no tour.
    fn certificate(&self, folder: &Path, request: &Request) -> Result<Exit> {
        fs::read_dir(folder).map_err(|error| output::path_error("folder", folder, error))?;
        check_files(folder)?;
        let stop = Stop::default();
        let problem = solvers::lazy_problem(request, &stop)?;
        let verified = match of_formula(folder, request)? {
            Some(verified) => verified,
            None => verify(folder, problem, &request.place, &request.claim(), &stop),
        };
        let (line, verdict) = match verified {
            Err(error @ ProofError::Wrong { .. }) => (error.to_string(), Err(error.to_string())),
            verified => {
                let why = verified?.to_string();
                (format!("no {}: {why}", request.describe()), Ok(Some(why)))
            }
        };
        self.report(request, folder, "no-tour", verdict, &line)
    }

    /// Reports a verdict, with its grounds or the reason against it; `line` contains it in words.
    fn report(
        &self,
        request: &Request,
        file: &Path,
        claim: &'static str,
        verdict: Result<Option<String>, String>,
        line: &str,
    ) -> Result<Exit> {
        let valid = verdict.is_ok();
        let document = VerdictDocument {
            about: About::new(&request.place),
            tour: request.tour.kind,
            claim,
            file: name(file),
            valid,
            reason: verdict.unwrap_or_else(Some),
        };
        match self.format {
            Format::Json => print(&json_line("verify", document)?)?,
            Format::Text if valid => print(&format!("valid: {line}\n"))?,
            Format::Text => {}
        }
        if valid {
            return Ok(Exit::Good);
        }
        note!("{line}");
        Ok(Exit::No)
    }
}

/// Fails if the folder has no proof for this checker, but perhaps one for another.
fn check_files(folder: &Path) -> Result<()> {
    let name = folder.display();
    let has = |file: &str| folder.join(file).exists();
    if has(FORMULA) && has(DRAT) && !has(LRAT) {
        let [formula, lrat] = [FORMULA, LRAT].map(|file| format!("{name}/{file}"));
        bail!(
            "{name}: has no {LRAT}, the proof that verify checks: write it with cadical --no-binary \
             --lrat {formula} {lrat} (CaDiCaL 1.7 or later), or with knightsat sat {formula} \
             --proof {lrat} --proof-format lrat"
        );
    }
    if has(CERTIFICATE) || has(FORMULA) && has(LRAT) && !has(TOUR) {
        return Ok(());
    }
    if has("certificate.txt") {
        bail!(
            "{name}: certificate.txt is a certificate of version 0.1.0: check it there, or prove \
             the claim again"
        );
    }
    let optimum = match has(TOUR) {
        true => format!("check the best tour with verify BOARD {name}/{TOUR}; "),
        false => String::new(),
    };
    let formula = if has(PROBLEM) { PROBLEM } else { FORMULA };
    if has(PROOF) {
        bail!(
            "{name}: has only a proof for VeriPB: {optimum}check it with veripb {name}/{formula} \
             {name}/{PROOF}, or write a certificate with prove"
        );
    }
    bail!("{name}: has no {CERTIFICATE}: {optimum}name a folder that prove or join has written")
}

/// Checks the formula and its refutation, if the folder has no certificate; `None` if it has one.
fn of_formula(folder: &Path, request: &Request) -> Result<Option<Result<Verified, ProofError>>> {
    let file = folder.join(FORMULA);
    if folder.join(CERTIFICATE).exists() || !file.exists() {
        return Ok(None);
    }
    let name = output::name(&file);
    let input = File::open(&file).with_context(|| name.clone())?;
    let reader = CnfReader::new(input, &name, FormulaSpec::PREFIX)?;
    let described = FormulaSpec::from_comments(reader.comments()).with_context(|| name.clone())?;
    let described = described.with_context(|| {
        format!("{name} does not describe itself, and there is no {CERTIFICATE}")
    })?;
    // In its own form, in which the edges of a graph are in order.
    let own = FormulaSpec::from_texts(&FormulaSpec::problem_comments(request))?;
    ensure!(
        described.request == own.map_or_else(|| request.clone(), |own| own.request),
        "{name} is the formula of another problem: {}",
        described.describe()
    );
    let problem = described.problem(&Default::default())?;
    let formula = Formula::new(&problem, described.style)?;
    if !formula.is_exact() {
        bail!("{name} is a relaxation, which cannot be verified: use an exact --encoding");
    }
    let cnf = formula.clauses(&Stop::default())?;
    let numbers = |clause: &[Lit]| clause.iter().map(|lit| lit.to_dimacs()).collect();
    let verified = verify_formula(folder, cnf.clauses().map(numbers), &Stop::default());
    Ok(Some(verified))
}

/// The body of the JSON document.
#[derive(Serialize)]
struct VerdictDocument {
    #[serde(flatten)]
    about: About,
    tour: Kind,
    claim: &'static str,
    file: String,
    valid: bool,
    reason: Option<String>,
}
