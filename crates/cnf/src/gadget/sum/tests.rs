//! Sums, compared with all assignments.

use super::*;
use crate::Var;
use crate::base::stop::Stop;
use crate::propagate::Propagator;
use crate::sink::Cnf;
use itertools::iproduct;

/// Returns terms for numbers of `width` bits.
fn numbers(count: u32, width: u32, cnf: &mut Cnf) -> Vec<Term> {
    let vars = cnf.new_vars(count * width);
    vars.iter().map(|var| var.pos().into()).collect()
}

fn sum_of(count: u32, width: u32, sum: u64) -> Cnf {
    let mut cnf = Cnf::default();
    let bits = numbers(count, width, &mut cnf);
    equals(bits.chunks(width as usize), sum, &mut cnf);
    cnf
}

/// Returns a function from the first so many bits to the truth values of all variables, by unit
/// propagation; `None` at a conflict.
fn propagation(cnf: Cnf, count: u32) -> impl FnMut(u32) -> Option<Vec<Option<bool>>> {
    let mut propagator = Propagator::new(&cnf, &Stop::default()).unwrap();
    let is_refuted = propagator.is_refuted();
    let all = (1..=cnf.variables()).filter_map(Var::new).map(Var::pos);
    let all: Vec<Lit> = all.collect();
    move |word| {
        let length = propagator.trail().len();
        let bit = |place: u32| {
            let lit = all[place as usize];
            if word >> place & 1 == 1 { lit } else { !lit }
        };
        let fits = !is_refuted && (0..count).all(|place| propagator.assume(bit(place)));
        let values = fits.then(|| all.iter().map(|&lit| propagator.value(lit)).collect());
        propagator.undo(length);
        values
    }
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
            let mut propagate = propagation(sum_of(count, width, sum), count * width);
            for word in 0..1_u32 << (count * width) {
                let what = format!("{count} {width} {sum} {word:b}");
                let values = propagate(word);
                let is_right = sum_in(word, count, width) == sum;
                assert_eq!(values.is_some(), is_right, "{what}");
                let is_full = |values: Vec<_>| values.iter().all(Option::is_some);
                assert!(values.is_none_or(is_full), "{what}");
            }
        }
    }
    // Numbers that are too large are not seen at once.
    let mut propagate = propagation(sum_of(2, 2, 0), 0);
    assert_eq!(propagate(0).unwrap()[..4], [None; 4]);
}

#[test]
fn the_last_number_is_found() {
    let (count, width) = (5, 3);
    for sum in [0, 7, 18, 22, 35] {
        let mut propagate = propagation(sum_of(count, width, sum), (count - 1) * width);
        for others in 0..1_u32 << ((count - 1) * width) {
            let last = sum.checked_sub(sum_in(others, count - 1, width));
            let last = last.filter(|&last| last < 1 << width);
            let expected = last.map(|last| (0..width).map(move |bit| Some(last >> bit & 1 == 1)));
            let expected: Option<Vec<_>> = expected.map(Iterator::collect);
            let found = propagate(others).map(|values| values[12..15].to_vec());
            assert_eq!(found, expected, "{sum} {others:b}");
        }
    }
}

#[test]
fn known_bits_are_taken_from_the_sum() {
    for (sum, word) in iproduct!(0..=10_u64, 0..8_u32) {
        let mut cnf = Cnf::default();
        let [a, b, c] = numbers(3, 1, &mut cnf)[..] else {
            panic!("three bits")
        };
        let numbers = [[Term::TRUE, a, Term::FALSE], [b, Term::TRUE, c]];
        equals(numbers.iter().map(|bits| &bits[..]), sum, &mut cnf);
        let [a, b, c] = [0, 1, 2].map(|place| u64::from(word >> place & 1));
        let is_right = 1 + 2 * a + b + 2 + 4 * c == sum;
        let is_satisfied = propagation(cnf, 3)(word).is_some();
        assert_eq!(is_satisfied, is_right, "{sum} {word:b}");
    }
}
