//! What one payment's money owes to an authority, until it is there (docs/PRODUCT.md#remittances).

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use chrono_tz::Tz;

use crate::shared::business_time::weekday_hours_later;
use crate::shared::words::stored_words;

/// How far a payment's money is on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ObligationStatus {
    /// It waits to be sent.
    Owed,
    /// It is in a remittance that has not been sent.
    Prepared,
    /// It was sent.
    Sent,
    /// The authority has accepted it.
    Accepted,
}

stored_words!(ObligationStatus {
    Owed => "owed",
    Prepared => "prepared",
    Sent => "sent",
    Accepted => "accepted",
});

impl ObligationStatus {
    /// The legal moves. What an authority gave back is owed again.
    pub const MOVES: &[(Self, Self)] = &[
        (Self::Owed, Self::Prepared),
        (Self::Prepared, Self::Owed),
        (Self::Prepared, Self::Sent),
        (Self::Sent, Self::Accepted),
        (Self::Sent, Self::Owed),
        (Self::Accepted, Self::Owed),
    ];

    /// Whether a move is legal.
    pub fn can_become(self, to: Self) -> bool {
        Self::MOVES.contains(&(self, to))
    }

    /// Whether an authority has the money.
    pub const fn is_out(self) -> bool {
        matches!(self, Self::Sent | Self::Accepted)
    }
}

/// Working hours within which what was paid is sent: two business days. Hours of a Saturday or Sunday do not count.
pub const SEND_WITHIN: TimeDelta = TimeDelta::hours(48);
/// A source that still shows a citation as open this long after it was sent has had two of its refreshes
/// (docs/PRODUCT.md#when-a-source-is-asked).
pub const OPEN_AT_SOURCE_AFTER: TimeDelta = TimeDelta::hours(48);

/// Until when what was charged then is to be sent.
pub fn send_by(charged_at: DateTime<Utc>, tz: Tz) -> DateTime<Utc> {
    weekday_hours_later(charged_at, SEND_WITHIN, tz)
}

/// What needs the eyes of staff about a payment's money.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lateness {
    /// It was to be sent by now.
    NotSent,
    /// It was sent, and the city's data still show the citation as open.
    OpenAtSource,
}

stored_words!(Lateness {
    NotSent => "not_sent",
    OpenAtSource => "open_at_source",
});

/// Where a payment's money is, as its driver sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trail {
    /// The card was charged.
    pub charged_at: DateTime<Utc>,
    /// Until when it is to be sent.
    pub send_by: DateTime<Utc>,
    /// To whom, once that is known.
    pub authority: Option<String>,
    /// Sent on.
    pub sent_on: Option<NaiveDate>,
    /// The reference under which it was sent.
    pub reference: Option<String>,
    /// Accepted on.
    pub accepted_on: Option<NaiveDate>,
}
