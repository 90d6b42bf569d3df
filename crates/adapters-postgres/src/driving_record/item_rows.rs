use chrono::{DateTime, NaiveDate, Utc};
use diesel::pg::Pg;
use diesel::{Queryable, Selectable};
use domain::driving_record::ticket::{
    ChargeStatus, FeeType, Fees, Parking, Ticket, TicketCategory, TicketStatus, Toll,
};
use domain::shared::ids::{ParkingId, TicketId, TollId, UserId};
use domain::shared::money::Money;
use ports::shared::store_error::{StoreError, StoreResult};

use crate::schema::{parking, tickets, tolls};
use crate::shared::rows::parsed;

/// A ticket, removed or not: the queries leave the removed ones out.
#[derive(Queryable, Selectable)]
#[diesel(table_name = tickets, check_for_backend(Pg))]
pub(crate) struct TicketRow {
    id: i32,
    user_id: i32,
    violation_type: String,
    violation_code: Option<String>,
    date: NaiveDate,
    time_of_violation: Option<String>,
    due_date: Option<NaiveDate>,
    location: String,
    amount: String,
    points: i32,
    category: String,
    status: String,
    is_paid: bool,
    paid_at: Option<DateTime<Utc>>,
    is_disputed: bool,
    is_court_required: bool,
    court_date: Option<NaiveDate>,
    court_time: Option<String>,
    consequence: Option<String>,
    things_to_know: Option<String>,
    evidence_provided: Option<String>,
    issuing_officer_agency: Option<String>,
    processing_fee_type: String,
    processing_fee_hundredths: i64,
    our_processing_fee_cents: i64,
    created_at: DateTime<Utc>,
    version: i32,
}

impl TryFrom<TicketRow> for Ticket {
    type Error = StoreError;

    fn try_from(row: TicketRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: TicketId(row.id),
            user_id: UserId(row.user_id),
            category: parsed("tickets.category", &row.category, TicketCategory::parse)?,
            status: parsed("tickets.status", &row.status, TicketStatus::parse)?,
            fees: fees(
                &row.processing_fee_type,
                row.processing_fee_hundredths,
                row.our_processing_fee_cents,
            )?,
            violation_type: row.violation_type,
            violation_code: row.violation_code,
            date: row.date,
            time_of_violation: row.time_of_violation,
            due_date: row.due_date,
            location: row.location,
            amount: row.amount,
            points: row.points,
            is_paid: row.is_paid,
            paid_at: row.paid_at,
            is_disputed: row.is_disputed,
            is_court_required: row.is_court_required,
            court_date: row.court_date,
            court_time: row.court_time,
            consequence: row.consequence,
            things_to_know: row.things_to_know,
            evidence_provided: row.evidence_provided,
            issuing_officer_agency: row.issuing_officer_agency,
            created_at: row.created_at,
            version: row.version,
        })
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = parking, check_for_backend(Pg))]
pub(crate) struct ParkingRow {
    id: i32,
    user_id: i32,
    violation_type: String,
    date: NaiveDate,
    due_date: Option<NaiveDate>,
    location: String,
    amount: String,
    status: String,
    is_paid: bool,
    paid_at: Option<DateTime<Utc>>,
    processing_fee_type: String,
    processing_fee_hundredths: i64,
    our_processing_fee_cents: i64,
    created_at: DateTime<Utc>,
    version: i32,
}

impl TryFrom<ParkingRow> for Parking {
    type Error = StoreError;

    fn try_from(row: ParkingRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: ParkingId(row.id),
            user_id: UserId(row.user_id),
            status: parsed("parking.status", &row.status, ChargeStatus::parse)?,
            fees: fees(
                &row.processing_fee_type,
                row.processing_fee_hundredths,
                row.our_processing_fee_cents,
            )?,
            violation_type: row.violation_type,
            date: row.date,
            due_date: row.due_date,
            location: row.location,
            amount: row.amount,
            is_paid: row.is_paid,
            paid_at: row.paid_at,
            created_at: row.created_at,
            version: row.version,
        })
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = tolls, check_for_backend(Pg))]
pub(crate) struct TollRow {
    id: i32,
    user_id: i32,
    toll_road: String,
    date: NaiveDate,
    due_date: Option<NaiveDate>,
    amount: String,
    status: String,
    is_paid: bool,
    paid_at: Option<DateTime<Utc>>,
    processing_fee_type: String,
    processing_fee_hundredths: i64,
    our_processing_fee_cents: i64,
    created_at: DateTime<Utc>,
    version: i32,
}

impl TryFrom<TollRow> for Toll {
    type Error = StoreError;

    fn try_from(row: TollRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: TollId(row.id),
            user_id: UserId(row.user_id),
            status: parsed("tolls.status", &row.status, ChargeStatus::parse)?,
            fees: fees(
                &row.processing_fee_type,
                row.processing_fee_hundredths,
                row.our_processing_fee_cents,
            )?,
            toll_road: row.toll_road,
            date: row.date,
            due_date: row.due_date,
            amount: row.amount,
            is_paid: row.is_paid,
            paid_at: row.paid_at,
            created_at: row.created_at,
            version: row.version,
        })
    }
}

fn fees(fee_type: &str, hundredths: i64, our_cents: i64) -> StoreResult<Fees> {
    Ok(Fees {
        fee_type: parsed("processing_fee_type", fee_type, FeeType::parse)?,
        processing_fee: Money::from_cents(hundredths),
        our_fee: Money::from_cents(our_cents),
    })
}
