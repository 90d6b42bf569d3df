//! API requests about charges. A charge is one attempt to pay an intent.

use miniserde::Deserialize;
use ports::payments::declines::Decline;
use serde::Serialize;
use stripe::StripeRequest;
use stripe_client_core::{RequestBuilder, StripeMethod};

use crate::mapping::time;

/// `GET /v1/charges`: the newest charges of an intent.
#[derive(Serialize)]
pub(crate) struct ListCharges<'a> {
    pub(crate) payment_intent: &'a str,
    pub(crate) limit: i64,
}

/// A page of charges. The library's own type requires every field of a charge.
#[derive(Debug, Deserialize)]
pub(crate) struct Charges {
    pub(crate) data: Vec<Charge>,
}

/// The fields of a charge that Lanewise uses.
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
    /// Returns the card's decline if the charge failed, or else `None`.
    pub(crate) fn decline(self) -> Option<Decline> {
        let card = self.payment_method_details.and_then(|method| method.card);
        (self.status == "failed").then(|| Decline {
            charge_id: self.id,
            fingerprint: card.and_then(|card| card.fingerprint),
            declined_at: time(self.created),
        })
    }
}
