//! In-memory store of hires, their cases, lawyers, and the statements of lawyers' fees.

mod case_sets;
mod cases;
mod hires;
mod outcomes;
mod statements;

use chrono::{DateTime, Utc};
use domain::legal_help::agreement::Agreement;
use domain::legal_help::case::event::NewCaseEvent;
use domain::legal_help::case::label::label_of_step;
use domain::legal_help::case::offer::{LawyerOffer, OfferEnd};
use domain::legal_help::case::record::Case;
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::hire::LawyerHire;
use domain::legal_help::lawyer::{Lawyer, LawyerRecord};
use domain::legal_help::matching::{Candidate, Practice};
use domain::legal_help::monthly_fee::FeeMonth;
use domain::legal_help::statement::Statement;
use domain::shared::ids::{HireId, LawyerId, UserId};
use domain::shared::us_state::UsState;
use ports::legal_help::lawyers::{LawyerFigures, Lawyers, RegisterFacts};
use ports::shared::store_error::{StoreError, StoreResult, UniqueKey};

use crate::support::store::case_secrets::SecretTables;
use crate::support::store::memory::Tables;
use crate::support::store::unit::Unit;

/// An offer to a lawyer and, if the offer has ended, how it ended and the reason.
pub type MemoryOffer = (LawyerOffer, Option<(OfferEnd, Option<String>)>);

#[derive(Clone, Default)]
pub struct LegalHelpTables {
    pub lawyers: Vec<Lawyer>,
    pub cases: Vec<Case>,
    pub events: Vec<NewCaseEvent>,
    pub offers: Vec<MemoryOffer>,
    /// The lawyers who accepted an offer, with the minutes that each took.
    pub acceptances: Vec<(LawyerId, i64)>,
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
        let outside = |hire: &LawyerHire| Case { created_at: hire.created_at, ..Case::outside(hire) };
        self.hires.iter().map(|hire| stored(hire).unwrap_or_else(|| outside(hire))).collect()
    }

    /// Sets the step of the first hire's case, and sets the hire's status to match it.
    pub fn set_first_case(&mut self, step: CaseStep) {
        self.legal_help.cases[0].step = step;
        self.hires[0].status = label_of_step(step);
    }

    /// Returns the lawyer's open cases, and the cases that are offered to the lawyer.
    fn open_cases_of(&self, lawyer: LawyerId) -> Vec<HireId> {
        let offered = |case: &Case| {
            let mut offers = self.legal_help.offers.iter();
            offers.any(|(offer, end)| offer.case == case.id && offer.lawyer_id == lawyer && end.is_none())
        };
        let is_open = |case: &&Case| (case.lawyer_id == Some(lawyer) && case.step.is_open()) || offered(case);
        self.legal_help.cases.iter().filter(is_open).map(|case| case.id).collect()
    }

    /// Returns the median of the minutes that the lawyer took to accept; `None` if the lawyer never accepted.
    fn median_minutes_to_accept(&self, lawyer: LawyerId) -> Option<i64> {
        let own = self.legal_help.acceptances.iter().filter(|(by, _)| *by == lawyer);
        let mut minutes: Vec<i64> = own.map(|(_, minutes)| *minutes).collect();
        minutes.sort_unstable();
        let middle = minutes.len() / 2;
        let upper = *minutes.get(middle)?;
        Some(if minutes.len().is_multiple_of(2) { (minutes[middle - 1] + upper) / 2 } else { upper })
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
        created_at: DateTime<Utc>,
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
            created_at,
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
        if self.lawyer(id)?.is_some() {
            self.tables.check_lawyer_keys(id, record)?;
        }
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

    fn set_lawyer_account(&mut self, id: LawyerId, user: Option<UserId>) -> StoreResult<Option<Lawyer>> {
        let is_taken = |other: &Lawyer| other.id != id && other.user_id == user;
        if user.is_some() && self.tables.legal_help.lawyers.iter().any(is_taken) {
            return Err(StoreError::Duplicate(UniqueKey::Other));
        }
        Ok(self.tables.lawyer_mut(id).map(|lawyer| {
            lawyer.user_id = user;
            lawyer.version += 1;
            lawyer.clone()
        }))
    }

    fn record_offer_time(&mut self, id: LawyerId, offered_at: DateTime<Utc>) -> StoreResult<()> {
        if let Some(lawyer) = self.tables.lawyer_mut(id) {
            lawyer.last_offered_at = Some(offered_at);
        }
        Ok(())
    }

    fn count_lawyers(&mut self) -> StoreResult<i64> {
        Ok(i64::try_from(self.tables.legal_help.lawyers.len()).unwrap())
    }

    fn has_lawyers(&mut self) -> StoreResult<bool> {
        Ok(!self.tables.legal_help.lawyers.is_empty())
    }

    fn lawyers_with_figures(&mut self, now: DateTime<Utc>) -> StoreResult<Vec<LawyerFigures>> {
        let tables = &*self.tables;
        let figures =
            |lawyer: &Lawyer| {
                let is_overdue = |case: &&Case| {
                    case.lawyer_id == Some(lawyer.id)
                        && case.step.is_open()
                        && case.update_due.is_some_and(|due| due <= now)
                };
                LawyerFigures {
                    lawyer: lawyer.clone(),
                    open_cases: i64::try_from(tables.open_cases_of(lawyer.id).len()).unwrap(),
                    median_minutes_to_accept: tables.median_minutes_to_accept(lawyer.id),
                    overdue_updates: i64::try_from(tables.legal_help.cases.iter().filter(is_overdue).count())
                        .unwrap(),
                    has_second_factor: tables.staff.factors.iter().any(|(owner, factor)| {
                        Some(*owner) == lawyer.user_id && factor.confirmed_at.is_some()
                    }),
                }
            };
        let mut list: Vec<LawyerFigures> = tables.legal_help.lawyers.iter().map(figures).collect();
        list.sort_by(|one, other| one.lawyer.record.name.cmp(&other.lawyer.record.name));
        Ok(list)
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
        let lawyers = tables.legal_help.lawyers.iter().filter(is_candidate);
        let mut candidates: Vec<Candidate> = lawyers.map(candidate).collect();
        candidates.sort_by_key(|one| (one.lawyer.last_offered_at, one.lawyer.id));
        Ok(candidates)
    }
}
