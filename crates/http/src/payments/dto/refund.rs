//! Request and response bodies for refunds in the back office.

use application::payments::refunds::by_staff::{PaymentRefunds, RefundOrder};
use application::shared::lists::Names;
use chrono::{DateTime, Utc};
use domain::payments::chargeback::Chargeback;
use domain::payments::payment::Payment;
use domain::payments::refund::{MAX_NOTE_CHARS, Refund};
use domain::shared::money::Money;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::payments::dto::chargeback::ChargebackDto;
use crate::shared::enums as word;
use crate::shared::input::{FieldParser, MoneyInput};

/// A refund of a payment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Refund)]
pub struct RefundDto {
    pub id: i32,
    /// The id of the refunded payment.
    pub payment_id: i32,
    /// The amount, with two decimals.
    pub amount: String,
    /// Why the payment is refunded.
    pub reason: word::RefundReason,
    /// The reason as the driver reads it.
    pub sentence: String,
    /// Who bears the cost of a refund under the guarantee. Null for other refunds, and if this is unknown.
    pub guarantee_payer: Option<word::RefundPayer>,
    /// The id of the staff member who requested the refund. Null if a rule or the provider started it.
    pub requested_by: Option<i32>,
    pub status: word::RefundStatus,
    /// Whether staff must choose how to refund the money: by card or another way.
    pub needs_decision: bool,
    /// The provider's or bank's message if the refund failed, or staff's text on how they paid it another way.
    pub provider_words: Option<String>,
    /// The provider's id of the refund. Null until the provider has accepted it.
    pub provider_refund_id: Option<String>,
    /// When Lanewise recorded that the refund succeeded, or that staff paid it another way. Null until then.
    pub back_at: Option<DateTime<Utc>>,
    /// When the refund was requested.
    pub created_at: DateTime<Utc>,
    /// When the refund was last changed or checked.
    pub updated_at: DateTime<Utc>,
}

impl From<Refund> for RefundDto {
    fn from(refund: Refund) -> Self {
        Self {
            needs_decision: refund.needs_decision(),
            id: refund.id.0,
            payment_id: refund.payment_id.0,
            amount: refund.amount.to_string(),
            reason: refund.reason.into(),
            sentence: refund.note.unwrap_or_else(|| refund.reason.sentence().to_owned()),
            guarantee_payer: refund.guarantee_payer.map(word::RefundPayer),
            requested_by: refund.requested_by.map(|user| user.0),
            status: refund.status.into(),
            provider_words: refund.provider_words,
            provider_refund_id: refund.provider_refund_id,
            back_at: refund.completed_at,
            created_at: refund.created_at,
            updated_at: refund.updated_at,
        }
    }
}

/// A refund that hasn't arrived, with the item that was paid.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OpenRefund)]
pub struct OpenRefundDto {
    /// The refund that has not arrived.
    pub refund: RefundDto,
    /// The id of the driver who paid.
    pub user_id: i32,
    /// The driver's full name or, if none is stored, the part of the email address before the `@`. Left out if
    /// the account is closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub driver_name: Option<String>,
    /// The kind of item paid.
    #[serde(rename = "type")]
    pub kind: word::PayableKind,
    /// The item's id; if `type` is `lawyer`, the id of the lawyer's ticket.
    pub item_id: i32,
    /// The confirmation number: `CONF-` and ten characters.
    pub confirmation_number: String,
}

impl OpenRefundDto {
    /// Builds the response about the refund of `payment`, with the driver's name from `names`.
    pub fn new((refund, payment): (Refund, Payment), names: &Names) -> Self {
        Self {
            refund: refund.into(),
            user_id: payment.user_id.0,
            driver_name: names.get(&payment.user_id).cloned(),
            kind: payment.payable.kind().into(),
            item_id: payment.payable.item_id(),
            confirmation_number: payment.confirmation_number,
        }
    }
}

/// A payment's money and refunds.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PaymentRefunds)]
pub struct PaymentRefundsDto {
    /// The amount received, with two decimals.
    pub received: String,
    /// The amount refunded so far, with two decimals.
    pub refunded: String,
    /// The amount that can still be refunded, with two decimals.
    pub left: String,
    /// Whether a refund is possible: some money is left, and no chargeback holds it.
    pub may_refund: bool,
    /// The payment's refunds, oldest first.
    pub refunds: Vec<RefundDto>,
    /// The payment's chargebacks, oldest first.
    pub chargebacks: Vec<ChargebackDto>,
}

impl From<PaymentRefunds> for PaymentRefundsDto {
    fn from(money: PaymentRefunds) -> Self {
        Self {
            received: money.payment.amount_received.unwrap_or_default().to_string(),
            refunded: money.payment.refunded.to_string(),
            left: money.left.to_string(),
            may_refund: money.left > Money::ZERO && !money.chargebacks.iter().any(Chargeback::is_withholding),
            refunds: money.refunds.into_iter().map(RefundDto::from).collect(),
            chargebacks: money.chargebacks.into_iter().map(ChargebackDto::from).collect(),
        }
    }
}

/// Body of `POST /api/admin/payments/{id}/refunds`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RefundBody {
    /// The amount to refund.
    pub amount: MoneyInput,
    /// The refundable amount that staff saw. If it has changed, the request fails with `409 changed_meanwhile`.
    pub left: MoneyInput,
    /// The reason for the refund, at most 500 characters. The driver reads it.
    pub reason: String,
    /// Whether to remove the ticket, parking ticket or toll instead of making it due again.
    #[serde(default)]
    pub removes_ticket: bool,
}

impl RefundBody {
    /// Parses the refund that staff order.
    pub fn parse(&self) -> Result<RefundOrder, application::Error> {
        let mut reader = FieldParser::default();
        let sentence = "Enter an amount in dollars, such as 150.00.";
        let amount = reader.take_valid("amount", self.amount.parse().ok_or(sentence));
        let remaining = reader.take_valid("left", self.left.parse().ok_or(sentence));
        let note = reader.take_valid("reason", domain::shared::text::paragraph(&self.reason, MAX_NOTE_CHARS));
        let order = amount.zip(remaining).zip(note);
        reader.finish(order.map(|((amount, remaining), note)| RefundOrder {
            amount,
            left: remaining,
            note,
            removes_item: self.removes_ticket,
        }))
    }
}

/// Body of `POST /api/admin/refunds/{id}/paid-otherwise`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PaidOtherwiseBody {
    /// How the driver was paid, such as a check's number, at most 500 characters.
    pub how: String,
}

impl PaidOtherwiseBody {
    /// Parses staff's explanation of how the driver was paid.
    pub fn parse(&self) -> Result<String, application::Error> {
        let mut reader = FieldParser::default();
        let how = reader.take_valid("how", domain::shared::text::paragraph(&self.how, MAX_NOTE_CHARS));
        reader.finish(how)
    }
}
