//! The words that staff file an item under, and the fees that they file with it.

use crate::shared::money::Money;
use crate::shared::words::stored_words;

/// What a driver can owe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ItemKind {
    /// A traffic ticket.
    Ticket,
    /// A parking ticket.
    Parking,
    /// A toll.
    Toll,
}

/// Category that staff file a traffic ticket under.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TicketCategory {
    /// Traffic.
    Traffic,
    /// Parking.
    Parking,
    /// Speeding.
    Speeding,
    /// Other, red-light cameras included.
    Other,
}

/// Status of a traffic ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TicketStatus {
    /// A fine is due.
    Fine,
    /// A warning.
    Warning,
    /// The driver must appear in court.
    CourtRequired,
}

/// Status of a parking ticket or a toll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChargeStatus {
    /// Nothing paid yet.
    Unpaid,
    /// Paid.
    Paid,
    /// Past its due date.
    Overdue,
}

/// How the third party's processing fee is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FeeType {
    /// Dollars.
    Flat,
    /// Per cent of the amount.
    Percentage,
}

/// The fees staff file with an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fees {
    /// How `processing_fee` is meant.
    pub fee_type: FeeType,
    /// Hundredths: cents when flat, hundredths of a per cent when a percentage.
    pub processing_fee: Money,
    /// Our own fee.
    pub our_fee: Money,
}

stored_words!(TicketCategory { Traffic => "traffic", Parking => "parking", Speeding => "speeding", Other => "other", });

stored_words!(TicketStatus { Fine => "Fine", Warning => "Warning", CourtRequired => "Court Required", });

stored_words!(ChargeStatus { Unpaid => "Unpaid", Paid => "Paid", Overdue => "Overdue", });

stored_words!(FeeType { Flat => "flat", Percentage => "percentage", });
