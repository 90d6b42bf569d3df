//! Staff members and invitations.

use chrono::{DateTime, Utc};
use domain::accounts::user::{Role, User};
use domain::shared::ids::{InvitationId, LawyerId, UserId};
use domain::staff::invitation::Invitation;

use crate::shared::secrets::TokenHash;
use crate::shared::store_error::StoreResult;

/// A staff member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaffMember {
    /// The user with the staff role.
    pub user: User,
    /// Whether the staff member's second factor is on.
    pub has_second_factor: bool,
    /// Time of the last activity in a stored session; `None` without a stored session.
    pub last_active: Option<DateTime<Utc>>,
}

/// Staff members and invitations in the database.
pub trait Staff {
    /// Returns all staff members whose accounts aren't closed, ordered by user id.
    fn staff(&mut self) -> StoreResult<Vec<StaffMember>>;
    /// Locks all administrators until the transaction ends, and returns their ids. Two transactions then
    /// can't together remove the last administrator.
    fn lock_administrators(&mut self) -> StoreResult<Vec<UserId>>;
    /// Sets a user's role and returns the user; `None` if the account is closed or doesn't exist.
    fn set_role(&mut self, id: UserId, role: Role) -> StoreResult<Option<User>>;
    /// Adds an invitation for this lawyer, or for a staff member if `lawyer` is `None`. Older invitations to the
    /// same address become invalid.
    fn insert_invitation(
        &mut self,
        email: &str,
        lawyer: Option<LawyerId>,
        invited_by: UserId,
        invited_at: DateTime<Utc>,
        expires_at: DateTime<Utc>,
    ) -> StoreResult<Invitation>;
    /// Returns up to 100 open invitations, newest first. An invitation ends when its sender is
    /// no longer an administrator.
    fn invitations(&mut self, now: DateTime<Utc>) -> StoreResult<Vec<Invitation>>;
    /// Returns an invitation; `None` unless it is open.
    fn invitation(&mut self, id: InvitationId, now: DateTime<Utc>) -> StoreResult<Option<Invitation>>;
    /// Sets an invitation's token, replacing any earlier one; `false` if the invitation has ended.
    fn set_invitation_token(&mut self, id: InvitationId, token: &TokenHash) -> StoreResult<bool>;
    /// Returns the open invitation of a token.
    fn invitation_by_token(
        &mut self,
        token: &TokenHash,
        now: DateTime<Utc>,
    ) -> StoreResult<Option<Invitation>>;
    /// Ends an invitation; `false` if it had already ended. Of several concurrent calls, exactly one ends it.
    fn end_invitation(&mut self, id: InvitationId, ended_at: DateTime<Utc>) -> StoreResult<bool>;
    /// Ends all open invitations of a lawyer.
    fn end_invitations_of_lawyer(&mut self, lawyer: LawyerId, ended_at: DateTime<Utc>) -> StoreResult<()>;
}
