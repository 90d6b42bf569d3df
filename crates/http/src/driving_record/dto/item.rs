//! Tickets, parking tickets and tolls (docs/PRODUCT.md#items).

use application::driving_record::standing::Standing;
use chrono::{DateTime, NaiveDate, Utc};
use domain::driving_record::fine::lawyer_price;
use domain::driving_record::standing::CityData;
use domain::driving_record::ticket::{Fees, Parking, Ticket, Toll};
use domain::shared::business_time::BUSINESS_ZONE;
use serde::Serialize;
use utoipa::ToSchema;

use crate::shared::words as word;

/// A traffic ticket.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Ticket)]
pub struct TicketDto {
    /// Identifier.
    pub id: i32,
    /// Whose.
    pub user_id: i32,
    /// Such as `Speeding`.
    pub violation_type: String,
    /// The statute's code.
    #[schema(required = true)]
    pub violation_code: Option<String>,
    /// Issued on.
    pub date: NaiveDate,
    /// Local time of day, as written.
    #[schema(required = true)]
    pub time_of_violation: Option<String>,
    /// Due on.
    #[schema(required = true)]
    pub due_date: Option<NaiveDate>,
    /// Where.
    pub location: String,
    /// As entered, such as `$1,250`.
    pub amount: String,
    /// What is due for it, two decimals: worked out where the amount is no number.
    pub fine: String,
    /// What a lawyer for it costs, two decimals.
    pub lawyer_price: String,
    /// The fine is worked out, because the amount is words: it is called Estimated.
    pub is_estimated: bool,
    /// Where it stands.
    pub standing: word::Standing,
    /// It is one of those that Next Due is chosen from and sums up.
    pub counts_as_due: bool,
    /// Its driver may pay it by card here.
    pub may_pay: bool,
    /// Why its amount can't be paid by card here.
    #[schema(required = true)]
    pub not_payable: Option<word::NotPayable>,
    /// Paying it is asked about once more, and why.
    #[schema(required = true)]
    pub pay_needs_confirmation: Option<word::PayConfirmation>,
    /// Its driver may hire a lawyer for it.
    pub may_hire_lawyer: bool,
    /// The hire whose lawyer is at work on it.
    #[schema(required = true)]
    pub hire_id: Option<i32>,
    /// 0 to 11.
    pub points: i32,
    /// What it was issued for.
    pub category: word::TicketCategory,
    /// What it asks of the driver.
    pub status: word::TicketStatus,
    /// Paid.
    pub is_paid: bool,
    /// Paid when.
    #[schema(required = true)]
    pub paid_at: Option<DateTime<Utc>>,
    /// The driver disputes it.
    pub is_disputed: bool,
    /// A court appearance is required.
    pub is_court_required: bool,
    /// Court date.
    #[schema(required = true)]
    pub court_date: Option<NaiveDate>,
    /// Court time, as written.
    #[schema(required = true)]
    pub court_time: Option<String>,
    /// What happens if nothing is done.
    #[schema(required = true)]
    pub consequence: Option<String>,
    /// Comma-separated.
    #[schema(required = true)]
    pub things_to_know: Option<String>,
    /// Evidence provided.
    #[schema(required = true)]
    pub evidence_provided: Option<String>,
    /// Issuing officer or agency.
    #[schema(required = true)]
    pub issuing_officer_agency: Option<String>,
    /// How the processing fee is given.
    pub processing_fee_type: word::FeeType,
    /// Dollars or per cent, two decimals.
    pub processing_fee_amount: String,
    /// Dollars, two decimals.
    pub our_processing_fee: String,
    /// Filed at.
    pub created_at: DateTime<Utc>,
    /// Goes up with each change; a change by staff says which one it is of.
    pub version: i32,
}

/// What a city's own data say of a parking ticket.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CityData)]
pub struct CityDataDto {
    /// Whose data they are, such as `New York City`.
    pub authority: String,
    /// The city's number of it.
    pub number: String,
    /// The day on which they said so last, of the business time zone.
    pub as_of: NaiveDate,
    /// Since when nothing is owed any more.
    #[schema(required = true)]
    pub settled_at: Option<DateTime<Utc>>,
}

