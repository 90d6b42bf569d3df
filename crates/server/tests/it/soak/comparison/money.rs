//! Compares all money at the provider with payments, refunds, chargebacks, ledger and hires, to the
//! cent.

use std::collections::HashSet;

use super::compare::Comparison;
use super::our_records::{Ours, Payment};
use super::provider_records::{Intent, Theirs};

/// Where a payment's money is, according to the provider's records and to refunds that staff paid another way.
#[derive(Clone, Debug)]
pub struct MoneyState {
    /// Amount received from the driver. This amount and the other amounts are in cents.
    pub received: i64,
    /// Amount refunded to the driver.
    pub back: i64,
    /// Amount that chargebacks took permanently.
    pub lost: i64,
    /// Amount that banks hold until they decide.
    pub taken: i64,
    pub is_lost: bool,
    pub is_taken: bool,
    pub was_won: bool,
}

impl MoneyState {
    /// Returns where the money of a payment is. `intent` is the payment's intent at the provider.
    pub fn of(ours: &Ours, theirs: &Theirs, payment: &Payment, intent: &Intent) -> Self {
        let gone: i64 = theirs
            .refunds_of(&intent.id)
            .filter(|refund| refund.status == "succeeded")
            .map(|refund| refund.amount)
            .sum();
        let otherwise: i64 = ours
            .refunds_of(payment.id)
            .filter(|refund| refund.status == "paid_otherwise")
            .map(|refund| refund.amount_cents)
            .sum();
        let with_banks = |statuses: &[&str]| -> i64 {
            let found = theirs.disputes_of(&intent.id).filter(|one| statuses.contains(&one.status.as_str()));
            found.map(|dispute| dispute.amount).sum()
        };
        let any = |statuses: &[&str]| {
            theirs.disputes_of(&intent.id).any(|dispute| statuses.contains(&dispute.status.as_str()))
        };
        Self {
            received: intent.received,
            back: gone + otherwise,
            lost: with_banks(&["lost"]),
            taken: with_banks(&["needs_response", "under_review"]),
            is_lost: any(&["lost"]),
            is_taken: any(&["needs_response", "under_review"]),
            was_won: any(&["won"]),
        }
    }

    /// Returns whether the payment still pays for something, because some of its money is left.
    pub fn counts(&self) -> bool {
        !self.is_lost && self.back < self.received
    }
}

/// Checks all money, payments, refunds, chargebacks, transactions and hires.
pub fn compare(comparison: &mut Comparison<'_>) {
    check_intents(comparison);
    check_payments(comparison);
    check_refunds(comparison);
    check_chargebacks(comparison);
    check_transactions_and_hires(comparison);
}

/// Checks that every succeeded intent belongs to a payment or is listed as money without one.
fn check_intents(comparison: &mut Comparison<'_>) {
    for intent in comparison.theirs.intents.clone() {
        let by_id =
            comparison.ours.payments.iter().find(|one| one.provider_intent_id.as_deref() == Some(&intent.id));
        let owner = comparison
            .ours
            .payments
            .iter()
            .find(|one| intent.is_of(one, &comparison.ours.installation))
            .cloned();
        let held = by_id.cloned();
        let item = owner.as_ref().map(Payment::item);
        if let (Some(held), Some(owner)) = (&held, &owner) {
            comparison.require(held.id == owner.id, item, || {
                format!("{} is held by another payment: {held:?}", intent.id)
            });
        }
        match intent.status.as_str() {
            "succeeded" => {
                let is_orphan = comparison.ours.orphans.contains(&intent.id);
                let is_settled = held.as_ref().is_some_and(Payment::is_received);
                let is_ours = owner.is_some();
                comparison.require(is_settled == is_ours && is_orphan != is_ours, item, || {
                    format!("{intent:?} succeeded: settled {is_settled}, ours {is_ours}, orphan {is_orphan}")
                });
            }
            "canceled" => {
                let is_live = held.as_ref().is_some_and(Payment::is_live);
                comparison.require(!is_live, item, || {
                    format!("{} is called off, its payment is {held:?}", intent.id)
                });
            }
            "processing" => comparison.require(false, item, || format!("{} is processing", intent.id)),
            _ => {
                // An intent that our database doesn't have was never shown to a driver, so no driver can pay it.
                let is_open = held.as_ref().is_none_or(|payment| payment.status == "open");
                comparison
                    .require(is_open, item, || format!("{} can be paid, its payment is {held:?}", intent.id));
            }
        }
    }
}

