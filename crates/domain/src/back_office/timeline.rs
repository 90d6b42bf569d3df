//! Kinds of entries in a driver's timeline.

use crate::shared::stored_words::stored_words;

/// What a timeline entry shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimelineKind {
    /// A ticket was filed.
    Ticket,
    /// A parking ticket was filed.
    Parking,
    /// A toll was filed.
    Toll,
    /// An item was paid by card.
    Payment,
    /// A lawyer was hired.
    Hire,
    /// The driver asked for help.
    Inquiry,
    /// The driver, or staff for the driver, reported a missing ticket.
    Report,
    /// The driver requested texts.
    Text,
    /// An audit entry about the driver or one of their records.
    Audit,
}

stored_words!(TimelineKind {
    Ticket => "ticket",
    Parking => "parking",
    Toll => "toll",
    Payment => "payment",
    Hire => "hire",
    Inquiry => "inquiry",
    Report => "report",
    Text => "text",
    Audit => "audit",
});
