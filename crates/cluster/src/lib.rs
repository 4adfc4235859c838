//! One problem for many machines: a folder of parts that cover it, and one answer joined of theirs.
//!
//! Nothing here schedules or talks over a network. A [`folder`] lists the parts; whoever runs them, each is
//! done by one process, which leaves its result there in one step ([`part`]); and what is joined in the end
//! is checked as a whole.
//!
//! ```
//! use knightsat_encoding::formula_spec::FormulaSpec;
//! use knightsat_cluster::cubes::Cubes;
//! use knightsat_cluster::folder::Folder;
//! use knightsat_cluster::join::{Joined, join};
//! use knightsat_cluster::split::{Plan, split};
//! use knightsat_cluster::work::Worker;
//! use knightsat_certificate::Names;
//! use knightsat_base::stop::Stop;
//!
//! let mut spec = "4x7".parse::<FormulaSpec>()?.closed();
//! spec.style.shortcuts = false;
//! let (home, stop) = (tempfile::tempdir()?, Stop::default());
//! let plan = Plan { spec: &spec, is_lazy: true, solver: "varisat", proof: true, parts: 4 };
//! split(home.path(), &plan, &stop)?;
//!
//! let folder = Folder::open(home.path())?;
//! let worker = Worker::new(&folder, None, &stop)?;
//! let formula = worker.formula(&stop)?;
//! for (name, cube) in Cubes::read(&folder)?.leaves() {
//!     let part = folder.part(name.clone())?;
//!     worker.work(&part, cube, &formula, &stop.clone().into())?;
//! }
//!
//! let names = Names {
//!     of: &|vertex| spec.place.name(vertex),
//!     vertex: &|name| spec.place.vertex(name).ok(),
//! };
//! let joined = join(&folder, &worker, "no closed knight's tour of 4x7", names, &stop)?;
//! assert!(matches!(joined, Joined::None(refuted) if refuted.certificate.is_some()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod choose;
pub mod claim;
pub mod comparison;
mod compose;
pub mod counts;
pub mod cubes;
mod error;
pub mod folder;
pub mod jobs;
pub mod join;
mod joined;
mod lazily;
pub mod mallob;
pub mod name;
pub mod outcome;
pub mod part;
pub mod paths;
mod renumber;
pub mod rows;
pub mod split;
pub mod whole;
pub mod work;

pub use error::{PartsError, WorkError};
