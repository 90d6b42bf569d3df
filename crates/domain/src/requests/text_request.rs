//! Requests for text notifications (docs/PRODUCT.md#text-requests).

use chrono::{DateTime, Utc};

use crate::shared::ids::{TextNotificationId, UserId};

/// Somebody wants a text when a case's status changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextNotificationRequest {
    /// Identifier.
    pub id: TextNotificationId,
    /// Who asked, if known.
    pub user_id: Option<UserId>,
    /// Ten digits.
    pub phone_number: String,
    /// Asked at.
    pub requested_at: DateTime<Utc>,
    /// The text was sent.
    pub is_sent: bool,
    /// Sent at.
    pub sent_at: Option<DateTime<Utc>>,
    /// Dealt with in the back office.
    pub is_solved: bool,
}

/// Numbers that one driver can have told.
pub const MOST_NUMBERS: usize = 5;
