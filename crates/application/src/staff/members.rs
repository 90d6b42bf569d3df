//! Staff members and their invitations.

use domain::accounts::password::Password;
use domain::accounts::user::{Role, User};
use domain::legal_help::lawyer::Lawyer;
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::{InvitationId, LawyerId, UserId};
use domain::shared::person::FullName;
use domain::shared::person::email::Email;
use domain::staff::invitation::{INVITATION_LASTS, Invitation, MAX_INVITATIONS};
use ports::accounts::users::NewUser;
use ports::security::trail::AuditEntry;
use ports::shared::limits::Limit;
use ports::shared::secrets::HashPriority;
use ports::staff::members::StaffMember;
use ports::store::{Store, in_transaction, with_store};

use crate::access::Actor;
use crate::access::Origin;
use crate::accounts::account::reset;
use crate::accounts::proof::{IdentityProof, must_prove};
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::shared::queued_emails::{QueuedEmail, enqueue};

/// Lists all staff members, ordered by user id.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff.
pub fn list_staff(store: &mut dyn Store, actor: &Actor) -> Result<Vec<StaffMember>> {
    actor.must_be_admin()?;
    Ok(store.staff()?)
}

/// Lists open invitations, newest first.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff.
pub fn list_invitations(deps: &Deps, store: &mut dyn Store, actor: &Actor) -> Result<Vec<Invitation>> {
    actor.must_be_admin()?;
    Ok(store.invitations(deps.clock.now())?)
}

/// A new invitation, with its link's token if no email is sent.
pub struct NewInvitation {
    pub invitation: Invitation,
    /// The link's token, if no emails can be sent. Staff see the link once, and must send it
    /// to the invited person.
    pub token: Option<String>,
}

/// Builds an audit entry about an invitation.
fn invitation_audit_entry(
    deps: &Deps,
    actor: &Actor,
    action: AuditAction,
    invitation: &Invitation,
) -> AuditEntry {
    actor.audit_entry((AuditSubject::Invitation, invitation.id.0), action, deps.clock.now())
}

/// Emails a person an invitation to join the staff. If no emails can be sent, returns the token of its link.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, a field error for a wrong `password` or `code`,
/// [`Error::AlreadyStaff`], [`Error::EmailTaken`] if the email is a lawyer's, [`Error::TooManyInvitations`],
/// [`Error::TooManyCodes`], [`Error::TooManyTries`] or [`Error::Busy`] if too many passwords are being hashed.
pub fn invite(
    deps: &Deps,
    actor: &Actor,
    email: &Email,
    proof: IdentityProof<'_>,
    origin: &Origin,
) -> Result<NewInvitation> {
    actor.must_be_admin()?;
    must_prove(deps, actor, proof, origin)?;
    in_transaction(&*deps.database, |store| {
        must_still_be_staff(store, actor)?;
        if let Some(known) = store.credentials(&email.normalized())?
            && let Some(user) = store.user(known.user_id)?
        {
            must_be_driver(&user)?;
        }
        insert_invitation(deps, store, actor, email, None)
    })
}

/// Checks that a user with an account can join the staff.
///
/// # Errors
/// [`Error::AlreadyStaff`]; [`Error::EmailTaken`] for a lawyer, who can't be staff too.
fn must_be_driver(user: &User) -> Result<()> {
    match user.role {
        Role::Driver => Ok(()),
        Role::Admin => Err(Error::AlreadyStaff),
        Role::Lawyer => Err(Error::EmailTaken),
    }
}

