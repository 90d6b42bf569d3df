//! What drivers answer by text (docs/PRODUCT.md#reminders).

use chrono::{DateTime, Utc};
use domain::notices::reply::Meaning;
use domain::shared::ids::{NoticeId, ReplyId, UserId};

use crate::shared::store_error::StoreResult;

/// What came back by text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Identifier.
    pub id: ReplyId,
    /// From.
    pub phone: Option<String>,
    /// Whose number it was.
    pub user_id: Option<UserId>,
    /// What it answers.
    pub notice_id: Option<NoticeId>,
    /// What it says.
    pub body: Option<String>,
    /// What it means.
    pub meaning: Meaning,
    /// When it came.
    pub received_at: DateTime<Utc>,
    /// Nobody has to look at it, or somebody has.
    pub is_solved: bool,
    /// What its driver is called.
    pub driver_name: Option<String>,
}

/// A reply to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewReply {
    /// The provider's id of it.
    pub provider_id: String,
    /// From.
    pub phone: String,
    /// Whose number it is.
    pub user_id: Option<UserId>,
    /// What it answers.
    pub notice_id: Option<NoticeId>,
    /// What it says; none when it is a stranger's.
    pub body: Option<String>,
    /// What it means.
    pub meaning: Meaning,
    /// When it came.
    pub received_at: DateTime<Utc>,
}

/// Replies, and which of them wait for staff.
pub trait Replies {
    /// Keeps a reply; none when it was told before.
    fn insert_reply(&mut self, reply: &NewReply) -> StoreResult<Option<ReplyId>>;
    /// A reply, its row locked.
    fn lock_reply(&mut self, id: ReplyId) -> StoreResult<Option<Reply>>;
    /// Replies that wait for staff, the longest first.
    fn open_replies(&mut self, most: i64) -> StoreResult<Vec<Reply>>;
    /// How many wait.
    fn count_open_replies(&mut self) -> StoreResult<i64>;
    /// A driver's replies, newest first.
    fn replies_of(&mut self, user: UserId, most: i64) -> StoreResult<Vec<Reply>>;
    /// Somebody has dealt with it.
    fn solve_reply(&mut self, id: ReplyId, by: UserId, at: DateTime<Utc>) -> StoreResult<()>;
}
