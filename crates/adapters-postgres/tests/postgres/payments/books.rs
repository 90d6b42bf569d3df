//! Tests of the ledger, whose entries must balance and never change, and of matching, which compares the ledger
//! with the provider.

use adapters_postgres::MIGRATIONS;
use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection};
use diesel_migrations::MigrationHarness;
use domain::payments::ledger::Account::{self, *};
use domain::payments::ledger::{EntryKind, Posting};
use domain::payments::payment::{Payment, PaymentStatus};
use domain::shared::ids::PaymentId;
use domain::shared::money::Money;
use ports::payments::books::{Books, Matching, MatchingProgress, NewEntry};
use ports::shared::store_error::StoreError;
use ports::store::{Database, in_transaction};

use crate::support::{World, at};

fn posting(account: Account, cents: i64) -> Posting {
    Posting { account, amount: Money::from_cents(cents) }
}

/// Builds a ledger entry without a payment. `lines` has the cents that are posted to each account.
fn entry(kind: EntryKind, source: &str, subject: &str, lines: &[(Account, i64)]) -> NewEntry {
    NewEntry {
        kind,
        source: source.to_owned(),
        subject: Some(subject.to_owned()),
        payment_id: None,
        happened_at: at(100),
        postings: lines.iter().map(|(account, cents)| posting(*account, *cents)).collect(),
    }
}

/// Builds the ledger entry for the charge of a ticket's payment.
fn charge_entry(payment: &Payment, cents: i64) -> NewEntry {
    let intent = payment.provider_intent_id.clone().unwrap();
    let lines = [(Provider, cents), (TrafficFines, -cents)];
    NewEntry {
        payment_id: Some(payment.id),
        ..entry(EntryKind::Charge, &format!("charge:{intent}"), &intent, &lines)
    }
}

fn add_settled_payment(world: &mut World) -> Payment {
    let user = world.user("ann@example.com");
    let [ticket, ..] = world.payables(user);
    world.payment_in(user, ticket, "a", PaymentStatus::Settled)
}

/// Posts an entry. Returns `false` if an entry with the same source was posted before.
fn post_entry(world: &World, entry: &NewEntry) -> Result<bool, StoreError> {
    in_transaction(&world.db.database(), |store| store.post_entry(entry))
}

#[test]
fn a_ledger_entry_that_is_empty_or_does_not_sum_to_zero_is_refused() {
    let world = World::new();
    for lines in [&[(Provider, 100), (Bank, -99)][..], &[(Provider, 100)], &[]] {
        let refused = entry(EntryKind::Payout, "payout:1", "po_1", lines);
        let values: Vec<_> = lines.iter().map(|(account, cents)| format!("('{account}', {cents})")).collect();
        let statement = if values.is_empty() {
            String::new()
        } else {
            format!(
                "INSERT INTO ledger_postings SELECT id, account, cents
                     FROM ledger_entries, (VALUES {}) AS line (account, cents);",
                values.join(", ")
            )
        };
        let mut connection = PgConnection::establish(world.db.url()).unwrap();
        let said = connection
            .batch_execute(&format!(
                "BEGIN; INSERT INTO ledger_entries (kind, source, subject, happened_at)
                     VALUES ('{}', '{}', 'po_1', now()); {statement} COMMIT;",
                refused.kind, refused.source
            ))
            .unwrap_err()
            .to_string();
        assert!(said.contains("does not sum to zero"), "{said}");
    }
    let unbalanced = entry(EntryKind::Payout, "payout:1", "po_1", &[(Provider, 100), (Bank, -99)]);
    assert!(post_entry(&world, &unbalanced).is_err());
    assert_eq!(world.db.value("SELECT count(*) FROM ledger_entries"), Some("0".to_owned()));
}

#[test]
fn two_ledger_entries_that_only_together_sum_to_zero_are_refused() {
    let world = World::new();
    let mut connection = PgConnection::establish(world.db.url()).unwrap();
    let said = connection
        .batch_execute(
            "BEGIN; INSERT INTO ledger_entries (kind, source, subject, happened_at)
                 VALUES ('payout', 'payout:1', 'po_1', now()), ('payout', 'payout:2', 'po_2', now());
             INSERT INTO ledger_postings
                 SELECT id, line.account, line.cents FROM ledger_entries
                 JOIN (VALUES ('payout:1', 'provider', 100), ('payout:2', 'bank', -100)) AS line (source, account, cents)
                     USING (source);
             COMMIT;",
        )
        .unwrap_err()
        .to_string();
    assert!(said.contains("does not sum to zero"), "{said}");
}

#[test]
fn a_line_added_to_an_existing_ledger_entry_is_refused() {
    let mut world = World::new();
    let payment = add_settled_payment(&mut world);
    post_entry(&world, &charge_entry(&payment, 15_050)).unwrap();
    let mut connection = PgConnection::establish(world.db.url()).unwrap();
    let statement = "INSERT INTO ledger_postings SELECT id, 'bank', 5 FROM ledger_entries";
    let said = connection.batch_execute(statement).unwrap_err().to_string();
    assert!(said.contains("does not sum to zero"), "{said}");
}

