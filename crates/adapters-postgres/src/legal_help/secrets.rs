//! Keys, messages and consents of cases.

use chrono::{DateTime, Utc};
use diesel::dsl::not;
use diesel::sql_types::{Array, Integer};
use diesel::{
    ExpressionMethods, QueryDsl, Queryable, RunQueryDsl, Selectable, SelectableHelper, insert_into,
    sql_query, update,
};
use domain::legal_help::secrets::{Consent, ConsentKind};
use domain::shared::ids::{HireId, LawyerId, UserId};
use ports::legal_help::secrets::{CaseMessage, CaseSecrets, NewCaseMessage, NewConsent, SecretCounts};
use ports::shared::store_error::{StoreError, StoreResult};

use crate::shared::rows::{parse_word, row_by_name};
use crate::store::PgStore;
use schema::{case_consents, case_keys, case_messages, cases, lawyer_hires};

const COUNTS: &str = "
    SELECT cases.hire_id, messages.*, files.files, greatest(messages.last_sent_at, files.last_added_at) AS last_at
    FROM cases
    CROSS JOIN LATERAL (
        SELECT count(*) AS messages, max(sent_at) AS last_sent_at,
            count(*) FILTER (WHERE is_from_lawyer AND read_at IS NULL) AS unread_by_driver,
            count(*) FILTER (WHERE NOT is_from_lawyer AND read_at IS NULL AND lawyer_id = cases.lawyer_id)
                AS unread_by_lawyer
        FROM case_messages WHERE case_messages.hire_id = cases.hire_id
    ) AS messages
    CROSS JOIN LATERAL (
        SELECT count(*) AS files, max(added_at) AS last_added_at
        FROM case_files WHERE case_files.hire_id = cases.hire_id
    ) AS files
    WHERE cases.hire_id = ANY($1)";

row_by_name! {
    struct CountsRow {
        hire_id: i32,
        messages: i64,
        unread_by_driver: i64,
        unread_by_lawyer: i64,
        files: i64,
        last_at: Option<DateTime<Utc>>,
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = case_messages)]
struct MessageRow {
    id: i64,
    lawyer_id: i32,
    is_from_lawyer: bool,
    sealed: Vec<u8>,
    sent_at: DateTime<Utc>,
    read_at: Option<DateTime<Utc>>,
}

impl From<MessageRow> for CaseMessage {
    fn from(row: MessageRow) -> Self {
        Self {
            id: row.id,
            lawyer_id: LawyerId(row.lawyer_id),
            is_from_lawyer: row.is_from_lawyer,
            sealed: row.sealed,
            sent_at: row.sent_at,
            read_at: row.read_at,
        }
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = case_consents)]
pub(super) struct ConsentRow {
    id: i64,
    hire_id: i32,
    kind: String,
    lawyer_id: Option<i32>,
    asked_by: Option<i32>,
    asked_at: DateTime<Utc>,
    given_at: Option<DateTime<Utc>>,
    expires_at: Option<DateTime<Utc>>,
    ended_at: Option<DateTime<Utc>>,
}

impl TryFrom<ConsentRow> for Consent {
    type Error = StoreError;

    fn try_from(row: ConsentRow) -> StoreResult<Self> {
        Ok(Self {
            id: row.id,
            case: HireId(row.hire_id),
            kind: parse_word("case_consents.kind", &row.kind, ConsentKind::parse)?,
            lawyer_id: row.lawyer_id.map(LawyerId),
            asked_by: row.asked_by.map(UserId),
            asked_at: row.asked_at,
            given_at: row.given_at,
            expires_at: row.expires_at,
            ended_at: row.ended_at,
        })
    }
}

impl PgStore<'_> {
    /// Counts the messages and files of each case.
    pub(super) fn secret_counts_of_cases(&mut self, ids: &[i32]) -> StoreResult<Vec<(HireId, SecretCounts)>> {
        // SQL: the query builder has no LATERAL.
        let rows: Vec<CountsRow> = self.load(sql_query(COUNTS).bind::<Array<Integer>, _>(ids))?;
        let counts = |row: CountsRow| {
            let counts = SecretCounts {
                messages: row.messages,
                unread_by_driver: row.unread_by_driver,
                unread_by_lawyer: row.unread_by_lawyer,
                files: row.files,
                last_at: row.last_at,
            };
            (HireId(row.hire_id), counts)
        };
        Ok(rows.into_iter().map(counts).collect())
    }
}

