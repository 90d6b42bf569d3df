//! The books as drivers and staff see them (docs/PRODUCT.md#transactions).

use domain::payments::payment::PaymentTransaction;
use ports::back_office::lists::TransactionQuery;
use ports::shared::paging::Paged;
use ports::store::Store;

use crate::access::Actor;
use crate::error::Result;

/// Transactions: a driver's own, or all for staff.
///
/// # Errors
/// [`Error::Forbidden`](crate::error::Error::Forbidden) when a driver asks for another user's.
pub fn list(
    store: &mut dyn Store,
    actor: &Actor,
    mut query: TransactionQuery,
) -> Result<Paged<PaymentTransaction>> {
    query.filter.user = actor.own_or_all(query.filter.user)?;
    Ok(store.list_transactions(&query)?)
}
