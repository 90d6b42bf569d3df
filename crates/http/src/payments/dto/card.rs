//! A payment's card, and the data that the confirmation page shows.

use application::payments::confirmation_facts::ConfirmationFacts;
use chrono::NaiveDate;
use domain::payments::card::CardFacts;
use serde::Serialize;
use utoipa::ToSchema;

use crate::payments::dto::money_trail::MoneyTrailDto;
use crate::payments::dto::payment::TransactionDto;

/// The card of a payment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CardFacts)]
pub struct CardDto {
    /// The card's brand, such as `Visa`. `Card` if the brand is unknown.
    pub brand: String,
    /// The last four digits of the card number.
    pub last_four: String,
}

impl From<CardFacts> for CardDto {
    fn from(card: CardFacts) -> Self {
        Self { brand: card.brand().to_owned(), last_four: card.last_four().to_owned() }
    }
}

/// Data that the page shows after a payment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ConfirmationFacts)]
pub struct ConfirmationFactsDto {
    /// The card; null until the provider has reported it.
    pub card: Option<CardDto>,
    /// The citation's number, as the issuer wrote it; null if it isn't on file.
    pub citation_number: Option<String>,
    /// The citation's issuer, as the item names it; null if it isn't on file.
    pub issuer: Option<String>,
    /// Progress of the payment's money on its way to the authority. Null if no authority gets the money,
    /// as for a lawyer.
    pub trail: Option<MoneyTrailDto>,
    /// The place of the violation. Null if it is unknown.
    pub place: Option<String>,
    /// Number of the driver's items that are still due.
    pub left: usize,
    /// The earliest due date of the items that are still due. Null if none of these items has a due date.
    pub next_due_date: Option<NaiveDate>,
}

impl From<ConfirmationFacts> for ConfirmationFactsDto {
    fn from(facts: ConfirmationFacts) -> Self {
        Self {
            card: facts.card.map(CardDto::from),
            citation_number: facts.citation_number,
            issuer: facts.issuer,
            trail: facts.trail.map(MoneyTrailDto::from),
            place: facts.place,
            left: facts.left,
            next_due_date: facts.next_due_date,
        }
    }
}

/// A newly confirmed transaction.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ConfirmedTransaction)]
pub struct ConfirmedTransactionDto {
    /// The transaction's fields, in the same JSON object.
    #[serde(flatten)]
    pub transaction: TransactionDto,
    /// Data that the page shows after the payment.
    pub afterwards: ConfirmationFactsDto,
}
