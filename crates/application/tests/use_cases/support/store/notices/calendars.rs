//! In-memory store of court dates, waived appearances, and the calendars that drivers subscribe to.

use chrono::{DateTime, NaiveDate, Utc};
use domain::driving_record::appearance::Appearance;
use domain::driving_record::standing::HasStanding;
use domain::driving_record::ticket::{Item, Ticket};
use domain::legal_help::case::record::Case;
use domain::shared::ids::{TicketId, UserId};
use ports::notices::calendar::{Calendars, CourtDate, LockedAppearance};
use ports::shared::secrets::TokenHash;
use ports::shared::store_error::StoreResult;

use crate::support::store::unit::Unit;

impl Unit<'_> {
    /// Returns when staff waived the appearance. If they didn't, returns when the lawyer recorded that the driver
    /// doesn't have to come; `None` if neither happened.
    fn waived_at(&self, ticket: TicketId) -> Option<DateTime<Utc>> {
        let is_excused = |case: &&Case| case.ticket_id == Some(ticket) && case.is_driver_excused();
        let cases = self.tables.cases();
        let excused_at = cases.iter().filter(is_excused).filter_map(|case| case.driver_excused_at).max();
        self.tables.notices.waived.get(&ticket).copied().or(excused_at)
    }

    pub(super) fn is_waived(&self, ticket: TicketId) -> bool {
        self.waived_at(ticket).is_some()
    }

    fn removed_tickets(&self) -> impl Iterator<Item = &Ticket> {
        self.tables.removed.iter().filter_map(|item| match item {
            Item::Ticket(ticket) => Some(&**ticket),
            Item::Parking(_) | Item::Toll(_) => None,
        })
    }

    /// Returns a driver's tickets that require or required court, and whether each was removed.
    fn tickets_in_court_of(&self, user: UserId) -> Vec<(Ticket, bool)> {
        let is_shown = |ticket: &&Ticket| !self.facts_of(ticket.payable()).is_being_checked();
        let removed = self.removed_tickets().filter(is_shown).map(|ticket| (ticket, true));
        let tickets = self.tables.tickets.iter().map(|ticket| (ticket, false)).chain(removed);
        let in_court = tickets.filter(|(ticket, _)| {
            ticket.user_id == user
                && ticket.filed.is_court_required
                && !self.facts_of(ticket.payable()).is_dismissed
        });
        in_court.map(|(ticket, is_removed)| (ticket.clone(), is_removed)).collect()
    }
}

impl Calendars for Unit<'_> {
    fn court_dates_of(&mut self, user: UserId, first_day: NaiveDate) -> StoreResult<Vec<CourtDate>> {
        let mut found: Vec<_> = self
            .tickets_in_court_of(user)
            .into_iter()
            .filter_map(|(ticket, is_removed)| {
                Some(CourtDate {
                    ticket: ticket.id,
                    violation_type: ticket.filed.violation_type.clone(),
                    day: ticket.filed.court_date.filter(|day| *day >= first_day)?,
                    time: ticket.filed.court_time.clone(),
                    consequence: ticket.filed.consequence.clone(),
                    is_removed,
                    waived_at: self.waived_at(ticket.id),
                    is_added_by_driver: self.is_added_by_driver(ticket.id),
                })
            })
            .collect();
        found.sort_by_key(|one| (one.day, one.ticket));
        Ok(found)
    }

    fn appearances_of(&mut self, user: UserId) -> StoreResult<Vec<Appearance>> {
        let mut found: Vec<_> = self
            .tickets_in_court_of(user)
            .into_iter()
            .map(|(ticket, is_removed)| Appearance {
                ticket: ticket.id,
                violation_type: ticket.filed.violation_type.clone(),
                date: ticket.filed.court_date,
                time: ticket.filed.court_time.clone(),
                is_paid: ticket.is_paid,
                is_removed,
                is_waived: self.is_waived(ticket.id),
                is_added_by_driver: self.is_added_by_driver(ticket.id),
            })
            .collect();
        found.sort_by_key(|one| (one.date.is_none(), one.date, one.ticket));
        Ok(found)
    }

    fn lock_appearance(&mut self, ticket: TicketId) -> StoreResult<Option<LockedAppearance>> {
        let is_waived = self.tables.notices.waived.contains_key(&ticket);
        let tickets = self.tables.tickets.iter().chain(self.removed_tickets());
        let found = tickets.into_iter().find(|one| one.id == ticket && one.filed.is_court_required);
        Ok(found.map(|ticket| LockedAppearance { user: ticket.user_id, is_waived }))
    }

    fn set_appearance_waiver(
        &mut self,
        ticket: TicketId,
        waived: Option<(UserId, DateTime<Utc>)>,
    ) -> StoreResult<()> {
        let all = &mut self.tables.notices.waived;
        match waived {
            None => _ = all.remove(&ticket),
            Some((_, at)) => _ = all.entry(ticket).or_insert(at),
        }
        Ok(())
    }

    fn calendar_url_created_at(&mut self, user: UserId) -> StoreResult<Option<DateTime<Utc>>> {
        Ok(self.tables.notices.feeds.iter().find(|(owner, _, _)| *owner == user).map(|(_, _, since)| *since))
    }

    fn set_calendar_url(
        &mut self,
        user: UserId,
        url: Option<(&TokenHash, DateTime<Utc>)>,
    ) -> StoreResult<()> {
        let feeds = &mut self.tables.notices.feeds;
        feeds.retain(|(owner, _, _)| *owner != user);
        feeds.extend(url.map(|(secret, since)| (user, secret.clone(), since)));
        Ok(())
    }

    fn calendar_owner(&mut self, secret: &TokenHash) -> StoreResult<Option<UserId>> {
        Ok(self.tables.notices.feeds.iter().find(|(_, known, _)| known == secret).map(|(owner, _, _)| *owner))
    }
}
