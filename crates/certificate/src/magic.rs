//! A reason why no tour is magic, in a certificate: `magic fraction TOTAL LINES`, `magic odd-sides` or
//! `magic twice-odd-sides`. What each says, and why it rules all magic tours out: [`knightsat_tour::magic`].

use super::text::ensure;
use knightsat_tour::Problem;
use knightsat_tour::magic::Unmagic;

/// What comes after `reason `.
pub(super) fn line(reason: Unmagic) -> String {
    match reason {
        Unmagic::Fraction { total, lines } => format!("magic fraction {total} {lines}"),
        Unmagic::OddSides => "magic odd-sides".into(),
        Unmagic::TwiceOddSides => "magic twice-odd-sides".into(),
    }
}

/// The reason that such words, after `magic`, tell of.
pub(super) fn parse(words: &[&str], number: impl Fn(&str) -> Option<u32>) -> Option<Unmagic> {
    Some(match *words {
        ["fraction", total, lines] => Unmagic::Fraction {
            total: number(total)?.into(),
            lines: number(lines)?,
        },
        ["odd-sides"] => Unmagic::OddSides,
        ["twice-odd-sides"] => Unmagic::TwiceOddSides,
        _ => return None,
    })
}

/// Whether magic tours are asked for, and the reason rules them out.
pub(super) fn check(problem: &Problem, reason: Unmagic) -> Result<(), String> {
    ensure(problem.is_magic(), "no equal sums are asked for")?;
    let places = problem
        .coordinates()
        .ok_or("there are no ranks and files")?;
    let [ranks, files] = places.sides();
    let squares = u64::from(problem.graph().len());
    if let Unmagic::Fraction { total, lines } = reason {
        ensure(
            (1..=squares).sum::<u64>() == total,
            "the steps have another sum",
        )?;
        ensure(
            [ranks, files].contains(&lines),
            "so many ranks or files are not there",
        )?;
        return ensure(
            total % u64::from(lines) != 0,
            "the sum divides by the lines",
        );
    }
    let is_full = u64::from(ranks) * u64::from(files) == squares;
    ensure(
        is_full && squares > 1,
        "not every place on the grid is a square",
    )?;
    let is_dark = |v: u32| (places.of(v)[0] + places.of(v)[1]) % 2 == 0;
    let changes = |[v, w]: [u32; 2]| is_dark(v) != is_dark(w);
    ensure(
        problem.graph().edges().all(changes),
        "a move keeps its colour",
    )?;
    let fits = match reason {
        Unmagic::OddSides => ranks % 2 == 1 && files % 2 == 1,
        _ => ranks % 4 == 2 && files % 4 == 2,
    };
    ensure(fits, "ranks and files have other numbers")
}
