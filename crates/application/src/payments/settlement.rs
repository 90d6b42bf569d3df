//! The one settlement that webhook, confirmation page and reconciliation share (docs/PRODUCT.md#when-an-item-is-paid).
//!
//! It runs inside the caller's transaction. Rows are locked in one order everywhere: the item, then its payment.

use domain::legal_help::hire::LawyerHire;
use domain::payments::fees;
use domain::payments::payment::{Payment, PaymentStatus, PaymentTransaction};
use domain::security::audit::AuditAction;
use domain::shared::ids::{PaymentId, TicketId};
use domain::shared::payable::Payable;
use ports::driving_record::items::PayableItem;
use ports::legal_help::hires::NewHire;
use ports::payments::gateway::{Intent, IntentStatus};
use ports::payments::records::NewTransaction;
use ports::security::trail::AuditEntry;
use ports::store::Store;

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::shared::letters::{Letter, enqueue};

/// What a payment has led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Settled {
    /// A fine, parking ticket or toll is paid.
    Transaction(PaymentTransaction),
    /// A lawyer is hired.
    Hire(LawyerHire),
    /// The item had been paid otherwise: the money goes back.
    RefundDue,
}

/// Records an intent's success: the item marked paid, the transaction or hire, the payment. Any number of calls, at the
/// same time or in turn, record it once and answer the same.
///
/// # Errors
/// [`Error::NotPaid`] when the intent has not succeeded; [`Error::NotFound`] when there is no such payment.
pub fn settle(deps: &Deps, store: &mut dyn Store, id: PaymentId, intent: &Intent) -> Result<Settled> {
    if intent.status != IntentStatus::Succeeded {
        return Err(Error::NotPaid);
    }
    let payable = store.payment(id)?.ok_or(Error::NotFound)?.payable;
    let item = store.lock_payable_item(payable)?;
    let mut payment = store.lock_payment(id)?.ok_or(Error::NotFound)?;
    if let Some(settled) = already(store, &payment)? {
        return Ok(settled);
    }
    payment.provider_intent_id = Some(intent.id.clone());
    payment.amount_received = Some(intent.amount_received);
    let Some(item) = unpaid(store, payable, item)? else {
        move_to(deps, store, &mut payment, PaymentStatus::RefundDue)?;
        return Ok(Settled::RefundDue);
    };
    payment.settled_at = Some(deps.clock.now());
    move_to(deps, store, &mut payment, PaymentStatus::Settled)?;
    audit(deps, store, &payment, AuditAction::PaymentSettled)?;
    if Some(payable.due(item.fine)) != payment.amount_received {
        audit(deps, store, &payment, AuditAction::AmountDiffers)?;
    }
    if let Some(card) = &intent.card {
        store.note_card(payment.id, card)?;
    }
    enqueue(deps, store, &Letter::Paid(payment.id))?;
    match payable {
        Payable::Lawyer(ticket) => hire(deps, store, &payment, ticket, item).map(Settled::Hire),
        Payable::Ticket(_) | Payable::Parking(_) | Payable::Toll(_) => {
            book(deps, store, &payment, item).map(Settled::Transaction)
        }
    }
}

/// What a settled payment has led to; none while it is not settled.
///
/// # Errors
/// Only the database's, or a settled payment without its record.
pub fn already(store: &mut dyn Store, payment: &Payment) -> Result<Option<Settled>> {
    match payment.status {
        PaymentStatus::Creating
        | PaymentStatus::TimedOut
        | PaymentStatus::Open
        | PaymentStatus::Cancelled => Ok(None),
        PaymentStatus::Settled
        | PaymentStatus::RefundDue
        | PaymentStatus::RefundPending
        | PaymentStatus::Refunded => recorded(store, payment).map(Some),
    }
}

/// The record of a payment through which money has come in. A payment that had to go back at once has none.
fn recorded(store: &mut dyn Store, payment: &Payment) -> Result<Settled> {
    let record = match payment.payable {
        Payable::Lawyer(_) => store.hire_of(payment.id)?.map(Settled::Hire),
        Payable::Ticket(_) | Payable::Parking(_) | Payable::Toll(_) => {
            store.transaction_of(payment.id)?.map(Settled::Transaction)
        }
    };
    match record {
        Some(record) => Ok(record),
        None if payment.status == PaymentStatus::Settled => {
            Err(Error::defect("a settled payment has no record"))
        }
        None => Ok(Settled::RefundDue),
    }
}

/// The item, if it still needs paying: not removed, not paid, and for a lawyer without one at work.
///
/// # Errors
/// Only the database's.
pub fn unpaid(
    store: &mut dyn Store,
    payable: Payable,
    item: Option<PayableItem>,
) -> Result<Option<PayableItem>> {
    let Some(item) = item.filter(|item| !item.is_paid) else { return Ok(None) };
    if let Payable::Lawyer(ticket) = payable
        && store.has_active_hire(ticket)?
    {
        return Ok(None);
    }
    Ok(Some(item))
}

/// Moves a payment along its transition table and stores it.
///
/// # Errors
/// A defect when the move is not in the table.
pub fn move_to(deps: &Deps, store: &mut dyn Store, payment: &mut Payment, to: PaymentStatus) -> Result<()> {
    if !payment.status.can_become(to) {
        return Err(Error::Defect(
            format!("payment {}: {:?} cannot become {to:?}", payment.id, payment.status).into(),
        ));
    }
    payment.status = to;
    payment.updated_at = deps.clock.now();
    store.update_payment(payment)?;
    Ok(())
}

fn book(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &Payment,
    item: PayableItem,
) -> Result<PaymentTransaction> {
    let now = deps.clock.now();
    let facts = store.standing_facts(&[payment.payable])?;
    if let Some(hire) = facts.iter().find_map(|facts| facts.lawyer_at_work) {
        let about = AuditEntry::about(("lawyer_hire", hire.0), AuditAction::PaidDespiteLawyer, now);
        store.audit(&about.is("payment", &payment.confirmation_number).is("paid_by", &payment.user_id))?;
    }
    store.mark_paid(payment.payable, now)?;
    Ok(store.insert_transaction(&NewTransaction {
        user_id: payment.user_id,
        payment_id: payment.id,
        payable: payment.payable,
        violation_type: Some(item.label),
        amount: payment.amount_received.unwrap_or(payment.amount),
        processing_fee: fees::RECORDED_PROCESSING_FEE,
        our_fee: fees::RECORDED_OUR_FEE,
        confirmation_number: payment.confirmation_number.clone(),
        created_at: now,
    })?)
}

fn hire(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &Payment,
    ticket_id: TicketId,
    item: PayableItem,
) -> Result<LawyerHire> {
    Ok(store.insert_hire(&NewHire {
        user_id: payment.user_id,
        ticket_id,
        payment_id: payment.id,
        violation_type: Some(item.label),
        amount: payment.amount_received.unwrap_or(payment.amount),
        confirmation_number: payment.confirmation_number.clone(),
        created_at: deps.clock.now(),
    })?)
}

/// Records what happened to a payment.
///
/// # Errors
/// Only the database's.
pub fn audit(deps: &Deps, store: &mut dyn Store, payment: &Payment, action: AuditAction) -> Result<()> {
    let entry = AuditEntry::about(("payment", payment.id.0), action, deps.clock.now())
        .was("amount", &payment.amount)
        .is("amountReceived", &payment.amount_received.unwrap_or_default());
    Ok(store.audit(&entry)?)
}
