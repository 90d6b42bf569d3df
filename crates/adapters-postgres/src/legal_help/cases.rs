//! Cases of hires, their events, offers and agreements.

use chrono::{DateTime, Utc};
use diesel::dsl::{exists, sql};
use diesel::sql_types::{Nullable, Timestamptz};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, NullableExpressionMethods, OptionalExtension, PgConnection,
    PgSortExpressionMethods, QueryDsl, QueryResult, RunQueryDsl, SelectableHelper, insert_into, update,
};
use domain::legal_help::agreement::{Agreement, Signature};
use domain::legal_help::case::event::{CaseEvent, NewCaseEvent};
use domain::legal_help::case::handling::Handling;
use domain::legal_help::case::offer::{LawyerOffer, OfferEnd};
use domain::legal_help::case::record::Case;
use domain::legal_help::case::step::CaseStep;
use domain::shared::ids::{HireId, LawyerId, UserId};
use domain::shared::money::Money;
use ports::legal_help::cases::{CaseDeadlineSummary, Cases};
use ports::shared::store_error::StoreResult;

use crate::legal_help::case_deadlines;
use crate::legal_help::case_rows::{
    AgreementRow, CaseOfHire, CaseRow, CaseValues, EventOfUser, EventRow, select_event_files,
};
use crate::legal_help::steps::step_names;
use crate::shared::rows::{convert_row, convert_rows};
use crate::store::PgStore;
use schema::{case_agreements, case_event_files, case_events, case_offers, cases, lawyer_hires, users};

/// Maximum number of closed cases in a lawyer's list of cases.
const MAX_OVER: i64 = 200;

/// Selects cases, with the driver and the ticket of their hires.
macro_rules! cases_of_hires {
    () => {
        cases::table.inner_join(lawyer_hires::table).select((
            CaseRow::as_select(),
            lawyer_hires::user_id,
            lawyer_hires::ticket_id,
        ))
    };
}

/// Returns the case of the hire `id`; `None` if there is none.
fn find_case(connection: &mut PgConnection, id: HireId) -> QueryResult<Option<CaseOfHire>> {
    cases_of_hires!().filter(cases::hire_id.eq(id.0)).first(connection).optional()
}

/// SQL expression for the nearest date of a case, for the lawyer's list of cases: the deadline for answering
/// the offer or for the next update, or the court date. If the agreement isn't signed, the case ends at
/// `accept_by`, so that deadline counts too.
const NEAREST: &str = "least(cases.answer_by, cases.update_due, cases.court_date::timestamp AT TIME ZONE 'UTC', \
    CASE WHEN cases.step = 'accepted' THEN cases.accept_by END)";

/// Returns the subquery for the offer of a case to this lawyer, if the lawyer hasn't answered it.
#[diesel::dsl::auto_type]
fn open_offers(lawyer: i32) -> _ {
    case_offers::table
        .filter(case_offers::hire_id.eq(cases::hire_id))
        .filter(case_offers::lawyer_id.eq(lawyer))
        .filter(case_offers::result.is_null())
}

