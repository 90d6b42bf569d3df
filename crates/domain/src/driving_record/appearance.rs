//! Court appearances that tickets require (docs/product/driving-record.md#court-appearances).

use chrono::NaiveDate;

use crate::shared::ids::TicketId;

/// A ticket's mandatory court appearance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Appearance {
    /// The ticket that requires the appearance.
    pub ticket: TicketId,
    /// The ticket's violation, such as `Speeding`.
    pub violation_type: String,
    /// The court date; `None` until the court sets one.
    pub date: Option<NaiveDate>,
    /// The court time, as it was entered or imported; `None` if unknown.
    pub time: Option<String>,
    /// Whether the ticket's fine is paid.
    pub is_paid: bool,
    /// Whether staff removed the ticket.
    pub is_removed: bool,
    /// Whether the driver need not appear, because staff recorded this, or because the ticket's lawyer
    /// appears without the driver.
    pub is_waived: bool,
    /// Whether the driver added the ticket.
    pub is_added_by_driver: bool,
}

impl Appearance {
    /// Whether the driver must still appear, or must find out the consequences of a court date that has
    /// passed. Neither paying the fine nor removing the ticket cancels a court date. After the court date of
    /// a paid or removed ticket, the driver has nothing left to do.
    pub fn is_pending(&self, today: NaiveDate) -> bool {
        let is_open = !self.is_paid && !self.is_removed;
        let concerns_driver = match self.date {
            Some(date) => date >= today || is_open,
            None => !self.is_removed,
        };
        !self.is_waived && concerns_driver
    }
}
