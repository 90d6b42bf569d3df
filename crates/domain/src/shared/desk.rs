//! Records whose changes update the back office's screens live
//! (docs/product/back-office.md#live-desk).

use crate::shared::stored_words::stored_words;

/// A kind of record that staff may have open in the back office. The word that the database stores for a kind is the
/// same as in the audit trail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DeskKind {
    /// Lawyer hires, with their status and notes.
    Hire,
    /// Missing-ticket reports, with their status.
    Report,
    /// Help inquiries, with their messages.
    Inquiry,
    /// Text requests, with their solved flag.
    TextRequest,
    /// Drivers' replies to texts, with their solved flag.
    Reply,
    /// Users, with their vehicle updates and status requests.
    User,
    /// Traffic tickets, as filed.
    Ticket,
    /// Parking tickets, as filed.
    Parking,
    /// Tolls, as filed.
    Toll,
    /// Transactions: settled payments of items, with their refunds.
    Transaction,
    /// Chargebacks, with their evidence.
    Chargeback,
}

stored_words!(DeskKind {
    Hire => "lawyer_hire",
    Report => "missing_ticket_report",
    Inquiry => "help_inquiry",
    TextRequest => "text_notification_request",
    Reply => "notice_reply",
    User => "user",
    Ticket => "ticket",
    Parking => "parking",
    Toll => "toll",
    Transaction => "payment_transaction",
    Chargeback => "chargeback",
});

/// A record that staff may have open in the back office.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DeskRecord {
    /// Kind of the record.
    pub kind: DeskKind,
    /// Id of the record.
    pub id: i32,
}
