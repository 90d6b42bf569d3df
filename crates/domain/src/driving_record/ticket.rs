//! What a driver can owe: traffic tickets, parking tickets and tolls (docs/PRODUCT.md#items).

use chrono::{DateTime, Utc};

use crate::driving_record::new_item::{ItemDetails, ParkingDetails, TicketDetails, TollDetails};
pub use crate::driving_record::words::{ChargeStatus, FeeType, Fees, TicketCategory, TicketStatus};
use crate::shared::ids::{ParkingId, TicketId, TollId, UserId};
use crate::shared::payable::Payable;

/// Something on file: what staff have filed of it, and what became of it.
macro_rules! filed {
    ($(#[$about:meta])* $name:ident { $id:ty, $details:ty }) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $name {
            /// Identifier.
            pub id: $id,
            /// Whose.
            pub user_id: UserId,
            /// What staff have filed.
            pub filed: $details,
            /// Paid.
            pub is_paid: bool,
            /// Paid when.
            pub paid_at: Option<DateTime<Utc>>,
            /// Filed at.
            pub created_at: DateTime<Utc>,
            /// Goes up with each change, so that nobody overwrites what they have not seen.
            pub version: i32,
        }
    };
}

filed! {
    /// A traffic ticket (citation).
    Ticket { TicketId, TicketDetails }
}

filed! {
    /// A parking ticket.
    Parking { ParkingId, ParkingDetails }
}

filed! {
    /// A toll.
    Toll { TollId, TollDetails }
}

/// Any of the three, filed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A traffic ticket.
    Ticket(Box<Ticket>),
    /// A parking ticket.
    Parking(Parking),
    /// A toll.
    Toll(Toll),
}

/// Asks any of the three the same.
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
    /// What it is, and which one.
    pub fn payable(&self) -> Payable {
        match self {
            Self::Ticket(item) => Payable::Ticket(item.id),
            Self::Parking(item) => Payable::Parking(item.id),
            Self::Toll(item) => Payable::Toll(item.id),
        }
    }

    /// Whose.
    pub fn user_id(&self) -> UserId {
        of_each!(self, item => item.user_id)
    }

    /// Paid.
    pub fn is_paid(&self) -> bool {
        of_each!(self, item => item.is_paid)
    }

    /// Which change it stands at.
    pub fn version(&self) -> i32 {
        of_each!(self, item => item.version)
    }

    /// What staff have filed of it.
    pub fn details(&self) -> ItemDetails {
        match self {
            Self::Ticket(item) => ItemDetails::Ticket(Box::new(item.filed.clone())),
            Self::Parking(item) => ItemDetails::Parking(item.filed.clone()),
            Self::Toll(item) => ItemDetails::Toll(item.filed.clone()),
        }
    }
}
