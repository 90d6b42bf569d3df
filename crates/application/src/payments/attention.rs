//! Money that needs attention: refunds under way or failed, money that is no payment of ours, and events that could not be read
//! (docs/PRODUCT.md#money-that-needs-attention).

use domain::payments::payment::Payment;
use domain::payments::refund::Refund;
use ports::back_office::queues::UnreadEvent;
use ports::payments::records::OrphanIntent;
use ports::store::Store;

use crate::access::Actor;
use crate::error::Result;
use crate::shared::lists::{Names, names_of};

/// The most of each that anybody looks through.
const MOST: i64 = 200;

/// What staff should look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attention {
    /// Refunds that have not arrived, each with its payment, the oldest first.
    pub refunds: Vec<(Refund, Payment)>,
    /// What their drivers are called.
    pub names: Names,
    /// Events that nobody could read, the newest first.
    pub events: Vec<UnreadEvent>,
    /// Money that is no payment of ours, the newest first.
    pub orphans: Vec<OrphanIntent>,
}

/// What staff should look at, at most 200 of each.
///
/// # Errors
/// [`crate::Error::Forbidden`] for drivers.
pub fn attention(store: &mut dyn Store, actor: &Actor) -> Result<Attention> {
    actor.must_be_admin()?;
    let refunds = store.refunds_under_way(None, MOST)?;
    Ok(Attention {
        names: names_of(store, refunds.iter().map(|(_, payment)| payment.user_id))?,
        refunds,
        events: store.unread_events(MOST)?,
        orphans: store.orphans(MOST)?,
    })
}
