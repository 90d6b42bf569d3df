//! Demo data for an empty development database (docs/product/running.md#demo-data).
//!
//! SQL: raw, because most of the demo data is in SQL files.

use chrono::{DateTime, Utc};
use diesel::connection::SimpleConnection;
use diesel::sql_types::{Integer, Text};
use diesel::{Connection, RunQueryDsl};
use domain::shared::business_time::BUSINESS_ZONE;
use domain::shared::money::Money;
use ports::shared::store_error::{StoreError, StoreResult};

use crate::connection::watch::connect_unwatched;
use crate::error::store_error;
use crate::shared::rows::row_by_name;

const DEMO: &str = include_str!("../demo/demo.sql");
const BACK_OFFICE: &str = include_str!("../demo/back_office.sql");
const LAWYERS: &str = include_str!("../demo/lawyers.sql");
const PAYMENTS: &str = include_str!("../demo/payments.sql");

/// Inserts drivers for tests, each with an unpaid traffic ticket, parking ticket and toll.
const TEST_DRIVERS: &str = "
    WITH driver AS (
        INSERT INTO users (email, password_hash, full_name, state, drivers_license_number, date_of_birth,
            vehicle_license_plate, vehicle_state, vehicle_info_added_at, license_status, signup_step,
            last_admin_update_at)
        SELECT 'demo' || lpad(n::text, 3, '0') || '@lanewise.test', $1, 'Test Driver ' || n, 'Texas', 'TX' || 10000000 + n,
            DATE '1990-01-01', 'TST' || n, 'Texas', now(), 'active', 5, now()
        FROM generate_series(1, $2) AS n
        RETURNING id
    ), profile AS (
        INSERT INTO driving_profiles (user_id, status, current_points) SELECT id, 'Active', 2 FROM driver
    ), ticket AS (
        INSERT INTO tickets (user_id, violation_type, date, due_date, location, amount, points, category)
        SELECT id, 'Speeding', current_date - 10, current_date + 10, 'Main St, Austin, TX', '$150', 2, 'traffic' FROM driver
    ), parking_ticket AS (
        INSERT INTO parking (user_id, violation_type, date, due_date, location, amount)
        SELECT id, 'Expired meter', current_date - 5, current_date + 9, 'Main St, Austin, TX', '$45.50' FROM driver
    )
    INSERT INTO tolls (user_id, toll_road, date, due_date, amount)
    SELECT id, 'SH 130 Toll', current_date - 3, current_date + 20, '$6.40' FROM driver";

/// Selects the demo payments that the payment provider must have.
const DEMO_PAYMENTS: &str = "
    SELECT payments.provider_intent_id AS intent_id, charged.id AS movement_id, payments.amount_cents AS cents,
        coalesce(charged_at, payments.created_at) AS paid_at, provider_refund_id AS refund_id, back.id AS refund_movement_id, back_at,
        provider_id AS chargeback_id, taken.id AS chargeback_movement_id, opened_at, evidence_due_by
    FROM payments LEFT JOIN provider_movements charged ON charged.subject = payments.provider_intent_id
        LEFT JOIN refunds ON refunds.payment_id = payments.id
        LEFT JOIN provider_movements back ON back.subject = provider_refund_id
        LEFT JOIN chargebacks ON chargebacks.payment_id = payments.id
        LEFT JOIN provider_movements taken ON taken.subject = provider_id
    ORDER BY payments.id";

/// A demo payment, with the data that the payment provider must have.
#[derive(Clone, Debug)]
pub struct DemoPayment {
    /// The provider's id of the intent.
    pub intent_id: String,
    /// The provider's id of the charge's balance change; `None` while the driver's bank is processing the payment.
    pub movement_id: Option<String>,
    /// Amount charged to the card.
    pub amount: Money,
    /// When the card was charged, or when the driver started a payment that the bank is processing.
    pub paid_at: DateTime<Utc>,
    /// The payment's refund; `None` if the payment wasn't refunded. Demo payments are refunded in full.
    pub refund: Option<DemoRefund>,
    /// The payment's chargeback, which isn't decided yet; `None` without one.
    pub chargeback: Option<DemoChargeback>,
}

