//! Tests of the items that staff filed: how these are stored, changed, removed and listed.

use domain::back_office::timeline::TimelineKind;
use domain::driving_record::citation::Citation;
use domain::driving_record::kinds::ItemKind;
use domain::driving_record::new_item::ItemDetails;
use domain::payments::payment::PaymentStatus;
use domain::shared::payable::{Payable, PayableKind};
use domain::shared::search::Search;
use ports::accounts::account::Accounts;
use ports::accounts::lists::UserList;
use ports::back_office::desk::Desk;
use ports::back_office::timeline::Timelines;
use ports::driving_record::filing::{FiledItems, Removal};
use ports::driving_record::items::Items;
use ports::help::lists::InquiryList;
use ports::legal_help::lists::HireList;
use ports::payments::history::{History, HistoryFilter};
use ports::payments::lists::{ChargebackList, TransactionList};
use ports::requests::lists::{ReportList, StatusRequestList, TextRequestList, VehicleUpdateList};
use ports::shared::list::{CitedBy, Query};
use ports::store::ListInStore;

use super::{add_court, filed, full_ticket};
use crate::support::{ALL, World, at};

/// Returns a ticket that has only the required fields.
fn ticket_with_required_fields() -> ItemDetails {
    let fields = [
        ("violation_type", "Speeding"),
        ("location", "Main St"),
        ("amount", "$150"),
        ("points", "3"),
        ("category", "speeding"),
    ];
    filed(ItemKind::Ticket, &fields)
}

fn ticket() -> ItemDetails {
    ItemDetails::Ticket(Box::new(full_ticket()))
}

fn parking(location: &str) -> ItemDetails {
    let fields = [("violation_type", "Expired meter"), ("location", location), ("amount", "45")];
    filed(ItemKind::Parking, &fields)
}

fn toll(road: &str) -> ItemDetails {
    filed(ItemKind::Toll, &[("toll_road", road), ("amount", "3.50")])
}

#[test]
fn every_field_of_a_ticket_is_stored_and_can_be_cleared() {
    let mut world = World::new();
    add_court(&world);
    let user = world.user("ann@example.com");
    let (full, required) = (ticket(), ticket_with_required_fields());
    for (first, second) in [(full.clone(), required.clone()), (required, full)] {
        let filed = world.store().insert_item(user, &first, None, at(1)).unwrap();
        assert_eq!(filed.details(), first);
        let id = filed.payable();
        assert_eq!(world.store().lock_item(id).unwrap(), Some(filed));
        let changed = world.store().update_item(id, &second).unwrap().unwrap();
        assert_eq!(changed.details(), second, "empty fields are cleared");
        assert_eq!(world.store().lock_item(id).unwrap(), Some(changed));
    }
}

#[test]
fn updating_a_ticket_with_toll_details_or_locking_a_lawyer_as_an_item_is_an_error() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let id = world.ticket(user);
    assert!(world.store().update_item(Payable::Ticket(id), &toll("I-95")).is_err());
    assert!(world.store().lock_item(Payable::Lawyer(id)).is_err());
}

#[test]
fn a_removed_item_is_in_no_list_but_its_row_stays_in_the_table() {
    let mut world = World::new();
    add_court(&world);
    let user = world.user("ann@example.com");
    let staff = world.user("staff@example.com");
    for (table, details) in [("tickets", ticket()), ("parking", parking("Elm St")), ("tolls", toll("I-95"))] {
        let item = world.store().insert_item(user, &details, None, at(1)).unwrap().payable();
        world.store().mark_item_paid(item, at(2)).unwrap();
        let removal = Removal { by: staff, result: "Dismissed".to_owned(), at: at(3) };
        world.store().remove_item(item, &removal).unwrap();
        let mut store = world.store();
        assert_eq!(store.payable_item(item).unwrap(), None, "{table}");
        assert_eq!(store.lock_payable_item(item).unwrap(), None, "{table}");
        assert_eq!(store.lock_item(item).unwrap(), None, "{table}");
        assert_eq!(store.update_item(item, &details).unwrap(), None, "{table}");
        let listed = (
            store.tickets_of(user).unwrap().len(),
            store.parking_of(user).unwrap().len(),
            store.tolls_of(user).unwrap().len(),
        );
        assert_eq!(listed, (0, 0, 0), "{table}");
        assert_eq!(store.paid_items(user, &HistoryFilter::default(), ALL).unwrap().total, 0, "{table}");
        assert!(store.timeline(user, TimelineKind::ALL, None, 50).unwrap().is_empty(), "{table}");
        assert!(store.records_by_id(&[item.item_id()..=item.item_id()], 4).unwrap().is_empty(), "{table}");
        // The search includes the quotation marks, because times in the data may contain the same digits.
        assert!(!store.personal_data(user).unwrap().unwrap().contains("\"3.50\""), "{table}");
        // If the item is removed again, the reason of the first removal remains.
        store.remove_item(item, &Removal { result: "Again".to_owned(), ..removal }).unwrap();
        let removed_row =
            world.db.value(&format!("SELECT removal_result || ' ' || removed_by AS value FROM {table}"));
        assert_eq!(removed_row, Some(format!("Dismissed {staff}")));
    }
}

