//! In-memory store of tickets' courts.

use chrono::{DateTime, Utc};
use domain::driving_record::court::{AuthorityPlace, StatedCourt, TicketCourt};
use domain::payments::remittances::authority::Authority;
use domain::shared::ids::{AuthorityId, TicketId};
use domain::shared::payable::Payable;
use ports::driving_record::courts::{CourtOfTicket, Courts, KnownIssuer};
use ports::shared::store_error::StoreResult;

use crate::support::store::unit::Unit;

impl Courts for Unit<'_> {
    fn lock_authority_register(&mut self) -> StoreResult<()> {
        self.lock_register();
        Ok(())
    }

    fn authority_places(&mut self, ids: &[AuthorityId]) -> StoreResult<Vec<AuthorityPlace>> {
        let all = self.tables.remittances.authorities.iter().map(Authority::place);
        Ok(all.filter(|place| ids.contains(&place.id)).collect())
    }

    fn authority_places_named(&mut self, keys: &[String]) -> StoreResult<Vec<(String, AuthorityPlace)>> {
        let all = self.tables.remittances.authorities.iter();
        let named = all.flat_map(|one| one.details.keys().into_iter().map(|key| (key, one.place())));
        Ok(named.filter(|(key, _)| keys.contains(key)).collect())
    }

    fn postal_address(&mut self, key: &str) -> StoreResult<Option<String>> {
        let all = self.tables.remittances.authorities.iter().map(|one| &one.details);
        let found = all.into_iter().find(|one| one.keys().iter().any(|known| known == key));
        Ok(found.and_then(|one| one.postal_address.clone()))
    }

    fn known_issuers(&mut self, key: &str, limit: i64) -> StoreResult<Vec<KnownIssuer>> {
        let mut all = self.tables.remittances.authorities.clone();
        all.retain(|one| one.details.keys().iter().any(|known| known.contains(key)));
        all.sort_by(|one, other| one.details.name.cmp(&other.details.name));
        let known = all.into_iter().take(usize::try_from(limit).unwrap());
        Ok(known.map(|one| KnownIssuer { name: one.details.name, state: one.details.state }).collect())
    }

    fn ticket_issuers(&mut self) -> StoreResult<Vec<String>> {
        let mut issuers: Vec<String> =
            self.tables.tickets.iter().filter_map(|ticket| ticket.filed.issuer.clone()).collect();
        issuers.sort_unstable();
        issuers.dedup();
        Ok(issuers)
    }

    fn tickets_in_court(&mut self, issuers: &[String], court: AuthorityId) -> StoreResult<Vec<TicketId>> {
        let open =
            self.tables.tickets.iter().filter(|ticket| !ticket.is_paid || ticket.filed.is_court_required);
        let found = open.filter(|ticket| {
            let is_issuer = ticket.filed.issuer.as_ref().is_some_and(|issuer| issuers.contains(issuer));
            is_issuer || ticket.filed.court_id == Some(court.0)
        });
        let mut ids: Vec<TicketId> = found.map(|ticket| ticket.id).collect();
        ids.sort_unstable();
        Ok(ids)
    }

    fn lock_tickets_and_read_courts(&mut self, tickets: &[TicketId]) -> StoreResult<Vec<CourtOfTicket>> {
        assert!(tickets.is_sorted());
        for ticket in tickets {
            self.lock_row(Payable::Ticket(*ticket));
        }
        let found = self.tables.tickets.iter().filter(|ticket| tickets.contains(&ticket.id));
        Ok(found
            .map(|ticket| CourtOfTicket {
                ticket: ticket.id,
                issuer: ticket.filed.issuer.clone(),
                court: ticket.filed.court(),
            })
            .collect())
    }

    fn store_stated_court(
        &mut self,
        ticket: TicketId,
        court: &StatedCourt,
        _: DateTime<Utc>,
    ) -> StoreResult<()> {
        self.must_hold_item(Payable::Ticket(ticket));
        self.tables.stated_courts.insert(ticket, court.clone());
        Ok(())
    }

    fn set_court_of_tickets(&mut self, tickets: &[TicketId], court: TicketCourt) -> StoreResult<()> {
        for ticket in tickets {
            self.must_hold_item(Payable::Ticket(*ticket));
        }
        for ticket in self.tables.tickets.iter_mut().filter(|ticket| tickets.contains(&ticket.id)) {
            (ticket.filed, ticket.version) =
                (ticket.filed.clone().with_stored_court(court), ticket.version + 1);
        }
        Ok(())
    }
}
