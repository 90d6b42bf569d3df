//! In-memory store of hires, their cases, lawyers, and the statements of lawyers' fees.

mod case_sets;
mod hires;
mod outcomes;
mod statements;

use application::shared::cases::pool::court_after_change;
use chrono::{DateTime, Utc};
use domain::driving_record::standing::HasStanding;
use domain::legal_help::agreement::{Agreement, Signature};
use domain::legal_help::case::deadlines::CaseDeadlineKind;
use domain::legal_help::case::event::{CaseEvent, NewCaseEvent};
use domain::legal_help::case::handling::Handling;
use domain::legal_help::case::label::label;
use domain::legal_help::case::offer::{LawyerOffer, OfferEnd};
use domain::legal_help::case::record::Case;
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::hire::LawyerHire;
use domain::legal_help::lawyer::{Lawyer, LawyerRecord};
use domain::legal_help::matching::{Candidate, Practice};
use domain::legal_help::monthly_fee::FeeMonth;
use domain::legal_help::statement::Statement;
use domain::shared::ids::{HireId, LawyerId, TicketId, UserId};
use domain::shared::payable::Payable;
use domain::shared::us_state::UsState;
use ports::legal_help::cases::{CaseDeadline, CaseDeadlineSummary, Cases};
use ports::legal_help::lawyers::{LawyerFigures, Lawyers, RegisterFacts};
use ports::shared::store_error::{StoreError, StoreResult, UniqueKey};

use crate::support::store::case_secrets::SecretTables;
use crate::support::store::memory::Tables;
use crate::support::store::unit::Unit;

/// An offer to a lawyer. If it has ended, it has the way in which it ended, and the reason if one was given.
pub type MemoryOffer = (LawyerOffer, Option<(OfferEnd, Option<String>)>);

#[derive(Clone, Default)]
pub struct LegalHelpTables {
    pub lawyers: Vec<Lawyer>,
    pub cases: Vec<Case>,
    pub events: Vec<NewCaseEvent>,
    pub offers: Vec<MemoryOffer>,
    pub agreements: Vec<(HireId, Agreement)>,
    pub photos: Vec<(LawyerId, Vec<u8>)>,
    pub secrets: SecretTables,
    pub statements: Vec<Statement>,
}

impl Tables {
    /// Returns the case of each hire. A hire that a test added without a case gets the case of a hire from
    /// before Lanewise had cases.
    pub fn cases(&self) -> Vec<Case> {
        let stored =
            |hire: &LawyerHire| self.legal_help.cases.iter().find(|case| case.id == hire.id).cloned();
        self.hires.iter().map(|hire| stored(hire).unwrap_or_else(|| Case::outside(hire))).collect()
    }

    /// Sets the step of the first hire's case, and sets the hire's status to match it.
    pub fn set_first_case(&mut self, step: CaseStep) {
        self.legal_help.cases[0].step = step;
        self.hires[0].status = label(step);
    }

    fn open_cases_of(&self, lawyer: LawyerId) -> Vec<HireId> {
        let offered = |case: &Case| {
            let mut offers = self.legal_help.offers.iter();
            offers.any(|(offer, end)| offer.case == case.id && offer.lawyer_id == lawyer && end.is_none())
        };
        let is_open = |case: &&Case| (case.lawyer_id == Some(lawyer) && case.step.is_open()) || offered(case);
        self.legal_help.cases.iter().filter(is_open).map(|case| case.id).collect()
    }

    fn lawyer_mut(&mut self, id: LawyerId) -> Option<&mut Lawyer> {
        self.legal_help.lawyers.iter_mut().find(|lawyer| lawyer.id == id)
    }

    /// Checks the unique keys of lawyers.
    fn check_lawyer_keys(&self, id: LawyerId, record: &LawyerRecord) -> StoreResult<()> {
        let others = || self.legal_help.lawyers.iter().filter(|other| other.id != id);
        if others().any(|other| other.record.email.eq_ignore_ascii_case(&record.email)) {
            return Err(StoreError::Duplicate(UniqueKey::LawyerEmail));
        }
        let mut licenses = others().flat_map(|other| &other.record.licenses);
        let is_taken = licenses.any(|held| record.licenses.iter().any(|license| license.is_same(held)));
        if is_taken { Err(StoreError::Duplicate(UniqueKey::BarLicense)) } else { Ok(()) }
    }
}

