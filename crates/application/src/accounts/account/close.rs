//! Closing of an account by its user.

use domain::accounts::account::{ClosingObstacle, may_close};
use domain::legal_help::hire::LawyerHire;
use domain::payments::chargeback::Chargeback;
use domain::payments::payment::Payment;
use domain::security::audit::AuditAction;
use ports::store::in_transaction;

use super::password::must_still_have_password;
use crate::access::Actor;
use crate::access::Origin;
use crate::accounts::proof::{IdentityProof, must_prove};
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::security::guard;

/// Closes the caller's account and erases the data that identifies the caller. The books and earlier
/// audit entries don't change.
///
/// # Errors
/// [`Error::Forbidden`] for lawyers, because their cases need their accounts; a field error for a
/// wrong `password` or `code`; [`Error::CannotClose`] if something prevents closing, such as an open
/// payment; [`Error::TooManyCodes`], [`Error::TooManyTries`], [`Error::Busy`].
pub fn close_account(deps: &Deps, actor: &Actor, proof: IdentityProof<'_>, origin: &Origin) -> Result<()> {
    actor.must_not_be_lawyer()?;
    let hash = must_prove(deps, actor, proof, origin)?;
    in_transaction(&*deps.database, |store| {
        // Payments lock items before users. This transaction uses the same order to avoid deadlocks.
        let has_other_admins = store.lock_for_closing_and_check_other_admin(actor.id())?;
        must_still_have_password(store, actor, &hash)?;
        let user = store.user(actor.id())?.ok_or(Error::Unauthenticated)?;
        let payments = store.unfinished_payments_of(actor.id())?;
        let hires = store.open_hires(actor.id())?;
        let refunds = store.refunds_under_way(Some(actor.id()), 1)?;
        let chargebacks = store.open_chargebacks_of(actor.id())?;
        let lost = store.lost_payments(Some(actor.id()), 1)?;
        let lost = lost.into_iter().map(|lost| ClosingObstacle::LostPayment(lost.confirmation_number));
        let obstacles = payments.iter().filter_map(Payment::obstacle_to_closing);
        let refunds = refunds
            .into_iter()
            .map(|(_, payment)| ClosingObstacle::PendingRefund(payment.confirmation_number));
        let obstacles = obstacles
            .chain(refunds)
            .chain(lost)
            .chain(chargebacks.iter().filter_map(Chargeback::obstacle_to_closing))
            .chain(hires.iter().map(LawyerHire::obstacle_to_closing));
        may_close(&user, has_other_admins, obstacles).map_err(Error::CannotClose)?;
        store.delete_second_factor(actor.id())?;
        guard::delete_failures(deps, store, &user.email)?;
        store.close_user(actor.id(), deps.clock.now())?;
        Ok(store.audit(&actor.own_audit_entry(AuditAction::AccountClosed, deps.clock.now()))?)
    })
}
