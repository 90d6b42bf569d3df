//! Evidence that staff submit to the bank.

use application::payments::chargebacks::evidence::{EvidenceUpdate, draft_evidence, update_evidence};
use application::payments::refunds::by_staff::{self, RefundOrder};
use chrono::TimeDelta;
use domain::payments::chargeback::ChargebackStatus::{Inquiry, NeedsResponse, UnderReview};
use domain::payments::evidence::EvidenceField;
use domain::security::audit::AuditAction;
use domain::shared::ids::{ChargebackId, PaymentId, RefundId};
use ports::payments::gateway::RefundStatus;
use ports::security::trail::AuditEntry;
use rstest::rstest;

use crate::support::store::payments::chargebacks::{due_by, texts};
use crate::support::*;

/// Builds an update of the evidence, which is only saved unless `submits` is set.
pub(super) fn evidence_update(submits: bool, version: i32) -> EvidenceUpdate {
    EvidenceUpdate { texts: texts(&[(EvidenceField::Other, "They paid.")]), version, submits }
}

#[test]
fn a_draft_of_the_evidence_is_filled_from_our_records() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.deliver_chargeback(NeedsResponse);
    let draft = draft_evidence(&world.deps, &admin(), ChargebackId(1)).unwrap();
    let number = world.payment(1).confirmation_number;
    let get = |field| draft.evidence.get(field).unwrap_or_default().to_owned();
    assert_eq!(get(EvidenceField::CustomerName), "Dana Driver");
    assert_eq!(get(EvidenceField::CustomerEmail), "user2@example.com");
    assert_eq!(get(EvidenceField::Product), "Traffic ticket: Speeding");
    assert_eq!(get(EvidenceField::ServiceDate), "2026-03-02");
    let other = get(EvidenceField::Other);
    for part in ["Amount shown and confirmed: $150.00", &number, "Receipt: LW-20260302-000001"] {
        assert!(other.contains(part), "{other}");
    }
}

/// Adds a login of the driver, this many minutes after noon.
fn log_in(world: &World, address: &str, minutes: i64) {
    let at = noon() + TimeDelta::minutes(minutes);
    let entry = AuditEntry::about_user(DRIVER, AuditAction::LoggedIn, at).by(DRIVER).with_address(address);
    world.database.tables().audit.push(entry);
}

#[test]
fn the_evidence_names_the_last_login_before_the_payment_even_after_many_later_logins() {
    let world = World::new();
    log_in(&world, "203.0.113.1", -60);
    log_in(&world, "203.0.113.2", -5);
    world.pay_and_settle(TICKET);
    (1..=30).for_each(|minutes| log_in(&world, "203.0.113.9", minutes));
    world.deliver_chargeback(NeedsResponse);
    let draft = draft_evidence(&world.deps, &admin(), ChargebackId(1)).unwrap();
    assert_eq!(draft.evidence.get(EvidenceField::CustomerAddress), Some("203.0.113.2"));
    let access_log = draft.evidence.get(EvidenceField::AccessLog).unwrap();
    assert_eq!(access_log.matches("203.0.113.9").count(), 25);
}

/// Staff ordered two refunds, and a bank returned the second one. Staff then sent that money by check.
#[test]
fn the_evidence_lists_all_refunds_with_the_times_when_the_driver_got_them() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    for (amount, left) in [(20, 150), (30, 130)] {
        let note = "A mistake".to_owned();
        let (amount, left) = (dollars(amount), dollars(left));
        world.provider.books().refunds_begin.push_back(RefundStatus::Pending);
        let order = RefundOrder { amount, left, note, removes_item: false };
        by_staff::order_refund(&world.deps, &admin(), PaymentId(1), &order).unwrap();
    }
    world.provider.set_refund("re_1", RefundStatus::Succeeded);
    world.provider.set_refund("re_2", RefundStatus::Failed);
    world.advance(TimeDelta::hours(24));
    world.reconcile();
    world.advance(TimeDelta::hours(24));
    by_staff::mark_paid_otherwise(&world.deps, &admin(), RefundId(2), "Check 1001").unwrap();
    world.deliver_chargeback(NeedsResponse);
    let draft = draft_evidence(&world.deps, &admin(), ChargebackId(1)).unwrap();
    let other = draft.evidence.get(EvidenceField::Other).unwrap();
    for line in ["Refunded: $20.00 on March 3, 2026", "Refunded another way: $30.00 on March 4, 2026"] {
        assert!(other.contains(line), "{other}");
    }
}

