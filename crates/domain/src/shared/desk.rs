//! What the back office's screens follow while others change it (docs/PRODUCT.md#live-desk).

use crate::shared::words::stored_words;

/// A kind of record, under the word that the audit trail has for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DeskKind {
    /// Lawyer hires.
    Hire,
    /// Missing-ticket reports.
    Report,
    /// Help inquiries.
    Inquiry,
    /// Requests for texts.
    TextRequest,
    /// Users, with their vehicle updates and status requests.
    User,
    /// Traffic tickets.
    Ticket,
    /// Parking tickets.
    Parking,
    /// Tolls.
    Toll,
    /// Payments on record.
    Transaction,
    /// Chargebacks.
    Chargeback,
}

stored_words!(DeskKind {
    Hire => "lawyer_hire",
    Report => "missing_ticket_report",
    Inquiry => "help_inquiry",
    TextRequest => "text_notification_request",
    User => "user",
    Ticket => "ticket",
    Parking => "parking",
    Toll => "toll",
    Transaction => "payment_transaction",
    Chargeback => "chargeback",
});

/// A record that staff may have open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DeskRecord {
    /// Of which kind.
    pub kind: DeskKind,
    /// Which.
    pub id: i32,
}
