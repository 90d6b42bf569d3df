//! Attacks by anonymous clients, and limits on their cost. The attacks are short, except in `make
//! attack-test` (docs/TESTING.md#attacks).

#[cfg(target_os = "linux")]
mod connections;
mod exports;
mod logins;
mod malformed;
mod methods;
mod outbox;
mod target;

use std::env;
use std::fmt::Display;
use std::time::Duration;

/// Duration of a flood in the regular test run.
const SHORT: Duration = Duration::from_secs(3);

/// Returns the duration of each flood: the value of `ATTACK_SECONDS`, or a short default.
pub fn flood_duration() -> Duration {
    attack_seconds().map_or(SHORT, Duration::from_secs)
}

/// Returns whether this is a long run. Short runs share their machine with other tests, so they don't check speeds.
pub fn is_long() -> bool {
    attack_seconds().is_some()
}

/// Returns the value of `ATTACK_SECONDS`; `None` in a short run.
fn attack_seconds() -> Option<u64> {
    env::var("ATTACK_SECONDS").ok().map(|text| text.parse().expect("ATTACK_SECONDS is a number"))
}

/// Prints a measurement. Only a long run checks the measurement against its limit.
#[track_caller]
pub fn check_in_long_run<T: Copy + Display + PartialOrd>(label: &str, measured: T, unit: &str, maximum: T) {
    println!("attack: {label}: {measured} {unit} (at most {maximum})");
    assert!(!is_long() || measured <= maximum, "{label}: {measured} {unit} is above {maximum}");
}

/// Prints a measurement that is the same on slow and fast machines. Short and long runs check the
/// measurement against its limit.
#[track_caller]
pub fn check_always<T: Copy + Display + PartialOrd>(label: &str, measured: T, unit: &str, maximum: T) {
    println!("attack: {label}: {measured} {unit} (at most {maximum})");
    assert!(measured <= maximum, "{label}: {measured} {unit} is above {maximum}");
}
