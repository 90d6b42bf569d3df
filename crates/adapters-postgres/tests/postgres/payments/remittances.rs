//! Authorities, obligations and remittances in the database.

use domain::payments::ledger::{Account, EntryKind, Posting};
use domain::payments::remittances::authority::{Authority, AuthorityDetails, AuthorityKind};
use domain::payments::remittances::billed_again::SecondBillOutcome;
use domain::payments::remittances::obligation::{ObligationProblem, ObligationStatus};
use domain::payments::remittances::proof::MAX_PROOF;
use domain::payments::remittances::remittance::{RemittanceStatus, TransferRecord};
use domain::shared::file_kind::FileKind;
use domain::shared::ids::{
    AuthorityId, PaymentId, ProofId, RemittanceId, SecondBillId, TransactionId, UserId,
};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::payments::books::{Books, NewEntry};
use ports::payments::remittances::billed_again::{SecondBillResolution, SecondBills};
use ports::payments::remittances::proofs::{NewProof, Proofs};
use ports::payments::remittances::{
    Authorities, NewObligation, ObligationFilter, Obligations, Remittances, SaveAuthorityResult,
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

fn post_entry(world: &World, payment: PaymentId, kind: EntryKind, source: &str, lines: &[(Account, i64)]) {
    let posting =
        |(account, cents): &(Account, i64)| Posting { account: *account, amount: Money::from_cents(*cents) };
    let entry = NewEntry {
        kind,
        source: source.to_owned(),
        subject: None,
        payment_id: Some(payment),
        happened_at: at(0),
        postings: lines.iter().map(posting).collect(),
    };
    let posted: Result<bool, StoreError> =
        in_transaction(&world.db.database(), |store| store.post_entry(&entry));
    posted.unwrap();
}

/// Creates a received payment for an item with this issuer.
pub(super) fn owed(
    world: &mut World,
    user: UserId,
    payable: Payable,
    issuer: Option<&str>,
    charged: i64,
) -> PaymentId {
    let key = format!("key-{charged}");
    let payment = world.payment(user, payable, &key).id;
    let lines = [(Account::Provider, 5_000), (Account::ParkingFines, -5_000)];
    post_entry(world, payment, EntryKind::Charge, &key, &lines);
    let new = NewObligation {
        payment_id: payment,
        issuer: issuer.map(str::to_owned),
        charged_at: at(charged),
        send_by: at(charged + 100),
        is_late_notified: false,
    };
    for _ in 0..2 {
        world.store().record_obligation(&new).unwrap();
    }
    payment
}

/// The amount of each payment that is owed to an authority.
pub(super) const FIFTY: Money = Money::from_cents(5_000);

pub(super) fn sending() -> TransferRecord {
    TransferRecord { on: at(0).date_naive(), reference: "ACH 1".to_owned() }
}

#[test]
fn an_authoritys_names_are_unique_across_authorities() {
    let mut world = World::new();
    let houston = add_authority(&mut world, "City of Houston", &["Houston PD", "HPD"]);
    assert_eq!(world.store().authorities().unwrap(), std::slice::from_ref(&houston));
    let same = world.store().insert_authority(&details("Harris", &["h.p.d."])).unwrap();
    assert_eq!(same, SaveAuthorityResult::NameTaken("City of Houston".to_owned()));
    let harris = add_authority(&mut world, "Harris County", &[]);
    let taken = world.store().update_authority(harris.id, 1, &details("HPD", &[])).unwrap();
    assert_eq!(taken, SaveAuthorityResult::NameTaken("City of Houston".to_owned()));
    let fewer = world.store().update_authority(houston.id, 1, &details("City of Houston", &[])).unwrap();
    assert!(matches!(fewer, SaveAuthorityResult::Saved(Authority { version: 2, .. })), "{fewer:?}");
    let late = world.store().update_authority(houston.id, 1, &details("Houston", &[])).unwrap();
    assert!(matches!(late, SaveAuthorityResult::Changed(Authority { version: 2, .. })), "{late:?}");
    let free = world.store().update_authority(harris.id, 1, &details("Harris County", &["HPD"])).unwrap();
    assert!(matches!(free, SaveAuthorityResult::Saved(_)), "{free:?}");
    let gone = world.store().update_authority(AuthorityId(99), 1, &details("Dallas", &[])).unwrap();
    assert_eq!(gone, SaveAuthorityResult::Gone);
}

#[test]
fn the_second_of_two_concurrent_authorities_with_one_name_is_refused() {
    let world = World::new();
    let add = |store: &mut dyn Store| store.insert_authority(&details("City of Houston", &[]));
    let (first, second) = world.run_overlapping(add, add);
    assert!(matches!(first, SaveAuthorityResult::Saved(_)), "{first:?}");
    assert_eq!(second, SaveAuthorityResult::NameTaken("City of Houston".to_owned()));
}

#[test]
fn an_obligation_gets_its_authority_when_its_issuer_is_added_later() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let [ticket, parking, ..] = world.payables(ann);
    let houston = add_authority(&mut world, "City of Houston", &[]);
    let (later, another) =
        (owed(&mut world, ann, parking, None, 20), owed(&mut world, ann, ticket, None, 10));
    world.store().update_obligation_issuer(parking, "CITY OF HOUSTON").unwrap();
    let of = |world: &mut World, payment: PaymentId| {
        world.store().obligation(payment.into(), at(0)).unwrap().unwrap()
    };
    assert_eq!(of(&mut world, later).authority_id(), Some(houston.id));
    assert_eq!(of(&mut world, another).authority_id(), None);
    // If an obligation already has an authority, a new issuer doesn't change it.
    world.store().update_obligation_issuer(parking, "Dallas").unwrap();
    assert_eq!(of(&mut world, later).authority_id(), Some(houston.id));
}

