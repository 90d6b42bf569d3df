//! Lawyers, with their licenses and areas, and the candidates for a case.

use std::sync::LazyLock;

use chrono::{DateTime, Utc};
use diesel::dsl::{exists, sql};
use diesel::sql_types::{Array, BigInt, Bool, Record, Text, Timestamptz};
use diesel::{
    ExpressionMethods, OptionalExtension, PgConnection, PgSortExpressionMethods, QueryDsl, QueryResult,
    QueryableByName, RunQueryDsl, SelectableHelper, delete, insert_into, select, sql_query, update,
};
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::lawyer::{Lawyer, LawyerRecord, PracticeArea};
use domain::legal_help::matching::Candidate;
use domain::legal_help::monthly_fee::FeeMonth;
use domain::shared::ids::{LawyerId, UserId};
use domain::shared::money::Money;
use domain::shared::us_state::UsState;
use ports::legal_help::lawyers::{LawyerFigures, Lawyers, RegisterFacts};
use ports::shared::store_error::{StoreError, StoreResult};

use crate::connection::prepared::Prepared;
use crate::legal_help::lawyer_rows::{
    AreaRow, Areas, CompleteLawyer, HasSecondFactor, LawyerRow, LicenseRow, Licenses, MinutesToAccept,
    OpenCases, PRACTICES, PracticeRow, PracticesSql, to_practice,
};
use crate::legal_help::steps::step_names_sql;
use crate::shared::rows::convert_row;
use crate::store::PgStore;
use schema::{lawyer_areas, lawyer_licenses, lawyer_photos, lawyers};

/// The columns of a complete lawyer.
macro_rules! complete {
    () => {
        (LawyerRow::as_select(), Licenses, Areas)
    };
}

/// Returns the lawyer `id` with licenses and areas; `None` if there is none.
fn find_lawyer(connection: &mut PgConnection, id: i32) -> QueryResult<Option<CompleteLawyer>> {
    lawyers::table.find(id).select(complete!()).first(connection).optional()
}

/// Replaces the licenses and areas of the lawyer `id` with those of the `record`.
fn replace_licenses_and_areas(
    connection: &mut PgConnection,
    id: i32,
    record: &LawyerRecord,
) -> QueryResult<()> {
    delete(lawyer_licenses::table.filter(lawyer_licenses::lawyer_id.eq(id))).execute(connection)?;
    delete(lawyer_areas::table.filter(lawyer_areas::lawyer_id.eq(id))).execute(connection)?;
    let licenses: Vec<_> = record
        .licenses
        .iter()
        .map(|license| {
            (
                lawyer_licenses::lawyer_id.eq(id),
                lawyer_licenses::state.eq(license.state.name()),
                lawyer_licenses::number.eq(&license.number),
            )
        })
        .collect();
    insert_into(lawyer_licenses::table).values(licenses).execute(connection)?;
    let areas: Vec<_> = record
        .areas
        .iter()
        .map(|area| {
            let (county, court) = match area {
                PracticeArea::State(_) => (None, None),
                PracticeArea::County(_, county) => (Some(county.as_str()), None),
                PracticeArea::Court(_, court) => (None, Some(court.0)),
            };
            (
                lawyer_areas::lawyer_id.eq(id),
                lawyer_areas::state.eq(area.state().name()),
                lawyer_areas::county.eq(county),
                lawyer_areas::court_id.eq(court),
            )
        })
        .collect();
    insert_into(lawyer_areas::table).values(areas).execute(connection)?;
    Ok(())
}

/// A lawyer with licenses and areas, then the number of open cases, the median minutes to accept, the number of
/// overdue updates, and whether the second factor is on.
type FiguresRow = (LawyerRow, Vec<LicenseRow>, Vec<AreaRow>, i64, Option<i64>, i64, bool);

#[derive(QueryableByName)]
struct RegisterRow {
    #[diesel(sql_type = Bool)]
    has_lawyers: bool,
    #[diesel(sql_type = PracticesSql)]
    practices: Vec<PracticeRow>,
    #[diesel(sql_type = Array<Record<(Text, Text)>>)]
    authority_names: Vec<(String, String)>,
}