/// The refund of a demo payment.
#[derive(Clone, Debug)]
pub struct DemoRefund {
    /// The provider's id of the refund.
    pub id: String,
    /// The provider's id of the refund's balance change.
    pub movement_id: String,
    /// When the money was refunded.
    pub refunded_at: DateTime<Utc>,
}

/// The chargeback of a demo payment.
#[derive(Clone, Debug)]
pub struct DemoChargeback {
    /// The provider's id of the chargeback.
    pub id: String,
    /// The provider's id of the balance change that took the money.
    pub movement_id: String,
    /// When the bank took the money.
    pub opened_at: DateTime<Utc>,
    /// Deadline for sending evidence to the bank.
    pub evidence_due_by: DateTime<Utc>,
}

row_by_name! {
    struct DemoPaymentRow {
        intent_id: String,
        movement_id: Option<String>,
        cents: i64,
        paid_at: DateTime<Utc>,
        refund_id: Option<String>,
        refund_movement_id: Option<String>,
        back_at: Option<DateTime<Utc>>,
        chargeback_id: Option<String>,
        chargeback_movement_id: Option<String>,
        opened_at: Option<DateTime<Utc>>,
        evidence_due_by: Option<DateTime<Utc>>,
    }
}

impl From<DemoPaymentRow> for DemoPayment {
    fn from(row: DemoPaymentRow) -> Self {
        let refund = row.refund_id.zip(row.refund_movement_id).zip(row.back_at);
        let chargeback =
            row.chargeback_id.zip(row.chargeback_movement_id).zip(row.opened_at.zip(row.evidence_due_by));
        Self {
            intent_id: row.intent_id,
            movement_id: row.movement_id,
            amount: Money::from_cents(row.cents),
            paid_at: row.paid_at,
            refund: refund.map(|((id, movement_id), refunded_at)| DemoRefund {
                id,
                movement_id,
                refunded_at,
            }),
            chargeback: chargeback.map(|((id, movement_id), (opened_at, evidence_due_by))| DemoChargeback {
                id,
                movement_id,
                opened_at,
                evidence_due_by,
            }),
        }
    }
}

/// Adds the demo data to a database that has only the administrator: drivers with items and payments, lawyers, records
/// for the back office, and `test_drivers` drivers for tests. `owner` is the URL of the role that owns the database.
/// All accounts get `password_hash`. Returns the payments, which the caller must add to the payment provider.
///
/// Instead of calling the use cases, runs a few statements for all rows, because every browser test waits
/// for the demo data.
///
/// # Errors
/// Fails if there is no connection, or if a statement fails. Then nothing is added.
pub fn load_demo(owner: &str, password_hash: &str, test_drivers: u32) -> StoreResult<Vec<DemoPayment>> {
    let unavailable = |error| StoreError::Unavailable(Box::new(error));
    let mut connection = connect_unwatched(owner).map_err(unavailable)?;
    // A password hash contains no quotes, but escaping them costs nothing.
    let quoted = format!("'{}'", password_hash.replace('\'', "''"));
    connection
        .transaction(|connection| {
            // Due dates are relative to the current date in the business time zone. In the evening, the date in
            // UTC is already the next day.
            connection.batch_execute(&format!("SET LOCAL TIME ZONE '{BUSINESS_ZONE}'"))?;
            connection.batch_execute(&DEMO.replace(":password_hash", &quoted))?;
            connection.batch_execute(&BACK_OFFICE.replace(":password_hash", &quoted))?;
            connection.batch_execute(&LAWYERS.replace(":password_hash", &quoted))?;
            connection.batch_execute(PAYMENTS)?;
            diesel::sql_query(TEST_DRIVERS)
                .bind::<Text, _>(password_hash)
                .bind::<Integer, _>(i32::try_from(test_drivers).unwrap_or(i32::MAX))
                .execute(connection)?;
            diesel::sql_query(DEMO_PAYMENTS).load(connection)
        })
        .map(|rows: Vec<DemoPaymentRow>| rows.into_iter().map(DemoPayment::from).collect())
        .map_err(store_error)
}