#[test]
fn obligations_are_assigned_by_issuer_or_by_payment_and_late_ones_are_marked_as_notified_once() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let [ticket, parking, toll, _] = world.payables(ann);
    let houston = add_authority(&mut world, "City of Houston", &[]);
    let known = owed(&mut world, ann, ticket, Some("CITY OF HOUSTON"), 30);
    let later = owed(&mut world, ann, parking, Some("H.P.D."), 20);
    let nobodys = owed(&mut world, ann, toll, None, 10);
    let ids = |world: &mut World, to: Option<AuthorityId>| -> Vec<PaymentId> {
        let which = ObligationFilter { to, ..ObligationFilter::default() };
        let found = world.store().obligations_owed(&which, at(0), 9).unwrap();
        found.iter().map(|one| one.payment_id).collect()
    };
    assert_eq!(
        (ids(&mut world, Some(houston.id)), ids(&mut world, None)),
        (vec![known], vec![nobodys, later])
    );
    let mut found = |issuer: Option<&str>, query: Option<&str>| -> Vec<PaymentId> {
        let which = ObligationFilter {
            to: None,
            issuer_key: issuer.map(str::to_owned),
            query: query.map(str::to_owned),
        };
        let found = world.store().obligations_owed(&which, at(0), 9).unwrap();
        found.iter().map(|one| one.payment_id).collect()
    };
    assert_eq!((found(Some("hpd"), None), found(Some(""), None)), (vec![later], vec![nobodys]));
    assert_eq!(found(None, Some("conf-")), [nobodys, later]);
    assert_eq!(found(Some("hpd"), Some("100%")), []);
    world.store().update_authority(houston.id, 1, &details("City of Houston", &["HPD"])).unwrap();
    assert_eq!(world.store().assign_obligations_by_issuer(houston.id).unwrap(), 1);
    assert_eq!(world.store().assign_payments(houston.id, &[nobodys, PaymentId(99)]).unwrap(), 1);
    assert_eq!(ids(&mut world, Some(houston.id)), [nobodys, later, known]);
    let now = at(115);
    let owed = world.store().amounts_owed(now).unwrap();
    let [to] = owed.as_slice() else { panic!("{owed:?}") };
    assert_eq!((to.payments, to.amount, to.late, to.since), (3, Money::from_cents(15_000), 1, at(10)));
    let late = world.store().late_obligations_to_notify(now, 9).unwrap();
    assert_eq!(
        late.iter().map(|one| (one.payment_id, one.lateness)).collect::<Vec<_>>(),
        [(nobodys, Some(ObligationProblem::NotSent))]
    );
    let was_marked = [(); 2].map(|()| world.store().mark_late_notified(nobodys, now).unwrap());
    assert_eq!(
        (was_marked, world.store().late_obligations_to_notify(now, 9).unwrap()),
        ([true, false], vec![])
    );
}

