//! Money that needs the eyes of staff.

use application::payments::attention::Attention;
use chrono::{DateTime, Utc};
use domain::payments::attention::{AttentionKind, AttentionSubject, ClosedAttention, HowClosed};
use ports::payments::attention::UnreadEvent;
use ports::payments::records::OrphanIntent;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::payments::dto::refund::OpenRefundDto;
use crate::shared::input::Reader;
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
    /// Events that could not be read, the oldest first.
    pub events: Vec<UnreadEventDto>,
    /// Money that is no payment of ours, the longest known first.
    pub orphans: Vec<OrphanIntentDto>,
    /// The last twenty of either that staff dealt with, the newest first.
    pub closed: Vec<ClosedAttentionDto>,
}

/// Body of `POST /api/admin/money-attention/closed`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CloseAttentionBody {
    /// What it is.
    #[schema(value_type = word::AttentionKind)]
    pub kind: String,
    /// The provider's id of the intent or the event.
    pub provider_id: String,
    /// What was done about it; 500 characters at most.
    pub how: String,
}

impl CloseAttentionBody {
    /// What was dealt with, and how.
    ///
    /// # Errors
    /// The fields that are wrong.
    pub fn read(self) -> Result<(AttentionSubject, HowClosed), application::Error> {
        let mut reader = Reader::default();
        let kind = AttentionKind::parse(&self.kind).ok_or("One of orphan, unread_event.");
        let kind = reader.check("kind", kind);
        let how = reader.check("how", HowClosed::parse(&self.how));
        let subject = kind.map(|kind| AttentionSubject { kind, provider_id: self.provider_id });
        reader.finish(subject.zip(how))
    }
}

/// Stray money or an unread event that staff have dealt with.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ClosedAttention)]
pub struct ClosedAttentionDto {
    /// Identifier.
    pub id: i32,
    /// What it was.
    pub kind: word::AttentionKind,
    /// The provider's id of the intent or the event.
    pub provider_id: String,
    /// What was done about it.
    pub how: String,
    /// Who of the staff said so.
    pub closed_by: i32,
    /// When.
    pub closed_at: DateTime<Utc>,
}

impl From<ClosedAttention> for ClosedAttentionDto {
    fn from(closed: ClosedAttention) -> Self {
        Self {
            id: closed.id,
            kind: closed.subject.kind.into(),
            provider_id: closed.subject.provider_id,
            how: closed.how,
            closed_by: closed.closed_by.0,
            closed_at: closed.closed_at,
        }
    }
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
            closed: attention.closed.into_iter().map(ClosedAttentionDto::from).collect(),
        }
    }
}
