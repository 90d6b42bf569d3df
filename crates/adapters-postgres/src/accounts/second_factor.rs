use chrono::{DateTime, Utc};
use diesel::dsl::sql;
use diesel::sql_types::{Nullable, Timestamptz};
use diesel::upsert::excluded;
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl, delete, insert_into, update};
use domain::shared::ids::UserId;
use ports::accounts::second_factor::{PendingLogin, SecondFactor, SecondFactors};
use ports::shared::secrets::{Salt, TokenHash};
use ports::shared::store_error::StoreResult;

use crate::store::PgStore;
use schema::{pending_logins, recovery_codes, second_factors};

type Row = (Vec<u8>, Option<DateTime<Utc>>, Option<i64>);

fn to_second_factor((sealed_secret, confirmed_at, last_step): Row) -> SecondFactor {
    SecondFactor { sealed_secret, confirmed_at, last_step }
}

const COLUMNS: (second_factors::sealed_secret, second_factors::confirmed_at, second_factors::last_step) =
    (second_factors::sealed_secret, second_factors::confirmed_at, second_factors::last_step);

impl SecondFactors for PgStore<'_> {
    fn second_factor(&mut self, user: UserId) -> StoreResult<Option<SecondFactor>> {
        let row: Option<Row> = self.first(second_factors::table.find(user.0).select(COLUMNS))?;
        Ok(row.map(to_second_factor))
    }

    fn lock_second_factor(&mut self, user: UserId) -> StoreResult<Option<SecondFactor>> {
        let row: Option<Row> = self.first(second_factors::table.find(user.0).select(COLUMNS).for_update())?;
        Ok(row.map(to_second_factor))
    }

    fn start_second_factor_setup(
        &mut self,
        user: UserId,
        sealed_secret: &[u8],
        started_at: DateTime<Utc>,
    ) -> StoreResult<bool> {
        let upsert = insert_into(second_factors::table)
            .values((
                second_factors::user_id.eq(user.0),
                second_factors::sealed_secret.eq(sealed_secret),
                second_factors::created_at.eq(started_at),
            ))
            .on_conflict(second_factors::user_id)
            .do_update()
            .set((
                second_factors::sealed_secret.eq(excluded(second_factors::sealed_secret)),
                second_factors::created_at.eq(excluded(second_factors::created_at)),
                second_factors::last_step.eq(None::<i64>),
            ));
        let written = self.count_changed(diesel::query_dsl::methods::FilterDsl::filter(
            upsert,
            second_factors::confirmed_at.is_null(),
        ))?;
        Ok(written > 0)
    }

    fn accept_step(&mut self, user: UserId, step: i64, accepted_at: DateTime<Utc>) -> StoreResult<()> {
        self.execute(
            update(second_factors::table.find(user.0)).set((
                second_factors::last_step.eq(step),
                second_factors::confirmed_at.eq(sql::<Nullable<Timestamptz>>("coalesce(confirmed_at, ")
                    .bind::<Timestamptz, _>(accepted_at)
                    .sql(")")),
            )),
        )
    }

    fn delete_second_factor(&mut self, user: UserId) -> StoreResult<bool> {
        let deleted = self.run(|connection| {
            delete(recovery_codes::table.filter(recovery_codes::user_id.eq(user.0))).execute(connection)?;
            delete(pending_logins::table.filter(pending_logins::user_id.eq(user.0))).execute(connection)?;
            delete(second_factors::table.find(user.0)).execute(connection)
        })?;
        Ok(deleted > 0)
    }

    fn set_recovery_codes(&mut self, user: UserId, salt: Salt, hashes: &[TokenHash]) -> StoreResult<()> {
        let rows: Vec<_> = hashes
            .iter()
            .map(|hash| {
                (
                    recovery_codes::user_id.eq(user.0),
                    recovery_codes::code_hash.eq(hash.0.as_slice()),
                    recovery_codes::salt.eq(Some(salt.as_slice())),
                )
            })
            .collect();
        self.run(|connection| {
            delete(recovery_codes::table.filter(recovery_codes::user_id.eq(user.0))).execute(connection)?;
            insert_into(recovery_codes::table).values(rows).on_conflict_do_nothing().execute(connection)
        })?;
        Ok(())
    }

    fn recovery_salt(&mut self, user: UserId) -> StoreResult<Option<Salt>> {
        let row: Option<Option<Vec<u8>>> = self.first(
            recovery_codes::table
                .filter(recovery_codes::user_id.eq(user.0))
                .filter(recovery_codes::salt.is_not_null())
                .select(recovery_codes::salt),
        )?;
        Ok(row.flatten().and_then(|salt| salt.try_into().ok()))
    }

    fn count_recovery_codes(&mut self, user: UserId) -> StoreResult<i64> {
        self.get_result(recovery_codes::table.filter(recovery_codes::user_id.eq(user.0)).count())
    }

    fn use_recovery_code(&mut self, user: UserId, hash: &TokenHash) -> StoreResult<bool> {
        let code = recovery_codes::table.find((user.0, hash.0.as_slice()));
        Ok(self.count_changed(delete(code))? > 0)
    }

    fn insert_pending_login(&mut self, token: &TokenHash, login: &PendingLogin) -> StoreResult<()> {
        self.execute(insert_into(pending_logins::table).values((
            pending_logins::token_hash.eq(token.0.as_slice()),
            pending_logins::user_id.eq(login.user.0),
            pending_logins::password_hash.eq(&login.password_hash),
            pending_logins::tries.eq(login.tries),
            pending_logins::expires_at.eq(login.expires_at),
        )))
    }

    fn count_code_attempt(
        &mut self,
        token: &TokenHash,
        max_attempts: i32,
        now: DateTime<Utc>,
    ) -> StoreResult<Option<PendingLogin>> {
        let open = pending_logins::table
            .find(token.0.as_slice())
            .filter(pending_logins::expires_at.gt(now))
            .filter(pending_logins::tries.lt(max_attempts));
        let row: Option<(i32, String, i32, DateTime<Utc>)> = self.optional(
            update(open).set(pending_logins::tries.eq(pending_logins::tries + 1)).returning((
                pending_logins::user_id,
                pending_logins::password_hash,
                pending_logins::tries,
                pending_logins::expires_at,
            )),
        )?;
        Ok(row.map(|(user, password_hash, tries, expires_at)| PendingLogin {
            user: UserId(user),
            password_hash,
            tries,
            expires_at,
        }))
    }

    fn delete_pending_login(&mut self, token: &TokenHash) -> StoreResult<bool> {
        let login = pending_logins::table.find(token.0.as_slice());
        Ok(self.count_changed(delete(login))? > 0)
    }
}
