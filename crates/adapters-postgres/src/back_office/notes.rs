use chrono::{DateTime, Utc};
use diesel::{
    ExpressionMethods, OptionalExtension, PgConnection, QueryDsl, QueryResult, Queryable, RunQueryDsl,
    Selectable, SelectableHelper, delete, insert_into,
};
use domain::back_office::note::{NoteText, StaffNote};
use domain::shared::desk::{DeskKind, DeskRecord};
use domain::shared::ids::UserId;
use ports::back_office::notes::{NoteFilter, Notes};
use ports::shared::store_error::{StoreError, StoreResult};

use crate::shared::rows::{convert_rows, parse_word};
use crate::store::PgStore;
use schema::{help_inquiries, lawyer_hires, missing_ticket_reports, staff_notes, users};

#[derive(Queryable, Selectable)]
#[diesel(table_name = staff_notes, check_for_backend(diesel::pg::Pg))]
struct NoteRow {
    id: i32,
    subject_kind: String,
    subject_id: i32,
    user_id: i32,
    author_id: i32,
    note: String,
    created_at: DateTime<Utc>,
}

impl TryFrom<NoteRow> for StaffNote {
    type Error = StoreError;

    fn try_from(row: NoteRow) -> Result<Self, StoreError> {
        let kind = parse_word("staff_notes.subject_kind", &row.subject_kind, DeskKind::parse)?;
        Ok(Self {
            id: row.id,
            record: DeskRecord { kind, id: row.subject_id },
            user_id: UserId(row.user_id),
            author: UserId(row.author_id),
            text: row.note,
            created_at: row.created_at,
        })
    }
}

/// Selects the id of a row's owner.
macro_rules! owner {
    ($connection:expr, $table:ident, $id:expr) => {
        $table::table.find($id).select($table::user_id).first($connection).optional()
    };
}

impl Notes for PgStore<'_> {
    fn lock_driver_for_note(&mut self, DeskRecord { kind, id }: DeskRecord) -> StoreResult<Option<UserId>> {
        let owner: Option<i32> = self.run(|connection| match kind {
            DeskKind::Hire => owner!(connection, lawyer_hires, id),
            DeskKind::Report => owner!(connection, missing_ticket_reports, id),
            DeskKind::Inquiry => owner!(connection, help_inquiries, id),
            DeskKind::User => Ok(Some(id)),
            DeskKind::TextRequest
            | DeskKind::Reply
            | DeskKind::Ticket
            | DeskKind::Parking
            | DeskKind::Toll
            | DeskKind::Transaction
            | DeskKind::Chargeback => Ok(None),
        })?;
        let Some(owner) = owner else { return Ok(None) };
        // Staff can't add notes to the records of a closed account. Only the user is locked, not the record.
        // Closing an account locks the user before reports and hires, so locking the record first could
        // deadlock. The user's lock also makes concurrent new notes wait.
        let open = self.run(|connection| lock_open_user(connection, owner))?;
        Ok(open.map(UserId))
    }

    fn notes(&mut self, filter: NoteFilter, limit: i64) -> StoreResult<Vec<StaffNote>> {
        let rows: Vec<NoteRow> = self.run(|connection| {
            let newest = staff_notes::table
                .select(NoteRow::as_select())
                .order(staff_notes::id.desc())
                .limit(limit)
                .into_boxed();
            match filter {
                NoteFilter::Record(DeskRecord { kind, id }) => newest
                    .filter(staff_notes::subject_kind.eq(kind.as_str()))
                    .filter(staff_notes::subject_id.eq(id))
                    .load(connection),
                NoteFilter::Driver(user) => newest.filter(staff_notes::user_id.eq(user.0)).load(connection),
            }
        })?;
        convert_rows(rows)
    }

    fn count_notes(&mut self, DeskRecord { kind, id }: DeskRecord) -> StoreResult<i64> {
        self.get_result(
            staff_notes::table
                .filter(staff_notes::subject_kind.eq(kind.as_str()))
                .filter(staff_notes::subject_id.eq(id))
                .count(),
        )
    }

    fn insert_note(
        &mut self,
        DeskRecord { kind, id }: DeskRecord,
        owner: UserId,
        author: UserId,
        text: &NoteText,
        written_at: DateTime<Utc>,
    ) -> StoreResult<StaffNote> {
        let row: NoteRow = self.get_result(
            insert_into(staff_notes::table)
                .values((
                    staff_notes::subject_kind.eq(kind.as_str()),
                    staff_notes::subject_id.eq(id),
                    staff_notes::user_id.eq(owner.0),
                    staff_notes::author_id.eq(author.0),
                    staff_notes::note.eq(text.as_str()),
                    staff_notes::created_at.eq(written_at),
                ))
                .returning(NoteRow::as_returning()),
        )?;
        row.try_into()
    }

    fn delete_note(&mut self, id: i32) -> StoreResult<Option<StaffNote>> {
        self.optional_entity::<NoteRow, _>(
            delete(staff_notes::table.find(id)).returning(NoteRow::as_returning()),
        )
    }
}

/// Locks a user until the transaction ends, and returns the user's id. `None` if the account is
/// closed or doesn't exist.
fn lock_open_user(connection: &mut PgConnection, id: i32) -> QueryResult<Option<i32>> {
    users::table
        .find(id)
        .filter(users::closed_at.is_null())
        .select(users::id)
        .for_no_key_update()
        .first(connection)
        .optional()
}
