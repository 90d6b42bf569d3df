//! In-memory store of the cases of hires.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use application::shared::cases::pool::court_after_change;
use chrono::{DateTime, Utc};
use domain::driving_record::standing::HasStanding;
use domain::legal_help::agreement::{Agreement, Signature};
use domain::legal_help::case::deadlines::CaseDeadlineKind;
use domain::legal_help::case::event::{CaseEvent, NewCaseEvent};
use domain::legal_help::case::handling::Handling;
use domain::legal_help::case::offer::{LawyerOffer, OfferEnd};
use domain::legal_help::case::record::Case;
use domain::legal_help::case::step::CaseStep;
use domain::shared::ids::{HireId, LawyerId, TicketId, UserId};
use domain::shared::payable::Payable;
use ports::legal_help::cases::{CaseDeadline, CaseDeadlineSummary, Cases};
use ports::shared::store_error::{StoreError, StoreResult, UniqueKey};

use crate::support::store::unit::Unit;

/// Returns the nearest date of an open case: a deadline, or the start of its court day.
fn nearest(case: &Case) -> Option<DateTime<Utc>> {
    let court = case.court_date.and_then(|day| day.and_hms_opt(0, 0, 0)).map(|start| start.and_utc());
    let accept_by = case.accept_by.filter(|_| case.step == CaseStep::Accepted);
    [case.answer_by, case.update_due, court, accept_by].into_iter().flatten().min()
}

