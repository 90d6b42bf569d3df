//! Announcements between the server processes: what one commits, all hear of. They carry ids alone; the table is the truth.

use std::time::Duration;

use domain::shared::desk::DeskRecord;
use domain::shared::ids::{InquiryId, SessionId, UserId};

use crate::shared::store_error::StoreResult;

/// What is announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Announcement {
    /// An inquiry's chat has a new message.
    NewMessage(InquiryId),
    /// An inquiry was resolved.
    Resolved(InquiryId),
    /// A session is over. The store announces it by itself, however the session ends.
    SessionEnded(SessionId),
    /// An account is not what it was. The store announces it by itself, too.
    AccountChanged(UserId),
    /// An address was blocked or unblocked. The store announces it by itself, too.
    BlocksChanged,
    /// Something that the back office shows is new or has changed. The store announces it by itself.
    DeskChanged {
        /// What.
        record: DeskRecord,
        /// Who changed it, as far as the audit trail says.
        by: Option<UserId>,
    },
    /// One of the staff has a record open, or none any more.
    AtRecord {
        /// Who.
        who: UserId,
        /// Which.
        at: Option<DeskRecord>,
        /// They are typing there.
        is_typing: bool,
    },
}

/// What a subscriber hears.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Heard {
    /// An announcement, once it was committed.
    Announced(Announcement),
    /// The line is down: whatever is announced now is not heard.
    Lost,
    /// The line is up again, and any announcement before it may have been missed: look at everything again.
    Gap,
}

/// Announcing, within the transaction that makes it true: heard when it commits, and not at all when it rolls back.
pub trait Announce {
    /// Announces.
    fn announce(&mut self, announcement: Announcement) -> StoreResult<()>;
}

/// A line on which announcements are heard.
pub trait Feed: Send {
    /// Waits at most this long, and answers what was heard. It never fails: a lost line is told as [`Heard::Lost`] and made again, and
    /// [`Heard::Gap`] says so.
    fn hear(&mut self, within: Duration) -> Vec<Heard>;
}
