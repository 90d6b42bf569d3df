use chrono::{DateTime, Utc};
use diesel::sql_types::{Array, Binary, Integer, Timestamptz};
use diesel::{
    ExpressionMethods, IntoSql, OptionalExtension, QueryDsl, RunQueryDsl, SelectableHelper, delete,
    insert_into, sql_query, update,
};
use domain::accounts::session::Session;
use domain::accounts::user::User;
use domain::shared::ids::SessionId;
use ports::accounts::sessions::{NewSession, Sessions};
use ports::shared::secrets::TokenHash;
use ports::shared::store_error::StoreResult;

use crate::accounts::session_rows::SessionRow;
use crate::accounts::user_rows::UserRow;
use crate::shared::search::without_nul;
use crate::store::PgStore;
use schema::{sessions, users};

diesel::define_sql_function! {
    /// Returns the later of two times.
    fn greatest(one: diesel::sql_types::Timestamptz, other: diesel::sql_types::Timestamptz) -> diesel::sql_types::Timestamptz;
}

impl Sessions for PgStore<'_> {
    fn insert_session(&mut self, session: &NewSession) -> StoreResult<Session> {
        let row: SessionRow = self.run_unique(|connection| {
            insert_into(sessions::table)
                .values((
                    sessions::user_id.eq(session.user_id.0),
                    sessions::token_hash.eq(session.token_hash.0.as_slice()),
                    sessions::login_time.eq(session.login_time),
                    sessions::last_activity.eq(session.login_time),
                    sessions::expires_at.eq(session.expires_at),
                    sessions::address.eq(&session.address),
                    sessions::user_agent.eq(session.user_agent.as_deref().map(without_nul)),
                    sessions::proved_at.eq(session.proved_at),
                ))
                .returning(SessionRow::as_returning())
                .get_result(connection)
        })?;
        Ok(row.into())
    }

    fn copy_session(&mut self, id: SessionId, token: &TokenHash) -> StoreResult<Option<Session>> {
        let copied = sessions::table.find(id.0).select((
            sessions::user_id,
            token.0.as_slice().into_sql::<Binary>(),
            sessions::login_time,
            sessions::last_activity,
            sessions::expires_at,
            sessions::address,
            sessions::user_agent,
            sessions::wrong_codes,
            sessions::proved_at,
        ));
        let columns = (
            sessions::user_id,
            sessions::token_hash,
            sessions::login_time,
            sessions::last_activity,
            sessions::expires_at,
            sessions::address,
            sessions::user_agent,
            sessions::wrong_codes,
            sessions::proved_at,
        );
        let row: Option<SessionRow> = self.run_unique(|connection| {
            insert_into(sessions::table)
                .values(copied)
                .into_columns(columns)
                .returning(SessionRow::as_returning())
                .get_result(connection)
                .optional()
        })?;
        Ok(row.map(Session::from))
    }

    fn session(&mut self, token: &TokenHash) -> StoreResult<Option<(Session, User)>> {
        let found: Option<(SessionRow, UserRow)> = self.first(
            sessions::table
                .inner_join(users::table)
                .filter(sessions::token_hash.eq(token.0.as_slice()))
                .filter(users::closed_at.is_null())
                .select((SessionRow::as_select(), UserRow::as_select())),
        )?;
        found.map(|(session, user)| Ok((session.into(), user.try_into()?))).transpose()
    }

    fn renew_session(
        &mut self,
        id: SessionId,
        last_activity: DateTime<Utc>,
        expires_at: DateTime<Utc>,
    ) -> StoreResult<()> {
        self.execute(
            update(sessions::table.find(id.0))
                // A concurrent request may have extended the session further, so the later times
                // are stored.
                .set((
                    sessions::last_activity.eq(greatest(sessions::last_activity, last_activity)),
                    sessions::expires_at.eq(greatest(sessions::expires_at, expires_at)),
                )),
        )
    }

    fn store_last_uses(&mut self, last_uses: &[(SessionId, DateTime<Utc>)]) -> StoreResult<usize> {
        let (ids, times): (Vec<i32>, Vec<DateTime<Utc>>) =
            last_uses.iter().map(|(id, at)| (id.0, *at)).unzip();
        self.count_changed(
            // SQL: the query builder has no UPDATE … FROM.
            // Rows are locked in the order of their ids, so that two processes can't deadlock.
            sql_query(
                "UPDATE sessions SET last_activity = greatest(last_activity, seen.at)
                 FROM (SELECT sessions.id, used.at FROM sessions JOIN unnest($1::int[], $2::timestamptz[]) AS used (id, at)
                       ON sessions.id = used.id ORDER BY sessions.id FOR NO KEY UPDATE OF sessions) AS seen
                 WHERE sessions.id = seen.id",
            )
            .bind::<Array<Integer>, _>(&ids)
            .bind::<Array<Timestamptz>, _>(&times),
        )
    }

    fn lock_session(&mut self, id: SessionId) -> StoreResult<bool> {
        let row: Option<i32> = self.first(sessions::table.find(id.0).select(sessions::id).for_update())?;
        Ok(row.is_some())
    }

    fn count_wrong_code(&mut self, id: SessionId) -> StoreResult<i32> {
        let counted: Option<i32> = self.optional(
            update(sessions::table.find(id.0))
                .set(sessions::wrong_codes.eq(sessions::wrong_codes + 1))
                .returning(sessions::wrong_codes),
        )?;
        Ok(counted.unwrap_or(i32::MAX))
    }

    fn record_step_up(&mut self, id: SessionId, proved_at: DateTime<Utc>) -> StoreResult<()> {
        self.execute(update(sessions::table.find(id.0)).set(sessions::proved_at.eq(proved_at)))
    }

    fn delete_session(&mut self, id: SessionId) -> StoreResult<bool> {
        let deleted = self.count_changed(delete(sessions::table.find(id.0)))?;
        Ok(deleted > 0)
    }
}
