//! Items that drivers owe.

use chrono::{DateTime, Utc};
use domain::driving_record::citation::Citation;
use domain::driving_record::standing::StandingFacts;
use domain::driving_record::ticket::{Parking, Ticket, Toll};
use domain::shared::ids::{ParkingId, TicketId, TollId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;

use crate::shared::list::CitedBy;
use crate::shared::store_error::StoreResult;

/// The fields of an item that a payment needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PayableItem {
    /// The driver who owes the item.
    pub user_id: UserId,
    /// Violation type or toll road.
    pub label: String,
    /// The item's fine, also if the payment is for a lawyer.
    pub fine: Money,
    /// Whether the item is paid.
    pub is_paid: bool,
}

/// Tickets, parking tickets and tolls in the database. Except for [`Items::citations_of`], the methods that
/// return items skip removed ones.
pub trait Items {
    /// Returns all of a user's tickets, newest first, each with the facts that decide its standing.
    fn tickets_of(&mut self, user: UserId) -> StoreResult<Vec<(Ticket, StandingFacts)>>;
    /// Returns all of a user's parking tickets, newest first, each with the facts that decide its standing.
    fn parking_of(&mut self, user: UserId) -> StoreResult<Vec<(Parking, StandingFacts)>>;
    /// Returns all of a user's tolls, newest first, each with the facts that decide its standing.
    fn tolls_of(&mut self, user: UserId) -> StoreResult<Vec<(Toll, StandingFacts)>>;
    /// Returns a ticket by its id.
    fn ticket(&mut self, id: TicketId) -> StoreResult<Option<Ticket>>;
    /// Returns a parking ticket by its id.
    fn parking(&mut self, id: ParkingId) -> StoreResult<Option<Parking>>;
    /// Returns a toll by its id.
    fn toll(&mut self, id: TollId) -> StoreResult<Option<Toll>>;
    /// Returns the item that a payment is for; for a lawyer, the ticket.
    fn payable_item(&mut self, payable: Payable) -> StoreResult<Option<PayableItem>>;
    /// Returns each of these records with the number and issuer of its citation, also for removed items. Unknown
    /// records are left out.
    fn citations_of(&mut self, records: &[CitedBy]) -> StoreResult<Vec<(CitedBy, Citation)>>;
    /// Locks the item that a payment is for, and returns the item. The lock lasts until the transaction ends.
    fn lock_payable_item(&mut self, payable: Payable) -> StoreResult<Option<PayableItem>>;
    /// Marks an item as unpaid. A parking ticket or toll with the status Paid also gets the status Unpaid.
    /// Increases the item's version. `payable` must not be [`Payable::Lawyer`].
    fn reopen_item(&mut self, payable: Payable) -> StoreResult<()>;
    /// Marks an item as paid. A parking ticket or toll also gets the status Paid. Increases the item's version.
    /// `payable` must not be [`Payable::Lawyer`].
    fn mark_item_paid(&mut self, payable: Payable, paid_at: DateTime<Utc>) -> StoreResult<()>;
}
