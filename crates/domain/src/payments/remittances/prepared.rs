//! The payments of a prepared remittance. When staff record it as sent, this module decides how
//! much of each payment was sent (docs/product/money-to-authorities.md#remittances).

use crate::shared::money::Money;
use crate::shared::stored_words::stored_words;

/// Staff's answer for a payment that was refunded after the last file was downloaded: whether its money was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InclusionChoice {
    /// The amount in the file was sent to the authority.
    Sent,
    /// The payment's money wasn't sent.
    LeftOut,
}

stored_words!(InclusionChoice {
    Sent => "sent",
    LeftOut => "left_out",
});

/// One payment of a remittance that wasn't sent yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PreparedPayment {
    /// Amount owed when the remittance was prepared.
    pub prepared: Money,
    /// Part of that amount that can be sent now.
    pub sendable: Money,
    /// Amount of the payment in the last downloaded file; `None` if no file was downloaded.
    pub in_file: Option<Money>,
}

/// Result for a payment when staff record its remittance as sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendingOutcome {
    /// This amount was sent.
    Sent(Money),
    /// Nothing was sent. The amount owed waits for the next remittance.
    LeftOut,
    /// The amount in the file is larger than the amount that can be sent now. Staff must say
    /// whether it was sent.
    MustChoose,
}

impl PreparedPayment {
    /// Computes the amount that can be sent: the amount still owed, or nothing while a refund or a
    /// chargeback is open. Money that the authority returned since the remittance was prepared is
    /// left for the next remittance.
    pub fn new(prepared: Money, owed: Money, is_held_back: bool, in_file: Option<Money>) -> Self {
        let sendable = if is_held_back { Money::ZERO } else { prepared.min(owed).max(Money::ZERO) };
        Self { prepared, sendable, in_file }
    }

    /// Whether the amount that can be sent is smaller than the prepared amount.
    pub fn is_reduced(&self) -> bool {
        self.sendable < self.prepared
    }

    /// Decides how much of the payment was sent. `choice` is staff's answer. It applies if the amount
    /// in the file is larger than the amount that can be sent now.
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
