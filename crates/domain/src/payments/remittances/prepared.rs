//! The payments of a prepared remittance, and how much of each payment counts as sent when staff record the
//! remittance as sent (docs/product/money-to-authorities.md#remittances).

use crate::shared::money::Money;
use crate::shared::stored_words::stored_words;

/// Staff's answer to the question whether the amount in the remittance's file was sent. The answer is required
/// if the amount that can be sent now is smaller, such as after a refund.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InclusionChoice {
    /// The amount in the file was sent.
    Sent,
    /// The payment's money wasn't sent.
    LeftOut,
}

stored_words!(InclusionChoice {
    Sent => "sent",
    LeftOut => "left_out",
});

/// A payment of a remittance that wasn't sent yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PreparedPayment {
    /// Amount owed when the remittance was prepared.
    pub prepared: Money,
    /// Part of `prepared` that can be sent now.
    pub sendable: Money,
    /// Amount of the payment in the last downloaded file; `None` if no file was downloaded.
    pub in_file: Option<Money>,
}

/// The result for a payment when staff record its remittance as sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendingOutcome {
    /// This amount was sent.
    Sent(Money),
    /// Nothing was sent. The amount owed goes into a later remittance.
    LeftOut,
    /// The amount in the file is larger than the amount that can be sent now. Staff must say whether the amount in
    /// the file was sent.
    MustChoose,
}

impl PreparedPayment {
    /// Computes the amount that can be sent now: the prepared amount, but at most the amount that is still
    /// `owed`. Nothing can be sent while a refund or chargeback is open (`is_held_back`). Money that the
    /// authority returned since the remittance was prepared goes into a later remittance. `in_file` is the
    /// amount in the last downloaded file, if any.
    pub fn new(prepared: Money, owed: Money, is_held_back: bool, in_file: Option<Money>) -> Self {
        let sendable = if is_held_back { Money::ZERO } else { prepared.min(owed).max(Money::ZERO) };
        Self { prepared, sendable, in_file }
    }

    /// Decides how much of the payment was sent. `choice` is staff's answer, which is required if the amount in the
    /// file is larger than the amount that can be sent now.
    pub fn outcome(&self, choice: Option<InclusionChoice>) -> SendingOutcome {
        let file = self.in_file.unwrap_or(self.sendable);
        match choice {
            Some(InclusionChoice::LeftOut) => SendingOutcome::LeftOut,
            None if file > self.sendable => SendingOutcome::MustChoose,
            _ if file > Money::ZERO => SendingOutcome::Sent(file),
            _ => SendingOutcome::LeftOut,
        }
    }
}
