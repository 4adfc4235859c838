//! Every encoding with every value of each of its options.

use knightsat::cnf::gadget::amo::Amo;
use knightsat::cnf::sink::Cnf;
use knightsat::encoding::{Formula, Name, Style};
use knightsat::tour::Problem;
use serde_json::Value;

/// A successor encoding on arcs.
pub fn on_arcs(name: Name) -> Style {
    with("variables", "arcs", name.style())
}

/// The remainders of this product.
pub fn crt(modulus: u64) -> Style {
    with("modulus", modulus, Name::Crt.style())
}

/// Adds this option to a style.
pub fn with(option: &str, value: impl Into<Value>, mut style: Style) -> Style {
    style.set(option, value).unwrap();
    style
}

/// Lets a style have both a tour and its reverse as models, if it has the choice.
pub fn in_both_directions(style: Style) -> Style {
    if style.has("directions") {
        with("directions", "both", style)
    } else {
        style
    }
}

/// Returns the values of an option besides the default.
fn values(option: &str) -> Vec<Value> {
    match option {
        "amo" => Amo::ALL.map(|amo| amo.name().into()).to_vec(),
        "directions" => vec!["one".into(), "both".into()],
        "variables" => vec!["arcs".into()],
        "modulus" => [2, 3, 12, 127].map(Value::from).to_vec(),
        "negate" => vec![true.into()],
        "arcs" | "predecessors" | "prune" | "square-at-least-one" => vec![false.into()],
        other => panic!("{other}: write its values here"),
    }
}

/// Returns all encodings by name, then each with one other option. At-most-one encodings have both
/// directions in turn with one.
pub fn all() -> Vec<Style> {
    let mut styles = Name::ALL.map(Name::style).to_vec();
    styles.extend([Name::Order, Name::Lazy].map(on_arcs));
    for style in styles.clone() {
        styles.push(with("three-cnf", !style.three_cnf, style));
        styles.push(with("shortcuts", false, style));
        for option in style
            .options
            .keys()
            .into_iter()
            .filter(|key| style.has(key))
        {
            for (turn, value) in values(&option).into_iter().enumerate() {
                let other = with(&option, value, style);
                let is_turned = option == "amo" && turn % 2 == 1 || option == "modulus";
                let ways = [other, in_both_directions(other)];
                styles.push(ways[usize::from(is_turned)]);
            }
        }
    }
    styles.push(Name::Textbook.style());
    styles
}

/// The formula in memory.
pub fn collect(problem: &Problem, style: Style) -> Cnf {
    super::collect(&Formula::new(problem, style).unwrap())
}

/// Returns true if preprocessing prunes the formula, so that no long search refutes it.
pub fn is_pruned(style: &Style) -> bool {
    style.name != Name::Textbook && style.shortcuts && style.options.position.prune != Some(false)
}
