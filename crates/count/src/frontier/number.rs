//! Counts, in as many bits as they need, and why a count is given up.

/// Why a run ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// A count does not fit into its type.
    Overflow,
    /// The deadline has come.
    Late,
    /// There are too many states.
    TooMany,
}

/// A count.
pub(super) trait Number: Copy + Default + Send + Sync + Into<u128> {
    /// None.
    const ZERO: Self;
    /// One.
    const ONE: Self;
    /// The sum, unless it is too large.
    fn plus(self, other: Self) -> Result<Self, Halt>;
}

macro_rules! number {
    ($type:ty) => {
        impl Number for $type {
            const ZERO: Self = 0;
            const ONE: Self = 1;

            #[inline]
            fn plus(self, other: Self) -> Result<Self, Halt> {
                self.checked_add(other).ok_or(Halt::Overflow)
            }
        }
    };
}

number!(u64);
number!(u128);

/// A sum of products.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Total(pub u128);

impl Total {
    /// Adds a · b.
    pub fn add<N: Number>(&mut self, a: N, b: N) -> Result<(), Halt> {
        let product = a.into().checked_mul(b.into()).ok_or(Halt::Overflow)?;
        self.plus(product)
    }

    /// Adds a number.
    pub fn plus(&mut self, number: u128) -> Result<(), Halt> {
        self.0 = self.0.checked_add(number).ok_or(Halt::Overflow)?;
        Ok(())
    }
}
