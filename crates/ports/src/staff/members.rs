//! The staff and who is invited to join them.

use chrono::{DateTime, Utc};
use domain::accounts::user::{Role, User};
use domain::shared::ids::{InvitationId, UserId};
use domain::staff::invitation::Invitation;

use crate::shared::secrets::TokenHash;
use crate::shared::store_error::StoreResult;

/// One of the staff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaffMember {
    /// Who.
    pub user: User,
    /// Their second factor is on.
    pub has_second_factor: bool,
    /// Last logged in or active, as far as their sessions tell.
    pub last_active: Option<DateTime<Utc>>,
}

/// Staff and invitations in the database.
pub trait Staff {
    /// All administrators, the first one first.
    fn staff(&mut self) -> StoreResult<Vec<StaffMember>>;
    /// All administrators, held until the transaction ends: two that take a role away wait for each other.
    fn lock_staff(&mut self) -> StoreResult<Vec<UserId>>;
    /// Gives a user a role.
    fn set_role(&mut self, id: UserId, role: Role) -> StoreResult<Option<User>>;
    /// Adds an invitation; older ones to the same address are void.
    fn insert_invitation(
        &mut self,
        email: &str,
        by: UserId,
        at: DateTime<Utc>,
        expires_at: DateTime<Utc>,
    ) -> StoreResult<Invitation>;
    /// Invitations that are open, the newest first. One ends with the role of the person who invited.
    fn invitations(&mut self, now: DateTime<Utc>) -> StoreResult<Vec<Invitation>>;
    /// An invitation that is open.
    fn invitation(&mut self, id: InvitationId, now: DateTime<Utc>) -> StoreResult<Option<Invitation>>;
    /// Gives an invitation the token that its link carries, in place of any it had; false when it has ended.
    fn arm_invitation(&mut self, id: InvitationId, token: &TokenHash) -> StoreResult<bool>;
    /// The open invitation of a token.
    fn invitation_of(&mut self, token: &TokenHash, now: DateTime<Utc>) -> StoreResult<Option<Invitation>>;
    /// Ends an invitation; false when it had ended: of several at once exactly one ends it.
    fn end_invitation(&mut self, id: InvitationId, at: DateTime<Utc>) -> StoreResult<bool>;
}
