//! The actions of a run, which are derived from one seed. Threads may still run in another order.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// Duration of the short run, which is one of the regular tests, in seconds.
const SHORT: u64 = 16;
/// Duration from which a run is long, in seconds.
const LONG: u64 = 120;

#[derive(Clone, Copy)]
pub struct Plan {
    pub seed: u64,
    /// How long faults are injected.
    pub lasts: Duration,
}

impl Plan {
    /// Reads `SOAK_SEED` and `SOAK_SECONDS`. The defaults are a random seed and the short run.
    pub fn from_environment() -> Self {
        let number = |name: &str| std::env::var(name).ok().and_then(|text| text.trim().parse().ok());
        let seed = number("SOAK_SEED").unwrap_or_else(|| rand::random_range(0..1_000_000));
        Self { seed, lasts: Duration::from_secs(number("SOAK_SECONDS").unwrap_or(SHORT)) }
    }

    pub fn is_long(&self) -> bool {
        self.lasts.as_secs() >= LONG
    }

    /// Returns an actor's random generator, which gives the same numbers in each run with this seed.
    pub fn dice(&self, name: &str, number: usize) -> Dice {
        let mut hasher = DefaultHasher::new();
        (self.seed, name, number).hash(&mut hasher);
        Dice(StdRng::seed_from_u64(hasher.finish()))
    }
}

/// A generator of random numbers.
pub struct Dice(StdRng);

impl Dice {
    /// Returns a random number from 0 to `bound - 1`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0.random_range(0..bound.max(1))
    }

    /// Returns a random number from `min` to `max`.
    pub fn between(&mut self, min: i64, max: i64) -> i64 {
        self.0.random_range(min..=max)
    }

    /// Returns true with this probability, in percent.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// Picks a choice at random; `None` if there are no choices.
    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> Option<&'a T> {
        choices.get(self.below(choices.len()))
    }

    /// Picks a choice at random, by weight.
    pub fn weighted<T: Copy>(&mut self, choices: &[(usize, T)]) -> T {
        let mut at = self.below(choices.iter().map(|(weight, _)| weight).sum());
        for (weight, choice) in choices {
            match at.checked_sub(*weight) {
                Some(rest) => at = rest,
                None => return *choice,
            }
        }
        choices[0].1
    }

    /// Sleeps for a random time, like a person who thinks.
    pub fn think(&mut self, from_ms: u64, to_ms: u64) {
        std::thread::sleep(Duration::from_millis(self.0.random_range(from_ms..=to_ms)));
    }

    /// Returns a random amount in cents. Whole dollars are common.
    pub fn amount(&mut self) -> i64 {
        let cents = self.between(100, 90_000);
        if self.chance(40) { (cents / 100).max(1) * 100 } else { cents }
    }
}

/// Formats an amount as staff may type it.
pub fn format_as_typed(dice: &mut Dice, cents: i64) -> String {
    let (dollars, rest) = (cents / 100, cents % 100);
    let plain = format!("{dollars}.{rest:02}");
    match dice.below(3) {
        0 => plain,
        1 if rest == 0 => format!("${dollars}"),
        _ => format!("${plain}"),
    }
}

/// Parses an amount in an API response, in cents; `None` if the string isn't an amount.
pub fn cents(text: &str) -> Option<i64> {
    let text = text.trim().trim_start_matches('$').replace(',', "");
    let (dollars, rest) = text.split_once('.').unwrap_or((&text, "0"));
    let rest: i64 = format!("{rest:0<2}").parse().ok()?;
    Some(dollars.parse::<i64>().ok()? * 100 + rest)
}

/// Formats cents as dollars with two decimals.
pub fn dollars(cents: i64) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}
