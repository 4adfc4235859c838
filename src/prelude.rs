//! The names that most programs need, from board to verified tour.
//!
//! ```
//! use knightsat::prelude::*;
//!
//! let spec: FormulaSpec = "6x6".parse()?;
//! assert!(matches!(find(&spec, &Stop::default())?, Verdict::Tour(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Requests
//!
//! A request names a place, and demands on the tour. It answers with a tour, with the best one, or
//! with their number, by the traits `Requesting` and `Ask`. Answers print as those of the command:
//!
//! ```
//! use knightsat::prelude::*;
//!
//! let stop = Stop::default();
//! let request = "6x6".parse::<Request>()?.closed().require("a1-c2")?;
//! let request = Requesting::rule(request, "a1-b3")?;
//! println!("{}", Ask::solve(&request, &stop)?);
//! let best = request.minimize("turns")?.maximize("crossings")?.solve(&stop)?;
//! println!("{best}");
//! assert!(best.is_optimal());
//! let none = request.forbid("a1-b3")?.solve(&stop)?;
//! assert!(none.to_string().starts_with("no closed knight's tour of 6x6: "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Vertices of a graph have names, and tours print them; a tour has statistics:
//!
//! ```
//! use knightsat::prelude::*;
//!
//! let graph = Graph::try_from_named([["Bern", "Basel"], ["Bern", "St. Moritz"]])?;
//! let request = Request::new(graph.into(), TourSpec::default())?.start("St. Moritz")?;
//! assert_eq!(request.solve(&Stop::default())?.to_string(), r#""St. Moritz" Bern Basel"#);
//!
//! let place: Place = "5x5".parse()?;
//! let problem = Problem::of(&place, Kind::Open, None, None)?;
//! let found = find(&"5x5".parse()?, &Stop::default())?;
//! let crossings = Statistic::parse("crossings", &place)?;
//! assert!(crossings.value(&problem, found.tour().unwrap().steps())? > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Problems
//!
//! A problem is a tour of a place:
//!
//! ```
//! use knightsat::prelude::*;
//!
//! let board = Board::new(3, 4)?;
//! let problem = Problem::new(board.graph(), Kind::Open, None, None)?;
//! let tour = Tour::verify(&problem, vec![0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11])?;
//! assert_eq!(Place::from(board).name(tour.steps()[1]), "c2");
//!
//! let graph = Graph::try_from_edges(3, &[[0, 1], [1, 2], [2, 0]])?;
//! let closed = TourSpec { kind: Kind::Closed, ..TourSpec::default() };
//! let spec = FormulaSpec::new(Place::Graph(graph), closed, Style::default())?;
//! assert!(find(&spec, &Stop::default())?.tour().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A tour prints its moves, and `{:#}` the board; a scene draws it:
//!
//! ```
//! use knightsat::prelude::*;
//! use knightsat::render::scene::Scene;
//! use knightsat::render::{Look, svg};
//!
//! let request = "6x6".parse::<Request>()?;
//! let verdict = find(&request, &Stop::default())?;
//! let tour = verdict.tour().expect("6x6 has tours");
//! println!("{tour}\n{tour:#}");
//! let scene = Scene::of_tour(&request.place, tour);
//! assert!(svg(&scene, &Look::default()).starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Clauses
//!
//! Clauses go to any sink, such as a formula in memory:
//!
//! ```
//! use knightsat::prelude::*;
//!
//! let mut cnf = Cnf::default();
//! let vars: Vars = cnf.new_vars(2);
//! let (a, b): (Var, Lit) = (vars.get(0), vars.get(1).pos());
//! ClauseSink::clause(&mut cnf, &[a.neg(), b]);
//! assert_eq!(cnf.clauses().next(), Some(&[a.neg(), b][..]));
//!
//! let model = Model::from_lits(&[a.pos(), b]).unwrap();
//! let answer: Answer = Answer::Satisfiable(model.clone());
//! assert!(model.satisfies(b) && answer != Answer::Unknown);
//! ```
//!
//! # Formulas
//!
//! A formula is a problem in a style; a spec makes it, writes it and decodes its models:
//!
//! ```
//! use knightsat::encoding::Name;
//! use knightsat::prelude::*;
//!
//! let spec = "3x4".parse::<FormulaSpec>()?;
//! let problem = spec.problem(&Default::default())?;
//! let formula = Formula::new(&problem, Name::Textbook.style())?;
//! let meaning: Meaning = formula.meaning();
//! assert_eq!(meaning.facts().len(), 144);
//! let clauses = spec.cnf(&Stop::default())?;
//! assert_eq!(clauses.clauses().count() as u64, clauses.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Solvers
//!
//! A solver of one's own implements `Incremental`, gets `Limits`, and goes wherever varisat goes:
//!
//! ```
//! use knightsat::prelude::*;
//!
//! let mine = InProcess::new("mine", |limits: Limits| Varisat::unchecked(limits));
//! let mut solver = mine.start(Limits::default());
//! let a = solver.new_vars(1).get(0);
//! solver.clause(&[a.pos()]);
//! let answer: Result<Assuming, SolverError> = Incremental::solve_assuming(&mut solver, &[a.neg()]);
//! assert_eq!(answer?, Assuming::Failed(vec![a.neg()]));
//!
//! assert!(find(&"5x5".parse()?, mine.clone())?.tour().is_some());
//! assert_eq!(Solver::from(mine).name(), "mine");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Searches
//!
//! A search ends with a verdict: a tour, evidence that there is none, or the reason why it is
//! unknown. Evidence that anyone can check is a certificate:
//!
//! ```
//! use knightsat::prelude::*;
//!
//! fn search(board: &str) -> Result<&'static str, SolveError> {
//!     let spec: FormulaSpec = board.parse().expect("a board");
//!     Ok(match find(&spec, &Stop::default())? {
//!         Verdict::Tour(_) => "a tour",
//!         Verdict::None(Evidence::Obstruction(_)) => "none, for a short reason",
//!         Verdict::None(_) => "none",
//!         Verdict::Unknown(Unknown::Stopped(_)) => "no time",
//!         Verdict::Unknown(_) => "unknown",
//!     })
//! }
//! assert_eq!(search("3x3")?, "none, for a short reason");
//!
//! let spec = "5x5".parse::<FormulaSpec>()?.closed();
//! let folder = std::env::temp_dir().join(format!("knightsat-prelude-{}", std::process::id()));
//! std::fs::create_dir(&folder)?;
//! prove(&spec, &folder, &Stop::default())?;
//! assert!(matches!(verify(&spec, &folder, &Stop::default())?, Verified::Reason(_)));
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Counts
//!
//! Tours are counted, or taken one by one:
//!
//! ```
//! use knightsat::prelude::*;
//!
//! let spec = "3x4".parse::<FormulaSpec>()?.encoding("lazy")?;
//! let problem = spec.problem(&Default::default())?;
//! assert_eq!(count(&problem, Stop::default())?, 16_u32.into());
//! let formula = Formula::new(&problem, spec.style)?;
//! assert_eq!(Tours::by_models(&problem, &formula, &Stop::default()).count(), 16);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Encodings
//!
//! An encoding of one's own is held against the tours of small boards:
//!
//! ```
//! use knightsat::prelude::*;
//!
//! assert_right(|problem: &Problem, mut sink: &mut dyn ClauseSink| {
//!     let formula = Formula::new(problem, Style::default()).unwrap();
//!     formula.encode(&mut sink);
//!     formula.meaning()
//! });
//! ```
//!
//! # Limits
//!
//! Everything that may last takes a `Stop`:
//!
//! ```
//! use knightsat::prelude::*;
//! use std::time::Duration;
//!
//! let late = Stop::after(Duration::ZERO);
//! assert_eq!(late.check(), Err(Stopped::Late));
//! let verdict = find(&"50x50".parse()?, &late)?;
//! assert_eq!(verdict, Verdict::Unknown(Unknown::Stopped(Stopped::Late)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[doc(inline)]
pub use crate::tour::{
    Board, Kind, Problem, Request, Requesting, Statistic, Tour, TourSpec, graph::Graph,
    place::Place,
};

#[doc(inline)]
pub use crate::cnf::{
    Answer, Lit, Model, Var, Vars,
    sink::{ClauseSink, Cnf},
};

#[doc(inline)]
pub use crate::encoding::{Formula, Style, formula_spec::FormulaSpec, meaning::Meaning};

#[doc(inline)]
pub use crate::solver::{Assuming, InProcess, Incremental, Limits, Solver, SolverError, Varisat};

#[doc(inline)]
pub use crate::{
    certificate::Verified,
    search::{Ask, Evidence, SolveError, Unknown, find, prove, verify},
    tour::Verdict,
};

#[doc(inline)]
pub use crate::{count::count, search::Tours};

#[doc(inline)]
pub use crate::check::assert_right;

#[doc(inline)]
pub use crate::stop::{Stop, Stopped};
