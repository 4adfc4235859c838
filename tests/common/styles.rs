//! Every encoding with what it lets one choose.
#![allow(dead_code, reason = "every test file uses its own part")]

use knightsat::encoding::binary::Different;
use knightsat::encoding::successor::Variables;
use knightsat::encoding::{Encoding, Formula, Name, Style};
use knightsat::gadget::amo::Amo;
use knightsat::problem::Problem;
use knightsat::sink::Cnf;

/// A successor encoding on arcs.
pub fn on_arcs(name: Name) -> Style {
    let mut style = name.style();
    if let Encoding::Successor(options) = &mut style.encoding {
        options.variables = Variables::Arcs;
    }
    style
}

/// The remainders of this product.
pub fn crt(cycle: u64) -> Style {
    let mut style = Name::Crt.style();
    if let Encoding::Successor(options) = &mut style.encoding {
        options.cycle = Some(cycle);
    }
    style
}

fn selector() -> Style {
    let mut style = Name::Binary.style();
    if let Encoding::Binary(options) = &mut style.encoding {
        options.different = Different::Selector;
    }
    style
}

/// With this at-most-one encoding, where there are any.
fn with(amo: Amo, mut style: Style) -> Style {
    match &mut style.encoding {
        Encoding::Position(options) => (options.step_amo, options.square_amo) = (amo, amo),
        Encoding::Successor(options) => options.amo = Some(amo),
        Encoding::Binary(_) => {}
    }
    style
}

fn in_one_direction(mut style: Style) -> Style {
    style.in_one_direction();
    style
}

/// All encodings by name, then their variants.
pub fn all() -> Vec<Style> {
    let mut styles: Vec<Style> = Name::ALL.into_iter().map(Name::style).collect();
    let on_arcs = [on_arcs(Name::Order), on_arcs(Name::Lazy)];
    styles.extend(on_arcs);
    styles.extend([crt(2), crt(3), crt(12), crt(127), selector()]);
    let directed = [
        Name::Position,
        Name::Distance,
        Name::Adder,
        Name::Lfsr,
        Name::Crt,
        Name::Elimination,
    ];
    let directed = directed.map(Name::style).into_iter().chain(on_arcs);
    styles.extend(directed.clone().map(in_one_direction));
    let amos = Amo::ALL.into_iter().cycle();
    styles.extend(directed.zip(amos).map(|(style, amo)| with(amo, style)));
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