#[test]
fn a_remittance_contains_the_sendable_obligations_and_sets_their_status() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let [ticket, parking, toll, _] = world.payables(ann);
    let houston = add_authority(&mut world, "City of Houston", &[]);
    let name = Some("City of Houston");
    let first = owed(&mut world, ann, ticket, name, 10);
    let waits = owed(&mut world, ann, parking, name, 20);
    let third = owed(&mut world, ann, toll, name, 30);
    world.db.execute(&format!(
        "INSERT INTO refunds (payment_id, amount_cents, reason, status, idempotency_key, created_at, updated_at)
         VALUES ({waits}, 100, 'by_staff', 'due', 'r', now(), now())"
    ));
    let made = world.store().prepare_remittance(houston.id.into(), ann, at(40), 9).unwrap().unwrap();
    assert_eq!((made.payments, made.amount), (2, Money::from_cents(10_000)));
    assert_eq!(world.store().prepare_remittance(houston.id.into(), ann, at(40), 9).unwrap(), None);
    let inside = world.store().obligations_in(made.id, at(40), 9).unwrap();
    assert_eq!(inside.iter().map(|one| one.payment_id).collect::<Vec<_>>(), [first, third]);
    assert_eq!(world.store().amounts_owed(at(40)).unwrap()[0].held_back, 1);

    world.store().undo_remittance(made.id).unwrap();
    assert_eq!(world.store().remittance(made.id).unwrap(), None);
    let made = world.store().prepare_remittance(houston.id.into(), ann, at(40), 1).unwrap().unwrap();
    assert_eq!(made.payments, 1, "at most one");
    let positions = world.store().lock_payments_with_sums(made.id).unwrap();
    assert_eq!(
        positions.iter().map(|(payment, sums)| (*payment, sums.len())).collect::<Vec<_>>(),
        [(first, 2)]
    );
    let entry = NewEntry {
        kind: EntryKind::Remitted,
        source: "remitted:1".to_owned(),
        subject: None,
        payment_id: Some(first),
        happened_at: at(50),
        postings: [(Account::Bank, -5_000), (Account::ParkingFines, 5_000)]
            .map(|(account, cents)| Posting { account, amount: Money::from_cents(cents) })
            .to_vec(),
    };
    for _ in 0..2 {
        let posted: Result<(), StoreError> =
            in_transaction(&world.db.database(), |store| store.post_entries(std::slice::from_ref(&entry)));
        posted.unwrap();
    }
    assert_eq!(world.store().unbalanced_entries().unwrap(), 0);
    world.store().record_sent(made.id, &sending(), at(50), &[(first, FIFTY)]).unwrap();
    let sent = world.store().lock_remittance(made.id).unwrap().unwrap();
    assert_eq!(
        (sent.status, sent.sent, sent.sent_at),
        (RemittanceStatus::Sent, Some(sending()), Some(at(50)))
    );
    assert!(!world.store().mark_accepted_if_complete(made.id, at(60).date_naive()).unwrap());
    world
        .store()
        .change_obligation_status(first.into(), ObligationStatus::Accepted, Some(at(60).date_naive()))
        .unwrap();
    assert!(world.store().mark_accepted_if_complete(made.id, at(60).date_naive()).unwrap());
    // An obligation that is still owed can't be set to accepted.
    world
        .store()
        .change_obligation_status(third.into(), ObligationStatus::Accepted, Some(at(60).date_naive()))
        .unwrap();
    assert_eq!(
        world.store().obligation(third.into(), at(60)).unwrap().unwrap().status,
        ObligationStatus::Owed
    );
    let trails = world.store().money_trails(&[first, third]).unwrap();
    let accepted = trails.iter().find(|(payment, _)| *payment == first).unwrap();
    assert_eq!(accepted.1.reference.as_deref(), Some("ACH 1"));

    post_entry(
        &world,
        first,
        EntryKind::Refund,
        "back",
        &[(Account::Provider, -900), (Account::ToRecover, 900)],
    );
    let to_recover = world.store().obligations_to_recover(at(60), 9).unwrap();
    assert_eq!(to_recover.iter().map(|one| one.to_recover.cents()).collect::<Vec<_>>(), [900]);
    world.store().reopen_obligation(first).unwrap();
    let again = world.store().obligation(first.into(), at(60)).unwrap().unwrap();
    assert_eq!((again.status, again.remittance_id, again.accepted_on), (ObligationStatus::Owed, None, None));
    assert_eq!(world.store().remittances(None, 9).unwrap().len(), 1);
    assert_eq!(world.store().remittances(Some(RemittanceId(1)), 9).unwrap(), []);
}

