//! Drivers' replies by text (docs/product/notices.md#reminders).

use chrono::{DateTime, Utc};
use domain::notices::reply::ReplyMeaning;
use domain::shared::ids::{NoticeId, ReplyId, UserId};

use crate::shared::store_error::StoreResult;

/// A reply by text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Id of the reply in Lanewise.
    pub id: ReplyId,
    /// Phone number that sent the reply. Always present in new replies.
    pub phone: Option<String>,
    /// The driver who has this phone number, if any.
    pub user_id: Option<UserId>,
    /// The message that the driver replied to, if known.
    pub notice_id: Option<NoticeId>,
    /// Text of the reply; `None` if the sender isn't a driver.
    pub body: Option<String>,
    /// Meaning that Lanewise detected in the reply's text.
    pub meaning: ReplyMeaning,
    /// When Lanewise received the reply.
    pub received_at: DateTime<Utc>,
    /// Whether staff have handled the reply or don't have to.
    pub is_solved: bool,
    /// Full name of the driver, or the part of the email before the `@`; `None` if no driver has the phone number.
    pub driver_name: Option<String>,
}

/// A reply to store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewReply {
    /// The provider's id of the reply.
    pub provider_id: String,
    /// Phone number that sent the reply.
    pub phone: String,
    /// The driver who has this phone number, if any.
    pub user_id: Option<UserId>,
    /// The message that the driver replied to, if known.
    pub notice_id: Option<NoticeId>,
    /// Text of the reply; `None` if the sender isn't a driver.
    pub body: Option<String>,
    /// Meaning that Lanewise detected in the reply's text.
    pub meaning: ReplyMeaning,
    /// When Lanewise received the reply.
    pub received_at: DateTime<Utc>,
}

/// Drivers' replies in the database.
pub trait Replies {
    /// Stores a reply; `None` if the provider reported it before.
    fn insert_reply(&mut self, reply: &NewReply) -> StoreResult<Option<ReplyId>>;
    /// Locks a reply until the transaction ends and returns it.
    fn lock_reply(&mut self, id: ReplyId) -> StoreResult<Option<Reply>>;
    /// Returns replies that staff must read, oldest first.
    fn open_replies(&mut self, limit: i64) -> StoreResult<Vec<Reply>>;
    /// Counts replies that staff must read.
    fn count_open_replies(&mut self) -> StoreResult<i64>;
    /// Returns a driver's replies, newest first.
    fn replies_of(&mut self, user: UserId, limit: i64) -> StoreResult<Vec<Reply>>;
    /// Marks a reply as handled.
    fn solve_reply(&mut self, id: ReplyId, solved_by: UserId, solved_at: DateTime<Utc>) -> StoreResult<()>;
}
