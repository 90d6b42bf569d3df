//! Exports of lists as CSV files. All lists share this code.

use std::sync::Arc;

use application::Error;
use application::back_office::exports;
use domain::shared::csv_cell::guard_formula;
use ports::shared::list::Query;
use ports::store::Store;
use serde::Serialize;
use serde_json::Value;

use crate::edge::list_call::{self, ListCall};
use crate::shared::csv_file;
use crate::shared::enums::words_schema;
use crate::shared::list_query::ListQuery;

/// A list that can be exported.
pub struct ExportableList {
    /// The list's name in the path.
    pub name: &'static str,
    /// Parses the query of a request, which selects the list's records to export.
    pub read: fn(&ListQuery) -> Result<Arc<dyn ExportQuery>, Error>,
}

macro_rules! files {
    ($($list:ty),+) => {
        /// All lists that can be exported.
        pub const FILES: &[ExportableList] = &[$(exportable_list::<$list>()),+];
    };
}

ports::every_list!(files);

/// Returns the list `L` as an exportable list: its name, and the function that parses an export's
/// query.
const fn exportable_list<L: ListCall>() -> ExportableList {
    ExportableList { name: L::FILE, read: |query| Ok(Arc::new(list_call::parse_query::<L>(query)?)) }
}

/// Parses the query for exporting records of the list named `list`. Fails with [`Error::NotFound`] if no
/// list has this name.
pub fn parse_export_query(list: &str, query: &ListQuery) -> Result<Arc<dyn ExportQuery>, Error> {
    let file = FILES.iter().find(|file| file.name == list).ok_or(Error::NotFound)?;
    (file.read)(query)
}

/// The name of a list that can be exported.
pub struct ExportedList;

impl utoipa::PartialSchema for ExportedList {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        words_schema("A list that can be exported.", FILES.iter().map(|file| file.name)).into()
    }
}

impl utoipa::ToSchema for ExportedList {}

/// The query of an export, for any list.
pub trait ExportQuery: Send + Sync {
    /// Reads a part of the file: the records after the one with the id `after`. If `after` is `None`, the
    /// part has the header line and the first records.
    fn read_part(&self, store: &mut dyn Store, after: Option<i32>) -> Result<PendingLines, Error>;
}

/// A function that formats a part's records as CSV lines. It needs no database connection, because the
/// records were already read.
pub type PendingLines = Box<dyn FnOnce() -> Result<ExportPart, Error> + Send>;

/// A part of an exported file.
pub struct ExportPart {
    /// The CSV lines of the part.
    pub lines: Vec<u8>,
    /// The id of the part's last record, after which the next part starts. `None` if no records follow.
    pub next: Option<i32>,
}

impl<L: ListCall> ExportQuery for Query<L> {
    fn read_part(&self, store: &mut dyn Store, after: Option<i32>) -> Result<PendingLines, Error> {
        let exports::ExportBatch { records, names, citations, next } =
            exports::read_batch(store, self, after)?;
        Ok(Box::new(move || {
            let rows =
                records.into_iter().map(|record| list_call::for_staff::<L>(record, &names, &citations));
            let lines = format_csv_lines(&L::COLUMNS.concat(), after.is_none(), rows);
            Ok(ExportPart { lines: lines.map_err(|error| Error::Defect(Box::new(error)))?, next })
        }))
    }
}

/// Formats records as CSV lines, with the header line first if `has_header` is true.
fn format_csv_lines<D: Serialize>(
    columns: &[&str],
    has_header: bool,
    records: impl Iterator<Item = D>,
) -> Result<Vec<u8>, csv::Error> {
    let start = if has_header { csv_file::BOM.as_bytes().to_vec() } else { vec![] };
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(start);
    if has_header {
        writer.write_record(columns.iter().map(|column| csv_file::column_header(column)))?;
    }
    for record in records {
        let record = serde_json::to_value(record).map_err(std::io::Error::from)?;
        writer.write_record(columns.iter().map(|column| format_cell(record.get(*column))))?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}

/// Formats a field's JSON value as a CSV cell. A missing or null value becomes an empty cell.
fn format_cell(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => guard_formula(text),
        Some(other) => other.to_string(),
    }
}