#[test]
fn a_prepared_remittance_excludes_refunds_and_stores_its_last_download() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let [ticket, parking, toll, _] = world.payables(ann);
    let houston = add_authority(&mut world, "City of Houston", &[]);
    let name = Some("City of Houston");
    let [whole, part, waits] =
        [(ticket, 10), (parking, 20), (toll, 30)].map(|(item, at)| owed(&mut world, ann, item, name, at));
    let id = world.store().prepare_remittance(houston.id.into(), ann, at(40), 9).unwrap().unwrap().id;
    let numbers = |world: &mut World| {
        let one = world.store().lock_remittance(id).unwrap().unwrap();
        let listed = world.store().remittances(None, 9).unwrap();
        assert_eq!(listed, std::slice::from_ref(&one));
        (
            one.payments,
            one.amount.cents(),
            one.left_out.payments,
            one.left_out.amount.cents(),
            one.downloaded_at,
        )
    };
    assert_eq!(numbers(&mut world), (3, 15_000, 0, 0, None));
    let in_file = |world: &mut World| {
        let inside = world.store().obligations_in(id, at(40), 9).unwrap();
        inside.iter().map(|one| one.prepared.unwrap().in_file.map(Money::cents)).collect::<Vec<_>>()
    };
    assert_eq!(in_file(&mut world), [None; 3]);
    let file = [(whole, FIFTY), (part, FIFTY), (waits, Money::ZERO)];
    world.store().record_download(id, at(45), &file).unwrap();
    assert_eq!(in_file(&mut world), [Some(5_000), Some(5_000), Some(0)]);

    let back = |cents: i64| [(Account::Provider, -cents), (Account::ParkingFines, cents)];
    post_entry(&world, part, EntryKind::Refund, "part", &back(1_000));
    post_entry(&world, whole, EntryKind::Refund, "whole", &back(5_000));
    world.db.execute(&format!(
        "INSERT INTO refunds (payment_id, amount_cents, reason, status, idempotency_key, created_at, updated_at)
         VALUES ({waits}, 100, 'by_staff', 'due', 'r', now(), now())"
    ));
    assert_eq!(numbers(&mut world), (1, 4_000, 3, 11_000, Some(at(45))));
    let inside = world.store().obligations_in(id, at(40), 9).unwrap();
    let sendable: Vec<_> =
        inside.iter().map(|one| (one.amount.cents(), one.prepared.unwrap().prepared)).collect();
    assert_eq!(sendable, [(0, FIFTY), (4_000, FIFTY), (0, FIFTY)]);

    world.store().record_sent(id, &sending(), at(50), &[(part, Money::from_cents(4_000))]).unwrap();
    assert_eq!(numbers(&mut world), (1, 4_000, 0, 0, Some(at(45))));
    let left = world.store().obligation(waits.into(), at(50)).unwrap().unwrap();
    assert_eq!((left.status, left.remittance_id, left.prepared), (ObligationStatus::Owed, None, None));
}