impl From<CityData> for CityDataDto {
    fn from(of: CityData) -> Self {
        Self {
            authority: of.authority,
            number: of.number,
            as_of: of.as_of.with_timezone(&BUSINESS_ZONE).date_naive(),
            settled_at: of.settled_at,
        }
    }
}

/// A parking ticket.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Parking)]
pub struct ParkingDto {
    /// Identifier.
    pub id: i32,
    /// Whose.
    pub user_id: i32,
    /// Such as `Expired meter`.
    pub violation_type: String,
    /// Issued on.
    pub date: NaiveDate,
    /// Due on.
    #[schema(required = true)]
    pub due_date: Option<NaiveDate>,
    /// The issuer gave no due date: it is worked out.
    pub is_due_date_ours: bool,
    /// What its city's own data say.
    #[schema(required = true)]
    pub city: Option<CityDataDto>,
    /// Where.
    pub location: String,
    /// As entered.
    pub amount: String,
    /// What is due for it, two decimals: worked out where the amount is no number.
    pub fine: String,
    /// The fine is worked out, because the amount is words: it is called Estimated.
    pub is_estimated: bool,
    /// Where it stands.
    pub standing: word::Standing,
    /// It is one of those that Next Due is chosen from and sums up.
    pub counts_as_due: bool,
    /// Its driver may pay it by card here.
    pub may_pay: bool,
    /// Why its amount can't be paid by card here.
    #[schema(required = true)]
    pub not_payable: Option<word::NotPayable>,
    /// Paying it is asked about once more, and why.
    #[schema(required = true)]
    pub pay_needs_confirmation: Option<word::PayConfirmation>,
    /// Where it stands.
    pub status: word::ChargeStatus,
    /// Paid.
    pub is_paid: bool,
    /// Paid when.
    #[schema(required = true)]
    pub paid_at: Option<DateTime<Utc>>,
    /// How the processing fee is given.
    pub processing_fee_type: word::FeeType,
    /// Dollars or per cent, two decimals.
    pub processing_fee_amount: String,
    /// Dollars, two decimals.
    pub our_processing_fee: String,
    /// Filed at.
    pub created_at: DateTime<Utc>,
    /// Goes up with each change; a change by staff says which one it is of.
    pub version: i32,
}

/// A toll.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Toll)]
pub struct TollDto {
    /// Identifier.
    pub id: i32,
    /// Whose.
    pub user_id: i32,
    /// Such as `I-95 Express`.
    pub toll_road: String,
    /// Incurred on.
    pub date: NaiveDate,
    /// Due on.
    #[schema(required = true)]
    pub due_date: Option<NaiveDate>,
    /// As entered.
    pub amount: String,
    /// What is due for it, two decimals: worked out where the amount is no number.
    pub fine: String,
    /// The fine is worked out, because the amount is words: it is called Estimated.
    pub is_estimated: bool,
    /// Where it stands.
    pub standing: word::Standing,
    /// It is one of those that Next Due is chosen from and sums up.
    pub counts_as_due: bool,
    /// Its driver may pay it by card here.
    pub may_pay: bool,
    /// Why its amount can't be paid by card here.
    #[schema(required = true)]
    pub not_payable: Option<word::NotPayable>,
    /// Paying it is asked about once more, and why.
    #[schema(required = true)]
    pub pay_needs_confirmation: Option<word::PayConfirmation>,
    /// Where it stands.
    pub status: word::ChargeStatus,
    /// Paid.
    pub is_paid: bool,
    /// Paid when.
    #[schema(required = true)]
    pub paid_at: Option<DateTime<Utc>>,
    /// How the processing fee is given.
    pub processing_fee_type: word::FeeType,
    /// Dollars or per cent, two decimals.
    pub processing_fee_amount: String,
    /// Dollars, two decimals.
    pub our_processing_fee: String,
    /// Filed at.
    pub created_at: DateTime<Utc>,
    /// Goes up with each change; a change by staff says which one it is of.
    pub version: i32,
}

/// The three fee fields.
fn fee_fields(fees: Fees) -> (word::FeeType, String, String) {
    (fees.fee_type.into(), fees.processing_fee.to_string(), fees.our_fee.to_string())
}

