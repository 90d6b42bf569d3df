//! Receipts for drivers and staff. Loading a receipt's data needs a database connection; rendering the PDF doesn't.

use chrono::{DateTime, Utc};
use domain::driving_record::fine;
use domain::legal_help::hire::LawyerHire;
use domain::payments::card::CardFacts;
use domain::payments::chargeback::transaction_status;
use domain::payments::payment::{PaymentTransaction, TransactionStatus};
use domain::payments::receipt::{ReceiptStatus, hire_receipt_number, receipt_number};
use domain::payments::refund::Refund;
use domain::payments::remittances::obligation::MoneyTrail;
use domain::shared::business_time::BUSINESS_ZONE;
use domain::shared::ids::{HireId, PaymentId, TransactionId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::{Payable, PayableKind};
use ports::payments::receipts::{Receipt, ReceiptItem, RecordedFees};
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::payments::settlement::PaymentOutcome;
use crate::shared::cases::record::case_of;

/// A receipt as a PDF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedReceipt {
    /// The receipt number: letters, digits and hyphens.
    pub number: String,
    pub pdf: Vec<u8>,
}

/// Returns the data of a transaction's receipt.
///
/// # Errors
/// [`Error::NotFound`] if the transaction is another driver's; [`Error::Forbidden`] for lawyers.
pub fn receipt_of_transaction(store: &mut dyn Store, actor: &Actor, id: TransactionId) -> Result<Receipt> {
    let transaction = store.transaction(id)?.ok_or(Error::NotFound)?;
    actor.must_be_owner_or_staff(transaction.user_id)?;
    let receipt = transaction_receipt(store, transaction)?;
    // The recorded fees weren't charged to a driver, so only staff see them.
    let fees = receipt.fees.filter(|_| actor.is_admin());
    Ok(Receipt { fees, ..receipt })
}

/// Returns the receipt that is emailed to the driver after a payment. Returns `None` if the payment
/// is refunded, or isn't settled because its intent doesn't match the payment.
pub fn receipt_for_outcome(store: &mut dyn Store, settled: PaymentOutcome) -> Result<Option<Receipt>> {
    Ok(match settled {
        PaymentOutcome::Transaction(transaction) => {
            Some(Receipt { fees: None, ..transaction_receipt(store, transaction)? })
        }
        PaymentOutcome::Hire(hire) => Some(hire_receipt(store, hire)?),
        PaymentOutcome::ToRefund(_) | PaymentOutcome::NotOurs => None,
    })
}

/// Returns the data of a lawyer hire's receipt.
///
/// # Errors
/// [`Error::NotFound`] if the hire is another driver's; [`Error::Forbidden`] for lawyers.
pub fn receipt_of_hire(store: &mut dyn Store, actor: &Actor, id: HireId) -> Result<Receipt> {
    let hire = store.hire(id)?.ok_or(Error::NotFound)?;
    actor.must_be_owner_or_staff(hire.user_id)?;
    hire_receipt(store, hire)
}

/// Renders a receipt as a PDF. Rendering takes a few milliseconds, so the caller must not hold a database connection.
///
/// # Errors
/// [`Error::Defect`] if rendering fails.
pub fn print_receipt(deps: &Deps, receipt: &Receipt) -> Result<PrintedReceipt> {
    let pdf = deps.receipts.print(receipt).map_err(|error| Error::Defect(Box::new(error)))?;
    Ok(PrintedReceipt { number: receipt.number.clone(), pdf })
}

/// Returns the data of a transaction's receipt, including recorded fees. Callers must remove the fees for drivers.
pub(in crate::payments) fn transaction_receipt(
    store: &mut dyn Store,
    transaction: PaymentTransaction,
) -> Result<Receipt> {
    let otherwise = match transaction.status {
        TransactionStatus::Refunded => ReceiptStatus::Refunded,
        TransactionStatus::RefundPending => ReceiptStatus::RefundPending,
        TransactionStatus::Completed
        | TransactionStatus::Chargeback
        | TransactionStatus::Won
        | TransactionStatus::ChargedBack => ReceiptStatus::Completed,
    };
    let MoneyState { status, card, refunded, refunded_at } =
        read_money_state(store, transaction.payment_id, otherwise)?;
    let item = item(store, transaction.payable, transaction.violation_type)?;
    Ok(Receipt {
        trail: money_trail(store, transaction.payment_id, status)?,
        number: receipt_number(transaction.id, transaction.created_at, BUSINESS_ZONE),
        confirmation_number: transaction.confirmation_number,
        payer: name_of_payer(store, transaction.user_id)?,
        card,
        item,
        amount: transaction.amount,
        fees: Some(RecordedFees { processing: transaction.processing_fee, ours: transaction.our_fee }),
        paid_at: transaction.created_at,
        status,
        refunded,
        refunded_at,
    })
}