#[test]
fn evidence_can_be_saved_and_is_submitted_to_the_bank_once() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.deliver_chargeback(NeedsResponse);
    let saved_chargeback =
        update_evidence(&world.deps, &admin(), ChargebackId(1), &evidence_update(false, 1)).unwrap();
    assert_eq!(
        (saved_chargeback.status, saved_chargeback.version, saved_chargeback.submitted_at),
        (NeedsResponse, 2, None)
    );
    let draft = draft_evidence(&world.deps, &admin(), ChargebackId(1)).unwrap();
    assert_eq!(draft.evidence.get(EvidenceField::Other), Some("They paid."));
    assert_eq!(
        draft.evidence.get(EvidenceField::CustomerName),
        None,
        "a field that staff removed stays removed"
    );
    let submitted =
        update_evidence(&world.deps, &admin(), ChargebackId(1), &evidence_update(true, 2)).unwrap();
    assert_eq!((submitted.status, submitted.submitted_at.is_some()), (UnderReview, true));
    let again = update_evidence(&world.deps, &admin(), ChargebackId(1), &evidence_update(true, 3));
    assert_eq!(outcome(&again), "EvidenceClosed");
    assert_eq!(world.provider.count(Call::Evidence), 2);
    assert!(world.audited().ends_with(&[
        AuditAction::EvidenceSaved,
        AuditAction::ChargebackChanged,
        AuditAction::EvidenceSubmitted
    ]));
}

#[test]
fn saving_evidence_over_a_colleagues_newer_version_is_refused() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.deliver_chargeback(NeedsResponse);
    update_evidence(&world.deps, &admin(), ChargebackId(1), &evidence_update(false, 1)).unwrap();
    let mut second = admin();
    second.user.id = OTHER;
    let stale = update_evidence(&world.deps, &second, ChargebackId(1), &evidence_update(false, 1));
    assert_eq!(outcome(&stale), "ChangedMeanwhile");
}

/// Staff submit the evidence again, because the response was lost. The bank may have received the evidence the first
/// time, or receives it only now.
#[rstest]
#[case(Fault::Unreached, "Ok")]
#[case(Fault::Lost, "EvidenceClosed")]
fn submitting_evidence_can_be_retried_after_a_lost_response(#[case] fault: Fault, #[case] again: &str) {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.deliver_chargeback(NeedsResponse);
    world.provider.fail_next(Call::Evidence, fault);
    let lost = update_evidence(&world.deps, &admin(), ChargebackId(1), &evidence_update(true, 1));
    assert_eq!(outcome(&lost), "GatewayDown");
    assert_eq!(
        outcome(&update_evidence(&world.deps, &admin(), ChargebackId(1), &evidence_update(true, 1))),
        again
    );
    assert_eq!(world.chargeback().status, UnderReview);
}

#[test]
fn evidence_is_accepted_until_its_deadline() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.deliver_chargeback(Inquiry);
    world.advance(due_by() - noon() - TimeDelta::seconds(1));
    update_evidence(&world.deps, &admin(), ChargebackId(1), &evidence_update(false, 1)).unwrap();
    world.advance(TimeDelta::seconds(1));
    let late = update_evidence(&world.deps, &admin(), ChargebackId(1), &evidence_update(true, 2));
    assert_eq!(outcome(&late), "EvidenceClosed");
    assert_eq!(world.chargeback().status, Inquiry);
}

#[test]
fn evidence_that_is_too_long_or_blank_is_refused() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.deliver_chargeback(NeedsResponse);
    let long = "x".repeat(EvidenceField::CustomerName.max_chars() + 1);
    for texts in [texts(&[(EvidenceField::CustomerName, &long)]), texts(&[(EvidenceField::Other, " \n ")])] {
        let statement = EvidenceUpdate { texts, version: 1, submits: true };
        assert_eq!(outcome(&update_evidence(&world.deps, &admin(), ChargebackId(1), &statement)), "Fields");
    }
    assert_eq!(world.provider.count(Call::Evidence), 0);
}