/// Stores an invitation, and emails its link. If no emails can be sent, returns the link's token instead.
/// `lawyer` is the invited lawyer, whose earlier invitations end; `None` for a staff member.
///
/// # Errors
/// [`Error::TooManyInvitations`] if the maximum number of invitations is open.
pub(crate) fn insert_invitation(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    email: &Email,
    lawyer: Option<LawyerId>,
) -> Result<NewInvitation> {
    let now = deps.clock.now();
    store.lock_limit(Limit::Invitations)?;
    if let Some(lawyer) = lawyer {
        store.end_invitations_of_lawyer(lawyer, now)?;
    }
    let open = store.invitations(now)?.len();
    if i64::try_from(open).is_ok_and(|open| open >= MAX_INVITATIONS) {
        return Err(Error::TooManyInvitations);
    }
    let (email, until) = (email.normalized(), now + INVITATION_LASTS);
    let invitation = store.insert_invitation(&email, lawyer, actor.id(), now, until)?;
    let action = lawyer.map_or(AuditAction::StaffInvited, |_| AuditAction::LawyerInvited);
    store.audit(&invitation_audit_entry(deps, actor, action, &invitation))?;
    if deps.mail.is_some() {
        enqueue(deps, store, &QueuedEmail::Invitation(invitation.id))?;
        return Ok(NewInvitation { invitation, token: None });
    }
    let token = deps.tokens.new_token();
    store.set_invitation_token(invitation.id, &deps.tokens.hash(&token))?;
    Ok(NewInvitation { invitation, token: Some(token) })
}

/// Withdraws an invitation. The invitation's link stops working.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`] if the invitation is not open.
pub fn withdraw_invitation(deps: &Deps, actor: &Actor, id: InvitationId) -> Result<()> {
    actor.must_be_admin()?;
    let now = deps.clock.now();
    in_transaction(&*deps.database, |store| {
        let invitation = store.invitation(id, now)?.ok_or(Error::NotFound)?;
        if !store.end_invitation(id, now)? {
            return Err(Error::NotFound);
        }
        Ok(store.audit(&invitation_audit_entry(
            deps,
            actor,
            AuditAction::InvitationWithdrawn,
            &invitation,
        ))?)
    })
}

/// The details of an invitation that the page shows to the invited person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvitationDetails {
    pub email: String,
    /// Whether this email already has an account. If so, the account's owner must log in to accept.
    pub has_account: bool,
    /// The role that the invitation gives.
    pub role: Role,
    /// For an invited lawyer: the name on record, which the account gets. `None` for staff.
    pub name: Option<String>,
}

/// Returns the invitation whose link has this token.
///
/// # Errors
/// [`Error::LinkNotValid`] for a token that is unknown, used, withdrawn or expired.
pub fn show_invitation(deps: &Deps, token: &str, origin: &Origin) -> Result<InvitationDetails> {
    let (hash, now) = (deps.tokens.hash(token), deps.clock.now());
    let found = with_store(&*deps.database, |store| {
        let Some(invitation) = store.invitation_by_token(&hash, now)? else { return Ok::<_, Error>(None) };
        let has_account = store.credentials(&invitation.email)?.is_some();
        let role = role_of(&invitation);
        let lawyer = invitation.lawyer_id.map(|id| store.lawyer(id)).transpose()?.flatten();
        let name = lawyer.map(|lawyer| lawyer.record.name);
        Ok(Some(InvitationDetails { email: invitation.email, has_account, role, name }))
    })?;
    match found {
        Some(shown) => Ok(shown),
        None => Err(reset::record_invalid_link(deps, origin)?),
    }
}

/// Returns the role that the invited person gets.
fn role_of(invitation: &Invitation) -> Role {
    if invitation.lawyer_id.is_some() { Role::Lawyer } else { Role::Admin }
}

/// The person who accepts an invitation.
pub enum InvitationAcceptor<'a> {
    /// A person without an account. An account is created.
    New {
        /// Full name of a new staff member. Ignored for a lawyer, whose account gets the name on record.
        name: &'a str,
        password: &'a str,
    },
    /// The owner of an existing account, who is logged in.
    Known(&'a Actor),
}

