//! What a stranger can send, each flood with what it may cost. Short in the usual run; `make attack-test` looks at the release
//! build for longer, prints the figures and holds them against the bounds (docs/TESTING.md#attacks).

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

/// How long a flood lasts in the usual run.
const SHORT: Duration = Duration::from_secs(3);

/// How long each flood lasts: `ATTACK_SECONDS`.
pub fn lasts() -> Duration {
    asked().map_or(SHORT, Duration::from_secs)
}

/// Whether figures of speed and memory are held against the bounds: a short run shares its machine and is a development build.
pub fn is_long() -> bool {
    asked().is_some()
}

fn asked() -> Option<u64> {
    env::var("ATTACK_SECONDS").ok().map(|text| text.parse().expect("ATTACK_SECONDS is a number"))
}

/// One figure of one attack, and the bound that it must keep in the long form.
#[track_caller]
pub fn figure<T: Copy + Display + PartialOrd>(what: &str, measured: T, unit: &str, most: T) {
    println!("attack: {what}: {measured} {unit} (at most {most})");
    assert!(!is_long() || measured <= most, "{what}: {measured} {unit} is above {most}");
}

/// The same, of a figure that hangs on no speed: its bound holds in the short form, too.
#[track_caller]
pub fn bounded<T: Copy + Display + PartialOrd>(what: &str, measured: T, unit: &str, most: T) {
    println!("attack: {what}: {measured} {unit} (at most {most})");
    assert!(measured <= most, "{what}: {measured} {unit} is above {most}");
}
