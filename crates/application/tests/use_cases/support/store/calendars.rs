//! In-memory store of court dates, waived appearances, and the calendars that drivers subscribe to.

use chrono::{DateTime, NaiveDate, Utc};
use domain::driving_record::appearance::Appearance;
use domain::legal_help::case::record::Case;
use domain::shared::ids::{TicketId, UserId};
use domain::shared::payable::Payable;
use ports::notices::calendar::{Calendars, CourtDate};
use ports::shared::secrets::TokenHash;
use ports::shared::store_error::StoreResult;

use crate::support::store::unit::Unit;

impl Unit<'_> {
    /// Whether staff waived the appearance, or the driver's lawyer goes to court alone.
    fn is_waived(&self, ticket: TicketId) -> bool {
        let is_excused = |case: &Case| case.ticket_id == Some(ticket) && case.is_driver_excused();
        self.tables.notices.waived.contains(&ticket) || self.tables.cases().iter().any(is_excused)
    }
}

impl Calendars for Unit<'_> {
    fn court_dates_of(&mut self, user: UserId, first_day: NaiveDate) -> StoreResult<Vec<CourtDate>> {
        let at = DateTime::UNIX_EPOCH;
        let court = self
            .tables
            .tickets
            .iter()
            .filter(|ticket| ticket.user_id == user && ticket.filed.is_court_required)
            .filter(|ticket| !self.facts_of(Payable::Ticket(ticket.id)).is_dismissed);
        Ok(court
            .filter_map(|ticket| {
                Some(CourtDate {
                    ticket: ticket.id,
                    violation_type: ticket.filed.violation_type.clone(),
                    day: ticket.filed.court_date.filter(|day| *day >= first_day)?,
                    time: ticket.filed.court_time.clone(),
                    consequence: ticket.filed.consequence.clone(),
                    is_removed: false,
                    waived_at: self.is_waived(ticket.id).then_some(at),
                    is_added_by_driver: self.is_added_by_driver(ticket.id),
                })
            })
            .collect())
    }

    fn appearances_of(&mut self, user: UserId) -> StoreResult<Vec<Appearance>> {
        let required = self
            .tables
            .tickets
            .iter()
            .filter(|ticket| ticket.user_id == user && ticket.filed.is_court_required)
            .filter(|ticket| !self.facts_of(Payable::Ticket(ticket.id)).is_dismissed);
        let mut found: Vec<_> = required
            .map(|ticket| Appearance {
                ticket: ticket.id,
                violation_type: ticket.filed.violation_type.clone(),
                date: ticket.filed.court_date,
                time: ticket.filed.court_time.clone(),
                is_paid: ticket.is_paid,
                is_removed: false,
                is_waived: self.is_waived(ticket.id),
                is_added_by_driver: self.is_added_by_driver(ticket.id),
            })
            .collect();
        found.sort_by_key(|one| (one.date.is_none(), one.date, one.ticket));
        Ok(found)
    }

    fn lock_appearance(&mut self, ticket: TicketId) -> StoreResult<Option<(UserId, bool)>> {
        let is_waived = self.tables.notices.waived.contains(&ticket);
        let found = self.tables.tickets.iter().find(|one| one.id == ticket && one.filed.is_court_required);
        Ok(found.map(|ticket| (ticket.user_id, is_waived)))
    }

    fn set_appearance(
        &mut self,
        ticket: TicketId,
        waived: Option<(UserId, DateTime<Utc>)>,
    ) -> StoreResult<()> {
        self.tables.notices.waived.retain(|of| *of != ticket);
        self.tables.notices.waived.extend(waived.map(|_| ticket));
        Ok(())
    }

    fn calendar_feed(&mut self, user: UserId) -> StoreResult<Option<DateTime<Utc>>> {
        Ok(self.tables.notices.feeds.iter().find(|(owner, _, _)| *owner == user).map(|(_, _, since)| *since))
    }

    fn set_calendar_feed(
        &mut self,
        user: UserId,
        feed: Option<(&TokenHash, DateTime<Utc>)>,
    ) -> StoreResult<()> {
        let feeds = &mut self.tables.notices.feeds;
        feeds.retain(|(owner, _, _)| *owner != user);
        feeds.extend(feed.map(|(secret, since)| (user, secret.clone(), since)));
        Ok(())
    }

    fn calendar_owner(&mut self, secret: &TokenHash) -> StoreResult<Option<UserId>> {
        Ok(self.tables.notices.feeds.iter().find(|(_, known, _)| known == secret).map(|(owner, _, _)| *owner))
    }
}
