//! Notifications between server processes: every process receives what one commits. They contain only ids; the data is
//! read from the tables.

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
    /// A session ended. The store sends this automatically, no matter how it ended.
    SessionEnded(SessionId),
    /// An account changed. The store sends this automatically.
    AccountChanged(UserId),
    /// An IP address was blocked or unblocked. The store sends this automatically.
    BlocksChanged,
    /// A record that the back office shows was added or changed. The store sends this automatically.
    DeskChanged {
        /// The record that was changed.
        record: DeskRecord,
        /// The user who changed it, if the audit trail has one.
        by: Option<UserId>,
    },
    /// A staff member opened or closed a record.
    AtRecord {
        /// The staff member who has it open.
        who: UserId,
        /// The record they have open, if any.
        at: Option<DeskRecord>,
        /// Whether they are typing there.
        is_typing: bool,
    },
}

/// An event that a subscriber receives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FeedEvent {
    /// A notification, after its transaction was committed.
    Received(Announcement),
    /// The LISTEN connection was lost. Notifications sent from now on are missed.
    Lost,
    /// The LISTEN connection is back. Notifications before this may have been missed, so the
    /// subscriber must re-read everything.
    Gap,
}

/// Sending notifications in the transaction that causes them. They are delivered if it commits and discarded
/// if it rolls back.
pub trait Announcements {
    /// Sends a notification when the transaction commits.
    fn announce(&mut self, announcement: Announcement) -> StoreResult<()>;
}

/// A connection that receives notifications.
pub trait AnnouncementFeed: Send {
    /// Waits up to `within` and returns what was received. It never fails: a lost connection is reported as
    /// [`FeedEvent::Lost`] and reopened, which is reported as [`FeedEvent::Gap`].
    fn receive(&mut self, within: Duration) -> Vec<FeedEvent>;
}