/// Earlier releases didn't store which amounts were downloaded, so the downloaded file may
/// contain the whole amount.
#[test]
fn a_remittance_prepared_by_an_earlier_release_is_considered_downloaded() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let [ticket, ..] = world.payables(ann);
    let houston = add_authority(&mut world, "City of Houston", &[]);
    let payment = owed(&mut world, ann, ticket, Some("City of Houston"), 10);
    world.store().prepare_remittance(houston.id.into(), ann, at(40), 9).unwrap().unwrap();
    world.db.execute("UPDATE obligations SET filed_cents = NULL");
    let one = world.store().obligation(payment.into(), at(40)).unwrap().unwrap();
    assert_eq!(one.prepared.unwrap().in_file, Some(FIFTY));
}

#[test]
fn city_data_shows_whether_a_sent_obligation_was_accepted_or_is_late() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let parking = world.parking(ann);
    let houston = add_authority(&mut world, "City of Houston", &[]);
    world.db.execute(&format!(
        "INSERT INTO source_citations (source, number, user_id, parking_id, authority, owed_cents, as_of)
         VALUES ('nyc', '77', {ann}, {parking}, 'City of Houston', 5000, '{}')",
        at(0)
    ));
    assert_eq!(
        world.store().issuer_of(Payable::Parking(parking)).unwrap().as_deref(),
        Some("City of Houston")
    );
    let payment = owed(&mut world, ann, Payable::Parking(parking), Some("City of Houston"), 0);
    let made = world.store().prepare_remittance(houston.id.into(), ann, at(1), 9).unwrap().unwrap();
    world.store().record_sent(made.id, &sending(), at(2), &[(payment, FIFTY)]).unwrap();
    assert_eq!(world.store().obligations_open_at_source(at(9), 9).unwrap(), []);
    let two_days_later = at(2 + 48 * 3600);
    world.db.execute(&format!("UPDATE source_citations SET as_of = '{two_days_later}'"));
    let open = world.store().obligations_open_at_source(at(9), 9).unwrap();
    assert_eq!(
        (open[0].number.as_deref(), open[0].lateness),
        (Some("77"), Some(ObligationProblem::OpenAtSource))
    );
    assert_eq!(world.store().payments_settled_at_source(9).unwrap(), []);
    world.db.execute(&format!("UPDATE source_citations SET owed_cents = 0, settled_at = '{two_days_later}'"));
    let settled = world.store().payments_settled_at_source(9).unwrap();
    assert_eq!(settled, [(payment, two_days_later.date_naive())]);
    // The city's data is from the evening before the remittance was sent. In UTC, that time is already on the
    // day of sending.
    world.db.execute(
        "UPDATE source_citations SET settled_at = (SELECT sent_on FROM remittances)::timestamp AT TIME ZONE 'UTC'
         + interval '2 hours'",
    );
    assert_eq!(world.store().payments_settled_at_source(9).unwrap(), []);
}

