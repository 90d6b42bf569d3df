use chrono::{DateTime, NaiveDate, Utc};
use diesel::connection::SimpleConnection;
use diesel::dsl::exists;
use diesel::sql_types::Integer;
use diesel::{
    ExpressionMethods, OptionalExtension, PgConnection, QueryDsl, QueryResult, RunQueryDsl, SelectableHelper,
    delete, select, sql_query, update,
};
use domain::accounts::user::{LicenseStatus, Role, User};
use domain::shared::desk::DeskKind;
use domain::shared::ids::{SessionId, UserId};
use ports::accounts::account::{Accounts, OpenSession};
use ports::accounts::users::Credentials;
use ports::shared::store_error::StoreResult;

use crate::accounts::session_rows::SessionRow;
use crate::accounts::user_rows::UserRow;
use crate::shared::rows::convert_row;
use crate::store::PgStore;
use schema::{sessions, users};

impl Accounts for PgStore<'_> {
    fn lock_credentials(&mut self, id: UserId) -> StoreResult<Option<Credentials>> {
        let found: Option<String> = self.first(
            users::table
                .find(id.0)
                .filter(users::closed_at.is_null())
                .select(users::password_hash)
                .for_no_key_update(),
        )?;
        Ok(found.map(|password_hash| Credentials { user_id: id, password_hash }))
    }

    fn set_password_hash(&mut self, id: UserId, hash: &str) -> StoreResult<()> {
        let open = users::table.find(id.0).filter(users::closed_at.is_null());
        self.execute(update(open).set(users::password_hash.eq(hash)))
    }

    fn set_phone(&mut self, id: UserId, digits: Option<&str>) -> StoreResult<Option<User>> {
        let open = users::table.find(id.0).filter(users::closed_at.is_null());
        self.optional_entity::<UserRow, _>(
            update(open).set(users::phone_number.eq(digits)).returning(UserRow::as_returning()),
        )
    }

    fn set_email(&mut self, id: UserId, email: &str) -> StoreResult<Option<User>> {
        let open = users::table.find(id.0).filter(users::closed_at.is_null());
        let row: Option<UserRow> = self.run_unique(|connection| {
            update(open)
                .set(users::email.eq(email))
                .returning(UserRow::as_returning())
                .get_result(connection)
                .optional()
        })?;
        convert_row(row)
    }

    fn sessions_of(&mut self, user: UserId, now: DateTime<Utc>, limit: i64) -> StoreResult<Vec<OpenSession>> {
        let rows: Vec<(SessionRow, Option<String>)> = self.load(
            sessions::table
                .filter(sessions::user_id.eq(user.0))
                .filter(sessions::expires_at.gt(now))
                .order((sessions::last_activity.desc(), sessions::id.desc()))
                .limit(limit)
                .select((SessionRow::as_select(), sessions::user_agent)),
        )?;
        let open = |(session, device): (SessionRow, _)| OpenSession { session: session.into(), device };
        Ok(rows.into_iter().map(open).collect())
    }

    fn delete_session_of(&mut self, user: UserId, id: SessionId) -> StoreResult<bool> {
        let own = sessions::table.find(id.0).filter(sessions::user_id.eq(user.0));
        Ok(self.count_changed(delete(own))? > 0)
    }

    fn delete_sessions_of(&mut self, user: UserId, except: Option<SessionId>) -> StoreResult<usize> {
        // Without a session to keep, `kept_session` is 0. No session has this id, so
        // all sessions are deleted.
        let kept_session = except.map_or(0, |id| id.0);
        let others =
            sessions::table.filter(sessions::user_id.eq(user.0)).filter(sessions::id.ne(kept_session));
        self.count_changed(delete(others))
    }

    fn personal_data(&mut self, user: UserId) -> StoreResult<Option<String>> {
        self.run(|connection| crate::accounts::personal_data::personal_data_json(connection, user))
    }

    fn lock_for_closing_and_check_other_admin(&mut self, user: UserId) -> StoreResult<bool> {
        self.run(|connection| {
            lock_items_and_inquiries(connection, user)?;
            lock_user(connection, user)?;
            let other_admins = users::table
                .filter(users::role.eq(Role::Admin.as_str()))
                .filter(users::id.ne(user.0))
                .filter(users::closed_at.is_null());
            select(exists(other_admins)).get_result(connection)
        })
    }

    fn close_user(&mut self, user: UserId, closed_at: DateTime<Utc>) -> StoreResult<()> {
        self.run(|connection| {
            for statement in ERASE {
                // SQL: raw, because `ERASE` lists the statements as strings. Their order satisfies the foreign keys.
                sql_query(*statement).bind::<Integer, _>(user.0).execute(connection)?;
            }
            close_and_erase_user(connection, user, closed_at)
        })?;
        self.notify_desk(DeskKind::User, user.0, None)
    }
}

