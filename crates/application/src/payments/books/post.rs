//! What is posted when money moves, in the transaction that records the move (docs/PRODUCT.md#books).
//!
//! The item and its payment are locked by the caller. Each source is posted once, so any number of calls, in any order, leave the
//! same.

use chrono::{DateTime, Utc};
use domain::legal_help::hire::HireStatus;
use domain::payments::chargeback::{Chargeback, ChargebackStatus};
use domain::payments::ledger::{self, Account, EntryKind, Event, Held};
use domain::payments::payment::{Payment, PaymentStatus};
use domain::payments::refund::{Refund, RefundReason};
use domain::shared::ids::PaymentId;
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::payments::books::NewEntry;
use ports::payments::gateway::{ChargebackMovement, ProviderRefund, RefundStatus};
use ports::store::Store;

use crate::deps::Deps;
use crate::error::Result;

/// What an entry is about.
#[derive(Clone, Debug)]
pub(in crate::payments) struct About {
    /// Unique: nothing is posted twice.
    pub(in crate::payments) source: String,
    /// The provider's id of what it is about.
    pub(in crate::payments) subject: Option<String>,
    /// Of which payment.
    pub(in crate::payments) payment: Option<PaymentId>,
    /// When it moved.
    pub(in crate::payments) at: DateTime<Utc>,
}

/// Posts what an event means; nothing when nothing moves, or when it is posted already.
///
/// # Errors
/// Only the database's.
pub(in crate::payments) fn post(store: &mut dyn Store, about: About, event: &Event<'_>) -> Result<bool> {
    let postings = event.postings();
    if postings.is_empty() {
        return Ok(false);
    }
    Ok(store.post_entry(&NewEntry {
        kind: event.kind(),
        source: about.source,
        subject: about.subject,
        payment_id: about.payment,
        happened_at: about.at,
        postings,
    })?)
}

fn about(deps: &Deps, payment: &Payment, source: String, subject: Option<&str>) -> About {
    About { source, subject: subject.map(str::to_owned), payment: Some(payment.id), at: deps.clock.now() }
}

/// A card was charged for a payment: what was due pays, if it settles anything.
///
/// # Errors
/// Only the database's.
pub(in crate::payments) fn charged(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &Payment,
    due: Money,
) -> Result<()> {
    let Some(intent) = &payment.provider_intent_id else { return Ok(()) };
    let received = payment.amount_received.unwrap_or_default();
    let event = Event::Charged { received, due, home: ledger::home(payment, true) };
    let about = about(deps, payment, format!("charge:{intent}"), Some(intent));
    post(store, About { at: payment.dated(about.at), ..about }, &event)?;
    Ok(())
}

/// The provider has taken a refund up, or its bank has sent it back: both are posted, in this order, whatever was heard first.
///
/// # Errors
/// Only the database's.
pub(in crate::payments) fn refund_heard(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &Payment,
    refund: &Refund,
    heard: &ProviderRefund,
) -> Result<()> {
    let id = Some(heard.id.as_str());
    let held = held(store, payment.id)?;
    let left = Event::Refunded { amount: heard.amount, held: &held };
    post(store, about(deps, payment, format!("refund:{}", heard.id), id), &left)?;
    if heard.status == RefundStatus::Failed {
        let home = match refund.reason {
            RefundReason::PaidTooMuch => Account::ToReturn,
            _ => home(store, payment)?,
        };
        let held = self::held(store, payment.id)?;
        let came = Event::RefundFailed { amount: heard.amount, held: &held, home };
        post(store, about(deps, payment, format!("refund_failed:{}", heard.id), id), &came)?;
        owed_again(store, payment)?;
    }
    tidy(deps, store, payment)
}

/// Staff gave a refund's money back in another way.
///
/// # Errors
/// Only the database's.
pub(in crate::payments) fn paid_otherwise(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &Payment,
    refund: &Refund,
) -> Result<()> {
    let held = held(store, payment.id)?;
    let event = Event::PaidOtherwise { amount: refund.amount, held: &held };
    post(store, about(deps, payment, format!("paid_otherwise:{}", refund.id), None), &event)?;
    tidy(deps, store, payment)
}

