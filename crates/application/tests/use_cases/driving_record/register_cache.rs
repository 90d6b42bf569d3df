//! The cache of facts from the registers of lawyers and authorities, which lists of items use.

use std::sync::Arc;

use application::driving_record::items::{ItemListScope, list_items};
use application::driving_record::register_cache::RegisterCache;
use application::payments::remittances::register;
use chrono::{DateTime, TimeDelta};
use domain::driving_record::ticket::Ticket;
use domain::payments::remittances::authority::{AuthorityDetails, AuthorityKind};
use domain::shared::us_state::UsState;
use ports::legal_help::lawyers::RegisterFacts;

use crate::legal_help::build::world_with_lawyers;
use crate::support::*;

/// Returns a world with one lawyer, and a cache whose facts are valid for two seconds.
fn world_with_cache() -> World {
    let mut world = world_with_lawyers(1);
    world.deps.registers = Arc::new(RegisterCache::new(TimeDelta::seconds(2)));
    world
}

/// Returns whether the driver's list offers a lawyer for the ticket.
fn offers_lawyer(world: &World) -> bool {
    let listed = world
        .transact(|store| list_items::<Ticket>(&world.deps, store, &driver(), DRIVER, ItemListScope::All));
    listed.unwrap()[0].item_standing.may_hire_lawyer
}

fn deactivate_lawyer(world: &World) {
    world.database.tables().legal_help.lawyers[0].is_active = false;
}

#[test]
fn a_list_shows_a_lawyers_deactivation_after_two_seconds() {
    let world = world_with_cache();
    assert!(offers_lawyer(&world));
    deactivate_lawyer(&world);
    world.advance(TimeDelta::seconds(1));
    assert!(offers_lawyer(&world), "the facts are still cached");
    world.advance(TimeDelta::seconds(1));
    assert!(!offers_lawyer(&world));
}

#[test]
fn a_list_shows_a_lawyers_deactivation_as_soon_as_the_cache_is_cleared() {
    let world = world_with_cache();
    assert!(offers_lawyer(&world));
    deactivate_lawyer(&world);
    world.deps.registers.clear();
    assert!(!offers_lawyer(&world));
}

#[test]
fn facts_about_an_issuer_that_is_not_cached_yet_are_read_from_the_store() {
    let world = world_with_cache();
    assert!(offers_lawyer(&world));
    let details = AuthorityDetails::parse("City of Austin", AuthorityKind::City, &[], None).unwrap();
    register::add_authority(&world.deps, &admin(), &details).unwrap();
    world.database.tables().tickets[0].filed.issuer = Some("City of Austin".to_owned());
    let listed = world
        .transact(|store| list_items::<Ticket>(&world.deps, store, &driver(), DRIVER, ItemListScope::All));
    assert_eq!(listed.unwrap()[0].authority.as_deref(), Some("City of Austin"));
}

const TEXAS: &[UsState] = &[UsState::Texas];

fn cache() -> RegisterCache {
    RegisterCache::new(TimeDelta::seconds(2))
}

/// Returns the key of one issuer.
fn issuer_key(number: usize) -> [String; 1] {
    [format!("issuer{number}")]
}

#[test]
fn facts_read_before_the_cache_was_cleared_are_not_cached() {
    let (cache, now) = (cache(), DateTime::UNIX_EPOCH);
    let lookup = cache.recall(now, TEXAS, &[]).unwrap_err();
    cache.clear();
    cache.remember(lookup, now, TEXAS, &[], &RegisterFacts::default());
    assert!(cache.recall(now, TEXAS, &[]).is_err());
}

#[test]
fn an_empty_result_for_an_unregistered_issuer_is_cached() {
    let (cache, now) = (cache(), DateTime::UNIX_EPOCH);
    let lookup = cache.recall(now, &[], &issuer_key(1)).unwrap_err();
    cache.remember(lookup, now, &[], &issuer_key(1), &RegisterFacts::default());
    assert_eq!(cache.recall(now, &[], &issuer_key(1)), Ok(RegisterFacts::default()));
}

#[test]
fn a_cache_with_ten_thousand_issuers_is_emptied_when_another_issuer_is_added() {
    let (cache, now) = (cache(), DateTime::UNIX_EPOCH);
    for number in 0..=10_000 {
        assert!(number == 0 || cache.recall(now, &[], &issuer_key(0)).is_ok(), "{number}");
        let lookup = cache.recall(now, &[], &issuer_key(number)).unwrap_err();
        cache.remember(lookup, now, &[], &issuer_key(number), &RegisterFacts::default());
    }
    assert!(cache.recall(now, &[], &issuer_key(0)).is_err());
    assert!(cache.recall(now, &[], &issuer_key(10_000)).is_ok());
}

#[test]
fn a_clock_set_back_empties_the_cache() {
    let (cache, now) = (cache(), DateTime::UNIX_EPOCH);
    let lookup = cache.recall(now, TEXAS, &[]).unwrap_err();
    cache.remember(lookup, now, TEXAS, &[], &RegisterFacts::default());
    assert!(cache.recall(now - TimeDelta::milliseconds(1), TEXAS, &[]).is_err());
}
