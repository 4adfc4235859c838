//! Arithmetic: exact in 64 bits or modulo a prime, and numbers of any size from their residues.

use super::host::Host;
use num_bigint::BigUint;
use std::io::ErrorKind;

/// The reason why a run ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// A count does not fit into its type.
    Overflow,
    /// The deadline has passed.
    Late,
    /// The states exceed the memory.
    Memory,
    /// The folder for the states cannot be read or written.
    Folder(ErrorKind),
    /// The folder contains another count.
    Other,
    /// A file in the folder is not as this count left it.
    Damaged,
    /// Another process is counting in the folder.
    Busy,
}

/// The bound of moduli: all are smaller.
const LARGEST: u64 = 1 << 63;

/// A ring of counts: exact numbers below 2⁶⁴, or residues of a modulus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ring {
    /// The modulus, 0 for exact numbers.
    pub modulus: u64,
    /// The point at which polynomials are evaluated. It has a value for each exponent of a weight:
    /// an edge counts as often as the product of their powers. The bytes of a weight are the
    /// exponents.
    pub point: [u64; 4],
}

impl Ring {
    /// The exact numbers.
    pub const EXACT: Ring = Ring {
        modulus: 0,
        point: [1; 4],
    };

    /// Returns the residues of a prime.
    pub fn modulo(modulus: u64) -> Ring {
        Ring {
            modulus,
            ..Ring::EXACT
        }
    }

    /// Returns the factor of a sum of weights. Exact numbers have the factor 1 only.
    pub fn factor(self, weight: u64) -> u64 {
        if self.point == Ring::EXACT.point {
            return 1;
        }
        let factors = self.point.into_iter().zip(weight.to_le_bytes());
        let powers = factors.map(|(point, exponent)| power(point, exponent.into(), self.modulus));
        powers.fold(1, |factor, power| self.times(factor, power))
    }

    /// Returns a number times a factor.
    #[inline(always)]
    pub fn times(self, number: u64, factor: u64) -> u64 {
        match factor {
            1 => number,
            factor => product(number, factor, self.modulus),
        }
    }

    /// Adds `number`. Sets `overflows` if the sum does not fit.
    #[inline(always)]
    pub fn add(self, sum: &mut u64, number: u64, overflows: &mut bool) {
        let (total, is_over) = sum.overflowing_add(number);
        *overflows |= is_over;
        // For exact numbers this subtracts 0.
        *sum = if total >= self.modulus {
            total - self.modulus
        } else {
            total
        };
    }

    /// Returns the sum; fails if it does not fit.
    pub fn plus(self, mut sum: u64, number: u64) -> Result<u64, Halt> {
        let mut overflows = false;
        self.add(&mut sum, number, &mut overflows);
        if overflows {
            Err(Halt::Overflow)
        } else {
            Ok(sum)
        }
    }
}

/// A sum of products.
#[derive(Clone, Copy, Debug)]
pub(super) struct Total {
    ring: Ring,
    sum: u128,
}

impl Total {
    /// Creates an empty sum.
    pub fn new(ring: Ring) -> Total {
        Total { ring, sum: 0 }
    }

    /// Adds a · b.
    pub fn add(&mut self, a: u64, b: u64) -> Result<(), Halt> {
        self.plus(u128::from(a) * u128::from(b))
    }

    /// Adds a number below 2¹²⁶, or any number if the ring is exact.
    pub fn plus(&mut self, number: u128) -> Result<(), Halt> {
        self.sum = self.sum.checked_add(number).ok_or(Halt::Overflow)?;
        if self.ring.modulus > 0 && self.sum >> 127 != 0 {
            self.sum %= u128::from(self.ring.modulus);
        }
        Ok(())
    }

    /// Returns the sum.
    pub fn value(&self) -> u128 {
        match self.ring.modulus {
            0 => self.sum,
            modulus => self.sum % u128::from(modulus),
        }
    }
}

/// Returns a product modulo a prime.
fn product(a: u64, b: u64, modulus: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64
}

