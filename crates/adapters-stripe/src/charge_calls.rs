//! The calls about charges: the tries of an intent.

use miniserde::Deserialize;
use ports::payments::declines::Decline;
use serde::Serialize;
use stripe::StripeRequest;
use stripe_client_core::{RequestBuilder, StripeMethod};

use crate::mapping::time;

/// `GET /v1/charges` of an intent, the newest page.
#[derive(Serialize)]
pub(crate) struct ListCharges<'a> {
    pub(crate) payment_intent: &'a str,
    pub(crate) limit: i64,
}

/// Of a page of charges, what is looked at. The library's own shape would need all of a charge.
#[derive(Debug, Deserialize)]
pub(crate) struct Charges {
    pub(crate) data: Vec<Charge>,
}

/// Of a charge, what is looked at.
#[derive(Debug, Deserialize)]
pub(crate) struct Charge {
    id: String,
    created: i64,
    status: String,
    payment_method_details: Option<Method>,
}

#[derive(Debug, Deserialize)]
struct Method {
    card: Option<Card>,
}

#[derive(Debug, Deserialize)]
struct Card {
    fingerprint: Option<String>,
}

impl StripeRequest for ListCharges<'_> {
    type Output = Charges;

    fn build(&self) -> RequestBuilder {
        RequestBuilder::new(StripeMethod::Get, "/charges").query(self)
    }
}

impl Charge {
    /// The decline that it is, unless the card was taken.
    pub(crate) fn decline(self) -> Option<Decline> {
        let card = self.payment_method_details.and_then(|method| method.card);
        (self.status == "failed").then(|| Decline {
            charge_id: self.id,
            fingerprint: card.and_then(|card| card.fingerprint),
            declined_at: time(self.created),
        })
    }
}
