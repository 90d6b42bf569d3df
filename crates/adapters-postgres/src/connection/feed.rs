//! Sends and receives notifications by PostgreSQL's LISTEN and NOTIFY.
//!
//! libpq doesn't expose its socket, so the receiving connection is polled every few milliseconds. Each poll is
//! one non-blocking system call.

use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;
use diesel::sql_types::Text;
use diesel::{PgConnection, QueryResult, select};
use domain::shared::desk::{DeskKind, DeskRecord};
use domain::shared::ids::{InquiryId, SessionId, UserId};
use ports::shared::feed::{Announcement, AnnouncementFeed, Announcements, FeedEvent, RecordActivity};
use ports::shared::store_error::StoreResult;

use crate::connection::conninfo::{OpenError, Purpose, with_defaults};
use crate::connection::replica::ReadReplica;
use crate::connection::watch::connect;
use crate::store::PgStore;

/// Name of the NOTIFY channel. Triggers on sessions, blocks and users send to this channel too.
const CHANNEL: &str = "lanewise";
/// Interval between polls. On average, a notification is delayed by half of this interval.
const READ_EVERY: Duration = Duration::from_millis(5);
/// Number of polls without a notification after which a query tests the connection. Otherwise, a server that
/// disappeared wouldn't be noticed.
const EMPTY_READS_UNTIL_TEST: u32 = 2_000;
/// Maximum wait for the result of a statement on the LISTEN connection.
const MAX_ANSWER: Duration = Duration::from_secs(6);
/// Delay between attempts to reconnect.
const RECONNECT_EVERY: Duration = Duration::from_millis(200);

diesel::define_sql_function! {
    /// Sends a notification when the transaction commits.
    fn pg_notify(channel: Text, payload: Text);
}

impl Announcements for PgStore<'_> {
    fn announce(&mut self, announcement: Announcement) -> StoreResult<()> {
        self.execute(select(pg_notify(CHANNEL, format_announcement(announcement))))
    }
}

impl PgStore<'_> {
    /// Notifies the back office that the record `id` of this `kind` is new or has changed.
    /// `changed_by` is the user who changed it; `None` if the audit trail names no user.
    pub(crate) fn notify_desk(
        &mut self,
        kind: DeskKind,
        id: i32,
        changed_by: Option<UserId>,
    ) -> StoreResult<()> {
        self.announce(Announcement::DeskChanged { record: DeskRecord { kind, id }, by: changed_by })
    }
}

/// The LISTEN connection, which isn't part of the pool.
pub struct PgAnnouncementFeed {
    url: String,
    connection: Option<PgConnection>,
    empty_reads: u32,
    replica: Option<Arc<ReadReplica>>,
}

impl Drop for PgAnnouncementFeed {
    fn drop(&mut self) {
        if let Some(replica) = &self.replica {
            replica.lock_progress().mark_disconnected();
        }
    }
}

impl PgAnnouncementFeed {
    /// Creates the feed for this database URL. The feed connects at the first [`AnnouncementFeed::receive`].
    ///
    /// # Errors
    /// Fails when the URL requires TLS and this build doesn't support TLS.
    pub fn new(url: &str) -> Result<Self, OpenError> {
        Ok(Self {
            url: with_defaults(url, Purpose::Writing)?,
            connection: None,
            empty_reads: 0,
            replica: None,
        })
    }

    /// Makes the feed report received notifications and lost connections to the `replica`, if there is one.
    pub(crate) fn notifying_replica(mut self, replica: Option<Arc<ReadReplica>>) -> Self {
        self.replica = replica;
        self
    }

    /// Returns the notifications that have arrived, except those that this build doesn't know. After
    /// [`EMPTY_READS_UNTIL_TEST`] calls in a row without a notification, tests the connection.
    fn read_notifications(&mut self) -> QueryResult<Vec<FeedEvent>> {
        let Some(connection) = &mut self.connection else { return Ok(vec![]) };
        let notes = connection.notifications_iter().collect::<QueryResult<Vec<_>>>()?;
        self.empty_reads = if notes.is_empty() { self.empty_reads + 1 } else { 0 };
        if self.empty_reads >= EMPTY_READS_UNTIL_TEST {
            self.empty_reads = 0;
            connection.batch_execute("SELECT 1")?;
        }
        Ok(notes
            .iter()
            .filter_map(|note| parse_announcement(&note.payload))
            .map(FeedEvent::Received)
            .collect())
    }

    /// Opens the LISTEN connection; `false` if that fails.
    fn connect(&mut self) -> bool {
        let connection =
            connect(&self.url, MAX_ANSWER).map_err(|error| error.to_string()).and_then(|mut connection| {
                let listening = connection.batch_execute(&format!("LISTEN {CHANNEL}"));
                listening.map(|()| connection).map_err(|error| error.to_string())
            });
        match connection {
            Ok(connection) => self.connection = Some(connection),
            Err(error) => tracing::warn!(error, "could not open the LISTEN connection; will retry"),
        }
        self.connection.is_some()
    }
}

impl std::fmt::Debug for PgAnnouncementFeed {
    /// Formats the feed without its URL, which may contain a password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PgAnnouncementFeed")
            .field("connected", &self.connection.is_some())
            .finish_non_exhaustive()
    }
}

impl AnnouncementFeed for PgAnnouncementFeed {
    fn receive(&mut self, within: Duration) -> Vec<FeedEvent> {
        let announcements = self.wait(within);
        if let Some(replica) = &self.replica {
            match announcements.last() {
                Some(FeedEvent::Lost) => replica.lock_progress().mark_disconnected(),
                Some(_) => replica.lock_progress().mark_announced(Instant::now()),
                None => {}
            }
        }
        announcements
    }
}

