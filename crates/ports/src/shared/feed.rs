//! Notifications between server processes. After a commit, all processes receive the transaction's
//! notifications, which name records by their ids.

use std::time::Duration;

use domain::shared::desk::DeskRecord;
use domain::shared::ids::{InquiryId, SessionId, UserId};

use crate::shared::store_error::StoreResult;

/// A notification between server processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Announcement {
    /// An inquiry's chat has a new message.
    NewMessage(InquiryId),
    /// An inquiry was resolved.
    Resolved(InquiryId),
    /// A session was deleted. A database trigger sends this notification.
    SessionEnded(SessionId),
    /// An account changed. A database trigger sends this notification.
    AccountChanged(UserId),
    /// An IP address was blocked or unblocked. A database trigger sends this notification.
    BlocksChanged,
    /// A record that the back office shows was added or changed.
    DeskChanged {
        /// The record that was changed.
        record: DeskRecord,
        /// The user who changed the record, if the audit trail names one.
        by: Option<UserId>,
    },
    /// A staff member has a record open.
    AtRecord {
        /// The staff member whose page has the record open.
        who: UserId,
        /// The record that is open.
        at: DeskRecord,
        /// What the staff member does at the record.
        activity: RecordActivity,
    },
    /// A staff member closed a record.
    LeftRecord {
        /// The staff member whose page had the record open.
        who: UserId,
        /// The record that was closed.
        at: DeskRecord,
    },
}

/// What a staff member does at an open record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordActivity {
    /// The staff member opened the record.
    Opening,
    /// The staff member is typing.
    Typing,
    /// The staff member's page reports again that it has the record open. Receivers ignore this report if the
    /// staff member has since opened another record on another page.
    Staying,
}

/// An event that a subscriber receives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FeedEvent {
    /// A notification, after its transaction was committed.
    Received(Announcement),
    /// The LISTEN connection was lost. Until it is back, no notifications are received.
    Lost,
    /// The LISTEN connection is open, for the first time or again. Notifications may have been missed, so the
    /// subscriber must re-read its data.
    Gap,
}

/// Sends notifications from within a transaction. The database delivers them when the transaction commits, and discards
/// them if it rolls back.
pub trait Announcements {
    /// Sends a notification to all server processes when the transaction commits.
    fn announce(&mut self, announcement: Announcement) -> StoreResult<()>;
}

/// A connection that receives notifications.
pub trait AnnouncementFeed: Send {
    /// Waits up to `within` for notifications and returns the received events. Reports a lost connection as
    /// [`FeedEvent::Lost`]. After reopening the connection, reports [`FeedEvent::Gap`].
    fn receive(&mut self, within: Duration) -> Vec<FeedEvent>;
}
