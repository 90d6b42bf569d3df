//! Response bodies for the desk, the back office's start page (docs/product/back-office.md#desk).

use application::back_office::desk::SearchResults;
use application::shared::lists::Names;
use chrono::{DateTime, Utc};
use ports::back_office::desk::{SearchResult, WaitingRecord};
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::dto::user::UserDto;
use crate::shared::enums as word;

/// The results of a search for drivers and their records.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SearchResults)]
pub struct SearchResultsDto {
    /// Matching users: the user with the searched id first, then the newest.
    pub drivers: Vec<UserDto>,
    /// Records whose id, citation number or confirmation number starts with the search text.
    pub records: Vec<SearchResultDto>,
}

/// A record that the search found.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SearchResult)]
pub struct SearchResultDto {
    /// The kind of record.
    pub kind: word::SearchResultKind,
    /// The record's id within its kind.
    pub id: i32,
    /// The id of the record's driver.
    pub user_id: i32,
    /// The driver's full name or, if none is stored, the part of the email address before the `@`. Null if
    /// the account is closed.
    pub driver_name: Option<String>,
    /// Text that describes the record, such as an item's violation type or the start of an inquiry's message.
    pub label: String,
    /// The issuer's citation number of the item. Null unless the search matched that number.
    pub citation_number: Option<String>,
    /// The confirmation number of a hire or payment; null for other records.
    pub confirmation_number: Option<String>,
}

/// An unsolved record of a queue, or several records that are listed as one entry.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WaitingRecord)]
pub struct WaitingRecordDto {
    /// The queue that contains the record.
    pub queue: word::WaitingQueue,
    /// The record's id, or the driver's id in queues of drivers. 0 for an entry about several records.
    pub id: i32,
    /// The driver's id, if known.
    pub user_id: Option<i32>,
    /// The driver's full name or, if none is stored, the part of the email address before the `@`. Null without
    /// a driver, or if the account is closed.
    pub driver_name: Option<String>,
    /// Text that describes the record, such as a hire's violation type, a chargeback's amount or an inquiry's message.
    pub label: String,
    /// When the record started to wait for staff.
    pub since: DateTime<Utc>,
    /// The bank's deadline for evidence about a chargeback; null for other records.
    pub due_by: Option<DateTime<Utc>>,
}

impl From<SearchResults> for SearchResultsDto {
    fn from(SearchResults { drivers, records, names }: SearchResults) -> Self {
        Self {
            drivers: drivers.into_iter().map(UserDto::from).collect(),
            records: records.into_iter().map(|record| SearchResultDto::new(record, &names)).collect(),
        }
    }
}

impl SearchResultDto {
    /// Builds the response, with the driver's name from `names`.
    fn new(record: SearchResult, names: &Names) -> Self {
        Self {
            kind: record.kind.into(),
            id: record.id,
            user_id: record.user_id.0,
            driver_name: names.get(&record.user_id).cloned(),
            label: record.label,
            citation_number: record.citation_number,
            confirmation_number: record.confirmation_number,
        }
    }
}

impl WaitingRecordDto {
    /// Builds the response, with the driver's name from `names`.
    pub fn new(record: &WaitingRecord, names: &Names) -> Self {
        Self {
            queue: record.queue.into(),
            id: record.id,
            user_id: record.user_id.map(|user| user.0),
            driver_name: record.user_id.and_then(|user| names.get(&user).cloned()),
            label: record.facts.label(),
            since: record.since,
            due_by: record.due_by,
        }
    }
}