#[test]
fn posted_ledger_entries_cannot_be_changed_or_deleted() {
    let mut world = World::new();
    let payment = add_settled_payment(&mut world);
    post_entry(&world, &charge_entry(&payment, 15_050)).unwrap();
    let superuser = world.db.superuser_url();
    for table in ["ledger_entries", "ledger_postings"] {
        let column = if table == "ledger_entries" { "kind = kind" } else { "amount_cents = 1" };
        for statement in [
            format!("UPDATE {table} SET {column}"),
            format!("DELETE FROM {table}"),
            format!("TRUNCATE {table} CASCADE"),
        ] {
            for url in [world.db.url(), world.db.owner_url(), superuser.as_str()] {
                let mut connection = PgConnection::establish(url).unwrap();
                let said = connection.batch_execute(&statement).unwrap_err().to_string();
                let expected = ["permission denied for table ledger", "is append-only"];
                assert!(expected.iter().any(|words| said.contains(words)), "{statement}: {said}");
            }
        }
    }
    assert_eq!(
        world.db.value("SELECT sum(amount_cents) FROM ledger_postings WHERE amount_cents > 0"),
        Some("15050".to_owned())
    );
}

#[test]
fn two_concurrent_matchings_of_the_books_run_one_after_the_other() {
    let mut world = World::new();
    let matched = |seconds| MatchingProgress { matched_at: Some(at(seconds)), ..MatchingProgress::default() };
    world.run_overlapping(
        |store| {
            store.lock_matching()?;
            store.set_matching_progress(&matched(5))
        },
        |store| {
            store.lock_matching()?;
            store.set_matching_progress(&matched(9))
        },
    );
    assert_eq!(world.store().matching_progress().unwrap(), matched(9));
    assert!(world.db.database().check().is_ok());
}

/// The test reverts the ledger's migrations, and then applies them again. The migrations must post the money
/// that moved before there was a ledger.
#[test]
fn the_migration_posts_payments_made_before_the_ledger() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let [ticket, parking, toll, lawyer] = world.payables(user);
    let paid = world.payment_in(user, ticket, "paid", PaymentStatus::Settled);
    world.payment_in(user, parking, "open", PaymentStatus::Open);
    world.payment_in(user, toll, "twice", PaymentStatus::RefundDue);
    let hired = world.payment_in(user, lawyer, "hired", PaymentStatus::Settled);
    world.db.execute(&format!(
        "UPDATE payments SET amount_received_cents = amount_cents WHERE status <> 'open';
         INSERT INTO lawyer_hires (user_id, payment_id, amount_cents, confirmation_number, created_at)
             VALUES ({user}, {}, 15050, 'CONF-hired', now());
         INSERT INTO refunds (payment_id, amount_cents, reason, status, idempotency_key, provider_refund_id, back_at, created_at,
             updated_at)
         SELECT {}, cents, 'by_staff', status, id, id, CASE WHEN is_back THEN now() END, now(), now()
         FROM (VALUES (2000, 'succeeded', 're_1', true), (1000, 'failed', 're_2', false), (500, 'paid_otherwise', 're_3', true))
             AS went (cents, status, id, is_back);
         INSERT INTO refunds (payment_id, amount_cents, reason, status, idempotency_key, created_at, updated_at)
             VALUES ({}, 100, 'by_staff', 'due', 'due', now(), now());",
        hired.id, paid.id, paid.id
    ));
    let mut connection = world.db.connection();
    while connection.revert_last_migration(MIGRATIONS).unwrap().to_string() != "20261122000060" {}
    assert!(!world.db.migrate().is_empty());
    let mut store = world.store();
    let kept = 15_050 - 2_000 - 500;
    let balance = [
        posting(Provider, 3 * 15_050 - 2_000),
        posting(Bank, -500),
        posting(TrafficFines, -kept),
        posting(Lawyers, -15_050),
        posting(ToReturn, -15_050),
    ];
    assert_eq!(store.trial_balance().unwrap(), balance);
    assert_eq!(store.unbalanced_entries().unwrap(), 0);
    let of_paid = store.posted_sums_of_payment(paid.id).unwrap();
    assert_eq!(of_paid.entries, 7, "a charge, three refunds, two returned ones, one by check");
    assert_eq!(store.unposted_payments(9).unwrap(), []);
    assert!(!post_entry(&world, &charge_entry(&paid, 15_050)).unwrap(), "the charge is not posted again");

    // A server of the previous release left a payment in the status `refund_due`, and its transaction in the
    // status `completed`.
    world.db.execute(&format!(
        "UPDATE payments SET status = 'refund_due' WHERE id = {0};
         INSERT INTO payment_transactions (user_id, payment_id, payment_type, ticket_id, amount_cents, processing_fee_cents, our_fee_cents,
            confirmation_number, status, created_at)
         SELECT user_id, id, 'traffic_ticket', ticket_id, 15050, 299, 299, confirmation_number, 'Completed', now() FROM payments WHERE id = {0}",
        paid.id
    ));
    assert_eq!(world.store().unposted_payments(9).unwrap(), [paid.id]);
    world.db.execute("UPDATE payment_transactions SET status = 'Refund Pending'");
    assert_eq!(world.store().unposted_payments(9).unwrap(), []);

    // After that, the server of the previous release settled one payment and refunded another one.
    world.db.execute(
        "UPDATE payments SET status = 'settled', settled_at = now(), amount_received_cents = 5 WHERE status = 'open';
         UPDATE refunds SET status = 'pending', provider_refund_id = 're_4' WHERE status = 'due';",
    );
    let missing = world.store().unposted_payments(9).unwrap();
    assert_eq!(missing, [paid.id, PaymentId(paid.id.0 + 1)]);
    assert_eq!(world.store().unposted_payments(1).unwrap(), [paid.id]);
}