#[test]
fn settled_payments_without_an_obligation_are_found_until_they_have_one() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let ticket = Payable::Ticket(world.ticket(ann));
    let payment = world.payment(ann, ticket, "a").id;
    world.db.execute(&format!(
        "INSERT INTO payment_transactions (user_id, payment_id, payment_type, ticket_id, amount_cents, processing_fee_cents,
            our_fee_cents, confirmation_number, status, created_at)
         VALUES ({ann}, {payment}, 'traffic_ticket', {}, 5000, 299, 299, 'CONF-1', 'Completed', now())",
        ticket.item_id()
    ));
    assert_eq!(
        world.store().transactions_without_obligation(TransactionId(0), 9).unwrap(),
        [],
        "no money was received"
    );
    post_entry(
        &world,
        payment,
        EntryKind::Charge,
        "c",
        &[(Account::Provider, 50), (Account::TrafficFines, -50)],
    );
    let found = world.store().transactions_without_obligation(TransactionId(0), 9).unwrap();
    assert_eq!(
        found.iter().map(|one| (one.payment_id, one.payable)).collect::<Vec<_>>(),
        [(payment, ticket)]
    );
    assert_eq!(world.store().transactions_without_obligation(found[0].id, 9).unwrap(), []);
}

#[test]
fn a_proof_file_of_any_size_round_trips() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let [ticket, ..] = world.payables(ann);
    let houston = add_authority(&mut world, "City of Houston", &[]);
    owed(&mut world, ann, ticket, Some("City of Houston"), 10);
    let remittance_id =
        world.store().prepare_remittance(houston.id.into(), ann, at(40), 9).unwrap().unwrap().id;
    let piece = 256 * 1024;
    let mut kept = Vec::new();
    for length in [1, piece - 1, piece, piece + 1, MAX_PROOF] {
        let content: Vec<u8> = (0..length).map(|at| u8::try_from(at % 251).unwrap()).collect();
        let new = NewProof {
            remittance_id,
            name: "statement.pdf",
            kind: FileKind::Pdf,
            content: &content,
            by: ann,
            at: at(50),
        };
        let proof = world.store().insert_proof(&new).unwrap();
        assert_eq!(proof.bytes, i64::try_from(length).unwrap());
        assert!(world.store().proof_content(proof.id).unwrap() == content, "{length} bytes");
        kept.push(proof);
    }
    assert_eq!(world.store().proofs_of(&[remittance_id, RemittanceId(99)]).unwrap(), kept);
    assert_eq!(world.store().proof(kept[0].id).unwrap().as_ref(), Some(&kept[0]));
    let gone = [(); 2].map(|()| world.store().remove_proof(kept[4].id).unwrap());
    assert_eq!(gone, [true, false]);
    let pieces = world.db.value("SELECT count(*) FROM remittance_proof_pieces");
    assert_eq!(pieces.as_deref(), Some("5"), "one piece for each of three files and two for the last");
    assert_eq!(world.store().proof(ProofId(99)).unwrap(), None);
}

#[test]
fn a_payment_can_have_only_one_open_second_bill() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let [ticket, ..] = world.payables(ann);
    let payment = owed(&mut world, ann, ticket, None, 10);
    let transaction = world.transaction(payment, at(10));
    let of = (payment, transaction);
    let first = world.store().open_second_bill(of, ann, at(20)).unwrap().unwrap();
    assert_eq!(world.store().open_second_bill(of, ann, at(21)).unwrap(), None);
    let settled = SecondBillResolution {
        at: at(30),
        by: Some(ann),
        outcome: SecondBillOutcome::SentAgain,
        note: "Sent by cheque.".to_owned(),
    };
    let done = [(); 2].map(|()| world.store().settle_second_bill(first.id, &settled).unwrap());
    assert_eq!(done, [true, false]);
    assert_eq!(world.store().second_bill(first.id).unwrap().unwrap().settled, Some(settled));
    let second = world.store().open_second_bill(of, ann, at(40)).unwrap().unwrap();
    assert_eq!(world.store().newest_second_bills(&[payment]).unwrap(), std::slice::from_ref(&second));
    assert_eq!(world.store().open_second_bills(9).unwrap(), [second]);
    let ids: Vec<SecondBillId> =
        world.store().settled_second_bills(9).unwrap().iter().map(|case| case.id).collect();
    assert_eq!(ids, [first.id]);
    let since = [19, 20, 40].map(|second| world.store().count_second_bills_since(ann, at(second)).unwrap());
    assert_eq!(since, [2, 1, 0]);
}
