//! Payments: from the intent to the books (docs/PRODUCT.md#payments).

use chrono::{DateTime, Utc};

use crate::accounts::account::Obstacle;
use crate::shared::ids::{PaymentId, TransactionId, UserId};
use crate::shared::money::Money;
use crate::shared::payable::Payable;
use crate::shared::words::{moves, stored_words};

/// What a transaction in the books is for (docs/PRODUCT.md#transactions).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PaymentType {
    /// A traffic ticket.
    TrafficTicket,
    /// A parking ticket.
    Parking,
    /// A toll.
    Toll,
}

stored_words!(PaymentType { TrafficTicket => "traffic_ticket", Parking => "parking", Toll => "toll", });

impl Payable {
    /// What its transaction is filed under; a lawyer's payment makes a hire and no transaction.
    pub const fn payment_type(self) -> Option<PaymentType> {
        match self {
            Self::Ticket(_) => Some(PaymentType::TrafficTicket),
            Self::Parking(_) => Some(PaymentType::Parking),
            Self::Toll(_) => Some(PaymentType::Toll),
            Self::Lawyer(_) => None,
        }
    }
}

/// Where a payment stands. See [`PaymentStatus::can_become`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PaymentStatus {
    /// Written down, with its idempotency key; the provider has not been asked yet, or its answer is being awaited.
    Creating,
    /// The provider did not answer in time: an intent may or may not exist there.
    TimedOut,
    /// The provider holds an open intent.
    Open,
    /// The provider refused the intent, or it was given up before any money moved.
    Cancelled,
    /// The money is in and the item, transaction or hire is recorded.
    Settled,
    /// The money is in but settles nothing, so all of it must go back.
    RefundDue,
    /// All of the money is back.
    Refunded,
    /// The driver's bank has taken the money back, and that is decided.
    ChargedBack,
}

/// One attempt to collect money for one item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payment {
    /// Identifier.
    pub id: PaymentId,
    /// Who pays.
    pub user_id: UserId,
    /// For what.
    pub payable: Payable,
    /// How much is asked.
    pub amount: Money,
    /// Status.
    pub status: PaymentStatus,
    /// Sent with every try of the create call; stored before the first one.
    pub idempotency_key: String,
    /// `CONF-` and ten characters; the transaction or hire carries the same.
    pub confirmation_number: String,
    /// The provider's id of the intent, once known.
    pub provider_intent_id: Option<String>,
    /// What the page needs to confirm the intent; kept so that two tabs share one.
    pub client_secret: Option<String>,
    /// What the provider says it took.
    pub amount_received: Option<Money>,
    /// What of it has gone back.
    pub refunded: Money,
    /// Started at.
    pub created_at: DateTime<Utc>,
    /// Last changed at.
    pub updated_at: DateTime<Utc>,
    /// When the provider charged the card; none before, and for money that came in before this was stored.
    pub charged_at: Option<DateTime<Utc>>,
    /// When the settlement was recorded.
    pub settled_at: Option<DateTime<Utc>>,
}

/// A payment in the books. Only tickets, parking tickets and tolls have one; a lawyer's payment makes a hire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentTransaction {
    /// Identifier.
    pub id: TransactionId,
    /// Who paid.
    pub user_id: UserId,
    /// The payment behind it; none when staff marked the item paid by hand.
    pub payment_id: Option<PaymentId>,
    /// For what; never `Lawyer`.
    pub payable: Payable,
    /// The item's violation or road at the time.
    pub violation_type: Option<String>,
    /// What was paid.
    pub amount: Money,
    /// What of it has gone back.
    pub refunded: Money,
    /// Recorded processing fee: fixed.
    pub processing_fee: Money,
    /// Recorded own fee: fixed.
    pub our_fee: Money,
    /// `CONF-` and ten characters.
    pub confirmation_number: String,
    /// `Completed`, or what became of the money since.
    pub status: TransactionStatus,
    /// When the card was charged.
    pub created_at: DateTime<Utc>,
    /// When it was recorded.
    pub recorded_at: DateTime<Utc>,
}

