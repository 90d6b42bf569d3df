//! The dates that Lanewise reminds drivers of, and the days on which it sends the reminders
//! (docs/product/notices.md#reminders).

use chrono::{NaiveDate, NaiveTime};

use crate::driving_record::citation::Citation;
use crate::driving_record::contesting::sent::SentContest;
use crate::notices::clock::days_after;
use crate::notices::notice::NoticeKind;
use crate::shared::money::Money;
use crate::shared::payable::Payable;

/// Numbers of days before a date on which Lanewise sends reminders of the date.
pub const REMINDER_DAYS: [u64; 4] = [14, 7, 3, 1];

/// The kind of date that a message is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DateKind {
    /// The due date of an item.
    Due {
        /// The item that is due.
        item: Payable,
        /// The item's fine, as drivers see it.
        amount: Money,
        /// Whether the amount is an estimate, because the stored amount is not a number.
        is_estimated: bool,
        /// State of the item, which decides what the reminder says besides the date.
        state: DueState,
    },
    /// The last day on which the driver can contest an item. The driver wrote a letter but didn't mark
    /// the letter as sent.
    LastToContest {
        /// The item that the letter is about.
        item: Payable,
        /// Whether Lanewise counted the day from the item's date, by the rule of the item's state, city or toll
        /// operator. If false, the day is a date on the issuer's notice.
        is_counted: bool,
    },
    /// The day on which Lanewise asks the driver whether the issuer answered the letter or the form.
    Answer {
        /// The item that the letter or the form is about.
        item: Payable,
        /// What the driver sent, and when.
        sent: SentContest,
    },
    /// The date on which the driver must appear in court.
    Court {
        /// The ticket that requires court.
        item: Payable,
        /// Court time; `None` if unknown or if it can't be parsed.
        time: Option<NaiveTime>,
        /// Court time as written on the ticket; `None` if unknown.
        as_written: Option<String>,
    },
}

impl DateKind {
    /// The item that the date is about.
    pub const fn item(&self) -> Payable {
        match self {
            Self::Due { item, .. }
            | Self::Court { item, .. }
            | Self::LastToContest { item, .. }
            | Self::Answer { item, .. } => *item,
        }
    }
}

/// The state of an item that is due, which decides the wording of the reminder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DueState {
    /// The driver should pay the item.
    ToPay,
    /// The driver hired a lawyer for the ticket, but no lawyer represents the driver yet.
    AwaitsLawyer,
    /// Staff are still checking the item, which the driver added. The driver can't pay the item in Lanewise yet.
    BeingChecked,
    /// The due date is also the last day to contest, and the driver didn't mark the letter as sent.
    LetterNotSent,
    /// The driver disputes the item.
    Disputed,
}

/// A date of which Lanewise reminds a driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UpcomingDate {
    /// The due date, the court date, or a date of the driver's letter.
    pub day: NaiveDate,
    /// What happens on the day, such as court, and for which item.
    pub date: DateKind,
    /// The item's number and issuer.
    pub citation: Citation,
    /// Consequence of missing the date, as filed with the item; `None` if none is filed.
    pub consequence: Option<String>,
}

/// An item that is new or costs more than before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemNews {
    /// The item that is new or costs more.
    pub item: Payable,
    /// The item's number and issuer.
    pub citation: Citation,
    /// The item's current fine, as drivers see it.
    pub amount: Money,
    /// Whether the amount is an estimate, because the stored amount is not a number.
    pub is_estimated: bool,
    /// The previous amount; `None` for a new item.
    pub before: Option<Money>,
    /// Due date, if the item has one.
    pub due: Option<NaiveDate>,
}

/// Returns the days that today's messages of this kind are about: drivers are reminded of their dates on these days.
/// A [`DateKind::Answer`] is an exception: its message is sent on the date itself.
pub fn reminder_days(kind: NoticeKind, today: NaiveDate) -> Vec<NaiveDate> {
    match kind {
        NoticeKind::Reminder => REMINDER_DAYS.iter().filter_map(|days| days_after(today, *days)).collect(),
        NoticeKind::CourtDay => vec![today],
        NoticeKind::News | NoticeKind::Change | NoticeKind::Code => vec![],
    }
}

/// Whether messages of this kind remind drivers of dates of this kind.
const fn reminds_of(kind: NoticeKind, date: &DateKind) -> bool {
    match kind {
        NoticeKind::Reminder => true,
        NoticeKind::CourtDay => matches!(date, DateKind::Court { .. }),
        NoticeKind::News | NoticeKind::Change | NoticeKind::Code => false,
    }
}

/// Returns the dates of which messages of this kind remind a driver today, nearest first. The question
/// whether the issuer answered comes last. Messages on the day of court contain only court dates.
pub fn upcoming_dates(kind: NoticeKind, today: NaiveDate, dates: Vec<UpcomingDate>) -> Vec<UpcomingDate> {
    let days = reminder_days(kind, today);
    let mut upcoming: Vec<UpcomingDate> = dates
        .into_iter()
        .filter(|coming| match coming.date {
            DateKind::Answer { .. } => coming.day == today,
            DateKind::Due { .. } | DateKind::LastToContest { .. } | DateKind::Court { .. } => {
                days.contains(&coming.day)
            }
        })
        .filter(|coming| reminds_of(kind, &coming.date))
        .collect();
    // The question about a letter's answer isn't urgent, so it comes last.
    upcoming.sort_by_key(|coming| {
        let is_answer = matches!(coming.date, DateKind::Answer { .. });
        (is_answer, coming.day, matches!(coming.date, DateKind::Due { .. }))
    });
    upcoming
}

/// Whether the driver should get this news: only if the item is new or costs more. A lower amount needs no warning.
pub fn is_news(news: &ItemNews) -> bool {
    news.before.is_none_or(|before| news.amount > before)
}
