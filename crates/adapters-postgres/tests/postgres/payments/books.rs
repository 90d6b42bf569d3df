//! Tests of the ledger, whose entries must balance and never change, and of matching, which compares the ledger
//! with the provider.

use adapters_postgres::MIGRATIONS;
use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection};
use diesel_migrations::MigrationHarness;
use domain::payments::ledger::Account::{self, *};
use domain::payments::ledger::{EntryKind, Posting};
use domain::payments::matching::{DifferenceKind, MovementKind, ObjectBalances};
use domain::payments::payment::{Payment, PaymentStatus};
use domain::shared::ids::PaymentId;
use domain::shared::money::Money;
use ports::payments::books::{Books, Matching, MatchingProgress, Movement, MovementSync, NewEntry};
use ports::shared::store_error::StoreError;
use ports::store::{Database, in_transaction};

use crate::support::{World, at};

fn line(account: Account, cents: i64) -> Posting {
    Posting { account, amount: Money::from_cents(cents) }
}

fn entry(kind: EntryKind, source: &str, subject: &str, lines: &[(Account, i64)]) -> NewEntry {
    NewEntry {
        kind,
        source: source.to_owned(),
        subject: Some(subject.to_owned()),
        payment_id: None,
        happened_at: at(100),
        postings: lines.iter().map(|(account, cents)| line(*account, *cents)).collect(),
    }
}

