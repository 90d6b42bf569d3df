//! Requests for text notifications (docs/product/requests.md#text-requests).

use chrono::{DateTime, Utc};

use crate::shared::ids::{TextNotificationId, UserId};

/// A request for texts to a number: reminders, news, and texts about the changed status of a ticket,
/// hire, report or case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextNotificationRequest {
    /// Id of the text request.
    pub id: TextNotificationId,
    /// The user who requested the texts; `None` if unknown.
    pub user_id: Option<UserId>,
    /// Phone number that receives the texts: ten digits.
    pub phone_number: String,
    /// When the user requested the texts.
    pub requested_at: DateTime<Utc>,
    /// Whether a text about a changed status was sent to the number. Reminders, news and codes don't count.
    pub is_sent: bool,
    /// When a text about a changed status was last sent; `None` if never.
    pub sent_at: Option<DateTime<Utc>>,
    /// Whether staff marked the request as solved in their queue.
    pub is_solved: bool,
}

/// Maximum number of a driver's phone numbers that receive texts.
pub const MAX_NUMBERS: usize = 5;
