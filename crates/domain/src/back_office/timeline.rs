//! What a driver's timeline in the back office is made of.

use crate::shared::words::stored_words;

/// A kind of entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimelineKind {
    /// A ticket was filed.
    Ticket,
    /// A parking ticket was filed.
    Parking,
    /// A toll was filed.
    Toll,
    /// Something was paid by card.
    Payment,
    /// A lawyer was hired.
    Hire,
    /// The driver asked for help.
    Inquiry,
    /// The driver reported a missing ticket.
    Report,
    /// The driver asked for texts.
    Text,
    /// A line of the audit trail, about the driver or what is theirs.
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
