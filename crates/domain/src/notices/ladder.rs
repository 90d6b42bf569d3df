//! On which days before a date its driver is told, and of what (docs/PRODUCT.md#reminders).

use chrono::{NaiveDate, NaiveTime};

use crate::notices::clock::after;
use crate::notices::notice::NoticeKind;
use crate::shared::money::Money;
use crate::shared::payable::Payable;

/// Days before a due date or a court date on which it is told.
pub const RUNGS: [u64; 4] = [14, 7, 3, 1];

/// What is on a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Date {
    /// Something is to be paid by then.
    Due {
        /// What.
        item: Payable,
        /// How much, as it is shown.
        amount: Money,
        /// Worked out, because the amount on file is no number.
        is_estimated: bool,
    },
    /// The driver is to be in court.
    Court {
        /// On which ticket.
        item: Payable,
        /// When, where it can be read.
        time: Option<NaiveTime>,
        /// When, as it is written.
        as_written: Option<String>,
    },
}

/// A date that is told of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coming {
    /// On which day.
    pub day: NaiveDate,
    /// What.
    pub date: Date,
    /// What follows from missing it, in the item's own words.
    pub consequence: Option<String>,
}

/// An item that is new, or costs more than before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct News {
    /// Which.
    pub item: Payable,
    /// How much, as it is shown.
    pub amount: Money,
    /// Worked out, because the amount on file is no number.
    pub is_estimated: bool,
    /// How much before; none of what is new.
    pub before: Option<Money>,
    /// Until when.
    pub due: Option<NaiveDate>,
}

/// The days whose dates are told on this day.
pub fn days_told_on(kind: NoticeKind, today: NaiveDate) -> Vec<NaiveDate> {
    match kind {
        NoticeKind::Reminder => RUNGS.iter().filter_map(|days| after(today, *days)).collect(),
        NoticeKind::CourtDay => vec![today],
        NoticeKind::News | NoticeKind::Code => vec![],
    }
}

/// What is told on this day, the nearest first: on the day of court nothing but court.
pub fn told_on(kind: NoticeKind, today: NaiveDate, dates: Vec<Coming>) -> Vec<Coming> {
    let days = days_told_on(kind, today);
    let mut told: Vec<Coming> = dates
        .into_iter()
        .filter(|coming| days.contains(&coming.day))
        .filter(|coming| kind == NoticeKind::Reminder || matches!(coming.date, Date::Court { .. }))
        .collect();
    told.sort_by_key(|coming| (coming.day, matches!(coming.date, Date::Due { .. })));
    told
}

/// Whether there is news for a driver: what is new, and what costs more. What became cheaper needs no warning.
pub fn is_news(news: &News) -> bool {
    news.before.is_none_or(|before| news.amount > before)
}
