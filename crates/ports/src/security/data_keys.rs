//! Numbers and check values of the data keys, as stored in the database, and the values encrypted with these keys.

use chrono::{DateTime, Utc};
use domain::security::data_key::KnownKey;
use domain::shared::ids::UserId;

use crate::shared::store_error::StoreResult;

/// Kinds of encrypted values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SealedKind {
    /// SSN digits of open status requests.
    Digits,
    /// Secrets of second factors.
    SecondFactors,
    /// Keys of the audit trail's seals. Each key is encrypted for a negative number instead
    /// of a user's id.
    SealKeys,
    /// Keys that encrypt cases' messages and files. Each key is encrypted for a negative number
    /// instead of a user's id.
    CaseKeys,
    /// Keys that encrypt drivers' photos and documents.
    FileKeys,
}

impl SealedKind {
    /// All kinds of encrypted values.
    pub const ALL: [Self; 5] =
        [Self::Digits, Self::SecondFactors, Self::SealKeys, Self::CaseKeys, Self::FileKeys];
}

/// An encrypted value, and the user id that it was encrypted for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedValue {
    /// The user id that the value was encrypted for; negative for the keys of seals and cases.
    pub user: UserId,
    /// The encrypted bytes, as stored.
    pub sealed: Vec<u8>,
}

/// Data keys and encrypted values in the database.
pub trait DataKeys {
    /// Returns the numbers and check values of all data keys that are stored in the database.
    fn data_keys(&mut self) -> StoreResult<Vec<KnownKey>>;
    /// Stores the numbers and check values of keys. Skips keys whose number is already stored.
    fn store_key_checks(&mut self, keys: &[KnownKey], now: DateTime<Utc>) -> StoreResult<()>;
    /// Returns up to `limit` encrypted values whose user ids are above `after`, ordered by user id. Skips values that
    /// start with one of the prefixes in `skipped_prefixes`.
    fn values_to_reseal(
        &mut self,
        kind: SealedKind,
        skipped_prefixes: &[Vec<u8>],
        after: UserId,
        limit: i64,
    ) -> StoreResult<Vec<SealedValue>>;
    /// Replaces an encrypted value; `false` if `before` is no longer the stored value.
    fn replace_sealed_value(
        &mut self,
        kind: SealedKind,
        before: &SealedValue,
        sealed: &[u8],
    ) -> StoreResult<bool>;
}
