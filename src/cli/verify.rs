use crate::cli::help::{ERROR, Help};
use crate::cli::shared::{
    Exit, Format, GraphArgs, PictureArgs, TourArgs, document, name, note, output, place, print,
    print_beside, problem,
};
use anyhow::{Context, Result, anyhow, bail, ensure};
use knightsat::certificate::{CERTIFICATE, FORMULA, LRAT, ProofError, Verified, verify_formula};
use knightsat::cnf::dimacs::read::CnfReader;
use knightsat::encoding::formula_spec::PREFIX;
use knightsat::prelude::{Formula, FormulaSpec, Kind, Stop, Style, Tour};
use knightsat::render::scene::Scene;
use knightsat::render::{self, About, Terminal};
use knightsat::search::prove::with_names;
use knightsat_base::text::counted;
use knightsat_cluster::cubes::{self, clauses};
use knightsat_veripb::{PROBLEM, PROOF};
use serde::Serialize;
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// Examples and exit codes.
pub const HELP: Help = Help {
    examples: &[
        "echo a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3 | knightsat verify 3x4 - # a tour by hand",
    ],
    exits: &[
        (0, "the tour or certificate is valid"),
        (1, "it is not"),
        ERROR,
    ],
};

/// Check a tour, or a certificate that there is none
///
/// Shares no code with the encodings and searches. Reads a board with step numbers, a list of
/// squares such as "a1 b3 c5", or JSON; or a folder written by prove or join. For a refuted formula
/// in a folder without certificate.txt, it derives the formula again with its encoder.
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
    #[arg(long, value_name = "DIR", conflicts_with = "PictureArgs")]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    tour: TourArgs,
    /// Format of the verdict
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    pictures: PictureArgs,
}

const USAGE: &str = "knightsat verify [OPTIONS] <BOARD|--graph FILE> <TOUR>
       knightsat verify [OPTIONS] --certificate <DIR> <BOARD|--graph FILE>";

impl Args {
    pub fn run(self) -> Result<Exit> {
        let (place, files) = place::and_files(&self.names, &self.graph, 1)?;
        let tour = self.tour.read(&place, &Stop::default())?;
        let spec = FormulaSpec::new(place, tour, Style::DEFAULT)?;
        match (&self.certificate, files.first()) {
            (Some(folder), None) => self.certificate(folder, &spec),
            (None, Some(file)) => self.tour(file, spec),
            (Some(_), Some(file)) => {
                bail!("{}: name a tour or a certificate, not both", file.display())
            }
            (None, None) => bail!("name a TOUR, or a folder with --certificate"),
        }
    }

    /// Checks a tour.
    fn tour(&self, file: &Path, mut spec: FormulaSpec) -> Result<Exit> {
        let longest = render::longest(&spec.place);
        let text = output::text(file, longest, "a tour of so many steps", &Stop::default())?;
        let claim = render::read(&spec.place, &text);
        let claim = claim.map_err(|error| anyhow!("{}:{error}", name(file)))?;
        // A text that claims a closed tour must contain one.
        if claim.kind == Some(Kind::Closed) {
            spec.tour.kind = Kind::Closed;
        }
        let (place, kind) = (&spec.place, spec.tour.kind);
        let tour = match Tour::verify(&spec.problem()?, claim.steps) {
            Ok(tour) => tour,
            Err(error) => {
                let why = error.with_names(|v| place.name(v)).to_string();
                let told = format!("{}: not {}: {why}", name(file), place.a_tour(kind));
                return self.refuse(&spec, file, Claim::Tour, why, told);
            }
        };
        let pictures = self.pictures.open(place, Terminal::default())?;
        let is_taken = pictures.take_stdout();
        let scene = Scene::of_tour(place, &tour).with_given(spec.tour.given(place)?);
        pictures.draw(&[scene])?;
        let (steps, described) = (counted(tour.steps().len(), "step"), place.tour(kind));
        let text = match self.format {
            Format::Text => format!("valid: {described}, {steps}\n"),
            Format::Json => document(&spec, file, Claim::Tour, Ok(None))?,
        };
        print_beside(&text, is_taken)?;
        Ok(Exit::Good)
    }

