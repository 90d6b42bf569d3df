//! Many concurrent failed logins from many addresses (docs/product/security.md#floods-of-logins).

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::attacks::target::{PASSWORD, Target, Times, agent, log_in};
use crate::attacks::{check_in_long_run, flood_duration, is_long};
use crate::support::eventually;

const STRANGERS: usize = 60;
/// Number of attackers in the short run.
const FEW_STRANGERS: usize = 10;
/// Number of attackers in the long run: more than fit into the queue of one hashing thread.
const CROWD: usize = 80;
/// Interval of a user's read requests. The rate limit allows ten per second.
const READS_EVERY: Duration = Duration::from_millis(120);
const HONEST_EVERY: Duration = Duration::from_millis(200);
/// How long an attacker waits after a 503 before the next attempt.
const AGAIN_AFTER: Duration = Duration::from_millis(20);
/// How long a blocked attacker waits before the next attempt.
const BLOCKED_AGAIN_AFTER: Duration = Duration::from_millis(200);
/// Time after the end of a flood within which the server must release the memory that it used.
const MAX_MEMORY_RELEASE: Duration = Duration::from_secs(10);

/// The IP addresses that the attackers use.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Addresses {
    /// Each attacker sends all attempts from one address.
    OnePerAttacker,
    /// Each attempt comes from a new address.
    OnePerAttempt,
}

/// A flood of logins: its end time, and how often each status was returned.
struct Flood {
    addresses: Addresses,
    ends: Instant,
    tries: AtomicUsize,
    /// Number of attackers whose password the server has checked at least once (status 401).
    attackers_with_401: AtomicUsize,
    statuses: Mutex<BTreeMap<u16, usize>>,
}

impl Flood {
    fn new(addresses: Addresses) -> Self {
        Self {
            addresses,
            ends: Instant::now() + flood_duration(),
            tries: AtomicUsize::new(0),
            attackers_with_401: AtomicUsize::new(0),
            statuses: Mutex::default(),
        }
    }

    fn is_running(&self) -> bool {
        Instant::now() < self.ends
    }

    /// Runs one attacker, who retries until the flood ends.
    fn run(&self, base: &str, attacker: usize) {
        let (agent, mut is_met) = (agent(), false);
        while self.is_running() {
            let tries = self.tries.fetch_add(1, Ordering::Relaxed);
            let place = if self.addresses == Addresses::OnePerAttempt { tries } else { attacker };
            let [_, a, b, c] = u32::try_from(place).unwrap().to_be_bytes();
            let (from, email) = (format!("10.{a}.{b}.{c}"), format!("nobody{tries}@x.test"));
            let (status, answer) = log_in(&agent, base, &from, &email, "wrong-password-here");
            *self.statuses.lock().unwrap().entry(status).or_default() += 1;
            match status {
                401 if is_met => {}
                401 => {
                    is_met = true;
                    self.attackers_with_401.fetch_add(1, Ordering::Relaxed);
                }
                503 => {
                    assert_eq!(answer["code"], "busy");
                    thread::sleep(AGAIN_AFTER);
                }
                // An address with too many failures is blocked.
                403 | 429 if self.addresses == Addresses::OnePerAttacker => {
                    thread::sleep(BLOCKED_AGAIN_AFTER)
                }
                _ => panic!("{status}: {answer}"),
            }
        }
    }

    /// Returns how many attempts got the status 503.
    fn count_busy_responses(&self) -> usize {
        self.statuses.lock().unwrap().get(&503).copied().unwrap_or_default()
    }
}

#[test]
fn a_flood_of_wrong_logins_does_not_slow_down_other_users() {
    flood_with_wrong_logins("wrong logins", Addresses::OnePerAttacker, 1_000);
}

/// An honest user from a new address waits until the passwords of all waiting attackers are hashed.
#[test]
fn a_flood_of_wrong_logins_from_new_addresses_delays_an_honest_login_by_seconds_at_most() {
    flood_with_wrong_logins("wrong logins from ever new addresses", Addresses::OnePerAttempt, 5_000);
}