/// What a bank took for a chargeback, and gave again, as the provider's balance moved.
///
/// # Errors
/// Only the database's.
pub(in crate::payments) fn chargeback_moved(
    store: &mut dyn Store,
    payment: &Payment,
    provider_id: &str,
    movements: &[ChargebackMovement],
) -> Result<()> {
    for moved in movements {
        let about = About {
            source: format!("chargeback:{}", moved.id),
            subject: Some(provider_id.to_owned()),
            payment: Some(payment.id),
            at: moved.happened_at,
        };
        post(store, about, &Event::Chargeback { amount: moved.amount, fee: moved.fee })?;
    }
    Ok(())
}

/// What banks have decided by now: what they keep is gone, and what was given up wrongly is there again. Then all that the payment
/// holds is where it belongs.
///
/// # Errors
/// Only the database's.
pub(in crate::payments) fn chargebacks_decided(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &Payment,
    chargebacks: &[Chargeback],
) -> Result<()> {
    for chargeback in chargebacks {
        let id = chargeback.provider_id.as_str();
        let position = store.position_of_subject(id)?;
        let decisions = [EntryKind::Lost, EntryKind::Regained];
        let taken = position.of(Account::WithBanks, &[EntryKind::Chargeback]).cents();
        let given_up = -position.of(Account::WithBanks, &decisions).cents();
        let gone = if chargeback.status == ChargebackStatus::Lost { taken.max(0) } else { 0 };
        let source = format!("decision:{id}:{}", position.entries);
        let about = about(deps, payment, source, Some(id));
        if gone > given_up {
            let held = held(store, payment.id)?;
            let event = Event::Lost { amount: Money::from_cents(gone - given_up), held: &held };
            post(store, about, &event)?;
        } else {
            let amount = Money::from_cents(given_up - gone);
            let home = home(store, payment)?;
            let held = held(store, payment.id)?;
            post(store, about, &Event::Regained { amount, held: &held, home })?;
            owed_again(store, payment)?;
        }
    }
    tidy(deps, store, payment)
}

/// All that a payment holds pays what it was for again, because the money is ours after all.
///
/// # Errors
/// Only the database's.
pub(in crate::payments) fn pays_again(deps: &Deps, store: &mut dyn Store, payment: &Payment) -> Result<()> {
    let home = home(store, payment)?;
    move_all(deps, store, payment, home)?;
    owed_again(store, payment)
}

/// Whether an authority has, or had to return, money of a payment.
///
/// # Errors
/// Only the database's.
pub(in crate::payments) fn was_sent(store: &mut dyn Store, payment: &Payment) -> Result<bool> {
    let held = held(store, payment.id)?;
    Ok(held.with_authority() > Money::ZERO || held.to_recover() > Money::ZERO)
}

/// What came again after an authority gave it back is to be sent once more.
fn owed_again(store: &mut dyn Store, payment: &Payment) -> Result<()> {
    if held(store, payment.id)?.owed_to_authority() > Money::ZERO {
        store.owe_again(payment.id)?;
    }
    Ok(())
}

/// What a payment still holds that pays nothing any more is the driver's.
fn tidy(deps: &Deps, store: &mut dyn Store, payment: &Payment) -> Result<()> {
    if home(store, payment)? == Account::ToReturn {
        move_all(deps, store, payment, Account::ToReturn)?;
    }
    Ok(())
}

fn move_all(deps: &Deps, store: &mut dyn Store, payment: &Payment, home: Account) -> Result<()> {
    let position = store.position_of_payment(payment.id)?;
    let held = Held::of(&position.sums);
    let source = format!("moved:{}:{}", payment.id, position.entries);
    post(store, about(deps, payment, source, None), &Event::Moved { held: &held, home })?;
    Ok(())
}

fn held(store: &mut dyn Store, payment: PaymentId) -> Result<Held> {
    Ok(Held::of(&store.position_of_payment(payment)?.sums))
}

/// Whose a payment's money is now. One that settled nothing, or whose hire was cancelled, pays nothing.
fn home(store: &mut dyn Store, payment: &Payment) -> Result<Account> {
    let pays = match payment.payable {
        _ if payment.status != PaymentStatus::Settled => false,
        Payable::Lawyer(_) => {
            store.hire_of(payment.id)?.is_some_and(|hire| hire.status != HireStatus::Cancelled)
        }
        Payable::Ticket(_) | Payable::Parking(_) | Payable::Toll(_) => true,
    };
    Ok(ledger::home(payment, pays))
}
