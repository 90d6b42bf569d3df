//! Request and response bodies for payment intents and transactions (docs/product/payments.md).

use application::payments::start_payment::StartedPayment;
use chrono::{DateTime, Utc};
use domain::payments::payment::PaymentTransaction;
use domain::shared::money::Money;
use domain::shared::payable::{Payable, PayableKind};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::shared::enums as word;
use crate::shared::input::{FieldParser, Ignored, MoneyInput};

/// Body of `POST /api/create-payment-intent`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreatePaymentIntentBody {
    /// The amount that the page shows as Amount Due. If the server calculates another amount, the request is refused.
    pub amount: MoneyInput,
    /// The kind of item to pay.
    #[serde(rename = "type")]
    #[schema(value_type = word::PayableKind)]
    pub kind: String,
    /// The id of the item. For a lawyer, the id of the ticket that the lawyer is hired for.
    #[validate(range(min = 1, message = "Enter a whole number."))]
    pub item_id: i32,
    /// Whether the driver confirmed paying a ticket while a lawyer is working on it.
    #[serde(default)]
    pub despite_lawyer: bool,
}

impl CreatePaymentIntentBody {
    /// Parses what the driver pays for, and the amount.
    pub fn parse(&self) -> Result<(Payable, Money), application::Error> {
        let mut reader = FieldParser::default();
        let kind = reader.take_valid(
            "type",
            PayableKind::parse(&self.kind).ok_or("Must be one of ticket, parking, toll, lawyer."),
        );
        let amount = reader
            .take_valid("amount", self.amount.parse().ok_or("Enter an amount in dollars, such as 150.00."));
        reader.finish(kind.map(|kind| kind.of(self.item_id)).zip(amount))
    }
}

/// Response of `POST /api/create-payment-intent`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PaymentIntent)]
pub struct PaymentIntentDto {
    /// The secret with which the browser confirms the intent.
    pub client_secret: String,
    /// The provider's id of the intent.
    pub payment_intent_id: String,
    /// The amount to be charged, with two decimals.
    pub amount: String,
}

impl From<StartedPayment> for PaymentIntentDto {
    fn from(started: StartedPayment) -> Self {
        Self {
            client_secret: started.client_secret,
            payment_intent_id: started.intent_id,
            amount: started.amount.to_string(),
        }
    }
}

/// Body of `POST /api/payment-transactions`. Only `paymentIntentId` is used, and `userId` is
/// checked. The server decides all other values.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TransactionBody {
    /// The payment provider's id of the payment.
    #[validate(length(max = 200, message = "This isn’t a payment’s id."))]
    pub payment_intent_id: Option<String>,
    /// Optional. A driver can send only their own id.
    pub user_id: Option<i32>,
    /// Accepted and ignored: the server decides this value.
    #[serde(default)]
    pub ticket_id: Ignored,
    /// Accepted and ignored: the server decides this value.
    #[serde(default)]
    pub payment_type: Ignored,
    /// Accepted and ignored: the server decides this value.
    #[serde(default)]
    pub amount: Ignored,
    /// Accepted and ignored: the server decides this value.
    #[serde(default)]
    pub processing_fee: Ignored,
    /// Accepted and ignored: the server decides this value.
    #[serde(default)]
    pub our_fee: Ignored,
    /// Accepted and ignored: the server decides this value.
    #[serde(default)]
    pub confirmation_number: Ignored,
    /// Accepted and ignored: the server decides this value.
    #[serde(default)]
    pub violation_type: Ignored,
    /// Accepted and ignored: the server decides this value.
    #[serde(default)]
    pub created_at: Ignored,
    /// Accepted and ignored: the server decides this value.
    #[serde(default)]
    pub status: Ignored,
}

/// A card payment of a ticket, parking ticket or toll.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PaymentTransaction)]
pub struct TransactionDto {
    pub id: i32,
    /// The id of the driver who paid.
    pub user_id: i32,
    /// The driver's name, only in lists for staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub driver_name: Option<String>,
    /// The ticket's id, if a ticket was paid.
    pub ticket_id: Option<i32>,
    /// The id of the paid item.
    pub item_id: i32,
    /// The citation number. Left out except in lists. Null if it isn't known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub citation_number: Option<Option<String>>,
    /// The issuer of the citation. Left out except in lists. Null if it isn't known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub issuer: Option<Option<String>>,
    /// The kind of item paid.
    #[schema(value_type = word::PaymentType)]
    pub payment_type: String,
    /// The violation type or toll road; null if unknown.
    pub violation_type: Option<String>,
    /// The amount, with two decimals.
    pub amount: String,
    /// The amount refunded so far, with two decimals.
    pub refunded: String,
    /// The id of the payment, if one is stored.
    pub payment_id: Option<i32>,
    /// The recorded processing fee, which no driver is charged for, with two decimals.
    pub processing_fee: String,
    /// Our recorded fee, which no driver is charged for, with two decimals.
    pub our_fee: String,
    /// The confirmation number: `CONF-` and ten characters.
    pub confirmation_number: String,
    /// When the card was charged.
    pub created_at: DateTime<Utc>,
    /// When Lanewise recorded the payment.
    pub recorded_at: DateTime<Utc>,
    pub status: word::TransactionStatus,
}

impl From<PaymentTransaction> for TransactionDto {
    fn from(transaction: PaymentTransaction) -> Self {
        let payable = transaction.payable;
        Self {
            id: transaction.id.0,
            user_id: transaction.user_id.0,
            driver_name: None,
            citation_number: None,
            issuer: None,
            ticket_id: matches!(payable, Payable::Ticket(_)).then(|| payable.item_id()),
            item_id: payable.item_id(),
            payment_type: payable.payment_type().map(|kind| kind.as_str().to_owned()).unwrap_or_default(),
            violation_type: transaction.violation_type,
            amount: transaction.amount.to_string(),
            refunded: transaction.refunded.to_string(),
            payment_id: transaction.payment_id.map(|id| id.0),
            processing_fee: transaction.processing_fee.to_string(),
            our_fee: transaction.our_fee.to_string(),
            confirmation_number: transaction.confirmation_number,
            created_at: transaction.created_at,
            recorded_at: transaction.recorded_at,
            status: transaction.status.into(),
        }
    }
}

/// Response to the provider's webhook request.
#[derive(Debug, Serialize, ToSchema)]
pub struct WebhookResponse {
    /// Always true. Errors have another status code.
    pub received: bool,
}
