//! Cards, as far as they are told, and what comes after something was paid.

use application::payments::afterwards::Afterwards;
use chrono::NaiveDate;
use domain::payments::card::CardFacts;
use serde::Serialize;
use utoipa::ToSchema;

use crate::payments::dto::payment::TransactionDto;

/// The card that something was paid with.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CardFacts)]
pub struct CardDto {
    /// Such as `Visa`; `Card` where the brand is not known.
    pub brand: String,
    /// Four digits.
    pub last_four: String,
}

impl From<CardFacts> for CardDto {
    fn from(card: CardFacts) -> Self {
        Self { brand: card.brand().to_owned(), last_four: card.last_four().to_owned() }
    }
}

/// What comes after something was paid.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Afterwards)]
pub struct AfterwardsDto {
    /// The card, once the provider has told.
    #[schema(required = true)]
    pub card: Option<CardDto>,
    /// Where it happened; none for a toll.
    pub place: Option<String>,
    /// How many items are due still.
    pub left: usize,
    /// When the next of them is due; none when none has a due date.
    #[schema(required = true)]
    pub next_due_date: Option<NaiveDate>,
}

impl From<Afterwards> for AfterwardsDto {
    fn from(after: Afterwards) -> Self {
        Self {
            card: after.card.map(CardDto::from),
            place: after.place,
            left: after.left,
            next_due_date: after.next_due_date,
        }
    }
}

/// A transaction, just confirmed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ConfirmedTransaction)]
pub struct ConfirmedTransactionDto {
    /// The record.
    #[serde(flatten)]
    pub transaction: TransactionDto,
    /// What comes after it.
    pub afterwards: AfterwardsDto,
}
