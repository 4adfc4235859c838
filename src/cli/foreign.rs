//! Somebody's formula with the meaning of its variables.

use super::args::{self, TourArgs};
use super::output::{self, name};
use anyhow::{Context, Result, bail};
use knightsat::check::{Expression, File, Meaning, from_comments, map};
use knightsat::dimacs::compress::decompress;
use knightsat::encoding::{Formula, Style};
use knightsat::place::Place;
use knightsat::quote::quote;
use knightsat::recipe::{self, Recipe};
use std::path::Path;

/// Reads the formula in `path`, about a tour in `place`, and what its variables mean. A formula of
/// ours describes itself: then no place is needed.
pub fn read(
    path: &Path,
    map: Option<&str>,
    place: Option<Place>,
    tour: &TourArgs,
    is_one_direction: bool,
) -> Result<(Recipe, File)> {
    let input = decompress(output::input(path)?).with_context(|| name(path))?;
    let file = File::read(input, &name(path))?;
    let Some(place) = place else {
        return described(path, file, map, tour);
    };
    let recipe = args::recipe(place, tour, Style::DEFAULT)?;
    let mut meaning = meaning(path, &file, map, &recipe)?;
    if is_one_direction {
        meaning = meaning.in_one_direction();
    }
    if let Some(fault) = meaning.fault(&recipe.problem()?, &recipe.place) {
        bail!("the map of {}: {fault}", name(path));
    }
    let last = file.variables();
    let beyond = |lits: &[knightsat::cnf::Lit]| lits.iter().any(|lit| lit.var().number() > last);
    if let Some((fact, lits)) = meaning.facts().iter().find(|(_, lits)| beyond(lits)) {
        bail!(
            "the map of {}: {} would be variable {}, and the formula has {last}",
            name(path),
            fact.symbol(&recipe.place),
            lits[0].var().number()
        );
    }
    Ok((recipe, file.with_meaning(meaning)))
}

/// A formula that says itself what it is about.
fn described(
    path: &Path,
    file: File,
    map: Option<&str>,
    tour: &TourArgs,
) -> Result<(Recipe, File)> {
    let ours: Vec<_> = file
        .comments()
        .iter()
        .filter(|c| c.text.contains(recipe::PREFIX))
        .cloned()
        .collect();
    let recipe = Recipe::from_comments(&ours).with_context(|| name(path))?;
    let Some(recipe) = recipe else {
        bail!(
            "{}: say which BOARD, or --graph FILE, the formula is about",
            name(path)
        );
    };
    if map.is_some() || tour.any() {
        bail!(
            "{} describes itself: leave --map and the options about the tour out, or name the BOARD too",
            name(path)
        );
    }
    let problem = recipe.problem()?;
    let meaning = Formula::new(&problem, recipe.style)?.meaning();
    Ok((recipe, file.with_meaning(meaning)))
}

fn meaning(path: &Path, file: &File, map: Option<&str>, recipe: &Recipe) -> Result<Meaning> {
    let place = &recipe.place;
    let comments = |wanted: Option<&str>| {
        let found = from_comments(file.comments(), wanted, place);
        found.map_err(|error| anyhow::anyhow!("{}:{error}", name(path)))
    };
    let Some(map) = map else {
        return comments(None)?.with_context(|| {
            format!(
                "{}: its comments name no variables: say what they mean with --map FILE, or a \
                 formula such as --map '100*i+10*j+k'",
                name(path)
            )
        });
    };
    if let Some(wanted) = map.strip_prefix("comments") {
        let wanted = wanted.strip_prefix(':');
        return comments(wanted)?
            .with_context(|| format!("{}: no such comments in it", name(path)));
    }
    let map_file = Path::new(map);
    if map == "-" || map_file.exists() {
        // A line for every step and square, or for every move.
        let squares = u64::from(place.len());
        let lines = u64::from(file.variables()).min(squares * squares);
        let text = output::text(map_file, (1 << 20) + 64 * lines, "a map of this formula")?;
        let found = map::parse(&text, place, &recipe.problem()?);
        return found.map_err(|error| anyhow::anyhow!("{}:{error}", name(map_file)));
    }
    let expression = Expression::parse(map).map_err(|(column, message)| {
        anyhow::anyhow!(
            "--map {}: there is no such file, and as a formula, column {column}: {message}",
            quote(map)
        )
    })?;
    map::formula(&expression, place, &recipe.problem()?)
        .map_err(|message| anyhow::anyhow!("--map {}: {message}", quote(map)))
}
