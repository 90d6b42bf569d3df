//! Refunds as staff see them.

use application::payments::refunds::by_staff::{Order, PaymentRefunds};
use application::shared::lists::Names;
use chrono::{DateTime, Utc};
use domain::payments::chargeback::Chargeback;
use domain::payments::payment::Payment;
use domain::payments::refund::Refund;
use domain::shared::money::Money;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::payments::dto::chargeback::ChargebackDto;
use crate::shared::input::{MoneyInput, Reader};
use crate::shared::words as word;

/// The longest reason, and the longest record of another way.
const LONGEST: usize = 500;

/// Money of a payment that goes back.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Refund)]
pub struct RefundDto {
    /// Identifier.
    pub id: i32,
    /// Of which payment.
    pub payment_id: i32,
    /// How much, two decimals.
    pub amount: String,
    /// Why.
    pub reason: word::RefundReason,
    /// The reason as the driver reads it.
    pub sentence: String,
    /// Which of the staff asked for it; none when a rule did, or the provider.
    #[schema(required = true)]
    pub requested_by: Option<i32>,
    /// Where it stands.
    pub status: word::RefundStatus,
    /// It waits for staff to refund it or to pay it another way: the provider was never asked.
    pub needs_decision: bool,
    /// What the provider or the bank said when it did not go, or how it was paid otherwise.
    #[schema(required = true)]
    pub provider_words: Option<String>,
    /// The provider's id, once it has one.
    #[schema(required = true)]
    pub provider_refund_id: Option<String>,
    /// When the money was back.
    #[schema(required = true)]
    pub back_at: Option<DateTime<Utc>>,
    /// Asked for at.
    pub created_at: DateTime<Utc>,
    /// Last looked at.
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
            requested_by: refund.requested_by.map(|user| user.0),
            status: refund.status.into(),
            provider_words: refund.provider_words,
            provider_refund_id: refund.provider_refund_id,
            back_at: refund.back_at,
            created_at: refund.created_at,
            updated_at: refund.updated_at,
        }
    }
}

/// A refund that has not arrived, with what was paid for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OpenRefund)]
pub struct OpenRefundDto {
    /// The refund.
    pub refund: RefundDto,
    /// Whose.
    pub user_id: i32,
    /// Their name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub driver_name: Option<String>,
    /// What was paid for.
    #[serde(rename = "type")]
    pub kind: word::PayableKind,
    /// Which one; a ticket's for a lawyer.
    pub item_id: i32,
    /// The confirmation number: `CONF-` and ten characters.
    pub confirmation_number: String,
}

impl OpenRefundDto {
    /// Names the driver.
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

/// A payment's money, and what of it has gone back.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PaymentRefunds)]
pub struct PaymentRefundsDto {
    /// What came in, two decimals.
    pub received: String,
    /// What of it is back, two decimals.
    pub refunded: String,
    /// What can still be refunded, two decimals.
    pub left: String,
    /// Something is left, and no bank has the money undecided.
    pub may_refund: bool,
    /// Its refunds, the oldest first.
    pub refunds: Vec<RefundDto>,
    /// Its chargebacks, the oldest first.
    pub chargebacks: Vec<ChargebackDto>,
}

impl From<PaymentRefunds> for PaymentRefundsDto {
    fn from(money: PaymentRefunds) -> Self {
        Self {
            received: money.payment.amount_received.unwrap_or_default().to_string(),
            refunded: money.payment.refunded.to_string(),
            left: money.left.to_string(),
            may_refund: money.left > Money::ZERO && !money.chargebacks.iter().any(Chargeback::withholds),
            refunds: money.refunds.into_iter().map(RefundDto::from).collect(),
            chargebacks: money.chargebacks.into_iter().map(ChargebackDto::from).collect(),
        }
    }
}

/// Body of `POST /api/admin/payments/{id}/refunds`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RefundBody {
    /// How much goes back.
    pub amount: MoneyInput,
    /// What staff saw was left: another amount by now is `409 changed_meanwhile`.
    pub left: MoneyInput,
    /// Why, in a sentence that the driver reads; 500 characters at most.
    pub reason: String,
    /// Remove the ticket, parking ticket or toll instead of making it due again.
    #[serde(default)]
    pub removes_ticket: bool,
}

impl RefundBody {
    /// What staff want to give back.
    ///
    /// # Errors
    /// Lists the invalid fields.
    pub fn read(&self) -> Result<Order, application::Error> {
        let mut reader = Reader::default();
        let sentence = "An amount of dollars, such as 150.00.";
        let amount = reader.check("amount", self.amount.parse().ok_or(sentence));
        let left = reader.check("left", self.left.parse().ok_or(sentence));
        let note = reader.check("reason", domain::shared::text::paragraph(&self.reason, LONGEST));
        let order = amount.zip(left).zip(note);
        reader.finish(order.map(|((amount, left), note)| Order {
            amount,
            left,
            note,
            removes_item: self.removes_ticket,
        }))
    }
}

/// Body of `POST /api/admin/refunds/{id}/paid-otherwise`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PaidOtherwiseBody {
    /// How the money went back, such as a cheque's number; 500 characters at most.
    pub how: String,
}

impl PaidOtherwiseBody {
    /// How the money went back.
    ///
    /// # Errors
    /// It is empty, too long or cannot be shown.
    pub fn read(&self) -> Result<String, application::Error> {
        let mut reader = Reader::default();
        let how = reader.check("how", domain::shared::text::paragraph(&self.how, LONGEST));
        reader.finish(how)
    }
}
