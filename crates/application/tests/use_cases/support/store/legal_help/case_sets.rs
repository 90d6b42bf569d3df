//! Reads the records that belong to several cases from the in-memory database.

use domain::legal_help::case::record::Case;
use ports::accounts::users::Users;
use ports::driving_record::items::Items;
use ports::legal_help::case_sets::{CaseSet, CaseSets};
use ports::legal_help::cases::Cases;
use ports::legal_help::hires::Hires;
use ports::legal_help::secrets::CaseSecrets;
use ports::shared::store_error::StoreResult;

use crate::support::store::unit::Unit;

impl CaseSets for Unit<'_> {
    fn load_case_set(&mut self, cases: &[Case]) -> StoreResult<CaseSet> {
        let is_in = |id| cases.iter().any(|case| case.id == id);
        let agreements = self.tables.legal_help.agreements.iter().filter(|(id, _)| is_in(*id));
        let mut set = CaseSet {
            agreements: agreements.cloned().collect(),
            lawyers: self.tables.legal_help.lawyers.clone(),
            ..CaseSet::default()
        };
        for case in cases {
            set.hires.extend(self.hire(case.id)?);
            set.offers.extend(self.open_offer(case.id)?);
            set.events.extend(self.case_events(case.id)?);
            set.drivers.extend(self.user(case.user_id)?);
            if let Some(ticket) = case.ticket_id {
                set.tickets.extend(self.ticket(ticket)?);
            }
            set.counts.push((case.id, self.count_messages_and_files(case.id)?));
            set.consents.extend(self.consents_of(case.id)?);
        }
        Ok(set)
    }
}
