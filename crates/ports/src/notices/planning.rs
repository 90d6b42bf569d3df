//! What drivers are to be told, day by day (docs/PRODUCT.md#reminders).

use chrono::{DateTime, NaiveDate, Utc};
use domain::notices::notice::NoticeKind;
use domain::shared::ids::UserId;
use domain::shared::payable::Payable;

use crate::shared::store_error::StoreResult;

/// Which ways there are just now: without a provider nothing is written down, so nothing old goes out later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ways {
    /// Texts can be sent.
    pub text: bool,
    /// Mails can be sent.
    pub mail: bool,
}

/// A day of which everything that is due to be told is to be planned, for the drivers of some states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DayPlan {
    /// What.
    pub kind: NoticeKind,
    /// The day, by the clock of these states.
    pub day: NaiveDate,
    /// Full names of states.
    pub states: Vec<&'static str>,
    /// Also of drivers without a state.
    pub stateless: bool,
    /// Dates that are told of.
    pub dates: Vec<NaiveDate>,
    /// Not before.
    pub at: DateTime<Utc>,
    /// By which ways.
    pub ways: Ways,
}

/// Whose news can be told now: of drivers of some states, by whose clock it is day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewsDay {
    /// The day, by the clock of these states.
    pub day: NaiveDate,
    /// Full names of states.
    pub states: Vec<&'static str>,
    /// Also of drivers without a state.
    pub stateless: bool,
    /// What was noted later waits.
    pub noted_before: DateTime<Utc>,
}

/// An item that its driver is told of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewsItem {
    /// Which.
    pub item: Payable,
    /// What it cost before, as it was written; none of what is new.
    pub amount_before: Option<String>,
}

/// The days that are planned, and the news that wait to be told.
pub trait Planning {
    /// Whether this day is planned for this clock.
    fn is_day_planned(&mut self, zone: &str, kind: NoticeKind, day: NaiveDate) -> StoreResult<bool>;
    /// Notes that it is.
    fn note_planned_day(
        &mut self,
        zone: &str,
        kind: NoticeKind,
        day: NaiveDate,
        at: DateTime<Utc>,
    ) -> StoreResult<()>;
    /// Writes messages and their jobs down for the next drivers after this one, at most so many; what is there already stays. Answers the last
    /// driver, none when there are no more.
    fn plan_day(&mut self, plan: &DayPlan, after: UserId, most: i64) -> StoreResult<Option<UserId>>;
    /// Drivers after this one who have untold news, whose items are ready, and who were told none on this day yet.
    fn drivers_with_news(&mut self, wanted: &NewsDay, after: UserId, most: i64) -> StoreResult<Vec<UserId>>;
    /// Writes a driver's news of this day down, with its jobs, unless the day had its news already, or the texts that wait leave no time
    /// for them: not before the first moment, not after the second. Answers whether it did.
    fn plan_news(
        &mut self,
        user: UserId,
        day: NaiveDate,
        span: (DateTime<Utc>, DateTime<Utc>),
        ways: Ways,
    ) -> StoreResult<bool>;
    /// A driver's news of this day are told another day, unless a message about them went out.
    fn take_news_back(&mut self, user: UserId, day: NaiveDate) -> StoreResult<()>;
    /// What is told of in the message of this day.
    fn news_of(&mut self, user: UserId, day: NaiveDate) -> StoreResult<Vec<NewsItem>>;
    /// Forgets what was told before this day.
    fn forget_news(&mut self, before: NaiveDate) -> StoreResult<usize>;
}
