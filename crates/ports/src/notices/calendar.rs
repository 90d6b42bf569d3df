//! Court dates, waived appearances, and the calendar that a driver subscribes to (docs/product/notices.md#reminders).

use chrono::{DateTime, NaiveDate, Utc};
use domain::driving_record::appearance::Appearance;
use domain::shared::ids::{TicketId, UserId};

use crate::shared::secrets::TokenHash;
use crate::shared::store_error::StoreResult;

/// The date on which a ticket's driver must appear in court.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CourtDate {
    /// The ticket that requires court.
    pub ticket: TicketId,
    /// The ticket's violation type.
    pub violation_type: String,
    /// Day on which the driver must appear.
    pub day: NaiveDate,
    /// Time in court, as written on the ticket; `None` if unknown.
    pub time: Option<String>,
    /// Consequence of missing the court date, in the words that staff entered; `None` if they entered none.
    pub consequence: Option<String>,
    /// Whether staff removed the ticket. The driver must still appear unless the appearance is waived.
    pub is_removed: bool,
    /// When staff, or the driver's lawyer, recorded that the driver doesn't have to appear; `None` if
    /// the driver must appear.
    pub waived_at: Option<DateTime<Utc>>,
    /// Whether the driver added the ticket. The driver sees such a ticket even before staff
    /// have prepared the driver's record.
    pub is_added_by_driver: bool,
}

/// Facts about the court appearance of a locked ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LockedAppearance {
    /// The driver whose ticket was locked.
    pub user: UserId,
    /// Whether staff waived the appearance.
    pub is_waived: bool,
}

/// Court dates, and the secret URLs from which drivers' calendar apps read them.
pub trait Calendars {
    /// Returns a driver's court dates from this day on, including those of removed tickets. Dismissed tickets, and
    /// tickets that were removed while staff were checking them, are left out.
    fn court_dates_of(&mut self, user: UserId, first_day: NaiveDate) -> StoreResult<Vec<CourtDate>>;
    /// Returns all court appearances that a driver's tickets require or required, ordered by date. Appearances without
    /// a date come last. Dismissed tickets, and tickets that were removed while staff were checking them, are left out.
    fn appearances_of(&mut self, user: UserId) -> StoreResult<Vec<Appearance>>;
    /// Locks a ticket that requires court, even a removed one, and returns the facts about its court appearance.
    /// Returns `None` if the ticket doesn't require court or doesn't exist.
    fn lock_appearance(&mut self, ticket: TicketId) -> StoreResult<Option<LockedAppearance>>;
    /// Stores which staff member waived a ticket's court appearance, and when. An earlier waiver stays
    /// unchanged. `None` removes staff's waiver.
    fn set_appearance_waiver(
        &mut self,
        ticket: TicketId,
        waived: Option<(UserId, DateTime<Utc>)>,
    ) -> StoreResult<()>;
    /// Returns when a driver's calendar URL was created; `None` if the driver has no calendar URL.
    fn calendar_url_created_at(&mut self, user: UserId) -> StoreResult<Option<DateTime<Utc>>>;
    /// Replaces a driver's calendar URL, or deletes it if `url` is `None`. `url` is the hash of the URL's secret and
    /// the time of creation.
    fn set_calendar_url(&mut self, user: UserId, url: Option<(&TokenHash, DateTime<Utc>)>)
    -> StoreResult<()>;
    /// Returns the driver whose calendar URL has the secret with this hash.
    fn calendar_owner(&mut self, secret: &TokenHash) -> StoreResult<Option<UserId>>;
}