/// Returns a power modulo a prime.
fn power(mut base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let mut power = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = product(power, base, modulus);
        }
        base = product(base, base, modulus);
        exponent >>= 1;
    }
    power
}

/// Returns the bits of a bound on the number of Hamiltonian cycles.
///
/// The bound is half the permanent of the adjacency matrix. The permanent is at most ∏ (d!)^(1/d)
/// over the degrees d (Brègman, Some properties of nonnegative matrices and their permanents,
/// Soviet Mathematics Doklady 14, 1973).
pub(super) fn bits(host: &Host) -> u32 {
    let degree = |(vertex, around): (u32, &Vec<u32>)| {
        let given = host.given.is_some_and(|ends| ends.contains(&vertex));
        around.len() + usize::from(given)
    };
    let log = |degree: usize| {
        let factorial: f64 = (2..=degree).map(|k| (k as f64).log2()).sum();
        factorial / degree.max(1) as f64
    };
    let bits: f64 = (0..).zip(&host.neighbours).map(degree).map(log).sum();
    // One bit is for rounding, which is far smaller. The other is for two tours for each cycle.
    bits.ceil() as u32 + 2
}

/// Returns the largest primes below 2⁶³, as many as numbers of so many bits need.
pub(super) fn primes(bits: u32) -> Vec<u64> {
    let odd = (1..LARGEST).rev().step_by(2);
    odd.filter(|&number| is_prime(number))
        .take(bits as usize / 62 + 1)
        .collect()
}

/// Returns true if a number can be a modulus: a prime below 2⁶³.
pub fn is_modulus(number: u64) -> bool {
    number < LARGEST && is_prime(number)
}

/// Returns true if a number is a prime.
///
/// It uses the test of Miller and Rabin. Its first twelve bases suffice below 2⁶⁴ (Sorenson and
/// Webster, Strong pseudoprimes to twelve prime bases, Mathematics of Computation 86, 2017).
fn is_prime(number: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if let Some(base) = BASES.iter().find(|&base| number.is_multiple_of(*base)) {
        return number == *base;
    }
    let twos = (number.wrapping_sub(1)).trailing_zeros();
    let is_witness = |base: u64| {
        let power = |exponent: u64| BigUint::from(base).modpow(&exponent.into(), &number.into());
        let odd = (number - 1) >> twos;
        power(odd) != 1_u8.into() && (0..twos).all(|k| power(odd << k) != (number - 1).into())
    };
    number > 1 && !BASES.iter().any(|&base| is_witness(base))
}

/// Returns the residue of a number.
pub(super) fn residue(number: &BigUint, prime: u64) -> u64 {
    let digits = (number % prime).to_u64_digits();
    digits.first().copied().unwrap_or(0)
}

/// Returns the least number with these residues of different primes (pairs of a prime and a
/// residue).
pub(super) fn combine(residues: &[(u64, u64)]) -> BigUint {
    let mut number = BigUint::ZERO;
    let mut modulus = BigUint::from(1_u8);
    for &(prime, residue) in residues {
        let missing = residue + (prime - &number % prime);
        let inverse = modulus.modinv(&prime.into()).unwrap_or_default();
        number += &modulus * (missing * inverse % prime);
        modulus *= prime;
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_are_those_of_trial_division_and_the_largest_are_known() {
        let divides = |number: u64| (2..number).any(|divisor| number.is_multiple_of(divisor));
        for number in 0..2000 {
            assert_eq!(is_prime(number), number > 1 && !divides(number), "{number}");
        }
        // A strong pseudoprime to the bases 2 to 37 except the last (Jiang and Deng, 2014), and
        // Mersenne numbers.
        assert!(!is_prime(3_825_123_056_546_413_051));
        assert!(is_prime((1 << 61) - 1) && !is_prime((1 << 59) - 1));
        // 2^63 - 25 is the largest prime below 2^63.
        assert_eq!(primes(100), [LARGEST - 25, LARGEST - 165]);
    }
}
