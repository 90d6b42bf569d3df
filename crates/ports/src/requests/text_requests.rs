//! Text requests in the database.

use chrono::{DateTime, Utc};
use domain::requests::text_request::TextNotificationRequest;
use domain::shared::ids::{TextNotificationId, UserId};

use crate::shared::store_error::StoreResult;

/// Text requests in the database.
pub trait TextRequests {
    /// Stores a text request and returns it. If the user already has a request for the same
    /// number, returns that request.
    fn insert_text_request(
        &mut self,
        user: UserId,
        phone: &str,
        requested_at: DateTime<Utc>,
    ) -> StoreResult<TextNotificationRequest>;
    /// Returns a text request by its id.
    fn text_request(&mut self, id: TextNotificationId) -> StoreResult<Option<TextNotificationRequest>>;
    /// Stores that a text about a changed status was sent to the request's number.
    fn mark_text_sent(&mut self, id: TextNotificationId, sent_at: DateTime<Utc>) -> StoreResult<()>;
    /// Deletes a text request, so that its number gets no more texts; `false` if it was already deleted.
    fn delete_text_request(&mut self, id: TextNotificationId) -> StoreResult<bool>;
}
