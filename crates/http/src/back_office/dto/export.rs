//! Lists as CSV files, whichever they are.

use std::sync::Arc;

use application::Error;
use application::back_office::exports;
use domain::shared::csv_cell::harmless;
use ports::shared::list::Query;
use ports::store::Store;
use serde::Serialize;
use serde_json::Value;

use crate::edge::list_call::{self, ListCall};
use crate::shared::list_query::ListQuery;
use crate::shared::words::one_of;

/// A list that there is a file of.
pub struct File {
    /// Its name in the path.
    pub name: &'static str,
    /// Reads which of its records are asked for.
    pub read: fn(&ListQuery) -> Result<Arc<dyn Asked>, Error>,
}

macro_rules! files {
    ($($list:ty),+) => {
        /// All of them.
        pub const FILES: &[File] = &[$(file::<$list>()),+];
    };
}

ports::every_list!(files);

const fn file<L: ListCall>() -> File {
    File { name: L::FILE, read: |query| Ok(Arc::new(list_call::read::<L>(query)?)) }
}

/// Reads which list, and which of its records.
///
/// # Errors
/// No such list, or the filters that are wrong.
pub fn read(list: &str, query: &ListQuery) -> Result<Arc<dyn Asked>, Error> {
    let file = FILES.iter().find(|file| file.name == list).ok_or(Error::NotFound)?;
    (file.read)(query)
}

/// A list as calls name it.
pub struct ExportedList;

impl utoipa::PartialSchema for ExportedList {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        one_of("A list that can be had as a file.", FILES.iter().map(|file| file.name)).into()
    }
}

impl utoipa::ToSchema for ExportedList {}

/// What is asked of some list.
pub trait Asked: Send + Sync {
    /// Reads the piece of its file after the record with this id, or the first, with the line of the columns' names.
    ///
    /// # Errors
    /// Only the database's.
    fn piece(&self, store: &mut dyn Store, after: Option<i32>) -> Result<Unwritten, Error>;
}

/// A piece whose records are read; its lines are written without a connection.
pub type Unwritten = Box<dyn FnOnce() -> Result<Piece, Error> + Send>;

/// A piece of a file.
pub struct Piece {
    /// Its lines.
    pub lines: Vec<u8>,
    /// The id of the record that the next piece comes after, if there is one.
    pub next: Option<i32>,
}

impl<L: ListCall> Asked for Query<L> {
    fn piece(&self, store: &mut dyn Store, after: Option<i32>) -> Result<Unwritten, Error> {
        let exports::Piece { records, names, next } = exports::read(store, self, after)?;
        Ok(Box::new(move || {
            let told = records.into_iter().map(|record| list_call::told_to_staff::<L>(record, &names));
            let lines = lines(&L::COLUMNS.concat(), after.is_none(), told);
            Ok(Piece { lines: lines.map_err(|error| Error::Defect(Box::new(error)))?, next })
        }))
    }
}

fn lines<D: Serialize>(
    columns: &[&str],
    has_header: bool,
    records: impl Iterator<Item = D>,
) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(vec![]);
    if has_header {
        writer.write_record(columns)?;
    }
    for record in records {
        let record = serde_json::to_value(record).map_err(std::io::Error::from)?;
        writer.write_record(columns.iter().map(|column| cell(record.get(*column))))?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}

fn cell(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => harmless(text),
        Some(other) => other.to_string(),
    }
}
