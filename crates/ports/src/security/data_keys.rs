//! The data keys that the database knows, and the values encrypted with them.

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
    /// Keys of the audit trail's seals. They belong to no user; each is bound to its own negative id.
    SealKeys,
}

impl SealedKind {
    /// All kinds of encrypted values.
    pub const ALL: [Self; 3] = [Self::Digits, Self::SecondFactors, Self::SealKeys];
}

/// An encrypted value and its user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedValue {
    /// Id of the user that it is bound to.
    pub user: UserId,
    /// The encrypted bytes, as stored.
    pub sealed: Vec<u8>,
}

/// Data keys and encrypted values in the database.
pub trait DataKeys {
    /// Returns the keys that the database knows.
    fn data_keys(&mut self) -> StoreResult<Vec<KnownKey>>;
    /// Stores keys. Keys whose number is already known stay unchanged.
    fn note_keys(&mut self, keys: &[KnownKey], at: DateTime<Utc>) -> StoreResult<()>;
    /// Returns up to `most` values that start with none of these prefixes and whose user ids are above
    /// `after`, ordered by user id.
    fn values_to_reseal(
        &mut self,
        kind: SealedKind,
        marks: &[Vec<u8>],
        after: UserId,
        most: i64,
    ) -> StoreResult<Vec<SealedValue>>;
    /// Replaces an encrypted value; `false` if the old value is no longer there.
    fn replace_sealed(&mut self, kind: SealedKind, before: &SealedValue, sealed: &[u8]) -> StoreResult<bool>;
}
