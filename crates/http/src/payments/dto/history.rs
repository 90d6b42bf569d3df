//! What a driver has paid.

use actix_web::web;
use application::payments::history::YearTotal;
use chrono::{DateTime, Utc};
use domain::shared::payable::PayableKind;
use ports::payments::history::{HistoryFilter, PaidItem, PaidRecord};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::payments::dto::billed_again::BilledAgainDto;
use crate::payments::dto::card::CardDto;
use crate::payments::dto::remittances::TrailDto;
use crate::shared::input::given;
use crate::shared::words as word;

/// The kind and the item that a history is asked for.
#[derive(Clone, Copy, Debug)]
pub struct KindQuery {
    /// None: every kind.
    pub kind: Option<PayableKind>,
    /// None: every item.
    pub item: Option<i32>,
}

#[derive(Deserialize)]
struct Raw {
    r#type: Option<String>,
    #[serde(rename = "itemId")]
    item: Option<String>,
}

impl KindQuery {
    /// Reads `type` and `itemId` off a query.
    ///
    /// # Errors
    /// One is no kind, or no number.
    pub fn read(query: &str) -> Result<Self, application::Error> {
        let wrong = || application::Error::field("type", "One of ticket, parking, toll, lawyer.");
        let raw = web::Query::<Raw>::from_query(query).map_err(|_| wrong())?.into_inner();
        let kind = given(raw.r#type.as_deref()).map(|word| PayableKind::parse(word).ok_or_else(wrong));
        let wrong_item = || application::Error::field("itemId", "A whole number above zero.");
        let item = given(raw.item.as_deref())
            .map(|number| number.parse().ok().filter(|id: &i32| *id > 0).ok_or_else(wrong_item));
        Ok(Self { kind: kind.transpose()?, item: item.transpose()? })
    }

    /// With what to look for.
    pub fn filter(self, query: Option<String>) -> HistoryFilter {
        let query = query.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        HistoryFilter { kind: self.kind, item: self.item, query }
    }
}

/// Something paid.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PaidItem)]
pub struct PaidItemDto {
    /// What was paid for.
    #[serde(rename = "type")]
    pub kind: word::PayableKind,
    /// The item's number; a lawyer's is the ticket's.
    #[schema(required = true)]
    pub item_id: Option<i32>,
    /// The transaction, if there is one: its receipt is at `/api/payment-transactions/{id}/receipt`.
    #[schema(required = true)]
    pub transaction_id: Option<i32>,
    /// The lawyer hire, if it is one: its receipt is at `/api/lawyer-hires/{id}/receipt`.
    #[schema(required = true)]
    pub hire_id: Option<i32>,
    /// Violation or road.
    #[schema(required = true)]
    pub label: Option<String>,
    /// Two decimals; the fine of what staff marked paid.
    pub amount: String,
    /// `CONF-` and ten characters; none when no card was charged here.
    #[schema(required = true)]
    pub confirmation_number: Option<String>,
    /// The card, once the provider has told.
    #[schema(required = true)]
    pub card: Option<CardDto>,
    /// Paid at.
    pub paid_at: DateTime<Utc>,
    /// What became of the money; `Recorded` when staff marked it paid.
    pub status: word::PaidStatus,
    /// What of it has gone back, two decimals.
    pub refunded: String,
    /// Why it went back, or goes back.
    #[schema(required = true)]
    pub refund_reason: Option<String>,
    /// The money's way to the authority; null when it owes nothing to one.
    #[schema(required = true)]
    pub trail: Option<TrailDto>,
    /// The newest case of being billed again for it.
    #[schema(required = true)]
    pub billed_again: Option<BilledAgainDto>,
}

impl From<PaidItem> for PaidItemDto {
    fn from(item: PaidItem) -> Self {
        let (transaction_id, hire_id) = match item.record {
            PaidRecord::Transaction(id) => (Some(id.0), None),
            PaidRecord::Hire(id) => (None, Some(id.0)),
            PaidRecord::Returned(_) | PaidRecord::ByHand => (None, None),
        };
        Self {
            kind: item.kind.into(),
            item_id: item.item_id,
            transaction_id,
            hire_id,
            label: item.label,
            amount: item.amount.to_string(),
            confirmation_number: item.confirmation_number,
            card: item.card.map(CardDto::from),
            paid_at: item.paid_at,
            status: item.status.into(),
            refunded: item.refunded.to_string(),
            refund_reason: item.refund_reason,
            trail: item.trail.map(TrailDto::from),
            billed_again: item.billed_again.map(BilledAgainDto::from),
        }
    }
}

/// What cards were charged this year.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = YearTotal)]
pub struct YearTotalDto {
    /// The year, in the business time zone.
    pub year: i32,
    /// Two decimals, refunds left out.
    pub charged: String,
}

impl From<YearTotal> for YearTotalDto {
    fn from(total: YearTotal) -> Self {
        Self { year: total.year, charged: total.charged.to_string() }
    }
}
