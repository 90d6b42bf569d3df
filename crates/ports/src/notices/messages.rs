//! Messages to drivers in the database (docs/product/notices.md#reminders).

use chrono::{DateTime, Utc};
use domain::notices::notice::{Notice, NoticeStatus, ReminderChoices};
use domain::shared::ids::{NoticeId, UserId};

use crate::shared::secrets::TokenHash;
use crate::shared::store_error::StoreResult;

/// Messages to drivers, and drivers' choices of messages.
pub trait Messages {
    /// Returns a message by its id.
    fn notice(&mut self, id: NoticeId) -> StoreResult<Option<Notice>>;
    /// Marks a planned message as being sent and stores its text; `false` if it was no longer planned.
    fn start_notice(
        &mut self,
        id: NoticeId,
        body: Option<&str>,
        unsubscribe: Option<&TokenHash>,
    ) -> StoreResult<bool>;
    /// Sets the result of a message, if its current status allows that. Returns whether it did.
    fn end_notice(
        &mut self,
        id: NoticeId,
        status: NoticeStatus,
        reason: Option<&str>,
        at: DateTime<Utc>,
    ) -> StoreResult<bool>;
    /// Returns the driver whose email has this unsubscribe token.
    fn unsubscriber(&mut self, token: &TokenHash) -> StoreResult<Option<UserId>>;
    /// Returns a driver's messages, newest first.
    fn notices_of(&mut self, user: UserId, most: i64) -> StoreResult<Vec<Notice>>;
    /// Returns the last message sent to a number, ignoring codes.
    fn last_notice_to(&mut self, phone: &str) -> StoreResult<Option<Notice>>;
    /// Records that the driver confirmed they will come.
    fn confirm_notice(&mut self, id: NoticeId, at: DateTime<Utc>) -> StoreResult<()>;
    /// Returns which messages a driver wants.
    fn reminder_choices(&mut self, user: UserId) -> StoreResult<ReminderChoices>;
    /// Stores which messages a driver wants.
    fn set_reminder_choices(
        &mut self,
        user: UserId,
        choices: ReminderChoices,
        at: DateTime<Utc>,
    ) -> StoreResult<()>;
}
