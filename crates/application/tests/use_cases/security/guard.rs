//! Tests of login throttling: which failed logins throttle an IP address or an account, and who can still log
//! in (ADR 0007).

use application::Deps;
use application::access::Origin;
use application::accounts::log_in::log_in;
use application::error::Error;
use application::security::guard::record_failure_for_refused_attempts;
use application::security::panel::{block_address, unblock_address};
use chrono::TimeDelta;
use domain::security::event::SecurityEventKind;
use ports::shared::secrets::HashPriority;
use rstest::rstest;

use crate::support::*;

const EMAIL: &str = "user2@example.com";

fn world() -> World {
    let world = World::new();
    let mut tables = world.database.tables();
    tables.password_hashes.push((DRIVER, "hashed:right".to_owned()));
    tables.password_hashes.push((OTHER, "hashed:mine".to_owned()));
    drop(tables);
    world
}

fn origin_at(address: &str) -> Origin {
    Origin { address: address.to_owned(), ..origin() }
}

/// Tries to log in from this IP address. Returns the outcome.
fn attempt(deps: &Deps, email: &str, password: &str, address: &str) -> String {
    outcome(&log_in(deps, email, password, None, &origin_at(address)))
}

/// Counts the security events of this kind.
fn count_events(world: &World, kind: SecurityEventKind) -> usize {
    world.database.tables().security.iter().filter(|event| event.kind == kind).count()
}

#[test]
fn seven_failed_logins_throttle_an_address_for_a_minute() {
    let world = world();
    for n in 0..7 {
        assert_eq!(
            attempt(&world.deps, &format!("user{n}@x.test"), "wrong", "203.0.113.9"),
            "InvalidCredentials"
        );
    }
    assert_eq!(
        attempt(&world.deps, EMAIL, "right", "203.0.113.9"),
        "TooManyTries",
        "even the correct password is refused"
    );
    assert_eq!(
        attempt(&world.deps, EMAIL, "right", "203.0.113.8"),
        "Ok",
        "other addresses are not throttled"
    );
    world.advance(TimeDelta::seconds(60));
    assert_eq!(attempt(&world.deps, EMAIL, "right", "203.0.113.9"), "Ok");
}

/// While many passwords wait to be hashed, the passwords from recognized networks are hashed before the
/// passwords from networks with failed logins.
#[test]
fn passwords_from_recognized_networks_are_hashed_before_those_from_networks_with_failures() {
    let world = world();
    let tries = [
        ("203.0.113.9", "wrong", HashPriority::Stranger),
        ("203.0.113.9", "right", HashPriority::Failed),
        ("203.0.113.9", "right", HashPriority::Known),
        ("203.0.113.8", "right", HashPriority::Stranger),
        ("203.0.113.8", "right", HashPriority::Known),
    ];
    for (address, password, _) in tries {
        attempt(&world.deps, EMAIL, password, address);
    }
    assert_eq!(world.passwords.priorities(), tries.map(|(.., turn)| turn));
    world.advance(TimeDelta::hours(25));
    attempt(&world.deps, "nobody@x.test", "wrong", "203.0.113.9");
    assert_eq!(world.passwords.priorities().last(), Some(&HashPriority::Stranger));
}

/// Each attempt is made from another /64 network of the same /48 network.
#[test]
fn an_ipv6_client_with_many_64_bit_networks_is_throttled_by_its_48_bit_prefix() {
    let world = world();
    let address_of = |n: u32| format!("2001:db8:7:{n:x}::1");
    for n in 0..56 {
        assert_eq!(
            attempt(&world.deps, &format!("user{n}@x.test"), "wrong", &address_of(n)),
            "InvalidCredentials"
        );
    }
    let turns = world.passwords.priorities();
    assert_eq!(
        (turns[7], turns[8]),
        (HashPriority::Stranger, HashPriority::Failed),
        "its wider prefix has failed too often"
    );
    assert_eq!(attempt(&world.deps, EMAIL, "right", &address_of(99)), "TooManyTries");
    assert_eq!(
        attempt(&world.deps, EMAIL, "right", "2001:db8:8::1"),
        "Ok",
        "other addresses are not throttled"
    );
    world.advance(TimeDelta::seconds(60));
    assert_eq!(attempt(&world.deps, EMAIL, "right", &address_of(99)), "Ok");
    (0..80)
        .for_each(|n| drop(attempt(&world.deps, &format!("next{n}@x.test"), "wrong", &address_of(n + 100))));
    assert_eq!(attempt(&world.deps, EMAIL, "right", &address_of(98)), "TooManyTries");
    assert_eq!(
        attempt(&world.deps, EMAIL, "right", &address_of(99)),
        "Ok",
        "a recognized network is not throttled"
    );
}

#[test]
fn the_error_for_throttled_logins_states_the_seconds_to_wait() {
    let world = world();
    (0..7).for_each(|_| drop(attempt(&world.deps, EMAIL, "wrong", "203.0.113.9")));
    world.advance(TimeDelta::seconds(20));
    let outcome = log_in(&world.deps, EMAIL, "right", None, &origin_at("203.0.113.9")).map(drop);
    assert!(matches!(outcome, Err(Error::TooManyTries { seconds: 41 })), "{outcome:?}");
}