impl PgAnnouncementFeed {
    /// Waits up to `within` for events, and opens the connection if necessary. Returns
    /// [`FeedEvent::Gap`] after connecting, [`FeedEvent::Lost`] after an error, and no event if
    /// none arrived in time.
    fn wait(&mut self, within: Duration) -> Vec<FeedEvent> {
        let mut remaining = within;
        loop {
            if self.connection.is_none() {
                if self.connect() {
                    return vec![FeedEvent::Gap];
                }
                sleep(RECONNECT_EVERY.min(remaining));
                remaining = remaining.saturating_sub(RECONNECT_EVERY);
            } else {
                match self.read_notifications() {
                    Ok(announcements) if announcements.is_empty() => {
                        sleep(READ_EVERY.min(remaining));
                        remaining = remaining.saturating_sub(READ_EVERY);
                    }
                    Ok(announcements) => return announcements,
                    Err(error) => {
                        tracing::warn!(%error, "the LISTEN connection was lost; will reconnect");
                        self.connection = None;
                        return vec![FeedEvent::Lost];
                    }
                }
            }
            if remaining.is_zero() {
                return vec![];
            }
        }
    }
}

/// Formats the payload of a notification, which [`parse_announcement`] reads.
fn format_announcement(announcement: Announcement) -> String {
    match announcement {
        Announcement::NewMessage(id) => format!("message {id}"),
        Announcement::Resolved(id) => format!("resolved {id}"),
        Announcement::SessionEnded(id) => format!("session {id}"),
        Announcement::AccountChanged(id) => format!("account {id}"),
        Announcement::BlocksChanged => "blocks 0".to_owned(),
        Announcement::DeskChanged { record: DeskRecord { kind, id }, by } => {
            format!("desk {kind} {id} {}", by.unwrap_or(NOBODY))
        }
        Announcement::AtRecord { who, at: DeskRecord { kind, id }, activity } => {
            format!("at {who} {kind} {id} {}", activity_word(activity))
        }
        Announcement::LeftRecord { who, at: DeskRecord { kind, id } } => format!("left {who} {kind} {id}"),
    }
}

const ACTIVITIES: [RecordActivity; 3] =
    [RecordActivity::Opening, RecordActivity::Typing, RecordActivity::Staying];

/// Returns the word for an activity in a notification.
const fn activity_word(activity: RecordActivity) -> &'static str {
    match activity {
        RecordActivity::Opening => "reading",
        RecordActivity::Typing => "typing",
        RecordActivity::Staying => "staying",
    }
}

/// Id that stands for no user in a notification.
const NOBODY: UserId = UserId(0);

/// Parses a notification. Returns `None` if its kind is unknown to this build or its text is malformed.
fn parse_announcement(payload: &str) -> Option<Announcement> {
    let words: Vec<&str> = payload.split(' ').collect();
    let record =
        |kind: &str, id: &str| Some(DeskRecord { kind: DeskKind::parse(kind)?, id: id.parse().ok()? });
    Some(match words.as_slice() {
        ["message", id] => Announcement::NewMessage(InquiryId(id.parse().ok()?)),
        ["resolved", id] => Announcement::Resolved(InquiryId(id.parse().ok()?)),
        ["session", id] => Announcement::SessionEnded(SessionId(id.parse().ok()?)),
        ["account", id] => Announcement::AccountChanged(UserId(id.parse().ok()?)),
        ["blocks", _] => Announcement::BlocksChanged,
        ["desk", kind, id, by] => {
            let by = UserId(by.parse().ok()?);
            Announcement::DeskChanged { record: record(kind, id)?, by: (by != NOBODY).then_some(by) }
        }
        ["at", who, kind, id, activity] => Announcement::AtRecord {
            who: UserId(who.parse().ok()?),
            at: record(kind, id)?,
            activity: ACTIVITIES.into_iter().find(|one| activity_word(*one) == *activity)?,
        },
        ["left", who, kind, id] => {
            Announcement::LeftRecord { who: UserId(who.parse().ok()?), at: record(kind, id)? }
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const INQUIRY: DeskRecord = DeskRecord { kind: DeskKind::Inquiry, id: 5 };

    #[test]
    fn a_formatted_announcement_can_be_parsed_and_an_unknown_or_malformed_text_cannot() {
        for announcement in [
            Announcement::NewMessage(InquiryId(12)),
            Announcement::Resolved(InquiryId(3)),
            Announcement::SessionEnded(SessionId(7)),
            Announcement::AccountChanged(UserId(7)),
            Announcement::BlocksChanged,
            Announcement::DeskChanged { record: INQUIRY, by: Some(UserId(1)) },
            Announcement::DeskChanged { record: INQUIRY, by: None },
            Announcement::AtRecord { who: UserId(1), at: INQUIRY, activity: RecordActivity::Opening },
            Announcement::AtRecord { who: UserId(1), at: INQUIRY, activity: RecordActivity::Typing },
            Announcement::AtRecord { who: UserId(1), at: INQUIRY, activity: RecordActivity::Staying },
            Announcement::LeftRecord { who: UserId(1), at: INQUIRY },
        ] {
            assert_eq!(parse_announcement(&format_announcement(announcement)), Some(announcement));
        }
        for strange in [
            "",
            "message",
            "message x",
            "weather 3",
            "desk cloud 3 1",
            "desk user x 1",
            "at 1 user 2",
            "left 1",
        ] {
            assert_eq!(parse_announcement(strange), None, "{strange}");
        }
    }
}
