//! Payments: from the intent to the books (docs/PRODUCT.md#payments).

use chrono::{DateTime, Utc};

use crate::shared::ids::{ParkingId, PaymentId, TicketId, TollId, TransactionId, UserId};
use crate::shared::money::Money;
use crate::shared::words::stored_words;

/// What is being paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Payable {
    /// A traffic ticket's fine.
    Ticket(TicketId),
    /// A parking ticket.
    Parking(ParkingId),
    /// A toll.
    Toll(TollId),
    /// A lawyer for this traffic ticket, at half the fine.
    Lawyer(TicketId),
}

/// The kinds of thing that can be paid for, as calls and addresses name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PayableKind {
    /// A traffic ticket.
    Ticket,
    /// A parking ticket.
    Parking,
    /// A toll.
    Toll,
    /// A lawyer for a traffic ticket.
    Lawyer,
}

stored_words!(PayableKind { Ticket => "ticket", Parking => "parking", Toll => "toll", Lawyer => "lawyer", });

impl PayableKind {
    /// The thing of this kind with this id; a lawyer's is the ticket's.
    pub const fn of(self, id: i32) -> Payable {
        match self {
            Self::Ticket => Payable::Ticket(TicketId(id)),
            Self::Parking => Payable::Parking(ParkingId(id)),
            Self::Toll => Payable::Toll(TollId(id)),
            Self::Lawyer => Payable::Lawyer(TicketId(id)),
        }
    }
}

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
    /// What is charged for it, given the fine shown for the item (docs/PRODUCT.md#amount-due): all of it, or half for a lawyer.
    pub fn due(self, fine: Money) -> Money {
        match self {
            Self::Ticket(_) | Self::Parking(_) | Self::Toll(_) => fine,
            Self::Lawyer(_) => crate::driving_record::fine::lawyer_price(fine),
        }
    }

    /// Its kind.
    pub const fn kind(self) -> PayableKind {
        match self {
            Self::Ticket(_) => PayableKind::Ticket,
            Self::Parking(_) => PayableKind::Parking,
            Self::Toll(_) => PayableKind::Toll,
            Self::Lawyer(_) => PayableKind::Lawyer,
        }
    }

    /// The item's number; for a lawyer the ticket's.
    pub const fn item_id(self) -> i32 {
        match self {
            Self::Ticket(id) | Self::Lawyer(id) => id.0,
            Self::Parking(id) => id.0,
            Self::Toll(id) => id.0,
        }
    }

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
    /// The money is in but must go back: the item had been paid otherwise.
    RefundDue,
    /// The provider accepted the refund and is carrying it out.
    RefundPending,
    /// The money is back.
    Refunded,
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
    /// The provider's id of the refund, once asked for.
    pub provider_refund_id: Option<String>,
    /// What the provider says it took.
    pub amount_received: Option<Money>,
    /// Started at.
    pub created_at: DateTime<Utc>,
    /// Last changed at.
    pub updated_at: DateTime<Utc>,
    /// Settled at.
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
    /// Recorded processing fee: fixed.
    pub processing_fee: Money,
    /// Recorded own fee: fixed.
    pub our_fee: Money,
    /// `CONF-` and ten characters.
    pub confirmation_number: String,
    /// `Completed`, or `Refunded`.
    pub status: TransactionStatus,
    /// Recorded at.
    pub created_at: DateTime<Utc>,
}

/// Status of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TransactionStatus {
    /// Paid.
    Completed,
    /// Paid back.
    Refunded,
}
