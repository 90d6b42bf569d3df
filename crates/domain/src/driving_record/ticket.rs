//! What a driver can owe: traffic tickets, parking tickets and tolls (docs/PRODUCT.md#items).

use chrono::{DateTime, NaiveDate, Utc};

use crate::shared::ids::{ParkingId, TicketId, TollId, UserId};
use crate::shared::money::Money;
use crate::shared::words::stored_words;

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

/// A traffic ticket (citation).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ticket {
    /// Identifier.
    pub id: TicketId,
    /// Whose.
    pub user_id: UserId,
    /// Such as `Speeding`.
    pub violation_type: String,
    /// The statute's code.
    pub violation_code: Option<String>,
    /// Issued on.
    pub date: NaiveDate,
    /// Local time of day, as written on the ticket.
    pub time_of_violation: Option<String>,
    /// Due on.
    pub due_date: Option<NaiveDate>,
    /// Where.
    pub location: String,
    /// Free text as entered, such as `$1,250`.
    pub amount: String,
    /// Points on the license, 0 to 11.
    pub points: i32,
    /// Category.
    pub category: TicketCategory,
    /// Status.
    pub status: TicketStatus,
    /// Paid.
    pub is_paid: bool,
    /// Paid when.
    pub paid_at: Option<DateTime<Utc>>,
    /// The driver disputes it.
    pub is_disputed: bool,
    /// A court appearance is required.
    pub is_court_required: bool,
    /// Court date.
    pub court_date: Option<NaiveDate>,
    /// Court time, as written.
    pub court_time: Option<String>,
    /// What happens if nothing is done.
    pub consequence: Option<String>,
    /// Comma-separated.
    pub things_to_know: Option<String>,
    /// Evidence provided.
    pub evidence_provided: Option<String>,
    /// Issuing officer or agency.
    pub issuing_officer_agency: Option<String>,
    /// Fees on file.
    pub fees: Fees,
    /// Filed at.
    pub created_at: DateTime<Utc>,
    /// Goes up with each change, so that nobody overwrites what they have not seen.
    pub version: i32,
}

/// A parking ticket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parking {
    /// Identifier.
    pub id: ParkingId,
    /// Whose.
    pub user_id: UserId,
    /// Such as `Expired meter`.
    pub violation_type: String,
    /// Issued on.
    pub date: NaiveDate,
    /// Due on.
    pub due_date: Option<NaiveDate>,
    /// Where.
    pub location: String,
    /// Free text as entered.
    pub amount: String,
    /// Status.
    pub status: ChargeStatus,
    /// Paid.
    pub is_paid: bool,
    /// Paid when.
    pub paid_at: Option<DateTime<Utc>>,
    /// Fees on file.
    pub fees: Fees,
    /// Filed at.
    pub created_at: DateTime<Utc>,
    /// Goes up with each change, so that nobody overwrites what they have not seen.
    pub version: i32,
}

/// A toll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toll {
    /// Identifier.
    pub id: TollId,
    /// Whose.
    pub user_id: UserId,
    /// Such as `I-95 Express`.
    pub toll_road: String,
    /// Incurred on.
    pub date: NaiveDate,
    /// Due on.
    pub due_date: Option<NaiveDate>,
    /// Free text as entered.
    pub amount: String,
    /// Status.
    pub status: ChargeStatus,
    /// Paid.
    pub is_paid: bool,
    /// Paid when.
    pub paid_at: Option<DateTime<Utc>>,
    /// Fees on file.
    pub fees: Fees,
    /// Filed at.
    pub created_at: DateTime<Utc>,
    /// Goes up with each change, so that nobody overwrites what they have not seen.
    pub version: i32,
}

stored_words!(TicketCategory { Traffic => "traffic", Parking => "parking", Speeding => "speeding", Other => "other", });

stored_words!(TicketStatus { Fine => "Fine", Warning => "Warning", CourtRequired => "Court Required", });

stored_words!(ChargeStatus { Unpaid => "Unpaid", Paid => "Paid", Overdue => "Overdue", });

stored_words!(FeeType { Flat => "flat", Percentage => "percentage", });