impl Cases for Unit<'_> {
    fn insert_case(&mut self, case: &Case) -> StoreResult<()> {
        assert!(
            self.tables.legal_help.cases.iter().all(|stored| stored.id != case.id),
            "a hire has one case"
        );
        self.tables.legal_help.cases.push(case.clone());
        Ok(())
    }

    fn case_of_hire(&mut self, id: HireId) -> StoreResult<Option<Case>> {
        Ok(self.tables.cases().into_iter().find(|case| case.id == id))
    }

    fn lock_case_of_hire(&mut self, id: HireId) -> StoreResult<Option<Case>> {
        self.case_of_hire(id)
    }

    fn update_case(&mut self, case: &Case) -> StoreResult<Option<Case>> {
        let Some(stored) = self.case_of_hire(case.id)? else { return Ok(None) };
        let updated = Case { version: stored.version + 1, ..case.clone() };
        self.tables.legal_help.cases.retain(|stored| stored.id != case.id);
        self.tables.legal_help.cases.push(updated.clone());
        self.tables.legal_help.cases.sort_by_key(|case| case.id);
        Ok(Some(updated))
    }

    fn cases_of_driver(&mut self, user: UserId) -> StoreResult<Vec<Case>> {
        let mut cases = self.tables.cases();
        cases.retain(|case| case.user_id == user);
        cases.reverse();
        Ok(cases)
    }

    fn newest_cases_of_driver(&mut self, user: UserId, limit: i64) -> StoreResult<Vec<Case>> {
        let mut cases = self.cases_of_driver(user)?;
        cases.truncate(usize::try_from(limit).unwrap());
        Ok(cases)
    }

    fn open_cases_of(&mut self, lawyer: LawyerId) -> StoreResult<Vec<Case>> {
        let open = self.tables.open_cases_of(lawyer);
        Ok(self.tables.cases().into_iter().filter(|case| open.contains(&case.id)).collect())
    }

    fn cases_of_lawyer(&mut self, lawyer: LawyerId) -> StoreResult<Vec<Case>> {
        let open = self.tables.open_cases_of(lawyer);
        let mut cases = self.tables.legal_help.cases.clone();
        cases.retain(|case| case.lawyer_id == Some(lawyer) || open.contains(&case.id));
        let (mut cases, mut over): (Vec<Case>, Vec<Case>) =
            cases.into_iter().partition(|case| case.step.is_open());
        cases.sort_by_key(|case| (nearest(case).is_none(), nearest(case), case.id));
        over.sort_by_key(|case| Reverse(case.id));
        cases.extend(over);
        Ok(cases)
    }

    fn add_case_event(&mut self, event: &NewCaseEvent) -> StoreResult<()> {
        self.tables.legal_help.events.push(event.clone());
        Ok(())
    }

    fn case_events(&mut self, id: HireId) -> StoreResult<Vec<CaseEvent>> {
        let numbered = (1..).zip(&self.tables.legal_help.events);
        let of_case = numbered.filter(|(_, event)| event.case == id);
        let name_of = |id| {
            let actor = self.tables.users.iter().find(|user| user.id == id)?;
            Some(actor.display_name().to_owned())
        };
        Ok(of_case
            .map(|(id, event)| CaseEvent {
                id,
                event: event.clone(),
                actor_name: event.actor_id.and_then(name_of),
            })
            .collect())
    }

    fn insert_offer(&mut self, offer: &LawyerOffer) -> StoreResult<()> {
        if self.open_offer(offer.case)?.is_some() {
            return Err(StoreError::Duplicate(UniqueKey::Other));
        }
        self.tables.legal_help.offers.push((*offer, None));
        Ok(())
    }

    fn open_offer(&mut self, case: HireId) -> StoreResult<Option<LawyerOffer>> {
        let mut offers = self.tables.legal_help.offers.iter();
        Ok(offers.find(|(offer, end)| offer.case == case && end.is_none()).map(|(offer, _)| *offer))
    }

    fn end_offer(
        &mut self,
        case: HireId,
        end: OfferEnd,
        ended_at: DateTime<Utc>,
        reason: Option<&str>,
    ) -> StoreResult<()> {
        let tables = &mut self.tables.legal_help;
        for (offer, stored) in &mut tables.offers {
            if offer.case == case && stored.is_none() {
                *stored = Some((end, reason.map(str::to_owned)));
                if end == OfferEnd::Accepted {
                    tables.acceptances.push((offer.lawyer_id, (ended_at - offer.offered_at).num_minutes()));
                }
            }
        }
        Ok(())
    }

    fn lawyers_ever_offered(&mut self, case: HireId) -> StoreResult<Vec<LawyerId>> {
        let offers = self.tables.legal_help.offers.iter().filter(|(offer, _)| offer.case == case);
        let lawyers: BTreeSet<LawyerId> = offers.map(|(offer, _)| offer.lawyer_id).collect();
        Ok(lawyers.into_iter().collect())
    }

    fn set_agreement(&mut self, case: HireId, agreement: &Agreement) -> StoreResult<()> {
        let is_same =
            |(id, stored): &(HireId, Agreement)| *id == case && stored.lawyer_id == agreement.lawyer_id;
        let mut agreements = self.tables.legal_help.agreements.iter();
        if agreements.any(|stored| is_same(stored) && stored.1.signature.is_some()) {
            return Ok(());
        }
        self.tables.legal_help.agreements.retain(|stored| !is_same(stored));
        self.tables.legal_help.agreements.push((case, agreement.clone()));
        Ok(())
    }

    fn sign_agreement(&mut self, case: HireId, lawyer: LawyerId, signature: &Signature) -> StoreResult<()> {
        for (id, agreement) in &mut self.tables.legal_help.agreements {
            if *id == case && agreement.lawyer_id == lawyer {
                agreement.signature = Some(signature.clone());
            }
        }
        Ok(())
    }

    fn agreement(&mut self, case: HireId, lawyer: LawyerId) -> StoreResult<Option<Agreement>> {
        let mut agreements = self.tables.legal_help.agreements.iter();
        let found = agreements.find(|(id, agreement)| *id == case && agreement.lawyer_id == lawyer);
        Ok(found.map(|(_, agreement)| agreement.clone()))
    }

    fn due_cases(&mut self, now: DateTime<Utc>, limit: i64) -> StoreResult<Vec<HireId>> {
        let has_passed = |at: Option<DateTime<Utc>>| at.is_some_and(|at| at <= now);
        let tickets = &self.tables.tickets;
        let is_removed = |id: Option<TicketId>| id.is_some_and(|id| tickets.iter().all(|row| row.id != id));
        let has_other_court = |case: &Case| {
            let ticket = tickets.iter().find(|ticket| Some(ticket.id) == case.ticket_id);
            let Some(ticket) = ticket else { return false };
            let facts = self.facts_of(Payable::Ticket(ticket.id));
            (ticket.filed.court_date, &ticket.filed.court_time) != (case.court_date, &case.court_time)
                || court_after_change(&case.court, ticket.court_state(), &facts) != case.court
        };
        let is_due = |case: &&Case| {
            let is_matching = case.step.is_matching();
            (case.handling != Handling::Outside && case.step.is_open() && has_other_court(case))
                || case.handling == Handling::Matched
                    && ((is_matching && (has_passed(case.answer_by) || has_passed(case.accept_by)))
                        || (case.step == CaseStep::Accepted
                            && (has_passed(case.sign_by) || has_passed(case.accept_by)))
                        || (case.step.is_open() && is_removed(case.ticket_id)))
        };
        let mut due: Vec<&Case> = self.tables.legal_help.cases.iter().filter(is_due).collect();
        due.sort_by_key(|case| case.accept_by);
        Ok(due.into_iter().take(usize::try_from(limit).unwrap()).map(|case| case.id).collect())
    }

    fn cases_waiting_for_lawyer(&mut self) -> StoreResult<Vec<HireId>> {
        let is_waiting = |case: &&Case| case.handling == Handling::Matched && case.step == CaseStep::Hired;
        let mut waiting: Vec<&Case> = self.tables.legal_help.cases.iter().filter(is_waiting).collect();
        waiting.sort_by_key(|case| case.accept_by);
        Ok(waiting.into_iter().map(|case| case.id).collect())
    }

    fn case_deadline_summary(
        &mut self,
        now: DateTime<Utc>,
        day_ends: DateTime<Utc>,
        limit: i64,
    ) -> StoreResult<CaseDeadlineSummary> {
        let mut all = Vec::new();
        for case in self.tables.legal_help.cases.iter().filter(|case| case.step.is_open()) {
            let contact = case.contact_by.filter(|_| case.contacted_at.is_none());
            let accept_by = case.accept_by.filter(|_| case.handling == Handling::Matched);
            let accept = accept_by.filter(|_| case.step.is_matching());
            let is_reminded = case.step == CaseStep::Accepted && case.sign_by.is_none();
            let sign = accept_by.filter(|_| is_reminded);
            let deadlines = [
                (CaseDeadlineKind::Contact, contact),
                (CaseDeadlineKind::Accept, accept),
                (CaseDeadlineKind::Sign, sign),
                (CaseDeadlineKind::Update, case.update_due),
            ];
            for (kind, at) in deadlines {
                all.extend(at.map(|at| CaseDeadline { case: case.id, user_id: case.user_id, kind, at }));
            }
        }
        all.sort_by_key(|deadline| deadline.at);
        let count = |test: &dyn Fn(DateTime<Utc>) -> bool| {
            i64::try_from(all.iter().filter(|deadline| test(deadline.at)).count()).unwrap()
        };
        let (late, today, later) =
            (count(&|at| at < now), count(&|at| now <= at && at < day_ends), count(&|at| at >= day_ends));
        let next = all.into_iter().take(usize::try_from(limit).unwrap()).collect();
        Ok(CaseDeadlineSummary { late, today, later, next })
    }
}
