//! Login throttling: failed logins, IP addresses that users have logged in from, and blocked
//! addresses.

use chrono::{DateTime, Utc};
use domain::shared::ids::UserId;

use crate::shared::secrets::TokenHash;
use crate::shared::store_error::StoreResult;

/// Failed logins from an IP address in a period.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LoginFailures {
    /// Number of failed logins in that period.
    pub count: i64,
    /// Time of the latest failure; `None` without failures.
    pub last: Option<DateTime<Utc>>,
}

/// A blocked IP address, whose requests get `403` responses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The address in the form of [`domain::security::network::counting_key`].
    pub address: String,
    /// Why the address is blocked.
    pub reason: String,
    /// When the address was blocked.
    pub blocked_at: DateTime<Utc>,
    /// When the block ends.
    pub expires_at: DateTime<Utc>,
}

/// Data for login throttling, shared by all server processes. IP addresses are passed in
/// the form of [`domain::security::network::counting_key`].
pub trait Guard {
    /// Returns the failed logins from an address after the time `since`.
    fn failed_logins_from(&mut self, address: &str, since: DateTime<Utc>) -> StoreResult<LoginFailures>;
    /// Returns the time of the `nth` latest failed login on an account after the time `since`, where 1 is the
    /// latest; `None` if there are fewer. The account is the hash of the entered email address, even if no
    /// user has that address.
    fn time_of_nth_failed_login(
        &mut self,
        account: &TokenHash,
        nth: u32,
        since: DateTime<Utc>,
    ) -> StoreResult<Option<DateTime<Utc>>>;
    /// Stores a failed login. `account` is `None` for attempts that throttling refused.
    fn insert_failed_login(
        &mut self,
        address: &str,
        account: Option<TokenHash>,
        failed_at: DateTime<Utc>,
    ) -> StoreResult<()>;
    /// Deletes the failed logins on one account from one IP address.
    fn clear_login_failures(&mut self, address: &str, account: &TokenHash) -> StoreResult<()>;
    /// Deletes all failed logins from an IP address.
    fn clear_address_failures(&mut self, address: &str) -> StoreResult<()>;
    /// Deletes all failed logins on an account.
    fn clear_account_failures(&mut self, account: &TokenHash) -> StoreResult<()>;

    /// Whether the user has logged in from this IP address before.
    fn is_known_address(&mut self, user: UserId, address: &str) -> StoreResult<bool>;
    /// Stores that the user logged in from this IP address.
    fn remember_address(&mut self, user: UserId, address: &str, now: DateTime<Utc>) -> StoreResult<()>;
    /// Returns the IP addresses of the latest logins, possibly with duplicates.
    fn recent_login_addresses(&mut self, limit: i64) -> StoreResult<Vec<String>>;

    /// Blocks an IP address, replacing an earlier block, and notifies all server processes. Returns the block's id.
    fn block_address(&mut self, block: &Block) -> StoreResult<i32>;
    /// Ends the block of an IP address and returns the block's id and the block; `None` if the address isn't blocked.
    fn unblock_address(&mut self, address: &str, now: DateTime<Utc>) -> StoreResult<Option<(i32, Block)>>;
    /// Returns current blocks, newest first, up to `limit`.
    fn blocks(&mut self, now: DateTime<Utc>, limit: i64) -> StoreResult<Vec<Block>>;
}
