//! Methods: the names of an encoding and of an at-most-one encoding, and the style that they
//! denote.
//!
//! ```
//! use knightsat_compare::method::{methods, style};
//!
//! let [position, crt] = &methods(&["position".into(), "crt".into()], &["-".into()])?[..] else {
//!     panic!("two encodings, and no choice");
//! };
//! assert_eq!((position.encoding.as_str(), crt.encoding.as_str()), ("position", "crt"));
//! assert!(style(&crt.encoding, &crt.amo)?.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::base::text::OptionName;
use crate::cnf::gadget::amo::{Amo, Amos};
use crate::encoding::{Name, Style};
use itertools::Itertools;
use serde::{Deserialize, Serialize};

/// The lazy engine, which has no formula in advance.
pub const LAZY: &str = "lazy";
/// The mark of an encoding without a choice of at-most-one encodings.
pub const NO_AMO: &str = "-";

/// An encoding with its at-most-one encoding, by their names.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Method {
    /// A [`Name`].
    pub encoding: String,
    /// The name of an [`Amo`], two with a plus for steps and squares, `auto`, or [`NO_AMO`].
    pub amo: String,
}

/// Returns the style of a [`Method`] by its names, or `None` for the lazy engine. Only this
/// function interprets the names; everything else is as in `encode`.
pub fn style(encoding: &str, amo: &str) -> Result<Option<Style>, String> {
    let name: Name = encoding.parse().map_err(|_| unknown(encoding))?;
    // A plus replaces the comma of `encode`, which separates methods here. The name is checked even
    // for encodings without this choice.
    let written = match amo {
        NO_AMO => AUTO.to_string(),
        amo => amo.replace('+', ","),
    };
    let amos = written.parse::<Amos>().map_err(|error| error.to_string())?;
    if name == Name::Lazy {
        return Ok(None);
    }
    // A formula that preprocessing solves would compare nothing.
    let mut style = name.style();
    style.shortcuts = false;
    if style.has(AMO) && amo != AUTO {
        let set = style.set(AMO, amos.to_string());
        set.map_err(|error| format!("{} {amo}: {error}", OptionName("amo")))?;
    }
    Ok(Some(style))
}

/// The name of the method's option.
const AMO: &str = "amo";
/// The default of the encoding.
const AUTO: &str = "auto";

/// Returns every encoding with every at-most-one encoding, if it has the choice; each once. `auto`
/// is the default of the encoding, and `all` selects all of them.
pub fn methods(encodings: &[String], amos: &[String]) -> Result<Vec<Method>, String> {
    let all_or = |names: &[String], all: Vec<String>| match names {
        [name] if name == "all" => all,
        names => names.to_vec(),
    };
    let encodings = all_or(encodings, Name::ALL.iter().map(Name::to_string).collect());
    let amos = amos.iter().flat_map(|name| {
        let all = Amo::ALL.iter().map(Amo::to_string).collect();
        all_or(std::slice::from_ref(name), all)
    });
    let pairs = encodings.iter().cartesian_product(amos.collect_vec());
    let methods = pairs.map(|(encoding, amo)| {
        let encoding = encoding.clone();
        resolved(Method { encoding, amo })
    });
    let methods: Vec<Method> = methods.collect::<Result<_, String>>()?;
    Ok(methods.into_iter().unique().collect())
}

/// Replaces `auto` in a method by its meaning.
fn resolved(method: Method) -> Result<Method, String> {
    let style = style(&method.encoding, &method.amo)?;
    let amo = style.map(|style| style.amo().replace(',', "+"));
    let amo = amo.filter(|amo| !amo.is_empty()).unwrap_or(NO_AMO.into());
    Ok(Method { amo, ..method })
}

fn unknown(encoding: &str) -> String {
    let names = Name::ALL.iter().join(", ");
    format!("'{encoding}' is not an encoding to compare: write one of {names}, or all")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::{Directions, Name};

    fn names(encodings: &str, amos: &str) -> Vec<String> {
        let [encodings, amos] =
            [encodings, amos].map(|text| text.split(',').map(String::from).collect::<Vec<_>>());
        let methods = methods(&encodings, &amos).unwrap().into_iter();
        let name = |method: Method| format!("{} {}", method.encoding, method.amo);
        methods.map(name).collect()
    }

    #[test]
    fn an_encoding_without_the_choice_comes_once() {
        let found = names(
            "textbook,position,order,adder,lazy",
            "pairwise,auto,product",
        );
        let expected = "textbook -, position pairwise, position product, order -, \
                        adder pairwise, adder auto, adder product, lazy -";
        assert_eq!(found.join(", "), expected);
    }

    #[test]
    fn names_stand_for_styles() {
        let found = |amo: &str| style("position", amo).unwrap().unwrap().options;
        let position = found("ladder+pairwise");
        assert_eq!(position.amo.unwrap().to_string(), "ladder,pairwise");
        assert_eq!(position.directions, Some(Directions::Auto));
        assert_eq!(found("auto"), Name::Position.options());
        assert_eq!(names("position", "all").len(), Amo::ALL.len());
    }
}
