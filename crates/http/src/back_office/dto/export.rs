//! Lists as CSV files.

use application::back_office::exports::{Export, Rows};
use domain::shared::csv_cell::harmless;
use serde::Serialize;
use serde_json::Value;

use crate::accounts::dto::user::UserDto;
use crate::back_office::dto::lists::{self, StatusRequestDto, VehicleUpdateDto};
use crate::help::dto::InquiryDto;
use crate::legal_help::dto::HireDto;
use crate::payments::dto::payment::TransactionDto;
use crate::requests::dto::{ReportDto, TextRequestDto};
use crate::shared::list_query::ListQuery;

/// The lists there are files of.
pub const LISTS: [&str; 8] = [
    "users",
    "lawyer-hires",
    "payment-transactions",
    "missing-tickets",
    "vehicle-updates",
    "status-requests",
    "help-inquiries",
    "text-notifications",
];

/// Reads which list, and which of its rows.
///
/// # Errors
/// No such list, or the filters that are wrong.
pub fn read(list: &str, query: &ListQuery) -> Result<Export, application::Error> {
    Ok(match list {
        "users" => Export::Users(lists::users(query)?.filter),
        "lawyer-hires" => Export::Hires(lists::hires(query)?.filter),
        "payment-transactions" => Export::Transactions(lists::transactions(query)?.filter),
        "missing-tickets" => Export::Reports(lists::reports(query)?.filter),
        "vehicle-updates" => Export::VehicleUpdates(lists::vehicle_updates(query)?.filter),
        "status-requests" => Export::StatusRequests(lists::status_requests(query)?.filter),
        "help-inquiries" => Export::Inquiries(lists::inquiries(query)?.filter),
        "text-notifications" => Export::TextRequests(lists::text_requests(query)?.filter),
        _ => return Err(application::Error::NotFound),
    })
}

const USER: [&str; 20] = [
    "id",
    "username",
    "email",
    "role",
    "fullName",
    "state",
    "driversLicenseNumber",
    "dateOfBirth",
    "phoneNumber",
    "vehicleLicensePlate",
    "vehicleState",
    "vehicleInfoAddedAt",
    "licenseStatus",
    "statusRequestedAt",
    "signupStep",
    "signupStartedAt",
    "signupCompletedAt",
    "lastAdminUpdateAt",
    "createdAt",
    "isSolved",
];

/// The columns of a file: fields of the list's records, by their names there.
pub fn columns(rows: &Rows) -> Vec<&'static str> {
    match rows {
        Rows::Users(_) => USER.into_iter().filter(|name| *name != "isSolved").collect(),
        Rows::VehicleUpdates(_) => USER.to_vec(),
        Rows::StatusRequests(_) => USER.into_iter().chain(["stateAbbreviation", "lastFourSSN"]).collect(),
        Rows::Hires(_) => vec![
            "id",
            "userId",
            "ticketId",
            "violationType",
            "amount",
            "contactMethod",
            "contactValue",
            "confirmationNumber",
            "createdAt",
            "cancelUntil",
            "status",
            "refund",
            "isSeenByAdmin",
            "isSolved",
        ],
        Rows::Transactions(_) => vec![
            "id",
            "userId",
            "ticketId",
            "itemId",
            "paymentType",
            "violationType",
            "amount",
            "processingFee",
            "ourFee",
            "confirmationNumber",
            "createdAt",
            "status",
        ],
        Rows::Reports(_) => {
            vec!["id", "userId", "state", "ticketType", "reportedAt", "status", "isSeenByAdmin", "isSolved"]
        }
        Rows::Inquiries(_) => vec![
            "id",
            "userId",
            "type",
            "message",
            "phoneNumber",
            "status",
            "createdAt",
            "resolvedAt",
            "isSeenByAdmin",
            "isSolved",
        ],
        Rows::TextRequests(_) => {
            vec!["id", "userId", "phoneNumber", "requestedAt", "isSent", "sentAt", "isSolved"]
        }
    }
}

/// These rows as lines of the file, with the line of column names before them if asked for.
///
/// # Errors
/// None that a buffer in memory has.
pub fn lines(rows: Rows, has_header: bool) -> Result<Vec<u8>, csv::Error> {
    let columns = columns(&rows);
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(vec![]);
    if has_header {
        writer.write_record(&columns)?;
    }
    match rows {
        Rows::Users(rows) => write(&mut writer, &columns, rows.into_iter().map(UserDto::from)),
        Rows::Hires(rows) => write(&mut writer, &columns, rows.into_iter().map(HireDto::from)),
        Rows::Transactions(rows) => write(&mut writer, &columns, rows.into_iter().map(TransactionDto::from)),
        Rows::Reports(rows) => write(&mut writer, &columns, rows.into_iter().map(ReportDto::from)),
        Rows::VehicleUpdates(rows) => {
            write(&mut writer, &columns, rows.into_iter().map(VehicleUpdateDto::from))
        }
        Rows::StatusRequests(rows) => {
            write(&mut writer, &columns, rows.into_iter().map(StatusRequestDto::from))
        }
        Rows::Inquiries(rows) => write(&mut writer, &columns, rows.into_iter().map(InquiryDto::from)),
        Rows::TextRequests(rows) => write(&mut writer, &columns, rows.into_iter().map(TextRequestDto::from)),
    }?;
    writer.into_inner().map_err(|error| error.into_error().into())
}

fn write<D: Serialize>(
    writer: &mut csv::Writer<Vec<u8>>,
    columns: &[&str],
    records: impl Iterator<Item = D>,
) -> Result<(), csv::Error> {
    for record in records {
        let record = serde_json::to_value(record).map_err(std::io::Error::from)?;
        let cells = columns.iter().map(|column| cell(record.get(*column)));
        writer.write_record(cells)?;
    }
    Ok(())
}

fn cell(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => harmless(text),
        Some(other) => other.to_string(),
    }
}
