//! Deciding whether an intent at the provider belongs to one of our payments
//! (docs/product/payments.md#whose-money-it-is).

use crate::payments::payment::Payment;
use crate::shared::confirmation::ConfirmationNumber;
use crate::shared::ids::{PaymentId, UserId};
use crate::shared::money::Money;
use crate::shared::payable::Payable;
use crate::shared::stored_words::stored_words;

/// The currency of all payments, as the provider writes it.
pub const CURRENCY: &str = "usd";

/// Labels of an intent at the provider. The installation of Lanewise that created the intent stored the
/// labels with the intent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// Id of the installation that created the intent; `None` if the intent lacks this label.
    pub installation: Option<String>,
    /// Id of the payment in that installation; `None` if the intent lacks this label.
    pub payment_id: Option<PaymentId>,
    /// Confirmation number of the payment; `None` if the intent lacks this label.
    pub confirmation_number: Option<String>,
    /// The driver who pays; `None` if the intent lacks this label.
    pub user_id: Option<UserId>,
    /// The payable; `None` on intents that earlier releases created.
    pub item: Option<Payable>,
}

/// A payment of this installation, as described by the labels of its intent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabeledPayment {
    /// Confirmation number of the payment. The number is random, so it identifies the payment even if the payment's
    /// id was used again after a backup was restored.
    pub confirmation_number: ConfirmationNumber,
    /// The driver who pays.
    pub user_id: UserId,
    /// The payable; `None` on intents that earlier releases created.
    pub item: Option<Payable>,
}

/// The values of an intent that identify its payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntentIdentity<'a> {
    /// The provider's id of the intent.
    pub intent_id: &'a str,
    /// Labels stored on the intent.
    pub labels: &'a Labels,
    /// Currency as the provider writes it, such as `usd`.
    pub currency: &'a str,
    /// Amount that the intent collects.
    pub amount: Money,
}

/// The first value in which an intent and our payment disagree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mismatch {
    /// The intent's labels name another payment or none of our payments, or our payment already has another intent.
    Payment,
    /// Another installation created the intent.
    Installation,
    /// The intent has another confirmation number.
    ConfirmationNumber,
    /// The intent was created for another user.
    User,
    /// The intent's currency is not ours.
    Currency,
    /// The intent collects a different amount.
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

impl IntentIdentity<'_> {
    /// Returns the payment that this installation created the intent for; `None` if a required label is missing
    /// or differs, or if the currency isn't ours.
    pub fn labeled_payment(&self, installation: &str) -> Option<LabeledPayment> {
        let is_ours = self.labels.installation.as_deref() == Some(installation) && self.currency == CURRENCY;
        let number = self.labels.confirmation_number.as_deref().filter(|_| is_ours)?;
        Some(LabeledPayment {
            confirmation_number: ConfirmationNumber::parse(number)?,
            user_id: self.labels.user_id?,
            item: self.labels.item,
        })
    }

    /// Checks that this intent belongs to the payment. The currency, the amount and all labels except the
    /// payable must match. The payment id in the labels may differ if the intent's id is stored with the payment,
    /// because payments that staff rebuilt have another id.
    ///
    /// # Errors
    /// Returns the first value that doesn't match.
    pub fn must_match_payment(&self, payment: &Payment, installation: &str) -> Result<(), Mismatch> {
        let is_same_payment = match &payment.provider_intent_id {
            Some(stored) => stored == self.intent_id,
            None => self.labels.payment_id == Some(payment.id),
        };
        if !is_same_payment {
            return Err(Mismatch::Payment);
        }
        if self.labels.installation.as_deref() != Some(installation) {
            return Err(Mismatch::Installation);
        }
        if self.labels.confirmation_number.as_deref() != Some(payment.confirmation_number.as_str()) {
            return Err(Mismatch::ConfirmationNumber);
        }
        if self.labels.user_id != Some(payment.user_id) {
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
