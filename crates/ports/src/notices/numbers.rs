//! Phone numbers that get texts. Before a number gets texts, its driver must confirm it
//! with a code (docs/product/notices.md#reminders).

use chrono::{DateTime, Utc};
use domain::notices::notice::PhoneState;
use domain::shared::ids::{TextNotificationId, UserId};

use crate::shared::secrets::{Salt, TokenHash};
use crate::shared::store_error::StoreResult;

/// A driver's phone number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextNumber {
    /// The text request by which the driver added the number.
    pub id: TextNotificationId,
    /// The driver who added the number.
    pub user_id: UserId,
    /// Phone number: ten digits.
    pub phone: String,
    /// When the driver entered the code that was sent to this number; `None` until then.
    pub confirmed_at: Option<DateTime<Utc>>,
    /// Why, and since when, the number gets no texts; `None` if the number gets texts.
    pub state: Option<(PhoneState, DateTime<Utc>)>,
}

/// A confirmation code that was sent to a phone number, as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentCode {
    /// Salt of the hash.
    pub salt: Salt,
    /// Hash of the code.
    pub hash: TokenHash,
    /// When the code expires.
    pub expires_at: DateTime<Utc>,
    /// Number of invalid attempts.
    pub tries: i32,
}

/// How many confirmation codes were planned after a given time, including those not sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeCounts {
    /// Codes for a driver.
    pub of_driver: i64,
    /// Codes for a phone number.
    pub to_number: i64,
}

/// Drivers' phone numbers, the confirmation codes sent to these numbers, and whether the numbers get texts.
pub trait TextNumbers {
    /// Returns the phone numbers that a driver added for texts.
    fn text_numbers_of(&mut self, user: UserId) -> StoreResult<Vec<TextNumber>>;
    /// Returns a phone number by the id of its text request.
    fn text_number(&mut self, id: TextNotificationId) -> StoreResult<Option<TextNumber>>;
    /// Returns the text request with this phone number that was confirmed last. If no request is confirmed,
    /// returns the newest one.
    fn owner_of_phone(&mut self, phone: &str) -> StoreResult<Option<TextNumber>>;
    /// Stores a planned text with a confirmation code, and the job that sends it.
    fn plan_confirmation_code(
        &mut self,
        user: UserId,
        request: TextNotificationId,
        phone: &str,
        planned_at: DateTime<Utc>,
    ) -> StoreResult<()>;
    /// Counts the codes that were planned after the time `since`, sent or not: those for a driver, and
    /// those for a number.
    fn count_confirmation_codes(
        &mut self,
        user: UserId,
        phone: &str,
        since: DateTime<Utc>,
    ) -> StoreResult<CodeCounts>;
    /// Locks the code that was sent for a text request until the transaction ends, and returns it; `None`
    /// if there is none.
    fn lock_confirmation_code(&mut self, id: TextNotificationId) -> StoreResult<Option<SentCode>>;
    /// Stores a code for a text request, replacing the previous one.
    fn store_confirmation_code(&mut self, id: TextNotificationId, code: &SentCode) -> StoreResult<()>;
    /// Counts an invalid code that the driver entered for a number.
    fn count_wrong_confirmation_code(&mut self, id: TextNotificationId) -> StoreResult<()>;
    /// Marks a number as confirmed, and deletes its confirmation code.
    fn confirm_number(&mut self, id: TextNotificationId, confirmed_at: DateTime<Utc>) -> StoreResult<()>;
    /// Returns why a number gets no texts; `None` if the number gets texts.
    fn phone_state(&mut self, phone: &str) -> StoreResult<Option<PhoneState>>;
    /// Stops the texts to a phone number.
    fn stop_texts(&mut self, phone: &str, stopped_at: DateTime<Utc>) -> StoreResult<()>;
    /// Pauses the texts to a phone number. If texts to it are already stopped or paused, changes nothing.
    fn pause_texts(&mut self, phone: &str, paused_at: DateTime<Utc>) -> StoreResult<()>;
    /// Resumes the texts to a phone number, because its owner replied START.
    fn resume_texts(&mut self, phone: &str) -> StoreResult<()>;
    /// Resumes the texts to a phone number if they are paused. Texts that are stopped stay stopped.
    fn resume_paused_texts(&mut self, phone: &str) -> StoreResult<()>;
}
