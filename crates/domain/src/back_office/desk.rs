//! What the desk of staff finds, and what waits there.

use chrono::TimeDelta;

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

/// In which queue something waits for staff (docs/PRODUCT.md#desk): the queues of what drivers ask for, and what else somebody must
/// decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WaitingQueue {
    /// Requests for texts.
    TextNotification,
    /// Lawyer hires.
    LawyerHire,
    /// Missing-ticket reports.
    MissingTicket,
    /// Drivers who gave a plate; its records are users.
    VehicleUpdate,
    /// Drivers who asked for a license status check; its records are users.
    StatusRequest,
    /// Help inquiries.
    HelpInquiry,
    /// Drivers with imported citations that a person decides on; its records are users.
    Citation,
    /// Texts from drivers that a person has to read.
    TextReply,
    /// Chargebacks whose bank still takes an answer.
    Chargeback,
    /// Refunds that do not arrive by themselves.
    Refund,
    /// Money that is no payment of ours, as one line.
    Orphan,
    /// Events of the payment provider that could not be read, as one line.
    UnreadEvent,
    /// Money that was to be with its court, city or toll agency by now, as one line.
    Remittance,
    /// Drivers who were billed again for what they paid.
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
    TextReply => "text-reply",
    Chargeback => "chargeback",
    Refund => "refund",
    Orphan => "orphan",
    UnreadEvent => "unread-event",
    Remittance => "remittance",
    BilledAgain => "billed-again",
});

/// A refund that the provider has not taken for so long is stuck: somebody should look.
pub const REFUND_STUCK_AFTER: TimeDelta = TimeDelta::hours(24);