/// Checks that each payment's status and amounts match the provider's.
fn check_payments(comparison: &mut Comparison<'_>) {
    for payment in comparison.ours.payments.clone() {
        let item = Some(payment.item());
        let found =
            payment.provider_intent_id.as_deref().and_then(|id| comparison.theirs.intent(id)).cloned();
        if !payment.is_received() {
            let no_money = found.as_ref().is_none_or(|intent| intent.received == 0);
            comparison.require(no_money, item, || format!("the money of {payment:?} is in: {found:?}"));
            let is_unopened = matches!(payment.status.as_str(), "creating" | "timed_out");
            let made = comparison
                .theirs
                .intents
                .iter()
                .any(|one| one.is_of(&payment, &comparison.ours.installation));
            comparison.require(!is_unopened || !made, item, || {
                format!("{payment:?} has an intent that it does not know")
            });
            continue;
        }
        let Some(intent) = found else {
            comparison
                .require(false, item, || format!("{payment:?} came in, and the provider knows of nothing"));
            continue;
        };
        let became = MoneyState::of(&comparison.ours, &comparison.theirs, &payment, &intent);
        comparison.require(
            payment.received() == became.received && payment.amount_cents == intent.amount,
            item,
            || format!("{payment:?} and {intent:?} say different amounts"),
        );
        comparison.require(payment.refunded_cents == became.back, item, || {
            format!("{} of {payment:?} went back, by what the provider and staff say", became.back)
        });
        comparison.require(became.back <= became.received, item, || {
            format!("more went back than came in: {payment:?}")
        });
        comparison.require(!became.is_lost || became.back + became.lost >= became.received, item, || {
            format!("a bank left some of {payment:?}, and it was not returned: {became:?}")
        });
        let expected: &[&str] = match (became.is_lost, became.back >= became.received) {
            (true, true) => &["charged_back", "refunded"],
            (true, false) => &["charged_back"],
            (false, true) => &["refunded"],
            (false, false) => &["settled"],
        };
        comparison.require(expected.contains(&payment.status.as_str()), item, || {
            format!("{payment:?} must be {expected:?}")
        });
    }
}

/// Checks that each of the provider's refunds matches one of our refunds, and that all
/// our refunds are finished.
fn check_refunds(comparison: &mut Comparison<'_>) {
    let mut known = HashSet::new();
    for refund in comparison.ours.refunds.clone() {
        let payment = comparison.ours.payments.iter().find(|one| one.id == refund.payment_id).cloned();
        let item = payment.as_ref().map(Payment::item);
        let is_over = matches!(refund.status.as_str(), "succeeded" | "paid_otherwise" | "called_off");
        comparison.require(is_over, item, || format!("not over: {refund:?}"));
        let Some(id) = &refund.provider_refund_id else { continue };
        known.insert(id.clone());
        let theirs = comparison.theirs.refunds.iter().find(|one| one.id == *id).cloned();
        let fits = theirs.as_ref().is_some_and(|theirs| {
            let is_theirs = match theirs.status.as_str() {
                "failed" => matches!(refund.status.as_str(), "failed" | "paid_otherwise" | "called_off"),
                status => status == refund.status,
            };
            is_theirs
                && theirs.amount == refund.amount_cents
                && payment.as_ref().and_then(|one| one.provider_intent_id.as_ref()) == Some(&theirs.intent)
        });
        comparison.require(fits, item, || format!("{refund:?} is {theirs:?} at the provider"));
    }
    for refund in comparison.theirs.refunds.clone() {
        let payment = comparison
            .ours
            .payments
            .iter()
            .find(|one| one.provider_intent_id.as_ref() == Some(&refund.intent));
        if let Some(item) = payment.map(Payment::item) {
            comparison
                .require(known.contains(&refund.id), Some(item), || format!("none of ours is {refund:?}"));
        }
    }
}