/// If a login deleted all failures from the address, an attacker could log in to their own account to delete the
/// failures that they caused on other accounts.
#[test]
fn a_successful_login_clears_only_the_failures_of_its_account_from_its_address() {
    let world = world();
    for _ in 0..3 {
        attempt(&world.deps, EMAIL, "wrong", "203.0.113.9");
        attempt(&world.deps, "user3@example.com", "wrong", "203.0.113.9");
    }
    assert_eq!(attempt(&world.deps, "user3@example.com", "mine", "203.0.113.9"), "Ok");
    assert_eq!(world.database.tables().failures.len(), 3);
    for _ in 0..4 {
        attempt(&world.deps, EMAIL, "wrong", "203.0.113.9");
        attempt(&world.deps, "user3@example.com", "mine", "203.0.113.9");
    }
    assert_eq!(attempt(&world.deps, EMAIL, "wrong", "203.0.113.9"), "TooManyTries");
}

#[rstest]
#[case("203.0.113.9", 1)]
// A trusted proxy is throttled but never blocked, because all of its visitors have the proxy's address.
#[case("198.51.100.4", 0)]
fn an_address_with_repeated_failed_logins_is_blocked_unless_it_is_trusted(
    #[case] address: &str,
    #[case] blocks: usize,
) {
    let world = world();
    for n in 0..20 {
        assert_eq!(attempt(&world.deps, &format!("user{n}@x.test"), "wrong", address), "InvalidCredentials");
        world.advance(TimeDelta::minutes(15));
    }
    let tables = world.database.tables();
    assert_eq!(tables.blocks.len(), blocks);
    if let Some(block) = tables.blocks.first() {
        assert_eq!(
            (block.address.as_str(), block.expires_at - block.blocked_at),
            (address, TimeDelta::hours(1))
        );
    }
    drop(tables);
    assert_eq!(count_events(&world, SecurityEventKind::AddressBlocked), blocks);
    assert_eq!(attempt(&world.deps, EMAIL, "right", address), "TooManyTries");
}

#[test]
fn logins_refused_by_throttling_count_toward_a_block() {
    let world = world();
    (0..7).for_each(|_| drop(attempt(&world.deps, EMAIL, "wrong", "203.0.113.9")));
    (0..13)
        .for_each(|_| record_failure_for_refused_attempts(&world.deps, &origin_at("203.0.113.9")).unwrap());
    assert_eq!(world.database.tables().blocks.len(), 1);
}

#[rstest]
#[case(EMAIL, true)]
#[case("nobody@example.com", false)]
fn an_account_under_attack_is_throttled_except_from_recognized_networks(
    #[case] email: &str,
    #[case] has_account: bool,
) {
    let world = world();
    let home = attempt(&world.deps, EMAIL, "right", "192.0.2.1");
    assert_eq!(home, "Ok");
    for n in 0..10 {
        assert_eq!(attempt(&world.deps, email, "wrong", &format!("203.0.113.{n}")), "InvalidCredentials");
    }
    assert_eq!(attempt(&world.deps, email, "right", "203.0.113.77"), "TooManyTries");
    let at_home = attempt(&world.deps, email, "right", "192.0.2.1");
    assert_eq!(at_home, if has_account { "Ok" } else { "TooManyTries" });
    assert_eq!(count_events(&world, SecurityEventKind::AccountLocked), 1);
    world.advance(TimeDelta::minutes(15));
    assert_ne!(
        attempt(&world.deps, email, "right", "203.0.113.77"),
        "TooManyTries",
        "the throttling expires"
    );
}

#[test]
fn failed_logins_are_not_counted_while_login_throttling_is_off() {
    let world = world();
    let mut deps = world.deps.clone();
    deps.guard.is_on = false;
    (0..30).for_each(|_| assert_eq!(attempt(&deps, EMAIL, "wrong", "203.0.113.9"), "InvalidCredentials"));
    assert!(world.database.tables().failures.is_empty() && world.database.tables().blocks.is_empty());
}

#[test]
fn only_staff_can_block_and_unblock_an_address_and_it_is_audited() {
    let world = world();
    assert_eq!(outcome(&block_address(&world.deps, &driver(), "203.0.113.9", "x", 1)), "Forbidden");
    assert_eq!(outcome(&unblock_address(&world.deps, &driver(), "203.0.113.9")), "Forbidden");
    block_address(&world.deps, &admin(), "203.0.113.9", "Guesses passwords", 1).unwrap();
    (0..3).for_each(|_| drop(attempt(&world.deps, EMAIL, "wrong", "203.0.113.9")));
    unblock_address(&world.deps, &admin(), "203.0.113.9").unwrap();
    assert!(world.database.tables().failures.is_empty(), "unblocking clears the failures");
    assert_eq!(outcome(&unblock_address(&world.deps, &admin(), "203.0.113.9")), "NotFound");
    assert_eq!(world.database.tables().audit.len(), 2);
}
