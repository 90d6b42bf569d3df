//! The back office's own lists, and the counts above all of them (docs/PRODUCT.md#figures-above-the-lists).

use domain::accounts::user::User;
use ports::back_office::lists::{
    HireSummary, InquirySummary, ReportSummary, StatusRequest, StatusRequestQuery, StatusRequestSummary,
    TextRequestSummary, TransactionFilter, TransactionTotals, UnsolvedCounts, VehicleUpdateQuery,
    VehicleUpdateSummary,
};
use ports::shared::paging::Paged;
use ports::store::Store;

use crate::access::Actor;
use crate::error::Result;

/// Users who gave a plate, for staff.
///
/// # Errors
/// [`Error::Forbidden`](crate::error::Error::Forbidden) for drivers, as with all of these.
pub fn vehicle_updates(
    store: &mut dyn Store,
    actor: &Actor,
    query: &VehicleUpdateQuery,
) -> Result<Paged<User>> {
    actor.must_be_admin()?;
    Ok(store.list_vehicle_updates(query)?)
}

/// Users who asked for a license status check, for staff.
///
/// # Errors
/// As [`vehicle_updates`].
pub fn status_requests(
    store: &mut dyn Store,
    actor: &Actor,
    query: &StatusRequestQuery,
) -> Result<Paged<StatusRequest>> {
    actor.must_be_admin()?;
    Ok(store.list_status_requests(query)?)
}

/// Over all lawyer hires.
///
/// # Errors
/// As [`vehicle_updates`].
pub fn hire_summary(store: &mut dyn Store, actor: &Actor) -> Result<HireSummary> {
    actor.must_be_admin()?;
    Ok(store.hire_summary()?)
}

/// Over the payment transactions that a filter lets through.
///
/// # Errors
/// As [`vehicle_updates`].
pub fn transaction_totals(
    store: &mut dyn Store,
    actor: &Actor,
    filter: &TransactionFilter,
) -> Result<TransactionTotals> {
    actor.must_be_admin()?;
    Ok(store.transaction_totals(filter)?)
}

/// Over all missing-ticket reports.
///
/// # Errors
/// As [`vehicle_updates`].
pub fn report_summary(store: &mut dyn Store, actor: &Actor) -> Result<ReportSummary> {
    actor.must_be_admin()?;
    Ok(store.report_summary()?)
}

/// Over all vehicle updates.
///
/// # Errors
/// As [`vehicle_updates`].
pub fn vehicle_update_summary(store: &mut dyn Store, actor: &Actor) -> Result<VehicleUpdateSummary> {
    actor.must_be_admin()?;
    Ok(store.vehicle_update_summary()?)
}

/// Over all requests for a license status check.
///
/// # Errors
/// As [`vehicle_updates`].
pub fn status_request_summary(store: &mut dyn Store, actor: &Actor) -> Result<StatusRequestSummary> {
    actor.must_be_admin()?;
    Ok(store.status_request_summary()?)
}

/// Over all help inquiries.
///
/// # Errors
/// As [`vehicle_updates`].
pub fn inquiry_summary(store: &mut dyn Store, actor: &Actor) -> Result<InquirySummary> {
    actor.must_be_admin()?;
    Ok(store.inquiry_summary()?)
}

/// Over all requests for texts.
///
/// # Errors
/// As [`vehicle_updates`].
pub fn text_request_summary(store: &mut dyn Store, actor: &Actor) -> Result<TextRequestSummary> {
    actor.must_be_admin()?;
    Ok(store.text_request_summary()?)
}

/// What staff have not dealt with yet.
///
/// # Errors
/// As [`vehicle_updates`].
pub fn unsolved_counts(store: &mut dyn Store, actor: &Actor) -> Result<UnsolvedCounts> {
    actor.must_be_admin()?;
    Ok(store.unsolved_counts()?)
}