/// Status of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TransactionStatus {
    /// Paid.
    Completed,
    /// The money is here but pays nothing, so it must be returned.
    RefundPending,
    /// Paid back.
    Refunded,
    /// The driver's bank has taken the money back, and it is not decided yet.
    Chargeback,
    /// It was decided for us.
    Won,
    /// It was decided against us.
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
    /// Whether its item may still be paid with it.
    #[must_use]
    pub const fn is_live(self) -> bool {
        matches!(self, Self::Creating | Self::TimedOut | Self::Open)
    }

    /// Every legal move of a payment, and what makes it (docs/PRODUCT.md#payment-statuses).
    pub const MOVES: &[(Self, Self)] = &[
        // The create call got no answer in time, an intent, or a refusal.
        (Self::Creating, Self::TimedOut),
        (Self::Creating, Self::Open),
        (Self::Creating, Self::Cancelled),
        // The webhook overtook the create call's answer: the money is in before we had noted the intent.
        (Self::Creating, Self::Settled),
        (Self::Creating, Self::RefundDue),
        // The retry with the same key, or the reconciliation job, found out what had happened.
        (Self::TimedOut, Self::Open),
        (Self::TimedOut, Self::Cancelled),
        (Self::TimedOut, Self::Settled),
        (Self::TimedOut, Self::RefundDue),
        // The driver paid, or gave up; or paid for what had been paid otherwise.
        (Self::Open, Self::Cancelled),
        (Self::Open, Self::Settled),
        (Self::Open, Self::RefundDue),
        // Given up at our side, and the money came in all the same.
        (Self::Cancelled, Self::Settled),
        (Self::Cancelled, Self::RefundDue),
        // All of it has gone back.
        (Self::Settled, Self::Refunded),
        (Self::RefundDue, Self::Refunded),
        // A bank sent a refund back days after it had arrived; what was paid counts again, unless it was paid otherwise since.
        (Self::Refunded, Self::Settled),
        (Self::Refunded, Self::RefundDue),
        // The refund came back after a bank had kept the money.
        (Self::Refunded, Self::ChargedBack),
        // A chargeback was lost, or, once more decided, won after all.
        (Self::Settled, Self::ChargedBack),
        (Self::RefundDue, Self::ChargedBack),
        (Self::ChargedBack, Self::Settled),
        (Self::ChargedBack, Self::RefundDue),
        // What was refunded before it was lost: all of the money is gone either way.
        (Self::ChargedBack, Self::Refunded),
    ];

    /// Whether nothing can follow.
    pub fn is_final(self) -> bool {
        !Self::MOVES.iter().any(|(from, _)| *from == self)
    }
}

impl TransactionStatus {
    /// What is in the books can be paid back, and a bank may send that back. A chargeback is won or lost, and may be decided
    /// once more.
    pub const MOVES: &[(Self, Self)] = &[
        (Self::Completed, Self::Refunded),
        (Self::Refunded, Self::Completed),
        // A returned refund or a won chargeback brought back money that pays nothing.
        (Self::Refunded, Self::RefundPending),
        (Self::ChargedBack, Self::RefundPending),
        (Self::Chargeback, Self::RefundPending),
        (Self::RefundPending, Self::Refunded),
        (Self::RefundPending, Self::Chargeback),
        (Self::RefundPending, Self::ChargedBack),
        (Self::Completed, Self::Chargeback),
        (Self::Completed, Self::Won),
        (Self::Completed, Self::ChargedBack),
        (Self::Refunded, Self::Chargeback),
        (Self::Refunded, Self::Won),
        (Self::Refunded, Self::ChargedBack),
        (Self::Chargeback, Self::Completed),
        (Self::Chargeback, Self::Refunded),
        (Self::Chargeback, Self::Won),
        (Self::Chargeback, Self::ChargedBack),
        (Self::Won, Self::Refunded),
        (Self::Won, Self::Chargeback),
        (Self::Won, Self::ChargedBack),
        (Self::ChargedBack, Self::Refunded),
        (Self::ChargedBack, Self::Won),
    ];
}

moves!(PaymentStatus);
moves!(TransactionStatus);

impl Payment {
    /// Whether the money has come in and this payment's record, or its refund, says what became of it.
    pub const fn has_come_in(&self) -> bool {
        matches!(
            self.status,
            PaymentStatus::Settled
                | PaymentStatus::RefundDue
                | PaymentStatus::Refunded
                | PaymentStatus::ChargedBack
        )
    }

    /// The date of its money: when the provider charged the card, however late that was recorded.
    pub fn dated(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        self.charged_at.or(self.settled_at).unwrap_or(now)
    }

    /// What it has against closing its driver's account: money that may still move. Refunds are asked about apart.
    pub fn obstacle_to_closing(&self) -> Option<Obstacle> {
        let number = || self.confirmation_number.clone();
        match self.status {
            PaymentStatus::Creating | PaymentStatus::TimedOut | PaymentStatus::Open => {
                Some(Obstacle::OpenPayment(number()))
            }
            PaymentStatus::RefundDue => Some(Obstacle::PendingRefund(number())),
            PaymentStatus::Cancelled
            | PaymentStatus::Settled
            | PaymentStatus::Refunded
            | PaymentStatus::ChargedBack => None,
        }
    }
}
