//! A driver's payment history.

use actix_web::web;
use application::payments::history::YearTotal;
use chrono::{DateTime, Utc};
use domain::shared::payable::PayableKind;
use ports::payments::history::{HistoryFilter, PaidItem, PaidRecord};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::payments::dto::billed_again::SecondBillDto;
use crate::payments::dto::card::CardDto;
use crate::payments::dto::money_trail::MoneyTrailDto;
use crate::shared::enums as word;
use crate::shared::input::non_blank;

/// Query parameters that limit a payment history to one kind of item, or to one item.
#[derive(Clone, Copy, Debug)]
pub struct KindQuery {
    /// The kind of item to list, or `None` for all kinds.
    pub kind: Option<PayableKind>,
    /// The id of the item whose payments are listed, or `None` for all items.
    pub item: Option<i32>,
}

#[derive(Deserialize)]
struct RawHistoryQuery {
    r#type: Option<String>,
    #[serde(rename = "itemId")]
    item: Option<String>,
}

impl KindQuery {
    /// Parses `type` and `itemId` in a query.
    pub fn parse(query: &str) -> Result<Self, application::Error> {
        let wrong = || application::Error::field("type", "Must be one of ticket, parking, toll, lawyer.");
        let raw = web::Query::<RawHistoryQuery>::from_query(query).map_err(|_| wrong())?.into_inner();
        let kind = non_blank(raw.r#type.as_deref()).map(|word| PayableKind::parse(word).ok_or_else(wrong));
        let wrong_item = || application::Error::field("itemId", "Enter a whole number above 0.");
        let item = non_blank(raw.item.as_deref())
            .map(|number| number.parse().ok().filter(|id: &i32| *id > 0).ok_or_else(wrong_item));
        Ok(Self { kind: kind.transpose()?, item: item.transpose()? })
    }

    /// Returns the filter, with the search text `query`. `None` or a blank text means no search.
    pub fn filter(self, query: Option<String>) -> HistoryFilter {
        let query = query.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        HistoryFilter { kind: self.kind, item: self.item, query }
    }
}

/// A paid item in the history.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PaidItem)]
pub struct PaidItemDto {
    /// The kind of item.
    #[serde(rename = "type")]
    pub kind: word::PayableKind,
    /// The item's id; if `type` is `lawyer`, the id of the lawyer's ticket. Null if unknown.
    pub item_id: Option<i32>,
    /// The citation's number, as the issuer wrote it; null if it isn't on file.
    pub citation_number: Option<String>,
    /// The citation's issuer, as the item names it; null if it isn't on file.
    pub issuer: Option<String>,
    /// The transaction's id, if the payment is a transaction. The
    /// receipt is at `/api/payment-transactions/{id}/receipt`.
    pub transaction_id: Option<i32>,
    /// The lawyer hire's id, if a lawyer was hired. The receipt is at `/api/lawyer-hires/{id}/receipt`.
    pub hire_id: Option<i32>,
    /// The violation type or toll road; null if unknown.
    pub label: Option<String>,
    /// The amount charged, with two decimals. If staff marked the item as paid, the item's fine.
    pub amount: String,
    /// The confirmation number: `CONF-` and ten characters. Null if no card was charged in Lanewise.
    pub confirmation_number: Option<String>,
    /// The card. Null until the provider has reported it, and if staff marked the item as paid.
    pub card: Option<CardDto>,
    /// When the item or lawyer was paid.
    pub paid_at: DateTime<Utc>,
    /// The payment's status. `Recorded` if staff marked the item as paid.
    pub status: word::ReceiptStatus,
    /// The amount refunded so far, with two decimals.
    pub refunded: String,
    /// Why the payment was or is being refunded; null without a refund.
    pub refund_reason: Option<String>,
    /// Progress of the money on its way to the authority. Null if no authority was ever owed the money.
    pub trail: Option<MoneyTrailDto>,
    /// The latest report that the driver was billed again for the paid item; null if there is none.
    pub billed_again: Option<SecondBillDto>,
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
            citation_number: item.citation_number,
            issuer: item.issuer,
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
            trail: item.trail.map(MoneyTrailDto::from),
            billed_again: item.billed_again.map(SecondBillDto::from),
        }
    }
}

/// The total that a driver's cards were charged this year.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = YearTotal)]
pub struct YearTotalDto {
    /// The year, in the business time zone.
    pub year: i32,
    /// The total charged, minus refunds and chargebacks, with two decimals.
    pub charged: String,
}

impl From<YearTotal> for YearTotalDto {
    fn from(total: YearTotal) -> Self {
        Self { year: total.year, charged: total.charged.to_string() }
    }
}
