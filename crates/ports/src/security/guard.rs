//! What stands between strangers and accounts: failed logins, the places people log in from, blocked addresses.

use chrono::{DateTime, Utc};
use domain::shared::ids::UserId;

use crate::shared::secrets::TokenHash;
use crate::shared::store_error::StoreResult;

/// Failed logins from an address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Failures {
    /// How many.
    pub count: i64,
    /// The latest.
    pub last: Option<DateTime<Utc>>,
}

/// An address that gets no answer but `403`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// As [`domain::security::network::counted_as`] writes it.
    pub address: String,
    /// Why.
    pub reason: String,
    /// Since when.
    pub blocked_at: DateTime<Utc>,
    /// Until when.
    pub expires_at: DateTime<Utc>,
}

/// Guarding logins, in the database, so that all server processes know the same. Addresses are given as they are counted.
pub trait Guard {
    /// Failed logins from an address since then.
    fn failed_logins_from(&mut self, address: &str, since: DateTime<Utc>) -> StoreResult<Failures>;
    /// When the failure happened that is the `nth` latest on an account since then; none when there are fewer. An account is the
    /// hash of an e-mail, with and without a user.
    fn nth_failed_login_on(
        &mut self,
        account: &TokenHash,
        nth: u32,
        since: DateTime<Utc>,
    ) -> StoreResult<Option<DateTime<Utc>>>;
    /// Notes a failed login, or, without an account, tries that were refused.
    fn insert_failed_login(
        &mut self,
        address: &str,
        account: Option<TokenHash>,
        at: DateTime<Utc>,
    ) -> StoreResult<()>;
    /// Forgets the failures on one account from one address: the person knows the password and had mistyped it.
    fn forgive_login(&mut self, address: &str, account: &TokenHash) -> StoreResult<()>;
    /// Forgets all failures from an address.
    fn forgive_address(&mut self, address: &str) -> StoreResult<()>;
    /// Forgets all failures on an account.
    fn forgive_account(&mut self, account: &TokenHash) -> StoreResult<()>;

    /// Whether somebody has logged in from there.
    fn is_known_place(&mut self, user: UserId, address: &str) -> StoreResult<bool>;
    /// Notes that somebody has.
    fn note_place(&mut self, user: UserId, address: &str, at: DateTime<Utc>) -> StoreResult<()>;
    /// The addresses that were last logged in from, each perhaps more than once.
    fn last_places(&mut self, limit: i64) -> StoreResult<Vec<String>>;

    /// Blocks an address, in the place of an earlier block; answers the block's id. Every server process hears of it.
    fn block(&mut self, block: &Block) -> StoreResult<i32>;
    /// Ends a block; answers its id and what it was, or none when there is none that lasts.
    fn unblock(&mut self, address: &str, now: DateTime<Utc>) -> StoreResult<Option<(i32, Block)>>;
    /// All blocks that last, the newest first; at most this many.
    fn blocks(&mut self, now: DateTime<Utc>, limit: i64) -> StoreResult<Vec<Block>>;
}
