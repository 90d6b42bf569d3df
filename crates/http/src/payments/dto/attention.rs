//! Money that needs the eyes of staff.

use application::payments::attention::Attention;
use chrono::{DateTime, Utc};
use domain::legal_help::hire::RefundProgress;
use domain::payments::payment::Payment;
use ports::back_office::queues::UnreadEvent;
use serde::Serialize;
use utoipa::ToSchema;

use crate::shared::words as word;

/// A payment whose money goes back.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Refund)]
pub struct RefundDto {
    /// The payment's id.
    pub payment_id: i32,
    /// Whose.
    pub user_id: i32,
    /// What was paid for.
    #[serde(rename = "type")]
    pub kind: word::PayableKind,
    /// Which one; a ticket's for a lawyer.
    pub item_id: i32,
    /// What goes back, two decimals.
    pub amount: String,
    /// `CONF-` and ten characters.
    pub confirmation_number: String,
    /// Where it stands; none when nothing goes back.
    #[schema(required = true)]
    pub state: Option<word::RefundProgress>,
    /// Paid at.
    pub created_at: DateTime<Utc>,
    /// Last looked at.
    pub updated_at: DateTime<Utc>,
}

impl From<Payment> for RefundDto {
    fn from(payment: Payment) -> Self {
        let state = RefundProgress::of(payment.status, payment.provider_refund_id.as_deref());
        Self {
            payment_id: payment.id.0,
            user_id: payment.user_id.0,
            kind: payment.payable.kind().into(),
            item_id: payment.payable.item_id(),
            amount: payment.amount_received.unwrap_or(payment.amount).to_string(),
            confirmation_number: payment.confirmation_number,
            state: state.map(word::RefundProgress),
            created_at: payment.created_at,
            updated_at: payment.updated_at,
        }
    }
}

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

/// What staff should look at, at most 200 of each.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MoneyAttention)]
pub struct AttentionDto {
    /// Refunds under way or failed, the oldest payment first.
    pub refunds: Vec<RefundDto>,
    /// Events that could not be read, the newest first.
    pub events: Vec<UnreadEventDto>,
}

impl From<UnreadEvent> for UnreadEventDto {
    fn from(event: UnreadEvent) -> Self {
        let UnreadEvent { provider_event_id, kind, received_at } = event;
        Self { provider_event_id, kind, received_at }
    }
}

impl From<Attention> for AttentionDto {
    fn from(attention: Attention) -> Self {
        Self {
            refunds: attention.refunds.into_iter().map(RefundDto::from).collect(),
            events: attention.events.into_iter().map(UnreadEventDto::from).collect(),
        }
    }
}
