//! Planning of notices about changes: which messages are planned, and when.

use std::sync::Arc;

use application::notices::planning;
use application::shared::outgoing::TextSender;
use chrono::TimeDelta;
use domain::driving_record::citation::Citation;
use domain::notices::change::{ItemChange, ItemDates};
use domain::notices::notice::Channel::{self, Mail, Text};
use domain::shared::ids::TollId;
use domain::shared::payable::Payable;
use domain::shared::us_state::UsState;
use ports::notices::texts::MockTextMessenger;
use rstest::rstest;

use crate::support::store::notices::MemoryChange;
use crate::support::*;

/// Returns a world in which the driver's state is `state` and the time is `now`.
fn world(state: Option<UsState>, now: &str) -> World {
    let mut world = World::new();
    world.deps.texts = Some(TextSender::new(Arc::new(MockTextMessenger::new())));
    world.database.tables().users.iter_mut().find(|user| user.id == DRIVER).unwrap().state = state;
    advance_to(&world, now);
    world
}

/// Advances the clock to this time.
fn advance_to(world: &World, now: &str) {
    world.advance(time(now) - world.deps.clock.now());
}

/// Records a change of one of the driver's items. The change must be sent by text and by email.
fn record_change(world: &World) {
    let now = world.deps.clock.now();
    let changes = &mut world.database.tables().notices.changes;
    let id = i64::try_from(changes.len()).unwrap() + 1;
    let (item, dates) = (Payable::Toll(TollId(id.try_into().unwrap())), ItemDates::default());
    let change = ItemChange {
        item,
        citation: Citation::default(),
        item_date: date("2026-02-01"),
        before: dates.clone(),
        after: dates,
        is_removed: false,
        must_appear: false,
    };
    let noted = |id, channel| {
        let change = change.clone();
        MemoryChange { id, user: DRIVER, channel, change, noted_at: now, batch: None }
    };
    changes.extend([noted(id, Mail), noted(id + 1, Text)]);
}

/// Plans notices. Returns the channel of each planned message, and the number of changes in it.
fn plan_and_list(world: &World) -> Vec<(Channel, usize)> {
    planning::plan_notices(&world.deps, "one").unwrap();
    let mut tables = world.database.tables();
    let is_planned = |one: &mut MemoryChange| one.batch.is_some();
    let planned: Vec<_> = tables.notices.changes.extract_if(.., is_planned).collect();
    let of = |channel| planned.iter().filter(|one| one.channel == channel).count();
    [Mail, Text]
        .map(|channel| (channel, of(channel)))
        .into_iter()
        .filter(|(_, changes)| *changes > 0)
        .collect()
}

#[test]
fn changes_within_ten_minutes_share_one_message_on_each_channel() {
    let world = world(Some(UsState::NewYork), "2026-03-02T17:00:00Z");
    record_change(&world);
    world.advance(TimeDelta::seconds(599));
    record_change(&world);
    assert!(plan_and_list(&world).is_empty());
    world.advance(TimeDelta::seconds(1));
    assert_eq!(plan_and_list(&world), [(Mail, 2), (Text, 2)]);
    world.advance(TimeDelta::minutes(20));
    assert!(plan_and_list(&world).is_empty(), "each change is sent once");
}

#[test]
fn changes_ten_minutes_apart_get_separate_messages_on_the_same_day() {
    let world = world(Some(UsState::NewYork), "2026-03-02T17:00:00Z");
    for _ in 0..3 {
        record_change(&world);
        world.advance(TimeDelta::minutes(10));
        assert_eq!(plan_and_list(&world), [(Mail, 1), (Text, 1)]);
    }
}

/// The time is 9:10 PM in New York, 8:10 PM in Dallas, 7:10 PM in El Paso and 4:10 PM in Hawaii. A driver
/// without a state may be in New York.
#[rstest]
#[case::new_york(Some(UsState::NewYork), &[(Mail, 1)])]
#[case::two_zones(Some(UsState::Texas), &[(Mail, 1)])]
#[case::no_state(None, &[(Mail, 1)])]
#[case::hawaii(Some(UsState::Hawaii), &[(Mail, 1), (Text, 1)])]
fn only_emails_are_planned_while_it_may_be_evening_in_the_drivers_state(
    #[case] state: Option<UsState>,
    #[case] expected: &[(Channel, usize)],
) {
    let world = world(state, "2026-03-03T02:00:00Z");
    record_change(&world);
    world.advance(TimeDelta::minutes(10));
    assert_eq!(plan_and_list(&world), expected);
}

#[test]
fn changes_made_at_night_are_texted_in_one_message_at_nine_in_the_morning() {
    let world = world(Some(UsState::NewYork), "2026-03-03T01:00:00Z");
    for _ in 0..2 {
        record_change(&world);
        world.advance(TimeDelta::minutes(10));
        assert_eq!(plan_and_list(&world), [(Mail, 1)]);
    }
    advance_to(&world, "2026-03-03T13:59:59Z");
    assert!(plan_and_list(&world).is_empty());
    advance_to(&world, "2026-03-03T14:00:00Z");
    assert_eq!(plan_and_list(&world), [(Text, 2)]);
}

#[test]
fn a_change_that_is_two_days_old_is_no_longer_sent() {
    let world = world(Some(UsState::NewYork), "2026-03-02T17:00:00Z");
    record_change(&world);
    world.advance(TimeDelta::days(2));
    record_change(&world);
    assert!(plan_and_list(&world).is_empty());
    world.advance(TimeDelta::minutes(10));
    assert_eq!(plan_and_list(&world), [(Mail, 1), (Text, 1)], "only the new change");
}

#[test]
fn only_one_process_at_a_time_plans_notices() {
    let world = world(Some(UsState::NewYork), "2026-03-02T17:00:00Z");
    record_change(&world);
    world.advance(TimeDelta::minutes(10));
    assert_eq!(plan_and_list(&world).len(), 2);
    record_change(&world);
    world.advance(TimeDelta::minutes(10));
    assert_eq!(planning::plan_notices(&world.deps, "two").unwrap(), 0);
}
