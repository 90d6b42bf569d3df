//! What a driver has paid, whichever way: transactions, lawyer hires, and items that staff marked paid.

use chrono::{DateTime, Utc};
use domain::payments::card::CardFacts;
use domain::payments::receipt::PaidStatus;
use domain::payments::remittances::obligation::Trail;
use domain::shared::ids::{HireId, PaymentId, TransactionId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::PayableKind;

use crate::payments::remittances::billed_again::BilledAgain;
use crate::shared::paging::{Page, Paged};
use crate::shared::store_error::StoreResult;

/// Where something paid is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaidRecord {
    /// In the books.
    Transaction(TransactionId),
    /// A lawyer hire.
    Hire(HireId),
    /// A payment that settled nothing: its money goes back, or is back.
    Returned(PaymentId),
    /// The item alone says so: staff marked it paid, and no card was charged here.
    ByHand,
}

/// Something paid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaidItem {
    /// Where it is recorded.
    pub record: PaidRecord,
    /// What was paid for.
    pub kind: PayableKind,
    /// Its number; a lawyer's is the ticket's.
    pub item_id: Option<i32>,
    /// Violation or road.
    pub label: Option<String>,
    /// What was charged; for what staff marked paid, its fine.
    pub amount: Money,
    /// The payment's number, if there was a payment.
    pub confirmation_number: Option<String>,
    /// The card, once the provider has told.
    pub card: Option<CardFacts>,
    /// Paid at.
    pub paid_at: DateTime<Utc>,
    /// What became of the money.
    pub status: PaidStatus,
    /// What of the amount has gone back.
    pub refunded: Money,
    /// Why it went back, or goes back: the newest reason, in the driver's words.
    pub refund_reason: Option<String>,
    /// The money's way to the authority; none when it owes nothing to one.
    pub trail: Option<Trail>,
    /// The newest case of being billed again for it.
    pub billed_again: Option<BilledAgain>,
}

/// Which of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HistoryFilter {
    /// Of this kind alone.
    pub kind: Option<PayableKind>,
    /// For this item alone.
    pub item: Option<i32>,
    /// With these characters in the violation, the road or the confirmation number.
    pub query: Option<String>,
}

/// What drivers have paid, in the database.
pub trait History {
    /// What one driver has paid, newest first.
    fn paid_items(
        &mut self,
        user: UserId,
        filter: &HistoryFilter,
        page: Page,
    ) -> StoreResult<Paged<PaidItem>>;
    /// What a driver's cards were charged from one moment to just before another, less what went back of it or is on its way.
    fn charged(&mut self, user: UserId, from: DateTime<Utc>, until: DateTime<Utc>) -> StoreResult<Money>;
}
