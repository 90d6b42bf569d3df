//! Payments, from the intent at the provider to the recorded transaction (docs/product/payments.md).

use chrono::{DateTime, Utc};

use crate::accounts::account::ClosingObstacle;
use crate::payments::card::CardFacts;
use crate::shared::ids::{PaymentId, TransactionId, UserId};
use crate::shared::money::Money;
use crate::shared::payable::Payable;
use crate::shared::stored_words::{moves, stored_words};

/// The kind of item that a recorded transaction paid for (docs/product/payments.md#transactions).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PaymentType {
    /// The fine of a traffic ticket.
    TrafficTicket,
    /// A parking ticket.
    Parking,
    /// A toll.
    Toll,
}

stored_words!(PaymentType { TrafficTicket => "traffic_ticket", Parking => "parking", Toll => "toll", });

impl Payable {
    /// The type of this payable's transaction; `None` for a lawyer, whose payment creates a hire and no transaction.
    pub const fn payment_type(self) -> Option<PaymentType> {
        match self {
            Self::Ticket(_) => Some(PaymentType::TrafficTicket),
            Self::Parking(_) => Some(PaymentType::Parking),
            Self::Toll(_) => Some(PaymentType::Toll),
            Self::Lawyer(_) => None,
        }
    }
}

/// The status of a payment. [`PaymentStatus::MOVES`] lists the allowed changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PaymentStatus {
    /// The payment is stored with its idempotency key. The provider hasn't been called or hasn't responded yet.
    Creating,
    /// The provider didn't respond in time, so it may or may not have created an intent.
    TimedOut,
    /// The provider has an open intent.
    Open,
    /// The provider refused the intent, or it was canceled before any money moved.
    Cancelled,
    /// The money was received, and the item's payment or the hire is recorded.
    Settled,
    /// The money was received but doesn't pay for an item or a lawyer, so all of
    /// it must be refunded.
    RefundDue,
    /// All of the money was refunded.
    Refunded,
    /// The driver's bank took the money back and decided to keep it.
    ChargedBack,
}

/// An event that can change a payment's status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PaymentEvent {
    /// The provider didn't respond to the call that creates the intent.
    NoResponse,
    /// The provider has created the intent.
    IntentCreated,
    /// The intent was canceled, or the provider refused it or doesn't know it.
    IntentCanceled,
    /// The provider received the money.
    MoneyReceived,
    /// All of the money was refunded.
    RefundCompleted,
    /// A bank returned a completed refund, possibly days later.
    RefundReturned,
    /// The driver's bank decided a chargeback against us.
    ChargebackLost,
    /// The bank reversed its decision.
    ChargebackReversed,
}

/// One attempt to collect money for one payable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payment {
    /// Id of the payment in Lanewise.
    pub id: PaymentId,
    /// The driver who pays.
    pub user_id: UserId,
    /// The item or lawyer that the payment pays for.
    pub payable: Payable,
    /// Amount to collect from the card.
    pub amount: Money,
    /// Status of the payment.
    pub status: PaymentStatus,
    /// Key that Lanewise sends with every attempt to create the intent, and stores before the first attempt, so
    /// that the provider creates only one intent.
    pub idempotency_key: String,
    /// Confirmation number: `CONF-` and ten characters. The transaction or hire gets the same number.
    pub confirmation_number: String,
    /// The provider's id of the intent; `None` until known.
    pub provider_intent_id: Option<String>,
    /// The intent's secret, with which the web page confirms the payment; `None` until known.
    /// Lanewise stores the secret so that two tabs use the same intent.
    pub client_secret: Option<String>,
    /// Amount that the provider received; `None` before the provider received any money.
    pub amount_received: Option<Money>,
    /// Amount refunded so far.
    pub refunded: Money,
    /// When the payment was started.
    pub created_at: DateTime<Utc>,
    /// When the payment last changed.
    pub updated_at: DateTime<Utc>,
    /// When the provider charged the card; `None` before that, and for payments from before
    /// Lanewise recorded this time.
    pub charged_at: Option<DateTime<Utc>>,
    /// When Lanewise recorded that the money was received; `None` before that.
    pub settled_at: Option<DateTime<Utc>>,
    /// The card that was charged; `None` until known.
    pub card: Option<CardFacts>,
}

/// The record of an item's settled payment. The payment for a lawyer creates a hire, not a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentTransaction {
    /// Id of the transaction, part of its receipt's number.
    pub id: TransactionId,
    /// The driver who paid.
    pub user_id: UserId,
    /// The payment that paid the item; `None` if unknown.
    pub payment_id: Option<PaymentId>,
    /// The item that was paid; never `Lawyer`.
    pub payable: Payable,
    /// The item's violation type or toll road at the time of the payment; `None` if unknown.
    pub violation_type: Option<String>,
    /// Amount that was paid for the item.
    pub amount: Money,
    /// Amount refunded so far.
    pub refunded: Money,
    /// Recorded processing fee, which no one is charged for. See [`fees`](crate::payments::fees).
    pub processing_fee: Money,
    /// Recorded fee of Lanewise, which no one is charged for. See [`fees`](crate::payments::fees).
    pub our_fee: Money,
    /// The payment's confirmation number: `CONF-` and ten characters.
    pub confirmation_number: String,
    /// Status of the transaction.
    pub status: TransactionStatus,
    /// When the card was charged.
    pub created_at: DateTime<Utc>,
    /// When the transaction was recorded.
    pub recorded_at: DateTime<Utc>,
}