    /// Checks a certificate that there is no tour.
    fn certificate(&self, folder: &Path, spec: &FormulaSpec) -> Result<Exit> {
        fs::read_dir(folder).map_err(|error| output::told_of("folder", folder, error))?;
        check_files(folder)?;
        let problem = problem::lazy_problem(spec, &Stop::default())?;
        let subject = spec.describe();
        let verified = match of_formula(folder, spec)? {
            Some(verified) => verified,
            None => with_names(&spec.place, |names| {
                knightsat::certificate::verify(folder, problem, &format!("no {subject}"), names)
            }),
        };
        match verified {
            Ok(verified) => {
                let why = verified.to_string();
                let text = match self.format {
                    Format::Text => format!("valid: no {subject}: {why}\n"),
                    Format::Json => document(spec, folder, Claim::NoTour, Ok(Some(why)))?,
                };
                print(&text)?;
                Ok(Exit::Good)
            }
            Err(error @ ProofError::Wrong { .. }) => {
                let why = error.to_string();
                self.refuse(spec, folder, Claim::NoTour, why.clone(), why)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Reports that a claim does not hold.
    fn refuse(
        &self,
        spec: &FormulaSpec,
        file: &Path,
        claim: Claim,
        why: String,
        told: String,
    ) -> Result<Exit> {
        if self.format == Format::Json {
            print(&document(spec, file, claim, Err(why))?)?;
        }
        note!("{told}");
        Ok(Exit::No)
    }
}

/// Fails if the folder has no proof for this checker, but perhaps one for another.
fn check_files(folder: &Path) -> Result<()> {
    let name = folder.display();
    let has = |file: &str| folder.join(file).exists();
    if has(CERTIFICATE) || has(FORMULA) && has(LRAT) {
        return Ok(());
    }
    if has(PROOF) {
        let formula = if has(PROBLEM) { PROBLEM } else { FORMULA };
        bail!(
            "{name}: has only a proof for VeriPB: check it with veripb {name}/{formula} {name}/{PROOF}, or \
             write one for verify with prove --proof-format lrat"
        );
    }
    bail!("{name}: has no {CERTIFICATE}: name a folder that prove or join has written")
}

/// Checks the formula and its refutation, if the folder has no certificate; `None` if it has one.
fn of_formula(folder: &Path, spec: &FormulaSpec) -> Result<Option<Result<Verified, ProofError>>> {
    let file = folder.join(FORMULA);
    if folder.join(CERTIFICATE).exists() || !file.exists() {
        return Ok(None);
    }
    let name = output::name(&file);
    let input = File::open(&file).with_context(|| name.clone())?;
    let reader = CnfReader::new(input, &name, PREFIX)?;
    let described = FormulaSpec::from_comments(reader.comments()).with_context(|| name.clone())?;
    let described = described.with_context(|| {
        format!("{name} does not describe itself, and there is no {CERTIFICATE}")
    })?;
    // In its own form, in which the edges of a graph are in order.
    let asked = cubes::described(&spec.comments())?;
    let asked = asked.as_ref().unwrap_or(spec);
    ensure!(
        described.place == asked.place && described.tour == asked.tour,
        "{name} is the formula of another problem: {}",
        described.describe()
    );
    let problem = described.problem()?;
    let formula = Formula::new(&problem, described.style)?;
    ensure!(
        formula.is_exact(),
        "{name} is a relaxation: that it has no model would say less than that there is no tour"
    );
    let clauses = clauses(&formula, &Stop::default())?;
    let clauses = clauses.clauses();
    let clauses = clauses.map(|clause| clause.iter().map(|lit| lit.to_dimacs()).collect());
    let verified = verify_formula(folder, clauses, "of its encoding", &Stop::default());
    Ok(Some(verified))
}

/// The claim.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Claim {
    Tour,
    NoTour,
}

/// The body of the JSON document.
#[derive(Serialize)]
struct Document {
    #[serde(flatten)]
    about: About,
    tour: Kind,
    claim: Claim,
    file: String,
    valid: bool,
    reason: Option<String>,
}

/// Returns the verdict on a claim, with its grounds, or the reason against it.
fn document(
    spec: &FormulaSpec,
    file: &Path,
    claim: Claim,
    verdict: Result<Option<String>, String>,
) -> Result<String> {
    let valid = verdict.is_ok();
    let body = Document {
        about: About::new(&spec.place),
        tour: spec.tour.kind,
        claim,
        file: name(file),
        valid,
        reason: verdict.unwrap_or_else(Some),
    };
    document::line("verify", body)
}
