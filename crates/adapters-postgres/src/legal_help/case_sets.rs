//! Reads the records that belong to several cases, with one query for each kind of record.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use diesel::dsl::sql;
use diesel::sql_types::{BigInt, Nullable, Text};
use diesel::{ExpressionMethods, NullableExpressionMethods, QueryDsl, SelectableHelper};
use domain::accounts::user::User;
use domain::driving_record::ticket::Ticket;
use domain::legal_help::agreement::Agreement;
use domain::legal_help::case::event::CaseEvent;
use domain::legal_help::case::offer::LawyerOffer;
use domain::legal_help::case::record::Case;
use domain::legal_help::hire::LawyerHire;
use domain::legal_help::lawyer::Lawyer;
use domain::legal_help::secrets::Consent;
use domain::shared::ids::{HireId, LawyerId};
use ports::legal_help::case_sets::{CaseSet, CaseSets};
use ports::shared::store_error::StoreResult;

use crate::accounts::user_rows::UserRow;
use crate::driving_record::item_rows::TicketRow;
use crate::legal_help::case_rows::{AgreementRow, EventOfUser, EventRow, select_event_files};
use crate::legal_help::hire_rows::{
    HireCaseRow, HireRow, HireWithRefund, NEWEST_REFUND, REFUND_AMOUNT, complete_hires,
};
use crate::legal_help::lawyer_rows::{Areas, CompleteLawyer, LawyerRow, Licenses};
use crate::legal_help::secrets::ConsentRow;
use crate::store::PgStore;
use schema::{
    case_agreements, case_consents, case_events, case_offers, cases, lawyer_hires, lawyers, tickets, users,
};

impl CaseSets for PgStore<'_> {
    fn load_case_set(&mut self, cases: &[Case]) -> StoreResult<CaseSet> {
        if cases.is_empty() {
            return Ok(CaseSet::default());
        }
        let ids: Vec<i32> = cases.iter().map(|case| case.id.0).collect();
        let offers = self.open_offers_of_cases(&ids)?;
        let events = self.events_of_cases(&ids)?;
        let in_cases = cases.iter().filter_map(|case| case.lawyer_id);
        let in_events = events.iter().filter_map(|stored| stored.event.lawyer_id);
        let lawyers = in_cases.chain(in_events).chain(offers.iter().map(|offer| offer.lawyer_id));
        Ok(CaseSet {
            hires: self.hires_of_cases(&ids)?,
            agreements: self.agreements_of_cases(&ids)?,
            lawyers: self.lawyers_by_ids(lawyers.map(|id| id.0).collect())?,
            drivers: self.drivers_by_ids(cases.iter().map(|case| case.user_id.0).collect())?,
            tickets: self
                .tickets_by_ids(cases.iter().filter_map(|case| Some(case.ticket_id?.0)).collect())?,
            counts: self.secret_counts_of_cases(&ids)?,
            consents: self.consents_of_cases(&ids)?,
            offers,
            events,
        })
    }
}

impl PgStore<'_> {
    /// Returns the hires of these cases. A case and its hire have the same id.
    fn hires_of_cases(&mut self, ids: &[i32]) -> StoreResult<Vec<LawyerHire>> {
        self.entities::<HireWithRefund, _>(complete_hires!().filter(lawyer_hires::id.eq_any(ids)))
    }

    /// Returns the offers of these cases to lawyers who haven't answered yet.
    fn open_offers_of_cases(&mut self, ids: &[i32]) -> StoreResult<Vec<LawyerOffer>> {
        let rows: Vec<(i32, i32, DateTime<Utc>, DateTime<Utc>)> = self.load(
            case_offers::table
                .filter(case_offers::hire_id.eq_any(ids))
                .filter(case_offers::result.is_null())
                .select((
                    case_offers::hire_id,
                    case_offers::lawyer_id,
                    case_offers::offered_at,
                    case_offers::answer_by,
                )),
        )?;
        let offer = |(case, lawyer, offered_at, answer_by)| LawyerOffer {
            case: HireId(case),
            lawyer_id: LawyerId(lawyer),
            offered_at,
            answer_by,
        };
        Ok(rows.into_iter().map(offer).collect())
    }

    /// Returns the agreements of these cases, each with the id of its case.
    fn agreements_of_cases(&mut self, ids: &[i32]) -> StoreResult<Vec<(HireId, Agreement)>> {
        let rows: Vec<(i32, AgreementRow)> = self.load(
            case_agreements::table
                .filter(case_agreements::hire_id.eq_any(ids))
                .select((case_agreements::hire_id, AgreementRow::as_select())),
        )?;
        Ok(rows.into_iter().map(|(case, row)| (HireId(case), row.into())).collect())
    }

    /// Returns the events of these cases, each case's oldest first.
    fn events_of_cases(&mut self, ids: &[i32]) -> StoreResult<Vec<CaseEvent>> {
        self.entities::<EventOfUser, _>(
            case_events::table
                .left_join(users::table)
                .filter(case_events::hire_id.eq_any(ids))
                .order((case_events::hire_id, case_events::id))
                .select((EventRow::as_select(), users::full_name.nullable(), select_event_files())),
        )
    }

    fn lawyers_by_ids(&mut self, ids: BTreeSet<i32>) -> StoreResult<Vec<Lawyer>> {
        self.entities::<CompleteLawyer, _>(lawyers::table.filter(lawyers::id.eq_any(ids)).select((
            LawyerRow::as_select(),
            Licenses,
            Areas,
        )))
    }

    fn drivers_by_ids(&mut self, ids: BTreeSet<i32>) -> StoreResult<Vec<User>> {
        self.entities::<UserRow, _>(users::table.filter(users::id.eq_any(ids)).select(UserRow::as_select()))
    }

    /// Returns the tickets with these `ids`, except removed ones.
    fn tickets_by_ids(&mut self, ids: BTreeSet<i32>) -> StoreResult<Vec<Ticket>> {
        self.entities::<TicketRow, _>(
            tickets::table
                .filter(tickets::id.eq_any(ids))
                .filter(tickets::removed_at.is_null())
                .select(TicketRow::as_select()),
        )
    }

    fn consents_of_cases(&mut self, ids: &[i32]) -> StoreResult<Vec<Consent>> {
        self.entities::<ConsentRow, _>(
            case_consents::table
                .filter(case_consents::hire_id.eq_any(ids))
                .order((case_consents::hire_id, case_consents::id))
                .select(ConsentRow::as_select()),
        )
    }
}