fn charge(payment: &Payment, cents: i64) -> NewEntry {
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

fn post(world: &World, entry: &NewEntry) -> Result<bool, StoreError> {
    in_transaction(&world.db.database(), |store| store.post_entry(entry))
}

fn movement(id: &str, kind: MovementKind, cents: i64, fee: i64, subject: &str) -> Movement {
    Movement {
        id: id.to_owned(),
        kind,
        amount: Money::from_cents(cents),
        fee: Money::from_cents(fee),
        currency: "usd".to_owned(),
        subject: subject.to_owned(),
        intent_id: kind.is_of_a_payment().then(|| subject.to_owned()),
        happened_at: at(200),
    }
}

#[test]
fn ledger_entries_are_summed_by_account_and_each_source_is_posted_once() {
    let mut world = World::new();
    let payment = add_settled_payment(&mut world);
    assert!(post(&world, &charge(&payment, 15_050)).unwrap());
    assert!(!post(&world, &charge(&payment, 15_050)).unwrap(), "the entry is already posted");
    let fee =
        entry(EntryKind::ProviderFee, "provider_fee:txn_1", "pi_a", &[(Provider, -466), (ProviderFees, 466)]);
    let late = NewEntry { happened_at: at(60 * 86_400), ..fee };
    assert!(post(&world, &late).unwrap());
    let mut store = world.store();
    let of_payment = store.posted_sums_of_payment(payment.id).unwrap();
    assert_eq!((of_payment.entries, of_payment.of(Provider, &[EntryKind::Charge]).cents()), (1, 15_050));
    let of_subject = store.posted_sums_of_object("pi_a").unwrap();
    assert_eq!((of_subject.entries, of_subject.sums.len()), (2, 4));
    assert_eq!(store.posted_sums_of_object("pi_\0").unwrap().entries, 0);
    let balance = [line(Provider, 14_584), line(TrafficFines, -15_050), line(ProviderFees, 466)];
    assert_eq!(store.trial_balance().unwrap(), balance);
    assert_eq!(store.unbalanced_entries().unwrap(), 0);
    let months = store.sums_by_month().unwrap();
    let days: Vec<String> = months.iter().map(|sum| sum.month.to_string()).collect();
    assert_eq!(days.len(), 4);
    assert!(days[0] > days[3], "the newest month first: {days:?}");
    assert_eq!(store.first_payment_at().unwrap(), Some(at(0)));
}

#[test]
fn lawyer_fees_settled_before_they_were_owed_to_lawyers_count_as_old_revenue() {
    let mut world = World::new();
    let payment = add_settled_payment(&mut world);
    let lines = [(Provider, 7_500), (Lawyers, -7_500)];
    let charge = entry(EntryKind::Charge, "charge:pi_lawyer", "pi_lawyer", &lines);
    assert!(post(&world, &NewEntry { payment_id: Some(payment.id), ..charge }).unwrap());
    let old = |world: &mut World| -> Vec<bool> {
        let sums = world.store().sums_by_month().unwrap();
        sums.iter().filter(|sum| sum.posting.account == Lawyers).map(|sum| sum.is_old_revenue).collect()
    };
    for (since, expected) in [("2100-01-01", true), ("2000-01-01", false)] {
        world.db.execute(&format!("UPDATE ledger_changes SET since = '{since}'"));
        assert_eq!(old(&mut world), [expected]);
        let stored = world.store().lawyers_owed_since().unwrap();
        assert_eq!(stored.date_naive().to_string(), since);
    }
}

#[test]
fn a_ledger_entry_that_is_empty_or_does_not_sum_to_zero_is_refused_at_commit() {
    let world = World::new();
    for lines in [&[(Provider, 100), (Bank, -99)][..], &[(Provider, 100)], &[]] {
        let refused = entry(EntryKind::Payout, "payout:1", "po_1", lines);
        let statement = lines
            .iter()
            .map(|(account, cents)| {
                format!("INSERT INTO ledger_postings SELECT id, '{account}', {cents} FROM ledger_entries;")
            })
            .collect::<String>();
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
    assert!(post(&world, &unbalanced).is_err());
    assert_eq!(world.db.value("SELECT count(*) FROM ledger_entries"), Some("0".to_owned()));
}

#[test]
fn a_line_added_to_an_existing_ledger_entry_is_refused() {
    let mut world = World::new();
    let payment = add_settled_payment(&mut world);
    post(&world, &charge(&payment, 15_050)).unwrap();
    let mut connection = PgConnection::establish(world.db.url()).unwrap();
    let statement = "INSERT INTO ledger_postings SELECT id, 'bank', 5 FROM ledger_entries";
    let said = connection.batch_execute(statement).unwrap_err().to_string();
    assert!(said.contains("does not sum to zero"), "{said}");
}

#[test]
fn posted_ledger_entries_cannot_be_changed_or_deleted() {
    let mut world = World::new();
    let payment = add_settled_payment(&mut world);
    post(&world, &charge(&payment, 15_050)).unwrap();
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
fn the_books_and_the_providers_movements_are_compared_per_provider_object() {
    let mut world = World::new();
    let payment = add_settled_payment(&mut world);
    post(&world, &charge(&payment, 15_050)).unwrap();
    for (source, subject, lines) in [
        ("question:pi_b:0", "pi_b", [(Provider, 30), (InQuestion, -30)]),
        ("refund:re_1", "re_1", [(Provider, -10), (TrafficFines, 10)]),
    ] {
        let kind = if source.starts_with("question") { EntryKind::InQuestion } else { EntryKind::Refund };
        post(&world, &entry(kind, source, subject, &lines)).unwrap();
    }
    let all = [
        movement("txn_1", MovementKind::Charge, 15_050, 1, "pi_a"),
        movement("txn_2", MovementKind::Charge, 30, 0, "pi_b"),
        movement("txn_3", MovementKind::Payout, -7, 0, "po_1"),
    ];
    let mut store = world.store();
    for _ in 0..2 {
        store.store_movements(&all).unwrap();
    }
    let open = store.open_movements().unwrap();
    let known: Vec<_> = open.iter().map(|one| (one.movement.id.as_str(), one.payment_id)).collect();
    assert_eq!(known, [("txn_1", Some(payment.id)), ("txn_2", None), ("txn_3", None)]);
    assert_eq!(open[0].movement, all[0]);
    store.mark_movement_posted("txn_1").unwrap();
    assert_eq!(store.open_movements().unwrap().len(), 2);
    let sides =
        |subject: &str, cents: (i64, i64, i64), counts: (i64, i64), is_foreign, moved_at| ObjectBalances {
            subject: subject.to_owned(),
            ours: Money::from_cents(cents.0),
            questioned: Money::from_cents(cents.1),
            questions: counts.0,
            theirs: Money::from_cents(cents.2),
            movements: counts.1,
            currency: "usd".to_owned(),
            is_foreign,
            moved_at,
        };
    let expected = [
        sides("pi_a", (15_050, 0, 15_049), (0, 1), false, at(200)),
        sides("pi_b", (0, 30, 30), (1, 1), true, at(200)),
        sides("po_1", (0, 0, -7), (0, 1), false, at(200)),
        sides("re_1", (-10, 0, 0), (0, 0), false, at(100)),
    ];
    assert_eq!(store.differing_balances().unwrap(), expected);

    let [amount, foreign, not_ours, _] = expected;
    store
        .replace_differences(&[(DifferenceKind::Foreign, foreign), (DifferenceKind::Amount, amount)])
        .unwrap();
    let found = store.differences(9).unwrap();
    let differences: Vec<_> = found
        .iter()
        .map(|one| (one.subject.as_str(), one.kind, one.payment_id, one.confirmation_number.as_deref()))
        .collect();
    let expected = [
        ("pi_a", DifferenceKind::Amount, Some(payment.id), Some("CONF-a")),
        ("pi_b", DifferenceKind::Foreign, None, None),
    ];
    assert_eq!((differences, store.count_faults().unwrap()), (expected.to_vec(), 1));
    store.replace_differences(&[(DifferenceKind::OnlyAtProvider, not_ours)]).unwrap();
    assert_eq!(store.differences(9).unwrap().len(), 1);
}

#[test]
fn the_progress_of_matching_is_stored_and_concurrent_matchings_run_one_after_the_other() {
    let mut world = World::new();
    assert_eq!(world.store().matching_progress().unwrap(), MatchingProgress::default());
    let matched = |seconds: i64| MatchingProgress {
        matched_at: Some(at(seconds)),
        read_until: Some(at(seconds - 1)),
        reading: None,
    };
    let cut_off = MatchingProgress {
        reading: Some(MovementSync {
            started_at: at(3),
            since: at(1),
            after: Some("txn_7".to_owned()),
            newest: Some(at(2)),
            read: 7,
        }),
        ..matched(4)
    };
    world.store().set_matching_progress(&cut_off).unwrap();
    assert_eq!(world.store().matching_progress().unwrap(), cut_off);
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
        line(Provider, 3 * 15_050 - 2_000),
        line(Bank, -500),
        line(TrafficFines, -kept),
        line(Lawyers, -15_050),
        line(ToReturn, -15_050),
    ];
    assert_eq!(store.trial_balance().unwrap(), balance);
    assert_eq!(store.unbalanced_entries().unwrap(), 0);
    let of_paid = store.posted_sums_of_payment(paid.id).unwrap();
    assert_eq!(of_paid.entries, 7, "a charge, three refunds, two returned ones, one by check");
    assert_eq!(store.unposted_payments(9).unwrap(), []);
    assert!(!post(&world, &charge(&paid, 15_050)).unwrap(), "the charge is not posted again");

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