/// Locks a user's row. If the user is an administrator, locks the rows of all administrators. If two administrators
/// close their accounts at the same time, the second one waits, and then sees whether another administrator is left.
fn lock_user(connection: &mut PgConnection, user: UserId) -> QueryResult<()> {
    let administrators =
        || users::table.filter(users::role.eq(Role::Admin.as_str())).filter(users::closed_at.is_null());
    if select(exists(administrators().filter(users::id.eq(user.0)))).get_result(connection)? {
        administrators().order(users::id).select(users::id).for_update().load::<i32>(connection)?;
    }
    users::table.find(user.0).select(users::id).for_update().first::<i32>(connection).optional()?;
    Ok(())
}

/// Locks the user's items and inquiries. Payments and chat messages also lock an item or inquiry
/// before its user. The same order here prevents deadlocks.
fn lock_items_and_inquiries(connection: &mut PgConnection, user: UserId) -> QueryResult<()> {
    for table in ["tickets", "parking", "tolls", "help_inquiries"] {
        connection.batch_execute(&format!(
            "SELECT FROM {table} WHERE user_id = {} ORDER BY id FOR UPDATE",
            user.0
        ))?;
    }
    Ok(())
}

/// Statements that delete or clear a user's personal data. The records of payments remain, because the
/// books must be complete.
const ERASE: &[&str] = &[
    "DELETE FROM sessions WHERE user_id = $1",
    "DELETE FROM account_links WHERE user_id = $1",
    "DELETE FROM login_places WHERE user_id = $1",
    "DELETE FROM pending_logins WHERE user_id = $1",
    "DELETE FROM recovery_codes WHERE user_id = $1",
    "DELETE FROM second_factors WHERE user_id = $1",
    "DELETE FROM staff_choices WHERE user_id = $1",
    "DELETE FROM card_declines WHERE user_id = $1",
    "DELETE FROM payment_askers WHERE payment_id IN (SELECT id FROM payments WHERE user_id = $1)",
    "DELETE FROM staff_invitations WHERE lower(email) = (SELECT lower(email) FROM users WHERE id = $1)",
    // Deletes queued emails to the user's address. Jobs that have ended don't contain the address.
    "DELETE FROM jobs WHERE done_at IS NULL AND lower(payload ->> 'of') = (SELECT lower(email) FROM users WHERE id = $1)",
    // The table `phone_states` isn't changed, so that a number's opt-out outlives the account.
    "DELETE FROM notice_replies WHERE user_id = $1",
    "DELETE FROM notices WHERE user_id = $1",
    "DELETE FROM item_changes WHERE user_id = $1",
    "DELETE FROM news_items WHERE user_id = $1",
    "DELETE FROM reminder_choices WHERE user_id = $1",
    "DELETE FROM calendar_feeds WHERE user_id = $1",
    "DELETE FROM text_notification_requests WHERE user_id = $1",
    "DELETE FROM staff_notes WHERE user_id = $1",
    "DELETE FROM missing_ticket_reports WHERE user_id = $1",
    "DELETE FROM hardship_requests WHERE user_id = $1",
    // Deleting the inquiries also deletes their messages, including those from support.
    "DELETE FROM help_inquiries WHERE user_id = $1",
    // Deletes waiting citations for which this user was proposed as the driver, and citations without a
    // proposed driver that have the user's email, license or plate. These citations contain personal data.
    "DELETE FROM waiting_citations WHERE candidate_id = $1",
    "DELETE FROM waiting_citations USING users WHERE users.id = $1 AND candidate_id IS NULL AND waiting_citations.email = lower(users.email)",
    "DELETE FROM waiting_citations USING users WHERE users.id = $1 AND candidate_id IS NULL
         AND waiting_citations.license_number = plain_number(users.drivers_license_number) AND waiting_citations.license_state = users.state",
    "DELETE FROM waiting_citations USING users WHERE users.id = $1 AND candidate_id IS NULL
         AND waiting_citations.plate = plain_number(users.vehicle_license_plate) AND waiting_citations.plate_state = users.vehicle_state",
    "DELETE FROM source_plates WHERE user_id = $1",
    "DELETE FROM plate_date_reviews WHERE user_id = $1",
    // The rows with the city's citation numbers remain. Only the plate is erased.
    "UPDATE source_citations SET plate = NULL, plate_state = NULL WHERE user_id = $1",
    "DELETE FROM added_items WHERE user_id = $1",
    "DELETE FROM contest_letters WHERE user_id = $1",
    "DELETE FROM driving_profiles WHERE user_id = $1",
    "UPDATE lawyer_hires SET contact_method = NULL, contact_value = NULL WHERE user_id = $1",
    // Deletes the keys of the user's cases, without which no copy of a message or file can be decrypted.
    "DELETE FROM case_keys WHERE hire_id IN (SELECT id FROM lawyer_hires WHERE user_id = $1)",
    // Deletes the key without which the user's photos and documents can't be decrypted.
    "DELETE FROM file_keys WHERE user_id = $1",
    // Agreements contain the driver's name and signature.
    "DELETE FROM case_agreements WHERE hire_id IN (SELECT id FROM lawyer_hires WHERE user_id = $1)",
    "UPDATE case_events SET note = NULL WHERE note IS NOT NULL AND hire_id IN (SELECT id FROM lawyer_hires WHERE user_id = $1)",
    "UPDATE case_offers SET reason = NULL WHERE reason IS NOT NULL AND hire_id IN (SELECT id FROM lawyer_hires WHERE user_id = $1)",
    "UPDATE cases SET court_name = NULL WHERE court_name IS NOT NULL AND hire_id IN (SELECT id FROM lawyer_hires WHERE user_id = $1)",
    "DELETE FROM lawyer_photos WHERE lawyer_id IN (SELECT id FROM lawyers WHERE user_id = $1)",
    // The lawyer's record remains, because cases refer to the record.
    "UPDATE lawyers SET user_id = NULL, version = version + 1 WHERE user_id = $1",
    "UPDATE payments SET client_secret = NULL WHERE user_id = $1",
    "UPDATE security_events SET user_id = NULL, address = '', path = '' WHERE user_id = $1",
    "DELETE FROM tickets WHERE user_id = $1 AND (removed_at IS NULL OR driver_entry IS NOT NULL)
         AND NOT EXISTS (SELECT FROM payments WHERE ticket_id = tickets.id)
         AND NOT EXISTS (SELECT FROM payment_transactions WHERE ticket_id = tickets.id)
         AND NOT EXISTS (SELECT FROM lawyer_hires WHERE ticket_id = tickets.id)",
    "DELETE FROM parking WHERE user_id = $1 AND (removed_at IS NULL OR driver_entry IS NOT NULL)
         AND NOT EXISTS (SELECT FROM payments WHERE parking_id = parking.id)
         AND NOT EXISTS (SELECT FROM payment_transactions WHERE parking_id = parking.id)",
    "DELETE FROM tolls WHERE user_id = $1 AND (removed_at IS NULL OR driver_entry IS NOT NULL)
         AND NOT EXISTS (SELECT FROM payments WHERE toll_id = tolls.id)
         AND NOT EXISTS (SELECT FROM payment_transactions WHERE toll_id = tolls.id)",
];

