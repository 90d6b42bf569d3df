//! Reads the records that belong to a set of cases, such as their hires and offers. The number of SQL statements is
//! the same for any number of cases.

use std::collections::HashMap;
use std::hash::Hash;

use domain::accounts::user::User;
use domain::driving_record::ticket::Ticket;
use domain::legal_help::agreement::Agreement;
use domain::legal_help::case::event::CaseEvent;
use domain::legal_help::case::offer::LawyerOffer;
use domain::legal_help::case::record::Case;
use domain::legal_help::hire::LawyerHire;
use domain::legal_help::lawyer::Lawyer;
use domain::legal_help::secrets::Consent;
use domain::shared::ids::{HireId, LawyerId, TicketId, UserId};
use ports::legal_help::secrets::SecretCounts;
use ports::store::Store;

use crate::error::{Error, Result};

/// The records that belong to one case.
pub struct CaseParts {
    /// The hire that the case handles.
    pub hire: LawyerHire,
    /// The lawyer's offer that is open, if there is one.
    pub offer: Option<LawyerOffer>,
    /// The agreement with the lawyer who has the case, if there is one.
    pub agreement: Option<Agreement>,
    /// The case's events, oldest first.
    pub events: Vec<CaseEvent>,
    pub driver: Option<User>,
    /// The ticket; `None` if it was removed.
    pub ticket: Option<Ticket>,
    /// The numbers of messages and files that the case has.
    pub counts: SecretCounts,
    /// The case's consents, requested or given, oldest first.
    pub consents: Vec<Consent>,
}

/// The records of a set of cases, such as their hires and offers, found by id.
pub struct CaseRecords {
    hires: HashMap<HireId, LawyerHire>,
    offers: HashMap<HireId, LawyerOffer>,
    agreements: HashMap<(HireId, LawyerId), Agreement>,
    events: HashMap<HireId, Vec<CaseEvent>>,
    lawyers: HashMap<LawyerId, Lawyer>,
    drivers: HashMap<UserId, User>,
    tickets: HashMap<TicketId, Ticket>,
    counts: HashMap<HireId, SecretCounts>,
    consents: HashMap<HireId, Vec<Consent>>,
}

impl CaseRecords {
    /// Reads the records that belong to these cases.
    pub fn read(store: &mut dyn Store, cases: &[Case]) -> Result<Self> {
        let set = store.load_case_set(cases)?;
        Ok(Self {
            hires: map_by(set.hires, |hire| hire.id),
            offers: map_by(set.offers, |offer| offer.case),
            agreements: set
                .agreements
                .into_iter()
                .map(|(case, agreement)| ((case, agreement.lawyer_id), agreement))
                .collect(),
            events: group_by(set.events, |stored| stored.event.case),
            lawyers: map_by(set.lawyers, |lawyer| lawyer.id),
            drivers: map_by(set.drivers, |driver| driver.id),
            tickets: map_by(set.tickets, |ticket| ticket.id),
            counts: set.counts.into_iter().collect(),
            consents: group_by(set.consents, |consent| consent.case),
        })
    }

    /// Removes and returns the records that belong to one case, so this must be called
    /// only once per case.
    ///
    /// # Errors
    /// [`Error::NotFound`] if the case's hire doesn't exist.
    pub fn take(&mut self, case: &Case) -> Result<CaseParts> {
        Ok(CaseParts {
            hire: self.hires.remove(&case.id).ok_or(Error::NotFound)?,
            offer: self.offers.remove(&case.id),
            agreement: case.lawyer_id.and_then(|lawyer| self.agreements.remove(&(case.id, lawyer))),
            events: self.events.remove(&case.id).unwrap_or_default(),
            driver: self.drivers.get(&case.user_id).cloned(),
            ticket: case.ticket_id.and_then(|ticket| self.tickets.get(&ticket).cloned()),
            counts: self.counts.remove(&case.id).unwrap_or_default(),
            consents: self.consents.remove(&case.id).unwrap_or_default(),
        })
    }

    /// Returns a lawyer who appears in one of the cases, in its open offer or in its events; `None`
    /// for all other lawyers.
    pub fn lawyer(&self, id: LawyerId) -> Option<Lawyer> {
        self.lawyers.get(&id).cloned()
    }
}

/// Builds a map of the records by key. If several records have the same key, the last one remains.
fn map_by<K: Eq + Hash, V>(records: Vec<V>, key: impl Fn(&V) -> K) -> HashMap<K, V> {
    records.into_iter().map(|record| (key(&record), record)).collect()
}

/// Groups records by key. Within a group, the records keep their order.
fn group_by<K: Eq + Hash, V>(records: Vec<V>, key: impl Fn(&V) -> K) -> HashMap<K, Vec<V>> {
    let mut groups: HashMap<K, Vec<V>> = HashMap::new();
    for record in records {
        groups.entry(key(&record)).or_default().push(record);
    }
    groups
}
