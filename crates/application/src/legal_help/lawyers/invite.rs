//! Inviting a lawyer to create an account, by staff.

use domain::shared::ids::LawyerId;
use domain::shared::person::email::Email;
use ports::store::in_transaction;

use crate::access::{Actor, Origin};
use crate::accounts::proof::{IdentityProof, must_prove};
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::legal_help::lawyers::edit;
use crate::staff::members::{NewInvitation, insert_invitation};

/// Invites a lawyer by an email to the address on record. If no emails can be sent, returns a link
/// that staff must send to the lawyer.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, a field error for a wrong `password` or `code`,
/// [`Error::NotFound`], [`Error::HasAccount`], [`Error::EmailTaken`] if another account has the address,
/// [`Error::TooManyInvitations`], [`Error::TooManyCodes`], [`Error::TooManyTries`], [`Error::Busy`].
pub fn invite(
    deps: &Deps,
    actor: &Actor,
    id: LawyerId,
    proof: IdentityProof<'_>,
    origin: &Origin,
) -> Result<NewInvitation> {
    actor.must_be_admin()?;
    must_prove(deps, actor, proof, origin)?;
    in_transaction(&*deps.database, |store| {
        let lawyer = edit::lock_lawyer_version(store, id, None)?;
        if lawyer.user_id.is_some() {
            return Err(Error::HasAccount);
        }
        let email = Email::parse(&lawyer.record.email).map_err(|error| Error::Defect(Box::new(error)))?;
        if store.credentials(&email.normalized())?.is_some() {
            return Err(Error::EmailTaken);
        }
        insert_invitation(deps, store, actor, &email, Some(id))
    })
}