impl Cases for PgStore<'_> {
    fn insert_case(&mut self, case: &Case) -> StoreResult<()> {
        // A trigger on the hire's insert has already added a case. That case gets the values of `case`.
        let values = (CaseValues::from(case), cases::handling.eq(case.handling.as_str()));
        self.execute(
            insert_into(cases::table)
                .values((cases::hire_id.eq(case.id.0), cases::created_at.eq(case.created_at), &values))
                .on_conflict(cases::hire_id)
                .do_update()
                .set((CaseValues::from(case), cases::handling.eq(case.handling.as_str()))),
        )
    }

    fn case_of_hire(&mut self, id: HireId) -> StoreResult<Option<Case>> {
        convert_row(self.run(|connection| find_case(connection, id))?)
    }

    fn open_cases_of(&mut self, lawyer: LawyerId) -> StoreResult<Vec<Case>> {
        let has_offer = exists(open_offers(lawyer.0));
        self.entities::<CaseOfHire, _>(
            cases_of_hires!()
                .filter(cases::step.eq_any(step_names(CaseStep::is_open)))
                .filter(cases::lawyer_id.eq(lawyer.0).assume_not_null().or(has_offer))
                .order(cases::hire_id),
        )
    }

    fn lock_case_of_hire(&mut self, id: HireId) -> StoreResult<Option<Case>> {
        // The hire is locked too, because a change of the case may also set the hire's status. The hire and
        // the case are read only after both are locked, because other transactions may change them before.
        let held: Option<i32> = self.run(|connection| {
            let hire: Option<i32> = lawyer_hires::table
                .find(id.0)
                .select(lawyer_hires::id)
                .for_no_key_update()
                .first(connection)
                .optional()?;
            let Some(hire) = hire else { return Ok(None) };
            cases::table.find(hire).select(cases::hire_id).for_no_key_update().first(connection).optional()
        })?;
        if held.is_none() {
            return Ok(None);
        }
        self.case_of_hire(id)
    }

    fn update_case(&mut self, case: &Case) -> StoreResult<Option<Case>> {
        let row = self.run(|connection| {
            update(cases::table.find(case.id.0))
                .set((CaseValues::from(case), cases::version.eq(cases::version + 1)))
                .execute(connection)?;
            find_case(connection, case.id)
        })?;
        convert_row(row)
    }

    fn cases_of_driver(&mut self, user: UserId) -> StoreResult<Vec<Case>> {
        self.entities::<CaseOfHire, _>(
            cases_of_hires!().filter(lawyer_hires::user_id.eq(user.0)).order(cases::hire_id.desc()),
        )
    }

    fn newest_cases_of_driver(&mut self, user: UserId, limit: i64) -> StoreResult<Vec<Case>> {
        self.entities::<CaseOfHire, _>(
            cases_of_hires!()
                .filter(lawyer_hires::user_id.eq(user.0))
                .order(cases::hire_id.desc())
                .limit(limit),
        )
    }

    fn cases_of_lawyer(&mut self, lawyer: LawyerId) -> StoreResult<Vec<Case>> {
        let rows: Vec<CaseOfHire> = self.run(|connection| {
            let has_offer = exists(open_offers(lawyer.0));
            let mut rows: Vec<CaseOfHire> = cases_of_hires!()
                .filter(cases::step.eq_any(step_names(CaseStep::is_open)))
                .filter(cases::lawyer_id.eq(lawyer.0).assume_not_null().or(has_offer))
                .order((sql::<Nullable<Timestamptz>>(NEAREST).asc().nulls_last(), cases::hire_id))
                .load(connection)?;
            let over: Vec<CaseOfHire> = cases_of_hires!()
                .filter(cases::step.ne_all(step_names(CaseStep::is_open)))
                .filter(cases::lawyer_id.eq(lawyer.0))
                .order(cases::hire_id.desc())
                .limit(MAX_OVER)
                .load(connection)?;
            rows.extend(over);
            Ok(rows)
        })?;
        convert_rows(rows)
    }

    fn add_case_event(&mut self, event: &NewCaseEvent) -> StoreResult<()> {
        let verdict = event.verdict;
        self.run(|connection| {
            let id: i64 = insert_into(case_events::table)
                .values((
                    case_events::hire_id.eq(event.case.0),
                    case_events::kind.eq(event.kind.as_str()),
                    case_events::step.eq(event.step.as_str()),
                    case_events::at.eq(event.at),
                    case_events::actor.eq(event.actor.as_str()),
                    case_events::actor_id.eq(event.actor_id.map(|id| id.0)),
                    case_events::lawyer_id.eq(event.lawyer_id.map(|id| id.0)),
                    case_events::note.eq(&event.note),
                    case_events::court_date.eq(event.court_date),
                    case_events::court_time.eq(&event.court_time),
                    case_events::outcome.eq(verdict.map(|verdict| verdict.outcome.as_str())),
                    case_events::outcome_fine_cents
                        .eq(verdict.and_then(|verdict| verdict.fine).map(Money::cents)),
                    case_events::outcome_points.eq(verdict.and_then(|verdict| verdict.points)),
                    case_events::outcome_until.eq(verdict.and_then(|verdict| verdict.until)),
                    case_events::outcome_due.eq(verdict.and_then(|verdict| verdict.due)),
                ))
                .returning(case_events::id)
                .get_result(connection)?;
            let files = event.files.iter();
            let files: Vec<_> = files
                .map(|file| (case_event_files::event_id.eq(id), case_event_files::file_id.eq(file)))
                .collect();
            insert_into(case_event_files::table).values(files).execute(connection)
        })?;
        Ok(())
    }

    fn case_events(&mut self, id: HireId) -> StoreResult<Vec<CaseEvent>> {
        self.entities::<EventOfUser, _>(
            case_events::table
                .left_join(users::table)
                .filter(case_events::hire_id.eq(id.0))
                .order(case_events::id)
                .select((EventRow::as_select(), users::full_name.nullable(), select_event_files())),
        )
    }

    fn insert_offer(&mut self, offer: &LawyerOffer) -> StoreResult<()> {
        self.run_unique(|connection| {
            insert_into(case_offers::table)
                .values((
                    case_offers::hire_id.eq(offer.case.0),
                    case_offers::lawyer_id.eq(offer.lawyer_id.0),
                    case_offers::offered_at.eq(offer.offered_at),
                    case_offers::answer_by.eq(offer.answer_by),
                ))
                .execute(connection)
        })?;
        Ok(())
    }

    fn open_offer(&mut self, case: HireId) -> StoreResult<Option<LawyerOffer>> {
        let row: Option<(i32, DateTime<Utc>, DateTime<Utc>)> = self.first(
            case_offers::table
                .filter(case_offers::hire_id.eq(case.0))
                .filter(case_offers::result.is_null())
                .select((case_offers::lawyer_id, case_offers::offered_at, case_offers::answer_by)),
        )?;
        Ok(row.map(|(lawyer, offered_at, answer_by)| LawyerOffer {
            case,
            lawyer_id: LawyerId(lawyer),
            offered_at,
            answer_by,
        }))
    }

    fn end_offer(
        &mut self,
        case: HireId,
        end: OfferEnd,
        ended_at: DateTime<Utc>,
        reason: Option<&str>,
    ) -> StoreResult<()> {
        self.execute(
            update(case_offers::table)
                .filter(case_offers::hire_id.eq(case.0))
                .filter(case_offers::result.is_null())
                .set((
                    case_offers::result.eq(end.as_str()),
                    case_offers::answered_at.eq(ended_at),
                    case_offers::reason.eq(reason),
                )),
        )
    }

    fn lawyers_ever_offered(&mut self, case: HireId) -> StoreResult<Vec<LawyerId>> {
        let ids: Vec<i32> = self.load(
            case_offers::table
                .filter(case_offers::hire_id.eq(case.0))
                .select(case_offers::lawyer_id)
                .distinct()
                .order(case_offers::lawyer_id),
        )?;
        Ok(ids.into_iter().map(LawyerId).collect())
    }

    fn set_agreement(&mut self, case: HireId, agreement: &Agreement) -> StoreResult<()> {
        self.run(|connection| {
            let values = (
                case_agreements::text.eq(&agreement.text),
                case_agreements::file_id.eq(agreement.file),
                case_agreements::sha256.eq(&agreement.sha256),
                case_agreements::sent_at.eq(agreement.sent_at),
            );
            let replaced = update(case_agreements::table.find((case.0, agreement.lawyer_id.0)))
                .filter(case_agreements::signed_at.is_null())
                .set(values)
                .execute(connection)?;
            if replaced > 0 {
                return Ok(replaced);
            }
            insert_into(case_agreements::table)
                .values((
                    case_agreements::hire_id.eq(case.0),
                    case_agreements::lawyer_id.eq(agreement.lawyer_id.0),
                    values,
                ))
                .on_conflict_do_nothing()
                .execute(connection)
        })?;
        Ok(())
    }

    fn sign_agreement(&mut self, case: HireId, lawyer: LawyerId, signature: &Signature) -> StoreResult<()> {
        self.execute(update(case_agreements::table.find((case.0, lawyer.0))).set((
            case_agreements::signed_at.eq(signature.at),
            case_agreements::signed_name.eq(&signature.name),
        )))
    }

    fn agreement(&mut self, case: HireId, lawyer: LawyerId) -> StoreResult<Option<Agreement>> {
        let row: Option<AgreementRow> =
            self.first(case_agreements::table.find((case.0, lawyer.0)).select(AgreementRow::as_select()))?;
        Ok(row.map(Agreement::from))
    }

    fn due_cases(&mut self, now: DateTime<Utc>, limit: i64) -> StoreResult<Vec<HireId>> {
        case_deadlines::due_cases(self, now, limit)
    }

    fn cases_waiting_for_lawyer(&mut self) -> StoreResult<Vec<HireId>> {
        let ids: Vec<i32> = self.load(
            cases::table
                .filter(cases::handling.eq(Handling::Matched.as_str()))
                .filter(cases::step.eq(CaseStep::Hired.as_str()))
                .order((cases::accept_by, cases::hire_id))
                .select(cases::hire_id),
        )?;
        Ok(ids.into_iter().map(HireId).collect())
    }

    fn case_deadline_summary(
        &mut self,
        now: DateTime<Utc>,
        day_ends: DateTime<Utc>,
        limit: i64,
    ) -> StoreResult<CaseDeadlineSummary> {
        case_deadlines::case_deadline_summary(self, now, day_ends, limit)
    }
}
