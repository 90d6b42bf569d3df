//! A driver's options for an item.

use application::access::Actor;
use application::driving_record::options::{
    OptionsOfItem, options_of_parking_ticket, options_of_ticket, options_of_toll,
};
use application::error::Result;
use application::payments::remittances::register;
use domain::accounts::user::Role;
use domain::driving_record::options::rule::OptionKind::{self, *};
use domain::payments::remittances::authority::{AuthorityDetails, AuthorityKind};
use domain::shared::ids::{ParkingId, TicketId, TollId};

use crate::support::*;

fn show_options(world: &World, actor: &Actor) -> Result<OptionsOfItem> {
    world.transact(|store| options_of_ticket(&world.deps, store, actor, TicketId(1)))
}

fn kinds(found: &OptionsOfItem) -> Vec<OptionKind> {
    found.options.options.iter().map(|option| option.kind).collect()
}

fn place(found: &OptionsOfItem) -> Option<&'static str> {
    found.options.place.map(|place| place.name)
}

#[test]
fn a_ticket_has_the_options_of_its_courts_state() {
    let world = World::new();
    let found = show_options(&world, &driver()).unwrap();
    assert_eq!(
        (place(&found), kinds(&found)),
        (None, vec![Pay, Lawyer, CantPay, Ask]),
        "the driver's state doesn't count"
    );
    world.database.tables().tickets[0].filed.court_state = Some("Florida".to_owned());
    let found = show_options(&world, &driver()).unwrap();
    assert_eq!(place(&found), Some("Florida"));
    assert_eq!((found.label.as_str(), found.fine), ("Speeding", dollars(150)));
    assert!(kinds(&found).contains(&TrafficSchool));
}

#[test]
fn an_items_place_is_found_by_the_name_and_state_of_its_issuer_in_the_register() {
    let world = World::new();
    world.database.tables().parking[0].filed.issuer = Some("City Finance".to_owned());
    let parking = || {
        world
            .transact(|store| options_of_parking_ticket(&world.deps, store, &driver(), ParkingId(1)))
            .unwrap()
    };
    assert_eq!(place(&parking()), None);
    let names = ["City Finance".to_owned()];
    let city = AuthorityDetails::parse("City of Chicago", AuthorityKind::City, &names, None).unwrap();
    let city = city.with_location(Some("Illinois"), None, None).unwrap();
    register::add_authority(&world.deps, &admin(), &city).unwrap();
    assert_eq!(place(&parking()), Some("Chicago"));
    world.database.tables().tolls[0].filed.toll_road = "SunPass".to_owned();
    let toll = world.transact(|store| options_of_toll(&world.deps, store, &driver(), TollId(1))).unwrap();
    assert_eq!(place(&toll), Some("Florida’s Turnpike (SunPass)"));
}

#[test]
fn a_paid_ticket_has_no_options() {
    let world = World::new();
    world.database.tables().tickets[0].is_paid = true;
    assert_eq!(kinds(&show_options(&world, &driver()).unwrap()), []);
}

#[test]
fn only_the_driver_sees_options_and_only_after_the_record_is_ready() {
    let world = World::new();
    let outcome_for = |actor: &Actor| outcome(&show_options(&world, actor));
    assert_eq!(outcome_for(&other_driver()), "NotFound");
    assert_eq!(outcome_for(&admin()), "NotFound", "the decision is the driver's");
    let mut waiting = driver();
    waiting.user.last_admin_update_at = None;
    assert_eq!(outcome_for(&waiting), "NotFound");
    let mut lawyer = other_driver();
    lawyer.user.role = Role::Lawyer;
    assert_eq!(outcome_for(&lawyer), "Forbidden");
    world.remove_ticket();
    assert_eq!(outcome_for(&driver()), "NotFound");
}
