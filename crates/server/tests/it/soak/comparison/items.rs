//! Checks that an item is paid exactly if we hold the money of one payment for it, or staff marked it as
//! paid.

use std::collections::{BTreeSet, HashMap};

use super::super::world::Kind;
use super::compare::Comparison;
use super::money::MoneyState;
use super::our_records::{Item, Payment};

/// Checks every item against its received payments: whether it is paid, the amounts, and that at most one lawyer is
/// paid. Also checks its open payments.
pub fn compare(comparison: &mut Comparison<'_>) {
    let mut counting: HashMap<(Kind, i32, bool), Vec<(Payment, MoneyState)>> = HashMap::new();
    for payment in comparison.ours.payments.iter().filter(|payment| payment.is_received()) {
        let Some(intent) = payment.provider_intent_id.as_deref().and_then(|id| comparison.theirs.intent(id))
        else {
            continue;
        };
        let became = MoneyState::of(&comparison.ours, &comparison.theirs, payment, intent);
        if became.counts() {
            let (kind, id) = payment.item();
            counting.entry((kind, id, payment.is_lawyers())).or_default().push((payment.clone(), became));
        }
    }
    for item in comparison.ours.items.clone() {
        let none = vec![];
        check_paid(comparison, &item, counting.get(&(item.kind, item.id, false)).unwrap_or(&none));
        check_open(comparison, &item);
        let hired = counting.get(&(item.kind, item.id, true)).unwrap_or(&none);
        comparison.require(hired.len() < 2, Some((item.kind, item.id)), || {
            format!("two lawyers are paid: {hired:?}")
        });
        for (payment, _) in hired {
            check_amount(comparison, &item, payment);
        }
    }
}

/// Checks that at most one payment with money left (`counting`) pays for an item. Also checks that the item is paid
/// exactly if there is such a payment or staff marked the item as paid.
fn check_paid(comparison: &mut Comparison<'_>, item: &Item, counting: &[(Payment, MoneyState)]) {
    let about = Some((item.kind, item.id));
    comparison.require(counting.len() < 2, about, || format!("it is paid twice: {counting:?}"));
    if item.is_removed {
        return;
    }
    match counting.first() {
        Some((payment, _)) => {
            comparison.require(item.is_paid, about, || {
                format!("its money is here and it is not paid: {payment:?}")
            });
            check_amount(comparison, item, payment);
        }
        None => comparison.require(item.is_paid == item.by_hand, about, || {
            format!("no money is here for it; paid {}, marked by hand {}", item.is_paid, item.by_hand)
        }),
    }
}

/// Checks that a payment settled with the item's amount or, for a lawyer, with half of an amount that the item had.
fn check_amount(comparison: &mut Comparison<'_>, item: &Item, payment: &Payment) {
    let returned = |refund: &&super::our_records::Refund| {
        matches!(refund.status.as_str(), "succeeded" | "paid_otherwise")
    };
    let (excess, others): (Vec<_>, Vec<_>) = comparison
        .ours
        .refunds_of(payment.id)
        .filter(returned)
        .partition(|refund| refund.reason == "paid_too_much");
    let settled = payment.received() - excess.iter().map(|refund| refund.amount_cents).sum::<i64>();
    let mut kept = BTreeSet::from([settled]);
    for refund in others {
        kept.extend(kept.clone().into_iter().map(|before| before - refund.amount_cents));
    }
    let amounts = comparison.world.amounts_of(item.kind, item.id);
    let fits = if payment.is_lawyers() {
        amounts.iter().any(|amount| kept.contains(&((amount + 1) / 2)))
    } else {
        kept.contains(&item.amount)
    };
    comparison.require(fits, Some((item.kind, item.id)), || {
        format!("{payment:?} kept one of {kept:?}, the item costs {}, of {amounts:?}", item.amount)
    });
}

/// Checks that each open payment that the driver can still pay is for a due item, with the amount due.
fn check_open(comparison: &mut Comparison<'_>, item: &Item) {
    let about = (item.kind, item.id);
    let live: Vec<Payment> = comparison
        .ours
        .payments
        .iter()
        .filter(|payment| payment.item() == about && payment.status == "open")
        .cloned()
        .collect();
    for payment in live {
        let is_hired = payment.is_lawyers()
            && comparison
                .ours
                .hires
                .iter()
                .any(|hire| hire.ticket_id == Some(item.id) && hire.status != "Cancelled");
        let due = if payment.is_lawyers() { (item.amount + 1) / 2 } else { item.amount };
        let is_wanted = !item.is_paid && !item.is_removed && !is_hired && payment.amount_cents == due;
        let id = payment.provider_intent_id.as_deref().unwrap_or_default();
        let is_payable = comparison.theirs.intent(id).is_some_and(|intent| intent.is_payable());
        comparison.require(is_wanted || !is_payable, Some(about), || {
            format!("it can be paid, and is not due so: {payment:?}")
        });
    }
}
