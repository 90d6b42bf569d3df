//! Lists of a driver's items.

use application::driving_record::items::{ItemListScope, list_items};
use application::error::Result;
use application::payments::reconciliation::reconcile::reconcile;
use application::payments::remittances::register;
use chrono::TimeDelta;
use domain::driving_record::standing::{ItemStanding, Standing};
use domain::driving_record::ticket::{Parking, Ticket, Toll};
use domain::payments::remittances::authority::{AuthorityDetails, AuthorityKind};
use domain::shared::ids::UserId;
use ports::payments::gateway::IntentStatus;
use rstest::rstest;

use crate::support::store::memory::MemoryDatabase;
use crate::support::*;

/// Returns the ids of a driver's tickets, parking tickets and tolls, as the driver's screens list them.
fn listed_ids(world: &World, actor: &application::access::Actor, user: UserId) -> Result<[Vec<i32>; 3]> {
    list_ids(world, actor, user, ItemListScope::Current)
}

fn list_ids(
    world: &World,
    actor: &application::access::Actor,
    user: UserId,
    listing: ItemListScope,
) -> Result<[Vec<i32>; 3]> {
    world.transact(|store| {
        Ok([
            list_items::<Ticket>(&world.deps, store, actor, user, listing)?
                .iter()
                .map(|of| of.item.id.0)
                .collect(),
            list_items::<Parking>(&world.deps, store, actor, user, listing)?
                .iter()
                .map(|of| of.item.id.0)
                .collect(),
            list_items::<Toll>(&world.deps, store, actor, user, listing)?
                .iter()
                .map(|of| of.item.id.0)
                .collect(),
        ])
    })
}

/// Returns three copies of these ids: for the tickets, the parking tickets and the tolls.
fn same_for_each_kind(ids: &[i32]) -> [Vec<i32>; 3] {
    [ids.to_vec(), ids.to_vec(), ids.to_vec()]
}

#[test]
fn a_driver_sees_only_their_own_items() {
    let world = World::new();
    {
        let mut tables = world.database.tables();
        tables.tickets.push(Ticket { user_id: OTHER, ..ticket(2) });
        tables.parking.push(Parking { user_id: OTHER, ..parking(2) });
        tables.tolls.push(Toll { user_id: OTHER, ..toll(2) });
    }
    assert_eq!(listed_ids(&world, &driver(), DRIVER).unwrap(), same_for_each_kind(&[1]));
    assert_eq!(listed_ids(&world, &other_driver(), OTHER).unwrap(), same_for_each_kind(&[2]));
}

/// Drivers see the authority's name in the register, not the spelling on the item.
#[test]
fn an_item_names_the_registered_authority_that_gets_its_money() {
    let world = World::new();
    let other_names = ["Austin PD".to_owned()];
    let details = AuthorityDetails::parse("City of Austin", AuthorityKind::City, &other_names, None).unwrap();
    register::add_authority(&world.deps, &admin(), &details).unwrap();
    world.database.tables().tickets[0].filed.issuer = Some("AUSTIN P.D.".to_owned());
    world.database.tables().parking[0].filed.issuer = Some("Dallas".to_owned());
    let (tickets, parking) = world
        .transact(|store| {
            let tickets =
                list_items::<Ticket>(&world.deps, store, &driver(), DRIVER, ItemListScope::Current)?;
            Ok((
                tickets,
                list_items::<Parking>(&world.deps, store, &driver(), DRIVER, ItemListScope::Current)?,
            ))
        })
        .unwrap();
    assert_eq!(tickets[0].authority.as_deref(), Some("City of Austin"));
    assert_eq!(parking[0].authority, None, "it isn't registered");
}

#[rstest]
#[case(OTHER)]
#[case(ADMIN)]
#[case(UserId(99))]
fn a_drivers_request_for_another_users_items_is_refused_before_any_query(#[case] user: UserId) {
    let world = World::new();
    MemoryDatabase::empty(|store| {
        assert_eq!(
            outcome(&list_items::<Ticket>(&world.deps, store, &driver(), user, ItemListScope::All)),
            "Forbidden"
        );
        assert_eq!(
            outcome(&list_items::<Parking>(&world.deps, store, &driver(), user, ItemListScope::All)),
            "Forbidden"
        );
        assert_eq!(
            outcome(&list_items::<Toll>(&world.deps, store, &driver(), user, ItemListScope::All)),
            "Forbidden"
        );
    });
}

#[test]
fn staff_get_not_found_for_the_items_of_an_unknown_user() {
    let world = World::new();
    assert_eq!(outcome(&listed_ids(&world, &admin(), UserId(99))), "NotFound");
}

/// Drivers see the items that staff filed only after staff have marked the record as up to date.
#[rstest]
#[case::the_driver(DRIVER, &[])]
#[case::staff(ADMIN, &[1])]
fn items_of_a_record_in_preparation_are_shown_only_to_staff(
    #[case] caller: UserId,
    #[case] expected: &[i32],
) {
    let world = World::new();
    world.database.tables().users[1].last_admin_update_at = None;
    let mut actor = actor(caller);
    actor.user.last_admin_update_at = None;
    assert_eq!(listed_ids(&world, &actor, DRIVER).unwrap(), same_for_each_kind(expected));
}

