//! What can be paid for.

use crate::shared::ids::{ParkingId, TicketId, TollId};
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

impl Payable {
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
}
