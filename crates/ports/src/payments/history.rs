//! A driver's payment history: transactions, lawyer hires, and items that staff marked paid.

use chrono::{DateTime, Utc};
use domain::payments::card::CardFacts;
use domain::payments::receipt::ReceiptStatus;
use domain::payments::remittances::obligation::MoneyTrail;
use domain::shared::ids::{HireId, PaymentId, TransactionId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::PayableKind;

use crate::payments::remittances::billed_again::SecondBill;
use crate::shared::paging::{Page, Paged};
use crate::shared::store_error::StoreResult;

/// The record of a payment in the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaidRecord {
    /// A payment transaction for a ticket, parking ticket or toll.
    Transaction(TransactionId),
    /// A lawyer hire for a ticket.
    Hire(HireId),
    /// A payment whose money paid for no item and no lawyer. The money is being refunded, was refunded, or
    /// was taken back by the driver's bank.
    Returned(PaymentId),
    /// Staff marked the item as paid; no card was charged in Lanewise.
    ByHand,
}

/// One entry of the payment history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaidItem {
    /// The record of the payment.
    pub record: PaidRecord,
    /// The kind of payable.
    pub kind: PayableKind,
    /// Id of the item; for a lawyer, of the ticket.
    pub item_id: Option<i32>,
    /// The number that the issuer gave the citation; `None` if unknown.
    pub citation_number: Option<String>,
    /// The authority that issued the citation, as the item names it; `None` if unknown.
    pub issuer: Option<String>,
    /// Violation type or toll road; `None` if unknown.
    pub label: Option<String>,
    /// Amount charged; for an item that staff marked paid, its fine.
    pub amount: Money,
    /// The payment's confirmation number, if there was a payment.
    pub confirmation_number: Option<String>,
    /// The card that was charged, once known.
    pub card: Option<CardFacts>,
    /// When the item or lawyer was paid.
    pub paid_at: DateTime<Utc>,
    /// The status of the payment's money.
    pub status: ReceiptStatus,
    /// Amount refunded so far.
    pub refunded: Money,
    /// Reason of the newest refund that arrived or is in progress, in the words shown to the driver; `None`
    /// without such a refund.
    pub refund_reason: Option<String>,
    /// Progress of the money on its way to the authority; `None` if the money was never owed to an authority.
    pub trail: Option<MoneyTrail>,
    /// The newest second bill that the driver reported for the payment; `None` if the driver reported none.
    pub billed_again: Option<SecondBill>,
}

/// Filters of the payment history.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HistoryFilter {
    /// Only payments for this kind of payable.
    pub kind: Option<PayableKind>,
    /// Only payments for the item with this id.
    pub item: Option<i32>,
    /// Only payments whose violation type, toll road, confirmation number or citation number contains this string.
    pub query: Option<String>,
}

/// Payment histories in the database.
pub trait History {
    /// Returns one driver's history, newest first.
    fn paid_items(
        &mut self,
        user: UserId,
        filter: &HistoryFilter,
        page: Page,
    ) -> StoreResult<Paged<PaidItem>>;
    /// Returns the amount that a driver's cards were charged in a period, minus refunds made or in progress, and
    /// minus the amounts of chargebacks that are undecided or lost. Payments that must be refunded in full don't
    /// count. The period includes `from` and excludes `until`.
    fn amount_charged(
        &mut self,
        user: UserId,
        from: DateTime<Utc>,
        until: DateTime<Utc>,
    ) -> StoreResult<Money>;
}
