//! Money that needs the eyes of staff.

use application::payments::attention::{Attention, LostPaymentShown};
use application::payments::reconciliation::rebuild::FittingItem;
use application::shared::lists::Names;
use chrono::{DateTime, Utc};
use domain::payments::attention::{AttentionKind, AttentionSubject, ClosedAttention, HowClosed};
use domain::payments::payment::{Payment, PaymentStatus};
use domain::shared::payable::{Payable, PayableKind};
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
        Self {
            provider_url: provider_url(&orphan.intent_id, test_mode),
            intent_id: orphan.intent_id,
            amount: orphan.amount.to_string(),
            currency: orphan.currency,
            reason: orphan.reason.into(),
            seen_at: orphan.seen_at,
        }
    }
}

/// An item that staff may choose for a lost payment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FittingItem)]
pub struct FittingItemDto {
    /// What it is.
    #[serde(rename = "type")]
    pub kind: word::PayableKind,
    /// Which one; a ticket's for a lawyer.
    pub item_id: i32,
    /// Its violation or road.
    pub label: String,
}

impl From<FittingItem> for FittingItemDto {
    fn from(item: FittingItem) -> Self {
        let FittingItem { payable, label } = item;
        Self { kind: payable.kind().into(), item_id: payable.item_id(), label }
    }
}

/// A payment made here that the database doesn't know, as after an older backup was restored. Until staff decide, its item can't be
/// paid.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LostPayment)]
pub struct LostPaymentDto {
    /// The provider's id of its intent.
    pub intent_id: String,
    /// What was taken, two decimals.
    pub amount: String,
    /// The number it had.
    pub confirmation_number: String,
    /// Who paid.
    pub user_id: i32,
    /// Their name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub driver_name: Option<String>,
    /// What was paid for, if the intent says so.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<word::PayableKind>,
    /// Which one; a ticket's for a lawyer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item_id: Option<i32>,
    /// Its violation or road.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Items to choose from where the intent names none: unpaid, of this driver and of the same amount.
    pub fitting: Vec<FittingItemDto>,
    /// The payment was started at.
    pub started_at: DateTime<Utc>,
    /// First seen at.
    pub seen_at: DateTime<Utc>,
    /// Where the provider shows it.
    pub provider_url: String,
}

impl LostPaymentDto {
    fn new(shown: LostPaymentShown, names: &Names, test_mode: bool) -> Self {
        let LostPaymentShown { payment, label, fitting } = shown;
        Self {
            provider_url: provider_url(&payment.intent_id, test_mode),
            amount: payment.amount.to_string(),
            confirmation_number: payment.confirmation_number,
            user_id: payment.user_id.0,
            driver_name: names.get(&payment.user_id).cloned(),
            kind: payment.item.map(|item| item.kind().into()),
            item_id: payment.item.map(Payable::item_id),
            label,
            fitting: fitting.into_iter().map(FittingItemDto::from).collect(),
            started_at: payment.started_at,
            seen_at: payment.seen_at,
            intent_id: payment.intent_id,
        }
    }
}

/// Body of `POST /api/admin/money-attention/rebuilt`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RebuildBody {
    /// The provider's id of the lost payment's intent.
    pub intent_id: String,
    /// What was paid for, where the intent doesn't say.
    #[serde(rename = "type", default)]
    #[schema(value_type = Option<word::PayableKind>)]
    pub kind: Option<String>,
    /// Which one; a ticket's for a lawyer.
    #[serde(default)]
    #[validate(range(min = 1, message = "Enter a whole number."))]
    pub item_id: Option<i32>,
}

impl RebuildBody {
    /// The item that staff chose.
    ///
    /// # Errors
    /// Lists the invalid fields.
    pub fn chosen(&self) -> Result<Option<Payable>, application::Error> {
        let mut reader = Reader::default();
        let kind = match &self.kind {
            Some(kind) => {
                let kind = PayableKind::parse(kind).ok_or("One of ticket, parking, toll, lawyer.");
                reader.check("type", kind).map(Some)
            }
            None => Some(None),
        };
        reader.finish(kind.map(|kind| kind.zip(self.item_id).map(|(kind, id)| kind.of(id))))
    }
}

/// A payment that was rebuilt.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RebuiltPayment)]
pub struct RebuiltPaymentDto {
    /// The payment.
    pub payment_id: i32,
    /// The number it had, and has again.
    pub confirmation_number: String,
    /// It paid its item; otherwise the money is refunded.
    pub is_settled: bool,
}

impl From<Payment> for RebuiltPaymentDto {
    fn from(payment: Payment) -> Self {
        Self {
            payment_id: payment.id.0,
            is_settled: payment.status == PaymentStatus::Settled,
            confirmation_number: payment.confirmation_number,
        }
    }
}

fn provider_url(intent_id: &str, test_mode: bool) -> String {
    let mode = if test_mode { "test/" } else { "" };
    format!("https://dashboard.stripe.com/{mode}payments/{intent_id}")
}

/// What staff should look at, at most 200 of each.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MoneyAttention)]
pub struct AttentionDto {
    /// Payments made here that the database doesn't know, the longest known first.
    pub lost: Vec<LostPaymentDto>,
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
    /// Lists the invalid fields.
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
            lost: attention
                .lost
                .into_iter()
                .map(|lost| LostPaymentDto::new(lost, &attention.names, test_mode))
                .collect(),
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