/// Marks a user's row as closed and erases the personal data in this row. Replaces the email with an address that no
/// one can sign up with, because it has no dot after the @. Replaces the password hash with a value that no password
/// matches. Returns the number of changed rows: 0 if the account was already closed.
fn close_and_erase_user(
    connection: &mut PgConnection,
    user: UserId,
    closed_at: DateTime<Utc>,
) -> QueryResult<usize> {
    update(users::table.find(user.0).filter(users::closed_at.is_null()))
        .set((
            users::email.eq(format!("closed-{}@invalid", user.0)),
            users::password_hash.eq("$argon2id$closed"),
            users::full_name.eq("Closed account"),
            users::state.eq(None::<String>),
            users::drivers_license_number.eq(None::<String>),
            users::date_of_birth.eq(None::<NaiveDate>),
            users::phone_number.eq(None::<String>),
            users::vehicle_license_plate.eq(None::<String>),
            users::vehicle_state.eq(None::<String>),
            users::vehicle_info_added_at.eq(None::<DateTime<Utc>>),
            users::plate_from.eq(None::<NaiveDate>),
            users::plate_until.eq(None::<NaiveDate>),
            users::license_status.eq(LicenseStatus::Unknown.as_str()),
            users::sealed_ssn.eq(None::<Vec<u8>>),
            users::status_requested_at.eq(None::<DateTime<Utc>>),
            users::role.eq(Role::Driver.as_str()),
            users::closed_at.eq(closed_at),
        ))
        .execute(connection)
}
