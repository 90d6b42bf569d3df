//! Files of cases. This module only gets encrypted names and contents.

use chrono::{DateTime, Utc};
use diesel::dsl::sql;
use diesel::sql_types::Bool;
use diesel::{ExpressionMethods, QueryDsl, Queryable, Selectable, SelectableHelper, delete, insert_into};
use domain::shared::file_kind::FileKind;
use domain::shared::ids::{HireId, LawyerId};
use ports::legal_help::secrets::{CaseFile, CaseFiles, NewCaseFile};
use ports::shared::store_error::StoreResult;

use crate::shared::rows::parse_word;
use crate::store::PgStore;
use schema::{case_file_pieces, case_files};

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
    lawyer_id: Option<i32>,
}

/// A file, and whether an event or an agreement refers to it.
type FileAndUse = (FileRow, bool);

/// Selects files, each with whether an event or an agreement refers to it.
macro_rules! files {
    () => {
        case_files::table.select((
            FileRow::as_select(),
            sql::<Bool>(
                "(EXISTS (SELECT FROM case_event_files WHERE case_event_files.file_id = case_files.id) \
                 OR EXISTS (SELECT FROM case_agreements WHERE case_agreements.file_id = case_files.id))",
            ),
        ))
    };
}

impl FileRow {
    /// Converts the row to a file. `is_used` says whether an event or an agreement of a case contains the file.
    fn into_case_file(self, is_used: bool) -> StoreResult<CaseFile> {
        let row = self;
        Ok(CaseFile {
            id: row.id,
            case: HireId(row.hire_id),
            is_from_lawyer: row.is_from_lawyer,
            lawyer_id: row.lawyer_id.map(LawyerId),
            sealed_name: row.sealed_name,
            kind: parse_word("case_files.kind", &row.kind, FileKind::parse)?,
            bytes: row.bytes,
            added_at: row.added_at,
            content_name: row.content_name,
            is_used,
        })
    }
}

impl CaseFiles for PgStore<'_> {
    fn insert_case_file(&mut self, new: &NewCaseFile<'_>) -> StoreResult<CaseFile> {
        let row: FileRow = self.get_result(
            insert_into(case_files::table)
                .values((
                    case_files::hire_id.eq(new.case.0),
                    case_files::is_from_lawyer.eq(new.lawyer_id.is_some()),
                    case_files::lawyer_id.eq(new.lawyer_id.map(|id| id.0)),
                    case_files::sealed_name.eq(new.sealed_name),
                    case_files::kind.eq(new.kind.as_str()),
                    case_files::bytes.eq(new.bytes),
                    case_files::added_at.eq(new.added_at),
                    case_files::content_name.eq(new.content_name),
                ))
                .returning(FileRow::as_returning()),
        )?;
        row.into_case_file(false)
    }

    fn case_files(&mut self, case: HireId) -> StoreResult<Vec<CaseFile>> {
        let rows: Vec<FileAndUse> =
            self.load(files!().filter(case_files::hire_id.eq(case.0)).order(case_files::id))?;
        rows.into_iter().map(|(row, is_used)| row.into_case_file(is_used)).collect()
    }

    fn case_file(&mut self, id: i64) -> StoreResult<Option<CaseFile>> {
        let row: Option<FileAndUse> = self.first(files!().filter(case_files::id.eq(id)))?;
        row.map(|(row, is_used)| row.into_case_file(is_used)).transpose()
    }

    fn delete_case_file(&mut self, id: i64) -> StoreResult<()> {
        self.execute(delete(case_files::table.find(id)))
    }

    fn case_file_content(&mut self, id: i64) -> StoreResult<Vec<u8>> {
        let pieces: Vec<Vec<u8>> = self.load(
            case_file_pieces::table
                .filter(case_file_pieces::file_id.eq(id))
                .order(case_file_pieces::number)
                .select(case_file_pieces::content),
        )?;
        Ok(pieces.concat())
    }
}
