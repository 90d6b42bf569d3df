//! Verification of drivers' licenses and plates by staff (docs/product/accounts.md#verification).

use chrono::{DateTime, Utc};
use domain::accounts::plate_dates::PlateDates;
use domain::accounts::user::User;
use domain::accounts::verification::{Claim, MAX_AT_ONCE, VerificationBasis};
use domain::security::audit::AuditAction;
use domain::shared::ids::UserId;
use ports::accounts::lists::{UserFilter, UserQuery};
use ports::accounts::verification::NewVerification;
use ports::security::trail::AuditEntry;
use ports::shared::paging::Page;
use ports::shared::store_error::{StoreError, UniqueKey};
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::accounts::users::set_plate_dates;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::shared::changes::Changes;
use crate::shared::lists;

/// The result of verifying all drivers in a filtered list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BulkVerification {
    /// Number of drivers verified by this call.
    pub verified: usize,
    /// Number of drivers skipped, because another driver claims the same license or plate, or because the
    /// plate is a placeholder or its state is `Other`. Staff check these drivers one by one.
    pub skipped: usize,
    /// Whether the call must be repeated for the rest of the list.
    pub is_more: bool,
}

/// The license or plate that staff checked, as the page showed it.
#[derive(Clone, Copy, Debug)]
pub struct CheckedClaim<'a> {
    pub claim: Claim,
    /// Number of the license, or the plate.
    pub number: &'a str,
    /// Name of the state of the license or plate; `None` if the driver gave none.
    pub state: Option<&'a str>,
}

/// Verifies a driver's license or plate. Staff may also set `dates`, the first and the last day on which the
/// driver has the plate. If the license or plate is already verified, changes nothing and ignores `dates`.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff; [`Error::NotFound`]; [`Error::ChangedMeanwhile`] if the
/// driver has another license or plate now than the one that staff checked. A field error for `claim` if it is
/// the email, which only the driver can confirm; if the driver hasn't given the license or plate; if it is
/// verified for another driver; or if the plate is a placeholder or its state is `Other`.
pub fn verify_claim(
    deps: &Deps,
    actor: &Actor,
    id: UserId,
    checked: CheckedClaim<'_>,
    basis: &VerificationBasis,
    dates: Option<PlateDates>,
) -> Result<User> {
    let CheckedClaim { claim, number, state } = checked;
    actor.must_be_admin()?;
    must_be_verifiable_by_staff(claim)?;
    let at = deps.clock.now();
    in_transaction(&*deps.database, |store| {
        let before = store.lock_user(id)?.ok_or(Error::NotFound)?;
        if !before.has_value_for(claim) {
            return Err(Error::field("claim", "There is nothing on file to verify."));
        }
        if !before.has_claimed(claim, number, state) {
            return Err(Error::ChangedMeanwhile(None));
        }
        if before.is_verified(claim) {
            return Ok(before);
        }
        if before.has_placeholder(claim) {
            return Err(Error::field("claim", PLACEHOLDER));
        }
        if before.has_plate_of_other_state(claim) {
            return Err(Error::field("claim", PLATE_OF_OTHER));
        }
        let after = match store.store_verification(id, &NewVerification { claim, basis, at }) {
            Err(StoreError::Duplicate(UniqueKey::Verified)) => return Err(Error::field("claim", TAKEN)),
            stored => stored?.ok_or(Error::NotFound)?,
        };
        let mut trail = Changes::default();
        let after = set_plate_dates(store, actor, &after, dates.unwrap_or(after.plate_dates), &mut trail)?;
        store.audit(&trail.add_to(verified_entry(actor, id, claim, at)))?;
        store.propose_driver_for_waiting_citations(&after, claim)?;
        Ok(after)
    })
}

const PLACEHOLDER: &str = "This plate is a placeholder, such as NOPLATE: it would match other drivers’ tickets. Ask the driver for the plate.";
const PLATE_OF_OTHER: &str = "This plate is registered under “Other”: two countries may have issued the same one. Ask the driver for the state or province.";
const TAKEN: &str = "This is already verified for another driver. Unverify it on that driver’s page first.";

/// Withdraws the verification of a driver's license or plate. Does nothing if it isn't verified.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff; [`Error::NotFound`]; a field error for `claim`
/// if it is the email, which only the driver can confirm.
pub fn undo_verification(deps: &Deps, actor: &Actor, id: UserId, claim: Claim) -> Result<User> {
    actor.must_be_admin()?;
    must_be_verifiable_by_staff(claim)?;
    in_transaction(&*deps.database, |store| {
        let before = store.lock_user(id)?.ok_or(Error::NotFound)?;
        if !before.is_verified(claim) {
            return Ok(before);
        }
        let after = store.withdraw_verification(id, claim)?.ok_or(Error::NotFound)?;
        store.audit(&verification_audit_entry(actor, id, claim, deps.clock.now()).changed(
            "isVerified",
            &true,
            &false,
        ))?;
        Ok(after)
    })
}

