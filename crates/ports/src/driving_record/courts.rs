//! Courts of tickets in the database (docs/product/driving-record.md#courts).

use chrono::{DateTime, Utc};
use domain::driving_record::court::{AuthorityPlace, StatedCourt, TicketCourt};
use domain::shared::ids::{AuthorityId, TicketId};
use domain::shared::us_state::UsState;

use crate::shared::store_error::StoreResult;

/// A ticket's stored court, and its issuer, from which the court may be derived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CourtOfTicket {
    /// The ticket that the court hears.
    pub ticket: TicketId,
    /// Issuer of the ticket, as the ticket spells it; `None` if unknown.
    pub issuer: Option<String>,
    /// The court that is stored with the ticket.
    pub court: TicketCourt,
}

/// An authority of the register, as drivers see it when they enter an issuer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownIssuer {
    /// The authority's name.
    pub name: String,
    /// The authority's state; `None` if the register has none.
    pub state: Option<UsState>,
}

/// The register of authorities and the courts that are stored with tickets.
pub trait Courts {
    /// Locks the register of authorities against changes until the transaction ends. Must be called
    /// before any item is locked. A change to the register locks the register first and items
    /// second, so the opposite order could deadlock.
    fn lock_authority_register(&mut self) -> StoreResult<()>;
    /// Returns the authorities that have these ids.
    fn authority_places(&mut self, ids: &[AuthorityId]) -> StoreResult<Vec<AuthorityPlace>>;
    /// Finds authorities by name. Returns each name that an authority has, together with that authority. The names
    /// must be normalized by [`issuer_key`](domain::shared::citation_number::issuer_key).
    fn authority_places_named(&mut self, keys: &[String]) -> StoreResult<Vec<(String, AuthorityPlace)>>;
    /// Returns the postal address of the authority with this name, if it has one. The name must
    /// be normalized by [`issuer_key`](domain::shared::citation_number::issuer_key).
    fn postal_address(&mut self, key: &str) -> StoreResult<Option<String>>;
    /// Returns authorities with a name that contains this string, ordered by name. The string must be normalized by
    /// [`issuer_key`](domain::shared::citation_number::issuer_key) and must not be empty.
    fn known_issuers(&mut self, key: &str, limit: i64) -> StoreResult<Vec<KnownIssuer>>;
    /// Returns all issuers of tickets, except removed tickets, as the tickets spell them.
    fn ticket_issuers(&mut self) -> StoreResult<Vec<String>>;
    /// Returns the tickets that have one of these issuers or this court, and that are unpaid or require court.
    /// Ordered by id; removed tickets are left out.
    fn tickets_in_court(&mut self, issuers: &[String], court: AuthorityId) -> StoreResult<Vec<TicketId>>;
    /// Locks these tickets, except removed ones, until the transaction ends and returns their stored courts.
    /// Locks them in the order of their ids, so that two transactions can't deadlock.
    fn lock_tickets_and_read_courts(&mut self, tickets: &[TicketId]) -> StoreResult<Vec<CourtOfTicket>>;
    /// Stores the court that the driver or staff named for a ticket. Replaces a court that was named earlier.
    fn store_stated_court(
        &mut self,
        ticket: TicketId,
        court: &StatedCourt,
        now: DateTime<Utc>,
    ) -> StoreResult<()>;
    /// Stores a court with these tickets and increases their versions. The caller must have locked the tickets.
    fn set_court_of_tickets(&mut self, tickets: &[TicketId], court: TicketCourt) -> StoreResult<()>;
}
