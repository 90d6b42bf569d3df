//! The effect of a payment on the standing of its item.

use crate::driving_record::standing::StandingFacts;
use crate::payments::chargeback::ChargebackStatus;
use crate::payments::payment::PaymentStatus;
use crate::payments::refund::RefundStatus;
use crate::shared::money::Money;
use crate::shared::payable::PayableKind;

/// A payment for an item, or for a lawyer for a ticket, with its refunds and chargebacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemPayment {
    /// The kind of payable that the payment is for.
    pub kind: PayableKind,
    /// Status of the payment.
    pub status: PaymentStatus,
    /// Whether the driver's bank is processing the payment.
    pub is_processing: bool,
    /// Amount that the provider received.
    pub received: Money,
    /// Amount refunded so far.
    pub refunded: Money,
    /// Status and amount of each refund.
    pub refunds: Vec<(RefundStatus, Money)>,
    /// Status of each chargeback.
    pub chargebacks: Vec<ChargebackStatus>,
}

impl ItemPayment {
    /// Adds this payment to `facts`, which decide the standing that the item is shown with, such as Due or
    /// Paid. If the payment is for a lawyer, adds only whether the driver's bank is processing it.
    pub fn add_to(&self, facts: &mut StandingFacts) {
        let is_processing = self.is_processing && self.status.is_live();
        if self.kind == PayableKind::Lawyer {
            facts.is_hire_processing |= is_processing;
            return;
        }
        facts.is_processing |= is_processing;
        facts.is_refunding |= self.is_refunding();
        facts.is_chargeback_open |= self.chargebacks.iter().any(|status| status.is_open());
    }

    /// Whether open refunds cover all of the payment's money that isn't refunded yet. False unless
    /// the payment is settled.
    fn is_refunding(&self) -> bool {
        let open = self.refunds.iter().filter(|(status, _)| status.is_open());
        let open = open.map(|(_, amount)| amount.cents()).fold(0, i64::saturating_add);
        self.status == PaymentStatus::Settled
            && open > 0
            && open.saturating_add(self.refunded.cents()) >= self.received.cents()
    }
}