/// Accepts an invitation. A link works only once. If an existing account joins the staff, its sessions end,
/// because they were opened with a driver's rights.
///
/// # Errors
/// [`Error::LinkNotValid`]; a field error for an invalid `fullName` or `password`;
/// [`Error::LogInToAccept`] if the email has an account and the caller isn't its owner;
/// [`Error::EmailTaken`] if a lawyer's email has an account, or if the caller is a lawyer, because
/// a lawyer can't be a driver or staff too; [`Error::AlreadyStaff`]; [`Error::Busy`].
pub fn accept_invitation(
    deps: &Deps,
    token: &str,
    acceptor: &InvitationAcceptor<'_>,
    origin: &Origin,
) -> Result<User> {
    let (hash, now) = (deps.tokens.hash(token), deps.clock.now());
    // The link is checked before the password is hashed, because hashing is slow. After an invalid password,
    // the link still works.
    let shown = show_invitation(deps, token, origin)?;
    let new = match acceptor {
        InvitationAcceptor::Known(actor) => {
            if !actor.user.email.eq_ignore_ascii_case(&shown.email) {
                return Err(Error::LogInToAccept);
            }
            None
        }
        InvitationAcceptor::New { .. } if shown.has_account => return Err(Error::LogInToAccept),
        InvitationAcceptor::New { name, password } => {
            // Drivers see a lawyer's name on record, so the account must have the same name.
            let name = match &shown.name {
                Some(on_record) => on_record.clone(),
                None => FullName::parse(name)
                    .map_err(|error| Error::field("fullName", error.to_string()))?
                    .as_str()
                    .to_owned(),
            };
            let hints = [name.as_str(), shown.email.as_str()];
            let password = Password::parse(password, &hints)
                .map_err(|error| Error::field("password", error.to_string()))?;
            Some((name, deps.passwords.hash(password.expose(), HashPriority::Known)?))
        }
    };
    let joined = in_transaction(&*deps.database, |store| {
        let Some(invitation) = store.invitation_by_token(&hash, now)? else { return Ok(None) };
        if !fits_lawyer(store, &invitation)? || !store.end_invitation(invitation.id, now)? {
            return Ok(None);
        }
        let user = match (&new, acceptor) {
            (Some((name, password_hash)), _) => {
                let administrator = new_administrator(&invitation.email, name, password_hash, now);
                let role = role_of(&invitation);
                let user = store.insert_user(&NewUser { role, ..administrator })?;
                store.insert_profile(user.id)?;
                user
            }
            (None, InvitationAcceptor::Known(_)) if invitation.lawyer_id.is_some() => {
                return Err(Error::EmailTaken);
            }
            (None, InvitationAcceptor::Known(actor)) => {
                must_be_driver(&store.lock_user(actor.id())?.ok_or(Error::Unauthenticated)?)?;
                store.delete_sessions_of(actor.id(), None)?;
                store.set_role(actor.id(), Role::Admin)?.ok_or(Error::Unauthenticated)?
            }
            (None, InvitationAcceptor::New { .. }) => return Err(Error::LogInToAccept),
        };
        if let Some(lawyer) = invitation.lawyer_id {
            store.set_lawyer_account(lawyer, Some(user.id))?;
        }
        let action = invitation.lawyer_id.map_or(AuditAction::StaffJoined, |_| AuditAction::LawyerJoined);
        let joined = origin.own_audit_entry(user.id, action, deps.clock.now());
        store.audit(&joined.with_after("invitedBy", &invitation.invited_by))?;
        Ok(Some(user))
    });
    match joined {
        Ok(Some(user)) => Ok(user),
        Ok(None) => Err(reset::record_invalid_link(deps, origin)?),
        // An account with this email was created after the first check. The invitation stays open.
        Err(Error::EmailTaken) if new.is_some() => Err(Error::LogInToAccept),
        Err(error) => Err(error),
    }
}

/// Whether the invitation still matches the register of lawyers. Always true for an invitation to
/// the staff. For a lawyer's invitation, true if the lawyer still has this email on record and no
/// account. Locks the lawyer until the transaction ends.
fn fits_lawyer(store: &mut dyn Store, invitation: &Invitation) -> Result<bool> {
    let Some(id) = invitation.lawyer_id else { return Ok(true) };
    let fits = |lawyer: Lawyer| {
        lawyer.user_id.is_none() && lawyer.record.email.eq_ignore_ascii_case(&invitation.email)
    };
    Ok(store.lock_lawyer(id)?.is_some_and(fits))
}

