//! The numbers that texts go to: each is confirmed by a code first (docs/PRODUCT.md#reminders).

use chrono::{DateTime, Utc};
use domain::notices::notice::PhoneState;
use domain::shared::ids::{TextNotificationId, UserId};

use crate::shared::secrets::{Salt, TokenHash};
use crate::shared::store_error::StoreResult;

/// One of a driver's numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextNumber {
    /// The request that gave it.
    pub id: TextNotificationId,
    /// Whose.
    pub user_id: UserId,
    /// Ten digits.
    pub phone: String,
    /// When the code that was sent there came back.
    pub confirmed_at: Option<DateTime<Utc>>,
    /// Since when its owner gets nothing, and why.
    pub state: Option<(PhoneState, DateTime<Utc>)>,
}

/// A code that was sent, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentCode {
    /// Beside which it is hashed.
    pub salt: Salt,
    /// What it has to hash to.
    pub hash: TokenHash,
    /// Good until.
    pub expires_at: DateTime<Utc>,
    /// Wrong ones since.
    pub tries: i32,
}

/// Drivers' numbers, their codes, and what may be sent there.
pub trait TextNumbers {
    /// A driver's numbers.
    fn numbers_of(&mut self, user: UserId) -> StoreResult<Vec<TextNumber>>;
    /// One of them.
    fn number(&mut self, id: TextNotificationId) -> StoreResult<Option<TextNumber>>;
    /// The newest confirmed request with this number, or else the newest.
    fn owner_of_phone(&mut self, phone: &str) -> StoreResult<Option<TextNumber>>;
    /// Writes down that a code is to be sent, with its job.
    fn plan_code(
        &mut self,
        user: UserId,
        request: TextNotificationId,
        phone: &str,
        at: DateTime<Utc>,
    ) -> StoreResult<()>;
    /// Codes of a driver, and to a number, since then.
    fn count_codes(&mut self, user: UserId, phone: &str, since: DateTime<Utc>) -> StoreResult<(i64, i64)>;
    /// The code that waits to be brought, its row locked.
    fn lock_code(&mut self, id: TextNotificationId) -> StoreResult<Option<SentCode>>;
    /// Keeps a code instead of the one before.
    fn keep_code(&mut self, id: TextNotificationId, code: &SentCode) -> StoreResult<()>;
    /// Counts a wrong code.
    fn count_wrong_number_code(&mut self, id: TextNotificationId) -> StoreResult<()>;
    /// The code was right.
    fn confirm_number(&mut self, id: TextNotificationId, at: DateTime<Utc>) -> StoreResult<()>;
    /// Whether a number may be sent something.
    fn phone_state(&mut self, phone: &str) -> StoreResult<Option<PhoneState>>;
    /// Stops, pauses or opens a number.
    fn set_phone_state(
        &mut self,
        phone: &str,
        state: Option<PhoneState>,
        at: DateTime<Utc>,
    ) -> StoreResult<()>;
}
