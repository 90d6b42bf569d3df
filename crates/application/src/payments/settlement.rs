//! Settlement of payments (docs/product/payments.md#when-an-item-is-paid).
//!
//! Rows are always locked in the same order: the item, then its payment.

use domain::legal_help::case::event::CaseEventKind;
use domain::legal_help::case::handling::Handling;
use domain::legal_help::hire::LawyerHire;
use domain::payments::fees;
use domain::payments::ownership::Mismatch;
use domain::payments::payment::{Payment, PaymentEvent, PaymentStatus, PaymentTransaction};
use domain::payments::refund::RefundReason;
use domain::payments::settlement::Settlement;
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::{HireId, TicketId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::driving_record::items::PayableItem;
use ports::legal_help::hires::NewHire;
use ports::payments::gateway::{Intent, IntentStatus};
use ports::payments::records::{NewTransaction, OrphanIntent};
use ports::security::trail::AuditEntry;
use ports::store::{Store, in_transaction};

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::payments::books::post;
use crate::payments::moves::{audit_payment, change_payment_status};
use crate::payments::refunds::advance::start_refunds;
use crate::payments::refunds::hire_refunds::{insert_end_refund, lock_payment_of};
use crate::payments::refunds::records::{RefundDecision, insert_refund};
use crate::payments::remittances::watch::add_obligation;
use crate::payments::resettlement::settlement_need;
use crate::shared::cases::money::refund_at_end;
use crate::shared::cases::opening::open_case;
use crate::shared::cases::record::{CaseChange, lock_case_of, record};
use crate::shared::live_payments;
use crate::shared::queued_emails::{QueuedEmail, enqueue};

/// The outcome of a payment whose money was received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PaymentOutcome {
    /// The payment paid a ticket, parking ticket or toll.
    Transaction(PaymentTransaction),
    /// The payment hired a lawyer for a ticket.
    Hire(LawyerHire),
    /// The money can't pay for anything and is refunded, for this reason.
    ToRefund(RefundReason),
    /// The intent doesn't match the payment, so nothing is settled. Staff must resolve the problem.
    NotOurs,
}

/// Settles a payment in a database transaction, and then requests the payment's new
/// refunds from the provider.
///
/// # Errors
/// The same errors as [`settle`].
pub fn settle_now(deps: &Deps, payment: &Payment, intent: &Intent) -> Result<PaymentOutcome> {
    let settled = in_transaction(&*deps.database, |store| settle(deps, store, payment, intent))?;
    start_refunds(deps, payment.id);
    Ok(settled)
}

