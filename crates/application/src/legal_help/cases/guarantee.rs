//! The guarantee: the price of a lost case is refunded (docs/product/cases.md#money-back).

use domain::legal_help::case::record::Case;
use domain::shared::business_time::business_date;
use domain::shared::ids::{HireId, RefundId};
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::legal_help::cases::access::must_be_driver_of_case;
use crate::legal_help::cases::ending::{self, LockedCase};
use crate::legal_help::cases::ends::run_and_refund;
use crate::legal_help::pay_guarantee::pay_guarantee;
use crate::shared::cases::record::must_be_current;

/// Refunds the price of the calling driver's lost case. `version` is the case's version that the driver saw;
/// with `None`, it isn't checked.
///
/// # Errors
/// [`Error::Forbidden`] for staff and lawyers; [`Error::NotFound`] for another driver's case;
/// [`Error::ChangedMeanwhile`] if the guarantee doesn't apply, nothing is left to refund, or the version is outdated.
pub fn refund_own_lost_case(deps: &Deps, actor: &Actor, id: HireId, version: Option<i32>) -> Result<Case> {
    run_and_refund(deps, actor, |store| {
        let locked = ending::lock_case_and_payment(store, id)?;
        must_be_driver_of_case(actor, &locked.case)?;
        pay_back(deps, store, actor, locked, version)
    })
}

/// Refunds the price of a lost case, for staff. `version` is the case's version that the caller saw; with
/// `None`, it isn't checked.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`], and the
/// other errors of [`refund_own_lost_case`].
pub fn refund_lost_case(deps: &Deps, actor: &Actor, id: HireId, version: Option<i32>) -> Result<Case> {
    actor.must_be_admin()?;
    run_and_refund(deps, actor, |store| {
        let locked = ending::lock_case_and_payment(store, id)?;
        pay_back(deps, store, actor, locked, version)
    })
}

/// Refunds the price of a locked case under the guarantee. Returns the case and the stored refund.
fn pay_back(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    LockedCase { case, payment, .. }: LockedCase,
    version: Option<i32>,
) -> Result<(Case, Option<RefundId>)> {
    must_be_current(&case, version)?;
    let now = deps.clock.now();
    let payer = case.guarantee_refund_payer(business_date(now));
    let Some((locked, refund_payer)) = payment.zip(payer.refund_payer()) else {
        return Err(Error::ChangedMeanwhile(None));
    };
    let (case, refund) = pay_guarantee(deps, store, actor, case, &locked, (payer, refund_payer))?;
    Ok((case, Some(refund)))
}