impl Lawyers for Unit<'_> {
    fn insert_lawyer(
        &mut self,
        record: &LawyerRecord,
        fee_from: Option<FeeMonth>,
        at: DateTime<Utc>,
    ) -> StoreResult<Lawyer> {
        let id = LawyerId(i32::try_from(self.tables.legal_help.lawyers.len()).unwrap() + 1);
        self.tables.check_lawyer_keys(id, record)?;
        let lawyer = Lawyer {
            id,
            record: record.clone(),
            is_active: true,
            user_id: None,
            last_offered_at: None,
            fee_from,
            version: 1,
            created_at: at,
            has_photo: false,
        };
        self.tables.legal_help.lawyers.push(lawyer.clone());
        Ok(lawyer)
    }

    fn set_lawyer_photo(&mut self, id: LawyerId, photo: Option<&[u8]>, _: DateTime<Utc>) -> StoreResult<()> {
        let tables = &mut self.tables.legal_help;
        tables.photos.retain(|(lawyer, _)| *lawyer != id);
        tables.photos.extend(photo.map(|photo| (id, photo.to_vec())));
        if let Some(lawyer) = self.tables.lawyer_mut(id) {
            lawyer.has_photo = photo.is_some();
        }
        Ok(())
    }

    fn lawyer_photo(&mut self, id: LawyerId) -> StoreResult<Option<Vec<u8>>> {
        let mut photos = self.tables.legal_help.photos.iter();
        Ok(photos.find(|(lawyer, _)| *lawyer == id).map(|(_, photo)| photo.clone()))
    }

    fn lawyer(&mut self, id: LawyerId) -> StoreResult<Option<Lawyer>> {
        Ok(self.tables.lawyer_mut(id).cloned())
    }

    fn lock_lawyer(&mut self, id: LawyerId) -> StoreResult<Option<Lawyer>> {
        self.lawyer(id)
    }

    fn lawyer_of_user(&mut self, user: UserId) -> StoreResult<Option<Lawyer>> {
        Ok(self.tables.legal_help.lawyers.iter().find(|lawyer| lawyer.user_id == Some(user)).cloned())
    }

    fn update_lawyer(&mut self, id: LawyerId, record: &LawyerRecord) -> StoreResult<Option<Lawyer>> {
        self.tables.check_lawyer_keys(id, record)?;
        Ok(self.tables.lawyer_mut(id).map(|lawyer| {
            lawyer.record = record.clone();
            lawyer.version += 1;
            lawyer.clone()
        }))
    }

    fn set_fee_start(&mut self, id: LawyerId, month: FeeMonth) -> StoreResult<()> {
        if let Some(lawyer) = self.tables.lawyer_mut(id) {
            lawyer.fee_from = Some(month);
        }
        Ok(())
    }

    fn set_lawyer_active(&mut self, id: LawyerId, is_active: bool) -> StoreResult<Option<Lawyer>> {
        Ok(self.tables.lawyer_mut(id).map(|lawyer| {
            lawyer.is_active = is_active;
            lawyer.version += 1;
            lawyer.clone()
        }))
    }

    fn link_lawyer(&mut self, id: LawyerId, user: Option<UserId>) -> StoreResult<Option<Lawyer>> {
        Ok(self.tables.lawyer_mut(id).map(|lawyer| {
            lawyer.user_id = user;
            lawyer.version += 1;
            lawyer.clone()
        }))
    }

    fn record_offer_time(&mut self, id: LawyerId, at: DateTime<Utc>) -> StoreResult<()> {
        if let Some(lawyer) = self.tables.lawyer_mut(id) {
            lawyer.last_offered_at = Some(at);
        }
        Ok(())
    }

    fn count_lawyers(&mut self) -> StoreResult<i64> {
        Ok(i64::try_from(self.tables.legal_help.lawyers.len()).unwrap())
    }

    fn has_lawyers(&mut self) -> StoreResult<bool> {
        Ok(!self.tables.legal_help.lawyers.is_empty())
    }

    fn lawyer_list(&mut self, now: DateTime<Utc>) -> StoreResult<Vec<LawyerFigures>> {
        let tables = &*self.tables;
        let figures = |lawyer: &Lawyer| {
            let is_overdue = |case: &&Case| {
                case.lawyer_id == Some(lawyer.id)
                    && case.step.is_open()
                    && case.update_due.is_some_and(|due| due < now)
            };
            LawyerFigures {
                lawyer: lawyer.clone(),
                open_cases: i64::try_from(tables.open_cases_of(lawyer.id).len()).unwrap(),
                median_minutes_to_accept: None,
                overdue_updates: i64::try_from(tables.legal_help.cases.iter().filter(is_overdue).count())
                    .unwrap(),
            }
        };
        Ok(tables.legal_help.lawyers.iter().map(figures).collect())
    }

    fn register_facts(&mut self, states: &[UsState], issuer_keys: &[String]) -> StoreResult<RegisterFacts> {
        let practices = states.iter().flat_map(|state| {
            let candidates = self.candidates(*state).unwrap();
            candidates.into_iter().map(|Candidate { lawyer, open_cases }| Practice {
                state: *state,
                areas: lawyer.record.areas,
                takes_misdemeanors: lawyer.record.takes_misdemeanors,
                capacity: lawyer.record.capacity,
                open_cases,
            })
        });
        let practices = practices.collect();
        let authorities = self.tables.remittances.authorities.iter().map(|one| &one.details);
        let named = authorities.flat_map(|one| one.keys().into_iter().map(|key| (key, one.name.clone())));
        let authority_names = named.filter(|(key, _)| issuer_keys.contains(key)).collect();
        Ok(RegisterFacts { has_lawyers: self.has_lawyers()?, practices, authority_names })
    }

    fn candidates(&mut self, state: UsState) -> StoreResult<Vec<Candidate>> {
        let tables = &*self.tables;
        let is_candidate = |lawyer: &&Lawyer| {
            lawyer.is_active && lawyer.user_id.is_some() && lawyer.record.license_in(state).is_some()
        };
        let candidate = |lawyer: &Lawyer| Candidate {
            lawyer: lawyer.clone(),
            open_cases: i64::try_from(tables.open_cases_of(lawyer.id).len()).unwrap(),
        };
        Ok(tables.legal_help.lawyers.iter().filter(is_candidate).map(candidate).collect())
    }
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
        Ok(self.tables.legal_help.cases.iter().find(|case| case.id == id).cloned())
    }

    fn lock_case_of_hire(&mut self, id: HireId) -> StoreResult<Option<Case>> {
        self.case_of_hire(id)
    }

    fn update_case(&mut self, case: &Case) -> StoreResult<Option<Case>> {
        let stored = self.tables.legal_help.cases.iter_mut().find(|stored| stored.id == case.id);
        Ok(stored.map(|stored| {
            *stored = Case { version: stored.version + 1, ..case.clone() };
            stored.clone()
        }))
    }

    fn cases_of_driver(&mut self, user: UserId) -> StoreResult<Vec<Case>> {
        let mut cases = self.tables.cases();
        cases.retain(|case| case.user_id == user);
        cases.reverse();
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
        cases.sort_by_key(|case| (!case.step.is_open(), case.answer_by.or(case.update_due), case.id));
        Ok(cases)
    }

    fn add_case_event(&mut self, event: &NewCaseEvent) -> StoreResult<()> {
        self.tables.legal_help.events.push(event.clone());
        Ok(())
    }

    fn case_events(&mut self, id: HireId) -> StoreResult<Vec<CaseEvent>> {
        let numbered = (1..).zip(&self.tables.legal_help.events);
        let of_case = numbered.filter(|(_, event)| event.case == id);
        Ok(of_case.map(|(id, event)| CaseEvent { id, event: event.clone(), actor_name: None }).collect())
    }

    fn insert_offer(&mut self, offer: &LawyerOffer) -> StoreResult<()> {
        assert!(self.open_offer(offer.case)?.is_none(), "a case has one open offer");
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
        _at: DateTime<Utc>,
        reason: Option<&str>,
    ) -> StoreResult<()> {
        for (offer, stored) in &mut self.tables.legal_help.offers {
            if offer.case == case && stored.is_none() {
                *stored = Some((end, reason.map(str::to_owned)));
            }
        }
        Ok(())
    }

    fn lawyers_ever_offered(&mut self, case: HireId) -> StoreResult<Vec<LawyerId>> {
        let offers = self.tables.legal_help.offers.iter();
        Ok(offers.filter(|(offer, _)| offer.case == case).map(|(offer, _)| offer.lawyer_id).collect())
    }

    fn set_agreement(&mut self, case: HireId, agreement: &Agreement) -> StoreResult<()> {
        let is_same =
            |(id, stored): &(HireId, Agreement)| *id == case && stored.lawyer_id == agreement.lawyer_id;
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
            let accept = case.accept_by.filter(|_| case.step.is_matching());
            let is_reminded = case.step == CaseStep::Accepted && case.sign_by.is_none();
            let sign = case.accept_by.filter(|_| is_reminded);
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
