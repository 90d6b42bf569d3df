//! The books as drivers and staff see them (both specifications, section 3).

use domain::payment::PaymentTransaction;
use ports::store::{Page, Paged, Store};

use crate::access::Actor;
use crate::error::Result;

/// Transactions: a driver's own, or all for staff.
///
/// # Errors
/// Only the database's.
pub fn list(store: &mut dyn Store, actor: &Actor, page: Page) -> Result<Paged<PaymentTransaction>> {
    Ok(store.transactions(actor.own_or_all(), page)?)
}