/// Maximum number of pages of [`MAX_AT_ONCE`] drivers that one call of [`verify_users_in_list`] reads.
const MAX_PAGES: usize = 20;

/// Verifies the drivers in a list, at most [`MAX_AT_ONCE`] per call. Only the filter and the search of `requested`
/// are used. A license or plate that two drivers claim stays unverified until staff decide. A license or plate that
/// its driver entered after `listed_at` also stays unverified. `listed_at` is the time at which staff loaded the
/// list; `None` if unknown.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff; a field error for `claim` if it is the email,
/// which only the driver can confirm; [`Error::ChangedMeanwhile`] if one of the licenses or plates
/// was verified for another driver at the same time.
pub fn verify_users_in_list(
    deps: &Deps,
    actor: &Actor,
    requested: &UserQuery,
    claim: Claim,
    basis: &VerificationBasis,
    listed_at: Option<DateTime<Utc>>,
) -> Result<BulkVerification> {
    actor.must_be_admin()?;
    must_be_verifiable_by_staff(claim)?;
    let at = deps.clock.now();
    let mut query = UserQuery {
        filter: UserFilter { unverified: Some(claim), ..requested.filter.clone() },
        // The list is sorted by id, so that the next page can start after the last driver of a
        // page.
        ..UserQuery::newest(UserFilter::default(), Page { limit: MAX_AT_ONCE + 1, offset: 0 })
            .with_search(requested.search.clone())
    };
    let max = usize::try_from(MAX_AT_ONCE).unwrap_or(usize::MAX);
    in_transaction(&*deps.database, |store| {
        let mut result = BulkVerification { verified: 0, skipped: 0, is_more: true };
        // Skipped drivers stay in the list, so a repeated call reads them again. To make progress,
        // each call reads pages until it has verified half of `MAX_AT_ONCE` drivers or has read
        // `MAX_PAGES` pages.
        for _ in 0..MAX_PAGES {
            if !result.is_more || result.verified >= max / 2 {
                break;
            }
            let mut page = lists::list(store, actor, query.clone())?.items;
            result.is_more = page.len() > max - result.verified;
            page.truncate(max - result.verified);
            query.before = page.last().map(|user| user.id.0);
            let new = NewVerification { claim, basis, at };
            let verified =
                verify_page(store, actor, &page, &new, listed_at.map_or(at, |listed| listed.min(at)))?;
            result.verified += verified;
            result.skipped += page.len() - verified;
        }
        Ok(result)
    })
}

/// Verifies the license or plate of the drivers on a page. Skips a driver if the license or plate was entered
/// after `entered_until`, if another driver claims it too, or if the plate doesn't identify one vehicle. Returns
/// how many drivers were verified.
fn verify_page(
    store: &mut dyn Store,
    actor: &Actor,
    page: &[User],
    new: &NewVerification<'_>,
    entered_until: DateTime<Utc>,
) -> Result<usize> {
    let claim = new.claim;
    let can_be_verified =
        |user: &&User| !user.has_placeholder(claim) && !user.has_plate_of_other_state(claim);
    let users: Vec<UserId> = page.iter().filter(can_be_verified).map(|user| user.id).collect();
    let verified = match store.verify_uncontested_claims(&users, new, entered_until) {
        Err(StoreError::Duplicate(UniqueKey::Verified)) => return Err(Error::ChangedMeanwhile(None)),
        stored => stored?,
    };
    for id in &verified {
        audit_verification(store, actor, *id, claim, new.at)?;
    }
    for user in page.iter().filter(|user| verified.contains(&user.id)) {
        store.propose_driver_for_waiting_citations(user, claim)?;
    }
    Ok(verified.len())
}

/// Adds the audit entry of a verification.
fn audit_verification(
    store: &mut dyn Store,
    actor: &Actor,
    id: UserId,
    claim: Claim,
    now: DateTime<Utc>,
) -> Result<()> {
    Ok(store.audit(&verified_entry(actor, id, claim, now))?)
}

/// Builds the audit entry of a verification. The entry doesn't say how staff verified the claim, because
/// closing the account erases this information, which could never be removed from an audit entry.
fn verified_entry(actor: &Actor, id: UserId, claim: Claim, occurred_at: DateTime<Utc>) -> AuditEntry {
    verification_audit_entry(actor, id, claim, occurred_at).changed("isVerified", &false, &true)
}

/// Builds an audit entry about the verification of a claim. The caller adds whether the claim was
/// verified or the verification was withdrawn.
fn verification_audit_entry(
    actor: &Actor,
    id: UserId,
    claim: Claim,
    occurred_at: DateTime<Utc>,
) -> AuditEntry {
    actor.user_audit_entry(id, AuditAction::UserVerified, occurred_at).with_after("claim", &claim)
}

/// Checks that staff can verify this claim. The driver alone can confirm an email.
fn must_be_verifiable_by_staff(claim: Claim) -> Result<()> {
    match claim {
        Claim::License | Claim::Plate => Ok(()),
        Claim::Email => {
            Err(Error::field("claim", "Only the driver can confirm an email, with the link we send."))
        }
    }
}
