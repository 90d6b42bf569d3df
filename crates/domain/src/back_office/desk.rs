//! What the desk of staff finds.

use crate::shared::words::stored_words;

/// A kind of record that a search over everything finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FoundKind {
    /// A traffic ticket.
    Ticket,
    /// A parking ticket.
    Parking,
    /// A toll.
    Toll,
    /// A lawyer hire.
    Hire,
    /// A payment by card.
    Payment,
    /// A help inquiry.
    Inquiry,
    /// A report of a missing ticket.
    Report,
}

stored_words!(FoundKind {
    Ticket => "ticket",
    Parking => "parking",
    Toll => "toll",
    Hire => "hire",
    Payment => "payment",
    Inquiry => "inquiry",
    Report => "report",
});
