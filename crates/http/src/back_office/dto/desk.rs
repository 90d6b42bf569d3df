//! The desk of staff (docs/PRODUCT.md#desk).

use application::back_office::desk::Found;
use application::shared::lists::Names;
use chrono::{DateTime, Utc};
use ports::back_office::desk::{FoundRecord, Waiting};
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::dto::user::UserDto;
use crate::shared::words as word;

/// What a search over everything found.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Found)]
pub struct FoundDto {
    /// Users: the one of this id first, then the newest.
    pub drivers: Vec<UserDto>,
    /// Records of this id or confirmation number.
    pub records: Vec<FoundRecordDto>,
}

/// A record that was found.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FoundRecord)]
pub struct FoundRecordDto {
    /// What it is.
    pub kind: word::FoundKind,
    /// Identifier.
    pub id: i32,
    /// Whose.
    pub user_id: i32,
    /// Their name.
    #[schema(required = true)]
    pub driver_name: Option<String>,
    /// Violation, road, message, or what is reported.
    pub label: String,
    /// Of a hire or payment.
    #[schema(required = true)]
    pub confirmation_number: Option<String>,
}

/// A record that waits for staff.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Waiting)]
pub struct WaitingDto {
    /// In which queue.
    pub queue: word::WaitingQueue,
    /// Identifier; the driver's, where a queue is made of drivers.
    pub id: i32,
    /// Whose, if known.
    #[schema(required = true)]
    pub user_id: Option<i32>,
    /// Their name.
    #[schema(required = true)]
    pub driver_name: Option<String>,
    /// Violation, message, plate, number, amount, or what is reported.
    pub label: String,
    /// Since when.
    pub since: DateTime<Utc>,
    /// Until when somebody can do something, where a bank says so.
    #[schema(required = true)]
    pub due_by: Option<DateTime<Utc>>,
}

impl From<Found> for FoundDto {
    fn from(Found { drivers, records, names }: Found) -> Self {
        Self {
            drivers: drivers.into_iter().map(UserDto::from).collect(),
            records: records.into_iter().map(|record| FoundRecordDto::new(record, &names)).collect(),
        }
    }
}

impl FoundRecordDto {
    fn new(record: FoundRecord, names: &Names) -> Self {
        Self {
            kind: record.kind.into(),
            id: record.id,
            user_id: record.user_id.0,
            driver_name: names.get(&record.user_id).cloned(),
            label: record.label,
            confirmation_number: record.confirmation_number,
        }
    }
}

impl WaitingDto {
    /// Names the driver.
    pub fn new(record: Waiting, names: &Names) -> Self {
        Self {
            queue: record.queue.into(),
            id: record.id,
            user_id: record.user_id.map(|user| user.0),
            driver_name: record.user_id.and_then(|user| names.get(&user).cloned()),
            label: record.label,
            since: record.since,
            due_by: record.due_by,
        }
    }
}
