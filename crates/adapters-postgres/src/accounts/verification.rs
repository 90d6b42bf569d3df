use chrono::{DateTime, Utc};
use diesel::sql_types::{Array, Integer, Text, Timestamptz};
use diesel::{
    ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl, SelectableHelper, sql_query, update,
};
use domain::accounts::user::User;
use domain::accounts::verification::Claim;
use domain::shared::ids::UserId;
use ports::accounts::verification::{NewVerification, Verifications};
use ports::shared::store_error::{StoreError, StoreResult};

use crate::accounts::user_rows::UserRow;
use crate::shared::rows::{OneColumn, convert_row};
use crate::store::PgStore;
use schema::users;

/// Returns the claim's column (plate or license number), the column of the state that issued it, and the prefix of
/// its verification columns. Returns `None` for an email, which has no such columns.
const fn claim_columns(claim: Claim) -> Option<(&'static str, &'static str, &'static str)> {
    match claim {
        Claim::Email => None,
        Claim::License => Some(("drivers_license_number", "state", "license")),
        Claim::Plate => Some(("vehicle_license_plate", "vehicle_state", "plate")),
    }
}

/// Returns the error for a claim that is an email address. Only opening the emailed link verifies an address.
fn email_not_verifiable() -> StoreError {
    StoreError::Failed("only its link confirms an email".into())
}

impl Verifications for PgStore<'_> {
    fn set_email_verified(&mut self, id: UserId, verified_at: DateTime<Utc>) -> StoreResult<Option<User>> {
        let open = users::table.find(id.0).filter(users::closed_at.is_null());
        self.optional_entity::<UserRow, _>(
            update(open).set(users::email_verified_at.eq(verified_at)).returning(UserRow::as_returning()),
        )
    }

    fn store_verification(&mut self, id: UserId, new: &NewVerification<'_>) -> StoreResult<Option<User>> {
        let open = users::table.find(id.0).filter(users::closed_at.is_null());
        let (at, basis) = (new.at, new.basis.as_str());
        let row: Option<UserRow> = self.run_unique(|connection| match new.claim {
            Claim::Email => Ok(None),
            Claim::License => update(open.filter(users::drivers_license_number.is_not_null()))
                .set((users::license_verified_at.eq(at), users::license_basis.eq(basis)))
                .returning(UserRow::as_returning())
                .get_result(connection)
                .optional(),
            Claim::Plate => update(open.filter(users::vehicle_license_plate.is_not_null()))
                .set((users::plate_verified_at.eq(at), users::plate_basis.eq(basis)))
                .returning(UserRow::as_returning())
                .get_result(connection)
                .optional(),
        })?;
        convert_row(row)
    }

    fn withdraw_verification(&mut self, id: UserId, claim: Claim) -> StoreResult<Option<User>> {
        let (at, basis) = (None::<DateTime<Utc>>, None::<String>);
        let own = users::table.find(id.0);
        let row: Option<UserRow> = self.run(|connection| match claim {
            Claim::Email => Ok(None),
            Claim::License => update(own)
                .set((users::license_verified_at.eq(at), users::license_basis.eq(basis)))
                .returning(UserRow::as_returning())
                .get_result(connection)
                .optional(),
            Claim::Plate => update(own)
                .set((users::plate_verified_at.eq(at), users::plate_basis.eq(basis)))
                .returning(UserRow::as_returning())
                .get_result(connection)
                .optional(),
        })?;
        convert_row(row)
    }

    fn verify_uncontested_claims(
        &mut self,
        users: &[UserId],
        new: &NewVerification<'_>,
        entered_until: DateTime<Utc>,
    ) -> StoreResult<Vec<UserId>> {
        let (number, state, name) = claim_columns(new.claim).ok_or_else(email_not_verifiable)?;
        // A license is entered only at sign-up, so the time of entry is the account's creation.
        let entered = if new.claim == Claim::Plate {
            "coalesce(vehicle_info_added_at, created_at)"
        } else {
            "created_at"
        };
        let ids: Vec<i32> = users.iter().map(|user| user.0).collect();
        let statement = format!(
            "UPDATE users SET {name}_verified_at = $2, {name}_basis = $3
             WHERE id = ANY($1) AND closed_at IS NULL AND {number} IS NOT NULL AND {name}_verified_at IS NULL
                 AND {entered} <= $4
                 AND NOT EXISTS (
                     SELECT FROM users o WHERE o.closed_at IS NULL AND o.{number} IS NOT NULL AND o.id <> users.id
                         AND plain_number(o.{number}) = plain_number(users.{number}) AND o.{state} = users.{state}
                 )
             RETURNING id"
        );
        let rows: Vec<OneColumn<i32>> = self.run_unique(|connection| {
            // SQL: the claim decides the columns, which the query builder needs at compile time.
            sql_query(statement)
                .bind::<Array<Integer>, _>(ids)
                .bind::<Timestamptz, _>(new.at)
                .bind::<Text, _>(new.basis.as_str())
                .bind::<Timestamptz, _>(entered_until)
                .load(connection)
        })?;
        Ok(rows.into_iter().map(|OneColumn(id)| UserId(id)).collect())
    }
}
