//! Kinds, categories and statuses of items, with the words that are stored for them; and the fees
//! of items.

use crate::shared::money::Money;
use crate::shared::stored_words::stored_words;

/// Whether an item is a traffic ticket, a parking ticket or a toll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ItemKind {
    /// A ticket for a violation in traffic, such as speeding.
    Ticket,
    /// A parking ticket of a city or county.
    Parking,
    /// A charge of a toll road.
    Toll,
}

/// Category of a traffic ticket, which decides the ticket's card in the driving profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TicketCategory {
    /// A ticket that the driving profile shows in the Traffic Tickets card.
    Traffic,
    /// A ticket that the driving profile shows in the Parking card.
    Parking,
    /// A ticket that the driving profile shows in the Speeding card.
    Speeding,
    /// Any other ticket. The Red Light card shows it if its violation type mentions a red light; otherwise, the
    /// Other Tickets card does.
    Other,
}

/// Whether a traffic ticket has a fine, is only a warning, or requires court.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TicketStatus {
    /// The ticket has a fine.
    Fine,
    /// The ticket is only a warning.
    Warning,
    /// The driver must appear in court.
    CourtRequired,
}

/// Status of a parking ticket or a toll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChargeStatus {
    /// The charge isn't paid yet.
    Unpaid,
    /// The charge is paid, in Lanewise or elsewhere.
    Paid,
    /// The charge isn't paid, and its due date has passed.
    Overdue,
}

/// Unit of the processing fee that a third party charges for an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FeeType {
    /// A fixed amount in dollars.
    Flat,
    /// Percent of the item's amount.
    Percentage,
}

/// Fees that staff or a file record with an item. Lanewise doesn't charge them to anyone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fees {
    /// Unit of the number in `processing_fee`.
    pub fee_type: FeeType,
    /// A third party's processing fee. If the fee is a percentage, 250 cents mean 2.50% of the amount.
    pub processing_fee: Money,
    /// The fee of Lanewise.
    pub our_fee: Money,
}

stored_words!(ItemKind { Ticket => "ticket", Parking => "parking", Toll => "toll", });

stored_words!(TicketCategory { Traffic => "traffic", Parking => "parking", Speeding => "speeding", Other => "other", });

stored_words!(TicketStatus { Fine => "Fine", Warning => "Warning", CourtRequired => "Court Required", });

stored_words!(ChargeStatus { Unpaid => "Unpaid", Paid => "Paid", Overdue => "Overdue", });

stored_words!(FeeType { Flat => "flat", Percentage => "percentage", });
