use diesel::connection::SimpleConnection;
use domain::legal_help::case::handling::HireCase;
use domain::legal_help::hire::{ContactMethod, HireStatus, LawyerHire};
use domain::shared::ids::{HireId, PaymentId, TicketId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::legal_help::hires::{Hires, NewHire};
use ports::legal_help::lists::HireQuery;
use ports::shared::list::Lists;
use ports::shared::paging::Page;
use ports::shared::store_error::{StoreError, UniqueKey};
use ports::store::with_store;

use crate::support::{ALL, World, at, hires};

fn hire_for(world: &mut World, user: UserId, ticket: TicketId, key: &str) -> NewHire {
    let payment = world.payment(user, Payable::Lawyer(ticket), key);
    NewHire {
        user_id: user,
        ticket_id: ticket,
        payment_id: payment.id,
        violation_type: Some("Speeding".to_owned()),
        amount: Money::from_cents(7_525),
        confirmation_number: payment.confirmation_number,
        created_at: at(3),
        recorded_at: at(4),
    }
}

#[test]
fn a_hire_round_trips() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let ticket = world.ticket(user);
    let new = hire_for(&mut world, user, ticket, "a");
    let mut store = world.store();
    assert_eq!(store.hire_of_payment(new.payment_id).unwrap(), None);
    let hire = store.insert_hire(&new).unwrap();
    let expected = LawyerHire {
        id: hire.id,
        user_id: user,
        ticket_id: Some(ticket),
        payment_id: Some(new.payment_id),
        violation_type: Some("Speeding".to_owned()),
        amount: Money::from_cents(7_525),
        contact_method: None,
        contact_value: None,
        confirmation_number: "CONF-a".to_owned(),
        status: HireStatus::Pending,
        case: HireCase::NEW,
        refund: None,
        refund_amount: Money::ZERO,
        is_ticket_paid: false,
        is_seen_by_admin: false,
        is_solved: false,
        created_at: at(3),
        recorded_at: at(4),
    };
    assert_eq!(hire, expected);
    assert_eq!(store.hire(hire.id).unwrap(), Some(expected.clone()));
    assert_eq!(store.lock_hire(hire.id).unwrap(), Some(expected.clone()));
    assert_eq!(store.lock_hire(HireId(99)).unwrap(), None);
    assert_eq!(store.hire_of_payment(new.payment_id).unwrap(), Some(expected));
    assert_eq!(store.hire(HireId(99)).unwrap(), None);
    assert_eq!(store.hire_of_payment(PaymentId(99)).unwrap(), None);
    assert!(matches!(store.insert_hire(&new), Err(StoreError::Duplicate(UniqueKey::Other))));
}

#[test]
fn a_page_has_the_next_cursor_even_if_its_last_row_is_deleted() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let ids = ["a", "b"].map(|key| {
        let ticket = world.ticket(user);
        let new = hire_for(&mut world, user, ticket, key);
        world.store().insert_hire(&new).unwrap().id
    });
    let mut other = world.db.connection();
    // This lock blocks the query for the records, because that query joins the tickets. The lock doesn't block
    // the query for the records' ids, which runs first.
    other.batch_execute("BEGIN; LOCK TABLE tickets").unwrap();
    let database = world.db.database();
    let found = std::thread::scope(|scope| {
        let query = hires(None, Page { limit: 1, offset: 0 });
        let found = scope.spawn(move || with_store(&database, |store| store.list(&query)).unwrap());
        world.wait_for_blocked_statement();
        let gone = format!("DELETE FROM lawyer_hires WHERE id = {}; COMMIT", ids[1]);
        other.batch_execute(&gone).unwrap();
        found.join().unwrap()
    });
    assert_eq!((found.items, found.next), (vec![], Some(ids[1].0)));
    let rest = HireQuery { before: found.next, ..hires(None, ALL) };
    let rest = world.store().list(&rest).unwrap();
    assert_eq!((rest.items.iter().map(|hire| hire.id).collect::<Vec<_>>(), rest.next), (vec![ids[0]], None));
}

#[test]
fn a_ticket_has_an_active_hire_until_it_is_canceled() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let (ticket, other) = (world.ticket(user), world.ticket(user));
    let new = hire_for(&mut world, user, ticket, "a");
    assert!(!world.store().has_active_hire(ticket).unwrap());
    world.store().insert_hire(&new).unwrap();
    for status in HireStatus::ALL {
        world.db.execute(&format!("UPDATE lawyer_hires SET status = '{status}'"));
        assert_eq!(
            world.store().has_active_hire(ticket).unwrap(),
            *status != HireStatus::Cancelled,
            "{status}"
        );
        assert!(!world.store().has_active_hire(other).unwrap());
    }
}

#[test]
fn hires_are_listed_newest_first_for_one_driver_or_all() {
    let mut world = World::new();
    let (ann, bob) = (world.user("ann@example.com"), world.user("bob@example.com"));
    let mut ids = Vec::new();
    for (number, user) in [ann, bob, ann].into_iter().enumerate() {
        let ticket = world.ticket(user);
        let new = hire_for(&mut world, user, ticket, &number.to_string());
        ids.push(world.store().insert_hire(&new).unwrap().id);
    }
    let mut list = |user, page| {
        let found = world.store().list(&hires(user, page)).unwrap();
        (found.items.iter().map(|hire| hire.id).collect::<Vec<_>>(), found.total)
    };
    assert_eq!(list(None, ALL), (vec![ids[2], ids[1], ids[0]], 3));
    assert_eq!(list(Some(ann), ALL), (vec![ids[2], ids[0]], 2));
    assert_eq!(list(None, Page { limit: 1, offset: 2 }), (vec![ids[0]], 3));
}

#[test]
fn a_hires_contact_can_be_set_and_changed() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let ticket = world.ticket(user);
    let new = hire_for(&mut world, user, ticket, "a");
    let mut store = world.store();
    let id = store.insert_hire(&new).unwrap().id;
    for (method, value) in [
        (ContactMethod::Phone, "5551234567"),
        (ContactMethod::Email, "a@b.co"),
        (ContactMethod::Both, "5551234567, a@b.co"),
    ] {
        let hire = store.set_hire_contact(id, method, value).unwrap().unwrap();
        assert_eq!(
            (hire.contact_method.as_deref(), hire.contact_value.as_deref()),
            (Some(method.as_str()), Some(value))
        );
    }
    assert_eq!(store.set_hire_contact(HireId(99), ContactMethod::Phone, "1").unwrap(), None);
}