/// Checks that each of the provider's disputes about our money matches one of our chargebacks.
fn check_chargebacks(comparison: &mut Comparison<'_>) {
    for dispute in comparison.theirs.disputes.clone() {
        let payment = comparison
            .ours
            .payments
            .iter()
            .find(|one| one.provider_intent_id.as_ref() == Some(&dispute.intent));
        let Some(payment) = payment.filter(|payment| payment.is_received()).cloned() else { continue };
        let status = match dispute.status.as_str() {
            "warning_needs_response" => "inquiry",
            "warning_under_review" => "inquiry_under_review",
            "warning_closed" => "inquiry_closed",
            other => other,
        };
        let ours: Vec<_> =
            comparison.ours.chargebacks.iter().filter(|one| one.provider_id == dispute.id).cloned().collect();
        let fits = matches!(&ours[..], [one] if one.status == status
            && one.amount_cents == dispute.amount && one.payment_id == payment.id);
        comparison.require(fits, Some(payment.item()), || format!("{dispute:?} is {ours:?} here"));
    }
}

/// Checks that each settled payment has exactly one transaction or hire, and that other payments have none. The
/// record's amounts and status must match the money at the provider.
fn check_transactions_and_hires(comparison: &mut Comparison<'_>) {
    for payment in comparison.ours.payments.clone() {
        let item = Some(payment.item());
        let (lines, expected) = if payment.is_lawyers() {
            hires(comparison, &payment)
        } else {
            transactions(comparison, &payment)
        };
        let has_settled = payment.settled_at.is_some();
        comparison.require(lines.len() == usize::from(has_settled), item, || {
            format!("{} records of {payment:?}", lines.len())
        });
        for line in lines {
            comparison.require(expected.as_ref().is_none_or(|expected| *expected == line), item, || {
                format!("the books say {line}, must say {expected:?} of {payment:?}")
            });
        }
    }
}

/// Returns where a payment's money is; `None` if the provider has no intent of the payment.
fn money_state(comparison: &Comparison<'_>, payment: &Payment) -> Option<MoneyState> {
    let intent = comparison.theirs.intent(payment.provider_intent_id.as_deref()?)?;
    Some(MoneyState::of(&comparison.ours, &comparison.theirs, payment, intent))
}

/// Returns two things: each transaction of the payment, formatted as a line of text, and the line that the rules
/// require for every transaction. The second is `None` if any line is accepted.
fn transactions(comparison: &Comparison<'_>, payment: &Payment) -> (Vec<String>, Option<String>) {
    let line = |amount: i64, refunded: i64, status: &str| format!("{amount}, {refunded} back, {status}");
    let found = comparison.ours.transactions.iter().filter(|one| one.payment_id == Some(payment.id));
    let lines = found.map(|one| line(one.amount_cents, one.refunded_cents, &one.status)).collect();
    let expected = money_state(comparison, payment).map(|became| {
        let status = match &became {
            _ if payment.status == "refunded" => "Refunded",
            became if became.is_lost => "Charged Back",
            became if became.is_taken => "Chargeback",
            became if became.was_won => "Won",
            _ => "Completed",
        };
        line(became.received, became.back.min(became.received), status)
    });
    (lines, expected)
}

/// Returns two things: each hire of the payment, formatted as a line of text, and the line that the rules require for
/// every hire. The second is `None` if any line is accepted.
fn hires(comparison: &Comparison<'_>, payment: &Payment) -> (Vec<String>, Option<String>) {
    let line = |amount: i64, is_active: bool| format!("{amount}, active: {is_active}");
    let found = comparison.ours.hires.iter().filter(|one| one.payment_id == Some(payment.id));
    let lines = found.map(|one| line(one.amount_cents, one.status != "Cancelled")).collect();
    let hire = comparison.ours.hires.iter().find(|one| one.payment_id == Some(payment.id));
    let case = hire.and_then(|hire| comparison.ours.cases.iter().find(|case| case.hire_id == hire.id));
    // If the case is decided, staff can set any status of the hire without changing the case.
    let is_label_free = case.is_some_and(|case| case.step == "decided" && case.is_label_by_staff);
    let expected = money_state(comparison, payment).filter(|_| !is_label_free).map(|became| {
        let is_active = match case.filter(|case| case.handling == "matched") {
            // A refund doesn't change a decided case, but a lost chargeback does.
            Some(case) if case.step == "decided" => payment.status != "charged_back",
            Some(case) => !case.is_broken_off() && became.counts(),
            None => became.counts(),
        };
        line(became.received, is_active)
    });
    (lines, expected)
}