/// Returns the data of a hire's receipt, without checking the caller's rights.
fn hire_receipt(store: &mut dyn Store, hire: LawyerHire) -> Result<Receipt> {
    let is_ended = case_of(store, &hire)?.step.is_broken_off();
    let otherwise = if is_ended { ReceiptStatus::RefundPending } else { ReceiptStatus::Completed };
    let MoneyState { status, card, refunded, refunded_at } =
        read_money_state(store, hire.payment_id, otherwise)?;
    let item = match hire.ticket_id {
        Some(ticket) => item(store, Payable::Lawyer(ticket), hire.violation_type)?,
        None => removed_item(PayableKind::Lawyer, None, hire.violation_type),
    };
    Ok(Receipt {
        number: hire_receipt_number(hire.id, hire.created_at, BUSINESS_ZONE),
        confirmation_number: hire.confirmation_number,
        payer: name_of_payer(store, hire.user_id)?,
        card,
        item,
        amount: hire.amount,
        fees: None,
        paid_at: hire.created_at,
        status,
        refunded,
        refunded_at,
        trail: None,
    })
}

/// A receipt's status, and the card and refunded amount of its payment.
struct MoneyState {
    status: ReceiptStatus,
    card: Option<CardFacts>,
    refunded: Money,
    refunded_at: Option<DateTime<Utc>>,
}

/// Returns the receipt's status, the card that was charged, if known, and how much of the payment was refunded.
/// Without a payment, the status is `status_without_payment`.
fn read_money_state(
    store: &mut dyn Store,
    payment: Option<PaymentId>,
    status_without_payment: ReceiptStatus,
) -> Result<MoneyState> {
    let Some(payment) = payment.map(|id| store.payment(id)).transpose()?.flatten() else {
        return Ok(MoneyState {
            status: status_without_payment,
            card: None,
            refunded: Money::ZERO,
            refunded_at: None,
        });
    };
    let refunds = store.refunds_of(payment.id)?;
    let is_under_way = |refund: &&Refund| refund.status.is_open() && !refund.needs_decision();
    let claimed = refunds.iter().filter(is_under_way);
    let under_way = Money::from_cents(claimed.map(|refund| refund.amount.cents()).sum());
    let received = payment.amount_received.unwrap_or(payment.amount);
    let refunded_at = refunds.iter().filter_map(|refund| refund.completed_at).max();
    let charged_back = transaction_status(&store.chargebacks_of_payment(payment.id)?);
    Ok(MoneyState {
        status: ReceiptStatus::of(received, payment.refunded, under_way)
            .adjust_for_payment(payment.status)
            .adjust_for_chargeback(charged_back),
        card: payment.card,
        refunded: payment.refunded,
        refunded_at,
    })
}

/// Returns the stages of a payment's money on its way to the authority. Returns `None` without a
/// payment, or if `status` means that no authority gets the money.
fn money_trail(
    store: &mut dyn Store,
    payment: Option<PaymentId>,
    status: ReceiptStatus,
) -> Result<Option<MoneyTrail>> {
    let Some(payment) = payment.filter(|_| status.is_sent_to_authority()) else { return Ok(None) };
    Ok(store.money_trails(&[payment])?.pop().map(|(_, trail)| trail))
}

/// Returns the name of the driver who paid, or the driver's email if no name is stored.
fn name_of_payer(store: &mut dyn Store, user: UserId) -> Result<String> {
    let user = store.user(user)?.ok_or_else(|| Error::defect("a payment has no driver"))?;
    Ok(user.full_name.unwrap_or(user.email))
}

/// Returns the item as the receipt shows it. A removed item has only its kind, its id and `label`.
pub(crate) fn item(store: &mut dyn Store, payable: Payable, label: Option<String>) -> Result<ReceiptItem> {
    let found = match payable {
        Payable::Ticket(id) | Payable::Lawyer(id) => store.ticket(id)?.map(|ticket| {
            let filed = ticket.filed;
            (filed.citation_number, filed.issuer, Some(filed.location), filed.date, filed.amount)
        }),
        Payable::Parking(id) => store.parking(id)?.map(|parking| {
            let filed = parking.filed;
            (filed.citation_number, filed.issuer, Some(filed.location), filed.date, filed.amount)
        }),
        Payable::Toll(id) => store.toll(id)?.map(|toll| {
            let filed = toll.filed;
            (filed.citation_number, filed.issuer, None, filed.date, filed.amount)
        }),
    };
    let (kind, id) = (payable.kind(), Some(payable.item_id()));
    let Some((citation_number, issuer, place, date, amount)) = found else {
        return Ok(removed_item(kind, id, label));
    };
    let is_estimated = fine::is_estimated(&amount);
    Ok(ReceiptItem { kind, id, citation_number, issuer, label, place, date: Some(date), is_estimated })
}

/// Returns an item that was removed from the record, so only these facts are known.
fn removed_item(kind: PayableKind, id: Option<i32>, label: Option<String>) -> ReceiptItem {
    ReceiptItem {
        kind,
        id,
        citation_number: None,
        issuer: None,
        label,
        place: None,
        date: None,
        is_estimated: false,
    }
}
