//! Kinds of records that the back office's search finds, and the queues shown on the desk, the start page of
//! the back office.

use chrono::TimeDelta;

use crate::shared::stored_words::stored_words;

/// A kind of record that the back office's search finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SearchResultKind {
    /// A traffic ticket, found by its id or citation number.
    Ticket,
    /// A parking ticket, found by its id or citation number.
    Parking,
    /// A toll, found by its id or citation number.
    Toll,
    /// A lawyer hire, found by its id or confirmation number.
    Hire,
    /// An item's transaction, found by its id or confirmation number.
    Payment,
    /// A help inquiry, found by its id.
    Inquiry,
    /// A missing-ticket report, found by its id.
    Report,
}

stored_words!(SearchResultKind {
    Ticket => "ticket",
    Parking => "parking",
    Toll => "toll",
    Hire => "hire",
    Payment => "payment",
    Inquiry => "inquiry",
    Report => "report",
});

/// A queue on the desk (docs/product/back-office.md#desk): drivers' requests, and other decisions that staff must make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WaitingQueue {
    /// Text requests that aren't solved.
    TextNotification,
    /// Lawyer hires that aren't solved.
    LawyerHire,
    /// Missing-ticket reports that aren't solved.
    MissingTicket,
    /// Vehicle updates that aren't solved. The queue's records are users.
    VehicleUpdate,
    /// Status requests that aren't solved. The queue's records are users.
    StatusRequest,
    /// Help inquiries that aren't solved.
    HelpInquiry,
    /// Drivers with imported citations that staff must assign. The queue's records are users.
    Citation,
    /// Items that drivers added and staff must check.
    AddedItem,
    /// Open requests of drivers who can't pay an item now.
    Hardship,
    /// Drivers' texts that staff must read.
    TextReply,
    /// Chargebacks that we haven't responded to, while the bank still accepts a response.
    Chargeback,
    /// Refunds that won't arrive without help from staff.
    Refund,
    /// Money at the payment provider without a payment in Lanewise. The desk shows all of this money as one entry.
    Orphan,
    /// Provider events that Lanewise couldn't parse. The desk shows all such events as one entry.
    UnreadEvent,
    /// Money that should have been sent to an authority or a lawyer by now. The desk shows all of this
    /// money as one entry.
    Remittance,
    /// Second bills that staff haven't resolved: bills for items that the driver already paid.
    BilledAgain,
}

stored_words!(WaitingQueue {
    TextNotification => "text-notification",
    LawyerHire => "lawyer-hire",
    MissingTicket => "missing-ticket",
    VehicleUpdate => "vehicle-update",
    StatusRequest => "status-request",
    HelpInquiry => "help-inquiry",
    Citation => "citation",
    AddedItem => "added-item",
    Hardship => "hardship",
    TextReply => "text-reply",
    Chargeback => "chargeback",
    Refund => "refund",
    Orphan => "orphan",
    UnreadEvent => "unread-event",
    Remittance => "remittance",
    BilledAgain => "billed-again",
});

/// Time after which a refund that the payment provider hasn't accepted counts as stuck. Staff should then check it.
pub const REFUND_STUCK_AFTER: TimeDelta = TimeDelta::hours(24);
