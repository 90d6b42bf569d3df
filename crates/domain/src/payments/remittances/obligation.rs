//! Obligations: what Lanewise owes to an authority or a lawyer from one payment
//! (docs/product/money-to-authorities.md#remittances).

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use chrono_tz::Tz;

use crate::shared::business_time::weekday_hours_later;
use crate::shared::stored_words::{moves, stored_words};

/// Whether an obligation's money is owed, in a remittance, sent, or accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ObligationStatus {
    /// The money isn't in a remittance yet.
    Owed,
    /// The money is in a remittance that hasn't been sent.
    Prepared,
    /// The money was sent.
    Sent,
    /// The authority or the lawyer accepted the money.
    Accepted,
}

/// An event that can change an obligation's status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ObligationEvent {
    /// Staff put the money into a remittance.
    RemittancePrepared,
    /// Staff canceled the remittance, or took the money out of it.
    RemittanceCanceled,
    /// Staff sent the remittance.
    RemittanceSent,
    /// The authority or the lawyer accepted the money.
    MoneyAccepted,
    /// The authority or the lawyer returned the money.
    MoneyReturned,
}

stored_words!(ObligationStatus {
    Owed => "owed",
    Prepared => "prepared",
    Sent => "sent",
    Accepted => "accepted",
});

impl ObligationStatus {
    /// All allowed changes of an obligation's status. Money that was returned is owed again.
    pub const MOVES: &[(Self, ObligationEvent, Self)] = &[
        (Self::Owed, ObligationEvent::RemittancePrepared, Self::Prepared),
        (Self::Prepared, ObligationEvent::RemittanceCanceled, Self::Owed),
        (Self::Prepared, ObligationEvent::RemittanceSent, Self::Sent),
        (Self::Sent, ObligationEvent::MoneyAccepted, Self::Accepted),
        (Self::Sent, ObligationEvent::MoneyReturned, Self::Owed),
        (Self::Accepted, ObligationEvent::MoneyReturned, Self::Owed),
    ];

    /// Whether the money has been sent.
    pub const fn is_sent(self) -> bool {
        matches!(self, Self::Sent | Self::Accepted)
    }
}

moves!(ObligationStatus by ObligationEvent);

/// Time within which staff must send the money. Saturdays and Sundays don't count.
pub const SEND_WITHIN: TimeDelta = TimeDelta::hours(48);
/// How long a city's data may still list a citation as open after staff sent the
/// money. After that, staff must check the citation. By then Lanewise has queried the
/// city's data twice (docs/product/citation-sources.md#when-a-source-is-queried).
pub const OPEN_AT_SOURCE_AFTER: TimeDelta = TimeDelta::hours(48);

/// Returns the deadline for sending money. `since` is when the card was charged or, for a lawyer's
/// fee, when the lawyer accepted the case. For money that is owed again after it was sent, `since`
/// is when Lanewise recorded that it is owed again.
pub fn send_by(since: DateTime<Utc>, tz: Tz) -> DateTime<Utc> {
    weekday_hours_later(since, SEND_WITHIN, tz)
}

/// The reason why staff must check an obligation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ObligationProblem {
    /// The money wasn't sent by its deadline.
    NotSent,
    /// The money was sent, but the city's data still lists the citation as open.
    OpenAtSource,
}

stored_words!(ObligationProblem {
    NotSent => "not_sent",
    OpenAtSource => "open_at_source",
});

/// The stages of a payment's money on its way to the authority, as the driver sees them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoneyTrail {
    /// When the card was charged.
    pub charged_at: DateTime<Utc>,
    /// Deadline for sending the money.
    pub send_by: DateTime<Utc>,
    /// Name of the authority; `None` until known.
    pub authority: Option<String>,
    /// Day on which staff sent the money; `None` before that.
    pub sent_on: Option<NaiveDate>,
    /// Reference of the transfer; `None` before the money is sent.
    pub reference: Option<String>,
    /// Day on which the authority accepted the money; `None` before that.
    pub accepted_on: Option<NaiveDate>,
}
