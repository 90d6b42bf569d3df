//! Reading the records of several cases at once.

use domain::accounts::user::User;
use domain::driving_record::ticket::Ticket;
use domain::legal_help::agreement::Agreement;
use domain::legal_help::case::event::CaseEvent;
use domain::legal_help::case::offer::LawyerOffer;
use domain::legal_help::case::record::Case;
use domain::legal_help::hire::LawyerHire;
use domain::legal_help::lawyer::Lawyer;
use domain::legal_help::secrets::Consent;
use domain::shared::ids::HireId;

use crate::legal_help::secrets::SecretCounts;
use crate::shared::store_error::StoreResult;

/// The records that belong to a set of cases. Each list has the records of all these cases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaseSet {
    /// The cases' hires.
    pub hires: Vec<LawyerHire>,
    /// The cases' open offers to lawyers.
    pub offers: Vec<LawyerOffer>,
    /// The agreements of all lawyers who sent one.
    pub agreements: Vec<(HireId, Agreement)>,
    /// The events, each case's oldest first.
    pub events: Vec<CaseEvent>,
    /// The lawyers who have one of the cases or an offer for one, and the lawyers whom an event is about.
    pub lawyers: Vec<Lawyer>,
    /// The drivers of the cases.
    pub drivers: Vec<User>,
    /// The tickets of the cases, except removed ones.
    pub tickets: Vec<Ticket>,
    /// How many messages and files each case has.
    pub counts: Vec<(HireId, SecretCounts)>,
    /// The requests for consent, each case's oldest first.
    pub consents: Vec<Consent>,
}

/// Reads the records of several cases from the database.
pub trait CaseSets {
    /// Reads the records that belong to these cases. The number of SQL statements doesn't grow with
    /// the number of cases.
    fn load_case_set(&mut self, cases: &[Case]) -> StoreResult<CaseSet>;
}
