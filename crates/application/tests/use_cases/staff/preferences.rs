//! Tests of the display settings of staff: columns, views and presets.

use application::staff::preferences::{list_preferences, put_preference};
use domain::shared::ids::UserId;
use domain::staff::preference::{Preference, PreferenceName, PreferenceValue};

use crate::support::*;

/// Stores a preference, or deletes it if the value is `None`. Returns the outcome.
fn choose(world: &World, staff: UserId, name: &str, value: Option<&str>) -> String {
    let value = value.map(|value| PreferenceValue::parse(value).unwrap());
    outcome(&put_preference(
        &world.deps,
        &actor(staff),
        &PreferenceName::parse(name).unwrap(),
        value.as_ref(),
    ))
}

fn stored_preferences(world: &World) -> Vec<Preference> {
    world.transact(|store| list_preferences(store, &admin())).unwrap()
}

#[test]
fn the_latest_value_of_a_preference_is_stored_until_it_is_deleted() {
    let world = World::new();
    for value in ["[1]", "[1,2]"] {
        assert_eq!(choose(&world, ADMIN, "columns.hires", Some(value)), "Ok");
    }
    let preference = Preference { name: "columns.hires".to_owned(), value: "[1,2]".to_owned() };
    assert_eq!(stored_preferences(&world), [preference]);
    for _ in 0..2 {
        assert_eq!(choose(&world, ADMIN, "columns.hires", None), "Ok");
        assert_eq!(stored_preferences(&world), []);
    }
    assert_eq!(world.audited(), [], "a personal choice is not audited");
}

#[test]
fn only_staff_can_store_preferences_up_to_a_maximum() {
    let world = World::new();
    assert_eq!(choose(&world, DRIVER, "columns.hires", Some("[]")), "Forbidden");
    assert_eq!(outcome(&world.transact(|store| list_preferences(store, &driver()))), "Forbidden");
    for number in 0..100 {
        assert_eq!(choose(&world, ADMIN, &format!("views.{number}"), Some("[]")), "Ok");
    }
    assert_eq!(choose(&world, ADMIN, "views.100", Some("[]")), "Fields");
    assert_eq!(
        choose(&world, ADMIN, "views.99", Some("[1]")),
        "Ok",
        "an existing choice can still be changed"
    );
}
