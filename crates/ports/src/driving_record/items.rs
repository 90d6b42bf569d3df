//! What drivers owe.

use chrono::{DateTime, Utc};
use domain::driving_record::standing::StandingFacts;
use domain::driving_record::ticket::{Parking, Ticket, Toll};
use domain::shared::ids::{ParkingId, TicketId, TollId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;

use crate::shared::store_error::StoreResult;

/// An item as a payment sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PayableItem {
    /// Who owes.
    pub user_id: UserId,
    /// Violation or road.
    pub label: String,
    /// The fine shown for it (never halved).
    pub fine: Money,
    /// Paid.
    pub is_paid: bool,
}

/// Tickets, parking tickets and tolls in the database. Removed tickets are not there.
pub trait Items {
    /// All tickets of a user, with what is known of each.
    fn tickets_of(&mut self, user: UserId) -> StoreResult<Vec<(Ticket, StandingFacts)>>;
    /// All parking tickets of a user, with what is known of each.
    fn parking_of(&mut self, user: UserId) -> StoreResult<Vec<(Parking, StandingFacts)>>;
    /// All tolls of a user, with what is known of each.
    fn tolls_of(&mut self, user: UserId) -> StoreResult<Vec<(Toll, StandingFacts)>>;
    /// A ticket.
    fn ticket(&mut self, id: TicketId) -> StoreResult<Option<Ticket>>;
    /// A parking ticket.
    fn parking(&mut self, id: ParkingId) -> StoreResult<Option<Parking>>;
    /// A toll.
    fn toll(&mut self, id: TollId) -> StoreResult<Option<Toll>>;
    /// The item as a payment sees it; for a lawyer, its ticket.
    fn payable_item(&mut self, payable: Payable) -> StoreResult<Option<PayableItem>>;
    /// The same, its row locked until the transaction ends.
    fn lock_payable_item(&mut self, payable: Payable) -> StoreResult<Option<PayableItem>>;
    /// Makes an item due again: not paid, and a parking ticket or toll that says Paid is Unpaid. Never called for a lawyer.
    fn reopen(&mut self, payable: Payable) -> StoreResult<()>;
    /// Marks an item paid (a parking ticket's or toll's status becomes Paid too). Never called for a lawyer.
    fn mark_paid(&mut self, payable: Payable, at: DateTime<Utc>) -> StoreResult<()>;
}