impl From<Standing<Ticket>> for TicketDto {
    fn from(of: Standing<Ticket>) -> Self {
        let Standing { item: ticket, stands, city: _ } = of;
        let fine = ticket.fine();
        let (processing_fee_type, processing_fee_amount, our_processing_fee) = fee_fields(ticket.filed.fees);
        Self {
            id: ticket.id.0,
            user_id: ticket.user_id.0,
            violation_type: ticket.filed.violation_type,
            violation_code: ticket.filed.violation_code,
            date: ticket.filed.date,
            time_of_violation: ticket.filed.time_of_violation,
            due_date: ticket.filed.due_date,
            location: ticket.filed.location,
            amount: ticket.filed.amount,
            fine: fine.to_string(),
            lawyer_price: lawyer_price(fine).to_string(),
            is_estimated: stands.is_estimated,
            standing: stands.standing.into(),
            counts_as_due: stands.counts_as_due,
            may_pay: stands.may_pay,
            not_payable: stands.not_payable.map(word::NotPayable),
            pay_needs_confirmation: stands.pay_needs_confirmation.map(word::PayConfirmation),
            may_hire_lawyer: stands.may_hire_lawyer,
            hire_id: stands.lawyer_at_work.map(|hire| hire.0),
            points: ticket.filed.points,
            category: ticket.filed.category.into(),
            status: ticket.filed.status.into(),
            is_paid: ticket.is_paid,
            paid_at: ticket.paid_at,
            is_disputed: ticket.filed.is_disputed,
            is_court_required: ticket.filed.is_court_required,
            court_date: ticket.filed.court_date,
            court_time: ticket.filed.court_time,
            consequence: ticket.filed.consequence,
            things_to_know: ticket.filed.things_to_know,
            evidence_provided: ticket.filed.evidence_provided,
            issuing_officer_agency: ticket.filed.issuing_officer_agency,
            processing_fee_type,
            processing_fee_amount,
            our_processing_fee,
            created_at: ticket.created_at,
            version: ticket.version,
        }
    }
}

impl From<Standing<Parking>> for ParkingDto {
    fn from(of: Standing<Parking>) -> Self {
        let Standing { item: parking, stands, city } = of;
        let fine = parking.fine();
        let (processing_fee_type, processing_fee_amount, our_processing_fee) = fee_fields(parking.filed.fees);
        Self {
            id: parking.id.0,
            user_id: parking.user_id.0,
            violation_type: parking.filed.violation_type,
            date: parking.filed.date,
            due_date: parking.filed.due_date,
            is_due_date_ours: parking.filed.is_due_date_ours,
            city: city.map(CityDataDto::from),
            location: parking.filed.location,
            amount: parking.filed.amount,
            fine: fine.to_string(),
            is_estimated: stands.is_estimated,
            standing: stands.standing.into(),
            counts_as_due: stands.counts_as_due,
            may_pay: stands.may_pay,
            not_payable: stands.not_payable.map(word::NotPayable),
            pay_needs_confirmation: stands.pay_needs_confirmation.map(word::PayConfirmation),
            status: parking.filed.status.into(),
            is_paid: parking.is_paid,
            paid_at: parking.paid_at,
            processing_fee_type,
            processing_fee_amount,
            our_processing_fee,
            created_at: parking.created_at,
            version: parking.version,
        }
    }
}

impl From<Standing<Toll>> for TollDto {
    fn from(of: Standing<Toll>) -> Self {
        let Standing { item: toll, stands, city: _ } = of;
        let fine = toll.fine();
        let (processing_fee_type, processing_fee_amount, our_processing_fee) = fee_fields(toll.filed.fees);
        Self {
            id: toll.id.0,
            user_id: toll.user_id.0,
            toll_road: toll.filed.toll_road,
            date: toll.filed.date,
            due_date: toll.filed.due_date,
            amount: toll.filed.amount,
            fine: fine.to_string(),
            is_estimated: stands.is_estimated,
            standing: stands.standing.into(),
            counts_as_due: stands.counts_as_due,
            may_pay: stands.may_pay,
            not_payable: stands.not_payable.map(word::NotPayable),
            pay_needs_confirmation: stands.pay_needs_confirmation.map(word::PayConfirmation),
            status: toll.filed.status.into(),
            is_paid: toll.is_paid,
            paid_at: toll.paid_at,
            processing_fee_type,
            processing_fee_amount,
            our_processing_fee,
            created_at: toll.created_at,
            version: toll.version,
        }
    }
}
