//! Posts movements of money, in the transaction that records them (docs/product/payments.md#books).
//!
//! The caller must have locked the item and its payment. A repeated call posts nothing, because
//! each event is posted only once.

use chrono::{DateTime, Utc};
use domain::legal_help::case_money::{CaseClaims, LawyerClaim};
use domain::payments::chargeback::{Chargeback, ChargebackStatus};
use domain::payments::ledger::{
    self, Account, EntryKind, FeeClaims, HeldMoney, LawyerShare, LawyersMoney, LedgerEvent,
};
use domain::payments::payment::{Payment, PaymentStatus};
use domain::payments::refund::{Refund, RefundReason};
use domain::payments::remittances::obligation::send_by;
use domain::shared::business_time::BUSINESS_ZONE;
use domain::shared::ids::{HireId, PaymentId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::payments::books::NewEntry;
use ports::payments::gateway::{ChargebackMovement, ProviderRefund, RefundStatus};
use ports::payments::remittances::lawyers::NewLawyerObligation;
use ports::store::Store;

use crate::deps::Deps;
use crate::error::Result;
use crate::shared::cases::money::events_of;
use crate::shared::cases::record::case_of;

/// The cause of an entry in the ledger, and the records that the entry belongs to.
#[derive(Clone, Debug)]
pub(in crate::payments) struct EntrySubject {
    /// Unique key of the event that caused the entry. The event is posted only once.
    pub(in crate::payments) source: String,
    /// The provider's id of the object whose money moved; `None` if the money didn't move at the provider.
    pub(in crate::payments) subject: Option<String>,
    /// The payment whose money moved, if any.
    pub(in crate::payments) payment: Option<PaymentId>,
    /// When the money moved.
    pub(in crate::payments) at: DateTime<Utc>,
}

/// Posts an event to the ledger. `about` has the event's unique key and the records that the entry
/// belongs to. Returns false if the event moves no money or was already posted.
pub(in crate::payments) fn post(
    store: &mut dyn Store,
    about: EntrySubject,
    event: &LedgerEvent<'_>,
) -> Result<bool> {
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

/// Builds the subject of a ledger entry about a payment, at the current time. `source` is the event's unique
/// key, and `subject` the provider's id of the object whose money moved, if any.
fn entry_subject(deps: &Deps, payment: &Payment, source: String, subject: Option<&str>) -> EntrySubject {
    EntrySubject {
        source,
        subject: subject.map(str::to_owned),
        payment: Some(payment.id),
        at: deps.clock.now(),
    }
}

/// Posts a card charge. `due` is the part that pays for the item or lawyer. The rest is owed to the driver.
pub(in crate::payments) fn post_charge(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &Payment,
    due: Money,
) -> Result<()> {
    let Some(intent) = &payment.provider_intent_id else { return Ok(()) };
    let received = payment.amount_received.unwrap_or_default();
    let event = LedgerEvent::Charged { received, due, target: ledger::account_of(payment, true) };
    let about = entry_subject(deps, payment, format!("charge:{intent}"), Some(intent));
    post(store, EntrySubject { at: payment.payment_date(about.at), ..about }, &event)?;
    Ok(())
}

/// Posts a refund that the provider made. `reported` is its state at the provider. If a bank
/// returned the refund's money, also posts this return.
pub(in crate::payments) fn post_refund(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &Payment,
    refund: &Refund,
    reported: &ProviderRefund,
) -> Result<()> {
    let id = Some(reported.id.as_str());
    let held = held_money(store, payment.id)?;
    let left = LedgerEvent::Refunded { amount: reported.amount, held: &held };
    post(store, entry_subject(deps, payment, format!("refund:{}", reported.id), id), &left)?;
    if reported.status == RefundStatus::Failed {
        let home = match refund.reason {
            RefundReason::PaidTooMuch => Account::ToReturn,
            _ => account_of(store, payment)?,
        };
        let held = held_money(store, payment.id)?;
        let came = LedgerEvent::RefundFailed { amount: reported.amount, held: &held, target: home };
        post(store, entry_subject(deps, payment, format!("refund_failed:{}", reported.id), id), &came)?;
        reopen_obligation(deps, store, payment)?;
    }
    release_unused_money(deps, store, payment)
}

/// Posts a refund that staff made another way, such as by check.
pub(in crate::payments) fn post_paid_otherwise(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &Payment,
    refund: &Refund,
) -> Result<()> {
    let held = held_money(store, payment.id)?;
    let event = LedgerEvent::PaidOtherwise { amount: refund.amount, held: &held };
    post(store, entry_subject(deps, payment, format!("paid_otherwise:{}", refund.id), None), &event)?;
    release_unused_money(deps, store, payment)
}

/// Posts the balance changes of the chargeback `provider_id`: money that the bank took, and money that it returned.
pub(in crate::payments) fn post_chargeback_movements(
    store: &mut dyn Store,
    payment: &Payment,
    provider_id: &str,
    movements: &[ChargebackMovement],
) -> Result<()> {
    for moved in movements {
        let about = EntrySubject {
            source: format!("chargeback:{}", moved.id),
            subject: Some(provider_id.to_owned()),
            payment: Some(payment.id),
            at: moved.happened_at,
        };
        post(store, about, &LedgerEvent::Chargeback { amount: moved.amount, fee: moved.fee })?;
    }
    Ok(())
}

/// Posts the banks' decisions about a payment's chargebacks. Money that a bank keeps is posted as
/// lost. If the bank reverses its decision, the money is posted as regained.
pub(in crate::payments) fn post_chargeback_decisions(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &Payment,
    chargebacks: &[Chargeback],
) -> Result<()> {
    for chargeback in chargebacks {
        let id = chargeback.provider_id.as_str();
        let position = store.posted_sums_of_object(id)?;
        let decisions = [EntryKind::Lost, EntryKind::Regained];
        let taken = position.of(Account::WithBanks, &[EntryKind::Chargeback]).cents();
        let given_up = -position.of(Account::WithBanks, &decisions).cents();
        let gone = if chargeback.status == ChargebackStatus::Lost { taken.max(0) } else { 0 };
        let source = format!("decision:{id}:{}", position.entries);
        let about = entry_subject(deps, payment, source, Some(id));
        if gone > given_up {
            let held = held_money(store, payment.id)?;
            let event = LedgerEvent::Lost { amount: Money::from_cents(gone - given_up), held: &held };
            post(store, about, &event)?;
        } else {
            let amount = Money::from_cents(given_up - gone);
            let home = account_of(store, payment)?;
            let held = held_money(store, payment.id)?;
            post(store, about, &LedgerEvent::Regained { amount, held: &held, target: home })?;
            reopen_obligation(deps, store, payment)?;
        }
    }
    release_unused_money(deps, store, payment)
}

/// Moves all of a payment's money back to the account for its item, because the payment pays for
/// the item again. For a lawyer's payment, allocates the fee again instead.
pub(in crate::payments) fn post_settled_again(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &Payment,
) -> Result<()> {
    if allocate_fee(deps, store, payment)? {
        return Ok(());
    }
    let home = account_of(store, payment)?;
    move_all(deps, store, payment, home)?;
    reopen_obligation(deps, store, payment)
}

/// Allocates a hire's fee to its lawyers, the driver and Lanewise, as the case's current state
/// requires. The caller must have locked the case and its payment.
pub(crate) fn allocate_fee_of(deps: &Deps, store: &mut dyn Store, hire: HireId) -> Result<()> {
    let payment = store.hire(hire)?.and_then(|hire| hire.payment_id);
    match payment.map(|id| store.payment(id)).transpose()?.flatten() {
        Some(payment) => allocate_fee(deps, store, &payment).map(drop),
        None => Ok(()),
    }
}

/// Allocates the fee that a payment collected to lawyers, the driver and Lanewise. Returns false if
/// there is no fee to allocate.
pub(in crate::payments) fn allocate_fee(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &Payment,
) -> Result<bool> {
    let Payable::Lawyer(_) = payment.payable else { return Ok(false) };
    let Some(hire) = store.hire_of_payment(payment.id)? else { return Ok(false) };
    let case = case_of(store, &hire)?;
    if case.fee.is_none() {
        return Ok(false);
    }
    let Some(claims) = case.fee_claims(&events_of(store, &case)?) else { return Ok(false) };
    let claims = match claims {
        CaseClaims::OfFirm { earned, is_open } => FeeClaims::OfFirm { earned, is_open },
        CaseClaims::OfLawyers { claims, open } => {
            FeeClaims::OfLawyers(LawyersMoney::of(open, update_shares(deps, store, payment.id, &claims)?))
        }
    };
    let position = store.posted_sums_of_payment(payment.id)?;
    let held = HeldMoney::of(&position.sums);
    let source = format!("allocated:{}:{}", payment.id, position.entries);
    post(store, entry_subject(deps, payment, source, None), &LedgerEvent::Allocated { held: &held, claims })?;
    Ok(true)
}

/// Stores the share of the fee that each lawyer of a case has a claim to now. A lawyer's first claim, when
/// the lawyer accepts the case, also adds the obligation to that lawyer. Returns the shares.
fn update_shares(
    deps: &Deps,
    store: &mut dyn Store,
    payment_id: PaymentId,
    claims: &[LawyerClaim],
) -> Result<Vec<LawyerShare>> {
    let known = store.lawyer_shares(payment_id)?;
    let mut shares = Vec::with_capacity(claims.len());
    for LawyerClaim { lawyer_id, accepted_at, amount, earned } in claims.iter().copied() {
        let before = known.iter().find(|(lawyer, _)| *lawyer == lawyer_id).map(|(_, share)| *share);
        let share = before.unwrap_or_default().with_claim(amount);
        if before.is_none() && amount > Money::ZERO {
            let send_by = send_by(accepted_at, BUSINESS_ZONE);
            store.store_lawyer_obligation_if_new(NewLawyerObligation {
                payment_id,
                lawyer_id,
                accepted_at,
                send_by,
            })?;
        }
        if before.unwrap_or_default() != share {
            store.set_lawyer_share(payment_id, lawyer_id, share, send_deadline_from_now(deps))?;
        }
        store.set_lawyer_earned(payment_id, lawyer_id, earned)?;
        shares.push(share);
    }
    Ok(shares)
}

/// Whether money of this payment was sent to an authority, or an authority must return some of it. Always
/// false for a lawyer's fee, because staff decide about money that a lawyer has.
pub(in crate::payments) fn has_money_at_authority(store: &mut dyn Store, payment: &Payment) -> Result<bool> {
    if let Payable::Lawyer(_) = payment.payable {
        return Ok(false);
    }
    let held = held_money(store, payment.id)?;
    Ok(held.with_authority() > Money::ZERO || held.to_recover() > Money::ZERO)
}

/// Returns the time by which money that becomes owed now must be sent.
pub(in crate::payments) fn send_deadline_from_now(deps: &Deps) -> DateTime<Utc> {
    send_by(deps.clock.now(), BUSINESS_ZONE)
}

/// Marks the payment's obligation as owed again, with a new deadline, if the ledger has money that
/// hasn't been sent to the authority.
fn reopen_obligation(deps: &Deps, store: &mut dyn Store, payment: &Payment) -> Result<()> {
    if held_money(store, payment.id)?.owed_to_authority() > Money::ZERO {
        store.reopen_obligation(payment.id, send_deadline_from_now(deps))?;
    }
    Ok(())
}

/// Allocates a lawyer's fee again after its case or payment changed. For other payments, moves
/// money that no longer pays for anything to the account of money owed to drivers.
fn release_unused_money(deps: &Deps, store: &mut dyn Store, payment: &Payment) -> Result<()> {
    if allocate_fee(deps, store, payment)? {
        return Ok(());
    }
    if account_of(store, payment)? == Account::ToReturn {
        move_all(deps, store, payment, Account::ToReturn)?;
    }
    Ok(())
}

/// Moves all money held for a payment to the account `home`.
fn move_all(deps: &Deps, store: &mut dyn Store, payment: &Payment, home: Account) -> Result<()> {
    let position = store.posted_sums_of_payment(payment.id)?;
    let held = HeldMoney::of(&position.sums);
    let source = format!("moved:{}:{}", payment.id, position.entries);
    post(
        store,
        entry_subject(deps, payment, source, None),
        &LedgerEvent::Moved { held: &held, target: home },
    )?;
    Ok(())
}

/// Returns the accounts that hold the money of a payment, with their amounts.
fn held_money(store: &mut dyn Store, payment: PaymentId) -> Result<HeldMoney> {
    Ok(HeldMoney::of(&store.posted_sums_of_payment(payment)?.sums))
}

/// Returns the account that a payment's money belongs to now.
fn account_of(store: &mut dyn Store, payment: &Payment) -> Result<Account> {
    let pays = match payment.payable {
        _ if payment.status != PaymentStatus::Settled => false,
        Payable::Lawyer(_) => match store.hire_of_payment(payment.id)? {
            Some(hire) => case_of(store, &hire)?.step.blocks_another_hire(),
            None => false,
        },
        Payable::Ticket(_) | Payable::Parking(_) | Payable::Toll(_) => true,
    };
    Ok(ledger::account_of(payment, pays))
}
