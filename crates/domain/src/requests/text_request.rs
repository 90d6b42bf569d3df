//! Requests for text notifications (docs/product/requests.md#text-requests).

use chrono::{DateTime, Utc};

use crate::shared::ids::{TextNotificationId, UserId};

/// A request to text a number when the status of a case changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextNotificationRequest {
    /// Id of the text request.
    pub id: TextNotificationId,
    /// The user who requested it, if known.
    pub user_id: Option<UserId>,
    /// Number to text: ten digits.
    pub phone_number: String,
    /// When it was requested.
    pub requested_at: DateTime<Utc>,
    /// Whether a text was sent to the number.
    pub is_sent: bool,
    /// When a text was sent.
    pub sent_at: Option<DateTime<Utc>>,
    /// Whether staff marked it as solved in their queue.
    pub is_solved: bool,
}

/// Maximum phone numbers per driver that get texts.
pub const MAX_NUMBERS: usize = 5;
