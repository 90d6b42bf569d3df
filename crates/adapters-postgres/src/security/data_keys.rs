use chrono::{DateTime, Utc};
use diesel::sql_types::{Array, BigInt, Binary, Integer};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl, insert_into, sql_query, update};
use domain::security::data_key::{KeyId, KnownKey};
use domain::shared::ids::UserId;
use ports::security::data_keys::{DataKeys, SealedKind, SealedValue};
use ports::shared::store_error::StoreResult;

use crate::shared::rows::row_by_name;
use crate::store::PgStore;
use schema::{case_keys, data_keys, file_keys, seal_keys, second_factors, users};

row_by_name! {
    struct Row {
        id: i32,
        sealed: Vec<u8>,
    }
}

/// Selects encrypted SSN digits. All users with digits have an unsolved status request. The
/// conditions on the request are here because PostgreSQL otherwise doesn't use the partial index.
const DIGITS: &str = "SELECT id, sealed_ssn AS sealed FROM users
    WHERE sealed_ssn IS NOT NULL AND status_requested_at IS NOT NULL AND NOT is_status_request_solved
        AND NOT substring(sealed_ssn FROM 1 FOR 6) = ANY ($1) AND id > $2
    ORDER BY id LIMIT $3";
const SECOND_FACTORS: &str = "SELECT user_id AS id, sealed_secret AS sealed FROM second_factors
    WHERE NOT substring(sealed_secret FROM 1 FOR 6) = ANY ($1) AND user_id > $2
    ORDER BY user_id LIMIT $3";
const SEAL_KEYS: &str = "
    SELECT -id AS id, sealed_key AS sealed FROM seal_keys
    WHERE NOT substring(sealed_key FROM 1 FOR 6) = ANY ($1) AND -id > $2
    ORDER BY -id LIMIT $3";
/// Selects keys of cases. `id` is the negative number that the crate `application` uses as the id
/// when it encrypts a case's key.
const CASE_KEYS: &str = "
    SELECT hire_id - 2147483647 - 1 AS id, sealed_key AS sealed FROM case_keys
    WHERE NOT substring(sealed_key FROM 1 FOR 6) = ANY ($1) AND hire_id - 2147483647 - 1 > $2
    ORDER BY hire_id LIMIT $3";
/// Selects keys of drivers' photos and documents.
const FILE_KEYS: &str = "
    SELECT user_id AS id, sealed_key AS sealed FROM file_keys
    WHERE NOT substring(sealed_key FROM 1 FOR 6) = ANY ($1) AND user_id > $2
    ORDER BY user_id LIMIT $3";

/// Replaces a row's encrypted value, unless it changed in the meantime.
macro_rules! replace {
    ($connection:expr, $table:ident.$column:ident, $id:expr, $before:expr, $sealed:expr) => {
        update($table::table.find($id).filter($table::$column.eq($before)))
            .set($table::$column.eq($sealed))
            .execute($connection)
    };
}

impl DataKeys for PgStore<'_> {
    fn data_keys(&mut self) -> StoreResult<Vec<KnownKey>> {
        let rows: Vec<(i32, Vec<u8>)> =
            self.load(data_keys::table.select((data_keys::id, data_keys::check_value)).order(data_keys::id))?;
        let key = |(id, check): (i32, Vec<u8>)| {
            Some(KnownKey { id: KeyId(u16::try_from(id).ok()?), check: check.try_into().ok()? })
        };
        Ok(rows.into_iter().filter_map(key).collect())
    }

    fn store_key_checks(&mut self, keys: &[KnownKey], now: DateTime<Utc>) -> StoreResult<()> {
        let rows: Vec<_> = keys
            .iter()
            .map(|key| {
                (
                    data_keys::id.eq(i32::from(key.id.0)),
                    data_keys::check_value.eq(key.check.as_slice()),
                    data_keys::first_seen_at.eq(now),
                )
            })
            .collect();
        self.execute(insert_into(data_keys::table).values(rows).on_conflict_do_nothing())
    }

    fn values_to_reseal(
        &mut self,
        kind: SealedKind,
        skipped_prefixes: &[Vec<u8>],
        after: UserId,
        limit: i64,
    ) -> StoreResult<Vec<SealedValue>> {
        let statement = match kind {
            SealedKind::Digits => DIGITS,
            SealedKind::SecondFactors => SECOND_FACTORS,
            SealedKind::SealKeys => SEAL_KEYS,
            SealedKind::CaseKeys => CASE_KEYS,
            SealedKind::FileKeys => FILE_KEYS,
        };
        let rows: Vec<Row> = self.load(
            // SQL: the kind decides the table, which the query builder needs at compile time.
            sql_query(statement)
                .bind::<Array<Binary>, _>(skipped_prefixes)
                .bind::<Integer, _>(after.0)
                .bind::<BigInt, _>(limit),
        )?;
        Ok(rows.into_iter().map(|row| SealedValue { user: UserId(row.id), sealed: row.sealed }).collect())
    }

    fn replace_sealed_value(
        &mut self,
        kind: SealedKind,
        before: &SealedValue,
        sealed: &[u8],
    ) -> StoreResult<bool> {
        let (id, before) = (before.user.0, &before.sealed);
        let replaced = self.run(|connection| match kind {
            SealedKind::Digits => replace!(connection, users.sealed_ssn, id, before, sealed),
            SealedKind::SecondFactors => {
                replace!(connection, second_factors.sealed_secret, id, before, sealed)
            }
            SealedKind::SealKeys => replace!(connection, seal_keys.sealed_key, -id, before, sealed),
            SealedKind::CaseKeys => {
                replace!(connection, case_keys.sealed_key, id.wrapping_sub(i32::MIN), before, sealed)
            }
            SealedKind::FileKeys => replace!(connection, file_keys.sealed_key, id, before, sealed),
        })?;
        Ok(replaced > 0)
    }
}
