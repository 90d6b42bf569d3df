//! Cards that banks have declined, to notice somebody who tries stolen ones.

use chrono::{DateTime, Utc};
use domain::payments::card_testing::Declined;
use domain::shared::ids::{PaymentId, UserId};

use crate::shared::store_error::StoreResult;

/// A card that was declined, as the provider tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decline {
    /// The provider's id of the try.
    pub charge_id: String,
    /// The provider's name for the card, the same each time.
    pub fingerprint: Option<String>,
    /// When.
    pub declined_at: DateTime<Utc>,
}

/// Declines in the database, kept for two days.
pub trait Declines {
    /// Notes from where a payment was asked for.
    fn note_asker(&mut self, payment: PaymentId, address: &str, at: DateTime<Utc>) -> StoreResult<()>;
    /// From where a payment was last asked for.
    fn asker(&mut self, payment: PaymentId) -> StoreResult<Option<String>>;
    /// Keeps declines of a payment; answers how many were not known.
    fn insert_declines(&mut self, payment: PaymentId, declines: &[Decline]) -> StoreResult<usize>;
    /// The declines of an account since then.
    fn declines_of_account(&mut self, user: UserId, since: DateTime<Utc>) -> StoreResult<Declined>;
    /// The declines of payments that were asked for from there.
    fn declines_of_address(&mut self, address: &str, since: DateTime<Utc>) -> StoreResult<Declined>;
    /// How often a card was declined.
    fn declines_of_card(&mut self, fingerprint: &str, since: DateTime<Utc>) -> StoreResult<i64>;
    /// Whether a payment of this account has settled and was not taken back since.
    fn has_paid(&mut self, user: UserId) -> StoreResult<bool>;
}
