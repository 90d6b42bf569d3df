use chrono::NaiveDate;

use super::{
    Fields, ParkingDetails, ParkingDraft, TicketDetails, TicketDraft, TollDetails, TollDraft, Wrong,
};
use crate::driving_record::ticket::{ChargeStatus, Parking, Ticket, Toll};
use crate::shared::ids::UserId;
use crate::shared::payable::Payable;

/// Any of the three, as it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemDraft {
    /// A traffic ticket.
    Ticket(Box<TicketDraft>),
    /// A parking ticket.
    Parking(ParkingDraft),
    /// A toll.
    Toll(TollDraft),
}

/// Any of the three, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemDetails {
    /// A traffic ticket.
    Ticket(Box<TicketDetails>),
    /// A parking ticket.
    Parking(ParkingDetails),
    /// A toll.
    Toll(TollDetails),
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

impl ItemDraft {
    /// As [`TicketDraft::check`].
    ///
    /// # Errors
    /// All that is wrong.
    pub fn check(&self, today: NaiveDate, held: Option<&str>) -> Result<ItemDetails, Wrong> {
        Ok(match self {
            Self::Ticket(draft) => ItemDetails::Ticket(Box::new(draft.check(today, held)?)),
            Self::Parking(draft) => ItemDetails::Parking(draft.check(today, held)?),
            Self::Toll(draft) => ItemDetails::Toll(draft.check(today, held)?),
        })
    }
}

impl ItemDetails {
    /// Every field as text, always in the same order.
    pub fn fields(&self) -> Fields {
        match self {
            Self::Ticket(details) => details.fields(),
            Self::Parking(details) => details.fields(),
            Self::Toll(details) => details.fields(),
        }
    }

    /// The amount as entered.
    pub fn amount(&self) -> &str {
        match self {
            Self::Ticket(details) => &details.amount,
            Self::Parking(details) => &details.amount,
            Self::Toll(details) => &details.amount,
        }
    }

    /// The status's word.
    pub fn status(&self) -> &'static str {
        match self {
            Self::Ticket(details) => details.status.as_str(),
            Self::Parking(details) => details.status.as_str(),
            Self::Toll(details) => details.status.as_str(),
        }
    }

    /// Whether its status says that it is paid; a traffic ticket's says nothing of it.
    pub fn says_paid(&self) -> bool {
        self.status() == ChargeStatus::Paid.as_str()
    }
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
        match self {
            Self::Ticket(item) => item.user_id,
            Self::Parking(item) => item.user_id,
            Self::Toll(item) => item.user_id,
        }
    }

    /// Paid.
    pub fn is_paid(&self) -> bool {
        match self {
            Self::Ticket(item) => item.is_paid,
            Self::Parking(item) => item.is_paid,
            Self::Toll(item) => item.is_paid,
        }
    }

    /// Which change it stands at.
    pub fn version(&self) -> i32 {
        match self {
            Self::Ticket(item) => item.version,
            Self::Parking(item) => item.version,
            Self::Toll(item) => item.version,
        }
    }

    /// What staff have filed of it.
    pub fn details(&self) -> ItemDetails {
        match self {
            Self::Ticket(item) => ItemDetails::Ticket(Box::new(item.details())),
            Self::Parking(item) => ItemDetails::Parking(item.details()),
            Self::Toll(item) => ItemDetails::Toll(item.details()),
        }
    }

    /// What is on file, as it would come from a form: what a change begins with.
    pub fn draft(&self) -> ItemDraft {
        match self {
            Self::Ticket(item) => ItemDraft::Ticket(Box::new(item.details().draft())),
            Self::Parking(item) => ItemDraft::Parking(item.details().draft()),
            Self::Toll(item) => ItemDraft::Toll(item.details().draft()),
        }
    }
}
