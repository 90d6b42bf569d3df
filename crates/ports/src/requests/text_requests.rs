//! Requests for text notifications.

use chrono::{DateTime, Utc};
use domain::requests::text_request::TextNotificationRequest;
use domain::shared::ids::{TextNotificationId, UserId};

use crate::shared::store_error::StoreResult;

/// Requests for text notifications in the database.
pub trait TextRequests {
    /// Records a request; for a number that the user has already, answers the request that is there.
    fn insert_text_request(
        &mut self,
        user: UserId,
        phone: &str,
        at: DateTime<Utc>,
    ) -> StoreResult<TextNotificationRequest>;
    /// A request.
    fn text_request(&mut self, id: TextNotificationId) -> StoreResult<Option<TextNotificationRequest>>;
    /// Notes that a text was sent.
    fn mark_text_sent(&mut self, id: TextNotificationId, at: DateTime<Utc>) -> StoreResult<()>;
    /// Removes a request: the number gets no more texts. `false` when it was removed already.
    fn delete_text_request(&mut self, id: TextNotificationId) -> StoreResult<bool>;
}
