//! API requests that create intents and refunds. The parameters of a request always have the same order,
//! because Stripe compares the parameters of requests with the same idempotency key.

use std::collections::BTreeMap;

use domain::payments::ownership::CURRENCY;
use ports::payments::gateway::{IntentRequest, RefundRequest};
use serde::Serialize;
use stripe::StripeRequest;
use stripe_client_core::{RequestBuilder, StripeMethod};

use crate::mapping::{CONFIRMATION, INSTALLATION, ITEM, ITEM_KIND, PAYMENT, REFUND, USER};

/// Parameters of a new payment intent. The library's own type has the metadata in random order, so a retry
/// could differ from the first attempt.
#[derive(Serialize)]
pub(crate) struct CreateCardIntent<'a> {
    amount: i64,
    currency: &'static str,
    allowed_payment_method_types: [&'static str; 1],
    description: &'a str,
    metadata: BTreeMap<&'static str, String>,
}

impl<'a> CreateCardIntent<'a> {
    /// Converts a request for an intent to Stripe's parameters.
    pub(crate) fn of(request: &'a IntentRequest) -> Self {
        Self {
            amount: request.amount.cents(),
            currency: CURRENCY,
            allowed_payment_method_types: ["card"],
            description: &request.description,
            metadata: BTreeMap::from([
                (CONFIRMATION, request.confirmation_number.clone()),
                (INSTALLATION, request.installation.clone()),
                (ITEM, request.payable.item_id().to_string()),
                (ITEM_KIND, request.payable.kind().as_str().to_owned()),
                (PAYMENT, request.payment_id.to_string()),
                (USER, request.user_id.to_string()),
            ]),
        }
    }
}

impl StripeRequest for CreateCardIntent<'_> {
    type Output = stripe_core::PaymentIntent;

    fn build(&self) -> RequestBuilder {
        RequestBuilder::new(StripeMethod::Post, "/payment_intents").form(self)
    }
}

/// A request for a full or partial refund of an intent.
#[derive(Serialize)]
pub(crate) struct CreateRefund<'a> {
    payment_intent: &'a str,
    amount: i64,
    metadata: BTreeMap<&'static str, String>,
}

impl<'a> CreateRefund<'a> {
    /// Converts a request for a refund to Stripe's parameters.
    pub(crate) fn of(request: &'a RefundRequest) -> Self {
        Self {
            payment_intent: &request.intent_id,
            amount: request.amount.cents(),
            metadata: BTreeMap::from([
                (INSTALLATION, request.installation.clone()),
                (REFUND, request.refund_id.to_string()),
            ]),
        }
    }
}

impl StripeRequest for CreateRefund<'_> {
    type Output = stripe_core::Refund;

    fn build(&self) -> RequestBuilder {
        RequestBuilder::new(StripeMethod::Post, "/refunds").form(self)
    }
}
