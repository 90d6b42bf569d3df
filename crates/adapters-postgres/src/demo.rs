//! Demo data for an empty development database (docs/product/running.md#demo-data).

use diesel::connection::SimpleConnection;
use diesel::sql_types::{Integer, Text};
use diesel::{Connection, RunQueryDsl};
use domain::shared::business_time::BUSINESS_ZONE;
use ports::shared::store_error::{StoreError, StoreResult};

use crate::connection::watch::connect_unwatched;
use crate::error::store_error;

const DEMO: &str = include_str!("../demo/demo.sql");
const BACK_OFFICE: &str = include_str!("../demo/back_office.sql");
const LAWYERS: &str = include_str!("../demo/lawyers.sql");

/// Inserts drivers for tests. Each has an unpaid traffic ticket, parking ticket and toll.
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

/// Loads the demo drivers and their items into a database that has only the administrator. `owner`
/// is the URL of the role that owns the database.
///
/// # Errors
/// Fails when the database refuses. Nothing is added then.
pub fn load_demo(owner: &str, password_hash: &str, test_drivers: u32) -> StoreResult<()> {
    let unavailable = |error| StoreError::Unavailable(Box::new(error));
    let mut connection = connect_unwatched(owner).map_err(unavailable)?;
    // A PHC hash contains no quotes, but escaping them costs nothing.
    let quoted = format!("'{}'", password_hash.replace('\'', "''"));
    connection
        .transaction(|connection| {
            // Due dates are relative to the current business day. In the evening, the date in UTC
            // is already the next day.
            connection.batch_execute(&format!("SET LOCAL TIME ZONE '{BUSINESS_ZONE}'"))?;
            connection.batch_execute(&DEMO.replace(":password_hash", &quoted))?;
            connection.batch_execute(&BACK_OFFICE.replace(":password_hash", &quoted))?;
            connection.batch_execute(&LAWYERS.replace(":password_hash", &quoted))?;
            diesel::sql_query(TEST_DRIVERS)
                .bind::<Text, _>(password_hash)
                .bind::<Integer, _>(i32::try_from(test_drivers).unwrap_or(i32::MAX))
                .execute(connection)
        })
        .map_err(store_error)?;
    Ok(())
}
