//! What is deleted once it is old (docs/PRODUCT.md#how-long-things-are-kept).

use std::collections::BTreeMap;

use chrono::TimeDelta;

use crate::shared::words::stored_words;

/// What is deleted once it is old. Each is deleted by itself, in small batches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Old {
    /// Sessions that have expired.
    Sessions,
    /// Logins that waited for their second factor and have expired.
    PendingLogins,
    /// Blocks that have expired.
    Blocks,
    /// Links of mails.
    Links,
    /// Invitations to the staff that have ended or expired.
    Invitations,
    /// Failed logins.
    LoginFailures,
    /// Where somebody logged in.
    LoginPlaces,
    /// Declined cards.
    Declines,
    /// From where payments were asked for.
    Askers,
    /// Counted messages to unconfirmed addresses and numbers.
    UnconfirmedMessages,
    /// Jobs that have ended.
    Jobs,
    /// Security events.
    SecurityEvents,
    /// Counts of CSP reports.
    CspReports,
    /// The payment provider's events that were understood.
    ProviderEvents,
    /// Those that were not.
    UnreadEvents,
    /// Resolved inquiries with their chats.
    Chats,
    /// What staff noted for each other.
    Notes,
    /// SSN digits whose status request nobody has solved.
    UnsolvedDigits,
    /// Payments that were called off before money moved.
    AbandonedPayments,
    /// Citations of files that nobody claimed.
    UnclaimedCitations,
    /// When cities were asked for citations, and what came of it.
    SourceRuns,
    /// What drivers were told by text or mail.
    Notices,
    /// What they answered, once nobody has to look at it.
    Replies,
}

stored_words!(Old {
    Sessions => "sessions",
    PendingLogins => "pending_logins",
    Blocks => "blocks",
    Links => "links",
    Invitations => "invitations",
    LoginFailures => "login_failures",
    LoginPlaces => "login_places",
    Declines => "declines",
    Askers => "askers",
    UnconfirmedMessages => "unconfirmed_messages",
    Jobs => "jobs",
    SecurityEvents => "security_events",
    CspReports => "csp_reports",
    ProviderEvents => "provider_events",
    UnreadEvents => "unread_events",
    Chats => "chats",
    Notes => "notes",
    UnsolvedDigits => "unsolved_digits",
    AbandonedPayments => "abandoned_payments",
    UnclaimedCitations => "unclaimed_citations",
    SourceRuns => "source_runs",
    Notices => "notices",
    Replies => "replies",
});

impl Old {
    /// How many days it stays unless the operator says otherwise; of what has an end of its own, after that.
    pub const fn days(self) -> i64 {
        match self {
            Self::Sessions | Self::PendingLogins | Self::Blocks => 0,
            Self::LoginFailures | Self::UnconfirmedMessages => 1,
            Self::Declines | Self::Askers => 2,
            Self::Links => 7,
            Self::Jobs => 30,
            Self::Invitations
            | Self::LoginPlaces
            | Self::SecurityEvents
            | Self::CspReports
            | Self::ProviderEvents
            | Self::UnclaimedCitations
            | Self::SourceRuns
            | Self::UnsolvedDigits => 90,
            Self::UnreadEvents | Self::AbandonedPayments | Self::Notices | Self::Replies => 400,
            Self::Chats | Self::Notes => 730,
        }
    }

    /// The fewest days that an operator may set; none where other rules rely on the days.
    pub const fn fewest_days(self) -> Option<i64> {
        match self {
            Self::SecurityEvents
            | Self::CspReports
            | Self::UnsolvedDigits
            | Self::Chats
            | Self::Notes
            | Self::UnclaimedCitations
            | Self::SourceRuns => Some(7),
            // The provider lists its events for 30 days: one that comes again must be known.
            Self::ProviderEvents | Self::UnreadEvents => Some(35),
            // A way out that a mail names has to work for as long as the mail is read.
            Self::AbandonedPayments | Self::Notices | Self::Replies => Some(90),
            _ => None,
        }
    }
}

/// How long everything stays: what the operator set, and the defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Retention(BTreeMap<Old, i64>);

impl Retention {
    /// Reads `chats=365 security_events=30`: names and days, separated by spaces or commas.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut days = BTreeMap::new();
        for pair in text.split([' ', ',']).filter(|pair| !pair.is_empty()) {
            let (name, number) = pair.split_once('=').ok_or_else(|| format!("{pair:?} is no name=days"))?;
            let kept = Old::parse(name).and_then(|old| Some((old, old.fewest_days()?)));
            let Some((old, fewest)) = kept else {
                let names: Vec<&str> = Old::ALL
                    .iter()
                    .filter(|old| old.fewest_days().is_some())
                    .map(|old| old.as_str())
                    .collect();
                return Err(format!("{name:?} cannot be set: there are {}", names.join(", ")));
            };
            match number.parse() {
                Ok(number) if (fewest..=36_500).contains(&number) => days.insert(old, number),
                _ => return Err(format!("{name} stays {fewest} days or longer, not {number:?}")),
            };
        }
        Ok(Self(days))
    }

    /// How long this stays.
    pub fn of(&self, old: Old) -> TimeDelta {
        TimeDelta::days(self.0.get(&old).copied().unwrap_or(old.days()))
    }
}
