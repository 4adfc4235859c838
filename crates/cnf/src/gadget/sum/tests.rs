//! Sums, compared with all assignments.

use super::*;
use crate::Var;
use crate::sink::Cnf;

/// Returns a formula of `count` numbers of `width` bits that add up to `sum`; the variables of
/// their bits come first.
fn sum_of(count: u32, width: u32, sum: u64) -> Cnf {
    let mut cnf = Cnf::default();
    let bits: Vec<Term> = cnf
        .new_vars(count * width)
        .iter()
        .map(|var| var.pos().into())
        .collect();
    equals(bits.chunks(width as usize), sum, &mut cnf);
    cnf
}

/// Returns the truth values by variable after unit propagation from these literals; `None` at a
/// conflict.
fn propagate(cnf: &Cnf, given: impl IntoIterator<Item = Lit>) -> Option<Vec<Option<bool>>> {
    let mut values = vec![None; cnf.variables() as usize + 1];
    let value = |values: &[Option<bool>], lit: Lit| {
        values[lit.var().number() as usize].map(|value| value == lit.is_positive())
    };
    for lit in given {
        values[lit.var().number() as usize] = Some(lit.is_positive());
    }
    loop {
        let mut has_changed = false;
        for clause in cnf.clauses() {
            if clause.iter().any(|&lit| value(&values, lit) == Some(true)) {
                continue;
            }
            let mut open = clause.iter().filter(|&&lit| value(&values, lit).is_none());
            match (open.next(), open.next()) {
                (None, _) => return None,
                (Some(lit), None) => {
                    values[lit.var().number() as usize] = Some(lit.is_positive());
                    has_changed = true;
                }
                _ => {}
            }
        }
        if !has_changed {
            return Some(values);
        }
    }
}

fn bits(count: u32, word: u32) -> impl Iterator<Item = Lit> {
    (0..count).filter_map(move |place| {
        let var = Var::new(place + 1)?;
        Some(if word >> place & 1 == 1 {
            var.pos()
        } else {
            var.neg()
        })
    })
}

fn sum_in(word: u32, count: u32, width: u32) -> u64 {
    let number = |place: u32| word >> (place * width) & ((1 << width) - 1);
    (0..count).map(|place| u64::from(number(place))).sum()
}

/// All numbers together determine every variable by unit propagation, so these are all the models.
#[test]
fn models_are_the_numbers_with_that_sum() {
    for (count, width) in [(1, 3), (2, 2), (3, 3), (4, 2), (5, 2), (9, 1), (3, 4)] {
        for sum in 0..=u64::from(count) << width {
            let cnf = sum_of(count, width, sum);
            for word in 0..1_u32 << (count * width) {
                let values = propagate(&cnf, bits(count * width, word));
                let is_right = sum_in(word, count, width) == sum;
                assert_eq!(values.is_some(), is_right, "{count} {width} {sum} {word:b}");
                let is_full = |values: Vec<_>| values[1..].iter().all(Option::is_some);
                assert!(values.is_none_or(is_full), "{count} {width} {sum} {word:b}");
            }
        }
    }
}

#[test]
fn the_last_number_is_found() {
    let (count, width) = (5, 3);
    for sum in [0, 7, 18, 22, 35] {
        let cnf = sum_of(count, width, sum);
        for others in 0..1_u32 << ((count - 1) * width) {
            let last = sum.checked_sub(sum_in(others, count - 1, width));
            let last = last.filter(|&last| last < 1 << width);
            let values = propagate(&cnf, bits((count - 1) * width, others));
            assert_eq!(values.is_some(), last.is_some(), "{sum} {others:b}");
            for (values, last) in values.into_iter().zip(last) {
                let found = &values[((count - 1) * width) as usize + 1..][..width as usize];
                let expected = (0..width).map(|bit| Some(last >> bit & 1 == 1));
                assert!(found.iter().copied().eq(expected), "{sum} {others:b}");
            }
        }
    }
}

#[test]
fn numbers_that_are_too_large_are_not_seen_at_once() {
    let values = propagate(&sum_of(2, 2, 0), []).unwrap();
    assert_eq!(values[1..=4], [None; 4]);
}

#[test]
fn known_bits_are_taken_from_the_sum() {
    let numbers = |cnf: &mut Cnf| {
        let vars = cnf.new_vars(3);
        let [a, b, c] = std::array::from_fn(|place| Term::from(vars.get(place as u32).pos()));
        [[Term::TRUE, a, Term::FALSE], [b, Term::TRUE, c]]
    };
    for sum in 0..=10_u64 {
        let mut cnf = Cnf::default();
        let numbers = numbers(&mut cnf);
        equals(numbers.iter().map(|bits| &bits[..]), sum, &mut cnf);
        for word in 0..8_u32 {
            let [a, b, c] = [0, 1, 2].map(|place| u64::from(word >> place & 1));
            let is_right = 1 + 2 * a + b + 2 + 4 * c == sum;
            assert_eq!(
                propagate(&cnf, bits(3, word)).is_some(),
                is_right,
                "{sum} {word:b}"
            );
        }
    }
}

#[test]
fn digits_are_all_true_if_and_only_if_the_sum_is_right() {
    for (count, width) in [(1, 3), (2, 2), (3, 2), (5, 2), (4, 2)] {
        for sum in 0..u64::from(count) << width {
            let mut cnf = Cnf::default();
            let vars = cnf.new_vars(count * width).iter();
            let numbers: Vec<Term> = vars.map(|var| var.pos().into()).collect();
            let digits = digits(numbers.chunks(width as usize), sum, &mut cnf);
            for word in 0..1_u32 << (count * width) {
                let given = (0..count * width).map(|place| {
                    let var = Var::new(place + 1).unwrap();
                    if word >> place & 1 == 1 {
                        var.pos()
                    } else {
                        var.neg()
                    }
                });
                let values = propagate(&cnf, given).expect("the bits determine the sum");
                let is_true = |digit: &Term| match *digit {
                    Term::Known(value) => value,
                    Term::Open(lit) => {
                        values[lit.var().number() as usize].unwrap() == lit.is_positive()
                    }
                };
                let number = |at: u32| u64::from(word >> (at * width) & ((1 << width) - 1));
                let is_right = (0..count).map(number).sum::<u64>() == sum;
                assert_eq!(
                    digits.iter().all(is_true),
                    is_right,
                    "{count} {width} {sum} {word}"
                );
            }
        }
    }
}
