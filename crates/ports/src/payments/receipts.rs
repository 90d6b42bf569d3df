//! Receipts: what one says, and who prints it.

use chrono::{DateTime, NaiveDate, Utc};
use domain::payments::card::CardFacts;
use domain::payments::receipt::PaidStatus;
use domain::payments::remittances::obligation::Trail;
use domain::shared::money::Money;
use domain::shared::payable::PayableKind;

use crate::shared::store_error::BoxError;

/// What was paid for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceiptItem {
    /// Its kind.
    pub kind: PayableKind,
    /// Its number; a lawyer's is the ticket's.
    pub id: Option<i32>,
    /// Violation or road at the time of payment.
    pub label: Option<String>,
    /// Where; a toll has no place but its road.
    pub place: Option<String>,
    /// Issued or incurred on.
    pub date: Option<NaiveDate>,
}

/// Fees as the books have them. They are recorded, and are not added to what was charged (docs/PRODUCT.md#recorded-fees).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedFees {
    /// Processing fee.
    pub processing: Money,
    /// Our fee.
    pub ours: Money,
}

/// Everything that a receipt says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// `LW-20260131-000042`.
    pub number: String,
    /// `CONF-` and ten characters.
    pub confirmation_number: String,
    /// Who paid: the full name, or the e-mail of who gave none.
    pub payer: String,
    /// What was paid for.
    pub item: ReceiptItem,
    /// What the card was charged.
    pub amount: Money,
    /// The fine that it was for is an estimate.
    pub is_estimated: bool,
    /// The card, once the provider has told.
    pub card: Option<CardFacts>,
    /// For staff alone; none for a lawyer either, for no fees are recorded.
    pub fees: Option<RecordedFees>,
    /// Paid at.
    pub paid_at: DateTime<Utc>,
    /// What became of the money.
    pub status: PaidStatus,
    /// What of the amount has gone back.
    pub refunded: Money,
    /// When the last of it went back, if any did and that is known.
    pub refunded_at: Option<DateTime<Utc>>,
    /// The money's way to the authority; none for a lawyer.
    pub trail: Option<Trail>,
}

/// A letter for the court: what was paid, and where the money is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CourtLetter {
    /// What was paid.
    pub receipt: Receipt,
    /// The issuer's number of the item, where it is known.
    pub number: Option<String>,
    /// Who issued the item, as it says itself.
    pub issuer: Option<String>,
    /// Where the money is.
    pub trail: Trail,
    /// When the letter is written.
    pub written_at: DateTime<Utc>,
}

/// A receipt that could not be printed.
#[derive(Debug, thiserror::Error)]
#[error("the receipt could not be printed")]
pub struct PrintError(#[source] pub BoxError);

/// Prints receipts.
pub trait ReceiptPrinter: Send + Sync {
    /// The receipt as a PDF of one page; the same receipt gives the same bytes.
    ///
    /// # Errors
    /// A defect: any text can be printed.
    fn print(&self, receipt: &Receipt) -> Result<Vec<u8>, PrintError>;

    /// A letter for the court as a PDF of one page; the same letter gives the same bytes.
    ///
    /// # Errors
    /// A defect: any text can be printed.
    fn print_letter(&self, letter: &CourtLetter) -> Result<Vec<u8>, PrintError>;
}
