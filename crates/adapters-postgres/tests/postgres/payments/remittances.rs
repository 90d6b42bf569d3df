//! Tests of authorities and remittances in the database.

use domain::payments::ledger::{Account, EntryKind, Posting};
use domain::payments::remittances::authority::{Authority, AuthorityDetails, AuthorityKind};
use domain::shared::money::Money;
use ports::payments::books::NewEntry;
use ports::payments::remittances::{
    Authorities, NewObligation, Obligations, Remittances, SaveAuthorityResult,
};
use ports::shared::store_error::StoreError;
use ports::store::{Store, in_transaction};

use crate::support::{World, at};

fn details(name: &str, also_called: &[&str]) -> AuthorityDetails {
    let also_called: Vec<String> = also_called.iter().map(|name| (*name).to_owned()).collect();
    AuthorityDetails::parse(name, AuthorityKind::City, &also_called, Some("By ACH"))
        .and_then(|details| details.with_postal_address(Some("PO Box 1\nAustin, TX")))
        .unwrap()
}

pub(super) fn add_authority(world: &mut World, name: &str, also_called: &[&str]) -> Authority {
    match world.store().insert_authority(&details(name, also_called)).unwrap() {
        SaveAuthorityResult::Saved(authority) => authority,
        other => panic!("{other:?}"),
    }
}

#[test]
fn if_two_authorities_with_the_same_name_are_added_concurrently_the_second_is_refused() {
    let world = World::new();
    let add = |store: &mut dyn Store| store.insert_authority(&details("City of Houston", &[]));
    let (first, second) = world.run_overlapping(add, add);
    assert!(matches!(first, SaveAuthorityResult::Saved(_)), "{first:?}");
    assert_eq!(second, SaveAuthorityResult::NameTaken("City of Houston".to_owned()));
}

/// Earlier releases didn't store which amounts were downloaded, so the downloaded file may contain the whole amount.
#[test]
fn a_remittance_prepared_by_an_earlier_release_is_considered_downloaded() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let [ticket, ..] = world.payables(ann);
    let houston = add_authority(&mut world, "City of Houston", &[]);
    let payment = world.payment(ann, ticket, "a").id;
    let posting = |account, cents| Posting { account, amount: Money::from_cents(cents) };
    let charge = NewEntry {
        kind: EntryKind::Charge,
        source: "charge:a".to_owned(),
        subject: None,
        payment_id: Some(payment),
        happened_at: at(0),
        postings: vec![posting(Account::Provider, 5_000), posting(Account::TrafficFines, -5_000)],
    };
    let posted: Result<bool, StoreError> =
        in_transaction(&world.db.database(), |store| store.post_entry(&charge));
    assert!(posted.unwrap());
    let obligation = NewObligation {
        payment_id: payment,
        issuer: Some("City of Houston".to_owned()),
        charged_at: at(10),
        send_by: at(110),
        is_late_notified: false,
    };
    world.store().store_obligation_if_new(&obligation).unwrap();
    world.store().prepare_remittance(houston.id.into(), ann, at(40), 9).unwrap().unwrap();
    world.db.execute("UPDATE obligations SET filed_cents = NULL");
    let one = world.store().obligation(payment.into(), at(40)).unwrap().unwrap();
    assert_eq!(one.prepared.unwrap().in_file, Some(Money::from_cents(5_000)));
}