/// Records that an intent succeeded: settles the payment, and adds the transaction or hire. If the
/// money can't pay for anything, stores its refund instead. Repeated or concurrent calls return the
/// same outcome and record nothing more. `known` may be an outdated copy, because the payment is
/// locked and read again.
///
/// # Errors
/// [`Error::NotPaid`] if the intent has not succeeded; [`Error::NotFound`] if there is no such payment.
pub fn settle(
    deps: &Deps,
    store: &mut dyn Store,
    known: &Payment,
    intent: &Intent,
) -> Result<PaymentOutcome> {
    if intent.status != IntentStatus::Succeeded {
        return Err(Error::NotPaid);
    }
    let payable = known.payable;
    let item = store.lock_payable_item(payable)?;
    let mut payment = store.lock_payment(known.id)?.ok_or(Error::NotFound)?;
    if let Err(mismatch) = intent.identity().must_match_payment(&payment, &deps.installation) {
        report_orphan(deps, store, intent, mismatch)?;
        return Ok(PaymentOutcome::NotOurs);
    }
    if let Some(settled) = find_outcome(store, &payment)? {
        return Ok(settled);
    }
    payment.provider_intent_id = Some(intent.id.clone());
    payment.amount_received = Some(intent.amount_received);
    let now = deps.clock.now();
    if intent.charged_at.is_none() {
        tracing::warn!(
            payment = payment.id.0,
            "the provider sent no time of the charge; the current time is used"
        );
    }
    payment.charged_at = intent.charged_at.or(Some(now));
    payment.card.clone_from(&intent.card);
    let facts = store.standing_facts(payable)?;
    let need = settlement_need(store, &payment, item.as_ref(), &facts)?;
    let settlement = Settlement::of(need, intent.amount_received);
    let (item, due, excess) = match (settlement, item) {
        (Settlement::Pays { due, excess }, Some(item)) => (item, due, excess),
        (Settlement::Pays { .. }, None) => return Err(Error::defect("a removed item can't be settled")),
        (Settlement::Returns(reason), _) => {
            if reason == RefundReason::PaidTooLittle {
                audit_payment(deps, store, &payment, AuditAction::AmountDiffers)?;
            }
            return record_full_refund(deps, store, &mut payment, reason);
        }
    };
    payment.settled_at = Some(now);
    change_payment_status(deps, store, &mut payment, PaymentEvent::MoneyReceived, PaymentStatus::Settled)?;
    audit_payment(deps, store, &payment, AuditAction::PaymentSettled)?;
    post::post_charge(deps, store, &payment, due)?;
    if excess > Money::ZERO {
        audit_payment(deps, store, &payment, AuditAction::AmountDiffers)?;
        insert_refund(deps, store, &payment, excess, RefundDecision::automatic(RefundReason::PaidTooMuch))?;
    }
    enqueue(deps, store, &QueuedEmail::Paid(payment.id))?;
    live_payments::cancel_rival_payment(deps, store, payable)?;
    match payable {
        Payable::Lawyer(ticket) => {
            record_hire(deps, store, &payment, ticket, (item, due)).map(PaymentOutcome::Hire)
        }
        Payable::Ticket(_) | Payable::Parking(_) | Payable::Toll(_) => {
            record_transaction(deps, store, &payment, item, facts.open_hire).map(PaymentOutcome::Transaction)
        }
    }
}

/// Stores a succeeded intent that matches no payment, for staff to resolve.
pub fn report_orphan(deps: &Deps, store: &mut dyn Store, intent: &Intent, reason: Mismatch) -> Result<()> {
    tracing::warn!(intent = intent.id, %reason, "money at the provider matches no payment");
    Ok(store.store_orphan_if_new(&OrphanIntent {
        intent_id: intent.id.clone(),
        amount: intent.amount_received,
        currency: intent.currency.clone(),
        reason,
        seen_at: deps.clock.now(),
    })?)
}

/// Records that a payment's money can't pay for anything and must be refunded.
fn record_full_refund(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &mut Payment,
    reason: RefundReason,
) -> Result<PaymentOutcome> {
    change_payment_status(deps, store, payment, PaymentEvent::MoneyReceived, PaymentStatus::RefundDue)?;
    let received = payment.amount_received.unwrap_or_default();
    post::post_charge(deps, store, payment, received)?;
    if received > Money::ZERO {
        insert_refund(deps, store, payment, received, RefundDecision::automatic(reason))?;
    }
    Ok(PaymentOutcome::ToRefund(reason))
}

/// Returns the outcome of a payment; `None` if its money wasn't received.
///
/// # Errors
/// [`Error::Defect`] if a settled payment has no transaction or hire.
pub fn find_outcome(store: &mut dyn Store, payment: &Payment) -> Result<Option<PaymentOutcome>> {
    match payment.status {
        PaymentStatus::Creating
        | PaymentStatus::TimedOut
        | PaymentStatus::Open
        | PaymentStatus::Cancelled => Ok(None),
        PaymentStatus::Settled
        | PaymentStatus::RefundDue
        | PaymentStatus::Refunded
        | PaymentStatus::ChargedBack => read_outcome(store, payment).map(Some),
    }
}

