//! Data that is deleted after its retention period (docs/product/running.md#how-long-things-are-kept).

use std::collections::BTreeMap;

use chrono::TimeDelta;

use crate::shared::stored_words::stored_words;

/// A kind of data that Lanewise deletes after a retention period, in small batches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RetainedData {
    /// Sessions that have expired.
    Sessions,
    /// Expired logins whose user never entered the second factor.
    PendingLogins,
    /// Expired blocks of IP addresses.
    Blocks,
    /// Single-use links that were emailed to users.
    Links,
    /// Invitations of staff and lawyers that were used, withdrawn or expired.
    Invitations,
    /// Failed logins, counted for throttling.
    LoginFailures,
    /// Addresses that users have logged in from.
    LoginAddresses,
    /// Card declines, counted for throttling.
    Declines,
    /// IP addresses that payments were requested from.
    PaymentAddresses,
    /// Counts of messages to unconfirmed addresses and numbers.
    UnconfirmedMessages,
    /// Finished and failed jobs.
    Jobs,
    /// Security events of all kinds.
    SecurityEvents,
    /// Counts of CSP reports.
    CspReports,
    /// The payment provider's events that could be parsed.
    ProviderEvents,
    /// The payment provider's events that couldn't be parsed.
    UnreadEvents,
    /// Resolved inquiries with their chats.
    Chats,
    /// Staff's internal notes.
    Notes,
    /// SSN digits whose status request was never solved.
    UnsolvedDigits,
    /// Payments that were canceled before money moved.
    AbandonedPayments,
    /// Imported citations that weren't assigned to a driver.
    UnclaimedCitations,
    /// Runs of citation sources.
    SourceRuns,
    /// Texts and emails sent to drivers.
    Notices,
    /// Drivers' replies by text that staff no longer have to read.
    Replies,
    /// Encryption keys, messages and files of cases that are decided, closed or ended.
    CaseSecrets,
    /// Uploaded parts of photos' originals whose upload was never completed.
    IncompleteOriginals,
}

stored_words!(RetainedData {
    Sessions => "sessions",
    PendingLogins => "pending_logins",
    Blocks => "blocks",
    Links => "links",
    Invitations => "invitations",
    LoginFailures => "login_failures",
    LoginAddresses => "login_places",
    Declines => "declines",
    PaymentAddresses => "askers",
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
    CaseSecrets => "case_secrets",
    IncompleteOriginals => "incomplete_originals",
});

impl RetainedData {
    /// Default retention period, in days. For data that expires, such as sessions, the period starts at the expiry.
    pub const fn days(self) -> i64 {
        match self {
            Self::Sessions | Self::PendingLogins | Self::Blocks => 0,
            Self::LoginFailures | Self::UnconfirmedMessages => 1,
            Self::Declines | Self::PaymentAddresses => 2,
            Self::Links | Self::IncompleteOriginals => 7,
            Self::Jobs => 30,
            Self::Invitations
            | Self::LoginAddresses
            | Self::SecurityEvents
            | Self::CspReports
            | Self::ProviderEvents
            | Self::UnclaimedCitations
            | Self::SourceRuns
            | Self::UnsolvedDigits => 90,
            Self::UnreadEvents | Self::AbandonedPayments | Self::Notices | Self::Replies => 400,
            Self::Chats | Self::Notes => 730,
            // Bar rules require lawyers to retain a client's file for five to seven years.
            Self::CaseSecrets => 2_557,
        }
    }

    /// Minimum retention period that an operator may set, in days; `None` if the operator can't set
    /// the period, because other rules depend on the default.
    pub const fn min_days(self) -> Option<i64> {
        match self {
            Self::SecurityEvents
            | Self::CspReports
            | Self::UnsolvedDigits
            | Self::Chats
            | Self::Notes
            | Self::UnclaimedCitations
            | Self::SourceRuns => Some(7),
            // The provider can send an event again for 30 days. Lanewise must still have the first copy to
            // recognize a duplicate.
            Self::ProviderEvents | Self::UnreadEvents => Some(35),
            // Notices have unsubscribe links, which must work for as long as drivers may read the email.
            Self::AbandonedPayments | Self::Notices | Self::Replies | Self::CaseSecrets => Some(90),
            _ => None,
        }
    }
}

/// Retention periods that the operator set, in days. All other kinds of data have their default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Retention(BTreeMap<RetainedData, i64>);

impl Retention {
    /// Parses the operator's setting, such as `chats=365 security_events=30`: names and days,
    /// separated by spaces or commas.
    ///
    /// # Errors
    /// Returns a sentence that explains the mistake.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut days = BTreeMap::new();
        for pair in text.split([' ', ',']).filter(|pair| !pair.is_empty()) {
            let (name, number) = pair.split_once('=').ok_or_else(|| format!("{pair:?} is not name=days"))?;
            let entry = RetainedData::parse(name).and_then(|old| Some((old, old.min_days()?)));
            let Some((old, fewest)) = entry else {
                let names: Vec<&str> = RetainedData::ALL
                    .iter()
                    .filter(|old| old.min_days().is_some())
                    .map(|old| old.as_str())
                    .collect();
                return Err(format!("{name:?} can't be set; these can: {}", names.join(", ")));
            };
            match number.parse() {
                Ok(number) if (fewest..=36_500).contains(&number) => days.insert(old, number),
                _ => return Err(format!("{name} must be {fewest} days or longer, not {number:?}")),
            };
        }
        Ok(Self(days))
    }

    /// Returns the retention period of this kind of data.
    pub fn of(&self, kind: RetainedData) -> TimeDelta {
        TimeDelta::days(self.0.get(&kind).copied().unwrap_or(kind.days()))
    }
}
