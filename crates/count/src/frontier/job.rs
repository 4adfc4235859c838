//! A count from its problem to its number: the plan, the rings, and the sweeps in each ring.

use super::host::{EdgeWeights, Host};
use super::journal::{Journal, lock_count, lock_part};
use super::number::{self, Halt, Ring};
use super::plan::Plan;
use super::run::sweep;
use super::store::Store;
use super::watch::{Progress, Watch};
use super::{BigUint, Count, FrontierError, Options};
use knightsat_tour::lower::Leaf;
use std::ops::ControlFlow::{self, Break, Continue};
use std::ops::Range;

/// A count that can begin.
pub(super) struct Job<'l> {
    host: Host,
    plan: Plan,
    options: &'l Options,
}

impl<'l> Job<'l> {
    /// Prepares a count of tours with these weights, or returns the number of tours if it is plain.
    /// Nothing remains beside the circuit.
    pub fn new(
        leaf: Leaf,
        weights: EdgeWeights,
        options: &'l Options,
    ) -> Result<ControlFlow<u8, Job<'l>>, FrontierError> {
        let circuit = leaf.circuit;
        if circuit.is_trivial() {
            return Ok(Break(1));
        }
        // Boards of one or two ranks would be swept for nothing.
        let distances = circuit.local().distances(0, &options.stop)?;
        let host = Host::new(circuit).filter(|host| {
            let squares = &distances[..host.squares as usize];
            !squares.contains(&u32::MAX)
        });
        let Some(host) = host.filter(|_| !circuit.is_contradictory) else {
            return Ok(Break(0));
        };
        let host = Host { weights, ..host };
        let plan = Plan::new(&host, &options.stop)?.ok_or(FrontierError::TooWide)?;
        Ok(Continue(Job {
            host,
            plan,
            options,
        }))
    }

    /// Returns the rings and sides of the parts.
    pub fn parts(&self) -> impl Iterator<Item = (Ring, usize)> {
        let rings = match &self.options.primes[..] {
            [] => vec![Ring::EXACT],
            primes => primes.iter().copied().map(Ring::modulo).collect(),
        };
        let sides = self.plan.courses().len();
        rings
            .into_iter()
            .flat_map(move |ring| (0..sides).map(move |side| (ring, side)))
    }

    /// Sweeps the side of a part, and leaves its states on disk.
    pub fn sweep(&self, part: usize, report: &mut dyn FnMut(Progress)) -> Result<(), Halt> {
        let Some((ring, side)) = self.parts().nth(part) else {
            return Ok(());
        };
        let scratch = self.options.scratch.as_ref();
        let lock = scratch.map(|scratch| lock_part(scratch, ring, side));
        let _lock = lock.transpose()?;
        let mut watch = self.watch(ring, side..side + 1, report)?;
        sweep_side(&self.plan, side, ring, &mut watch).map(drop)
    }

    /// Begins to observe a run of these sides.
    fn watch<'w>(
        &'w self,
        ring: Ring,
        sides: Range<usize>,
        report: &'w mut dyn FnMut(Progress),
    ) -> Result<Watch<'w>, Halt> {
        let courses = self.plan.courses();
        let orders = courses.iter().map(|course| course.order.clone());
        let problem = self.host.checksum(&orders.collect::<Vec<_>>());
        let scratch = self.options.scratch.as_ref();
        let opened = scratch.map(|scratch| Journal::open(scratch, problem, ring, courses.len()));
        let journal = opened.transpose()?;
        Ok(Watch::new(&courses[sides], self.options, journal, report))
    }

    /// Counts exactly, or modulo the primes of the options. If 64 bits are too few for a state, an
    /// exact count uses as many primes as it needs.
    pub fn count(&self, report: &mut dyn FnMut(Progress)) -> Result<Count, Halt> {
        let scratch = self.options.scratch.as_ref();
        let lock = scratch.map(|scratch| lock_count(scratch));
        let _lock = lock.transpose()?;
        let mut count = Count::default();
        let mut run = |ring: Ring| {
            let mut watch = self.watch(ring, 0..self.plan.courses().len(), report)?;
            cycles(&self.plan, ring, &mut watch)
        };
        let (bits, tours) = (number::bits(&self.host), self.host.tours);
        let primes = match &self.options.primes[..] {
            [] => match run(Ring::EXACT) {
                Err(Halt::Overflow) => number::primes(bits),
                cycles => {
                    count.tours = Some(BigUint::from(cycles?) * tours);
                    return Ok(count);
                }
            },
            primes => primes.to_vec(),
        };
        let mut modulus = BigUint::from(1_u8);
        for prime in primes {
            let tours = run(Ring::modulo(prime))? * u128::from(tours) % u128::from(prime);
            count.residues.push((prime, tours as u64));
            modulus *= prime;
        }
        if modulus.bits() > u64::from(bits) {
            count.tours = Some(number::combine(&count.residues));
        }
        Ok(count)
    }
}

impl Job<'_> {
    /// Returns the number of tours in a ring, each as often as its edges count.
    pub fn evaluate(&self, ring: Ring, report: &mut dyn FnMut(Progress)) -> Result<u64, Halt> {
        let mut watch = self.watch(ring, 0..self.plan.courses().len(), report)?;
        let cycles = cycles(&self.plan, ring, &mut watch)? as u64;
        Ok(ring.times(cycles, u64::from(self.host.tours)))
    }
}

impl Halt {
    /// Returns the reason for the caller.
    pub fn explained(self, options: &Options) -> FrontierError {
        match (self, options.scratch.clone()) {
            (Halt::Memory, _) => FrontierError::Memory(options.memory),
            (Halt::Folder(kind), Some(scratch)) => FrontierError::Folder(scratch, kind),
            (Halt::Other, Some(scratch)) => FrontierError::Other(scratch),
            (Halt::Damaged, Some(scratch)) => FrontierError::Damaged(scratch),
            (Halt::Busy, Some(scratch)) => FrontierError::Busy(scratch),
            (Halt::Overflow, _) => FrontierError::Overflow,
            // No folder fails without scratch.
            _ => FrontierError::Late,
        }
    }
}

/// Returns the number of Hamiltonian cycles of the host.
fn cycles(plan: &Plan, ring: Ring, watch: &mut Watch) -> Result<u128, Halt> {
    if let Some(total) = watch.journal.as_ref().and_then(Journal::total) {
        return Ok(total);
    }
    let (mut stores, mut total) = (Vec::new(), 0);
    for side in 0..plan.courses().len() {
        let (store, closed) = sweep_side(plan, side, ring, watch)?;
        stores.push(store);
        total = closed.into();
    }
    if let Plan::Halves(halves) = plan {
        total = halves.count(ring, &stores, watch)?;
    }
    if let Some(journal) = &mut watch.journal {
        journal.finish(total)?;
    }
    stores.into_iter().for_each(Store::remove);
    Ok(total)
}

/// Returns the last states of a side, and the number of closed cycles.
fn sweep_side(
    plan: &Plan,
    side: usize,
    ring: Ring,
    watch: &mut Watch,
) -> Result<(Store, u64), Halt> {
    let key = |degrees| match plan {
        Plan::Whole(_) => 0,
        Plan::Halves(halves) => halves.key(side, degrees),
    };
    sweep((side, &plan.courses()[side]), ring, &key, watch)
}
