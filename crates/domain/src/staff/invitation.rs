//! Invitations to join the staff, or to get a lawyer's account.

use chrono::{DateTime, TimeDelta, Utc};

use crate::shared::ids::{InvitationId, LawyerId, UserId};

/// How long an invitation's link is valid.
pub const INVITATION_LASTS: TimeDelta = TimeDelta::hours(72);
/// Maximum number of open invitations.
pub const MAX_INVITATIONS: i64 = 20;

/// An invitation to join the staff, or to get a lawyer's account. The invitation's link works once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// Id of the invitation, not its secret token.
    pub id: InvitationId,
    /// Email address of the invited person.
    pub email: String,
    /// The lawyer who gets an account; `None` for staff.
    pub lawyer_id: Option<LawyerId>,
    /// The administrator who sent the invitation.
    pub invited_by: UserId,
    /// When the invitation was created.
    pub created_at: DateTime<Utc>,
    /// When the invitation's link stops working.
    pub expires_at: DateTime<Utc>,
}
