//! The data keys that the database knows, and what is sealed with them.

use chrono::{DateTime, Utc};
use domain::security::data_key::KnownKey;
use domain::shared::ids::UserId;

use crate::shared::store_error::StoreResult;

/// Where sealed values lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SealedKind {
    /// Identity digits of open license status requests.
    Digits,
    /// Secrets of second factors.
    SecondFactors,
    /// Keys of the audit trail's seals. They are nobody's: each is bound to its own id below zero.
    SealKeys,
}

impl SealedKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Digits, Self::SecondFactors, Self::SealKeys];
}

/// A sealed value and whose it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedValue {
    /// The user it is bound to.
    pub user: UserId,
    /// As it is stored.
    pub sealed: Vec<u8>,
}

/// Data keys and sealed values in the database.
pub trait DataKeys {
    /// The keys it knows.
    fn data_keys(&mut self) -> StoreResult<Vec<KnownKey>>;
    /// Notes keys; those that are known by their name stay as they are.
    fn note_keys(&mut self, keys: &[KnownKey], at: DateTime<Utc>) -> StoreResult<()>;
    /// Values that begin with none of these marks, by their users' ids above `after`; at most so many.
    fn sealed_otherwise(
        &mut self,
        kind: SealedKind,
        marks: &[Vec<u8>],
        after: UserId,
        most: i64,
    ) -> StoreResult<Vec<SealedValue>>;
    /// Puts a value into the place of another, unless that is not there any more.
    fn replace_sealed(&mut self, kind: SealedKind, before: &SealedValue, sealed: &[u8]) -> StoreResult<bool>;
}