/// Builds an administrator who has only a name, an email and a password.
pub(super) fn new_administrator(
    email: &str,
    name: &str,
    password_hash: &str,
    now: chrono::DateTime<chrono::Utc>,
) -> NewUser {
    NewUser {
        email: email.to_owned(),
        password_hash: password_hash.to_owned(),
        role: Role::Admin,
        full_name: Some(name.to_owned()),
        state: None,
        drivers_license_number: None,
        date_of_birth: None,
        phone_number: None,
        vehicle_license_plate: None,
        vehicle_state: None,
        signup_step: 1,
        created_at: now,
        signup_completed_at: None,
    }
}

/// Removes a staff member, deletes their second factor, and ends their sessions. The last staff
/// member can't be removed. With `is_confirmed`, callers can remove themselves.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, a field error for a wrong `password` or
/// `code`, or for `isSure` if the caller's own removal isn't confirmed, [`Error::NotFound`] if
/// the user is not staff, [`Error::LastAdministrator`].
pub fn remove_staff_member(
    deps: &Deps,
    actor: &Actor,
    id: UserId,
    is_confirmed: bool,
    proof: IdentityProof<'_>,
    origin: &Origin,
) -> Result<()> {
    actor.must_be_admin()?;
    if id == actor.id() && !is_confirmed {
        return Err(Error::field("isSure", "This removes your own staff access. Confirm to continue."));
    }
    must_prove(deps, actor, proof, origin)?;
    in_transaction(&*deps.database, |store| {
        let staff = lock_administrators(store, actor)?;
        if !staff.contains(&id) {
            return Err(Error::NotFound);
        }
        if staff.len() < 2 {
            return Err(Error::LastAdministrator);
        }
        store.set_role(id, Role::Driver)?;
        store.delete_second_factor(id)?;
        store.delete_sessions_of(id, None)?;
        Ok(store.audit(&actor.user_audit_entry(id, AuditAction::StaffRemoved, deps.clock.now()))?)
    })
}

/// Turns off the second factor of another staff member or a lawyer who lost their device, and ends that
/// user's sessions. The user can then log in with just the password.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, a field error for a wrong `password` or `code`,
/// [`Error::NotFound`] if the user is neither another staff member nor a lawyer, [`Error::SecondFactorOff`].
pub fn reset_second_factor(
    deps: &Deps,
    actor: &Actor,
    id: UserId,
    proof: IdentityProof<'_>,
    origin: &Origin,
) -> Result<()> {
    actor.must_be_admin()?;
    if id == actor.id() {
        return Err(Error::NotFound);
    }
    must_prove(deps, actor, proof, origin)?;
    in_transaction(&*deps.database, |store| {
        if !lock_administrators(store, actor)?.contains(&id)
            && !store.lock_user(id)?.is_some_and(|user| user.is_lawyer())
        {
            return Err(Error::NotFound);
        }
        if !store.delete_second_factor(id)? {
            return Err(Error::SecondFactorOff);
        }
        store.delete_sessions_of(id, None)?;
        Ok(store.audit(&actor.user_audit_entry(id, AuditAction::SecondFactorOff, deps.clock.now()))?)
    })
}

/// Locks all administrators, and checks that the caller is one of them. Returns the ids of all administrators.
fn lock_administrators(store: &mut dyn Store, actor: &Actor) -> Result<Vec<UserId>> {
    let staff = store.lock_administrators()?;
    // Another administrator may have removed the caller while this call waited for the lock.
    if !staff.contains(&actor.id()) {
        return Err(Error::Forbidden);
    }
    Ok(staff)
}

/// Checks that the caller is still staff, and locks the caller until the transaction ends.
fn must_still_be_staff(store: &mut dyn Store, actor: &Actor) -> Result<()> {
    let is_staff = store.lock_user(actor.id())?.is_some_and(|user| user.is_admin());
    if is_staff { Ok(()) } else { Err(Error::Forbidden) }
}