impl CaseSecrets for PgStore<'_> {
    fn case_key(&mut self, case: HireId) -> StoreResult<Option<Vec<u8>>> {
        self.first(case_keys::table.find(case.0).select(case_keys::sealed_key))
    }

    fn insert_case_key(&mut self, case: HireId, sealed: &[u8], created_at: DateTime<Utc>) -> StoreResult<()> {
        self.execute(
            insert_into(case_keys::table)
                .values((
                    case_keys::hire_id.eq(case.0),
                    case_keys::sealed_key.eq(sealed),
                    case_keys::created_at.eq(created_at),
                ))
                .on_conflict_do_nothing(),
        )
    }

    fn insert_case_message(&mut self, new: &NewCaseMessage<'_>) -> StoreResult<CaseMessage> {
        let row: MessageRow = self.get_result(
            insert_into(case_messages::table)
                .values((
                    case_messages::hire_id.eq(new.case.0),
                    case_messages::lawyer_id.eq(new.lawyer_id.0),
                    case_messages::is_from_lawyer.eq(new.is_from_lawyer),
                    case_messages::sealed.eq(new.sealed),
                    case_messages::sent_at.eq(new.sent_at),
                ))
                .returning(MessageRow::as_returning()),
        )?;
        Ok(row.into())
    }

    fn case_messages(&mut self, case: HireId) -> StoreResult<Vec<CaseMessage>> {
        let rows: Vec<MessageRow> = self.load(
            case_messages::table
                .filter(case_messages::hire_id.eq(case.0))
                .order(case_messages::id)
                .select(MessageRow::as_select()),
        )?;
        Ok(rows.into_iter().map(CaseMessage::from).collect())
    }

    fn mark_case_messages_read(
        &mut self,
        case: HireId,
        lawyer: Option<LawyerId>,
        up_to: i64,
        read_at: DateTime<Utc>,
    ) -> StoreResult<()> {
        let unread = case_messages::table
            .filter(case_messages::hire_id.eq(case.0))
            .filter(case_messages::id.le(up_to))
            .filter(case_messages::read_at.is_null())
            .filter(case_messages::is_from_lawyer.eq(lawyer.is_none()));
        self.run(|connection| match lawyer {
            None => update(unread).set(case_messages::read_at.eq(read_at)).execute(connection),
            Some(lawyer) => update(unread.filter(case_messages::lawyer_id.eq(lawyer.0)))
                .set(case_messages::read_at.eq(read_at))
                .execute(connection),
        })?;
        Ok(())
    }

    fn count_unread_by_driver(&mut self, driver: UserId) -> StoreResult<i64> {
        self.get_result(
            case_messages::table
                .inner_join(case_keys::table.inner_join(cases::table.inner_join(lawyer_hires::table)))
                .filter(lawyer_hires::user_id.eq(driver.0))
                .filter(case_messages::is_from_lawyer)
                .filter(case_messages::read_at.is_null())
                .count(),
        )
    }

    fn count_unread_by_lawyer(&mut self, lawyer: LawyerId) -> StoreResult<i64> {
        self.get_result(
            case_messages::table
                .inner_join(case_keys::table.inner_join(cases::table))
                .filter(case_messages::lawyer_id.eq(lawyer.0))
                .filter(cases::lawyer_id.eq(lawyer.0))
                .filter(not(case_messages::is_from_lawyer))
                .filter(case_messages::read_at.is_null())
                .count(),
        )
    }

    fn count_messages_and_files(&mut self, case: HireId) -> StoreResult<SecretCounts> {
        Ok(self.secret_counts_of_cases(&[case.0])?.pop().map(|(_, counts)| counts).unwrap_or_default())
    }

    fn insert_consent(&mut self, new: &NewConsent) -> StoreResult<Consent> {
        let row: ConsentRow = self.get_result(
            insert_into(case_consents::table)
                .values((
                    case_consents::hire_id.eq(new.case.0),
                    case_consents::kind.eq(new.kind.as_str()),
                    case_consents::lawyer_id.eq(new.lawyer_id.map(|id| id.0)),
                    case_consents::asked_by.eq(new.asked_by.0),
                    case_consents::asked_at.eq(new.asked_at),
                ))
                .returning(ConsentRow::as_returning()),
        )?;
        row.try_into()
    }

    fn consents_of(&mut self, case: HireId) -> StoreResult<Vec<Consent>> {
        self.entities::<ConsentRow, _>(
            case_consents::table
                .filter(case_consents::hire_id.eq(case.0))
                .order(case_consents::id)
                .select(ConsentRow::as_select()),
        )
    }

    fn set_consent(&mut self, consent: &Consent) -> StoreResult<()> {
        self.execute(update(case_consents::table.find(consent.id)).set((
            case_consents::given_at.eq(consent.given_at),
            case_consents::expires_at.eq(consent.expires_at),
            case_consents::ended_at.eq(consent.ended_at),
        )))
    }
}
