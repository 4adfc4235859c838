//! Every encoding with what it lets one choose.

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
    if style.encoding.has("directions") {
        with("directions", "both", style)
    } else {
        style
    }
}

/// All encodings by name, then their variants.
pub fn all() -> Vec<Style> {
    let mut styles: Vec<Style> = Name::ALL.into_iter().map(Name::style).collect();
    let on_arcs = [on_arcs(Name::Order), on_arcs(Name::Lazy)];
    styles.extend(on_arcs);
    let selector = with("different", "selector", Name::Binary.style());
    styles.extend([crt(2), crt(3), crt(12), crt(127), selector]);
    styles = styles.into_iter().map(in_both_directions).collect();
    let directed = [
        Name::Position,
        Name::Distance,
        Name::Adder,
        Name::Lfsr,
        Name::Crt,
        Name::Elimination,
    ];
    let directed = directed.map(Name::style).into_iter().chain(on_arcs);
    let one = |style| with("directions", "one", style);
    styles.extend(directed.clone().map(one));
    let amos = Amo::ALL.into_iter().cycle();
    let amo = |(style, amo): (Style, Amo)| with("amo", amo.name(), in_both_directions(style));
    styles.extend(directed.zip(amos).map(amo));
    let mut split = Name::Adder.style();
    split.three_cnf = true;
    styles.push(split);
    styles
}

/// The formula in memory.
pub fn collect(problem: &Problem, style: Style) -> Cnf {
    let mut cnf = Cnf::default();
    Formula::new(problem, style).unwrap().encode(&mut cnf);
    cnf
}
