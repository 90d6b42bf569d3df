//! Tests of the notifications to the back office about refunds, chargebacks and text replies.

use std::time::Duration;

use domain::notices::reply::ReplyMeaning;
use domain::payments::chargeback::ChargebackStatus;
use domain::payments::payment::{PaymentStatus, TransactionStatus};
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::desk::{DeskKind, DeskRecord};
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use ports::notices::replies::{NewReply, Replies};
use ports::payments::chargebacks::{Chargebacks, NewChargeback};
use ports::payments::records::Payments;
use ports::security::trail::{AuditEntry, AuditTrail};
use ports::shared::feed::{Announcement, AnnouncementFeed, FeedEvent};

use crate::support::{World, at};

const SOON: Duration = Duration::from_secs(5);
const STAFF: UserId = UserId(1);

/// Receives the expected number of notifications, and compares them in any order.
fn assert_received(feed: &mut dyn AnnouncementFeed, expected: &[(DeskKind, i32, Option<UserId>)]) {
    let mut received = vec![];
    while received.len() < expected.len() {
        let events = feed.receive(SOON);
        assert!(!events.is_empty(), "only {received:?}");
        received.extend(events.into_iter().map(|event| match event {
            FeedEvent::Received(Announcement::DeskChanged { record: DeskRecord { kind, id }, by }) => {
                (kind, id, by)
            }
            other => panic!("{other:?}"),
        }));
    }
    received.sort_unstable();
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    assert_eq!(received, expected);
}

#[test]
fn refunds_chargebacks_and_text_replies_notify_the_back_office() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let [ticket, ..] = world.payables(user);
    let payment = world.payment_in(user, ticket, "a", PaymentStatus::Settled);
    let transaction = world.transaction(payment.id, at(5));
    let mut feed = world.db.database().feed().unwrap();
    assert_eq!(feed.receive(SOON), [FeedEvent::Gap]);
    let mut store = world.store();

    let ten = Money::from_cents(1_000);
    store.set_transaction_refunded(transaction, ten, TransactionStatus::Completed).unwrap();
    assert_received(&mut feed, &[(DeskKind::Transaction, transaction.0, None)]);

    let subject = (AuditSubject::Payment, payment.id.0);
    let refund = AuditEntry::about(subject, AuditAction::RefundRequested, at(6));
    store.audit(&refund.by(STAFF)).unwrap();
    assert_received(&mut feed, &[(DeskKind::Transaction, transaction.0, Some(STAFF))]);

    let chargeback = NewChargeback {
        payment_id: payment.id,
        user_id: user,
        confirmation_number: payment.confirmation_number,
        provider_id: "du_1".to_owned(),
        amount: Money::from_cents(15_050),
        reason: "fraudulent".to_owned(),
        evidence_due_by: None,
        status: ChargebackStatus::NeedsResponse,
        is_withdrawn: true,
        opened_at: at(7),
    };
    let chargeback = store.insert_chargeback(&chargeback).unwrap();
    store.audit(&AuditEntry::about(subject, AuditAction::ChargebackOpened, at(7))).unwrap();
    assert_received(
        &mut feed,
        &[(DeskKind::Transaction, transaction.0, None), (DeskKind::Chargeback, chargeback.id.0, None)],
    );

    let reply = NewReply {
        provider_id: "SM1".to_owned(),
        phone: "5551234567".to_owned(),
        user_id: Some(user),
        notice_id: None,
        body: Some("Please call me".to_owned()),
        meaning: ReplyMeaning::Other,
        received_at: at(8),
    };
    let id = store.insert_reply(&reply).unwrap().unwrap();
    assert_received(&mut feed, &[(DeskKind::Reply, id.0, None)]);
    assert_eq!(store.insert_reply(&reply).unwrap(), None);
    assert_eq!(feed.receive(Duration::from_millis(50)), [], "a repeated reply isn't new");
}