/// Returns the outcome of a payment whose money was received. A payment whose money couldn't pay
/// for anything has no transaction or hire.
fn read_outcome(store: &mut dyn Store, payment: &Payment) -> Result<PaymentOutcome> {
    let record = match payment.payable {
        Payable::Lawyer(_) => store.hire_of_payment(payment.id)?.map(PaymentOutcome::Hire),
        Payable::Ticket(_) | Payable::Parking(_) | Payable::Toll(_) => {
            store.transaction_of_payment(payment.id)?.map(PaymentOutcome::Transaction)
        }
    };
    match record {
        Some(record) => Ok(record),
        None if payment.status == PaymentStatus::Settled => {
            Err(Error::defect("a settled payment has no transaction or hire"))
        }
        None => {
            let refunds = store.refunds_of(payment.id)?;
            Ok(PaymentOutcome::ToRefund(
                refunds.first().map_or(RefundReason::PaidTwice, |refund| refund.reason),
            ))
        }
    }
}

/// Marks the item as paid, and stores the payment's transaction and obligation. `open_hire` is the
/// hire whose lawyer works on the ticket, if any. The case of this hire ends.
fn record_transaction(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &Payment,
    item: PayableItem,
    open_hire: Option<HireId>,
) -> Result<PaymentTransaction> {
    let now = deps.clock.now();
    if let Some(hire) = open_hire {
        let about =
            AuditEntry::about((AuditSubject::LawyerHire, hire.0), AuditAction::PaidDespiteLawyer, now);
        store.audit(
            &about
                .with_after("payment", &payment.confirmation_number)
                .with_after("paid_by", &payment.user_id),
        )?;
        end_case(deps, store, hire)?;
    }
    let charged_at = payment.payment_date(now);
    store.mark_item_paid(payment.payable, charged_at)?;
    add_obligation(store, payment, charged_at)?;
    Ok(store.insert_transaction(&NewTransaction {
        user_id: payment.user_id,
        payment_id: payment.id,
        payable: payment.payable,
        violation_type: Some(item.label),
        amount: payment.amount_received.unwrap_or(payment.amount),
        processing_fee: fees::RECORDED_PROCESSING_FEE,
        our_fee: fees::RECORDED_OUR_FEE,
        confirmation_number: payment.confirmation_number.clone(),
        created_at: charged_at,
        recorded_at: now,
    })?)
}

/// Stores the hire that a payment paid for, and opens its case. `item` is the ticket, and `price` the amount due.
fn record_hire(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &Payment,
    ticket_id: TicketId,
    (item, price): (PayableItem, Money),
) -> Result<LawyerHire> {
    let now = deps.clock.now();
    let hire = store.insert_hire(&NewHire {
        user_id: payment.user_id,
        ticket_id,
        payment_id: payment.id,
        violation_type: Some(item.label),
        amount: payment.amount_received.unwrap_or(payment.amount),
        confirmation_number: payment.confirmation_number.clone(),
        created_at: payment.payment_date(now),
        recorded_at: now,
    })?;
    open_case(deps, store, &hire, ticket_id, price)?;
    // The hire is read again, because opening the case changed it.
    store.hire(hire.id)?.ok_or(Error::NotFound)
}

/// Ends the case of a ticket that its driver paid, because a paid ticket needs no lawyer. The part of the fee
/// that the lawyer hasn't earned is refunded. Only a case that Lanewise offered to lawyers ends; any other case
/// ([`Handling::ByStaff`], [`Handling::Outside`]) stays open.
fn end_case(deps: &Deps, store: &mut dyn Store, id: HireId) -> Result<()> {
    let Some(hire) = store.hire(id)? else { return Ok(()) };
    let payment = lock_payment_of(store, &hire)?;
    let Some(hire) = store.lock_hire(id)? else { return Ok(()) };
    let case = lock_case_of(store, &hire)?;
    if case.handling != Handling::Matched {
        return Ok(());
    }
    let refund = refund_at_end(deps, store, &hire, &case)?;
    let case = record(deps, store, case, CaseChange::by_system(CaseEventKind::TicketPaid))?;
    post::allocate_fee_of(deps, store, case.id)?;
    match refund {
        Some(refund) => insert_end_refund(deps, store, payment.as_ref(), refund).map(drop),
        None => Ok(store.set_hire_solved(case.id, false).map(drop)?),
    }
}