/// Runs a flood of wrong logins while a driver reads and honest users log in, and checks the response times.
/// `name` is printed. `slowest_honest_login` is the maximum time of an honest login, in milliseconds.
fn flood_with_wrong_logins(name: &str, addresses: Addresses, slowest_honest_login: u128) {
    let target = Target::start(|_| {});
    let base = target.server.base.as_str();
    let driver = target.app.driver("honest");
    target.app.set_password(driver, PASSWORD);
    let cookie = format!("lanewise_session={}", target.app.log_in(driver));
    let strangers = if is_long() { STRANGERS } else { FEW_STRANGERS };
    let (before, flood) = (target.memory("VmRSS"), Flood::new(addresses));
    let (reads, honest) = (Times::default(), Times::default());
    thread::scope(|scope| {
        for stranger in 0..strangers {
            let flood = &flood;
            scope.spawn(move || flood.run(base, stranger));
        }
        scope.spawn(|| {
            let (agent, url) = (agent(), format!("{base}/api/tickets/{driver}"));
            while flood.is_running() {
                let answer = reads.measure(|| agent.get(&url).header("cookie", &cookie).call().unwrap());
                assert_eq!(answer.status(), 200);
                thread::sleep(READS_EVERY);
            }
        });
        scope.spawn(|| {
            eventually("each stranger has failed once", || {
                flood.attackers_with_401.load(Ordering::Relaxed) >= strangers
            });
            let (agent, mut from) = (agent(), (1..=50).cycle());
            while flood.is_running() {
                let from = format!("198.51.100.{}", from.next().unwrap());
                let log_in = || log_in(&agent, base, &from, "honest@example.test", PASSWORD);
                assert_eq!(honest.measure(log_in).0, 200, "{from}");
                thread::sleep(HONEST_EVERY);
            }
        });
    });
    println!("attack: {name}, statuses: {:?}", flood.statuses.lock().unwrap());
    println!(
        "attack: {name}, honest logins meanwhile: {}, half in {} ms",
        honest.count(),
        honest.percentile(50)
    );
    check_in_long_run(&format!("{name}, a driver's tickets at p99"), reads.percentile(99), "ms", 100);
    check_in_long_run(
        &format!("{name}, the slowest honest login"),
        honest.percentile(100),
        "ms",
        slowest_honest_login,
    );
    if let (Some(before), Some(most)) = (before, target.memory("VmHWM")) {
        println!("attack: {name}, memory before: {before} MB");
        check_in_long_run(&format!("{name}, memory at most"), most, "MB", 300);
    }
    if is_long() {
        thread::sleep(MAX_MEMORY_RELEASE);
        if let Some(after) = target.memory("VmRSS") {
            check_in_long_run(&format!("{name}, memory ten seconds later"), after, "MB", 120);
        }
    }
}

/// The attackers fill the password queue for unknown addresses.
#[test]
fn a_flood_that_fills_the_password_queue_rejects_only_unrecognized_networks() {
    let target = Target::start(|command| {
        command.env("PASSWORD_THREADS", "1");
    });
    let base = target.server.base.as_str();
    let driver = target.app.driver("honest");
    target.app.set_password(driver, PASSWORD);
    let honest = || log_in(&agent(), base, "198.51.100.7", "honest@example.test", PASSWORD).0;
    assert_eq!(honest(), 200);
    let flood = Flood::new(Addresses::OnePerAttempt);
    thread::scope(|scope| {
        for stranger in 0..CROWD {
            let flood = &flood;
            scope.spawn(move || flood.run(base, stranger));
        }
        eventually("strangers are turned away", || flood.count_busy_responses() > 0);
        for _ in 0..3 {
            assert_eq!(honest(), 200, "a recognized driver can log in");
        }
    });
    println!("attack: more wrong logins than may wait, statuses: {:?}", flood.statuses.lock().unwrap());
}