#[test]
fn a_citation_is_found_by_its_item_or_by_a_payment_for_the_item() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let [ticket, parking, toll, lawyer] = world.payables(ann);
    let [hired, paid] = [lawyer, toll]
        .map(|payable| world.payment_in(ann, payable, payable.kind().as_str(), PaymentStatus::Settled).id);
    world.db.execute(
        "UPDATE tickets SET citation_number = 'T-1', issuer = 'Court', removed_at = now(), removed_by = user_id, removal_result = 'Dismissed';
         UPDATE parking SET citation_number = NULL, issuer = 'City';
         UPDATE tolls SET citation_number = 'L-3', issuer = NULL",
    );
    let records = [ticket, parking, toll, lawyer].map(CitedBy::Item);
    let records = [records.as_slice(), &[CitedBy::Payment(hired), CitedBy::Payment(paid)]].concat();
    let court = Citation::new(Some("T-1"), Some("Court"));
    let road = Citation::new(Some("L-3"), None);
    let expected =
        [court.clone(), Citation::new(None, Some("City")), road.clone(), court.clone(), court, road];
    let found = world.store().citations_of(&records).unwrap();
    assert_eq!(found, records.into_iter().zip(expected).collect::<Vec<_>>());
}

/// Checks that the search "AB 12" in a list finds exactly the records of the expected drivers.
macro_rules! finds {
    ($world:ident, $list:ident, $driver:expr, $expected:expr) => {
        let query = Query::<$list>::all(ALL).with_search(Search::parse("AB 12"));
        let found = $list::read_page(&mut $world.store(), &query).unwrap().items;
        assert_eq!(found.iter().map($driver).collect::<Vec<_>>(), $expected, stringify!($list));
    };
}

#[test]
fn every_back_office_list_can_be_searched_by_citation_number() {
    let mut world = World::new();
    let (ann, bob) = (world.user("ann@example.com"), world.user("bob@example.com"));
    for user in [ann, bob] {
        let [ticket, parking, ..] = world.payables(user);
        for (item, key) in [(ticket, "a"), (parking, "b")] {
            let payment = world.payment_in(user, item, &format!("{key}{}", user.0), PaymentStatus::Settled);
            world.transaction(payment.id, at(1));
        }
    }
    world.db.execute(&format!(
        "UPDATE tickets SET citation_number = 'ab-12 3' WHERE user_id = {ann};
         UPDATE tickets SET citation_number = 'XAB123' WHERE user_id = {bob};
         UPDATE users SET vehicle_info_added_at = now(), status_requested_at = now();
         INSERT INTO lawyer_hires (user_id, ticket_id, violation_type, amount_cents, confirmation_number, created_at)
            SELECT user_id, id, violation_type, 100, 'CONF-' || id, now() FROM tickets;
         INSERT INTO chargebacks (payment_id, user_id, confirmation_number, provider_id, amount_cents, reason, status, is_withdrawn, opened_at)
            SELECT id, user_id, confirmation_number, 'du_' || id, 100, 'fraudulent', 'needs_response', true, now() FROM payments;
         INSERT INTO missing_ticket_reports (user_id, state, ticket_type, reported_at) SELECT id, 'Ohio', 'Parking ticket', now() FROM users;
         INSERT INTO help_inquiries (user_id, type, created_at) SELECT id, 'chat', now() FROM users;
         INSERT INTO text_notification_requests (user_id, phone_number, requested_at) SELECT id, '555123456' || id % 10, now() FROM users"
    ));
    finds!(world, UserList, |user| user.id, [ann]);
    finds!(world, VehicleUpdateList, |user| user.id, [ann]);
    finds!(world, StatusRequestList, |request| request.user.id, [ann]);
    finds!(world, HireList, |hire| hire.user_id, [ann]);
    finds!(world, TransactionList, |paid| (paid.user_id, paid.payable.kind()), [(ann, PayableKind::Ticket)]);
    finds!(world, ChargebackList, |chargeback| chargeback.user_id, [ann]);
    finds!(world, ReportList, |report| report.user_id, [ann]);
    finds!(world, InquiryList, |inquiry| inquiry.user_id, [ann]);
    finds!(world, TextRequestList, |request| request.user_id, [Some(ann)]);
}

#[test]
fn records_and_drivers_are_found_by_the_start_of_a_citation_number() {
    let mut world = World::new();
    let (ann, bob) = (world.user("ann@example.com"), world.user("bob@example.com"));
    let (ticket, other) = (world.ticket(ann), world.ticket(bob));
    world.db.execute(&format!(
        "UPDATE tickets SET citation_number = 'ab-12 3' WHERE id = {ticket};
         UPDATE tickets SET citation_number = 'XAB123' WHERE id = {other}"
    ));
    let mut store = world.store();
    let found: Vec<i32> =
        store.records_by_citation("AB12", 4).unwrap().iter().map(|record| record.id).collect();
    assert_eq!(found, [ticket.0]);
    for (typed, expected) in [("AB 12", vec![ann]), ("ab123", vec![ann]), ("b123", vec![])] {
        let query = Query::<UserList>::all(ALL).with_search(Search::parse(typed));
        let users = UserList::read_page(&mut store, &query).unwrap().items;
        assert_eq!(users.iter().map(|user| user.id).collect::<Vec<_>>(), expected, "{typed}");
    }
}
