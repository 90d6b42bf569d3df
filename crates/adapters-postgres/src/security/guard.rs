use chrono::{DateTime, Utc};
use diesel::dsl::{count_star, exists, max};
use diesel::upsert::excluded;
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl, delete, insert_into, select};
use domain::shared::ids::UserId;
use ports::security::guard::{Block, Guard, LoginFailures};
use ports::shared::secrets::TokenHash;
use ports::shared::store_error::StoreResult;

use crate::shared::search::without_nul;
use crate::store::PgStore;
use schema::{blocked_ips, login_failures, login_places};

/// A block's address and reason, and when it starts and ends.
type BlockRow = (String, String, DateTime<Utc>, DateTime<Utc>);

fn to_block((address, reason, blocked_at, expires_at): BlockRow) -> Block {
    Block { address, reason, blocked_at, expires_at }
}

const BLOCK_COLUMNS: (
    blocked_ips::address,
    blocked_ips::reason,
    blocked_ips::blocked_at,
    blocked_ips::expires_at,
) = (blocked_ips::address, blocked_ips::reason, blocked_ips::blocked_at, blocked_ips::expires_at);

impl Guard for PgStore<'_> {
    fn failed_logins_from(&mut self, address: &str, since: DateTime<Utc>) -> StoreResult<LoginFailures> {
        let (count, last) = self.run(|connection| {
            login_failures::table
                .filter(login_failures::address.eq(address))
                .filter(login_failures::failed_at.gt(since))
                .select((count_star(), max(login_failures::failed_at)))
                .first(connection)
        })?;
        Ok(LoginFailures { count, last })
    }

    fn time_of_nth_failed_login(
        &mut self,
        account: &TokenHash,
        nth: u32,
        since: DateTime<Utc>,
    ) -> StoreResult<Option<DateTime<Utc>>> {
        self.first(
            login_failures::table
                .filter(login_failures::account.eq(account.0.as_slice()))
                .filter(login_failures::failed_at.gt(since))
                .order(login_failures::failed_at.desc())
                .offset(i64::from(nth.saturating_sub(1)))
                .select(login_failures::failed_at),
        )
    }

    fn insert_failed_login(
        &mut self,
        address: &str,
        account: Option<TokenHash>,
        failed_at: DateTime<Utc>,
    ) -> StoreResult<()> {
        self.execute(insert_into(login_failures::table).values((
            login_failures::address.eq(address),
            login_failures::account.eq(account.as_ref().map(|hash| hash.0.as_slice())),
            login_failures::failed_at.eq(failed_at),
        )))
    }

    fn clear_login_failures(&mut self, address: &str, account: &TokenHash) -> StoreResult<()> {
        let own = login_failures::table
            .filter(login_failures::address.eq(address))
            .filter(login_failures::account.eq(account.0.as_slice()));
        self.execute(delete(own))
    }

    fn clear_address_failures(&mut self, address: &str) -> StoreResult<()> {
        let own = login_failures::table.filter(login_failures::address.eq(address));
        self.execute(delete(own))
    }

    fn clear_account_failures(&mut self, account: &TokenHash) -> StoreResult<()> {
        let own = login_failures::table.filter(login_failures::account.eq(account.0.as_slice()));
        self.execute(delete(own))
    }

    fn is_known_address(&mut self, user: UserId, address: &str) -> StoreResult<bool> {
        let place = login_places::table
            .filter(login_places::user_id.eq(user.0))
            .filter(login_places::address.eq(address));
        self.get_result(select(exists(place)))
    }

    fn remember_address(&mut self, user: UserId, address: &str, now: DateTime<Utc>) -> StoreResult<()> {
        self.execute(
            insert_into(login_places::table)
                .values((
                    login_places::user_id.eq(user.0),
                    login_places::address.eq(address),
                    login_places::seen_at.eq(now),
                ))
                .on_conflict((login_places::user_id, login_places::address))
                .do_update()
                .set(login_places::seen_at.eq(excluded(login_places::seen_at))),
        )
    }

    fn recent_login_addresses(&mut self, limit: i64) -> StoreResult<Vec<String>> {
        self.load(
            login_places::table
                .order(login_places::seen_at.desc())
                .limit(limit)
                .select(login_places::address),
        )
    }

    fn block_address(&mut self, block: &Block) -> StoreResult<i32> {
        let reason = without_nul(&block.reason);
        let values = (
            blocked_ips::address.eq(&block.address),
            blocked_ips::reason.eq(&reason),
            blocked_ips::blocked_at.eq(block.blocked_at),
            blocked_ips::expires_at.eq(block.expires_at),
        );
        self.get_result(
            insert_into(blocked_ips::table)
                .values(values)
                .on_conflict(blocked_ips::address)
                .do_update()
                .set(values)
                .returning(blocked_ips::id),
        )
    }

    fn unblock_address(&mut self, address: &str, now: DateTime<Utc>) -> StoreResult<Option<(i32, Block)>> {
        let lasting = blocked_ips::table
            .filter(blocked_ips::address.eq(address))
            .filter(blocked_ips::expires_at.gt(now));
        let found: Option<(i32, BlockRow)> =
            self.optional(delete(lasting).returning((blocked_ips::id, BLOCK_COLUMNS)))?;
        Ok(found.map(|(id, row)| (id, to_block(row))))
    }

    fn blocks(&mut self, now: DateTime<Utc>, limit: i64) -> StoreResult<Vec<Block>> {
        let rows: Vec<BlockRow> = self.load(
            blocked_ips::table
                .filter(blocked_ips::expires_at.gt(now))
                .order((blocked_ips::blocked_at.desc(), blocked_ips::id.desc()))
                .limit(limit)
                .select(BLOCK_COLUMNS),
        )?;
        Ok(rows.into_iter().map(to_block).collect())
    }
}