impl Lawyers for PgStore<'_> {
    fn insert_lawyer(
        &mut self,
        record: &LawyerRecord,
        fee_from: Option<FeeMonth>,
        created_at: DateTime<Utc>,
    ) -> StoreResult<Lawyer> {
        let row = self.run_unique(|connection| {
            let id: i32 = insert_into(lawyers::table)
                .values((
                    lawyers::name.eq(&record.name),
                    lawyers::firm.eq(&record.firm),
                    lawyers::takes_misdemeanors.eq(record.takes_misdemeanors),
                    lawyers::capacity.eq(record.capacity),
                    lawyers::email.eq(&record.email),
                    lawyers::phone.eq(&record.phone),
                    lawyers::trust_account_name.eq(&record.trust_account_name),
                    lawyers::monthly_fee_cents.eq(record.monthly_fee.map(Money::cents)),
                    lawyers::fee_from.eq(fee_from.map(FeeMonth::first_day)),
                    lawyers::created_at.eq(created_at),
                ))
                .returning(lawyers::id)
                .get_result(connection)?;
            replace_licenses_and_areas(connection, id, record)?;
            find_lawyer(connection, id)
        })?;
        convert_row(row)?.ok_or_else(|| StoreError::Failed("a lawyer that was just stored is missing".into()))
    }

    fn lawyer(&mut self, id: LawyerId) -> StoreResult<Option<Lawyer>> {
        convert_row(self.run(|connection| find_lawyer(connection, id.0))?)
    }

    fn lock_lawyer(&mut self, id: LawyerId) -> StoreResult<Option<Lawyer>> {
        // Locks the row before reading licenses and areas, because another transaction may change them until
        // the row is locked.
        let held: Option<i32> =
            self.first(lawyers::table.find(id.0).select(lawyers::id).for_no_key_update())?;
        if held.is_none() {
            return Ok(None);
        }
        self.lawyer(id)
    }

    fn lawyer_of_user(&mut self, user: UserId) -> StoreResult<Option<Lawyer>> {
        self.first_entity::<CompleteLawyer, _>(
            lawyers::table.filter(lawyers::user_id.eq(user.0)).select(complete!()),
        )
    }

    fn update_lawyer(&mut self, id: LawyerId, record: &LawyerRecord) -> StoreResult<Option<Lawyer>> {
        let row = self.run_unique(|connection| {
            let changed = update(lawyers::table.find(id.0))
                .set((
                    lawyers::name.eq(&record.name),
                    lawyers::firm.eq(&record.firm),
                    lawyers::takes_misdemeanors.eq(record.takes_misdemeanors),
                    lawyers::capacity.eq(record.capacity),
                    lawyers::email.eq(&record.email),
                    lawyers::phone.eq(&record.phone),
                    lawyers::trust_account_name.eq(&record.trust_account_name),
                    lawyers::monthly_fee_cents.eq(record.monthly_fee.map(Money::cents)),
                    lawyers::version.eq(lawyers::version + 1),
                ))
                .execute(connection)?;
            if changed > 0 {
                replace_licenses_and_areas(connection, id.0, record)?;
            }
            find_lawyer(connection, id.0)
        })?;
        convert_row(row)
    }

    fn set_fee_start(&mut self, id: LawyerId, month: FeeMonth) -> StoreResult<()> {
        self.execute(update(lawyers::table.find(id.0)).set(lawyers::fee_from.eq(month.first_day())))
    }

    fn set_lawyer_active(&mut self, id: LawyerId, is_active: bool) -> StoreResult<Option<Lawyer>> {
        let row = self.run(|connection| {
            update(lawyers::table.find(id.0))
                .set((lawyers::is_active.eq(is_active), lawyers::version.eq(lawyers::version + 1)))
                .execute(connection)?;
            find_lawyer(connection, id.0)
        })?;
        convert_row(row)
    }

    fn set_lawyer_account(&mut self, id: LawyerId, user: Option<UserId>) -> StoreResult<Option<Lawyer>> {
        let row = self.run_unique(|connection| {
            update(lawyers::table.find(id.0))
                .set((
                    lawyers::user_id.eq(user.map(|user| user.0)),
                    lawyers::version.eq(lawyers::version + 1),
                ))
                .execute(connection)?;
            find_lawyer(connection, id.0)
        })?;
        convert_row(row)
    }

    fn record_offer_time(&mut self, id: LawyerId, offered_at: DateTime<Utc>) -> StoreResult<()> {
        self.execute(update(lawyers::table.find(id.0)).set(lawyers::last_offered_at.eq(offered_at)))
    }

    fn set_lawyer_photo(
        &mut self,
        id: LawyerId,
        photo: Option<&[u8]>,
        added_at: DateTime<Utc>,
    ) -> StoreResult<()> {
        self.run(|connection| {
            let Some(photo) = photo else {
                return delete(lawyer_photos::table.find(id.0)).execute(connection);
            };
            let values = (lawyer_photos::content.eq(photo), lawyer_photos::added_at.eq(added_at));
            insert_into(lawyer_photos::table)
                .values((lawyer_photos::lawyer_id.eq(id.0), values))
                .on_conflict(lawyer_photos::lawyer_id)
                .do_update()
                .set(values)
                .execute(connection)
        })?;
        Ok(())
    }

    fn lawyer_photo(&mut self, id: LawyerId) -> StoreResult<Option<Vec<u8>>> {
        self.first(lawyer_photos::table.find(id.0).select(lawyer_photos::content))
    }

    fn count_lawyers(&mut self) -> StoreResult<i64> {
        self.get_result(lawyers::table.count())
    }

    fn has_lawyers(&mut self) -> StoreResult<bool> {
        self.get_result(select(exists(lawyers::table.select(lawyers::id))))
    }

    fn lawyers_with_figures(&mut self, now: DateTime<Utc>) -> StoreResult<Vec<LawyerFigures>> {
        let overdue = sql::<BigInt>(&format!(
            "(SELECT count(*) FROM cases WHERE cases.lawyer_id = lawyers.id AND cases.step IN ({}) \
             AND cases.update_due <= ",
            step_names_sql(CaseStep::is_open)
        ))
        .bind::<Timestamptz, _>(now)
        .sql(")");
        let found: Vec<FiguresRow> = self.load(lawyers::table.order((lawyers::name, lawyers::id)).select(
            (LawyerRow::as_select(), Licenses, Areas, OpenCases, MinutesToAccept, overdue, HasSecondFactor),
        ))?;
        let figures = |(row, licenses, areas, open_cases, minutes, overdue_updates, has_second_factor)| {
            Ok(LawyerFigures {
                lawyer: CompleteLawyer { row, licenses, areas }.try_into()?,
                open_cases,
                median_minutes_to_accept: minutes,
                overdue_updates,
                has_second_factor,
            })
        };
        found.into_iter().map(figures).collect()
    }

    fn register_facts(&mut self, states: &[UsState], issuer_keys: &[String]) -> StoreResult<RegisterFacts> {
        static STATEMENT: LazyLock<String> = LazyLock::new(|| {
            format!(
                "SELECT EXISTS (SELECT FROM lawyers) AS has_lawyers, {} AS practices, \
                 ARRAY(SELECT ROW(authority_names.key, authorities.name) FROM authority_names \
                 JOIN authorities ON authorities.id = authority_names.authority_id \
                 WHERE authority_names.key = ANY(ARRAY(SELECT unnest($2::text[])))) AS authority_names",
                *PRACTICES
            )
        });
        let states: Vec<&str> = states.iter().map(|state| state.name()).collect();
        let row: RegisterRow = self.get_result(
            // SQL: raw, because one statement reads three tables.
            sql_query(STATEMENT.as_str())
                .bind::<Array<Text>, _>(states)
                .bind::<Array<Text>, _>(issuer_keys)
                .prepared(),
        )?;
        Ok(RegisterFacts {
            has_lawyers: row.has_lawyers,
            practices: row.practices.into_iter().map(to_practice).collect::<StoreResult<_>>()?,
            authority_names: row.authority_names,
        })
    }

    fn candidates(&mut self, state: UsState) -> StoreResult<Vec<Candidate>> {
        let found: Vec<(LawyerRow, Vec<LicenseRow>, Vec<AreaRow>, i64)> = self.load(
            lawyers::table
                .filter(lawyers::is_active)
                .filter(lawyers::user_id.is_not_null())
                .filter(exists(
                    lawyer_licenses::table
                        .filter(lawyer_licenses::lawyer_id.eq(lawyers::id))
                        .filter(lawyer_licenses::state.eq(state.name())),
                ))
                .order((lawyers::last_offered_at.asc().nulls_first(), lawyers::id))
                .select((LawyerRow::as_select(), Licenses, Areas, OpenCases)),
        )?;
        let candidate = |(row, licenses, areas, open_cases)| {
            let lawyer = CompleteLawyer { row, licenses, areas }.try_into()?;
            Ok(Candidate { lawyer, open_cases })
        };
        found.into_iter().map(candidate).collect()
    }
}
