//! What drivers were told (docs/PRODUCT.md#reminders).

use chrono::{DateTime, Utc};
use domain::notices::notice::{Choices, Notice, NoticeStatus};
use domain::shared::ids::{NoticeId, UserId};

use crate::shared::secrets::TokenHash;
use crate::shared::store_error::StoreResult;

/// Messages to drivers, and which of them a driver wants.
pub trait Messages {
    /// A message.
    fn notice(&mut self, id: NoticeId) -> StoreResult<Option<Notice>>;
    /// Says that a message is being handed over, with what it says; false when that was so already.
    fn begin_notice(
        &mut self,
        id: NoticeId,
        body: Option<&str>,
        unsubscribe: Option<&TokenHash>,
    ) -> StoreResult<bool>;
    /// Says what became of a message, if its status may still become that.
    fn end_notice(
        &mut self,
        id: NoticeId,
        status: NoticeStatus,
        reason: Option<&str>,
        at: DateTime<Utc>,
    ) -> StoreResult<bool>;
    /// The driver whose mail has this way out.
    fn unsubscriber(&mut self, token: &TokenHash) -> StoreResult<Option<UserId>>;
    /// A driver's messages, newest first.
    fn notices_of(&mut self, user: UserId, most: i64) -> StoreResult<Vec<Notice>>;
    /// The last message but codes that was sent to a number.
    fn last_notice_to(&mut self, phone: &str) -> StoreResult<Option<Notice>>;
    /// Notes that the driver will come.
    fn confirm_notice(&mut self, id: NoticeId, at: DateTime<Utc>) -> StoreResult<()>;
    /// What a driver wants.
    fn reminder_choices(&mut self, user: UserId) -> StoreResult<Choices>;
    /// Keeps what a driver wants.
    fn set_reminder_choices(&mut self, user: UserId, choices: Choices, at: DateTime<Utc>) -> StoreResult<()>;
}
