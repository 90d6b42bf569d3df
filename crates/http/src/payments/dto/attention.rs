//! Money that needs the eyes of staff.

use application::payments::attention::Attention;
use chrono::{DateTime, Utc};
use ports::back_office::queues::UnreadEvent;
use ports::payments::records::OrphanIntent;
use serde::Serialize;
use utoipa::ToSchema;

use crate::payments::dto::refund::OpenRefundDto;
use crate::shared::words as word;

/// A signed event of the payment provider that could not be read.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = UnreadEvent)]
pub struct UnreadEventDto {
    /// The provider's id, or a hash of what came.
    pub provider_event_id: String,
    /// The provider's name of the kind; empty when it cannot be read.
    #[serde(rename = "type")]
    pub kind: String,
    /// Received at.
    pub received_at: DateTime<Utc>,
}

/// Money that succeeded at the payment provider and is no payment of ours: it settles nothing.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OrphanIntent)]
pub struct OrphanIntentDto {
    /// The provider's id.
    pub intent_id: String,
    /// What was taken, two decimals.
    pub amount: String,
    /// As the provider writes it, such as `usd`.
    pub currency: String,
    /// What does not agree with our payment.
    pub reason: word::OrphanReason,
    /// First seen at.
    pub seen_at: DateTime<Utc>,
    /// Where the provider shows it.
    pub provider_url: String,
}

impl OrphanIntentDto {
    fn new(orphan: OrphanIntent, test_mode: bool) -> Self {
        let mode = if test_mode { "test/" } else { "" };
        Self {
            provider_url: format!("https://dashboard.stripe.com/{mode}payments/{}", orphan.intent_id),
            intent_id: orphan.intent_id,
            amount: orphan.amount.to_string(),
            currency: orphan.currency,
            reason: orphan.reason.into(),
            seen_at: orphan.seen_at,
        }
    }
}

/// What staff should look at, at most 200 of each.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MoneyAttention)]
pub struct AttentionDto {
    /// Refunds under way or failed, the oldest payment first.
    pub refunds: Vec<OpenRefundDto>,
    /// Events that could not be read, the newest first.
    pub events: Vec<UnreadEventDto>,
    /// Money that is no payment of ours, the newest first.
    pub orphans: Vec<OrphanIntentDto>,
}

impl From<UnreadEvent> for UnreadEventDto {
    fn from(event: UnreadEvent) -> Self {
        let UnreadEvent { provider_event_id, kind, received_at } = event;
        Self { provider_event_id, kind, received_at }
    }
}

impl AttentionDto {
    /// Links lead to the provider's test mode, or not.
    pub fn new(attention: Attention, test_mode: bool) -> Self {
        Self {
            orphans: attention
                .orphans
                .into_iter()
                .map(|orphan| OrphanIntentDto::new(orphan, test_mode))
                .collect(),
            refunds: attention
                .refunds
                .into_iter()
                .map(|refund| OpenRefundDto::new(refund, &attention.names))
                .collect(),
            events: attention.events.into_iter().map(UnreadEventDto::from).collect(),
        }
    }
}
