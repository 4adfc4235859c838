//! The repository: layout, words, recipes, scripts and packages.

#[path = "../common/mod.rs"]
mod common;

mod ci;
mod contributing;
mod examples;
mod facade;
mod features;
mod fuzz;
mod messages;
mod package;
mod questions;
