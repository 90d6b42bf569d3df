//! Files of cases. The caller has already encrypted their content.

use chrono::{DateTime, Utc};
use diesel::{
    ExpressionMethods, OptionalExtension, QueryDsl, Queryable, RunQueryDsl, Selectable, SelectableHelper,
    insert_into,
};
use domain::shared::file_kind::FileKind;
use domain::shared::ids::HireId;
use ports::legal_help::secrets::{CaseFile, CaseFiles, NewCaseFile};
use ports::shared::store_error::{StoreError, StoreResult};

use crate::schema::{case_file_pieces, case_files};
use crate::shared::rows::{entities, entity, parsed};
use crate::store::PgStore;

#[derive(Queryable, Selectable)]
#[diesel(table_name = case_files)]
struct FileRow {
    id: i64,
    hire_id: i32,
    is_from_lawyer: bool,
    sealed_name: Vec<u8>,
    kind: String,
    bytes: i64,
    added_at: DateTime<Utc>,
    content_name: Option<String>,
}

impl TryFrom<FileRow> for CaseFile {
    type Error = StoreError;

    fn try_from(row: FileRow) -> StoreResult<Self> {
        Ok(Self {
            id: row.id,
            case: HireId(row.hire_id),
            is_from_lawyer: row.is_from_lawyer,
            sealed_name: row.sealed_name,
            kind: parsed("case_files.kind", &row.kind, FileKind::parse)?,
            bytes: row.bytes,
            added_at: row.added_at,
            content_name: row.content_name,
        })
    }
}

impl CaseFiles for PgStore<'_> {
    fn insert_case_file(&mut self, new: &NewCaseFile<'_>) -> StoreResult<CaseFile> {
        let row: FileRow = self.run(|connection| {
            insert_into(case_files::table)
                .values((
                    case_files::hire_id.eq(new.case.0),
                    case_files::is_from_lawyer.eq(new.is_from_lawyer),
                    case_files::sealed_name.eq(new.sealed_name),
                    case_files::kind.eq(new.kind.as_str()),
                    case_files::bytes.eq(new.bytes),
                    case_files::added_at.eq(new.added_at),
                    case_files::content_name.eq(new.content_name),
                ))
                .returning(FileRow::as_returning())
                .get_result(connection)
        })?;
        row.try_into()
    }

    fn case_files(&mut self, case: HireId) -> StoreResult<Vec<CaseFile>> {
        let rows: Vec<FileRow> = self.run(|connection| {
            case_files::table
                .filter(case_files::hire_id.eq(case.0))
                .order(case_files::id)
                .select(FileRow::as_select())
                .load(connection)
        })?;
        entities(rows)
    }

    fn case_file(&mut self, id: i64) -> StoreResult<Option<CaseFile>> {
        let row: Option<FileRow> = self.run(|connection| {
            case_files::table.find(id).select(FileRow::as_select()).first(connection).optional()
        })?;
        entity(row)
    }

    fn case_file_content(&mut self, id: i64) -> StoreResult<Vec<u8>> {
        let pieces: Vec<Vec<u8>> = self.run(|connection| {
            case_file_pieces::table
                .filter(case_file_pieces::file_id.eq(id))
                .order(case_file_pieces::number)
                .select(case_file_pieces::content)
                .load(connection)
        })?;
        Ok(pieces.concat())
    }
}
