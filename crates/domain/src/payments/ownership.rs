//! Whose money an intent at the provider is (docs/PRODUCT.md#whose-money-it-is).

use crate::payments::payment::Payment;
use crate::shared::confirmation::ConfirmationNumber;
use crate::shared::ids::{PaymentId, UserId};
use crate::shared::money::Money;
use crate::shared::payable::Payable;
use crate::shared::words::stored_words;

/// The one currency that payments are in, as the provider writes it.
pub const CURRENCY: &str = "usd";

/// What the installation that made an intent wrote on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// Which installation made it.
    pub installation: Option<String>,
    /// For which of its payments.
    pub payment_id: Option<PaymentId>,
    /// That payment's number.
    pub confirmation_number: Option<String>,
    /// Who pays.
    pub user_id: Option<UserId>,
    /// What is paid for; older intents don't say.
    pub item: Option<Payable>,
}

/// A payment of this installation, as the labels of its intent describe it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelledPayment {
    /// Its number. It is random, so it identifies the payment also after a restored backup has reused the payment's id.
    pub confirmation_number: ConfirmationNumber,
    /// Who pays.
    pub user_id: UserId,
    /// What is paid for; older intents don't say.
    pub item: Option<Payable>,
}

/// All that an intent at the provider says of whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim<'a> {
    /// The provider's id.
    pub intent_id: &'a str,
    /// Its labels.
    pub labels: &'a Labels,
    /// As the provider writes it, such as `usd`.
    pub currency: &'a str,
    /// What was asked.
    pub amount: Money,
}

/// What does not agree between an intent and our payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mismatch {
    /// No payment of ours is meant.
    Payment,
    /// Another installation made it.
    Installation,
    /// It has another number.
    ConfirmationNumber,
    /// Somebody else pays.
    User,
    /// It is in other money.
    Currency,
    /// It asks for another amount.
    Amount,
}

stored_words!(Mismatch {
    Payment => "payment",
    Installation => "installation",
    ConfirmationNumber => "confirmation_number",
    User => "user",
    Currency => "currency",
    Amount => "amount",
});

impl Claim<'_> {
    /// The payment that this installation made the intent for; `None` if the labels don't say so in full.
    pub fn labelled_payment(&self, installation: &str) -> Option<LabelledPayment> {
        let is_ours = self.labels.installation.as_deref() == Some(installation) && self.currency == CURRENCY;
        let number = self.labels.confirmation_number.as_deref().filter(|_| is_ours)?;
        Some(LabelledPayment {
            confirmation_number: ConfirmationNumber::parse(number)?,
            user_id: self.labels.user_id?,
            item: self.labels.item,
        })
    }

    /// Whether this intent is the payment's. All labels must agree; only an intent whose id was stored with the payment may
    /// lack some, for payments from before intents were labelled.
    ///
    /// # Errors
    /// The first thing that does not agree.
    pub fn must_be_of(&self, payment: &Payment, installation: &str) -> Result<(), Mismatch> {
        let is_stored = payment.provider_intent_id.as_deref() == Some(self.intent_id);
        let agrees = |says: Option<bool>| says.unwrap_or(is_stored);
        let other_intent = payment.provider_intent_id.is_some() && !is_stored;
        // After a restored backup ids of payments are reused, so a rebuilt payment has another id than its intent says.
        let is_numbered = is_stored
            && self.labels.installation.as_deref() == Some(installation)
            && self.labels.confirmation_number.as_deref() == Some(payment.confirmation_number.as_str());
        if other_intent || !(is_numbered || agrees(self.labels.payment_id.map(|id| id == payment.id))) {
            return Err(Mismatch::Payment);
        }
        if !agrees(self.labels.installation.as_deref().map(|id| id == installation)) {
            return Err(Mismatch::Installation);
        }
        if !agrees(
            self.labels.confirmation_number.as_deref().map(|number| number == payment.confirmation_number),
        ) {
            return Err(Mismatch::ConfirmationNumber);
        }
        if !agrees(self.labels.user_id.map(|id| id == payment.user_id)) {
            return Err(Mismatch::User);
        }
        if self.currency != CURRENCY {
            return Err(Mismatch::Currency);
        }
        if self.amount != payment.amount {
            return Err(Mismatch::Amount);
        }
        Ok(())
    }
}
