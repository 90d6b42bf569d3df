//! Request and response bodies for statements of lawyers' monthly fees, and their CSV files.

use application::legal_help::statements::reading::MonthOfStatements;
use application::shared::lists::Names;
use chrono::{DateTime, NaiveDate, Utc};
use domain::legal_help::monthly_fee::FeeMonth;
use domain::legal_help::statement::Statement;
use domain::shared::csv_cell::guard_formula;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::shared::csv_file;
use crate::shared::input::FieldParser;

/// The bill for a lawyer's monthly fee of one calendar month.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Statement)]
pub struct StatementDto {
    pub id: i64,
    /// The statement's number, such as `LS-202611-000042`.
    pub number: String,
    pub lawyer_id: i32,
    pub lawyer_name: String,
    pub firm: String,
    pub month: String,
    /// The monthly fee when the statement was created, with two decimals.
    pub fee: String,
    /// When the statement was created.
    pub made_at: DateTime<Utc>,
    /// The day on which the money arrived. `null` until staff record the payment.
    pub paid_on: Option<NaiveDate>,
    /// The bank's reference, or the number of a check; null until staff record the payment.
    pub reference: Option<String>,
    /// When staff recorded the payment; null until then.
    pub recorded_at: Option<DateTime<Utc>>,
    /// Name of the staff member who recorded the payment. Null until then, or if the member's account is closed.
    pub recorded_by: Option<String>,
    /// The statement's version, which increases with each change.
    pub version: i32,
}

impl StatementDto {
    /// Builds the response, with the name (from `names`) of the staff member who recorded the payment.
    pub fn new(statement: Statement, names: &Names) -> Self {
        let number = statement.number();
        let recorded_by = statement.payment.as_ref().and_then(|payment| payment.recorded_by);
        let recorded_at = statement.payment.as_ref().map(|payment| payment.recorded_at);
        let (paid_on, reference) =
            statement.payment.map(|payment| (payment.receipt.on, payment.receipt.reference)).unzip();
        Self {
            id: statement.id,
            number,
            lawyer_id: statement.lawyer_id.0,
            lawyer_name: statement.lawyer_name,
            firm: statement.firm,
            month: statement.month.to_string(),
            fee: statement.fee.to_string(),
            made_at: statement.made_at,
            paid_on,
            reference,
            recorded_at,
            recorded_by: recorded_by.and_then(|user| names.get(&user).cloned()),
            version: statement.version,
        }
    }
}

/// The statements of a month.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MonthOfStatements)]
pub struct MonthOfStatementsDto {
    pub month: String,
    /// The months that have statements, and also `month` and the current month. Newest first, each as `YYYY-MM`.
    pub months: Vec<String>,
    /// The sum of all fees of the month, with two decimals.
    pub total: String,
    /// The sum of the fees that were paid, with two decimals.
    pub paid: String,
    /// The statements, ordered by the lawyers' names.
    pub statements: Vec<StatementDto>,
}

impl From<MonthOfStatements> for MonthOfStatementsDto {
    fn from(shown: MonthOfStatements) -> Self {
        let totals = shown.totals();
        let names = shown.names;
        Self {
            month: shown.month.to_string(),
            months: shown.months.iter().map(FeeMonth::to_string).collect(),
            total: totals.billed.to_string(),
            paid: totals.paid.to_string(),
            statements: shown.statements.into_iter().map(|one| StatementDto::new(one, &names)).collect(),
        }
    }
}

/// A statement of the calling lawyer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OwnStatement)]
pub struct OwnStatementDto {
    pub id: i64,
    /// The statement's number, such as `LS-202611-000042`.
    pub number: String,
    pub month: String,
    /// The monthly fee when the statement was created, with two decimals.
    pub fee: String,
    /// The day on which the money arrived. `null` until staff record the payment.
    pub paid_on: Option<NaiveDate>,
    /// The bank's reference, or the number of a check; null until staff record the payment.
    pub reference: Option<String>,
}

impl From<Statement> for OwnStatementDto {
    fn from(statement: Statement) -> Self {
        let number = statement.number();
        let (paid_on, reference) =
            statement.payment.map(|payment| (payment.receipt.on, payment.receipt.reference)).unzip();
        Self {
            id: statement.id,
            number,
            month: statement.month.to_string(),
            fee: statement.fee.to_string(),
            paid_on,
            reference,
        }
    }
}

/// Formats a lawyer's own statements as CSV.
pub fn own_statements_csv(statements: Vec<Statement>) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv_file::new_writer();
    let [month, paid_on] = ["month", "paidOn"].map(csv_file::business_zone_header);
    writer.write_record(["number", month.as_str(), "fee", paid_on.as_str(), "reference"])?;
    for one in statements.into_iter().map(OwnStatementDto::from) {
        writer.write_record([
            one.number,
            one.month,
            one.fee,
            one.paid_on.map(|day| day.to_string()).unwrap_or_default(),
            guard_formula(one.reference.as_deref().unwrap_or_default()),
        ])?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}

/// Body of `POST /api/admin/statements/{id}/paid`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StatementPaidBody {
    /// The day on which the money arrived, `YYYY-MM-DD`: at most a year ago, not in the future.
    pub paid_on: String,
    /// The bank's reference, or the number of a check. At most 100 characters.
    pub reference: String,
    /// The version that the caller saw.
    #[validate(range(min = 1, message = "Enter a whole number."))]
    pub version: i32,
}

impl StatementPaidBody {
    /// Parses the day on which the lawyer paid.
    pub fn parse(&self) -> Result<NaiveDate, application::Error> {
        let mut reader = FieldParser::default();
        let day = reader.parse_date("paidOn", &self.paid_on);
        reader.finish(day)
    }
}

/// Body of `POST /api/admin/statements/{id}/unpaid`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StatementUnpaidBody {
    /// The version that the caller saw.
    #[validate(range(min = 1, message = "Enter a whole number."))]
    pub version: i32,
}

/// Formats a month's statements as CSV.
pub fn statements_csv(shown: MonthOfStatements) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv_file::new_writer();
    writer.write_record([
        "number",
        csv_file::business_zone_header("month").as_str(),
        "lawyer",
        "firm",
        "fee",
        csv_file::business_zone_header("paidOn").as_str(),
        "reference",
        "recordedBy",
    ])?;
    for one in MonthOfStatementsDto::from(shown).statements {
        let cell = |text: Option<&str>| guard_formula(text.unwrap_or_default());
        writer.write_record([
            one.number,
            one.month,
            cell(Some(&one.lawyer_name)),
            cell(Some(&one.firm)),
            one.fee,
            one.paid_on.map(|day| day.to_string()).unwrap_or_default(),
            cell(one.reference.as_deref()),
            cell(one.recorded_by.as_deref()),
        ])?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}
