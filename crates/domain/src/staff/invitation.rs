//! Invitations to join the staff.

use chrono::{DateTime, TimeDelta, Utc};

use crate::shared::ids::{InvitationId, UserId};

/// How long an invitation's link is good.
pub const INVITATION_LASTS: TimeDelta = TimeDelta::hours(72);
/// Invitations that may be open at once.
pub const MOST_INVITATIONS: i64 = 20;

/// An invitation to join the staff; its link works once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// Identifier.
    pub id: InvitationId,
    /// Who may accept it: the person who reads this address's mail.
    pub email: String,
    /// Who did it.
    pub invited_by: UserId,
    /// When.
    pub created_at: DateTime<Utc>,
    /// Good until.
    pub expires_at: DateTime<Utc>,
}
