//! Dates in court, who need not appear, and the calendar that a driver subscribes to (docs/PRODUCT.md#reminders).

use chrono::{DateTime, NaiveDate, Utc};
use domain::shared::ids::{TicketId, UserId};

use crate::shared::secrets::TokenHash;
use crate::shared::store_error::StoreResult;

/// A date in court.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CourtDate {
    /// Of which ticket.
    pub ticket: TicketId,
    /// What for.
    pub violation_type: String,
    /// On which day.
    pub day: NaiveDate,
    /// When, as it is written.
    pub time: Option<String>,
    /// What follows from missing it.
    pub consequence: Option<String>,
    /// The ticket shows nowhere any more; its court still waits unless staff say otherwise.
    pub is_removed: bool,
    /// When staff recorded that the driver need not appear.
    pub waived_at: Option<DateTime<Utc>>,
}

/// Dates in court, and the secret addresses of calendars.
pub trait Calendars {
    /// A driver's dates in court from this day on, also of tickets that were removed.
    fn court_dates_of(&mut self, user: UserId, from: NaiveDate) -> StoreResult<Vec<CourtDate>>;
    /// Whose ticket it is, also when it was removed; its row locked. And whether the driver need not appear.
    fn lock_appearance(&mut self, ticket: TicketId) -> StoreResult<Option<(UserId, bool)>>;
    /// Records that a ticket's driver need not appear, or that they must.
    fn set_appearance(
        &mut self,
        ticket: TicketId,
        waived: Option<(UserId, DateTime<Utc>)>,
    ) -> StoreResult<()>;
    /// Since when a driver's calendar can be read.
    fn calendar_feed(&mut self, user: UserId) -> StoreResult<Option<DateTime<Utc>>>;
    /// Gives it another address, or none.
    fn set_calendar_feed(
        &mut self,
        user: UserId,
        feed: Option<(&TokenHash, DateTime<Utc>)>,
    ) -> StoreResult<()>;
    /// Whose calendar this is.
    fn calendar_owner(&mut self, secret: &TokenHash) -> StoreResult<Option<UserId>>;
}
