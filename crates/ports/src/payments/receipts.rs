//! Contents of receipts and of letters for courts, and a printer that renders them, lawyers' statements and
//! "My file" as PDFs.

use chrono::{DateTime, NaiveDate, Utc};
use domain::legal_help::statement::Statement;
use domain::payments::card::CardFacts;
use domain::payments::receipt::ReceiptStatus;
use domain::payments::remittances::obligation::MoneyTrail;
use domain::shared::money::Money;
use domain::shared::payable::PayableKind;

use crate::payments::my_file::MyFile;
use crate::shared::store_error::BoxError;

/// A paid item or lawyer, as a receipt shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceiptItem {
    /// The kind of payable.
    pub kind: PayableKind,
    /// Id of the item; for a lawyer, the ticket's id.
    pub id: Option<i32>,
    /// The number that the issuer gave the citation; `None` if unknown.
    pub citation_number: Option<String>,
    /// The authority that issued the citation, as the item names it; `None` if unknown.
    pub issuer: Option<String>,
    /// The item's violation type or toll road when the item was paid; `None` if unknown.
    pub label: Option<String>,
    /// Location of the violation; `None` for a toll, which only has its road.
    pub place: Option<String>,
    /// Date of the violation or toll; `None` if unknown.
    pub date: Option<NaiveDate>,
    /// Whether the item's current amount is only an estimate of the fine. False for a removed item.
    pub is_estimated: bool,
}

/// Fees on record. They aren't added to the amount charged (docs/product/payments.md#recorded-fees).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedFees {
    /// Processing fee on record, which no driver is charged.
    pub processing: Money,
    /// Our fee on record, which no driver is charged.
    pub ours: Money,
}

/// Contents of a receipt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// Receipt number, such as `LW-20260131-000042`.
    pub number: String,
    /// The payment's confirmation number.
    pub confirmation_number: String,
    /// The driver's full name, or the email address if there is none.
    pub payer: String,
    /// The paid item or lawyer.
    pub item: ReceiptItem,
    /// Amount charged to the card.
    pub amount: Money,
    /// The card that was charged, once known.
    pub card: Option<CardFacts>,
    /// Fees on record, which only staff see; `None` for a lawyer.
    pub fees: Option<RecordedFees>,
    /// When the item or lawyer was paid.
    pub paid_at: DateTime<Utc>,
    /// The status of the payment's money.
    pub status: ReceiptStatus,
    /// Amount refunded so far.
    pub refunded: Money,
    /// When the last refund arrived, if there was one and the time is known.
    pub refunded_at: Option<DateTime<Utc>>,
    /// Progress of the money on its way to the authority; `None` if the money was never owed to an authority,
    /// such as the price of a lawyer.
    pub trail: Option<MoneyTrail>,
}

/// A letter for the court that confirms a payment and states the progress of its money.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CourtLetter {
    /// The payment that the letter is about.
    pub receipt: Receipt,
    /// Issuer of the item, as the item names it; `None` if unknown.
    pub issuer: Option<String>,
    /// Progress of the money on its way to the authority.
    pub trail: MoneyTrail,
    /// When the letter is written.
    pub written_at: DateTime<Utc>,
}

/// Error while rendering a PDF.
#[derive(Debug, thiserror::Error)]
#[error("could not create the {document}")]
pub struct PrintError {
    /// The document that was being rendered, such as `receipt`.
    pub document: &'static str,
    /// Why it couldn't be rendered.
    #[source]
    pub cause: BoxError,
}

/// Renders receipts, letters, lawyers' statements and "My file" as PDFs.
pub trait ReceiptPrinter: Send + Sync {
    /// Renders a receipt as a one-page PDF. The same receipt always gives the same bytes.
    fn print(&self, receipt: &Receipt) -> Result<Vec<u8>, PrintError>;

    /// Renders a letter for the court as a one-page PDF. The same letter always gives the same bytes.
    fn print_letter(&self, letter: &CourtLetter) -> Result<Vec<u8>, PrintError>;

    /// Renders "My file" as a PDF with as many pages as it needs. The same contents always give the same bytes.
    ///
    /// # Errors
    /// Fails if a photo isn't a JPEG, or because of a bug.
    fn print_my_file(&self, file: &MyFile) -> Result<Vec<u8>, PrintError>;

    /// Renders a lawyer's statement as a one-page PDF. The same statement always gives the same bytes.
    fn print_statement(&self, statement: &Statement) -> Result<Vec<u8>, PrintError>;
}