/// Whether a transaction's money pays for the item, was refunded, or was taken back by a bank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TransactionStatus {
    /// The item is paid.
    Completed,
    /// The money was received but doesn't pay for the item, so it must be refunded.
    RefundPending,
    /// The money was refunded.
    Refunded,
    /// The driver's bank took the money back and hasn't decided yet.
    Chargeback,
    /// The bank decided the chargeback for us.
    Won,
    /// The bank decided the chargeback against us.
    ChargedBack,
}

stored_words!(TransactionStatus {
    Completed => "Completed",
    RefundPending => "Refund Pending",
    Refunded => "Refunded",
    Chargeback => "Chargeback",
    Won => "Won",
    ChargedBack => "Charged Back",
});

stored_words!(PaymentStatus {
    Creating => "creating",
    TimedOut => "timed_out",
    Open => "open",
    Cancelled => "cancelled",
    Settled => "settled",
    RefundDue => "refund_due",
    Refunded => "refunded",
    ChargedBack => "charged_back",
});

impl PaymentStatus {
    /// Whether the payment isn't canceled and its money wasn't received yet, so the driver can still pay with it.
    #[must_use]
    pub const fn is_live(self) -> bool {
        matches!(self, Self::Creating | Self::TimedOut | Self::Open)
    }

    /// All allowed changes of a payment's status (docs/product/payments.md#payment-statuses).
    pub const MOVES: &[(Self, PaymentEvent, Self)] = &[
        (Self::Creating, PaymentEvent::NoResponse, Self::TimedOut),
        (Self::Creating, PaymentEvent::IntentCreated, Self::Open),
        (Self::Creating, PaymentEvent::IntentCanceled, Self::Cancelled),
        // The webhook arrived before the response of the call that creates the intent.
        (Self::Creating, PaymentEvent::MoneyReceived, Self::Settled),
        (Self::Creating, PaymentEvent::MoneyReceived, Self::RefundDue),
        // A retry with the same idempotency key, or the reconciliation, found the intent's state.
        (Self::TimedOut, PaymentEvent::IntentCreated, Self::Open),
        (Self::TimedOut, PaymentEvent::IntentCanceled, Self::Cancelled),
        (Self::TimedOut, PaymentEvent::MoneyReceived, Self::Settled),
        (Self::TimedOut, PaymentEvent::MoneyReceived, Self::RefundDue),
        (Self::Open, PaymentEvent::IntentCanceled, Self::Cancelled),
        (Self::Open, PaymentEvent::MoneyReceived, Self::Settled),
        (Self::Open, PaymentEvent::MoneyReceived, Self::RefundDue),
        // Lanewise canceled the payment, but the provider had already received the money.
        (Self::Cancelled, PaymentEvent::MoneyReceived, Self::Settled),
        (Self::Cancelled, PaymentEvent::MoneyReceived, Self::RefundDue),
        (Self::Settled, PaymentEvent::RefundCompleted, Self::Refunded),
        (Self::RefundDue, PaymentEvent::RefundCompleted, Self::Refunded),
        // The payment pays its item again, unless the item has since been paid another way.
        (Self::Refunded, PaymentEvent::RefundReturned, Self::Settled),
        (Self::Refunded, PaymentEvent::RefundReturned, Self::RefundDue),
        // The bank had already decided a chargeback against us, so the returned refund doesn't restore the payment.
        (Self::Refunded, PaymentEvent::RefundReturned, Self::ChargedBack),
        (Self::Settled, PaymentEvent::ChargebackLost, Self::ChargedBack),
        (Self::RefundDue, PaymentEvent::ChargebackLost, Self::ChargedBack),
        (Self::ChargedBack, PaymentEvent::ChargebackReversed, Self::Settled),
        (Self::ChargedBack, PaymentEvent::ChargebackReversed, Self::RefundDue),
        // A refund completed after the bank decided, and the refunds now equal the amount received.
        (Self::ChargedBack, PaymentEvent::RefundCompleted, Self::Refunded),
    ];

    /// Whether the status can no longer change.
    pub fn is_final(self) -> bool {
        !Self::MOVES.iter().any(|(from, ..)| *from == self)
    }
}

moves!(PaymentStatus by PaymentEvent);

impl Payment {
    /// Whether the money was received, even if it has since been refunded or taken back.
    pub const fn is_received(&self) -> bool {
        matches!(
            self.status,
            PaymentStatus::Settled
                | PaymentStatus::RefundDue
                | PaymentStatus::Refunded
                | PaymentStatus::ChargedBack
        )
    }

    /// Returns the date of the payment: when the provider charged the card or, if that time is unknown, when
    /// Lanewise recorded the money. Returns `now` if neither time is known.
    pub fn payment_date(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        self.charged_at.or(self.settled_at).unwrap_or(now)
    }

    /// Returns the obstacle to closing the driver's account if the payment is open or must
    /// be refunded; otherwise `None`.
    pub fn obstacle_to_closing(&self) -> Option<ClosingObstacle> {
        let number = || self.confirmation_number.clone();
        match self.status {
            PaymentStatus::Creating | PaymentStatus::TimedOut | PaymentStatus::Open => {
                Some(ClosingObstacle::OpenPayment(number()))
            }
            PaymentStatus::RefundDue => Some(ClosingObstacle::PendingRefund(number())),
            PaymentStatus::Cancelled
            | PaymentStatus::Settled
            | PaymentStatus::Refunded
            | PaymentStatus::ChargedBack => None,
        }
    }
}
