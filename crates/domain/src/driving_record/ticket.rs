//! Items, which a driver can owe: traffic tickets, parking tickets and tolls
//! (docs/product/driving-record.md#items).

use chrono::{DateTime, NaiveDate, Utc};

pub use crate::driving_record::kinds::{ChargeStatus, FeeType, Fees, TicketCategory, TicketStatus};
use crate::driving_record::new_item::{ItemDetails, ParkingDetails, TicketDetails, TollDetails};
use crate::shared::ids::{ParkingId, TicketId, TollId, UserId};
use crate::shared::payable::Payable;

/// Declares the struct of a stored item: its id, driver, filed fields and payment.
macro_rules! filed {
    ($(#[$about:meta])* $name:ident { $id:ty, $details:ty }) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $name {
            /// Id of the item, unique within its kind.
            pub id: $id,
            /// The driver who owes the item.
            pub user_id: UserId,
            /// The fields as filed by staff, by the driver or from a file.
            pub filed: $details,
            /// Whether the item is paid.
            pub is_paid: bool,
            /// When the item was paid, if known.
            pub paid_at: Option<DateTime<Utc>>,
            /// When the item was filed.
            pub created_at: DateTime<Utc>,
            /// Increases with each change of the item, so that staff can't overwrite changes they haven't seen.
            pub version: i32,
        }
    };
}

filed! {
    /// A traffic ticket on file.
    Ticket { TicketId, TicketDetails }
}

filed! {
    /// A parking ticket on file.
    Parking { ParkingId, ParkingDetails }
}

filed! {
    /// A toll on file.
    Toll { TollId, TollDetails }
}

/// The dates on the issuer's notice to the driver. The notice can be the ticket itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoticeDates {
    /// When the fine is due; `None` if unknown, or only estimated by Lanewise.
    pub due: Option<NaiveDate>,
    /// The court date; `None` if unknown, or if no appearance is required.
    pub court: Option<NaiveDate>,
}

impl NoticeDates {
    /// Returns the last day to contest: the later of the two dates, because a driver can contest on either
    /// day. `None` if the notice has no date.
    pub fn latest_to_contest(self) -> Option<NaiveDate> {
        self.due.max(self.court)
    }
}

impl Ticket {
    /// Returns the ticket's due date, and its court date if an appearance is required.
    pub fn notice_dates(&self) -> NoticeDates {
        let filed = &self.filed;
        NoticeDates { due: filed.due_date, court: filed.court_date.filter(|_| filed.is_court_required) }
    }
}

impl Parking {
    /// Returns the parking ticket's due date, unless Lanewise estimated it.
    pub fn notice_dates(&self) -> NoticeDates {
        let filed = &self.filed;
        NoticeDates { due: filed.due_date.filter(|_| !filed.is_due_date_ours), court: None }
    }
}

impl Toll {
    /// Returns the toll's due date.
    pub const fn notice_dates(&self) -> NoticeDates {
        NoticeDates { due: self.filed.due_date, court: None }
    }
}

/// A stored item of any kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A traffic ticket on file.
    Ticket(Box<Ticket>),
    /// A parking ticket on file.
    Parking(Parking),
    /// A toll on file.
    Toll(Toll),
}

/// Evaluates an expression with the stored item, whatever its kind.
macro_rules! of_each {
    ($self:ident, $item:ident => $answer:expr) => {
        match $self {
            Item::Ticket($item) => $answer,
            Item::Parking($item) => $answer,
            Item::Toll($item) => $answer,
        }
    };
}

impl Item {
    /// The item's kind and id.
    pub fn payable(&self) -> Payable {
        match self {
            Self::Ticket(item) => Payable::Ticket(item.id),
            Self::Parking(item) => Payable::Parking(item.id),
            Self::Toll(item) => Payable::Toll(item.id),
        }
    }

    /// The driver who owes the item.
    pub fn user_id(&self) -> UserId {
        of_each!(self, item => item.user_id)
    }

    /// Whether the item is paid.
    pub fn is_paid(&self) -> bool {
        of_each!(self, item => item.is_paid)
    }

    /// The item's version, which increases with each change.
    pub fn version(&self) -> i32 {
        of_each!(self, item => item.version)
    }

    /// The fields as filed by staff, by the driver or from a file.
    pub fn details(&self) -> ItemDetails {
        match self {
            Self::Ticket(item) => ItemDetails::Ticket(Box::new(item.filed.clone())),
            Self::Parking(item) => ItemDetails::Parking(item.filed.clone()),
            Self::Toll(item) => ItemDetails::Toll(item.filed.clone()),
        }
    }
}
