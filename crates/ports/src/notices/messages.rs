//! Planned and sent messages to drivers (docs/product/notices.md#reminders).

use chrono::{DateTime, Utc};
use domain::notices::notice::{Notice, NoticeStatus, ReminderChoices};
use domain::shared::ids::{NoticeId, UserId};

use crate::shared::secrets::TokenHash;
use crate::shared::store_error::StoreResult;

/// Messages to drivers in the database, and the drivers' choices of which messages they want.
pub trait Messages {
    /// Returns a message by its id.
    fn notice(&mut self, id: NoticeId) -> StoreResult<Option<Notice>>;
    /// Marks a message as being sent, and stores its text and the hash of its unsubscribe token. A confirmation code's
    /// text isn't stored, and only emails have a token. Returns `false` if the message was no longer planned.
    fn start_notice(
        &mut self,
        id: NoticeId,
        body: Option<&str>,
        unsubscribe: Option<&TokenHash>,
    ) -> StoreResult<bool>;
    /// Sets a message's status after an attempt to send it, after the provider's report, or if it isn't sent at
    /// all. Returns `false` if the current status doesn't allow this change.
    fn end_notice(
        &mut self,
        id: NoticeId,
        status: NoticeStatus,
        reason: Option<&str>,
        ended_at: DateTime<Utc>,
    ) -> StoreResult<bool>;
    /// Returns the driver whose email has this unsubscribe token.
    fn user_of_unsubscribe_token(&mut self, token: &TokenHash) -> StoreResult<Option<UserId>>;
    /// Returns a driver's messages, newest first.
    fn notices_of(&mut self, user: UserId, limit: i64) -> StoreResult<Vec<Notice>>;
    /// Returns the newest text with the status `Sending`, `Sent` or `Delivered` to a phone number.
    /// Leaves out confirmation codes.
    fn last_notice_to(&mut self, phone: &str) -> StoreResult<Option<Notice>>;
    /// Stores when the driver first confirmed an appearance by replying to this message.
    fn mark_appearance_confirmed(&mut self, id: NoticeId, confirmed_at: DateTime<Utc>) -> StoreResult<()>;
    /// Returns which messages a driver wants.
    fn reminder_choices(&mut self, user: UserId) -> StoreResult<ReminderChoices>;
    /// Stores which messages a driver wants.
    fn set_reminder_choices(
        &mut self,
        user: UserId,
        choices: ReminderChoices,
        changed_at: DateTime<Utc>,
    ) -> StoreResult<()>;
}