#[test]
fn a_staff_member_can_list_the_items_on_their_own_record() {
    let world = World::new();
    let mut staff = admin();
    staff.user.last_admin_update_at = None;
    world.database.tables().tolls[0].user_id = ADMIN;
    assert_eq!(listed_ids(&world, &staff, ADMIN).unwrap(), [vec![], vec![], vec![1]]);
}

#[rstest]
#[case::just_paid(0, &[1])]
#[case::three_days(72 * 3600, &[1])]
#[case::a_second_more(72 * 3600 + 1, &[])]
fn paid_items_stay_in_the_current_list_for_three_days(#[case] seconds: i64, #[case] expected: &[i32]) {
    let world = World::new();
    {
        let paid_at = Some(noon());
        let mut tables = world.database.tables();
        (tables.tickets[0].is_paid, tables.tickets[0].paid_at) = (true, paid_at);
        (tables.parking[0].is_paid, tables.parking[0].paid_at) = (true, paid_at);
        (tables.tolls[0].is_paid, tables.tolls[0].paid_at) = (true, paid_at);
    }
    world.advance(TimeDelta::seconds(seconds));
    for caller in [driver(), admin()] {
        assert_eq!(listed_ids(&world, &caller, DRIVER).unwrap(), same_for_each_kind(expected));
        assert_eq!(list_ids(&world, &caller, DRIVER, ItemListScope::All).unwrap(), same_for_each_kind(&[1]));
    }
}

/// The items were filed weeks apart, in a different order than their due dates. Item 1 has no due date, so it
/// is sorted by its estimated due date.
#[test]
fn items_are_listed_by_due_date_or_else_by_estimated_due_date() {
    let world = World::new();
    let filed = |id: i32| noon() - TimeDelta::days(i64::from(id) * 14);
    let dues = [(1, None), (2, Some("2026-05-01")), (3, Some("2026-04-01"))];
    {
        let mut tables = world.database.tables();
        tables.tickets.clear();
        tables.parking.clear();
        tables.tolls.clear();
        for (id, due) in dues {
            let (due_date, created_at) = (due.map(date), filed(id));
            let (mut ticket, mut parking, mut toll) = (ticket(id), parking(id), toll(id));
            (ticket.filed.due_date, ticket.created_at) = (due_date, created_at);
            (parking.filed.due_date, parking.created_at) = (due_date, created_at);
            (toll.filed.due_date, toll.created_at) = (due_date, created_at);
            tables.tickets.push(ticket);
            tables.parking.push(parking);
            tables.tolls.push(toll);
        }
    }
    assert_eq!(listed_ids(&world, &driver(), DRIVER).unwrap(), same_for_each_kind(&[3, 2, 1]));
}

/// Returns the standing of the driver's only ticket.
fn item_standing(world: &World) -> ItemStanding {
    let tickets = |store: &mut dyn ports::store::Store| {
        list_items::<Ticket>(&world.deps, store, &driver(), DRIVER, ItemListScope::All)
    };
    world.transact(tickets).unwrap()[0].item_standing
}

#[test]
fn a_ticket_cannot_be_paid_again_while_its_payment_is_processing() {
    let world = World::new();
    assert_eq!((item_standing(&world).standing, item_standing(&world).counts_as_due), (Standing::Due, true));
    let started = world.started(TICKET);
    world.provider.set_status(&started.intent_id, IntentStatus::Processing);
    assert_eq!(outcome(&world.confirm(&driver(), &started.intent_id)), "PaymentProcessing");
    assert_eq!(
        (item_standing(&world).standing, item_standing(&world).may_pay),
        (Standing::Processing, false)
    );

    world.provider.set_status(&started.intent_id, IntentStatus::Open);
    world.advance(TimeDelta::minutes(2));
    reconcile(&world.deps, false).unwrap();
    assert_eq!(
        item_standing(&world).standing,
        Standing::Due,
        "the bank refused and reconciliation has noticed"
    );

    world.provider.set_status(&started.intent_id, IntentStatus::Succeeded);
    world.confirm(&driver(), &started.intent_id).unwrap();
    assert_eq!(item_standing(&world).standing, Standing::Paid);
}

#[test]
fn a_ticket_with_a_lawyer_names_its_open_hire_and_offers_no_other_lawyer() {
    let world = World::new();
    assert!(item_standing(&world).may_hire_lawyer);
    world.pay_and_settle(LAWYER);
    let with_lawyer = item_standing(&world);
    assert_eq!(with_lawyer.standing, Standing::WithLawyer);
    assert_eq!(with_lawyer.open_hire, Some(world.database.tables().hires[0].id));
    assert!(!with_lawyer.may_hire_lawyer && !with_lawyer.counts_as_due && with_lawyer.may_pay);
}
