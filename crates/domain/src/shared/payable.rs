//! Payables: items, and lawyers for tickets.

use crate::shared::ids::{ParkingId, TicketId, TollId};
use crate::shared::stored_words::stored_words;

/// The item or lawyer that a payment pays for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Payable {
    /// A traffic ticket's fine.
    Ticket(TicketId),
    /// A parking ticket, at its full amount.
    Parking(ParkingId),
    /// A toll, at its full amount.
    Toll(TollId),
    /// A lawyer for this traffic ticket, at the lawyer's price.
    Lawyer(TicketId),
}

/// The kind of a payable, as named in the API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PayableKind {
    /// The fine of a traffic ticket.
    Ticket,
    /// A parking ticket, at its full amount.
    Parking,
    /// A toll, at its full amount.
    Toll,
    /// A lawyer for a traffic ticket.
    Lawyer,
}

stored_words!(PayableKind { Ticket => "ticket", Parking => "parking", Toll => "toll", Lawyer => "lawyer", });

impl PayableKind {
    /// Returns the payable of this kind with this id. For [`Self::Lawyer`], `id` is the id of the ticket.
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
    /// The kind of payable.
    pub const fn kind(self) -> PayableKind {
        match self {
            Self::Ticket(_) => PayableKind::Ticket,
            Self::Parking(_) => PayableKind::Parking,
            Self::Toll(_) => PayableKind::Toll,
            Self::Lawyer(_) => PayableKind::Lawyer,
        }
    }

    /// Returns the item's name in sentences for users, such as `parking ticket`. A lawyer has the name of a ticket.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Ticket(_) | Self::Lawyer(_) => "traffic ticket",
            Self::Parking(_) => "parking ticket",
            Self::Toll(_) => "toll",
        }
    }

    /// The item's id; for a lawyer, the ticket's id.
    pub const fn item_id(self) -> i32 {
        match self {
            Self::Ticket(id) | Self::Lawyer(id) => id.0,
            Self::Parking(id) => id.0,
            Self::Toll(id) => id.0,
        }
    }
}
