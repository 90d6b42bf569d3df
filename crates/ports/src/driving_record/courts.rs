//! Courts of tickets in the database (docs/product/driving-record.md#courts).

use domain::driving_record::court::{AuthorityPlace, TicketCourt};
use domain::shared::ids::{AuthorityId, TicketId};

use crate::shared::store_error::StoreResult;

/// A ticket with what its court follows from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CourtOfTicket {
    /// The ticket.
    pub ticket: TicketId,
    /// Issuer of the ticket, as the ticket names it.
    pub issuer: Option<String>,
    /// The court that is stored with the ticket.
    pub court: TicketCourt,
}

/// The register of authorities and the courts that are stored with tickets.
pub trait Courts {
    /// Keeps the register from changing until the transaction ends. Called before an item is locked, because a change of the
    /// register locks items.
    fn hold_register(&mut self) -> StoreResult<()>;
    /// Returns the authorities that have these ids.
    fn places(&mut self, ids: &[AuthorityId]) -> StoreResult<Vec<AuthorityPlace>>;
    /// Returns the authorities that have these names, given as issuers are compared.
    fn places_named(&mut self, keys: &[String]) -> StoreResult<Vec<(String, AuthorityPlace)>>;
    /// Returns all issuers of tickets, as the tickets spell them.
    fn ticket_issuers(&mut self) -> StoreResult<Vec<String>>;
    /// Returns the tickets with one of these issuers or with this court that are unpaid or require court, ordered by id.
    fn tickets_in_court(&mut self, issuers: &[String], court: AuthorityId) -> StoreResult<Vec<TicketId>>;
    /// Locks these tickets, which the caller gives in the order of their ids.
    fn lock_courts(&mut self, tickets: &[TicketId]) -> StoreResult<Vec<CourtOfTicket>>;
    /// Stores the court of these tickets, which the caller has locked, and increases their versions.
    fn set_court(&mut self, tickets: &[TicketId], court: TicketCourt) -> StoreResult<()>;
}
