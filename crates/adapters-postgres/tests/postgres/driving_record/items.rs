use chrono::NaiveDate;
use domain::driving_record::kinds::{ChargeStatus, Fees, TicketStatus};
use domain::driving_record::new_item::{ParkingDetails, TollDetails};
use domain::driving_record::ticket::Ticket;
use domain::shared::ids::TollId;
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::driving_record::items::Items;
use ports::shared::store_error::StoreError;

use super::{add_court, full_ticket};
use crate::support::{World, at};

/// Returns this day of January 2026.
fn day(day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 1, day).unwrap()
}

#[test]
fn a_ticket_is_read_with_all_its_columns() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    add_court(&world);
    let filed = full_ticket();
    let stored = filed.fields().into_iter().map(|(field, text)| match field {
        "processing_fee_amount" => ("processing_fee_hundredths", "250".to_owned()),
        "our_processing_fee" => ("our_processing_fee_cents", "100".to_owned()),
        _ => (field, text),
    });
    let (columns, texts): (Vec<&str>, Vec<String>) = stored.unzip();
    world.db.execute(&format!(
        "INSERT INTO tickets (user_id, is_paid, paid_at, created_at, {})
         VALUES ({user}, true, '{}', '{}', '{}')",
        columns.join(", "),
        at(3),
        at(2),
        texts.join("', '")
    ));
    let [(ticket, _)] = world.store().tickets_of(user).unwrap().try_into().unwrap();
    let expected = Ticket {
        id: ticket.id,
        user_id: user,
        filed,
        is_paid: true,
        paid_at: Some(at(3)),
        created_at: at(2),
        version: 1,
    };
    assert_eq!(ticket, expected);
    assert_eq!(world.store().ticket(ticket.id).unwrap(), Some(expected));
}

#[test]
fn columns_omitted_from_an_insert_have_the_specified_defaults() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let (ticket, parking, toll) = (world.ticket(user), world.parking(user), world.toll(user));
    let mut store = world.store();
    let ticket = store.ticket(ticket).unwrap().unwrap();
    let filed = ticket.filed;
    assert_eq!((filed.status, ticket.is_paid, filed.is_disputed), (TicketStatus::Fine, false, false));
    assert_eq!((filed.due_date, filed.court_date, filed.violation_code), (None, None, None));
    assert_eq!(filed.fees, Fees::default_for_ticket());
    let parking = store.parking(parking).unwrap().unwrap();
    let filed = ParkingDetails {
        citation_number: None,
        issuer: None,
        violation_type: "Expired meter".to_owned(),
        date: day(3),
        due_date: None,
        is_due_date_ours: false,
        is_settled_unpaid: false,
        location: "Elm St".to_owned(),
        amount: "see notice".to_owned(),
        status: ChargeStatus::Unpaid,
        is_disputed: false,
        fees: Fees::default_for_parking(),
    };
    assert_eq!((parking.filed, parking.is_paid, parking.paid_at, parking.version), (filed, false, None, 1));
    let toll = store.toll(toll).unwrap().unwrap();
    let filed = TollDetails {
        citation_number: None,
        issuer: None,
        time_of_day: None,
        toll_road: "I-95 Express".to_owned(),
        date: day(4),
        due_date: None,
        amount: "3.75".to_owned(),
        status: ChargeStatus::Unpaid,
        is_disputed: false,
        fees: Fees::default_for_toll(),
    };
    assert_eq!((toll.filed, toll.is_paid, toll.paid_at, toll.version), (filed, false, None, 1));
}

/// The violation type isn't in the list of estimates either, so the fine is the estimate for all other types.
#[test]
fn the_fine_of_an_item_whose_amount_is_not_a_number_is_an_estimate() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let parking = Payable::Parking(world.parking(user));
    let found = [world.store().payable_item(parking), world.store().lock_payable_item(parking)];
    assert_eq!(found.map(|item| item.unwrap().unwrap().fine), [Money::from_cents(7_500); 2]);
}

#[test]
fn marking_a_lawyer_or_an_unknown_item_as_paid_is_an_error() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let lawyer = Payable::Lawyer(world.ticket(user));
    for payable in [lawyer, Payable::Toll(TollId(999))] {
        assert!(matches!(world.store().mark_item_paid(payable, at(1)), Err(StoreError::Failed(_))));
    }
}

/// If an amount can be read in only one way, the migration rewrites it in a plain form with the same value. An
/// ambiguous amount remains as it is.
#[test]
fn the_migration_normalizes_only_unambiguous_amounts() {
    const WRITE_PLAINLY: &str =
        include_str!("../../../../../migrations/2026-11-22-000031_write_amounts_plainly/up.sql");
    let cases = [
        ("$ 150", "$150"),
        ("150$", "$150"),
        ("150.", "150"),
        (".5", "0.5"),
        ("$.50", "$0.50"),
        ("$150", "$150"),
        ("1150.50", "1150.50"),
        ("$1,150.50", "$1,150.50"),
        ("150,00", "150,00"),
        ("12.345", "12.345"),
        ("See court", "See court"),
        (".", "."),
    ];
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let (ticket, parking, toll) = (world.ticket(user), world.parking(user), world.toll(user));
    for (before, after) in cases {
        for table in ["tickets", "parking", "tolls"] {
            world.db.execute(&format!("UPDATE {table} SET amount = '{before}'"));
        }
        world.db.execute(WRITE_PLAINLY);
        let mut store = world.store();
        let amounts = [
            store.ticket(ticket).unwrap().unwrap().filed.amount,
            store.parking(parking).unwrap().unwrap().filed.amount,
            store.toll(toll).unwrap().unwrap().filed.amount,
        ];
        assert_eq!(amounts, [after; 3].map(str::to_owned), "{before}");
    }
}
